//! The plane cut into equal tiles: squares, hexagons or triangles, the only three regular ways there are.
//!
//! * [`Square`]: four or eight neighbours; its own dual.
//! * [`Hex`]: six neighbours, all equally far; its dual is [`Triangle`].
//! * [`Triangle`]: three neighbours across edges; its dual is [`Hex`].
//!
//! Every grid numbers its tiles row by row with a [`CellIndex`], ends at its border or wraps into a torus ([`Rim`]), and
//! maps points to tiles and tiles to centres in constant time. The corners of a tile are centres of tiles of the dual.

mod hex;
mod square;
mod triangle;

pub use hex::Hex;
pub use square::{Adjacency, Square};
pub use triangle::Triangle;

use glam::DVec2;
use serde::{Deserialize, Serialize};

/// The number of a tile within its grid: row by row from the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CellIndex(pub u32);

impl CellIndex {
    /// As a place in a slice with one entry per tile.
    #[must_use]
    pub fn slot(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for CellIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// What lies beyond the last tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Rim {
    /// Nothing: tiles at the border have fewer neighbours.
    #[default]
    Bounded,
    /// The first tile again, on both axes.
    Torus,
}

/// Why a grid cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum GridError {
    /// A side is zero.
    #[error("a grid of {width} by {height} tiles has none")]
    Empty {
        /// Tiles in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// More tiles than a [`CellIndex`] can number.
    #[error("a grid of {width} by {height} tiles has more than 2^32 - 1")]
    TooLarge {
        /// Tiles in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// The side of a tile is not a positive number.
    #[error("tiles cannot have sides of {0}")]
    Side(f64),
    /// The rows would not meet when wrapped, or a tile would be its own neighbour.
    #[error("{tiles} {axis} cannot wrap: at least {least} are needed, and a multiple of {multiple}")]
    Wrap {
        /// "columns" or "rows".
        axis: &'static str,
        /// How many there are.
        tiles: u32,
        /// The fewest that can wrap.
        least: u32,
        /// What the number must divide by.
        multiple: u32,
    },
}

/// A tessellation of (a part of) the plane into equal tiles.
pub trait Grid {
    /// Tiles in a row.
    fn width(&self) -> u32;

    /// Rows.
    fn height(&self) -> u32;

    /// What lies beyond the border.
    fn rim(&self) -> Rim;

    /// The tiles one step from `cell`, each once, in a fixed order.
    fn neighbours(&self, cell: CellIndex) -> Neighbours;

    /// The middle of a tile.
    fn centre(&self, cell: CellIndex) -> DVec2;

    /// The tile a point lies in; nothing outside a bounded grid or where the point is not finite.
    fn tile_at(&self, point: DVec2) -> Option<CellIndex>;

    /// The corners of a tile, anticlockwise. On a torus they are not wrapped.
    fn corners(&self, cell: CellIndex) -> Vec<DVec2>;

    /// How many tiles there are.
    fn len(&self) -> usize {
        self.width() as usize * self.height() as usize
    }

    /// A grid always has tiles; here because [`Grid::len`] is.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All tiles in the order of their numbers.
    fn cells(&self) -> impl Iterator<Item = CellIndex> {
        (0..self.width() * self.height()).map(CellIndex)
    }

    /// The tile of a column and a row, if there is one; wrapped on a torus.
    fn cell(&self, column: i64, row: i64) -> Option<CellIndex> {
        let (width, height) = (i64::from(self.width()), i64::from(self.height()));
        let (column, row) = match self.rim() {
            Rim::Torus => (column.rem_euclid(width), row.rem_euclid(height)),
            Rim::Bounded if (0..width).contains(&column) && (0..height).contains(&row) => (column, row),
            Rim::Bounded => return None,
        };
        Some(CellIndex((row * width + column) as u32))
    }

    /// The column and the row of a tile.
    fn place(&self, cell: CellIndex) -> (i64, i64) {
        (i64::from(cell.0 % self.width()), i64::from(cell.0 / self.width()))
    }
}

/// Up to eight tiles, by value: asking for neighbours allocates nothing.
#[derive(Clone, Copy, Debug)]
pub struct Neighbours {
    cells: [CellIndex; 8],
    next: u8,
    end: u8,
}

impl Neighbours {
    fn gather(cells: impl IntoIterator<Item = Option<CellIndex>>) -> Self {
        let mut found = Self { cells: [CellIndex(0); 8], next: 0, end: 0 };
        for cell in cells.into_iter().flatten() {
            found.cells[usize::from(found.end)] = cell;
            found.end += 1;
        }
        found
    }
}

impl Iterator for Neighbours {
    type Item = CellIndex;

    fn next(&mut self) -> Option<CellIndex> {
        (self.next < self.end).then(|| {
            self.next += 1;
            self.cells[usize::from(self.next) - 1]
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.end - self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Neighbours {}

/// Checks what all grids ask for. `wrap` names, for columns and rows, the fewest that may wrap and their multiple.
fn check(width: u32, height: u32, side: f64, rim: Rim, wrap: [(u32, u32); 2]) -> Result<(), GridError> {
    if width == 0 || height == 0 {
        return Err(GridError::Empty { width, height });
    }
    if u64::from(width) * u64::from(height) > u64::from(u32::MAX) {
        return Err(GridError::TooLarge { width, height });
    }
    if !(side.is_finite() && side > 0.0) {
        return Err(GridError::Side(side));
    }
    if rim == Rim::Torus {
        for ((axis, tiles), (least, multiple)) in [("columns", width), ("rows", height)].into_iter().zip(wrap)
        {
            if tiles < least || !tiles.is_multiple_of(multiple) {
                return Err(GridError::Wrap { axis, tiles, least, multiple });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
