//! Needs: what presses somebody, and how much.
//!
//! Contract: every need has a level, 0 met to 1 pressing, that grows by the hour and shrinks when it is served. How much it counts is
//! a curve of its level: hunger is felt late and then at once, company slowly. The scores are comparable, so that deciding is taking
//! the highest.

use serde::{Deserialize, Serialize};

/// What somebody can be in need of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Need {
    Hunger,
    Thirst,
    Sleep,
    Warmth,
    Company,
    Safety,
    Purpose,
}

impl Need {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Hunger, Self::Thirst, Self::Sleep, Self::Warmth, Self::Company, Self::Safety, Self::Purpose];

    /// How much it grows in an hour.
    #[must_use]
    pub fn growth(self) -> f64 {
        match self {
            Self::Hunger => 1.0 / 8.0,
            Self::Thirst => 1.0 / 12.0,
            Self::Sleep => 1.0 / 18.0,
            Self::Company => 1.0 / 10.0,
            Self::Purpose => 1.0 / 6.0,
            // Cold and danger come from outside.
            Self::Warmth | Self::Safety => 0.0,
        }
    }

    /// How its level is felt.
    #[must_use]
    pub fn curve(self) -> Curve {
        match self {
            Self::Hunger | Self::Thirst | Self::Sleep => Curve::Late { half: 0.7, steep: 12.0 },
            Self::Warmth => Curve::Power(2.0),
            Self::Company => Curve::Power(1.5),
            Self::Safety => Curve::Power(0.5),
            Self::Purpose => Curve::Power(1.0),
        }
    }
}

/// How a level, 0 to 1, becomes a score, 0 to 1. All curves rise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Curve {
    /// level^exponent: below 1 it presses early, above 1 late.
    Power(f64),
    /// Hardly felt, then all at once: logistic around `half`.
    Late {
        /// The level at which it is half felt.
        half: f64,
        /// How sudden.
        steep: f64,
    },
}

impl Curve {
    /// The score of a level.
    #[must_use]
    pub fn score(self, level: f64) -> f64 {
        let level = level.clamp(0.0, 1.0);
        match self {
            Self::Power(exponent) => libm::pow(level, exponent),
            Self::Late { half, steep } => {
                let felt = |x: f64| 1.0 / (1.0 + libm::exp(-steep * (x - half)));
                // Scaled so that nothing is 0 and everything is 1.
                (felt(level) - felt(0.0)) / (felt(1.0) - felt(0.0))
            }
        }
    }
}

/// The levels of all needs.
///
/// ```
/// use wold_mind::living::{Need, Needs};
/// let mut needs = Needs::default();
/// needs.pass(9.0);
/// assert!(needs.score(Need::Hunger) > needs.score(Need::Sleep));
/// needs.serve(Need::Hunger, 1.0);
/// assert_eq!(needs.level(Need::Hunger), 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Needs([f64; 7]);

impl Needs {
    /// A need's level.
    #[must_use]
    pub fn level(&self, need: Need) -> f64 {
        self.0[need as usize]
    }

    /// How much it presses.
    #[must_use]
    pub fn score(&self, need: Need) -> f64 {
        need.curve().score(self.level(need))
    }

    /// Sets a level that is known from elsewhere, as hunger is from the body.
    pub fn set(&mut self, need: Need, level: f64) {
        self.0[need as usize] = if level.is_nan() { 0.0 } else { level.clamp(0.0, 1.0) };
    }

    /// Lets hours pass.
    pub fn pass(&mut self, hours: f64) {
        for need in Need::ALL {
            self.set(need, self.level(need) + need.growth() * hours.max(0.0));
        }
    }

    /// Serves a need.
    pub fn serve(&mut self, need: Need, by: f64) {
        self.set(need, self.level(need) - by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn curves_rise_from_nothing_to_all(a in 0.0..1.0_f64, b in 0.0..1.0_f64) {
            for need in Need::ALL {
                let curve = need.curve();
                prop_assert!(curve.score(0.0).abs() < 1e-12 && (curve.score(1.0) - 1.0).abs() < 1e-12);
                prop_assert!(curve.score(a.min(b)) <= curve.score(a.max(b)));
            }
        }
    }

    #[test]
    fn hunger_is_felt_late_and_then_at_once() {
        let curve = Need::Hunger.curve();
        assert!(curve.score(0.4) < 0.05 && curve.score(0.85) > 0.8);
    }
}
