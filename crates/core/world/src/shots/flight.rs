//! What flies: a step further each tick, until something stops it.

use super::aim::stature;
use super::{Flying, Rewinds, Trail, trail};
use crate::books::{Entry, Post};
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::crowd::{self, Crowd};
use crate::deeds::{PERCEIVED, Wound, enter, wound};
use crate::fauna::Animal;
use crate::ground::Ground;
use crate::owners;
use crate::parts::{Away, Body, Fallen, Id, Lies, SteeredBy};
use crate::realm::despawn;
use bevy_ecs::prelude::*;
use wold_chance::Stream;
use wold_land::{Land, Point};
use wold_lore::Deed;
use wold_space::{DVec2, DVec3, EntityId, GuestId, Tick};
use wold_wire::{FromHost, Landed};

/// Seconds after which whatever still flies is let fall.
const LONGEST: f64 = 8.0;
/// Metres by which a thing passes a body and still hits it.
const GRAZE: f64 = 0.1;
/// Metres bodies may have come since they were where they are shown.
const MEANWHILE: f64 = 4.0;
/// Halvings by which the place is found where something is stopped: to a centimetre.
const HALVINGS: u32 = 8;
/// Metres before what stops it that a thing lies.
const BEFORE: f64 = 0.15;
/// Metres a storey's floor may be above a thing that lies on it.
const ON_FLOOR: f64 = 0.6;
/// Storeys houses have at most.
const STOREYS: u8 = 8;

/// Something that ends a flight.
struct End {
    /// Which share of the tick's way it went.
    share: f64,
    hit: Option<(EntityId, Entity)>,
}

/// Moves everything that flies by one step, and notes where those are it may be held against.
pub(crate) fn fly(world: &mut World) {
    let mut flights = world.query::<(Entity, &Id, &Flying)>();
    let mut all: Vec<(EntityId, Entity, Flying)> =
        flights.iter(world).map(|(entity, id, flying)| (id.0, entity, flying.clone())).collect();
    all.sort_unstable_by_key(|(id, ..)| *id);
    if !all.is_empty() {
        // Everybody moved since the tick's commands were decided.
        world.resource_mut::<Crowd>().stir();
    }
    trail::remember(world, all.iter().map(|(.., flying)| flying.loosed.start.truncate()));
    for (id, entity, flying) in all {
        step(world, (id, entity), flying);
    }
}

fn step(world: &mut World, (id, entity): (EntityId, Entity), mut flying: Flying) {
    let now = world.resource::<Now>().0;
    let (before, after) = (flying.loosed.seconds(Tick(now.0 - 1)), flying.loosed.seconds(now));
    if now <= flying.loosed.since {
        return;
    }
    let (from, to) = (flying.loosed.at(before), flying.loosed.at(after));
    let open = clear(&world.resource::<Ground>().land, from, to);
    let end = strikes(world, &flying, now, from, from + (to - from) * open)
        .map(|(share, hit)| End { share: share * open, hit: Some(hit) })
        .or_else(|| (open < 1.0 || after >= LONGEST).then_some(End { share: open, hit: None }));
    show(world, entity, &mut flying, to);
    let Some(end) = end else { return };
    let at = from + (to - from) * end.share;
    let seconds = before + (after - before) * end.share;
    let landed = Landed { id, after: (seconds * 1000.0) as u16, hit: end.hit.map(|(who, _)| who), end: at };
    for guest in &flying.told {
        world.resource_mut::<Post>().send(*guest, FromHost::Landed(landed));
    }
    if let Some((who, body)) = end.hit {
        world.resource_mut::<Rewinds>().end(id, who);
        let place = world.get::<Body>(body).map_or(at.truncate(), |body| body.0.place);
        wound(
            world,
            &Wound {
                by: flying.loosed.by,
                from: from_where(world, &flying),
                harm: flying.harm,
                thrown: Some(flying.loosed.thing),
            },
            (body, who),
        );
        lay(world, (id, entity), &flying, place.extend(at.z));
    } else {
        let back = (to - from).normalize_or_zero() * BEFORE.min((at - from).length());
        lay(world, (id, entity), &flying, at - back);
    }
}

/// Where the one who shot stands: there the deed was done.
fn from_where(world: &World, flying: &Flying) -> DVec2 {
    let doer = world.resource::<crate::registry::Roll>().0.get(&flying.loosed.by);
    let body = doer.and_then(|doer| world.get::<Body>(*doer));
    body.map_or(flying.loosed.start.truncate(), |body| body.0.place)
}

/// How much of a way through the air is open.
fn clear(land: &Land, from: DVec3, to: DVec3) -> f64 {
    let open = |to: DVec3| {
        land.sees(Point::from(from), Point::from(to)) && to.z > f64::from(land.height(to.truncate()))
    };
    if open(to) {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if open(from + (to - from) * middle) { low = middle } else { high = middle }
    }
    low
}

/// Ticks by which bodies are held against a thing as they were: all the one who shot was behind at the hand, none at the mark.
fn behind(flying: &Flying, at: DVec3) -> u64 {
    let gone = (at - flying.loosed.start).truncate().length();
    let left = (1.0 - gone / flying.way.max(0.01)).max(0.0);
    (f64::from(flying.lag) * left + 0.5) as u64
}

/// The first body in the way, and which share of it is before that body.
fn strikes(
    world: &mut World,
    flying: &Flying,
    now: Tick,
    from: DVec3,
    to: DVec3,
) -> Option<(f64, (EntityId, Entity))> {
    let then = Tick(now.0.saturating_sub(behind(flying, from)));
    let middle = ((from + to) / 2.0).truncate();
    let about = crowd::near(world, middle, (to - from).truncate().length() / 2.0 + MEANWHILE);
    let radius = f64::from(world.resource::<WorldConfig>().physique.radius);
    let mut first: Option<(f64, EntityId, Entity)> = None;
    for entity in about {
        let other = world.entity(entity);
        let (Some(id), Some(body)) = (other.get::<Id>().map(|id| id.0), other.get::<Body>()) else {
            continue;
        };
        if id == flying.loosed.by || other.contains::<Fallen>() || other.contains::<Away>() {
            continue;
        }
        let radius = other.get::<Animal>().map_or(radius, |animal| f64::from(animal.nature().radius));
        let motion = if then < now { world.resource::<Trail>().at(then, id) } else { None };
        let motion = motion.unwrap_or(body.0);
        let Some(share) = passes(from, to, motion.place, radius + GRAZE) else { continue };
        let height = from.z + (to.z - from.z) * share;
        let (foot, tall) = stature(world, entity, &motion);
        let is_in = (foot - GRAZE..=foot + tall + GRAZE).contains(&height);
        // Of two as near the one with the lower id, so that order does not matter.
        if is_in && first.is_none_or(|(before, ..)| share < before) {
            first = Some((share, id, entity));
        }
    }
    first.map(|(share, id, entity)| (share, (id, entity)))
}

/// The share of a way at which it comes within `radius` of a place, if it does.
fn passes(from: DVec3, to: DVec3, place: DVec2, radius: f64) -> Option<f64> {
    let (way, off) = ((to - from).truncate(), place - from.truncate());
    let length = way.length();
    if length < 1e-9 {
        return (off.length() <= radius).then_some(0.0);
    }
    let along = off.dot(way) / length;
    let aside = off.length_squared() - along * along;
    let half = (radius * radius - aside).max(0.0);
    if aside > radius * radius || along + half.sqrt() < 0.0 {
        return None;
    }
    let enters = ((along - half.sqrt()) / length).max(0.0);
    (enters <= 1.0).then_some(enters)
}

/// Tells those of it who see it and do not know of it.
fn show(world: &mut World, entity: Entity, flying: &mut Flying, at: DVec3) {
    let about = crowd::near(world, at.truncate(), PERCEIVED);
    let land = &world.resource::<Ground>().land;
    let sees = |watcher: &Entity| {
        let (guest, body) = (world.get::<SteeredBy>(*watcher)?.0, world.get::<Body>(*watcher)?.0);
        let is_new = !flying.told.contains(&guest) && body.place.distance(at.truncate()) <= PERCEIVED;
        (is_new && land.sees(land.eyes(body.place, body.level, body.pose), Point::from(at))).then_some(guest)
    };
    let seeing: Vec<GuestId> = about.iter().filter_map(sees).collect();
    if seeing.is_empty() {
        return;
    }
    for guest in seeing {
        world.resource_mut::<Post>().send(guest, FromHost::Loosed(flying.loosed));
        flying.told.insert(guest);
    }
    if let Some(mut kept) = world.get_mut::<Flying>(entity) {
        kept.told = flying.told.clone();
    }
}

/// A thing that flew lies where it fell, or is broken.
fn lay(world: &mut World, (id, entity): (EntityId, Entity), flying: &Flying, at: DVec3) {
    let (place, now) = (at.truncate(), world.resource::<Now>().0);
    let draw = Stream::named(world.resource::<Ground>().seed(), "shots", &[id.0, now.0]).unit();
    if draw < flying.breaks {
        enter(
            world,
            Entry::new(flying.loosed.by, Deed::Spend, place).with(flying.loosed.thing).of(flying.owner),
        );
        despawn(world, id);
        return;
    }
    let land = &world.resource::<Ground>().land;
    let on = |level: &u8| *level == 0 || land.house_at(place, *level).is_some();
    let floors = (0..STOREYS).filter(on);
    let below = floors.filter(|level| f64::from(land.standing_height(place, *level)) <= at.z + ON_FLOOR);
    let level =
        below.max_by(|a, b| land.standing_height(place, *a).total_cmp(&land.standing_height(place, *b)));
    let level = level.unwrap_or(flying.level);
    world.entity_mut(entity).remove::<Flying>().insert(Lies { place, level });
    owners::lay(world, entity, flying.owner);
}
