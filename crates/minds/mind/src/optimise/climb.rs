//! Optimisers that walk from neighbour to neighbour.

use super::{Found, Judge, Objective, Optimiser};
use std::collections::BTreeSet;
use wold_chance::Stream;

/// Goes to the best of several neighbours while that helps, with ever smaller steps; ends on a local peak, so it starts several
/// times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HillClimbing {
    /// Times it starts anew. Default 8.
    pub traces: usize,
    /// Neighbours looked at before a step. Default 8.
    pub neighbours: usize,
}

impl Default for HillClimbing {
    fn default() -> Self {
        Self { traces: 8, neighbours: 8 }
    }
}

impl Optimiser for HillClimbing {
    fn optimise(&self, objective: &dyn Objective, evaluations: usize, stream: &mut Stream) -> Found {
        let mut judge = Judge::new(objective, evaluations);
        for trace in 0..self.traces.max(1) {
            let until = evaluations * (trace + 1) / self.traces.max(1);
            let mut at = judge.random(stream);
            let mut score = judge.score(&at);
            let mut share = 0.1;
            while judge.found.evaluations < until && share > 1e-6 {
                let mut best: Option<(f64, Vec<f64>)> = None;
                for _ in 0..self.neighbours.max(1) {
                    let next = judge.near(&at, share, stream);
                    let value = judge.score(&next);
                    if best.as_ref().is_none_or(|(b, _)| value > *b) {
                        best = Some((value, next));
                    }
                }
                match best {
                    Some((value, next)) if value > score => (score, at) = (value, next),
                    _ => share *= 0.7,
                }
            }
        }
        judge.found
    }
}

/// Simulated annealing: goes to worse neighbours too, with the chance e^(loss / temperature), while it cools.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Annealing {
    /// Times it starts anew. Default 2.
    pub traces: usize,
    /// Temperature at the start, in units of score. Default 0.2.
    pub hot: f64,
    /// Temperature at the end. Default 0.001.
    pub cold: f64,
}

impl Default for Annealing {
    fn default() -> Self {
        Self { traces: 2, hot: 0.2, cold: 0.001 }
    }
}

impl Optimiser for Annealing {
    fn optimise(&self, objective: &dyn Objective, evaluations: usize, stream: &mut Stream) -> Found {
        let mut judge = Judge::new(objective, evaluations);
        let each = (evaluations / self.traces.max(1)).max(1);
        while !judge.is_over() {
            let begun = judge.found.evaluations;
            let mut at = judge.random(stream);
            let mut score = judge.score(&at);
            while judge.found.evaluations - begun < each && !judge.is_over() {
                let gone = (judge.found.evaluations - begun) as f64 / each as f64;
                let temperature = self.hot * libm::pow(self.cold / self.hot, gone);
                let next = judge.near(&at, 0.6 * (1.0 - gone) + 0.005, stream);
                let value = judge.score(&next);
                if value >= score || stream.chance(libm::exp((value - score) / temperature)) {
                    (at, score) = (next, value);
                }
            }
        }
        judge.found
    }
}

/// Tabu search: always goes on to the best neighbour, but never back to a part of space it has been to lately.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tabu {
    /// Parts per number. Default 12.
    pub parts: usize,
    /// Parts remembered. Default 60.
    pub memory: usize,
    /// Neighbours looked at before a step. Default 12.
    pub neighbours: usize,
}

impl Default for Tabu {
    fn default() -> Self {
        Self { parts: 12, memory: 60, neighbours: 12 }
    }
}

impl Optimiser for Tabu {
    fn optimise(&self, objective: &dyn Objective, evaluations: usize, stream: &mut Stream) -> Found {
        let mut judge = Judge::new(objective, evaluations);
        let bounds = judge.bounds.clone();
        let part = |solution: &[f64]| -> Vec<usize> {
            let of = |(x, (lo, hi)): (&f64, &(f64, f64))| ((x - lo) / (hi - lo) * self.parts as f64) as usize;
            solution.iter().zip(&bounds).map(of).collect()
        };
        let mut at = judge.random(stream);
        judge.score(&at);
        let mut order = Vec::new();
        let mut forbidden = BTreeSet::new();
        while !judge.is_over() {
            // Half of the effort goes into the best place known, half onward.
            let best_so_far = judge.found.solution.clone();
            let fine = judge.near(&best_so_far, 0.02, stream);
            judge.score(&fine);
            let mut best: Option<(f64, Vec<f64>)> = None;
            for _ in 0..self.neighbours.max(1) {
                let next = judge.near(&at, 2.0 / self.parts as f64, stream);
                if forbidden.contains(&part(&next)) {
                    continue;
                }
                let value = judge.score(&next);
                if best.as_ref().is_none_or(|(b, _)| value > *b) {
                    best = Some((value, next));
                }
            }
            // Walled in by where it has been: start elsewhere.
            at = best.map_or_else(|| judge.random(stream), |(_, next)| next);
            let here = part(&at);
            if forbidden.insert(here.clone()) {
                order.push(here);
            }
            if order.len() > self.memory {
                forbidden.remove(&order.remove(0));
            }
        }
        judge.found
    }
}
