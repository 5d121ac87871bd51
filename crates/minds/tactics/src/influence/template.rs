//! Templates: how influence falls off around somebody, worked out once.
//!
//! A template is a square of values 0 to 1 about its centre, of half-side ⌈R⌉ cells, at most 1024. With d the distance in cells: `Power(p)` is 1 − (d/R)^p, clamped
//! at 0 (1 is linear; threats use 4); `Ring(peak)` is 1 at that distance and falls linearly to 0 at R outside and at 0 inside, as a catapult threatens;
//! `Steps` is linear in steps along the axes. Negative influence is a negative magnitude, never a negative template.

/// How values fall off with distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Falloff {
    /// 1 − (d/R)^p.
    Power(f64),
    /// Greatest at this distance.
    Ring(f64),
    /// 1 − s/R, where s counts steps along the axes.
    Steps,
}

impl Falloff {
    /// The value at an offset, for a radius; 0 beyond it.
    #[must_use]
    pub fn at(self, dx: f64, dy: f64, radius: f64) -> f64 {
        let distance = match self {
            Self::Steps => dx.abs() + dy.abs(),
            Self::Power(_) | Self::Ring(_) => (dx * dx + dy * dy).sqrt(),
        };
        self.at_distance(distance, radius)
    }

    /// The value at a distance, for a radius; 0 beyond it.
    #[must_use]
    pub fn at_distance(self, distance: f64, radius: f64) -> f64 {
        let value = match self {
            Self::Power(power) => 1.0 - libm::pow(distance / radius, power),
            Self::Steps => 1.0 - distance / radius,
            Self::Ring(peak) if distance < peak => distance / peak,
            Self::Ring(peak) => 1.0 - (distance - peak) / (radius - peak).max(f64::MIN_POSITIVE),
        };
        if distance < radius { value.clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// A square of values 0 to 1.
///
/// ```
/// use wold_tactics::influence::{Falloff, Template};
/// let ten = Template::new(10.0, Falloff::Power(1.0));
/// assert_eq!((ten.side(), ten.at(5, 0)), (21, 0.5));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    half: i32,
    values: Vec<f32>,
}

/// The most cells a template reaches from its centre: across the largest scene. A longer radius falls off accordingly and ends there.
const MOST_HALF: i32 = 1024;

impl Template {
    /// A template of a radius in cells, at least 1. Values are kept up to 1024 cells away.
    #[must_use]
    pub fn new(radius: f64, falloff: Falloff) -> Self {
        let radius = radius.max(1.0);
        let half = (radius.ceil() as i32).min(MOST_HALF);
        let values = (-half..=half)
            .flat_map(|dy| (-half..=half).map(move |dx| (dx, dy)))
            .map(|(dx, dy)| falloff.at(f64::from(dx), f64::from(dy), radius) as f32)
            .collect();
        Self { half, values }
    }

    /// How many cells it is wide and high.
    #[must_use]
    pub fn side(&self) -> usize {
        self.half as usize * 2 + 1
    }

    /// How far it reaches from its centre.
    #[must_use]
    pub fn half(&self) -> i32 {
        self.half
    }

    /// The value at an offset from the centre; 0 outside.
    #[must_use]
    pub fn at(&self, dx: i32, dy: i32) -> f32 {
        if dx.abs() > self.half || dy.abs() > self.half {
            return 0.0;
        }
        self.values[(dy + self.half) as usize * self.side() + (dx + self.half) as usize]
    }

    /// The row at an offset from the centre, which must not be farther than [`half`](Self::half).
    pub(super) fn row(&self, dy: i32) -> &[f32] {
        let start = (dy + self.half) as usize * self.side();
        &self.values[start..start + self.side()]
    }
}
