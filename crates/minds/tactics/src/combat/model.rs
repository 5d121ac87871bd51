//! What an army is worth, and who wins.

use super::lanchester::survivors;
use super::powers::{exp2, log2};
use std::f64::consts::LOG2_E;

/// One side: how many units, and per type the sum of their health in shares of a whole unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Force {
    /// Units of all types.
    pub units: f64,
    /// Per type, in the order of the types.
    pub health: Vec<f64>,
}

/// Weights and exponent.
///
/// ```
/// use wold_tactics::combat::{Force, Model};
/// let model = Model { exponent: 2.0, weights: vec![0.01] };
/// let (ten, seven) = (Force { units: 10.0, health: vec![10.0] }, Force { units: 7.0, health: vec![7.0] });
/// assert!((model.wins(&ten, &seven) - 0.6248).abs() < 1e-3);
/// assert_eq!(model.wins(&ten, &ten), 0.5);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The order of attrition, 1 to 2.
    pub exponent: f64,
    /// What a whole unit of each type is worth.
    pub weights: Vec<f64>,
}

impl Force {
    /// What each type brings: N^(n−1) times its health.
    pub(super) fn parts(&self, exponent: f64) -> impl Iterator<Item = f64> + '_ {
        let crowd = if self.units > 0.0 { exp2((exponent - 1.0) * log2(self.units)) } else { 0.0 };
        self.health.iter().map(move |health| crowd * health)
    }
}

/// What a battle looks like to the learner: per type A's part less B's.
pub(super) fn features(a: &Force, b: &Force, exponent: f64) -> Vec<f64> {
    a.parts(exponent).zip(b.parts(exponent)).map(|(a, b)| a - b).collect()
}

/// 1/(1 + e^−y).
pub(super) fn logistic(y: f64) -> f64 {
    1.0 / (1.0 + exp2(-y * LOG2_E))
}

impl Model {
    /// What a force is worth.
    #[must_use]
    pub fn worth(&self, force: &Force) -> f64 {
        force.parts(self.exponent).zip(&self.weights).map(|(part, weight)| part * weight).sum()
    }

    /// The chance of the first to win.
    #[must_use]
    pub fn wins(&self, a: &Force, b: &Force) -> f64 {
        logistic(self.worth(a) - self.worth(b))
    }

    /// Which share of its health the first would have left; negative is what the second would.
    #[must_use]
    pub fn left(&self, a: &Force, b: &Force) -> f64 {
        let (ours, theirs) = (self.worth(a).max(0.0), self.worth(b).max(0.0));
        let more = ours.max(theirs);
        if more <= 0.0 {
            return 0.0;
        }
        // One on either side, of that strength: what is left of one is a share.
        let (own, other) = survivors((ours / more, 1.0), (theirs / more, 1.0), self.exponent);
        own - other
    }
}
