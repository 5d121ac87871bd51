//! See the crate README.
//!
//! * [`transport`]: the way to a host.

pub mod transport;
