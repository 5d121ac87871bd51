//! Small games for a parlour: every peer computes the whole game, and only what people do travels.
//!
//! * [`gong`]: 2n-Gong, a ball in a polygon, each side somebody's goal.
//! * [`amaze`]: two teams in a maze, after crystals and each other.
//! * [`guess`]: Guess a Number, in turns.
//! * [`pong`]: two who see each other late, and a ball that never jumps.
//! * [`Pastime`]: any of them by name; [`PASTIMES`]: what there is.
//! * [`dice`], [`round`]: chance and geometry in whole numbers, the same in every language.
//!
//! All arithmetic is of whole numbers below 2^53, so that the page, which has only doubles, computes the same (`web/src/parlour/games`); the recorded games in
//! `tests/recorded` hold both to it. Seats nobody holds are played by bots, which are part of the rules.

pub mod amaze;
pub mod dice;
pub mod gong;
pub mod guess;
mod pastime;
pub mod pong;
pub mod round;

pub use amaze::Amaze;
pub use gong::Gong;
pub use guess::Guess;
pub use pastime::{Listed, PASTIMES, Pastime, Standing, Unplayable};
pub use pong::Pong;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
