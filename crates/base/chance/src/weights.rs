//! One of several, some likelier than others.
//!
//! * [`Weights`]: prefix sums and a binary search; exact for whole weights, and easy to change.
//! * [`Alias`]: Walker's tables (Vose's construction); one draw and one look whatever the number, for weights that stay.

use crate::lcg::{Lcg, LcgError, gcd};
use crate::{Source, uniform};

/// Why weights cannot be chosen from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightError {
    /// Nothing could ever be chosen.
    #[error("all weights are zero")]
    AllZero,
    /// The sum does not fit.
    #[error("the sum of the weights exceeds 2^63")]
    TooLarge,
}

/// Whole weights as prefix sums.
///
/// ```
/// use wold_chance::{Seed, Stream, weights::Weights};
/// let loot = Weights::new(&[70, 25, 5])?;
/// let mut stream = Stream::named(Seed(1), "loot", &[]);
/// assert!(loot.choose(&mut stream) < 3);
/// # Ok::<(), wold_chance::weights::WeightError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    sums: Vec<u64>,
}

impl Weights {
    /// From whole weights; one of zero is never chosen.
    ///
    /// # Errors
    /// When all are zero or their sum is too large.
    pub fn new(weights: &[u64]) -> Result<Self, WeightError> {
        let mut sums = Vec::with_capacity(weights.len());
        let mut sum = 0u64;
        for &weight in weights {
            sum = sum.checked_add(weight).filter(|&s| s < 1 << 63).ok_or(WeightError::TooLarge)?;
            sums.push(sum);
        }
        if sum == 0 { Err(WeightError::AllZero) } else { Ok(Self { sums }) }
    }

    /// The sum of all weights.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.sums.last().copied().unwrap_or(0)
    }

    /// The index whose share of `1..=total` holds `mark`.
    #[must_use]
    pub fn at(&self, mark: u64) -> usize {
        self.sums.partition_point(|&sum| sum < mark)
    }

    /// An index, as likely as its weight.
    pub fn choose(&self, source: &mut (impl Source + ?Sized)) -> usize {
        self.at(uniform::below(source, self.total()) + 1)
    }

    /// The same from a linear congruential generator, as the textbook writes it.
    ///
    /// # Errors
    /// When the sum is wider than the generator.
    pub fn choose_by(&self, lcg: &mut Lcg) -> Result<usize, LcgError> {
        lcg.integer(1, self.total() + 1).map(|mark| self.at(mark))
    }
}

/// Weights divided by their greatest common divisor: the same choice in the smallest numbers.
#[must_use]
pub fn canonical(weights: &[u64]) -> Vec<u64> {
    let common = weights.iter().fold(0, |a, &b| gcd(a, b)).max(1);
    weights.iter().map(|w| w / common).collect()
}

/// The weights of a truncated geometric distribution with ratio one half: `2^(n-1-r)` for `r < n`, at most 63.
#[must_use]
pub fn geometric(n: usize) -> Vec<u64> {
    let n = n.min(63);
    (0..n).map(|r| 1 << (n - 1 - r)).collect()
}

/// Walker's alias tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    keep: Vec<f64>,
    other: Vec<usize>,
}

impl Alias {
    /// From weights that are finite and not negative; others count as zero.
    ///
    /// # Errors
    /// When nothing could be chosen.
    pub fn new(weights: &[f64]) -> Result<Self, WeightError> {
        let weights: Vec<f64> =
            weights.iter().map(|&w| if w.is_finite() && w > 0.0 { w } else { 0.0 }).collect();
        let total: f64 = weights.iter().sum();
        if total <= 0.0 {
            return Err(WeightError::AllZero);
        }
        if !total.is_finite() {
            return Err(WeightError::TooLarge);
        }
        let n = weights.len();
        let mut keep: Vec<f64> = weights.iter().map(|w| w * n as f64 / total).collect();
        let mut other: Vec<usize> = (0..n).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..n).partition(|&i| keep[i] < 1.0);
        while let (Some(&s), Some(&l)) = (small.last(), large.last()) {
            small.pop();
            other[s] = l;
            keep[l] -= 1.0 - keep[s];
            if keep[l] < 1.0 {
                large.pop();
                small.push(l);
            }
        }
        // What is left over is whole but for rounding.
        for i in small.into_iter().chain(large) {
            keep[i] = if weights[i] > 0.0 { 1.0 } else { 0.0 };
        }
        Ok(Self { keep, other })
    }

    /// An index, as likely as its weight.
    pub fn choose(&self, source: &mut (impl Source + ?Sized)) -> usize {
        let i = uniform::below(source, self.keep.len() as u64) as usize;
        if uniform::unit(source) < self.keep[i] { i } else { self.other[i] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, Stream};

    #[test]
    fn the_textbook_draws_come_out() {
        let weights = Weights::new(&[1, 2, 3]).expect("positive");
        let mut lcg = Lcg::certified(16_807, 1).expect("certified");
        let drawn: Vec<usize> = (0..20).map(|_| weights.choose_by(&mut lcg).expect("narrow")).collect();
        assert_eq!(drawn, [0, 0, 2, 1, 2, 1, 0, 2, 2, 2, 1, 2, 2, 0, 0, 2, 2, 0, 1, 0]);
    }

    #[test]
    fn both_ways_choose_in_proportion_and_never_a_zero() {
        let whole = [5u64, 0, 10, 1, 0, 4];
        let prefix = Weights::new(&whole).expect("positive");
        let alias = Alias::new(&whole.map(|w| w as f64)).expect("positive");
        let mut stream = Stream::named(Seed(8), "weights", &[]);
        let (mut a, mut b) = ([0u32; 6], [0u32; 6]);
        for _ in 0..100_000 {
            a[prefix.choose(&mut stream)] += 1;
            b[alias.choose(&mut stream)] += 1;
        }
        for counts in [a, b] {
            for (count, weight) in counts.into_iter().zip(whole) {
                let expected = 5_000 * weight as u32;
                assert!(count.abs_diff(expected) <= 700, "{counts:?}");
                assert_eq!(count == 0, weight == 0);
            }
        }
    }

    #[test]
    fn weights_that_choose_nothing_are_refused() {
        assert_eq!(Weights::new(&[]), Err(WeightError::AllZero));
        assert_eq!(Weights::new(&[0, 0]), Err(WeightError::AllZero));
        assert_eq!(Weights::new(&[u64::MAX, 1]), Err(WeightError::TooLarge));
        assert_eq!(Alias::new(&[f64::NAN, -1.0]), Err(WeightError::AllZero));
    }

    #[test]
    fn the_truncated_geometric_has_its_own_normalisation() {
        let weights = geometric(4);
        assert_eq!(weights, [8, 4, 2, 1]);
        assert_eq!(weights.iter().sum::<u64>(), 15, "2^n - 1, not 2^n");
        assert_eq!(canonical(&[12, 18, 0, 30]), [2, 3, 0, 5]);
    }
}
