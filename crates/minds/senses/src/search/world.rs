//! What a world's file says of searches: those numbers of them that make a world easier or harder.

use serde::{Deserialize, Serialize};

/// How inhabitants look for whom they lost. All else is as the data of inhabitants has it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchSettings {
    /// Seconds out of plain sight until somebody is lost. Default 0.8.
    pub lost_seconds: f64,
    /// Seconds for which one is after somebody once a search has found them. Default 12.
    pub after_seconds: f64,
    /// Seconds until one who gave up joins another search for the same person. Default 90.
    pub rest_seconds: f64,
    /// Seconds one goes on when the others stopped and nobody said so within hearing. Default 8.
    pub unaware_seconds: f64,
    /// Respect from which an alarm is believed. Default 0.6.
    pub believed: f64,
    /// Respect from which one helps whoever searches. Default 0.7.
    pub helped: f64,
    /// Seconds after which a search is given up. Default 100.
    pub limit_seconds: f64,
    /// Metres around the estimated place that are searched first. Default 14.
    pub radius: f64,
    /// What the true place counts among those that may be searched: the harder the world the more, 0 where players compete. Default 0.
    pub truth: f64,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            lost_seconds: 0.8,
            after_seconds: 12.0,
            rest_seconds: 90.0,
            unaware_seconds: 8.0,
            believed: 0.6,
            helped: 0.7,
            limit_seconds: 100.0,
            radius: 14.0,
            truth: 0.0,
        }
    }
}

impl SearchSettings {
    /// Every number with its range.
    #[must_use]
    pub fn ranges(&self) -> Vec<(&'static str, f64, f64, f64)> {
        vec![
            ("search.lost_seconds", self.lost_seconds, 0.0, 60.0),
            ("search.after_seconds", self.after_seconds, 0.0, 600.0),
            ("search.rest_seconds", self.rest_seconds, 0.0, 3600.0),
            ("search.unaware_seconds", self.unaware_seconds, 0.0, 600.0),
            ("search.believed", self.believed, 0.0, 1.0),
            ("search.helped", self.helped, 0.0, 1.0),
            ("search.limit_seconds", self.limit_seconds, 1.0, 3600.0),
            ("search.radius", self.radius, 1.0, 100.0),
            ("search.truth", self.truth, 0.0, 1.0),
        ]
    }
}
