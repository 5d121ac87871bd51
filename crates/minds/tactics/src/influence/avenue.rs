//! Avenues of approach, and the way round them.
//!
//! From each enemy site one would come by the shortest way over the regions, or near it: under two trapezoids between the bases, narrow at both ends and wide
//! in the middle. Every region whose middle lies under them counts. Where the shortest way leaves the trapezoids they are widened until it does not, at most
//! to half the distance; what is still outside then counts as well, so the avenue always contains the way. Avenues of several sites are united. A flank is a way
//! to the target that touches no avenue but at its ends.

use glam::DVec2;
use std::collections::BTreeSet;
use wold_space::CellIndex;
use wold_ways::Budget;
use wold_ways::search::{Graph, Plan, Search, Trust};

/// The shape of avenues: half widths as shares of the distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AvenueConfig {
    /// At the bases. Default 0.05.
    pub ends: f64,
    /// In the middle. Default 0.2.
    pub middle: f64,
}

impl Default for AvenueConfig {
    fn default() -> Self {
        Self { ends: 0.05, middle: 0.2 }
    }
}

fn shortest(graph: &impl Graph, from: CellIndex, to: CellIndex) -> Option<Vec<CellIndex>> {
    Search::new()
        .find(graph, from, to, Plan::AStar, &mut Budget::unlimited())
        .complete()
        .map(|route| route.cells)
}

/// How wide the trapezoids must be in the middle, as a share of the distance, to cover a point; infinite beyond the ends.
fn needed(at: DVec2, from: DVec2, to: DVec2, ends: f64) -> f64 {
    let along = to - from;
    let length = along.length();
    if length == 0.0 {
        return if at == from { 0.0 } else { f64::INFINITY };
    }
    let share = (at - from).dot(along) / (length * length);
    let aside = along.perp_dot(at - from).abs() / (length * length);
    let rise = 1.0 - (2.0 * share - 1.0).abs();
    match (0.0..=1.0).contains(&share) {
        _ if at == from || at == to => 0.0,
        true if aside <= ends => 0.0,
        true if rise > 0.0 => ends + (aside - ends) / rise,
        _ => f64::INFINITY,
    }
}

/// The places an enemy at `sites` would come through to `home`; `at` says where each place is.
pub fn avenues(
    graph: &impl Graph,
    at: &[DVec2],
    home: CellIndex,
    sites: &[CellIndex],
    config: AvenueConfig,
) -> BTreeSet<CellIndex> {
    let mut found = BTreeSet::new();
    for &site in sites {
        let Some(way) = shortest(graph, site, home) else { continue };
        let (from, to) = (at[site.slot()], at[home.slot()]);
        let width = |place: CellIndex| needed(at[place.slot()], from, to, config.ends);
        let widest =
            way.iter().map(|place| width(*place)).filter(|w| w.is_finite()).fold(config.middle, f64::max);
        let middle = widest.min(0.5);
        let under = (0..graph.places() as u32).map(CellIndex);
        found.extend(under.filter(|place| graph.is_open(*place) && width(*place) <= middle));
        found.extend(way);
    }
    found
}

/// A graph without some of its places.
struct Without<'a, G> {
    graph: &'a G,
    left_out: &'a dyn Fn(CellIndex) -> bool,
}

impl<G: Graph> Graph for Without<'_, G> {
    fn places(&self) -> usize {
        self.graph.places()
    }

    fn ways_from(&self, place: CellIndex, mut way: impl FnMut(CellIndex, f64)) {
        self.graph.ways_from(place, |next, step| {
            if !(self.left_out)(next) {
                way(next, step);
            }
        });
    }

    fn guess(&self, from: CellIndex, to: CellIndex) -> f64 {
        self.graph.guess(from, to)
    }

    fn trust(&self) -> Trust {
        self.graph.trust()
    }

    fn is_open(&self, place: CellIndex) -> bool {
        self.graph.is_open(place)
    }
}

/// The way for the group that comes from the side: no place of the avenue but the two ends, or nothing if there is none.
pub fn flank(
    graph: &impl Graph,
    avenue: &BTreeSet<CellIndex>,
    from: CellIndex,
    to: CellIndex,
) -> Option<Vec<CellIndex>> {
    let left_out = |place: CellIndex| place != from && place != to && avenue.contains(&place);
    shortest(&Without { graph, left_out: &left_out }, from, to)
}
