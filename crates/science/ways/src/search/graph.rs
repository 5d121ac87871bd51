//! What can be searched.

use crate::tiles::TileMap;
use wold_space::CellIndex;
use wold_space::grid::Grid;

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

/// A grid of any shape with some of its tiles blocked. Steps cost the distance between centres, in tile sides.
///
/// Diagonal steps of an eight-neighbour square grid are free to cut corners here; [`TileMap`] never does.
#[derive(Clone, Debug)]
pub struct Tiled<G> {
    grid: G,
    open: Vec<bool>,
    version: u64,
}

impl<G: Grid> Tiled<G> {
    /// All tiles open.
    pub fn new(grid: G) -> Self {
        let open = vec![true; grid.len()];
        Self { grid, open, version: 0 }
    }

    /// The grid underneath.
    pub fn grid(&self) -> &G {
        &self.grid
    }

    /// Opens or blocks a tile.
    pub fn set_open(&mut self, cell: CellIndex, open: bool) {
        if let Some(tile) = self.open.get_mut(cell.slot()) {
            self.version += u64::from(*tile != open);
            *tile = open;
        }
    }
}

impl<G: Grid> Graph for Tiled<G> {
    fn places(&self) -> usize {
        self.open.len()
    }

    fn ways_from(&self, place: CellIndex, mut way: impl FnMut(CellIndex, f64)) {
        let here = self.grid.centre(place);
        for next in self.grid.neighbours(place).filter(|n| self.open[n.slot()]) {
            let there = self.grid.centre(next);
            // Over the rim of a torus the centres are far apart though the tiles touch; then a straight step is meant.
            let apart = (there - here).length();
            let nearest = self.grid.neighbours(place).map(|n| (self.grid.centre(n) - here).length());
            let least = nearest.fold(f64::INFINITY, f64::min);
            way(next, if apart > 2.0 * least { least } else { apart });
        }
    }

    fn guess(&self, from: CellIndex, to: CellIndex) -> f64 {
        match self.grid.rim() {
            wold_space::grid::Rim::Bounded => (self.grid.centre(from) - self.grid.centre(to)).length(),
            wold_space::grid::Rim::Torus => 0.0,
        }
    }

    fn is_open(&self, place: CellIndex) -> bool {
        self.open.get(place.slot()).copied().unwrap_or(false)
    }

    fn version(&self) -> u64 {
        self.version
    }
}
