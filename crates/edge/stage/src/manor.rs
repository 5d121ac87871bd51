//! A house of three rooms in a row on a meadow: something to steal in, to look into and to hide in.

use std::sync::Arc;
use wold_chance::Seed;
use wold_lore::land::{
    Chunk, Edge, EdgeKind, EdgeSide, Floor, Furniture, FurnitureKind, House, Roof, RoomUse,
};
use wold_space::{ChunkPos, DVec2};
use wold_world::{ChunkSource, Origin, WorldConfig};

/// Where the house begins: three rooms of three by five metres in a row.
pub const CORNER: DVec2 = DVec2::new(36.0, 12.0);
/// Where people arrive.
pub const START: DVec2 = DVec2::new(30.0, 22.0);
/// The rooms' width.
const ROOM: f64 = 3.0;

/// The land: a door to the north and a window to the south in the first room, a door from each to the next, and something tall to hide beside in the last two.
pub struct Manor;

fn house() -> House {
    let (width, depth) = (9_u8, 5_u8);
    let mut edges = Vec::new();
    for x in 0..width {
        let window = if x == 1 { EdgeKind::Window } else { EdgeKind::Wall };
        edges.push(Edge { x, y: 0, side: EdgeSide::South, kind: window });
        let door = if x == 1 { EdgeKind::Door } else { EdgeKind::Wall };
        edges.push(Edge { x, y: depth, side: EdgeSide::South, kind: door });
    }
    for y in 0..depth {
        for x in [0, 3, 6, 9] {
            let inner = (3..=6).contains(&x) && y == 3;
            let kind = if inner { EdgeKind::Door } else { EdgeKind::Wall };
            edges.push(Edge { x, y, side: EdgeSide::West, kind });
        }
    }
    let rooms = (0..usize::from(width) * usize::from(depth)).map(|tile| 1 + (tile % 9 / 3) as u8).collect();
    let shelf = |x, y| Furniture { kind: FurnitureKind::Shelf, x, y, quarter: 0 };
    let floor = Floor {
        rooms,
        uses: vec![RoomUse::Hall, RoomUse::Store, RoomUse::Bedroom],
        edges,
        stairs: None,
        furniture: vec![shelf(5, 1), shelf(8, 1), shelf(7, 1)],
    };
    House { corner: CORNER, width, depth, base: 0, floors: vec![floor], roof: Roof::Flat, facade: 0 }
}

impl ChunkSource for Manor {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::meadow(pos);
        if pos == (ChunkPos { x: 1, y: 0 }) {
            chunk.houses.push(house());
        }
        Arc::new(chunk)
    }
}

/// How such a world is set up. By the seed it begins in the light or in the dark; nobody has anything, and things can be stolen.
#[must_use]
pub fn settings(seed: u64) -> WorldConfig {
    let first_hour = 8.0 + (seed % 4) as f64 * 4.0;
    let mut config = WorldConfig { purse: 0, provisions: 0, first_hour, ..WorldConfig::default() };
    config.property.theft = true;
    config
}

/// The manor as the beginning of a world.
#[must_use]
pub fn manor(seed: u64) -> Origin {
    Origin {
        seed: Seed(seed),
        source: Arc::new(Manor),
        start: START,
        config: settings(seed),
        rules: Vec::new(),
    }
}

/// Which room a place is in, from 1 on as one comes to them from the door; 0 outside.
#[must_use]
pub fn room(at: DVec2) -> usize {
    let local = at - CORNER;
    let inside = local.cmpge(DVec2::ZERO).all() && local.x < 3.0 * ROOM && local.y < 5.0;
    if inside { 1 + (local.x / ROOM) as usize } else { 0 }
}
