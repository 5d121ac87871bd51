//! Fields without a grid, graphs, territory, history and avenues, tried.

use super::history::{Memory, Respect, predicted_traffic};
use super::points::{Flow, FlowConfig, Tree};
use super::*;
use glam::DVec2;
use proptest::prelude::*;
use wold_chance::{Seed, Stream};
use wold_space::CellIndex;
use wold_ways::Budget;
use wold_ways::regions::hops::FullTable;
use wold_ways::search::{Links, Plan, Search};
use wold_ways::tiles::TileMap;

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

fn any(_: CellIndex) -> bool {
    true
}

#[test]
fn sources_fall_off_add_up_and_repel() {
    let at = DVec2::new(5.0, 0.0);
    let value = |sources: &[(f64, f64)]| {
        Tree::new(sources.iter().map(|(x, s)| PointSource::new(DVec2::new(*x, 0.0), 10.0, *s))).sample(at)
    };
    close(value(&[(0.0, 1.0)]), 0.5);
    close(value(&[(0.0, 1.0), (10.0, 1.0)]), 1.0);
    close(value(&[(0.0, 2.0)]), 1.0);
    close(value(&[(0.0, -1.0)]), -0.5);
    let tree = Tree::new([PointSource::new(DVec2::ZERO, 10.0, 2.0)]);
    let slope = tree.gradient(DVec2::new(3.0, 4.0));
    close(slope.x, -0.12);
    close(slope.y, -0.16);
    assert_eq!(tree.gradient(DVec2::ZERO), DVec2::ZERO, "at the tip there is no way up");
    assert_eq!(
        Tree::new([PointSource::new(DVec2::NAN, 1.0, 1.0), PointSource::new(DVec2::ZERO, 0.0, 1.0)]).len(),
        0
    );
}

#[test]
fn a_ring_of_children_shares_what_is_left_and_goes_round_a_corner() {
    let mut flow = Flow::new(FlowConfig::default());
    flow.add(PointSource::new(DVec2::ZERO, 4.0, 1.0));
    // Three of eight are blocked: those in the east.
    flow.step(|_, to| to.x < 1.0);
    assert_eq!(flow.sources().len(), 5);
    assert!(flow.sources().iter().all(|source| (source.strength - 0.18).abs() < 1e-12));
    let mut shut = Flow::new(FlowConfig::default());
    shut.add(PointSource::new(DVec2::ZERO, 4.0, 1.0));
    shut.step(|_, _| false);
    assert_eq!((shut.sources().len(), shut.sources()[0].strength), (1, 0.9), "it stays and decays");
    // A wall from the south up to y = 4; influence gets behind it only over the top.
    let mut round = Flow::new(FlowConfig { decay: 1.0, least: 0.0, ..FlowConfig::default() });
    round.add(PointSource::new(DVec2::new(-2.0, 0.0), 3.0, 1.0));
    let open = |from: DVec2, to: DVec2| {
        !(from.x.min(to.x) < 0.5 && from.x.max(to.x) > -0.5 && from.y.min(to.y) < 4.0) && to.length() < 14.0
    };
    let behind = DVec2::new(3.0, 0.0);
    assert_eq!(round.tree().sample(behind), 0.0);
    let later = round.ahead(14, open);
    assert!(later.tree().sample(behind) > 0.0, "it went round the corner");
    close(later.sources().iter().map(|s| s.strength).sum(), 1.0);
    assert_eq!(round.sources().len(), 1, "looking ahead changes nothing");
    let mut fading = shut;
    fading.fade(0.5);
    close(fading.sources()[0].strength, 0.45);
    (0..20).for_each(|_| fading.fade(0.5));
    assert!(fading.sources().is_empty(), "crumbs end");
}

fn scattered(seed: u64, count: u64) -> Vec<PointSource> {
    let mut luck = Stream::named(Seed(seed), "sources", &[]);
    let mut one = || {
        let at = DVec2::new(luck.range(0.0, 50.0), luck.range(0.0, 50.0).floor());
        let kernel = if luck.chance(0.5) { Kernel::Linear } else { Kernel::Smooth };
        PointSource { kernel, ..PointSource::new(at, luck.range(0.5, 15.0), luck.range(-2.0, 2.0)) }
    };
    (0..count).map(|_| one()).collect()
}

proptest! {
    #[test]
    fn the_tree_says_what_trying_all_says(seed in 0u64..1000, count in 0u64..80, at in (-5.0f64..55.0, -5.0f64..55.0)) {
        let (sources, at) = (scattered(seed, count), DVec2::from(at));
        let tree = Tree::new(sources.iter().copied().chain(sources.first().copied()));
        let all: f64 = sources.iter().chain(sources.first()).map(|source| source.value(at)).sum();
        prop_assert!((tree.sample(at) - all).abs() < 1e-9);
        let slope: DVec2 = sources.iter().chain(sources.first()).map(|source| source.slope(at)).sum();
        prop_assert!(tree.gradient(at).distance(slope) < 1e-9);
    }

    #[test]
    fn the_best_place_is_in_the_disc_and_no_worse_than_where_one_stands(
        seed in 0u64..400, centre in (0.0f64..50.0, 0.0f64..50.0), radius in 0.0f64..20.0,
    ) {
        let (tree, centre) = (Tree::new(scattered(seed, 30)), DVec2::from(centre));
        let (at, value) = tree.best_in(centre, radius).expect("somewhere");
        prop_assert!(at.distance(centre) <= radius && value >= tree.sample(centre));
        let (at, value) = Negative(&tree).best_in(centre, radius).expect("somewhere");
        prop_assert!(at.distance(centre) <= radius && -value <= tree.sample(centre));
    }

    #[test]
    fn what_is_added_and_removed_leaves_nothing(seed in 0u64..200) {
        let mut luck = Stream::named(Seed(seed), "added", &[]);
        let map = TileMap::new(12, 12).expect("small");
        let mut influence = GraphInfluence::new(map.len());
        let mut added: Vec<Added> = (0..8)
            .map(|_| influence.add(&map, SideId(0), CellIndex(luck.below(144) as u32), luck.range(1.0, 9.0), &Falling::Linear(luck.range(0.3, 2.0)), any))
            .collect();
        luck.shuffle(&mut added);
        added.into_iter().for_each(|added| influence.remove(added));
        prop_assert!((0..144).all(|cell| influence.of(SideId(0), CellIndex(cell)) == 0.0));
    }
}

#[test]
fn even_a_disc_smaller_than_rounding_is_not_left() {
    let tree = Tree::new(scattered(117, 30));
    for (centre, radius) in [
        (DVec2::new(26.937_776_913_819_878, 33.072_574_493_787_68), 0.002_419_317_597_231_540_5),
        (DVec2::splat(4e6), 1e-10),
    ] {
        let (at, _) = tree.best_in(centre, radius).expect("somewhere");
        assert!(at.distance(centre) <= radius, "{at} from {centre}");
    }
}

#[test]
fn grids_and_points_are_fields() {
    let mut layer = Layer::new(20, 20);
    layer.stamp(&Template::new(6.0, Falloff::Power(1.0)), (12, 8), 1.0);
    let points = Tree::new([PointSource::new(DVec2::new(12.5, 8.5), 6.0, 1.0)]);
    let fields: [&dyn Field; 2] = [&layer, &points];
    for field in fields {
        let (at, value) = field.best_in(DVec2::new(9.0, 8.5), 9.0).expect("somewhere");
        assert!(at.distance(DVec2::new(12.5, 8.5)) < 0.6, "{at}");
        assert!(value >= field.sample(DVec2::new(10.5, 8.5)));
        assert!(field.gradient(DVec2::new(9.5, 8.5)).x > 0.0, "it rises to the east");
        let (at, _) = field.best_in(DVec2::new(4.0, 8.5), 4.0).expect("somewhere");
        assert!(at.distance(DVec2::new(4.0, 8.5)) <= 4.0);
    }
}

#[test]
fn a_region_reached_by_two_ways_counts_once() {
    let mut diamond = Links::new(4);
    for (a, b) in [(0, 1), (0, 2), (1, 3), (2, 3)] {
        diamond.join(CellIndex(a), CellIndex(b), 1.0);
    }
    let mut influence = GraphInfluence::new(4);
    let (side, five) = (SideId(0), Falling::Linear(1.0));
    influence.add(&diamond, side, CellIndex(0), 5.0, &five, any);
    assert_eq!(influence.of(side, CellIndex(3)), 3.0);
    let mut one = GraphInfluence::new(4);
    (0..3).for_each(|_| drop(one.add(&diamond, side, CellIndex(0), 5.0, &five, any)));
    assert_eq!(one.of(side, CellIndex(0)), 15.0, "three in one region");
    let mut walled = GraphInfluence::new(4);
    walled.add(&diamond, side, CellIndex(0), 5.0, &five, |place| place != CellIndex(1));
    assert_eq!((walled.of(side, CellIndex(1)), walled.of(side, CellIndex(3))), (0.0, 3.0));
}

#[test]
fn sides_stay_apart_and_allies_are_no_foes() {
    let mut links = Links::new(2);
    links.join(CellIndex(0), CellIndex(1), 1.0);
    let mut influence = GraphInfluence::new(2);
    for (side, strength) in [(0, 5.0), (1, 8.0), (2, 3.0)] {
        influence.add(&links, SideId(side), CellIndex(0), strength, &Falling::Linear(1.0), any);
    }
    let (own, ally) = (SideId(0), SideId(1));
    assert_eq!(influence.against(own, &[ally], CellIndex(0)), 3.0);
}

#[test]
fn every_fall_off_follows_its_formula() {
    assert_eq!(Falling::Linear(2.0).at(10.0, 3.0), 4.0);
    assert_eq!(Falling::Linear(2.0).at(10.0, 30.0), 0.0);
    assert_eq!(Falling::Time { speed: 2.0, most: 60.0 }.at(10.0, 60.0), 5.0);
    let guns = Falling::Artillery { range: 100.0, speed: 2.0, packing: 20.0, most: 60.0 };
    assert_eq!((guns.at(6.0, 100.0), guns.at(6.0, 120.0), guns.at(6.0, 999.0)), (6.0, 3.0, 0.0));
    assert_eq!(Falling::Commander(2.0).at(10.0, 3.0), 1.0);
    for (text, line) in [("", 1), ("0", 1), ("0,1\n0,0.5", 2), ("0,0.5\n1,1", 2), ("0,nan", 1)] {
        assert_eq!(Falling::table(text).expect_err(text).line, line);
    }
}

#[test]
fn halving_makes_a_frontier_in_the_middle() {
    let map = TileMap::new(7, 1).expect("small");
    for (cut_off, expected) in
        [(0.0, [7.875, 3.75, 1.5, 0.0, -1.5, -3.75, -7.875]), (1.0, [8.0, 4.0, 2.0, 0.0, -2.0, -4.0, -8.0])]
    {
        let mut influence = GraphInfluence::new(7);
        let halving = Falling::Halving { cut_off };
        influence.add(&map, SideId(0), CellIndex(0), 8.0, &halving, any);
        influence.add(&map, SideId(1), CellIndex(6), -8.0, &halving, any);
        let sum: Vec<f64> = (0..7)
            .map(|i| influence.of(SideId(0), CellIndex(i)) + influence.of(SideId(1), CellIndex(i)))
            .collect();
        assert_eq!(sum, expected);
        assert_eq!(frontier(&sum), [3]);
    }
}

#[test]
fn contested_ground_is_not_empty_ground() {
    let rule = TerritoryConfig::default();
    let holds = [(0.0, 0.0), (9.0, 1.0), (1.0, 9.0), (9.0, 4.0), (4.0, 9.0)].map(|(a, b)| rule.hold(a, b));
    assert_eq!(holds, [Hold::Empty, Hold::Mine, Hold::Theirs, Hold::Contested, Hold::Contested]);
}

#[test]
fn the_scent_of_death_turns_ways_aside_and_fades() {
    let map = TileMap::new(5, 3).expect("small");
    let mut deaths = Memory::new(map.len(), 0.5);
    deaths.note(map.cell(2, 1).expect("inside"), 4.0);
    let way = |deaths: &Memory| {
        let land = wold_ways::search::costs::Costed::new(&map, vec![deaths.costs(1.0)]).expect("sound");
        let ends = [(0, 1), (4, 1)].map(|(x, y)| map.cell(x, y).expect("inside"));
        Search::new()
            .find(&land, ends[0], ends[1], Plan::AStar, &mut Budget::unlimited())
            .complete()
            .expect("a way")
    };
    assert!(!way(&deaths).cells.contains(&map.cell(2, 1).expect("inside")));
    (0..20).for_each(|_| deaths.fade());
    assert!(way(&deaths).cells.contains(&map.cell(2, 1).expect("inside")));
}

#[test]
fn traffic_is_expected_where_ways_between_sites_meet() {
    let mut star = Links::new(5);
    (1..5).for_each(|arm| star.join(CellIndex(0), CellIndex(arm), 1.0));
    let table = FullTable::new(&star).expect("small");
    let counts = predicted_traffic(&table, 5, &[CellIndex(1), CellIndex(2), CellIndex(3)]);
    assert_eq!(counts, [3, 2, 2, 2, 0]);
}

#[test]
fn an_upset_teaches_respect() {
    let mut respect = Respect::default();
    respect.fought(7, 0.9, false);
    close(respect.factor(7), 1.4);
    respect.fought(7, 0.3, false);
    close(respect.factor(7), 1.4);
    (0..20).for_each(|_| respect.fought(7, 1.0, false));
    assert_eq!(respect.factor(7), 4.0);
    respect.fought(7, 0.2, true);
    close(respect.factor(7), 2.5);
    assert_eq!(respect.factor(8), 1.0);
}

#[test]
fn avenues_contain_the_way_and_a_flank_keeps_out_of_them() {
    let mut map = TileMap::new(21, 15).expect("small");
    // A wall with a gap in the north: the shortest way bends out of the straight trapezoids.
    for y in 0..12 {
        map.set_open(10, y, false);
    }
    let middles: Vec<DVec2> =
        (0..315).map(|i| DVec2::new(f64::from(i % 21) + 0.5, f64::from(i / 21) + 0.5)).collect();
    let [home, site] = [(1, 7), (19, 7)].map(|(x, y)| map.cell(x, y).expect("inside"));
    let avenue = avenues(&map, &middles, home, &[site], AvenueConfig::default());
    let direct = Search::new()
        .find(&map, site, home, Plan::AStar, &mut Budget::unlimited())
        .complete()
        .expect("a way");
    assert!(direct.cells.iter().all(|cell| avenue.contains(cell)));
    let open = TileMap::new(21, 15).expect("small");
    let avenue = avenues(&open, &middles, home, &[site], AvenueConfig::default());
    assert!(avenue.len() < 200 && avenue.contains(&open.cell(10, 9).expect("inside")));
    let round = flank(&open, &avenue, site, home).expect("round the outside");
    assert!(round[1..round.len() - 1].iter().all(|cell| !avenue.contains(cell)));
    let two =
        avenues(&open, &middles, home, &[site, open.cell(10, 14).expect("inside")], AvenueConfig::default());
    assert!(two.is_superset(&avenue) && two.len() > avenue.len());
}
