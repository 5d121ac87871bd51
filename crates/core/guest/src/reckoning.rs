//! Dead reckoning: where somebody is between two reports of theirs.
//!
//! A [`Report`] is a place, a velocity and an acceleration with a time stamp. Prediction of order 0, 1 and 2 at `d` seconds after it is
//! `p`, `p + v·d` and `p + v·d + a·d²/2`; `d` is capped, so nobody is sent through walls for long. When a new report arrives, the
//! shown path converges from *the place shown at the moment of receipt* to the prediction of the new report one convergence period
//! later: at once (snap), along a line, or along the cubic Hermite curve that leaves with the shown velocity and arrives with the
//! predicted one. Beginning at the receipt, not at the report's time stamp, means that a late report does not degenerate into a snap and that
//! a report which arrives in the middle of a convergence does not make the figure jump.
//!
//! [`PositionHistory`] is Singhal's protocol: reports carry places only, and the last three tell the rest. [`worth_reporting`] is
//! the reporter's side. Not covered: collision of predicted or converging paths with walls.

mod history;

pub use history::{HistoryConfig, PositionHistory};

use wold_space::DVec2;

/// What was reported of somebody, valid at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Time stamp in seconds.
    pub time: f64,
    /// Place in metres.
    pub place: DVec2,
    /// Velocity in m/s.
    pub velocity: DVec2,
    /// Acceleration in m/s².
    pub acceleration: DVec2,
}

/// How much of a report prediction uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The place alone.
    Zero,
    /// Place and velocity: right for people.
    #[default]
    First,
    /// Acceleration too: right for vehicles.
    Second,
}

impl Report {
    /// The place at `time`; the report speaks for at most `horizon` seconds.
    ///
    /// ```
    /// use wold_guest::reckoning::{Order, Report};
    /// use wold_space::DVec2;
    /// let x = |v| DVec2::new(v, 0.0);
    /// let report = Report { time: 10.0, place: x(5.0), velocity: x(2.0), acceleration: x(3.0) };
    /// assert_eq!(report.predicted(Order::Second, 12.0, f64::INFINITY), x(15.0));
    /// assert_eq!(report.predicted(Order::First, 12.0, f64::INFINITY), x(9.0));
    /// assert_eq!(report.predicted(Order::Zero, 12.0, f64::INFINITY), x(5.0));
    /// ```
    #[must_use]
    pub fn predicted(&self, order: Order, time: f64, horizon: f64) -> DVec2 {
        let d = (time - self.time).clamp(0.0, horizon);
        match order {
            Order::Zero => self.place,
            Order::First => self.place + self.velocity * d,
            Order::Second => self.place + self.velocity * d + self.acceleration * (d * d / 2.0),
        }
    }

    /// The velocity at `time`, zero once the horizon is passed.
    #[must_use]
    pub fn velocity_at(&self, order: Order, time: f64, horizon: f64) -> DVec2 {
        let d = time - self.time;
        match order {
            _ if d > horizon => DVec2::ZERO,
            Order::Zero => DVec2::ZERO,
            Order::First => self.velocity,
            Order::Second => self.velocity + self.acceleration * d.max(0.0),
        }
    }
}

/// Whether the truth has strayed so far from what others predict that they must be told: at least `threshold` metres.
#[must_use]
pub fn worth_reporting(truth: DVec2, last: &Report, order: Order, time: f64, threshold: f64) -> bool {
    truth.distance(last.predicted(order, time, f64::INFINITY)) >= threshold
}

/// How the shown path comes to agree with a new report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Convergence {
    /// At once.
    Snap,
    /// On a straight line.
    Linear,
    /// On a cubic Hermite curve, without a kink at either end.
    #[default]
    Cubic,
}

/// How somebody is reckoned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReckoningConfig {
    /// Order of prediction. Default first.
    pub order: Order,
    /// How new reports are taken in. Default cubic.
    pub convergence: Convergence,
    /// Seconds a convergence takes. Default 0.15.
    pub period: f64,
    /// Seconds a report speaks for. Default 1, which is what the host counts on when it keeps silent about a straight walker.
    pub horizon: f64,
    /// Metres beyond which somebody was moved, not walking, and is shown at the new place at once. Default 4.
    pub leap: f64,
}

impl Default for ReckoningConfig {
    fn default() -> Self {
        Self { order: Order::First, convergence: Convergence::Cubic, period: 0.15, horizon: 1.0, leap: 4.0 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Start {
    time: f64,
    place: DVec2,
    velocity: DVec2,
}

/// Somebody's shown path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reckoner {
    report: Report,
    start: Option<Start>,
}

impl Reckoner {
    /// A path that begins with this report.
    #[must_use]
    pub fn new(report: Report) -> Self {
        Self { report, start: None }
    }

    /// The newest report.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Takes a report that arrives at `now`.
    pub fn receive(&mut self, config: &ReckoningConfig, now: f64, report: Report) {
        let place = self.place(config, now);
        let fresh = report.predicted(config.order, now, config.horizon);
        let converges = config.convergence != Convergence::Snap
            && config.period > 0.0
            && place.distance_squared(fresh) <= config.leap * config.leap;
        self.start = converges.then(|| Start { time: now, place, velocity: self.velocity(config, now) });
        self.report = report;
    }

    /// Where to show it at `now`.
    #[must_use]
    pub fn place(&self, config: &ReckoningConfig, now: f64) -> DVec2 {
        let predict = |time| self.report.predicted(config.order, time, config.horizon);
        let Some((start, end)) = self.converging(config, now) else { return predict(now) };
        let share = (now - start.time) / config.period;
        let target = predict(end);
        match config.convergence {
            Convergence::Snap => target,
            Convergence::Linear => start.place + (target - start.place) * share,
            Convergence::Cubic => {
                let arriving = self.report.velocity_at(config.order, end, config.horizon);
                hermite(share, start.place, start.velocity * config.period, target, arriving * config.period)
            }
        }
    }

    /// How fast it is shown to move at `now`.
    #[must_use]
    pub fn velocity(&self, config: &ReckoningConfig, now: f64) -> DVec2 {
        let Some((start, end)) = self.converging(config, now) else {
            return self.report.velocity_at(config.order, now, config.horizon);
        };
        let target = self.report.predicted(config.order, end, config.horizon);
        match config.convergence {
            Convergence::Snap | Convergence::Linear => (target - start.place) / config.period,
            Convergence::Cubic => {
                let share = (now - start.time) / config.period;
                let leaving = start.velocity * config.period;
                let arriving = self.report.velocity_at(config.order, end, config.horizon) * config.period;
                hermite_slope(share, start.place, leaving, target, arriving) / config.period
            }
        }
    }

    fn converging(&self, config: &ReckoningConfig, now: f64) -> Option<(Start, f64)> {
        let start = self.start?;
        let end = start.time + config.period;
        (now < end).then_some((start, end))
    }
}

/// The cubic from `a` with slope `m` to `b` with slope `n`, at `t` in 0 to 1.
fn hermite(t: f64, a: DVec2, m: DVec2, b: DVec2, n: DVec2) -> DVec2 {
    let (t2, t3) = (t * t, t * t * t);
    a * (2.0 * t3 - 3.0 * t2 + 1.0) + m * (t3 - 2.0 * t2 + t) + b * (3.0 * t2 - 2.0 * t3) + n * (t3 - t2)
}

fn hermite_slope(t: f64, a: DVec2, m: DVec2, b: DVec2, n: DVec2) -> DVec2 {
    let t2 = t * t;
    (a - b) * (6.0 * t2 - 6.0 * t) + m * (3.0 * t2 - 4.0 * t + 1.0) + n * (3.0 * t2 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x(v: f64) -> DVec2 {
        DVec2::new(v, 0.0)
    }

    fn config(convergence: Convergence) -> ReckoningConfig {
        ReckoningConfig {
            convergence,
            period: 0.5,
            horizon: f64::INFINITY,
            leap: f64::INFINITY,
            ..Default::default()
        }
    }

    /// A report of time 0 (place 0, speed 1) and one stamped 1 (place 0.5, speed 2) that arrives at 2.
    fn late_report(config: &ReckoningConfig) -> Reckoner {
        let mut track = Reckoner::new(Report { velocity: x(1.0), ..Default::default() });
        let report = Report { time: 1.0, place: x(0.5), velocity: x(2.0), ..Default::default() };
        track.receive(config, 2.0, report);
        track
    }

    #[test]
    fn a_snap_jumps_from_the_old_prediction_to_the_new() {
        let config = config(Convergence::Snap);
        let before = Reckoner::new(Report { velocity: x(1.0), ..Default::default() });
        assert_eq!(before.place(&config, 2.0), x(2.0));
        assert_eq!(late_report(&config).place(&config, 2.0), x(2.5));
    }

    #[test]
    fn linear_convergence_begins_where_the_figure_was_shown_at_receipt() {
        let config = config(Convergence::Linear);
        let track = late_report(&config);
        let shown: Vec<f64> = [2.0, 2.25, 2.5, 3.0].iter().map(|&t| track.place(&config, t).x).collect();
        assert_eq!(shown, [2.0, 2.75, 3.5, 4.5]);
    }

    #[test]
    fn a_report_in_the_middle_of_a_convergence_does_not_make_the_figure_jump() {
        for kind in [Convergence::Linear, Convergence::Cubic] {
            let config = config(kind);
            let mut track = late_report(&config);
            let shown = track.place(&config, 2.2);
            let report = Report { time: 1.5, place: x(9.0), velocity: x(-1.0), ..Default::default() };
            track.receive(&config, 2.2, report);
            assert!(track.place(&config, 2.2).distance(shown) < 1e-12);
            assert!((track.place(&config, 2.7) - report.predicted(Order::First, 2.7, 9.0)).length() < 1e-12);
        }
    }

    #[test]
    fn the_cubic_leaves_and_arrives_without_a_kink() {
        let config = config(Convergence::Cubic);
        let track = late_report(&config);
        assert!(track.velocity(&config, 2.0).distance(x(1.0)) < 1e-9);
        assert!(track.velocity(&config, 2.5 - 1e-9).distance(x(2.0)) < 1e-6);
        let h = 1e-6;
        let slope = (track.place(&config, 2.3 + h) - track.place(&config, 2.3 - h)) / (2.0 * h);
        assert!(slope.distance(track.velocity(&config, 2.3)) < 1e-6);
    }

    #[test]
    fn prediction_stops_at_the_horizon() {
        let config = ReckoningConfig::default();
        let track = Reckoner::new(Report { velocity: x(2.0), ..Default::default() });
        assert_eq!(track.place(&config, 50.0), x(2.0));
        assert_eq!(track.velocity(&config, 50.0), DVec2::ZERO);
    }

    #[test]
    fn whoever_was_moved_far_is_shown_there_at_once() {
        let config = ReckoningConfig::default();
        let mut track = Reckoner::new(Report::default());
        track.receive(&config, 1.0, Report { time: 1.0, place: x(100.0), ..Default::default() });
        assert_eq!(track.place(&config, 1.0), x(100.0));
    }

    #[test]
    fn only_an_error_that_reaches_the_threshold_is_reported() {
        let last = Report { velocity: x(1.0), ..Default::default() };
        assert!(!worth_reporting(x(2.49), &last, Order::First, 2.0, 0.5));
        assert!(worth_reporting(x(2.5), &last, Order::First, 2.0, 0.5));
    }
}
