//! One of several, some likelier than others: prefix sums and a binary search, exact for whole weights.

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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcg::Lcg;
    use crate::{Seed, Stream};

    #[test]
    fn the_textbook_draws_come_out() {
        let weights = Weights::new(&[1, 2, 3]).expect("positive");
        let mut lcg = Lcg::certified(16_807, 1).expect("certified");
        let mut mark = || lcg.integer(1, weights.total() + 1).expect("narrow");
        let drawn: Vec<usize> = (0..20).map(|_| weights.at(mark())).collect();
        assert_eq!(drawn, [0, 0, 2, 1, 2, 1, 0, 2, 2, 2, 1, 2, 2, 0, 0, 2, 2, 0, 1, 0]);
    }

    #[test]
    fn choices_are_in_proportion_and_never_of_a_zero() {
        let whole = [5u64, 0, 10, 1, 0, 4];
        let weights = Weights::new(&whole).expect("positive");
        let mut stream = Stream::named(Seed(8), "weights", &[]);
        let mut counts = [0u32; 6];
        for _ in 0..100_000 {
            counts[weights.choose(&mut stream)] += 1;
        }
        for (count, weight) in counts.into_iter().zip(whole) {
            let expected = 5_000 * weight as u32;
            assert!(count.abs_diff(expected) <= 700, "{counts:?}");
            assert_eq!(count == 0, weight == 0);
        }
    }

    #[test]
    fn weights_that_choose_nothing_are_refused() {
        assert_eq!(Weights::new(&[]), Err(WeightError::AllZero));
        assert_eq!(Weights::new(&[0, 0]), Err(WeightError::AllZero));
        assert_eq!(Weights::new(&[u64::MAX, 1]), Err(WeightError::TooLarge));
    }
}
