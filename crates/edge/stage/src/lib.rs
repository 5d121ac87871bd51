//! Whole worlds in one process: a steward and its guests on a simulated network, in virtual time, from one seed.
//!
//! * [`town`]: the steward, its people and what lies between them.
//! * [`village`]: land with a few things in known spots and a house.

pub mod town;
pub mod village;

pub use town::{Town, Who, towards};
pub use village::village;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
