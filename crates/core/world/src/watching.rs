//! Looking on without a body: what a world allows, and what is said aloud in the open, for those who are nobody's ears.

use bevy_ecs::prelude::Resource;
use serde::{Deserialize, Serialize};
use wold_space::DVec2;
use wold_wire::FromHost;

/// What a world allows those who only look on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WatchingConfig {
    /// Whether anybody may. Default true.
    pub enabled: bool,
    /// Metres from where people arrive, east, north, west and south, within which viewpoints fly. Default 4000.
    pub reach: f64,
    /// Metres a viewpoint flies in a second; 0 leaves it where it is. Default 24.
    pub pace: f64,
    /// Whether people may be followed by their names, also beyond that. Default true.
    pub follow: bool,
}

impl Default for WatchingConfig {
    fn default() -> Self {
        Self { enabled: true, reach: 4000.0, pace: 24.0, follow: true }
    }
}

impl WatchingConfig {
    pub(crate) fn ranges(&self) -> [(&'static str, f64, f64, f64); 2] {
        [("watching.reach", self.reach, 0.0, 1_000_000.0), ("watching.pace", self.pace, 0.0, 200.0)]
    }
}

/// Something said in the open for all to hear.
#[derive(Clone, Debug, PartialEq)]
pub struct Aloud {
    /// Where.
    pub place: DVec2,
    /// How far it is heard in still air, in metres.
    pub reach: f64,
    /// What whoever is near enough hears.
    pub message: FromHost,
}

/// What was said aloud in this tick; not state.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Agora(pub(crate) Vec<Aloud>);
