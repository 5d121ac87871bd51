//! Land that nobody is near goes to sleep, so that the world's state grows with what people did and not with where they went.
//!
//! Contract: a chunk that nobody has been within [`AWAKE_RINGS`](crate::ground::AWAKE_RINGS) of for [`IDLE_SECONDS`] falls asleep. Whatever lies in it just
//! as genesis put it (kind, spot, unlit, nothing else known about it) leaves the world; which of its things were *not* there is written down in
//! [`Picked`]. Things people dropped, moved or lit stay where they are. When somebody comes near, the chunk's things sprout again but for those:
//! what was picked stays picked, what was there is there, under new names. Nothing here depends on what happens to be loaded.
//!
//! A few chunks a tick at most, the longest idle first, so that no tick pays for a crowd that walked away.

use crate::books::{Idle, LandBook, Picked};
use crate::catalogue::Catalogue;
use crate::clock::Now;
use crate::fauna;
use crate::ground::Ground;
use crate::harvest::spot_of;
use crate::parts::{Id, Lies, Thing};
use crate::realm::{despawn, spawn};
use crate::registry::{Kept, Registry};
use bevy_ecs::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wold_chance::Seed;
use wold_lore::land::{Chunk, PlaceKind, Sprout, ThingKind};
use wold_lore::measure::to_spot;
use wold_space::{ChunkPos, DVec2, EntityId, TICKS_PER_SECOND, Tick};

/// Seconds nobody must have been near.
pub(crate) const IDLE_SECONDS: u64 = 30;
/// Idle chunks beyond which the longest idle need not wait that long.
pub(crate) const MOST_IDLE: usize = 1_024;
/// Chunks that fall asleep in one tick: more than three hundred runners wake in the same time.
const AT_ONCE: usize = 6;
/// Chunks whose land is asked for before it is their turn.
const AHEAD: usize = 4 * AT_ONCE;

/// All that is known about a thing nobody has touched.
const MERE: [&str; 3] = [Id::NAME, Thing::NAME, Lies::NAME];

/// Takes note of which awake chunks somebody is near.
pub(crate) fn note_idle(world: &mut World, needed: &BTreeSet<ChunkPos>) {
    let now = world.resource::<Now>().0;
    let known = &world.resource::<Idle>().0;
    let left = |pos: &&ChunkPos| !needed.contains(pos) && !known.contains_key(pos);
    let fresh: Vec<ChunkPos> = world.resource::<LandBook>().awake.iter().filter(left).copied().collect();
    let is_met = known.keys().any(|pos| needed.contains(pos));
    if fresh.is_empty() && !is_met {
        return;
    }
    let idle = &mut world.resource_mut::<Idle>().0;
    idle.retain(|pos, _| !needed.contains(pos));
    idle.extend(fresh.into_iter().map(|pos| (pos, now)));
}

/// Lets a chunk's things sprout and its herds come; nothing if it is awake already.
pub(crate) fn wake(world: &mut World, seed: Seed, chunk: &Chunk) {
    if !world.resource_mut::<LandBook>().awake.insert(chunk.pos) {
        return;
    }
    let is_known = world.resource::<Picked>().0.contains_key(&chunk.pos);
    let picked = is_known.then(|| world.resource_mut::<Picked>().0.remove(&chunk.pos)).flatten();
    let picked = picked.unwrap_or_default();
    for (_, sprout) in sprouts(chunk).enumerate().filter(|(n, _)| !picked.contains(&(*n as u16))) {
        let lies = Lies { place: spot_of(chunk.pos, &sprout), level: 0 };
        spawn(world, (Thing { kind: sprout.kind, lit: false }, lies));
    }
    fauna::herd::settle(world, seed, chunk);
}

/// What lies in a chunk at first: what genesis put there, and what travellers and guards leave at an inn.
fn sprouts(chunk: &Chunk) -> impl Iterator<Item = Sprout> {
    let inns = chunk.places.iter().filter(|place| place.kind == PlaceKind::Inn);
    let left = inns.flat_map(|inn| {
        [(ThingKind::Hood, 0.7), (ThingKind::Coat, -0.7)]
            .map(|(kind, east)| (kind, inn.at.x + east, inn.at.y))
    });
    let left = left.map(|(kind, x, y)| {
        let local = DVec2::new(x, y) - chunk.pos.origin();
        Sprout { kind, at: to_spot(local) }
    });
    chunk.sprouts.iter().copied().chain(left)
}

/// Puts the chunks to sleep whose time has come.
pub(crate) fn lie_down(world: &mut World) {
    let now = world.resource::<Now>().0;
    let idle = &world.resource::<Idle>().0;
    let surplus = idle.len().saturating_sub(MOST_IDLE);
    let is_due = |since: Tick| now.since(since) >= IDLE_SECONDS * TICKS_PER_SECOND;
    if surplus == 0 && !idle.values().any(|since| is_due(*since)) {
        return;
    }
    let mut due: Vec<(Tick, ChunkPos)> = idle.iter().map(|(pos, since)| (*since, *pos)).collect();
    due.sort_unstable();
    let count = due.iter().filter(|(since, _)| is_due(*since)).count().max(surplus);
    due.truncate(count.min(AT_ONCE + AHEAD));
    let later = due.split_off(due.len().min(AT_ONCE));
    let ground = world.resource::<Ground>();
    let ahead: Vec<ChunkPos> =
        later.into_iter().map(|(_, pos)| pos).filter(|pos| ground.land.plot(*pos).is_none()).collect();
    if !ahead.is_empty() {
        ground.source().expect(&ahead);
    }
    let made = |pos: ChunkPos| match ground.land.plot(pos) {
        Some(plot) => plot.chunk.clone(),
        None => ground.source().chunk(pos),
    };
    let chunks: BTreeMap<ChunkPos, Arc<Chunk>> = due.iter().map(|(_, pos)| (*pos, made(*pos))).collect();
    fauna::retire(world, &chunks.keys().copied().collect());
    let mut untouched = untouched(world, &chunks);
    for (pos, chunk) in &chunks {
        let lying = untouched.remove(pos).unwrap_or_default();
        fall_asleep(world, chunk, lying);
    }
}

type Lying = Vec<(EntityId, Thing, Lies)>;

/// What lies in these chunks and is known for nothing but that, by id.
fn untouched(world: &World, chunks: &BTreeMap<ChunkPos, Arc<Chunk>>) -> BTreeMap<ChunkPos, Lying> {
    let (registry, catalogue) = (world.resource::<Registry>(), world.resource::<Catalogue>());
    let mut found: BTreeMap<ChunkPos, Lying> = BTreeMap::new();
    for &pos in chunks.keys() {
        for entity in catalogue.lying_in(pos).map(|entity| world.entity(entity)) {
            let Some((id, thing, lies)) = entity.get_components::<(&Id, &Thing, &Lies)>().ok() else {
                continue;
            };
            if lies.level == 0 && !thing.lit && registry.has_only(entity, &MERE) {
                found.entry(pos).or_default().push((id.0, *thing, *lies));
            }
        }
    }
    found.values_mut().for_each(|list| list.sort_unstable_by_key(|(id, ..)| *id));
    found
}

fn fall_asleep(world: &mut World, chunk: &Chunk, mut lying: Lying) {
    let mut picked = BTreeSet::new();
    for (number, sprout) in sprouts(chunk).enumerate() {
        let spot = spot_of(chunk.pos, &sprout);
        let is_it =
            |(_, thing, lies): &(EntityId, Thing, Lies)| thing.kind == sprout.kind && lies.place == spot;
        match lying.iter().position(is_it) {
            Some(at) => despawn(world, lying.remove(at).0),
            None => drop(picked.insert(number as u16)),
        }
    }
    if !picked.is_empty() {
        world.resource_mut::<Picked>().0.insert(chunk.pos, picked);
    }
    world.resource_mut::<LandBook>().awake.remove(&chunk.pos);
    world.resource_mut::<Idle>().0.remove(&chunk.pos);
}

#[cfg(test)]
pub(crate) mod tests;
