//! Cover, tried.

use super::exposure::unite;
use super::*;
use crate::scene::Scene;
use glam::{DVec2, DVec3};
use proptest::prelude::*;
use wold_chance::{Seed, Stream};
use wold_space::CellIndex;
use wold_ways::Budget;
use wold_ways::search::{Plan, Search};
use wold_ways::tiles::TileMap;

fn flat(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

fn line(a: (f64, f64), b: (f64, f64)) -> Panel {
    Panel::line(a.into(), b.into())
}

fn exposed(panels: &[Panel], y: f64) -> f64 {
    Exposure::of(panels, DVec3::ZERO, flat(-5.0, y), flat(5.0, y)).exposed
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-6, "{a} is not {b}");
}

#[test]
fn a_wall_hides_four_of_ten_metres_whatever_the_order_of_its_ends() {
    let wall = line((-1.0, 5.0), (1.0, 5.0));
    for panel in [wall, line((1.0, 5.0), (-1.0, 5.0))] {
        let walk = Exposure::of([&panel], DVec3::ZERO, flat(-5.0, 10.0), flat(5.0, 10.0));
        close(walk.exposed, 6.0);
        close(walk.cost(3.0, false, 0.5), 22.0);
        close(walk.cost(3.0, true, 0.5), 27.0);
        close(walk.cost(1.0, false, 0.5), 10.0);
    }
    close(exposed(&[wall], 3.0), 10.0);
    assert!(wall.hides(DVec3::ZERO, flat(0.0, 7.0)) && !wall.hides(DVec3::ZERO, flat(3.0, 7.0)));
    close(Exposure::of([&wall], flat(0.0, 10.0), flat(-5.0, 0.0), flat(5.0, 0.0)).exposed, 6.0);
}

#[test]
fn shadows_are_united_not_added() {
    let (wall, next) = (line((-1.0, 5.0), (1.0, 5.0)), line((0.0, 5.0), (2.0, 5.0)));
    let shadow = next.shadow(DVec3::ZERO, flat(-5.0, 10.0), flat(5.0, 10.0)).expect("a shadow");
    close(shadow.0, 0.5);
    close(shadow.1, 0.9);
    close(exposed(&[wall, next], 10.0), 4.0);
    let full = line((-9.0, 5.0), (9.0, 5.0));
    close(exposed(&[full, full], 10.0), 0.0);
    assert_eq!(unite(vec![(0.5, 0.9), (0.3, 0.7), (0.95, 0.95)]), [(0.3, 0.9)]);
}

#[test]
fn a_metre_seen_by_many_is_one_metre_in_sight() {
    let wall = [line((-1.0, 5.0), (1.0, 5.0))];
    let (from, to) = (flat(-5.0, 10.0), flat(5.0, 10.0));
    let any = |eyes: &[DVec3]| Exposure::to_any(eyes.iter().map(|eye| (*eye, &wall[..])), from, to).exposed;
    close(any(&[DVec3::ZERO]), 6.0);
    close(any(&[DVec3::ZERO; 4]), 6.0);
    // From (-2, 0) the shadow lies from 0 to 4 east instead of from 2 west to 2 east: only what both hide is hidden.
    close(any(&[DVec3::ZERO, flat(-2.0, 0.0)]), 8.0);
    close(any(&[]), 0.0);
}

#[test]
fn a_low_wall_hides_the_low_and_a_hill_looks_over_it() {
    let wall = Panel::wall(DVec2::new(5.0, -50.0), DVec2::new(5.0, 50.0), 0.0, 1.2);
    let eye = DVec3::new(0.0, 0.0, 1.6);
    for (height, hidden) in [(0.79, true), (0.81, false)] {
        assert_eq!(wall.hides(eye, DVec3::new(10.0, 0.0, height)), hidden, "{height}");
    }
    let hill = DVec3::new(0.0, 0.0, 10.0);
    let shadow = wall.shadow(hill, flat(5.0, 0.0), flat(15.0, 0.0)).expect("a little");
    close(5.0 + 10.0 * shadow.1, 10.0 / 1.76);
    assert!((5.0 + 10.0 * shadow.1 - 5.68).abs() < 0.005);
}

#[test]
fn floors_and_ceilings_hide_storeys_from_each_other() {
    let ceiling = Panel::floor(DVec2::new(-5.0, -5.0), DVec2::new(5.0, 5.0), 3.0);
    let below = DVec3::new(0.0, 0.0, 1.6);
    assert!(ceiling.hides(below, DVec3::new(1.0, 1.0, 4.6)));
    assert!(!ceiling.hides(below, DVec3::new(1.0, 1.0, 2.0)), "the same room");
    assert!(!ceiling.hides(DVec3::new(0.0, -20.0, 1.6), DVec3::new(0.0, 20.0, 1.6)));
}

fn yard() -> Scene {
    let path = format!("{}/../../../worlds/scenes/yard.toml", env!("CARGO_MANIFEST_DIR"));
    Scene::parse(&std::fs::read_to_string(path).expect("shipped")).expect("shipped scenes are sound")
}

/// A map with blocks of wall, and the panels round them.
fn blocks(seed: u64) -> (TileMap, Vec<Panel>) {
    let mut luck = Stream::named(Seed(seed), "blocks", &[]);
    let mut map = TileMap::new(40, 40).expect("small");
    for _ in 0..12 {
        let (x, y) = (luck.below(36) as i32, luck.below(36) as i32);
        let (w, h) = (1 + luck.below(5) as i32, 1 + luck.below(5) as i32);
        for (dx, dy) in (0..w).flat_map(|dx| (0..h).map(move |dy| (dx, dy))) {
            map.set_open(x + dx, y + dy, false);
        }
    }
    let panels = outline((40, 40), 1.0, 0.6, |x, y| if map.is_open(x, y) { 0.0 } else { 3.0 });
    (map, panels)
}

fn centre(map: &TileMap, cell: CellIndex, height: f64) -> DVec3 {
    let (x, y) = map.place(cell);
    DVec3::new(f64::from(x) + 0.5, f64::from(y) + 0.5, height)
}

/// Middles of a 5 × 5 m grid of polygons.
fn polygons() -> Vec<DVec3> {
    (0..8)
        .flat_map(|y| {
            (0..8).map(move |x| DVec3::new(f64::from(x) * 5.0 + 2.5, f64::from(y) * 5.0 + 2.5, 1.6))
        })
        .collect()
}

#[test]
fn small_tables_agree_with_all_panels_and_larger_ones_more_so() {
    let mut luck = Stream::named(Seed(1), "pairs", &[]);
    let mut agreed = [0, 0, 0];
    for seed in 0..10 {
        let (map, panels) = blocks(seed);
        let fields = [2, 8, 24].map(|size| {
            CoverField::new(panels.clone(), polygons(), CoverMapConfig { size, ..CoverMapConfig::default() })
        });
        let mut pairs = 0;
        while pairs < 1000 {
            let mut point = || DVec3::new(luck.range(0.0, 40.0), luck.range(0.0, 40.0), 1.0);
            let (eye, body) = (point(), point());
            if !map.is_open(eye.x as i32, eye.y as i32) || !map.is_open(body.x as i32, body.y as i32) {
                continue;
            }
            pairs += 1;
            let truth = panels.iter().any(|panel| panel.hides(eye, body));
            for (agreed, field) in agreed.iter_mut().zip(&fields) {
                *agreed += usize::from(field.panels_near(eye).any(|panel| panel.hides(eye, body)) == truth);
            }
        }
    }
    let [few, eight, many] = agreed.map(|n| n as f64 / 10_000.0);
    println!("agreement of tables of 2, 8 and 24 panels: {few} {eight} {many}");
    assert!(few < eight && eight < many && eight >= 0.90, "{few} {eight} {many}");
}

#[test]
fn places_behind_a_wall_protect_against_what_is_beyond_it() {
    let panels = outline((9, 9), 1.0, 0.6, |x, y| if (3..6).contains(&x) && y == 4 { 1.2 } else { 0.0 });
    assert_eq!(panels.len(), 4, "a wall of three tiles has four sides");
    let open = |at: DVec2| !((3.0..6.0).contains(&at.x) && (4.0..5.0).contains(&at.y));
    let spots = hide_spots(&panels, 1.0, open);
    let south = spots.iter().find(|spot| spot.at == DVec2::new(4.5, 3.5)).expect("before the middle");
    assert_eq!((south.facing, south.high), (Some(DVec2::Y), false), "crouching, facing the wall");
    let along = rails(&panels, 2.0, open);
    assert_eq!(along.len(), 2);
    assert_eq!(along.iter().map(|rail| rail.from.distance(rail.to)).collect::<Vec<_>>(), [2.0, 2.0]);
}

#[test]
fn a_scene_gets_places_to_hide_from_its_walls() {
    let yard = yard();
    let panels = outline(yard.tiles(), yard.side, 0.6, |x, y| if yard.is_clear(x, y) { 0.0 } else { 3.0 });
    let spots = hide_spots(&panels, 1.0, |at| yard.stands(at));
    assert!(spots.len() > 10 && spots.iter().all(|spot| spot.high && yard.stands(spot.at)));
}

fn way(
    map: &TileMap,
    field: &CoverField,
    eye: DVec3,
    bias: f64,
    ends: [(i32, i32); 2],
) -> Option<(f64, f64, f64)> {
    let enemies = [Enemy { eye, bias }];
    let graph = Covered::new(map, field, &enemies, |cell| centre(map, cell, 1.0), |_| false, 0.0);
    let [from, to] = ends.map(|(x, y)| map.cell(x, y).expect("inside"));
    let route = Search::new().find(&graph, from, to, Plan::AStar, &mut Budget::unlimited()).complete()?;
    let length = route
        .cells
        .windows(2)
        .map(|pair| centre(map, pair[0], 1.0).distance(centre(map, pair[1], 1.0)))
        .sum();
    Some((route.length, graph.exposed(&route.cells), length))
}

#[test]
fn unsafe_ground_is_walked_round() {
    let map = TileMap::new(11, 11).expect("small");
    let field = CoverField::new(Vec::new(), vec![DVec3::ZERO], CoverMapConfig::default());
    let courtyard = |cell: CellIndex| {
        let (x, y) = map.place(cell);
        (2..9).contains(&x) && (2..9).contains(&y)
    };
    let graph = Covered::new(&map, &field, &[], |cell| centre(&map, cell, 1.0), courtyard, 2.0);
    let [from, to] = [(0, 5), (10, 5)].map(|(x, y)| map.cell(x, y).expect("inside"));
    let found = Search::new().find(&graph, from, to, Plan::AStar, &mut Budget::unlimited());
    let route = found.complete().expect("a way");
    assert!(!route.cells.iter().any(|cell| courtyard(*cell)), "under the balcony");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_exposed_length_never_grows_with_the_bias(seed in 0u64..200, eye in (0.0f64..40.0, 0.0f64..40.0)) {
        let (map, panels) = blocks(seed);
        let field = CoverField::new(panels, polygons(), CoverMapConfig::default());
        let eye = DVec3::new(eye.0, eye.1, 1.6);
        let open: Vec<(i32, i32)> = (0..1600).map(|i| (i % 40, i / 40)).filter(|(x, y)| map.is_open(*x, *y)).collect();
        let ends = [open[0], open[open.len() - 1]];
        let ways: Vec<_> = [1.0, 2.0, 5.0, 20.0].into_iter().map(|bias| way(&map, &field, eye, bias, ends)).collect();
        for pair in ways.windows(2) {
            if let [Some(before), Some(after)] = pair {
                prop_assert!(after.1 <= before.1 + 1e-9, "{before:?} {after:?}");
                prop_assert!(after.0 >= before.0 - 1e-9, "cost is monotone in the bias");
                prop_assert!(after.0 >= after.2 - 1e-9, "never below the length");
            }
        }
    }

    #[test]
    fn a_shadow_is_what_rays_say(
        a in (-9.0f64..9.0, 2.0f64..9.0), b in (-9.0f64..9.0, 2.0f64..9.0), top in 0.5f64..4.0,
        eye in (-5.0f64..5.0, -5.0f64..1.0, 0.5f64..6.0), to in (-15.0f64..15.0, 9.5f64..20.0), share in 0.0f64..1.0,
    ) {
        let panel = Panel::wall(a.into(), b.into(), 0.0, top);
        let (eye, from, to) = (DVec3::from(eye), DVec3::new(-12.0, 12.0, 0.3), DVec3::new(to.0, to.1, 0.3));
        let point = from.lerp(to, share);
        // Where the line of sight meets the panel's upright plane.
        let (a, b) = (DVec2::from(a), DVec2::from(b));
        let normal = (b - a).perp();
        let (at_eye, at_point) = (normal.dot(eye.truncate() - a), normal.dot(point.truncate() - a));
        prop_assume!((at_eye - at_point).abs() > 1e-6 && a.distance(b) > 0.1);
        let along = at_eye / (at_eye - at_point);
        let hit = eye.lerp(point, along);
        let on = (hit.truncate() - a).dot(b - a) / (b - a).length_squared();
        prop_assume!(on.abs() > 1e-6 && (on - 1.0).abs() > 1e-6 && (hit.z - top).abs() > 1e-6 && hit.z.abs() > 1e-6);
        let blocked = (0.0..1.0).contains(&along) && (0.0..1.0).contains(&on) && hit.z > 0.0 && hit.z < top;
        let shadow = panel.shadow(eye, from, to);
        let inside = shadow.is_some_and(|(start, end)| start - 1e-9 < share && share < end + 1e-9);
        let outside = shadow.is_none_or(|(start, end)| share < start + 1e-9 || end - 1e-9 < share);
        prop_assert!(if blocked { inside } else { outside }, "{shadow:?} {share} {blocked}");
    }
}
