//! Changes of the land reach everybody who holds it, and stay.

use wold_lore::land::{EdgeKind, EdgeSide, ThingKind};
use wold_space::{ChunkPos, DVec2};
use wold_stage::town::Town;
use wold_stage::village::{AXE_AT, OAK, OAK_AT, PLANK_AT, village};
use wold_wire::network::LinkConfig;
use wold_wire::{ChunkChanges, Intent, Outcome, Refusal, Target};
use wold_world::{Decree, Realm};

const HERE: ChunkPos = ChunkPos { x: 0, y: 0 };
const ADA: usize = 0;

fn held(town: &Town, who: usize) -> ChunkChanges {
    town.known(who).land().plot(HERE).expect("the chunk is held").changes.clone()
}

/// Ada fells the oak and builds a wall; Bob and Cid are there.
fn felled_and_built() -> Town {
    let mut town = Town::new(village(8));
    town.join("Ada", LinkConfig::LAN);
    town.join("Bob", LinkConfig::COUNTRY);
    town.join("Cid", LinkConfig::STORM);
    town.gather();
    town.fetch(ADA, ThingKind::Axe, AXE_AT);
    let axe = town.slot_of(ADA, ThingKind::Axe).expect("she has it");
    let oak = Target::Growth { chunk: HERE, index: OAK };
    assert_eq!(town.refusal(ADA, Intent::Use { slot: axe, on: oak }), Some(Refusal::TooFar));
    town.walk(ADA, OAK_AT + DVec2::new(0.0, 1.4));
    for cut in 0..4 {
        assert_eq!(town.ask(ADA, Intent::Use { slot: axe, on: oak }), Outcome::Done, "cut {cut}");
        town.run(0.8);
    }
    town.fetch(ADA, ThingKind::Plank, PLANK_AT);
    let plank = town.slot_of(ADA, ThingKind::Plank).expect("she has it");
    let edge = Target::Edge { chunk: HERE, x: 22, y: 8, side: EdgeSide::South };
    assert_eq!(town.refusal(ADA, Intent::Use { slot: axe, on: edge }), Some(Refusal::NothingThere));
    assert_eq!(town.ask(ADA, Intent::Use { slot: plank, on: edge }), Outcome::Done);
    town.run(2.0);
    town
}

#[test]
fn a_felled_tree_and_a_wall_reach_everybody_who_holds_the_chunk() {
    let mut town = felled_and_built();
    let truth = town.steward().realm().changes(HERE).expect("it was changed").clone();
    assert!(truth.gone.contains(&OAK));
    assert_eq!(truth.built.get(&(22, 8, EdgeSide::South)), Some(&EdgeKind::Wall));
    for who in 0..3 {
        assert_eq!(held(&town, who), truth);
        assert_eq!(town.things(who, ThingKind::Log).len(), 2, "the logs are seen too");
    }
    let late = town.join("Dot", LinkConfig::LAN);
    town.gather();
    assert_eq!(held(&town, late), truth, "whoever comes later learns it with the chunk");
}

#[test]
fn a_built_wall_stops_whoever_walks_into_it() {
    let mut town = felled_and_built();
    let (south, north) = (DVec2::new(22.5, 7.0), DVec2::new(22.5, 9.0));
    town.walk(ADA, south);
    town.guest(ADA).steer(wold_stage::towards(90.0, wold_wire::Gait::Walk));
    town.run(2.0);
    assert!(town.truth(ADA).place.y < north.y - 1.0, "{}", town.truth(ADA).place);
}

#[test]
fn changes_persist_through_save_and_restore() {
    let town = felled_and_built();
    let truth = town.steward().realm().changes(HERE).expect("it was changed").clone();
    let saved = town.steward().save();
    let mut realm = Realm::new(village(8));
    realm.restore(&saved).expect("our own snapshot restores");
    assert_eq!(realm.hash(), town.steward().realm().hash());
    let mut later = Town::from_realm(realm, 8);
    let dot = later.join("Dot", LinkConfig::LAN);
    later.gather();
    assert_eq!(held(&later, dot), truth);
    assert_eq!(later.things(dot, ThingKind::Log).len(), 2);
}

#[test]
fn land_forgotten_on_a_long_walk_is_sent_again_on_return() {
    let mut town = Town::new(village(9));
    town.join("Ada", LinkConfig::LAN);
    town.gather();
    let start = town.truth(ADA).place;
    town.walk(ADA, start - DVec2::new(200.0, 0.0));
    assert!(town.known(ADA).land().plot(HERE).is_none(), "far land is forgotten");
    assert!(town.known(ADA).land().len() <= 9 * 9);
    town.walk(ADA, start - DVec2::new(16.0, 0.0));
    assert!(town.known(ADA).land().plot(HERE).is_some());
}

#[test]
fn somebody_sent_far_away_gets_the_land_there_and_leaves_the_view_of_others() {
    let mut town = Town::new(village(9));
    town.join("Ada", LinkConfig::COUNTRY);
    town.join("Bob", LinkConfig::LAN);
    town.gather();
    let (ada, bob) = (town.body(0), 1);
    assert!(town.known(bob).entities().contains_key(&ada));
    let there = DVec2::new(5_000.25, -3_000.5);
    let to = [wold_wire::state::metres_to_steps(there.x), wold_wire::state::metres_to_steps(there.y)];
    town.steward_mut().decree(Decree::Move { who: ada, to });
    town.steward_mut().decree(Decree::Grant { who: ada, thing: ThingKind::Axe });
    town.run(4.0);
    assert!(town.truth(ADA).place.distance(there) < 0.5);
    assert!(town.known(ADA).place().distance(there) < 0.5, "her own prediction went along");
    assert!(town.known(ADA).land().plot(ChunkPos::of(there)).is_some(), "the land there was sent");
    assert!(!town.known(bob).entities().contains_key(&ada), "he sees her no more");
    assert!(town.slot_of(ADA, ThingKind::Axe).is_some());
}
