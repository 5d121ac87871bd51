//! Fights: many surround, few strike, the beaten fall back.

use super::town::{Town, Who};
use super::village::village;
use std::collections::BTreeMap;
use wold_chance::Seed;
use wold_guest::VillagerConfig;
use wold_guest::inhabitant::Neighbour;
use wold_guest::inhabitant::fight::Ring;
use wold_mind::gossip::BeingId;
use wold_space::{DVec2, EntityId};
use wold_wire::state::Gesture;

const SCENE: DVec2 = DVec2::new(10.0, 10.0);
const NAMES: [&str; 5] = ["Ulf", "Odd", "Kol", "Tor", "Hap"];

/// Thugs round a place who share a ring and cannot stand somebody.
fn thugs(town: &mut Town, ring: &Ring, foe: &str) -> Vec<Who> {
    let all: Vec<Who> = NAMES.iter().map(|name| town.join_locally(name)).collect();
    town.gather();
    for (number, (who, name)) in all.iter().zip(NAMES).enumerate() {
        // All from one side: surrounding is theirs to do.
        town.walk(*who, SCENE + DVec2::new(8.0 + number as f64 * 0.6, number as f64 * 1.5 - 3.0));
        let habits = VillagerConfig { spread: 0.0, range: 2.0, travel: 0.0, ..Default::default() };
        let mind = Neighbour::new(Seed(3), name, habits).of_trade("thief").with_ring(ring.clone());
        {
            let window = mind.window();
            let mut inner = window.lock().expect("nobody panics");
            inner.names.learn(foe);
            inner.memory.set_respect(BeingId::named(foe), 0.1);
            for mate in NAMES.iter().filter(|mate| **mate != name) {
                inner.names.learn(mate);
                inner.memory.set_respect(BeingId::named(mate), 0.9);
            }
        }
        town.animate_with(*who, mind);
    }
    all
}

#[test]
fn five_thugs_surround_a_traveller_and_at_most_two_strike_at_once() {
    let mut town = Town::new(village(9));
    let traveller = town.join_locally("Traveller");
    town.gather();
    town.walk(traveller, SCENE);
    let ring = Ring::default();
    let all = thugs(&mut town, &ring, "Traveller");
    let bodies: Vec<EntityId> = all.iter().map(|who| town.body(*who)).collect();
    let foe = town.body(traveller);
    // When each thug last showed a blow, by the counter of its gesture.
    let mut shown: BTreeMap<EntityId, u8> = BTreeMap::new();
    let mut blows: Vec<(u64, EntityId)> = Vec::new();
    let (mut surrounded, mut most_held, mut explained) = (false, 0, false);
    for tick in 0..600_u64 {
        town.run(0.05);
        if town.known(traveller).is_fallen() {
            break;
        }
        if let Some(view) = ring.view(foe) {
            let striking = view.slots.iter().flatten().filter(|(_, locked)| *locked).count();
            let held = view.slots.iter().flatten().count();
            assert!(striking <= 2 && held <= 4, "tick {tick}: {view:?}");
            most_held = most_held.max(held);
        }
        let known = town.known(traveller);
        let mut bearings = Vec::new();
        for id in &bodies {
            let Some(seen) = known.entities().get(id) else { continue };
            let to = seen.state.place() - known.place();
            if to.length() < 4.0 {
                bearings.push(to.y.atan2(to.x));
            }
            let gesture = seen.state.gesture;
            let before = shown.insert(*id, gesture);
            if before.is_some_and(|before| before != gesture) && gesture & 15 == Gesture::Strike as u8 {
                blows.push((tick, *id));
            }
            explained |= ring.reason(*id).is_some_and(|why| why.contains("to win, 5 against 1"));
        }
        bearings.sort_by(f64::total_cmp);
        let gaps = bearings
            .iter()
            .zip(bearings.iter().cycle().skip(1))
            .map(|(a, b)| (b - a).rem_euclid(std::f64::consts::TAU));
        surrounded |= bearings.len() >= 3 && gaps.fold(0.0, f64::max) < std::f64::consts::PI;
        // A blow takes the arm half a second: who struck within it strikes at once.
        let lately: Vec<EntityId> = blows.iter().filter(|(at, _)| at + 5 > tick).map(|(_, id)| *id).collect();
        let mut once = lately.clone();
        once.sort_unstable();
        once.dedup();
        assert!(once.len() <= 2, "tick {tick}: {blows:?}");
    }
    assert!(town.known(traveller).own().health < 255, "somebody struck: {blows:?}");
    let mut strikers: Vec<EntityId> = blows.iter().map(|(_, id)| *id).collect();
    strikers.sort_unstable();
    strikers.dedup();
    let whys: Vec<_> = bodies.iter().map(|id| (id, ring.reason(*id))).collect();
    assert!(strikers.len() >= 3, "they take turns: {blows:?} {whys:?}");
    assert!(surrounded && most_held == 4, "held {most_held}");
    assert!(explained, "they say why");
}
