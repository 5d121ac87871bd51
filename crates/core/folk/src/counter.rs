//! The counter: how somebody deals with who comes to it: customers, suppliers, beggars, givers.
//!
//! It has no state of its own: everything is answered from what is known and remembered at the moment.

use super::Wish;
use super::mindset::Mindset;
use super::moment::Moment;
use super::rows::{COMPANY, THRIFT, TOWN};
use super::talk::Spoken;
use super::till::store;
use super::toil::pieces;
use super::witness::own_body;
use super::wording::one_of;
use std::collections::BTreeSet;
use wold_chance::Stream;
use wold_guest::known::{Known, Line, Sighted};
use wold_lore::act::{Cost, Decline, MOST_GOODS, Meaning, Name, Worth};
use wold_lore::land::ThingKind;
use wold_mind::living::Doing;
use wold_space::EntityId;
use wold_wire::Intent;
use wold_wire::message::Price;

/// What it says to one who asks what it sells: its wares and what it wants for them.
pub(super) fn offer(moment: &Moment<'_>, to: &str) -> Spoken {
    let trade = moment.calling.trade;
    let asks = asks(moment.known);
    match asks.as_slice() {
        _ if !trade.sells => decline(to, Decline::NoSeller, &format!(" I am {}.", one_of(&trade.name))),
        [] => decline(to, Decline::NothingLeft, ""),
        asks => {
            let wares: Vec<String> = asks
                .iter()
                .take(MOST_GOODS)
                .map(|price| format!("{} for {}", price.kind.label(), price.coins))
                .collect();
            let text = format!("Have your pick, {to}: {}.", wares.join(", "));
            Spoken::to(
                to,
                text,
                Meaning::Offer(asks.iter().take(MOST_GOODS).map(|price| price.kind).collect()),
            )
        }
    }
}

/// What it says to one who asks what a thing costs: how much, and why.
pub(super) fn price(moment: &Moment<'_>, mind: &Mindset, to: &str, kind: ThingKind) -> Spoken {
    let known = moment.known;
    let ask = asks(known).into_iter().find(|price| price.kind == kind).map(|price| price.coins);
    let Some(coins) = ask else {
        let why = if moment.calling.trade.sells { Decline::NothingLeft } else { Decline::NoSeller };
        return decline(to, why, "");
    };
    let filled = f64::from(pieces(known, kind)) / store(kind);
    let carted = mind.trips.brought(kind);
    let by = carted.map(|(by, _)| by);
    let is_frost = known.surroundings().is_some_and(|around| around.here.celsius() < THRIFT.counter.frost);
    let why = match carted {
        Some((_, hour)) if known.hours() - hour < THRIFT.counter.lately_hours => Worth::Carted,
        Some(_) if filled < THRIFT.counter.little => Worth::FewCarts,
        _ if is_frost && kind.nourishment() > 0.0 => Worth::Frost,
        _ if filled < THRIFT.counter.little => Worth::Scarce,
        _ if filled > THRIFT.counter.much => Worth::Plenty,
        _ => Worth::Ordinary,
    };
    let by = by.filter(|_| matches!(why, Worth::Carted | Worth::FewCarts)).and_then(Name::new);
    let who = by.as_ref().map(|by| format!(" I have it from {}.", by.as_str())).unwrap_or_default();
    let text = format!("{coins} for {}, {to}: {}.{who}", kind.label(), why.said());
    Spoken::to(to, text, Meaning::Price(Cost { thing: kind, coins, why, by }))
}

/// What it asks for its wares, food first.
fn asks(known: &Known) -> Vec<Price> {
    let own = own_body(known).and_then(|me| known.market().offers(me));
    let mut asks = own.map(|offers| offers.asks.clone()).unwrap_or_default();
    asks.sort_by(|a, b| b.kind.nourishment().total_cmp(&a.kind.nourishment()));
    asks
}

/// Somebody gave it something: a coin for which it has nothing so cheap is handed back by who sells, anything else is thanked for. What to do and to say; nothing if the giver is out of sight.
pub(super) fn receive(
    moment: &Moment<'_>,
    mind: &Mindset,
    from: &str,
    kind: ThingKind,
) -> Option<(Option<Wish>, Spoken)> {
    let known = moment.known;
    let giver = known.entities().values().find(|other| other.card.name == from);
    let to = giver.map(|other: &Sighted| other.card.id)?;
    let coin = slot_of(known, ThingKind::Coin);
    let keep = " Keep your coin.";
    let (slot, said) = match kind {
        ThingKind::Coin if moment.calling.trade.sells => match asks(known).first() {
            _ if mind.respect(from) < COMPANY.regard.shun => (coin, decline(from, Decline::NoDealing, keep)),
            None => (coin, decline(from, Decline::NothingLeft, keep)),
            Some(price) if price.coins > 1 => {
                let more = format!(" I want {} for {}.", price.coins, price.kind.label());
                (coin, decline(from, Decline::TooLittle, &more))
            }
            Some(price) => {
                let said = Spoken::answer(from, format!("Here you are, {from}: {}.", price.kind.label()));
                (slot_of(known, price.kind), said)
            }
        },
        _ => (None, Spoken::to(from, format!("Thank you, {from}."), Meaning::Thanks)),
    };
    Some((slot.map(|slot| Wish::Do(Intent::Give { slot, to })), said))
}

/// What it says to one who begs, and the slot of what it gives.
pub(super) fn charity(
    moment: &Moment<'_>,
    line: &Line,
    respect: f64,
    stream: &mut Stream,
) -> (Spoken, Option<u8>) {
    let known = moment.known;
    let spare = food(known).next();
    // One's own are fed whatever one sells; of strangers the gentle feed nearly all, the sharp few.
    let own = known.kin().and_then(|kin| kin.to(&line.name)).is_some_and(|it| it.kinship.closeness() > 0);
    let spare =
        spare.filter(|_| own || !moment.calling.trade.sells && known.own().hunger < TOWN.errands.peckish * 2);
    let kind = own
        || respect >= THRIFT.counter.pitied
            && stream.chance(THRIFT.counter.gentle - moment.calling.profile.courage);
    match spare.filter(|_| kind) {
        Some((slot, thing)) => {
            let this = if thing == ThingKind::Berries { "these" } else { "this" };
            let text = format!("Here, take {this} {}, {}.", thing.label(), line.name);
            (Spoken::answer(&line.name, text), Some(slot))
        }
        None => (decline(&line.name, Decline::NothingToSpare, ""), None),
    }
}

/// Its own wares while they are for sale: the body leaves them alone. What is others' it leaves alone anyway.
pub(super) fn wares(moment: &Moment<'_>) -> BTreeSet<EntityId> {
    let known = moment.known;
    let for_sale = moment.calling.trade.sells && moment.is_doing(Doing::Work);
    let me = own_body(known);
    let owned = known.owners().iter().filter(|(_, owner)| for_sale && owner.person() == me);
    owned.map(|(id, _)| *id).collect()
}

/// Says no to somebody, and what more there is to say.
fn decline(to: &str, why: Decline, more: &str) -> Spoken {
    Spoken::to(to, format!("{}, {to}.{more}", why.said()), Meaning::Refusal(why))
}

/// What somebody has to eat or to sell, by slot.
pub(super) fn food(known: &Known) -> impl Iterator<Item = (u8, ThingKind)> {
    let slots = known.bag().iter().enumerate();
    slots
        .filter_map(|(at, slot)| Some((at as u8, slot.as_ref()?.kind)))
        .filter(|(_, kind)| kind.nourishment() > 0.0)
}

/// The first slot with a thing of a kind.
pub(super) fn slot_of(known: &Known, kind: ThingKind) -> Option<u8> {
    known.bag().iter().position(|slot| slot.is_some_and(|slot| slot.kind == kind)).map(|at| at as u8)
}
