//! Chance: draws that are the same on every machine.
//!
//! For worlds:
//! * [`Seed`], [`Stream`]: draws named by (seed, domain, key), so that no subsystem shifts another's.
//! * [`Secret`]: draws nobody can foresee.
//! * [`uniform`], [`normal`], [`weights`], [`shuffle`], [`scatter`]: numbers, choices, orders and points from any [`Source`].
//!
//! For the laboratory:
//! * [`lcg`] ([`factor`] tells their periods), [`pcg`], [`middle_square`], [`patchwork`], [`quasi`], [`cycle`]: other generators and what is known about them;
//!   [`generator`] makes them by name.
//! * [`trials`]: ten tests of randomness.
//! * [`premo`], [`phantom`]: two experiments.

pub mod cycle;
pub mod factor;
pub mod generator;
pub mod lcg;
pub mod middle_square;
pub mod normal;
pub mod patchwork;
pub mod pcg;
pub mod phantom;
pub mod premo;
pub mod quasi;
pub mod scatter;
pub mod secret;
pub mod seed;
pub mod shuffle;
pub mod stream;
pub mod trials;
pub mod uniform;
pub mod weights;

pub use secret::Secret;
pub use seed::{Seed, mix};
pub use stream::Stream;

/// Anything that gives 64 random bits at a time.
pub trait Source {
    /// The next 64 bits.
    fn next_u64(&mut self) -> u64;
}
