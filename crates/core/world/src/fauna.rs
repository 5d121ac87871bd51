//! Animals: they live where their land is, graze, and run from people.
//!
//! Contract: which animals a chunk has follows from the seed and the chunk alone, and how many from the world's setting `fauna`. They come when the chunk
//! wakes and go when it falls asleep, wherever they have strayed by then; who was killed is back when the chunk next wakes, another of its kind. An animal
//! hears and smells people, so walls do not hide them from it; who sneaks comes twice as near. It moves only while all land its step may touch is needed by somebody:
//! what happens to be loaded besides never matters.
//!
//! Cost: animals look for people a few times a second, each at its own ticks.

use crate::clock::Now;
use crate::config::WorldConfig;
use crate::crowd;
use crate::ground::Ground;
use crate::noise;
use crate::parts::{Acting, Body, Fallen, Id, Person, Steered, Vitals};
use crate::realm::{despawn, spawn};
use crate::registry::Kept;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use wold_chance::{Seed, Stream};
use wold_land::{Motion, Physique};
use wold_lore::being::Nature;
use wold_lore::land::Chunk;
use wold_lore::sense::Sound;
use wold_lore::{Being, Gait, Pose, Steering};
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, EntityId, TICKS_PER_SECOND, Tick, Vec2};
use wold_wire::state::turn_to_byte;

/// An animal.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Animal {
    /// What it is.
    pub being: Being,
    /// The chunk it comes from and keeps to.
    pub home: ChunkPos,
    /// When it next makes up its mind.
    pub until: Tick,
    /// Whether it moves: somebody is near enough for its land to count.
    pub stirs: bool,
}

impl Kept for Animal {
    const NAME: &'static str = "animal";
}

/// Metres from the middle of its home beyond which an animal turns back.
const HOME_METRES: f64 = 20.0;
/// Metres across which a flock is spread.
const FLOCK_METRES: f64 = 5.0;
/// Square metres of a chunk in hectares.
const CHUNK_HECTARES: f64 = CHUNK_METRES * CHUNK_METRES / 10_000.0;
/// Metres around it whose land an animal's next step may depend on.
const STEP_ROOM: f64 = 4.0;
/// Ticks between two looks for people, and for how long a frightened animal runs on.
const LOOK_EVERY: u64 = 5;
const FRIGHT_TICKS: u64 = 30;
/// Seconds an animal grazes, and walks, at least and at most.
const GRAZE_SECONDS: [f64; 2] = [2.0, 9.0];
const WALK_SECONDS: [f64; 2] = [0.7, 3.0];

impl Animal {
    fn nature(&self) -> Nature {
        self.being.nature().expect("only animals are made animals")
    }

    /// What its body can do, in a world of such people.
    pub(crate) fn physique(&self, people: &Physique) -> Physique {
        let Nature { pace: [walk, run], radius, .. } = self.nature();
        Physique { walk, run, sneak: walk * 0.5, radius, breath_spent: 0.0, ..*people }
    }
}

/// The animals of a chunk: kind, and place within it in metres.
fn native(seed: Seed, chunk: &Chunk, richness: f64) -> Vec<(Being, Vec2)> {
    let mut stream = Stream::named(seed, "fauna", &[chunk.pos.x as u64, chunk.pos.y as u64]);
    let mut animals = Vec::new();
    for &being in Being::ALL {
        let Some(nature) = being.nature() else { continue };
        let lives =
            |local: Vec2| nature.lives_on.contains(&chunk.ecosystem(local)) && chunk.water(local).is_none();
        let middle = Vec2::new(stream.range(2.0, 30.0) as f32, stream.range(2.0, 30.0) as f32);
        let flocks = f64::from(nature.a_hectare) * richness * CHUNK_HECTARES / f64::from(nature.flock);
        if !stream.chance(flocks.min(1.0)) || !lives(middle) {
            continue;
        }
        for _ in 0..nature.flock {
            let mut beside = || stream.range(-FLOCK_METRES, FLOCK_METRES) as f32 * 0.5;
            let local = (middle + Vec2::new(beside(), beside())).clamp(Vec2::ONE, Vec2::splat(31.0));
            if lives(local) {
                animals.push((being, local));
            }
        }
    }
    animals
}

/// Lets a chunk's animals come.
pub(crate) fn settle(world: &mut World, seed: Seed, chunk: &Chunk) {
    let richness = world.resource::<WorldConfig>().fauna;
    for (being, local) in native(seed, chunk, richness) {
        let place = chunk.pos.origin() + local.as_dvec2();
        let motion = Motion { place, stamina: 1.0, ..Motion::default() };
        let animal = Animal { being, home: chunk.pos, until: Tick(0), stirs: false };
        let vitals = Vitals { health: 1.0, hunger: 0.0 };
        spawn(world, (animal, Body(motion), Steered::default(), vitals, Acting::default()));
    }
}

/// Takes away the animals at home in chunks that fall asleep.
pub(crate) fn retire(world: &mut World, asleep: &BTreeSet<ChunkPos>) {
    let mut animals = world.query::<(&Id, &Animal)>();
    let mut gone: Vec<EntityId> =
        animals.iter(world).filter(|(_, animal)| asleep.contains(&animal.home)).map(|(id, _)| id.0).collect();
    gone.sort_unstable();
    gone.into_iter().for_each(|id| despawn(world, id));
}

/// Lets animals make up their minds.
pub(crate) fn roam(world: &mut World) {
    let now = world.resource::<Now>().0;
    let mut animals = world.query_filtered::<(&Id, Entity, &Animal, &Body), Without<Fallen>>();
    let all: BTreeMap<EntityId, (Entity, Animal, DVec2)> = animals
        .iter(world)
        .map(|(id, entity, animal, body)| (id.0, (entity, *animal, body.0.place)))
        .collect();
    if all.is_empty() {
        return;
    }
    let seed = world.resource::<Ground>().seed();
    for (id, (entity, animal, place)) in all {
        let needed = world.resource::<Ground>().needed();
        let corners = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]].map(DVec2::from_array);
        let stirs = corners.iter().all(|corner| needed.contains(&ChunkPos::of(place + *corner * STEP_ROOM)));
        if !stirs {
            if animal.stirs {
                world.get_mut::<Animal>(entity).expect("just seen").stirs = false;
                world.get_mut::<Body>(entity).expect("animals have bodies").0.velocity = Vec2::ZERO;
            }
            continue;
        }
        let looks = (now.0 + id.0).is_multiple_of(LOOK_EVERY);
        let danger = if looks { threat(world, place, animal.nature().shy) } else { None };
        if danger.is_none() && now < animal.until && animal.stirs {
            continue;
        }
        let mut stream = Stream::named(seed, "roam", &[id.0, now.0]);
        let steered = world.get::<Steered>(entity).is_some_and(|steered| steered.0.gait == Gait::Run);
        if danger.is_some() && !steered {
            noise::make(world, Sound::Animal, id);
        }
        let (steering, ticks) = match danger {
            Some(from) => (steer(place - from, Gait::Run), FRIGHT_TICKS),
            None => graze(&mut stream, place, animal.home),
        };
        world.get_mut::<Steered>(entity).expect("animals are steered").0 = steering;
        let mut animal = world.get_mut::<Animal>(entity).expect("just seen");
        (animal.until, animal.stirs) = (Tick(now.0 + ticks), true);
    }
}

/// Where the nearest person is who frightens an animal, if one does.
fn threat(world: &mut World, place: DVec2, shy: f64) -> Option<DVec2> {
    let mut nearest: Option<(f64, DVec2)> = None;
    for entity in crowd::near(world, place, shy) {
        let Some(body) = world.get::<Body>(entity).map(|body| body.0) else { continue };
        if world.get::<Person>(entity).is_none() || body.level != 0 || body.pose == Pose::Fallen {
            continue;
        }
        let heard = if body.pose == Pose::Sneaking { shy * 0.5 } else { shy };
        let distance = body.place.distance(place);
        if distance < heard && nearest.is_none_or(|(before, _)| distance < before) {
            nearest = Some((distance, body.place));
        }
    }
    nearest.map(|(_, from)| from)
}

/// What an animal does that nobody frightens: stands and feeds, or walks a little, never far from home.
fn graze(stream: &mut Stream, place: DVec2, home: ChunkPos) -> (Steering, u64) {
    let middle = home.origin() + DVec2::splat(CHUNK_METRES * 0.5);
    let strayed = place.distance(middle) > HOME_METRES;
    let seconds = |stream: &mut Stream, [least, most]: [f64; 2]| {
        (stream.range(least, most) * TICKS_PER_SECOND as f64) as u64
    };
    let turn = stream.unit() * std::f64::consts::TAU;
    let aside = DVec2::new(libm::cos(turn), libm::sin(turn));
    if strayed || stream.chance(0.4) {
        let way = if strayed { middle - place } else { aside };
        return (steer(way, Gait::Walk), seconds(stream, WALK_SECONDS));
    }
    let heading = steer(aside, Gait::Walk).heading;
    (Steering { heading, ..Steering::default() }, seconds(stream, GRAZE_SECONDS))
}

/// Steering along a way; who has none goes east.
fn steer(way: DVec2, gait: Gait) -> Steering {
    let way = way.normalize_or(DVec2::X);
    let heading = turn_to_byte(libm::atan2(way.y, way.x) / std::f64::consts::TAU);
    Steering { east: (way.x * 127.0) as i8, north: (way.y * 127.0) as i8, heading, gait }
}

#[cfg(test)]
mod tests;
