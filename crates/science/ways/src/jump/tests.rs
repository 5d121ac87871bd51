//! Jump point search against the plain searches, on random maps and on the benchmarks' own.

use super::*;
use crate::search::{Plan, Search};
use crate::testing::{data, random_map};
use crate::tiles::{TileMap, movingai};
use crate::{Budget, Outcome, Reason};
use proptest::prelude::*;

fn plain(map: &TileMap, from: (i32, i32), to: (i32, i32), plan: Plan) -> Option<f64> {
    let (from, to) = (map.cell(from.0, from.1)?, map.cell(to.0, to.1)?);
    Search::new().find(map, from, to, plan, &mut Budget::unlimited()).complete().map(|route| route.length)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn all_exact_searches_agree(
        width in 1u32..70, height in 1u32..40, walls in 0u32..60, salt in any::<u64>()
    ) {
        let (map, open) = random_map(width, height, walls, salt);
        let table = JumpTable::new(&map);
        let mut jumper = Jumper::new();
        for pair in open.chunks(2).take(6) {
            let (from, to) = (pair[0], *pair.last().expect("chunks are not empty"));
            let exact = plain(&map, from, to, Plan::Dijkstra);
            prop_assert_eq!(exact.map(|l| (l * 1e6).round()),
                plain(&map, from, to, Plan::AStar).map(|l| (l * 1e6).round()));
            for found in [
                jumper.find(&map, from, to, &mut Budget::unlimited()),
                jumper.find_with(&map, &table, from, to, &mut Budget::unlimited()),
            ] {
                let found = found.complete();
                prop_assert_eq!(found.is_some(), exact.is_some());
                if let (Some(route), Some(exact)) = (found, exact) {
                    prop_assert!((route.length - exact).abs() < 1e-6, "{} instead of {exact}", route.length);
                    let walk = map.fill_in(&route.cells);
                    prop_assert!(map.is_walk(&walk), "no way leads through a wall");
                    prop_assert_eq!((walk.first().copied(), walk.last().copied()),
                        (map.cell(from.0, from.1), map.cell(to.0, to.1)));
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn ways_within_a_bound_are_walks_within_it(walls in 0u32..45, salt in any::<u64>(), bound in 0.5..4.0f64) {
        let (map, open) = random_map(60, 40, walls, salt);
        let mut jumper = Jumper::new();
        for pair in open.chunks_exact(2).take(12) {
            let exact = jumper.find(&map, pair[0], pair[1], &mut Budget::unlimited()).complete();
            let loose = jumper.find_within(&map, pair[0], pair[1], bound, &mut Budget::unlimited()).complete();
            prop_assert_eq!(loose.is_some(), exact.is_some());
            if let (Some(loose), Some(exact)) = (loose, exact) {
                prop_assert!(map.is_walk(&map.fill_in(&loose.cells)));
                prop_assert!(loose.length <= bound.max(1.0) * exact.length + 1e-6);
                prop_assert!(loose.length >= exact.length - 1e-6);
            }
        }
    }
}

#[test]
fn runs_longer_than_a_stage_are_walked_to_their_end() {
    // Walls near the ends of long halls, at distances on both sides of the stages' ends.
    for length in [126, 127, 128, 129, 253, 254, 255, 256, 380, 381, 382, 600] {
        let mut map = TileMap::new(length, 5).expect("fits");
        let last = length as i32 - 1;
        for y in 0..4 {
            map.set_open(last - 1, y, false);
            map.set_open(1, y + 1, false);
        }
        let table = JumpTable::new(&map);
        let mut jumper = Jumper::new();
        for (from, to) in
            [((0, 4), (last, 0)), ((last, 0), (0, 4)), ((2, 0), (last - 2, 0)), ((0, 2), (last, 3))]
        {
            let plain = jumper.find(&map, from, to, &mut Budget::unlimited());
            assert_eq!(jumper.find_with(&map, &table, from, to, &mut Budget::unlimited()), plain);
        }
    }
    // Diagonals as well.
    let mut map = TileMap::new(300, 300).expect("fits");
    map.set_open(290, 288, false);
    let table = JumpTable::new(&map);
    for goal in [(299, 299), (289, 289), (291, 287), (127, 127), (128, 128), (255, 254)] {
        let plain = Jumper::new().find(&map, (0, 0), goal, &mut Budget::unlimited());
        let tabled = Jumper::new().find_with(&map, &table, (0, 0), goal, &mut Budget::unlimited());
        assert_eq!(tabled.complete().map(|r| r.length), plain.complete().map(|r| r.length), "{goal:?}");
    }
}

#[test]
fn pausing_after_every_step_changes_nothing() {
    let (map, open) = random_map(60, 60, 30, 7);
    let (from, to) = (open[0], open[open.len() - 1]);
    let whole = Jumper::new().find(&map, from, to, &mut Budget::unlimited());
    let mut jumper = Jumper::new();
    let mut answer = jumper.find(&map, from, to, &mut Budget::steps(1));
    let mut pauses = 0;
    while answer.outcome == Outcome::OutOfBudget {
        let nearest = jumper.best_so_far(&map).expect("there is always a way so far");
        assert!(map.is_walk(&map.fill_in(&nearest.cells)));
        answer = jumper.resume(&map, &mut Budget::steps(1));
        pauses += 1;
    }
    assert!(pauses > 10);
    assert_eq!(answer, whole);
}

#[test]
fn an_edit_during_a_pause_is_noticed() {
    let mut map = TileMap::new(40, 40).expect("fits");
    map.set_open(20, 20, false);
    let mut jumper = Jumper::new();
    jumper.begin(&map, (0, 0), (39, 30)).expect("both are open");
    map.set_open(5, 5, false);
    let answer = jumper.resume(&map, &mut Budget::unlimited());
    assert_eq!(answer.outcome, Outcome::Unreachable(Reason::MapChanged));
    let table = JumpTable::new(&TileMap::new(40, 40).expect("fits"));
    let answer = jumper.find_with(&map, &table, (0, 0), (1, 1), &mut Budget::unlimited());
    assert_eq!(answer.outcome, Outcome::Unreachable(Reason::MapChanged));
}

#[test]
fn places_nobody_can_stand_on_are_refused_by_name() {
    let map = TileMap::drawn(&[".#.", ".#."]);
    let ask = |from, to| Jumper::new().find(&map, from, to, &mut Budget::unlimited()).outcome;
    assert_eq!(ask((-1, 0), (0, 0)), Outcome::Unreachable(Reason::StartOutside));
    assert_eq!(ask((0, 0), (3, 0)), Outcome::Unreachable(Reason::GoalOutside));
    assert_eq!(ask((1, 0), (0, 0)), Outcome::Unreachable(Reason::StartBlocked));
    assert_eq!(ask((0, 0), (1, 1)), Outcome::Unreachable(Reason::GoalBlocked));
    assert_eq!(ask((0, 0), (2, 1)), Outcome::Unreachable(Reason::NoWay));
}

#[test]
fn every_length_of_the_small_benchmarks_is_exact() {
    for name in ["arena", "den312d"] {
        let (Some(map), Some(scen)) =
            (data(&format!("movingai/{name}.map")), data(&format!("movingai/{name}.map.scen")))
        else {
            continue;
        };
        let map = movingai::parse_map(&map).expect("the map is well formed");
        let table = JumpTable::new(&map);
        let mut jumper = Jumper::new();
        for query in movingai::parse_scen(&scen).expect("the scenario is well formed") {
            let plain = jumper.find(&map, query.from, query.to, &mut Budget::unlimited());
            let tabled = jumper.find_with(&map, &table, query.from, query.to, &mut Budget::unlimited());
            for found in [plain, tabled] {
                let length = found.complete().expect("scenarios can be solved").length;
                assert!(movingai::same_length(length, query.optimal), "{query:?}: {length}");
            }
        }
    }
}
