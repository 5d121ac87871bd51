//! The way to a host: WebTransport, or WebSocket where that does not work.
//!
//! A [`Dialer`] asks the host once for its [`Hello`] and then makes any number of [`Connection`]s over one shared socket; payloads
//! are opaque here. [`connect`] does both for a single guest.
//!
//! ```no_run
//! # async fn run() -> Result<(), wold_dial::transport::DialError> {
//! use wold_dial::transport::{DialOptions, connect};
//! use wold_wire::Frame;
//! let mut connection = connect("http://127.0.0.1:7800", DialOptions::default()).await?;
//! connection.outbox.push(Frame::Datagram("hello".into())).ok();
//! while let Some(frame) = connection.incoming.recv().await {
//!     println!("{} bytes", frame.len());
//! }
//! # Ok(())
//! # }
//! ```

mod dialer;
mod hello;
mod line;
pub(crate) mod page;
mod websocket;
mod webtransport;

pub use dialer::{DialError, DialOptions, Dialer, Way, connect};
pub use hello::{Hello, WebTransportHello};
pub use line::{Connection, Outbox, PushError, Traffic};
