//! How far every run goes, known beforehand (JPS+).
//!
//! For each tile and heading the table holds a distance: along a straight heading to the next jump point or to the wall, along
//! a diagonal one to the next tile from which a straight run reaches a jump point, or to where the run must end. Made in one
//! sweep per heading: eight passes over the map. Fits one version of the map only.
//!
//! Takes 8 bytes per tile: what is looked up at random should stay in the cache. Distances beyond 127 are walked in stages of so many.

use super::open::Spot;
use crate::tiles::TileMap;
use crate::tiles::map::{HEADINGS, Heading};

/// The runs of every tile of one version of a map.
///
/// ```
/// use wold_ways::{Budget, jump::{JumpTable, Jumper}, tiles::TileMap};
/// let map = TileMap::drawn(&["....", ".##.", "...."]);
/// let table = JumpTable::new(&map);
/// let found = Jumper::new().find_with(&map, &table, (0, 1), (3, 1), &mut Budget::unlimited());
/// assert_eq!(found.complete().unwrap().length, 5.0);
/// ```
#[derive(Clone, Debug)]
pub struct JumpTable {
    /// Eight per tile of the bordered plane: the distance, negated if the run ends at a wall there, or [`FAR`].
    runs: Vec<[i8; 8]>,
    row: u32,
    size: (u32, u32),
    version: u64,
}

/// Stands for a run of more than [`STAGE`] tiles, of which the rest is told by the tile at the end of the stage.
const FAR: i8 = i8::MIN;
const STAGE: u16 = 127;

/// A table that was made for another version or another map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the jump table is for version {table} of the map, which is at {map}")]
pub struct StaleTable {
    /// The version the table was made for.
    pub table: u64,
    /// The version the map has.
    pub map: u64,
}

impl JumpTable {
    /// Prepares a table for the map as it is now.
    #[must_use]
    pub fn new(map: &TileMap) -> Self {
        let (width, height) = (map.width(), map.height());
        let row = width + 2;
        let mut runs = vec![[0i16; 8]; row as usize * (height as usize + 2)];
        for heading in [0u8, 2, 4, 6, 1, 3, 5, 7] {
            let (dx, dy) = HEADINGS[usize::from(heading)];
            // Sweep against the heading, so that the tile ahead is known first.
            for j in 1..=height {
                let y = if dy > 0 { height + 1 - j } else { j };
                for i in 1..=width {
                    let x = if dx > 0 { width + 1 - i } else { i };
                    if map.blocked_at(x, y) {
                        continue;
                    }
                    let (ahead_x, ahead_y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                    let ahead = (ahead_y * row + ahead_x) as usize;
                    let run = if heading & 1 == 0 {
                        Self::straight(map, (x, y), Heading(heading), runs[ahead][usize::from(heading)])
                    } else {
                        let along = [if dx > 0 { 0 } else { 4 }, if dy > 0 { 2 } else { 6 }];
                        let corner = map.blocked_at(ahead_x, y) || map.blocked_at(x, ahead_y);
                        match () {
                            () if corner || map.blocked_at(ahead_x, ahead_y) => -1,
                            () if along.iter().any(|&h: &usize| runs[ahead][h] > 0) => 1,
                            () => further(runs[ahead][usize::from(heading)]),
                        }
                    };
                    runs[(y * row + x) as usize][usize::from(heading)] = run;
                }
            }
        }
        let runs = runs.into_iter().map(|tile| tile.map(short)).collect();
        Self { runs, row, size: (width, height), version: map.version() }
    }

    fn straight(map: &TileMap, (x, y): (u32, u32), heading: Heading, beyond: i16) -> i16 {
        let (dx, dy) = HEADINGS[usize::from(heading.0)];
        let (ahead_x, ahead_y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        if map.blocked_at(ahead_x, ahead_y) {
            return -1;
        }
        // An obstacle beside this tile ends beside the next.
        let ends = |side: i32| {
            let (sx, sy) = (-dy * side, dx * side);
            map.blocked_at(x.wrapping_add_signed(sx), y.wrapping_add_signed(sy))
                && !map.blocked_at(ahead_x.wrapping_add_signed(sx), ahead_y.wrapping_add_signed(sy))
        };
        if ends(1) || ends(-1) { 1 } else { further(beyond) }
    }

    /// Whether the table fits the map.
    pub fn check(&self, map: &TileMap) -> Result<(), StaleTable> {
        let fits = self.version == map.version() && self.size == (map.width(), map.height());
        fits.then_some(()).ok_or(StaleTable { table: self.version, map: map.version() })
    }

    /// All runs from one tile.
    #[inline]
    pub(super) fn from(&self, spot: Spot) -> Runs<'_> {
        let slot = (spot.y() * self.row + spot.x()) as usize;
        Runs { table: self, slot, tile: self.runs[slot] }
    }

    /// The rest of a run that goes beyond one stage.
    #[cold]
    fn beyond(&self, mut slot: usize, heading: usize) -> (u32, bool) {
        let (dx, dy) = HEADINGS[heading];
        let stage = (dy as isize * self.row as isize + dx as isize) * STAGE as isize;
        let (mut stages, mut run) = (0, FAR);
        while run == FAR {
            slot = slot.wrapping_add_signed(stage);
            run = self.runs[slot][heading];
            stages += u32::from(STAGE);
        }
        (stages + u32::from(run.unsigned_abs()), run < 0)
    }
}

/// The runs from one tile, read from the table at once.
pub(super) struct Runs<'a> {
    table: &'a JumpTable,
    slot: usize,
    tile: [i8; 8],
}

impl Runs<'_> {
    /// How far a run goes, and whether it ends at a wall there rather than at a jump point.
    #[inline]
    pub fn along(&self, heading: u8) -> (u32, bool) {
        let heading = usize::from(heading & 7);
        match self.tile[heading] {
            FAR => self.table.beyond(self.slot, heading),
            run => (u32::from(run.unsigned_abs()), run < 0),
        }
    }
}

/// A run as the table keeps it.
fn short(run: i16) -> i8 {
    if run.unsigned_abs() > STAGE { FAR } else { run as i8 }
}

/// One tile more, in the same sense.
fn further(run: i16) -> i16 {
    if run > 0 { run + 1 } else { run - 1 }
}
