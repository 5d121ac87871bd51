//! Meshes against brute force, against tiles, and test rooms for every stance.

use super::bake::{BakeConfig, Baker, Triangles};
use super::visible::Visible;
use super::*;
use crate::jump::Jumper;
use crate::regions::Published;
use crate::testing::{data, random_map};
use crate::tiles::{TileMap, movingai};
use crate::{Budget, Outcome, Reason};
use proptest::prelude::*;
use wold_space::{DVec2, DVec3, Vec3};

/// How a map becomes a mesh.
#[derive(Clone, Copy, Debug)]
enum Cut {
    /// Every open tile is a square: many ways have the same length.
    Squares,
    /// Open tiles beside each other are one polygon, with corners on straight edges.
    Rows,
    /// Triangles whose corners are off their places by up to this: no two ways have the same length.
    Bent(f64),
}

fn mesh_of(map: &TileMap, cut: Cut, salt: u64) -> NavMesh {
    let bend = if let Cut::Bent(bend) = cut { bend } else { 0.0 };
    let mut draws = wold_chance::Stream::named(wold_chance::Seed(salt), "bends", &[]);
    let mut off = || (draws.unit() - 0.5) * 2.0 * bend;
    let width = map.width() + 1;
    let vertices = (0..width * (map.height() + 1))
        .map(|i| DVec3::new(f64::from(i % width) + off(), f64::from(i / width) + off(), 0.0))
        .collect();
    let mut polygons: Vec<Vec<u32>> = Vec::new();
    for y in 0..map.height() {
        let mut x = 0;
        while x < map.width() {
            let open = |x: u32| x < map.width() && map.is_open(x as i32, y as i32);
            let mut end = x + 1;
            while matches!(cut, Cut::Rows) && open(end) {
                end += 1;
            }
            let (low, high) = (y * width, (y + 1) * width);
            match cut {
                _ if !open(x) => end = x + 1,
                Cut::Bent(_) => {
                    polygons.push(vec![low + x, low + end, high + end]);
                    polygons.push(vec![low + x, high + end, high + x]);
                }
                _ => polygons
                    .push((x..=end).map(|x| low + x).chain((x..=end).rev().map(|x| high + x)).collect()),
            }
            x = end;
        }
    }
    NavMesh::new(vertices, polygons.into_iter().map(|corners| (corners, Stance::Stand)).collect())
        .expect("tiles make a mesh")
}

fn middle(mesh: &NavMesh, (x, y): (i32, i32)) -> Spot {
    mesh.locate(DVec3::new(f64::from(x) + 0.5, f64::from(y) + 0.5, 0.0)).expect("an open tile is on the mesh")
}

/// A mesh of bent triangles about random walls.
pub(super) fn random_mesh(salt: u64) -> NavMesh {
    mesh_of(&random_map(20, 20, 25, salt).0, Cut::Bent(0.1), salt)
}

/// The middles of some polygons.
pub(super) fn middles_of(mesh: &NavMesh) -> Vec<DVec3> {
    middles(mesh, 7).into_iter().map(|spot| spot.point).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn mesh_ways_stay_on_the_mesh_and_are_no_longer_than_over_tiles(salt in any::<u64>(), walls in 0u32..45) {
        let (map, open) = random_map(10, 9, walls, salt);
        prop_assume!(open.len() > 4);
        let mesh = mesh_of(&map, Cut::Squares, salt);
        let mut polyanya = Polyanya::new();
        for pair in open.windows(2).take(4) {
            let (from, to) = (middle(&mesh, pair[0]), middle(&mesh, pair[1]));
            let found = polyanya.find(&mesh, from, to, &mut Budget::unlimited()).complete();
            let trip = Traveller::new().find(&mesh, &[], from, to, &mut Budget::unlimited()).found();
            let tiles = Jumper::new().find(&map, pair[0], pair[1], &mut Budget::unlimited()).complete();
            prop_assert_eq!(found.is_some(), trip.is_some());
            prop_assert_eq!(found.is_some(), tiles.is_some());
            if let (Some(found), Some(trip), Some(tiles)) = (found, trip, tiles) {
                prop_assert!(found.points.windows(2).all(|leg| visible::sees(&mesh, leg[0], leg[1])));
                prop_assert!(trip.length >= found.length - 1e-6);
                prop_assert!(trip.points.windows(2).all(|leg| visible::sees(&mesh, leg[0].0.truncate(), leg[1].0.truncate())));
                prop_assert!(found.length <= tiles.length + 1e-9, "{} over {}", found.length, tiles.length);
            }
        }
    }

    #[test]
    fn mesh_ways_are_as_short_as_by_brute_force(salt in any::<u64>(), walls in 5u32..50, cut in 0usize..4) {
        let (map, open) = random_map(8, 7, walls, salt);
        prop_assume!(open.len() > 4);
        let mesh = mesh_of(&map, [Cut::Squares, Cut::Rows, Cut::Bent(0.1), Cut::Bent(0.2)][cut], salt);
        let sure = Visible::new(&mesh);
        let mut polyanya = Polyanya::new();
        let mut draws = wold_chance::Stream::named(wold_chance::Seed(salt), "ends", &[]);
        for pair in open.windows(2).take(5) {
            // Inside, on edges and, where nothing is bent, on corners.
            let mut spot = |(x, y): (i32, i32)| {
                let off = |n: u64| [0.5, 0.0, 0.25, 1.0, 0.7][n as usize];
                let at = DVec2::new(f64::from(x) + off(draws.below(5)), f64::from(y) + off(draws.below(5)));
                mesh.locate(at.extend(0.0))
            };
            let (Some(from), Some(to)) = (spot(pair[0]), spot(pair[1])) else { continue };
            let found = polyanya.find(&mesh, from, to, &mut Budget::unlimited()).complete().map(|way| way.length);
            let exact = sure.length(from, to);
            match (found, exact) {
                (Some(found), Some(exact)) => prop_assert!((found - exact).abs() < 1e-6, "{found} instead of {exact}"),
                _ => prop_assert_eq!(found, exact),
            }
        }
    }

    #[test]
    fn pieces_are_convex_few_and_cover_the_polygon(seed in any::<u64>(), n in 4usize..24) {
        // A star-shaped outline: random distances at rising angles.
        let mut draws = wold_chance::Stream::named(wold_chance::Seed(seed), "outline", &[]);
        let outline: Vec<DVec2> = (0..n).map(|i| {
            let angle = i as f64 / n as f64 * std::f64::consts::TAU;
            DVec2::new(libm::cos(angle), libm::sin(angle)) * (0.5 + draws.unit())
        }).collect();
        let pieces = convex::pieces(&outline).expect("star-shaped outlines are simple");
        let notches = (0..n).filter(|&i| {
            let (a, b, c) = (outline[i], outline[(i + 1) % n], outline[(i + 2) % n]);
            (b - a).perp_dot(c - b) < 0.0
        }).count();
        prop_assert!(pieces.len() <= 2 * notches + 1, "{} pieces for {notches} notches", pieces.len());
        let mut covered = 0.0;
        for piece in &pieces {
            let flat: Vec<DVec2> = piece.iter().map(|&i| outline[i]).collect();
            prop_assert!(navmesh::is_convex(&flat));
            covered += navmesh::area(&flat);
        }
        prop_assert!((covered - navmesh::area(&outline)).abs() < 1e-9);
    }
}

#[test]
fn taking_a_diagonal_away_can_make_another_needed() {
    let l = [(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)].map(|(x, y)| DVec2::new(x, y));
    // Triangles around the notch at corner 3; which diagonal goes first decides between two and three pieces.
    let fan = [vec![3, 0, 1], vec![3, 1, 2], vec![3, 5, 0], vec![3, 4, 5]];
    for order in [[0, 1, 2, 3], [0, 2, 1, 3]] {
        let pieces = convex::merge(&l, order.iter().map(|&i| fan[i].clone()).collect());
        assert!((2..=3).contains(&pieces.len()));
        assert!(pieces.iter().all(|p| navmesh::is_convex(&p.iter().map(|&i| l[i]).collect::<Vec<_>>())));
    }
}

#[test]
fn all_lengths_on_the_arena_are_right() {
    let (Some(mesh), Some(scen)) = (data("navmesh/arena.mesh"), data("navmesh/arena.scen")) else { return };
    let mesh = format::parse_mesh(&mesh).expect("the arena is a mesh");
    let sure = Visible::new(&mesh);
    let mut polyanya = Polyanya::new();
    let queries = movingai::parse_scen(&scen).expect("well formed");
    assert_eq!(queries.len(), 160);
    for query in queries {
        let spot = |(x, y): (i32, i32)| {
            mesh.locate(DVec3::new(f64::from(x), f64::from(y), 0.0)).expect("on the mesh")
        };
        let (from, to) = (spot(query.from), spot(query.to));
        let found =
            polyanya.find(&mesh, from, to, &mut Budget::steps(100_000)).complete().expect("solvable").length;
        let exact = sure.length(from, to).expect("solvable");
        assert!((found - exact).abs() < 1e-6, "{query:?}: {found} instead of {exact}");
        assert!(found <= query.optimal + 1e-4, "a way at any angle is no longer than one over tiles");
    }
}

#[test]
fn a_budget_of_single_steps_finds_the_same_way() {
    let (map, open) = random_map(20, 20, 25, 5);
    let mesh = mesh_of(&map, Cut::Squares, 5);
    let (from, to) = (middle(&mesh, open[0]), middle(&mesh, open[1]));
    let whole = Polyanya::new().find(&mesh, from, to, &mut Budget::unlimited());
    let mut polyanya = Polyanya::new();
    let mut answer = polyanya.find(&mesh, from, to, &mut Budget::steps(1));
    while answer.outcome == Outcome::OutOfBudget {
        answer = polyanya.resume(&mesh, &mut Budget::steps(1));
    }
    assert_eq!(answer, whole);
}

#[test]
fn malformed_meshes_are_refused_with_a_reason() {
    let bad = |text: &str| format::parse_mesh(text).expect_err("malformed").to_string();
    assert_eq!(bad("nest\n2\n"), "line 1: expected \"mesh\"");
    assert_eq!(bad("mesh\n2\n3 1\n0 0 1 0\n1 0 1 0\n"), "the file ends where a vertex should be");
    assert_eq!(
        bad("mesh\n2\n3 1\n0 0 1\nNaN 0 1\n1 1 1\n3 0 1 2\n"),
        "vertex 1 is not within a million metres of the origin"
    );
    assert_eq!(bad("mesh\n2\n3 1\n0 0 1\n1 0 1\n2 0 1\n3 0 1 2\n"), "polygon 0 has no area");
    assert_eq!(
        bad("mesh\n2\n3 1\n0 0 1\n1 0 1\n0 1 1\n3 0 1 9\n"),
        "polygon 0 names vertex 9, which does not exist"
    );
    assert_eq!(bad("mesh\n2\n4 1\n0 0 1\n4 0 1\n1 1 1\n0 4 1\n4 0 1 2 3\n"), "polygon 0 is not convex");
    assert_eq!(
        bad("mesh\n2\n3 2\n0 0 1\n1 0 1\n0 1 1\n3 0 1 2\n3 0 1 2\n"),
        "polygons 0 and 1 lie on the same side of an edge"
    );
    assert!(format::parse_obj("v 0 0 nan\n").is_err() && format::parse_obj("v 0 0 0\nf 1 2 3\n").is_err());
}

/// Adds a box from `low` to `high`.
fn floor(side: f32) -> Triangles {
    let mut soup = Triangles::default();
    soup.add_block(Vec3::new(0.0, 0.0, -0.5), Vec3::new(side, side, 0.0));
    soup
}

fn all_stances() -> BakeConfig {
    BakeConfig { passes: Stance::PASSES.to_vec(), tile: 64, ..BakeConfig::default() }
}

fn bake(soup: Triangles, config: BakeConfig) -> NavMesh {
    Baker::new(soup, config)
        .and_then(|baker| baker.all())
        .and_then(|baked| baked.mesh())
        .expect("it can be baked")
}

fn stance_at(mesh: &NavMesh, x: f64, y: f64) -> Option<Stance> {
    mesh.locate(DVec3::new(x, y, 0.0)).filter(|s| s.point.z.abs() < 0.3).map(|s| mesh.stance(s.polygon))
}

#[test]
fn one_stands_in_the_open_crouches_under_a_table_and_crawls_under_a_bed() {
    let mut soup = floor(16.0);
    soup.add_block(Vec3::new(3.0, 3.0, 1.5), Vec3::new(7.0, 7.0, 1.6));
    soup.add_block(Vec3::new(9.0, 9.0, 0.8), Vec3::new(14.0, 14.0, 0.9));
    let mesh = bake(soup, all_stances());
    assert_eq!(stance_at(&mesh, 1.5, 1.5), Some(Stance::Stand));
    assert_eq!(stance_at(&mesh, 5.0, 5.0), Some(Stance::Crouch));
    assert_eq!(stance_at(&mesh, 11.5, 11.5), Some(Stance::Prone));
    // Under the table one crouches, but nobody takes that way who can walk round it.
    let spot = |x: f64, y: f64| mesh.locate(DVec3::new(x, y, 0.0)).expect("on the mesh");
    let under = Traveller::new().find(&mesh, &[], spot(1.5, 1.5), spot(5.0, 5.0), &mut Budget::unlimited());
    let under = under.found().expect("under the table");
    assert!(under.points.iter().any(|(_, step)| *step == Step::Move(Stance::Crouch)));
    let past = Traveller::new().find(&mesh, &[], spot(1.5, 5.0), spot(8.2, 5.0), &mut Budget::unlimited());
    assert!(past.found().expect("round it").points.iter().all(|(_, s)| *s == Step::Move(Stance::Stand)));
}

/// A hall of 60 m with a wall across at x = 30, a low duct through it at y 28 to 32 and, where it is told, a door at y 34 to 37.
fn hall(door: bool) -> NavMesh {
    let mut soup = floor(60.0);
    let mut wall = |from: f32, to: f32, z: f32| {
        soup.add_block(Vec3::new(29.9, from, z), Vec3::new(30.1, to, 3.0));
    };
    wall(0.0, 28.0, 0.0);
    wall(28.0, 32.0, 0.8);
    if door {
        wall(32.0, 34.0, 0.0);
        wall(37.0, 60.0, 0.0);
    } else {
        wall(32.0, 60.0, 0.0);
    }
    bake(soup, BakeConfig { cell: 0.2, cell_height: 0.1, ..all_stances() })
}

/// What a trip costs by the table of stances, leg by leg.
fn by_the_table(trip: &Trip) -> f64 {
    let leg = |leg: &[(DVec3, Step)]| match leg[0].1 {
        Step::Move(stance) => leg[0].0.distance(leg[1].0) * stance.cost(),
        Step::Link(_) => 0.0,
    };
    trip.points.windows(2).map(leg).sum()
}

fn across(mesh: &NavMesh) -> Trip {
    let spot = |x: f64| mesh.locate(DVec3::new(x, 30.0, 0.0)).expect("on the mesh");
    let found = Traveller::new().find(mesh, &[], spot(20.0), spot(40.0), &mut Budget::unlimited());
    found.found().expect("there is a way")
}

#[test]
fn an_upright_door_near_by_is_taken_instead_of_a_duct_and_the_cost_is_that_of_the_trip() {
    let trip = across(&hall(true));
    assert!(trip.points.iter().all(|(_, step)| *step == Step::Move(Stance::Stand)), "{trip:?}");
    assert!(trip.length < 22.3 && (trip.cost - trip.length).abs() < 1e-9, "{} {}", trip.length, trip.cost);
}

#[test]
fn a_duct_is_crawled_through_and_not_the_hall_behind_it() {
    let trip = across(&hall(false));
    let crawled: f64 = trip
        .points
        .windows(2)
        .filter(|leg| leg[0].1 == Step::Move(Stance::Prone))
        .map(|leg| leg[0].0.distance(leg[1].0))
        .sum();
    assert!((0.2..4.5).contains(&crawled), "{crawled} m of {trip:?}");
    assert!(trip.length < 20.5, "{}", trip.length);
    assert!((trip.cost - by_the_table(&trip)).abs() < 1e-9 && trip.cost > trip.length + crawled);
    let last = trip.points.last().expect("it has an end").1;
    assert_eq!(last, Step::Move(Stance::Stand), "one gets up again");
}

#[test]
fn the_order_of_passes_decides_what_is_left_to_crouch_on() {
    let mut soup = floor(16.0);
    soup.add_block(Vec3::new(3.0, 3.0, 1.5), Vec3::new(13.0, 13.0, 1.6));
    let crouching = |passes: &[Stance]| {
        bake(soup.clone(), BakeConfig { passes: passes.to_vec(), tile: 64, ..BakeConfig::default() })
            .area(Some(Stance::Crouch))
    };
    let useful = crouching(&[Stance::Stand, Stance::Crouch, Stance::Prone]);
    let little = crouching(&[Stance::Stand, Stance::Prone, Stance::Crouch]);
    assert!(little < useful / 3.0, "{little} against {useful}");
}

#[test]
fn a_gap_too_narrow_to_walk_is_sidestepped() {
    let mut soup = floor(12.0);
    soup.add_block(Vec3::new(0.0, 5.0, 0.0), Vec3::new(5.7, 6.0, 3.0));
    soup.add_block(Vec3::new(6.4, 5.0, 0.0), Vec3::new(12.0, 6.0, 3.0));
    let mesh = bake(soup, BakeConfig { cell: 0.1, ..all_stances() });
    assert_eq!(stance_at(&mesh, 6.05, 5.5), Some(Stance::Sidestep));
    let spot = |x: f64, y: f64| mesh.locate(DVec3::new(x, y, 0.0)).expect("on the mesh");
    let through = Traveller::new().find(&mesh, &[], spot(2.0, 2.0), spot(2.0, 9.0), &mut Budget::unlimited());
    assert!(
        through
            .found()
            .expect("through the gap")
            .points
            .iter()
            .any(|(_, s)| *s == Step::Move(Stance::Sidestep))
    );
}

#[test]
fn swimmers_are_at_the_surface() {
    let mut soup = Triangles::default();
    soup.add_block(Vec3::new(0.0, 0.0, -0.5), Vec3::new(6.0, 12.0, 0.0));
    soup.add_block(Vec3::new(6.0, 0.0, -3.5), Vec3::new(18.0, 12.0, -3.0));
    let water = Water { low: DVec2::new(6.0, 0.0), high: DVec2::new(18.0, 12.0), level: -0.2 };
    let mesh = bake(soup, BakeConfig { waters: vec![water], ..all_stances() });
    assert!(mesh.area(Some(Stance::Swim)) > 40.0);
    let bed = |x: f64| mesh.locate(DVec3::new(x, 6.0, -3.0)).expect("the bed is on the mesh");
    let trip = Traveller::new().find(&mesh, &[], bed(9.0), bed(15.0), &mut Budget::unlimited()).found();
    assert!(trip.expect("through the lake").points.iter().all(|(p, _)| (p.z - -0.2).abs() < 1e-6));
}

#[test]
fn tiles_are_sewn_together_and_floors_stay_apart() {
    let mut soup = floor(30.0);
    soup.add_block(Vec3::new(5.0, 5.0, 3.0), Vec3::new(25.0, 25.0, 3.2));
    let config = BakeConfig { tile: 32, ..BakeConfig::default() };
    let mesh = bake(soup, config);
    let at = |x: f64, y: f64, z: f64| mesh.locate(DVec3::new(x, y, z)).expect("on the mesh");
    let mut polyanya = Polyanya::new();
    let below =
        polyanya.find(&mesh, at(2.0, 2.0, 0.0), at(28.0, 28.0, 0.0), &mut Budget::unlimited()).complete();
    assert!(below.expect("the ground floor is one piece").length < 37.5, "straight across all seams");
    let above =
        polyanya.find(&mesh, at(7.0, 7.0, 3.2), at(23.0, 23.0, 3.2), &mut Budget::unlimited()).complete();
    assert!((above.expect("the upper floor is one piece").length - 16.0 * 2f64.sqrt()).abs() < 0.1);
    let (low, high) = (at(2.0, 2.0, 0.0), at(15.0, 15.0, 3.2));
    let between = Traveller::new().find(&mesh, &[], low, high, &mut Budget::unlimited());
    assert_eq!(between.outcome, Outcome::Unreachable(Reason::NoWay), "nobody flies");
    // A ladder joins them, while it stands.
    let mut ladder = OffMeshLink {
        from: at(2.0, 2.0, 0.0),
        to: at(7.0, 7.0, 3.2),
        cost: 12.0,
        both_ways: false,
        open: true,
    };
    let (down, up) = (at(28.0, 2.0, 0.0), at(20.0, 20.0, 3.2));
    let climb = Traveller::new().find(&mesh, &[ladder], down, up, &mut Budget::unlimited()).found();
    assert!(climb.expect("up the ladder").points.iter().any(|(_, step)| *step == Step::Link(0)));
    let back = Traveller::new().find(&mesh, &[ladder], up, down, &mut Budget::unlimited());
    assert_eq!(back.outcome, Outcome::Unreachable(Reason::NoWay), "it leads up only");
    ladder.open = false;
    let gone = Traveller::new().find(&mesh, &[ladder], down, up, &mut Budget::unlimited());
    assert_eq!(gone.outcome, Outcome::Unreachable(Reason::NoWay));
}

#[test]
fn stairs_lead_from_floor_to_floor() {
    let mut soup = floor(12.0);
    soup.add_block(Vec3::new(6.0, 0.0, 2.8), Vec3::new(12.0, 12.0, 3.0));
    for step in 0..10 {
        let x = 2.0 + 0.4 * step as f32;
        soup.add_block(Vec3::new(x, 4.0, 0.0), Vec3::new(x + 0.4, 7.0, 0.3 * (step + 1) as f32));
    }
    let mesh = bake(soup, BakeConfig { tile: 32, ..BakeConfig::default() });
    let at = |x: f64, y: f64, z: f64| mesh.locate(DVec3::new(x, y, z)).expect("on the mesh");
    let up = Polyanya::new().find(&mesh, at(1.0, 1.0, 0.0), at(9.0, 9.0, 3.0), &mut Budget::unlimited());
    assert!(up.complete().expect("up the stairs").length < 15.0);
}

#[test]
fn baking_only_the_edited_tiles_equals_baking_all() {
    let mut soup = floor(30.0);
    let config = BakeConfig { tile: 32, ..BakeConfig::default() };
    let baker = Baker::new(soup.clone(), config).expect("fits");
    let mut baked = baker.all().expect("bakes");
    let before = baked.mesh().expect("sews").area(None);
    let (low, high) = (Vec3::new(10.0, 10.0, 0.0), Vec3::new(13.0, 12.0, 2.5));
    soup.add_block(low, high);
    let edited = baker.edited(soup).expect("fits");
    let near = edited.tiles_near(low.as_dvec3().truncate(), high.as_dvec3().truncate());
    assert!(near.len() < edited.tiles().len() / 2, "few tiles are touched");
    for at in near {
        baked.tiles.insert(at, edited.tile(at).expect("bakes"));
    }
    let fresh = edited.all().expect("bakes");
    assert_eq!(baked.tiles, fresh.tiles);
    assert!(baked.mesh().expect("sews").area(None) < before - 5.0);
}

/// The middle of every `n`-th polygon.
fn middles(mesh: &NavMesh, n: usize) -> Vec<Spot> {
    let middle = |polygon: PolygonId| {
        let corners: Vec<DVec3> = mesh.corners(polygon).collect();
        let flat = (corners.iter().sum::<DVec3>() / corners.len() as f64).truncate();
        Spot { polygon, point: flat.extend(mesh.height_at(polygon, flat)) }
    };
    mesh.polygons().step_by(n).map(middle).collect()
}

#[test]
fn levels_of_many_floors_are_baked_and_crossed() {
    for (file, least, passes) in [
        ("navmesh/nav_test.obj", 3_500.0, &[Stance::Stand][..]),
        ("navmesh/nav_test.obj", 3_500.0, &Stance::PASSES),
        ("navmesh/dungeon.obj", 1_000.0, &[Stance::Stand]),
        ("navmesh/dungeon.obj", 1_000.0, &Stance::PASSES),
    ] {
        let Some(text) = data(file) else { return };
        let soup = format::parse_obj(&text).expect("well formed");
        let config =
            BakeConfig { cell: 0.3, cell_height: 0.15, passes: passes.to_vec(), ..BakeConfig::default() };
        let mesh = bake(soup, config);
        // What one stands on does not depend on what else is tried.
        assert!(mesh.area(Some(Stance::Stand)) > least, "{file}: {} m² to stand on", mesh.area(None));
        let spots = middles(&mesh, 1 + mesh.len() / 30);
        let (mut polyanya, mut traveller) = (Polyanya::new(), Traveller::new());
        let (mut found, mut unreachable) = (0, 0);
        for (from, to) in spots.iter().flat_map(|a| spots.iter().map(move |b| (*a, *b))) {
            let way = polyanya.find(&mesh, from, to, &mut Budget::unlimited());
            let trip = traveller.find(&mesh, &[], from, to, &mut Budget::unlimited()).found();
            assert_eq!(trip.is_some(), mesh.are_joined(from.polygon, to.polygon));
            let Some(trip) = trip else {
                assert_eq!(way.outcome, Outcome::Unreachable(Reason::NoWay));
                unreachable += 1;
                continue;
            };
            let way = way.complete().expect("both searches find a way");
            let flat: f64 = trip.points.windows(2).map(|leg| (leg[1].0 - leg[0].0).truncate().length()).sum();
            assert!(way.length <= flat + 1e-6, "{file}: {} is longer than {flat}", way.length);
            assert!(way.length >= (to.point - from.point).truncate().length() - 1e-9);
            found += 1;
        }
        assert!(found > 100 && unreachable > 100, "{file}: {found} ways, {unreachable} roofs apart");
    }
}

#[test]
fn places_of_another_mesh_are_refused_and_a_changed_mesh_is_noticed() {
    let wide = bake(floor(30.0), BakeConfig { tile: 32, ..BakeConfig::default() });
    let mut soup = floor(30.0);
    soup.add_block(Vec3::new(10.0, 0.0, 0.0), Vec3::new(11.0, 20.0, 3.0));
    let walled = bake(soup, BakeConfig { tile: 32, ..BakeConfig::default() });
    assert_ne!(wide.version(), walled.version());
    let at = |mesh: &NavMesh, x: f64, y: f64| mesh.locate(DVec3::new(x, y, 0.0)).expect("on the mesh");
    let nowhere = Spot { polygon: PolygonId(u32::MAX), ..at(&wide, 2.0, 2.0) };
    let (from, to) = (at(&walled, 2.0, 2.0), at(&walled, 28.0, 2.0));
    let budget = &mut Budget::unlimited();
    let mut polyanya = Polyanya::new();
    let mut traveller = Traveller::new();
    let outside = |reason| (Outcome::Unreachable(reason), Outcome::Unreachable(reason));
    let mut ask = |from, to| {
        let way = polyanya.find(&walled, from, to, budget).outcome.map(drop);
        (way, traveller.find(&walled, &[], from, to, budget).outcome.map(drop))
    };
    assert_eq!(ask(nowhere, to), outside(Reason::StartOutside));
    assert_eq!(ask(from, nowhere), outside(Reason::GoalOutside));
    let broken = OffMeshLink { from: nowhere, to, cost: 1.0, both_ways: true, open: true };
    let trip = Traveller::new().find(&walled, &[broken], from, to, &mut Budget::unlimited()).found();
    assert!(trip.expect("round the wall").points.iter().all(|(_, step)| matches!(step, Step::Move(_))));
    // A pause during which the wall goes.
    let few = &mut Budget::steps(1);
    assert_eq!(polyanya.find(&walled, from, to, few).outcome, Outcome::OutOfBudget);
    let changed = Outcome::Unreachable(Reason::MapChanged);
    assert_eq!(polyanya.resume(&wide, &mut Budget::unlimited()).outcome.map(drop), changed);
    assert_eq!(traveller.find(&walled, &[], from, to, &mut Budget::steps(1)).outcome, Outcome::OutOfBudget);
    let changed = Outcome::Unreachable(Reason::MapChanged);
    assert_eq!(traveller.resume(&wide, &[], &mut Budget::unlimited()).outcome.map(drop), changed);
}

#[test]
fn a_traveller_paused_at_every_step_comes_to_the_same_end() {
    let mut soup = floor(30.0);
    soup.add_block(Vec3::new(10.0, 0.0, 0.0), Vec3::new(11.0, 20.0, 3.0));
    let mesh = bake(soup, BakeConfig { tile: 32, ..BakeConfig::default() });
    let at = |x: f64, y: f64| mesh.locate(DVec3::new(x, y, 0.0)).expect("on the mesh");
    let (from, to) = (at(2.0, 2.0), at(28.0, 2.0));
    let whole = Traveller::new().find(&mesh, &[], from, to, &mut Budget::unlimited());
    let mut traveller = Traveller::new();
    let mut piece = traveller.find(&mesh, &[], from, to, &mut Budget::steps(1));
    let mut pauses = 0;
    while piece.outcome == Outcome::OutOfBudget {
        piece = traveller.resume(&mesh, &[], &mut Budget::steps(1));
        pauses += 1;
    }
    assert_eq!(piece, whole);
    assert!(pauses > 3);
}

#[test]
fn walkers_keep_the_old_mesh_while_tiles_are_baked_behind_their_backs() {
    let config = BakeConfig { tile: 32, ..BakeConfig::default() };
    let baker = Baker::new(floor(30.0), config).expect("sound");
    let mut baked = baker.all().expect("sound");
    let shelf = Published::new(1, baked.mesh().expect("sound"));
    let length = |mesh: &NavMesh| {
        let at = |x: f64, y: f64| mesh.locate(DVec3::new(x, y, 0.0)).expect("on the mesh");
        Polyanya::new().find(mesh, at(2.0, 4.0), at(28.0, 4.0), &mut Budget::unlimited()).complete()
    };
    let before = shelf.read().1;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut soup = floor(30.0);
            soup.add_block(Vec3::new(14.0, -1.0, 0.0), Vec3::new(15.0, 12.0, 3.0));
            let after = baker.edited(soup).expect("sound");
            let touched = after.tiles_near(DVec2::new(14.0, -1.0), DVec2::new(15.0, 12.0));
            assert!(touched.len() < after.tiles().len(), "some tiles are left alone");
            for at in touched {
                baked.tiles.insert(at, after.tile(at).expect("sound"));
            }
            assert!(shelf.publish(2, baked.mesh().expect("sound")));
        });
        // Whoever reads meanwhile has one mesh or the other, whole.
        let straight = length(&shelf.read().1).expect("there is always a way").length;
        assert!(straight >= 26.0 - 1e-6);
    });
    assert!((length(&before).expect("the old one stays whole").length - 26.0).abs() < 1e-6);
    assert!(length(&shelf.read().1).expect("round the wall").length > 29.0);
}
