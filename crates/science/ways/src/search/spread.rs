//! From one place to many, from many to one, and flow fields.
//!
//! Dijkstra's search from one or several sources at once, nearest first, without a goal. Where ways can be walked both ways, a
//! spread from a goal is a flow field: every place knows the next step towards the nearest source, so a crowd of any size
//! shares one search. Can be limited by cost, paused and resumed.

use super::graph::Graph;
use super::queue::{Queue, Rank};
use crate::{Answer, Budget, Outcome, Reason, Route};
use wold_space::CellIndex;

/// Costs and next steps from sources to everywhere.
///
/// ```
/// use wold_ways::{Budget, search::Spread, tiles::TileMap};
/// let map = TileMap::drawn(&["...", ".#.", "..."]);
/// let door = map.cell(2, 2).unwrap();
/// let mut flow = Spread::new(&map, &[door], f64::INFINITY);
/// flow.run(&map, &mut Budget::unlimited());
/// assert_eq!(flow.cost(map.cell(0, 0).unwrap()), Some(4.0));
/// assert_eq!(flow.next(map.cell(2, 1).unwrap()), Some(door));
/// ```
#[derive(Clone, Debug)]
pub struct Spread {
    cost: Vec<f64>,
    next: Vec<u32>,
    settled: Vec<bool>,
    queue: Queue,
    limit: f64,
    version: u64,
    expansions: u64,
}

impl Spread {
    /// Prepares a spread from the open ones of `sources`, no further than `limit`.
    #[must_use]
    pub fn new(graph: &impl Graph, sources: &[CellIndex], limit: f64) -> Self {
        let places = graph.places();
        let mut spread = Self {
            cost: vec![f64::INFINITY; places],
            next: (0..places as u32).collect(),
            settled: vec![false; places],
            queue: Queue::default(),
            limit,
            version: graph.version(),
            expansions: 0,
        };
        for source in sources.iter().filter(|s| s.slot() < places && graph.is_open(**s)) {
            spread.cost[source.slot()] = 0.0;
            spread.queue.push(Rank(0.0, 0.0), source.0);
        }
        spread
    }

    /// Goes on until everything within the limit is known or the budget ends.
    pub fn run(&mut self, graph: &impl Graph, budget: &mut Budget) -> Answer<()> {
        self.run_until(graph, budget, |_| false)
    }

    /// Goes on until all of `goals` are known as well: one to many.
    pub fn run_to(&mut self, graph: &impl Graph, goals: &[CellIndex], budget: &mut Budget) -> Answer<()> {
        let mut open: Vec<CellIndex> = goals.iter().copied().filter(|g| self.cost(*g).is_none()).collect();
        if open.is_empty() && self.version == graph.version() {
            return Answer { outcome: Outcome::Complete(()), expansions: self.expansions };
        }
        open.sort_unstable();
        open.dedup();
        let answer = self.run_until(graph, budget, |settled| {
            if let Ok(at) = open.binary_search(&settled) {
                open.remove(at);
            }
            open.is_empty()
        });
        let missed = goals.iter().any(|g| self.cost(*g).is_none());
        match answer.outcome {
            Outcome::Complete(()) if missed => {
                Answer { outcome: Outcome::Partial((), Reason::NoWay), expansions: answer.expansions }
            }
            _ => answer,
        }
    }

    fn run_until(
        &mut self,
        graph: &impl Graph,
        budget: &mut Budget,
        mut enough: impl FnMut(CellIndex) -> bool,
    ) -> Answer<()> {
        let outcome = loop {
            if self.version != graph.version() {
                break Outcome::Unreachable(Reason::MapChanged);
            }
            let Some((Rank(cost, _), place)) = self.queue.peek() else { break Outcome::Complete(()) };
            if self.settled[place as usize] {
                self.queue.pop();
                continue;
            }
            if !budget.spend() {
                break Outcome::OutOfBudget;
            }
            self.queue.pop();
            self.settled[place as usize] = true;
            self.expansions += 1;
            let (costs, nexts, queue, limit) = (&mut self.cost, &mut self.next, &mut self.queue, self.limit);
            graph.ways_from(CellIndex(place), |to, step| {
                let through = cost + step;
                if through < costs[to.slot()] && through <= limit {
                    costs[to.slot()] = through;
                    nexts[to.slot()] = place;
                    queue.push(Rank(through, 0.0), to.0);
                }
            });
            if enough(CellIndex(place)) {
                break Outcome::Complete(());
            }
        };
        Answer { outcome, expansions: self.expansions }
    }

    /// The cost between a place and the nearest source; nothing while it is not known.
    #[must_use]
    pub fn cost(&self, place: CellIndex) -> Option<f64> {
        let settled = self.settled.get(place.slot()).copied().unwrap_or(false);
        settled.then(|| self.cost[place.slot()])
    }

    /// The next step from a place towards its source; nothing at a source or where nothing is known.
    #[must_use]
    pub fn next(&self, place: CellIndex) -> Option<CellIndex> {
        let next = CellIndex(*self.next.get(place.slot())?);
        (next != place && self.settled[place.slot()]).then_some(next)
    }

    /// The way from the nearest source to a place.
    #[must_use]
    pub fn route(&self, place: CellIndex) -> Option<Route> {
        let length = self.cost(place)?;
        let mut cells: Vec<CellIndex> = std::iter::successors(Some(place), |&at| self.next(at)).collect();
        cells.reverse();
        Some(Route { cells, length })
    }

    /// The version of the graph this was made for.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }
}
