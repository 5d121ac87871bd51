//! `wold lab net foresight`: how long each kind of mover can be foreseen, and by which habit.
//!
//! At many moments of the yard's life the truth is told once, and then nothing more; after each silence the distance between where the mover is and where it is believed to be is
//! measured. What the table of movers says about habits and horizons comes from here.

use super::yard::{STEPS_PER_SECOND, Yard};
use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde::Serialize;
use serde_json::json;
use wold_space::stats;
use wold_wire::reckoning::{Habit, Mover, Order};

/// Steps between two moments that are tried.
const EVERY: usize = 17;

/// How far off each kind of mover is after so long a silence, by what is believed of it.
#[derive(Args)]
#[command(after_help = "Example: wold lab net foresight --silences 0.25,1,5")]
pub struct Foresight {
    /// Seconds of silence, one or more numbers.
    #[arg(long, value_name = "S,S", default_value = "0.25,1,5", value_delimiter = ',')]
    silences: Vec<f64>,
    /// Minutes to watch.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=10))]
    minutes: u32,
    /// Seeds the motion.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    mover: &'static str,
    belief: &'static str,
    /// Median error after each silence; nothing where no life is that long.
    error_m_p50: Vec<Option<f64>>,
}

impl Foresight {
    /// Watches and prints.
    pub fn run(self) -> Result<()> {
        ensure!(self.silences.len() <= 10, "{} silences are more than 10", self.silences.len());
        for silence in &self.silences {
            ensure!((0.01..=60.0).contains(silence), "a silence is 0.01 to 60 s, not {silence}");
        }
        let yard = Yard::new(self.seed, self.minutes as usize * 60);
        let movers = [Mover::Walker, Mover::Runner, Mover::Cart, Mover::Arrow, Mover::Ball, Mover::Animal];
        let rows: Vec<Row> = movers
            .into_iter()
            .flat_map(|mover| {
                let beliefs = [
                    ("place", Order::Zero.into()),
                    ("velocity", Order::First.into()),
                    ("acceleration", Order::Second.into()),
                    ("habit", mover.row().habit),
                ];
                beliefs.map(|(belief, habit)| Row {
                    mover: mover.row().name,
                    belief,
                    error_m_p50: self.silences.iter().map(|s| error(&yard, mover, habit, *s)).collect(),
                })
            })
            .collect();
        if self.json {
            return output::print_json(&json!({ "silences_s": self.silences, "rows": rows }));
        }
        let mut text = "mover    belief      ".to_owned();
        for silence in &self.silences {
            text += &format!("{:>11}", format!("{silence} s"));
        }
        text += "\n";
        for row in rows {
            text += &format!("{:<8} {:<12}", row.mover, row.belief);
            for error in row.error_m_p50 {
                text += &error.map_or(format!("{:>11}", "-"), |error| format!("{error:>9.3} m"));
            }
            text += "\n";
        }
        output::print(&text)
    }
}

/// The median error of a kind of mover after a silence.
fn error(yard: &Yard, mover: Mover, habit: Habit, silence: f64) -> Option<f64> {
    let ahead = (silence * STEPS_PER_SECOND as f64).round() as usize;
    let mut errors: Vec<f64> = yard
        .tracks
        .iter()
        .filter(|track| track.mover == mover)
        .flat_map(|track| {
            let later = track.steps.iter().skip(ahead);
            let pairs = track.steps.iter().zip(later).step_by(EVERY);
            pairs.map(|(told, truth)| told.predicted(habit, truth.time, f64::INFINITY).distance(truth.place))
        })
        .collect();
    errors.sort_by(f64::total_cmp);
    stats::percentile(&errors, 0.5)
}
