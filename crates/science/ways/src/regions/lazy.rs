//! First steps found when somebody asks, and kept.
//!
//! A miss is searched for by A*. Every part of a shortest way is a shortest way, so each search fills in all its parts; and a search
//! that comes to a place whose rest of the way is known already looks no further from there: the known rest counts as one step to the
//! goal, at what it costs, so the way found is as short as without it.

use crate::search::{Graph, Plan, Search, Trust};
use crate::{Answer, Budget, Outcome};
use std::collections::BTreeMap;
use wold_space::CellIndex;

type Known = BTreeMap<(CellIndex, CellIndex), Hop>;

/// The first step of a way, and what the whole of it costs.
#[derive(Clone, Copy, Debug)]
struct Hop {
    next: CellIndex,
    cost: f64,
}

/// A table of first steps that grows with the questions. It fits one version of one graph for one kind of walker.
///
/// ```
/// use wold_space::CellIndex;
/// use wold_ways::{Budget, regions::LazyTable, search::Links};
/// let mut links = Links::new(3);
/// links.join(CellIndex(0), CellIndex(1), 1.0);
/// links.join(CellIndex(1), CellIndex(2), 1.0);
/// let mut table = LazyTable::new();
/// let hop = table.next(&links, CellIndex(0), CellIndex(2), &mut Budget::unlimited());
/// assert_eq!(hop.complete(), Some(CellIndex(1)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LazyTable {
    known: Known,
    search: Search,
    /// The question whose search ran out of budget.
    paused: Option<(CellIndex, CellIndex)>,
    searches: u64,
}

impl LazyTable {
    /// A table that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How often it had to search.
    #[must_use]
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// The first step from one place towards another, searched for if it is not known; the place itself if they are the same. A
    /// question that ran out of budget goes on where it was when it is the next one asked.
    pub fn next(
        &mut self,
        graph: &impl Graph,
        from: CellIndex,
        to: CellIndex,
        budget: &mut Budget,
    ) -> Answer<CellIndex> {
        if let Some(hop) = self.known.get(&(from, to)) {
            return Answer { outcome: Outcome::Complete(hop.next), expansions: 0 };
        }
        let shortcut = Shortcut { graph, known: &self.known, to };
        let found = if self.paused == Some((from, to)) {
            self.search.resume(&shortcut, budget)
        } else {
            self.searches += 1;
            self.search.find(&shortcut, from, to, Plan::AStar, budget)
        };
        self.paused = (found.outcome == Outcome::OutOfBudget).then_some((from, to));
        found.map(|route| {
            let cells = self.whole(&route.cells, to);
            self.keep(graph, &cells);
            cells.get(1).copied().unwrap_or(to)
        })
    }

    /// All places from one to another.
    pub fn path(
        &mut self,
        graph: &impl Graph,
        from: CellIndex,
        to: CellIndex,
        budget: &mut Budget,
    ) -> Answer<Vec<CellIndex>> {
        self.next(graph, from, to, budget).map(|next| {
            let mut path = vec![from];
            if next != from {
                path.extend(self.rest(next, to));
            }
            path
        })
    }

    /// The places from one to the goal, by first steps that are all known.
    fn rest(&self, from: CellIndex, to: CellIndex) -> impl Iterator<Item = CellIndex> {
        std::iter::successors(Some(from), move |&at| self.known.get(&(at, to)).map(|hop| hop.next))
    }

    /// A way found with a shortcut at its end, place by place.
    fn whole(&self, cells: &[CellIndex], to: CellIndex) -> Vec<CellIndex> {
        let Some((_, head)) = cells.split_last() else { return Vec::new() };
        let Some((&last, before)) = head.split_last() else { return vec![to] };
        let mut whole = before.to_vec();
        if self.known.contains_key(&(last, to)) {
            whole.extend(self.rest(last, to));
        } else {
            whole.extend([last, to]);
        }
        whole
    }

    fn keep(&mut self, graph: &impl Graph, cells: &[CellIndex]) {
        let steps: Vec<f64> = cells.windows(2).map(|pair| step(graph, pair[0], pair[1])).collect();
        for (i, &start) in cells.iter().enumerate() {
            let mut cost = 0.0;
            for (j, &end) in cells.iter().enumerate().skip(i + 1) {
                cost += steps[j - 1];
                self.known.entry((start, end)).or_insert(Hop { next: cells[i + 1], cost });
            }
        }
    }
}

/// The cheapest step between two places.
fn step(graph: &impl Graph, from: CellIndex, to: CellIndex) -> f64 {
    let mut least = f64::INFINITY;
    graph.ways_from(from, |next, cost| {
        if next == to {
            least = least.min(cost);
        }
    });
    least
}

/// A graph in which known ways to the goal are single steps, and the only ones from where they begin.
struct Shortcut<'a, G> {
    graph: &'a G,
    known: &'a Known,
    to: CellIndex,
}

impl<G: Graph> Graph for Shortcut<'_, G> {
    fn places(&self) -> usize {
        self.graph.places()
    }

    fn ways_from(&self, place: CellIndex, mut way: impl FnMut(CellIndex, f64)) {
        match self.known.get(&(place, self.to)) {
            Some(hop) => way(self.to, hop.cost),
            None => self.graph.ways_from(place, way),
        }
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
