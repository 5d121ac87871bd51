//! What a guest's character hears, misses and finds out of place.

use crate::recent::Recent;
use wold_lore::sense::{Amiss, Sound};
use wold_space::{ChunkPos, DVec2, EntityId};
use wold_wire::FromHost;

/// A noise whose maker one did not see.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// When it was heard, in the guest's steps.
    pub step: u64,
    /// Where one was.
    pub heard_at: DVec2,
    /// What it sounded like.
    pub sound: Sound,
    /// Where from, in 1/256 turn anticlockwise from east.
    pub turn: u8,
    /// How many metres off, if that could be told; else 0.
    pub metres: u8,
    /// How loud, 255 right beside it.
    pub loudness: u8,
    /// Whether it came through something shut or over a fence.
    pub muffled: bool,
}

impl Noise {
    /// The direction it came from.
    #[must_use]
    pub fn towards(&self) -> DVec2 {
        let angle = f64::from(self.turn) / 256.0 * std::f64::consts::TAU;
        DVec2::new(libm::cos(angle), libm::sin(angle))
    }

    /// About where it was made, if it was loud enough to tell. Round corners it is elsewhere.
    #[must_use]
    pub fn place(&self) -> Option<DVec2> {
        (self.metres > 0).then(|| self.heard_at + self.towards() * f64::from(self.metres))
    }
}

/// Something that is not as it was left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Misplaced {
    /// When one noticed, in the guest's steps.
    pub step: u64,
    /// What.
    pub what: Amiss,
    /// Where.
    pub place: DVec2,
}

/// Somebody one no longer hears.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Missed {
    /// When one noticed, in the guest's steps.
    pub step: u64,
    /// Whom.
    pub who: EntityId,
    /// Where they were last.
    pub place: DVec2,
}

/// What came to a guest's ears lately, and what it found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ears {
    pub(crate) noises: Recent<Noise>,
    pub(crate) amiss: Recent<Misplaced>,
    pub(crate) missed: Recent<Missed>,
}

impl Ears {
    /// Takes in what one is told of it, at a step and a place; nothing else.
    pub(crate) fn take(&mut self, message: &FromHost, step: u64, heard_at: DVec2) {
        match *message {
            FromHost::Noise { sound, turn, metres, loudness, muffled } => {
                self.noises.push(Noise { step, heard_at, sound, turn, metres, loudness, muffled });
            }
            FromHost::Amiss { what, chunk, east, north } => {
                self.amiss.push(Misplaced { step, what, place: eighths(chunk, east, north) });
            }
            FromHost::Missed { who, chunk, east, north } => {
                self.missed.push(Missed { step, who, place: eighths(chunk, east, north) });
            }
            _ => {}
        }
    }
}

/// A place told by its chunk and eighths of a metre.
fn eighths(chunk: ChunkPos, east: u8, north: u8) -> DVec2 {
    chunk.origin() + DVec2::new(f64::from(east), f64::from(north)) / 8.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noise_tells_a_place_only_if_it_was_loud() {
        let loud = Noise {
            step: 0,
            heard_at: DVec2::new(10.0, 5.0),
            sound: Sound::Shout,
            turn: 64,
            metres: 12,
            loudness: 200,
            muffled: false,
        };
        assert!(loud.place().is_some_and(|place| place.distance(DVec2::new(10.0, 17.0)) < 1e-9));
        assert_eq!(Noise { metres: 0, ..loud }.place(), None);
    }
}
