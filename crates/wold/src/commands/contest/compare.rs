//! `wold contest compare`: what each format costs and finds.

use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;
use wold_chance::Seed;
use wold_contest::Plan;
use wold_contest::ladder::Start;
use wold_contest::odds::Sample;
use wold_contest::pools::Draw;
use wold_contest::round_robin::Schedule;
use wold_contest::seeding::Seeding;
use wold_contest::single::{Beside, Cup};
use wold_contest::table::{Scoring, TieBreaks};

/// Compare formats by simulation: matches, rounds, the champion's matches, how often the best of the list wins.
#[derive(Args)]
#[command(after_help = "Example:\n  wold contest compare --players 31 --trials 5000 --svg formats.svg\n\n\
    Of n players, rank p beats rank q with probability (1 + (q - p)/n)/2.")]
pub struct Compare {
    /// How many players.
    #[arg(long, default_value_t = 31)]
    players: usize,
    /// How many tournaments of each format.
    #[arg(long, default_value_t = 2_000)]
    trials: u64,
    /// Games of a series; an odd number.
    #[arg(long, default_value_t = 1)]
    best_of: u32,
    /// What all draws grow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draw how often the best wins over the number of matches.
    #[arg(long, value_name = "SVG")]
    svg: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// A line of the table.
struct Row {
    name: &'static str,
    sample: Sample,
}

impl Row {
    fn mean(&self, sum: u64) -> f64 {
        sum as f64 / self.sample.trials as f64
    }

    fn best_won(&self) -> f64 {
        self.mean(self.sample.best_won)
    }
}

impl Compare {
    fn plans(&self) -> Vec<(&'static str, Plan)> {
        let log = self.players.max(2).next_power_of_two().ilog2();
        let mut plans = vec![
            ("random pairing", Plan::Lot { rounds: 1, lots: Default::default() }),
            ("hill climbing, by lot", Plan::HillClimbing { start: Start::Democratic }),
            ("hill climbing, best first", Plan::HillClimbing { start: Start::Conservative }),
            ("single elimination, random", Plan::SingleElimination(Cup::seeded(Seeding::Random))),
            ("single elimination, standard", Plan::SingleElimination(Cup::default())),
            ("single elimination, equitable", Plan::SingleElimination(Cup::seeded(Seeding::Equitable))),
            (
                "single elimination, runner-up",
                Plan::SingleElimination(Cup { beside: Beside::RunnerUp, ..Cup::default() }),
            ),
            ("double elimination", Plan::DoubleElimination { seeding: Seeding::Standard }),
            ("Swiss", Plan::Swiss { rounds: log, scoring: Scoring::SWISS, tie_breaks: TieBreaks::SWISS }),
            ("ladder", Plan::Ladder { start: Start::Democratic, rounds: self.players as u32 }),
            (
                "round robin",
                Plan::RoundRobin {
                    schedule: Schedule::Normalised,
                    scoring: Scoring::default(),
                    tie_breaks: TieBreaks::ROBIN,
                },
            ),
        ];
        if (self.players + 1).is_power_of_two() {
            plans.push(("king of the hill", Plan::KingOfTheHill));
        }
        if self.players >= 8 {
            plans.push(("four pools, then a cup", Plan::Pools(Draw::default())));
        }
        plans
    }

    /// Plays and prints.
    pub fn run(self) -> Result<()> {
        ensure!((2..=500).contains(&self.players), "{} players are not 2 to 500", self.players);
        ensure!((1..=10_000_000).contains(&self.trials), "{} trials are not 1 to 10000000", self.trials);
        let plans = self.plans();
        let bar = output::progress(plans.len() as u64, "formats");
        let played = plans.into_par_iter().map(|(name, plan)| {
            let sample = Sample::play(&plan, self.players, self.best_of, Seed(self.seed), 0..self.trials)?;
            bar.inc(1);
            Ok(Row { name, sample })
        });
        let mut rows = played.collect::<Result<Vec<Row>>>()?;
        bar.finish_and_clear();
        rows.sort_by_key(|row| row.sample.matches);
        if let Some(path) = &self.svg {
            output::write_whole(path, plot(&rows).as_bytes())?;
        }
        if self.json {
            let lines: Vec<Value> = rows
                .iter()
                .map(|row| {
                    json!({
                        "format": row.name, "best_won": row.best_won(), "shared": row.mean(row.sample.shared),
                        "matches": row.mean(row.sample.matches), "rounds": row.mean(row.sample.rounds),
                        "champion_matches": row.mean(row.sample.champion_matches),
                    })
                })
                .collect();
            return output::print_json(&json!({
                "players": self.players, "trials": self.trials, "best_of": self.best_of, "formats": lines,
            }));
        }
        let mut text =
            format!("{:<32}{:>9}{:>8}{:>12}{:>12}\n", "", "matches", "rounds", "champion's", "best wins");
        for row in &rows {
            let _ = writeln!(
                text,
                "{:<32}{:>9.1}{:>8.1}{:>12.1}{:>10.1} %",
                row.name,
                row.mean(row.sample.matches),
                row.mean(row.sample.rounds),
                row.mean(row.sample.champion_matches),
                100.0 * row.best_won()
            );
        }
        output::print(&text)
    }
}

/// How often the best wins over the number of matches, which is drawn in logarithms.
fn plot(rows: &[Row]) -> String {
    const SIZE: (f64, f64) = (640.0, 360.0);
    let log = |row: &Row| row.mean(row.sample.matches).max(1.0).ln();
    let (low, high) =
        (rows.iter().map(log).fold(f64::INFINITY, f64::min), rows.iter().map(log).fold(0.0, f64::max));
    let top = rows.iter().map(Row::best_won).fold(0.05, f64::max) * 1.1;
    let x = |row: &Row| 60.0 + SIZE.0 * (log(row) - low) / (high - low).max(1e-9);
    let y = |share: f64| 20.0 + SIZE.1 * (1.0 - share / top);
    let mut drawn = String::new();
    for part in 0..=4 {
        let share = top * f64::from(part) / 4.0;
        let _ = write!(
            drawn,
            "<path d=\"M60 {at:.1}h{}\" stroke=\"#e3d9c5\"/><text text-anchor=\"end\" x=\"54\" y=\"{:.1}\">{:.0} %</text>",
            SIZE.0,
            y(share) + 4.0,
            100.0 * share,
            at = y(share)
        );
    }
    // Labels that would cover each other are pushed down.
    let mut order: Vec<&Row> = rows.iter().collect();
    order.sort_by(|a, b| b.best_won().total_cmp(&a.best_won()));
    let mut free = 0.0_f64;
    for row in order {
        let (cx, cy) = (x(row), y(row.best_won()));
        let label = cy.max(free);
        free = label + 15.0;
        let _ = write!(
            drawn,
            "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4\" fill=\"#2f6b4f\"/>\
             <path d=\"M{cx:.1} {cy:.1}L720 {label:.1}\" stroke=\"#b8a888\"/>\
             <text x=\"726\" y=\"{:.1}\">{}, {:.0} matches</text>",
            label + 4.0,
            row.name,
            row.mean(row.sample.matches)
        );
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 430\" width=\"1000\" height=\"430\">\
         <style>text{{font:13px system-ui,sans-serif;fill:#2b2620}}</style><rect width=\"1000\" height=\"430\" fill=\"#fff\"/>\
         <title>How often the best wins</title>{drawn}\
         <text x=\"60\" y=\"415\">matches, few to many; how often the best of the list wins, upwards</text></svg>"
    )
}
