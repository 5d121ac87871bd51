//! What people do to each other, and how they fall.

use super::{Decision, Doer, Done, PERCEIVED, Wound, answer, gesture, id_of, tell_bag, within_reach, wound};
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::environment::Environment;
use crate::fauna::{Animal, Livestock};
use crate::graves::{Epitaph, Passed};
use crate::guise;
use crate::noise;
use crate::owners;
use crate::parts::{Bag, Body, CarriedBy, Fallen, Guard, Lies, Pace, Person, Thing, Vitals};
use crate::registry::Roll;
use crate::turns;
use crate::vigil;
use bevy_ecs::prelude::*;
use wold_land::measures::ARM_METRES;
use wold_lore::Guise;
use wold_lore::land::ThingKind;
use wold_lore::sense::Sound;
use wold_space::{DVec2, EntityId, GuestId, TICKS_PER_SECOND, Tick};
use wold_wire::{Bearing, Gesture, Pose, Refusal, Repute};

/// Puts everything somebody carries on the ground where they are.
pub(crate) fn empty_bag(world: &mut World, entity: Entity) {
    let Some(body) = world.get::<Body>(entity).map(|b| b.0) else { return };
    let Some(bag) = world.get_mut::<Bag>(entity).map(|mut bag| std::mem::take(&mut *bag)) else { return };
    for id in bag.slots.into_iter().flatten() {
        let thing = world.resource::<Roll>().0[&id];
        let by = owners::owner_of(world, thing);
        owners::lay(world, thing, by);
        world.entity_mut(thing).remove::<CarriedBy>().insert(Lies { place: body.place, level: body.level });
    }
    tell_bag(world, entity);
}

/// Takes the arm's time and the breath of a blow or a cut, or says why it cannot swing.
pub(super) fn swing_once(world: &mut World, doer: &Doer) -> Result<(), Refusal> {
    let flesh = &world.resource::<WorldConfig>().flesh;
    let (breath, seconds) = (flesh.blow_breath, flesh.blow_seconds);
    swing(world, doer, breath, seconds)
}

/// Takes so much breath and so many seconds of the arm's, or says why it cannot.
pub(crate) fn swing(world: &mut World, doer: &Doer, breath: f32, seconds: f64) -> Result<(), Refusal> {
    let now = world.resource::<Now>().0;
    if world.get::<Pace>(doer.entity).is_some_and(|pace| now < pace.arm_free) {
        return Err(Refusal::TooOften);
    }
    let mut body = world.get_mut::<Body>(doer.entity).expect("doers have bodies");
    if body.0.stamina < breath {
        return Err(Refusal::TooTired);
    }
    body.0.stamina -= breath;
    let rest = (seconds * TICKS_PER_SECOND as f64) as u64;
    world.get_mut::<Pace>(doer.entity).expect("doers have a pace").arm_free = Tick(now.0 + rest);
    Ok(())
}

/// The kind of thing in somebody's hand.
pub(crate) fn in_hand(world: &World, entity: Entity) -> Option<Thing> {
    let bag = world.get::<Bag>(entity)?;
    let id = bag.get(bag.held?)?;
    world.get::<Thing>(*world.resource::<Roll>().0.get(&id)?).copied()
}

/// Somebody means to fight: takes part, as the world hands parts out.
pub(super) fn close(world: &mut World, doer: &Doer, foe: EntityId) -> Decision {
    if foe == doer.id {
        return Err(Refusal::Yourself);
    }
    let (other, _) = within_reach(world, doer, foe, PERCEIVED)?;
    if world.get::<Person>(other).is_none() {
        return Err(Refusal::NotAPerson);
    }
    if world.get::<Fallen>(other).is_some() {
        return Err(Refusal::NoUse);
    }
    turns::close(world, (doer.id, doer.entity), doer.place, foe);
    Ok(Done::quietly())
}

pub(super) fn strike(world: &mut World, doer: &Doer, at: EntityId) -> Decision {
    if at == doer.id {
        return Err(Refusal::Yourself);
    }
    let (victim, _) = within_reach(world, doer, at, ARM_METRES)?;
    if world.get::<Vitals>(victim).is_none() {
        return Err(Refusal::NotAPerson);
    }
    if world.get::<Fallen>(victim).is_some() {
        return Err(Refusal::NoUse);
    }
    let is_person = world.get::<Person>(victim).is_some();
    let keeper = world.get::<Livestock>(victim).and_then(|kept| kept.owner);
    if keeper.is_some_and(|keeper| keeper != doer.id) && !world.resource::<WorldConfig>().property.theft {
        return Err(Refusal::NotYours);
    }
    if is_person {
        turns::may_strike(world, (doer.id, doer.entity), doer.place, at)?;
    }
    swing_once(world, doer)?;
    if is_person {
        turns::struck(world, (doer.id, doer.entity), doer.place, at);
        vigil::touch(world, at, doer.id);
    }
    let flesh = &world.resource::<WorldConfig>().flesh;
    let axe = in_hand(world, doer.entity).is_some_and(|thing| thing.kind == ThingKind::Axe);
    let harm = if axe { flesh.axe } else { flesh.fist };
    gesture(world, doer.entity, Gesture::Strike);
    let blow = Wound { by: doer.id, from: doer.place, harm, thrown: None };
    wound(world, &blow, (victim, at));
    Ok(Done::matters())
}

/// Somebody dies: falls where they stand and lets go of everything.
pub(crate) fn fall(world: &mut World, entity: Entity) {
    let since = world.resource::<Now>().0;
    empty_bag(world, entity);
    noise::make(world, Sound::Fall, id_of(world, entity));
    world.entity_mut(entity).insert(Fallen { since });
    if let Some(mut body) = world.get_mut::<Body>(entity) {
        body.0.velocity = wold_space::Vec2::ZERO;
        body.0.pose = Pose::Fallen;
    }
}

/// How much somebody must be talked about before a stranger hears of it.
const TALKED_OF: f32 = 0.5;

/// What one who stands at `place` sees of a thing, or of somebody, and hears said about them there.
pub(super) fn describe(world: &World, entity: Entity, place: DVec2) -> String {
    if let Some(epitaph) = world.get::<Epitaph>(entity) {
        return epitaph.told(world.get::<Passed>(entity));
    }
    if let Some(thing) = world.get::<Thing>(entity) {
        return match thing.lit {
            true => format!("A burning {}.", thing.kind.label()),
            false => format!("A thing to pick up: {}.", thing.kind.label()),
        };
    }
    if let Some(animal) = world.get::<Animal>(entity) {
        let dead = if world.get::<Fallen>(entity).is_some() { " It is dead." } else { "" };
        let kept = world.get::<Livestock>(entity);
        let now = world.resource::<Now>().0;
        let keeper = kept.and_then(|kept| world.resource::<Roll>().0.get(&kept.owner?).copied());
        let keeper = keeper.and_then(|keeper| world.get::<Person>(keeper));
        let whose = keeper.map_or(String::new(), |keeper| format!(" It is {}'s.", keeper.name));
        let bears = kept.filter(|kept| now >= kept.ripe && dead.is_empty()).and(animal.nature().bears);
        let bears = bears.map_or(String::new(), |kind| format!(" It has {}.", kind.label()));
        return format!("A {}.{bears}{whose}{dead}", animal.being.label());
    }
    let Some(person) = world.get::<Person>(entity) else { return "Nothing of note.".into() };
    let health = world.get::<Vitals>(entity).map_or(1.0, |vitals| vitals.health);
    let state = match health {
        _ if world.get::<Fallen>(entity).is_some() => "lies dead",
        h if h > 0.9 => "is in good health",
        h if h > 0.5 => "is bruised",
        _ => "is badly hurt",
    };
    let bearing = bearing(world, entity, place);
    let office = if bearing.is_some_and(|bearing| bearing.guard) { ", a guard," } else { "" };
    let word = match bearing.map_or(Repute::None, |bearing| bearing.repute) {
        Repute::Good => " People here speak well of them.",
        Repute::Bad => " People here speak ill of them.",
        Repute::None => "",
    };
    let name = match guise::of(world, entity) {
        Guise::Hood if !guise::is_made_out(world, entity, place, 1.0) => "Somebody in a hood".into(),
        Guise::Hood => format!("{}, in a hood,", person.name),
        _ => person.name.clone(),
    };
    match in_hand(world, entity) {
        Some(thing) => format!("{name}{office} {state} and holds a {}.{word}", thing.kind.label()),
        None => format!("{name}{office} {state}.{word}"),
    }
}

/// What one who stands at `place` learns of somebody by a look, for minds; nothing of a thing.
pub(super) fn bearing(world: &World, entity: Entity, place: DVec2) -> Option<Bearing> {
    world.get::<Person>(entity)?;
    let who = id_of(world, entity);
    let guard = world.get::<Guard>(entity).is_some() || guise::is_taken_for_guard(world, entity, place);
    // Nobody speaks of a hood.
    let known = guise::is_made_out(world, entity, place, 1.0);
    let regard = world.get_resource::<Environment>().filter(|_| known).map_or(0.0, |e| e.regard(who, place));
    let repute = match regard {
        r if r > TALKED_OF => Repute::Good,
        r if r < -TALKED_OF => Repute::Bad,
        _ => Repute::None,
    };
    Some(Bearing { who, guard, repute })
}

/// Games answer their own intents through this.
pub(crate) fn answer_game(
    world: &mut World,
    guest: GuestId,
    number: u32,
    result: Result<Option<String>, Refusal>,
) {
    answer(world, guest, number, result.map(|told| Done { told, ..Done::matters() }));
}
