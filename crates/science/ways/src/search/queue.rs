//! A priority queue by numbers, smallest first; among equals the lower second number, then the lower place.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Two numbers, compared in order; NaN never gets in, costs are checked where they enter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rank(pub f64, pub f64);

impl Eq for Rank {}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then(self.1.total_cmp(&other.1))
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Places that wait.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    heap: BinaryHeap<Reverse<(Rank, u32)>>,
}

impl Queue {
    pub fn clear(&mut self) {
        self.heap.clear();
    }

    pub fn push(&mut self, rank: Rank, place: u32) {
        self.heap.push(Reverse((rank, place)));
    }

    pub fn pop(&mut self) -> Option<(Rank, u32)> {
        self.heap.pop().map(|Reverse(first)| first)
    }

    pub fn peek(&self) -> Option<(Rank, u32)> {
        self.heap.peek().map(|Reverse(first)| *first)
    }

    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Keeps only the `width` first.
    pub fn narrow(&mut self, width: usize) {
        if self.heap.len() > width {
            let mut all: Vec<_> = std::mem::take(&mut self.heap).into_vec();
            all.sort_unstable_by(|a, b| b.cmp(a));
            all.truncate(width);
            self.heap = all.into();
        }
    }
}
