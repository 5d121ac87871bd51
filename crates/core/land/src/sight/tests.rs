use super::screens::{Stretch, turned};
use super::*;
use proptest::prelude::*;
use std::sync::Arc;
use wold_lore::land::{
    Chunk, Edge, EdgeKind, EdgeSide, Floor, Furniture, FurnitureKind, Growth, GrowthKind, House, LATTICE,
    Roof, RoomUse, Stairs,
};
use wold_wire::{ChunkChanges, Pose};

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
    land.set_doors(HOME, BTreeSet::from([DOOR]));
    land
}

const HOME: ChunkPos = ChunkPos { x: 1, y: 0 };
const DOOR: Door = Door { house: 0, level: 0, x: 0, y: 1, side: EdgeSide::West };

const WEST: DVec2 = DVec2::new(20.0, 15.5);
const EAST: DVec2 = DVec2::new(90.0, 15.5);
const IN_WEST_ROOM: DVec2 = DVec2::new(42.0, 13.5);
const IN_EAST_ROOM: DVec2 = DVec2::new(46.5, 13.5);

/// Whether somebody who stands at one place and storey sees the eyes of another who does.
fn sees(land: &Land, from: DVec2, from_level: u8, to: DVec2, to_level: u8) -> bool {
    let eyes = |place, level| land.eyes(place, level, Pose::Standing);
    land.sees(eyes(from, from_level), eyes(to, to_level))
}

#[test]
fn a_house_between_two_people_hides_them_though_it_stands_near_neither() {
    let land = land();
    assert!(!sees(&land, WEST, 0, EAST, 0), "the house is in the middle, in a chunk of neither");
    assert!(!sees(&land, EAST, 0, WEST, 0));
    assert!(sees(&land, WEST + DVec2::Y * 10.0, 0, EAST + DVec2::Y * 10.0, 0), "past it");
}

#[test]
fn doors_and_windows_show_and_walls_do_not() {
    let land = land();
    assert!(sees(&land, DVec2::new(30.0, 13.5), 0, IN_WEST_ROOM, 0), "through the open door");
    assert!(sees(&land, IN_WEST_ROOM, 0, DVec2::new(30.0, 13.5), 0), "and out of it");
    assert!(
        !sees(&land, DVec2::new(30.0, 16.5), 0, DVec2::new(41.0, 16.5), 0),
        "not through the wall beside it"
    );
    assert!(sees(&land, DVec2::new(42.5, 25.0), 0, DVec2::new(42.5, 15.0), 0), "through the window");
    assert!(!sees(&land, IN_WEST_ROOM, 0, IN_EAST_ROOM, 0), "rooms have walls between them");
    assert!(sees(&land, DVec2::new(42.0, 16.5), 0, DVec2::new(46.0, 16.5), 0), "and a door");
}

#[test]
fn a_shut_door_hides_what_an_open_one_shows() {
    let mut land = land();
    let outside = DVec2::new(30.0, 13.5);
    let doors: Vec<Door> = land.doors_near(outside + DVec2::X * 10.0).map(|(_, door, _)| door).collect();
    assert_eq!(
        doors.iter().filter(|door| door.level == 0).collect::<Vec<_>>(),
        [&DOOR],
        "rooms have doorways"
    );
    land.set_doors(HOME, BTreeSet::new());
    assert!(!sees(&land, outside, 0, IN_WEST_ROOM, 0) && !sees(&land, IN_WEST_ROOM, 0, outside, 0));
    assert!(sees(&land, DVec2::new(42.0, 16.5), 0, DVec2::new(46.0, 16.5), 0));
    land.set_doors(HOME, BTreeSet::from([DOOR]));
    assert!(sees(&land, outside, 0, IN_WEST_ROOM, 0));
}

#[test]
fn a_sill_hides_what_lies_under_the_window_and_a_lintel_what_is_far_above() {
    let land = land();
    let outside = land.eyes(DVec2::new(42.5, 25.0), 0, Pose::Standing);
    let under = DVec2::new(42.5, 17.5);
    assert!(!land.sees(outside, land.lying(under, 0)));
    assert!(land.sees_body(outside, &land.figure(under, 0, Pose::Standing)));
    assert!(!land.sees_body(outside, &land.figure(under, 0, Pose::Lying)), "who lies down is gone");
    let above = Point { place: DVec2::new(42.5, 19.0), height: 8.0 };
    assert!(!land.sees(above, land.eyes(under, 0, Pose::Standing)));
}

#[test]
fn storeys_hide_but_for_the_stairs() {
    let land = land();
    assert!(!sees(&land, IN_EAST_ROOM, 0, IN_EAST_ROOM, 1));
    let on_stairs = DVec2::new(45.8, 14.5);
    let at_its_head = DVec2::new(47.5, 14.5);
    assert!(sees(&land, on_stairs, 0, at_its_head, 1) && sees(&land, at_its_head, 1, on_stairs, 0));
    assert!(!sees(&land, IN_WEST_ROOM, 1, on_stairs, 0), "a wall stands between");
    let yard = DVec2::new(46.5, 22.0);
    assert!(!sees(&land, yard, 0, IN_EAST_ROOM, 1), "nobody looks up through a wall");
}

#[test]
fn from_an_upper_window_one_sees_the_street_and_is_seen_from_it() {
    let land = land();
    let at_the_window = DVec2::new(42.5, 17.4);
    let street = DVec2::new(42.5, 30.0);
    assert!(sees(&land, at_the_window, 1, street, 0) && sees(&land, street, 0, at_the_window, 1));
    assert!(!sees(&land, DVec2::new(42.5, 13.0), 1, street, 0), "from the back of the room one sees the sky");
    assert!(!sees(&land, at_the_window, 1, DVec2::new(42.5, 18.8), 0), "nor who stands right below");
    assert!(!sees(&land, at_the_window, 0, at_the_window, 1), "nor who looks out below");
}

#[test]
fn walls_people_built_hide_as_high_as_they_are() {
    let mut land = land();
    let (a, b) = (DVec2::new(70.0, 10.5), DVec2::new(80.0, 10.5));
    assert!(sees(&land, a, 0, b, 0));
    let mut changes = ChunkChanges { version: 1, ..Default::default() };
    changes.built.insert((10, 10, EdgeSide::West), EdgeKind::Wall);
    land.change(ChunkPos { x: 2, y: 0 }, changes);
    assert!(!sees(&land, a, 0, b, 0));
    assert!(sees(&land, a + DVec2::Y, 0, b + DVec2::Y, 0), "beside it");
    let tower = Point { place: a, height: 9.0 };
    assert!(land.sees(tower, land.eyes(b, 0, Pose::Standing)), "over it");
}

#[test]
fn a_hill_hides_and_who_crouches_is_hidden_by_less() {
    let mut land = Land::default();
    for x in 0..3 {
        let mut chunk = Chunk::meadow(ChunkPos { x, y: 0 });
        if x == 1 {
            // A ridge along the middle of the chunk, 1.4 m high.
            for (j, i) in (0..LATTICE).flat_map(|j| (7..10).map(move |i| (j, i))) {
                chunk.heights[j * LATTICE + i] = 45;
            }
        }
        land.put(Arc::new(chunk), ChunkChanges::default());
    }
    let (a, b) = (DVec2::new(20.0, 16.0), DVec2::new(70.0, 16.0));
    assert!(sees(&land, a, 0, b, 0), "over the ridge");
    let crouched = land.figure(b, 0, Pose::Lying);
    assert!(!land.sees_body(land.eyes(a, 0, Pose::Standing), &crouched));
    let behind = land.figure(DVec2::new(52.0, 16.0), 0, Pose::Sneaking);
    assert!(!land.sees_body(land.eyes(a, 0, Pose::Sneaking), &behind));
    let shades = Shades::around(&land, a, 60.0);
    assert!(!shades.is_clear());
    let (low, far) = (land.eyes(a, 0, Pose::Lying), land.eyes(b, 0, Pose::Lying));
    assert!(!shades.nearly_sees(low, far, 2.0), "a ridge has no corner");
}

#[test]
fn trunks_hide_until_they_are_felled_and_stalls_hide_who_crouches() {
    let mut chunk = Chunk::meadow(ChunkPos::default());
    for (kind, y) in [(GrowthKind::Oak, 8), (GrowthKind::Stall, 16)] {
        chunk.growths.push(Growth { kind, at: [16 * 128, y * 128], size: 128, turn: 0 });
    }
    let mut land = Land::default();
    land.put(Arc::new(chunk), ChunkChanges::default());
    let at = |x: f64, y: f64, pose| land.figure(DVec2::new(x, y), 0, pose);
    let oak = (at(10.0, 8.0, Pose::Standing), at(20.0, 8.0, Pose::Standing));
    assert!(!land.sees_body(oak.0.eyes, &oak.1));
    let (keeper, crouched) = (at(12.0, 16.0, Pose::Standing), at(17.5, 16.0, Pose::Sneaking));
    assert!(land.sees_body(keeper.eyes, &at(17.5, 16.0, Pose::Standing)));
    assert!(!land.sees_body(at(12.0, 16.0, Pose::Sneaking).eyes, &crouched));
    let around = Shades::around(&land, keeper.eyes.place, 30.0);
    assert!(around.nearly_sees(oak.0.eyes, oak.1.eyes, 2.0), "nobody stays behind a trunk for long");
    drop(around);
    let mut changes = ChunkChanges { version: 1, ..Default::default() };
    changes.gone.insert(0);
    land.change(ChunkPos::default(), changes);
    assert!(land.sees_body(oak.0.eyes, &oak.1), "over the stump");
}

#[test]
fn furniture_hides_who_crouches_behind_it() {
    let mut home = house(DVec2::new(8.0, 8.0));
    home.floors[0].furniture.push(Furniture { kind: FurnitureKind::Shelf, x: 2, y: 2, quarter: 0 });
    let mut chunk = Chunk::meadow(ChunkPos::default());
    chunk.houses.push(home);
    let mut land = Land::default();
    land.put(Arc::new(chunk), ChunkChanges::default());
    let (here, there) = (DVec2::new(8.5, 10.5), DVec2::new(11.7, 10.5));
    let eyes = land.eyes(here, 0, Pose::Sneaking);
    assert!(!land.sees_body(eyes, &land.figure(there, 0, Pose::Sneaking)));
    assert!(land.sees_body(land.eyes(here, 0, Pose::Standing), &land.figure(there, 0, Pose::Standing)));
    assert!(land.sees_body(eyes, &land.figure(DVec2::new(11.7, 12.5), 0, Pose::Sneaking)));
}

#[test]
fn swimmers_are_seen_from_the_shore() {
    let mut chunk = Chunk::meadow(ChunkPos::default());
    for (index, height) in chunk.heights.iter_mut().enumerate() {
        if index % LATTICE >= 4 {
            *height = -96;
            chunk.water[index] = 0;
        }
    }
    let mut land = Land::default();
    land.put(Arc::new(chunk), ChunkChanges::default());
    let shore = land.eyes(DVec2::new(2.0, 16.0), 0, Pose::Standing);
    assert!(land.sees_body(shore, &land.figure(DVec2::new(20.0, 16.0), 0, Pose::Swimming)));
}

#[test]
fn whoever_is_about_to_turn_a_corner_is_nearly_seen_and_whoever_is_well_behind_it_is_not() {
    let land = land();
    let shades = Shades::around(&land, WEST, 96.0);
    let eyes = |place| land.eyes(place, 0, Pose::Standing);
    let watcher = eyes(DVec2::new(44.0, 30.0));
    let behind = |x: f64| shades.nearly_sees(watcher, eyes(DVec2::new(x, 9.0)), 2.5);
    assert!(!behind(44.0), "in the middle of the far wall");
    assert!(!shades.sees(watcher, eyes(DVec2::new(50.0, 9.0))), "still hidden");
    assert!(behind(50.0), "a step from the corner");
    // Walls stop steps, too: who stands inside does not lean out through them.
    let inside = eyes(DVec2::new(47.5, 13.0));
    assert!(!shades.nearly_sees(eyes(DVec2::new(60.0, 13.0)), inside, 2.5));
    // Who comes to an upper window is known before they look down.
    let up = |y: f64| land.eyes(DVec2::new(42.5, y), 1, Pose::Standing);
    let below = eyes(DVec2::new(42.5, 26.0));
    assert!(!shades.sees(up(15.0), below) && shades.nearly_sees(up(15.0), below, 2.5));
}

/// Whether a wall edge of a house on the ground floor is crossed, metre by metre.
fn hides_by_the_metre(house: &House, from: DVec2, to: DVec2) -> bool {
    let (from, to) = (from - house.corner, to - house.corner);
    house.floors[0].edges.iter().filter(|edge| edge.kind == EdgeKind::Wall).any(|edge| match edge.side {
        EdgeSide::South => Stretch::metre(edge.y, edge.x).crossed(from, to).is_some(),
        EdgeSide::West => Stretch::metre(edge.x, edge.y).crossed(turned(from), turned(to)).is_some(),
    })
}

#[test]
fn stretches_hide_what_their_metres_hide_and_sight_is_symmetric() {
    let land = land();
    let house = house(DVec2::new(40.0, 12.0));
    let mut draw = wold_chance::Stream::named(wold_chance::Seed(7), "lines", &[]);
    let (mut open, mut hidden) = (0, 0);
    for _ in 0..20_000 {
        // Halves of metres meet corners, doorposts and walls lengthwise.
        let mut place =
            || DVec2::new(draw.below(60) as f64, draw.below(44) as f64) / 2.0 + DVec2::new(30.0, 4.0);
        let (from, to) = (place(), place());
        // At one height: who stands on the stairs is above the window.
        let eyes = |place| Point { place, height: 1.62 };
        let seen = land.sees(eyes(from), eyes(to));
        assert_eq!(seen, !hides_by_the_metre(&house, from, to), "{from} {to}");
        if seen { open += 1 } else { hidden += 1 }
    }
    assert!(open > 2_000 && hidden > 2_000, "{open} open, {hidden} hidden");
}

/// A grown town around its start.
fn town() -> (Land, DVec2) {
    let world = wold_genesis::Genesis::new(wold_chance::Seed(42));
    let start = world.start();
    let mut land = Land::default();
    for pos in ChunkPos::of(start).around(2) {
        land.put(Arc::new(world.chunk(pos)), ChunkChanges::default());
    }
    (land, start)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn in_a_town_sight_is_symmetric_and_what_is_seen_is_nearly_seen(seed in any::<u64>()) {
        static TOWN: std::sync::OnceLock<(Land, DVec2)> = std::sync::OnceLock::new();
        let (land, start) = TOWN.get_or_init(town);
        let mut draw = wold_chance::Stream::named(wold_chance::Seed(seed), "looks", &[]);
        let shades = Shades::around(land, *start, 64.0);
        for _ in 0..64 {
            let mut eyes = || {
                let place = *start + DVec2::new(draw.range(-40.0, 40.0), draw.range(-40.0, 40.0));
                let level = draw.below(2) as u8;
                let level = if land.house_at(place, level).is_some() { level } else { 0 };
                let pose = Pose::ALL[draw.below(6) as usize];
                (land.eyes(place, level, pose), level)
            };
            let ((a, a_level), (b, b_level)) = (eyes(), eyes());
            let seen = land.sees(a, b);
            prop_assert_eq!(seen, land.sees(b, a));
            prop_assert_eq!(seen, shades.sees(a, b), "more shades around hide no more");
            prop_assert!(!seen || shades.nearly_sees(a, b, 2.75));
            if a_level != b_level && a.place.distance(b.place) < 0.2 {
                prop_assert!(!seen || land.house_at(a.place, a_level).is_none(), "floors hide");
            }
        }
    }
}
