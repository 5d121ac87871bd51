//! Square tiles.
//!
//! Tile `(x, y)` of side ℓ spans `[xℓ, (x+1)ℓ) × [yℓ, (y+1)ℓ)` from the origin, so the tile of a point is
//! `(⌊x/ℓ⌋, ⌊y/ℓ⌋)`. The dual has its tiles' centres on the corners and is square again.

use super::{CellIndex, Grid, GridError, Neighbours, Rim, check};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Which tiles of a square grid touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Adjacency {
    /// Those across an edge: east, north, west, south.
    Four,
    /// Those across a corner as well, √2 away: after the four, north-east, north-west, south-west, south-east.
    #[default]
    Eight,
}

/// A grid of squares.
///
/// ```
/// use wold_space::DVec2;
/// use wold_space::grid::{Adjacency, CellIndex, Grid, Rim, Square};
/// let field = Square::new(4, 3, 2.0, Adjacency::Four, Rim::Torus)?;
/// assert_eq!(field.tile_at(DVec2::new(-0.5, 2.5)), Some(CellIndex(7)));
/// assert_eq!(field.centre(CellIndex(7)), DVec2::new(7.0, 3.0));
/// let around: Vec<u32> = field.neighbours(CellIndex(7)).map(|c| c.0).collect();
/// assert_eq!(around, [4, 11, 6, 3]);
/// # Ok::<(), wold_space::grid::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Square {
    width: u32,
    height: u32,
    side: f64,
    origin: DVec2,
    adjacency: Adjacency,
    rim: Rim,
}

const STEPS: [(i64, i64); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

impl Square {
    /// `width` by `height` tiles with sides of `side`; the corner of the first is at (0, 0).
    pub fn new(
        width: u32,
        height: u32,
        side: f64,
        adjacency: Adjacency,
        rim: Rim,
    ) -> Result<Self, GridError> {
        check(width, height, side, rim, [(3, 1), (3, 1)])?;
        Ok(Self { width, height, side, origin: DVec2::ZERO, adjacency, rim })
    }

    /// The same grid with the corner of its first tile at `origin`.
    #[must_use]
    pub fn at(self, origin: DVec2) -> Self {
        Self { origin, ..self }
    }

    /// The side of a tile.
    #[must_use]
    pub fn side(&self) -> f64 {
        self.side
    }

    /// Which tiles touch.
    #[must_use]
    pub fn adjacency(&self) -> Adjacency {
        self.adjacency
    }

    /// The grid whose tiles stand on this one's corners; one tile more on each axis unless wrapped.
    #[must_use]
    pub fn dual(&self) -> Self {
        let more = u32::from(self.rim == Rim::Bounded);
        Self {
            width: self.width + more,
            height: self.height + more,
            origin: self.origin - DVec2::splat(self.side / 2.0),
            ..*self
        }
    }
}

impl Grid for Square {
    fn width(&self) -> u32 {
        self.width
    }

    fn height(&self) -> u32 {
        self.height
    }

    fn rim(&self) -> Rim {
        self.rim
    }

    fn neighbours(&self, cell: CellIndex) -> Neighbours {
        let (x, y) = self.place(cell);
        let steps = match self.adjacency {
            Adjacency::Four => &STEPS[..4],
            Adjacency::Eight => &STEPS[..],
        };
        Neighbours::gather(steps.iter().map(|(dx, dy)| self.cell(x + dx, y + dy)))
    }

    fn centre(&self, cell: CellIndex) -> DVec2 {
        let (x, y) = self.place(cell);
        self.origin + DVec2::new(x as f64 + 0.5, y as f64 + 0.5) * self.side
    }

    fn tile_at(&self, point: DVec2) -> Option<CellIndex> {
        let tile = ((point - self.origin) / self.side).floor();
        tile.is_finite().then(|| self.cell(tile.x as i64, tile.y as i64))?
    }

    fn corners(&self, cell: CellIndex) -> Vec<DVec2> {
        let half = self.side / 2.0;
        let around = [(-half, -half), (half, -half), (half, half), (-half, half)];
        around.into_iter().map(|(dx, dy)| self.centre(cell) + DVec2::new(dx, dy)).collect()
    }
}
