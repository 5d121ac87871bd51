//! How one moves over a piece of ground, and what that asks of it.

use serde::{Deserialize, Serialize};
use std::f32::consts::PI;

/// A way of moving, from the least to the most restrictive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// Upright.
    #[default]
    Stand,
    /// Sideways through a narrow gap.
    Sidestep,
    /// Bent down.
    Crouch,
    /// Flat on the ground.
    Prone,
    /// In deep water.
    Swim,
}

/// What a stance asks of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Room to each side, in metres.
    pub radius: f32,
    /// Room above, in metres.
    pub height: f32,
    /// The highest step, in metres.
    pub max_step: f32,
    /// The steepest slope, in radians.
    pub max_slope: f32,
    /// The shallowest water, in metres.
    pub min_water: f32,
    /// The deepest water, in metres.
    pub max_water: f32,
}

impl Stance {
    /// All stances in the order in which they claim ground: what one can stand on is never crouched on.
    pub const PASSES: [Self; 5] = [Self::Stand, Self::Crouch, Self::Prone, Self::Swim, Self::Sidestep];

    /// What the stance asks of the ground.
    ///
    /// ```
    /// use wold_ways::mesh::Stance;
    /// let swim = Stance::Swim.body();
    /// assert_eq!(swim.max_step, swim.max_water - swim.min_water);
    /// assert_eq!(Stance::Prone.body().radius, Stance::Stand.body().height / 2.0);
    /// ```
    #[must_use]
    pub fn body(self) -> Body {
        let [radius, height, max_step, max_slope, min_water, max_water] = match self {
            Self::Stand => [0.4, 2.0, 0.5, 0.5, 0.0, 1.5],
            Self::Crouch => [0.4, 1.2, 0.25, 0.35, 0.0, 0.7],
            Self::Prone => [1.0, 0.5, 0.1, 0.15, 0.0, 0.35],
            Self::Swim => [1.0, 0.5, 48.5, 2.0 * PI, 1.5, 50.0],
            Self::Sidestep => [0.2, 2.0, 0.5, 0.5, 0.0, 1.5],
        };
        Body { radius, height, max_step, max_slope, min_water, max_water }
    }

    /// How many times a metre in this stance costs a metre upright.
    #[must_use]
    pub fn cost(self) -> f64 {
        match self {
            Self::Stand => 1.0,
            Self::Crouch => 2.5,
            Self::Prone => 6.0,
            Self::Sidestep | Self::Swim => 3.0,
        }
    }
}
