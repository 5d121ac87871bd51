//! Justice: arrest, trial by what witnesses said, fine, the stocks.
//!
//! Contract: crimes a guard sees, or is told of by who was there, are charges on the [`docket`]. A guard who calls in the name of the law on somebody within reach who has sat down, or has had enough
//! of a fight, takes them into custody if there is a charge at all. Custody is a trial of `justice.trial_seconds`, while which everybody may still speak up. Then each charge is proven or not by the
//! accounts given, and by nothing else: the world's ledger is not asked. Who is found guilty pays the victim, or the town where there is none; who cannot pay sits in the stocks on the market for as many hours as coins are owed; who
//! killed sits there in any case, and is sent away afterwards ([`outlaws`]). Who is held cannot walk or do anything but talk, and is fed. Nobody holds a guard, and no law holds where a game is played.

pub mod docket;
pub mod outlaws;

use crate::clock::{Now, day_number};
use crate::config::WorldConfig;
use crate::deeds::{record, tell};
use crate::ground::Ground;
use crate::parts::{Away, Body, Fallen, Guard, Id, Person, Steered, Vitals};
use crate::registry::{Kept, Roll};
use crate::stacks;
use crate::treasury::Treasury;
use bevy_ecs::prelude::*;
use docket::{Docket, Matter};
use serde::{Deserialize, Serialize};
use wold_land::measures::ARM_METRES;
use wold_lore::act::{Meaning, Sight, SpeechAct, Verb};
use wold_lore::land::{PlaceKind, ThingKind};
use wold_lore::turn::BROUGHT;
use wold_lore::{Bucket, Deed, act};
use wold_space::time::STEP_SECONDS;
use wold_space::{ChunkPos, DVec2, EntityId, TICKS_PER_SECOND, Tick};
use wold_wire::{FromHost, Gait};

/// How the law goes about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct JusticeConfig {
    /// Whether anybody is arrested at all. Default true.
    pub enabled: bool,
    /// Seconds from arrest to verdict. Default 20.
    pub trial_seconds: f64,
    /// Accounts of people who were there that make somebody guilty, over those who deny it. Default 2.
    pub accounts: u8,
    /// Days until a charge lapses. Default 5.
    pub lapse_days: u32,
    /// Health below which somebody has had enough, and is taken without a further blow. Default 0.86.
    pub yield_health: f32,
    /// Coins a theft costs. Default 48.
    pub theft_coins: u8,
    /// Coins a blow costs. Default 24.
    pub blow_coins: u8,
    /// Hours in the stocks for each coin that cannot be paid. Default 0.13.
    pub hours_a_coin: f64,
    /// The most hours somebody sits for coins, however many. Default 8.
    pub most_hours: f64,
    /// Hours in the stocks for a killing. Default 24.
    pub kill_hours: f64,
    /// The how-manieth verdict banishes somebody from the town; a killing does at once. 0 banishes nobody. Default 3.
    pub banish_at: u8,
    /// Hours somebody banished has to be gone, once it is free to go. Default 24.
    pub leave_hours: f64,
    /// Days a banishment lasts. Default 30.
    pub banish_days: u32,
    /// Coins on the head of who killed and was not taken; 0 for no such thing. Default 60.
    pub bounty_coins: u32,
    /// Hours until a price is set on a killer's head. Default 4.
    pub bounty_hours: f64,
}

impl Default for JusticeConfig {
    fn default() -> Self {
        Self {
            enabled: true,
            trial_seconds: 20.0,
            accounts: 2,
            lapse_days: 5,
            yield_health: 0.86,
            theft_coins: 48,
            blow_coins: 24,
            hours_a_coin: 0.13,
            most_hours: 8.0,
            kill_hours: 24.0,
            banish_at: 3,
            leave_hours: 24.0,
            banish_days: 30,
            bounty_coins: 60,
            bounty_hours: 4.0,
        }
    }
}

impl JusticeConfig {
    pub(crate) fn ranges(&self) -> [(&'static str, f64, f64, f64); 14] {
        [
            ("justice.trial_seconds", self.trial_seconds, 0.05, 86_400.0),
            ("justice.accounts", self.accounts.into(), 1.0, 32.0),
            ("justice.lapse_days", self.lapse_days.into(), 1.0, 100_000.0),
            ("justice.yield_health", self.yield_health.into(), 0.0, 1.0),
            ("justice.theft_coins", self.theft_coins.into(), 0.0, 100.0),
            ("justice.blow_coins", self.blow_coins.into(), 0.0, 100.0),
            ("justice.hours_a_coin", self.hours_a_coin, 0.0, 100_000.0),
            ("justice.most_hours", self.most_hours, 0.0, 100_000.0),
            ("justice.kill_hours", self.kill_hours, 0.0, 100_000.0),
            ("justice.banish_at", self.banish_at.into(), 0.0, 255.0),
            ("justice.leave_hours", self.leave_hours, 0.0, 100_000.0),
            ("justice.banish_days", self.banish_days.into(), 1.0, 100_000.0),
            ("justice.bounty_coins", self.bounty_coins.into(), 0.0, 10_000.0),
            ("justice.bounty_hours", self.bounty_hours, 0.0, 100_000.0),
        ]
    }
}

/// What the law of this world knows.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Justice {
    /// Who is charged with what.
    pub docket: Docket,
}

impl Kept for Justice {
    const NAME: &'static str = "justice";
}

/// Ticks between two rounds of the bucket for those who are held.
const WATER_TICKS: u64 = 60 * TICKS_PER_SECOND;

/// Why somebody is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Custody {
    /// Until the verdict.
    Trial,
    /// In the stocks.
    Sentence,
}

/// Somebody the law holds.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Why.
    pub custody: Custody,
    /// Until when.
    pub until: Tick,
}

impl Kept for Held {
    const NAME: &'static str = "held";
}

/// Hears what somebody says in earshot of the law: who was there and tells of a crime gives an account of it; a guard's call takes whom it is said to.
pub(crate) fn hear(world: &mut World, speaker: EntityId, act: &SpeechAct, law_listens: bool) {
    if !world.resource::<WorldConfig>().law_holds() {
        return;
    }
    match &act.meaning {
        Meaning::Law => lay_hands_on(world, speaker, act.to.as_ref()),
        Meaning::Tale(tale) if law_listens && tale.path.is_empty() => match &tale.matter {
            act::Matter::Deed { subject, deed } => {
                testify(world, speaker, subject.as_str(), deed, !tale.denied);
            }
            act::Matter::Sighting { subject, sight: Sight::Seen, place } if !tale.denied => {
                outlaws::bring_word(world, speaker, subject.as_str(), *place);
            }
            act::Matter::Sighting { .. } => {}
        },
        Meaning::Accusation(deed) if law_listens => {
            if let Some(accused) = &act.to {
                testify(world, speaker, accused.as_str(), deed, true);
            }
        }
        _ => {}
    }
}

/// The law sees a crime and who did it.
pub(crate) fn see(world: &mut World, doer: EntityId, deed: Deed, victim: Option<EntityId>) {
    if world.resource::<WorldConfig>().law_holds() && is_crime(deed) && !is_guard(world, doer) {
        let matter = Matter { accused: doer, deed, victim, day: today(world) };
        world.resource_mut::<Justice>().docket.see(matter);
    }
}

fn is_crime(deed: Deed) -> bool {
    deed.account().crime > 0.0
}

fn today(world: &World) -> u32 {
    day_number(world.resource::<WorldConfig>(), world.resource::<Now>().0)
}

/// Whether somebody keeps the law.
pub(crate) fn is_guard(world: &World, who: EntityId) -> bool {
    world.resource::<Roll>().0.get(&who).is_some_and(|entity| world.get::<Guard>(*entity).is_some())
}

fn testify(world: &mut World, witness: EntityId, accused: &str, done: &act::Done, so: bool) {
    let deed = match done.verb {
        Verb::Steal => Deed::Steal,
        Verb::Hit => Deed::Strike,
        Verb::Kill => Deed::Kill,
        _ => return,
    };
    let victim = done.object.as_ref().and_then(|name| called(world, name.as_str()));
    // Nobody is a witness in their own case.
    let Some(accused) = called(world, accused).filter(|accused| *accused != witness) else { return };
    let recent = today(world).saturating_sub(world.resource::<WorldConfig>().justice.lapse_days);
    if (recent..=today(world)).contains(&done.day) && !is_guard(world, accused) {
        let matter = Matter { accused, deed, victim, day: done.day };
        world.resource_mut::<Justice>().docket.testify(matter, witness, so);
    }
}

/// Who is called so.
fn called(world: &mut World, name: &str) -> Option<EntityId> {
    let mut people = world.query::<(&Id, &Person)>();
    people.iter(world).filter(|(_, person)| person.name == name).map(|(id, _)| id.0).min()
}

/// Takes somebody into custody whom a guard calls on, if they are within reach, have had enough and are charged with anything.
fn lay_hands_on(world: &mut World, guard: EntityId, whom: Option<&act::Name>) {
    let Some(culprit) = whom.and_then(|name| called(world, name.as_str())) else { return };
    let roll = &world.resource::<Roll>().0;
    let (Some(&guard_at), Some(&entity)) = (roll.get(&guard), roll.get(&culprit)) else { return };
    let (by, body) = (world.get::<Body>(guard_at), world.get::<Body>(entity));
    let (Some(by), Some(body)) = (by.map(|b| b.0), body.map(|b| b.0)) else { return };
    let person = world.entity(entity);
    let within_reach = by.level == body.level && by.place.distance(body.place) <= ARM_METRES * 1.5;
    let config = &world.resource::<WorldConfig>().justice;
    let sits = person.get::<Steered>().is_some_and(|steered| steered.0.gait == Gait::Sit);
    let yields = sits || person.get::<Vitals>().is_some_and(|vitals| vitals.health < config.yield_health);
    let is_free = !person.contains::<Held>()
        && !person.contains::<Guard>()
        && !person.contains::<Fallen>()
        && !person.contains::<Away>();
    let is_charged = world.resource::<Justice>().docket.against(culprit).next().is_some();
    if !(within_reach && yields && is_free) {
        return;
    }
    if !is_charged {
        if outlaws::is_out_of_place(world, culprit, body.place) {
            outlaws::drive_out(world, guard, culprit, entity, body.place);
        }
        return;
    }
    let until = after(world, config.trial_seconds);
    world.entity_mut(entity).insert(Held { custody: Custody::Trial, until });
    record(world, guard, Deed::Arrest, Some(culprit), body.place);
    outlaws::take(world, culprit, guard, body.place);
    notify(world, entity, "You are under arrest. The law hears who was there.");
}

fn after(world: &World, seconds: f64) -> Tick {
    Tick(world.resource::<Now>().0.0 + (seconds / STEP_SECONDS) as u64)
}

/// Seconds of so many hours of the world's clock.
fn seconds_of(world: &World, hours: f64) -> f64 {
    hours / 24.0 * world.resource::<WorldConfig>().day_minutes * 60.0
}

fn notify(world: &mut World, entity: Entity, text: &str) {
    tell(world, entity, FromHost::Notice(text.to_owned()));
}

/// Judges whose trial is over, and lets go whose time is up. Once a second.
pub(crate) fn sit(world: &mut World) {
    let now = world.resource::<Now>().0;
    if !now.0.is_multiple_of(TICKS_PER_SECOND) {
        return;
    }
    let lapse = world.resource::<WorldConfig>().justice.lapse_days;
    let before = today(world).saturating_sub(lapse);
    world.resource_mut::<Justice>().docket.lapse(before);
    if world.resource::<WorldConfig>().law_holds() {
        outlaws::seek(world);
    }
    if now.0.is_multiple_of(WATER_TICKS) {
        bring_water(world);
    }
    let mut held = world.query::<(Entity, &Id, &Held)>();
    let due = held.iter(world).filter(|(.., held)| now >= held.until);
    let mut due: Vec<(EntityId, Entity, Custody)> =
        due.map(|(e, id, held)| (id.0, e, held.custody)).collect();
    due.sort_unstable_by_key(|(id, ..)| *id);
    for (id, entity, custody) in due {
        world.entity_mut(entity).remove::<Held>();
        match custody {
            Custody::Trial => judge(world, id, entity),
            Custody::Sentence => notify(world, entity, "You have paid for it. You are free."),
        }
    }
}

/// Nobody dies of thirst in the stocks: a bucket goes round.
fn bring_water(world: &mut World) {
    let mut held = world.query_filtered::<(&Id, Entity), With<Held>>();
    let mut held: Vec<(EntityId, Entity)> = held.iter(world).map(|(id, entity)| (id.0, entity)).collect();
    held.sort_unstable_by_key(|(id, _)| *id);
    for (_, entity) in held {
        let place = world.get::<Body>(entity).map_or(DVec2::ZERO, |body| body.0.place);
        let bucket = FromHost::Bucket { chunk: ChunkPos::of(place), place: BROUGHT, turn: Bucket::Drinks };
        tell(world, entity, bucket);
    }
}

fn judge(world: &mut World, culprit: EntityId, entity: Entity) {
    let config = world.resource::<WorldConfig>().justice.clone();
    let docket = &world.resource::<Justice>().docket;
    let proven: Vec<Matter> = docket
        .against(culprit)
        .filter(|(_, charge)| charge.is_proven(config.accounts))
        .map(|(matter, _)| *matter)
        .collect();
    let place = world.get::<Body>(entity).map_or(DVec2::ZERO, |body| body.0.place);
    let Some(first) = proven.first() else {
        record(world, culprit, Deed::Acquit, None, place);
        notify(world, entity, "Too few say so. You are free.");
        return;
    };
    record(world, culprit, Deed::Convict, first.victim.filter(|victim| *victim != culprit), place);
    let (mut owed, mut killed) = (0, 0);
    for matter in &proven {
        let coins = match matter.deed {
            Deed::Steal => config.theft_coins,
            Deed::Strike => config.blow_coins,
            _ => 0,
        };
        killed += u32::from(matter.deed == Deed::Kill);
        owed += u32::from(coins - pay(world, entity, matter.victim, coins));
        world.resource_mut::<Justice>().docket.settle(matter);
    }
    let debt = (f64::from(owed) * config.hours_a_coin).min(config.most_hours);
    let hours = debt + f64::from(killed) * config.kill_hours;
    outlaws::convict(world, culprit, entity, &proven, hours);
    if hours <= 0.0 {
        notify(world, entity, "You are found guilty, and have paid. You are free.");
        return;
    }
    let until = after(world, seconds_of(world, hours));
    put_in_stocks(world, entity);
    world.entity_mut(entity).insert(Held { custody: Custody::Sentence, until });
    let told = format!("You are found guilty: the stocks, for {hours:.0} hours.");
    notify(world, entity, &told);
}

/// Hands over so many coins, to the victim if they are here and can carry them, else to the town. Returns how many there were.
fn pay(world: &mut World, culprit: Entity, victim: Option<EntityId>, coins: u8) -> u8 {
    let paid = stacks::spend(world, culprit, ThingKind::Coin, coins.into());
    let receiver = victim.and_then(|id| Some((*world.resource::<Roll>().0.get(&id)?, id)));
    let receiver = receiver
        .filter(|(entity, _)| world.get::<Away>(*entity).is_none() && world.get::<Fallen>(*entity).is_none());
    let left = receiver.map_or(paid, |receiver| stacks::grant(world, receiver, ThingKind::Coin, paid));
    world.resource_mut::<Treasury>().coins += left;
    paid as u8
}

/// Metres from the middle of the market to the stocks.
const STOCKS: DVec2 = DVec2::new(4.5, -4.5);
/// Metres within which a market is looked for.
const MARKET_METRES: f64 = 400.0;

/// The middle of the nearest market of the land that is awake: what is loaded besides decides nothing.
fn nearest_market(world: &World, place: DVec2) -> Option<DVec2> {
    let ground = world.resource::<Ground>();
    let awake = ground.needed().iter().filter_map(|pos| ground.land.plot(*pos));
    let markets = awake.flat_map(|plot| &plot.chunk.places);
    let markets = markets.filter(|there| there.kind == PlaceKind::Market).map(|there| there.at);
    let near = markets.filter(|at| at.distance(place) < MARKET_METRES);
    near.min_by(|a, b| a.distance(place).total_cmp(&b.distance(place)))
}

/// Takes somebody to the stocks of the nearest market; where there is none they are held where they are.
fn put_in_stocks(world: &mut World, entity: Entity) {
    let Some(place) = world.get::<Body>(entity).map(|body| body.0.place) else { return };
    let Some(market) = nearest_market(world, place) else { return };
    let mut body = world.get_mut::<Body>(entity).expect("just seen");
    body.0.put(market + STOCKS, 0);
}

#[cfg(test)]
mod tests;
