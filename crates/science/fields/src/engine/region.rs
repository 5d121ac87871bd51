//! Parts of a tile that can sleep.
//!
//! A tile is cut into regions of 64 by 16 cells. Each step every region that was computed reports the greatest change of a cell
//! ([`Report::change`]). A region is computed in the next step if it, a region around it, or one that it listens to changed by
//! more than the system's rest, or if an event touched it. With a rest of 0 a sleeping region is one that
//! cannot change, and sleeping alters no result.

use super::tile::Rect;
use serde::{Deserialize, Serialize};

/// Columns of a region.
pub const REGION_COLUMNS: usize = 64;
/// Rows of a region.
pub const REGION_ROWS: usize = 16;

/// What happened to a region in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// The sum of what the system counts, like the angles by which winds turned.
    pub delta: f64,
    /// The greatest change of a cell, in the system's unit.
    pub change: f32,
}

/// The regions of a tile as one system sees them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Regions {
    pub columns: usize,
    pub rows: usize,
    /// Which are computed in the next step.
    pub awake: Vec<bool>,
    /// Which changed in the last step, or were touched since.
    pub loud: Vec<bool>,
    #[serde(skip)]
    pub reports: Vec<Report>,
}

impl Regions {
    pub fn new(width: usize, height: usize) -> Self {
        let (columns, rows) = (width.div_ceil(REGION_COLUMNS), height.div_ceil(REGION_ROWS));
        let count = columns * rows;
        Self {
            columns,
            rows,
            awake: vec![true; count],
            loud: vec![true; count],
            reports: vec![Report::default(); count],
        }
    }

    /// Marks the region of a cell as changed.
    pub fn touch(&mut self, x: usize, y: usize) {
        let region = y / REGION_ROWS * self.columns + x / REGION_COLUMNS;
        self.loud[region] = true;
    }

    /// The rectangles to compute among the region rows `rows`: runs of awake regions, joined where rows agree.
    pub fn rects(&self, rows: std::ops::Range<usize>, width: usize, height: usize) -> Vec<Rect> {
        let mut done: Vec<Rect> = Vec::new();
        let mut open: Vec<Rect> = Vec::new();
        for row in rows {
            let awake = &self.awake[row * self.columns..(row + 1) * self.columns];
            let (y0, y1) = (row * REGION_ROWS, ((row + 1) * REGION_ROWS).min(height));
            let mut runs = Vec::new();
            let mut column = 0;
            while column < self.columns {
                let length = awake[column..].iter().take_while(|a| **a).count();
                if length > 0 {
                    let (x0, x1) = (column * REGION_COLUMNS, ((column + length) * REGION_COLUMNS).min(width));
                    runs.push(Rect { x0, x1, y0, y1 });
                }
                column += length + 1;
            }
            let same = |a: &Rect, b: &Rect| (a.x0, a.x1) == (b.x0, b.x1);
            if open.len() == runs.len() && open.iter().zip(&runs).all(|(a, b)| same(a, b)) {
                open.iter_mut().for_each(|rect| rect.y1 = y1);
            } else {
                done.append(&mut open);
                open = runs;
            }
        }
        done.append(&mut open);
        done
    }

    /// The rectangle of region `index`.
    pub fn rect(&self, index: usize, width: usize, height: usize) -> Rect {
        let (column, row) = (index % self.columns, index / self.columns);
        Rect {
            x0: column * REGION_COLUMNS,
            x1: ((column + 1) * REGION_COLUMNS).min(width),
            y0: row * REGION_ROWS,
            y1: ((row + 1) * REGION_ROWS).min(height),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn awake_regions_join_into_rectangles() {
        let mut regions = Regions::new(200, 40);
        assert_eq!((regions.columns, regions.rows), (4, 3));
        assert_eq!(regions.rects(0..3, 200, 40), [Rect { x0: 0, x1: 200, y0: 0, y1: 40 }]);
        regions.awake[5] = false;
        assert_eq!(
            regions.rects(0..3, 200, 40),
            [
                Rect { x0: 0, x1: 200, y0: 0, y1: 16 },
                Rect { x0: 0, x1: 64, y0: 16, y1: 32 },
                Rect { x0: 128, x1: 200, y0: 16, y1: 32 },
                Rect { x0: 0, x1: 200, y0: 32, y1: 40 },
            ]
        );
    }
}
