//! Letting fly.

use super::{Flying, Rewind, Rewinds, Trail};
use crate::books::{Entry, Post};
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::deeds::{Doer, PERCEIVED, enter, eyes_of, gesture, in_hand, swing, whereabouts};
use crate::fauna::{Animal, Livestock};
use crate::ground::Ground;
use crate::owners;
use crate::parts::{Body, Fallen, Person, SteeredBy};
use crate::registry::Roll;
use crate::stacks::{best_slot, split};
use crate::turns;
use crate::vigil::facing;
use bevy_ecs::prelude::*;
use std::collections::BTreeSet;
use wold_land::Motion;
use wold_lore::{Deed, Shot};
use wold_space::time::STEP_SECONDS;
use wold_space::{DVec3, EntityId, Tick};
use wold_wire::flight::aimed;
use wold_wire::{FromHost, Gesture, Loosed, Refusal, Target};

/// Metres below the eyes from which things are let fly.
const HAND: f64 = 0.2;

/// What is aimed at.
struct Mark {
    who: Option<EntityId>,
    place: DVec3,
    /// Ticks by which what was seen is past.
    lag: u64,
}

/// Somebody lets fly what is in their hand, or what the bow in it lets fly.
pub(crate) fn shoot(world: &mut World, doer: &Doer, at: Target, seen: Tick) -> Result<(), Refusal> {
    let hand = in_hand(world, doer.entity).ok_or(Refusal::NeedsTool)?.kind;
    let row = world.resource::<WorldConfig>().shots.with(hand).cloned().ok_or(Refusal::NeedsTool)?;
    let (slot, _) = best_slot(world, doer.entity, row.shot.of).ok_or(Refusal::Lacking)?;
    let hand_at = eyes_of(world, doer);
    let start = hand_at.place.extend(hand_at.height - HAND);
    // What was decided last is what can have been seen.
    let newest = Tick(world.resource::<Now>().0.0.saturating_sub(1));
    let claimed = newest.since(seen);
    let lag = claimed.min(world.resource::<WorldConfig>().shots.rewind_ticks());
    let mark = match at {
        Target::Entity(id) => at_body(world, doer, &row.shot, id, Tick(newest.0 - lag.min(newest.0)), lag)?,
        Target::Nothing => ahead(world, doer, &row.shot, start),
        Target::Growth { .. } | Target::Edge { .. } => return Err(Refusal::NoUse),
    };
    let is_person = |who: EntityId| {
        let entity = world.resource::<Roll>().0.get(&who);
        entity.is_some_and(|entity| world.get::<Person>(*entity).is_some())
    };
    let foe = mark.who.filter(|who| is_person(*who));
    if let Some(foe) = foe {
        turns::may_strike(world, (doer.id, doer.entity), doer.place, foe)?;
    }
    swing(world, doer, row.breath, row.seconds)?;
    if let Some(foe) = foe {
        turns::struck(world, (doer.id, doer.entity), doer.place, foe);
    }
    let (thing, id) = split(world, doer.entity, slot, 1).ok_or(Refusal::Lacking)?;
    let owner = owners::owner_of(world, thing).or(Some(wold_lore::Owner::Person(doer.id)));
    owners::lay(world, thing, owner);
    let loosed = Loosed {
        id,
        thing: row.shot.of,
        by: doer.id,
        at: mark.who,
        since: Tick(newest.0 + 1),
        start,
        velocity: aimed(&row.shot, start, mark.place),
        fall: row.shot.fall,
    }
    .rounded();
    let mut told = BTreeSet::new();
    if let Some(guest) = world.get::<SteeredBy>(doer.entity).map(|by| by.0) {
        told.insert(guest);
        world.resource_mut::<Post>().send(guest, FromHost::Loosed(loosed));
    }
    let way = (mark.place - start).truncate().length();
    let (harm, breaks, level) = (row.harm, row.breaks, doer.level);
    let lag = u8::try_from(mark.lag).unwrap_or(u8::MAX);
    world.entity_mut(thing).insert(Flying { loosed, owner, lag, way, level, harm, breaks, told });
    gesture(world, doer.entity, Gesture::Shoot);
    let entry = Entry::new(doer.id, Deed::Shoot, doer.place).with(row.shot.of).of(owner);
    enter(world, mark.who.map_or(entry.clone(), |who| entry.to(who)));
    let rewind = Rewind {
        tick: loosed.since,
        by: doer.id,
        at: mark.who,
        thing: id,
        claimed,
        granted: mark.lag,
        hit: None,
    };
    world.resource_mut::<Rewinds>().note(rewind, claimed > mark.lag || seen > newest);
    Ok(())
}

/// Somebody as they were seen, and where they will be when it gets there if they go on so.
fn at_body(
    world: &World,
    doer: &Doer,
    shot: &Shot,
    id: EntityId,
    seen: Tick,
    lag: u64,
) -> Result<Mark, Refusal> {
    if id == doer.id {
        return Err(Refusal::Yourself);
    }
    let (entity, ..) = whereabouts(world, id).ok_or(Refusal::NothingThere)?;
    let now = world.get::<Body>(entity).ok_or(Refusal::NotAPerson)?.0;
    if world.get::<Fallen>(entity).is_some() {
        return Err(Refusal::NoUse);
    }
    let past = world.resource::<Trail>().at(seen, id).filter(|_| lag > 0);
    let (was, lag) = past.map_or((now, 0), |past| (past, lag));
    let land = &world.resource::<Ground>().land;
    let distance = was.place.distance(doer.place);
    // One answer, whether there is nobody or they cannot be seen.
    let figure = land.figure(was.place, was.level, was.pose);
    if distance > PERCEIVED || !land.sees_body(eyes_of(world, doer), &figure) {
        return Err(Refusal::NothingThere);
    }
    if distance > f64::from(shot.reach) {
        return Err(Refusal::TooFar);
    }
    let keeper = world.get::<Livestock>(entity).and_then(|kept| kept.owner);
    if keeper.is_some_and(|keeper| keeper != doer.id) && !world.resource::<WorldConfig>().property.theft {
        return Err(Refusal::NotYours);
    }
    let seconds = distance / f64::from(shot.speed) + lag as f64 * STEP_SECONDS;
    let will_be = was.place + was.velocity.as_dvec2() * seconds;
    let (foot, tall) = stature(world, entity, &Motion { place: will_be, ..was });
    Ok(Mark { who: Some(id), place: will_be.extend(foot + tall * 0.55), lag })
}

/// Straight ahead, half as far as one can aim.
fn ahead(world: &World, doer: &Doer, shot: &Shot, start: DVec3) -> Mark {
    let heading = world.get::<Body>(doer.entity).map_or(0, |body| body.0.heading);
    let way = facing(heading) * f64::from(shot.reach) / 2.0;
    Mark { who: None, place: start + way.extend(0.0), lag: 0 }
}

/// How high a body's feet are, and how high it reaches above them.
pub(super) fn stature(world: &World, entity: Entity, motion: &Motion) -> (f64, f64) {
    let land = &world.resource::<Ground>().land;
    let foot = f64::from(land.standing_height(motion.place, motion.level));
    match world.get::<Animal>(entity) {
        Some(animal) => (foot, (f64::from(animal.nature().radius) * TALL_BY_RADIUS).max(LOWEST)),
        None => {
            let head = land.figure(motion.place, motion.level, motion.pose).eyes.height + ABOVE_EYES;
            (foot, head - foot)
        }
    }
}

/// Metres of head above the eyes of people; how tall animals are by their radius, and at least.
const ABOVE_EYES: f64 = 0.13;
const TALL_BY_RADIUS: f64 = 4.0;
const LOWEST: f64 = 0.35;
