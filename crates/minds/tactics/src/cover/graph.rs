//! A graph on which being seen costs.

use super::{CoverField, Enemy};
use glam::DVec3;
use wold_space::CellIndex;
use wold_ways::search::{Graph, Trust};

/// Another graph, with the price of exposure and of unsafe ground added to every step.
///
/// Steps cost what they did plus Σ exposed·(bias − 1) plus length·safety on unsafe ground: never less than before, so the guesses of the graph underneath
/// hold. `place` says where the body of somebody at a place is; panels are those that matter to each enemy, looked up once.
pub struct Covered<'a, G, P, U> {
    graph: &'a G,
    place: P,
    is_unsafe: U,
    safety: f64,
    enemies: Vec<(Enemy, Vec<super::Panel>)>,
}

impl<'a, G: Graph, P: Fn(CellIndex) -> DVec3, U: Fn(CellIndex) -> bool> Covered<'a, G, P, U> {
    /// The graph before these enemies. Biases below 1 and a safety below 0 would make guesses too high and count as 1 and 0.
    pub fn new(
        graph: &'a G,
        field: &CoverField,
        enemies: &[Enemy],
        place: P,
        is_unsafe: U,
        safety: f64,
    ) -> Self {
        let enemies = enemies
            .iter()
            .map(|enemy| {
                let bias = if enemy.bias >= 1.0 { enemy.bias } else { 1.0 };
                (Enemy { bias, ..*enemy }, field.panels_near(enemy.eye).copied().collect())
            })
            .collect();
        Self { graph, place, is_unsafe, safety: safety.max(0.0), enemies }
    }

    /// What being seen and unsafe ground add to a step.
    #[must_use]
    pub fn extra(&self, from: CellIndex, to: CellIndex) -> f64 {
        let (a, b) = ((self.place)(from), (self.place)(to));
        let seen = |(enemy, panels): &(Enemy, Vec<super::Panel>)| {
            super::Exposure::of(panels, enemy.eye, a, b).exposed * (enemy.bias - 1.0)
        };
        let unsafe_ground = if (self.is_unsafe)(to) { a.distance(b) * self.safety } else { 0.0 };
        self.enemies.iter().map(seen).sum::<f64>() + unsafe_ground
    }

    /// Metres of a way in sight of an enemy, whichever: never more than it is long.
    #[must_use]
    pub fn exposed(&self, cells: &[CellIndex]) -> f64 {
        let walk = |pair: &[CellIndex]| {
            let eyes = self.enemies.iter().map(|(enemy, panels)| (enemy.eye, panels.as_slice()));
            super::Exposure::to_any(eyes, (self.place)(pair[0]), (self.place)(pair[1])).exposed
        };
        cells.windows(2).map(walk).sum()
    }
}

impl<G: Graph, P: Fn(CellIndex) -> DVec3, U: Fn(CellIndex) -> bool> Graph for Covered<'_, G, P, U> {
    fn places(&self) -> usize {
        self.graph.places()
    }

    fn ways_from(&self, place: CellIndex, mut way: impl FnMut(CellIndex, f64)) {
        self.graph.ways_from(place, |next, step| way(next, step + self.extra(place, next)));
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

    fn version(&self) -> u64 {
        self.graph.version()
    }
}
