//! Fights: many surround, few strike, the second comes from behind, the beaten hide.

use std::collections::{BTreeMap, BTreeSet};
use wold_chance::Seed;
use wold_folk::Neighbour;
use wold_folk::VillagerConfig;
use wold_folk::fight::Ring;
use wold_folk::indoors;
use wold_lore::land::{House, ThingKind};
use wold_space::{DVec2, EntityId, Tick};
use wold_stage::Soul;
use wold_stage::town::{Town, Who};
use wold_stage::village::village;
use wold_tactics::claims::Thing;
use wold_wire::Gesture;
use wold_wire::state::{metres_to_steps, turn_to_byte};
use wold_wire::{Gait, Intent, Steering};
use wold_world::Decree;

const SCENE: DVec2 = DVec2::new(10.0, 10.0);
const NAMES: [&str; 5] = ["Ulf", "Odd", "Kol", "Tor", "Hap"];

/// Puts somebody somewhere.
pub fn put(town: &mut Town, who: Who, at: DVec2) {
    let who = town.body(who);
    town.steward_mut().decree(Decree::Move { who, to: [metres_to_steps(at.x), metres_to_steps(at.y)] });
    town.run(0.5);
}

/// Puts an axe in somebody's bag, and in its hand if it does not think for itself.
pub fn arm(town: &mut Town, who: Who, in_hand: bool) {
    let body = town.body(who);
    town.steward_mut().decree(Decree::Grant { who: body, thing: ThingKind::Axe });
    town.run(0.5);
    let slot = town.slot_of(who, ThingKind::Axe).expect("it was granted");
    if in_hand {
        assert_eq!(town.refusal(who, Intent::Hold { slot }), None);
    }
}

/// Makes a thug of somebody who minds a ring, cannot stand some and counts on others.
pub fn animate(town: &mut Town, who: Who, name: &str, ring: &Ring, foes: &[&str], mates: &[&str]) {
    let habits = VillagerConfig { spread: 0.0, range: 2.0, travel: 0.0, ..Default::default() };
    let mind = Neighbour::new(Seed(3), name, habits).of_trade("thief").with_ring(ring.clone());
    let soul = Soul::new(mind);
    let others = foes.iter().map(|foe| (*foe, 0.1)).chain(mates.iter().map(|mate| (*mate, 0.9)));
    soul.respect_all(&others.filter(|(other, _)| *other != name).collect::<Vec<_>>());
    town.animate_with(who, soul);
}

/// Thugs round a place who share a ring and cannot stand somebody.
fn thugs(town: &mut Town, ring: &Ring, foe: &str) -> Vec<Who> {
    let all: Vec<Who> = NAMES.iter().map(|name| town.join_locally(name)).collect();
    town.gather();
    for (number, (who, name)) in all.iter().zip(NAMES).enumerate() {
        // All from one side: surrounding is theirs to do.
        town.walk(*who, SCENE + DVec2::new(8.0 + number as f64 * 0.6, number as f64 * 1.5 - 3.0));
        animate(town, *who, name, ring, &[foe], &NAMES);
    }
    all
}

/// Turns somebody towards another.
fn face(town: &mut Town, who: Who, other: Who) {
    let way = town.truth(other).place - town.truth(who).place;
    let heading = turn_to_byte(way.y.atan2(way.x) / std::f64::consts::TAU);
    town.guest(who).steer(Steering { heading, gait: Gait::Walk, ..Default::default() });
}

/// Whether walls hide one from another.
pub fn is_hidden(town: &Town, who: Who, from: Who) -> bool {
    let (a, b) = (town.truth(who).place, town.truth(from).place);
    !town.known(from).land().in_sight(a, b, 0)
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
        if let Some(view) = town.steward().realm().turns().circle(foe) {
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

/// Blows shown against somebody, tick by tick: the most who struck within the time an arm takes, and everybody who did.
fn watch_blows(
    town: &mut Town,
    victim: Who,
    strikers: &[EntityId],
    ticks: u64,
) -> (usize, BTreeSet<EntityId>) {
    let mut shown: BTreeMap<EntityId, u8> = BTreeMap::new();
    let (mut blows, mut most) = (Vec::new(), 0);
    for tick in 0..ticks {
        town.run(0.05);
        let known = town.known(victim);
        for id in strikers {
            let Some(seen) = known.entities().get(id) else { continue };
            let gesture = seen.state.gesture;
            let before = shown.insert(*id, gesture);
            if before.is_some_and(|before| before != gesture) && gesture & 15 == Gesture::Strike as u8 {
                blows.push((tick, *id));
            }
        }
        let lately = blows.iter().filter(|(at, _)| at + 5 > tick).map(|(_, id)| *id);
        most = most.max(lately.collect::<BTreeSet<EntityId>>().len());
    }
    (most, blows.into_iter().map(|(_, id)| id).collect())
}

/// A strong traveller in the open, and thugs of several households about it, who know nothing of each other's rings.
fn households(origin: wold_world::Origin, rings: &[Ring]) -> (Town, Who, Vec<EntityId>) {
    let mut town = Town::new(origin);
    let traveller = town.join_locally("Traveller");
    let all: Vec<Who> = NAMES.iter().map(|name| town.settle(name)).collect();
    town.gather();
    put(&mut town, traveller, SCENE);
    for (number, (who, name)) in all.iter().zip(NAMES).enumerate() {
        put(&mut town, *who, SCENE + DVec2::from_angle(number as f64 * 1.3) * 3.0);
        animate(&mut town, *who, name, &rings[number % rings.len()], &["Traveller"], &NAMES);
    }
    let bodies = all.iter().map(|who| town.body(*who)).collect();
    (town, traveller, bodies)
}

#[test]
fn thugs_of_two_households_take_turns_with_each_other() {
    // Soft fists: the fight goes on.
    let mut origin = village(9);
    origin.config.flesh.fist = 0.005;
    let (mut town, traveller, thugs) = households(origin, &[Ring::default(), Ring::default()]);
    let (most, strikers) = watch_blows(&mut town, traveller, &thugs, 500);
    assert!(most == 2, "two strike at once, of whatever household: {most}");
    assert!(strikers.len() >= 4, "and all get their turn: {strikers:?}");
}

#[test]
fn a_worlds_file_says_how_many_strike_at_once() {
    let mut origin = village(9);
    origin.config.flesh.fist = 0.005;
    origin.config.fights.against_humans = 0.5;
    let (mut town, traveller, thugs) = households(origin, &[Ring::default()]);
    let (most, strikers) = watch_blows(&mut town, traveller, &thugs, 400);
    assert_eq!(most, 1, "half as hard: {strikers:?}");
}

/// Where people stand who fight beside the house.
pub const BY_THE_HOUSE: DVec2 = DVec2::new(38.0, 20.0);

/// Two thugs whom an armed traveller beats beside a house, for forty-five seconds.
fn beaten_pair(seed: u64) {
    // Slow axes: Ada, who waits for nobody, has the better of them.
    let mut origin = village(seed);
    origin.config.fights.axe_rest_seconds = 3.0;
    let mut town = Town::new(origin);
    let ring = Ring::default();
    let traveller = town.join_locally("Ada");
    let pair: Vec<Who> = ["Ulf", "Odd"].iter().map(|name| town.join_locally(name)).collect();
    town.gather();
    put(&mut town, traveller, BY_THE_HOUSE);
    arm(&mut town, traveller, true);
    for (number, (who, name)) in pair.iter().zip(["Ulf", "Odd"]).enumerate() {
        put(&mut town, *who, BY_THE_HOUSE + DVec2::new(5.0 + number as f64, number as f64));
        arm(&mut town, *who, false);
        animate(&mut town, *who, name, &ring, &["Ada"], &["Ulf", "Odd"]);
    }
    let bodies: Vec<EntityId> = pair.iter().map(|who| town.body(*who)).collect();
    let (mut gave_up, mut settled) = (BTreeSet::new(), BTreeMap::new());
    // Ticks in which both hid in places of their own, and in which one was seen that had got to its place a second ago.
    let (mut both, mut seen) = (0, Vec::new());
    for tick in 0..900 {
        town.run(0.05);
        if gave_up.len() < 2 {
            // Ada strikes back at whoever is within reach and has not had enough.
            let here = town.truth(traveller).place;
            let near =
                (0..2).find(|n| !gave_up.contains(n) && town.truth(pair[*n]).place.distance(here) < 2.0);
            if let Some(n) = near {
                face(&mut town, traveller, pair[n]);
                town.guest(traveller).wish(Intent::Strike(bodies[n]));
            }
        }
        for (n, body) in bodies.iter().enumerate() {
            let ran = |why: String| why.contains("behind something") && !why.contains("keeps out");
            if ring.reason(*body).is_some_and(ran) {
                gave_up.insert(n);
            }
        }
        let now = town.known(pair[0]).tick();
        assert_eq!(ring.claims(Tick(u64::MAX / 2)).len(), 0, "every claim ends in time");
        let mut taken: BTreeMap<usize, DVec2> = BTreeMap::new();
        for (thing, by) in ring.claims(now) {
            let (Thing::Place(x, y), Some(n)) = (thing, bodies.iter().position(|body| *body == by)) else {
                continue;
            };
            let place = DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            taken.insert(n, place);
            if town.truth(pair[n]).place.distance(place) < 1.5 && is_hidden(&town, pair[n], traveller) {
                settled.entry(n).or_insert(tick);
            }
        }
        if let (Some(one), Some(other)) = (taken.get(&0), taken.get(&1)) {
            assert_ne!(one, other, "seed {seed}, tick {tick}: each has a place of its own");
            both += u32::from(settled.len() == 2);
        }
        let there = settled.iter().filter(|(_, since)| tick > *since + 20).map(|(n, _)| *n);
        seen.extend(there.filter(|n| !is_hidden(&town, pair[*n], traveller)).map(|n| (tick, n)));
    }
    let whys: Vec<_> = bodies.iter().map(|id| ring.reason(*id)).collect();
    assert_eq!(gave_up.len(), 2, "seed {seed}: both had enough: {whys:?}");
    assert_eq!(settled.len(), 2, "seed {seed}: and got to the place it had taken, out of sight: {whys:?}");
    assert!(both >= 60, "seed {seed}: both hid at once, in two places, for three seconds: {both} ticks");
    assert!(seen.is_empty(), "seed {seed}: who was hidden stays so to the end: {seen:?}");
    for who in &pair {
        assert!(!town.known(*who).is_fallen(), "seed {seed}: it gave up in time");
        assert!(town.known(*who).own().health < 255, "seed {seed}: it was beaten");
    }
}

#[test]
fn a_beaten_thug_ends_up_hidden_from_its_foe_and_two_hide_in_two_places() {
    (9..13).for_each(beaten_pair);
}

#[test]
fn of_two_foes_each_thug_takes_one_and_who_leaves_holds_nothing() {
    let mut town = Town::new(village(9));
    let ring = Ring::default();
    let foes: Vec<Who> = ["Ada", "Bo"].iter().map(|name| town.join_locally(name)).collect();
    let pair: Vec<Who> = ["Ulf", "Odd"].iter().map(|name| town.join_locally(name)).collect();
    town.gather();
    // Both foes are nearer to the first thug, and the same one is nearest to both thugs.
    for (who, x) in foes.iter().zip([0.0, -3.0]).chain(pair.iter().zip([6.0, 7.5])) {
        put(&mut town, *who, SCENE + DVec2::new(x, 0.0));
    }
    for (who, name) in pair.iter().zip(["Ulf", "Odd"]) {
        animate(&mut town, *who, name, &ring, &["Ada", "Bo"], &["Ulf", "Odd"]);
    }
    town.run(3.0);
    let fought: BTreeSet<EntityId> = foes
        .iter()
        .map(|foe| town.body(*foe))
        .filter(|foe| town.steward().realm().turns().circle(*foe).is_some())
        .collect();
    assert_eq!(fought.len(), 2, "each has its own: {:?}", ring.report());
    let now = town.known(pair[0]).tick();
    let holders = |ring: &Ring| ring.claims(now).into_iter().map(|(_, by)| by).collect::<BTreeSet<_>>();
    let bodies: Vec<EntityId> = pair.iter().map(|who| town.body(*who)).collect();
    assert_eq!(holders(&ring), bodies.iter().copied().collect());
    ring.gone(bodies[0]);
    assert_eq!(holders(&ring), BTreeSet::from([bodies[1]]), "a claim ends with who had it");
}

/// How the second came at a traveller whose face the first has.
#[derive(Debug)]
struct Second {
    /// From where it struck first: the cosine against where the traveller looks.
    first_blow: Option<f64>,
    went_round: bool,
    /// The nearest it came before the traveller's eyes before it struck, in metres.
    nearest_in_front: f64,
    why: Option<String>,
}

/// One holds a traveller's front, another comes from beyond it, on a bearing.
fn second_blow(seed: u64, bearing: f64) -> Second {
    let mut town = Town::new(village(seed));
    let ring = Ring::default();
    let traveller = town.join_locally("Ada");
    let pair: Vec<Who> = ["Ulf", "Odd"].iter().map(|name| town.join_locally(name)).collect();
    town.gather();
    put(&mut town, traveller, SCENE);
    put(&mut town, pair[0], SCENE + DVec2::from_angle(bearing) * 2.6);
    put(&mut town, pair[1], SCENE + DVec2::from_angle(bearing) * 9.0);
    animate(&mut town, pair[0], "Ulf", &ring, &["Ada"], &["Ulf", "Odd"]);
    town.run(2.0);
    animate(&mut town, pair[1], "Odd", &ring, &["Ada"], &["Ulf", "Odd"]);
    let body = town.body(pair[1]);
    let (mut went_round, mut first_blow, mut nearest_in_front) = (false, None, f64::INFINITY);
    for _ in 0..240 {
        face(&mut town, traveller, pair[0]);
        town.run(0.05);
        went_round |= ring.reason(body).is_some_and(|why| why.contains("goes round"));
        let (eye, at) = (town.truth(traveller).place, town.truth(pair[1]).place);
        let looks = (town.truth(pair[0]).place - eye).normalize();
        let cosine = looks.dot((at - eye).normalize());
        if first_blow.is_none() {
            let struck = ring.reason(body).is_some_and(|why| why.starts_with("strikes"));
            first_blow = struck.then_some(cosine);
            if cosine > 0.8 {
                nearest_in_front = nearest_in_front.min(at.distance(eye));
            }
        }
    }
    Second { first_blow, went_round, nearest_in_front, why: ring.reason(body) }
}

#[test]
fn to_a_traveller_busy_with_one_the_second_comes_round_and_strikes_from_behind() {
    for n in 0..12_u32 {
        let (seed, bearing) = (u64::from(9 + n), f64::from(n) * 0.53);
        let second = second_blow(seed, bearing);
        let tale = format!("seed {seed}, bearing {bearing:.2}: {second:?}, {:?}", second.why);
        assert!(second.went_round, "it goes round: {tale}");
        assert!(second.first_blow.is_some_and(|cosine| cosine < -0.4), "and strikes from behind: {tale}");
        assert!(second.nearest_in_front > 4.0, "and does not come by the front: {tale}");
    }
}

#[test]
fn who_is_beaten_in_a_house_hides_there_or_gets_out() {
    let mut origin = wold_stage::village::grown(9137);
    origin.config.fights.axe_rest_seconds = 3.0;
    let source = origin.source.clone();
    let near = wold_space::ChunkPos::of(origin.start).around(2);
    let houses: Vec<House> = near.flat_map(|pos| source.chunk(pos).houses.clone()).collect();
    let rooms = |house: &House| house.floors[0].uses.len();
    let house = houses.into_iter().max_by_key(rooms).expect("a town has houses");
    assert!(rooms(&house) > 2, "it has rooms to hide in");
    // Both stand in the largest room.
    let standing = indoors::standable(&house).into_iter().filter(|spot| spot.level == 0);
    let room = |at: DVec2| {
        let tile = (at - house.corner).floor();
        house.room(0, tile.x as i32, tile.y as i32)
    };
    let mut by_room: BTreeMap<u8, Vec<DVec2>> = BTreeMap::new();
    standing.for_each(|spot| by_room.entry(room(spot.place)).or_default().push(spot.place));
    let largest = by_room.into_values().max_by_key(Vec::len).expect("rooms");
    let (first, last) = (largest[0], largest[largest.len() - 1]);
    let mut town = Town::new(origin);
    let ring = Ring::default();
    let (traveller, thug) = (town.join_locally("Ada"), town.join_locally("Ulf"));
    town.gather();
    put(&mut town, traveller, first);
    arm(&mut town, traveller, true);
    put(&mut town, thug, last);
    arm(&mut town, thug, false);
    animate(&mut town, thug, "Ulf", &ring, &["Ada"], &[]);
    let body = town.body(thug);
    let (mut told, mut hidden) = (BTreeSet::new(), 0);
    for _ in 0..900 {
        town.run(0.05);
        let (own, other) = (town.truth(thug), town.truth(traveller));
        let fled = told.iter().any(|why: &String| why.contains("falls back"));
        if !fled && own.level == other.level && own.place.distance(other.place) < 2.0 {
            face(&mut town, traveller, thug);
            town.guest(traveller).wish(Intent::Strike(body));
        }
        told.extend(ring.reason(body).filter(|why| why.contains("falls back")));
        let out_of_sight = own.level != other.level || is_hidden(&town, thug, traveller);
        hidden += u32::from(fled && out_of_sight);
    }
    assert!(!told.is_empty(), "it gives up: {:?}", ring.reason(body));
    assert!(told.iter().any(|why| why.contains("behind something")), "it knows where to: {told:?}");
    assert!(!town.known(thug).is_fallen() && hidden > 100, "out of sight for {hidden} ticks: {told:?}");
}
