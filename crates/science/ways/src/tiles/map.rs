//! The walkable map.
//!
//! Steps lead to the eight tiles around; straight ones cost 1, diagonal ones √2 and only where both tiles beside the step
//! are open, so nobody cuts a corner (the rule of the Moving AI benchmarks). The map is kept twice, by rows and by columns,
//! so that scans in all four directions run over whole words.

use super::plane::{Plane, Stop};
use crate::Reason;
use std::f64::consts::SQRT_2;
use wold_space::CellIndex;

/// Why a map cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// A side is zero or too long.
    #[error("a map of {width} by {height} tiles is not between 1 by 1 and {max} by {max}", max = TileMap::MAX_SIDE)]
    Size {
        /// Tiles in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
}

/// A map of open and blocked tiles; `x` runs along rows, `y` counts them.
///
/// ```
/// use wold_ways::tiles::TileMap;
/// let mut map = TileMap::new(3, 2)?;
/// map.set_open(1, 0, false);
/// assert!(!map.is_open(1, 0) && map.is_open(1, 1));
/// assert!(!map.is_open(-1, 0), "beyond the border nothing is open");
/// let corner = map.cell(0, 0).unwrap();
/// assert_eq!(map.steps(corner).count(), 1, "the diagonal would cut a corner");
/// # Ok::<(), wold_ways::tiles::MapError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TileMap {
    width: u32,
    height: u32,
    version: u64,
    rows: Plane,
    columns: Plane,
}

/// A direction on square tiles: the eight, anticlockwise from east where `y` runs north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Heading(pub u8);

pub(crate) const HEADINGS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl TileMap {
    /// The longest side of a map.
    pub const MAX_SIDE: u32 = 1 << 14;

    /// A map with all tiles open.
    pub fn new(width: u32, height: u32) -> Result<Self, MapError> {
        let mut map = Self::all_blocked(width, height)?;
        for y in 0..height as i32 {
            for x in 0..width as i32 {
                map.set_open(x, y, true);
            }
        }
        Ok(map)
    }

    /// A map with all tiles blocked.
    pub fn all_blocked(width: u32, height: u32) -> Result<Self, MapError> {
        let sides = 1..=Self::MAX_SIDE;
        if !(sides.contains(&width) && sides.contains(&height)) {
            return Err(MapError::Size { width, height });
        }
        let (rows, columns) = (Plane::blocked(width, height), Plane::blocked(height, width));
        Ok(Self { width, height, version: 0, rows, columns })
    }

    /// A map drawn in text, a row a line: `.` is open, anything else blocked. For tests and examples.
    ///
    /// # Panics
    /// If the lines are empty or differ in length.
    #[must_use]
    pub fn drawn(rows: &[&str]) -> Self {
        let width = rows.first().map_or(0, |row| row.len());
        assert!(rows.iter().all(|row| row.len() == width), "rows of a drawn map are equally long");
        let mut map = Self::all_blocked(width as u32, rows.len() as u32).expect("a drawn map has a size");
        for (y, row) in rows.iter().enumerate() {
            for (x, tile) in row.bytes().enumerate() {
                map.set_open(x as i32, y as i32, tile == b'.');
            }
        }
        map
    }

    /// Tiles in a row.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Counts the edits that changed something. Whoever prepared something for this map can see whether it is stale.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The number of tiles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// A map always has tiles; here because [`TileMap::len`] is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tile at a place, if the map reaches there.
    #[must_use]
    pub fn cell(&self, x: i32, y: i32) -> Option<CellIndex> {
        let inside = (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
        inside.then(|| CellIndex(y as u32 * self.width + x as u32))
    }

    /// The place of a tile.
    #[must_use]
    pub fn place(&self, cell: CellIndex) -> (i32, i32) {
        ((cell.0 % self.width) as i32, (cell.0 / self.width) as i32)
    }

    /// Whether somebody can stand there; beyond the border nobody can.
    #[must_use]
    #[inline]
    pub fn is_open(&self, x: i32, y: i32) -> bool {
        self.cell(x, y).is_some() && !self.rows.is_blocked(x as u32 + 1, y as u32 + 1)
    }

    /// Opens or blocks a tile at once. Returns whether that changed anything; outside the map it never does.
    pub fn set_open(&mut self, x: i32, y: i32, open: bool) -> bool {
        if self.cell(x, y).is_none() || self.is_open(x, y) == open {
            return false;
        }
        let (x, y) = (x as u32 + 1, y as u32 + 1);
        self.rows.set(x, y, !open);
        self.columns.set(y, x, !open);
        self.version += 1;
        true
    }

    /// The tiles a search starts and ends at, if somebody can stand on both.
    pub fn check_ends(&self, from: (i32, i32), to: (i32, i32)) -> Result<(CellIndex, CellIndex), Reason> {
        let start = self.cell(from.0, from.1).ok_or(Reason::StartOutside)?;
        let goal = self.cell(to.0, to.1).ok_or(Reason::GoalOutside)?;
        match () {
            () if !self.is_open(from.0, from.1) => Err(Reason::StartBlocked),
            () if !self.is_open(to.0, to.1) => Err(Reason::GoalBlocked),
            () => Ok((start, goal)),
        }
    }

    /// Whether one may step from an open tile in a direction.
    #[must_use]
    #[inline]
    pub fn can_step(&self, x: i32, y: i32, dx: i32, dy: i32) -> bool {
        self.is_open(x + dx, y + dy)
            && (dx == 0 || dy == 0 || (self.is_open(x + dx, y) && self.is_open(x, y + dy)))
    }

    /// The tiles one may step to, and what each step costs.
    pub fn steps(&self, cell: CellIndex) -> impl Iterator<Item = (CellIndex, f64)> + '_ {
        let (x, y) = self.place(cell);
        HEADINGS.iter().filter(move |&&(dx, dy)| self.can_step(x, y, dx, dy)).map(move |&(dx, dy)| {
            let cell = self.cell(x + dx, y + dy).expect("an open tile is on the map");
            (cell, if dx != 0 && dy != 0 { SQRT_2 } else { 1.0 })
        })
    }

    /// The tiles whose steps change when this one is opened or blocked: itself and those around it.
    #[must_use]
    pub fn affected(&self, x: i32, y: i32) -> Vec<CellIndex> {
        let around = HEADINGS.iter().filter_map(|(dx, dy)| self.cell(x + dx, y + dy));
        self.cell(x, y).into_iter().chain(around).collect()
    }

    /// The length of the shortest way between two tiles if everything were open.
    #[must_use]
    #[inline]
    pub fn octile(&self, a: CellIndex, b: CellIndex) -> f64 {
        let ((ax, ay), (bx, by)) = (self.place(a), self.place(b));
        let (dx, dy) = (ax.abs_diff(bx), ay.abs_diff(by));
        f64::from(dx.max(dy)) + (SQRT_2 - 1.0) * f64::from(dx.min(dy))
    }

    /// Every tile of a way given by its turns: between two turns the way runs diagonally first, then straight.
    #[must_use]
    pub fn fill_in(&self, turns: &[CellIndex]) -> Vec<CellIndex> {
        let mut cells: Vec<CellIndex> = turns.first().copied().into_iter().collect();
        for pair in turns.windows(2) {
            let ((mut x, mut y), (to_x, to_y)) = (self.place(pair[0]), self.place(pair[1]));
            while (x, y) != (to_x, to_y) {
                x += (to_x - x).signum();
                y += (to_y - y).signum();
                cells.push(self.cell(x, y).expect("a way between tiles of the map stays on it"));
            }
        }
        cells
    }

    /// Whether a list of tiles is a walk: each open, each a legal step after the one before.
    #[must_use]
    pub fn is_walk(&self, cells: &[CellIndex]) -> bool {
        let open = cells.iter().all(|&c| {
            let (x, y) = self.place(c);
            self.is_open(x, y)
        });
        open && cells.windows(2).all(|pair| self.steps(pair[0]).any(|(next, _)| next == pair[1]))
    }

    /// Whether a tile of the bordered plane is blocked; `x` and `y` count the border.
    #[inline]
    pub(crate) fn blocked_at(&self, x: u32, y: u32) -> bool {
        self.rows.is_blocked(x, y)
    }

    /// Scans from a tile of the bordered plane in one of the four straight headings (0, 2, 4, 6).
    #[inline]
    pub(crate) fn scan(&self, x: u32, y: u32, heading: Heading) -> Stop {
        match heading.0 {
            0 => self.rows.scan_up(x, y),
            2 => self.columns.scan_up(y, x),
            4 => self.rows.scan_down(x, y),
            _ => self.columns.scan_down(y, x),
        }
    }
}

impl PartialEq for TileMap {
    /// Equal tiles; how often they were edited does not count.
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height) == (other.width, other.height) && self.rows == other.rows
    }
}
