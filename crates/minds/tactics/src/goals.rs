//! Goals on regions: what is worth an attack, where, and for how long.
//!
//! A region's attack value is what lies in it plus a quarter of what lies next door, or nothing if a neighbour has more (equal: the lower number keeps
//! it), so that attacks spread instead of piling up. A target behind a blocker lends it a quarter of its priority, so that a shield of cheap forts is
//! attacked and not walked into. After a lost settlement the place is worth more for some time, after a won fight its defence is; both still wait until one
//! is strong enough.

use wold_space::CellIndex;
use wold_ways::search::Links;

/// What lies next door counts so much.
const NEXT_DOOR: f64 = 0.25;
/// A target lends so much of its priority to what stands in the way.
const LENT: f64 = 0.25;

/// The attack value of every region.
///
/// ```
/// use wold_space::CellIndex;
/// use wold_tactics::goals::attack_values;
/// use wold_ways::search::Links;
/// let mut links = Links::new(3);
/// links.join(CellIndex(0), CellIndex(1), 1.0);
/// links.join(CellIndex(1), CellIndex(2), 1.0);
/// assert_eq!(attack_values(&links, &[8.0, 4.0, 0.0]), [9.0, 0.0, 0.0]);
/// ```
#[must_use]
pub fn attack_values(links: &Links, targets: &[f64]) -> Vec<f64> {
    let next = |at: usize| links.from(CellIndex(at as u32)).iter().map(|(other, _)| other.slot());
    let raw: Vec<f64> = (0..targets.len())
        .map(|at| targets[at] + NEXT_DOOR * next(at).map(|other| targets[other]).sum::<f64>())
        .collect();
    let outdone =
        |at: usize| next(at).any(|other| raw[other] > raw[at] || raw[other] == raw[at] && other < at);
    (0..raw.len()).map(|at| if outdone(at) { 0.0 } else { raw[at] }).collect()
}

/// Priorities after targets have lent to what blocks the way to them; pairs of (target, blocker).
///
/// ```
/// assert_eq!(wold_tactics::goals::lend(&[100.0, 10.0], &[(0, 1)]), [100.0, 35.0]);
/// ```
#[must_use]
pub fn lend(priorities: &[f64], blocked: &[(usize, usize)]) -> Vec<f64> {
    let mut lent = priorities.to_vec();
    for &(target, blocker) in blocked {
        lent[blocker] += LENT * priorities[target];
    }
    lent
}

/// Why a place is worth more for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A settlement was lost there: take it back.
    CounterAttack,
    /// A fight was won there: hold it.
    Consolidate,
}

/// A raised priority.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Raised {
    region: usize,
    cause: Cause,
    by: f64,
    until: u64,
}

/// What happened lately and still counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aftermath {
    raised: Vec<Raised>,
}

impl Aftermath {
    /// Raises the priority of a region for so many ticks; the same cause again begins anew.
    pub fn raise(&mut self, region: usize, cause: Cause, by: f64, now: u64, ticks: u64) {
        self.raised.retain(|r| (r.region, r.cause) != (region, cause) && now < r.until);
        self.raised.push(Raised { region, cause, by, until: now.saturating_add(ticks) });
    }

    /// What is added to a region for a cause.
    #[must_use]
    pub fn bonus(&self, region: usize, cause: Cause, now: u64) -> f64 {
        let counts = |r: &&Raised| (r.region, r.cause) == (region, cause) && now < r.until;
        self.raised.iter().filter(counts).map(|r| r.by).sum()
    }

    /// Regions to strike back at now: raised, and weaker held than one's own strength there.
    pub fn counter_attacks(&self, now: u64, ours: &[f64], theirs: &[f64]) -> Vec<usize> {
        let live = self.raised.iter().filter(|r| r.cause == Cause::CounterAttack && now < r.until);
        let mut regions: Vec<usize> = live.map(|r| r.region).filter(|&at| ours[at] > theirs[at]).collect();
        regions.sort_unstable();
        regions
    }
}

/// How a place to explore or to look after is valued.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curiosity {
    /// For what was never seen, per share of it.
    pub unexplored: f64,
    /// For ticks since somebody looked, per minute, up to ten.
    pub stale: f64,
    /// Taken away per metre of way.
    pub way: f64,
}

impl Default for Curiosity {
    fn default() -> Self {
        Self { unexplored: 10.0, stale: 1.0, way: 0.01 }
    }
}

impl Curiosity {
    /// What going there is worth.
    #[must_use]
    pub fn of(&self, unexplored: f64, minutes: f64, metres: f64) -> f64 {
        self.unexplored * unexplored.clamp(0.0, 1.0) + self.stale * minutes.clamp(0.0, 10.0)
            - self.way * metres
    }
}

/// Something to attack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Objective {
    /// Where.
    pub region: usize,
    /// What it is worth.
    pub priority: f64,
}

/// Which blockers stand in the way of which objectives: the first objective on the region path to each, itself excepted.
#[must_use]
pub fn blockers(objectives: &[Objective], path: impl Fn(usize) -> Option<Vec<usize>>) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (target, objective) in objectives.iter().enumerate() {
        let Some(way) = path(objective.region) else { continue };
        let first = way
            .iter()
            .take_while(|region| **region != objective.region)
            .find_map(|region| objectives.iter().position(|other| other.region == *region));
        found.extend(first.map(|blocker| (target, blocker)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(regions: u32) -> Links {
        let mut links = Links::new(regions as usize);
        (1..regions).for_each(|at| links.join(CellIndex(at - 1), CellIndex(at), 1.0));
        links
    }

    #[test]
    fn of_neighbours_only_the_richest_is_attacked_and_ties_go_to_the_lower_number() {
        assert_eq!(attack_values(&chain(4), &[0.0, 4.0, 4.0, 0.0]), [0.0, 5.0, 0.0, 0.0]);
        assert_eq!(attack_values(&chain(5), &[4.0, 0.0, 0.0, 0.0, 4.0]), [4.0, 0.0, 0.0, 0.0, 4.0]);
    }

    #[test]
    fn a_city_behind_forts_gets_its_forts_attacked() {
        let objectives =
            [(3, 100.0), (1, 10.0), (2, 10.0)].map(|(region, priority)| Objective { region, priority });
        let path = |to: usize| Some((0..=to).collect::<Vec<_>>());
        let blocked = blockers(&objectives, path);
        assert_eq!(blocked, [(0, 1), (2, 1)]);
        let priorities: Vec<f64> = objectives.iter().map(|o| o.priority).collect();
        assert_eq!(lend(&priorities, &blocked), [100.0, 37.5, 10.0]);
    }

    #[test]
    fn a_counter_attack_waits_for_weakness_and_is_forgotten_in_time() {
        let mut aftermath = Aftermath::default();
        aftermath.raise(2, Cause::CounterAttack, 50.0, 100, 3600);
        aftermath.raise(1, Cause::Consolidate, 20.0, 100, 600);
        let ours = [0.0, 0.0, 5.0];
        assert!(aftermath.counter_attacks(200, &ours, &[0.0, 0.0, 9.0]).is_empty(), "too strong");
        assert_eq!(aftermath.counter_attacks(200, &ours, &[0.0, 0.0, 3.0]), [2]);
        assert!(aftermath.counter_attacks(3700, &ours, &[0.0; 3]).is_empty(), "long ago");
        assert_eq!(aftermath.bonus(1, Cause::Consolidate, 699), 20.0);
        assert_eq!(aftermath.bonus(1, Cause::Consolidate, 700), 0.0);
        aftermath.raise(2, Cause::CounterAttack, 50.0, 300, 3600);
        assert_eq!(aftermath.bonus(2, Cause::CounterAttack, 300), 50.0, "anew, not twice");
    }

    #[test]
    fn the_unknown_and_near_is_explored_first() {
        let curious = Curiosity::default();
        assert!(curious.of(1.0, 0.0, 10.0) > curious.of(1.0, 0.0, 500.0));
        assert!(curious.of(0.5, 0.0, 10.0) > curious.of(0.0, 2.0, 10.0));
    }
}
