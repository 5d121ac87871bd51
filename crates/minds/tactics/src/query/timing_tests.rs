//! Queries that pause, wait their turn, waver and are replaced.

use super::*;
use crate::scene::Scene;
use glam::DVec2;
use std::sync::Arc;
use wold_chance::{Seed, Stream};

fn luck(seed: u64) -> Stream {
    Stream::named(Seed(seed), "query tests", &[])
}

fn shipped(folder: &str, name: &str) -> String {
    let path = format!("{}/../../../worlds/{folder}/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("shipped")
}

fn yard() -> Scene {
    Scene::parse(&shipped("scenes", "yard")).expect("shipped scenes are sound")
}

const QUERIES: [&str; 8] = [
    "cover-compromised",
    "out-of-sight",
    "flank",
    "retreat",
    "surround",
    "orbit",
    "random-walk",
    "squadmate",
];

fn query(name: &str) -> Query {
    Query::parse(&shipped("queries", name)).expect("shipped queries are sound")
}

#[test]
fn a_pause_before_any_ray_changes_nothing() {
    let yard = yard();
    for name in QUERIES {
        let query = query(name);
        let whole = query.run(&yard, &luck(1));
        for rays in [1, 2, 7] {
            let mut asking = Asking::new(&query, luck(1));
            let mut pauses = 0;
            while !asking.advance(&yard, &mut rays.clone()) {
                pauses += 1;
                asking = asking.clone();
                assert!(pauses < 10_000, "{name} never ends");
            }
            assert_eq!(asking.answer(), Some(&whole), "{name} by {rays}");
        }
    }
}

/// Open ground with walls by chance, and a hundred askers.
fn crowd(askers: u64) -> Vec<Scene> {
    let mut luck = luck(9);
    let rows: Vec<String> =
        (0..40).map(|_| (0..40).map(|_| if luck.chance(0.08) { 'T' } else { '.' }).collect()).collect();
    let mut scenes = Vec::new();
    for _ in 0..askers {
        let mut place = || (luck.below(40) as f64 + 0.5, luck.below(40) as f64 + 0.5);
        let ((ax, ay), (bx, by)) = (place(), place());
        scenes.push(
            Scene::parse(&format!(
                "map = '''\n{}\n'''\npuppet = 'a'\ntarget = 'b'\n[[entity]]\nname = 'a'\nat = [{ax}, {ay}]\n[[entity]]\nname = 'b'\nfaction = 'b'\nat = [{bx}, {by}]",
                rows.join("\n")
            ))
            .expect("a sound scene"),
        );
    }
    scenes
}

#[test]
fn two_hundred_askers_share_fifty_rays_and_nobody_waits_long() {
    let (scenes, hide) = (crowd(200), Arc::new(query("out-of-sight")));
    for rays in [Rays::AtOnce, Rays::NextTick] {
        let mut scheduler = Scheduler::new(50, rays);
        let mut answers = 0;
        let mut longest = 0;
        for who in 0..200 {
            scheduler.ask(AskerId(who), hide.clone(), luck(who), None, 0);
        }
        for now in 0..200 {
            for (who, waited, answer) in scheduler.tick(now, |who| scenes.get(who.0 as usize)) {
                assert_eq!(answer, hide.run(&scenes[who.0 as usize], &luck(who.0)));
                (answers, longest) = (answers + 1, longest.max(waited));
            }
        }
        assert_eq!(answers, 200);
        assert!(longest <= 30, "{rays:?}: {longest} ticks");
    }
}

#[test]
fn who_leaves_is_not_answered_and_asking_again_keeps_the_turn() {
    let (scenes, hide) = (crowd(3), Arc::new(query("out-of-sight")));
    let mut scheduler = Scheduler::new(1, Rays::AtOnce);
    for who in 0..3 {
        scheduler.ask(AskerId(who), hide.clone(), luck(who), None, 0);
    }
    scheduler.ask(AskerId(0), hide.clone(), luck(7), None, 5);
    scheduler.forget(AskerId(1));
    assert_eq!(scheduler.len(), 2);
    let mut order = Vec::new();
    for now in 5..2000 {
        let answered = scheduler.tick(now, |who| (who.0 != 2 || now < 6).then(|| &scenes[who.0 as usize]));
        order.extend(answered.into_iter().map(|(who, waited, _)| (who, waited + 1 > now)));
    }
    assert_eq!(order.iter().filter(|(who, _)| *who == AskerId(0)).count(), 1);
    assert!(order.iter().all(|(who, since_zero)| *who != AskerId(1) && *since_zero));
    assert!(scheduler.is_empty(), "who has no scene is forgotten");
}

#[test]
fn a_place_is_kept_until_another_is_worth_the_change() {
    let mut yard = yard();
    let away = Query::parse(
        "[[option]]\ngenerator = { kind = 'ring', around = 'puppet', from = 2, to = 6 }\ntests = [{ distance = 'target', weight = 1, range = [0, 30] }]",
    )
    .expect("sound");
    let first = away.run(&yard, &luck(1)).results[0];
    let steady = |bonus| Steady { at: first.point(), what: first.what, bonus, least_move: 0.5 };
    let (mut changes, mut wavering, mut kept) = (0, 0, first.at);
    let mut shown = first.at;
    for step in 0..20 {
        // The asker trembles; the best point of the ring trembles with it.
        let shake = DVec2::new(f64::from(step % 3) * 0.11, f64::from(step % 2) * 0.13);
        yard.entities[yard.roles.puppet].at += shake - DVec2::new(0.11, 0.06);
        let free = away.run(&yard, &luck(1)).results[0].at;
        let held = away
            .run_steadily(&yard, &luck(1), Steady { at: crate::ground::Point::ground(kept), ..steady(0.2) })
            .results[0]
            .at;
        wavering += u32::from(free != std::mem::replace(&mut shown, free));
        changes += u32::from(held != std::mem::replace(&mut kept, held));
    }
    assert!(wavering > 10 && changes == 0, "{wavering} without, {changes} with a bonus");
    yard.entities[yard.roles.puppet].at = first.at;
    let next = away.run_steadily(&yard, &luck(1), steady(0.0)).results[0].at;
    assert!(next == first.at || next.distance(first.at) >= 0.5, "no step too small");
}

#[test]
fn a_place_is_checked_again_with_its_conditions_only() {
    let mut yard = yard();
    let hide = query("out-of-sight");
    let answer = hide.run(&yard, &luck(1));
    let place = answer.results[0];
    assert_eq!(hide.still_holds(&yard, 0, &place, &luck(1)), Validity::Holds);
    let target = yard.roles.target.expect("set");
    yard.entities[target].at = place.at;
    assert_eq!(hide.still_holds(&yard, 0, &place, &luck(1)), Validity::Fails("visible_from_target".into()));
    yard.roles.target = None;
    assert!(matches!(hide.still_holds(&yard, 0, &place, &luck(1)), Validity::Lacks(_)));
}
