//! Fuzzy constraint satisfaction.
//!
//! Contract: finite domains; each constraint gives a degree to the values of its variables and has a weight; degrees are weighted
//! ([`Weighting`]) and put together ([`Owa`] over all constraints). Finds an assignment of the highest total by depth-first search.
//! A branch is cut when it cannot beat the best even if all undecided constraints were met fully, which is right because both
//! steps are monotone. Exponential in the worst case, so bounded by a number of steps.

use super::{Owa, Weighting};

type Degree<'a> = Box<dyn Fn(&[usize]) -> f64 + 'a>;

struct Constraint<'a> {
    variables: Vec<usize>,
    weight: f64,
    degree: Degree<'a>,
}

/// Variables with finite domains and fuzzy constraints between them.
///
/// ```
/// use wold_mind::preference::{Fcsp, Owa, Weighting};
/// // Where to camp (0 wood, 1 shore) and when (0 noon, 1 dusk).
/// let mut camp = Fcsp::new(vec![2, 2]);
/// camp.add(&[0], 1.0, |v| [0.9, 0.4][v[0]]); // shelter
/// camp.add(&[1], 0.5, |v| [0.2, 1.0][v[0]]); // still time to walk
/// camp.add(&[0, 1], 1.0, |v| if v == [0, 1] { 0.7 } else { 0.8 }); // woods are dark at dusk
/// let best = camp.solve(Weighting::Yager, &Owa::minimum(3), 1_000);
/// assert_eq!((best.values.as_slice(), best.is_proven), ([0, 1].as_slice(), true));
/// ```
pub struct Fcsp<'a> {
    domains: Vec<usize>,
    constraints: Vec<Constraint<'a>>,
}

/// The best assignment found.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// One value per variable; empty if no assignment scores above 0.
    pub values: Vec<usize>,
    /// Its degree.
    pub degree: f64,
    /// Whether nothing better exists; false if the steps ran out.
    pub is_proven: bool,
}

impl<'a> Fcsp<'a> {
    /// Variables with that many values each.
    #[must_use]
    pub fn new(domains: Vec<usize>) -> Self {
        Self { domains, constraints: Vec::new() }
    }

    /// Adds a constraint over some variables; `degree` gets their values in that order.
    pub fn add(&mut self, variables: &[usize], weight: f64, degree: impl Fn(&[usize]) -> f64 + 'a) {
        self.constraints.push(Constraint { variables: variables.to_vec(), weight, degree: Box::new(degree) });
    }

    /// Searches within that many steps. `aggregate` has one weight per constraint.
    #[must_use]
    pub fn solve(&self, weighting: Weighting, aggregate: &Owa, mut steps: usize) -> Best {
        let mut best = Best { values: Vec::new(), degree: 0.0, is_proven: true };
        let mut degrees = vec![1.0; self.constraints.len()];
        self.search(&mut Vec::new(), &mut degrees, weighting, aggregate, &mut steps, &mut best);
        best
    }

    fn search(
        &self,
        values: &mut Vec<usize>,
        degrees: &mut [f64],
        weighting: Weighting,
        aggregate: &Owa,
        steps: &mut usize,
        best: &mut Best,
    ) {
        let bound = aggregate.of(degrees);
        if bound <= best.degree {
            return;
        }
        let variable = values.len();
        if variable == self.domains.len() {
            best.degree = bound;
            best.values.clone_from(values);
            return;
        }
        for value in 0..self.domains[variable] {
            if *steps == 0 {
                best.is_proven = false;
                return;
            }
            *steps -= 1;
            values.push(value);
            let before = degrees.to_vec();
            for (constraint, degree) in self.constraints.iter().zip(degrees.iter_mut()) {
                if constraint.variables.iter().max() == Some(&variable) {
                    let own: Vec<usize> = constraint.variables.iter().map(|&v| values[v]).collect();
                    *degree = weighting.apply((constraint.degree)(&own).clamp(0.0, 1.0), constraint.weight);
                }
            }
            // What is violated outright is not a solution, however well the rest is met.
            if degrees.iter().all(|degree| *degree > 0.0) {
                self.search(values, degrees, weighting, aggregate, steps, best);
            }
            degrees.copy_from_slice(&before);
            values.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::{Seed, Stream};

    #[test]
    fn the_search_finds_what_trying_everything_finds() {
        let mut stream = Stream::named(Seed(8), "fcsp tests", &[]);
        for _ in 0..50 {
            let tables: Vec<[f64; 9]> = (0..6).map(|_| std::array::from_fn(|_| stream.unit())).collect();
            let pairs = [(0, 1), (1, 2), (2, 3), (0, 3), (1, 3), (0, 2)];
            let mut fcsp = Fcsp::new(vec![3; 4]);
            for ((a, b), table) in pairs.iter().zip(&tables) {
                fcsp.add(&[*a, *b], 0.8, move |v| table[v[0] * 3 + v[1]]);
            }
            let owa = Owa::soft_and(6);
            let found = fcsp.solve(Weighting::Yager, &owa, 100_000);
            let degree_of = |values: [usize; 4]| {
                let degrees: Vec<f64> = pairs
                    .iter()
                    .zip(&tables)
                    .map(|((a, b), t)| Weighting::Yager.apply(t[values[*a] * 3 + values[*b]], 0.8))
                    .collect();
                owa.of(&degrees)
            };
            let all =
                (0..81).map(|n| [n / 27, n / 9 % 3, n / 3 % 3, n % 3]).map(degree_of).fold(0.0, f64::max);
            assert!(found.is_proven && (found.degree - all).abs() < 1e-12);
        }
    }

    #[test]
    fn a_violated_constraint_is_no_solution_and_a_short_search_says_so() {
        let mut fcsp = Fcsp::new(vec![4; 6]);
        fcsp.add(&[0], 1.0, |_| 0.0);
        fcsp.add(&[1], 1.0, |_| 1.0);
        let none = fcsp.solve(Weighting::Yager, &Owa::average(2), 10_000);
        assert!(none.values.is_empty() && none.is_proven);
        let mut open = Fcsp::new(vec![4; 6]);
        open.add(&[5], 1.0, |v| [0.1, 0.2, 0.3, 0.4][v[0]]);
        assert!(!open.solve(Weighting::Yager, &Owa::average(1), 3).is_proven);
    }
}
