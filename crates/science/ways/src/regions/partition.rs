//! Cutting a window of tiles into rectangles.
//!
//! From the lowest, then leftmost tile that belongs to nobody, a rectangle grows by a column to the right and a row upwards in
//! turn while it stays of one kind and free. What is larger than allowed is cut evenly: `⌈w/max⌉` by `⌈h/max⌉` pieces.
//! (After "Spatial reasoning for strategic decision making", the method of Kohan II.)

use serde::{Deserialize, Serialize};

/// How regions should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PartitionConfig {
    /// The widest and highest a region may be, in tiles.
    pub max_side: u32,
    /// A rectangle narrower than this …
    pub sliver_side: u32,
    /// … and with fewer tiles than this is merged into a neighbour if it can be.
    pub sliver_tiles: u32,
    /// The side of the squares that are cut apart from each other, so that an edit touches few; a multiple of `max_side`
    /// wastes least.
    pub chunk: u32,
}

impl Default for PartitionConfig {
    fn default() -> Self {
        Self { max_side: 16, sliver_side: 2, sliver_tiles: 10, chunk: 64 }
    }
}

/// A rectangle of tiles: its lowest left tile, and how many it has along both axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Rect {
    /// Its first column.
    pub x: u32,
    /// Its first row.
    pub y: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Rect {
    /// How many tiles it has.
    #[must_use]
    pub fn tiles(&self) -> u32 {
        self.width * self.height
    }

    /// Whether a tile is in it.
    #[must_use]
    pub fn contains(&self, x: u32, y: u32) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }

    /// Its tiles, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let Self { x, y, width, height } = *self;
        (y..y + height).flat_map(move |y| (x..x + width).map(move |x| (x, y)))
    }

    /// The smallest rectangle around both.
    #[must_use]
    pub fn around(&self, other: &Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let top = (self.y + self.height).max(other.y + other.height);
        Self { x, y, width: right - x, height: top - y }
    }

    /// Even pieces no larger than `max` on a side.
    ///
    /// ```
    /// use wold_ways::regions::Rect;
    /// let pieces: Vec<Rect> = Rect { x: 0, y: 0, width: 20, height: 45 }.cut(16).collect();
    /// assert_eq!(pieces.len(), 6);
    /// assert!(pieces.iter().all(|p| (p.width, p.height) == (10, 15)));
    /// ```
    pub fn cut(self, max: u32) -> impl Iterator<Item = Self> {
        let max = max.max(1);
        let (across, up) = (self.width.div_ceil(max), self.height.div_ceil(max));
        // Piece i of n ends at ⌊(i+1)·length/n⌋.
        let part =
            |from: u32, length: u32, i: u32, n: u32| (from + i * length / n, from + (i + 1) * length / n);
        (0..up).flat_map(move |j| {
            (0..across).map(move |i| {
                let (x, right) = part(self.x, self.width, i, across);
                let (y, top) = part(self.y, self.height, j, up);
                Self { x, y, width: right - x, height: top - y }
            })
        })
    }
}

/// Cuts a window into rectangles of one kind each, none larger than `max_side`; together they cover it exactly.
pub fn rectangles(window: Rect, max_side: u32, kind: impl Fn(u32, u32) -> u32) -> Vec<Rect> {
    walled_rectangles(window, max_side, kind, |_, _| false)
}

/// The same where something may stand between two tiles side by side: no rectangle has that in it. Whatever stands between them is asked for from the south or the west.
pub fn walled_rectangles(
    window: Rect,
    max_side: u32,
    kind: impl Fn(u32, u32) -> u32,
    parts: impl Fn((u32, u32), (u32, u32)) -> bool,
) -> Vec<Rect> {
    let mut taken = vec![false; window.tiles() as usize];
    let slot = |x: u32, y: u32| ((y - window.y) * window.width + x - window.x) as usize;
    let mut found = Vec::new();
    for (x, y) in window.cells() {
        if taken[slot(x, y)] {
            continue;
        }
        let wanted = kind(x, y);
        // A strip hangs together, and with the rectangle it is put to.
        let fits = |strip: Rect, (east, north): (u32, u32)| {
            strip.cells().all(|(x, y)| {
                let before = (x - east, y - north);
                let beside = (x.wrapping_sub(north), y.wrapping_sub(east));
                !taken[slot(x, y)]
                    && kind(x, y) == wanted
                    && !parts(before, (x, y))
                    && (!strip.contains(beside.0, beside.1) || !parts(beside, (x, y)))
            })
        };
        let mut rect = Rect { x, y, width: 1, height: 1 };
        let (mut right, mut up) = (true, true);
        while right || up {
            if right {
                let strip = Rect { x: rect.x + rect.width, width: 1, ..rect };
                right = strip.x < window.x + window.width && fits(strip, (1, 0));
                rect.width += u32::from(right);
            }
            if up {
                let strip = Rect { y: rect.y + rect.height, height: 1, ..rect };
                up = strip.y < window.y + window.height && fits(strip, (0, 1));
                rect.height += u32::from(up);
            }
        }
        for (x, y) in rect.cells() {
            taken[slot(x, y)] = true;
        }
        found.extend(rect.cut(max_side));
    }
    found
}
