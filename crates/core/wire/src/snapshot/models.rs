//! How likely each bit of a snapshot is, as both ends have learnt it.
//!
//! A model is how often its bit was a one, in 1/65536. It goes a share of the way to what came: half of it at first, less with experience, a 64th in the end. Both ends
//! learn the same, since they learn only of packets of which both know that they arrived ([`super::accord`]).

use super::contexts::COUNT;

/// Certainty.
const ONE: i32 = 1 << 16;
/// No model is surer than this: a sure one could never code the other bit.
const LEAST: i32 = 32;
/// The slowest a model learns: by 1/2^this of what it was wrong.
const SLOWEST: u32 = 6;
/// Bits after which a model learns at its slowest.
const EXPERIENCED: usize = (1 << SLOWEST) - 2;

/// How a model learns, in words, for the protocol's hash.
pub(super) fn layout() -> String {
    format!(
        "{COUNT} models of 16 bits, at least {LEAST}, learn by 1/2^log2(2 + bits seen), at the slowest 1/2^{SLOWEST}"
    )
}

/// All models of one guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Models {
    one: Box<[u16; COUNT]>,
    seen: Box<[u8; COUNT]>,
}

impl Default for Models {
    fn default() -> Self {
        Self { one: Box::new([(ONE / 2) as u16; COUNT]), seen: Box::new([0; COUNT]) }
    }
}

impl Models {
    /// How often that model's bit is a one, in 1/65536.
    pub fn one(&self, at: usize) -> u16 {
        self.one[at]
    }

    /// A bit of that model's came.
    pub fn learn(&mut self, at: usize, bit: bool) {
        let seen = usize::from(self.seen[at]);
        let rate = (seen as u32 + 2).ilog2();
        self.seen[at] = (seen + 1).min(EXPERIENCED) as u8;
        let one = i32::from(self.one[at]);
        let aim = if bit { ONE } else { 0 };
        // Shifted arithmetically, so rounded down whichever way it goes.
        self.one[at] = (one + ((aim - one) >> rate)).clamp(LEAST, ONE - LEAST) as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_comes_to_know_how_often_its_bit_is_one() {
        let mut models = Models::default();
        for n in 0..2000 {
            models.learn(7, n % 10 == 0);
            models.learn(8, true);
        }
        let share = f64::from(models.one(7)) / 65536.0;
        assert!((0.06..0.16).contains(&share), "{share}");
        assert!(models.one(8) > 65_000 && models.one(8) <= u16::MAX - 31);
        assert_eq!(models.one(9), 32_768);
    }

    #[test]
    fn the_first_bits_count_most() {
        let mut models = Models::default();
        models.learn(0, true);
        assert_eq!(models.one(0), 49_152);
        models.learn(0, true);
        assert_eq!(models.one(0), 57_344);
        models.learn(0, true);
        assert_eq!(models.one(0), 59_392, "a quarter of the way");
    }
}
