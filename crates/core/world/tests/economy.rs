//! Work makes things, deals move them and coins at a price, and nothing is lost or doubled by it.

mod homestead;

use homestead::Yard;
use std::collections::BTreeMap;
use wold_chance::{Seed, Stream};
use wold_lore::land::ThingKind;
use wold_lore::{Craft, Deed, Portion, Refusal, Workplace};
use wold_space::{DVec2, TICKS_PER_SECOND};
use wold_wire::{Intent, Outcome};
use wold_world::books::Entry;
use wold_world::parts::{Body, Thing};
use wold_world::registry::Roll;
use wold_world::stacks::{Amount, carried};
use wold_world::treasury::Treasury;

const ANN: u64 = 1;
const BEN: u64 = 2;

fn portion(kind: ThingKind, count: u8) -> Portion {
    Portion { kind, count }
}

/// A yard with two crafts: kneading, and whittling with tools.
fn yard() -> Yard {
    Yard::new(2, |origin| {
        let craft = |name: &str, takes, gives, tool| Craft {
            name: name.into(),
            at: Workplace::Anywhere,
            takes,
            gives,
            minutes: 10,
            tool,
        };
        origin.config.trade.crafts = vec![
            craft("knead", vec![portion(ThingKind::Flour, 2)], vec![portion(ThingKind::Bread, 3)], None),
            craft("whittle", Vec::new(), vec![portion(ThingKind::Plank, 1)], Some(ThingKind::Tools)),
        ];
    })
}

fn does(yard: &mut Yard, who: u64, intent: Intent) -> Vec<Entry> {
    yard.ask(who, intent);
    std::mem::take(&mut yard.last.deeds)
}

fn refusal(yard: &mut Yard, who: u64, intent: Intent) -> Option<Refusal> {
    match yard.ask(who, intent) {
        Outcome::Refused(why) => Some(why),
        _ => None,
    }
}

fn place(yard: &Yard, who: u64) -> DVec2 {
    yard.realm.part::<Body>(yard.body(who)).expect("people have bodies").0.place
}

fn grant(yard: &mut Yard, who: u64, kind: ThingKind, count: usize) {
    for _ in 0..count {
        yard.grant(who, kind);
    }
}

fn has(yard: &Yard, who: u64, kind: ThingKind) -> u32 {
    let world = yard.realm.ecs();
    carried(world, world.resource::<Roll>().0[&yard.body(who)], kind)
}

/// Works for so many seconds, saying so every second; what was entered in the ledger of it.
fn works(yard: &mut Yard, who: u64, craft: u8, seconds: u64) -> Vec<Deed> {
    let mut deeds = Vec::new();
    for _ in 0..seconds {
        deeds.extend(does(yard, who, Intent::Work { craft }).into_iter().map(|deed| deed.kind));
        yard.pass(TICKS_PER_SECOND - 1);
    }
    deeds.retain(|deed| matches!(deed, Deed::Make | Deed::Spend));
    deeds
}

#[test]
fn work_uses_up_what_it_takes_and_gives_what_it_makes_when_its_time_has_passed() {
    let mut yard = yard();
    assert_eq!(refusal(&mut yard, ANN, Intent::Work { craft: 0 }), Some(Refusal::Lacking));
    assert_eq!(refusal(&mut yard, ANN, Intent::Work { craft: 9 }), Some(Refusal::UnknownVerb));
    grant(&mut yard, ANN, ThingKind::Flour, 5);
    // Ten minutes of a day of 24 are ten seconds.
    assert_eq!(works(&mut yard, ANN, 0, 6), [], "not yet");
    assert_eq!(works(&mut yard, ANN, 0, 6), [Deed::Spend, Deed::Make]);
    assert_eq!([has(&yard, ANN, ThingKind::Flour), has(&yard, ANN, ThingKind::Bread)], [3, 3]);
    works(&mut yard, ANN, 0, 6);
    yard.pass(10 * TICKS_PER_SECOND);
    assert_eq!(works(&mut yard, ANN, 0, 6), [], "who pauses begins anew");
}

#[test]
fn who_has_the_tool_is_twice_as_fast() {
    let mut yard = yard();
    yard.grant(BEN, ThingKind::Tools);
    let made = |yard: &mut Yard, who| works(yard, who, 1, 120).len();
    let (bare, tooled) = (made(&mut yard, ANN), made(&mut yard, BEN));
    assert!(bare >= 4 && tooled > bare * 3 / 2, "{bare} against {tooled}");
    assert_eq!(has(&yard, ANN, ThingKind::Plank) as usize, bare);
}

#[test]
fn a_deal_is_struck_at_the_price_that_stands_for_as_many_as_can_be_paid() {
    let mut yard = yard();
    grant(&mut yard, ANN, ThingKind::Bread, 4);
    grant(&mut yard, BEN, ThingKind::Coin, 30);
    let before = has(&yard, BEN, ThingKind::Coin) + has(&yard, ANN, ThingKind::Coin);
    let at = place(&yard, ANN);
    yard.send(BEN, at + DVec2::X);
    let ann = yard.body(ANN);
    let buy = |count, coins| Intent::Deal { with: ann, thing: ThingKind::Bread, count, coins, buys: true };
    assert_eq!(refusal(&mut yard, BEN, buy(1, 12)), Some(Refusal::NoSuchOffer));
    does(&mut yard, ANN, Intent::Offer { thing: ThingKind::Bread, coins: 12, buys: false });
    assert_eq!(refusal(&mut yard, BEN, buy(1, 11)), Some(Refusal::NoSuchOffer), "no haggling");
    let bought = does(&mut yard, BEN, buy(9, 12));
    assert_eq!((bought[0].kind, bought[0].pieces, bought[0].doer), (Deed::Trade, 2, yard.body(BEN)));
    assert_eq!([has(&yard, BEN, ThingKind::Bread), has(&yard, ANN, ThingKind::Bread)], [2, 2]);
    let town = yard.realm.ecs().resource::<Treasury>().coins;
    assert_eq!(town, 2, "a tithe of 24");
    assert_eq!(has(&yard, BEN, ThingKind::Coin) + has(&yard, ANN, ThingKind::Coin) + town, before);
    assert_eq!(refusal(&mut yard, BEN, buy(1, 12)), Some(Refusal::TooDear), "six coins are left");
    let shun = Intent::Shun { who: yard.body(BEN), shuns: true };
    does(&mut yard, ANN, shun);
    assert_eq!(refusal(&mut yard, BEN, buy(1, 12)), Some(Refusal::NoDealing));
    yard.send(BEN, at + DVec2::X * 9.0);
    assert_eq!(refusal(&mut yard, BEN, buy(1, 12)), Some(Refusal::TooFar));
}

#[test]
fn whatever_people_trade_and_make_pieces_are_neither_lost_nor_doubled() {
    for seed in 0..20 {
        let mut yard = yard();
        let mut stream = Stream::named(Seed(seed), "trading", &[]);
        let kinds = [ThingKind::Coin, ThingKind::Flour, ThingKind::Bread, ThingKind::Log];
        for who in [ANN, BEN] {
            kinds.iter().for_each(|kind| grant(&mut yard, who, *kind, 12));
        }
        let at = place(&yard, ANN);
        let mut expected = totals(&mut yard);
        for _ in 0..120 {
            yard.send(BEN, at + DVec2::X);
            let (who, other) = if stream.chance(0.5) { (ANN, BEN) } else { (BEN, ANN) };
            let thing = *stream.pick(&kinds).expect("some");
            let (coins, buys) = (stream.below(3) as u16, stream.chance(0.5));
            let with = yard.body(other);
            let (count, slot) = (1 + stream.below(9) as u8, stream.below(8) as u8);
            let intent = match stream.below(5) {
                0 => Intent::Offer { thing, coins, buys },
                1 => Intent::Give { slot, to: with },
                2 => Intent::Drop { slot },
                3 => Intent::Work { craft: 0 },
                _ => Intent::Deal { with, thing, count, coins, buys },
            };
            for deed in does(&mut yard, who, intent) {
                if let (Deed::Make | Deed::Spend, Some(kind)) = (deed.kind, deed.thing) {
                    let sign = if deed.kind == Deed::Make { 1 } else { -1 };
                    *expected.entry(kind).or_default() += sign * i64::from(deed.pieces);
                }
            }
            assert_eq!(totals(&mut yard), expected, "seed {seed}");
        }
    }
}

/// How many pieces of each kind there are anywhere; coins the town has taken count.
fn totals(yard: &mut Yard) -> BTreeMap<ThingKind, i64> {
    let town = i64::from(yard.realm.ecs().resource::<Treasury>().coins);
    let world = yard.realm.ecs_mut();
    let mut of: BTreeMap<ThingKind, i64> = BTreeMap::from([(ThingKind::Coin, town)]);
    for (thing, amount) in world.query::<(&Thing, Option<&Amount>)>().iter(world) {
        *of.entry(thing.kind).or_default() += amount.map_or(1, |amount| i64::from(amount.0));
    }
    of
}
