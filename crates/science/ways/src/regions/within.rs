//! Ways by regions that are not much longer than the shortest.
//!
//! What regions give is taken if it is short enough even against the straight line, which no way is shorter than. Otherwise a jump
//! point search with the same bound finds one. So every answer is at most `bound` times as long as the shortest.

use super::{Journey, Regions};
use crate::jump::Jumper;
use crate::search::Search;
use crate::tiles::TileMap;
use crate::{Answer, Budget, Outcome, Route};

/// Finds ways by regions within a bound; keeps its memory between them.
///
/// ```
/// use wold_ways::regions::{PartitionConfig, Regions, Within};
/// use wold_ways::{Budget, tiles::TileMap};
/// let map = TileMap::drawn(&["...#.", ".#.#.", ".#..."]);
/// let regions = Regions::new(&map, |_, _| 0, PartitionConfig::default());
/// let mut within = Within::new();
/// let found = within.find(&map, &regions, ((0, 2), (4, 0)), 1.2, &mut Budget::unlimited());
/// assert!(found.complete().unwrap().length <= 12.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Within {
    search: Search,
    jumper: Jumper,
    quest: Option<Quest>,
    journey: Option<Journey>,
    /// Places looked at for the journey, once it was found to be too long.
    too_long: Option<u64>,
}

type Ends = ((i32, i32), (i32, i32));

/// What was asked last: a question that comes again goes on where it was.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Quest {
    ends: Ends,
    bound: f64,
    version: u64,
}

impl Within {
    /// A searcher with no memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A way between two tiles at most `bound` times as long as the shortest. If the budget ends, ask the same again with a new one.
    pub fn find(
        &mut self,
        map: &TileMap,
        regions: &Regions,
        ends: Ends,
        bound: f64,
        budget: &mut Budget,
    ) -> Answer<Route> {
        let quest = Quest { ends, bound, version: map.version() };
        if self.quest != Some(quest) {
            *self = Self {
                search: std::mem::take(&mut self.search),
                jumper: std::mem::take(&mut self.jumper),
                quest: Some(quest),
                ..Self::default()
            };
        }
        let answer = self.work(map, regions, ends, bound, budget);
        if answer.outcome != Outcome::OutOfBudget {
            self.quest = None;
        }
        answer
    }

    fn work(
        &mut self,
        map: &TileMap,
        regions: &Regions,
        (from, to): Ends,
        bound: f64,
        budget: &mut Budget,
    ) -> Answer<Route> {
        let so_far = match self.too_long {
            Some(so_far) => so_far,
            None => {
                let journey = match &mut self.journey {
                    Some(journey) => journey,
                    None => {
                        let plan = Journey::plan(map, regions, &mut self.search, from, to, budget);
                        let expansions = plan.expansions;
                        match plan.outcome {
                            Outcome::Complete(journey) | Outcome::Partial(journey, _) => {
                                self.journey.insert(journey.after(expansions))
                            }
                            Outcome::Unreachable(reason) => {
                                return Answer { outcome: Outcome::Unreachable(reason), expansions };
                            }
                            Outcome::OutOfBudget => {
                                return Answer { outcome: Outcome::OutOfBudget, expansions };
                            }
                        }
                    }
                };
                let walked = journey.walk(map, regions, &mut self.jumper, budget);
                let least = map.check_ends(from, to).map_or(0.0, |(a, b)| map.octile(a, b));
                match walked.outcome {
                    Outcome::Partial(route, _) if route.length <= bound.max(1.0) * least + 1e-9 => {
                        return Answer { outcome: Outcome::Complete(route), ..walked };
                    }
                    Outcome::Partial(..) => *self.too_long.insert(walked.expansions),
                    outcome => return Answer { outcome, ..walked },
                }
            }
        };
        let found = if self.jumper.seeks() == Some((from, to)) {
            self.jumper.resume(map, budget)
        } else {
            self.jumper.find_within(map, from, to, bound, budget)
        };
        Answer { expansions: so_far + found.expansions, ..found }
    }
}
