//! The environment's settings.

use serde::{Deserialize, Serialize};
use wold_fields::rules::RulesOverlay;

/// How fields run in a world. Every setting has a default; unknown names are errors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EnvironmentConfig {
    /// Whether there is weather, word of mouth, trade and law at all. Default true.
    pub enabled: bool,
    /// Ticks from one step of weather, climate and ecology to the next. Default 20, a second.
    pub nature_ticks: u32,
    /// Ticks from one step of traffic, reputation, economy and law to the next. Default 20.
    pub society_ticks: u32,
    /// Days of a year: the seasons. Default 12.
    pub year_days: f64,
    /// Minutes from one storm to the next, on average; 0 for none. Default 6.
    pub storm_minutes: f64,
    /// Metres from which a deed is seen. Default 40.
    pub sight_metres: f64,
    /// How many people are talked about at a time, 1 to 64; whoever is least known makes room. Default 8.
    pub renowned: u32,
    /// Which of the inhabitants who settle keeps the law: every so many-th; 0 for none. Default 10.
    pub guard_every: u32,
    /// Minutes until a place nobody has been near forgets. Default 30.
    pub remember_minutes: f64,
    /// Constants of the fields' rules that differ from the defaults, by system: `[environment.rules.law]` and so on.
    pub rules: RulesOverlay,
}

impl Default for EnvironmentConfig {
    fn default() -> Self {
        Self {
            enabled: true,
            nature_ticks: 20,
            society_ticks: 20,
            year_days: 12.0,
            storm_minutes: 6.0,
            sight_metres: 40.0,
            renowned: 8,
            guard_every: 10,
            remember_minutes: 30.0,
            rules: RulesOverlay::default(),
        }
    }
}
