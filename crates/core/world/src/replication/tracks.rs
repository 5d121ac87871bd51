//! Sets of those who are followed.

use super::Track;

/// A set of tracks, one bit each.
#[derive(Clone, Debug, Default)]
pub(super) struct Tracks {
    bits: Vec<u64>,
    pub(super) count: usize,
}

impl Tracks {
    pub(super) fn has(&self, track: Track) -> bool {
        self.bits.get(track.index() / 64).is_some_and(|word| word >> (track.index() % 64) & 1 == 1)
    }

    /// Whether it is new.
    pub(super) fn insert(&mut self, track: Track) -> bool {
        let word = track.index() / 64;
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        let is_new = !self.has(track);
        self.count += usize::from(is_new);
        self.bits[word] |= 1 << (track.index() % 64);
        is_new
    }

    /// Whether it was there.
    pub(super) fn remove(&mut self, track: Track) -> bool {
        let was = self.has(track);
        if was {
            self.bits[track.index() / 64] &= !(1 << (track.index() % 64));
            self.count -= 1;
        }
        was
    }
}
