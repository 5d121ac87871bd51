//! A*, and what it becomes with other orders.
//!
//! Places wait in the order of `f = g + h`: `g` is the cost so far, `h` the guess for the rest. With `h = 0` that is Dijkstra's
//! search, with `f = h` best-first, with `f = g + w·h` weighted A*, whose ways are at most `w` times too long; counting
//! steps instead of costs gives breadth-first. A beam keeps only the most promising of those that wait.
//!
//! A cheaper way to a place that was already looked at puts it back on the list, so guesses need only be admissible, not
//! consistent. The start is never given a predecessor. Where the result may be longer than the shortest way (best-first, beam,
//! guesses that may be too high) the outcome is `Partial` with [`Reason::MayBeLonger`].

use super::graph::{Graph, Trust};
use super::queue::{Queue, Rank};
use crate::{Answer, Budget, Outcome, Reason, Route};
use wold_space::CellIndex;

/// In which order places are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plan {
    /// Cheapest first, without guessing.
    Dijkstra,
    /// Cheapest with the guess for the rest first: the shortest way with the least work.
    AStar,
    /// The guess counts this many times: at most so many times longer than the shortest way, and sooner found.
    Weighted(f64),
    /// Fewest steps, whatever they cost.
    BreadthFirst,
    /// Nearest to the goal by the guess alone: soon found, no promise of length.
    BestFirst,
    /// A* that keeps only this many waiting places.
    Beam(usize),
}

/// What is known of a place in this search.
#[derive(Clone, Copy, Debug)]
struct Note {
    cost: f64,
    parent: u32,
    search: u32,
    done: bool,
}

/// A search on any [`Graph`]; keeps its memory for the next.
///
/// ```
/// use wold_ways::{Budget, Outcome, search::{Plan, Search}, tiles::TileMap};
/// let map = TileMap::drawn(&["....", ".##.", "...."]);
/// let (from, to) = (map.cell(0, 1).unwrap(), map.cell(3, 1).unwrap());
/// let mut search = Search::new();
/// let first = search.find(&map, from, to, Plan::AStar, &mut Budget::steps(2));
/// assert_eq!(first.outcome, Outcome::OutOfBudget);
/// let rest = search.resume(&map, &mut Budget::unlimited());
/// assert_eq!(rest.complete().unwrap().length, 5.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Search {
    notes: Vec<Note>,
    search: u32,
    queue: Queue,
    quest: Option<Quest>,
    expansions: u64,
    trace: Option<Vec<CellIndex>>,
}

#[derive(Clone, Copy, Debug)]
struct Quest {
    start: u32,
    goal: CellIndex,
    plan: Plan,
    version: u64,
    nearest: (f64, u32),
    dropped: bool,
}

impl Search {
    /// A searcher with no memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Every place the last search noted, with the one it was reached from: its tree.
    #[must_use]
    pub fn tree(&self) -> Vec<(CellIndex, CellIndex)> {
        let noted = self.notes.iter().enumerate().filter(|(_, note)| note.search == self.search);
        noted.map(|(slot, note)| (CellIndex(slot as u32), CellIndex(note.parent))).collect()
    }

    /// Writes down the order in which places are looked at, for those who draw or explain searches.
    #[must_use]
    pub fn traced(mut self) -> Self {
        self.trace = Some(Vec::new());
        self
    }

    /// The places looked at in the last search, in order; empty unless [`Search::traced`].
    #[must_use]
    pub fn trace(&self) -> &[CellIndex] {
        self.trace.as_deref().unwrap_or_default()
    }

    /// A way between two places.
    pub fn find(
        &mut self,
        graph: &impl Graph,
        from: CellIndex,
        to: CellIndex,
        plan: Plan,
        budget: &mut Budget,
    ) -> Answer<Route> {
        match self.begin(graph, from, to, plan) {
            Ok(()) => self.resume(graph, budget),
            Err(reason) => Answer::refused(reason),
        }
    }

    /// Sets out; [`Search::resume`] does the work.
    pub fn begin(
        &mut self,
        graph: &impl Graph,
        from: CellIndex,
        to: CellIndex,
        plan: Plan,
    ) -> Result<(), Reason> {
        self.quest = None;
        self.expansions = 0;
        let outside = |place: CellIndex| place.slot() >= graph.places();
        match () {
            () if outside(from) => return Err(Reason::StartOutside),
            () if outside(to) => return Err(Reason::GoalOutside),
            () if !graph.is_open(from) => return Err(Reason::StartBlocked),
            () if !graph.is_open(to) => return Err(Reason::GoalBlocked),
            () => {}
        }
        self.search = self.search.wrapping_add(1);
        if self.notes.len() != graph.places() || self.search == 0 {
            self.notes = vec![Note { cost: 0.0, parent: 0, search: 0, done: false }; graph.places()];
            self.search = 1;
        }
        self.queue.clear();
        if let Some(trace) = &mut self.trace {
            trace.clear();
        }
        let guess = graph.guess(from, to);
        self.notes[from.slot()] = Note { cost: 0.0, parent: from.0, search: self.search, done: false };
        self.queue.push(rank(plan, 0.0, guess), from.0);
        let (start, version) = (from.0, graph.version());
        self.quest = Some(Quest { start, goal: to, plan, version, nearest: (guess, start), dropped: false });
        Ok(())
    }

    /// Goes on until the goal is reached or the budget ends.
    pub fn resume(&mut self, graph: &impl Graph, budget: &mut Budget) -> Answer<Route> {
        let Some(mut quest) = self.quest.take() else {
            return self.answer(Outcome::Unreachable(Reason::NoWay));
        };
        if quest.version != graph.version() || self.notes.len() != graph.places() {
            return self.answer(Outcome::Unreachable(Reason::MapChanged));
        }
        loop {
            let Some((_, place)) = self.queue.peek() else {
                let why = if quest.dropped { Reason::BeamTooNarrow } else { Reason::NoWay };
                return self.answer(Outcome::Unreachable(why));
            };
            if self.notes[place as usize].done {
                self.queue.pop();
                continue;
            }
            if !budget.spend() {
                self.quest = Some(quest);
                return self.answer(Outcome::OutOfBudget);
            }
            self.queue.pop();
            self.expansions += 1;
            if let Some(trace) = &mut self.trace {
                trace.push(CellIndex(place));
            }
            if place == quest.goal.0 {
                let route = self.route_to(quest, place);
                let exact = match quest.plan {
                    Plan::Dijkstra | Plan::BreadthFirst => true,
                    Plan::BestFirst => false,
                    Plan::Beam(_) => !quest.dropped && graph.trust() > Trust::None,
                    Plan::AStar | Plan::Weighted(_) => graph.trust() > Trust::None,
                };
                let partial = |route| Outcome::Partial(route, Reason::MayBeLonger);
                return self.answer(if exact { Outcome::Complete(route) } else { partial(route) });
            }
            self.expand(graph, &mut quest, place);
        }
    }

    fn expand(&mut self, graph: &impl Graph, quest: &mut Quest, place: u32) {
        let note = &mut self.notes[place as usize];
        note.done = true;
        let cost = note.cost;
        let (notes, queue, search) = (&mut self.notes, &mut self.queue, self.search);
        graph.ways_from(CellIndex(place), |next, step| {
            let step = if quest.plan == Plan::BreadthFirst { 1.0 } else { step };
            let (note, through) = (&mut notes[next.slot()], cost + step);
            if note.search == search && note.cost <= through {
                return;
            }
            let seen = note.search == search && note.done;
            if seen && matches!(quest.plan, Plan::BestFirst) {
                return;
            }
            *note = Note { cost: through, parent: place, search, done: false };
            let guess = graph.guess(next, quest.goal);
            if guess < quest.nearest.0 {
                quest.nearest = (guess, next.0);
            }
            queue.push(rank(quest.plan, through, guess), next.0);
        });
        if let Plan::Beam(width) = quest.plan
            && self.queue.len() > width.max(1)
        {
            self.queue.narrow(width.max(1));
            quest.dropped = true;
        }
    }

    /// The ends of the search that is under way, if one is paused.
    #[must_use]
    pub fn seeks(&self) -> Option<(CellIndex, CellIndex)> {
        self.quest.map(|quest| (CellIndex(quest.start), quest.goal))
    }

    /// The way to the most promising place so far, for those who must set off before the search is done.
    #[must_use]
    pub fn best_so_far(&self) -> Option<Route> {
        self.quest.map(|quest| self.route_to(quest, quest.nearest.1))
    }

    fn route_to(&self, quest: Quest, place: u32) -> Route {
        let (mut cells, mut at) = (vec![CellIndex(place)], place);
        while at != quest.start {
            at = self.notes[at as usize].parent;
            cells.push(CellIndex(at));
        }
        cells.reverse();
        Route { cells, length: self.notes[place as usize].cost }
    }

    fn answer(&self, outcome: Outcome<Route>) -> Answer<Route> {
        Answer { outcome, expansions: self.expansions }
    }
}

/// Among equal estimates the one nearer to the goal is first.
fn rank(plan: Plan, cost: f64, guess: f64) -> Rank {
    match plan {
        Plan::Dijkstra | Plan::BreadthFirst => Rank(cost, 0.0),
        Plan::AStar | Plan::Beam(_) => Rank(cost + guess, guess),
        Plan::Weighted(weight) => Rank(cost + weight.max(1.0) * guess, guess),
        Plan::BestFirst => Rank(guess, cost),
    }
}
