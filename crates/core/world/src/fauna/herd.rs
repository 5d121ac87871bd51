//! Animals that people keep: sheep and cattle by the fields of a town, hens by its houses.
//!
//! Contract: they come once, with the chunk they are kept in, by the lot of their place; they stay when it sleeps, and are counted by their heads. Each is nobody's until somebody tends it, and then theirs and their
//! heirs'. What was taken from one grows again. Where there are two of a flock or more and fewer than there were, one is born each day.

use super::{Animal, bring};
use crate::clock::{Now, day_number};
use crate::config::WorldConfig;
use crate::crowd;
use crate::nature::{self, KeptAt, Nature};
use crate::parts::{Body, Fallen, Id, Steered};
use crate::registry::Kept;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use wold_chance::{Seed, Stream};
use wold_lore::land::{Chunk, House, PlaceKind};
use wold_lore::{Being, Steering};
use wold_space::{ChunkPos, DVec2, EntityId, TICKS_PER_SECOND, Tick};

/// An animal somebody keeps.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Livestock {
    /// The middle of where it is kept.
    pub fold: DVec2,
    /// Whose it is; nobody's until somebody tends it.
    pub owner: Option<EntityId>,
    /// When what it bears can be taken again.
    pub ripe: Tick,
}

/// Where herds came already, and the day on which young were last born.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folds {
    founded: BTreeSet<ChunkPos>,
    day: u32,
}

impl Kept for Livestock {
    const NAME: &'static str = "livestock";
}

impl Kept for Folds {
    const NAME: &'static str = "folds";
}

/// The herds of a chunk: what, and around which place.
fn kept_in(seed: Seed, chunk: &Chunk) -> Vec<(Being, DVec2)> {
    let mut herds = Vec::new();
    let mut stream = Stream::named(seed, "herds", &[chunk.pos.x as u64, chunk.pos.y as u64]);
    let mut draw = |at: KeptAt, place: DVec2| {
        for nature in nature::all().iter().filter(|nature| nature.kept_at == Some(at)) {
            if stream.chance(nature.lot) {
                herds.push((nature.being, place));
            }
        }
    };
    let dry = |place: &DVec2| {
        let local = (*place - chunk.pos.origin()).as_vec2();
        chunk.water(local).is_none()
    };
    for place in chunk.places.iter().filter(|place| place.kind == PlaceKind::Field && dry(&place.at)) {
        draw(KeptAt::Field, place.at);
    }
    for house in &chunk.houses {
        if let Some(yard) = yard(chunk, house).filter(dry) {
            draw(KeptAt::House, yard);
        }
    }
    herds
}

/// A free spot beside a house: west, south, east or north of it.
fn yard(chunk: &Chunk, house: &House) -> Option<DVec2> {
    let size = DVec2::new(f64::from(house.width), f64::from(house.depth));
    let (middle, away) = (house.corner + size * 0.5, size * 0.5 + nature::common().herds.yard_metres);
    let sides = [[-1.0, 0.0], [0.0, -1.0], [1.0, 0.0], [0.0, 1.0]].map(DVec2::from_array);
    let inside = |at: DVec2, other: &House| {
        let size = DVec2::new(f64::from(other.width), f64::from(other.depth));
        at.cmpgt(other.corner - 1.0).all() && at.cmplt(other.corner + size + 1.0).all()
    };
    let mut spots = sides.into_iter().map(|side| middle + side * away);
    spots.find(|at| !chunk.houses.iter().any(|other| inside(*at, other)))
}

/// Lets the herds of a chunk come, if they have not yet.
pub(crate) fn settle(world: &mut World, seed: Seed, chunk: &Chunk) {
    if world.resource::<WorldConfig>().fauna <= 0.0 || world.resource::<Folds>().founded.contains(&chunk.pos)
    {
        return;
    }
    let herds = kept_in(seed, chunk);
    if herds.is_empty() {
        return;
    }
    world.resource_mut::<Folds>().founded.insert(chunk.pos);
    let spread = nature::common().herds.spread_metres;
    for (number, (being, fold)) in herds.into_iter().enumerate() {
        let mut stream =
            Stream::named(seed, "herd", &[chunk.pos.x as u64, chunk.pos.y as u64, number as u64]);
        for _ in 0..nature::of(being).flock {
            let beside = DVec2::new(stream.range(-spread, spread), stream.range(-spread, spread)) * 0.5;
            keep(world, being, fold, fold + beside, None);
        }
    }
}

fn keep(world: &mut World, being: Being, fold: DVec2, place: DVec2, owner: Option<EntityId>) {
    let animal = bring(world, being, place, ChunkPos::of(fold));
    let ripe = world.resource::<Now>().0;
    world.entity_mut(animal).insert(Livestock { fold, owner, ripe });
}

/// Lets young be born, once a day.
pub(crate) fn breed(world: &mut World) {
    let today = day_number(world.resource::<WorldConfig>(), world.resource::<Now>().0);
    if world.resource::<Folds>().day == today {
        return;
    }
    world.resource_mut::<Folds>().day = today;
    let mut kept = world.query_filtered::<(&Id, &Animal, &Livestock), Without<Fallen>>();
    let mut flocks: BTreeMap<(u64, u64, Being), Vec<(EntityId, Livestock)>> = BTreeMap::new();
    for (id, animal, livestock) in kept.iter(world) {
        let Livestock { fold, .. } = livestock;
        let key = (fold.x.to_bits(), fold.y.to_bits(), animal.being);
        flocks.entry(key).or_default().push((id.0, *livestock));
    }
    for ((.., being), mut flock) in flocks {
        flock.sort_unstable_by_key(|(id, _)| *id);
        let Nature { flock: most, .. } = nature::of(being);
        let (_, first) = flock[0];
        if (2..*most).contains(&flock.len()) {
            keep(world, being, first.fold, first.fold, first.owner);
        }
    }
}

/// The nearest animal of a kind that somebody at a place may tend: it bears something, and is theirs or nobody's.
pub(crate) fn to_tend(world: &mut World, who: EntityId, place: DVec2, being: Being) -> Option<Entity> {
    let now = world.resource::<Now>().0;
    let reach = nature::common().herds.tend_metres;
    let about = crowd::near(world, place, reach);
    let fits = |entity: &Entity| {
        let animal = world.get::<Animal>(*entity).filter(|animal| animal.being == being)?;
        let kept = world.get::<Livestock>(*entity)?;
        let body = world.get::<Body>(*entity)?.0;
        let may = kept.owner.is_none_or(|owner| owner == who) && now >= kept.ripe;
        let far = body.place.distance(place);
        let lives = world.get::<Fallen>(*entity).is_none() && animal.nature().bears.is_some();
        (may && lives && far < reach).then_some((far, *entity))
    };
    let found = about.iter().filter_map(fits);
    found.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, entity)| entity)
}

/// Somebody is busy with an animal: it stands.
pub(crate) fn soothe(world: &mut World, animal: Entity) {
    let until = Tick(world.resource::<Now>().0.0 + nature::ticks(nature::common().herds.still_seconds));
    if let Some(mut animal) = world.get_mut::<Animal>(animal) {
        animal.until = until;
    }
    if let Some(mut steered) = world.get_mut::<Steered>(animal) {
        steered.0 = Steering { heading: steered.0.heading, ..Steering::default() };
    }
}

/// Somebody has taken what an animal bears: it is theirs from now on.
pub(crate) fn tended(world: &mut World, animal: Entity, by: EntityId) {
    let Some(again) = world.get::<Animal>(animal).map(|animal| animal.nature().again_days) else { return };
    let day = world.resource::<WorldConfig>().day_minutes * 60.0 * TICKS_PER_SECOND as f64;
    let ripe = Tick(world.resource::<Now>().0.0 + (again * day) as u64);
    if let Some(mut kept) = world.get_mut::<Livestock>(animal) {
        kept.owner = kept.owner.or(Some(by));
        kept.ripe = ripe;
    }
}

/// What was somebody's becomes their heir's, or nobody's.
pub(crate) fn pass_on(world: &mut World, who: EntityId, heir: Option<EntityId>) {
    let mut kept = world.query::<&mut Livestock>();
    for mut livestock in kept.iter_mut(world) {
        if livestock.owner == Some(who) {
            livestock.owner = heir;
        }
    }
}
