//! The plane cut into squares.

use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Side of a chunk in metres.
pub const CHUNK_METRES: f64 = 32.0;

/// A 32 m square of the plane; `(0, 0)` spans `[0, 32)` on both axes.
///
/// ```
/// use wold_space::{ChunkPos, DVec2};
/// let here = ChunkPos::of(DVec2::new(-0.5, 40.0));
/// assert_eq!(here, ChunkPos { x: -1, y: 1 });
/// assert_eq!(here.origin(), DVec2::new(-32.0, 32.0));
/// assert_eq!(here.around(1).count(), 9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChunkPos {
    /// Squares east of the origin.
    pub x: i32,
    /// Squares north of the origin.
    pub y: i32,
}

impl ChunkPos {
    /// Coordinates are kept within this many chunks of the origin, so that a place in 1/128 m fits 32 bits.
    pub const LIMIT: i32 = 1 << 18;

    /// The chunk that holds a point. Points beyond [`ChunkPos::LIMIT`] map to the last chunk.
    #[must_use]
    pub fn of(point: DVec2) -> Self {
        let cell =
            |v: f64| (v / CHUNK_METRES).floor().clamp(f64::from(-Self::LIMIT), f64::from(Self::LIMIT)) as i32;
        Self { x: cell(point.x), y: cell(point.y) }
    }

    /// Its south-west corner.
    #[must_use]
    pub fn origin(self) -> DVec2 {
        DVec2::new(f64::from(self.x), f64::from(self.y)) * CHUNK_METRES
    }

    /// Its middle.
    #[must_use]
    pub fn centre(self) -> DVec2 {
        self.origin() + DVec2::splat(CHUNK_METRES / 2.0)
    }

    /// Rings between two chunks: the larger of the two axis distances.
    #[must_use]
    pub fn rings_to(self, other: Self) -> u32 {
        self.x.abs_diff(other.x).max(self.y.abs_diff(other.y))
    }

    /// All chunks within `rings` of this one, row by row from the south-west.
    pub fn around(self, rings: i32) -> impl Iterator<Item = Self> + Clone {
        (-rings..=rings)
            .flat_map(move |dy| (-rings..=rings).map(move |dx| Self { x: self.x + dx, y: self.y + dy }))
    }
}

impl std::fmt::Display for ChunkPos {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}
