//! Whole worlds in one process: a steward and its guests on a simulated network, in virtual time, from one seed.
//!
//! * [`brawl`]: two parties who fight it out.
//! * [`burglary`]: a theft in the manor and the search for the thief, played.
//! * [`manor`]: a house of three rooms on a meadow.
//! * [`Soul`]: a mind the test can look into and change while it lives.
//! * [`town`]: the steward, its people and what lies between them.
//! * [`village`]: land with a few things in known spots and a house.

pub mod brawl;
pub mod burglary;
pub mod manor;
mod soul;
pub mod town;
pub mod village;

pub use manor::manor;
pub use soul::{Soul, of_character};
pub use town::{Town, Who, towards};
pub use village::village;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
