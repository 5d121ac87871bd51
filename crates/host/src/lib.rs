//! The edge of the world: who comes in, how, and what is kept. See the crate README for an example.
//!
//! * [`steward`]: the host's logic, without sockets, clock or disk.
//! * [`transport`]: guests over WebTransport and WebSocket.
//! * [`store`]: what outlives the process.
//! * [`scribe`]: the log is written while the world goes on.
//! * [`accounts`]: who is who.
//! * [`config`]: the settings of `wold serve`.
//! * [`web`]: the page, health, metrics, and how to come in.
//! * [`refusal`]: what is turned away, counted and said.
//! * [`bucket`]: how often something may happen.

pub mod accounts;
pub mod bucket;
pub mod config;
pub mod refusal;
pub mod scribe;
pub mod steward;
pub mod store;
pub mod transport;
pub mod web;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
