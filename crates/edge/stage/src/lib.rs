//! Whole worlds in one process: a steward and its guests on a simulated network, in virtual time, from one seed.
//!
//! * [`soul`]: a mind the test can look into and change while it lives.
//! * [`town`]: the steward, its people and what lies between them.
//! * [`village`]: land with a few things in known spots and a house.

pub mod soul;
pub mod town;
pub mod village;

pub use soul::Soul;
pub use town::{Town, Who, towards};
pub use village::village;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
