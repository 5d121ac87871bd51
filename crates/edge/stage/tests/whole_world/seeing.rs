//! Guests come to know the truth, whatever the network does, and their own steps do not wait for it.

use super::word::send;
use wold_chance::{Seed, Stream};
use wold_lore::land::ThingKind;
use wold_space::DVec2;
use wold_stage::town::{Town, towards};
use wold_stage::village::{BEHIND_THE_WALL, DOOR, IN_THE_CORNER, village};
use wold_wire::network::LinkConfig;
use wold_wire::{Gait, Intent, Steering, Target};
use wold_world::Decree;
use wold_world::ground::Ground;

/// Six people wander about for ten seconds and then stand still; answers the largest error anybody saw meanwhile.
fn wander(town: &mut Town) -> f64 {
    let mut stream = Stream::named(Seed(9), "wander", &[]);
    let mut worst: f64 = 0.0;
    for tick in 0..200 {
        for who in 0..town.people.len() {
            if tick % 10 == who % 10 {
                let gait = if stream.chance(0.3) { Gait::Run } else { Gait::Walk };
                // Turning back towards the middle keeps everybody in view.
                let home = DVec2::new(16.0, 16.0) - town.known(who).place();
                let turn = home.y.atan2(home.x).to_degrees() + stream.range(-120.0, 120.0);
                town.guest(who).steer(towards(turn, gait));
            }
        }
        town.tick();
        if tick > 40 {
            worst = worst.max(worst_sight(town));
        }
    }
    for who in 0..town.people.len() {
        town.guest(who).steer(Steering::default());
    }
    worst
}

/// The largest distance between where anybody is and where anybody else sees them.
fn worst_sight(town: &Town) -> f64 {
    let mut worst: f64 = 0.0;
    for who in 0..town.people.len() {
        for other in (0..town.people.len()).filter(|&other| other != who) {
            let seen = town.sees(who, other).expect("everybody is in view of everybody");
            worst = worst.max(seen.distance(town.truth(other).place));
        }
    }
    worst
}

fn converge(link: LinkConfig, while_moving: f64) {
    let mut town = Town::new(village(3));
    for name in ["Ada", "Bob", "Cid", "Dot", "Eve", "Fay"] {
        town.join(name, link);
    }
    town.gather();
    town.run(2.0);
    let worst = wander(&mut town);
    assert!(worst < while_moving, "while moving somebody was seen {worst} m from the truth");
    town.run(5.0);
    let rest = worst_sight(&town);
    assert!(rest < 0.06, "at rest somebody is seen {rest} m from the truth");
    for who in 0..town.people.len() {
        let error = town.known(who).place().distance(town.truth(who).place);
        assert!(error < 0.01, "at rest somebody believes itself {error} m from the truth");
    }
}

#[test]
fn guests_converge_to_the_truth_on_a_local_network() {
    converge(LinkConfig::LAN, 0.8);
}

#[test]
fn guests_converge_to_the_truth_across_the_country() {
    converge(LinkConfig::COUNTRY, 1.0);
}

#[test]
fn guests_converge_to_the_truth_through_a_storm() {
    converge(LinkConfig::STORM, 4.0);
}

#[test]
fn ones_own_steps_are_smooth_and_right_though_the_world_is_far_away() {
    let mut town = Town::new(village(4));
    let ada = town.join("Ada", LinkConfig::CONTINENT);
    town.gather();
    town.run(1.0);
    let mut last = town.known(ada).footing().shown();
    let mut longest: f64 = 0.0;
    for tick in 0..300u32 {
        town.guest(ada).steer(towards(f64::from(tick * 3 % 360), Gait::Walk));
        town.tick();
        let shown = town.known(ada).footing().shown();
        longest = longest.max(shown.distance(last));
        last = shown;
    }
    let stride = 2.2 / 20.0;
    assert!(longest < stride * 2.5, "a step of {longest} m was shown");
    let ahead = town.known(ada).place().distance(town.known(ada).own().place);
    assert!(ahead > stride, "the guest does not wait for the world: it is {ahead} m ahead");
    town.guest(ada).steer(Steering::default());
    town.run(2.0);
    let error = town.known(ada).place().distance(town.truth(ada).place);
    assert!(error < 0.01, "{error}");
}

#[test]
fn on_a_good_line_prediction_is_hardly_ever_wrong() {
    let mut town = Town::new(village(5));
    let ada = town.join("Ada", LinkConfig::LAN);
    town.gather();
    town.run(1.0);
    let before = town.known(ada).footing().stats();
    for tick in 0..400u32 {
        town.guest(ada).steer(towards(f64::from(tick / 40 * 90), Gait::Walk));
        town.tick();
    }
    let after = town.known(ada).footing().stats();
    assert!(after.compared - before.compared >= 395);
    assert!(after.corrected - before.corrected <= 4, "{after:?}");
}

#[test]
fn whoever_is_in_a_house_is_told_only_to_those_who_look_in_at_the_door() {
    let mut town = Town::new(village(6));
    let (ada, bob) = (town.join("Ada", LinkConfig::LAN), town.join("Bob", LinkConfig::LAN));
    town.gather();
    assert!(town.sees(bob, ada).is_some());
    town.walk(bob, DVec2::new(8.0, 16.0));
    town.walk(ada, IN_THE_CORNER);
    town.run(1.0);
    assert!(town.sees(bob, ada).is_none() && town.sees(ada, bob).is_none(), "walls hide from afar");
    town.walk(bob, BEHIND_THE_WALL);
    town.run(1.0);
    assert!(town.sees(bob, ada).is_none() && town.sees(ada, bob).is_none(), "and from three metres");
    let by_the_door = DVec2::new(42.6, 20.0);
    town.walk(bob, by_the_door);
    town.run(3.0);
    assert!(town.sees(bob, ada).is_none() && town.sees(ada, bob).is_none(), "and the door is shut");
    town.walk(bob, DVec2::new(43.6, 18.4));
    let (chunk, door) = DOOR;
    town.ask(bob, Intent::Door { chunk, door });
    town.walk(bob, by_the_door);
    town.run(1.0);
    assert!(
        town.sees(bob, ada).is_some() && town.sees(ada, bob).is_some(),
        "through the open door they see each other"
    );
    assert!(town.known(ada).land().in_sight(IN_THE_CORNER, by_the_door, 0), "guests know that it is open");
}

#[test]
fn who_puts_on_a_hood_loses_their_name_on_every_line_and_gets_it_back() {
    let mut town = Town::new(village(8));
    let (ada, bob, cid) =
        (town.join("Ada", LinkConfig::LAN), town.join("Bob", LinkConfig::LAN), town.join_locally("Cid"));
    town.gather();
    let who = town.body(ada);
    town.steward_mut().decree(Decree::Grant { who, thing: ThingKind::Hood });
    town.run(1.0);
    let called = |town: &Town, by| town.known(by).entities().get(&who).map(|seen| seen.card.name.clone());
    for name in ["somebody in a hood", "Ada"] {
        let slot = town.slot_of(ada, ThingKind::Hood).expect("it was granted");
        town.ask(ada, Intent::Use { slot, on: Target::Nothing });
        town.run(1.0);
        for by in [bob, cid] {
            assert_eq!(called(&town, by).as_deref(), Some(name));
            assert_eq!(town.known(by).name_of(who), Some(name));
        }
    }
}

#[test]
fn whoever_is_behind_a_house_is_not_told_and_is_before_they_come_round_its_corner() {
    let mut town = Town::new(village(6));
    let (ada, bob) = (town.join("Ada", LinkConfig::LAN), town.join("Bob", LinkConfig::LAN));
    town.gather();
    send(&mut town, bob, DVec2::new(45.0, 26.0));
    send(&mut town, ada, DVec2::new(45.0, 8.0));
    // They were seen together a moment ago, and are kept in mind for some seconds.
    town.run(5.0);
    assert!(town.sees(bob, ada).is_none() && town.sees(ada, bob).is_none(), "a house is between them");
    town.guest(ada).steer(towards(0.0, Gait::Run));
    for _ in 0..60 {
        town.tick();
        let (a, b) = (town.truth(ada).place, town.truth(bob).place);
        if town.steward().realm().ecs().resource::<Ground>().land.in_sight(b, a, 0) {
            break;
        }
    }
    assert!(town.sees(bob, ada).is_some(), "known the moment she shows");
}

#[test]
fn whoever_slips_behind_a_house_is_kept_in_mind_for_a_moment_and_followed_by_nobody() {
    let mut town = Town::new(village(6));
    let (ada, bob) = (town.join("Ada", LinkConfig::LAN), town.join("Bob", LinkConfig::LAN));
    town.gather();
    send(&mut town, bob, DVec2::new(45.0, 26.0));
    send(&mut town, ada, DVec2::new(55.0, 26.0));
    town.run(3.0);
    assert!(town.sees(bob, ada).is_some());
    send(&mut town, ada, DVec2::new(45.0, 8.0));
    // She is missed when it is next looked for her, and then hides elsewhere behind the same house.
    town.run(0.75);
    let elsewhere = DVec2::new(45.0, 4.0);
    send(&mut town, ada, elsewhere);
    let mut ticks = 15;
    while let Some(shown) = town.sees(bob, ada) {
        assert!(shown.distance(elsewhere) > 2.0, "{shown} is told though nobody sees it");
        town.tick();
        ticks += 1;
        assert!(ticks < 60, "she is hidden for three seconds and still there");
    }
    assert!(ticks > 15, "people pass behind corners all the time");
}

#[test]
fn a_link_that_recovers_from_a_blackout_catches_up() {
    let mut town = Town::new(village(7));
    let (ada, bob) = (town.join("Ada", LinkConfig::LAN), town.join("Bob", LinkConfig::LAN));
    town.gather();
    town.set_link(bob, LinkConfig { loss: 1.0, ..LinkConfig::LAN });
    town.guest(ada).steer(towards(90.0, Gait::Walk));
    town.run(4.0);
    let behind = town.sees(bob, ada).map(|seen| seen.distance(town.truth(ada).place));
    assert!(behind.is_some_and(|error| error > 3.0), "{behind:?}");
    town.guest(ada).steer(Steering::default());
    town.set_link(bob, LinkConfig::LAN);
    town.run(2.0);
    let error = town.sees(bob, ada).expect("still in view").distance(town.truth(ada).place);
    assert!(error < 0.06, "{error}");
}
