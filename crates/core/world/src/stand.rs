//! Trade: what people offer, and what comes of it.
//!
//! Contract: an offer ([`offer`]) stands until it is taken back; people near who see its maker are told of it when it changes and every [`TELL`] ticks. A deal ([`deal`]) takes somebody up on one of theirs at its
//! price: coins and goods change hands at once or nothing does, and a tithe of the price goes to the town. What is sold is what the seller carries. Asked for more than there is, can be paid or fits,
//! as many change hands as can.

use crate::books::{Entry, Post};
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::crowd;
use crate::deeds::{enter, gesture};
use crate::ground::Ground;
use crate::owners;
use crate::parts::{Away, Body, Fallen, Id, Person, SteeredBy};
use crate::registry::{Kept, Roll};
use crate::stacks::{self, best_slot, carried, room, split, stow};
use crate::treasury::Treasury;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use wold_lore::land::ThingKind;
use wold_lore::{Deed, Gesture, Refusal};
use wold_space::{EntityId, GuestId, TICKS_PER_SECOND};
use wold_wire::FromHost;
use wold_wire::message::{MOST_OFFERS, Price};

/// Metres over which people deal: a counter and an arm.
const DEAL_METRES: f64 = 3.5;
/// Metres within which an offer is noticed.
const NOTICE_METRES: f64 = 18.0;
/// People somebody has no dealings with at most.
const MOST_SHUNNED: usize = 64;
/// Ticks between two tellings of an offer that stands.
const TELL: u64 = 6 * TICKS_PER_SECOND;

/// What somebody sells and buys: coins for one of a kind.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stand {
    /// What they ask.
    pub asks: BTreeMap<ThingKind, u16>,
    /// What they pay.
    pub bids: BTreeMap<ThingKind, u16>,
}

impl Kept for Stand {
    const NAME: &'static str = "stand";
}

/// With whom somebody has no dealings.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shuns(pub BTreeSet<EntityId>);

impl Kept for Shuns {
    const NAME: &'static str = "shuns";
}

/// Somebody has no dealings with another, or has them again. Who shuns too many forgets the first of them.
///
/// # Errors
/// If there is nobody of that number.
pub(crate) fn shun(world: &mut World, who: Entity, whom: EntityId, shuns: bool) -> Result<(), Refusal> {
    let there = world.resource::<Roll>().0.get(&whom).is_some_and(|it| world.get::<Person>(*it).is_some());
    if !there {
        return Err(Refusal::NothingThere);
    }
    let mut list = world.get::<Shuns>(who).cloned().unwrap_or_default();
    if shuns {
        list.0.insert(whom);
        while list.0.len() > MOST_SHUNNED {
            list.0.pop_first();
        }
    } else {
        list.0.remove(&whom);
    }
    if list.0.is_empty() {
        world.entity_mut(who).remove::<Shuns>();
    } else {
        world.entity_mut(who).insert(list);
    }
    Ok(())
}

/// Makes an offer, changes it, or takes it back.
///
/// # Errors
/// If nobody would pay for such a thing, or too much is offered already.
pub(crate) fn offer(
    world: &mut World,
    who: Entity,
    kind: ThingKind,
    coins: u16,
    buys: bool,
) -> Result<(), Refusal> {
    if kind == ThingKind::Coin || kind == ThingKind::Gravestone {
        return Err(Refusal::NoUse);
    }
    let mut stand = world.get::<Stand>(who).cloned().unwrap_or_default();
    let side = if buys { &mut stand.bids } else { &mut stand.asks };
    match coins {
        0 => drop(side.remove(&kind)),
        _ if side.len() >= MOST_OFFERS && !side.contains_key(&kind) => return Err(Refusal::HandsFull),
        coins => drop(side.insert(kind, coins)),
    }
    if world.get::<Stand>(who) == Some(&stand) {
        return Ok(());
    }
    world.entity_mut(who).insert(stand);
    announce(world, who);
    if world.get::<Stand>(who).is_some_and(|stand| stand.asks.is_empty() && stand.bids.is_empty()) {
        world.entity_mut(who).remove::<Stand>();
    }
    Ok(())
}

/// One side of a deal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bargain {
    pub with: EntityId,
    pub kind: ThingKind,
    pub count: u8,
    pub coins: u16,
    pub buys: bool,
}

/// Takes somebody up on an offer.
///
/// # Errors
/// If there is no such offer, or one of the two cannot keep it.
pub(crate) fn deal(world: &mut World, doer: (Entity, EntityId), bargain: Bargain) -> Result<(), Refusal> {
    let Bargain { with, kind, count, coins, buys } = bargain;
    let other = *world.resource::<Roll>().0.get(&with).ok_or(Refusal::NothingThere)?;
    if with == doer.1 {
        return Err(Refusal::Yourself);
    }
    meet(world, doer.0, other)?;
    if world.get::<Shuns>(other).is_some_and(|shuns| shuns.0.contains(&doer.1)) {
        return Err(Refusal::NoDealing);
    }
    let stand = world.get::<Stand>(other).ok_or(Refusal::NoSuchOffer)?;
    let offered = if buys { stand.asks.get(&kind) } else { stand.bids.get(&kind) };
    if offered != Some(&coins) || count == 0 {
        return Err(Refusal::NoSuchOffer);
    }
    let (buyer, seller) = if buys { (doer, (other, with)) } else { ((other, with), doer) };
    // As many as there are, can be paid for and carried: nobody can see how much another has.
    let there = u32::from(count).min(carried(world, seller.0, kind));
    let paid = there.min(carried(world, buyer.0, ThingKind::Coin) / u32::from(coins));
    let count = paid.min(room(world, buyer.0, kind));
    let price = count * u32::from(coins);
    match [there, paid, count] {
        [0, ..] => return Err(Refusal::NothingThere),
        [_, 0, _] => return Err(Refusal::TooDear),
        [.., 0] => return Err(Refusal::HandsFull),
        _ if room(world, seller.0, ThingKind::Coin) < price => return Err(Refusal::HandsFull),
        _ => {}
    }
    let tithe = (f64::from(price) * world.resource::<WorldConfig>().trade.tithe) as u32;
    stacks::spend(world, buyer.0, ThingKind::Coin, price);
    stacks::grant(world, seller, ThingKind::Coin, price - tithe);
    world.resource_mut::<Treasury>().coins += tithe;
    let mut left = count;
    while left > 0 {
        let (slot, there) = best_slot(world, seller.0, kind).expect("it was counted");
        let pieces = left.min(there);
        let (thing, id) = split(world, seller.0, slot, pieces).expect("it was counted");
        owners::hand_on(world, thing, seller.1, buyer.1);
        if stow(world, buyer, thing, id).is_err() {
            // A slot short, where what is another's must lie apart: the rest stays with the seller.
            stow(world, seller, thing, id).expect("it came from there");
            break;
        }
        left -= pieces;
    }
    gesture(world, seller.0, Gesture::Give);
    gesture(world, buyer.0, Gesture::Take);
    let place = world.get::<Body>(doer.0).expect("who deals has a body").0.place;
    enter(world, Entry::new(buyer.1, Deed::Trade, place).to(seller.1).with(kind).pieces(count));
    Ok(())
}

/// Whether two stand so that they can deal.
fn meet(world: &World, one: Entity, other: Entity) -> Result<(), Refusal> {
    let on_feet = |who: Entity| {
        let person = world.get::<Person>(who).is_some();
        let absent = world.get::<Away>(who).is_some() || world.get::<Fallen>(who).is_some();
        world.get::<Body>(who).filter(|_| person && !absent).map(|body| body.0)
    };
    let (here, there) = (on_feet(one).ok_or(Refusal::Dead)?, on_feet(other).ok_or(Refusal::NothingThere)?);
    if here.level != there.level || here.place.distance(there.place) > DEAL_METRES {
        return Err(Refusal::TooFar);
    }
    match world.resource::<Ground>().land.in_sight(here.place, there.place, here.level) {
        true => Ok(()),
        false => Err(Refusal::OutOfSight),
    }
}

/// Tells people near what somebody offers, and whose offers they are.
fn announce(world: &mut World, who: Entity) {
    let (Some(stand), Some(body)) = (world.get::<Stand>(who).cloned(), world.get::<Body>(who).map(|b| b.0))
    else {
        return;
    };
    let id = world.get::<Id>(who).expect("every entity of the roll has an id").0;
    let near = crowd::near(world, body.place, NOTICE_METRES);
    let land = &world.resource::<Ground>().land;
    let listeners: Vec<GuestId> = near
        .into_iter()
        .filter(|entity| {
            world.get::<Body>(*entity).is_some_and(|other| {
                other.0.level == body.level
                    && other.0.place.distance(body.place) < NOTICE_METRES
                    && land.in_sight(body.place, other.0.place, body.level)
            })
        })
        .filter_map(|entity| world.get::<SteeredBy>(entity).map(|by| by.0))
        .collect();
    let side = |prices: &BTreeMap<ThingKind, u16>| {
        prices.iter().map(|(&kind, &coins)| Price { kind, coins }).collect::<Vec<Price>>()
    };
    let (asks, bids) = (side(&stand.asks), side(&stand.bids));
    for guest in listeners {
        let message = FromHost::Stand { who: id, asks: asks.clone(), bids: bids.clone() };
        world.resource_mut::<Post>().send(guest, message);
    }
}

/// Tells of offers that stand, each at a moment of its own.
pub(crate) fn call_out(world: &mut World) {
    let now = world.resource::<Now>().0;
    let mut stands = world.query_filtered::<(Entity, &Id), (With<Stand>, Without<Away>, Without<Fallen>)>();
    let is_due = |id: &Id| (now.0 + id.0.0 * 7).is_multiple_of(TELL);
    let mut due: Vec<(EntityId, Entity)> =
        stands.iter(world).filter(|(_, id)| is_due(id)).map(|(entity, id)| (id.0, entity)).collect();
    due.sort_unstable_by_key(|(id, _)| *id);
    due.into_iter().for_each(|(_, entity)| announce(world, entity));
}
