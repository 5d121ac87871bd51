//! Reckoning from places alone.

use super::{Order, Report};
use wold_space::DVec2;

/// When the last three places are trusted to tell an acceleration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryConfig {
    /// Accelerations below this many m/s² are noise: first order. Default 0.3.
    pub least: f64,
    /// Accelerations above this many m/s² are turns or stops that will not go on: first order. Default 6.
    pub most: f64,
}

impl Default for HistoryConfig {
    fn default() -> Self {
        Self { least: 0.3, most: 6.0 }
    }
}

/// The position-history protocol (Singhal): the last three places and their times give velocity and acceleration.
///
/// With two places prediction is of first order, with one of order zero. With three, the parabola through them is used when its
/// acceleration is neither too small nor too large.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PositionHistory {
    /// Oldest first, `count` of them.
    places: [(f64, DVec2); 3],
    count: usize,
}

impl PositionHistory {
    /// Notes a place. One that is not newer than the last is ignored.
    pub fn note(&mut self, time: f64, place: DVec2) {
        if self.count > 0 && self.places[self.count - 1].0 >= time {
            return;
        }
        if self.count == self.places.len() {
            self.places.rotate_left(1);
        } else {
            self.count += 1;
        }
        self.places[self.count - 1] = (time, place);
    }

    /// What the places say, and how much of it to use; `None` before the first.
    #[must_use]
    pub fn report(&self, config: &HistoryConfig) -> Option<(Report, Order)> {
        let known = &self.places[..self.count];
        let &(time, place) = known.last()?;
        let mut report = Report { time, place, ..Default::default() };
        let pace = |a: (f64, DVec2), b: (f64, DVec2)| (b.1 - a.1) / (b.0 - a.0);
        let order = match *known {
            [a, b, c] => {
                let (before, after) = (pace(a, b), pace(b, c));
                let acceleration = (after - before) / ((c.0 - a.0) / 2.0);
                let size = acceleration.length();
                if size < config.least || size > config.most {
                    report.velocity = after;
                    Order::First
                } else {
                    report.acceleration = acceleration;
                    // `after` is the velocity halfway between the last two places.
                    report.velocity = after + acceleration * ((c.0 - b.0) / 2.0);
                    Order::Second
                }
            }
            [a, b] => {
                report.velocity = pace(a, b);
                Order::First
            }
            _ => Order::Zero,
        };
        Some((report, order))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(places: &[(f64, f64)]) -> PositionHistory {
        let mut history = PositionHistory::default();
        for &(time, east) in places {
            history.note(time, DVec2::new(east, 0.0));
        }
        history
    }

    fn predicted(history: &PositionHistory, time: f64) -> (f64, Order) {
        let (report, order) = history.report(&HistoryConfig::default()).expect("something was noted");
        (report.predicted(order.into(), time, f64::INFINITY).x, order)
    }

    #[test]
    fn a_steady_acceleration_is_followed_exactly() {
        let track = history(&[(0.0, 0.0), (1.0, 1.0), (2.0, 4.0)]);
        assert_eq!(predicted(&track, 3.0), (9.0, Order::Second));
        let uneven = history(&[(0.0, 0.0), (0.5, 0.25), (2.0, 4.0)]);
        assert_eq!(predicted(&uneven, 3.0), (9.0, Order::Second));
    }

    #[test]
    fn small_and_substantial_accelerations_are_not_trusted() {
        assert_eq!(predicted(&history(&[(0.0, 0.0), (1.0, 1.0), (2.0, 2.1)]), 3.0).1, Order::First);
        let stop = history(&[(0.0, 0.0), (1.0, 9.0), (2.0, 9.0)]);
        assert_eq!(predicted(&stop, 3.0), (9.0, Order::First));
    }

    #[test]
    fn two_places_give_a_line_and_one_gives_a_point() {
        assert_eq!(predicted(&history(&[(0.0, 0.0), (1.0, 2.0)]), 2.0), (4.0, Order::First));
        assert_eq!(predicted(&history(&[(0.0, 3.0)]), 2.0), (3.0, Order::Zero));
        assert!(PositionHistory::default().report(&HistoryConfig::default()).is_none());
    }

    #[test]
    fn old_news_is_ignored() {
        let mut track = history(&[(0.0, 0.0), (1.0, 2.0)]);
        let before = track;
        track.note(1.0, DVec2::splat(50.0));
        assert_eq!(track, before);
    }
}
