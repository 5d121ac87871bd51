//! The one-metre plan of a storey.

use wold_lore::land::{Edge, EdgeSide};

/// A tile, east and north of the house's corner.
pub(super) type Tile = (i32, i32);

/// The four directions by quarter turns, 0 east.
pub(super) const WAYS: [Tile; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The tile next door in a direction.
pub(super) fn step(tile: Tile, quarter: u8) -> Tile {
    let (dx, dy) = WAYS[usize::from(quarter & 3)];
    (tile.0 + dx, tile.1 + dy)
}

/// The two tiles an edge lies between: the one it is named after and the one south or west of it.
pub(super) fn beside(edge: &Edge) -> (Tile, Tile) {
    let tile = (i32::from(edge.x), i32::from(edge.y));
    match edge.side {
        EdgeSide::South => (tile, (tile.0, tile.1 - 1)),
        EdgeSide::West => (tile, (tile.0 - 1, tile.1)),
    }
}

/// Which room each tile belongs to; 0 is outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub width: u8,
    pub depth: u8,
    pub rooms: Vec<u8>,
}

impl Plan {
    /// One room over the whole rectangle.
    pub fn full(width: u8, depth: u8) -> Self {
        Self { width, depth, rooms: vec![1; usize::from(width) * usize::from(depth)] }
    }

    pub fn at(&self, (x, y): Tile) -> u8 {
        let inside = x >= 0 && y >= 0 && x < i32::from(self.width) && y < i32::from(self.depth);
        if inside { self.rooms[y as usize * usize::from(self.width) + x as usize] } else { 0 }
    }

    /// Writes a room; tiles outside the rectangle are ignored.
    pub fn set(&mut self, (x, y): Tile, room: u8) {
        if x >= 0 && y >= 0 && x < i32::from(self.width) && y < i32::from(self.depth) {
            self.rooms[y as usize * usize::from(self.width) + x as usize] = room;
        }
    }

    /// Every tile of the rectangle, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        let (width, depth) = (i32::from(self.width), i32::from(self.depth));
        (0..depth).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// The tiles of one room.
    pub fn tiles_of(&self, room: u8) -> Vec<Tile> {
        self.tiles().filter(|&t| self.at(t) == room).collect()
    }

    /// The highest room number.
    pub fn count(&self) -> u8 {
        self.rooms.iter().copied().max().unwrap_or(0)
    }

    /// Gives each connected piece of a room a number of its own, from 1 without gaps, in the order of first tiles.
    pub fn renumber(&mut self) {
        let old = self.clone();
        let mut next = 0u8;
        self.rooms.fill(0);
        for start in old.tiles() {
            if old.at(start) == 0 || self.at(start) != 0 {
                continue;
            }
            next += 1;
            for tile in flood(start, |t| old.at(t) == old.at(start)) {
                self.set(tile, next);
            }
        }
    }

    /// Whether these tiles hang together by their sides.
    pub fn connected(tiles: &[Tile]) -> bool {
        let mut among = TileSet::default();
        tiles.iter().for_each(|&t| among.insert(t));
        tiles.first().is_none_or(|&start| flood(start, |t| among.contains(t)).len() == tiles.len())
    }

    /// Whether all rooms hang together, walls or not.
    pub fn whole(&self) -> bool {
        let inside: Vec<Tile> = self.tiles().filter(|&t| self.at(t) != 0).collect();
        Self::connected(&inside)
    }
}

/// A set of tiles of one house, with a ring of one tile around it.
#[derive(Clone, Debug, Default)]
pub(super) struct TileSet([u32; 32]);

impl TileSet {
    fn spot((x, y): Tile) -> Option<(usize, u32)> {
        let inside = (-1..=30).contains(&x) && (-1..=30).contains(&y);
        inside.then(|| ((y + 1) as usize, 1 << (x + 1)))
    }

    /// Adds a tile; one too far from the house is ignored.
    pub fn insert(&mut self, tile: Tile) {
        if let Some((row, bit)) = Self::spot(tile) {
            self.0[row] |= bit;
        }
    }

    pub fn contains(&self, tile: Tile) -> bool {
        Self::spot(tile).is_some_and(|(row, bit)| self.0[row] & bit != 0)
    }
}

/// All tiles reached from `start` through sides, as long as `open` holds. `start` itself is always part.
pub(super) fn flood(start: Tile, open: impl Fn(Tile) -> bool) -> Vec<Tile> {
    let mut found = vec![start];
    let mut seen = TileSet::default();
    seen.insert(start);
    let mut next = 0;
    while next < found.len() {
        for quarter in 0..4 {
            let tile = step(found[next], quarter);
            if TileSet::spot(tile).is_some() && open(tile) && !seen.contains(tile) {
                seen.insert(tile);
                found.push(tile);
            }
        }
        next += 1;
    }
    found
}
