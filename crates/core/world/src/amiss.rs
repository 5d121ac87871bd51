//! Things that are not as they were left, and who notices first.
//!
//! Contract: a theft, and what a player fells, builds or tears down, leaves something amiss. The town's people share what they know of things, and so do its guards: to whichever of both nobody saw it done, it is
//! news for a while ([`wold_senses::changed`]). The first of them who comes near and sees the place claims it and is told; nobody else of the same people is. What inhabitants do in the open is
//! their work, and nobody wonders at it.
//!
//! A door that a player leaves otherwise than it was, and a light they put out, are noticed likewise ([`crate::changed`]).
//!
//! Cost: by what is amiss, each looked after a few times a second.

use crate::books::{Entry, Ledger, Post};
use crate::changed::{Change, Changed, What};
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::crowd;
use crate::ground::Ground;
use crate::parts::{Away, Body, Fallen, Guard, Id, Person, SteeredBy};
use crate::registry::{Kept, Roll};
use crate::vigil::{Alarm, OnEdge, alarm};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use wold_land::Shades;
use wold_lore::land::ThingKind;
use wold_lore::sense::Amiss;
use wold_lore::{Deed, Owner, Pose};
use wold_senses::awareness::Stimulus;
use wold_senses::changed::{Changes, Condition, HouseholdId, ThingId};
use wold_space::{ChunkPos, DVec2, EntityId, GuestId, TICKS_PER_SECOND, Tick};
use wold_wire::FromHost;

/// Those who share what they know: everybody, and the guards.
const TOWN: HouseholdId = HouseholdId(0);
const WATCH: HouseholdId = HouseholdId(1);
/// Ticks between two looks at one thing.
const LOOK_EVERY: u64 = 5;
/// Things amiss at a time; of more the oldest become how things are.
const MOST: usize = 128;

/// What is amiss in a world.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Oddities {
    next: u64,
    things: BTreeMap<ThingId, Oddity>,
    changes: Changes,
}

/// Something amiss.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Oddity {
    /// What.
    pub what: Amiss,
    /// Where.
    pub place: DVec2,
    /// On which storey.
    pub level: u8,
    /// Since when.
    pub since: Tick,
    /// Whose doing it was; they do not wonder.
    pub by: EntityId,
}

impl Kept for Oddities {
    const NAME: &'static str = "amiss";
}

impl Oddities {
    /// Everything amiss that somebody may still notice.
    pub fn iter(&self) -> impl Iterator<Item = &Oddity> {
        self.things.values()
    }
}

/// Something is left otherwise than it was, and these people know of it.
pub(crate) fn leave(world: &mut World, oddity: Oddity, known_to: &BTreeSet<HouseholdId>) {
    let (heed, now) = (world.resource::<WorldConfig>().hearing.heed(), world.resource::<Now>().0);
    let unaware: Vec<HouseholdId> =
        [TOWN, WATCH].into_iter().filter(|people| !known_to.contains(people)).collect();
    if unaware.is_empty() {
        return;
    }
    let mut oddities = world.resource_mut::<Oddities>();
    let thing = ThingId(oddities.next);
    oddities.next += 1;
    for people in unaware {
        oddities.changes.know(people, thing, Condition(0));
    }
    oddities.changes.change(&heed, thing, Condition(1), None, now);
    oddities.things.insert(thing, oddity);
    while oddities.things.len() > MOST {
        if let Some((oldest, _)) = oddities.things.pop_first() {
            oddities.changes.forget(oldest);
        }
    }
}

/// Takes in what the tick's deeds left amiss, and lets whoever is near notice.
pub(crate) fn notice(world: &mut World) {
    let left: Vec<(Oddity, BTreeSet<HouseholdId>)> =
        world.resource::<Ledger>().0.iter().filter_map(|deed| left_by(world, deed)).collect();
    let turned = turned(world);
    for (oddity, known_to) in left.into_iter().chain(turned) {
        leave(world, oddity, &known_to);
    }
    if world.resource::<Oddities>().things.is_empty() {
        return;
    }
    let now = world.resource::<Now>().0;
    let lasts = (world.resource::<WorldConfig>().hearing.news_seconds * TICKS_PER_SECOND as f64) as u64;
    let things = world.resource::<Oddities>().things.clone();
    for (thing, oddity) in things {
        if now.since(oddity.since) >= lasts {
            let mut oddities = world.resource_mut::<Oddities>();
            oddities.things.remove(&thing);
            oddities.changes.forget(thing);
        } else if (now.0 + thing.0).is_multiple_of(LOOK_EVERY) {
            look(world, thing, &oddity, now);
        }
    }
}

/// What players turned, lit or put out in this tick. Who stood by saw it done.
fn turned(world: &mut World) -> Vec<(Oddity, BTreeSet<HouseholdId>)> {
    let now = world.resource::<Now>().0;
    let changes: Vec<Change> = world.resource::<Changed>().since(now).copied().collect();
    let mut left = Vec::new();
    for change in changes {
        let Some(by) = change.by else { continue };
        let doer = world.resource::<Roll>().0.get(&by).copied();
        let human = doer.and_then(|doer| world.get::<Person>(doer)).is_some_and(|person| person.human);
        let what = match change.what {
            What::Door(..) => Amiss::Door,
            What::Light(_) if !change.on => Amiss::Lamp,
            What::Light(_) => continue,
        };
        if human {
            let oddity = Oddity { what, place: change.place, level: change.level, since: now, by };
            let known_to = onlookers(world, &oddity).into_iter().map(|(.., people)| people).collect();
            left.push((oddity, known_to));
        }
    }
    left
}

/// What a deed left amiss, and who of both people saw it done.
fn left_by(world: &World, deed: &Entry) -> Option<(Oddity, BTreeSet<HouseholdId>)> {
    let doer = *world.resource::<Roll>().0.get(&deed.doer)?;
    let human = world.get::<Person>(doer).is_some_and(|person| person.human);
    let what = match (deed.kind, deed.thing) {
        (Deed::Steal, _) if deed.owner == Some(Owner::Market) => Amiss::Stall,
        (Deed::Steal, Some(ThingKind::Lantern)) => Amiss::Lamp,
        (Deed::Steal, _) => Amiss::Thing,
        (Deed::Fell, _) if human => Amiss::Tree,
        (Deed::Build | Deed::Raze, _) if human => Amiss::Wall,
        _ => return None,
    };
    let level = world.get::<Body>(doer).map_or(0, |body| body.0.level);
    let saw = deed.seen_by.iter().filter_map(|id| world.resource::<Roll>().0.get(id));
    let known_to = saw.filter_map(|entity| people_of(world, *entity)).collect();
    let since = world.resource::<Now>().0;
    Some((Oddity { what, place: deed.place, level, since, by: deed.doer }, known_to))
}

/// With whom an inhabitant shares what it knows.
fn people_of(world: &World, entity: Entity) -> Option<HouseholdId> {
    let person = world.get::<Person>(entity).filter(|person| !person.human);
    person.map(|_| if world.get::<Guard>(entity).is_some() { WATCH } else { TOWN })
}

/// A place by its chunk and eighths of a metre, as guests are told of it.
pub(crate) fn eighths(place: DVec2) -> (ChunkPos, u8, u8) {
    let chunk = ChunkPos::of(place);
    let off = ((place - chunk.origin()) * 8.0).floor();
    (chunk, off.x.clamp(0.0, 255.0) as u8, off.y.clamp(0.0, 255.0) as u8)
}

/// Inhabitants near something amiss who see it, the nearest first: how far, who, and with whom they share what they know.
fn onlookers(world: &mut World, oddity: &Oddity) -> Vec<(f64, EntityId, GuestId, HouseholdId)> {
    let near = world.resource::<WorldConfig>().hearing.notice_metres;
    let about = crowd::near(world, oddity.place, near);
    let land = &world.resource::<Ground>().land;
    let shades = Shades::around(land, oddity.place, near);
    let witness = |entity: &Entity| {
        let other = world.entity(*entity);
        let (id, body) = (other.get::<Id>()?.0, other.get::<Body>()?.0);
        let awake = !other.contains::<Fallen>() && !other.contains::<Away>() && body.pose != Pose::Lying;
        let apart = body.place.distance(oddity.place);
        let eyes = land.eyes(body.place, body.level, body.pose);
        let sees = awake
            && id != oddity.by
            && apart <= near
            && shades.sees(eyes, land.above(oddity.place, oddity.level));
        let guest = other.get::<SteeredBy>()?.0;
        sees.then_some((apart, id, guest, people_of(world, *entity)?))
    };
    let mut witnesses: Vec<_> = about.iter().filter_map(witness).collect();
    witnesses.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    witnesses
}

/// Lets the first of each people who sees a thing claim it.
fn look(world: &mut World, thing: ThingId, oddity: &Oddity, now: Tick) {
    let heed = world.resource::<WorldConfig>().hearing.heed();
    let witnesses = onlookers(world, oddity);
    for (_, id, guest, people) in witnesses {
        let is_open = world.resource::<Oddities>().changes.is_open(people, thing, now);
        if !is_open {
            continue;
        }
        // How much somebody has on their mind already is for their awareness to say.
        let state = world.resource::<OnEdge>().state(id);
        let mut oddities = world.resource_mut::<Oddities>();
        let noticed = oddities.changes.witness(&heed, people, id, state, thing, now);
        if noticed.is_some() {
            let (chunk, east, north) = eighths(oddity.place);
            let message = FromHost::Amiss { what: oddity.what, chunk, east, north };
            world.resource_mut::<Post>().send(guest, message);
            let (stimulus, place) = (Stimulus::Changed, Some(oddity.place));
            alarm(world, id, Alarm { stimulus, about: None, place, why: None });
        }
    }
    let oddities = world.resource::<Oddities>();
    if ![TOWN, WATCH].into_iter().any(|people| oddities.changes.is_open(people, thing, now)) {
        let mut oddities = world.resource_mut::<Oddities>();
        oddities.things.remove(&thing);
        oddities.changes.forget(thing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::tests::{CORNER, put, realm};
    use crate::{Act, Command, Decree, Realm};
    use wold_wire::Intent;

    /// Who was told that something is amiss, while some seconds pass.
    fn told(realm: &mut Realm, seconds: u64) -> Vec<u64> {
        let mail = (0..seconds * TICKS_PER_SECOND).flat_map(|_| realm.step(Vec::new()).mail);
        let amiss = mail.filter(|mail| matches!(mail.message, FromHost::Amiss { what: Amiss::Thing, .. }));
        amiss.map(|mail| mail.to.0).collect()
    }

    fn order(realm: &mut Realm, guest: u64, number: u32, act: Act) {
        realm.step(vec![Command { guest: GuestId(guest), number, act }]);
    }

    /// A player (1) steals what the second put down in the house; all but the thief are far away by then, or one looks on.
    fn stolen(watched: bool) -> Realm {
        let mut realm = realm(5, 1);
        let inside = CORNER + DVec2::new(4.0, 4.0);
        for guest in 3..=5 {
            put(&mut realm, guest, CORNER + DVec2::new(70.0, 0.0));
        }
        put(&mut realm, 1, inside);
        put(&mut realm, 2, inside + DVec2::X);
        let owner = realm.body_of(GuestId(2)).expect("in");
        order(&mut realm, 0, 0, Act::Decree(Decree::Grant { who: owner, thing: ThingKind::Bread }));
        let slot = first_full(&realm, owner);
        order(&mut realm, 2, 1, Act::Intent(Intent::Drop { slot }));
        let bread = realm.ecs().resource::<Roll>().0.iter().find_map(|(id, entity)| {
            let lies = realm.ecs().get::<crate::parts::Lies>(*entity)?;
            (lies.place.distance(inside) < 3.0).then_some(*id)
        });
        if !watched {
            put(&mut realm, 2, CORNER + DVec2::new(70.0, 2.0));
        }
        order(&mut realm, 1, 1, Act::Intent(Intent::Take(bread.expect("it lies there"))));
        put(&mut realm, 1, CORNER + DVec2::new(-60.0, 0.0));
        put(&mut realm, 2, CORNER + DVec2::new(70.0, 2.0));
        realm
    }

    fn first_full(realm: &Realm, who: EntityId) -> u8 {
        let bag = realm.part::<crate::parts::Bag>(who).expect("a bag");
        let is_bread = |id: &EntityId| {
            realm.part::<crate::parts::Thing>(*id).is_some_and(|thing| thing.kind == ThingKind::Bread)
        };
        bag.slots.iter().position(|slot| slot.as_ref().is_some_and(is_bread)).expect("granted") as u8
    }

    #[test]
    fn of_one_people_the_first_who_comes_by_notices_and_nobody_else() {
        let mut realm = stolen(false);
        let guard = realm.body_of(GuestId(5)).expect("in");
        order(&mut realm, 0, 0, Act::Decree(Decree::Appoint { who: guard, guard: true }));
        assert_eq!(told(&mut realm, 2), [0; 0], "nobody is there");
        put(&mut realm, 3, CORNER + DVec2::new(6.0, 6.0));
        assert_eq!(told(&mut realm, 2), [3]);
        put(&mut realm, 4, CORNER + DVec2::new(5.0, 6.0));
        put(&mut realm, 2, CORNER + DVec2::new(5.0, 7.0));
        assert_eq!(told(&mut realm, 2), [0; 0], "it is the third's to tell");
        put(&mut realm, 5, CORNER + DVec2::new(2.0, 6.0));
        assert_eq!(told(&mut realm, 2), [5], "guards have a book of their own");
        assert_eq!(realm.ecs().resource::<Oddities>().iter().count(), 0);
    }

    #[test]
    fn what_somebody_saw_done_their_people_know_and_old_news_is_none() {
        let mut watched = stolen(true);
        put(&mut watched, 3, CORNER + DVec2::new(6.0, 6.0));
        assert_eq!(told(&mut watched, 2), [0; 0]);
        let mut late = stolen(false);
        told(&mut late, 91);
        put(&mut late, 3, CORNER + DVec2::new(6.0, 6.0));
        assert_eq!(told(&mut late, 2), [0; 0]);
    }

    #[test]
    fn what_is_amiss_is_kept_with_the_world() {
        let realm = stolen(false);
        let saved = realm.save();
        let mut again = crate::noise::tests::realm(0, 0);
        again.restore(&saved).expect("its own snapshot");
        assert_eq!(again.ecs().resource::<Oddities>(), realm.ecs().resource::<Oddities>());
        assert_eq!(again.hash(), realm.hash());
    }
}
