//! See the crate README.
//!
//! * [`frame`]: what a transport carries.

pub mod frame;

pub use frame::Frame;
