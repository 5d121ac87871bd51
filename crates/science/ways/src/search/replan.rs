//! A shortest way kept while the map changes (D* Lite; Koenig and Likhachev, 2002).
//!
//! Searches from the goal to the walker. When ways change, only what depends on them is computed again; when the walker moves,
//! nothing is. For every place, `g` is the cost to the goal as last settled and `rhs` what its neighbours say now; places
//! where the two differ wait in the order of `(min(g, rhs) + h(start, place) + k, min(g, rhs))`, where `k` grows as the walker
//! moves so that old keys stay lower bounds. Needs consistent guesses, and ways that can be walked in both directions at the
//! same cost.

use super::graph::Graph;
use super::queue::{Queue, Rank};
use crate::{Answer, Budget, Outcome, Reason, Route};
use wold_space::CellIndex;

/// A shortest way that follows changes of the map and of the walker's place.
///
/// ```
/// use wold_ways::{Budget, search::Replanner, tiles::TileMap};
/// let mut map = TileMap::drawn(&["...", ".#.", "..."]);
/// let (from, to) = (map.cell(0, 1).unwrap(), map.cell(2, 1).unwrap());
/// let mut way = Replanner::new(&map, from, to);
/// assert_eq!(way.plan(&map, &mut Budget::unlimited()).complete().unwrap().length, 4.0);
/// map.set_open(1, 1, true);
/// way.changed(&map, &map.affected(1, 1));
/// assert_eq!(way.plan(&map, &mut Budget::unlimited()).complete().unwrap().length, 2.0);
/// ```
#[derive(Clone, Debug)]
pub struct Replanner {
    start: CellIndex,
    goal: CellIndex,
    settled: Vec<f64>,
    looked: Vec<f64>,
    /// The key a place waits with; NaN while it does not wait.
    keys: Vec<Rank>,
    queue: Queue,
    moved: f64,
    version: u64,
    expansions: u64,
}

/// Keys are sums in another order than the costs they are compared with; this is more than the rounding between them.
const SLACK: f64 = 1e-9;
const NOT_WAITING: Rank = Rank(f64::NEG_INFINITY, 0.0);

impl Replanner {
    /// Prepares to lead from `start` to `goal`. Nothing is searched yet.
    #[must_use]
    pub fn new(graph: &impl Graph, start: CellIndex, goal: CellIndex) -> Self {
        let places = graph.places();
        let mut new = Self {
            start,
            goal,
            settled: vec![f64::INFINITY; places],
            looked: vec![f64::INFINITY; places],
            keys: vec![NOT_WAITING; places],
            queue: Queue::default(),
            moved: 0.0,
            version: graph.version(),
            expansions: 0,
        };
        if start.slot() < places && goal.slot() < places {
            new.looked[goal.slot()] = 0.0;
            new.wait(graph, goal);
        }
        new
    }

    /// Where the walker is now.
    #[must_use]
    pub fn start(&self) -> CellIndex {
        self.start
    }

    /// The walker has gone on to `place`.
    pub fn walked_to(&mut self, graph: &impl Graph, place: CellIndex) {
        if place.slot() < self.settled.len() {
            self.moved += graph.guess(self.start, place);
            self.start = place;
        }
    }

    /// The ways from these places have changed; `graph` is as it is now. [`crate::tiles::TileMap::affected`] names them for
    /// a tile.
    pub fn changed(&mut self, graph: &impl Graph, places: &[CellIndex]) {
        self.version = graph.version();
        let known = self.settled.len();
        for &place in places.iter().filter(|p| p.slot() < known) {
            self.look(graph, place);
        }
    }

    /// Brings the way up to date.
    ///
    /// An edit that was not told by [`Replanner::changed`] is [`Reason::MapChanged`].
    pub fn plan(&mut self, graph: &impl Graph, budget: &mut Budget) -> Answer<Route> {
        let before = self.expansions;
        let outcome = self.settle(graph, budget);
        Answer { outcome, expansions: self.expansions - before }
    }

    fn settle(&mut self, graph: &impl Graph, budget: &mut Budget) -> Outcome<Route> {
        let outside = |place: CellIndex| place.slot() >= self.settled.len();
        match () {
            () if graph.places() != self.settled.len() || graph.version() != self.version => {
                return Outcome::Unreachable(Reason::MapChanged);
            }
            () if outside(self.start) => return Outcome::Unreachable(Reason::StartOutside),
            () if outside(self.goal) => return Outcome::Unreachable(Reason::GoalOutside),
            () if !graph.is_open(self.start) => return Outcome::Unreachable(Reason::StartBlocked),
            () if !graph.is_open(self.goal) => return Outcome::Unreachable(Reason::GoalBlocked),
            () => {}
        }
        while let Some((key, place)) = self.queue.peek() {
            let place = CellIndex(place);
            if self.keys[place.slot()] != key {
                self.queue.pop();
                continue;
            }
            let at = self.start.slot();
            if key.0 > self.key(graph, self.start).0 + SLACK && self.looked[at] == self.settled[at] {
                break;
            }
            if !budget.spend() {
                return Outcome::OutOfBudget;
            }
            self.queue.pop();
            self.keys[place.slot()] = NOT_WAITING;
            self.expansions += 1;
            if key < self.key(graph, place) {
                self.wait(graph, place);
            } else if self.settled[place.slot()] > self.looked[place.slot()] {
                self.settled[place.slot()] = self.looked[place.slot()];
                self.look_around(graph, place);
            } else {
                self.settled[place.slot()] = f64::INFINITY;
                self.look(graph, place);
                self.look_around(graph, place);
            }
        }
        self.route(graph)
    }

    fn key(&self, graph: &impl Graph, place: CellIndex) -> Rank {
        let least = self.settled[place.slot()].min(self.looked[place.slot()]);
        Rank(least + graph.guess(self.start, place) + self.moved, least)
    }

    fn wait(&mut self, graph: &impl Graph, place: CellIndex) {
        let key = self.key(graph, place);
        self.keys[place.slot()] = key;
        self.queue.push(key, place.0);
    }

    fn look_around(&mut self, graph: &impl Graph, place: CellIndex) {
        let mut around = Vec::with_capacity(8);
        graph.ways_from(place, |next, _| around.push(next));
        for next in around {
            self.look(graph, next);
        }
    }

    /// Asks the neighbours of a place again what it costs from there.
    fn look(&mut self, graph: &impl Graph, place: CellIndex) {
        if place != self.goal {
            let mut least = f64::INFINITY;
            if graph.is_open(place) {
                graph.ways_from(place, |next, step| least = least.min(step + self.settled[next.slot()]));
            }
            self.looked[place.slot()] = least;
        }
        self.keys[place.slot()] = NOT_WAITING;
        if self.settled[place.slot()] != self.looked[place.slot()] {
            self.wait(graph, place);
        }
    }

    /// Downhill from the start.
    fn route(&self, graph: &impl Graph) -> Outcome<Route> {
        let length = self.looked[self.start.slot()];
        if length.is_infinite() {
            return Outcome::Unreachable(Reason::NoWay);
        }
        let mut cells = vec![self.start];
        let mut at = self.start;
        while at != self.goal {
            let mut best = (f64::INFINITY, at);
            graph.ways_from(at, |next, step| {
                let through = step + self.settled[next.slot()];
                if through < best.0 {
                    best = (through, next);
                }
            });
            if best.1 == at || cells.len() > self.settled.len() {
                return Outcome::Unreachable(Reason::BrokenMap);
            }
            at = best.1;
            cells.push(at);
        }
        Outcome::Complete(Route { cells, length })
    }
}
