//! Guests over WebTransport: QUIC datagrams for what may be lost, one stream the guest opens for what may not.
//!
//! How reliable frames lie on the stream is told in the module `stream`.

use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use wtransport::config::{QuicTransportConfig, ServerConfig};
use wtransport::endpoint::endpoint_side::Server;
use wtransport::endpoint::{Endpoint, IncomingSession};
use wtransport::error::ConnectionError;
use wtransport::quinn;
use wtransport::{RecvStream, SendStream, VarInt};

use super::TransportError;
use super::gate::Gate;
use super::hall::Hall;
use super::identity::Credentials;
use super::inlet::Inlet;
use super::limits::Limits;
use super::line::{Carrier, CloseReason, Connection, Line, Outbox};
use super::seats::Seat;
use super::stream;
use crate::refusal::Refusal;

/// The server side of QUIC for this listener.
pub(super) fn server_config(
    socket: UdpSocket,
    credentials: &Credentials,
    limits: &Limits,
) -> Result<ServerConfig, TransportError> {
    let tls = credentials.tls(wtransport::proto::WEBTRANSPORT_ALPN)?;
    let mut config = ServerConfig::builder()
        .with_bind_socket(socket)
        .with_custom_tls_and_transport(tls, quic_transport(limits))
        .build();
    // Attempts that no task has looked at yet cost memory too.
    config.quic_config_mut().max_incoming(limits.half_open.total.min(256));
    config.quic_config_mut().incoming_buffer_size_total(4 * 1024 * 1024);
    Ok(config)
}

fn quic_transport(limits: &Limits) -> QuicTransportConfig {
    // Guests and host both speak 20 times a second, so an acknowledgement can nearly always ride on the next datagram.
    let mut acks = quinn::AckFrequencyConfig::default();
    acks.ack_eliciting_threshold(10u32.into()).max_ack_delay(Some(Duration::from_millis(60)));
    let idle = quinn::IdleTimeout::try_from(limits.idle).ok();
    let mut quic = QuicTransportConfig::default();
    quic.max_idle_timeout(idle)
        .ack_frequency_config(Some(acks))
        // What QUIC asks of every path, with room for the longest snapshot; more is sent once the path is measured. Begun with more, a handshake
        // over a narrow path never ends.
        .initial_mtu(1200)
        // A guest is told one packet a tick; the buffer for ten at once would be kept for each, and only land on its way would fill it.
        .enable_segmentation_offload(false)
        // The session's own stream, the guest's one stream, and one to spare for a browser that opens it early.
        .max_concurrent_bidi_streams(3u32.into())
        // Control stream and two of header compression, as HTTP/3 demands, and some that it allows.
        .max_concurrent_uni_streams(8u32.into())
        .stream_receive_window(32_768u32.into())
        .receive_window(131_072u32.into())
        .send_window(512 * 1024)
        .datagram_receive_buffer_size(Some(64 * 1024))
        .datagram_send_buffer_size(64 * 1024)
        .crypto_buffer_size(16 * 1024);
    quic
}

/// Takes connection attempts for ever; each gets a seat or a refusal.
pub(super) async fn accept(endpoint: Arc<Endpoint<Server>>, hall: Arc<Hall>) {
    loop {
        let attempt = endpoint.accept().await;
        let peer = attempt.remote_address();
        match hall.half_open.take(peer.ip()) {
            // A forged address can take places only until they are half taken.
            Ok(_) if hall.half_open.crowded() && !attempt.remote_address_validated() => attempt.retry(),
            Ok(seat) => {
                tokio::spawn(welcome(hall.clone(), attempt, peer, seat));
            }
            Err(refusal) => {
                hall.refuse(refusal, peer);
                attempt.refuse();
            }
        }
    }
}

async fn welcome(hall: Arc<Hall>, attempt: IncomingSession, peer: SocketAddr, seat: Seat) {
    let shaken = tokio::time::timeout(hall.limits.handshake, shake_hands(attempt, &hall.gate)).await;
    match shaken {
        Err(_) => hall.refuse(Refusal::HalfOpen, peer),
        Ok(Err(error)) => {
            tracing::debug!(%peer, %error, "handshake failed");
            hall.refuse(Refusal::BadHandshake, peer);
        }
        Ok(Ok(None)) => hall.refuse(Refusal::ForeignPage, peer),
        Ok(Ok(Some((quic, send, receive)))) => keep(hall, quic, send, receive, peer, seat).await,
    }
}

/// `None` for a page of another site.
async fn shake_hands(
    attempt: IncomingSession,
    gate: &Gate,
) -> Result<Option<(wtransport::Connection, SendStream, RecvStream)>, ConnectionError> {
    let request = attempt.await?;
    if request.origin().is_some_and(|origin| !gate.allows(origin, request.authority())) {
        request.forbidden().await;
        return Ok(None);
    }
    let quic = request.accept().await?;
    let (send, receive) = quic.accept_bi().await?;
    Ok(Some((quic, send, receive)))
}

/// Runs a connection until its end; the seat is free afterwards.
async fn keep(
    hall: Arc<Hall>,
    quic: wtransport::Connection,
    send: SendStream,
    receive: RecvStream,
    peer: SocketAddr,
    seat: Seat,
) {
    let line = Line::new(hall.clone(), Carrier::WebTransport, peer, seat);
    let (inlet, incoming) = Inlet::new(line.clone());
    let quic = Arc::new(quic);
    let gauge = hall.meters.connections(Carrier::WebTransport);
    gauge.increment(1.0);
    let mut tasks = JoinSet::new();
    tasks.spawn(datagrams_in(line.clone(), quic.clone(), inlet.clone()));
    tasks.spawn(datagrams_out(line.clone(), quic.clone()));
    tasks.spawn(stream::read(line.clone(), receive, inlet.clone()));
    tasks.spawn(stream::write(line.clone(), send));
    let wanted = hall.announce(Connection { incoming, outbox: Outbox::new(line.clone()) }).await;
    if !wanted {
        line.end(CloseReason::Dismissed("the host is stopping".into()));
    }
    let reason = inlet.until_end().await;
    tasks.abort_all();
    line.vacate();
    quic.close(VarInt::from_u32(u32::from(reason.code())), reason.to_string().as_bytes());
    gauge.decrement(1.0);
    tracing::debug!(%peer, id = line.id, %reason, "connection ended");
}

async fn datagrams_in(line: Arc<Line>, quic: Arc<wtransport::Connection>, inlet: Arc<Inlet>) {
    loop {
        match quic.receive_datagram().await {
            Ok(datagram) => {
                if inlet.datagram(datagram.payload()).is_break() {
                    return;
                }
            }
            Err(error) => {
                line.end(close_reason(&error));
                return;
            }
        }
    }
}

async fn datagrams_out(line: Arc<Line>, quic: Arc<wtransport::Connection>) {
    loop {
        for datagram in line.next_datagrams().await {
            match quic.send_datagram(&datagram) {
                Ok(()) => line.note_sent(datagram.len()),
                // Too long for this path: lost, as a datagram may be.
                Err(_) => line.note_dropped(),
            }
        }
    }
}

fn close_reason(error: &ConnectionError) -> CloseReason {
    match error {
        ConnectionError::ApplicationClosed(_) => CloseReason::Left,
        ConnectionError::ConnectionClosed(_) | ConnectionError::LocallyClosed => CloseReason::Left,
        ConnectionError::TimedOut => CloseReason::Lost,
        ConnectionError::LocalH3Error(_) | ConnectionError::QuicProto(_) => {
            CloseReason::Refused(Refusal::Malformed)
        }
        ConnectionError::CidsExhausted => CloseReason::Lost,
    }
}
