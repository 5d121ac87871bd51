//! Ground of several prices: stances, flags, walls and lines.

use super::*;
use crate::Budget;
use proptest::prelude::*;
use wold_space::{DVec2, DVec3};

/// Rectangles that share edges, each given by its corners' x and y; corners on another's edge become its corners, too.
fn rooms(rooms: &[([f64; 4], Stance)]) -> NavMesh {
    let mut vertices: Vec<DVec3> = Vec::new();
    let corners = |[x, y, right, top]: [f64; 4]| {
        [(x, y), (right, y), (right, top), (x, top)].map(|(x, y)| DVec3::new(x, y, 0.0))
    };
    for point in rooms.iter().flat_map(|(room, _)| corners(*room)) {
        if !vertices.contains(&point) {
            vertices.push(point);
        }
    }
    let outline = |room: [f64; 4]| {
        let corners = corners(room);
        (0..4)
            .flat_map(|i| {
                let (a, b) = (corners[i], corners[(i + 1) % 4]);
                let share = |v: DVec3| (v - a).dot(b - a) / a.distance_squared(b);
                let on = |v: DVec3| (0.0..1.0).contains(&share(v)) && a.lerp(b, share(v)).distance(v) < 1e-9;
                let mut edge: Vec<u32> =
                    (0..vertices.len() as u32).filter(|v| on(vertices[*v as usize])).collect();
                edge.sort_by(|a, b| share(vertices[*a as usize]).total_cmp(&share(vertices[*b as usize])));
                edge
            })
            .collect()
    };
    let polygons = rooms.iter().map(|(room, stance)| (outline(*room), *stance)).collect();
    NavMesh::new(vertices, polygons).expect("sound")
}

fn spot(mesh: &NavMesh, x: f64, y: f64) -> Spot {
    mesh.locate(DVec3::new(x, y, 0.0)).expect("on the mesh")
}

fn trip(mesh: &NavMesh, filter: Filter, from: (f64, f64), to: (f64, f64)) -> Option<Trip> {
    let ends = (spot(mesh, from.0, from.1), spot(mesh, to.0, to.1));
    Traveller::with_filter(filter).find(mesh, &[], ends.0, ends.1, &mut Budget::unlimited()).found()
}

#[test]
fn getting_up_again_counts_when_a_door_is_chosen() {
    use Stance::{Prone, Stand};
    let mesh = rooms(&[
        ([0.0, 0.0, 10.0, 20.0], Stand),
        ([10.0, 0.0, 11.0, 2.0], Prone),
        ([10.0, 5.0, 11.0, 6.0], Stand),
        ([11.0, 0.0, 21.0, 20.0], Stand),
    ]);
    // Crawled it is 1 + 6 + 6 for the metre until the feet are out + 0; upright 9.25 by the door.
    let found = trip(&mesh, Filter::default(), (9.0, 1.0), (12.0, 1.0)).expect("there is a way");
    assert!(found.points.iter().all(|(_, step)| *step == Step::Move(Stand)), "{found:?}");
    assert!((found.cost - 9.246).abs() < 0.01 && found.cost == found.length, "{}", found.cost);
    let deep = trip(&mesh, Filter::default(), (10.0, 1.0), (10.9, 1.0)).expect("within the duct");
    assert!((deep.cost - 5.4).abs() < 1e-6, "{}", deep.cost);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_way_over_dear_ground_bends_where_it_is_cheapest(wide in 20.0f64..400.0, deep in 1.0f64..30.0, at in 0.1f64..0.9) {
        use Stance::{Crouch, Stand};
        let mesh = rooms(&[
            ([0.0, 0.0, wide, 10.0], Stand),
            ([0.0, 10.0, wide, 10.0 + deep], Crouch),
        ]);
        let (from, to) = ((1.0, 1.0), (wide * at, 10.0 + deep - 0.5));
        let found = trip(&mesh, Filter::default(), from, to).expect("there is a way");
        let cost = |x: f64| {
            let at = DVec2::new(x, 10.0);
            at.distance(from.into()) + Crouch.cost() * at.distance(to.into())
        };
        let best = (0..=40_000).map(|i| cost(wide * f64::from(i) / 40_000.0)).fold(f64::MAX, f64::min);
        prop_assert!(found.cost <= best * 1.0005 && found.cost >= best - 1e-3, "{} instead of {best}", found.cost);
    }

    #[test]
    fn marking_ground_changes_no_length_and_marks_exactly_the_area(
        x in 0.0f64..15.0, y in 0.0f64..15.0, w in 0.5f64..10.0, h in 0.5f64..10.0, salt in any::<u64>()
    ) {
        let plain = tests::random_mesh(salt);
        let area = Area { low: DVec2::new(x, y), high: DVec2::new(x + w, y + h), flags: Flags::SLOW };
        let marked = plain.clone().with_areas(&[area]).expect("sound");
        prop_assert!((plain.area(None) - marked.area(None)).abs() < 1e-6);
        for at in tests::middles_of(&plain) {
            let (before, after) = (plain.locate(at), marked.locate(at));
            prop_assert!(before.is_some() && after.is_some());
            let inside = area.low.cmple(at.truncate()).all() && at.truncate().cmple(area.high).all();
            let border = (at.truncate() - area.low).abs().min((at.truncate() - area.high).abs()).min_element() < 1e-3;
            prop_assert!(border || inside == marked.flags(after.expect("found").polygon).has(Flags::SLOW));
        }
        let ends = tests::middles_of(&plain);
        if let [first, .., last] = ends[..] {
            let way = |mesh: &NavMesh| {
                let ends = (mesh.locate(first).expect("on it"), mesh.locate(last).expect("on it"));
                let length = Polyanya::new().find(mesh, ends.0, ends.1, &mut Budget::unlimited()).complete();
                length.map(|way| way.length)
            };
            match (way(&plain), way(&marked)) {
                (Some(a), Some(b)) => prop_assert!((a - b).abs() < 1e-6, "{a} {b}"),
                (a, b) => prop_assert!(a.is_none() && b.is_none(), "{a:?} {b:?}"),
            }
        }
    }

    #[test]
    fn a_line_reaches_what_is_as_near_as_the_crow_flies_and_nothing_else(salt in any::<u64>()) {
        let mesh = tests::random_mesh(salt);
        let ends = tests::middles_of(&mesh);
        let from = mesh.locate(ends[0]).expect("on it");
        let filter = Filter::default();
        for to in ends.iter().map(|to| mesh.locate(*to).expect("on it")) {
            let ray = mesh.raycast(from, to.point.truncate(), &filter);
            let straight = from.point.distance(to.point);
            let way = Polyanya::new().find(&mesh, from, to, &mut Budget::unlimited()).complete();
            let is_straight = way.is_some_and(|way| way.length < straight + 1e-7);
            prop_assert!(ray.wall.is_some() || is_straight);
            // A line that grazes a corner may be told either way.
            let (left, wall) = (ray.end.point.distance(to.point), mesh.wall(ray.end, 1.0, &filter));
            prop_assert!(ray.wall.is_none() || !is_straight || left < 1e-6 || wall.is_some_and(|w| w.distance < 1e-6));
            prop_assert!(ray.wall.is_none() || wall.is_some_and(|wall| wall.distance < 1e-6));
        }
        // The nearest wall by looking at all edges.
        let near = mesh.wall(from, 100.0, &filter).map_or(100.0, |wall| wall.distance);
        let rays = (0..64).map(|turn| {
            let way = DVec2::from_angle(f64::from(turn) / 64.0 * std::f64::consts::TAU) * 200.0;
            mesh.raycast(from, from.point.truncate() + way, &filter).end.point.distance(from.point)
        });
        let least = rays.fold(f64::MAX, f64::min);
        prop_assert!(near <= least + 1e-6, "no line is shorter than the distance to a wall: {near} {least}");
    }
}

#[test]
fn each_agent_goes_its_own_way_over_marked_ground() {
    let plain = rooms(&[([0.0, 0.0, 60.0, 40.0], Stance::Stand)]);
    let strip = |flags| Area { low: DVec2::new(20.0, 0.0), high: DVec2::new(25.0, 30.0), flags };
    let way = |flags, filter| {
        let mesh = plain.clone().with_areas(&[strip(flags)]).expect("sound");
        trip(&mesh, filter, (10.0, 10.0), (40.0, 10.0)).expect("there is a way")
    };
    let filter = Filter::default();
    let slow = way(Flags::SLOW, filter);
    assert!(
        (slow.length - 30.0).abs() < 1e-4 && (slow.cost - 35.0).abs() < 1e-4,
        "through the mud: {slow:?}"
    );
    let dear = way(Flags::SLOW, Filter { slow: 9.0, ..filter });
    assert!(dear.length > 50.0 && (dear.cost - dear.length).abs() < 1e-4, "round it: {dear:?}");
    let wet = way(Flags::AMPHIBIOUS, filter);
    assert!(wet.length > 50.0, "only the amphibious go in: {wet:?}");
    assert!((way(Flags::AMPHIBIOUS, Filter { amphibious: true, ..filter }).length - 30.0).abs() < 1e-4);
    assert_eq!(way(Flags::UNSAFE, filter).cost, way(Flags::CONCEALED, filter).cost);
    let bold = way(Flags::UNSAFE, Filter { danger: 1.5, ..filter });
    assert!((bold.cost - 32.5).abs() < 1e-4, "{bold:?}");
    let shy = way(Flags::CONCEALED, Filter { open: 3.0, ..filter });
    assert!((shy.cost - 80.0).abs() < 1e-4, "{shy:?}");
}

#[test]
fn ground_kept_off_is_a_wall_to_lines_and_to_who_asks_for_walls() {
    let marsh = Area { low: DVec2::new(20.0, 0.0), high: DVec2::new(25.0, 30.0), flags: Flags::AMPHIBIOUS };
    let mesh = rooms(&[([0.0, 0.0, 60.0, 40.0], Stance::Stand)]).with_areas(&[marsh]).expect("sound");
    let from = spot(&mesh, 12.0, 14.0);
    let frog = Filter { amphibious: true, ..Filter::default() };
    let ray = mesh.raycast(from, DVec2::new(50.0, 14.0), &Filter::default());
    assert!(
        (ray.end.point.x - 20.0).abs() < 1e-6 && ray.wall.is_some_and(|wall| wall.distance(DVec2::X) < 1e-9),
        "{ray:?}"
    );
    let far = mesh.raycast(from, DVec2::new(50.0, 14.0), &frog);
    assert!(far.wall.is_none() && far.end.point.distance(DVec3::new(50.0, 14.0, 0.0)) < 1e-9);
    let wall = |filter: &Filter| mesh.wall(from, 99.0, filter).expect("somewhere").distance;
    assert!((wall(&Filter::default()) - 8.0).abs() < 1e-6 && (wall(&frog) - 12.0).abs() < 1e-6);
    assert_eq!(mesh.wall(from, 5.0, &frog), None, "none within reach");
    let within = spot(&mesh, 22.0, 5.0);
    let refused = Traveller::new().find(&mesh, &[], within, from, &mut Budget::unlimited());
    assert_eq!(refused.outcome, crate::Outcome::Unreachable(crate::Reason::StartBlocked));
}
