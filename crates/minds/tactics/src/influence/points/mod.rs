//! Influence without a grid: sources with a place, a radius and a strength.
//!
//! The value at a point is Σ s·f(d/r), f falling from 1 to 0 within the radius; strengths may be negative. A k-d tree finds the sources that reach a
//! point. Good for few sources in a large world; bad for thousands that overlap. Sources can flow ([`Flow`]): each splits into a ring of children that
//! share its energy, children inside obstacles are not placed, so pressure goes round corners and farther along corridors.

mod flow;
mod tree;

pub use flow::{Flow, FlowConfig};
pub use tree::Tree;

use super::field::{Field, best_sampled};
use glam::DVec2;

/// How a source falls off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernel {
    /// 1 − d/r: a cone, with a kink at its tip.
    #[default]
    Linear,
    /// (1 − d²/r²)²: smooth everywhere.
    Smooth,
}

/// A source of influence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointSource {
    /// Where.
    pub at: DVec2,
    /// How far it reaches, above 0.
    pub radius: f64,
    /// How much it counts; negative repels.
    pub strength: f64,
    /// How it falls off.
    pub kernel: Kernel,
}

impl PointSource {
    /// A linear source.
    #[must_use]
    pub fn new(at: DVec2, radius: f64, strength: f64) -> Self {
        Self { at, radius, strength, kernel: Kernel::Linear }
    }

    /// What it contributes at a point: s·f(d/r), never s·f clamped, so that negative sources count.
    ///
    /// ```
    /// use glam::DVec2;
    /// use wold_tactics::influence::PointSource;
    /// let fear = PointSource::new(DVec2::ZERO, 10.0, -1.0);
    /// assert_eq!(fear.value(DVec2::new(5.0, 0.0)), -0.5);
    /// ```
    #[must_use]
    pub fn value(&self, at: DVec2) -> f64 {
        let share = self.at.distance(at) / self.radius;
        if share >= 1.0 {
            return 0.0;
        }
        self.strength
            * match self.kernel {
                Kernel::Linear => 1.0 - share,
                Kernel::Smooth => (1.0 - share * share) * (1.0 - share * share),
            }
    }

    /// How that changes with the point; 0 at the source itself and beyond its radius.
    #[must_use]
    pub fn slope(&self, at: DVec2) -> DVec2 {
        let (to, distance) = (at - self.at, self.at.distance(at));
        if distance == 0.0 || distance >= self.radius {
            return DVec2::ZERO;
        }
        match self.kernel {
            Kernel::Linear => to * (-self.strength / (self.radius * distance)),
            Kernel::Smooth => {
                let square = self.radius * self.radius;
                to * (-4.0 * self.strength * (1.0 - distance * distance / square) / square)
            }
        }
    }
}

impl Field for Tree {
    fn sample(&self, at: DVec2) -> f64 {
        let mut sum = 0.0;
        self.reaching(at, |source| sum += source.value(at));
        sum
    }

    fn gradient(&self, at: DVec2) -> DVec2 {
        let mut sum = DVec2::ZERO;
        self.reaching(at, |source| sum += source.slope(at));
        sum
    }

    fn best_in(&self, centre: DVec2, radius: f64) -> Option<(DVec2, f64)> {
        let mut best = best_sampled(self, centre, radius)?;
        // Cones have their peaks at sources.
        self.near(centre, radius, |source| {
            let value = self.sample(source.at);
            if value > best.1 {
                best = (source.at, value);
            }
        });
        Some(best)
    }
}
