//! A graph on which being seen costs, where somebody else knows who sees what.
//!
//! Contract: a step costs what it did, times 1 + eyes·(bias − 1) + safety, with the number of eyes that see where it leads and the safety only on unsafe ground: never less than before, so the guesses of
//! the graph underneath hold. [`Covered`](super::Covered) does the same from panels; this is for worlds with a sight of their own. Whoever asks rays for `eyes` remembers them: places are asked for
//! again and again.

use wold_space::CellIndex;
use wold_ways::search::{Graph, Trust};

/// Another graph, before eyes.
pub struct Watched<'a, G, E, U> {
    graph: &'a G,
    eyes: E,
    bias: f64,
    is_unsafe: U,
    safety: f64,
}

impl<'a, G: Graph, E: Fn(CellIndex) -> u32, U: Fn(CellIndex) -> bool> Watched<'a, G, E, U> {
    /// The graph with how many see a place, what a metre in sight costs (from 1), which ground is unsafe and what a metre of it costs besides (from 0).
    pub fn new(graph: &'a G, eyes: E, bias: f64, is_unsafe: U, safety: f64) -> Self {
        Self { graph, eyes, bias: bias.max(1.0), is_unsafe, safety: safety.max(0.0) }
    }

    /// By how much a step to a place is dearer.
    #[must_use]
    pub fn factor(&self, to: CellIndex) -> f64 {
        let safety = if (self.is_unsafe)(to) { self.safety } else { 0.0 };
        let seen = if self.bias > 1.0 { f64::from((self.eyes)(to)) } else { 0.0 };
        1.0 + seen * (self.bias - 1.0) + safety
    }

    /// The share of a way's places that anybody sees.
    #[must_use]
    pub fn exposed(&self, cells: &[CellIndex]) -> f64 {
        let seen = cells.iter().filter(|cell| (self.eyes)(**cell) > 0).count();
        seen as f64 / cells.len().max(1) as f64
    }
}

impl<G: Graph, E: Fn(CellIndex) -> u32, U: Fn(CellIndex) -> bool> Graph for Watched<'_, G, E, U> {
    fn places(&self) -> usize {
        self.graph.places()
    }

    fn ways_from(&self, place: CellIndex, mut way: impl FnMut(CellIndex, f64)) {
        self.graph.ways_from(place, |next, step| way(next, step * self.factor(next)));
    }

    fn guess(&self, from: CellIndex, to: CellIndex) -> f64 {
        self.graph.guess(from, to)
    }

    fn trust(&self) -> Trust {
        self.graph.trust()
    }

    fn is_open(&self, place: CellIndex) -> bool {
        self.graph.is_open(place)
    }

    fn version(&self) -> u64 {
        self.graph.version()
    }
}
