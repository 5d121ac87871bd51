//! Day and night.

use crate::config::WorldConfig;
use crate::registry::Kept;
use bevy_ecs::prelude::Resource;
use serde::{Deserialize, Serialize};
use wold_space::Tick;

/// The world's clock.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Now(pub Tick);

impl Kept for Now {
    const NAME: &'static str = "now";
}

/// Time of day at a tick: 0 midnight, 0.5 noon, below 1.
///
/// ```
/// use wold_space::Tick;
/// use wold_world::{WorldConfig, clock::time_of_day};
/// let config = WorldConfig::default();
/// assert_eq!(time_of_day(&config, Tick(0)), 9.0 / 24.0);
/// let a_day = (config.day_minutes * 60.0 * 20.0) as u64;
/// assert_eq!(time_of_day(&config, Tick(a_day)), 9.0 / 24.0);
/// ```
#[must_use]
pub fn time_of_day(config: &WorldConfig, tick: Tick) -> f64 {
    let days = tick.seconds() / (config.day_minutes.max(0.1) * 60.0) + config.first_hour / 24.0;
    days - days.floor()
}
