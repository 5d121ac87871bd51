//! Day and night.

use crate::config::WorldConfig;
use crate::registry::Kept;
use bevy_ecs::prelude::{Resource, World};
use serde::{Deserialize, Serialize};
use wold_space::Tick;

/// The world's clock.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Now(pub Tick);

impl Kept for Now {
    const NAME: &'static str = "now";
}

/// A tick passes.
pub(crate) fn advance(world: &mut World) {
    let mut now = world.resource_mut::<Now>();
    now.0 = now.0.next();
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
    let days = days(config, tick);
    days - days.floor()
}

/// Which day it is at a tick; the one on which the world began is the first.
///
/// ```
/// use wold_space::Tick;
/// use wold_world::{WorldConfig, clock::day_number};
/// let config = WorldConfig { day_minutes: 24.0, first_hour: 9.0, ..Default::default() };
/// let hours = |hours: u64| Tick(hours * 60 * 20);
/// assert_eq!([0, 14, 15, 39].map(|h| day_number(&config, hours(h))), [1, 1, 2, 3]);
/// ```
#[must_use]
pub fn day_number(config: &WorldConfig, tick: Tick) -> u32 {
    1 + days(config, tick).floor() as u32
}

/// Days since the midnight before the world began.
fn days(config: &WorldConfig, tick: Tick) -> f64 {
    tick.seconds() / (config.day_minutes.max(0.1) * 60.0) + config.first_hour / 24.0
}
