//! Ways at any angle over tiles (lazy Theta*; Nash, Koenig and Tovey, 2010).
//!
//! A* over tiles, except that a tile's predecessor may be any tile it can be walked to straight from: each new tile first assumes
//! that its predecessor's predecessor sees it, and looks only when it is expanded; if the sight is blocked it takes the best
//! neighbour instead. Costs are Euclidean. Alone it may give ways longer than over tiles, since a tile is expanded before the best way
//! to it is known. So a jump point search goes first, its way is pulled taut, and the shorter of both is the answer: never longer than
//! the shortest way over tiles. How far it is from the shortest at any angle has no proven bound: the outcome is `Partial` with
//! [`Reason::MayBeLonger`] unless start and goal see each other.

use super::TileMap;
use super::sight::clear_between;
use crate::jump::Jumper;
use crate::search::queue::{Queue, Rank};
use crate::{Answer, Budget, Outcome, Reason, Route};
use wold_space::CellIndex;

#[derive(Clone, Copy, Debug)]
struct Note {
    cost: f64,
    parent: CellIndex,
    search: u32,
    done: bool,
}

/// Finds ways with turns at any angle; keeps its memory between them.
///
/// ```
/// use wold_ways::{Budget, tiles::{Theta, TileMap}};
/// let map = TileMap::new(10, 5)?;
/// let found = Theta::new().find(&map, (0, 0), (8, 3), &mut Budget::unlimited());
/// let route = found.complete().expect("in plain sight");
/// assert_eq!(route.cells.len(), 2);
/// assert!((route.length - 73f64.sqrt()).abs() < 1e-12);
/// # Ok::<(), wold_ways::tiles::MapError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Theta {
    notes: Vec<Note>,
    search: u32,
    queue: Queue,
    quest: Option<(CellIndex, CellIndex, u64)>,
    expansions: u64,
    jumper: Jumper,
    /// The way over tiles pulled taut, once it is known.
    taut: Option<Route>,
}

/// The distance between the centres of two tiles.
#[must_use]
pub fn apart(map: &TileMap, a: CellIndex, b: CellIndex) -> f64 {
    let ((ax, ay), (bx, by)) = (map.place(a), map.place(b));
    let (dx, dy) = (f64::from(ax - bx), f64::from(ay - by));
    (dx * dx + dy * dy).sqrt()
}

impl Theta {
    /// A searcher with no memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A way between two tiles; its cells are its turns.
    pub fn find(
        &mut self,
        map: &TileMap,
        from: (i32, i32),
        to: (i32, i32),
        budget: &mut Budget,
    ) -> Answer<Route> {
        match self.begin(map, from, to) {
            Ok(()) => self.resume(map, budget),
            Err(reason) => Answer::refused(reason),
        }
    }

    /// Sets out; [`Theta::resume`] does the work.
    pub fn begin(&mut self, map: &TileMap, from: (i32, i32), to: (i32, i32)) -> Result<(), Reason> {
        self.quest = None;
        self.expansions = 0;
        let (start, goal) = map.check_ends(from, to)?;
        self.search = self.search.wrapping_add(1);
        if self.notes.len() != map.len() || self.search == 0 {
            self.notes = vec![Note { cost: 0.0, parent: CellIndex(0), search: 0, done: false }; map.len()];
            self.search = 1;
        }
        self.queue.clear();
        self.notes[start.slot()] = Note { cost: 0.0, parent: start, search: self.search, done: false };
        self.queue.push(Rank(apart(map, start, goal), 0.0), start.0);
        self.quest = Some((start, goal, map.version()));
        self.taut = None;
        self.jumper.begin(map, from, to)
    }

    /// Goes on until the goal is reached or the budget ends.
    pub fn resume(&mut self, map: &TileMap, budget: &mut Budget) -> Answer<Route> {
        let outcome = self.work(map, budget);
        Answer { outcome, expansions: self.expansions }
    }

    /// Every tile the last search noted, with the one it was reached from.
    #[must_use]
    pub fn tree(&self) -> Vec<(CellIndex, CellIndex)> {
        let noted = self.notes.iter().enumerate().filter(|(_, note)| note.search == self.search && note.done);
        noted.map(|(slot, note)| (CellIndex(slot as u32), note.parent)).collect()
    }

    fn work(&mut self, map: &TileMap, budget: &mut Budget) -> Outcome<Route> {
        let Some((start, goal, version)) = self.quest.take() else {
            return Outcome::Unreachable(Reason::NoWay);
        };
        if version != map.version() {
            return Outcome::Unreachable(Reason::MapChanged);
        }
        let taut = match self.taut.take() {
            Some(taut) => taut,
            None => match self.jumper.resume(map, budget).outcome {
                Outcome::Complete(route) => pulled(map, &route),
                Outcome::OutOfBudget => {
                    self.quest = Some((start, goal, version));
                    return Outcome::OutOfBudget;
                }
                other => return other,
            },
        };
        loop {
            // What costs as much as the taut way cannot lead to a shorter one.
            let Some((_, place)) = self.queue.peek().filter(|(rank, _)| rank.0 < taut.length - 1e-9) else {
                return outcome(taut);
            };
            let place = CellIndex(place);
            if self.notes[place.slot()].done {
                self.queue.pop();
                continue;
            }
            if !budget.spend() {
                self.quest = Some((start, goal, version));
                self.taut = Some(taut);
                return Outcome::OutOfBudget;
            }
            self.queue.pop();
            self.expansions += 1;
            self.look_back(map, place);
            self.notes[place.slot()].done = true;
            if place == goal {
                let route = self.route_to(start, goal);
                return outcome(if route.length < taut.length { route } else { taut });
            }
            self.expand(map, place, goal);
        }
    }

    /// If the assumed predecessor does not see this tile after all, the best expanded neighbour takes its place.
    fn look_back(&mut self, map: &TileMap, place: CellIndex) {
        let note = self.notes[place.slot()];
        if note.parent == place || clear_between(map, note.parent, place) {
            return;
        }
        let mut best = (f64::INFINITY, note.parent);
        for (next, step) in map.steps(place) {
            let beside = &self.notes[next.slot()];
            if beside.search == self.search && beside.done && beside.cost + step < best.0 {
                best = (beside.cost + step, next);
            }
        }
        let note = &mut self.notes[place.slot()];
        (note.cost, note.parent) = best;
    }

    fn expand(&mut self, map: &TileMap, place: CellIndex, goal: CellIndex) {
        let via = self.notes[place.slot()].parent;
        let so_far = self.notes[via.slot()].cost;
        for (next, _) in map.steps(place) {
            let cost = so_far + apart(map, via, next);
            let note = &mut self.notes[next.slot()];
            if note.search == self.search && (note.done || note.cost <= cost) {
                continue;
            }
            *note = Note { cost, parent: via, search: self.search, done: false };
            let rest = apart(map, next, goal);
            self.queue.push(Rank(cost + rest, rest), next.0);
        }
    }

    fn route_to(&self, start: CellIndex, goal: CellIndex) -> Route {
        let (mut cells, mut at) = (vec![goal], goal);
        while at != start {
            at = self.notes[at.slot()].parent;
            cells.push(at);
        }
        cells.reverse();
        Route { cells, length: self.notes[goal.slot()].cost }
    }
}

fn outcome(route: Route) -> Outcome<Route> {
    let direct = route.cells.len() <= 2;
    if direct { Outcome::Complete(route) } else { Outcome::Partial(route, Reason::MayBeLonger) }
}

/// A way over tiles without the turns it can do without: from each on while the next is in sight.
fn pulled(map: &TileMap, route: &Route) -> Route {
    let tiles = map.fill_in(&route.cells);
    let mut cells = vec![tiles[0]];
    for (i, &tile) in tiles.iter().enumerate().skip(1) {
        let root = cells[cells.len() - 1];
        let turns = tiles.get(i + 1).is_none_or(|&next| !clear_between(map, root, next));
        if turns {
            cells.push(tile);
        }
    }
    let length = cells.windows(2).map(|leg| apart(map, leg[0], leg[1])).sum();
    Route { cells, length }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jump::Jumper;
    use crate::testing::random_map;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_leg_is_in_sight_and_the_way_is_no_longer_than_over_tiles(salt in any::<u64>(), walls in 0u32..40) {
            let (map, open) = random_map(40, 40, walls, salt);
            let any = Theta::new().find(&map, open[0], open[1], &mut Budget::unlimited()).found();
            let tiles = Jumper::new().find(&map, open[0], open[1], &mut Budget::unlimited()).complete();
            prop_assert_eq!(any.is_some(), tiles.is_some());
            if let (Some(any), Some(tiles)) = (any, tiles) {
                let legs: f64 = any.cells.windows(2).map(|leg| apart(&map, leg[0], leg[1])).sum();
                prop_assert!((legs - any.length).abs() < 1e-6);
                prop_assert!(any.cells.windows(2).all(|leg| clear_between(&map, leg[0], leg[1])));
                prop_assert!(any.length <= tiles.length + 1e-9, "{} over {}", any.length, tiles.length);
                prop_assert!(any.length >= apart(&map, any.cells[0], *any.cells.last().expect("a goal")) - 1e-9);
            }
        }
    }
}
