//! Backtracking with forward checking.
//!
//! Contract: complete search; the variable with the fewest values left is tried first, lowest number among equals; after each choice
//! what contradicts it is struck from the other domains. Binary constraints only. Bounded by a number of choices.

/// Variables with values 0 to n - 1 and constraints between pairs.
pub trait Puzzle {
    /// How many variables.
    fn variables(&self) -> usize;

    /// How many values each has, at most 64.
    fn values(&self) -> usize;

    /// Whether `a` may have value `x` while `b` has `y`.
    fn allows(&self, a: usize, x: usize, b: usize, y: usize) -> bool;

    /// Whether there is a constraint between two variables at all.
    fn related(&self, a: usize, b: usize) -> bool {
        a != b
    }
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solutions {
    /// How many.
    pub count: u64,
    /// The first of them.
    pub first: Option<Vec<usize>>,
    /// Choices tried.
    pub choices: u64,
    /// Whether the search saw everything.
    pub is_complete: bool,
}

struct Search<'a, P> {
    puzzle: &'a P,
    found: Solutions,
    most_choices: u64,
    only_first: bool,
    visit: &'a mut dyn FnMut(&[usize]),
}

/// Counts the solutions, within that many choices; `visit` sees each.
pub fn count<P: Puzzle>(puzzle: &P, most_choices: u64, visit: &mut dyn FnMut(&[usize])) -> Solutions {
    solve(puzzle, most_choices, false, visit)
}

/// Finds one solution, within that many choices.
///
/// ```
/// use wold_mind::csp::{Queens, first};
/// assert!(first(&Queens(3), 1_000).first.is_none());
/// assert!(first(&Queens(20), 1_000_000).first.is_some());
/// ```
pub fn first<P: Puzzle>(puzzle: &P, most_choices: u64) -> Solutions {
    solve(puzzle, most_choices, true, &mut |_| {})
}

fn solve<P: Puzzle>(
    puzzle: &P,
    most_choices: u64,
    only_first: bool,
    visit: &mut dyn FnMut(&[usize]),
) -> Solutions {
    let values = puzzle.values().min(64);
    let full = if values == 0 { 0 } else { u64::MAX >> (64 - values) };
    let found = Solutions { is_complete: true, ..Solutions::default() };
    let mut search = Search { puzzle, found, most_choices, only_first, visit };
    let mut chosen = vec![usize::MAX; puzzle.variables()];
    search.descend(&mut chosen, &vec![full; puzzle.variables()], 0);
    search.found
}

impl<P: Puzzle> Search<'_, P> {
    fn descend(&mut self, chosen: &mut [usize], domains: &[u64], depth: usize) {
        if depth == chosen.len() {
            self.found.count += 1;
            self.found.first.get_or_insert_with(|| chosen.to_vec());
            return (self.visit)(chosen);
        }
        let open = (0..chosen.len()).filter(|&v| chosen[v] == usize::MAX);
        let Some(variable) = open.min_by_key(|&v| domains[v].count_ones()) else { return };
        let mut left = domains[variable];
        while left != 0 {
            if self.found.choices >= self.most_choices {
                self.found.is_complete = false;
                return;
            }
            self.found.choices += 1;
            let value = left.trailing_zeros() as usize;
            left &= left - 1;
            chosen[variable] = value;
            if let Some(narrowed) = self.narrow(chosen, domains, variable) {
                self.descend(chosen, &narrowed, depth + 1);
            }
            chosen[variable] = usize::MAX;
            if !self.found.is_complete || (self.only_first && self.found.count > 0) {
                return;
            }
        }
    }

    /// The domains after a choice; nothing if one becomes empty.
    fn narrow(&self, chosen: &[usize], domains: &[u64], variable: usize) -> Option<Vec<u64>> {
        let mut narrowed = domains.to_vec();
        for other in
            (0..chosen.len()).filter(|&v| chosen[v] == usize::MAX && self.puzzle.related(variable, v))
        {
            let mut left = narrowed[other];
            while left != 0 {
                let value = left.trailing_zeros() as usize;
                left &= left - 1;
                if !self.puzzle.allows(variable, chosen[variable], other, value) {
                    narrowed[other] &= !(1 << value);
                }
            }
            if narrowed[other] == 0 {
                return None;
            }
        }
        Some(narrowed)
    }
}
