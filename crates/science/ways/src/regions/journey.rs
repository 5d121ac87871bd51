//! Ways by regions first, tiles then.
//!
//! A search over regions gives the chain of regions to pass. From where the walker is, the first region of the chain whose centre
//! cannot be walked to straight is the next aim; a search over tiles leads there. On the way the walker aims anew as soon
//! as it sees beyond. So only short searches over tiles are made, the first of them at once. The whole way may be longer than
//! the shortest; [`Within`](super::Within) gives one within a bound that is checked.
//!
//! Whatever runs out of budget goes on where it was when it is called again with the same searcher.

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
    /// The tiles of all legs given so far, and the places looked at for them.
    walked: Vec<CellIndex>,
    expansions: u64,
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
        let ends = (first.place(), last.place());
        let answer = if search.seeks() == Some(ends) {
            search.resume(regions, budget)
        } else {
            search.find(regions, ends.0, ends.1, Plan::AStar, budget)
        };
        answer.map(|route| Self {
            chain: route.cells.iter().map(|place| RegionId(place.0)).collect(),
            goal: to,
            at: from,
            estimate: route.length,
            version: map.version(),
            walked: vec![start],
            expansions: 0,
        })
    }

    /// The journey, with what planning it took counted in.
    #[must_use]
    pub(super) fn after(self, expansions: u64) -> Self {
        Self { expansions, ..self }
    }

    /// What the way costs by the centres of its regions: usually too much, by no more than the regions are wide.
    #[must_use]
    pub fn estimate(&self) -> f64 {
        self.estimate
    }

    /// The regions still to pass, after the one last aimed at.
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
        let answer = if jumper.seeks() == Some((self.at, aim)) {
            jumper.resume(map, budget)
        } else {
            jumper.find(map, self.at, aim, budget)
        };
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
            // What was aimed at is dropped, reached or overlooked: no leg turns back to it, so there are no more legs than regions.
            self.chain.drain(..target.min(self.chain.len() - 1));
            tiles
        })
    }

    /// All legs put together, from where the journey began.
    pub fn walk(
        &mut self,
        map: &TileMap,
        regions: &Regions,
        jumper: &mut Jumper,
        budget: &mut Budget,
    ) -> Answer<Route> {
        // Every leg drops a region of the chain or ends at the goal.
        for _ in 0..=self.chain.len() {
            let answer = self.leg(map, regions, jumper, budget);
            let expansions = self.expansions + answer.expansions;
            let outcome = match answer.outcome {
                Outcome::Complete(leg) => {
                    self.walked.extend(leg.into_iter().skip(1));
                    self.expansions = expansions;
                    if !self.is_over() {
                        continue;
                    }
                    let cells = self.walked.clone();
                    let length = cells.windows(2).map(|step| map.octile(step[0], step[1])).sum();
                    Outcome::Partial(Route { cells, length }, Reason::MayBeLonger)
                }
                Outcome::Partial(_, reason) | Outcome::Unreachable(reason) => Outcome::Unreachable(reason),
                Outcome::OutOfBudget => Outcome::OutOfBudget,
            };
            return Answer { outcome, expansions };
        }
        Answer { outcome: Outcome::Unreachable(Reason::BrokenMap), expansions: self.expansions }
    }
}
