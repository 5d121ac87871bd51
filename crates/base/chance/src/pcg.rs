//! PCG64 (XSL-RR): a fast sequential generator with jump-ahead and many streams.
//!
//! A 128-bit linear congruential generator whose state is folded and rotated on the way out. For long runs of draws in
//! one place, such as experiments; worlds use [`crate::Stream`], which needs no state to be kept.

use crate::{Seed, Source};

const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;

/// A PCG64 generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pcg {
    state: u128,
    increment: u128,
}

impl Pcg {
    /// The generator of a seed; each `stream` is a sequence of its own.
    #[must_use]
    pub fn new(seed: Seed, stream: u64) -> Self {
        let wide = |lane: u64| {
            (u128::from(seed.child("pcg", &[lane]).0) << 64) | u128::from(seed.child("pcg", &[lane + 1]).0)
        };
        let increment = (u128::from(stream) << 1) | 1;
        let mut pcg = Self { state: 0, increment };
        pcg.step();
        pcg.state = pcg.state.wrapping_add(wide(0));
        pcg.step();
        pcg
    }

    fn step(&mut self) {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
    }

    /// Skips `draws` draws in logarithmic time.
    pub fn jump(&mut self, draws: u64) {
        let (mut a, mut c) = (MULTIPLIER, self.increment);
        let (mut factor, mut offset) = (1u128, 0u128);
        let mut left = draws;
        while left > 0 {
            if left & 1 == 1 {
                factor = factor.wrapping_mul(a);
                offset = offset.wrapping_mul(a).wrapping_add(c);
            }
            c = a.wrapping_add(1).wrapping_mul(c);
            a = a.wrapping_mul(a);
            left >>= 1;
        }
        self.state = factor.wrapping_mul(self.state).wrapping_add(offset);
    }
}

impl Source for Pcg {
    fn next_u64(&mut self) -> u64 {
        self.step();
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumping_equals_walking() {
        let mut walked = Pcg::new(Seed(3), 7);
        let mut jumped = walked.clone();
        (0..1_234).for_each(|_| {
            walked.next_u64();
        });
        jumped.jump(1_234);
        assert_eq!(walked, jumped);
        assert_ne!(Pcg::new(Seed(3), 7).next_u64(), Pcg::new(Seed(3), 8).next_u64());
    }

    #[test]
    fn the_step_is_that_of_the_reference_generator() {
        // pcg64 of the reference library, seeded (42, 54): its published first outputs.
        let mut pcg = Pcg { state: 0, increment: (54 << 1) | 1 };
        pcg.step();
        pcg.state = pcg.state.wrapping_add(42);
        pcg.step();
        // The reference steps after the output of the old state for 64 bits and before it for 128: this one before.
        let drawn = [pcg.next_u64(), pcg.next_u64(), pcg.next_u64()];
        assert_eq!(drawn, [0x86b1_da1d_7206_2b68, 0x1304_aa46_c985_3d39, 0xa367_0e9e_0dd5_0358]);
    }
}
