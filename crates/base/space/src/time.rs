//! The simulation's clock.

use serde::{Deserialize, Serialize};

/// Steps the world takes in one second.
pub const TICKS_PER_SECOND: u64 = 20;

/// Seconds one step lasts.
pub const STEP_SECONDS: f64 = 1.0 / TICKS_PER_SECOND as f64;

/// One step of the world, counted from its birth.
///
/// ```
/// use wold_space::Tick;
/// let dawn = Tick(40);
/// assert_eq!(dawn.next(), Tick(41));
/// assert_eq!(dawn.since(Tick(10)), 30);
/// assert_eq!(Tick(10).since(dawn), 0, "the past has no future");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tick(pub u64);

impl Tick {
    /// The step after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// Steps from `earlier` to this one; zero if `earlier` lies ahead.
    #[must_use]
    pub fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Seconds since the world's birth.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.0 as f64 * STEP_SECONDS
    }
}

impl std::fmt::Display for Tick {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}
