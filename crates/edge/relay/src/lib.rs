//! A mirror of a host for many who look on.
//!
//! A relay comes to a host as one who looks on, or as a few, and serves any number of watchers from what it is told: the host's cost does not grow with them. It keeps nothing on disk.
//!
//! * [`mirror`]: what was told of one viewpoint. [`onlooker`]: what one watcher is told of it. Neither knows socket or clock.
//! * [`Relay`]: both between real sockets: the way to the host, the doors, and the beat that brings them together.

pub mod mirror;
pub mod onlooker;
mod reception;
mod relay;
mod upstream;

pub use relay::{Figures, Relay, RelayConfig, RelayError};

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
