//! What can be perceived, and what somebody makes of it.
//!
//! Pure: no clock, no world, no chance but a stream that is given. Whoever has a world says what stands where, who looks and who sounds; this room
//! says who is noticed, how soon and why.
//!
//! * [`places`]: areas, the chokes between them, where to stand to watch one.
//! * [`hearing`]: sounds as rows, how far they are through doors and windows, who hears what and why.
//! * [`search`]: a group that looks for somebody it has lost.

pub mod hearing;
pub mod places;
pub mod search;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
