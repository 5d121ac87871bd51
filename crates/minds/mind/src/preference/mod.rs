//! Preferences: choosing under wishes that can be met in part.
//!
//! * [`Norm`]: and, or, not for degrees of membership.
//! * [`Weighting`]: how much a criterion counts; [`Owa`]: how strictly criteria are put together.
//! * [`Fcsp`]: the assignment that satisfies fuzzy constraints best.
//! * [`chase`]: which way to run between an enemy, a prey and a pond.

pub mod chase;
mod fcsp;

pub use fcsp::{Best, Fcsp};

/// Connectives for degrees in 0 to 1. All are monotone and agree with logic at 0 and 1; De Morgan's laws hold in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Norm {
    /// The lesser and the greater.
    #[default]
    Minimum,
    /// a·b and a + b - a·b.
    Product,
    /// max(0, a + b - 1) and min(1, a + b).
    Lukasiewicz,
}

impl Norm {
    /// Both.
    #[must_use]
    pub fn and(self, a: f64, b: f64) -> f64 {
        match self {
            Self::Minimum => a.min(b),
            Self::Product => a * b,
            Self::Lukasiewicz => (a + b - 1.0).max(0.0),
        }
    }

    /// Either.
    #[must_use]
    pub fn or(self, a: f64, b: f64) -> f64 {
        1.0 - self.and(1.0 - a, 1.0 - b)
    }
}

/// How the weight of a criterion, 0 to 1, changes its degree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weighting {
    /// max(1 - w, μ): an unimportant criterion counts as met.
    Implication,
    /// μ^w, with 0^0 = 1: weight 0 turns a criterion off (Yager).
    #[default]
    Yager,
}

impl Weighting {
    /// The degree of a criterion after weighting.
    ///
    /// ```
    /// use wold_mind::preference::Weighting::Yager;
    /// assert!((Yager.apply(0.5, 0.5) - 0.707107).abs() < 1e-6);
    /// assert_eq!(Yager.apply(0.0, 0.0), 1.0);
    /// ```
    #[must_use]
    pub fn apply(self, degree: f64, weight: f64) -> f64 {
        match self {
            Self::Implication => degree.max(1.0 - weight),
            Self::Yager if weight == 0.0 => 1.0,
            Self::Yager => libm::pow(degree, weight),
        }
    }
}

/// An ordered weighted average: the weights belong to ranks, the best met criterion first.
#[derive(Clone, Debug, PartialEq)]
pub struct Owa(Vec<f64>);

impl Owa {
    /// With these weights; nothing unless they lie in 0 to 1 and sum to 1.
    #[must_use]
    pub fn new(weights: Vec<f64>) -> Option<Self> {
        let sums = (weights.iter().sum::<f64>() - 1.0).abs() < 1e-9;
        (sums && weights.iter().all(|w| (0.0..=1.0).contains(w))).then_some(Self(weights))
    }

    /// The worst met criterion decides.
    #[must_use]
    pub fn minimum(n: usize) -> Self {
        Self((1..=n).map(|rank| f64::from(u8::from(rank == n))).collect())
    }

    /// The best met criterion decides.
    #[must_use]
    pub fn maximum(n: usize) -> Self {
        Self((1..=n).map(|rank| f64::from(u8::from(rank == 1))).collect())
    }

    /// All count the same.
    #[must_use]
    pub fn average(n: usize) -> Self {
        Self(vec![1.0 / n as f64; n])
    }

    /// Badly met criteria count more: weights 2i / (n (n + 1)) for rank i.
    #[must_use]
    pub fn soft_and(n: usize) -> Self {
        let n = n as f64;
        Self((1..=n as usize).map(|rank| 2.0 * rank as f64 / (n * (n + 1.0))).collect())
    }

    /// The soft-and as it is often printed, with weights (2i - 1) / (n (n + 1)) that sum to n / (n + 1). The scale differs and now
    /// and then the winner.
    #[must_use]
    pub fn soft_and_as_printed(n: usize) -> Self {
        let n = n as f64;
        Self((1..=n as usize).map(|rank| (2.0 * rank as f64 - 1.0) / (n * (n + 1.0))).collect())
    }

    /// 1 for or, 0 for and, between for what lies between.
    #[must_use]
    pub fn orness(&self) -> f64 {
        let n = self.0.len() as f64;
        let sum: f64 = self.0.iter().enumerate().map(|(i, w)| (n - 1.0 - i as f64) * w).sum();
        if n > 1.0 { sum / (n - 1.0) } else { 1.0 }
    }

    /// The average of as many degrees as there are weights.
    ///
    /// # Panics
    /// If there are more or fewer.
    #[must_use]
    pub fn of(&self, degrees: &[f64]) -> f64 {
        assert_eq!(degrees.len(), self.0.len(), "one weight per degree");
        let mut sorted = degrees.to_vec();
        sorted.sort_by(|a, b| b.total_cmp(a));
        sorted.iter().zip(&self.0).map(|(degree, weight)| degree * weight).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn weights_turn_criteria_down() {
        for (degree, weight, expected) in [
            (0.5, 1.0, 0.5),
            (0.5, 0.5, std::f64::consts::FRAC_1_SQRT_2),
            (0.5, 0.0, 1.0),
            (0.0, 0.0, 1.0),
            (0.0, 0.5, 0.0),
            (1.0, 0.3, 1.0),
        ] {
            assert!((Weighting::Yager.apply(degree, weight) - expected).abs() < 1e-6);
        }
        assert_eq!(Weighting::Implication.apply(0.2, 0.3), 0.7);
        assert_eq!(Weighting::Implication.apply(0.2, 1.0), 0.2);
    }

    #[test]
    fn averages_range_from_and_to_or() {
        let degrees = [0.2, 0.9, 0.4, 0.5];
        assert_eq!(Owa::minimum(4).of(&degrees), 0.2);
        assert_eq!(Owa::maximum(4).of(&degrees), 0.9);
        assert!((Owa::average(4).of(&degrees) - 0.5).abs() < 1e-12);
        assert_eq!(Owa::soft_and(4).0, [0.1, 0.2, 0.3, 0.4]);
        assert!(
            Owa::soft_and_as_printed(4)
                .0
                .iter()
                .zip([0.05, 0.15, 0.25, 0.35])
                .all(|(a, b)| (a - b).abs() < 1e-12)
        );
        assert_eq!((Owa::minimum(4).orness(), Owa::maximum(4).orness()), (0.0, 1.0));
        assert!((Owa::soft_and(4).orness() - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(Owa::new(vec![0.5, 0.4]), None);
    }

    proptest! {
        #[test]
        fn de_morgan_holds_and_the_excluded_middle_does_not(a in 0.0..1.0_f64, b in 0.0..1.0_f64) {
            for norm in [Norm::Minimum, Norm::Product, Norm::Lukasiewicz] {
                prop_assert!((1.0 - norm.and(a, b) - norm.or(1.0 - a, 1.0 - b)).abs() < 1e-12);
                prop_assert!(norm.and(a, b) <= a.min(b) + 1e-12 && norm.or(a, b) >= a.max(b) - 1e-12);
            }
            prop_assert!(Norm::Minimum.and(0.5, 0.5) > 0.0);
        }
    }
}
