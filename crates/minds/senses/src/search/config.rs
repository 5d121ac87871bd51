//! How searches go, in seconds and metres.

use super::gaps::GapConfig;
use super::score::Weights;
use serde::{Deserialize, Serialize};
use wold_space::TICKS_PER_SECOND;

/// How a search goes. Every number has a range; see [`SearchConfig::check`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchConfig {
    /// For how long searchers still know where the lost one truly is: drawn between the two. Default 2 to 3 s.
    pub intuition_seconds: (f64, f64),
    /// Who goes to look at once when an enemy is sought; when none is, one. Default 3.
    pub investigators: u32,
    /// Metres at which a place counts as reached. Default 1.
    pub reach: f64,
    /// Metres at which seeing the place is as good as being there, for investigators. Default 6.
    pub near: f64,
    /// How long an investigator looks around. Default 3 s.
    pub look_seconds: f64,
    /// After so long the first phase is over even if nobody got there. Default 30 s.
    pub narrow_seconds: f64,
    /// An investigator that is not back after so long is looked for. Default 45 s.
    pub patience_seconds: f64,
    /// Somebody not heard of for so long is looked for. Default 10 s.
    pub silence_seconds: f64,
    /// Metres around the estimated place in which spots are made. Default 15.
    pub radius: f64,
    /// How many times wider the circle becomes when all spots are used up. Default 1.6.
    pub widen: f64,
    /// How often it may become wider. Default 3.
    pub widenings: u32,
    /// Spots at first. Default 24.
    pub pool: u32,
    /// Spots in the larger pool. Default 48.
    pub larger_pool: u32,
    /// Metres between spots of the first pool; half of that in the larger one. Default 2.5.
    pub spacing: f64,
    /// One ray to each spot in so many seconds. Default 1 to 2 s.
    pub ray_seconds: (f64, f64),
    /// Rays in a step; what is due beyond that waits. Default 24.
    pub rays: u32,
    /// The angle one sees, in degrees. Default 120.
    pub view: f64,
    /// How far one sees enough to clear a spot. Default 18 m.
    pub sight: f64,
    /// A spot that cannot be reached in so long is given up. Default 25 s.
    pub spot_seconds: f64,
    /// A spot searched longer ago than this may be searched again. Default 30 s.
    pub stale_seconds: f64,
    /// The search ends after so long. Default 120 s.
    pub limit_seconds: f64,
    /// Between one who gives up and the next. Default 1.5 to 4 s.
    pub stagger_seconds: (f64, f64),
    /// What makes a spot good.
    pub weights: Weights,
    /// How gaps are found and looked into.
    pub gaps: GapConfig,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            intuition_seconds: (2.0, 3.0),
            investigators: 3,
            reach: 1.0,
            near: 6.0,
            look_seconds: 3.0,
            narrow_seconds: 30.0,
            patience_seconds: 45.0,
            silence_seconds: 10.0,
            radius: 15.0,
            widen: 1.6,
            widenings: 3,
            pool: 24,
            larger_pool: 48,
            spacing: 2.5,
            ray_seconds: (1.0, 2.0),
            rays: 24,
            view: 120.0,
            sight: 18.0,
            spot_seconds: 25.0,
            stale_seconds: 30.0,
            limit_seconds: 120.0,
            stagger_seconds: (1.5, 4.0),
            weights: Weights::default(),
            gaps: GapConfig::default(),
        }
    }
}

/// A number out of its range.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what} must be {low} to {high}, not {value}")]
pub struct ConfigError {
    /// Which number.
    pub what: &'static str,
    /// The least.
    pub low: f64,
    /// The most.
    pub high: f64,
    /// What was given.
    pub value: f64,
}

impl SearchConfig {
    /// Whether every number is in its range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let (seconds, metres) = ((0.0, 3600.0), (0.1, 500.0));
        let rows = [
            ("intuition_seconds", self.intuition_seconds.0, (0.0, 60.0)),
            ("intuition_seconds", self.intuition_seconds.1, (self.intuition_seconds.0, 60.0)),
            ("investigators", f64::from(self.investigators), (1.0, 64.0)),
            ("reach", self.reach, metres),
            ("near", self.near, metres),
            ("look_seconds", self.look_seconds, seconds),
            ("narrow_seconds", self.narrow_seconds, seconds),
            ("patience_seconds", self.patience_seconds, seconds),
            ("silence_seconds", self.silence_seconds, (1.0, 3600.0)),
            ("radius", self.radius, metres),
            ("widen", self.widen, (1.0, 10.0)),
            ("widenings", f64::from(self.widenings), (0.0, 16.0)),
            ("pool", f64::from(self.pool), (1.0, 1000.0)),
            ("larger_pool", f64::from(self.larger_pool), (f64::from(self.pool), 4000.0)),
            ("spacing", self.spacing, metres),
            ("ray_seconds", self.ray_seconds.0, (0.05, 60.0)),
            ("ray_seconds", self.ray_seconds.1, (self.ray_seconds.0, 60.0)),
            ("rays", f64::from(self.rays), (1.0, 10_000.0)),
            ("view", self.view, (1.0, 360.0)),
            ("sight", self.sight, metres),
            ("spot_seconds", self.spot_seconds, (1.0, 3600.0)),
            ("stale_seconds", self.stale_seconds, seconds),
            ("limit_seconds", self.limit_seconds, (1.0, 3600.0)),
            ("stagger_seconds", self.stagger_seconds.0, (0.05, 60.0)),
            ("stagger_seconds", self.stagger_seconds.1, (self.stagger_seconds.0, 60.0)),
        ];
        let rows = rows.into_iter().chain(self.weights.ranges()).chain(self.gaps.ranges());
        for (what, value, (low, high)) in rows {
            if !(low..=high).contains(&value) {
                return Err(ConfigError { what, low, high, value });
            }
        }
        Ok(())
    }
}

/// Seconds as ticks, at least one.
pub(super) fn ticks(seconds: f64) -> u64 {
    ((seconds * TICKS_PER_SECOND as f64).round() as u64).max(1)
}
