//! Crops: what was sown comes up again.
//!
//! Contract: wheat that was cut is bare until somebody sows there. What is sown grows only where it is warm enough, faster on moist soil, and stands ripe again after `trade.crop_days` of ordinary weather. In
//! winter nothing grows, so a town lives on what it has kept.

use crate::books::LandBook;
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::deeds::change_land;
use crate::environment::Environment;
use crate::registry::Kept;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, TICKS_PER_SECOND};

/// Ticks between two looks at the fields.
const LOOK: u64 = 10 * TICKS_PER_SECOND;
/// Degrees below which nothing grows.
const FROST: f32 = 2.0;
/// How far a crop is when it is ripe.
const RIPE: u32 = 1_000_000;

/// What is sown, by chunk and number of the plant, and how far it has come.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crops(BTreeMap<(ChunkPos, u16), u32>);

impl Kept for Crops {
    const NAME: &'static str = "crops";
}

impl Crops {
    /// Sows a spot.
    pub(crate) fn sow(&mut self, chunk: ChunkPos, index: u16) {
        self.0.entry((chunk, index)).or_insert(0);
    }

    /// Whether something is sown there.
    #[must_use]
    pub fn is_sown(&self, chunk: ChunkPos, index: u16) -> bool {
        self.0.contains_key(&(chunk, index))
    }
}

/// Lets what is sown grow.
pub(crate) fn grow(world: &mut World) {
    let now = world.resource::<Now>().0;
    if !now.0.is_multiple_of(LOOK) || world.resource::<Crops>().0.is_empty() {
        return;
    }
    let config = world.resource::<WorldConfig>();
    let ticks = config.trade.crop_days * config.day_minutes * 60.0 * TICKS_PER_SECOND as f64;
    let a_look = f64::from(RIPE) * LOOK as f64 / ticks.max(1.0);
    let mut crops = std::mem::take(&mut world.resource_mut::<Crops>().0);
    let environment = world.resource::<Environment>();
    let mut pace: BTreeMap<ChunkPos, u32> = BTreeMap::new();
    for ((chunk, _), far) in &mut crops {
        let pace = *pace.entry(*chunk).or_insert_with(|| {
            let weather = environment.weather(chunk.origin() + DVec2::splat(CHUNK_METRES / 2.0));
            match weather {
                Some(weather) if weather.warmth < FROST => 0,
                Some(weather) => (a_look * (0.6 + 0.8 * f64::from(weather.soil).clamp(0.0, 1.0))) as u32,
                None => a_look as u32,
            }
        });
        *far = far.saturating_add(pace);
    }
    let ripe: Vec<(ChunkPos, u16)> =
        crops.iter().filter(|(_, far)| **far >= RIPE).map(|(spot, _)| *spot).collect();
    crops.retain(|_, far| *far < RIPE);
    world.resource_mut::<Crops>().0 = crops;
    let mut by_chunk: BTreeMap<ChunkPos, Vec<u16>> = BTreeMap::new();
    ripe.into_iter().for_each(|(chunk, index)| by_chunk.entry(chunk).or_default().push(index));
    for (chunk, plants) in by_chunk {
        if world.resource::<LandBook>().changes.contains_key(&chunk) {
            change_land(world, chunk, |changes| changes.gone.retain(|index| !plants.contains(index)));
        }
    }
}
