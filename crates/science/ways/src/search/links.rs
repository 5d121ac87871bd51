//! A graph written out as lists.

use super::Graph;
use wold_space::CellIndex;

/// Places with a list of ways each.
///
/// ```
/// use wold_ways::{Budget, search::{Links, Plan, Search}};
/// use wold_space::CellIndex;
/// let mut streets = Links::new(3);
/// streets.join(CellIndex(0), CellIndex(1), 2.0);
/// streets.one_way(CellIndex(1), CellIndex(2), 1.5);
/// let found = Search::new().find(&streets, CellIndex(0), CellIndex(2), Plan::Dijkstra, &mut Budget::unlimited());
/// assert_eq!(found.complete().unwrap().length, 3.5);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Links {
    ways: Vec<Vec<(CellIndex, f64)>>,
}

impl Links {
    /// `places` places without ways.
    #[must_use]
    pub fn new(places: usize) -> Self {
        Self { ways: vec![Vec::new(); places] }
    }

    /// Adds a way there and back.
    pub fn join(&mut self, a: CellIndex, b: CellIndex, cost: f64) {
        self.one_way(a, b, cost);
        self.one_way(b, a, cost);
    }

    /// Adds a way in one direction. Ways that cost nothing, or are not numbers, are left out.
    pub fn one_way(&mut self, from: CellIndex, to: CellIndex, cost: f64) {
        if cost.is_finite() && cost > 0.0 && to.slot() < self.ways.len() {
            self.ways[from.slot()].push((to, cost));
        }
    }

    /// The ways from a place.
    #[must_use]
    pub fn from(&self, place: CellIndex) -> &[(CellIndex, f64)] {
        self.ways.get(place.slot()).map_or(&[], Vec::as_slice)
    }
}

impl Graph for Links {
    fn places(&self) -> usize {
        self.ways.len()
    }

    fn ways_from(&self, place: CellIndex, mut way: impl FnMut(CellIndex, f64)) {
        for &(to, cost) in self.from(place) {
            way(to, cost);
        }
    }
}
