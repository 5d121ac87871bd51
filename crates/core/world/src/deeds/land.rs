//! Using things: eating, healing, lighting, felling, splitting, building.

use super::carry::bag;
use super::people::swing_once;
use super::{Decision, Doer, Done, EYESIGHT, enter, eyes_of, gesture, record, tell_bag, within_reach};
use crate::books::{Entry, LandBook};
use crate::catalogue;
use crate::changed::{Change, Changed, What};
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::crowd::near;
use crate::doors;
use crate::ground::Ground;
use crate::guise;
use crate::noise;
use crate::owners;
use crate::parts::{Body, Fallen, Lies, Owned, Person, Thing, Vitals, Wears};
use crate::realm::{despawn, spawn};
use crate::registry::Roll;
use crate::stacks;
use bevy_ecs::prelude::*;
use wold_land::measures::{ARM_METRES, BUILDING_METRES};
use wold_land::{Motion, Plot, can_build};
use wold_lore::land::{Door, Edge, EdgeKind, EdgeSide, Growth, ThingKind};
use wold_lore::sense::Sound;
use wold_lore::{Deed, Guise, Owner};
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, EntityId};
use wold_wire::{Gesture, Refusal, Target};

pub(super) fn use_thing(world: &mut World, doer: &Doer, slot: u8, on: Target) -> Decision {
    let id = bag(world, doer).get(slot).ok_or(Refusal::EmptySlot)?;
    let thing = *world.get::<Thing>(world.resource::<Roll>().0[&id]).expect("bags hold things");
    match (thing.kind, on) {
        (kind, Target::Nothing) if kind.nourishment() > 0.0 => eat(world, doer, slot, id, kind),
        (ThingKind::Herb, Target::Nothing) => heal(world, doer, slot, doer.id),
        (ThingKind::Herb, Target::Entity(whom)) => heal(world, doer, slot, whom),
        (ThingKind::Lantern, Target::Nothing) => light(world, doer, id),
        (kind, Target::Nothing) if Guise::of(kind).is_some() => Ok(wear(world, doer, id, kind)),
        (ThingKind::Axe, Target::Growth { chunk, index }) => fell(world, doer, chunk, index),
        (ThingKind::Axe, Target::Entity(log)) => split(world, doer, log),
        (ThingKind::Axe, Target::Edge { chunk, x, y, side }) => raze(world, doer, chunk, x, y, side),
        (ThingKind::Plank, Target::Edge { chunk, x, y, side }) => {
            build(world, doer, slot, chunk, Built { x, y, side })
        }
        (_, Target::Growth { .. } | Target::Edge { .. }) => Err(Refusal::NeedsTool),
        _ => Err(Refusal::NoUse),
    }
}

fn eat(world: &mut World, doer: &Doer, slot: u8, id: EntityId, kind: ThingKind) -> Decision {
    let owner = owners::owner_of(world, world.resource::<Roll>().0[&id]);
    use_up(world, doer, slot);
    if let Some(mut vitals) = world.get_mut::<Vitals>(doer.entity) {
        vitals.hunger = (vitals.hunger - kind.nourishment()).max(0.0);
    }
    gesture(world, doer.entity, Gesture::Eat);
    enter(world, Entry::new(doer.id, Deed::Eat, doer.place).to(id).with(kind).of(owner));
    Ok(Done::matters())
}

/// One piece of what is in a slot is no more.
fn use_up(world: &mut World, doer: &Doer, slot: u8) {
    if let Some((_, piece)) = stacks::split(world, doer.entity, slot, 1) {
        despawn(world, piece);
    }
}

/// Puts a herb on somebody's wounds; the unhurt need none.
fn heal(world: &mut World, doer: &Doer, slot: u8, whom: EntityId) -> Decision {
    let patient = if whom == doer.id { doer.entity } else { within_reach(world, doer, whom, ARM_METRES)?.0 };
    let cure = world.resource::<WorldConfig>().flesh.herb;
    if world.get::<Fallen>(patient).is_some() {
        return Err(Refusal::NoUse);
    }
    let mut vitals = world.get_mut::<Vitals>(patient).ok_or(Refusal::NotAPerson)?;
    if vitals.health >= 1.0 {
        return Err(Refusal::NoUse);
    }
    vitals.health = (vitals.health + cure).min(1.0);
    use_up(world, doer, slot);
    gesture(world, doer.entity, Gesture::Heal);
    enter(world, Entry::new(doer.id, Deed::Heal, doer.place).to(whom).with(ThingKind::Herb));
    Ok(Done::matters())
}

fn light(world: &mut World, doer: &Doer, id: EntityId) -> Decision {
    let entity = world.resource::<Roll>().0[&id];
    let mut thing = world.get_mut::<Thing>(entity).expect("bags hold things");
    thing.lit = !thing.lit;
    let lit = thing.lit;
    catalogue::lit(world, entity, lit);
    let tick = world.resource::<Now>().0;
    let change = Change {
        what: What::Light(id),
        on: lit,
        place: doer.place,
        level: doer.level,
        tick,
        by: Some(doer.id),
    };
    world.resource_mut::<Changed>().note(change);
    let text = if lit { "The lantern burns." } else { "The lantern is out." };
    gesture(world, doer.entity, Gesture::Wave);
    Ok(Done::told(text.into()))
}

/// Puts on what can be worn, or takes it off.
fn wear(world: &mut World, doer: &Doer, id: EntityId, kind: ThingKind) -> Done {
    let is_on = guise::worn(world, doer.entity).is_some_and(|(worn, _)| worn == id);
    let mut body = world.entity_mut(doer.entity);
    if is_on {
        body.remove::<Wears>();
    } else {
        body.insert(Wears(id));
    }
    tell_bag(world, doer.entity);
    gesture(world, doer.entity, Gesture::Wave);
    let label = kind.label();
    Done::told(if is_on { format!("You take off the {label}.") } else { format!("You put on the {label}.") })
}

pub(super) fn describe_growth(
    world: &World,
    doer: &Doer,
    chunk: ChunkPos,
    index: u16,
) -> Result<String, Refusal> {
    let (plot, growth, place) = growth_near(world, doer, chunk, index, EYESIGHT)?;
    let land = &world.resource::<Ground>().land;
    if !land.sees(eyes_of(world, doer), land.above(place, 0)) {
        return Err(Refusal::OutOfSight);
    }
    match plot.changes.gone.contains(&index) {
        true => Ok("Only a stump is left.".into()),
        false => Ok(format!("A {}.", growth.kind.label())),
    }
}

/// What grows somewhere within a distance. Farther away the answer is always the same, whatever grows there and whoever is near: it depends on the
/// chunk's place alone until that is near enough for its land to be loaded around the doer itself.
fn growth_near<'w>(
    world: &'w World,
    doer: &Doer,
    chunk: ChunkPos,
    index: u16,
    reach: f64,
) -> Result<(&'w Plot, Growth, DVec2), Refusal> {
    let corner = chunk.origin();
    let nearest = doer.place.clamp(corner, corner + CHUNK_METRES);
    if nearest.distance(doer.place) > reach {
        return Err(Refusal::TooFar);
    }
    let plot = world.resource::<Ground>().land.plot(chunk).ok_or(Refusal::TooFar)?;
    let growth = *plot.chunk.growths.get(usize::from(index)).ok_or(Refusal::NothingThere)?;
    let place = corner + growth.local().as_dvec2();
    if place.distance(doer.place) > reach + f64::from(growth.trunk_radius()) {
        return Err(Refusal::TooFar);
    }
    Ok((plot, growth, place))
}

fn fell(world: &mut World, doer: &Doer, chunk: ChunkPos, index: u16) -> Decision {
    let (plot, growth, place) = growth_near(world, doer, chunk, index, ARM_METRES)?;
    if plot.changes.gone.contains(&index) {
        return Err(Refusal::NothingThere);
    }
    if !growth.kind.is_tree() {
        return Err(Refusal::NoUse);
    }
    if doer.level != 0 {
        return Err(Refusal::TooFar);
    }
    swing_once(world, doer)?;
    gesture(world, doer.entity, Gesture::Chop);
    noise::make(world, Sound::Felling, doer.id);
    let needed = world.resource::<WorldConfig>().flesh.cuts_to_fell;
    let mut book = world.resource_mut::<LandBook>();
    let cuts = book.cuts.entry((chunk, index)).or_default();
    *cuts += 1;
    if *cuts < needed {
        return Ok(Done::quietly());
    }
    book.cuts.remove(&(chunk, index));
    change_land(world, chunk, |changes| {
        changes.gone.insert(index);
    });
    for side in [-0.5, 0.5] {
        drop_thing(world, ThingKind::Log, place + DVec2::new(side, 0.2), 0);
    }
    record(world, doer.id, Deed::Fell, None, place);
    Ok(Done::matters())
}

fn split(world: &mut World, doer: &Doer, log: EntityId) -> Decision {
    let (entity, place) = within_reach(world, doer, log, ARM_METRES)?;
    if world.get::<Thing>(entity).is_none_or(|thing| thing.kind != ThingKind::Log) {
        return Err(Refusal::NoUse);
    }
    let owner = owners::whose(world, entity, doer.id).filter(|owner| *owner != Owner::Person(doer.id));
    if owner.is_some() && !world.resource::<WorldConfig>().property.theft {
        return Err(Refusal::NotYours);
    }
    swing_once(world, doer)?;
    gesture(world, doer.entity, Gesture::Chop);
    noise::make(world, Sound::Felling, doer.id);
    // The planks are whose the log was.
    let owned = world.get::<Owned>(entity).copied();
    despawn(world, log);
    for side in [-0.3, 0.3] {
        let plank = drop_thing(world, ThingKind::Plank, place + DVec2::new(0.0, side), doer.level);
        if let Some(owned) = owned {
            world.entity_mut(plank).insert(owned);
        }
    }
    Ok(Done::matters())
}

struct Built {
    x: u8,
    y: u8,
    side: EdgeSide,
}

impl Built {
    fn middle(&self, chunk: ChunkPos) -> DVec2 {
        let [a, b] = Edge { x: self.x, y: self.y, side: self.side, kind: EdgeKind::Wall }.ends();
        chunk.origin() + ((a + b) / 2.0).as_dvec2()
    }
}

fn build(world: &mut World, doer: &Doer, slot: u8, chunk: ChunkPos, spot: Built) -> Decision {
    let middle = spot.middle(chunk);
    if doer.level != 0 || middle.distance(doer.place) > BUILDING_METRES {
        return Err(Refusal::TooFar);
    }
    if !can_build(&world.resource::<Ground>().land, chunk, spot.x, spot.y, spot.side) {
        return Err(Refusal::Blocked);
    }
    let stands = |motion: &Motion| motion.level == 0 && motion.place.distance(middle) < 0.6;
    if near_bodies(world, middle, 0.6).iter().any(stands) {
        return Err(Refusal::Blocked);
    }
    use_up(world, doer, slot);
    change_land(world, chunk, |changes| {
        changes.built.insert((spot.x, spot.y, spot.side), EdgeKind::Wall);
    });
    gesture(world, doer.entity, Gesture::Build);
    noise::make(world, Sound::Building, doer.id);
    record(world, doer.id, Deed::Build, None, middle);
    Ok(Done::matters())
}

fn raze(world: &mut World, doer: &Doer, chunk: ChunkPos, x: u8, y: u8, side: EdgeSide) -> Decision {
    let middle = Built { x, y, side }.middle(chunk);
    if doer.level != 0 || middle.distance(doer.place) > BUILDING_METRES {
        return Err(Refusal::TooFar);
    }
    let plot = world.resource::<Ground>().land.plot(chunk).ok_or(Refusal::TooFar)?;
    if !plot.changes.built.contains_key(&(x, y, side)) {
        return Err(Refusal::NothingThere);
    }
    swing_once(world, doer)?;
    change_land(world, chunk, |changes| {
        changes.built.remove(&(x, y, side));
    });
    drop_thing(world, ThingKind::Plank, middle, 0);
    gesture(world, doer.entity, Gesture::Chop);
    noise::make(world, Sound::Breaking, doer.id);
    record(world, doer.id, Deed::Raze, None, middle);
    Ok(Done::matters())
}

/// Opens a door and leaves it open, or shuts it.
pub(super) fn turn_door(world: &mut World, doer: &Doer, chunk: ChunkPos, door: Door) -> Decision {
    // Far away the answer is the same whether there is a door or not.
    let land = &world.resource::<Ground>().land;
    let near = |at: &DVec2| at.distance(doer.place) <= ARM_METRES;
    let at = doors::find(land, chunk, &door).filter(near).ok_or(Refusal::TooFar)?;
    if doer.level != door.level {
        return Err(Refusal::TooFar);
    }
    let is_open = land.plot(chunk).is_some_and(|plot| plot.open.contains(&door));
    let others = near_bodies(world, at, 1.0);
    if is_open && others.iter().any(|motion| doors::is_blocked(motion, &door, at)) {
        return Err(Refusal::Blocked);
    }
    let opened = doors::turn(world, chunk, door, at, doer.id);
    gesture(world, doer.entity, Gesture::Wave);
    if opened {
        record(world, doer.id, Deed::Prop, None, at);
    }
    Ok(Done::told(if opened { "The door stands open." } else { "The door is shut." }.into()))
}

fn near_bodies(world: &mut World, place: DVec2, reach: f64) -> Vec<Motion> {
    let about = near(world, place, reach);
    about.iter().map(|entity| world.get::<Body>(*entity).expect("the crowd is made of bodies").0).collect()
}

/// Changes a chunk in the books and under everybody's feet.
pub(crate) fn change_land(
    world: &mut World,
    chunk: ChunkPos,
    edit: impl FnOnce(&mut wold_wire::ChunkChanges),
) {
    let changes = world.resource_mut::<LandBook>().change(chunk, edit).clone();
    world.resource_mut::<Ground>().land.change(chunk, changes);
    // Who rests there may stand in a wall now, or in the water.
    for entity in near(world, chunk.centre(), CHUNK_METRES) {
        let mut person = world.entity_mut(entity);
        if person.contains::<Person>()
            && !person.contains::<Fallen>()
            && let Some(mut body) = person.get_mut::<Body>()
        {
            body.0.unsettle();
        }
    }
}

fn drop_thing(world: &mut World, kind: ThingKind, place: DVec2, level: u8) -> Entity {
    spawn(world, (Thing { kind, lit: false }, Lies { place, level }))
}
