//! How the cells of an engine lie: lattice, extent and border.

use super::EngineError;
use super::tile::{Cell, TilePos};
use crate::stencil::Lattice;
use serde::{Deserialize, Serialize};
use wold_space::DVec2;
use wold_space::grid::{Adjacency, Hex, Rim, Square, Triangle};

/// The most cells of a whole: 64 million.
pub const MOST_CELLS: usize = 1 << 26;

/// What part of the plane there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Extent {
    /// One rectangle.
    Whole {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// What lies beyond.
        rim: Rim,
    },
    /// Square tiles that come and go. At the edge of what is loaded nothing flows, and a cell sees what was last known
    /// beyond it.
    Patchwork {
        /// Cells along the side of a tile; even.
        side: u32,
    },
}

/// How the cells lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// How the plane is cut.
    pub lattice: Lattice,
    /// What part of it there is.
    pub extent: Extent,
}

impl Layout {
    /// A rectangle of cells.
    ///
    /// # Errors
    /// When it is empty, too large, or cannot wrap.
    pub fn whole(lattice: Lattice, width: u32, height: u32, rim: Rim) -> Result<Self, EngineError> {
        let cells = u64::from(width) * u64::from(height);
        if cells > MOST_CELLS as u64 {
            return Err(EngineError::Size { width, height });
        }
        match lattice {
            Lattice::Hex => Hex::new(width, height, 1.0, rim).map(|_| ()),
            Lattice::Triangle => Triangle::new(width, height, 1.0, rim).map(|_| ()),
            _ => Square::new(width, height, 1.0, Adjacency::Eight, rim).map(|_| ()),
        }?;
        Ok(Self { lattice, extent: Extent::Whole { width, height, rim } })
    }

    /// Square tiles of `side` by `side` cells that come and go.
    ///
    /// # Errors
    /// When the side is odd, 0 or above 1,024.
    pub fn patchwork(lattice: Lattice, side: u32) -> Result<Self, EngineError> {
        if side == 0 || side % 2 == 1 || side > 1_024 {
            return Err(EngineError::Size { width: side, height: side });
        }
        Ok(Self { lattice, extent: Extent::Patchwork { side } })
    }

    /// The cell of a place given in columns and rows; `None` where that is not finite or nothing can be.
    #[must_use]
    pub fn cell_at(&self, place: DVec2) -> Option<Cell> {
        let at = place.floor();
        let sane = at.is_finite() && at.abs().max_element() < 1e15;
        sane.then(|| self.wrap(Cell::new(at.x as i64, at.y as i64)))?
    }

    /// The cell as it is numbered on a torus; `None` beyond a border.
    #[must_use]
    pub fn wrap(&self, cell: Cell) -> Option<Cell> {
        match self.extent {
            Extent::Patchwork { .. } => Some(cell),
            Extent::Whole { width, height, rim } => {
                let (w, h) = (i64::from(width), i64::from(height));
                match rim {
                    Rim::Torus => Some(Cell::new(cell.x.rem_euclid(w), cell.y.rem_euclid(h))),
                    Rim::Bounded => ((0..w).contains(&cell.x) && (0..h).contains(&cell.y)).then_some(cell),
                }
            }
        }
    }

    /// The distance between the centres of two cells, in widths of a cell, torus or not as the numbers say.
    #[must_use]
    pub fn distance(&self, a: Cell, b: Cell) -> f64 {
        (self.centre(a) - self.centre(b)).length()
    }

    /// The middle of a cell, in widths of a cell.
    #[must_use]
    pub fn centre(&self, cell: Cell) -> DVec2 {
        let (x, y) = (cell.x as f64, cell.y as f64);
        match self.lattice {
            Lattice::Hex => DVec2::new(x + 0.5 * (cell.y & 1) as f64, y * 0.866_025_403_784_438_6),
            // Half a triangle's side per column; the centre of one that points down lies higher.
            Lattice::Triangle => {
                let up = if (cell.x + cell.y) & 1 == 0 { 1.0 } else { 2.0 };
                DVec2::new((x + 1.0) * 0.5, (y + up / 3.0) * 0.866_025_403_784_438_6)
            }
            _ => DVec2::new(x + 0.5, y + 0.5),
        }
    }

    /// The tile of a cell and its column and row there.
    pub(super) fn locate(&self, cell: Cell) -> Option<(TilePos, usize, usize)> {
        match self.extent {
            Extent::Whole { .. } => {
                let cell = self.wrap(cell)?;
                Some((TilePos::default(), cell.x as usize, cell.y as usize))
            }
            Extent::Patchwork { side } => {
                let side = i64::from(side);
                let pos = TilePos {
                    x: i32::try_from(cell.x.div_euclid(side)).ok()?,
                    y: i32::try_from(cell.y.div_euclid(side)).ok()?,
                };
                Some((pos, cell.x.rem_euclid(side) as usize, cell.y.rem_euclid(side) as usize))
            }
        }
    }

    /// Columns and rows of a tile.
    pub(super) fn tile_size(&self) -> (usize, usize) {
        match self.extent {
            Extent::Whole { width, height, .. } => (width as usize, height as usize),
            Extent::Patchwork { side } => (side as usize, side as usize),
        }
    }

    /// The tile `(dx, dy)` further, whether loaded or not.
    pub(super) fn beside(&self, pos: TilePos, dx: i32, dy: i32) -> Option<TilePos> {
        match self.extent {
            Extent::Whole { rim: Rim::Torus, .. } => Some(pos),
            Extent::Whole { rim: Rim::Bounded, .. } => (dx == 0 && dy == 0).then_some(pos),
            Extent::Patchwork { .. } => {
                Some(TilePos { x: pos.x.checked_add(dx)?, y: pos.y.checked_add(dy)? })
            }
        }
    }
}
