//! Crowds: through doors without jamming, past each other without bumping.

use wold_folk::Walk;
use wold_space::DVec2;
use wold_stage::town::{Town, Who};
use wold_stage::village::village;

fn crowd(count: usize) -> (Town, Vec<Who>) {
    let mut town = Town::new(village(5));
    let people = (0..count).map(|n| town.join_locally(&format!("Villager {n}"))).collect();
    town.gather();
    (town, people)
}

/// Sends everybody to a place of their own and waits until nobody is on the way; tells the seconds it took.
fn send(town: &mut Town, goals: &[(Who, DVec2)], mut watch: impl FnMut(&Town)) -> f64 {
    for &(who, to) in goals {
        town.set_out(who, to, 0.6);
    }
    for ticks in 0..2400 {
        town.tick();
        watch(town);
        if goals.iter().all(|&(who, _)| town.walk_of(who) != Walk::Going) {
            for &(who, to) in goals {
                assert_eq!(town.walk_of(who), Walk::Arrived, "{who} at {} for {to}", town.truth(who).place);
            }
            return f64::from(ticks) / 20.0;
        }
    }
    panic!("some are on the way after two minutes");
}

fn indoors(place: DVec2) -> bool {
    (42.0..48.0).contains(&place.x) && (12.0..17.0).contains(&place.y)
}

#[test]
fn two_dozen_pass_one_door_in_and_out_without_jamming() {
    let (mut town, people) = crowd(24);
    let seats: Vec<(Who, DVec2)> = people
        .iter()
        .map(|&who| (who, DVec2::new(42.7 + 0.9 * (who % 6) as f64, 12.7 + 0.9 * (who / 6) as f64)))
        .collect();
    let lawn: Vec<(Who, DVec2)> = people
        .iter()
        .map(|&who| (who, DVec2::new(38.0 + 2.0 * (who % 6) as f64, 20.0 + 2.0 * (who / 6) as f64)))
        .collect();
    send(&mut town, &lawn, |_| {});
    send(&mut town, &seats, |_| {});
    assert!(people.iter().all(|&who| indoors(town.truth(who).place)), "all are in");
    send(&mut town, &lawn, |_| {});
    assert!(people.iter().all(|&who| !indoors(town.truth(who).place)), "all are out");
}

#[test]
fn those_who_come_and_those_who_go_meet_in_a_door_and_all_get_through() {
    let (mut town, people) = crowd(12);
    let spot = |who: Who, inside: bool| match inside {
        true => DVec2::new(43.0 + 0.9 * (who % 6) as f64, 13.5),
        false => DVec2::new(40.0 + 1.5 * (who % 6) as f64, 21.0),
    };
    let sides = |turned: bool| -> Vec<(Who, DVec2)> {
        people.iter().map(|&who| (who, spot(who, (who < 6) != turned))).collect()
    };
    send(&mut town, &sides(false), |_| {});
    let seconds = send(&mut town, &sides(true), |_| {});
    assert!(seconds < 60.0, "it took {seconds} seconds");
    assert!(people.iter().all(|&who| indoors(town.truth(who).place) == (who >= 6)));
}

#[test]
fn two_groups_walk_through_each_other_and_hardly_touch() {
    let (mut town, people) = crowd(16);
    let row = |who: Who, west: bool| {
        let x = if west { 2.0 } else { 22.0 } - f64::from(u8::from(who.is_multiple_of(2)));
        (who, DVec2::new(x, 20.0 + 0.9 * ((who / 2) % 4) as f64))
    };
    let start: Vec<_> = people.iter().map(|&who| row(who, who < 8)).collect();
    let goals: Vec<_> = people.iter().map(|&who| row(who, who >= 8)).collect();
    send(&mut town, &start, |_| {});
    let (mut pairs, mut bumps) = (0u32, 0u32);
    let seconds = send(&mut town, &goals, |town| {
        let places: Vec<DVec2> = people.iter().map(|&who| town.truth(who).place).collect();
        for (i, a) in places.iter().enumerate() {
            for b in &places[i + 1..] {
                let apart = a.distance(*b);
                pairs += u32::from(apart < 1.5);
                // Bodies are 0.7 m wide.
                bumps += u32::from(apart < 0.6);
            }
        }
    });
    println!("{seconds} seconds, {bumps} bumps of {pairs}");
    assert!(seconds < 30.0, "it took {seconds} seconds");
    assert!(pairs > 100 && bumps * 500 < pairs, "{bumps} bumps in {pairs} encounters");
}
