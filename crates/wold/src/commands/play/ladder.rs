//! `wold play ladder`: the portfolio game's players against each other.

use super::units;
use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use wold_arena::games::muster::Muster;
use wold_arena::games::muster::units::UnitSet;
use wold_arena::players::Engine;
use wold_arena::players::contest::round_robin;
use wold_arena::players::difficulty::Difficulty;
use wold_arena::players::score::Tally;
use wold_chance::Seed;

/// Everybody against everybody: the table of the portfolio game's players.
#[derive(Args)]
#[command(after_help = "Example:\n  wold play ladder portfolio --games 100")]
pub struct Ladder {
    /// The game; only `portfolio` has a ladder.
    game: String,
    /// Games of each pair.
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// What all draws grow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Units to play with instead of the game's own.
    #[arg(long)]
    units: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Ladder {
    /// Plays and prints the table, strongest first.
    pub fn run(&self) -> Result<()> {
        ensure!(self.game == "portfolio", "{:?} has no ladder; portfolio has", self.game);
        ensure!((1..=100_000).contains(&self.games), "{} games are not 1 to 100000", self.games);
        let units = units(self.units.as_deref())?.unwrap_or_else(UnitSet::own);
        let names: Vec<String> = Difficulty::own().into_iter().rev().map(|player| player.name).collect();
        let players: Vec<Engine> = names.iter().map(|name| Engine::Level(name.clone())).collect();
        let pairs = (players.len() * (players.len() - 1) / 2) as u64;
        let bar = output::progress(pairs, "pairings");
        let game = |pair: u64| Muster::new(&units, Seed(self.seed).child("ladder game", &[pair]));
        let table = round_robin(game, &players, self.games, Seed(self.seed), |done| bar.set_position(done))?;
        bar.finish_and_clear();
        let mean = |row: &Vec<Tally>| {
            let played: Vec<f64> = row.iter().filter(|t| t.games() > 0).map(Tally::score).collect();
            played.iter().sum::<f64>() / played.len().max(1) as f64
        };
        if self.json {
            let rows: Vec<Value> = names
                .iter()
                .zip(&table)
                .map(|(name, row)| {
                    let against: Vec<Value> = names
                        .iter()
                        .zip(row)
                        .filter(|(_, tally)| tally.games() > 0)
                        .map(|(other, t)| {
                            json!({ "against": other, "score": t.score(), "interval": t.interval(), "games": t.games() })
                        })
                        .collect();
                    json!({ "player": name, "mean": mean(row), "results": against })
                })
                .collect();
            return output::print_json(&json!({ "game": self.game, "games": self.games, "table": rows }));
        }
        let mut text = format!("{:10}", "score %");
        names.iter().for_each(|name| text += &format!("{name:>10}"));
        text += &format!("{:>10}\n", "mean");
        for (name, row) in names.iter().zip(&table) {
            text += &format!("{name:10}");
            for tally in row {
                let shown =
                    if tally.games() == 0 { "-".into() } else { format!("{:.1}", 100.0 * tally.score()) };
                text += &format!("{shown:>10}");
            }
            text += &format!("{:>10.1}\n", 100.0 * mean(row));
        }
        output::print(&text)
    }
}
