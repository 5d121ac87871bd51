//! What can be searched.

use crate::tiles::TileMap;
use wold_space::CellIndex;

/// What a graph promises of its guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// Guesses may be too high: ways found with them may be longer than the shortest.
    None,
    /// Guesses are never too high, but may fall by more than a step costs: places must be looked at again when a cheaper way
    /// to them turns up.
    Admissible,
    /// Guesses never fall by more than a step costs: the first way found is the shortest.
    Consistent,
}

/// Places joined by ways of positive cost.
pub trait Graph {
    /// How many places there are; they are numbered from 0.
    fn places(&self) -> usize;

    /// Calls `way` with every place one step on, and the cost of that step: finite and above zero.
    fn ways_from(&self, place: CellIndex, way: impl FnMut(CellIndex, f64));

    /// A guess at what the way between two places costs. Without one, A* is Dijkstra.
    fn guess(&self, _from: CellIndex, _to: CellIndex) -> f64 {
        0.0
    }

    /// What the guess is worth.
    fn trust(&self) -> Trust {
        Trust::Consistent
    }

    /// Whether somebody can be there at all.
    fn is_open(&self, place: CellIndex) -> bool {
        (place.0 as usize) < self.places()
    }

    /// Changes with every edit, so that paused searches notice.
    fn version(&self) -> u64 {
        0
    }
}

impl Graph for TileMap {
    fn places(&self) -> usize {
        self.len()
    }

    fn ways_from(&self, place: CellIndex, mut way: impl FnMut(CellIndex, f64)) {
        for (next, cost) in self.steps(place) {
            way(next, cost);
        }
    }

    fn guess(&self, from: CellIndex, to: CellIndex) -> f64 {
        self.octile(from, to)
    }

    fn is_open(&self, place: CellIndex) -> bool {
        let (x, y) = self.place(place);
        TileMap::is_open(self, x, y)
    }

    fn version(&self) -> u64 {
        TileMap::version(self)
    }
}
