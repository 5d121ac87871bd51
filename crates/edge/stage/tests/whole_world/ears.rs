//! What people hear round corners, notice and miss, told to their guests.

use super::neighbours::{live, mind, say, strike_often};
use super::word::send;
use wold_chance::{Seed, Stream};
use wold_lore::land::ThingKind;
use wold_lore::sense::{Amiss, Sound};
use wold_senses::barks::{Barks, Voice};
use wold_space::DVec2;
use wold_stage::town::Town;
use wold_stage::village::{IN_THE_CORNER, village};
use wold_wire::{Intent, Loudness};
use wold_world::Decree;

/// Behind the house's western wall: round by its door, which falls shut, it is 9 m to the corner within.
const OUTSIDE: DVec2 = DVec2::new(41.0, 16.5);
/// Where nobody sees the house from.
const FAR: DVec2 = DVec2::new(-60.0, 14.0);
const TALE: &str = "the miller keeps his silver under the third board from the hearth as everybody knows";

#[test]
fn words_in_a_house_are_muffled_outside_and_a_shout_is_not() {
    let mut town = Town::new(village(71));
    let [ann, bo] = ["Ann", "Bo"].map(|name| town.settle(name));
    town.gather();
    send(&mut town, ann, IN_THE_CORNER);
    send(&mut town, bo, OUTSIDE);
    say(&mut town, ann, &format!("Listen, Bo: {TALE}"));
    town.run(0.5);
    let line = town.known(bo).lines().back().expect("heard").clone();
    assert!(line.muffled && line.act.is_none() && line.text.contains('…'), "{line:?}");
    let shout = Intent::Say { text: TALE.into(), loudness: Loudness::Shout, act: None };
    town.ask(ann, shout);
    town.run(0.5);
    let line = town.known(bo).lines().back().expect("heard").clone();
    assert!(!line.muffled && line.text == TALE, "{line:?}");
}

#[test]
fn a_fight_in_a_house_is_heard_outside_and_remarked_on() {
    let mut town = Town::new(village(72));
    let [rob, vic, wit] = ["Rob", "Vic", "Wit"].map(|name| town.join_locally(name));
    town.gather();
    send(&mut town, rob, IN_THE_CORNER);
    send(&mut town, vic, IN_THE_CORNER + DVec2::new(-1.0, 0.0));
    live(&mut town, wit, mind("Wit", "smith", "sharp"), OUTSIDE, &[]);
    town.run(1.0);
    strike_often(&mut town, rob, vic, 2);
    let blow = town.known(wit).noises().iter().find(|noise| noise.sound == Sound::Blow).copied();
    let blow = blow.unwrap_or_else(|| panic!("{:?}", town.known(wit).noises()));
    // It seems to come from the door.
    let door = (DVec2::new(44.5, 17.0) - blow.heard_at).normalize();
    assert!(blow.towards().dot(door) > 0.98 && blow.muffled, "{blow:?}");
    for fighter in [rob, vic] {
        let blows = town.known(fighter).noises().iter().filter(|noise| noise.sound == Sound::Blow).count();
        assert_eq!(blows, 0, "they see it");
    }
    // Whatever order a voice has, its first lines about a noise are these.
    let (barks, mut voice) = (Barks::default(), Voice::new(Stream::named(Seed(1), "all", &[])));
    let memorable: Vec<&str> = (0..5).map(|_| voice.say(&barks, "heard").line).collect();
    let said: Vec<&str> = town.known(wit).lines().iter().map(|line| line.text.as_str()).collect();
    assert!(said.iter().any(|line| memorable.contains(line)), "{said:?}");
}

#[test]
fn what_was_stolen_unseen_is_noticed_by_one_of_those_who_come_by() {
    let mut town = Town::new(village(73));
    let rob = town.join_locally("Rob");
    let [dan, ann, bo] = ["Dan", "Ann", "Bo"].map(|name| town.settle(name));
    town.gather();
    for who in [ann, bo] {
        send(&mut town, who, FAR);
    }
    send(&mut town, dan, IN_THE_CORNER);
    let who = town.body(dan);
    town.steward_mut().decree(Decree::Grant { who, thing: ThingKind::Bread });
    town.run(0.5);
    let slot = town.slot_of(dan, ThingKind::Bread).expect("granted");
    let bread = town.known(dan).bag()[usize::from(slot)].expect("in that slot").id;
    assert_eq!(town.refusal(dan, Intent::Drop { slot }), None);
    send(&mut town, dan, FAR);
    send(&mut town, rob, IN_THE_CORNER + DVec2::new(-1.0, 0.5));
    town.run(0.5);
    assert_eq!(town.refusal(rob, Intent::Take(bread)), None);
    send(&mut town, rob, FAR + DVec2::new(0.0, 30.0));
    send(&mut town, ann, IN_THE_CORNER);
    town.run(2.0);
    send(&mut town, bo, IN_THE_CORNER + DVec2::new(-1.0, 0.0));
    town.run(2.0);
    let found = |who| town.known(who).amiss().iter().map(|it| it.what).collect::<Vec<_>>();
    assert_eq!((found(ann), found(bo), found(dan)), (vec![Amiss::Thing], vec![], vec![]));
    let at = town.known(ann).amiss()[0].place;
    assert!(at.distance(IN_THE_CORNER) < 2.5, "{at}");
}

#[test]
fn who_dies_in_the_house_is_missed_outside() {
    let mut origin = village(74);
    // One blow is enough.
    origin.config.flesh.fist = 1.0;
    let mut town = Town::new(origin);
    let rob = town.join_locally("Rob");
    let [ann, bo] = ["Ann", "Bo"].map(|name| town.settle(name));
    town.gather();
    send(&mut town, ann, OUTSIDE);
    send(&mut town, bo, IN_THE_CORNER);
    send(&mut town, rob, IN_THE_CORNER + DVec2::new(-1.0, 0.5));
    town.run(12.0);
    strike_often(&mut town, rob, bo, 1);
    town.run(3.0);
    assert!(town.known(ann).missed().is_empty(), "not after four seconds");
    town.run(2.5);
    let missed: Vec<_> = town.known(ann).missed().iter().map(|it| it.who).collect();
    assert_eq!(missed, [town.body(bo)]);
    assert!(town.known(rob).missed().is_empty());
}
