//! Outlaws: who was sent away, and on whose head there is a price.
//!
//! Contract: who is found guilty of a killing, or for the `banish_at`-th time, is banished from the town whose market is nearest, unless it is banished already: it has `leave_hours` to go, and for `banish_days` a guard who calls on it there in the
//! name of the law drives it out, which gives it an hour to be gone. An inhabitant who lives there moves to the next town, and who lives elsewhere stays there; where there is no other town no inhabitant is banished. Who killed by what witnesses say and has not been
//! taken for `bounty_hours` is proclaimed by a guard of the town: `bounty_coins` for who struck it shortly before it was taken, or told a guard within an hour where it is, paid from the treasury as far as
//! that goes; the heir of the dead adds as much to the treasury if it has twice that. Each of these is a deed.

use super::docket::Matter;
use super::{after, called, notify, today};
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::deeds::record;
use crate::ground::Ground;
use crate::parts::{Away, Body, Fallen, Guard, Id, Person};
use crate::register::tidings::Tidings;
use crate::register::{self, Register};
use crate::registry::{Kept, Roll};
use crate::stacks;
use crate::treasury::Treasury;
use crate::{books::Entry, deeds};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_lore::Deed;
use wold_lore::land::ThingKind;
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND, Tick};

/// People on record at most; who was judged longest ago goes first.
const MOST: usize = 256;
/// People who helped or brought word, of each.
const MOST_HELPERS: usize = 8;
/// Metres about the middle of a market that are the town, for who is banished from it.
const TOWN_METRES: f64 = 200.0;
/// Hours somebody has to be gone who was driven out, and for which word of a place counts.
const HOUR: f64 = 1.0;
/// Metres from a place somebody told of within which they were found there.
const FOUND_METRES: f64 = 60.0;
/// Seconds before an arrest in which who struck has helped.
const HELPED_SECONDS: u64 = 30;
/// Houses among which somebody who moves is given one.
const HOUSES: u64 = 16;

/// Where somebody may not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Banished {
    /// The middle of the town, in whole metres.
    pub town: [i32; 2],
    /// When it must be gone.
    pub leave_by: Tick,
    /// The last day it holds.
    pub until_day: u32,
}

/// How somebody served the law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Service {
    by: EntityId,
    at: Tick,
    /// Where it said that they are; nothing for a blow.
    place: Option<[i32; 2]>,
}

/// What the law has against somebody for good.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// How often it was found guilty.
    pub verdicts: u8,
    /// The day it last was.
    pub day: u32,
    /// Where it may not be.
    pub banished: Option<Banished>,
    /// Coins on its head.
    pub bounty: u32,
    /// Since when it is known to have killed and is at large, and whom.
    sought: Option<(Tick, String)>,
    /// Who served the law in its case.
    services: Vec<Service>,
}

/// Everybody who was ever found guilty or is sought for a price.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outlaws(pub BTreeMap<EntityId, Record>);

impl Kept for Outlaws {
    const NAME: &'static str = "outlaws";
}

impl Outlaws {
    fn of(&mut self, whom: EntityId) -> &mut Record {
        if self.0.len() >= MOST && !self.0.contains_key(&whom) {
            let oldest = self.0.iter().min_by_key(|(id, record)| (record.day, **id)).map(|(id, _)| *id);
            oldest.map(|oldest| self.0.remove(&oldest));
        }
        self.0.entry(whom).or_default()
    }

    fn serve(&mut self, whom: EntityId, service: Service) {
        let Some(record) = self.0.get_mut(&whom).filter(|record| record.bounty > 0) else { return };
        record.services.retain(|old| (old.by, old.place) != (service.by, service.place));
        if record.services.len() >= MOST_HELPERS {
            record.services.remove(0);
        }
        record.services.push(service);
    }
}

/// Somebody struck another: who is sought is everybody's business.
pub(crate) fn strike(world: &mut World, by: EntityId, whom: EntityId) {
    let at = world.resource::<Now>().0;
    world.resource_mut::<Outlaws>().serve(whom, Service { by, at, place: None });
}

/// Somebody tells a guard where another is.
pub(super) fn bring_word(world: &mut World, by: EntityId, name: &str, place: [i32; 2]) {
    let at = world.resource::<Now>().0;
    if let Some(whom) = called(world, name).filter(|whom| *whom != by) {
        world.resource_mut::<Outlaws>().serve(whom, Service { by, at, place: Some(place) });
    }
}

/// The middle of the nearest market, if one is awake.
fn town_at(world: &World, place: DVec2) -> Option<[i32; 2]> {
    let market = super::nearest_market(world, place)?;
    Some([market.x.round() as i32, market.y.round() as i32])
}

fn middle([x, y]: [i32; 2]) -> DVec2 {
    DVec2::new(f64::from(x), f64::from(y))
}

/// Somebody was found guilty of these, and is held for so many hours: whether it is sent away.
pub(super) fn convict(
    world: &mut World,
    culprit: EntityId,
    entity: Entity,
    proven: &[Matter],
    held_hours: f64,
) {
    let (config, day) = (world.resource::<WorldConfig>().justice.clone(), today(world));
    let killed = proven.iter().any(|matter| matter.deed == Deed::Kill);
    let mut outlaws = world.resource_mut::<Outlaws>();
    let record_of = outlaws.of(culprit);
    record_of.verdicts = record_of.verdicts.saturating_add(1);
    record_of.day = day;
    let often = config.banish_at > 0 && record_of.verdicts >= config.banish_at;
    // Who was sent away lives where it was sent to: two towns would throw it to and fro.
    let is_sent = record_of.banished.is_some_and(|it| it.until_day >= day);
    let Some(place) = world.get::<Body>(entity).map(|body| body.0.place) else { return };
    let Some(town) = town_at(world, place).filter(|_| config.banish_at > 0 && !is_sent && (killed || often))
    else {
        return;
    };
    if !world.get::<Person>(entity).is_some_and(|person| person.human) && !live_elsewhere(world, entity, town)
    {
        return;
    }
    let hours = held_hours + config.leave_hours;
    let leave_by = after(world, super::seconds_of(world, hours));
    let banished = Banished { town, leave_by, until_day: day.saturating_add(config.banish_days) };
    let mut outlaws = world.resource_mut::<Outlaws>();
    let record_of = outlaws.of(culprit);
    // It begins anew there.
    (record_of.banished, record_of.verdicts) = (Some(banished), 0);
    record(world, culprit, Deed::Banish, None, place);
    let told = format!(
        "You are banished from this town for {} days. Be gone within {:.0} hours: guards drive out who comes back.",
        config.banish_days, hours
    );
    notify(world, entity, &told);
}

/// An inhabitant who lives in that town goes to live in the next one, and who lives elsewhere stays there; false if there is no other.
fn live_elsewhere(world: &mut World, entity: Entity, from: [i32; 2]) -> bool {
    let Some(name) = world.get::<Person>(entity).map(|person| person.name.clone()) else { return false };
    let Some(town) = world.resource::<Register>().lives.get(&name).map(|life| life.town) else {
        return false;
    };
    let source = world.resource::<Ground>().source();
    if source.square(town).is_some_and(|square| square.distance(middle(from)) >= TOWN_METRES) {
        return true;
    }
    let to = u16::from(town == 0);
    if source.square(to).is_none() {
        return false;
    }
    let key: Vec<u64> = name.bytes().map(u64::from).collect();
    let mut stream = wold_chance::Stream::named(world.resource::<Ground>().seed(), "exile", &key);
    let house = stream.below(HOUSES) as u16;
    let mut register = world.resource_mut::<Register>();
    if let Some(life) = register.lives.get_mut(&name) {
        (life.town, life.house) = (to, house);
    }
    world.resource_mut::<Tidings>().about(&name);
    true
}

/// Whether somebody is where it may not be any more.
pub(super) fn is_out_of_place(world: &World, whom: EntityId, place: DVec2) -> bool {
    let now = world.resource::<Now>().0;
    let banished = world.resource::<Outlaws>().0.get(&whom).and_then(|record| record.banished);
    banished.is_some_and(|it| now >= it.leave_by && middle(it.town).distance(place) < TOWN_METRES)
}

/// A guard drives somebody out who came back.
pub(super) fn drive_out(world: &mut World, guard: EntityId, culprit: EntityId, entity: Entity, place: DVec2) {
    let leave_by = after(world, super::seconds_of(world, HOUR));
    if let Some(banished) = &mut world.resource_mut::<Outlaws>().of(culprit).banished {
        banished.leave_by = leave_by;
    }
    record(world, guard, Deed::Expel, Some(culprit), place);
    notify(world, entity, "You are banished. Be gone within the hour.");
}

/// Somebody is taken: who served the law is paid what is on its head.
pub(super) fn take(world: &mut World, culprit: EntityId, guard: EntityId, place: DVec2) {
    let now = world.resource::<Now>().0;
    let hour = (super::seconds_of(world, HOUR) * TICKS_PER_SECOND as f64) as u64;
    let Some(record_of) = world.resource_mut::<Outlaws>().0.get_mut(&culprit).map(std::mem::take) else {
        return;
    };
    let (bounty, services) = (record_of.bounty, record_of.services.clone());
    let left = Record { bounty: 0, sought: None, services: Vec::new(), ..record_of };
    world.resource_mut::<Outlaws>().0.insert(culprit, left);
    let counts = |service: &&Service| match service.place {
        None => now.since(service.at) <= HELPED_SECONDS * TICKS_PER_SECOND,
        Some(told) => now.since(service.at) <= hour && middle(told).distance(place) <= FOUND_METRES,
    };
    let mut helpers: Vec<EntityId> = services.iter().filter(counts).map(|service| service.by).collect();
    helpers.sort_unstable();
    helpers.dedup();
    helpers.retain(|helper| *helper != guard && *helper != culprit && !super::is_guard(world, *helper));
    let share = bounty.checked_div(helpers.len() as u32).unwrap_or(0);
    for helper in helpers {
        let Some(&entity) = world.resource::<Roll>().0.get(&helper) else { continue };
        let coins = share.min(world.resource::<Treasury>().coins);
        if coins == 0 || world.get::<Away>(entity).is_some() {
            continue;
        }
        let over = stacks::grant(world, (entity, helper), ThingKind::Coin, coins);
        world.resource_mut::<Treasury>().coins -= coins - over;
        let at = world.get::<Body>(entity).map_or(place, |body| body.0.place);
        let mut entry = Entry::new(helper, Deed::Claim, at).with(ThingKind::Coin).pieces(coins - over);
        entry.object = Some(culprit);
        deeds::enter(world, entry);
        notify(world, entity, &format!("The town pays you {} coins for your help.", coins - over));
    }
}

/// Sets a price on the heads of those who killed and have not been taken, and lets old banishments lapse. Once a second.
pub(super) fn seek(world: &mut World) {
    let (config, day) = (world.resource::<WorldConfig>().justice.clone(), today(world));
    for record_of in world.resource_mut::<Outlaws>().0.values_mut() {
        record_of.banished = record_of.banished.filter(|banished| day <= banished.until_day);
    }
    if config.bounty_coins == 0 {
        return;
    }
    let docket = &world.resource::<super::Justice>().docket;
    let outlaws = &world.resource::<Outlaws>().0;
    let at_large = |accused: EntityId| {
        let priced = outlaws.get(&accused).is_some_and(|record| record.bounty > 0);
        let entity = world.resource::<Roll>().0.get(&accused);
        !priced && entity.is_some_and(|entity| world.get::<super::Held>(*entity).is_none())
    };
    let killers = docket.iter().filter(|(matter, charge)| {
        matter.deed == Deed::Kill && charge.is_proven(config.accounts) && at_large(matter.accused)
    });
    let killers: Vec<Matter> = killers.map(|(matter, _)| *matter).collect();
    let now = world.resource::<Now>().0;
    let long = (super::seconds_of(world, config.bounty_hours) * TICKS_PER_SECOND as f64) as u64;
    for matter in killers {
        // The dead are buried, and still mourned by name.
        let victim = matter.victim.and_then(|id| world.resource::<Roll>().0.get(&id).copied());
        let victim = victim.and_then(|entity| world.get::<Person>(entity)).map(|it| it.name.clone());
        let record_of = world.resource_mut::<Outlaws>().into_inner().of(matter.accused);
        record_of.day = record_of.day.max(matter.day);
        let (since, dead) = record_of.sought.get_or_insert((now, victim.unwrap_or_default())).clone();
        if now.since(since) >= long {
            proclaim(world, matter.accused, &dead, config.bounty_coins);
        }
    }
}

/// A guard calls out that there is a price on somebody's head; the next time if there is none about.
fn proclaim(world: &mut World, accused: EntityId, dead: &str, coins: u32) {
    let mut guards = world.query_filtered::<(&Id, &Body), (With<Guard>, Without<Away>, Without<Fallen>)>();
    let Some((guard, place)) =
        guards.iter(world).map(|(id, body)| (id.0, body.0.place)).min_by_key(|it| it.0)
    else {
        return;
    };
    let heir = register::heir(world, dead).map(|(_, heir)| heir);
    if let Some(heir) = heir.filter(|heir| world.get::<Away>(*heir).is_none()) {
        let purse = stacks::carried(world, heir, ThingKind::Coin);
        if purse >= 2 * coins {
            let given = stacks::spend(world, heir, ThingKind::Coin, coins);
            world.resource_mut::<Treasury>().coins += given;
        }
    }
    world.resource_mut::<Outlaws>().of(accused).bounty = coins;
    let mut entry = Entry::new(guard, Deed::Proclaim, place).with(ThingKind::Coin).pieces(coins);
    entry.object = Some(accused);
    deeds::enter(world, entry);
}
