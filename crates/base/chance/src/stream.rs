//! Named streams of draws.
//!
//! Draw `i` of a stream is `mix(mix(key0 + i · GOLDEN) ^ key1)`, where both keys are hashes of (seed, domain, key): a
//! keyed bijection of a counter. So any draw can be had alone, a stream can be jumped ahead or split in constant time,
//! and no subsystem's draws can shift another's. Fit for worlds and tests; not for secrets, see [`crate::Secret`].

use crate::seed::{GOLDEN, mix, name_lane};
use crate::{Seed, Source, uniform};

/// A sequence of draws that belongs to one (seed, domain, key).
///
/// ```
/// use wold_chance::{Seed, Stream};
/// let mut oak = Stream::named(Seed(7), "trees", &[12, 5]);
/// let first = oak.next_u64();
/// let mut again = Stream::named(Seed(7), "trees", &[12, 5]);
/// assert_eq!(again.next_u64(), first);
///
/// again.jump(1_000_000);
/// (0..1_000_000).for_each(|_| { oak.next_u64(); });
/// assert_eq!(oak.next_u64(), again.next_u64());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    key: [u64; 2],
    counter: u64,
}

impl Stream {
    /// The stream of this name, at its first draw.
    #[must_use]
    pub fn named(seed: Seed, domain: &str, key: &[u64]) -> Self {
        Self { key: [name_lane(seed, domain, key, 1), name_lane(seed, domain, key, 2)], counter: 0 }
    }

    /// A stream of its own for a part of what this one is for. Does not draw from this stream, and does not depend on
    /// how far it has been read.
    #[must_use]
    pub fn split(&self, part: u64) -> Self {
        let key = self.key.map(|k| mix(mix(k ^ GOLDEN).wrapping_add(mix(part.wrapping_add(GOLDEN)))));
        Self { key, counter: 0 }
    }

    /// Draw number `index`, wherever this stream stands.
    #[must_use]
    pub fn nth(&self, index: u64) -> u64 {
        mix(mix(self.key[0].wrapping_add(index.wrapping_mul(GOLDEN))) ^ self.key[1])
    }

    /// Skips `draws` draws at once.
    pub fn jump(&mut self, draws: u64) {
        self.counter = self.counter.wrapping_add(draws);
    }

    /// How many draws have been taken.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.counter
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let drawn = self.nth(self.counter);
        self.jump(1);
        drawn
    }

    /// 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    /// A whole number in `0..n`, each equally likely; 0 when `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        uniform::below(self, n)
    }

    /// A number in `[0, 1)`.
    pub fn unit(&mut self) -> f64 {
        uniform::unit(self)
    }

    /// A number in `[lo, hi)`; `lo` when the range is empty.
    pub fn range(&mut self, lo: f64, hi: f64) -> f64 {
        uniform::range(self, lo, hi)
    }

    /// True with probability `p`.
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// One of them, each equally likely; `None` when there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u64) as usize)
    }

    /// Puts them in an order, each equally likely (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        crate::shuffle::shuffle(self, items);
    }
}

impl Source for Stream {
    fn next_u64(&mut self) -> u64 {
        Stream::next_u64(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_anywhere_give_streams_that_differ() {
        let base = Stream::named(Seed(1), "ab", &[1, 2]).nth(0);
        for other in [
            Stream::named(Seed(2), "ab", &[1, 2]),
            Stream::named(Seed(1), "a", &[1, 2]),
            Stream::named(Seed(1), "ab\0", &[1, 2]),
            Stream::named(Seed(1), "ab", &[1]),
            Stream::named(Seed(1), "ab", &[1, 2, 0]),
            Stream::named(Seed(1), "ab", &[2, 1]),
            Stream::named(Seed(1), "ab", &[1, 2]).split(0),
        ] {
            assert_ne!(other.nth(0), base);
        }
    }

    #[test]
    fn splitting_ignores_how_far_the_parent_was_read() {
        let fresh = Stream::named(Seed(9), "x", &[]);
        let mut read = fresh.clone();
        read.next_u64();
        assert_eq!(fresh.split(3), read.split(3));
    }

    #[test]
    fn the_first_draws_of_a_named_stream_never_change() {
        let mut stream = Stream::named(Seed(42), "golden", &[1, 2, 3]);
        let drawn = [stream.next_u64(), stream.next_u64(), stream.next_u64()];
        assert_eq!(drawn, GOLDEN_DRAWS);
    }

    const GOLDEN_DRAWS: [u64; 3] =
        [16_519_106_618_565_305_544, 14_999_040_134_194_006_278, 12_065_511_194_056_126_198];
}
