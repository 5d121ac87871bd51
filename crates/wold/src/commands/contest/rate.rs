//! `wold contest rate`: ratings from a table of results.

use crate::commands::{input, output};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::PathBuf;
use wold_contest::rating::{Book, Rating, System};
use wold_contest::results::Results;

/// Rate the players of a CSV with the columns home, away and result (home, away, tie, 1, 0 or 0.5), oldest match first. A column
/// period, whole numbers that never go back, says when: Glicko-2 then rates the games of a period together, and who rests for a period is
/// known less surely after it.
#[derive(Args)]
#[command(after_help = "Example:\n  wold contest rate results.csv --system glicko2 --json")]
pub struct Rate {
    /// The table.
    results: PathBuf,
    /// How to rate.
    #[arg(long, value_enum, default_value_t = SystemKind::Glicko2)]
    system: SystemKind,
    /// Write the rating of both sides after every match as a CSV.
    #[arg(long, value_name = "CSV")]
    history: Option<PathBuf>,
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
        let bytes = input::bytes(&self.results, input::TABLE)?;
        let results = Results::parse(&bytes).with_context(|| self.results.display().to_string())?;
        let system = match self.system {
            SystemKind::Elo => System::Elo,
            SystemKind::Glicko2 => System::Glicko2,
            SystemKind::Trueskill => System::Trueskill,
            SystemKind::WengLin => System::WengLin,
        };
        let mut book = if results.timed {
            Book::by_period(system, results.names.len())
        } else {
            Book::new(system, results.names.len())
        };
        let mut history = String::from("match,period,player,rating,uncertainty\n");
        let mut number = 0_u64;
        book.play_all(&results.games, |book, game| {
            number += 1;
            if self.history.is_some() {
                for player in [game.home, game.away] {
                    let Rating { rating, uncertainty, .. } = book.rating(player);
                    let sure = uncertainty.map_or(String::new(), |u| format!("{u:.3}"));
                    let name = results.names[player].replace('"', "\"\"");
                    history += &format!("{number},{},\"{name}\",{rating:.3},{sure}\n", game.period);
                }
            }
        });
        if let Some(path) = &self.history {
            output::write_whole(path, history.as_bytes())?;
        }
        let rated: Vec<Rating> = (0..results.names.len()).map(|player| book.rating(player)).collect();
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
        let line = |(name, rated): &(&String, &Rating)| {
            let sure = rated.uncertainty.map_or(String::new(), |u| format!(" ± {u:.1}"));
            format!("{:>8.1}{sure}  {name}  ({} matches)\n", rated.rating, rated.matches)
        };
        output::print(&table.iter().map(line).collect::<String>())
    }
}
