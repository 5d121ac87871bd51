//! Sources that spread.
//!
//! Each step every source splits into a ring of children, one spacing away; what is left after the decay is shared evenly among the children that could be
//! placed, so energy is conserved but for the decay. A source whose children are all blocked stays where it is. What falls below a threshold ends.
//! Then crowds are merged: where more than a few lie within a spacing of one, they become one source at their centre of mass, with their sum.

use super::{PointSource, Tree};
use glam::DVec2;

/// How sources spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlowConfig {
    /// Children of a source. Default 8.
    pub children: u32,
    /// Metres from a source to its children. Default 2.
    pub spacing: f64,
    /// The share of energy that is left after a step. Default 0.9.
    pub decay: f64,
    /// Below this strength a source ends. Default 0.001.
    pub least: f64,
    /// More than so many neighbours become one. Default 4.
    pub crowd: usize,
    /// Sources kept at most, the strongest. Default 4096.
    pub most: usize,
}

impl Default for FlowConfig {
    fn default() -> Self {
        Self { children: 8, spacing: 2.0, decay: 0.9, least: 0.001, crowd: 4, most: 4096 }
    }
}

/// Sources under way.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    config: FlowConfig,
    sources: Vec<PointSource>,
}

impl Flow {
    /// Nothing yet.
    #[must_use]
    pub fn new(config: FlowConfig) -> Self {
        Self { config, sources: Vec::new() }
    }

    /// Adds a source.
    pub fn add(&mut self, source: PointSource) {
        self.sources.push(source);
    }

    /// What there is.
    #[must_use]
    pub fn sources(&self) -> &[PointSource] {
        &self.sources
    }

    /// As a field.
    #[must_use]
    pub fn tree(&self) -> Tree {
        Tree::new(self.sources.iter().copied())
    }

    /// Lets what is there fade without moving: breadcrumbs, to which new ones are added.
    pub fn fade(&mut self, factor: f64) {
        self.sources.iter_mut().for_each(|source| source.strength *= factor);
        self.sources.retain(|source| source.strength.abs() >= self.config.least);
    }

    /// Spreads one step; `open` says whether somebody at the first point gets to the second.
    pub fn step(&mut self, open: impl Fn(DVec2, DVec2) -> bool) {
        let FlowConfig { children, spacing, decay, least, most, .. } = self.config;
        let mut next = Vec::new();
        for source in &self.sources {
            let strength = source.strength * decay;
            let spoke = |n: u32| std::f64::consts::TAU * f64::from(n) / f64::from(children);
            let placed: Vec<DVec2> = (0..children)
                .map(|n| source.at + DVec2::new(libm::cos(spoke(n)), libm::sin(spoke(n))) * spacing)
                .filter(|&at| open(source.at, at))
                .collect();
            if placed.is_empty() {
                next.push(PointSource { strength, ..*source });
            }
            let share = strength / placed.len().max(1) as f64;
            next.extend(placed.into_iter().map(|at| PointSource { at, strength: share, ..*source }));
        }
        next.retain(|source| source.strength.abs() >= least);
        self.sources = self.merged(next);
        if self.sources.len() > most {
            self.sources.sort_by(|a, b| b.strength.abs().total_cmp(&a.strength.abs()));
            self.sources.truncate(most);
        }
    }

    /// The same a number of steps ahead, without changing anything.
    #[must_use]
    pub fn ahead(&self, steps: u32, open: impl Fn(DVec2, DVec2) -> bool) -> Self {
        let mut ahead = self.clone();
        (0..steps).for_each(|_| ahead.step(&open));
        ahead
    }

    /// Crowds joined, cell by cell of a spacing; repulsion and attraction apart, lest they vanish.
    fn merged(&self, sources: Vec<PointSource>) -> Vec<PointSource> {
        let mut cells: std::collections::BTreeMap<(i64, i64, bool), Vec<PointSource>> = Default::default();
        for source in sources {
            let cell = (source.at / self.config.spacing).floor();
            cells.entry((cell.x as i64, cell.y as i64, source.strength < 0.0)).or_default().push(source);
        }
        let mut merged = Vec::new();
        for crowd in cells.into_values() {
            if crowd.len() <= self.config.crowd {
                merged.extend(crowd);
                continue;
            }
            let strength: f64 = crowd.iter().map(|source| source.strength).sum();
            let at = crowd.iter().map(|source| source.at * source.strength).sum::<DVec2>() / strength;
            let radius = crowd.iter().map(|source| source.radius).fold(0.0, f64::max);
            // The centre of a crowd may lie in a wall: then the member nearest to it stands for all.
            let near = |s: &&PointSource| s.at.distance_squared(at);
            let member =
                crowd.iter().min_by(|a, b| near(a).total_cmp(&near(b))).expect("a crowd has members");
            merged.push(PointSource { at: member.at, radius, strength, kernel: member.kernel });
        }
        merged
    }
}
