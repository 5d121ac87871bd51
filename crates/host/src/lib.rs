//! The edge of the world: who comes in, how, and what is kept.
//!
//! * [`steward`]: the host's logic, without sockets, clock or disk.
//! * [`transport`]: guests over WebTransport and WebSocket.
//! * [`store`]: what outlives the process.
//! * [`scribe`]: the log is written while the world goes on.
//! * [`accounts`]: who is who.
//! * [`refusal`]: what is turned away, counted and said.
//! * [`bucket`]: how often something may happen.

pub mod accounts;
pub mod bucket;
pub mod refusal;
pub mod scribe;
pub mod steward;
pub mod store;
pub mod transport;
