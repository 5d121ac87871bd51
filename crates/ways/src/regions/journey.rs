//! Ways by regions first, tiles then.
//!
//! A search over regions gives the chain of regions to pass. From where the walker is, the first region of the chain whose centre
//! cannot be walked to straight is the next aim; a search over tiles leads there. On the way the walker aims anew as soon
//! as it sees beyond. So only short searches over tiles are made, the first of them at once. The whole way may be longer than
//! the shortest; [`find_within`] gives one within a bound that is checked.

use super::{RegionId, Regions};
use crate::jump::Jumper;
use crate::search::{Plan, Search};
use crate::tiles::{TileMap, sight};
use crate::{Answer, Budget, Outcome, Reason, Route};
use wold_space::CellIndex;

/// A walk under way through a chain of regions.
#[derive(Clone, Debug)]
pub struct Journey {
    chain: Vec<RegionId>,
    goal: (i32, i32),
    at: (i32, i32),
    estimate: f64,
    version: u64,
}

impl Journey {
    /// Plans the chain of regions between two tiles.
    pub fn plan(
        map: &TileMap,
        regions: &Regions,
        search: &mut Search,
        from: (i32, i32),
        to: (i32, i32),
        budget: &mut Budget,
    ) -> Answer<Self> {
        let (start, goal) = match map.check_ends(from, to) {
            Ok(ends) => ends,
            Err(reason) => return Answer::refused(reason),
        };
        let (Some(first), Some(last)) = (regions.at(start), regions.at(goal)) else {
            return Answer::refused(Reason::MapChanged);
        };
        if regions.version() != map.version() {
            return Answer::refused(Reason::MapChanged);
        }
        search.find(regions, first.place(), last.place(), Plan::AStar, budget).map(|route| Self {
            chain: route.cells.iter().map(|place| RegionId(place.0)).collect(),
            goal: to,
            at: from,
            estimate: route.length,
            version: map.version(),
        })
    }

    /// What the way costs by the centres of its regions: usually too much, by no more than the regions are wide.
    #[must_use]
    pub fn estimate(&self) -> f64 {
        self.estimate
    }

    /// The regions still to pass, the present one first.
    #[must_use]
    pub fn chain(&self) -> &[RegionId] {
        &self.chain
    }

    /// Where the walker is once it has walked all legs given so far.
    #[must_use]
    pub fn at(&self) -> (i32, i32) {
        self.at
    }

    /// Whether the goal is reached.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.at == self.goal
    }

    /// The centre of the i-th region of the chain; of the last, the goal.
    fn aim(&self, regions: &Regions, i: usize) -> Option<(i32, i32)> {
        if i + 1 >= self.chain.len() { Some(self.goal) } else { Some(regions.get(self.chain[i])?.centre) }
    }

    /// The next piece of the way, from [`Journey::at`]; every tile of it. Empty when the journey is over.
    pub fn leg(
        &mut self,
        map: &TileMap,
        regions: &Regions,
        jumper: &mut Jumper,
        budget: &mut Budget,
    ) -> Answer<Vec<CellIndex>> {
        if self.version != map.version() || regions.version() != map.version() {
            return Answer::refused(Reason::MapChanged);
        }
        if self.is_over() {
            return Answer { outcome: Outcome::Complete(Vec::new()), expansions: 0 };
        }
        // The first region of the chain that is out of sight, or the goal.
        let hidden = (1..self.chain.len().max(2)).find(|&i| {
            self.aim(regions, i).is_none_or(|aim| !sight::clear(map, self.at, aim))
                || i + 1 >= self.chain.len()
        });
        let target = hidden.unwrap_or(1);
        let Some(aim) = self.aim(regions, target) else { return Answer::refused(Reason::MapChanged) };
        let answer = jumper.find(map, self.at, aim, budget);
        answer.map(|route| {
            let mut tiles = map.fill_in(&route.cells);
            // Walk until something beyond the aim comes into sight, at least one step.
            let beyond = (target + 1 < self.chain.len()).then(|| self.aim(regions, target + 1)).flatten();
            if let Some(beyond) = beyond
                && let Some(seen) = (1..tiles.len()).find(|&i| sight::clear(map, map.place(tiles[i]), beyond))
            {
                tiles.truncate(seen + 1);
            }
            self.at = tiles.last().map_or(aim, |&cell| map.place(cell));
            // What lies behind is dropped; the present region stays first.
            let passed = self.chain[..=target.min(self.chain.len() - 1)]
                .iter()
                .rposition(|&id| map.cell(self.at.0, self.at.1).and_then(|c| regions.at(c)) == Some(id))
                .unwrap_or(if beyond.is_some() { target.saturating_sub(1) } else { 0 });
            self.chain.drain(..passed.min(self.chain.len() - 1));
            tiles
        })
    }

    /// All legs put together.
    pub fn walk(
        mut self,
        map: &TileMap,
        regions: &Regions,
        jumper: &mut Jumper,
        budget: &mut Budget,
    ) -> Answer<Route> {
        let mut cells: Vec<CellIndex> = map.cell(self.at.0, self.at.1).into_iter().collect();
        let mut expansions = 0;
        // Each leg is at least a step and sights only move on; more legs than tiles would mean going in circles.
        for _ in 0..map.len() {
            let answer = self.leg(map, regions, jumper, budget);
            expansions += answer.expansions;
            let outcome = match answer.outcome {
                Outcome::Complete(leg) => {
                    cells.extend(leg.into_iter().skip(1));
                    if !self.is_over() {
                        continue;
                    }
                    let length = cells.windows(2).map(|step| map.octile(step[0], step[1])).sum();
                    Outcome::Partial(Route { cells, length }, Reason::MayBeLonger)
                }
                Outcome::Partial(_, reason) | Outcome::Unreachable(reason) => Outcome::Unreachable(reason),
                Outcome::OutOfBudget => Outcome::OutOfBudget,
            };
            return Answer { outcome, expansions };
        }
        Answer { outcome: Outcome::Unreachable(Reason::BrokenMap), expansions }
    }
}

/// A way by regions that is at most `bound` times as long as the shortest. What regions give is taken if it is that good
/// even against the straight line; else the exact way is searched.
pub fn find_within(
    map: &TileMap,
    regions: &Regions,
    from: (i32, i32),
    to: (i32, i32),
    bound: f64,
    budget: &mut Budget,
) -> Answer<Route> {
    let mut jumper = Jumper::new();
    let planned = Journey::plan(map, regions, &mut Search::new(), from, to, budget);
    let planned_in = planned.expansions;
    let journey = match planned.outcome {
        Outcome::Complete(journey) | Outcome::Partial(journey, _) => journey,
        Outcome::Unreachable(reason) => {
            return Answer { outcome: Outcome::Unreachable(reason), expansions: planned_in };
        }
        Outcome::OutOfBudget => return Answer { outcome: Outcome::OutOfBudget, expansions: planned_in },
    };
    let walked = journey.walk(map, regions, &mut jumper, budget);
    let so_far = planned_in + walked.expansions;
    let least = map.check_ends(from, to).map_or(0.0, |(a, b)| map.octile(a, b));
    if let Outcome::Partial(route, _) = walked.outcome {
        if route.length <= bound * least + 1e-9 {
            return Answer { outcome: Outcome::Complete(route), expansions: so_far };
        }
        let exact = jumper.find(map, from, to, budget);
        return Answer { expansions: so_far + exact.expansions, ..exact };
    }
    Answer { expansions: so_far, ..walked }
}
