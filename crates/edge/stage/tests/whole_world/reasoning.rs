//! People reason before one's eyes: who did it, where somebody is at this hour, from whom to buy, when it is enough.

use super::neighbours::{SCENE, has_heard, live, mind, say, strike_often};
use super::word::send;
use wold_folk::fight::Ring;
use wold_folk::portrait::portrait;
use wold_lore::land::ThingKind;
use wold_space::DVec2;
use wold_stage::Soul;
use wold_stage::town::{Town, Who};
use wold_stage::village::village;
use wold_wire::Intent;
use wold_world::{Decree, Origin};

/// Far enough away that nothing is seen of the scene.
const AWAY: DVec2 = DVec2::new(400.0, 10.0);
/// Where the village's market is.
const MARKET: DVec2 = DVec2::new(24.0, 18.0);

fn grant(town: &mut Town, who: Who, thing: ThingKind) -> u8 {
    let body = town.body(who);
    town.steward_mut().decree(Decree::Grant { who: body, thing });
    town.run(0.5);
    town.slot_of(who, thing).expect("granted")
}

fn run_until(town: &mut Town, seconds: u32, holds: impl Fn(&Town) -> bool) -> bool {
    (0..seconds).any(|_| {
        town.run(1.0);
        holds(town)
    })
}

#[test]
fn who_misses_something_asks_who_was_there_and_accuses_by_a_friends_word_and_not_by_a_strangers() {
    for (trusted, accuses) in [(0.97, true), (0.55, false)] {
        let mut town = Town::new(village(71));
        let [ada, rob, wit] = ["Ada", "Rob", "Wit"].map(|name| town.join_locally(name));
        town.gather();
        send(&mut town, ada, SCENE);
        send(&mut town, rob, AWAY + DVec2::new(0.0, 60.0));
        let slot = grant(&mut town, ada, ThingKind::Plank);
        assert_eq!(town.refusal(ada, Intent::Drop { slot }), None);
        let beside = SCENE + DVec2::new(2.0, 0.0);
        let respects = [("Wit", trusted), ("Rob", 0.6)];
        let robbed = live(&mut town, ada, mind("Ada", "smith", "sharp"), SCENE, &respects);
        town.run(3.0);
        // Ada goes away, Rob comes and takes the plank before Wit's eyes.
        let body = town.still(ada);
        send(&mut town, ada, AWAY);
        let witness =
            live(&mut town, wit, mind("Wit", "smith", "sharp"), beside, &[("Ada", 0.65), ("Rob", 0.6)]);
        town.run(1.0);
        send(&mut town, rob, SCENE + DVec2::new(0.5, 0.8));
        town.run(1.0);
        let plank = *town.things(rob, ThingKind::Plank).first().expect("it lies there");
        assert_eq!(town.refusal(rob, Intent::Take(plank)), None);
        town.run(2.0);
        let watched = town.still(wit);
        send(&mut town, wit, beside);
        send(&mut town, rob, SCENE + DVec2::new(0.0, 3.0));
        send(&mut town, ada, SCENE + DVec2::new(-1.0, 0.0));
        town.wake(wit, watched);
        town.wake(ada, body);
        // Nobody walks off while they talk it over.
        let heard = |town: &Town, text: &str| has_heard(town, rob, "Ada", text);
        let accused =
            run_until(&mut town, 60, |town| heard(town, "Rob, you stole from me! Wit saw it and told me."));
        let lines = || {
            town.known(rob)
                .lines()
                .iter()
                .map(|line| format!("{}: {}", line.name, line.text))
                .collect::<Vec<_>>()
        };
        assert!(heard(&town, "my plank is gone. Who was here?"), "{:?}", lines());
        assert_eq!(accused, accuses, "trusting Wit {trusted}: {:?}", lines());
        let shown = portrait(&robbed.open().window().look());
        let suspect = shown.suspects.iter().find(|suspect| suspect.name == "Rob");
        let suspect = suspect.unwrap_or_else(|| panic!("{:?}", shown.suspects));
        assert_eq!(suspect.belief >= 0.6, accuses, "{suspect:?}");
        assert!(suspect.plausibility >= suspect.belief);
        drop(witness);
    }
}

/// Somebody who plays stands at the market and offers bread, and a smith sees it there for half a day.
fn market_day(seed: u64) -> (Town, [Who; 3], Soul) {
    let mut origin = village(seed);
    (origin.config.day_minutes, origin.config.first_hour) = (16.0, 7.5);
    let mut town = Town::new(origin);
    let people = ["Ben", "Mia", "Player"].map(|name| town.join_locally(name));
    let [ben, mia, player] = people;
    town.gather();
    send(&mut town, mia, MARKET + DVec2::new(1.0, 0.0));
    send(&mut town, player, AWAY);
    grant(&mut town, mia, ThingKind::Bread);
    let soul =
        live(&mut town, ben, mind("Ben", "smith", "sharp"), MARKET + DVec2::new(-3.0, 0.0), &[("Mia", 0.8)]);
    town.run(10.0);
    // Ben's body stays; his mind goes on seeing who is where.
    grant(&mut town, mia, ThingKind::Bread);
    for n in 0..8 {
        send(&mut town, ben, MARKET + DVec2::new(-3.0, 0.0));
        if n == 7 {
            town.ask(mia, Intent::Offer { thing: ThingKind::Bread, coins: 1, buys: false });
        }
        town.run(45.0);
    }
    (town, people, soul)
}

#[test]
fn one_says_where_somebody_usually_is_at_this_hour_and_looks_for_a_seller_there() {
    let (mut town, [ben, mia, player], soul) = market_day(72);
    // Out of sight of the market, and hungry.
    let far = MARKET + DVec2::new(110.0, 0.0);
    send(&mut town, ben, far);
    send(&mut town, player, far + DVec2::new(1.5, 0.0));
    soul.respect_all(&[("Player", 0.8)]);
    town.run(1.0);
    assert!(town.sees(ben, mia).is_none(), "Mia is out of sight");
    say(&mut town, player, "Ben, tell me about Mia.");
    let told = run_until(&mut town, 6, |town| has_heard(town, player, "Ben", "Mia is usually at the market"));
    assert!(told, "{:?}", town.known(player).lines());
    grant(&mut town, ben, ThingKind::Coin);
    let bought = run_until(&mut town, 400, |town| town.slot_of(mia, ThingKind::Coin).is_some());
    let shown = portrait(&soul.open().window().look());
    assert!(bought, "{:?} at {}", shown.shops, town.truth(ben).place);
    assert_eq!(shown.shops[0].name, "Mia", "{:?}", shown.shops);
    assert!(shown.shops[0].marks["respected"] > 0.7);
}

#[test]
fn of_two_who_sell_side_by_side_the_better_liked_gets_the_coin() {
    // Nothing to eat lies about there.
    let mut origin = Origin::meadow(51);
    (origin.config.first_hour, origin.config.day_minutes) = (12.2, 240.0);
    origin.config.flesh.hunger_minutes = 8.0;
    let mut town = Town::new(origin);
    let [ben, mia, cid] = ["Ben", "Mia", "Cid"].map(|name| town.join_locally(name));
    town.gather();
    send(&mut town, cid, SCENE + DVec2::new(1.5, 0.0));
    send(&mut town, mia, SCENE + DVec2::new(0.0, 2.5));
    // Nobody offers what it does not have.
    for who in [mia, cid] {
        grant(&mut town, who, ThingKind::Bread);
    }
    let soul = live(&mut town, ben, mind("Ben", "smith", "sharp"), SCENE, &[("Mia", 0.95), ("Cid", 0.35)]);
    town.run(150.0);
    grant(&mut town, ben, ThingKind::Coin);
    for seller in [cid, mia] {
        town.ask(seller, Intent::Offer { thing: ThingKind::Bread, coins: 1, buys: false });
    }
    let mut paid = None;
    for _ in 0..40 {
        let here = town.truth(ben).place;
        send(&mut town, cid, here + DVec2::new(1.5, 0.0));
        send(&mut town, mia, here + DVec2::new(0.0, 2.5));
        town.run(4.0);
        paid = [mia, cid].into_iter().find(|who| town.slot_of(*who, ThingKind::Coin).is_some());
        if paid.is_some() {
            break;
        }
    }
    let shown = portrait(&soul.open().window().look());
    assert_eq!(paid, Some(mia), "though Cid stands nearer: {:?}", shown.shops);
}

#[test]
fn of_three_guards_one_strikes_a_few_times_and_then_it_is_enough() {
    let mut town = Town::new(village(74));
    let names = ["Wat", "Gil", "Hob"];
    let guards = names.map(|name| town.join_locally(name));
    let [rogue, bo] = ["Rogue", "Bo"].map(|name| town.join_locally(name));
    town.gather();
    let ring = Ring::default();
    send(&mut town, bo, SCENE);
    send(&mut town, rogue, SCENE + DVec2::new(1.2, 0.0));
    for (number, (&who, name)) in guards.iter().zip(names).enumerate() {
        let body = town.body(who);
        town.steward_mut().decree(Decree::Appoint { who: body, guard: true });
        let at = SCENE + DVec2::new(3.0, 2.0 + number as f64);
        let mind = mind(name, "guard", "sharp").with_ring(ring.clone());
        live(&mut town, who, mind, at, &[("Bo", 0.7), ("Rogue", 0.5)]);
    }
    town.run(2.0);
    strike_often(&mut town, rogue, bo, 2);
    let enough = run_until(&mut town, 40, |town| {
        names.iter().any(|name| has_heard(town, rogue, name, "it is enough"))
    });
    assert!(enough, "{:?}", town.known(rogue).lines());
    town.run(30.0);
    let health = town.known(rogue).own().health;
    assert!(
        (90..255).contains(&health) && !town.known(rogue).is_fallen(),
        "struck, and not to death: {health}"
    );
}
