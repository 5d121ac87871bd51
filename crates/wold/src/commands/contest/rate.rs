//! `wold contest rate`: ratings from a table of results.

use crate::commands::output;
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::PathBuf;
use wold_contest::rating::{System, rate};
use wold_contest::results::Results;

/// The largest table read.
const MOST_BYTES: u64 = 1 << 28;

/// Rate the players of a CSV with the columns home, away and result (home, away, tie, 1, 0 or 0.5), oldest match first.
#[derive(Args)]
#[command(after_help = "Example:\n  wold contest rate results.csv --system glicko2 --json")]
pub struct Rate {
    /// The table.
    results: PathBuf,
    /// How to rate.
    #[arg(long, value_enum, default_value_t = SystemKind::Glicko2)]
    system: SystemKind,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SystemKind {
    Elo,
    Glicko2,
    Trueskill,
    WengLin,
}

impl Rate {
    /// Reads, rates and prints, the best first.
    pub fn run(self) -> Result<()> {
        let place = || format!("cannot read {}", self.results.display());
        let size = std::fs::metadata(&self.results).with_context(place)?.len();
        ensure!(size <= MOST_BYTES, "{} is larger than {MOST_BYTES} bytes", self.results.display());
        let bytes = std::fs::read(&self.results).with_context(place)?;
        let results = Results::parse(&bytes).with_context(|| self.results.display().to_string())?;
        let system = match self.system {
            SystemKind::Elo => System::Elo,
            SystemKind::Glicko2 => System::Glicko2,
            SystemKind::Trueskill => System::Trueskill,
            SystemKind::WengLin => System::WengLin,
        };
        let rated = rate(system, results.names.len(), &results.games);
        let mut table: Vec<_> = results.names.iter().zip(&rated).collect();
        table.sort_by(|(_, a), (_, b)| b.rating.total_cmp(&a.rating));
        if self.json {
            let players: Vec<Value> = table
                .iter()
                .map(|(name, rated)| {
                    json!({ "name": name, "rating": rated.rating, "uncertainty": rated.uncertainty, "matches": rated.matches })
                })
                .collect();
            return output::print_json(
                &json!({ "system": system, "matches": results.games.len(), "players": players }),
            );
        }
        let line = |(name, rated): &(&String, &wold_contest::rating::Rating)| {
            let sure = rated.uncertainty.map_or(String::new(), |u| format!(" ± {u:.1}"));
            format!("{:>8.1}{sure}  {name}  ({} matches)\n", rated.rating, rated.matches)
        };
        output::print(&table.iter().map(line).collect::<String>())
    }
}
