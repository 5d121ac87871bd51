//! WebTransport from the guest's side. Reliable frames go over one stream, each after its length (u32, little endian).

use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::{BufMut, Bytes, BytesMut};
use tokio::sync::mpsc;
use wold_wire::Frame;
use wtransport::config::{DnsLookupFuture, DnsResolver, QuicTransportConfig};
use wtransport::endpoint::endpoint_side::Client;
use wtransport::error::{ConnectionError, StreamWriteError};
use wtransport::tls::Sha256Digest;
use wtransport::tls::client::{ServerHashVerification, build_default_tls_config};
use wtransport::tls::rustls::RootCertStore;
use wtransport::{ClientConfig, Endpoint, RecvStream, SendStream, VarInt, quinn};

use super::dialer::DialError;
use super::line::{self, Connection, Inlet, Letter, MAX_FRAME};

/// One tick's datagrams to some hundred guests of one process fit, with the kernel's own cost of each.
const SOCKET_BUFFER: usize = 4 * 1024 * 1024;

/// Letters written in one go.
const BATCH: usize = 64;

/// A host that is silent for this long is gone.
const IDLE: Duration = Duration::from_secs(20);

/// How long to wait for the host to read the last frames.
const FAREWELL: Duration = Duration::from_secs(1);

/// Every name is the host that answered the first question.
#[derive(Debug)]
struct OneHost(SocketAddr);

impl DnsResolver for OneHost {
    fn resolve(&self, _: &str) -> Pin<Box<dyn DnsLookupFuture>> {
        let address = self.0;
        Box::pin(async move { Ok(Some(address)) })
    }
}

/// One socket for any number of connections to `host`, trusting `hash` or else the system's authorities.
pub(super) fn endpoint(
    host: SocketAddr,
    hash: Option<[u8; 32]>,
    source: Option<IpAddr>,
) -> Result<Endpoint<Client>, DialError> {
    let open = || -> std::io::Result<Endpoint<Client>> {
        let any = match (source, host.ip()) {
            (Some(source), _) => SocketAddr::new(source, 0),
            (None, IpAddr::V4(_)) => SocketAddr::from(([0, 0, 0, 0], 0)),
            (None, IpAddr::V6(_)) => SocketAddr::from(([0u16; 8], 0)),
        };
        let socket = socket2::Socket::new(
            socket2::Domain::for_address(any),
            socket2::Type::DGRAM,
            Some(socket2::Protocol::UDP),
        )?;
        // The system may grant less; then a burst loses datagrams, which is their lot.
        let _ = socket.set_recv_buffer_size(SOCKET_BUFFER);
        let _ = socket.set_send_buffer_size(SOCKET_BUFFER);
        socket.bind(&any.into())?;
        let tls = match hash {
            Some(hash) => build_default_tls_config(
                Arc::new(RootCertStore::empty()),
                Some(Arc::new(ServerHashVerification::new([Sha256Digest::new(hash)]))),
            ),
            None => build_default_tls_config(Arc::new(wtransport::tls::build_native_cert_store()), None),
        };
        let mut config = ClientConfig::builder()
            .with_bind_socket(socket.into())
            .with_custom_tls_and_transport(tls, quic_transport())
            .build();
        config.set_dns_resolver(OneHost(host));
        Endpoint::client(config)
    };
    open().map_err(DialError::Socket)
}

fn quic_transport() -> QuicTransportConfig {
    // Both sides speak 20 times a second, so an acknowledgement can nearly always ride on the next datagram.
    let mut acks = quinn::AckFrequencyConfig::default();
    acks.ack_eliciting_threshold(10u32.into()).max_ack_delay(Some(Duration::from_millis(60)));
    let mut quic = QuicTransportConfig::default();
    quic.max_idle_timeout(quinn::IdleTimeout::try_from(IDLE).ok())
        .keep_alive_interval(Some(Duration::from_secs(5)))
        .ack_frequency_config(Some(acks))
        // What QUIC asks of every path; more is sent once the path is measured.
        .initial_mtu(1200)
        .max_concurrent_bidi_streams(1u32.into())
        .max_concurrent_uni_streams(8u32.into())
        .stream_receive_window(524_288u32.into())
        .receive_window(1_048_576u32.into())
        .send_window(64 * 1024)
        .datagram_receive_buffer_size(Some(128 * 1024))
        .datagram_send_buffer_size(32 * 1024);
    quic
}

/// Connects and opens the one stream.
pub(super) async fn connect(endpoint: &Endpoint<Client>, url: &str) -> Result<Connection, DialError> {
    let quic = endpoint.connect(url).await.map_err(|error| DialError::Refused(error.to_string()))?;
    let refused = |error: &dyn std::fmt::Display| DialError::Refused(error.to_string());
    let opening = quic.open_bi().await.map_err(|error| refused(&error))?;
    let (send, receive) = opening.await.map_err(|error| refused(&error))?;
    let quic = Arc::new(quic);
    let (connection, inlet, letters) = line::open(Some(quic.clone()));
    tokio::spawn(datagrams_in(quic.clone(), inlet.clone()));
    tokio::spawn(reliable_in(quic.clone(), receive, inlet));
    tokio::spawn(reliable_out(quic, send, letters));
    Ok(connection)
}

async fn datagrams_in(quic: Arc<wtransport::Connection>, inlet: Inlet) {
    loop {
        match quic.receive_datagram().await {
            Ok(datagram) => {
                if !inlet.datagram(datagram.payload()) {
                    quic.close(VarInt::from_u32(0), b"");
                    return;
                }
            }
            Err(error) => {
                inlet.line.end(words(&error));
                return;
            }
        }
    }
}

fn words(error: &ConnectionError) -> String {
    match error {
        ConnectionError::ApplicationClosed(close) if !close.reason().is_empty() => {
            String::from_utf8_lossy(close.reason()).into_owned()
        }
        other => other.to_string(),
    }
}

async fn reliable_in(quic: Arc<wtransport::Connection>, mut receive: RecvStream, inlet: Inlet) {
    while let Some(bytes) = read_frame(&mut receive, &quic).await {
        if !inlet.reliable(bytes).await {
            quic.close(VarInt::from_u32(0), b"");
            return;
        }
    }
}

/// The next frame; none when the stream has ended or announces a frame no host may send.
async fn read_frame(receive: &mut RecvStream, quic: &wtransport::Connection) -> Option<Bytes> {
    let mut prefix = [0; 4];
    receive.read_exact(&mut prefix).await.ok()?;
    let length = u32::from_le_bytes(prefix) as usize;
    if length > MAX_FRAME {
        quic.close(VarInt::from_u32(1), b"a frame was too long");
        return None;
    }
    let mut payload = vec![0; length];
    receive.read_exact(&mut payload).await.ok()?;
    Some(payload.into())
}

/// Writes until the guest says goodbye or drops its last outbox, then ends the connection.
async fn reliable_out(
    quic: Arc<wtransport::Connection>,
    mut send: SendStream,
    mut letters: mpsc::Receiver<Letter>,
) {
    let mut waiting = Vec::new();
    let mut bytes = BytesMut::new();
    'writing: while letters.recv_many(&mut waiting, BATCH).await > 0 {
        let mut goodbye = false;
        for letter in waiting.drain(..) {
            match letter {
                Letter::Frame(Frame::Datagram(payload) | Frame::Reliable(payload)) => {
                    bytes.put_u32_le(payload.len() as u32);
                    bytes.put_slice(&payload);
                }
                Letter::Goodbye => goodbye = true,
            }
        }
        if write(&mut send, &mut bytes).await.is_err() {
            break 'writing;
        }
        if goodbye {
            let _ = tokio::time::timeout(FAREWELL, send.finish()).await;
            break 'writing;
        }
    }
    quic.close(VarInt::from_u32(0), b"");
}

async fn write(send: &mut SendStream, bytes: &mut BytesMut) -> Result<(), StreamWriteError> {
    send.write_all(bytes).await?;
    bytes.clear();
    Ok(())
}
