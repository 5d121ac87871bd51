//! One 32 m square of land.

use super::{Ecosystem, GrowthKind, House, PlaceKind, ThingKind};
use crate::measure::{ORDINARY_SIZE, spot_metres};
use wold_space::{CHUNK_METRES, ChunkPos};
use wold_space::{DVec2, Vec2};

/// Metres between two vertices of the ground.
pub const VERTEX_METRES: f32 = 2.0;
/// Vertices along one side of a chunk; the last row is the first of the next chunk.
pub const LATTICE: usize = 17;
/// Vertices of a chunk.
pub const VERTICES: usize = LATTICE * LATTICE;
/// Heights are whole numbers of 1/32 m, so that every machine holds the same ground.
pub const HEIGHT_STEPS_PER_METRE: f32 = 32.0;
/// Marks a vertex without water above it.
pub const DRY: i16 = i16::MIN;

/// Something that grows or lies where genesis put it: a tree, a bush, a stone, an ore.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Growth {
    /// What it is.
    pub kind: GrowthKind,
    /// Place inside the chunk in 1/128 m, each below 4096.
    pub at: [u16; 2],
    /// Size relative to its kind: 128 is ordinary, 255 twice that.
    pub size: u8,
    /// Which way it faces, in 1/256 turn.
    pub turn: u8,
}

impl Growth {
    /// Place inside the chunk in metres.
    #[must_use]
    pub fn local(&self) -> Vec2 {
        spot_metres(self.at)
    }

    /// Radius in metres that stops a walker; zero for what can be walked through.
    #[must_use]
    pub fn trunk_radius(&self) -> f32 {
        self.kind.trunk_radius() * f32::from(self.size) / f32::from(ORDINARY_SIZE)
    }
}

/// A thing that lies in the chunk when it is first visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sprout {
    /// What it is.
    pub kind: ThingKind,
    /// Place inside the chunk in 1/128 m, each below 4096.
    pub at: [u16; 2],
}

/// A named spot that people walk to.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// What it is.
    pub kind: PlaceKind,
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub at: DVec2,
}

/// One 32 m square of land, a pure function of the world's seed and the chunk's position.
///
/// Vertex `(i, j)` of every lattice lies `2i` metres east and `2j` metres north of the chunk's corner and is stored
/// at `j * LATTICE + i`.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    /// Which square this is.
    pub pos: ChunkPos,
    /// Ground height of each vertex in 1/32 m.
    pub heights: Box<[i16; VERTICES]>,
    /// Height of the water's surface over each vertex in 1/32 m, or [`DRY`].
    pub water: Box<[i16; VERTICES]>,
    /// What lives at each vertex.
    pub ecosystems: Box<[Ecosystem; VERTICES]>,
    /// Soil moisture, 0 dry to 255 soaked.
    pub moisture: Box<[u8; VERTICES]>,
    /// How much of the ground is road, 0 none to 255 paved.
    pub road: Box<[u8; VERTICES]>,
    /// Plants, stones and ores in a fixed order; their index is their name in the chunk's list of changes.
    pub growths: Vec<Growth>,
    /// Houses whose south-west corner lies in this chunk; they may reach up to 32 m into the next ones.
    pub houses: Vec<House>,
    /// Things lying about at first.
    pub sprouts: Vec<Sprout>,
    /// Named spots in this chunk.
    pub places: Vec<Place>,
}

impl Chunk {
    /// A flat dry meadow at sea level: the neutral element for tests.
    #[must_use]
    pub fn meadow(pos: ChunkPos) -> Self {
        Self {
            pos,
            heights: Box::new([0; VERTICES]),
            water: Box::new([DRY; VERTICES]),
            ecosystems: Box::new([Ecosystem::Meadow; VERTICES]),
            moisture: Box::new([128; VERTICES]),
            road: Box::new([0; VERTICES]),
            growths: Vec::new(),
            houses: Vec::new(),
            sprouts: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Ground height in metres at a point inside the chunk (clamped to it), linear on the same triangles the page draws:
    /// each cell is cut along its south-west to north-east diagonal.
    #[must_use]
    pub fn height(&self, local: Vec2) -> f32 {
        sample(&self.heights, local)
    }

    /// Height of the water's surface in metres above the ground's zero, if the nearest vertex is wet.
    #[must_use]
    pub fn water(&self, local: Vec2) -> Option<f32> {
        match self.water[nearest(local)] {
            DRY => None,
            level => Some(f32::from(level) / HEIGHT_STEPS_PER_METRE),
        }
    }

    /// The nearest vertex's ecosystem.
    #[must_use]
    pub fn ecosystem(&self, local: Vec2) -> Ecosystem {
        self.ecosystems[nearest(local)]
    }
}

fn nearest(local: Vec2) -> usize {
    let index = |v: f32| ((v / VERTEX_METRES + 0.5) as usize).min(LATTICE - 1);
    index(local.y) * LATTICE + index(local.x)
}

fn sample(heights: &[i16; VERTICES], local: Vec2) -> f32 {
    let far = CHUNK_METRES as f32;
    let p = local.clamp(Vec2::ZERO, Vec2::splat(far)) / VERTEX_METRES;
    let (i, j) = ((p.x as usize).min(LATTICE - 2), (p.y as usize).min(LATTICE - 2));
    let (u, v) = (p.x - i as f32, p.y - j as f32);
    let at = |i: usize, j: usize| f32::from(heights[j * LATTICE + i]);
    let (sw, ne) = (at(i, j), at(i + 1, j + 1));
    let steps = if u >= v {
        let se = at(i + 1, j);
        sw + (se - sw) * u + (ne - se) * v
    } else {
        let nw = at(i, j + 1);
        sw + (nw - sw) * v + (ne - nw) * u
    };
    steps / HEIGHT_STEPS_PER_METRE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn height_is_continuous_across_the_diagonal() {
        let mut chunk = Chunk::meadow(ChunkPos::default());
        chunk.heights[LATTICE + 1] = 64;
        chunk.heights[1] = -32;
        let below = chunk.height(Vec2::new(1.0 + 1e-4, 1.0));
        let above = chunk.height(Vec2::new(1.0, 1.0 + 1e-4));
        assert!((below - above).abs() < 1e-3, "{below} {above}");
        assert_eq!(chunk.height(Vec2::new(2.0, 2.0)), 2.0);
        assert_eq!(chunk.height(Vec2::new(2.0, 0.0)), -1.0);
    }

    #[test]
    fn points_outside_the_chunk_are_clamped_to_its_rim() {
        let mut chunk = Chunk::meadow(ChunkPos::default());
        chunk.heights[VERTICES - 1] = 320;
        assert_eq!(chunk.height(Vec2::splat(99.0)), 10.0);
        assert_eq!(chunk.height(Vec2::splat(-5.0)), 0.0);
    }
}
