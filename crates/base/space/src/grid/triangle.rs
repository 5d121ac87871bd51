//! Triangular tiles in rows, pointing up and down by turns.
//!
//! With side ℓ, a row is `h = √3/2·ℓ` high, and tile `(x, y)` spans `[x·ℓ/2, x·ℓ/2 + ℓ]` from the origin. It points up
//! where `x + y` is even. Neighbours are the tiles beside it and the one across its flat edge: below if it points up, above
//! if it points down. The dual is the hex grid whose centres are the corners of these tiles.

use super::hex::ROOT_3;
use super::{CellIndex, Grid, GridError, Hex, Neighbours, Rim, check};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// A grid of triangles.
///
/// ```
/// use wold_space::grid::{CellIndex, Grid, Rim, Triangle};
/// let roof = Triangle::new(6, 2, 1.0, Rim::Bounded)?;
/// assert!(roof.points_up(CellIndex(0)) && !roof.points_up(CellIndex(1)));
/// let around: Vec<u32> = roof.neighbours(CellIndex(1)).map(|c| c.0).collect();
/// assert_eq!(around, [2, 0, 7]);
/// # Ok::<(), wold_space::grid::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Triangle {
    width: u32,
    height: u32,
    side: f64,
    origin: DVec2,
    rim: Rim,
}

impl Triangle {
    /// `width` by `height` tiles with sides of `side`; the west corner of the first is at (0, 0). A torus needs an even
    /// number of columns and of rows.
    pub fn new(width: u32, height: u32, side: f64, rim: Rim) -> Result<Self, GridError> {
        check(width, height, side, rim, [(4, 2), (2, 2)])?;
        Ok(Self { width, height, side, origin: DVec2::ZERO, rim })
    }

    /// The same grid with the west corner of its first tile at `origin`.
    #[must_use]
    pub fn at(self, origin: DVec2) -> Self {
        Self { origin, ..self }
    }

    /// The side of a tile.
    #[must_use]
    pub fn side(&self) -> f64 {
        self.side
    }

    /// The height of a row.
    #[must_use]
    pub fn row_height(&self) -> f64 {
        self.side * ROOT_3 / 2.0
    }

    /// Whether a tile stands on an edge rather than on a corner.
    #[must_use]
    pub fn points_up(&self, cell: CellIndex) -> bool {
        let (x, y) = self.place(cell);
        (x + y) & 1 == 0
    }

    /// The hexagons whose centres are the corners of these tiles. A bounded dual may have tiles in the last column that are
    /// no tile's corner.
    ///
    /// # Errors
    /// If the dual would have too many tiles.
    pub fn dual(&self) -> Result<Hex, GridError> {
        let side = self.side / ROOT_3;
        let (columns, rows) = match self.rim {
            Rim::Torus => (self.width / 2, self.height),
            Rim::Bounded => (self.width.div_ceil(2) + 1, self.height.saturating_add(1)),
        };
        Ok(Hex::new(columns, rows, side, self.rim)?.at(self.origin))
    }
}

impl Grid for Triangle {
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
        let across = if self.points_up(cell) { y - 1 } else { y + 1 };
        Neighbours::gather([(x + 1, y), (x - 1, y), (x, across)].into_iter().map(|(x, y)| self.cell(x, y)))
    }

    fn centre(&self, cell: CellIndex) -> DVec2 {
        let (x, y) = self.place(cell);
        let up = if self.points_up(cell) { 1.0 / 3.0 } else { 2.0 / 3.0 };
        let half = self.side / 2.0;
        self.origin + DVec2::new((x + 1) as f64 * half, (y as f64 + up) * self.row_height())
    }

    fn tile_at(&self, point: DVec2) -> Option<CellIndex> {
        let u = (point.x - self.origin.x) / (self.side / 2.0);
        let v = (point.y - self.origin.y) / self.row_height();
        if !(u.is_finite() && v.is_finite()) {
            return None;
        }
        let (x, y) = (u.floor(), v.floor());
        let (across, up) = (u - x, v - y);
        let (x, y) = (x as i64, y as i64);
        // Half-column x is shared by tiles x - 1 and x; the slanted edge between them runs up or down.
        let right = if x.wrapping_add(y) & 1 == 0 { up < across } else { up > 1.0 - across };
        self.cell(if right { x } else { x.checked_sub(1)? }, y)
    }

    fn corners(&self, cell: CellIndex) -> Vec<DVec2> {
        let (x, y) = self.place(cell);
        let (half, h) = (self.side / 2.0, self.row_height());
        let at = |dx: i64, dy: i64| self.origin + DVec2::new((x + dx) as f64 * half, (y + dy) as f64 * h);
        if self.points_up(cell) {
            vec![at(0, 0), at(2, 0), at(1, 1)]
        } else {
            vec![at(1, 0), at(2, 1), at(0, 1)]
        }
    }
}
