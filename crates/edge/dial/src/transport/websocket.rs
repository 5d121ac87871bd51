//! WebSocket from the guest's side. A frame is one binary message; its first byte is 0 for a datagram, 1 for a reliable frame.

use bytes::{Buf, BufMut, Bytes, BytesMut};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::net::{IpAddr, SocketAddr};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use wold_wire::Frame;

use super::dialer::DialError;
use super::line::{self, Connection, Inlet, Letter, MAX_FRAME};
use super::page::reach;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const DATAGRAM: u8 = 0;
const RELIABLE: u8 = 1;

/// Letters written in one go.
const BATCH: usize = 64;

pub(super) async fn connect(
    url: &str,
    host: SocketAddr,
    source: Option<IpAddr>,
) -> Result<Connection, DialError> {
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_FRAME + 1))
        .max_frame_size(Some(MAX_FRAME + 1))
        .read_buffer_size(8 * 1024)
        .write_buffer_size(4 * 1024);
    let stream = reach(host, source).await.map_err(|error| DialError::Refused(error.to_string()))?;
    let (socket, _) = tokio_tungstenite::client_async_tls_with_config(url, stream, Some(config), None)
        .await
        .map_err(|error| DialError::Refused(refusal(error)))?;
    let (connection, inlet, letters) = line::open(None);
    let (sink, stream) = socket.split();
    tokio::spawn(read(stream, inlet));
    tokio::spawn(write(sink, letters));
    Ok(connection)
}

/// The host's own words where it gave some.
fn refusal(error: tungstenite::Error) -> String {
    match error {
        tungstenite::Error::Http(response) => match response.body() {
            Some(body) if !body.is_empty() => String::from_utf8_lossy(body).into_owned(),
            _ => format!("the host answered {}", response.status()),
        },
        other => other.to_string(),
    }
}

async fn read(mut stream: SplitStream<Socket>, inlet: Inlet) {
    let words = loop {
        let mut message: Bytes = match stream.next().await {
            Some(Ok(Message::Binary(message))) => message,
            Some(Ok(Message::Close(Some(close)))) => break close.reason.to_string(),
            Some(Ok(Message::Close(None))) | None => break "the host closed the connection".to_owned(),
            Some(Ok(_)) => continue,
            Some(Err(error)) => break error.to_string(),
        };
        let wanted = match message.try_get_u8() {
            Ok(DATAGRAM) => inlet.datagram(message),
            Ok(RELIABLE) => inlet.reliable(message).await,
            Ok(_) | Err(_) => break "the host sent something that is not a frame".to_owned(),
        };
        if !wanted {
            break "the guest left".to_owned();
        }
    };
    inlet.line.end(words);
}

/// Writes until the guest says goodbye or drops its last outbox, then ends the connection.
async fn write(mut sink: SplitSink<Socket, Message>, mut letters: mpsc::Receiver<Letter>) {
    let mut waiting = Vec::new();
    let mut goodbye = false;
    while !goodbye && letters.recv_many(&mut waiting, BATCH).await > 0 {
        for letter in waiting.drain(..) {
            let (kind, payload) = match letter {
                Letter::Frame(Frame::Datagram(payload)) => (DATAGRAM, payload),
                Letter::Frame(Frame::Reliable(payload)) => (RELIABLE, payload),
                Letter::Goodbye => {
                    goodbye = true;
                    continue;
                }
            };
            let mut message = BytesMut::with_capacity(payload.len() + 1);
            message.put_u8(kind);
            message.put_slice(&payload);
            if sink.feed(Message::Binary(message.freeze())).await.is_err() {
                return;
            }
        }
        if sink.flush().await.is_err() {
            return;
        }
    }
    let _ = sink.close().await;
}
