//! Where people fell and where fighters went, kept for a while: ground where blood was spilt is avoided, and the operator sees both.
//! Questions ask for both as fields; the memory is the household's.

use super::Ring;
use crate::rows::FIGHT;
use crate::villager::steps;
use std::collections::BTreeMap;
use wold_space::{CellIndex, DVec2};
use wold_tactics::influence::history::Memory;

/// Metres of a cell, and cells along a square that is kept or dropped as one.
pub(super) const CELL: f64 = 2.0;
const SIDE: i32 = 16;
/// Squares kept at once.
const MOST: usize = 256;

/// A cell of the plane.
type Cell = (i32, i32);

/// Something that happened in places, fading.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    squares: BTreeMap<Cell, Memory>,
    faded: u64,
}

fn split(cell: Cell) -> (Cell, CellIndex) {
    let square = (cell.0.div_euclid(SIDE), cell.1.div_euclid(SIDE));
    let (x, y) = (cell.0.rem_euclid(SIDE), cell.1.rem_euclid(SIDE));
    (square, CellIndex((y * SIDE + x) as u32))
}

fn cell_of(at: DVec2) -> Cell {
    let cell = (at / CELL).floor();
    (cell.x as i32, cell.y as i32)
}

impl History {
    /// Something happened.
    pub fn note(&mut self, at: DVec2, amount: f64) {
        let (square, cell) = split(cell_of(at));
        if self.squares.len() < MOST || self.squares.contains_key(&square) {
            let new = || Memory::new((SIDE * SIDE) as usize, FIGHT.traces.kept);
            self.squares.entry(square).or_insert_with(new).note(cell, amount);
        }
    }

    /// What is remembered of a place.
    pub fn at(&self, at: DVec2) -> f64 {
        let (square, cell) = split(cell_of(at));
        self.squares.get(&square).map_or(0.0, |memory| memory.at(cell))
    }

    /// Time passes.
    pub fn pass(&mut self, now: u64) {
        if now < self.faded + steps(FIGHT.traces.fade_seconds) {
            return;
        }
        self.faded = now;
        self.squares.values_mut().for_each(Memory::fade);
        self.squares.retain(|_, memory| {
            (0..(SIDE * SIDE) as u32).any(|cell| memory.at(CellIndex(cell)) >= FIGHT.traces.least)
        });
    }

    /// Every cell of which something is remembered: its south-western corner and how much.
    pub fn cells(&self) -> impl Iterator<Item = (DVec2, f64)> + '_ {
        self.squares
            .iter()
            .flat_map(|(square, memory)| {
                (0..SIDE * SIDE).map(move |cell| {
                    let (x, y) = (square.0 * SIDE + cell % SIDE, square.1 * SIDE + cell / SIDE);
                    (DVec2::new(f64::from(x), f64::from(y)) * CELL, memory.at(CellIndex(cell as u32)))
                })
            })
            .filter(|(_, value)| *value >= FIGHT.traces.least)
    }
}

impl Ring {
    /// How much going about of fighters is remembered of a place.
    pub(super) fn traffic_at(&self, at: DVec2) -> f64 {
        self.open().traffic.at(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happened_is_found_where_it_did_and_forgotten_in_time() {
        let mut deaths = History::default();
        let (here, beside) = (DVec2::new(-3.0, 33.0), DVec2::new(-1.0, 33.0));
        deaths.note(here, 1.0);
        assert_eq!((deaths.at(here), deaths.at(beside)), (1.0, 0.0));
        assert_eq!(deaths.cells().collect::<Vec<_>>(), [(DVec2::new(-4.0, 32.0), 1.0)]);
        (1..=20).for_each(|time| deaths.pass(time * steps(FIGHT.traces.fade_seconds)));
        assert!((0.2..0.3).contains(&deaths.at(here)));
        (21..=60).for_each(|time| deaths.pass(time * steps(FIGHT.traces.fade_seconds)));
        assert_eq!(deaths.cells().count(), 0);
        assert!(deaths.squares.is_empty());
    }
}
