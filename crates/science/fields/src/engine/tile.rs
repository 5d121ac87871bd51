//! A rectangle of cells with a rim: the unit that is stored, stepped and exchanged.
//!
//! Every layer is an array of `(width + 2) × (height + 2)` numbers, row by row from the south. The outermost ring is the *rim*: a
//! copy of what lies beyond the edge (the other side of a torus, the border of the tile next door, or the last that was
//! known of it), so that loops over cells never ask where they are.

use super::property::LayerId;
use super::region::Regions;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Where a cell lies: column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// Columns east of the first.
    pub x: i64,
    /// Rows north of the first.
    pub y: i64,
}

impl Cell {
    /// The cell of this column and row.
    #[must_use]
    pub fn new(x: i64, y: i64) -> Self {
        Self { x, y }
    }
}

/// Where a tile lies, counted in tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TilePos {
    /// Tiles north; first, so that tiles are ordered row by row.
    pub y: i32,
    /// Tiles east.
    pub x: i32,
}

/// A rectangle of cells.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    pub width: usize,
    pub height: usize,
    /// The cell in its south-western corner.
    pub origin: Cell,
    /// Whether nothing lies beyond: west, east, south, north.
    pub closed: [bool; 4],
    pub now: Vec<Vec<f32>>,
    /// The buffer written to, one per moving layer; empty for the others.
    pub next: Vec<Vec<f32>>,
    /// Which parts are awake, by system.
    pub regions: Vec<Regions>,
    /// Counts the changes from outside of each layer, so that what is derived from it can be kept until it changes.
    pub changes: Vec<u64>,
    /// Whether a layer that does not move was changed.
    pub still_changed: bool,
    /// Which of the engine's tiles it is, counted as they came, and how often its layers may have changed since.
    pub stamp: [u64; 2],
}

impl Tile {
    pub fn stride(&self) -> usize {
        self.width + 2
    }

    pub fn slot(&self, x: usize, y: usize) -> usize {
        (y + 1) * self.stride() + x + 1
    }

    /// Notes that a layer may have changed.
    pub fn mark(&mut self) {
        self.stamp[1] += 1;
    }

    /// Copies what now is into the other buffer within a rectangle.
    pub fn settle(&mut self, layers: &[LayerId], rect: &Rect) {
        let stride = self.stride();
        for layer in layers {
            let (from, to) = (&self.now[layer.slot()], &mut self.next[layer.slot()]);
            for y in rect.y0..rect.y1 {
                let row = (y + 1) * stride + 1;
                to[row + rect.x0..row + rect.x1].copy_from_slice(&from[row + rect.x0..row + rect.x1]);
            }
        }
    }
}

/// A rectangle of cells within a tile: columns `x0..x1`, rows `y0..y1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// The first column.
    pub x0: usize,
    /// One past the last column.
    pub x1: usize,
    /// The first row.
    pub y0: usize,
    /// One past the last row.
    pub y1: usize,
}

/// The cells of a tile as all systems see them: the state before this step.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a> {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Numbers from one row to the next in a layer.
    pub stride: usize,
    /// The cell in the south-western corner.
    pub origin: Cell,
    /// Whether nothing lies beyond the west, east, south and north edge.
    pub closed: [bool; 4],
    /// How many steps were made before this one.
    pub step: u64,
    pub(super) layers: &'a [Vec<f32>],
}

impl<'a> Cells<'a> {
    pub(super) fn of(tile: &'a Tile, step: u64) -> Self {
        Self {
            width: tile.width,
            height: tile.height,
            stride: tile.stride(),
            origin: tile.origin,
            closed: tile.closed,
            step,
            layers: &tile.now,
        }
    }

    /// A whole layer with its rim.
    #[must_use]
    pub fn layer(&self, layer: LayerId) -> &'a [f32] {
        &self.layers[layer.slot()]
    }

    /// Columns `columns` of a row of a layer, one more on either side. Row -1 and row `height` are the rim.
    #[must_use]
    #[inline]
    pub fn row(&self, layer: LayerId, y: isize, columns: Range<usize>) -> &'a [f32] {
        let start = (y + 1) as usize * self.stride + columns.start;
        &self.layers[layer.slot()][start..start + columns.len() + 2]
    }

    /// The place of a cell in a layer.
    #[must_use]
    #[inline]
    pub fn slot(&self, x: usize, y: usize) -> usize {
        (y + 1) * self.stride + x + 1
    }

    /// Whether the neighbour of `(x, y)` in direction `(dx, dy)` exists.
    #[must_use]
    #[inline]
    pub fn open(&self, x: usize, y: usize, dx: i32, dy: i32) -> bool {
        let [west, east, south, north] = self.closed;
        !((dx < 0 && x == 0 && west)
            || (dx > 0 && x + 1 == self.width && east)
            || (dy < 0 && y == 0 && south)
            || (dy > 0 && y + 1 == self.height && north))
    }
}
