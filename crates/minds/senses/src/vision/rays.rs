//! Lines of sight, asked for in batches.
//!
//! Whoever has a world answers; how, and on how many threads, is its own affair as long as the answers come in the order of the questions. One batch a tick, so
//! that the cost of a tick is known before it is paid.

use glam::DVec3;

/// A question: can one see from here to there?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// The eyes.
    pub from: DVec3,
    /// What is looked for.
    pub to: DVec3,
}

/// Who knows what stands in the way.
pub trait Rays {
    /// Whether nothing stands in the way of one.
    fn is_clear(&self, ray: Ray) -> bool;

    /// The same of many, in their order. A service with threads of its own does better than one after the other.
    fn are_clear(&self, rays: &[Ray]) -> Vec<bool> {
        rays.iter().map(|ray| self.is_clear(*ray)).collect()
    }
}

impl<F: Fn(Ray) -> bool> Rays for F {
    fn is_clear(&self, ray: Ray) -> bool {
        self(ray)
    }
}

/// How many rays a tick may cost. A look takes eight, one for each part of a body, so fewer than eight are eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    rays: usize,
}

impl Budget {
    /// So many rays a tick.
    #[must_use]
    pub fn new(rays: usize) -> Self {
        Self { rays: rays.max(super::PARTS) }
    }

    /// Looks that may be taken in a tick.
    #[must_use]
    pub fn looks(self) -> usize {
        self.rays / super::PARTS
    }
}

impl Default for Budget {
    /// 512 rays, 64 looks.
    fn default() -> Self {
        Self::new(512)
    }
}
