//! See the crate README.
//!
//! * [`transport`]: the way to a host.

pub mod transport;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
