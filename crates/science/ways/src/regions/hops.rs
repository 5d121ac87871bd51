//! The first step from any place to any other.
//!
//! [`FullTable`] holds all of them, by Floyd and Warshall: `n³` steps and `2·n²` bytes, for graphs of up to some thousand places. A table fits one version of one graph for one kind of walker.

use crate::search::{Graph, Links};
use wold_space::CellIndex;

/// Stands for "no way" and for "already there".
const NONE: u16 = u16::MAX;

/// Why a table cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// More places than two bytes number.
    #[error("a table of {0} places is too large; {max} is the most", max = FullTable::MAX_PLACES)]
    TooMany(usize),
}

/// Every first step.
#[derive(Clone, Debug, PartialEq)]
pub struct FullTable {
    places: usize,
    next: Vec<u16>,
}

impl FullTable {
    /// The most places a table is made for.
    pub const MAX_PLACES: usize = 4_096;

    /// Fills the table.
    pub fn new(links: &Links) -> Result<Self, TableError> {
        let n = links.places();
        if n > Self::MAX_PLACES {
            return Err(TableError::TooMany(n));
        }
        let mut cost = vec![f64::INFINITY; n * n];
        let mut next = vec![NONE; n * n];
        for from in 0..n {
            cost[from * n + from] = 0.0;
            for &(to, step) in links.from(CellIndex(from as u32)) {
                let slot = from * n + to.slot();
                if step < cost[slot] {
                    cost[slot] = step;
                    next[slot] = to.0 as u16;
                }
            }
        }
        for via in 0..n {
            let (row, onward) = (cost[via * n..(via + 1) * n].to_vec(), via * n);
            debug_assert_eq!(row[via], 0.0, "row {onward} starts at itself");
            for from in 0..n {
                let first = cost[from * n + via];
                if first.is_infinite() || from == via {
                    continue;
                }
                let hop = next[from * n + via];
                let (costs, nexts) =
                    (&mut cost[from * n..(from + 1) * n], &mut next[from * n..(from + 1) * n]);
                for to in 0..n {
                    let through = first + row[to];
                    // Rounding must not replace a way by one of the same length, or parts of ways would disagree.
                    if through < costs[to] - 1e-9 {
                        costs[to] = through;
                        nexts[to] = hop;
                    }
                }
            }
        }
        Ok(Self { places: n, next })
    }

    /// The first step from one place towards another; nothing if there is no way or no need.
    #[must_use]
    pub fn next(&self, from: CellIndex, to: CellIndex) -> Option<CellIndex> {
        if from.slot() >= self.places || to.slot() >= self.places {
            return None;
        }
        let hop = self.next[from.slot() * self.places + to.slot()];
        (hop != NONE).then_some(CellIndex(u32::from(hop)))
    }

    /// All places from one to another.
    #[must_use]
    pub fn path(&self, from: CellIndex, to: CellIndex) -> Option<Vec<CellIndex>> {
        let mut path = vec![from];
        let mut at = from;
        while at != to {
            at = self.next(at, to)?;
            path.push(at);
        }
        Some(path)
    }
}
