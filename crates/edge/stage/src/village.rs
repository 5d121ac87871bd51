//! Land to test on: a meadow with a few things in known spots and a house.

use std::sync::Arc;
use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_lore::land::{
    Chunk, Door, Edge, EdgeKind, EdgeSide, Floor, Growth, GrowthKind, House, Place, PlaceKind, Roof, RoomUse,
    Sprout, ThingKind,
};
use wold_lore::measure::to_spot;
use wold_space::{ChunkPos, DVec2};
use wold_world::{ChunkSource, Origin, WorldConfig};

/// The oak's index among the growths of the first chunk.
pub const OAK: u16 = 0;
/// Where the oak stands.
pub const OAK_AT: DVec2 = DVec2::new(26.0, 4.0);
/// Where an axe lies.
pub const AXE_AT: DVec2 = DVec2::new(25.0, 6.0);
/// Where planks lie.
pub const PLANK_AT: DVec2 = DVec2::new(22.0, 6.0);
/// Nine mushrooms in a heap: one more than a bag holds.
pub const MUSHROOMS_AT: DVec2 = DVec2::new(6.0, 4.0);
/// Where an apple lies.
pub const APPLE_AT: DVec2 = DVec2::new(10.0, 28.0);
/// A coin behind the south wall of the house.
pub const COIN_AT: DVec2 = DVec2::new(44.5, 12.75);
/// Outside the same wall.
pub const BEHIND_THE_WALL: DVec2 = DVec2::new(44.5, 11.5);
/// In the house, where no step or two leads to its door.
pub const IN_THE_CORNER: DVec2 = DVec2::new(47.0, 13.0);

/// The village's land.
pub struct Village;

impl ChunkSource for Village {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::meadow(pos);
        let spot = |at: DVec2| to_spot(at - pos.origin());
        let sprout = |kind, at| Sprout { kind, at: spot(at) };
        match (pos.x, pos.y) {
            (0, 0) => {
                chunk.growths.push(Growth { kind: GrowthKind::Oak, at: spot(OAK_AT), size: 128, turn: 0 });
                chunk.sprouts.push(sprout(ThingKind::Axe, AXE_AT));
                chunk.sprouts.push(sprout(ThingKind::Plank, PLANK_AT));
                chunk.sprouts.push(sprout(ThingKind::Apple, APPLE_AT));
                for i in 0..9 {
                    let at = MUSHROOMS_AT + DVec2::new(f64::from(i) * 0.05, 0.0);
                    chunk.sprouts.push(sprout(ThingKind::Mushroom, at));
                }
                let names = [(PlaceKind::Well, "the well", 12.0), (PlaceKind::Market, "the market", 24.0)];
                for (kind, name, x) in names {
                    chunk.places.push(Place { kind, name: name.into(), at: DVec2::new(x, 18.0) });
                }
            }
            (1, 0) => {
                chunk.sprouts.push(sprout(ThingKind::Coin, COIN_AT));
                chunk.houses.push(house());
            }
            _ => {}
        }
        Arc::new(chunk)
    }
}

/// The door of the house, and the chunk it belongs to.
pub const DOOR: (ChunkPos, Door) =
    (ChunkPos { x: 1, y: 0 }, Door { house: 0, level: 0, x: 2, y: 5, side: EdgeSide::South });

/// One room of 6 by 5 metres with a door to the north.
fn house() -> House {
    let (width, depth) = (6u8, 5u8);
    let mut edges = Vec::new();
    for x in 0..width {
        edges.push(Edge { x, y: 0, side: EdgeSide::South, kind: EdgeKind::Wall });
        let kind = if x == 2 { EdgeKind::Door } else { EdgeKind::Wall };
        edges.push(Edge { x, y: depth, side: EdgeSide::South, kind });
    }
    for y in 0..depth {
        edges.push(Edge { x: 0, y, side: EdgeSide::West, kind: EdgeKind::Wall });
        edges.push(Edge { x: width, y, side: EdgeSide::West, kind: EdgeKind::Wall });
    }
    let rooms = vec![1; usize::from(width) * usize::from(depth)];
    let floor = Floor { rooms, uses: vec![RoomUse::Hall], edges, stairs: None, furniture: Vec::new() };
    House {
        corner: DVec2::new(42.0, 12.0),
        width,
        depth,
        base: 0,
        floors: vec![floor],
        roof: Roof::Flat,
        facade: 0,
    }
}

/// The village as the beginning of a world.
pub fn village(seed: u64) -> Origin {
    Origin {
        seed: Seed(seed),
        source: Arc::new(Village),
        start: DVec2::new(16.0, 16.0),
        // Empty bags: tests count what is in them.
        config: WorldConfig { purse: 0, provisions: 0, ..WorldConfig::default() },
        rules: Vec::new(),
    }
}

struct Grown(Genesis);

impl ChunkSource for Grown {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        Arc::new(self.0.chunk(pos))
    }

    fn square(&self, town: u16) -> Option<DVec2> {
        ChunkSource::square(&self.0, town)
    }
}

/// A grown world.
pub fn grown(seed: u64) -> Origin {
    let genesis = Genesis::new(Seed(seed));
    Origin {
        seed: Seed(seed),
        start: genesis.start(),
        source: Arc::new(Grown(genesis)),
        config: WorldConfig::default(),
        rules: Vec::new(),
    }
}
