//! The end that knows the truth, and says no more of it than it must.
//!
//! A [`Reporter`] runs the prediction its receivers run ([`Reading`]) on what it told them, and reports when the truth is off by at least the tolerance,
//! or when nothing was said for a heartbeat, so that a lost report is mended. Without delay and loss nobody is ever shown off by the
//! tolerance or more. [`Tolerance`] grows with distance and shrinks with importance.

use super::{Habit, HistoryConfig, PositionHistory, Report};

/// How wrong somebody may be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Metres where the onlooker stands. Default 0.25.
    pub near: f64,
    /// Metres more for each metre of distance. Default 0.01, which is half a degree to the eye.
    pub per_metre: f64,
    /// The most metres. Default 2.
    pub most: f64,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Tolerance {
    /// What is right for people.
    pub const USUAL: Self = Self { near: 0.25, per_metre: 0.01, most: 2.0 };

    /// Metres at a distance, for somebody of an importance above 0; 1 is usual, 2 halves the metres.
    ///
    /// ```
    /// use wold_wire::reckoning::Tolerance;
    /// let tolerance = Tolerance { near: 0.25, per_metre: 0.01, most: 2.0 };
    /// assert_eq!([0.0, 25.0, 1000.0].map(|metres| tolerance.at(metres, 1.0)), [0.25, 0.5, 2.0]);
    /// assert_eq!(tolerance.at(25.0, 2.0), 0.25);
    /// ```
    #[must_use]
    pub fn at(&self, distance: f64, importance: f64) -> f64 {
        ((self.near + self.per_metre * distance) / importance).min(self.most)
    }
}

/// What both ends make of a report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    /// Its motion is taken as it is told.
    Motion(Habit),
    /// Its place alone is told; the last three tell the motion.
    Places(HistoryConfig),
}

impl Default for Reading {
    fn default() -> Self {
        Self::Motion(Habit::default())
    }
}

impl Reading {
    /// What a report says together with those before it, and how its subject goes on.
    #[inline]
    pub fn read(&self, history: &mut PositionHistory, told: Report) -> (Report, Habit) {
        match self {
            Self::Motion(habit) => (told, *habit),
            Self::Places(config) => {
                history.note(told.time, told.place);
                // A report older than the last tells nothing new, and one has been noted by now.
                history
                    .report(config)
                    .map_or((told, Habit::default()), |(report, order)| (report, order.into()))
            }
        }
    }
}

/// When to speak.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReporterConfig {
    /// What receivers make of reports. Default first order.
    pub reading: Reading,
    /// Seconds receivers trust a report. Default 1.
    pub horizon: f64,
    /// Seconds after which something is said even if nothing is wrong. Default 1.
    pub heartbeat: f64,
}

impl Default for ReporterConfig {
    fn default() -> Self {
        Self { reading: Reading::default(), horizon: 1.0, heartbeat: 1.0 }
    }
}

/// Who tells of one mover.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reporter {
    told: Option<(Report, Habit)>,
    history: PositionHistory,
}

impl Reporter {
    /// Whether the truth must be told, because receivers are off by at least `tolerance` metres or have heard nothing for a heartbeat; it is noted as told.
    ///
    /// ```
    /// use wold_space::DVec2;
    /// use wold_wire::reckoning::{Report, Reporter, ReporterConfig};
    /// let (config, mut reporter) = (ReporterConfig::default(), Reporter::default());
    /// let walks = |time: f64, x| Report { time, place: DVec2::new(x, 0.0), velocity: DVec2::X, ..Default::default() };
    /// assert!(reporter.must_tell(&config, &walks(0.0, 0.0), 0.5));
    /// assert!(!reporter.must_tell(&config, &walks(0.6, 0.6), 0.5), "as predicted");
    /// assert!(reporter.must_tell(&config, &walks(0.7, 0.1), 0.5), "off by more than half a metre");
    /// ```
    pub fn must_tell(&mut self, config: &ReporterConfig, truth: &Report, tolerance: f64) -> bool {
        let silent = self.told.is_some_and(|(told, habit)| {
            truth.time - told.time < config.heartbeat
                && truth.place.distance(told.predicted(habit, truth.time, config.horizon)) < tolerance
        });
        if !silent {
            self.told = Some(config.reading.read(&mut self.history, *truth));
        }
        !silent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reckoning::Order;
    use proptest::prelude::*;
    use wold_space::DVec2;

    fn at(time: f64, x: f64, speed: f64) -> Report {
        Report { time, place: DVec2::new(x, 0.0), velocity: DVec2::new(speed, 0.0), ..Default::default() }
    }

    #[test]
    fn only_an_error_that_reaches_the_tolerance_is_reported() {
        let config = ReporterConfig { horizon: 9.0, heartbeat: 9.0, ..Default::default() };
        let mut reporter = Reporter::default();
        assert!(reporter.must_tell(&config, &at(0.0, 0.0, 1.0), 0.5));
        assert!(!reporter.must_tell(&config, &at(2.0, 2.49, 1.0), 0.5));
        assert!(reporter.must_tell(&config, &at(2.0, 2.5, 1.0), 0.5));
    }

    #[test]
    fn silence_ends_with_the_heartbeat() {
        let (config, mut reporter) = (ReporterConfig::default(), Reporter::default());
        let told = (0..=100)
            .filter(|i| reporter.must_tell(&config, &at(f64::from(*i) / 10.0, 0.0, 0.0), 0.5))
            .count();
        assert_eq!(told, 11);
    }

    proptest! {
        #[test]
        fn receivers_without_delay_are_never_off_by_the_tolerance(
            turns in prop::collection::vec((-3.0f64..3.0, 1usize..30), 1..20), places in any::<bool>(),
        ) {
            let reading = if places {
                Reading::Places(HistoryConfig::default())
            } else {
                Reading::Motion(Order::First.into())
            };
            let config = ReporterConfig { reading, ..Default::default() };
            let (mut reporter, mut history, mut heard) = (Reporter::default(), PositionHistory::default(), None);
            let (mut x, mut step) = (0.0, 0);
            for (speed, length) in turns {
                for _ in 0..length {
                    let truth = at(f64::from(step) * 0.05, x, speed);
                    if reporter.must_tell(&config, &truth, 0.3) {
                        heard = Some(reading.read(&mut history, truth));
                    }
                    let (report, habit) = heard.expect("the first is always told");
                    let shown = report.predicted(habit, truth.time, config.horizon);
                    prop_assert!(shown.distance(truth.place) < 0.3);
                    (x, step) = (x + speed * 0.05, step + 1);
                }
            }
        }
    }
}
