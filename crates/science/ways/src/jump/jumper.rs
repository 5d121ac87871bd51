//! The search itself.

use super::open::{Notes, Open, Spot};
use super::runs::{ALL, ahead, onward};
use super::table::JumpTable;
use crate::tiles::TileMap;
use crate::tiles::map::{HEADINGS, Heading};
use crate::{Answer, Budget, Outcome, Reason, Route};
use std::f64::consts::SQRT_2;
use wold_space::CellIndex;

/// Finds shortest ways on [`TileMap`]s, one after another; keeps its memory between them.
///
/// ```
/// use wold_ways::{Budget, jump::Jumper, tiles::TileMap};
/// let map = TileMap::drawn(&["...#.", ".#.#.", ".#..."]);
/// let mut jumper = Jumper::new();
/// let route = jumper.find(&map, (0, 2), (4, 0), &mut Budget::unlimited()).complete().unwrap();
/// assert_eq!(route.length, 10.0);
/// assert!(map.is_walk(&map.fill_in(&route.cells)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Jumper {
    notes: Notes,
    open: Open,
    quest: Option<Quest>,
    expansions: u64,
    /// How many times the guess for the rest counts.
    weight: f64,
}

/// Guesses that count more than this say nothing new, and their sums would not fit the keys of the open list.
const MOST_WEIGHT: f64 = 16.0;

/// A search that is under way.
#[derive(Clone, Copy, Debug)]
struct Quest {
    start: Spot,
    goal: Spot,
    version: u64,
    nearest: Spot,
    nearest_rest: f64,
}

impl Jumper {
    /// A searcher with no memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The shortest way between two tiles.
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

    /// The same with runs looked up in a table.
    ///
    /// An edit of the map after the table was made is [`Reason::MapChanged`].
    pub fn find_with(
        &mut self,
        map: &TileMap,
        table: &JumpTable,
        from: (i32, i32),
        to: (i32, i32),
        budget: &mut Budget,
    ) -> Answer<Route> {
        match self.begin(map, from, to) {
            Ok(()) => self.resume_with(map, table, budget),
            Err(reason) => Answer::refused(reason),
        }
    }

    /// A way at most `bound` times as long as the shortest, found the sooner the larger the bound is (weighted A*).
    ///
    /// ```
    /// use wold_ways::{Budget, jump::Jumper, tiles::TileMap};
    /// let map = TileMap::drawn(&["...#.", ".#.#.", ".#..."]);
    /// let found = Jumper::new().find_within(&map, (0, 2), (4, 0), 1.5, &mut Budget::unlimited());
    /// assert!(found.complete().unwrap().length <= 15.0);
    /// ```
    pub fn find_within(
        &mut self,
        map: &TileMap,
        from: (i32, i32),
        to: (i32, i32),
        bound: f64,
        budget: &mut Budget,
    ) -> Answer<Route> {
        match self.begin_within(map, from, to, bound) {
            Ok(()) => self.resume(map, budget),
            Err(reason) => Answer::refused(reason),
        }
    }

    /// Sets out; [`Jumper::resume`] does the work.
    pub fn begin(&mut self, map: &TileMap, from: (i32, i32), to: (i32, i32)) -> Result<(), Reason> {
        self.begin_within(map, from, to, 1.0)
    }

    /// Sets out for a way at most `bound` times as long as the shortest. A bound below one, or none at all, counts as one.
    pub fn begin_within(
        &mut self,
        map: &TileMap,
        from: (i32, i32),
        to: (i32, i32),
        bound: f64,
    ) -> Result<(), Reason> {
        self.quest = None;
        self.expansions = 0;
        self.weight = if bound > 1.0 { bound.min(MOST_WEIGHT) } else { 1.0 };
        map.check_ends(from, to)?;
        let spot = |(x, y): (i32, i32)| Spot::new(x as u32 + 1, y as u32 + 1);
        let (start, goal) = (spot(from), spot(to));
        self.notes.reset(map.width(), map.height());
        self.open.clear();
        self.notes.improve(start, 0.0, start, || ALL);
        let rest = start.octile(goal);
        self.open.push(0.0, rest * self.weight, start);
        self.quest = Some(Quest { start, goal, version: map.version(), nearest: start, nearest_rest: rest });
        Ok(())
    }

    /// Goes on until the goal is reached or the budget ends.
    pub fn resume(&mut self, map: &TileMap, budget: &mut Budget) -> Answer<Route> {
        self.work(map, budget, |jumper, map, goal, spot, cost, headings| {
            jumper.expand(map, goal, spot, cost, headings);
        })
    }

    /// Goes on with a table until the goal is reached or the budget ends.
    pub fn resume_with(&mut self, map: &TileMap, table: &JumpTable, budget: &mut Budget) -> Answer<Route> {
        if table.check(map).is_err() {
            return self.answer(Outcome::Unreachable(Reason::MapChanged));
        }
        self.work(map, budget, |jumper, map, goal, spot, cost, headings| {
            jumper.expand_with(map, table, goal, spot, cost, headings);
        })
    }

    /// The ends of the search that is under way, if one is paused.
    #[must_use]
    pub fn seeks(&self) -> Option<((i32, i32), (i32, i32))> {
        let place = |spot: Spot| (spot.x() as i32 - 1, spot.y() as i32 - 1);
        self.quest.map(|quest| (place(quest.start), place(quest.goal)))
    }

    /// The way to the tile nearest to the goal so far, for those who must set off before the search is done.
    #[must_use]
    pub fn best_so_far(&self, map: &TileMap) -> Option<Route> {
        self.quest.map(|quest| self.route_to(map, quest.start, quest.nearest))
    }

    /// Every tile the last search noted, with the one it was reached from: its tree, for those who draw or explain searches.
    #[must_use]
    pub fn tree(&self, map: &TileMap) -> Vec<(CellIndex, CellIndex)> {
        let tiles = (1..=map.height()).flat_map(|y| (1..=map.width()).map(move |x| Spot::new(x, y)));
        let cell = |spot: Spot| map.cell(spot.x() as i32 - 1, spot.y() as i32 - 1);
        tiles.filter_map(|spot| Some((cell(spot)?, cell(self.notes.known(spot)?.1)?))).collect()
    }

    fn answer(&self, outcome: Outcome<Route>) -> Answer<Route> {
        Answer { outcome, expansions: self.expansions }
    }

    fn work(
        &mut self,
        map: &TileMap,
        budget: &mut Budget,
        mut expand: impl FnMut(&mut Self, &TileMap, Spot, Spot, f64, u8),
    ) -> Answer<Route> {
        let Some(quest) = self.quest else {
            return self.answer(Outcome::Unreachable(Reason::NoWay));
        };
        if quest.version != map.version() {
            self.quest = None;
            return self.answer(Outcome::Unreachable(Reason::MapChanged));
        }
        let (mut nearest, mut nearest_rest) = (quest.nearest, quest.nearest_rest);
        let outcome = loop {
            if !budget.spend() {
                self.quest = Some(Quest { nearest, nearest_rest, ..quest });
                break Outcome::OutOfBudget;
            }
            let Some((spot, key)) = self.open.pop() else {
                self.quest = None;
                break Outcome::Unreachable(Reason::NoWay);
            };
            let (cost, _, headings) = self.notes.known(spot).expect("a waiting tile has a note");
            if spot == quest.goal {
                self.quest = None;
                break Outcome::Complete(self.route_to(map, quest.start, quest.goal));
            }
            let rest = spot.octile(quest.goal);
            if Open::is_stale(key, cost, rest * self.weight) {
                continue;
            }
            if rest < nearest_rest {
                (nearest, nearest_rest) = (spot, rest);
            }
            self.expansions += 1;
            expand(self, map, quest.goal, spot, cost, headings);
        };
        self.answer(outcome)
    }

    /// Notes a tile at the end of a run. Most runs end where a better one did; only the others are asked where to go on.
    #[inline]
    fn reach(&mut self, spot: Spot, cost: f64, parent: Spot, headings: impl FnOnce() -> u8, goal: Spot) {
        if self.notes.improve(spot, cost, parent, headings) {
            self.open.push(cost, spot.octile(goal) * self.weight, spot);
        }
    }

    /// Follows one straight run to its jump point or to the goal.
    #[inline]
    fn straight(&mut self, map: &TileMap, goal: Spot, from: Spot, at: Spot, cost: f64, heading: Heading) {
        let stop = map.scan(at.x(), at.y(), heading);
        self.end_run(map, goal, from, at, cost, heading, stop.distance, stop.blocked);
    }

    #[inline]
    #[allow(clippy::too_many_arguments)] // Everything about one run; a struct for it would be built only to be taken apart.
    fn end_run(
        &mut self,
        map: &TileMap,
        goal: Spot,
        from: Spot,
        at: Spot,
        cost: f64,
        heading: Heading,
        distance: u32,
        blocked: bool,
    ) {
        if let Some(to_goal) = ahead(at, goal, heading)
            && (to_goal < distance || (to_goal == distance && !blocked))
        {
            self.reach(goal, cost + f64::from(to_goal), from, || 0, goal);
            return;
        }
        if !blocked {
            self.turn(map, goal, from, at, cost, heading, distance);
        }
    }

    /// Notes the jump point at the end of a straight run.
    #[inline]
    #[allow(clippy::too_many_arguments)] // As above.
    fn turn(
        &mut self,
        map: &TileMap,
        goal: Spot,
        from: Spot,
        at: Spot,
        cost: f64,
        heading: Heading,
        distance: u32,
    ) {
        let (dx, dy) = HEADINGS[usize::from(heading.0)];
        let n = distance as i32;
        let end = Spot::new(at.x().wrapping_add_signed(dx * n), at.y().wrapping_add_signed(dy * n));
        self.reach(end, cost + f64::from(distance), from, || onward(map, end, heading), goal);
    }

    fn expand(&mut self, map: &TileMap, goal: Spot, spot: Spot, cost: f64, headings: u8) {
        for heading in [0u8, 2, 4, 6] {
            if headings >> heading & 1 != 0 {
                self.straight(map, goal, spot, spot, cost, Heading(heading));
            }
        }
        for heading in [1u8, 3, 5, 7] {
            if headings >> heading & 1 == 0 {
                continue;
            }
            let (dx, dy) = HEADINGS[usize::from(heading)];
            let along_x = Heading(if dx > 0 { 0 } else { 4 });
            let along_y = Heading(if dy > 0 { 2 } else { 6 });
            let (mut x, mut y, mut steps) = (spot.x(), spot.y(), 0u32);
            loop {
                let (next_x, next_y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                if map.blocked_at(next_x, y) || map.blocked_at(x, next_y) || map.blocked_at(next_x, next_y) {
                    break;
                }
                (x, y, steps) = (next_x, next_y, steps + 1);
                let (at, so_far) = (Spot::new(x, y), cost + f64::from(steps) * SQRT_2);
                if at == goal {
                    self.reach(goal, so_far, spot, || 0, goal);
                    break;
                }
                self.straight(map, goal, spot, at, so_far, along_x);
                self.straight(map, goal, spot, at, so_far, along_y);
            }
        }
    }

    fn expand_with(
        &mut self,
        map: &TileMap,
        table: &JumpTable,
        goal: Spot,
        spot: Spot,
        cost: f64,
        headings: u8,
    ) {
        let runs = table.from(spot);
        // Only a run along the goal's own row or column can meet it.
        let beside = spot.x() == goal.x() || spot.y() == goal.y();
        for heading in set_bits(headings & STRAIGHT) {
            let (distance, blocked) = runs.along(heading);
            if beside {
                self.end_run(map, goal, spot, spot, cost, Heading(heading), distance, blocked);
            } else if !blocked {
                self.turn(map, goal, spot, spot, cost, Heading(heading), distance);
            }
        }
        for heading in set_bits(headings & !STRAIGHT) {
            let (dx, dy) = HEADINGS[usize::from(heading)];
            let along_x = if dx > 0 { 0 } else { 4 };
            let along_y = if dy > 0 { 2 } else { 6 };
            // Runs towards the goal's row and column matter even where they end at a wall.
            let (goal_x, goal_y) = (goal.x().wrapping_sub(spot.x()), goal.y().wrapping_sub(spot.y()));
            let (goal_x, goal_y) = (goal_x as i32 * dx, goal_y as i32 * dy);
            let cross = if goal_x > 0 && goal_y > 0 { goal_x.min(goal_y) as u32 } else { u32::MAX };
            let (mut hop, mut end) = runs.along(heading);
            let mut steps = 0u32;
            loop {
                if steps < cross && cross <= steps + hop - u32::from(end) {
                    let n = cross as i32;
                    let turn =
                        Spot::new(spot.x().wrapping_add_signed(dx * n), spot.y().wrapping_add_signed(dy * n));
                    let so_far = cost + f64::from(cross) * SQRT_2;
                    let straight = if goal_x > goal_y { along_x } else { along_y };
                    if turn == goal {
                        self.reach(goal, so_far, spot, || 0, goal);
                    } else {
                        let (distance, blocked) = table.from(turn).along(straight);
                        let rest = goal_x.abs_diff(goal_y);
                        if rest < distance || (rest == distance && !blocked) {
                            self.reach(goal, so_far + f64::from(rest), spot, || 0, goal);
                        }
                    }
                }
                if end {
                    break;
                }
                steps += hop;
                let n = steps as i32;
                let at =
                    Spot::new(spot.x().wrapping_add_signed(dx * n), spot.y().wrapping_add_signed(dy * n));
                let so_far = cost + f64::from(steps) * SQRT_2;
                let runs = table.from(at);
                for straight in [along_x, along_y] {
                    // The goal itself, where it is beside this tile, was met above.
                    let (distance, blocked) = runs.along(straight);
                    if !blocked {
                        self.turn(map, goal, spot, at, so_far, Heading(straight), distance);
                    }
                }
                (hop, end) = runs.along(heading);
            }
        }
    }

    /// The turns from the start to a noted tile. The length is summed from counted steps, so it carries no rounding.
    fn route_to(&self, map: &TileMap, start: Spot, end: Spot) -> Route {
        let cell = |spot: Spot| {
            map.cell(spot.x() as i32 - 1, spot.y() as i32 - 1).expect("noted tiles are on the map")
        };
        let (mut cells, mut at) = (vec![cell(end)], end);
        let (mut straight, mut diagonal) = (0u64, 0u64);
        while at != start {
            let (_, parent, _) = self.notes.known(at).expect("ways lead over noted tiles");
            let (dx, dy) = (at.x().abs_diff(parent.x()), at.y().abs_diff(parent.y()));
            diagonal += u64::from(dx.min(dy));
            straight += u64::from(dx.abs_diff(dy));
            at = parent;
            cells.push(cell(at));
        }
        cells.reverse();
        Route { cells, length: straight as f64 + diagonal as f64 * SQRT_2 }
    }
}

/// The four straight headings among eight bits.
const STRAIGHT: u8 = 0b0101_0101;

/// The places of the bits that are set, the lowest first.
#[inline]
fn set_bits(mut bits: u8) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros() as u8;
        bits &= bits.wrapping_sub(1);
        (lowest < 8).then_some(lowest)
    })
}

/// The turns of a route are tiles; a route has at least its start.
impl Route {
    /// The first tile.
    #[must_use]
    pub fn start(&self) -> Option<CellIndex> {
        self.cells.first().copied()
    }

    /// The last tile.
    #[must_use]
    pub fn goal(&self) -> Option<CellIndex> {
        self.cells.last().copied()
    }
}
