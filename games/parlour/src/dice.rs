//! Dice whose whole state is one word, so that it travels with a game's state and is the same on a page.
//!
//! The house's own streams count in 64 bits, which pages only have as slow big integers; this is the same idea in 32: a counter stepped by the golden ratio, and a
//! bijection that mixes it. Fit for games, not for statistics or secrets.

/// The dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice(pub u32);

impl Dice {
    /// A number in `0..sides`; `sides` is small, so that the bias is too.
    pub fn roll(&mut self, sides: i32) -> i32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9);
        let mut z = self.0;
        z = (z ^ (z >> 16)).wrapping_mul(0x21F0_AAAD);
        z = (z ^ (z >> 15)).wrapping_mul(0x735A_2D97);
        z ^= z >> 15;
        // The high bits by multiplication: exact in a double, since the product is below 2^53.
        ((u64::from(z >> 8) * sides as u64) >> 24) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_comes_up_about_as_often() {
        let mut dice = Dice(1);
        let mut counts = [0; 6];
        (0..60_000).for_each(|_| counts[dice.roll(6) as usize] += 1);
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }
}
