//! Chance: draws that are the same on every machine.
//!
//! * [`Seed`], [`Stream`]: draws named by (seed, domain, key).
//! * [`uniform`]: whole numbers and fractions without bias.
//! * [`shuffle`]: orders of things.

pub mod seed;
pub mod shuffle;
pub mod stream;
pub mod uniform;

pub use seed::{Seed, mix};
pub use stream::Stream;

/// Anything that gives 64 random bits at a time.
pub trait Source {
    /// The next 64 bits.
    fn next_u64(&mut self) -> u64;
}
