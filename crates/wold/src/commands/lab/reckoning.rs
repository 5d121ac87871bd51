//! `wold lab reckoning`: what dead reckoning costs and how wrong it is.
//!
//! Somebody walks (straight stretches, sudden turns, stops) or drives (long bends at changing speed). Every twentieth of a second the
//! reporter compares the truth with what others predict and reports when they are off by the threshold; reports arrive late. Shown
//! are reports a minute, the mean and worst distance between truth and what is shown, and the worst leap between two frames.

use crate::commands::output;
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::collections::VecDeque;
use wold_chance::{Seed, Stream};
use wold_space::DVec2;
use wold_space::time::STEP_SECONDS;
use wold_wire::reckoning::{
    Convergence, HistoryConfig, Order, PositionHistory, Reading, Reckoner, ReckoningConfig, Report, Reporter,
    ReporterConfig,
};

/// Compares ways to predict where somebody is between two reports.
#[derive(Args)]
#[command(after_help = "Example: wold lab reckoning --path drive --threshold 0.5 --latency 0.1")]
pub struct Reckoning {
    /// Who moves, and how.
    #[arg(long, value_enum, default_value_t = Path::Walk)]
    path: Path,
    /// Metres of error that others are told of.
    #[arg(long, value_name = "M", default_value_t = 0.25)]
    threshold: f64,
    /// Seconds a report is on its way.
    #[arg(long, value_name = "S", default_value_t = 0.1)]
    latency: f64,
    /// Minutes to simulate.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    minutes: u32,
    /// Seeds the path.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON array.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Path {
    /// Straight stretches, sudden turns, stops.
    Walk,
    /// Long bends at changing speed.
    Drive,
}

/// How others reckon.
#[derive(Clone, Copy)]
enum Method {
    Order(Order),
    /// From the last three places alone.
    History,
}

const METHODS: [(&str, Method); 4] = [
    ("place", Method::Order(Order::Zero)),
    ("velocity", Method::Order(Order::First)),
    ("acceleration", Method::Order(Order::Second)),
    ("history", Method::History),
];
const CONVERGENCES: [(&str, Convergence); 3] =
    [("snap", Convergence::Snap), ("linear", Convergence::Linear), ("cubic", Convergence::Cubic)];

#[derive(Serialize)]
struct Row {
    method: &'static str,
    convergence: &'static str,
    reports_per_minute: f64,
    mean_error: f64,
    worst_error: f64,
    worst_leap: f64,
}

impl Reckoning {
    /// Runs all methods over the same path.
    pub fn run(self) -> Result<()> {
        ensure!(
            (0.001..=100.0).contains(&self.threshold),
            "a threshold is 0.001 to 100 m, not {}",
            self.threshold
        );
        ensure!((0.0..=10.0).contains(&self.latency), "a latency is 0 to 10 s, not {}", self.latency);
        let truth = travel(self.path, self.seed, self.minutes as usize * 60 * 20);
        let rows: Vec<Row> = METHODS
            .iter()
            .flat_map(|&method| CONVERGENCES.iter().map(move |&convergence| (method, convergence)))
            .map(|(method, convergence)| self.watch(&truth, method, convergence))
            .collect();
        if self.json {
            return output::print_json(&serde_json::to_value(rows)?);
        }
        let mut text =
            "method        convergence  reports/min  mean error  worst error  worst leap\n".to_string();
        for row in rows {
            text += &format!(
                "{:<13} {:<11} {:>12.1} {:>9.3} m {:>10.3} m {:>9.3} m\n",
                row.method,
                row.convergence,
                row.reports_per_minute,
                row.mean_error,
                row.worst_error,
                row.worst_leap
            );
        }
        output::print(&text)
    }

    /// One reporter, one onlooker.
    fn watch(
        &self,
        truth: &[Report],
        (name, method): (&'static str, Method),
        (shape, convergence): (&'static str, Convergence),
    ) -> Row {
        let reading = match method {
            Method::Order(order) => Reading::Motion(order.into()),
            Method::History => Reading::Places(HistoryConfig::default()),
        };
        let rule = ReporterConfig { reading, horizon: f64::INFINITY, heartbeat: f64::INFINITY };
        let config = ReckoningConfig {
            convergence,
            horizon: f64::INFINITY,
            leap: f64::INFINITY,
            ..Default::default()
        };
        let (mut reporter, mut history) = (Reporter::default(), PositionHistory::default());
        // The first report is known beforehand.
        reporter.must_tell(&rule, &truth[0], self.threshold);
        let (first, habit) = reading.read(&mut history, truth[0]);
        let mut shown = Reckoner::new(first, habit);
        let mut post: VecDeque<(f64, Report)> = VecDeque::new();
        let (mut reports, mut sum, mut worst, mut leap) = (0u32, 0.0, 0.0f64, 0.0f64);
        let mut before = truth[0].place;
        for now in truth {
            if reporter.must_tell(&rule, now, self.threshold) {
                reports += 1;
                post.push_back((now.time + self.latency, *now));
            }
            while let Some((_, told)) = post.pop_front_if(|(due, ..)| *due <= now.time) {
                let (report, habit) = reading.read(&mut history, told);
                shown.receive(&config, now.time, report, habit);
            }
            let place = shown.place(&config, now.time);
            let error = place.distance(now.place);
            sum += error;
            worst = worst.max(error);
            leap = leap.max(place.distance(before));
            before = place;
        }
        Row {
            method: name,
            convergence: shape,
            reports_per_minute: f64::from(reports) / f64::from(self.minutes),
            mean_error: sum / truth.len() as f64,
            worst_error: worst,
            worst_leap: leap,
        }
    }
}

/// The truth, step by step.
fn travel(path: Path, seed: u64, steps: usize) -> Vec<Report> {
    let mut stream = Stream::named(Seed(seed), "reckoning", &[]);
    let mut place = DVec2::ZERO;
    let (mut heading, mut speed, mut bend, mut wanted, mut left) = (0.0f64, 2.0f64, 0.0f64, 2.0f64, 0u32);
    let mut before = DVec2::ZERO;
    (0..steps)
        .map(|step| {
            if left == 0 {
                left = 20 + (stream.unit() * 100.0) as u32;
                match path {
                    Path::Walk => {
                        heading += (stream.unit() - 0.5) * 4.0;
                        wanted = if stream.unit() < 0.2 { 0.0 } else { 2.2 };
                    }
                    Path::Drive => {
                        bend = (stream.unit() - 0.5) * 0.8;
                        wanted = 4.0 + stream.unit() * 10.0;
                    }
                }
            }
            left -= 1;
            heading += bend * STEP_SECONDS;
            let most = if matches!(path, Path::Walk) { 24.0 } else { 2.5 } * STEP_SECONDS;
            speed += (wanted - speed).clamp(-most, most);
            let velocity = DVec2::from_angle(heading) * speed;
            let acceleration = (velocity - before) / STEP_SECONDS;
            before = velocity;
            place += velocity * STEP_SECONDS;
            Report { time: step as f64 * STEP_SECONDS, place, velocity, acceleration }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_prediction_needs_fewer_reports_and_cubic_curves_leap_less_than_snaps() {
        for path in [Path::Walk, Path::Drive] {
            let lab = Reckoning { path, threshold: 0.25, latency: 0.1, minutes: 3, seed: 1, json: false };
            let truth = travel(path, 1, 3600);
            let row = |method, shape| lab.watch(&truth, METHODS[method], CONVERGENCES[shape]);
            let (place, velocity) = (row(0, 2), row(1, 2));
            assert!(velocity.reports_per_minute < place.reports_per_minute / 2.0);
            assert!(row(1, 0).worst_leap > velocity.worst_leap);
            let fresh = Reckoning { latency: 0.0, ..lab }.watch(&truth, METHODS[1], CONVERGENCES[0]);
            assert!(
                fresh.worst_error < 0.25,
                "without delay nobody is off by the threshold: {}",
                fresh.worst_error
            );
        }
    }

    #[test]
    fn a_driver_is_reckoned_from_places_nearly_as_well_as_from_velocities() {
        let lab =
            Reckoning { path: Path::Drive, threshold: 0.5, latency: 0.1, minutes: 3, seed: 2, json: false };
        let truth = travel(lab.path, 2, 3600);
        let row = |method| lab.watch(&truth, METHODS[method], CONVERGENCES[2]);
        assert!(row(3).reports_per_minute < row(0).reports_per_minute / 2.0);
        assert!(row(2).reports_per_minute < row(1).reports_per_minute);
    }
}
