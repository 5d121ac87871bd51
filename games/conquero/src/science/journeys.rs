//! From centre to centre.
//!
//! Somebody is at the nearest centre within the log's *near*. Leaving it and coming back to the same one is one stay. A move
//! is from one centre to another; three heuristics are asked which centre they would have chosen from there, size/distance,
//! size²/distance and size/distance² (each over all centres), and the class of the move is 1, 2 and 4 for those that were right,
//! added up.

use super::log::{Entry, Log};
use crate::map::{CentreId, Map};
use crate::war::{AgentId, Event, STEP};
use serde::Serialize;
use wold_space::DVec2;

/// The three heuristics, by number 0 to 2.
#[must_use]
pub fn heuristics(map: &Map, from: CentreId, to: CentreId) -> [f64; 3] {
    let far = map.centre(from).at.distance(map.centre(to).at).max(1e-9);
    let size = map.centre(to).size;
    [size / far, size * size / far, size / (far * far)]
}

/// Which heuristics choose this centre: bits 1, 2 and 4.
#[must_use]
pub fn class(map: &Map, from: CentreId, to: CentreId) -> u8 {
    let right = |which: usize| {
        let value = |id: CentreId| heuristics(map, from, id)[which];
        map.ids().filter(|&id| id != from && id != to).all(|other| value(other) < value(to))
    };
    (0..3).filter(|&which| right(which)).map(|which| 1 << which).sum()
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Move {
    /// Who.
    pub agent: AgentId,
    /// The step in which they left.
    pub left: u64,
    /// The step in which they arrived.
    pub arrived: u64,
    /// From where.
    pub from: CentreId,
    /// Where to.
    pub to: CentreId,
    /// Seconds at the centre they left.
    pub stayed: f64,
}

/// Everything a log tells about movement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journeys {
    /// All moves, in the order of arrival.
    pub moves: Vec<Move>,
    /// How many updates, captures, hits and deaths.
    pub counts: Counts,
}

/// How many of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Places noted.
    pub updates: u64,
    /// Centres taken.
    pub captures: u64,
    /// Hits.
    pub hurts: u64,
    /// Deaths.
    pub kills: u64,
}

/// The figures of a log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// How many of each.
    pub counts: Counts,
    /// How many moves.
    pub moves: usize,
    /// The share of moves to a neighbour.
    pub neighbours: f64,
    /// Moves of each class.
    pub classes: [u32; 8],
    /// The share of moves at least one heuristic foresaw.
    pub foreseen: f64,
    /// Mean of the seconds stayed.
    pub stay_mean: f64,
    /// Their deviation.
    pub stay_deviation: f64,
}

/// A stay that goes on.
#[derive(Clone, Copy)]
struct Stay {
    centre: CentreId,
    came: u64,
    last: u64,
}

impl Journeys {
    /// Finds the moves of a log.
    #[must_use]
    pub fn of(log: &Log, map: &Map) -> Self {
        let mut journeys = Self::default();
        let mut stays: Vec<Option<Stay>> = vec![None; log.teams.len()];
        for entry in &log.entries {
            match *entry {
                Entry::Update { step, agent, at } => {
                    journeys.counts.updates += 1;
                    let centre = at_centre(map, log.near, at);
                    let stay = &mut stays[agent.index()];
                    match (centre, *stay) {
                        (Some(centre), Some(before)) if before.centre == centre => {
                            *stay = Some(Stay { last: step, ..before });
                        }
                        (Some(centre), before) => {
                            if let Some(before) = before {
                                journeys.moves.push(Move {
                                    agent,
                                    left: before.last,
                                    arrived: step,
                                    from: before.centre,
                                    to: centre,
                                    stayed: (before.last - before.came) as f64 * STEP,
                                });
                            }
                            *stay = Some(Stay { centre, came: step, last: step });
                        }
                        (None, _) => {}
                    }
                }
                Entry::War { event, .. } => match event {
                    Event::Capture { .. } => journeys.counts.captures += 1,
                    Event::Hurt { .. } => journeys.counts.hurts += 1,
                    // The dead do not move: where they come back is no choice of theirs.
                    Event::Kill { agent, .. } => {
                        journeys.counts.kills += 1;
                        stays[agent.index()] = None;
                    }
                    Event::Respawn { agent } => stays[agent.index()] = None,
                },
            }
        }
        journeys
    }

    /// The figures.
    #[must_use]
    pub fn figures(&self, map: &Map) -> Figures {
        let count = self.moves.len().max(1) as f64;
        let mut classes = [0; 8];
        let mut neighbours = 0;
        for one in &self.moves {
            classes[usize::from(class(map, one.from, one.to))] += 1;
            neighbours += u32::from(map.roads[one.from.index()].contains(&one.to));
        }
        let mean = self.moves.iter().map(|one| one.stayed).sum::<f64>() / count;
        let spread =
            self.moves.iter().map(|one| (one.stayed - mean) * (one.stayed - mean)).sum::<f64>() / count;
        Figures {
            counts: self.counts,
            moves: self.moves.len(),
            neighbours: f64::from(neighbours) / count,
            foreseen: f64::from(classes[1..].iter().sum::<u32>()) / count,
            classes,
            stay_mean: mean,
            stay_deviation: spread.sqrt(),
        }
    }
}

fn at_centre(map: &Map, near: f64, at: DVec2) -> Option<CentreId> {
    let nearest = map.nearest(at);
    (map.centre(nearest).at.distance_squared(at) <= near * near).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::war::TeamId;

    fn log(places: &[(u64, f64, f64)]) -> Log {
        let update =
            |&(step, x, y): &(u64, f64, f64)| Entry::Update { step, agent: AgentId(0), at: DVec2::new(x, y) };
        Log {
            map: "classic".into(),
            near: 20.0,
            teams: vec![TeamId(0)],
            entries: places.iter().map(update).collect(),
        }
    }

    #[test]
    fn a_step_outside_and_back_is_one_stay() {
        let map = Map::classic();
        let centre = |number: usize| map.centres[number - 1].at;
        let (a, b) = (centre(1), centre(23));
        let places = [
            (0, a.x, a.y),
            (20, a.x + 30.0, a.y),
            (40, a.x, a.y),
            (100, a.x, a.y),
            (160, 950.0, 370.0),
            (200, b.x, b.y),
        ];
        let journeys = Journeys::of(&log(&places), &map);
        assert_eq!(journeys.moves.len(), 1);
        let only = journeys.moves[0];
        assert_eq!((only.from, only.to, only.left, only.arrived), (CentreId(0), CentreId(22), 100, 200));
        assert!((only.stayed - 5.0).abs() < 1e-9);
        assert_eq!(journeys.figures(&map).neighbours, 1.0);
    }

    #[test]
    fn classes_say_which_heuristics_were_right() {
        let map = Map::classic();
        // From 3 the next centre, 4, is nearer and larger than any other.
        assert_eq!(class(&map, CentreId(2), CentreId(3)), 7);
        assert_eq!(class(&map, CentreId(2), CentreId(5)), 0);
        for from in map.ids() {
            for which in 0..3 {
                let right = map.ids().filter(|&to| to != from && class(&map, from, to) & (1 << which) != 0);
                assert_eq!(right.count(), 1, "each heuristic chooses one");
            }
        }
    }
}
