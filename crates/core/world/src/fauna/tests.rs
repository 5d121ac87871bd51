use super::*;
use crate::command::{Act, Command};
use crate::source::ChunkSource;
use crate::{Origin, Realm};
use proptest::prelude::*;
use std::sync::Arc;
use wold_lore::Deed;
use wold_lore::land::{Ecosystem, ThingKind};
use wold_space::GuestId;
use wold_wire::Intent;

/// Farmland everywhere.
struct Farm;

impl ChunkSource for Farm {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::meadow(pos);
        chunk.ecosystems.fill(Ecosystem::Farmland);
        Arc::new(chunk)
    }
}

fn farm(seed: u64) -> Realm {
    let mut origin = Origin::meadow(seed);
    origin.source = Arc::new(Farm);
    origin.config.fauna = 4.0;
    let mut realm = Realm::new(origin);
    realm.step(vec![command(Act::Enter { name: "Ann".into(), human: true, look: 0 })]);
    realm
}

fn command(act: Act) -> Command {
    Command { guest: GuestId(1), number: 0, act }
}

fn animals(realm: &mut Realm) -> BTreeMap<EntityId, (Animal, DVec2)> {
    let world = realm.ecs_mut();
    let mut query = world.query_filtered::<(&Id, &Animal, &Body), Without<Fallen>>();
    query.iter(world).map(|(id, animal, body)| (id.0, (*animal, body.0.place))).collect()
}

fn place(realm: &mut Realm, who: EntityId, at: DVec2) {
    let world = realm.ecs_mut();
    let entity = world.resource::<crate::registry::Roll>().0[&who];
    world.get_mut::<Body>(entity).expect("a body").0.place = at;
}

#[test]
fn hens_live_on_farmland_stay_near_home_and_move_about() {
    let mut realm = farm(3);
    let before = animals(&mut realm);
    assert!(before.len() > 10, "{}", before.len());
    for _ in 0..600 {
        realm.step(Vec::new());
    }
    let after = animals(&mut realm);
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    let walked = after.iter().filter(|(id, (_, at))| before[id].1.distance(*at) > 1.0).count();
    assert!(walked > before.len() / 3, "{walked} of {}", before.len());
    for (animal, at) in after.values() {
        let middle = animal.home.origin() + DVec2::splat(CHUNK_METRES * 0.5);
        assert!(at.distance(middle) < HOME_METRES + 15.0);
    }
}

/// Puts somebody beside the nearest animal and tells how far that one is a second later.
fn far_after_meeting(realm: &mut Realm, who: EntityId, metres: f64, gait: Gait) -> f64 {
    let here = realm.part::<Body>(who).expect("a body").0.place;
    let found = animals(realm);
    let far = |at: DVec2| at.distance(here);
    let (hen, (_, at)) =
        found.into_iter().min_by(|a, b| far(a.1.1).total_cmp(&far(b.1.1))).expect("there are animals");
    let steering = Steering { gait, ..Steering::default() };
    realm.step(vec![command(Act::Intent(Intent::Move(Steering { east: 1, ..steering })))]);
    place(realm, who, at + DVec2::new(metres, 0.0));
    for _ in 0..20 {
        realm.step(Vec::new());
    }
    let at = realm.part::<Body>(who).expect("a body").0.place;
    animals(realm)[&hen].1.distance(at)
}

#[test]
fn a_hen_runs_from_a_walker_and_lets_a_sneaker_nearer() {
    let shy = Being::Hen.nature().expect("an animal").shy;
    let met = |gait| {
        let mut realm = farm(3);
        let ann = realm.body_of(GuestId(1)).expect("in");
        far_after_meeting(&mut realm, ann, shy * 0.8, gait)
    };
    assert!(met(Gait::Walk) > shy * 1.2, "it ran: {}", met(Gait::Walk));
    assert!(met(Gait::Sneak) < shy * 1.2, "it did not: {}", met(Gait::Sneak));
}

#[test]
fn a_killed_hen_is_no_murder_and_leaves_meat_and_then_nothing() {
    let mut realm = farm(3);
    let ann = realm.body_of(GuestId(1)).expect("in");
    let (hen, (_, at)) = animals(&mut realm).pop_first().expect("there are hens");
    place(&mut realm, ann, at + DVec2::new(0.6, 0.0));
    let deeds = realm.step(vec![command(Act::Intent(Intent::Strike(hen)))]).deeds;
    assert_eq!(deeds.iter().map(|deed| deed.kind).collect::<Vec<_>>(), [Deed::Hunt]);
    let world = realm.ecs_mut();
    let mut lying = world.query::<(&crate::parts::Thing, &crate::parts::Lies)>();
    let meat = lying.iter(world).filter(|(thing, _)| thing.kind == ThingKind::Meat).count();
    assert_eq!(meat, 1);
    let ticks = (realm.config().flesh.rise_seconds * 20.0) as u32 + 2;
    for _ in 0..ticks {
        realm.step(Vec::new());
    }
    assert!(realm.part::<Animal>(hen).is_none(), "it does not rise");
}

#[test]
fn animals_are_saved_and_go_on_as_they_would_have() {
    let mut realm = farm(8);
    for _ in 0..100 {
        realm.step(Vec::new());
    }
    let mut twin = farm(8);
    twin.restore(&realm.save()).expect("its own bytes");
    for _ in 0..200 {
        realm.step(Vec::new());
        twin.step(Vec::new());
    }
    assert_eq!(realm.hash(), twin.hash());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn who_lives_in_a_chunk_follows_from_seed_and_chunk_and_stands_on_its_land(seed: u64, x in -500..500_i32, y in -500..500_i32) {
        let chunk = Farm.chunk(ChunkPos { x, y });
        let animals = native(Seed(seed), &chunk, 10.0);
        prop_assert_eq!(&animals, &native(Seed(seed), &chunk, 10.0));
        for (_, local) in animals {
            prop_assert!(local.min_element() >= 1.0 && local.max_element() <= 31.0);
        }
    }
}
