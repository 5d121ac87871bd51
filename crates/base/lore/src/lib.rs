//! The vocabulary of the world, stated once.
//!
//! * [`deed`]: what people do, as the world's ledger calls it, and all that is said of it.
//! * [`owner`]: whose things are.

pub mod deed;
pub mod owner;

pub use deed::Deed;
pub use owner::Owner;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
