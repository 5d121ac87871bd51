//! Linear congruential generators.
//!
//! `X' = (a·X + c) mod m`. Two ways to compute it without a wider type are offered as the textbooks give them, besides
//! the direct one in 128 bits: Schrage's decomposition, usable when `m mod a ≤ m / a`, and a sum modulo m that cannot
//! overflow. Jump-ahead works for any increment: the affine map is composed with itself by doubling, so no division is
//! needed. Kept for reproducing published sequences and for teaching what goes wrong; worlds use [`crate::Stream`].

use crate::Source;
use crate::factor::factors;

/// 2^31 - 1, the usual Mersenne prime.
pub const MERSENNE_31: u64 = (1 << 31) - 1;

/// Multipliers modulo 2^31 - 1 with a good record: Lewis 1969, L'Ecuyer 1988 and 1993, and two of Park and Miller.
pub const CERTIFIED: [u64; 5] = [16_807, 39_373, 41_358, 48_271, 69_621];

/// Draws thrown again before a generator is held to be stuck.
const MOST_THROWS: u32 = 1 << 16;

/// Why a generator cannot be made or used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum LcgError {
    #[error("the modulus must be at least 2, not {0}")]
    Modulus(u64),
    #[error("{what} {value} must be below the modulus {modulus}")]
    TooLarge { what: &'static str, value: u64, modulus: u64 },
    #[error("a generator without increment needs a seed other than 0")]
    ZeroSeed,
    #[error("the generator's cycle never comes into the range")]
    NeverInRange,
}

/// A linear congruential generator and where it stands.
///
/// ```
/// use wold_chance::lcg::Lcg;
/// let mut lewis = Lcg::certified(16_807, 1)?;
/// assert_eq!(lewis.by_ref().take(3).collect::<Vec<_>>(), [16_807, 282_475_249, 1_622_650_073]);
/// lewis.jump(9_997);
/// assert_eq!(lewis.state(), 1_043_618_065);
/// # Ok::<(), wold_chance::lcg::LcgError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lcg {
    multiplier: u64,
    increment: u64,
    modulus: u64,
    state: u64,
}

impl Lcg {
    /// A generator with these parameters, standing at `seed`.
    ///
    /// # Errors
    /// When a parameter is not below the modulus, or the seed is 0 without an increment to leave it.
    pub fn new(multiplier: u64, increment: u64, modulus: u64, seed: u64) -> Result<Self, LcgError> {
        if modulus < 2 {
            return Err(LcgError::Modulus(modulus));
        }
        for (what, value) in [("multiplier", multiplier), ("increment", increment), ("seed", seed)] {
            if value >= modulus {
                return Err(LcgError::TooLarge { what, value, modulus });
            }
        }
        if increment == 0 && seed == 0 {
            return Err(LcgError::ZeroSeed);
        }
        Ok(Self { multiplier, increment, modulus, state: seed })
    }

    /// A generator modulo 2^31 - 1 without increment.
    ///
    /// # Errors
    /// As [`Lcg::new`].
    pub fn certified(multiplier: u64, seed: u64) -> Result<Self, LcgError> {
        Self::new(multiplier, 0, MERSENNE_31, seed)
    }

    /// The number drawn last, or the seed.
    #[must_use]
    pub fn state(&self) -> u64 {
        self.state
    }

    /// The modulus.
    #[must_use]
    pub fn modulus(&self) -> u64 {
        self.modulus
    }

    /// The multiplier.
    #[must_use]
    pub fn multiplier(&self) -> u64 {
        self.multiplier
    }

    /// The increment.
    #[must_use]
    pub fn increment(&self) -> u64 {
        self.increment
    }

    /// The next number, in `0..m` (never 0 without increment).
    pub fn draw(&mut self) -> u64 {
        self.state = step(self.multiplier, self.increment, self.modulus, self.state);
        self.state
    }

    /// The next number by Schrage's method, in 64 signed bits; `None` where `m mod a ≤ m / a` does not hold.
    pub fn draw_by_schrage(&mut self) -> Option<u64> {
        let (quotient, rest) = self.schrage()?;
        let high = self.multiplier * (self.state % quotient);
        let low = rest * (self.state / quotient);
        let product = if high >= low { high - low } else { self.modulus - (low - high) };
        self.state = modulo_sum(product, self.increment, self.modulus);
        Some(self.state)
    }

    /// The constants `(m / a, m mod a)` of Schrage's method, where it applies.
    #[must_use]
    pub fn schrage(&self) -> Option<(u64, u64)> {
        let quotient = self.modulus.checked_div(self.multiplier)?;
        let rest = self.modulus % self.multiplier;
        (rest <= quotient).then_some((quotient, rest))
    }

    /// Skips `draws` numbers in logarithmic time.
    pub fn jump(&mut self, draws: u64) {
        let m = u128::from(self.modulus);
        let (mut a, mut c) = (u128::from(self.multiplier), u128::from(self.increment));
        let (mut factor, mut offset) = (1, 0);
        let mut left = draws;
        while left > 0 {
            if left & 1 == 1 {
                factor = factor * a % m;
                offset = (offset * a + c) % m;
            }
            c = (a * c + c) % m;
            a = a * a % m;
            left >>= 1;
        }
        self.state = ((factor * u128::from(self.state) + offset) % m) as u64;
    }

    /// Starting points of `count` blocks of equal length that do not overlap, over a period of `period` numbers.
    #[must_use]
    pub fn blocks(&self, period: u64, count: u64) -> Vec<Self> {
        let length = period.checked_div(count).unwrap_or(0);
        (0..count)
            .map(|block| {
                let mut start = self.clone();
                start.jump(length.wrapping_mul(block));
                start
            })
            .collect()
    }

    /// Whether every number below the modulus comes up before any repeats (Hull and Dobell): the increment shares no
    /// factor with m, and a - 1 is divisible by every prime of m, and by 4 if m is.
    #[must_use]
    pub fn has_full_period(&self) -> bool {
        // The sum of two numbers of 64 bits may need one more.
        let less = u128::from(self.multiplier) + u128::from(self.modulus) - 1;
        gcd(self.increment, self.modulus) == 1
            && factors(self.modulus).into_iter().all(|(p, _)| less.is_multiple_of(p.into()))
            && (!self.modulus.is_multiple_of(4) || less.is_multiple_of(4))
    }

    /// The number as a fraction in `[0, 1)`.
    pub fn unit(&mut self) -> f64 {
        // Moduli beyond 2^53 round up to 1.
        (self.draw() as f64 / self.modulus as f64).min(1.0 - f64::EPSILON / 2.0)
    }

    /// A whole number in `lo..hi`, each equally likely as far as the generator is uniform (the Las Vegas way: draws
    /// beyond the last whole bucket are thrown again). Without increment 0 never comes up, so the range is shifted.
    ///
    /// # Errors
    /// When the range is empty or wider than the generator's, or when a poor generator's cycle never leaves the part that is thrown again.
    pub fn integer(&mut self, lo: u64, hi: u64) -> Result<u64, LcgError> {
        let shift = u64::from(self.increment == 0);
        let modulus = self.modulus - shift;
        let width = hi.saturating_sub(lo);
        if width == 0 || width > modulus {
            return Err(LcgError::TooLarge { what: "range", value: width, modulus });
        }
        let bucket = modulus / width;
        // Less than half of the range is thrown again: a uniform generator gets out after two draws in the mean.
        for _ in 0..MOST_THROWS {
            let drawn = (self.draw() - shift) / bucket;
            if drawn < width {
                return Ok(lo + drawn);
            }
        }
        Err(LcgError::NeverInRange)
    }
}

impl Iterator for Lcg {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        Some(self.draw())
    }
}

impl Source for Lcg {
    /// Two draws put together by their upper bits: low bits of these generators are poor.
    fn next_u64(&mut self) -> u64 {
        let mut half = || (u128::from(self.draw()) << 32) / u128::from(self.modulus);
        ((half() << 32) | half()) as u64
    }
}

/// One step, computed in 128 bits.
#[must_use]
pub fn step(multiplier: u64, increment: u64, modulus: u64, state: u64) -> u64 {
    ((u128::from(multiplier) * u128::from(state) + u128::from(increment)) % u128::from(modulus)) as u64
}

/// `(x + y) mod m` for numbers below m, without ever exceeding m on the way.
#[must_use]
pub fn modulo_sum(x: u64, y: u64, m: u64) -> u64 {
    if x < m - y { x + y } else { x - (m - y) }
}

/// The greatest common divisor.
#[must_use]
pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
#[path = "lcg_tests.rs"]
mod tests;
