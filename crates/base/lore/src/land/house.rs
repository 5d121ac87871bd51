//! Houses on a one-metre plan.

use crate::vocabulary;
use serde::{Deserialize, Serialize};
use wold_space::{DVec2, Vec2};

/// Height of one storey in metres.
pub const FLOOR_METRES: f32 = 3.0;
/// How high doorways are, in metres above the floor.
pub const DOOR_METRES: f32 = 2.15;
/// Between which heights above the floor windows are seen through.
pub const WINDOW_METRES: [f32; 2] = [0.95, 2.05];
/// How high walls stand that people built in the open.
pub const BUILT_METRES: f32 = 2.4;

vocabulary! {
    /// What a room is for; it decides the furniture.
    RoomUse, "room use" {
        Hall = 0 "hall",
        Kitchen = 1 "kitchen",
        Parlour = 2 "parlour",
        Bedroom = 3 "bedroom",
        Store = 4 "store",
        Workshop = 5 "workshop",
        Taproom = 6 "taproom",
    }
}

vocabulary! {
    /// A piece of furniture standing on one tile.
    FurnitureKind, "piece of furniture" {
        Table = 0 "table",
        Chair = 1 "chair",
        Bed = 2 "bed",
        Hearth = 3 "hearth",
        Chest = 4 "chest",
        Shelf = 5 "shelf",
        Anvil = 6 "anvil",
        Barrel = 7 "barrel",
        Counter = 8 "counter",
    }
}

/// One piece of furniture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Furniture {
    /// What it is.
    pub kind: FurnitureKind,
    /// Tile east of the house's corner.
    pub x: u8,
    /// Tile north of the house's corner.
    pub y: u8,
    /// Quarter turns it faces, 0 east.
    pub quarter: u8,
}

vocabulary! {
    /// Which side of a tile an edge lies on.
    EdgeSide, "side of a tile" {
        /// The tile's southern side, from `(x, y)` to `(x + 1, y)`.
        South = 0 "south",
        /// The tile's western side, from `(x, y)` to `(x, y + 1)`.
        West = 1 "west",
    }
}

vocabulary! {
    /// What stands on an edge.
    EdgeKind, "edge" {
        /// Nothing passes, nothing is seen through.
        Wall = 0 "wall",
        /// Can be walked through.
        Door = 1 "door",
        /// Can be seen through.
        Window = 2 "window",
    }
}

/// One metre of wall, door or window between two tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// Tile east of the house's corner, up to and including the width.
    pub x: u8,
    /// Tile north of the house's corner, up to and including the depth.
    pub y: u8,
    /// Which side of that tile.
    pub side: EdgeSide,
    /// What stands there.
    pub kind: EdgeKind,
}

impl Edge {
    /// The two ends in metres from the house's corner.
    #[must_use]
    pub fn ends(&self) -> [Vec2; 2] {
        let start = Vec2::new(f32::from(self.x), f32::from(self.y));
        let along = match self.side {
            EdgeSide::South => Vec2::X,
            EdgeSide::West => Vec2::Y,
        };
        [start, start + along]
    }
}

/// A door that can be shut: one that leads out of a house, by the house's number in its chunk and the edge it is on. Between rooms there are doorways, which are always open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Door {
    /// Which of the chunk's houses.
    pub house: u8,
    /// On which storey.
    pub level: u8,
    /// Tile east of the house's corner.
    pub x: u8,
    /// Tile north of the house's corner.
    pub y: u8,
    /// Which side of that tile.
    pub side: EdgeSide,
}

impl Door {
    /// The middle of its sill in metres from the house's corner.
    #[must_use]
    pub fn middle(&self) -> Vec2 {
        let [a, b] = Edge { x: self.x, y: self.y, side: self.side, kind: EdgeKind::Door }.ends();
        (a + b) / 2.0
    }
}

/// A flight of stairs up from its floor to the next: a strip of tiles climbed from its foot to its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stairs {
    /// Tile of the foot, on this floor.
    pub x: u8,
    /// Tile of the foot, on this floor.
    pub y: u8,
    /// Quarter turns of the direction climbed, 0 east, 1 north.
    pub quarter: u8,
    /// Tiles from foot to head; the flight covers `length` tiles and ends level with the next floor.
    pub length: u8,
}

impl Stairs {
    /// The direction climbed, as whole tiles.
    #[must_use]
    pub fn direction(&self) -> (i32, i32) {
        [(1, 0), (0, 1), (-1, 0), (0, -1)][usize::from(self.quarter & 3)]
    }

    /// The tiles it covers, foot first.
    pub fn tiles(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (dx, dy) = self.direction();
        let (x, y) = (i32::from(self.x), i32::from(self.y));
        (0..i32::from(self.length)).map(move |i| (x + dx * i, y + dy * i))
    }

    /// How far up the flight a point is, 0 at the foot to 1 at the head, if it is on it.
    #[must_use]
    pub fn climb(&self, at: Vec2) -> Option<f32> {
        let tile = (at.x.floor() as i32, at.y.floor() as i32);
        if !self.tiles().any(|t| t == tile) {
            return None;
        }
        let (dx, dy) = self.direction();
        let foot = Vec2::new(f32::from(self.x) + 0.5, f32::from(self.y) + 0.5);
        let along = (at - foot).dot(Vec2::new(dx as f32, dy as f32)) + 0.5;
        Some((along / f32::from(self.length)).clamp(0.0, 1.0))
    }
}

/// One storey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    /// Room of each tile, row by row from the south-west; 0 is outside, `n` is `uses[n - 1]`.
    pub rooms: Vec<u8>,
    /// What each room is for.
    pub uses: Vec<RoomUse>,
    /// Walls, doors and windows.
    pub edges: Vec<Edge>,
    /// Stairs up to the next storey.
    pub stairs: Option<Stairs>,
    /// What stands in the rooms.
    pub furniture: Vec<Furniture>,
}

vocabulary! {
    /// The shape of a roof.
    Roof, "roof" {
        Flat = 0 "flat",
        GableEast = 1 "gable east",
        GableNorth = 2 "gable north",
        Hip = 3 "hip",
    }
}

/// A house: storeys over a rectangle of tiles, axis-aligned, standing level at `base`.
#[derive(Clone, Debug, PartialEq)]
pub struct House {
    /// South-west corner in the world, on whole metres.
    pub corner: DVec2,
    /// Tiles east.
    pub width: u8,
    /// Tiles north.
    pub depth: u8,
    /// Height of the ground floor in 1/32 m.
    pub base: i16,
    /// Storeys from the ground up.
    pub floors: Vec<Floor>,
    /// Its roof.
    pub roof: Roof,
    /// Index into the palette of facades.
    pub facade: u8,
}

impl House {
    /// Height of a storey's floor in metres.
    #[must_use]
    pub fn floor_height(&self, level: u8) -> f32 {
        f32::from(self.base) / super::HEIGHT_STEPS_PER_METRE + f32::from(level) * FLOOR_METRES
    }

    /// The room at a tile of a storey; 0 when outside.
    #[must_use]
    pub fn room(&self, level: u8, x: i32, y: i32) -> u8 {
        if x < 0 || y < 0 || x >= i32::from(self.width) || y >= i32::from(self.depth) {
            return 0;
        }
        let index = y as usize * usize::from(self.width) + x as usize;
        self.floors.get(usize::from(level)).map_or(0, |f| f.rooms.get(index).copied().unwrap_or(0))
    }

    /// Whether an edge of a storey lies between a room and the open.
    #[must_use]
    pub fn is_outer(&self, level: u8, edge: &Edge) -> bool {
        let (x, y) = (i32::from(edge.x), i32::from(edge.y));
        let (dx, dy) = match edge.side {
            EdgeSide::South => (0, -1),
            EdgeSide::West => (-1, 0),
        };
        (self.room(level, x, y) == 0) != (self.room(level, x + dx, y + dy) == 0)
    }

    /// The doors of the house that can be shut, if it has this number in its chunk.
    pub fn doors(&self, number: u8) -> impl Iterator<Item = Door> + '_ {
        self.floors.iter().enumerate().flat_map(move |(level, floor)| {
            let level = level as u8;
            let doors = floor
                .edges
                .iter()
                .filter(move |edge| edge.kind == EdgeKind::Door && self.is_outer(level, edge));
            doors.map(move |edge| Door { house: number, level, x: edge.x, y: edge.y, side: edge.side })
        })
    }

    /// Whether a point of the world is over a room of that storey.
    #[must_use]
    pub fn covers(&self, level: u8, point: DVec2) -> bool {
        let local = point - self.corner;
        self.room(level, local.x.floor() as i32, local.y.floor() as i32) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stairs_rise_evenly_from_foot_to_head() {
        let stairs = Stairs { x: 2, y: 3, quarter: 3, length: 3 };
        assert_eq!(stairs.tiles().collect::<Vec<_>>(), [(2, 3), (2, 2), (2, 1)]);
        assert_eq!(stairs.climb(Vec2::new(2.5, 4.0 - 1e-6)).map(|c| (c * 100.0).round()), Some(0.0));
        assert_eq!(stairs.climb(Vec2::new(2.5, 2.5)), Some(0.5));
        assert_eq!(stairs.climb(Vec2::new(2.5, 1.0)), Some(1.0));
        assert_eq!(stairs.climb(Vec2::new(3.5, 2.5)), None);
    }
}
