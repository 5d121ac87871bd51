//! Queens that do not threaten each other.

use super::Puzzle;
use std::collections::BTreeSet;

/// n queens on an n × n board, one per row; the value is the column. Up to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queens(pub usize);

impl Puzzle for Queens {
    fn variables(&self) -> usize {
        self.0
    }

    fn values(&self) -> usize {
        self.0
    }

    fn allows(&self, a: usize, x: usize, b: usize, y: usize) -> bool {
        x != y && a.abs_diff(b) != x.abs_diff(y)
    }
}

impl Queens {
    /// The one board that stands for all its turnings and mirrorings: the least of the eight.
    #[must_use]
    pub fn standing(self, board: &[usize]) -> Vec<usize> {
        let n = self.0;
        let mirror = |board: &[usize]| board.iter().map(|column| n - 1 - column).collect::<Vec<_>>();
        let turn = |board: &[usize]| {
            let mut turned = vec![0; n];
            board.iter().enumerate().for_each(|(row, &column)| turned[column] = n - 1 - row);
            turned
        };
        let mut all = BTreeSet::new();
        let mut turned = board.to_vec();
        for _ in 0..4 {
            all.insert(mirror(&turned));
            turned = turn(&turned);
            all.insert(turned.clone());
        }
        all.pop_first().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csp::count;

    #[test]
    fn eight_queens_have_92_solutions_of_which_12_differ() {
        let mut different = BTreeSet::new();
        let found = count(&Queens(8), u64::MAX, &mut |board| {
            different.insert(Queens(8).standing(board));
        });
        assert_eq!((found.count, different.len(), found.is_complete), (92, 12, true));
        for (n, expected) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40)] {
            assert_eq!(count(&Queens(n), u64::MAX, &mut |_| {}).count, expected, "{n}");
        }
        assert!(!count(&Queens(12), 100, &mut |_| {}).is_complete);
    }
}
