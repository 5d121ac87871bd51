use super::*;
use std::sync::Arc;
use wold_lore::land::{Chunk, Floor, Roof, RoomUse, Stairs};
use wold_lore::land::{EdgeSide, House};
use wold_wire::ChunkChanges;

/// A house of 8 × 6 m with its corner at `corner`, two rooms with a door between, a door in the west, a window in the north, and a second storey over a flight of stairs.
pub(crate) fn house(corner: DVec2) -> House {
    let mut edges = Vec::new();
    let edge = |x, y, side, kind| Edge { x, y, side, kind };
    for x in 0..8 {
        edges.push(edge(x, 0, EdgeSide::South, EdgeKind::Wall));
        let north = if x == 2 { EdgeKind::Window } else { EdgeKind::Wall };
        edges.push(edge(x, 6, EdgeSide::South, north));
    }
    for y in 0..6 {
        let west = if y == 1 { EdgeKind::Door } else { EdgeKind::Wall };
        edges.push(edge(0, y, EdgeSide::West, west));
        let middle = if y == 4 { EdgeKind::Door } else { EdgeKind::Wall };
        edges.push(edge(4, y, EdgeSide::West, middle));
        edges.push(edge(8, y, EdgeSide::West, EdgeKind::Wall));
    }
    let floor = |stairs| Floor {
        rooms: vec![1; 48],
        uses: vec![RoomUse::Hall],
        edges: edges.clone(),
        stairs,
        furniture: Vec::new(),
    };
    let stairs = Stairs { x: 5, y: 2, quarter: 0, length: 2 };
    let floors = vec![floor(Some(stairs)), floor(None)];
    House { corner, width: 8, depth: 6, base: 0, floors, roof: Roof::Flat, facade: 0 }
}

/// Four by three chunks of meadow with one house at (40, 12), whose chunk is neither that of the west nor that of the east.
fn land() -> Land {
    let mut land = Land::default();
    for (x, y) in (-1..2).flat_map(|y| (0..4).map(move |x| (x, y))) {
        let mut chunk = Chunk::meadow(ChunkPos { x, y });
        if (x, y) == (1, 0) {
            chunk.houses.push(house(DVec2::new(40.0, 12.0)));
        }
        land.put(Arc::new(chunk), ChunkChanges::default());
    }
    land
}

const WEST: DVec2 = DVec2::new(20.0, 15.5);
const EAST: DVec2 = DVec2::new(90.0, 15.5);
const IN_WEST_ROOM: DVec2 = DVec2::new(42.0, 13.5);
const IN_EAST_ROOM: DVec2 = DVec2::new(46.5, 13.5);

#[test]
fn a_house_between_two_people_hides_them_though_it_stands_near_neither() {
    let land = land();
    assert!(!land.sees(WEST, 0, EAST, 0), "the house is in the middle, in a chunk of neither");
    assert!(!land.sees(EAST, 0, WEST, 0));
    assert!(land.sees(WEST + DVec2::Y * 10.0, 0, EAST + DVec2::Y * 10.0, 0), "past it");
}

#[test]
fn doors_and_windows_show_and_walls_do_not() {
    let land = land();
    assert!(land.sees(DVec2::new(30.0, 13.5), 0, IN_WEST_ROOM, 0), "through the open door");
    assert!(land.sees(IN_WEST_ROOM, 0, DVec2::new(30.0, 13.5), 0), "and out of it");
    assert!(
        !land.sees(DVec2::new(30.0, 16.5), 0, DVec2::new(41.0, 16.5), 0),
        "not through the wall beside it"
    );
    assert!(land.sees(DVec2::new(42.5, 25.0), 0, DVec2::new(42.5, 15.0), 0), "through the window");
    assert!(!land.sees(IN_WEST_ROOM, 0, IN_EAST_ROOM, 0), "rooms have walls between them");
    assert!(land.sees(DVec2::new(42.0, 16.5), 0, DVec2::new(46.0, 16.5), 0), "and a door");
}

#[test]
fn storeys_hide_but_for_the_stairs() {
    let land = land();
    assert!(!land.sees(IN_EAST_ROOM, 0, IN_EAST_ROOM, 1));
    let on_stairs = DVec2::new(45.8, 14.5);
    let beside = DVec2::new(46.5, 16.5);
    assert!(land.sees(on_stairs, 0, beside, 1) && land.sees(beside, 1, on_stairs, 0));
    assert!(!land.sees(IN_WEST_ROOM, 1, on_stairs, 0), "a wall stands between");
    assert!(!land.sees(on_stairs, 0, beside, 2));
    assert!(!land.sees(WEST, 0, IN_WEST_ROOM, 1), "nobody looks up from the street");
}

#[test]
fn walls_people_built_hide_on_the_ground() {
    let mut land = land();
    let (a, b) = (DVec2::new(70.0, 10.5), DVec2::new(80.0, 10.5));
    assert!(land.sees(a, 0, b, 0));
    let mut changes = ChunkChanges { version: 1, ..Default::default() };
    changes.built.insert((10, 10, EdgeSide::West), EdgeKind::Wall);
    land.change(ChunkPos { x: 2, y: 0 }, changes);
    assert!(!land.sees(a, 0, b, 0));
    assert!(land.sees(a + DVec2::Y, 0, b + DVec2::Y, 0), "beside it");
}

#[test]
fn whoever_is_about_to_turn_a_corner_is_nearly_seen_and_whoever_is_well_behind_it_is_not() {
    let land = land();
    let shades = Shades::around(&land, WEST, 96.0);
    let watcher = DVec2::new(44.0, 30.0);
    let behind = |x: f64| shades.nearly_sees(watcher, 0, DVec2::new(x, 9.0), 0, 2.5);
    assert!(!behind(44.0), "in the middle of the far wall");
    let corner = DVec2::new(50.0, 9.0);
    assert!(!shades.sees(watcher, 0, corner, 0), "still hidden");
    assert!(behind(50.0), "a step from the corner");
    // Walls stop steps, too: who stands inside does not lean out through them.
    let inside = DVec2::new(47.5, 13.0);
    assert!(!shades.nearly_sees(DVec2::new(60.0, 13.0), 0, inside, 0, 2.5));
}

/// Whether a wall edge of a house on the ground floor is crossed, metre by metre.
fn hides_by_the_metre(house: &House, from: DVec2, to: DVec2) -> bool {
    let walls = house.floors[0].edges.iter().filter(|edge| edge.kind == EdgeKind::Wall);
    walls.copied().any(|edge| edge_is_crossed(edge, from - house.corner, to - house.corner))
}

#[test]
fn stretches_hide_what_their_metres_hide() {
    let land = land();
    let house = house(DVec2::new(40.0, 12.0));
    let mut draw = wold_chance::Stream::named(wold_chance::Seed(7), "lines", &[]);
    let (mut open, mut hidden) = (0, 0);
    for _ in 0..20_000 {
        // Halves of metres meet corners, doorposts and walls lengthwise.
        let mut place =
            || DVec2::new(draw.below(60) as f64, draw.below(44) as f64) / 2.0 + DVec2::new(30.0, 4.0);
        let (from, to) = (place(), place());
        let sees = land.sees(from, 0, to, 0);
        assert_eq!(sees, !hides_by_the_metre(&house, from, to), "{from} {to}");
        if sees { open += 1 } else { hidden += 1 }
    }
    assert!(open > 2_000 && hidden > 2_000, "{open} open, {hidden} hidden");
}
