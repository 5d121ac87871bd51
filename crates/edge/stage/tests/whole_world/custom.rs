//! People get by from each other, are seen at it, and feel the weather and what is said of others.

use super::neighbours::{SCENE, has_heard, has_meant, live, mind, respect, strike_often};
use super::word::{HERE, murder, send};
use std::sync::Arc;
use wold_lore::act::{Meaning, Question};
use wold_lore::land::{Chunk, Growth, GrowthKind, Place, PlaceKind, ThingKind};
use wold_mind::gossip::{Actions, BeingId, Matter};
use wold_mind::living::{Doing, Need};
use wold_space::{ChunkPos, DVec2, GuestId};
use wold_stage::Soul;
use wold_stage::town::{Town, Who};
use wold_stage::village::{APPLE_AT, AXE_AT, OAK, OAK_AT, Village, village};
use wold_wire::{Intent, Target};
use wold_world::parts::Thing;
use wold_world::stacks::Amount;
use wold_world::{Act, ChunkSource, Command, Decree, Origin, Realm};

fn grant(town: &mut Town, who: Who, thing: ThingKind, count: usize) {
    let who = town.body(who);
    for _ in 0..count {
        town.steward_mut().decree(Decree::Grant { who, thing });
    }
    town.run(0.5);
}

fn count(town: &Town, who: Who, kind: ThingKind) -> usize {
    let slots = town.known(who).bag().iter().flatten().filter(|slot| slot.kind == kind);
    slots.map(|slot| slot.count as usize).sum()
}

fn deed(subject: &str, action: &str, object: Option<&str>) -> Matter {
    let action = Actions::deeds().named(action).expect("listed");
    Matter::deed(BeingId::named(subject), action, object.map(BeingId::named), 1)
}

fn knows(window: &Soul, matter: &Matter) -> bool {
    window.open().mindset().memory.recall(matter).is_some()
}

/// Runs until something holds, at most so many seconds.
fn run_until(town: &mut Town, seconds: u32, holds: impl Fn(&Town) -> bool) -> bool {
    (0..seconds).any(|_| {
        town.run(1.0);
        holds(town)
    })
}

/// A village in the middle of a day that hardly passes.
fn noon(seed: u64, hour: f64) -> Town {
    let mut origin = village(seed);
    (origin.config.first_hour, origin.config.day_minutes) = (hour, 240.0);
    origin.config.flesh.hunger_minutes = 8.0;
    Town::new(origin)
}

#[test]
fn the_hungry_buy_at_the_sellers_price_and_eat() {
    let mut town = noon(51, 12.2);
    let [mia, ben] = ["Mia", "Ben"].map(|name| town.join_locally(name));
    town.gather();
    grant(&mut town, mia, ThingKind::Bread, 3);
    grant(&mut town, ben, ThingKind::Coin, 60);
    let stall = live(&mut town, mia, mind("Mia", "merchant", "sharp"), SCENE, &[]);
    town.run(20.0);
    let beside = town.truth(mia).place + DVec2::new(2.0, 1.0);
    let hungry = live(&mut town, ben, mind("Ben", "smith", "sharp"), beside, &[]);
    assert!(
        run_until(&mut town, 240, |town| count(town, mia, ThingKind::Coin) > 0),
        "{:?}",
        town.known(mia).lines()
    );
    let (paid, loaves) = (60 - count(&town, ben, ThingKind::Coin), 3 - count(&town, mia, ThingKind::Bread));
    assert!(loaves > 0 && paid % loaves == 0, "{paid} coins for {loaves} loaves");
    let worth = ThingKind::Bread.worth() as usize;
    assert!((worth / 2..=worth * 2).contains(&(paid / loaves)), "a fair price");
    // A tithe of it is the town's.
    assert_eq!(count(&town, mia, ThingKind::Coin), paid - paid / 10);
    assert!(run_until(&mut town, 30, |_| knows(&hungry, &deed("Ben", "trade", Some("Mia")))));
    assert!(knows(&stall, &deed("Ben", "trade", Some("Mia"))), "both know it for what it was");
    assert!(!knows(&stall, &deed("Ben", "give", Some("Mia"))), "nobody takes it for a gift");
    assert!(run_until(&mut town, 200, |town| town.known(ben).own().hunger < 100), "Ben ate what he bought");
}

#[test]
fn farmers_bring_their_grain_to_market_and_are_paid_what_the_merchant_bids() {
    let mut town = noon(55, 16.1);
    let [mia, fay] = ["Mia", "Fay"].map(|name| town.join_locally(name));
    town.gather();
    grant(&mut town, mia, ThingKind::Coin, 90);
    grant(&mut town, fay, ThingKind::Grain, 8);
    live(&mut town, mia, mind("Mia", "merchant", "sharp"), SCENE, &[]);
    town.run(20.0);
    let beside = town.truth(mia).place + DVec2::new(-2.0, 1.0);
    live(&mut town, fay, mind("Fay", "farmer", "sharp"), beside, &[]);
    let paid = run_until(&mut town, 240, |town| count(town, fay, ThingKind::Coin) > 0);
    assert!(paid, "{:?}", town.known(fay).lines());
    // What she needs for sowing she keeps.
    let sold = count(&town, mia, ThingKind::Grain);
    assert!(sold >= 4 && count(&town, fay, ThingKind::Grain) == 8 - sold, "{sold} sold");
}

#[test]
fn a_beggar_asks_and_the_kind_give() {
    let mut town = noon(52, 10.0);
    let [bet, ann] = ["Bet", "Ann"].map(|name| town.join_locally(name));
    town.gather();
    grant(&mut town, ann, ThingKind::Apple, 3);
    let beggar = live(&mut town, bet, mind("Bet", "beggar", "sharp"), SCENE, &[]);
    town.run(20.0);
    let beside = town.truth(bet).place + DVec2::new(2.0, 0.0);
    let kind = live(&mut town, ann, mind("Ann", "smith", "gentle"), beside, &[("Bet", 0.9)]);
    let begs = |meant: &Meaning| *meant == Meaning::Question(Question::Alms);
    assert!(run_until(&mut town, 240, |town| has_meant(town, ann, "Bet", begs)));
    assert!(
        run_until(&mut town, 20, |_| knows(&beggar, &deed("Ann", "give", Some("Bet")))),
        "{:?}",
        town.known(bet).lines()
    );
    assert!(has_heard(&town, bet, "Ann", "Here, take this apple, Bet."));
    assert!(knows(&kind, &deed("Ann", "give", Some("Bet"))), "Ann knows it too");
    assert!(respect(&beggar, "Ann") > 0.5);
}

/// The village with a stall beside the apple.
struct Fair;

impl ChunkSource for Fair {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::clone(&Village.chunk(pos));
        if pos == ChunkPos::default() {
            let at = [(APPLE_AT.x * 128.0) as u16, ((APPLE_AT.y + 2.0) * 128.0) as u16];
            chunk.growths.push(Growth { kind: GrowthKind::Stall, at, size: 128, turn: 0 });
        }
        Arc::new(chunk)
    }
}

#[test]
fn what_lies_before_a_stall_somebody_keeps_is_the_markets_though_nobody_put_it_there() {
    for (kept, theft) in [(true, true), (false, false)] {
        let mut origin = village(57);
        origin.source = Arc::new(Fair);
        (origin.config.first_hour, origin.config.day_minutes) = (12.0, 240.0);
        let mut town = Town::new(origin);
        let [dan, rob, wit] = ["Dan", "Rob", "Wit"].map(|name| town.join_locally(name));
        town.gather();
        town.walk(dan, APPLE_AT + DVec2::new(if kept { 3.0 } else { 14.0 }, -2.0));
        let beside = APPLE_AT + DVec2::new(-9.0, -4.0);
        // Who has enough takes nothing that lies about.
        grant(&mut town, wit, ThingKind::Bread, 4);
        let witness = live(&mut town, wit, mind("Wit", "smith", "sharp"), beside, &[("Dan", 0.9)]);
        town.run(2.0);
        town.fetch(rob, ThingKind::Apple, APPLE_AT - DVec2::new(0.0, 1.6));
        let seen = run_until(&mut town, 3, |_| knows(&witness, &deed("Rob", "steal", Some("the market"))));
        assert_eq!(seen, theft, "kept: {kept}");
    }
}

#[test]
fn a_thief_takes_what_nobody_minds_and_keeps_quiet_about_it() {
    let mut town = noon(53, 12.0);
    let [dan, rob, wit] = ["Dan", "Rob", "Wit"].map(|name| town.join_locally(name));
    town.gather();
    town.fetch(dan, ThingKind::Apple, APPLE_AT);
    let scene = APPLE_AT - DVec2::new(0.0, 8.0);
    town.walk(dan, scene);
    let thief = live(&mut town, rob, mind("Rob", "thief", "sharp"), scene + DVec2::new(5.0, 0.0), &[]);
    let witness =
        live(&mut town, wit, mind("Wit", "smith", "sharp"), scene + DVec2::new(0.0, 5.0), &[("Dan", 0.9)]);
    let theft = deed("Rob", "steal", Some("Dan"));
    let mut stolen = false;
    // Somebody has to be looking when Dan puts it down.
    for _ in 0..6 {
        let slot = town.slot_of(dan, ThingKind::Apple).expect("his own");
        assert_eq!(town.refusal(dan, Intent::Drop { slot }), None);
        town.run(2.0);
        town.walk(dan, scene + DVec2::new(-7.0, 0.0));
        stolen = run_until(&mut town, 40, |town| count(town, rob, ThingKind::Apple) > 0);
        if stolen {
            break;
        }
        town.walk(dan, scene);
        let apple = town.things(dan, ThingKind::Apple)[0];
        assert_eq!(town.refusal(dan, Intent::Take(apple)), None);
    }
    assert!(stolen, "an apple nobody minds");
    assert!(run_until(&mut town, 10, |_| knows(&witness, &theft)), "Wit saw it");
    assert!(knows(&thief, &theft), "Rob knows what he did");
    let told = thief.open().mindset().memory.recall(&theft).is_some_and(|rumour| rumour.spreads);
    assert!(!told, "and does not tell");
}

#[test]
fn every_kind_of_deed_is_noted_as_the_world_tells_it() {
    let mut town = noon(54, 12.0);
    let [asa, bo, cy, wit] = ["Asa", "Bo", "Cy", "Wit"].map(|name| town.join_locally(name));
    town.gather();
    town.fetch(asa, ThingKind::Axe, AXE_AT);
    let witness = live(&mut town, wit, mind("Wit", "smith", "sharp"), AXE_AT + DVec2::new(-4.0, 3.0), &[]);
    let stay = town.still(wit);
    town.wake(wit, stay);
    // Asa fells the oak.
    town.walk(asa, OAK_AT + DVec2::new(-1.3, 0.3));
    let axe = town.slot_of(asa, ThingKind::Axe).expect("fetched");
    let oak = Target::Growth { chunk: ChunkPos { x: 0, y: 0 }, index: OAK };
    for _ in 0..4 {
        assert_eq!(town.refusal(asa, Intent::Use { slot: axe, on: oak }), None);
        town.run(0.9);
    }
    assert!(run_until(&mut town, 5, |_| knows(&witness, &deed("Asa", "fell", None))), "the oak");
    assert_eq!(town.refusal(asa, Intent::Drop { slot: axe }), None);
    // Bo strikes Cy, Asa strikes Bo: that helps Cy. Then Asa tends Cy's wounds.
    grant(&mut town, asa, ThingKind::Herb, 1);
    let middle = town.truth(wit).place + DVec2::new(3.0, -1.0);
    town.walk(cy, middle);
    town.walk(bo, middle + DVec2::new(1.2, 0.0));
    town.walk(asa, middle + DVec2::new(0.6, -1.1));
    town.run(1.0);
    strike_often(&mut town, bo, cy, 1);
    strike_often(&mut town, asa, bo, 1);
    assert!(run_until(&mut town, 4, |_| knows(&witness, &deed("Asa", "help", Some("Cy")))), "help");
    let herb = town.slot_of(asa, ThingKind::Herb).expect("granted");
    let patient = Target::Entity(town.body(cy));
    assert_eq!(town.refusal(asa, Intent::Use { slot: herb, on: patient }), None);
    assert!(run_until(&mut town, 4, |_| knows(&witness, &deed("Asa", "heal", Some("Cy")))), "healing");
    assert_eq!(town.known(cy).own().health, 255);
    assert!(town.slot_of(asa, ThingKind::Herb).is_none(), "the herb is gone");
    // A coin on the ground is a treasure, and giving it for nothing a gift.
    grant(&mut town, bo, ThingKind::Coin, 1);
    let coin = town.slot_of(bo, ThingKind::Coin).expect("granted");
    assert_eq!(town.refusal(bo, Intent::Drop { slot: coin }), None);
    town.run(1.0);
    let lying = town.things(bo, ThingKind::Coin)[0];
    assert_eq!(town.refusal(bo, Intent::Take(lying)), None);
    town.run(1.0);
    assert!(!knows(&witness, &deed("Bo", "find", None)), "one's own coin is no find");
    let coin = town.slot_of(bo, ThingKind::Coin).expect("taken up");
    let to = town.body(cy);
    assert_eq!(town.refusal(bo, Intent::Give { slot: coin, to }), None);
    assert!(run_until(&mut town, 8, |_| knows(&witness, &deed("Bo", "give", Some("Cy")))), "a gift");
}

#[test]
fn strangers_are_judged_by_what_is_said_of_them_around_there() {
    let (mut town, [murderer, _, witness, stranger]) = murder(true);
    send(&mut town, stranger, HERE + DVec2::new(0.0, 5.0));
    let window = Soul::new(mind("Stan", "smith", "sharp"));
    town.animate_with(stranger, window.clone());
    let names = ["Mordred", "Will"];
    let judged = run_until(&mut town, 20, |_| respect(&window, names[0]) < respect(&window, names[1]) - 0.15);
    assert!(judged, "{} and {}", respect(&window, names[0]), respect(&window, names[1]));
    assert!(town.known(stranger).told().iter().any(|text| text.contains("speak ill of them")));
    assert!(town.sees(stranger, murderer).is_some() && town.sees(stranger, witness).is_some());
}

/// The village with a home in its house.
struct Hamlet;

impl ChunkSource for Hamlet {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::clone(&Village.chunk(pos));
        if (pos.x, pos.y) == (1, 0) {
            let at = DVec2::new(44.5, 17.4);
            chunk.places.push(Place { kind: PlaceKind::Home, name: "home".into(), at });
        }
        Arc::new(chunk)
    }
}

#[test]
fn the_cold_drives_people_home_and_under_a_roof_it_is_forgotten() {
    let mut origin = village(56);
    origin.source = Arc::new(Hamlet);
    (origin.config.day_minutes, origin.config.first_hour) = (12.0, 7.0);
    origin.config.environment.rules =
        toml::from_str("[climate]\nmean = -20.0\nswing = 0.0").expect("a climate");
    let mut town = Town::new(origin);
    let ann = town.join_locally("Ann");
    town.gather();
    let freezing = live(&mut town, ann, mind("Ann", "farmer", "sharp"), SCENE, &[]);
    let warmth = |window: &Soul| window.open().mindset().needs.level(Need::Warmth);
    let doing = |window: &Soul| window.open().decision().map(|decision| decision.doing);
    let driven = run_until(&mut town, 200, |_| doing(&freezing) == Some(Doing::Warm));
    assert!(
        driven,
        "{:?} at {}, {:?}",
        doing(&freezing),
        warmth(&freezing),
        town.known(ann).surroundings().map(|s| s.here)
    );
    assert!(warmth(&freezing) > 0.4);
    let indoors = |town: &Town| town.known(ann).land().house_at(town.truth(ann).place, 0).is_some();
    assert!(run_until(&mut town, 120, indoors), "{}", town.truth(ann).place);
    let chilled = warmth(&freezing);
    let back = run_until(&mut town, 200, |_| doing(&freezing) != Some(Doing::Warm));
    assert!(back && warmth(&freezing) < chilled - 0.05, "{chilled} to {}", warmth(&freezing));
}

#[test]
fn inhabitants_bring_coins_and_take_them_along_and_players_bring_none() {
    let mut realm = Realm::new(Origin::meadow(57));
    let coins = |realm: &mut Realm| {
        let world = realm.ecs_mut();
        let mut things = world.query::<(&Thing, Option<&Amount>)>();
        let coins = things.iter(world).filter(|(thing, _)| thing.kind == ThingKind::Coin);
        coins.map(|(_, amount)| amount.map_or(1, |amount| amount.0)).sum::<u32>()
    };
    let command = |guest: u64, act| Command { guest: GuestId(guest), number: 0, act };
    let enter = |guest: u64, human| command(guest, Act::Enter { name: format!("{guest}"), human, look: 0 });
    realm.step(vec![enter(1, false), enter(2, true)]);
    assert_eq!(coins(&mut realm), 2);
    for keep in [true, false] {
        realm.step(vec![command(1, Act::Leave { keep })]);
        assert_eq!(coins(&mut realm), if keep { 2 } else { 0 });
        realm.step(vec![enter(1, false)]);
        assert_eq!(coins(&mut realm), 2, "who comes back has what it had");
    }
}
