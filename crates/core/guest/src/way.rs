//! How long what the host says is under way: half of the quickest of the last round trips, since what was lost or waited says nothing of the way.

use std::collections::VecDeque;
use wold_space::time::STEP_SECONDS;

/// Round trips that are remembered.
const MOST_TRIPS: usize = 5;
/// Seconds under way that are made up for: what is foreseen farther ahead is seldom so.
const MOST_SECONDS: f64 = 0.25;

/// The way between a guest and its host.
#[derive(Clone, Debug, Default)]
pub struct Way {
    trips: VecDeque<u32>,
}

impl Way {
    /// An answer took so many steps.
    pub fn took(&mut self, steps: u32) {
        if self.trips.len() == MOST_TRIPS {
            self.trips.pop_front();
        }
        self.trips.push_back(steps);
    }

    /// Seconds that a word of the host is under way, as far as it is made up for; none before the first answer.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        let quickest = self.trips.iter().min().copied().unwrap_or(0);
        (f64::from(quickest) * STEP_SECONDS / 2.0).min(MOST_SECONDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quickest_of_the_last_answers_counts() {
        let mut way = Way::default();
        assert_eq!(way.seconds(), 0.0);
        [6, 14, 7, 9].into_iter().for_each(|steps| way.took(steps));
        assert!((way.seconds() - 0.15).abs() < 1e-12);
        (0..5).for_each(|_| way.took(8));
        assert!((way.seconds() - 0.2).abs() < 1e-12, "what was long ago is forgotten");
        (0..5).for_each(|_| way.took(u32::MAX));
        assert_eq!(way.seconds(), MOST_SECONDS);
    }
}
