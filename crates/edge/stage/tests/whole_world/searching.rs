//! Searching and hiding: who was lost is looked for where it may be, by nobody twice at once, and not for ever.

use super::neighbours::mind;
use super::word::send;
use std::collections::BTreeSet;
use wold_chance::Seed;
use wold_folk::beliefs::Basis;
use wold_folk::diary::What;
use wold_folk::hunt::{HuntConfig, Hunts};
use wold_inspect::why::why;
use wold_mind::gossip::BeingId;
use wold_space::{DVec2, Tick};
use wold_stage::Soul;
use wold_stage::burglary::{Burglary, Searched};
use wold_stage::manor::{CORNER, manor};
use wold_stage::town::{Town, Who};
use wold_wire::Intent;

#[test]
fn a_theft_seen_through_a_window_is_searched_room_by_room_and_the_mind_says_why() {
    let (mut found, mut missed, mut entered) = (0, 0, 0);
    for seed in 0..64 {
        let Some(mut scene) = Burglary::staged(manor(seed)) else { continue };
        let searched = scene.search();
        assert!(searched.is_in_order(), "seed {seed}: {:?}", searched.rooms);
        let Searched { rooms, end } = searched;
        let [_, rob_soul, stan_soul] = &scene.souls;
        let told = stan_soul.diary();
        let words = format!("{told:#?}");
        // He was called, went to where the theft was, and from there from room to room.
        let heard = stan_soul.noted(What::Heard).unwrap_or_else(|| panic!("seed {seed}: {words}"));
        assert_eq!(heard.whom.as_deref(), Some("Rob"));
        assert!(stan_soul.noted(What::Searches).is_some(), "seed {seed}: {words}");
        assert!(rob_soul.noted(What::Hides).is_some(), "seed {seed}: the thief hides");
        // The mind says why it ended as it did.
        let answer = why("Stan", end.tick, 200.0, &told, Some(scene.town.steward().realm()));
        let around = answer.scene.expect("Stan is in the world");
        assert!(around.guard);
        if end.what == What::Found {
            found += 1;
            assert!(answer.diary.iter().any(|line| line.text.contains("Stan found Rob")), "{words}");
        } else {
            missed += 1;
            let last = answer.because.last().expect("there is a reason");
            assert!(last.contains("gave up"), "{last}");
            let hidden = around.near.iter().find(|other| other.name == "Rob");
            assert!(hidden.is_none_or(|rob| rob.hidden || !rob.in_sight), "seed {seed}: {hidden:?}");
        }
        entered += rooms.len();
        if found > 0 && missed > 0 {
            assert!(entered > 0, "rooms were searched");
            return;
        }
    }
    panic!("by seed he is found or not: found {found}, not found {missed}");
}

/// Three guards who share their searches see Rob strike somebody, and then he is gone round the house.
fn chase(seed: u64) -> (Town, [Who; 3], [Soul; 3], Who, Hunts) {
    let mut town = Town::new(manor(seed));
    let names = ["Stan", "Sten", "Stig"];
    let rob = town.settle("Rob");
    let vic = town.settle("Vic");
    let guards = names.map(|name| town.settle(name));
    town.gather();
    let scene = CORNER + DVec2::new(4.0, 9.0);
    send(&mut town, rob, scene);
    send(&mut town, vic, scene + DVec2::new(1.0, 0.0));
    for (n, who) in guards.iter().enumerate() {
        send(&mut town, *who, scene + DVec2::new(n as f64 * 2.0 - 2.0, 6.0));
    }
    town.run(1.0);
    let hunts = Hunts::new(HuntConfig::default(), Seed(seed));
    let fellows: Vec<(&str, f64)> = names.iter().map(|name| (*name, 0.8)).chain([("Vic", 0.8)]).collect();
    let souls = [0, 1, 2].map(|n| town.enlist(guards[n], names[n], &hunts, &fellows));
    // They have a look at each other first: guards know their fellows by their coats.
    town.run(4.0);
    let body = town.body(vic);
    for _ in 0..2 {
        let _ = town.refusal(rob, Intent::Strike(body));
        town.run(0.4);
    }
    send(&mut town, rob, CORNER + DVec2::new(4.5, -14.0));
    (town, guards, souls, rob, hunts)
}

#[test]
fn no_two_guards_look_at_one_spot_and_they_give_up_one_by_one() {
    let mut staggered = 0;
    for seed in 0..8 {
        let (mut town, guards, souls, rob, hunts) = chase(seed);
        let away = CORNER + DVec2::new(150.0, 40.0);
        let mut shared = 0;
        for tick in 0..2800 {
            town.tick();
            if tick == 40 {
                send(&mut town, rob, away);
            }
            for search in hunts.report() {
                let taken: Vec<_> = search.spots.iter().filter(|spot| spot.by.is_some()).collect();
                let who: BTreeSet<_> = taken.iter().map(|spot| spot.by).collect();
                let places: BTreeSet<String> =
                    taken.iter().map(|spot| format!("{} {}", spot.x, spot.y)).collect();
                assert_eq!((who.len(), places.len()), (taken.len(), taken.len()), "seed {seed}: {taken:?}");
                shared = shared.max(taken.len());
            }
            let done = souls.iter().all(|soul| soul.noted(What::GaveUp).is_some());
            if done {
                break;
            }
        }
        let lost = souls.iter().filter(|soul| soul.noted(What::LostSight).is_some()).count();
        assert!(lost > 0, "seed {seed}: somebody lost him: {:#?}", souls[0].diary());
        let all: Vec<Vec<String>> = souls
            .iter()
            .map(|soul| {
                soul.diary()
                    .iter()
                    .map(|entry| format!("{} {}", entry.tick.0, entry.in_words("he")))
                    .collect()
            })
            .collect();
        assert!(shared >= 2, "seed {seed}: they search together: {all:#?}");
        let mut ends: Vec<Tick> = souls
            .iter()
            .filter_map(|soul| soul.diary().into_iter().rev().find(|entry| entry.what == What::GaveUp))
            .map(|entry| entry.tick)
            .collect();
        ends.sort_unstable();
        let apart = ends.windows(2).all(|pair| pair[1].0 - pair[0].0 >= 20);
        assert!(ends.len() >= 2 && apart, "seed {seed}: {ends:?} {:#?}", hunts.report());
        staggered += ends.len();
        assert!(guards.len() >= ends.len());
    }
    assert!(staggered >= 16);
}

#[test]
fn what_is_believed_of_somebody_is_put_right_by_sight() {
    let mut town = Town::new(manor(3));
    let [ann, bo] = ["Ann", "Bo"].map(|name| town.settle(name));
    town.gather();
    let soul = Soul::new(mind("Ann", "smith", "sharp"));
    soul.respect_all(&[("Bo", 0.9)]);
    send(&mut town, ann, DVec2::new(10.0, 20.0));
    send(&mut town, bo, DVec2::new(16.0, 20.0));
    town.animate_with(ann, soul.clone());
    town.run(3.0);
    let place = |soul: &Soul| soul.open().mindset().beliefs.place_of(BeingId::named("Bo")).copied();
    let seen = place(&soul).expect("she sees him");
    assert_eq!(seen.basis, Basis::Seen);
    assert!(seen.place().is_some_and(|(at, _)| at.distance(town.truth(bo).place) < 1.0));
    // He is gone while she looks away: she believes it until she sees that he is not there.
    send(&mut town, bo, DVec2::new(400.0, 20.0));
    let mut corrected = false;
    for _ in 0..20 {
        town.run(1.0);
        corrected |= soul.noted(What::Corrected).is_some();
    }
    assert!(corrected && place(&soul).is_none(), "{:#?}", soul.diary());
}
