//! Whose things are.
//!
//! Contract: a thing is a person's, the market's or nobody's.
//! * What sprouted is nobody's, and who takes it owns it. What somebody carries is theirs: a purse, a grant, a find.
//! * What one puts down stays one's own for [`PropertyConfig::lost_minutes`](crate::config::PropertyConfig), and is then nobody's.
//! * What lies before a stall and is nobody's own is the market's while somebody minds it ([`wold_land::market`]).
//! * What is stolen stays the victim's, in whosever bag, until it is used up, given back, or lies lost.
//! * An animal that is kept is whose who first tended it ([`crate::fauna::herd`]).
//! * What was that of somebody who died is their heir's ([`crate::graves`]); of somebody who left for good, nobody's.
//!
//! Only what is not plain is written down ([`Owned`]), on the thing itself: there is no list to grow. A state from before things had owners reads as it should.

use crate::catalogue::Catalogue;
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::crowd;
use crate::fauna::{Livestock, herd};
use crate::ground::Ground;
use crate::parts::{Body, CarriedBy, Fallen, Id, Lies, Owned, Person, Thing};
use crate::realm::despawn;
use crate::registry::Roll;
use crate::stacks::amount;
use crate::treasury::Treasury;
use bevy_ecs::prelude::*;
use wold_land::market;
use wold_lore::Owner;
use wold_lore::land::ThingKind;
use wold_space::{EntityId, TICKS_PER_SECOND};

/// Whose a thing is by what is written down: not whether the market claims it.
#[must_use]
pub fn owner_of(world: &World, thing: Entity) -> Option<Owner> {
    if let Some(kept) = world.get::<Livestock>(thing) {
        return kept.owner.map(Owner::Person);
    }
    let is_there = |owner: &Owner| match owner {
        Owner::Person(id) => world.resource::<Roll>().0.contains_key(id),
        Owner::Market => true,
    };
    let written = world.get::<Owned>(thing).filter(|owned| is_there(&owned.by));
    if let Some(bearer) = world.get::<CarriedBy>(thing) {
        return Some(written.map_or(Owner::Person(bearer.0), |owned| owned.by));
    }
    let minutes = world.resource::<WorldConfig>().property.lost_minutes;
    let lost = (minutes * 60.0 * TICKS_PER_SECOND as f64) as u64;
    let now = world.resource::<Now>().0;
    written.filter(|owned| now.since(owned.since) < lost).map(|owned| owned.by)
}

/// Whose a thing is that somebody is about to take: the market minds its wares against them.
pub(crate) fn whose(world: &mut World, thing: Entity, taker: EntityId) -> Option<Owner> {
    if let Some(owner) = owner_of(world, thing) {
        return Some(owner);
    }
    let lies = *world.get::<Lies>(thing)?;
    if lies.level != 0 || !market::is_at_stall(&world.resource::<Ground>().land, lies.place) {
        return None;
    }
    let about = crowd::near(world, lies.place, market::KEPT_METRES);
    let keeper = |entity: &Entity| {
        let other = world.entity(*entity);
        let is_other = other.get::<Id>().is_some_and(|id| id.0 != taker);
        let on_feet = other.contains::<Person>() && !other.contains::<Fallen>();
        let body = other.get::<Body>().filter(|_| is_other && on_feet)?;
        Some((body.0.place, body.0.level))
    };
    let keepers = about.iter().filter_map(keeper);
    market::is_kept(&world.resource::<Ground>().land, lies.place, keepers).then_some(Owner::Market)
}

/// Somebody lays a thing down that they carried, or it falls from them; `by` is whose it was in their bag.
pub(crate) fn lay(world: &mut World, thing: Entity, by: Option<Owner>) {
    let since = world.resource::<Now>().0;
    if let Some(by) = by {
        world.entity_mut(thing).insert(Owned { by, since });
    }
}

/// Somebody has taken a thing up; `owner` is whose it was. Only what was another's is written down.
pub(crate) fn take_up(world: &mut World, thing: Entity, taker: EntityId, owner: Option<Owner>) {
    let since = world.resource::<Now>().0;
    match owner {
        Some(by) if by != Owner::Person(taker) => world.entity_mut(thing).insert(Owned { by, since }),
        _ => world.entity_mut(thing).remove::<Owned>(),
    };
}

/// Somebody hands a thing on: one's own becomes the receiver's, and so does what comes back to its owner; what was stolen stays the victim's.
pub(crate) fn hand_on(world: &mut World, thing: Entity, giver: EntityId, to: EntityId) {
    let plain = [Owner::Person(giver), Owner::Person(to)];
    if world.get::<Owned>(thing).is_none_or(|owned| plain.contains(&owned.by)) {
        world.entity_mut(thing).remove::<Owned>();
    }
}

/// What is somebody's becomes another's: they died, and this is their heir.
pub(crate) fn pass_on(world: &mut World, who: EntityId, heir: EntityId) {
    herd::pass_on(world, who, Some(heir));
    let since = world.resource::<Now>().0;
    let things: Vec<Entity> = world.resource::<Catalogue>().owned_by(Owner::Person(who)).collect();
    for thing in things {
        // What an heir carries is theirs without a word.
        if world.get::<CarriedBy>(thing).is_some_and(|by| by.0 == heir) {
            world.entity_mut(thing).remove::<Owned>();
        } else {
            world.entity_mut(thing).insert(Owned { by: Owner::Person(heir), since });
        }
    }
}

/// What is somebody's becomes nobody's: they left for good. Coins they lost go to the town: money is never nobody's.
pub(crate) fn release(world: &mut World, who: EntityId) {
    herd::pass_on(world, who, None);
    let mut things: Vec<Entity> = world.resource::<Catalogue>().owned_by(Owner::Person(who)).collect();
    things.sort_unstable_by_key(|thing| world.get::<Id>(*thing).map(|id| id.0));
    for thing in things {
        let is_coin = world.get::<Thing>(thing).is_some_and(|thing| thing.kind == ThingKind::Coin);
        if is_coin && world.get::<CarriedBy>(thing).is_none() {
            let id = world.get::<Id>(thing).expect("things have ids").0;
            world.resource_mut::<Treasury>().coins += amount(world, thing);
            despawn(world, id);
        } else {
            world.entity_mut(thing).remove::<Owned>();
        }
    }
}
