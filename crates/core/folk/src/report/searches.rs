//! Searches laid open: who looks for whom, where they were last, every spot and what became of it.

use super::{Key, Point};
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A search of a household.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SearchReport {
    /// Who is looked for; null if it was a noise.
    pub name: Option<String>,
    /// Cautious or aggressive.
    pub mode: String,
    /// How far it has come, or how it ended.
    pub phase: String,
    /// The last known place.
    pub last: Point,
    /// Where somebody could hide.
    pub spots: Vec<SearchSpot>,
    /// Who takes part.
    pub searchers: Vec<Key>,
    /// What happened last and why, newest first.
    pub why: Vec<String>,
}

/// A spot of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SearchSpot {
    /// Metres east.
    pub x: f64,
    /// Metres north.
    pub y: f64,
    /// What has become of it.
    pub state: SpotFate,
    /// Who is on the way there.
    pub by: Option<Key>,
}

/// What has become of a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum SpotFate {
    /// Nobody has looked.
    Unsearched,
    /// Somebody is on the way.
    InProgress,
    /// Nobody was there.
    Searched,
}
