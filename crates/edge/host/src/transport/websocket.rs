//! Guests over WebSocket, for browsers and networks without WebTransport.
//!
//! Every frame is one binary message whose first byte tells its kind: 0 a datagram, 1 a reliable frame.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use bytes::{Buf, BufMut, Bytes, BytesMut};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite;

use super::hall::Hall;
use super::inlet::{Flow, Inlet};
use super::line::{Carrier, CloseReason, Connection, Line, Next, Outbox};
use super::seats::Seat;
use crate::refusal::Refusal;

const DATAGRAM: u8 = 0;
const RELIABLE: u8 = 1;

/// Close codes below 4000 belong to the protocol itself; refusals are counted from there.
const CLOSE_CODE_BASE: u16 = 4000;

/// The route `/ws`. The router must be served with [`ConnectInfo`].
pub(super) fn route(hall: Arc<Hall>) -> Router {
    Router::new().route("/ws", any(upgrade)).with_state(hall)
}

async fn upgrade(
    State(hall): State<Arc<Hall>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    upgrade: WebSocketUpgrade,
) -> Response {
    match hall.half_open.take(peer.ip()) {
        Err(refusal) => {
            hall.refuse(refusal, peer);
            (StatusCode::SERVICE_UNAVAILABLE, refusal.to_string()).into_response()
        }
        Ok(seat) => {
            let message = hall.limits.inbound_frame + 1;
            upgrade
                .max_message_size(message)
                .max_frame_size(message)
                .read_buffer_size(4 * 1024)
                .write_buffer_size(4 * 1024)
                .on_upgrade(move |socket| keep(hall, socket, peer, seat))
        }
    }
}

/// Runs a connection until its end; the seat is free afterwards.
async fn keep(hall: Arc<Hall>, socket: WebSocket, peer: SocketAddr, seat: Seat) {
    let line = Line::new(hall.clone(), Carrier::WebSocket, peer, seat);
    let (inlet, incoming) = Inlet::new(line.clone());
    let gauge = hall.meters.connections(Carrier::WebSocket);
    gauge.increment(1.0);
    let (sink, stream) = socket.split();
    let (give_back, sink_back) = oneshot::channel();
    let mut tasks = JoinSet::new();
    tasks.spawn(read(line.clone(), stream, inlet.clone()));
    tasks.spawn(write(line.clone(), sink, give_back));
    let wanted = hall.announce(Connection { incoming, outbox: Outbox::new(line.clone()) }).await;
    if !wanted {
        line.end(CloseReason::Dismissed("the host is stopping".into()));
    }
    let reason = inlet.until_end().await;
    let farewell = tokio::time::timeout(hall.limits.farewell, say_goodbye(sink_back, &reason));
    let _ = farewell.await;
    tasks.abort_all();
    line.vacate();
    gauge.decrement(1.0);
    tracing::debug!(%peer, id = line.id, %reason, "connection ended");
}

async fn say_goodbye(sink_back: oneshot::Receiver<SplitSink<WebSocket, Message>>, reason: &CloseReason) {
    if let Ok(mut sink) = sink_back.await {
        let code = match reason.code() {
            0 => axum::extract::ws::close_code::NORMAL,
            code => CLOSE_CODE_BASE + code,
        };
        let close = CloseFrame { code, reason: reason.to_string().into() };
        let _ = sink.send(Message::Close(Some(close))).await;
    }
}

async fn read(line: Arc<Line>, mut stream: SplitStream<WebSocket>, inlet: Arc<Inlet>) {
    loop {
        let flow = match stream.next().await {
            Some(Ok(Message::Binary(message))) => take(&line, &inlet, message).await,
            Some(Ok(Message::Text(_))) => {
                line.refuse(Refusal::Malformed);
                Flow::Break(())
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => inlet.sign_of_life(),
            Some(Ok(Message::Close(_))) | None => {
                line.end(CloseReason::Left);
                Flow::Break(())
            }
            Some(Err(error)) => {
                note_failure(&line, error);
                Flow::Break(())
            }
        };
        if flow.is_break() {
            return;
        }
    }
}

async fn take(line: &Line, inlet: &Inlet, mut message: Bytes) -> Flow {
    match message.try_get_u8() {
        Ok(DATAGRAM) => inlet.datagram(message),
        Ok(RELIABLE) => inlet.reliable(message).await,
        Ok(_) | Err(_) => {
            line.refuse(Refusal::Malformed);
            Flow::Break(())
        }
    }
}

fn note_failure(line: &Line, error: axum::Error) {
    use tungstenite::Error;
    match error.into_inner().downcast_ref::<Error>() {
        Some(Error::Capacity(_)) => line.refuse(Refusal::Oversize),
        Some(Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake)) => {
            line.end(CloseReason::Lost);
        }
        Some(Error::Protocol(_) | Error::Utf8(_)) => line.refuse(Refusal::Malformed),
        _ => {
            line.end(CloseReason::Lost);
        }
    }
}

type Sink = SplitSink<WebSocket, Message>;

/// Writes whatever waits until the line ends, then gives the sink back for the goodbye.
///
/// All goes over one stream, so whatever is written comes before all that follows. Therefore a snapshot waits here as long as the network takes
/// nothing, where the next replaces it, and goes before the land that waits.
async fn write(line: Arc<Line>, mut sink: Sink, give_back: oneshot::Sender<Sink>) {
    loop {
        let written = tokio::select! {
            biased;
            _ = line.until_end() => break,
            datagrams = line.next_datagrams() => {
                held_up(&line, write_datagrams(&line, &mut sink, datagrams)).await
            }
            next = line.next_reliable() => match next {
                Next::Frames(frames) => held_up(&line, write_frames(&line, &mut sink, frames)).await,
                Next::Farewell(words) => {
                    line.end(CloseReason::Dismissed(words));
                    break;
                }
            },
        };
        if written.is_err() {
            line.end(CloseReason::Lost);
            return;
        }
    }
    let _ = give_back.send(sink);
}

/// Writes, however long the network takes nothing.
async fn held_up<T>(line: &Line, writing: impl Future<Output = T>) -> T {
    line.hold_up(true);
    let written = writing.await;
    line.hold_up(false);
    written
}

async fn write_datagrams(
    line: &Line,
    sink: &mut Sink,
    datagrams: VecDeque<Bytes>,
) -> Result<(), axum::Error> {
    feed_datagrams(line, sink, datagrams).await?;
    sink.flush().await
}

async fn write_frames(line: &Line, sink: &mut Sink, frames: VecDeque<Bytes>) -> Result<(), axum::Error> {
    for frame in frames {
        sink.feed(message(RELIABLE, &frame)).await?;
        line.note_written(frame.len());
        feed_datagrams(line, sink, line.datagrams_now()).await?;
    }
    sink.flush().await
}

async fn feed_datagrams(line: &Line, sink: &mut Sink, datagrams: VecDeque<Bytes>) -> Result<(), axum::Error> {
    for datagram in datagrams {
        sink.feed(message(DATAGRAM, &datagram)).await?;
        line.note_sent(datagram.len());
    }
    Ok(())
}

fn message(kind: u8, payload: &[u8]) -> Message {
    let mut message = BytesMut::with_capacity(payload.len() + 1);
    message.put_u8(kind);
    message.put_slice(payload);
    Message::Binary(message.freeze())
}
