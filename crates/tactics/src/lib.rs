//! Tactics: where to stand, and why.
//!
//! * [`scene`]: a small text map with people, cover, spots and areas; what can be seen and walked.
//! * [`influence`]: where each side may soon be and what it can hit; maps by recipe.
//! * [`query`]: questions for places, as text; answers that explain themselves and spare rays.

pub mod influence;
pub mod query;
pub mod scene;

/// The line of a byte, from 1.
pub(crate) fn line_at(text: &str, byte: usize) -> usize {
    text.as_bytes().iter().take(byte).filter(|&&b| b == b'\n').count() + 1
}

/// The README's example runs as a test.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct Readme;
