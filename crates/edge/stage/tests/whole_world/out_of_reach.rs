//! A culprit whom no guard can get at: they keep off, call, wait, and give it up one stage after the other.

use super::word::send;
use std::sync::Arc;
use wold_chance::Seed;
use wold_folk::diary::What;
use wold_folk::hunt::{HuntConfig, Hunts};
use wold_guest::known::Line;
use wold_lore::act::{Call, Meaning};
use wold_lore::land::{Chunk, LATTICE};
use wold_space::{ChunkPos, DVec2, EntityId};
use wold_stage::Soul;
use wold_stage::manor::manor;
use wold_stage::town::{Town, Who};
use wold_wire::Intent;
use wold_world::{ChunkSource, Origin};

/// The middle of an island of a few metres in deep water.
const ISLAND: DVec2 = DVec2::new(16.0, 16.0);

/// A meadow with an island in a pond.
struct Pond;

impl ChunkSource for Pond {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::meadow(pos);
        for (vertex, (height, water)) in chunk.heights.iter_mut().zip(chunk.water.iter_mut()).enumerate() {
            let at = DVec2::new((vertex % LATTICE) as f64, (vertex / LATTICE) as f64) * 2.0;
            let far = (pos.origin() + at).distance(ISLAND);
            if (4.0..10.0).contains(&far) {
                (*height, *water) = (-64, -4);
            }
        }
        Arc::new(chunk)
    }
}

/// Guards who saw Rob strike Vic, and Rob on the island since.
fn standoff(seed: u64, names: &[&str]) -> (Town, Vec<Who>, Vec<Soul>, Who, Who) {
    let mut town = Town::new(Origin { source: Arc::new(Pond), start: DVec2::new(40.0, 16.0), ..manor(seed) });
    let (rob, vic) = (town.settle("Rob"), town.settle("Vic"));
    let guards: Vec<Who> = names.iter().map(|name| town.settle(name)).collect();
    town.gather();
    let scene = ISLAND + DVec2::new(16.0, 0.0);
    send(&mut town, rob, scene);
    send(&mut town, vic, scene + DVec2::new(1.0, 0.0));
    for (n, who) in guards.iter().enumerate() {
        send(&mut town, *who, scene + DVec2::new(4.0, n as f64 * 2.0 - 2.0));
    }
    town.run(1.0);
    let hunts = Hunts::new(HuntConfig::default(), Seed(seed));
    let fellows: Vec<(&str, f64)> = names.iter().map(|name| (*name, 0.8)).chain([("Vic", 0.8)]).collect();
    let souls = guards.iter().zip(names).map(|(who, name)| town.enlist(*who, name, &hunts, &fellows));
    let souls = souls.collect();
    town.run(4.0);
    strike(&mut town, rob, vic);
    send(&mut town, rob, ISLAND);
    (town, guards, souls, rob, vic)
}

fn strike(town: &mut Town, who: Who, whom: Who) {
    let body: EntityId = town.body(whom);
    for _ in 0..2 {
        let _ = town.refusal(who, Intent::Strike(body));
        town.run(0.4);
    }
}

/// What somebody heard said.
fn heard(town: &Town, who: Who) -> Vec<String> {
    town.known(who).lines().after(0).map(|line| line.text.clone()).collect()
}

/// The words of a diary.
fn words(soul: &Soul) -> Vec<String> {
    soul.diary().iter().map(|entry| format!("{} {}", entry.tick.0, entry.in_words("he"))).collect()
}

#[test]
fn guards_call_on_a_culprit_beyond_the_water_wait_and_fall_back_in_two_stages() {
    for seed in 1..4 {
        let (mut town, guards, souls, rob, vic) = standoff(seed, &["Stan", "Sten"]);
        for tick in 0..1000 {
            town.tick();
            for who in &guards {
                let far = town.truth(*who).place.distance(ISLAND);
                assert!(far > 9.0, "seed {seed}, tick {tick}: nobody goes into the water, {far:.1} m");
            }
        }
        let told: Vec<_> = souls.iter().map(words).collect();
        assert!(
            told.iter().flatten().filter(|line| line.contains("no way to them")).count() >= 2,
            "{told:?}"
        );
        let said = heard(&town, rob);
        assert!(said.iter().any(|line| line.starts_with("There is no way to them")), "seed {seed}: {said:?}");
        assert!(said.iter().any(|line| line.starts_with("Come out, Rob")), "seed {seed}: {said:?}");
        assert!(said.iter().any(|line| line.starts_with("It is no use.")), "seed {seed}: {said:?}");
        let ends: Vec<u64> =
            souls.iter().map(|soul| soul.noted(What::GaveUp).expect("it gave up").tick.0).collect();
        assert!(ends[0].abs_diff(ends[1]) >= 20, "seed {seed}: one covers while the other goes: {ends:?}");
        assert!(
            guards.iter().all(|who| town.truth(*who).place.distance(ISLAND) > 12.0),
            "seed {seed}: they are off"
        );
        assert_eq!(town.known(rob).own().health, 255, "seed {seed}: nobody got at him");
        // A new deed is a new matter.
        let before = told.iter().flatten().filter(|line| line.contains("chasing")).count();
        let ashore = town.truth(guards[0]).place + DVec2::new(4.0, 0.0);
        send(&mut town, rob, ashore);
        send(&mut town, vic, ashore + DVec2::new(1.0, 0.0));
        strike(&mut town, rob, vic);
        town.run(5.0);
        let after = souls.iter().flat_map(words).filter(|line| line.contains("chasing")).count();
        assert!(after > before, "seed {seed}: {:?}", souls.iter().map(words).collect::<Vec<_>>());
    }
}

#[test]
fn who_comes_out_is_taken_and_a_lone_guard_calls_for_others_before_it_gives_up() {
    let (mut town, guards, souls, rob, _) = standoff(5, &["Stan", "Sten"]);
    town.run(6.0);
    assert!(heard(&town, rob).iter().any(|line| line.starts_with("Come out, Rob")));
    let ashore = town.truth(guards[0]).place + DVec2::new(3.0, 0.0);
    send(&mut town, rob, ashore);
    town.run(6.0);
    assert!(town.known(rob).own().health < 255, "{:?}", souls.iter().map(words).collect::<Vec<_>>());
    let (mut town, _, souls, rob, _) = standoff(6, &["Stan"]);
    town.run(45.0);
    // However it is worded.
    let calls = |line: &Line| matches!(line.meaning(), Some(Meaning::Hunt(hunt)) if hunt.call == Call::Alarm);
    assert!(town.known(rob).lines().after(0).any(calls), "{:?}", heard(&town, rob));
    assert!(souls[0].noted(What::GaveUp).is_some(), "{:?}", words(&souls[0]));
}
