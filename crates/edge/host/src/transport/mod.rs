//! How guests come in: WebTransport and WebSocket, one kind of [`Connection`].
//!
//! * [`Listener`] binds one port number: TCP for pages and `/ws`, UDP for WebTransport. [`Listener::serve`] hands out guests.
//! * [`Connection`] is a bounded queue of [`Frame`](wold_wire::Frame)s in and an [`Outbox`] out; payloads are opaque here.
//! * [`Limits`] bounds everything a stranger could make grow; every refusal raises `wold_refused_total{reason=…}`.
//!
//! Framing. WebTransport: datagrams are QUIC datagrams; reliable frames go over the one bidirectional stream the guest opens,
//! each after its
//! length as u32 little endian. WebSocket: binary messages, first byte 0 for a datagram and 1 for a reliable frame.

mod door;
mod gate;
mod hall;
mod identity;
mod inlet;
mod limits;
mod line;
mod listener;
mod metered;
pub mod seats;
mod stream;
mod streams;
mod websocket;
mod webtransport;

pub use gate::Gate;
pub use identity::Certificate;
pub use limits::{Limits, MAX_DATAGRAM, Pool};
pub use line::{Carrier, CloseReason, Connection, Ended, Outbox, Traffic};
pub use listener::{Entrance, Listener, Serving, TransportConfig, TransportError, WebTransportEntrance};
pub use streams::Streams;
