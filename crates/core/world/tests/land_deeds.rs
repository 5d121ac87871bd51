//! Felling, splitting, building and razing as deeds; hunger, death and rising; and what a snapshot keeps of them.

mod homestead;

use homestead::{COPSE, HEAP, TREES, Yard};
use wold_lore::Deed;
use wold_lore::land::{EdgeKind, EdgeSide, ThingKind};
use wold_space::{ChunkPos, DVec2, TICKS_PER_SECOND};
use wold_wire::{Intent, Outcome, Refusal, Target};
use wold_world::books::LandBook;
use wold_world::parts::{Fallen, Vitals};

const ANN: u64 = 1;
const BEN: u64 = 2;
const CHUNK: ChunkPos = ChunkPos { x: 0, y: 0 };
const EDGE: Target = Target::Edge { chunk: CHUNK, x: 10, y: 4, side: EdgeSide::South };
const BESIDE_EDGE: DVec2 = DVec2::new(10.5, 5.2);

fn deeds(yard: &Yard) -> Vec<Deed> {
    yard.last.deeds.iter().map(|entry| entry.kind).collect()
}

fn changes(yard: &Yard) -> wold_wire::ChunkChanges {
    yard.realm.ecs().resource::<LandBook>().changes.get(&CHUNK).cloned().unwrap_or_default()
}

fn tree(index: u16) -> Target {
    Target::Growth { chunk: CHUNK, index }
}

#[test]
fn a_tree_takes_four_cuts_a_breath_apart_and_leaves_two_logs_that_split_into_four_planks() {
    let mut yard = Yard::new(1, |_| {});
    let axe = yard.grant(ANN, ThingKind::Axe);
    yard.send(ANN, COPSE + DVec2::new(0.0, -1.2));
    let cut = Intent::Use { slot: axe, on: tree(0) };
    for cuts in 1..=4 {
        assert_eq!(yard.ask(ANN, cut.clone()), Outcome::Done);
        assert_eq!(deeds(&yard).contains(&Deed::Fell), cuts == 4, "after {cuts} cuts");
        let again = yard.ask(ANN, cut.clone());
        assert!(matches!(again, Outcome::Refused(Refusal::TooOften | Refusal::NothingThere)), "{again:?}");
        yard.pass(TICKS_PER_SECOND);
    }
    assert!(changes(&yard).gone.contains(&0));
    assert_eq!(yard.ask(ANN, cut), Outcome::Refused(Refusal::NothingThere), "only a stump is left");
    let logs = yard.lying(ThingKind::Log);
    assert_eq!(logs.len(), 2);
    let planks = yard.lying(ThingKind::Plank).len();
    for log in logs {
        assert_eq!(yard.ask(ANN, Intent::Use { slot: axe, on: Target::Entity(log) }), Outcome::Done);
        yard.pass(TICKS_PER_SECOND);
    }
    assert_eq!((yard.lying(ThingKind::Log).len(), yard.lying(ThingKind::Plank).len()), (0, planks + 4));
}

#[test]
fn what_is_no_tree_too_far_away_or_cut_with_bare_hands_stands() {
    let mut yard = Yard::new(1, |_| {});
    let (axe, stone) = (yard.grant(ANN, ThingKind::Axe), yard.grant(ANN, ThingKind::Stone));
    yard.send(ANN, COPSE + DVec2::new(0.0, -1.2));
    for (slot, index, why) in [
        (stone, 0, Refusal::NeedsTool),
        (axe, TREES - 1, Refusal::TooFar),
        (axe, TREES, Refusal::NothingThere),
        (7, 0, Refusal::EmptySlot),
    ] {
        assert_eq!(yard.ask(ANN, Intent::Use { slot, on: tree(index) }), Outcome::Refused(why));
    }
    assert!(changes(&yard).gone.is_empty());
}

#[test]
fn a_plank_becomes_a_wall_where_nobody_stands_and_a_wall_a_plank() {
    let mut yard = Yard::new(2, |_| {});
    let (plank, axe) = (yard.grant(ANN, ThingKind::Plank), yard.grant(ANN, ThingKind::Axe));
    yard.send(ANN, BESIDE_EDGE);
    yard.send(BEN, DVec2::new(10.5, 4.1));
    let build = Intent::Use { slot: plank, on: EDGE };
    assert_eq!(yard.ask(ANN, build.clone()), Outcome::Refused(Refusal::Blocked), "Ben stands there");
    yard.send(BEN, HEAP);
    assert_eq!(yard.ask(ANN, build.clone()), Outcome::Done);
    assert_eq!(deeds(&yard), [Deed::Build]);
    assert_eq!(changes(&yard).built.get(&(10, 4, EdgeSide::South)), Some(&EdgeKind::Wall));
    assert_eq!(yard.bag(ANN)[usize::from(plank)], None, "the plank is used up");
    let second = yard.grant(ANN, ThingKind::Plank);
    let taken = yard.ask(ANN, Intent::Use { slot: second, on: EDGE });
    assert_eq!(taken, Outcome::Refused(Refusal::Blocked), "there is one already");
    let lying = yard.lying(ThingKind::Plank).len();
    assert_eq!(yard.ask(ANN, Intent::Use { slot: axe, on: EDGE }), Outcome::Done);
    assert_eq!(deeds(&yard), [Deed::Raze]);
    assert!(changes(&yard).built.is_empty());
    assert_eq!(yard.lying(ThingKind::Plank).len(), lying + 1);
    yard.pass(TICKS_PER_SECOND);
    assert_eq!(yard.ask(ANN, Intent::Use { slot: axe, on: EDGE }), Outcome::Refused(Refusal::NothingThere));
}

#[test]
fn who_starves_dies_lets_go_of_everything_and_rises() {
    let mut yard = Yard::new(1, |origin| {
        (origin.config.flesh.hunger_minutes, origin.config.flesh.starving) = (0.01, 30.0);
        origin.config.flesh.rise_seconds = 3.0;
    });
    yard.grant(ANN, ThingKind::Stone);
    let is_fallen = |yard: &Yard| yard.realm.part::<Fallen>(yard.body(ANN)).is_some();
    let mut starved = false;
    for _ in 0..10 * TICKS_PER_SECOND {
        yard.pass(1);
        starved |= deeds(&yard).contains(&Deed::Starve);
        if is_fallen(&yard) {
            break;
        }
    }
    assert!(starved && is_fallen(&yard), "half a minute's health is gone in seconds");
    assert!(yard.bag(ANN).iter().all(Option::is_none));
    assert_eq!(yard.lying(ThingKind::Stone).len(), 1, "it lies where she fell");
    assert_eq!(yard.ask(ANN, Intent::Hold { slot: 0 }), Outcome::Refused(Refusal::Dead));
    yard.pass(4 * TICKS_PER_SECOND);
    assert!(!is_fallen(&yard), "the dead rise");
    assert!(yard.realm.part::<Vitals>(yard.body(ANN)).is_some_and(|vitals| vitals.health > 0.0));
}

#[test]
fn what_was_felled_and_built_is_in_a_snapshot_and_goes_on_alike() {
    let mut yard = Yard::new(1, |origin| origin.config.flesh.cuts_to_fell = 1);
    let (axe, plank) = (yard.grant(ANN, ThingKind::Axe), yard.grant(ANN, ThingKind::Plank));
    yard.send(ANN, COPSE + DVec2::new(0.0, -1.2));
    assert_eq!(yard.ask(ANN, Intent::Use { slot: axe, on: tree(0) }), Outcome::Done);
    yard.send(ANN, BESIDE_EDGE);
    assert_eq!(yard.ask(ANN, Intent::Use { slot: plank, on: EDGE }), Outcome::Done);
    let mut other = Yard::new(0, |origin| origin.config.flesh.cuts_to_fell = 1);
    other.realm.restore(&yard.realm.save()).expect("our own snapshot");
    assert_eq!(other.realm.hash(), yard.realm.hash());
    assert_eq!(changes(&other), changes(&yard));
    for yard in [&mut yard, &mut other] {
        yard.pass(2 * TICKS_PER_SECOND);
    }
    assert_eq!(other.realm.hash(), yard.realm.hash(), "both go the same way on");
}
