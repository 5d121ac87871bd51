//! Crisp constraints: every one must be met.
//!
//! * [`Puzzle`]: variables with up to 64 values and constraints between pairs; [`count`] and [`first`] solve one.
//! * [`Queens`], [`Monkey`]: two that people know.

mod monkey;
mod queens;
mod solver;

pub use monkey::{Monkey, MonkeyError};
pub use queens::Queens;
pub use solver::{Puzzle, Solutions, count, first};
