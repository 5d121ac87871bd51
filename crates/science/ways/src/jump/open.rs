//! The open list and the notes about tiles, made to be used again without clearing.

use std::f64::consts::SQRT_2;

/// A tile of the bordered plane: `y` above, `x` below, 16 bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot(u32);

impl Spot {
    #[inline]
    pub fn new(x: u32, y: u32) -> Self {
        Self(y << 16 | x)
    }

    #[inline]
    pub fn x(self) -> u32 {
        self.0 & 0xffff
    }

    #[inline]
    pub fn y(self) -> u32 {
        self.0 >> 16
    }

    /// The length of the shortest way if all were open.
    #[inline]
    pub fn octile(self, other: Self) -> f64 {
        let (dx, dy) = (self.x().abs_diff(other.x()), self.y().abs_diff(other.y()));
        f64::from(dx.max(dy)) + (SQRT_2 - 1.0) * f64::from(dx.min(dy))
    }
}

/// What is known of a tile in this search.
#[derive(Clone, Copy, Debug)]
struct Note {
    cost: f64,
    parent: Spot,
    /// The number of the search that wrote this, so that old notes need not be cleared; below it, which headings to follow
    /// from here.
    stamp: u32,
}

/// A note per tile. A new search only counts up.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    notes: Vec<Note>,
    row: u32,
    search: u32,
}

impl Notes {
    /// Forgets everything, in constant time except once in 2^24 searches or when the map has another size.
    pub fn reset(&mut self, width: u32, height: u32) {
        let len = (width as usize + 2) * (height as usize + 2);
        self.search += 1;
        if self.notes.len() != len || self.row != width + 2 || self.search >= 1 << 24 {
            self.notes = vec![Note { cost: 0.0, parent: Spot(0), stamp: 0 }; len];
            self.row = width + 2;
            self.search = 1;
        }
    }

    #[inline]
    fn slot(&self, spot: Spot) -> usize {
        (spot.y() * self.row + spot.x()) as usize
    }

    /// Notes a cheaper way to a tile; false if it is none.
    #[inline]
    pub fn improve(&mut self, spot: Spot, cost: f64, parent: Spot, headings: impl FnOnce() -> u8) -> bool {
        let slot = self.slot(spot);
        let note = &mut self.notes[slot];
        // Sums of the same steps in another order differ by rounding only; that is no improvement.
        if note.stamp >> 8 == self.search && note.cost <= cost + 1e-9 {
            return false;
        }
        *note = Note { cost, parent, stamp: self.search << 8 | u32::from(headings()) };
        true
    }

    /// The cost of the best way known to a tile that has a note, and the headings to follow.
    #[inline]
    pub fn known(&self, spot: Spot) -> Option<(f64, Spot, u8)> {
        let note = self.notes.get(self.slot(spot))?;
        (note.stamp >> 8 == self.search).then_some((note.cost, note.parent, note.stamp as u8))
    }
}

/// A tile that waits, with the key it was put there with.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    key: u64,
    spot: Spot,
}

/// A binary heap of tiles by estimated length of the whole way; among equals the one nearest to the goal is first.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    heap: Vec<Waiting>,
}

/// Estimates are compared in units of 2^-20. Two lengths a + b√2 that differ at all differ by more, up to 10^5 steps.
const UNITS: f64 = 1_048_576.0;
const NEAR_BITS: u32 = 20;

impl Open {
    pub fn clear(&mut self) {
        self.heap.clear();
    }

    #[inline]
    fn key(cost: f64, rest: f64) -> u64 {
        let estimate = ((cost + rest) * UNITS + 0.5) as u64;
        estimate << NEAR_BITS | (rest as u64).min((1 << NEAR_BITS) - 1)
    }

    #[inline]
    pub fn push(&mut self, cost: f64, rest: f64, spot: Spot) {
        let new = Waiting { key: Self::key(cost, rest), spot };
        let mut at = self.heap.len();
        self.heap.push(new);
        while at > 0 {
            let above = (at - 1) / 2;
            if self.heap[above].key <= new.key {
                break;
            }
            self.heap[at] = self.heap[above];
            at = above;
        }
        self.heap[at] = new;
    }

    /// The most promising tile, and whether its key still is what `cost` and `rest` give: if not, a better way was found
    /// since and the tile waits elsewhere, too.
    #[inline]
    pub fn pop(&mut self) -> Option<(Spot, u64)> {
        let first = *self.heap.first()?;
        let last = self.heap.pop().expect("the heap has a first");
        if !self.heap.is_empty() {
            // The hole sinks to the bottom by the better child, without a branch to guess; the last entry, which nearly always belongs
            // there, rises from it.
            let heap = &mut self.heap[..];
            let (mut at, mut below) = (0, 1);
            while below + 1 < heap.len() {
                below += usize::from(heap[below + 1].key < heap[below].key);
                heap[at] = heap[below];
                (at, below) = (below, 2 * below + 1);
            }
            if below < heap.len() {
                heap[at] = heap[below];
                at = below;
            }
            while at > 0 {
                let above = (at - 1) / 2;
                if heap[above].key <= last.key {
                    break;
                }
                heap[at] = heap[above];
                at = above;
            }
            heap[at] = last;
        }
        Some((first.spot, first.key))
    }

    /// Whether a popped key is outdated.
    #[inline]
    pub fn is_stale(key: u64, cost: f64, rest: f64) -> bool {
        key > Self::key(cost, rest)
    }
}
