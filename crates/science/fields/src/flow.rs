//! Flow: how much of a scalar moves to which neighbour.
//!
//! Each direction a cell can lose to grades the angle of the flow by a fuzzy set around its axis, `z ∈ [0, 1]`. The shares are
//! `f = z / Σz`, and `k · f · p` of the amount `p` moves in a step. Where no direction feels addressed (`Σz = 0`) nothing
//! moves, and what would leave over a closed border stays. Flow conserves the total.

use crate::angle::shift_from;
use crate::engine::{Cells, Here, LayerId, Rect};
use crate::fuzzy::Set;
use crate::stencil::{Stencil, Way};
use serde::{Deserialize, Serialize};
use std::f32::consts::FRAC_PI_4;

/// How directions grade the angle between a flow and their axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Membership {
    /// 1 within `epsilon` of the axis.
    Crisp {
        /// Radians.
        epsilon: f32,
    },
    /// `sqrt(half² - d²) / half` at `d` from the axis.
    Semicircle {
        /// Where it ends, in radians.
        half: f32,
    },
    /// Any set over the angle from the axis, in radians.
    Custom(Set),
}

impl Default for Membership {
    /// The literature's: a semicircle that ends an eighth of a turn from the axis.
    fn default() -> Self {
        Self::Semicircle { half: FRAC_PI_4 }
    }
}

impl Membership {
    /// The grade at an angle from the axis.
    ///
    /// ```
    /// use wold_fields::flow::Membership;
    /// let z = Membership::default();
    /// assert_eq!(z.grade(0.0), 1.0);
    /// assert_eq!(z.grade(1.0), 0.0, "beyond an eighth of a turn");
    /// ```
    #[must_use]
    pub fn grade(&self, from_axis: f32) -> f32 {
        match self {
            Self::Crisp { epsilon } => f32::from(from_axis.abs() <= *epsilon),
            // Most ways are out of reach of a flow, and a root is dear.
            Self::Semicircle { half } if from_axis.abs() >= *half => 0.0,
            Self::Semicircle { half } => (half * half - from_axis * from_axis).max(0.0).sqrt() / half,
            Self::Custom(set) => set.degree(from_axis),
        }
    }

    /// The shares of a flow at `angle` that go each way; all 0 where no way feels addressed.
    #[must_use]
    pub fn shares(&self, angle: f32, ways: &[Way]) -> [f32; 8] {
        let mut shares = [0.0; 8];
        for (share, way) in shares.iter_mut().zip(ways) {
            *share = self.grade(shift_from(way.angle, angle));
        }
        let sum: f32 = shares.iter().sum();
        if sum > 0.0 {
            shares.iter_mut().for_each(|share| *share /= sum);
        }
        shares
    }

    /// The half-width within which all of a flow goes to one of four axes, where the grades of two never overlap: there a
    /// share is 0 or 1, and needs no root. `None` where they may overlap.
    #[must_use]
    pub fn all_or_nothing(&self) -> Option<f32> {
        match self {
            Self::Semicircle { half } if *half <= FRAC_PI_4 => Some(*half),
            _ => None,
        }
    }

    /// Whether the numbers make sense.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        match self {
            Self::Crisp { epsilon: reach } | Self::Semicircle { half: reach } => {
                reach.is_finite() && *reach > 0.0
            }
            Self::Custom(set) => set.is_sound(),
        }
    }
}

/// A rectangle of cells with the ring around it, in which flows are worked out: first what every cell sends, then what every cell gains.
#[derive(Clone, Copy, Debug)]
pub struct Spread<'a> {
    stencil: &'a Stencil,
    cells: &'a Cells<'a>,
    rect: Rect,
}

impl<'a> Spread<'a> {
    /// The rectangle of a window.
    #[must_use]
    pub fn new(stencil: &'a Stencil, cells: &'a Cells<'a>, rect: Rect) -> Self {
        Self { stencil, cells, rect }
    }

    fn columns(&self) -> usize {
        self.rect.x1 - self.rect.x0
    }

    /// The place of a cell in a table made by [`Spread::map`].
    #[must_use]
    #[inline]
    pub fn index(&self, here: Here) -> usize {
        (here.y + 1 - self.rect.y0) * (self.columns() + 2) + here.x + 1 - self.rect.x0
    }

    /// Whether a layer is 0 everywhere in the rectangle and its ring.
    #[must_use]
    pub fn is_bare(&self, layer: LayerId) -> bool {
        let Rect { x0, x1, y0, y1 } = self.rect;
        (y0 as isize - 1..=y1 as isize)
            .all(|y| self.cells.row(layer, y, x0..x1).iter().all(|value| *value == 0.0))
    }

    /// A table with something for every cell of the rectangle and its ring: `of(index, slot, ways)`, where `index` is the place in the table.
    pub fn map<T>(&self, mut of: impl FnMut(usize, usize, &[Way]) -> T) -> Vec<T> {
        let Rect { x0, y0, y1, .. } = self.rect;
        let across = self.columns() + 2;
        let mut table = Vec::with_capacity(across * (y1 - y0 + 2));
        for row in 0..y1 - y0 + 2 {
            let y = self.cells.origin.y + (y0 + row) as i64 - 1;
            let first = (y0 + row) * self.cells.stride + x0;
            for column in 0..across {
                let x = self.cells.origin.x + (x0 + column) as i64 - 1;
                table.push(of(table.len(), first + column, self.stencil.flow(x, y)));
            }
        }
        table
    }

    /// Calls `take` with the way, the place in memory and the place in tables of every neighbour a cell exchanges with; closed borders are left out.
    #[inline]
    pub fn around(&self, here: Here, mut take: impl FnMut(usize, &Way, usize, usize)) {
        let cells = self.cells;
        let inside = here.x > 0 && here.x + 1 < cells.width && here.y > 0 && here.y + 1 < cells.height;
        let (index, across) = (self.index(here) as isize, self.columns() as isize + 2);
        let ways = self.stencil.flow(cells.origin.x + here.x as i64, cells.origin.y + here.y as i64);
        for (number, way) in ways.iter().enumerate() {
            if inside || cells.open(here.x, here.y, way.dx, way.dy) {
                let (dx, dy) = (way.dx as isize, way.dy as isize);
                let slot = here.slot as isize + dy * cells.stride as isize + dx;
                take(number, way, slot as usize, (index + dy * across + dx) as usize);
            }
        }
    }

    /// What a cell gains: what its neighbours send it, less what it sends, given a table of what cells send along each of their ways. What
    /// would cross a closed border stays, so that nothing is lost or made.
    #[must_use]
    #[inline]
    pub fn gain(&self, sent: &[[f32; 8]], here: Here) -> f32 {
        let own = &sent[self.index(here)];
        let mut gain = 0.0;
        self.around(here, |number, way, _, there| gain += sent[there][way.back] - own[number]);
        gain
    }

    /// The same without a table, for few cells among many: `sent(slot, ways)` is what the cell at `slot` sends.
    #[must_use]
    pub fn gain_by(&self, here: Here, sent: impl Fn(usize, &[Way]) -> [f32; 8]) -> f32 {
        let (x, y) = (self.cells.origin.x + here.x as i64, self.cells.origin.y + here.y as i64);
        let own = sent(here.slot, self.stencil.flow(x, y));
        let mut gain = 0.0;
        self.around(here, |number, way, slot, _| {
            let ways = self.stencil.flow(x + i64::from(way.dx), y + i64::from(way.dy));
            gain += sent(slot, ways)[way.back] - own[number];
        });
        gain
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stencil::{Lattice, Stencil};
    use proptest::prelude::*;
    use std::f32::consts::PI;

    proptest! {
        #[test]
        fn shares_make_a_whole_or_nothing(angle in -PI..=PI, half in 0.05_f32..2.0, lattice in 0..4_usize) {
            let lattice = [Lattice::Square, Lattice::Square8, Lattice::Hex, Lattice::Triangle][lattice];
            let stencil = Stencil::new(lattice);
            for z in [
                Membership::Semicircle { half },
                Membership::Crisp { epsilon: half },
                Membership::Custom(Set::Triangle { left: -half, peak: 0.0, right: half }),
            ] {
                let sum: f32 = z.shares(angle, stencil.flow(0, 0)).iter().sum();
                prop_assert!(sum == 0.0 || (sum - 1.0).abs() < 1e-5, "{}", sum);
            }
        }

        #[test]
        fn without_overlap_the_nearest_axis_takes_all(angle in -PI..=PI) {
            let z = Membership::default();
            let half = z.all_or_nothing().expect("an eighth of a turn does not overlap");
            let stencil = Stencil::new(Lattice::Square);
            for (share, way) in z.shares(angle, stencil.flow(0, 0)).iter().zip(stencil.flow(0, 0)) {
                let near = shift_from(way.angle, angle).abs() < half;
                prop_assert_eq!(*share, f32::from(near));
            }
        }
    }
}
