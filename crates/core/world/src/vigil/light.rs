//! How lit a place is: by the hour, the weather, lamp posts, hearths and lanterns.

use crate::catalogue::Catalogue;
use crate::clock::{Now, day_number, time_of_day};
use crate::config::WorldConfig;
use crate::environment::Environment;
use crate::ground::Ground;
use crate::parts::{Bag, Body, CarriedBy, Id, Lies};
use crate::registry::Roll;
use crate::vigil::SensesConfig;
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;
use wold_land::Land;
use wold_lore::land::{FurnitureKind, GrowthKind};
use wold_senses::light::{Lamp, Lighting, Sky, light_at};
use wold_space::{ChunkPos, DVec2, DVec3, EntityId};

/// The light at a point on a storey, 0 to 1.
pub(super) fn at(world: &mut World, point: DVec3, level: u8) -> f64 {
    let place = point.truncate();
    let sky = sky(world, place);
    let lighting = Lighting::default();
    let senses = world.resource::<WorldConfig>().senses.clone();
    let mut lamps = lanterns(world, point, &senses);
    let land = &world.resource::<Ground>().land;
    let indoors = land.house_at(place, level).is_some();
    lamps.extend(lamp_posts(land, point, &senses));
    lamps.extend(hearths(land, place, level, &senses));
    let open = if indoors { senses.window_light } else { 1.0 };
    let seen = |lamp: &&Lamp| land.sees(lamp.at.into(), point.into());
    light_at(point, open, &sky, lamps.iter().filter(seen), &lighting)
}

fn sky(world: &World, place: DVec2) -> Sky {
    let (config, now) = (world.resource::<WorldConfig>(), world.resource::<Now>().0);
    let month = f64::from(day_number(config, now)) / config.senses.moon_days;
    let phase = 0.5 - 0.5 * libm::cos(month * std::f64::consts::TAU);
    let clear = Sky::at_hour(time_of_day(config, now) * 24.0, phase);
    match world.resource::<Environment>().weather(place) {
        Some(weather) => Sky { clouds: f64::from(weather.cloud), rain: f64::from(weather.falling), ..clear },
        None => clear,
    }
}

/// Lit lanterns near, in hands and on the ground.
fn lanterns(world: &World, point: DVec3, senses: &SensesConfig) -> Vec<Lamp> {
    let (reach, strength) = (senses.lantern_metres, senses.lantern_light);
    let (roll, land) = (&world.resource::<Roll>().0, &world.resource::<Ground>().land);
    let shining = |id: EntityId, entity: Entity| {
        let (place, level, up) = match (world.get::<Lies>(entity), world.get::<CarriedBy>(entity)) {
            (Some(lies), _) => (lies.place, lies.level, 0.3),
            (None, Some(by)) => {
                let bearer = world.entity(*roll.get(&by.0)?);
                let bag = bearer.get::<Bag>()?;
                let held = bag.held.and_then(|slot| bag.get(slot));
                let body = bearer.get::<Body>().filter(|_| held == Some(id))?.0;
                (body.place, body.level, 1.0)
            }
            _ => return None,
        };
        let at = place.extend(f64::from(land.standing_height(place, level)) + up);
        (at.distance(point) < reach).then_some((id, Lamp { at, reach, strength }))
    };
    let lit = world.resource::<Catalogue>().lit();
    let lit = lit.filter_map(|entity| shining(world.get::<Id>(entity)?.0, entity));
    // By id: lights are summed, and sums depend on their order.
    let lit: BTreeMap<EntityId, Lamp> = lit.collect();
    lit.into_values().collect()
}

fn lamp_posts(land: &Land, point: DVec3, senses: &SensesConfig) -> Vec<Lamp> {
    let (reach, strength) = (senses.lamp_metres, senses.lamp_light);
    let place = point.truncate();
    let (low, high) = (ChunkPos::of(place - reach), ChunkPos::of(place + reach));
    let chunks = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| ChunkPos { x, y }));
    let posts = chunks.filter_map(|pos| land.plot(pos)).flat_map(|plot| {
        let stands = |index: usize| !plot.changes.gone.contains(&(index as u16));
        let growths = plot.chunk.growths.iter().enumerate();
        growths
            .filter(move |(index, growth)| growth.kind == GrowthKind::Lamp && stands(*index))
            .map(|(_, growth)| plot.chunk.pos.origin() + growth.local().as_dvec2())
    });
    posts
        .filter(|post| post.distance(place) < reach)
        .map(|post| Lamp { at: post.extend(f64::from(land.height(post)) + 3.0), reach, strength })
        .collect()
}

fn hearths(land: &Land, place: DVec2, level: u8, senses: &SensesConfig) -> Vec<Lamp> {
    let Some(house) = land.house_at(place, level) else { return Vec::new() };
    let pieces = house.floors.get(usize::from(level)).map_or(&[][..], |floor| &floor.furniture);
    let fires = pieces.iter().filter(|piece| piece.kind == FurnitureKind::Hearth);
    let up = f64::from(house.floor_height(level)) + 0.5;
    fires
        .map(|piece| house.corner + DVec2::new(f64::from(piece.x) + 0.5, f64::from(piece.y) + 0.5))
        .map(|at| Lamp { at: at.extend(up), reach: senses.hearth_metres, strength: senses.hearth_light })
        .collect()
}
