//! Ways through chokes.
//!
//! Contract: the cost of a way is the length of the line from where it starts through the middles of the chokes it passes to where it ends, plus what the asker
//! adds for each choke. Within an area one goes straight. The way with the least cost is found by Dijkstra's search over chokes, not by taking the nearest choke in every area: that can
//! be longer. With nothing added the cost is a metric and never less than the straight line. One way alone is found by A* with the straight line as guess, to the same cost.

use super::{AreaId, Choke, ChokeId, Places};
use std::collections::BTreeSet;
use wold_space::{CellIndex, DVec3};
use wold_ways::Budget;
use wold_ways::regions::topology;
use wold_ways::search::{Graph, Plan, Search, Spread};

/// A way from area to area.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaPath {
    /// The areas in order, both ends included.
    pub areas: Vec<AreaId>,
    /// The chokes passed, one fewer than areas.
    pub chokes: Vec<ChokeId>,
    /// Metres along the line through them.
    pub metres: f64,
    /// What was added for them.
    pub added: f64,
}

/// Everything within reach of one point: one search answers for any number of ends.
#[derive(Clone, Debug)]
pub struct Reach {
    from: DVec3,
    area: AreaId,
    spread: Spread,
}

/// Chokes as a graph, with the start as one place more, and the end, if there is one, as another.
struct Through<'a, F> {
    places: &'a Places,
    from: (DVec3, AreaId),
    to: Option<(DVec3, AreaId)>,
    /// What a choke adds; nothing where it cannot be passed.
    adds: F,
}

impl<F> Through<'_, F> {
    fn start(&self) -> CellIndex {
        CellIndex(self.places.chokes().len() as u32)
    }

    fn end(&self) -> CellIndex {
        CellIndex(self.start().0 + 1)
    }

    fn at(&self, place: CellIndex) -> DVec3 {
        match self.places.chokes().get(place.slot()) {
            Some(choke) => choke.at,
            None => self.to.filter(|_| place == self.end()).map_or(self.from.0, |(at, _)| at),
        }
    }
}

/// Ways must cost something; chokes may lie on top of each other.
const LEAST: f64 = 1e-9;

impl<F: Fn(ChokeId, &Choke) -> Option<f64>> Graph for Through<'_, F> {
    fn places(&self) -> usize {
        self.places.chokes().len() + 1 + usize::from(self.to.is_some())
    }

    fn guess(&self, from: CellIndex, to: CellIndex) -> f64 {
        self.at(from).distance(self.at(to))
    }

    fn ways_from(&self, place: CellIndex, mut way: impl FnMut(CellIndex, f64)) {
        let mut go = |at: DVec3, area: AreaId| {
            if let Some((to, _)) = self.to.filter(|(_, last)| *last == area) {
                way(self.end(), at.distance(to).max(LEAST));
            }
            for &id in self.places.chokes_of(area).iter().filter(|id| id.slot() != place.slot()) {
                let choke = &self.places.chokes()[id.slot()];
                if let Some(added) = (self.adds)(id, choke) {
                    way(CellIndex(id.0), (at.distance(choke.at) + added).max(LEAST));
                }
            }
        };
        match self.places.chokes().get(place.slot()) {
            Some(choke) => choke.sides.iter().for_each(|&side| go(choke.at, side)),
            None if place == self.start() => go(self.from.0, self.from.1),
            None => {}
        }
    }
}

impl Places {
    /// What can be reached from a point of an area, no further than `limit`. `adds` says what a choke costs on top of the distance: nothing where it cannot be passed.
    pub fn reach(
        &self,
        from: DVec3,
        area: AreaId,
        limit: f64,
        adds: impl Fn(ChokeId, &Choke) -> Option<f64>,
    ) -> Reach {
        let graph = Through { places: self, from: (from, area), to: None, adds };
        let mut spread = Spread::new(&graph, &[graph.start()], limit);
        spread.run(&graph, &mut Budget::unlimited());
        Reach { from, area, spread }
    }

    /// What can be walked to from a point.
    #[must_use]
    pub fn walks_from(&self, from: DVec3) -> Option<Reach> {
        let area = self.area_near(from, 1.0)?;
        Some(self.reach(from, area, f64::INFINITY, |_, choke| choke.walkable.then_some(0.0)))
    }

    /// The way on foot from one point to another by areas, both no more than `off` metres from one. Nothing if there is none, or none is found within the budget.
    pub fn path(&self, from: DVec3, to: DVec3, off: f64, budget: &mut Budget) -> Option<AreaPath> {
        let ends = (self.area_near(from, off)?, self.area_near(to, off)?);
        let adds = |_, choke: &Choke| choke.walkable.then_some(0.0);
        let graph = Through { places: self, from: (from, ends.0), to: Some((to, ends.1)), adds };
        let route = Search::new().find(&graph, graph.start(), graph.end(), Plan::AStar, budget).complete()?;
        let inner = route.cells.get(1..route.cells.len().saturating_sub(1))?;
        Some(self.along((from, ends.0), inner, (to, ends.1), route.length))
    }

    /// The way through chokes that were touched.
    fn along(
        &self,
        (from, first): (DVec3, AreaId),
        touched: &[CellIndex],
        (to, last): (DVec3, AreaId),
        cost: f64,
    ) -> AreaPath {
        let (mut areas, mut chokes) = (vec![first], Vec::new());
        for (i, cell) in touched.iter().enumerate() {
            let here = *areas.last().expect("it starts somewhere");
            let leads_on = |to: AreaId| match touched.get(i + 1) {
                Some(next) => self.chokes()[next.slot()].sides.contains(&to),
                None => to == last,
            };
            // A choke that lies on the straight line to the next may be touched without being passed.
            if let Some(next) = self.chokes()[cell.slot()].beyond(here).filter(|&next| leads_on(next)) {
                areas.push(next);
                chokes.push(ChokeId(cell.0));
            }
        }
        let points = std::iter::once(from).chain(chokes.iter().map(|id| self.chokes()[id.slot()].at));
        let points: Vec<DVec3> = points.chain(std::iter::once(to)).collect();
        let metres: f64 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        AreaPath { areas, chokes, metres, added: (cost - metres).max(0.0) }
    }

    /// Areas that nobody who walks from `from` gets to.
    #[must_use]
    pub fn unreachable(&self, from: AreaId) -> Vec<AreaId> {
        let mut reached = BTreeSet::from([from]);
        let mut line = vec![from];
        while let Some(area) = line.pop() {
            for choke in
                self.chokes_of(area).iter().map(|id| &self.chokes()[id.slot()]).filter(|c| c.walkable)
            {
                line.extend(choke.beyond(area).filter(|&next| reached.insert(next)));
            }
        }
        self.area_ids().filter(|id| !reached.contains(id)).collect()
    }

    /// Areas that lead nowhere else: whoever is in one can be held by watching what leads to it.
    #[must_use]
    pub fn dead_ends(&self) -> Vec<AreaId> {
        let standings = topology::standings(&self.links(), 8);
        self.area_ids().filter(|id| standings[id.slot()].dead_end).collect()
    }

    /// Areas without which the rest falls apart.
    #[must_use]
    pub fn cuts(&self) -> Vec<AreaId> {
        topology::articulations(&self.links()).into_iter().map(|place| AreaId(place.0)).collect()
    }
}

impl Reach {
    /// The way to a point of an area, if there is one within the limit.
    #[must_use]
    pub fn to(&self, places: &Places, to: DVec3, area: AreaId) -> Option<AreaPath> {
        if area == self.area {
            let metres = self.from.distance(to);
            return Some(AreaPath { areas: vec![area], chokes: Vec::new(), metres, added: 0.0 });
        }
        let ends = places.chokes_of(area).iter().filter_map(|&id| {
            let cost = self.spread.cost(CellIndex(id.0))?;
            Some((cost + places.chokes()[id.slot()].at.distance(to), id))
        });
        let (cost, last) = ends.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
        let route = self.spread.route(CellIndex(last.0))?;
        Some(places.along((self.from, self.area), &route.cells[1..], (to, area), cost))
    }
}
