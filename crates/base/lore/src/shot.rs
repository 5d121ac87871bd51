//! Shots: what can be let fly, and how it flies. What a world knows of it is in its file; what everybody must know to aim is said here.

use crate::land::ThingKind;

/// Kinds of shots a world knows at most.
pub const MOST_SHOTS: usize = 16;

/// How a thing flies that is let go from the hand, or from what is in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// What is in the hand: a bow, or what is thrown.
    pub with: ThingKind,
    /// What flies. It comes out of the bag.
    pub of: ThingKind,
    /// How fast it goes over the ground, in metres a second.
    pub speed: u8,
    /// How fast it falls faster, in metres a second each second.
    pub fall: u8,
    /// Metres within which one can aim.
    pub reach: u8,
}

impl Shot {
    /// The shot of what is in a hand, if it is one.
    #[must_use]
    pub fn with(shots: &[Self], hand: ThingKind) -> Option<Self> {
        shots.iter().find(|shot| shot.with == hand).copied()
    }
}
