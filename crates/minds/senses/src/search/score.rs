//! Which spot is best for whom.
//!
//! Contract: the sum of weighted metres from the estimated place, from the searcher (as it walks) and from where the lost one truly is, and what is dreaded of the spot, less what the prior says for it, less the metres (ten at
//! most) that the spot lies away from those others are on: without that a group hugs one corner. Lower is better.
//! The weight of the truth is small: it breaks near ties and shapes a search gently, and worlds in which players compete set it to 0.

use serde::{Deserialize, Serialize};

/// What counts how much.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// Metres from the estimated place. Default 1.
    pub estimate: f64,
    /// Metres the searcher walks. Default 1.
    pub own: f64,
    /// Metres from where the lost one truly is. Default 0.2; 0 where players compete.
    pub truth: f64,
    /// Metres that the likeliest area is worth. Default 4.
    pub prior: f64,
    /// Metres from the nearest spot that somebody else is on, ten at most. Default 0.5.
    pub apart: f64,
    /// Metres that what is known of the spot counts, for each unit of dread. Default 3.
    pub dread: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { estimate: 1.0, own: 1.0, truth: 0.2, prior: 4.0, apart: 0.5, dread: 3.0 }
    }
}

/// What is known of a spot. Metres, but for the prior.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Known {
    /// From the estimated place.
    pub estimate: f64,
    /// The searcher's walk.
    pub own: f64,
    /// From where the lost one truly is, if that may be used.
    pub truth: Option<f64>,
    /// How likely its area is against the likeliest, 0 to 1.
    pub prior: f64,
    /// From the nearest spot that somebody else is on.
    pub apart: Option<f64>,
    /// How little one likes to go there.
    pub dread: f64,
}

/// No spot is better for being farther away from others than this.
const FAR_ENOUGH: f64 = 10.0;

/// A spot's score and what it is made of, each already weighted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// For the estimated place.
    pub estimate: f64,
    /// For the walk.
    pub own: f64,
    /// For the truth.
    pub truth: f64,
    /// Taken off for the prior.
    pub prior: f64,
    /// Taken off for being away from others.
    pub apart: f64,
    /// For what is known of the spot.
    pub dread: f64,
}

impl Score {
    /// Lower is better.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.estimate + self.own + self.truth + self.dread - self.prior - self.apart
    }
}

impl Weights {
    /// The score of a spot.
    ///
    /// ```
    /// use wold_senses::search::{Weights, score::Known};
    /// let a = Known { estimate: 5.0, own: 10.0, truth: Some(20.0), ..Known::default() };
    /// let b = Known { estimate: 8.0, own: 7.0, truth: Some(5.0), ..Known::default() };
    /// let weights = Weights::default();
    /// assert_eq!((weights.score(&a).total(), weights.score(&b).total()), (19.0, 16.0));
    /// let fair = Weights { truth: 0.0, ..weights };
    /// assert_eq!((fair.score(&a).total(), fair.score(&b).total()), (15.0, 15.0));
    /// ```
    #[must_use]
    pub fn score(&self, known: &Known) -> Score {
        Score {
            estimate: self.estimate * known.estimate,
            own: self.own * known.own,
            truth: self.truth * known.truth.unwrap_or(0.0),
            prior: self.prior * known.prior,
            apart: self.apart * known.apart.unwrap_or(0.0).min(FAR_ENOUGH),
            dread: self.dread * known.dread,
        }
    }

    pub(super) fn ranges(&self) -> [(&'static str, f64, (f64, f64)); 6] {
        [
            ("weights.estimate", self.estimate, (0.0, 100.0)),
            ("weights.own", self.own, (0.0, 100.0)),
            ("weights.truth", self.truth, (0.0, 100.0)),
            ("weights.prior", self.prior, (0.0, 1000.0)),
            ("weights.apart", self.apart, (0.0, 100.0)),
            ("weights.dread", self.dread, (0.0, 100.0)),
        ]
    }
}
