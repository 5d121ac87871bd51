//! The vocabulary of the world, stated once.
//!
//! * [`deed`]: what people do, as the world's ledger calls it, and all that is said of it.
//! * [`owner`]: whose things are.
//! * [`act`]: what people mean by what they say; [`words`]: a person's words understood.
//! * [`land`]: what a chunk holds: heights, water, plants, houses.

pub mod act;
pub mod deed;
pub mod land;
pub mod owner;
pub mod words;

pub use act::{Meaning, SpeechAct};
pub use deed::Deed;
pub use owner::Owner;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
