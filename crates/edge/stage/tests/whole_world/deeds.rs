//! What people do, over the wire: done, answered, or refused with a reason.

use wold_lore::land::ThingKind;
use wold_space::{ChunkPos, DVec2, EntityId};
use wold_stage::town::Town;
use wold_stage::village::{APPLE_AT, AXE_AT, BEHIND_THE_WALL, MUSHROOMS_AT, PLANK_AT, village};
use wold_wire::network::LinkConfig;
use wold_wire::{Intent, Loudness, Outcome, Refusal, Target};
use wold_world::Decree;
use wold_world::parts::Thing;
use wold_world::registry::Roll;

fn two(seed: u64) -> Town {
    let mut town = Town::new(village(seed));
    town.join("Ada", LinkConfig::TOWN);
    town.join("Bob", LinkConfig::COUNTRY);
    town.gather();
    town
}

const ADA: usize = 0;
const BOB: usize = 1;

fn say(text: &str, loudness: Loudness) -> Intent {
    Intent::Say { text: text.into(), loudness, act: None }
}

#[test]
fn speech_is_heard_as_far_as_it_carries() {
    let mut town = two(1);
    town.walk(ADA, DVec2::new(4.0, 16.0));
    town.walk(BOB, DVec2::new(28.0, 16.0));
    assert_eq!(town.ask(ADA, say("can you hear me", Loudness::Talk)), Outcome::Done);
    assert_eq!(town.ask(ADA, say("and now", Loudness::Shout)), Outcome::Done);
    town.run(1.0);
    let heard: Vec<&str> = town.known(BOB).lines().iter().map(|line| line.text.as_str()).collect();
    assert_eq!(heard, ["and now"]);
    let line = &town.known(BOB).lines()[0];
    assert_eq!((line.name.as_str(), line.speaker), ("Ada", town.body(ADA)));
}

#[test]
fn talk_too_often_and_the_world_says_so() {
    let mut town = two(2);
    let numbers: Vec<u32> =
        (0..8).map(|n| town.guest(ADA).wish(say(&format!("{n}"), Loudness::Talk))).collect();
    town.run(1.0);
    let refused: Vec<bool> = numbers
        .iter()
        .map(|&n| town.known(ADA).answer(n) == Some(&Outcome::Refused(Refusal::TooOften)))
        .collect();
    assert_eq!(refused, [false, false, false, false, false, true, true, true]);
}

#[test]
fn a_thing_is_taken_given_dropped_and_eaten() {
    let mut town = two(3);
    let apple = town.fetch(ADA, ThingKind::Apple, APPLE_AT);
    // Bob's line is slower than Ada's.
    town.run(1.0);
    assert!(town.things(BOB, ThingKind::Apple).is_empty(), "what is carried no longer lies there");
    let slot = town.slot_of(ADA, ThingKind::Apple).expect("it is in the bag");
    let bob = town.body(BOB);
    let beside = town.truth(ADA).place + DVec2::new(1.0, 0.0);
    assert_eq!(town.refusal(ADA, Intent::Give { slot, to: bob }), Some(Refusal::TooFar));
    town.walk(BOB, beside);
    assert_eq!(town.ask(ADA, Intent::Give { slot, to: bob }), Outcome::Done);
    town.run(0.5);
    assert_eq!(town.slot_of(ADA, ThingKind::Apple), None);
    let slot = town.slot_of(BOB, ThingKind::Apple).expect("he has it now");
    assert_eq!(town.ask(BOB, Intent::Drop { slot }), Outcome::Done);
    town.run(0.5);
    assert_eq!(town.things(ADA, ThingKind::Apple), [apple]);
    assert_eq!(town.ask(BOB, Intent::Take(apple)), Outcome::Done);
    let hunger = town.known(BOB).own().hunger;
    let slot = town.slot_of(BOB, ThingKind::Apple).expect("he took it back");
    assert_eq!(town.ask(BOB, Intent::Use { slot, on: Target::Nothing }), Outcome::Done);
    town.run(0.5);
    assert!(town.known(BOB).own().hunger < hunger);
    assert_eq!(town.refusal(BOB, Intent::Use { slot, on: Target::Nothing }), Some(Refusal::EmptySlot));
}

#[test]
fn what_is_too_far_or_out_of_sight_is_not_taken() {
    let mut town = two(4);
    let axe = town.things(ADA, ThingKind::Axe)[0];
    town.walk(ADA, AXE_AT + DVec2::new(-4.0, 1.0));
    assert_eq!(town.refusal(ADA, Intent::Take(axe)), Some(Refusal::TooFar));
    town.walk(ADA, BEHIND_THE_WALL);
    assert!(town.things(ADA, ThingKind::Coin).is_empty(), "nobody is told what lies behind a wall");
    let world = town.steward().realm().ecs();
    let is_coin = |entity| world.get::<Thing>(entity).is_some_and(|thing| thing.kind == ThingKind::Coin);
    let coin = world.resource::<Roll>().0.iter().find(|(_, entity)| is_coin(**entity)).map(|(id, _)| *id);
    let coin = coin.expect("it lies there");
    for guess in [coin, EntityId(1 << 40)] {
        assert_eq!(town.refusal(ADA, Intent::Take(guess)), Some(Refusal::NothingThere), "no guess tells");
        assert_eq!(town.refusal(ADA, Intent::Look(Target::Entity(guess))), Some(Refusal::NothingThere));
    }
}

#[test]
fn a_look_at_a_far_tree_tells_nothing_about_who_is_there() {
    let mut town = two(14);
    let far = |x: i32| Target::Growth { chunk: ChunkPos { x, y: 0 }, index: 0 };
    assert!(matches!(town.ask(ADA, Intent::Look(far(0))), Outcome::Told(_)), "the oak is in sight");
    for x in [4, 40] {
        assert_eq!(town.refusal(ADA, Intent::Look(far(x))), Some(Refusal::TooFar));
    }
    let who = town.body(BOB);
    town.steward_mut().decree(Decree::Move { who, to: [40 * 32 * 128 + 2000, 2000] });
    town.run(1.0);
    for x in [4, 40] {
        assert_eq!(town.refusal(ADA, Intent::Look(far(x))), Some(Refusal::TooFar), "though Bob stands there");
    }
}

#[test]
fn a_full_bag_holds_no_more() {
    let mut town = two(5);
    town.walk(ADA, MUSHROOMS_AT + DVec2::new(0.0, 0.8));
    for n in 0..2 {
        let mushroom = town.things(ADA, ThingKind::Mushroom)[0];
        assert_eq!(town.refusal(ADA, Intent::Take(mushroom)), None, "mushroom {n}");
        town.run(0.3);
    }
    let full = town.known(ADA).bag().iter().flatten().collect::<Vec<_>>();
    assert!(full.len() == 1 && full[0].count == 2, "they lie on each other: {full:?}");
    // Lanterns stand alone.
    let who = town.body(ADA);
    (0..7).for_each(|_| town.steward_mut().decree(Decree::Grant { who, thing: ThingKind::Lantern }));
    town.run(0.5);
    assert!(town.known(ADA).bag().iter().all(Option::is_some));
    town.steward_mut().decree(Decree::Grant { who, thing: ThingKind::Lantern });
    town.run(0.5);
    let lantern = town.things(ADA, ThingKind::Lantern)[0];
    assert_eq!(town.refusal(ADA, Intent::Take(lantern)), Some(Refusal::HandsFull));
}

#[test]
fn a_blow_hurts_and_the_arm_needs_its_time() {
    let mut town = two(6);
    let bob = town.body(BOB);
    let beside = town.truth(BOB).place + DVec2::new(1.2, 0.0);
    town.walk(ADA, beside);
    let first = town.guest(ADA).wish(Intent::Strike(bob));
    let second = town.guest(ADA).wish(Intent::Strike(bob));
    town.run(1.0);
    assert_eq!(town.known(ADA).answer(first), Some(&Outcome::Done));
    assert_eq!(town.known(ADA).answer(second), Some(&Outcome::Refused(Refusal::TooOften)));
    assert!(town.known(BOB).own().health < 255);
    let ada = town.body(ADA);
    assert_eq!(town.refusal(ADA, Intent::Strike(ada)), Some(Refusal::Yourself));
    let plank = town.things(ADA, ThingKind::Plank)[0];
    town.walk(ADA, PLANK_AT + DVec2::new(0.0, 0.8));
    assert_eq!(town.refusal(ADA, Intent::Strike(plank)), Some(Refusal::NotAPerson));
}

#[test]
fn whoever_is_beaten_dead_can_do_nothing_and_rises_again() {
    let mut town = two(7);
    let bob = town.body(BOB);
    let beside = town.truth(BOB).place + DVec2::new(1.2, 0.0);
    town.walk(ADA, beside);
    for _ in 0..40 {
        town.ask(ADA, Intent::Strike(bob));
        town.run(1.2);
        if town.known(BOB).is_fallen() {
            break;
        }
    }
    assert!(town.known(BOB).is_fallen());
    assert_eq!(town.refusal(BOB, say("ow", Loudness::Talk)), Some(Refusal::Dead));
    assert_eq!(town.refusal(ADA, Intent::Strike(bob)), Some(Refusal::NoUse));
    town.run(10.0);
    assert!(!town.known(BOB).is_fallen());
    assert_eq!(town.ask(BOB, say("I live", Loudness::Talk)), Outcome::Done);
}
