//! Flow: how much of a scalar moves to which neighbour.
//!
//! Each direction a cell can lose to grades the angle of the flow by a fuzzy set around its axis, `z ∈ [0, 1]`. The shares are
//! `f = z / Σz`, and `k · f · p` of the amount `p` moves in a step. Where no direction feels addressed (`Σz = 0`) nothing
//! moves, and what would leave over a closed border stays. Flow conserves the total.

use crate::angle::shift_from;
use crate::engine::{Cells, Here};
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

/// What a cell gains by a flow: what its neighbours send it, less what it sends. `sent(slot, ways)` is the amount that the cell at `slot`
/// sends along each of its ways. What would cross a closed border stays, so that nothing is lost or made.
#[must_use]
pub fn balance(
    stencil: &Stencil,
    cells: &Cells<'_>,
    here: Here,
    sent: impl Fn(usize, &[Way]) -> [f32; 8],
) -> f32 {
    let (x, y) = (cells.origin.x + here.x as i64, cells.origin.y + here.y as i64);
    let ways = stencil.flow(x, y);
    let own = sent(here.slot, ways);
    let mut gain = 0.0;
    for (way, gone) in ways.iter().zip(own) {
        if !cells.open(here.x, here.y, way.dx, way.dy) {
            continue;
        }
        let there = here.slot as isize + way.dy as isize * cells.stride as isize + way.dx as isize;
        let its_ways = stencil.flow(x + i64::from(way.dx), y + i64::from(way.dy));
        let back = its_ways.iter().position(|w| (w.dx, w.dy) == (-way.dx, -way.dy));
        gain += back.map_or(0.0, |i| sent(there as usize, its_ways)[i]) - gone;
    }
    gain
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
