use super::*;
use crate::hamlet::{BEFORE, BEHIND, DOOR, Yard};
use wold_wire::{Gait, Intent};

const ANN: u64 = 1;
const BEN: u64 = 2;
const HERE: ChunkPos = ChunkPos { x: 0, y: 0 };

fn yard() -> Yard {
    let mut yard = Yard::new(12.0, &[(ANN, false), (BEN, false)]);
    yard.put(ANN, BEHIND, 0);
    yard.put(BEN, BEFORE, 0);
    yard.pass(4.0);
    yard
}

fn is_open(yard: &Yard) -> bool {
    yard.realm.open_doors(HERE).contains(&DOOR)
}

#[test]
fn a_shut_door_hides_and_whoever_walks_into_it_opens_it_and_it_falls_shut_behind_them() {
    let mut yard = yard();
    assert!(!is_open(&yard) && !yard.knows(ANN, BEN) && !yard.knows(BEN, ANN));
    yard.steer(BEN, DVec2::X, Gait::Walk);
    let mut seen = None;
    for tick in 0..200 {
        yard.step(vec![]);
        if is_open(&yard) && seen.is_none() {
            seen = Some(tick);
            assert!(yard.knows(ANN, BEN) && yard.knows(BEN, ANN), "they see each other as it opens");
        }
        if yard.realm.part::<Body>(yard.body(BEN)).expect("bodies").0.place.x > 9.4 {
            break;
        }
    }
    assert!(seen.is_some() && is_open(&yard), "he is just through");
    yard.steer(BEN, DVec2::ZERO, Gait::Walk);
    yard.pass(4.0);
    assert!(!is_open(&yard), "nobody is in it any more");
}

#[test]
fn who_only_passes_by_opens_nothing() {
    let mut yard = yard();
    yard.put(BEN, DVec2::new(7.0, 6.0), 0);
    yard.steer(BEN, DVec2::Y, Gait::Walk);
    for _ in 0..100 {
        yard.step(vec![]);
        assert!(!is_open(&yard));
    }
}

#[test]
fn a_propped_door_stays_open_until_somebody_shuts_it_and_is_noted_as_changed() {
    let mut yard = yard();
    let turn = || Intent::Door { chunk: HERE, door: DOOR };
    yard.wish(BEN, turn());
    assert!(!is_open(&yard), "it is too far away");
    yard.put(BEN, DVec2::new(6.9, 9.5), 0);
    let report = yard.wish(BEN, turn());
    assert!(report.moved_doors.contains(&HERE));
    assert_eq!(report.deeds.iter().map(|deed| deed.kind).collect::<Vec<_>>(), [wold_lore::Deed::Prop]);
    yard.pass(10.0);
    assert!(is_open(&yard) && yard.knows(ANN, BEN));
    let ben = yard.body(BEN);
    let changes: Vec<Change> = yard.realm.ecs().resource::<Changed>().iter().copied().collect();
    assert_eq!((changes.len(), changes[0].on, changes[0].by), (1, true, Some(ben)));
    assert_eq!(changes[0].what, What::Door(HERE, DOOR));
    yard.put(ANN, DVec2::new(8.1, 9.5), 0);
    yard.wish(BEN, turn());
    assert!(is_open(&yard), "Ann stands in it");
    yard.put(ANN, BEHIND, 0);
    yard.wish(BEN, turn());
    assert!(!is_open(&yard));
    yard.pass(4.0);
    assert!(!yard.knows(ANN, BEN));
}

#[test]
fn open_doors_are_saved_and_a_restored_world_goes_on_alike() {
    let mut yard = yard();
    yard.put(BEN, DVec2::new(6.9, 9.5), 0);
    yard.wish(BEN, Intent::Door { chunk: HERE, door: DOOR });
    let saved = yard.realm.save();
    let mut twin = Yard::new(12.0, &[(ANN, false), (BEN, false)]).realm;
    twin.restore(&saved).expect("its own snapshot");
    assert_eq!(twin.open_doors(HERE), yard.realm.open_doors(HERE));
    for _ in 0..40 {
        yard.step(vec![]);
        twin.step(vec![]);
    }
    assert_eq!(twin.hash(), yard.realm.hash());
    let land = &twin.ecs().resource::<Ground>().land;
    assert!(land.in_sight(BEFORE, BEHIND, 0), "the land knows it is open");
}
