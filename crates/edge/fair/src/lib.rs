//! The fair beside a world: where people and engines play games that are not the world's.
//!
//! * [`arena`]: tables with board games, and engines to play against, for the page `/arena`.
//! * [`league`]: tournaments of people and engines, for the page `/league`.
//! * [`parlour`]: tables where pages play among themselves, for the page `/parlour`.
//! * [`hall`]: where engines play the matches of a league; [`venue`]: the games they may play there.
//!
//! A host takes them as further routes; it knows nothing of games itself.

pub mod arena;
pub mod hall;
pub mod league;
pub mod parlour;
pub mod venue;

pub use hall::{Hall, play_open};
pub use venue::{FairError, Venue};

/// The games of a program that leagues may be played in, besides the board games.
pub type Games = &'static [&'static dyn wold_game::Game];

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
