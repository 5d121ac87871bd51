//! What happened where: deaths, traffic, and fights that went otherwise than expected.

use std::collections::BTreeMap;
use wold_space::CellIndex;
use wold_ways::regions::hops;

/// Counters per place that fade.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    values: Vec<f64>,
    keep: f64,
}

impl Memory {
    /// Counters of which a share is kept each [`fade`](Self::fade).
    #[must_use]
    pub fn new(places: usize, keep: f64) -> Self {
        Self { values: vec![0.0; places], keep: keep.clamp(0.0, 1.0) }
    }

    /// Something happened at a place.
    pub fn note(&mut self, place: CellIndex, amount: f64) {
        if let Some(value) = self.values.get_mut(place.slot()) {
            *value += amount;
        }
    }

    /// Time passes.
    pub fn fade(&mut self) {
        self.values.iter_mut().for_each(|value| *value *= self.keep);
    }

    /// What is remembered of a place.
    #[must_use]
    pub fn at(&self, place: CellIndex) -> f64 {
        self.values.get(place.slot()).copied().unwrap_or(0.0)
    }

    /// As a layer of costs for `ways`: the scent of death makes a way dearer.
    #[must_use]
    pub fn costs(&self, weight: f64) -> wold_ways::search::costs::Layer {
        wold_ways::search::costs::Layer {
            name: "memory".into(),
            blend: wold_ways::search::costs::Blend::Add { weight },
            values: self.values.iter().map(|value| *value as f32).collect(),
        }
    }
}

/// How many ways between all pairs of sites lead through each place: the traffic to expect. Ignores who would travel where, and why.
#[must_use]
pub fn predicted_traffic(table: &hops::FullTable, places: usize, sites: &[CellIndex]) -> Vec<u32> {
    let mut counts = vec![0; places];
    for (at, &from) in sites.iter().enumerate() {
        for &to in &sites[at + 1..] {
            let Some(way) = table.path(from, to) else { continue };
            way.iter().for_each(|place| counts[place.slot()] += 1);
        }
    }
    counts
}

/// How much stronger than they look others are taken to be, after fights that were lost against the odds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Respect {
    factors: BTreeMap<u64, f64>,
}

impl Respect {
    /// The factor of somebody's influence.
    #[must_use]
    pub fn factor(&self, whom: u64) -> f64 {
        self.factors.get(&whom).copied().unwrap_or(1.0)
    }

    /// A fight against somebody ended that one expected to win with a chance; an upset raises the factor, up to 4.
    pub fn fought(&mut self, whom: u64, expected: f64, won: bool) {
        let factor = self.factors.entry(whom).or_insert(1.0);
        let surprise = if won { 0.0 } else { (expected - 0.5).max(0.0) };
        *factor = (*factor * (1.0 + surprise)).min(4.0);
        if won && expected < 0.5 {
            *factor = 1.0 + (*factor - 1.0) * 0.5;
        }
    }
}
