//! The law: crime that was seen draws guards, and where guards are it falls.

use super::word::{HERE, murder, murder_in, send};
use wold_folk::VillagerConfig;
use wold_space::{DVec2, GuestId};
use wold_stage::town::Town;
use wold_world::environment::Environment;
use wold_world::parts::Guard;
use wold_world::registry::Roll;
use wold_world::{Act, Command, Decree, Origin, Realm};

fn crime(town: &Town, at: DVec2) -> f32 {
    town.steward().realm().ecs().resource::<Environment>().crime(at)
}

/// The crime at the place of a murder, a minute and a half after somebody who lives beyond its sight was or was not made a guard; how near they came to it;
/// and whether they were told of it.
fn after_a_murder(guarded: bool) -> (f32, f64, bool) {
    let (mut town, [.., stranger]) = murder(true);
    send(&mut town, stranger, HERE + DVec2::new(46.0, 0.0));
    let who = town.body(stranger);
    town.steward_mut().decree(Decree::Appoint { who, guard: guarded });
    let stay = VillagerConfig { spread: 0.0, range: 1.0, travel: 0.0, ..VillagerConfig::default() };
    town.animate(stranger, "Stan", stay);
    let mut nearest = f64::MAX;
    let mut told = false;
    for _ in 0..90 {
        town.run(1.0);
        nearest = nearest.min(town.truth(stranger).place.distance(HERE));
        let around = town.known(stranger).surroundings().expect("told every two seconds");
        told |= around.channels[6].0.iter().any(|step| *step > 0);
    }
    assert_eq!(town.known(stranger).surroundings().map(|around| around.here.duty), Some(guarded));
    (crime(&town, HERE), nearest, told)
}

#[test]
fn a_guard_walks_to_where_a_murder_was_seen_and_crime_falls_there() {
    let (alone, far, told) = after_a_murder(false);
    assert!(alone > 1.0, "people remember: {alone}");
    assert!(far > 30.0 && !told, "others neither know nor go there: {far}");
    let (guarded, near, told) = after_a_murder(true);
    assert!(told && near < 16.0, "the guard came as near as {near} m");
    assert!(guarded < alone / 2.0, "{guarded} with a guard, {alone} without");
}

#[test]
fn a_guard_goes_by_the_law_of_its_world_which_it_is_told_over_the_wire() {
    let rules = "[environment.rules.law]\nguards = \"\"\"\ninput here 0 100\n    bad = ramp 5 60\ninput near 0 100\n    bad = ramp 0 40\ninput tired 0 600\n    \
        very = ramp 300 600\nif near is bad or not near is bad then rest\n\"\"\"\n";
    let mut origin = Origin::meadow(5);
    origin.config = toml::from_str(rules).expect("a world's file");
    origin.config.check().expect("it is sound");
    let (mut town, [.., stranger]) = murder_in(origin, true);
    send(&mut town, stranger, HERE + DVec2::new(46.0, 0.0));
    let who = town.body(stranger);
    town.steward_mut().decree(Decree::Appoint { who, guard: true });
    let stay = VillagerConfig { spread: 0.0, range: 1.0, travel: 0.0, ..VillagerConfig::default() };
    town.animate(stranger, "Stan", stay);
    town.run(60.0);
    let told = town.known(stranger).law().expect("whoever comes in is told");
    assert!(told.contains("then rest"), "{told}");
    let far = town.truth(stranger).place.distance(HERE);
    assert!(far > 30.0, "whoever is to rest whatever happens does not go there: {far}");
}

#[test]
fn every_so_many_th_inhabitant_keeps_the_law_and_no_guest_does_unless_appointed() {
    let mut origin = Origin::meadow(5);
    origin.config.environment.guard_every = 3;
    let mut realm = Realm::new(origin);
    let enter = |n: u64| Command {
        guest: GuestId(n),
        number: 0,
        act: Act::Enter { name: format!("Person {n}"), human: n.is_multiple_of(2), look: 0 },
    };
    realm.step((1..=14).map(enter).collect());
    let world = realm.ecs();
    let is_guard = |n: &u64| {
        let id = realm.body_of(GuestId(*n)).expect("in");
        world.get::<Guard>(world.resource::<Roll>().0[&id]).is_some()
    };
    let guards: Vec<u64> = (1..=14).filter(is_guard).collect();
    assert_eq!(guards, [5, 11], "the third and the sixth of seven who are no humans");
}
