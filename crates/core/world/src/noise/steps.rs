//! Steps: how loud each is, by gait and ground.

use super::{Made, Noises};
use crate::catalogue::Catalogue;
use crate::clock::Now;
use crate::environment::Environment;
use crate::fauna::Animal;
use crate::ground::Ground;
use crate::parts::{Away, Body, Fallen, Id};
use bevy_ecs::prelude::*;
use bevy_ecs::world::EntityRef;
use wold_land::{Land, Motion};
use wold_lore::Pose;
use wold_lore::land::Ecosystem;
use wold_lore::sense::Sound;
use wold_senses::hearing::{Gait, Surface};
use wold_space::{ChunkPos, DVec2};

/// Snow that lies this deep muffles steps.
const DEEP_SNOW: f32 = 0.5;

/// Whoever walks or runs sounds once a second, each in its own tick. Who sneaks makes no sound worth listening for, and animals make none at all but their calls.
pub(super) fn listen_for(world: &mut World, noises: &mut Noises) {
    let now = world.resource::<Now>().0;
    let due = world.resource::<Catalogue>().in_turn(now.0).map(|entity| world.entity(entity));
    let about =
        |it: &EntityRef| !it.contains::<Away>() && !it.contains::<Fallen>() && !it.contains::<Animal>();
    let mut steps: Vec<(Id, Motion, Gait)> = due
        .filter(about)
        .filter_map(|it| {
            let (id, body) = it.get_components::<(&Id, &Body)>().ok()?;
            Some((*id, body.0, gait(body.0.pose)?))
        })
        .collect();
    steps.sort_unstable_by_key(|(id, ..)| id.0);
    let land = &world.resource::<Ground>().land;
    for (id, motion, gait) in steps {
        let snow = world.resource::<Environment>().snow(motion.place);
        let radius = noises.sounds.step_radius(gait, surface(land, motion.place, motion.level, snow));
        let made = Made { sound: Sound::Step, place: motion.place, level: motion.level, by: Some(id.0) };
        noises.made.push((made, Some(radius)));
    }
}

fn gait(pose: Pose) -> Option<Gait> {
    match pose {
        Pose::Walking => Some(Gait::Walk),
        Pose::Running => Some(Gait::Run),
        _ => None,
    }
}

/// What is under somebody's feet.
fn surface(land: &Land, place: DVec2, level: u8, snow: f32) -> Surface {
    if land.house_at(place, level).is_some() {
        return Surface::Wood;
    }
    if land.depth(place) > 0.0 {
        return Surface::Water;
    }
    if snow > DEEP_SNOW {
        return Surface::Snow;
    }
    let pos = ChunkPos::of(place);
    let ecosystem = land.plot(pos).map(|plot| plot.chunk.ecosystem((place - pos.origin()).as_vec2()));
    match ecosystem {
        Some(Ecosystem::Town | Ecosystem::Rock) => Surface::Stone,
        Some(Ecosystem::Snow) => Surface::Snow,
        Some(Ecosystem::Beach | Ecosystem::River) => Surface::Gravel,
        Some(Ecosystem::Farmland | Ecosystem::Steppe | Ecosystem::Desert | Ecosystem::Pinewood) => {
            Surface::Earth
        }
        _ => Surface::Grass,
    }
}
