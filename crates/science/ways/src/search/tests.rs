//! The searches on the graphs of the literature, and against each other.

use super::costs::{Blend, Costed, Layer, LayerError};
use super::*;
use crate::testing::random_map;
use crate::tiles::TileMap;
use crate::{Budget, Outcome, Reason};
use proptest::prelude::*;
use wold_space::CellIndex;

/// A small graph written out.
struct Drawn {
    edges: Vec<Vec<(u32, f64)>>,
    guesses: Vec<f64>,
    trust: Trust,
}

impl Graph for Drawn {
    fn places(&self) -> usize {
        self.edges.len()
    }
    fn ways_from(&self, place: CellIndex, mut way: impl FnMut(CellIndex, f64)) {
        for &(to, cost) in &self.edges[place.slot()] {
            way(CellIndex(to), cost);
        }
    }
    fn guess(&self, from: CellIndex, _to: CellIndex) -> f64 {
        self.guesses[from.slot()]
    }
    fn trust(&self) -> Trust {
        self.trust
    }
}

/// Nine places in a plane with one-way streets: costs are Manhattan distances, guesses the larger axis distance.
fn nine_places() -> Drawn {
    let at = [(5, 5), (2, 1), (1, 4), (1, 5), (3, 3), (2, 4), (0, 1), (2, 2), (4, 2)]
        .map(|(x, y): (i32, i32)| (x, y));
    let [s, a, b, c, d, e, f, g, r] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let streets = [(s, a), (s, b), (b, c), (b, d), (b, e), (e, d), (c, f), (d, g), (f, r), (g, r)];
    let mut edges = vec![Vec::new(); 9];
    for (from, to) in streets {
        let cost = (at[from].0 - at[to].0).abs() + (at[from].1 - at[to].1).abs();
        edges[from].push((to as u32, f64::from(cost)));
    }
    let guess = |p: (i32, i32)| f64::from((p.0 - at[r].0).abs().max((p.1 - at[r].1).abs()));
    Drawn { edges, guesses: at.iter().map(|&p| guess(p)).collect(), trust: Trust::Consistent }
}

#[test]
fn the_worked_example_is_expanded_by_rising_estimates() {
    let graph = nine_places();
    let mut search = Search::new().traced();
    let found = search.find(&graph, CellIndex(0), CellIndex(8), Plan::AStar, &mut Budget::unlimited());
    let route = found.complete().expect("there is a way");
    assert_eq!(route.length, 12.0);
    assert_eq!(route.cells.iter().map(|c| c.0).collect::<Vec<_>>(), [0, 2, 4, 7, 8], "s b d g r");
    // Estimates 3; 8, 8; 9, 9, 9; 12, 12. The order among equals is free.
    let order: Vec<u32> = search.trace().iter().map(|c| c.0).collect();
    assert_eq!(order[..3], [0, 2, 5], "s b e");
    let mut nines = order[3..6].to_vec();
    nines.sort_unstable();
    assert_eq!(nines, [1, 3, 4], "a c d");
    assert_eq!(order[6..], [7, 8], "g r; f, at 15, is never looked at");
}

#[test]
fn the_start_never_gets_a_predecessor() {
    let edges = vec![vec![(1, 1.0)], vec![(0, 1.0), (2, 1.0)], vec![(1, 1.0)]];
    let graph = Drawn { edges, guesses: vec![0.0; 3], trust: Trust::Consistent };
    for plan in [Plan::Dijkstra, Plan::AStar, Plan::BreadthFirst, Plan::BestFirst, Plan::Beam(2)] {
        let answer = Search::new().find(&graph, CellIndex(0), CellIndex(2), plan, &mut Budget::steps(100));
        let (Outcome::Complete(route) | Outcome::Partial(route, _)) = answer.outcome else {
            panic!("{plan:?}")
        };
        assert_eq!(route.cells.iter().map(|c| c.0).collect::<Vec<_>>(), [0, 1, 2]);
    }
}

#[test]
fn inconsistent_guesses_reopen_places() {
    // s-a 1, s-b 3, a-b 1, b-r 3; the guess 4 at a is admissible but falls by more than the step a-b costs.
    let edges = vec![vec![(1, 1.0), (2, 3.0)], vec![(2, 1.0)], vec![(3, 3.0)], vec![]];
    let graph = Drawn { edges, guesses: vec![0.0, 4.0, 0.0, 0.0], trust: Trust::Admissible };
    let found = Search::new().find(&graph, CellIndex(0), CellIndex(3), Plan::AStar, &mut Budget::unlimited());
    assert_eq!(found.complete().expect("there is a way").length, 5.0);
}

#[test]
fn searches_without_a_promise_say_so() {
    let (map, open) = random_map(30, 30, 20, 3);
    let cell = |p: (i32, i32)| map.cell(p.0, p.1).expect("on the map");
    let (from, to) = (cell(open[0]), cell(open[1]));
    let exact = Search::new().find(&map, from, to, Plan::AStar, &mut Budget::unlimited()).complete();
    let exact = exact.expect("the two are joined").length;
    for plan in [Plan::BestFirst, Plan::Beam(3)] {
        let found = Search::new().find(&map, from, to, plan, &mut Budget::unlimited());
        match found.outcome {
            Outcome::Partial(route, Reason::MayBeLonger) => assert!(route.length >= exact - 1e-9),
            Outcome::Unreachable(Reason::BeamTooNarrow) => assert!(matches!(plan, Plan::Beam(_))),
            other => panic!("{plan:?}: {other:?}"),
        }
    }
}

proptest! {
    #[test]
    fn weighted_ways_are_within_their_bound(salt in any::<u64>(), weight in 1.0..4.0f64) {
        let (map, open) = random_map(40, 40, 25, salt);
        let cell = |p: (i32, i32)| map.cell(p.0, p.1).expect("on the map");
        let (from, to) = (cell(open[0]), cell(open[1]));
        let mut search = Search::new();
        let exact = search.find(&map, from, to, Plan::Dijkstra, &mut Budget::unlimited()).complete();
        let near = search.find(&map, from, to, Plan::Weighted(weight), &mut Budget::unlimited()).complete();
        prop_assert_eq!(exact.is_some(), near.is_some());
        if let (Some(exact), Some(near)) = (exact, near) {
            prop_assert!(near.length <= weight * exact.length + 1e-9);
        }
    }

    #[test]
    fn replanning_equals_planning_afresh(salt in any::<u64>(), edits in prop::collection::vec((0i32..24, 0i32..24), 1..40)) {
        let (mut map, open) = random_map(24, 24, 25, salt);
        let cell = |map: &TileMap, p: (i32, i32)| map.cell(p.0, p.1).expect("on the map");
        let (mut at, goal) = (cell(&map, open[0]), cell(&map, open[1]));
        let mut way = Replanner::new(&map, at, goal);
        let mut search = Search::new();
        for (x, y) in edits {
            let tile = cell(&map, (x, y));
            if tile != at && tile != goal {
                let open = map.is_open(x, y);
                map.set_open(x, y, !open);
                way.changed(&map, &map.affected(x, y));
            }
            let fresh = search.find(&map, at, goal, Plan::Dijkstra, &mut Budget::unlimited()).complete();
            let kept = way.plan(&map, &mut Budget::unlimited()).complete();
            prop_assert_eq!(fresh.is_some(), kept.is_some());
            if let (Some(fresh), Some(kept)) = (fresh, kept) {
                prop_assert!((fresh.length - kept.length).abs() < 1e-6, "{} not {}", kept.length, fresh.length);
                prop_assert!(map.is_walk(&kept.cells));
                // The walker goes on, too.
                if kept.cells.len() > 2 {
                    at = kept.cells[1];
                    way.walked_to(&map, at);
                }
            }
        }
    }

    #[test]
    fn one_to_many_equals_many_single_searches(salt in any::<u64>()) {
        let (map, open) = random_map(30, 20, 30, salt);
        let cells: Vec<CellIndex> = open.iter().take(8).map(|p| map.cell(p.0, p.1).expect("on the map")).collect();
        let mut spread = Spread::new(&map, &cells[..1], f64::INFINITY);
        let answer = spread.run_to(&map, &cells[1..], &mut Budget::unlimited());
        let mut all = true;
        for &goal in &cells[1..] {
            let one = Search::new().find(&map, cells[0], goal, Plan::AStar, &mut Budget::unlimited()).complete();
            all &= one.is_some();
            prop_assert_eq!(one.map(|r| (r.length * 1e6).round()), spread.cost(goal).map(|c| (c * 1e6).round()));
            if let Some(route) = spread.route(goal) {
                prop_assert!(map.is_walk(&route.cells));
            }
        }
        prop_assert_eq!(matches!(answer.outcome, Outcome::Complete(())), all);
    }

    #[test]
    fn costs_by_data_keep_the_guess_admissible(salt in any::<u64>()) {
        let (map, open) = random_map(20, 20, 15, salt);
        let mut draws = wold_chance::Stream::named(wold_chance::Seed(salt), "layer", &[]);
        let layer = |name: &str, blend, low: f64, draws: &mut wold_chance::Stream| Layer {
            name: name.into(), blend,
            values: (0..map.len()).map(|_| (low + draws.unit() * 3.0) as f32).collect(),
        };
        let layers = vec![
            layer("terrain", Blend::Multiply, 0.5, &mut draws),
            layer("danger", Blend::Add { weight: 2.0 }, 0.0, &mut draws),
        ];
        let land = Costed::new(&map, layers).expect("the layers fit");
        prop_assert_eq!(land.trust(), Trust::Consistent);
        let cell = |p: (i32, i32)| map.cell(p.0, p.1).expect("on the map");
        let length = |plan| Search::new()
            .find(&land, cell(open[0]), cell(open[1]), plan, &mut Budget::unlimited())
            .complete().map(|r| (r.length * 1e6).round());
        prop_assert_eq!(length(Plan::AStar), length(Plan::Dijkstra));
    }
}

#[test]
fn a_guess_beyond_the_cheapest_tile_says_it_is_not_to_be_trusted() {
    let map = TileMap::new(4, 4).expect("fits");
    let layer = Layer { name: "road".into(), blend: Blend::Multiply, values: vec![0.5; 16] };
    let land = Costed::new(&map, vec![layer]).expect("fits");
    assert_eq!(land.clone().guessing(0.5).trust(), Trust::Consistent);
    let hasty = land.guessing(1.0);
    assert_eq!(hasty.trust(), Trust::None);
    let found =
        Search::new().find(&hasty, CellIndex(0), CellIndex(15), Plan::AStar, &mut Budget::unlimited());
    assert!(matches!(found.outcome, Outcome::Partial(_, Reason::MayBeLonger)));
}

#[test]
fn layers_that_cannot_be_costs_are_refused_by_name() {
    let map = TileMap::new(2, 1).expect("fits");
    let refuse = |blend, values: Vec<f32>| {
        Costed::new(&map, vec![Layer { name: "mud".into(), blend, values }]).expect_err("refused").to_string()
    };
    assert_eq!(refuse(Blend::Multiply, vec![1.0]), "layer \"mud\" has 1 values where the map has 2 tiles");
    assert_eq!(refuse(Blend::Multiply, vec![1.0, 0.0]), "layer \"mud\": 0 at tile 1 cannot be a cost");
    assert!(matches!(
        Costed::new(
            &map,
            vec![Layer { name: "x".into(), blend: Blend::Add { weight: -1.0 }, values: vec![1.0, 1.0] }]
        ),
        Err(LayerError::Value { .. })
    ));
}

/// A room of five by one tiles with a banana under the ceiling, a box and a monkey. A place of this graph is a state: where the monkey
/// is, where the box is, whether the monkey stands on it and whether it has the banana.
struct Room;

const TILES: u32 = 5;
const BANANA_ABOVE: u32 = 2;

impl Room {
    fn state(monkey: u32, boxed: u32, up: bool, banana: bool) -> CellIndex {
        CellIndex(((monkey * TILES + boxed) * 2 + u32::from(up)) * 2 + u32::from(banana))
    }
}

impl Graph for Room {
    fn places(&self) -> usize {
        (TILES * TILES * 4) as usize
    }

    fn ways_from(&self, place: CellIndex, mut way: impl FnMut(CellIndex, f64)) {
        let (banana, up) = (place.0 & 1 == 1, place.0 >> 1 & 1 == 1);
        let (monkey, boxed) = ((place.0 >> 2) / TILES, (place.0 >> 2) % TILES);
        let beside =
            |tile: u32| [tile.checked_sub(1), (tile + 1 < TILES).then_some(tile + 1)].into_iter().flatten();
        if up {
            way(Self::state(monkey, boxed, false, banana), 1.0);
            if monkey == BANANA_ABOVE && !banana {
                way(Self::state(monkey, boxed, true, true), 1.0);
            }
            return;
        }
        beside(monkey).for_each(|to| way(Self::state(to, boxed, false, banana), 1.0));
        if monkey == boxed {
            way(Self::state(monkey, boxed, true, banana), 1.0);
            // It carries the box to a neighbouring tile.
            beside(monkey).for_each(|to| way(Self::state(to, to, false, banana), 1.0));
        }
    }
}

#[test]
fn the_monkey_fetches_the_box_climbs_it_and_reaches_the_banana() {
    let (start, goal) = (Room::state(0, 4, false, false), Room::state(2, 2, true, true));
    for plan in [Plan::AStar, Plan::BreadthFirst] {
        let found = Search::new().find(&Room, start, goal, plan, &mut Budget::unlimited());
        let route = found.complete().expect("it can be reached");
        assert_eq!(route.length, 8.0, "four steps to the box, two with it, up, reach");
    }
    let nowhere = Room::state(2, 4, true, true);
    let found = Search::new().find(&Room, start, nowhere, Plan::AStar, &mut Budget::unlimited());
    assert!(found.complete().is_none(), "nobody stands on a box that is elsewhere");
}
