//! Hexagonal tiles, points up, odd rows half a tile further east.
//!
//! With side ℓ, centres in a row are `s = √3·ℓ` apart and rows are `h = 1.5·ℓ` apart; the centre of tile `(x, y)` is
//! `((x + (y mod 2)/2)·s, y·h)` from the origin. The tile of a point is found by rounding in cube coordinates. All six
//! neighbours are `s` away. The dual is the triangle grid whose corners are the centres of these tiles.

use super::{CellIndex, Grid, GridError, Neighbours, Rim, Triangle, check};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// √3 to the last bit.
pub(super) const ROOT_3: f64 = 1.732_050_807_568_877_2;

/// A grid of hexagons.
///
/// ```
/// use wold_space::DVec2;
/// use wold_space::grid::{CellIndex, Grid, Hex, Rim};
/// let board = Hex::new(5, 4, 1.0, Rim::Bounded)?;
/// assert_eq!(board.neighbours(CellIndex(6)).count(), 6);
/// assert_eq!(board.neighbours(CellIndex(0)).count(), 2);
/// assert_eq!(board.tile_at(board.centre(CellIndex(13)) + DVec2::new(0.3, 0.5)), Some(CellIndex(13)));
/// # Ok::<(), wold_space::grid::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hex {
    width: u32,
    height: u32,
    side: f64,
    origin: DVec2,
    rim: Rim,
}

impl Hex {
    /// `width` by `height` tiles with sides of `side`; the centre of the first is at (0, 0). A torus needs an even number
    /// of rows, since odd rows are shifted.
    pub fn new(width: u32, height: u32, side: f64, rim: Rim) -> Result<Self, GridError> {
        check(width, height, side, rim, [(3, 1), (4, 2)])?;
        Ok(Self { width, height, side, origin: DVec2::ZERO, rim })
    }

    /// The same grid with the centre of its first tile at `origin`.
    #[must_use]
    pub fn at(self, origin: DVec2) -> Self {
        Self { origin, ..self }
    }

    /// The side of a tile, which is also the distance from its centre to a corner.
    #[must_use]
    pub fn side(&self) -> f64 {
        self.side
    }

    /// How far the centres of neighbours are apart.
    #[must_use]
    pub fn spacing(&self) -> f64 {
        self.side * ROOT_3
    }

    /// The triangles whose centres are the corners of these tiles. A bounded dual has a margin of triangles that no tile
    /// has as a corner.
    ///
    /// # Errors
    /// If the dual would have too many tiles.
    pub fn dual(&self) -> Result<Triangle, GridError> {
        let s = self.spacing();
        match self.rim {
            Rim::Torus => {
                Ok(Triangle::new(self.width.saturating_mul(2), self.height, s, self.rim)?.at(self.origin))
            }
            Rim::Bounded => {
                let columns = self.width.saturating_mul(2).saturating_add(3);
                let corner = self.origin - DVec2::new(1.5 * s, 1.5 * self.side);
                Ok(Triangle::new(columns, self.height.saturating_add(1), s, self.rim)?.at(corner))
            }
        }
    }
}

impl Grid for Hex {
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
        // In odd rows both diagonal neighbours lie one column further east.
        let east = x + (y & 1);
        let around =
            [(x + 1, y), (east, y + 1), (east - 1, y + 1), (x - 1, y), (east - 1, y - 1), (east, y - 1)];
        Neighbours::gather(around.into_iter().map(|(x, y)| self.cell(x, y)))
    }

    fn centre(&self, cell: CellIndex) -> DVec2 {
        let (x, y) = self.place(cell);
        let shift = if y & 1 == 1 { 0.5 } else { 0.0 };
        self.origin + DVec2::new((x as f64 + shift) * self.spacing(), y as f64 * 1.5 * self.side)
    }

    fn tile_at(&self, point: DVec2) -> Option<CellIndex> {
        let p = (point - self.origin) / self.side;
        if !p.is_finite() {
            return None;
        }
        // Cube coordinates q + r + t = 0; after rounding, the one that moved most is set by the other two.
        let r = p.y / 1.5;
        let q = p.x / ROOT_3 - r / 2.0;
        let t = -q - r;
        let (mut qr, mut rr, tr) = (q.round(), r.round(), t.round());
        let (dq, dr, dt) = ((qr - q).abs(), (rr - r).abs(), (tr - t).abs());
        if dq > dr && dq > dt {
            qr = -rr - tr;
        } else if dr > dt {
            rr = -qr - tr;
        }
        let (q, r) = (qr as i64, rr as i64);
        self.cell(q.checked_add((r - (r & 1)) / 2)?, r)
    }

    fn corners(&self, cell: CellIndex) -> Vec<DVec2> {
        let (x, y) = (self.spacing() / 2.0, self.side / 2.0);
        let around = [(x, -y), (x, y), (0.0, 2.0 * y), (-x, y), (-x, -y), (0.0, -2.0 * y)];
        around.into_iter().map(|(dx, dy)| self.centre(cell) + DVec2::new(dx, dy)).collect()
    }
}
