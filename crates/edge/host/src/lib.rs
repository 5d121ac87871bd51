//! The edge of the world: who comes in, how, and what is kept. See the crate README for an example.
//!
//! * [`service`]: the running host: real guests, real time, a real disk.
//! * [`shelf`]: land made ahead of need. The host's logic without sockets, clock or disk is in [`wold_steward`].
//! * [`transport`]: guests over WebTransport and WebSocket.
//! * [`store`]: what outlives the process.
//! * [`archive`]: from a folder to a running world and back.
//! * [`scribe`]: the log is written while the world goes on.
//! * [`accounts`]: who is who.
//! * [`config`]: the settings of `wold serve`.
//! * [`web`]: the page, health, metrics, and how to come in.
//! * [`map`]: the land from above.
//! * [`refusal`]: what is turned away, counted and said.
//! * [`bucket`]: how often something may happen.

pub mod accounts;
pub mod archive;
pub mod bucket;
pub mod config;
pub mod map;
pub mod refusal;
pub mod scribe;
pub mod service;
pub mod shelf;
pub mod store;
pub mod transport;
pub mod web;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
