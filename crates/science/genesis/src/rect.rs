//! Upright rectangles on whole metres.

use glam::DVec2;

/// An upright rectangle; `hi` is outside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// South-west corner.
    pub lo: [i32; 2],
    /// North-east corner.
    pub hi: [i32; 2],
}

impl Rect {
    /// From two corners.
    #[must_use]
    pub fn new(lo: [i32; 2], hi: [i32; 2]) -> Self {
        Self { lo, hi }
    }

    /// Metres east and north.
    #[must_use]
    pub fn size(&self) -> [i32; 2] {
        [self.hi[0] - self.lo[0], self.hi[1] - self.lo[1]]
    }

    /// Its middle.
    #[must_use]
    pub fn centre(&self) -> DVec2 {
        DVec2::new(f64::from(self.lo[0] + self.hi[0]), f64::from(self.lo[1] + self.hi[1])) / 2.0
    }

    /// Wider by this much on every side.
    #[must_use]
    pub fn grown(&self, by: i32) -> Self {
        Self { lo: self.lo.map(|v| v - by), hi: self.hi.map(|v| v + by) }
    }

    /// Whether two share ground.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        (0..2).all(|i| self.lo[i] < other.hi[i] && other.lo[i] < self.hi[i])
    }

    /// How far a point is from it in metres; 0 inside and on its rim.
    #[must_use]
    pub fn distance(&self, point: DVec2) -> f64 {
        let lo = DVec2::new(f64::from(self.lo[0]), f64::from(self.lo[1]));
        let hi = DVec2::new(f64::from(self.hi[0]), f64::from(self.hi[1]));
        (lo - point).max(point - hi).max(DVec2::ZERO).length()
    }

    /// Whether a point lies within it.
    #[must_use]
    pub fn holds(&self, point: DVec2) -> bool {
        self.distance(point) == 0.0
    }
}
