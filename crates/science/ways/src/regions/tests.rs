//! Regions, tables, topology and journeys against their definitions.

use super::hops::FullTable;
use super::topology::{articulations, standings};
use super::*;
use crate::jump::Jumper;
use crate::search::{Graph, Links, Plan, Search};
use crate::testing::random_map;
use crate::tiles::TileMap;
use crate::{Budget, Outcome};
use proptest::prelude::*;
use wold_space::CellIndex;

fn check_cover(map: &TileMap, regions: &Regions, kind: impl Fn(i32, i32) -> u8) -> Result<(), TestCaseError> {
    let mut covered = vec![0; map.len()];
    let config = regions.config();
    for (id, region) in regions.iter() {
        let mut bounds = region.rects[0];
        for rect in &region.rects {
            bounds = bounds.around(rect);
            for (x, y) in rect.cells() {
                let (x, y) = (x as i32, y as i32);
                let cell = map.cell(x, y).expect("regions stay on the map");
                covered[cell.slot()] += 1;
                prop_assert_eq!(regions.at(cell), Some(id));
                prop_assert_eq!((map.is_open(x, y), kind(x, y)), (region.open, region.kind));
            }
        }
        prop_assert!(bounds.width.max(bounds.height) <= config.max_side);
        let centre = map.cell(region.centre.0, region.centre.1).expect("centres are on the map");
        prop_assert_eq!(regions.at(centre), Some(id), "the centre is inside");
    }
    prop_assert!(covered.iter().all(|&n| n == 1), "every tile is in exactly one region");
    Ok(())
}

/// Rooms with doors: more like a town than noise is.
fn rooms(salt: u64) -> (TileMap, Vec<(i32, i32)>) {
    let (mut map, _) = random_map(96, 80, 2, salt);
    let mut draws = wold_chance::Stream::named(wold_chance::Seed(salt), "rooms", &[]);
    for y in (0..80).step_by(11) {
        for x in 0..96 {
            map.set_open(x, y, draws.below(9) == 0);
        }
    }
    for x in (0..96).step_by(13) {
        for y in 0..80 {
            map.set_open(x, y, draws.below(9) == 0);
        }
    }
    let open = (0..96 * 80).map(|i| (i % 96, i / 96)).filter(|&(x, y)| map.is_open(x, y)).collect();
    (map, open)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn regions_cover_every_map_exactly(
        width in 1u32..90, height in 1u32..90, walls in 0u32..50, salt in any::<u64>(), max_side in 1u32..20
    ) {
        let (map, _) = random_map(width, height, walls, salt);
        let kind = |x: i32, y: i32| ((x / 9 + y / 7) % 3) as u8;
        let config = PartitionConfig { max_side, chunk: 32, ..PartitionConfig::default() };
        check_cover(&map, &Regions::new(&map, kind, config), kind)?;
    }

    #[test]
    fn the_ways_of_a_table_are_the_shortest(salt in any::<u64>()) {
        let (map, _) = random_map(48, 48, 25, salt);
        let regions = Regions::new(&map, |_, _| 0, PartitionConfig { max_side: 8, ..PartitionConfig::default() });
        let links = regions.links();
        let full = FullTable::new(links).expect("few places");
        let cost = |path: &[CellIndex]| path.windows(2).map(|step| {
            links.from(step[0]).iter().find(|(to, _)| *to == step[1]).expect("a way").1
        }).sum::<f64>();
        let n = links.places() as u32;
        for i in 0..40u32 {
            let (a, b) = (CellIndex(i * 7919 % n), CellIndex(i * 104_729 % n));
            let found = Search::new().find(links, a, b, Plan::Dijkstra, &mut Budget::unlimited()).complete();
            prop_assert_eq!(full.path(a, b).as_deref().map(|p| (cost(p) * 1e6).round()),
                found.map(|route| (route.length * 1e6).round()));
        }
    }

    #[test]
    fn every_articulation_is_a_choke_at_unlimited_depth(salt in any::<u64>()) {
        let mut draws = wold_chance::Stream::named(wold_chance::Seed(salt), "graph", &[]);
        let mut links = Links::new(25);
        for _ in 0..32 {
            let (a, b) = (CellIndex(draws.below(25) as u32), CellIndex(draws.below(25) as u32));
            if a != b {
                links.join(a, b, 1.0);
            }
        }
        let cuts = articulations(&links);
        for (i, standing) in standings(&links, u32::MAX).iter().enumerate() {
            prop_assert_eq!(standing.choke, cuts.contains(&CellIndex(i as u32)));
        }
    }

    #[test]
    fn journeys_are_walks_to_the_goal(salt in any::<u64>()) {
        let (map, open) = rooms(salt);
        let regions = Regions::new(&map, |_, _| 0, PartitionConfig::default());
        let (from, to) = (open[salt as usize % open.len()], open[(salt >> 20) as usize % open.len()]);
        let planned = Journey::plan(&map, &regions, &mut Search::new(), from, to, &mut Budget::unlimited());
        let exact = Jumper::new().find(&map, from, to, &mut Budget::unlimited()).complete();
        let mut journey = planned.complete();
        prop_assert_eq!(journey.is_some(), exact.is_some());
        if let (Some(journey), Some(exact)) = (&mut journey, exact) {
            let route = journey.walk(&map, &regions, &mut Jumper::new(), &mut Budget::unlimited()).found();
            let route = route.expect("a chain of regions can be walked");
            prop_assert!(map.is_walk(&route.cells));
            prop_assert_eq!(route.goal(), map.cell(to.0, to.1));
            prop_assert!(route.length >= exact.length - 1e-6);
            let mut within = Within::new();
            let whole = within.find(&map, &regions, (from, to), 1.1, &mut Budget::unlimited());
            // A budget of single steps comes to the same end.
            let mut steps = 0;
            let pieces = loop {
                let piece = within.find(&map, &regions, (from, to), 1.1, &mut Budget::steps(1));
                if piece.outcome != Outcome::OutOfBudget {
                    break piece;
                }
                steps += 1;
                prop_assert!(steps < 1_000_000, "it goes on");
            };
            prop_assert_eq!(&pieces, &whole);
            prop_assert!(whole.complete().expect("there is a way").length <= 1.1 * exact.length + 1e-6);
        }
    }
}

#[test]
fn a_walker_that_sees_the_region_after_next_does_not_turn_back() {
    let salt = 16_543_607_599_501_820_595;
    let (map, open) = rooms(salt);
    let regions = Regions::new(&map, |_, _| 0, PartitionConfig::default());
    let (from, to) = (open[salt as usize % open.len()], open[(salt >> 20) as usize % open.len()]);
    let plan = Journey::plan(&map, &regions, &mut Search::new(), from, to, &mut Budget::unlimited());
    let mut journey = plan.complete().expect("the regions are joined");
    let route = journey.walk(&map, &regions, &mut Jumper::new(), &mut Budget::unlimited()).found();
    assert_eq!(route.expect("it arrives").goal(), map.cell(to.0, to.1));
}

#[test]
fn journeys_are_on_average_at_most_15_percent_longer_than_the_shortest_way() {
    let (mut sum, mut count) = (0.0, 0);
    for salt in 0..8 {
        let (map, open) = rooms(salt);
        let regions = Regions::new(&map, |_, _| 0, PartitionConfig::default());
        for i in 0..40 {
            let (from, to) = (open[i * 7919 % open.len()], open[i * 104_729 % open.len()]);
            let plan = Journey::plan(&map, &regions, &mut Search::new(), from, to, &mut Budget::unlimited());
            let exact = Jumper::new().find(&map, from, to, &mut Budget::unlimited()).complete();
            if let (Some(mut journey), Some(exact)) = (plan.complete(), exact)
                && exact.length > 0.0
            {
                let walked = journey.walk(&map, &regions, &mut Jumper::new(), &mut Budget::unlimited());
                sum += walked.found().expect("a way").length / exact.length;
                count += 1;
            }
        }
    }
    let mean = sum / f64::from(count);
    assert!(count > 200 && mean <= 1.15, "{mean} over {count} journeys");
}

#[test]
fn tables_answer_the_worked_example() {
    let mut links = Links::new(24);
    links.join(CellIndex(17), CellIndex(12), 1.0);
    links.join(CellIndex(12), CellIndex(23), 1.0);
    let full = FullTable::new(&links).expect("small");
    let next = |a, b| full.next(CellIndex(a), CellIndex(b)).map(|c| c.0);
    assert_eq!(
        [next(17, 23), next(12, 23), next(23, 17), next(12, 17)],
        [Some(12), Some(23), Some(12), Some(17)]
    );
    assert_eq!(next(0, 17), None);
    let path = full.path(CellIndex(23), CellIndex(17)).expect("joined");
    assert_eq!(path.iter().map(|c| c.0).collect::<Vec<_>>(), [23, 12, 17]);
}

#[test]
fn a_chain_is_all_dead_end_and_its_middle_a_choke() {
    let mut links = Links::new(3);
    links.join(CellIndex(0), CellIndex(1), 1.0);
    links.join(CellIndex(1), CellIndex(2), 1.0);
    let found = standings(&links, 5);
    assert_eq!(found.iter().map(|s| s.choke).collect::<Vec<_>>(), [false, true, false]);
    assert!(found.iter().all(|s| s.dead_end), "the middle is absorbed");
    assert_eq!(found[1].areas, 2);
}

#[test]
fn in_a_ring_of_twelve_all_are_chokes_at_depth_five_and_none_at_ten() {
    let mut ring = Links::new(12);
    for i in 0..12 {
        ring.join(CellIndex(i), CellIndex((i + 1) % 12), 1.0);
    }
    assert!(standings(&ring, 5).iter().all(|s| s.choke && !s.dead_end));
    assert!(standings(&ring, 10).iter().all(|s| !s.choke));
    assert!(articulations(&ring).is_empty());
}

#[test]
fn a_journey_over_a_changed_map_says_so() {
    let (mut map, open) = rooms(1);
    let regions = Regions::new(&map, |_, _| 0, PartitionConfig::default());
    map.set_open(open[5].0, open[5].1, false);
    let plan = Journey::plan(&map, &regions, &mut Search::new(), open[0], open[9], &mut Budget::unlimited());
    assert!(matches!(plan.outcome, Outcome::Unreachable(crate::Reason::MapChanged)));
}
