//! A genetic algorithm.

use super::{Found, Judge, Objective, Optimiser};
use wold_chance::Stream;

/// A population: the better of a few random ones become parents, children take each number from either and now and then change
/// one; the best survives. Good where the numbers are independent of each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Genetic {
    /// How many live at a time. Default 60.
    pub population: usize,
    /// Chance that a number changes. Default 0.3.
    pub mutation: f64,
    /// How many compete to be a parent. Default 2.
    pub rivals: usize,
}

impl Default for Genetic {
    fn default() -> Self {
        Self { population: 60, mutation: 0.3, rivals: 2 }
    }
}

impl Optimiser for Genetic {
    fn optimise(&self, objective: &dyn Objective, evaluations: usize, stream: &mut Stream) -> Found {
        let mut judge = Judge::new(objective, evaluations);
        let size = self.population.max(2);
        let mut people: Vec<(Vec<f64>, f64)> = Vec::new();
        while people.len() < size && !judge.is_over() {
            let one = judge.random(stream);
            let score = judge.score(&one);
            people.push((one, score));
        }
        while !judge.is_over() {
            let mut next = vec![(judge.found.solution.clone(), judge.found.score)];
            while next.len() < size && !judge.is_over() {
                let mut parent = || {
                    let rivals = (0..self.rivals.max(1)).map(|_| stream.below(people.len() as u64) as usize);
                    rivals
                        .collect::<Vec<_>>()
                        .into_iter()
                        .max_by(|&a, &b| people[a].1.total_cmp(&people[b].1))
                        .unwrap_or(0)
                };
                let (a, b) = (parent(), parent());
                let mut child: Vec<f64> = (0..people[a].0.len())
                    .map(|at| people[if stream.chance(0.5) { a } else { b }].0[at])
                    .collect();
                for at in 0..child.len() {
                    if stream.chance(self.mutation) {
                        // Mostly a little; now and then to anywhere, lest all become alike.
                        let reach = if stream.chance(0.3) { 2.0 } else { 0.1 };
                        child[at] = judge.near(&child, reach, stream)[at];
                    }
                }
                let score = judge.score(&child);
                next.push((child, score));
            }
            people = next;
        }
        judge.found
    }
}
