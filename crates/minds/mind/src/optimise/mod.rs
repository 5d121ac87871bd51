//! Optimisers: the best of many, five ways behind one trait.
//!
//! * [`Objective`]: numbers within bounds and how good they are; [`Balance`] makes troops even, [`Peaks`] has a trap.
//! * [`Optimiser`]: [`HillClimbing`], [`Annealing`], [`Tabu`], [`Genetic`], [`Swarm`]; [`named`] finds one.
//!
//! Contract: every optimiser maximises, looks at no more solutions than it is given evaluations, stays within bounds and
//! returns the best it saw. None proves that there is nothing better.

mod balance;
mod climb;
mod genetic;
mod swarm;

pub use balance::{Balance, Peaks, Troop};
pub use climb::{Annealing, HillClimbing, Tabu};
pub use genetic::Genetic;
pub use swarm::Swarm;

use wold_chance::Stream;

/// What is to be made as large as possible.
pub trait Objective {
    /// The least and the most of each number.
    fn bounds(&self) -> Vec<(f64, f64)>;

    /// How good a solution is.
    fn score(&self, solution: &[f64]) -> f64;
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The best solution seen.
    pub solution: Vec<f64>,
    /// Its score.
    pub score: f64,
    /// Solutions looked at.
    pub evaluations: usize,
}

/// A way to search.
pub trait Optimiser {
    /// Searches within so many evaluations.
    fn optimise(&self, objective: &dyn Objective, evaluations: usize, stream: &mut Stream) -> Found;
}

/// The optimiser of that name, with its defaults: `hill`, `annealing`, `tabu`, `genetic` or `swarm`.
///
/// ```
/// use wold_chance::{Seed, Stream};
/// use wold_mind::optimise::{Peaks, named};
/// let mut stream = Stream::named(Seed(1), "example", &[]);
/// let found = named("swarm").expect("known").optimise(&Peaks, 5_000, &mut stream);
/// assert!(found.score > 0.9);
/// ```
#[must_use]
pub fn named(name: &str) -> Option<Box<dyn Optimiser>> {
    Some(match name {
        "hill" => Box::new(HillClimbing::default()),
        "annealing" => Box::new(Annealing::default()),
        "tabu" => Box::new(Tabu::default()),
        "genetic" => Box::new(Genetic::default()),
        "swarm" => Box::new(Swarm::default()),
        _ => return None,
    })
}

/// Counts evaluations and keeps the best.
struct Judge<'a> {
    objective: &'a dyn Objective,
    bounds: Vec<(f64, f64)>,
    found: Found,
    most: usize,
}

impl<'a> Judge<'a> {
    fn new(objective: &'a dyn Objective, most: usize) -> Self {
        let bounds = objective.bounds();
        let found = Found { solution: Vec::new(), score: f64::NEG_INFINITY, evaluations: 0 };
        Self { objective, bounds, found, most }
    }

    fn is_over(&self) -> bool {
        self.found.evaluations >= self.most
    }

    fn score(&mut self, solution: &[f64]) -> f64 {
        if self.is_over() {
            return f64::NEG_INFINITY;
        }
        self.found.evaluations += 1;
        let score = self.objective.score(solution);
        if score > self.found.score || self.found.solution.is_empty() {
            self.found.score = score;
            self.found.solution = solution.to_vec();
        }
        score
    }

    fn random(&self, stream: &mut Stream) -> Vec<f64> {
        self.bounds.iter().map(|(lo, hi)| stream.range(*lo, *hi)).collect()
    }

    fn clamp(&self, solution: &mut [f64]) {
        solution.iter_mut().zip(&self.bounds).for_each(|(x, (lo, hi))| *x = x.clamp(*lo, *hi));
    }

    /// A neighbour: every number moved by up to `share` of its range.
    fn near(&self, solution: &[f64], share: f64, stream: &mut Stream) -> Vec<f64> {
        let mut moved: Vec<f64> = solution
            .iter()
            .zip(&self.bounds)
            .map(|(x, (lo, hi))| x + (hi - lo) * share * stream.range(-1.0, 1.0))
            .collect();
        self.clamp(&mut moved);
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Seed;

    const ALL: [&str; 5] = ["hill", "annealing", "tabu", "genetic", "swarm"];

    /// How often the higher peak is found in 40 runs.
    fn successes(name: &str) -> usize {
        let runs = (0..40).filter(|&run| {
            let mut stream = Stream::named(Seed(1), name, &[run]);
            named(name).expect("known").optimise(&Peaks, 3_000, &mut stream).score > 0.9
        });
        runs.count()
    }

    #[test]
    fn every_optimiser_keeps_bounds_budget_and_its_best() {
        for name in ALL {
            let mut stream = Stream::named(Seed(2), name, &[]);
            let found = named(name).expect("known").optimise(&Peaks, 777, &mut stream);
            assert!(found.evaluations <= 777, "{name}");
            assert!((Peaks.score(&found.solution) - found.score).abs() < 1e-12, "{name}");
            let inside = found.solution.iter().zip(Peaks.bounds()).all(|(x, (lo, hi))| (lo..=hi).contains(x));
            assert!(inside, "{name}");
        }
        assert!(named("luck").is_none());
    }

    #[test]
    fn a_single_climb_is_trapped_where_the_others_are_not() {
        let single = (0..40).filter(|&run| {
            let mut stream = Stream::named(Seed(1), "one trace", &[run]);
            let climb = HillClimbing { traces: 1, ..HillClimbing::default() };
            climb.optimise(&Peaks, 3_000, &mut stream).score > 0.9
        });
        let single = single.count();
        assert!(single < 15, "{single}");
        for name in ALL {
            let found = successes(name);
            assert!(found > single && found > 20, "{name}: {found}, a single climb {single}");
        }
    }

    #[test]
    fn troops_are_made_even() {
        let balance = Balance::default();
        let unfair = balance.score(&balance.bounds().iter().map(|(lo, _)| *lo).collect::<Vec<_>>());
        for name in ALL {
            let mut stream = Stream::named(Seed(3), name, &[]);
            let found = named(name).expect("known").optimise(&balance, 2_000, &mut stream);
            assert!(found.score > unfair && found.score > -0.25, "{name}: {found:?}");
        }
    }
}
