//! A world's settings, as its file gives them.

use crate::environment::EnvironmentConfig;
use crate::movement::Physique;
use bevy_ecs::prelude::Resource;
use serde::{Deserialize, Serialize};

/// A world's settings. Every field has a default; unknown names are errors.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WorldConfig {
    /// The seed it is meant for, unless the host is told another. Default none.
    pub seed: Option<u64>,
    /// What the world is called. Default "Wold".
    pub name: String,
    /// Real minutes from one midnight to the next. Default 24.
    pub day_minutes: f64,
    /// Hour of the day at which the world begins. Default 9.
    pub first_hour: f64,
    /// Minutes until what was picked has grown again; 0 is never. Default 8, a third of a day.
    pub harvest_minutes: f64,
    /// Coins an inhabitant brings, at most 4; people who play earn theirs. Default 2.
    pub purse: u8,
    /// Games played in it, by their names. Default none.
    pub games: Vec<String>,
    /// What bodies can do.
    pub physique: Physique,
    /// What bodies need and suffer.
    pub flesh: Flesh,
    /// Weather, word of mouth, trade and law.
    pub environment: EnvironmentConfig,
}

impl Default for WorldConfig {
    fn default() -> Self {
        Self {
            seed: None,
            name: "Wold".into(),
            day_minutes: 24.0,
            first_hour: 9.0,
            harvest_minutes: 8.0,
            purse: 2,
            games: Vec::new(),
            physique: Physique::default(),
            flesh: Flesh::default(),
            environment: EnvironmentConfig::default(),
        }
    }
}

/// What bodies need and suffer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Flesh {
    /// Minutes from sated to starving. Default 30.
    pub hunger_minutes: f32,
    /// Health lost in a minute of starving. Default 0.1.
    pub starving: f32,
    /// Health regained in a minute by the well-fed. Default 0.2.
    pub healing: f32,
    /// Health a herb gives back. Default 0.35.
    pub herb: f32,
    /// Health a bare fist takes. Default 0.06.
    pub fist: f32,
    /// Health a held axe takes. Default 0.22.
    pub axe: f32,
    /// Breath a blow or a cut takes. Default 0.06.
    pub blow_breath: f32,
    /// Seconds between two blows. Default 0.7.
    pub blow_seconds: f64,
    /// Cuts that fell a tree. Default 4.
    pub cuts_to_fell: u8,
    /// Seconds until the dead rise. Default 8.
    pub rise_seconds: f64,
}

impl Default for Flesh {
    fn default() -> Self {
        Self {
            hunger_minutes: 30.0,
            starving: 0.1,
            healing: 0.2,
            herb: 0.35,
            fist: 0.06,
            axe: 0.22,
            blow_breath: 0.06,
            blow_seconds: 0.7,
            cuts_to_fell: 4,
            rise_seconds: 8.0,
        }
    }
}
