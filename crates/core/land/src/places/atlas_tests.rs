//! What is known of land that changes.

use super::*;
use crate::places::Fences;
use proptest::prelude::*;
use std::collections::BTreeSet;
use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_lore::land::{Chunk, EdgeKind, EdgeSide, Lift};
use wold_senses::hearing::{Air, Sounds};
use wold_senses::places::ChokeKind;
use wold_space::DVec3;
use wold_wire::ChunkChanges;

fn meadow(rings: i32) -> Land {
    let mut land = Land::default();
    for pos in ChunkPos::default().around(rings) {
        land.put(Arc::new(Chunk::meadow(pos)), ChunkChanges::default());
    }
    land
}

/// Changes a chunk, as the world does.
fn change(land: &mut Land, pos: ChunkPos, edit: impl FnOnce(&mut ChunkChanges)) {
    let mut changes = land.plot(pos).expect("held").changes.clone();
    edit(&mut changes);
    changes.version += 1;
    land.change(pos, changes);
}

fn ground(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

#[test]
fn areas_are_cut_once_for_all_and_again_where_land_changed() {
    let (atlas, mut land) = (Atlas::default(), meadow(3));
    let window = Window::around(DVec2::splat(16.0), 20.0);
    let first = atlas.about(&land, window).expect("a meadow");
    let again = atlas.about(&land, Window::around(DVec2::splat(17.0), 20.0)).expect("a meadow");
    assert!(Arc::ptr_eq(&first, &again), "whoever asks next is told the same");
    assert_eq!(atlas.version(), 1);
    land.put(Arc::new(Chunk::meadow(ChunkPos::default())), ChunkChanges::default());
    let same = atlas.about(&land, window).expect("a meadow");
    assert!(Arc::ptr_eq(&first, &same), "the same land, made by somebody else");
    change(&mut land, ChunkPos::default(), |changes| {
        changes.built.insert((16, 16, EdgeSide::West), EdgeKind::Wall);
    });
    let anew = atlas.about(&land, window).expect("a meadow");
    assert!(!Arc::ptr_eq(&first, &anew), "somebody built there");
    assert_eq!(atlas.version(), 2, "and all are told");
}

#[test]
fn who_holds_less_land_is_told_of_that_alone() {
    let (atlas, land, little) = (Atlas::default(), meadow(2), meadow(1));
    let window = Window::rings(ChunkPos::default(), 1);
    let (all, some) = (atlas.about(&land, window), atlas.about(&little, window));
    let count = |joined: Option<Arc<Joined>>| joined.expect("a meadow").places.areas().len();
    assert!(count(all.clone()) > count(some));
    assert_eq!(count(atlas.about(&land, window)), count(all));
}

/// A hut of five metres' side in the middle of a chunk, with a door in its eastern wall and a window in its western one.
fn hut(changes: &mut ChunkChanges) {
    for along in 10..15 {
        changes.built.insert((along, 10, EdgeSide::South), EdgeKind::Wall);
        changes.built.insert((along, 15, EdgeSide::South), EdgeKind::Wall);
        let west = if along == 12 { EdgeKind::Window } else { EdgeKind::Wall };
        changes.built.insert((10, along, EdgeSide::West), west);
        let east = if along == 12 { EdgeKind::Door } else { EdgeKind::Wall };
        changes.built.insert((15, along, EdgeSide::West), east);
    }
}

#[test]
fn a_hut_people_built_is_an_area_with_a_door_and_a_window_until_it_is_pulled_down() {
    let (atlas, mut land) = (Atlas::default(), meadow(2));
    let window = Window::rings(ChunkPos::default(), 0);
    let (inside, outside) = (ground(12.5, 12.5), ground(8.5, 12.5));
    let areas = |joined: &Joined| [inside, outside].map(|at| joined.places.area_at(at).expect("ground"));
    let before = atlas.about(&land, window).expect("fits");
    assert_eq!(areas(&before)[0], areas(&before)[1], "open ground");
    change(&mut land, ChunkPos::default(), hut);
    let built = atlas.about(&land, window).expect("fits");
    let [hut, field] = areas(&built);
    assert_ne!(hut, field);
    let chokes: BTreeSet<ChokeKind> =
        built.places.chokes_of(hut).iter().map(|id| built.places.choke(*id).expect("there").kind).collect();
    assert_eq!(chokes, BTreeSet::from([ChokeKind::Door, ChokeKind::Window]));
    assert!(built.places.check().is_empty(), "{:?}", built.places.check());
    let budget = &mut wold_ways::Budget::unlimited();
    let way = built.places.path(outside, inside, 1.0, budget).expect("round by the door");
    assert!(way.metres > 8.0, "{}", way.metres);
    assert_eq!(built.shut(&land).len(), 1, "the window");
    change(&mut land, ChunkPos::default(), |changes| changes.built.clear());
    let after = atlas.about(&land, window).expect("fits");
    assert_eq!(areas(&after)[0], areas(&after)[1], "pulled down");
}

#[test]
fn who_is_shut_in_by_a_fence_is_heard_over_it() {
    let mut land = meadow(2);
    change(&mut land, ChunkPos::default(), |changes| {
        hut(changes);
        changes.built.values_mut().for_each(|kind| *kind = EdgeKind::Wall);
    });
    let joined = Atlas::default().about(&land, Window::rings(ChunkPos::default(), 1)).expect("fits");
    let (inside, outside) = (ground(12.5, 12.5), ground(20.5, 12.5));
    let budget = &mut wold_ways::Budget::unlimited();
    assert_eq!(joined.places.path(outside, inside, 1.0, budget), None, "nobody gets in");
    let (shut, fences, sounds) = (joined.shut(&land), Fences(&land), Sounds::default());
    let muffling = sounds.rows().muffling;
    let air = Air { places: &joined.places, shut: &shut, walls: Some(&fences), muffling };
    let path = air.path(inside, outside).expect("over the fence");
    assert_eq!((path.metres, path.muffled), (8.0, muffling.fence));
}

#[test]
fn a_wall_along_a_border_parts_the_chunks_and_a_door_in_it_joins_them() {
    let (atlas, mut land) = (Atlas::default(), meadow(2));
    let window = Window { first: ChunkPos { x: 0, y: 0 }, last: ChunkPos { x: 1, y: 0 } };
    let across = |joined: &Joined| {
        let budget = &mut wold_ways::Budget::unlimited();
        joined.places.path(ground(30.5, 16.5), ground(33.5, 16.5), 1.0, budget).map(|way| way.metres)
    };
    assert_eq!(across(&atlas.about(&land, window).expect("fits")), Some(3.0));
    change(&mut land, ChunkPos { x: 1, y: 0 }, |changes| {
        changes.built.extend((0..32).map(|y| ((0, y, EdgeSide::West), EdgeKind::Wall)));
    });
    assert_eq!(across(&atlas.about(&land, window).expect("fits")), None, "from end to end");
    change(&mut land, ChunkPos { x: 1, y: 0 }, |changes| {
        changes.built.insert((0, 2, EdgeSide::West), EdgeKind::Door);
    });
    assert!(across(&atlas.about(&land, window).expect("fits")).is_some_and(|metres| metres > 25.0));
}

/// One thing that happens to land.
#[derive(Clone, Debug)]
enum Edit {
    Build(u8, u8, bool, u8),
    Raze,
    Fell(u16),
    Shake(i16),
}

fn edit() -> impl Strategy<Value = (i32, i32, Edit)> {
    let what = prop_oneof![
        6 => (0u8..32, 0u8..32, any::<bool>(), 0u8..4).prop_map(|(x, y, west, kind)| Edit::Build(x, y, west, kind)),
        1 => Just(Edit::Raze),
        4 => (0u16..200).prop_map(Edit::Fell),
        1 => (-80i16..80).prop_map(Edit::Shake),
    ];
    (-1i32..=1, -1i32..=1, what)
}

fn happen(land: &mut Land, pos: ChunkPos, edit: &Edit) {
    change(land, pos, |changes| match *edit {
        Edit::Build(x, y, west, kind) => {
            let side = if west { EdgeSide::West } else { EdgeSide::South };
            let kind = [EdgeKind::Wall, EdgeKind::Wall, EdgeKind::Door, EdgeKind::Window][usize::from(kind)];
            // A stretch of it, so that something is parted.
            for step in 0..8 {
                let (x, y) = if west { (x, (y + step) % 32) } else { ((x + step) % 32, y) };
                changes.built.insert((x, y, side), kind);
            }
        }
        Edit::Raze => changes.built.clear(),
        Edit::Fell(growth) => drop(changes.gone.insert(growth)),
        Edit::Shake(by) => changes.lift = Lift(std::array::from_fn(|corner| by + corner as i16 * 7)),
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn cutting_what_changed_equals_cutting_everything_anew(
        seed in 0u64..40,
        edits in prop::collection::vec(edit(), 1..8),
    ) {
        let world = Genesis::new(Seed(seed));
        let middle = ChunkPos::of(world.start());
        let mut land = Land::default();
        for pos in middle.around(3) {
            land.put(Arc::new(world.chunk(pos)), ChunkChanges::default());
        }
        let (atlas, window) = (Atlas::default(), Window::rings(middle, 1));
        atlas.about(&land, window).expect("fits");
        for (dx, dy, what) in &edits {
            happen(&mut land, ChunkPos { x: middle.x + dx, y: middle.y + dy }, what);
            let (kept, anew) =
                (atlas.about(&land, window).expect("fits"), Atlas::default().about(&land, window).expect("fits"));
            prop_assert_eq!(kept.places.areas(), anew.places.areas());
            prop_assert_eq!(kept.places.chokes(), anew.places.chokes());
            prop_assert_eq!(kept.shut(&land), anew.shut(&land));
        }
    }
}
