//! Dead reckoning: where somebody is between two reports of theirs.
//!
//! A [`Report`] is a place, a velocity and an acceleration with a time stamp; a [`Habit`] says how somebody goes on from there. The orders 0, 1 and 2 predict,
//! `d` seconds later, `p`, `p + v·d` and `p + v·d + a·d²/2`; what rolls, steers or strays has a habit of its own, and [`Mover`] is the table of who has
//! which. `d` is capped, so nobody is sent through walls for long. When a new report arrives, the shown path converges from *the place shown at the
//! moment of receipt* to the prediction of the new report one convergence period later: at once (snap), along a line, or along the cubic Hermite
//! curve that leaves with the shown velocity and arrives with the predicted one. Beginning at the receipt, not at the report's time stamp, means
//! that a late report does not degenerate into a snap and that a report which arrives in the middle of a convergence does not make the figure jump.
//!
//! [`PositionHistory`] is Singhal's protocol: reports carry places only, and the last three tell the rest. [`Reporter`] is the other end: it runs the
//! receiver's prediction and speaks when that is wrong. [`Trail`] predicts nothing and shows the past. Walls are asked where the caller knows them:
//! [`Reckoner::place_before`].

mod habit;
mod history;
mod movers;
mod reporter;
mod trail;

pub use habit::{Habit, Order};
pub use history::{HistoryConfig, PositionHistory};
pub use movers::{Mover, MoverRow};
pub use reporter::{Reading, Reporter, ReporterConfig, Tolerance};
pub use trail::Trail;

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

impl Report {
    /// The place at `time`; the report speaks for at most `horizon` seconds.
    ///
    /// ```
    /// use wold_wire::reckoning::{Order, Report};
    /// use wold_space::DVec2;
    /// let x = |v| DVec2::new(v, 0.0);
    /// let report = Report { time: 10.0, place: x(5.0), velocity: x(2.0), acceleration: x(3.0) };
    /// assert_eq!(report.predicted(Order::Second.into(), 12.0, f64::INFINITY), x(15.0));
    /// assert_eq!(report.predicted(Order::First.into(), 12.0, f64::INFINITY), x(9.0));
    /// assert_eq!(report.predicted(Order::Zero.into(), 12.0, f64::INFINITY), x(5.0));
    /// ```
    #[must_use]
    #[inline]
    pub fn predicted(&self, habit: Habit, time: f64, horizon: f64) -> DVec2 {
        self.place + habit.way(self.velocity, self.acceleration, (time - self.time).clamp(0.0, horizon))
    }

    /// The velocity at `time`, zero once the horizon is passed.
    #[must_use]
    #[inline]
    pub fn velocity_at(&self, habit: Habit, time: f64, horizon: f64) -> DVec2 {
        let d = time - self.time;
        if d > horizon { DVec2::ZERO } else { habit.pace(self.velocity, self.acceleration, d.max(0.0)) }
    }
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

/// How reports become a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReckoningConfig {
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
        Self { convergence: Convergence::Cubic, period: 0.15, horizon: 1.0, leap: 4.0 }
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
    habit: Habit,
    start: Option<Start>,
}

impl Reckoner {
    /// A path that begins with this report, of somebody with this habit.
    #[must_use]
    pub fn new(report: Report, habit: Habit) -> Self {
        Self { report, habit, start: None }
    }

    /// The newest report.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Takes a report that arrives at `now`, and how its subject goes on from it.
    #[inline]
    pub fn receive(&mut self, config: &ReckoningConfig, now: f64, report: Report, habit: Habit) {
        let place = self.place(config, now);
        let fresh = report.predicted(habit, now, config.horizon);
        let converges = config.convergence != Convergence::Snap
            && config.period > 0.0
            && place.distance_squared(fresh) <= config.leap * config.leap;
        self.start = converges.then(|| Start { time: now, place, velocity: self.velocity(config, now) });
        self.report = report;
        self.habit = habit;
    }

    /// Where to show it at `now`.
    #[must_use]
    #[inline]
    pub fn place(&self, config: &ReckoningConfig, now: f64) -> DVec2 {
        let predict = |time| self.report.predicted(self.habit, time, config.horizon);
        let Some((start, end)) = self.converging(config, now) else { return predict(now) };
        let share = (now - start.time) / config.period;
        let target = predict(end);
        match config.convergence {
            Convergence::Snap => target,
            Convergence::Linear => start.place + (target - start.place) * share,
            Convergence::Cubic => {
                let arriving = self.report.velocity_at(self.habit, end, config.horizon);
                hermite(share, start.place, start.velocity * config.period, target, arriving * config.period)
            }
        }
    }

    /// Where to show it at `now`, held back by walls: `wall` answers where a straight way is stopped.
    ///
    /// The reported place was stood on, so whatever a wall hides from it cannot be true, be it a prediction that runs on or a
    /// convergence that cuts a corner: it is shown where the wall is met.
    #[must_use]
    pub fn place_before(
        &self,
        config: &ReckoningConfig,
        now: f64,
        wall: impl Fn(DVec2, DVec2) -> Option<DVec2>,
    ) -> DVec2 {
        let shown = self.place(config, now);
        wall(self.report.place, shown).unwrap_or(shown)
    }

    /// How fast it is shown to move at `now`.
    #[must_use]
    #[inline]
    pub fn velocity(&self, config: &ReckoningConfig, now: f64) -> DVec2 {
        let Some((start, end)) = self.converging(config, now) else {
            return self.report.velocity_at(self.habit, now, config.horizon);
        };
        let target = self.report.predicted(self.habit, end, config.horizon);
        match config.convergence {
            Convergence::Snap | Convergence::Linear => (target - start.place) / config.period,
            Convergence::Cubic => {
                let share = (now - start.time) / config.period;
                let leaving = start.velocity * config.period;
                let arriving = self.report.velocity_at(self.habit, end, config.horizon) * config.period;
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
        ReckoningConfig { convergence, period: 0.5, horizon: f64::INFINITY, leap: f64::INFINITY }
    }

    const STRAIGHT: Habit = Habit::Order(Order::First);

    /// A report of time 0 (place 0, speed 1) and one stamped 1 (place 0.5, speed 2) that arrives at 2.
    fn late_report(config: &ReckoningConfig) -> Reckoner {
        let mut track = Reckoner::new(Report { velocity: x(1.0), ..Default::default() }, STRAIGHT);
        let report = Report { time: 1.0, place: x(0.5), velocity: x(2.0), ..Default::default() };
        track.receive(config, 2.0, report, STRAIGHT);
        track
    }

    #[test]
    fn a_snap_jumps_from_the_old_prediction_to_the_new() {
        let config = config(Convergence::Snap);
        let before = Reckoner::new(Report { velocity: x(1.0), ..Default::default() }, STRAIGHT);
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
            track.receive(&config, 2.2, report, STRAIGHT);
            assert!(track.place(&config, 2.2).distance(shown) < 1e-12);
            assert!((track.place(&config, 2.7) - report.predicted(STRAIGHT, 2.7, 9.0)).length() < 1e-12);
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
        let track = Reckoner::new(Report { velocity: x(2.0), ..Default::default() }, STRAIGHT);
        assert_eq!(track.place(&config, 50.0), x(2.0));
        assert_eq!(track.velocity(&config, 50.0), DVec2::ZERO);
    }

    #[test]
    fn whoever_was_moved_far_is_shown_there_at_once() {
        let config = ReckoningConfig::default();
        let mut track = Reckoner::new(Report::default(), STRAIGHT);
        let elsewhere = Report { time: 1.0, place: x(100.0), ..Default::default() };
        track.receive(&config, 1.0, elsewhere, STRAIGHT);
        assert_eq!(track.place(&config, 1.0), x(100.0));
    }

    #[test]
    fn a_wall_holds_back_what_is_predicted_and_what_converges() {
        let config = config(Convergence::Cubic);
        let wall = |from: DVec2, to: DVec2| ((from.x < 3.0) != (to.x < 3.0)).then(|| x(3.0));
        let track = late_report(&config);
        assert_eq!(track.place_before(&config, 2.0, wall), x(2.0));
        assert_eq!(track.place_before(&config, 9.0, wall), x(3.0), "a prediction runs on");
        let mut track = Reckoner::new(Report { velocity: x(2.0), ..Default::default() }, STRAIGHT);
        track.receive(&config, 2.0, Report { time: 2.0, place: x(2.0), ..Default::default() }, STRAIGHT);
        assert!(track.place(&config, 2.1).x > 3.0);
        assert_eq!(
            track.place_before(&config, 2.1, wall),
            x(3.0),
            "a convergence comes back through the wall"
        );
    }
}
