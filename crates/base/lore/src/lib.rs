//! The vocabulary of the world, stated once.
//!
//! * [`deed`]: what people do, as the world's ledger calls it.

pub mod deed;

pub use deed::Deed;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
