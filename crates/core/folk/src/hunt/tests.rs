use super::ground::{Terrain, level_of, point};
use super::hunts::LastSeen;
use std::sync::Arc;
use wold_land::Land;
use wold_land::walkable::Walkable;
use wold_lore::land::{
    Chunk, Edge, EdgeKind, EdgeSide, Floor, Furniture, FurnitureKind, House, Roof, RoomUse, Stairs,
};
use wold_senses::search::Ground;
use wold_space::{ChunkPos, DVec2, DVec3, Tick};
use wold_wire::ChunkChanges;

const CORNER: DVec2 = DVec2::new(10.0, 10.0);

/// One room of six by six metres on two storeys, with a door to the east and a shelf in the middle of the ground floor.
fn house() -> House {
    let side = 6_u8;
    let storey = |stairs, furniture| {
        let mut edges = Vec::new();
        for i in 0..side {
            for (x, y, side) in [
                (i, 0, EdgeSide::South),
                (i, side, EdgeSide::South),
                (0, i, EdgeSide::West),
                (side, i, EdgeSide::West),
            ] {
                let door = (x, y) == (6, 2) && side == EdgeSide::West;
                edges.push(Edge { x, y, side, kind: if door { EdgeKind::Door } else { EdgeKind::Wall } });
            }
        }
        Floor { rooms: vec![1; 36], uses: vec![RoomUse::Hall], edges, stairs, furniture }
    };
    let stairs = Stairs { x: 1, y: 4, quarter: 0, length: 3 };
    let shelf = Furniture { kind: FurnitureKind::Shelf, x: 2, y: 2, quarter: 0 };
    House {
        corner: CORNER,
        width: side,
        depth: side,
        base: 0,
        floors: vec![storey(Some(stairs), vec![shelf]), storey(None, Vec::new())],
        roof: Roof::Flat,
        facade: 0,
    }
}

fn land() -> Land {
    let mut land = Land::default();
    for pos in (ChunkPos { x: 0, y: 0 }).around(1) {
        let mut chunk = Chunk::meadow(pos);
        if pos == (ChunkPos { x: 0, y: 0 }) {
            chunk.houses.push(house());
        }
        land.put(Arc::new(chunk), ChunkChanges::default());
    }
    land
}

fn at(land: &Land, x: f64, y: f64, level: u8) -> DVec3 {
    point(land, CORNER + DVec2::new(x, y), level)
}

#[test]
fn spots_are_found_outside_in_rooms_and_upstairs_and_what_stands_there_hides_them() {
    let land = land();
    let mut walkable = Walkable::default();
    let terrain = Terrain::new(&land, &mut walkable);
    let spots = terrain.candidates(at(&land, 9.0, 2.5, 0), 14.0);
    let within = |spot: &DVec3, level: u8| {
        land.house_at(spot.truncate(), level).is_some() && level_of(&land, *spot) == level
    };
    for level in [0, 1] {
        let inside = spots.iter().filter(|spot| within(&spot.at, level)).count();
        assert!(inside > 6, "{inside} on storey {level}");
    }
    assert!(spots.iter().any(|spot| spot.cover && land.house_at(spot.at.truncate(), 0).is_none()));
    assert!(spots.iter().any(|spot| !spot.cover), "open ground is no cover");
    let door = at(&land, 8.0, 2.5, 0);
    assert!(!terrain.sees(door, at(&land, 4.5, 2.5, 0)), "the door is shut");
    let inside = at(&land, 5.2, 2.5, 0);
    assert!(terrain.sees(inside, at(&land, 4.0, 1.0, 0)), "across the room");
    assert!(!terrain.sees(inside, at(&land, 0.8, 2.5, 0)), "the shelf is in the way");
    assert!(!terrain.sees(at(&land, 4.5, 2.5, 0), at(&land, 4.5, 2.5, 1)), "and the ceiling there");
}

#[test]
fn ways_lead_round_walls_and_up_the_stairs() {
    let land = land();
    let mut walkable = Walkable::default();
    let terrain = Terrain::new(&land, &mut walkable);
    let west = at(&land, -2.0, 2.5, 0);
    let ways = terrain.ways(west, &[at(&land, 3.5, 1.0, 0), at(&land, 4.5, 1.5, 1), at(&land, -2.0, 4.5, 0)]);
    let [room, above, beside] = [0, 1, 2].map(|n| ways[n].expect("one gets everywhere"));
    assert!((12.0..30.0).contains(&room), "round the house to its door: {room}");
    assert!(above > room && (1.9..2.2).contains(&beside), "{above} {beside}");
    assert!(terrain.depth(west, DVec2::X, 12.0) < 2.1, "as far as the wall");
    assert_eq!(terrain.depth(west, -DVec2::X, 12.0), 12.0);
}

#[test]
fn who_ran_towards_a_wall_is_thought_to_be_before_it() {
    let land = land();
    let place = CORNER + DVec2::new(-5.0, 2.5);
    let seen = LastSeen { place, level: 0, velocity: DVec2::new(4.0, 0.0), tick: Tick(100) };
    assert_eq!(seen.reckoned(&land, Tick(100)), place);
    assert_eq!(seen.reckoned(&land, Tick(110)), place + DVec2::new(2.0, 0.0));
    let far = seen.reckoned(&land, Tick(160));
    assert!((4.0..=5.0).contains(&(far - place).x), "{far}");
}
