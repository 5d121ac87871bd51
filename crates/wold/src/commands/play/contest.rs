//! `wold play match`: two engines.

use super::units;
use crate::commands::output;
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use wold_arena::players::Engine;
use wold_arena::table::open;
use wold_chance::Seed;

/// Let two engines meet, mirrored, with a confidence interval.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold play match connect-four --a mcts:1000 --b alphabeta:6 --games 200 --seed 1 --json"
)]
pub struct Contest {
    /// The game.
    game: String,
    /// One engine.
    #[arg(long)]
    a: String,
    /// The other.
    #[arg(long)]
    b: String,
    /// Games; each seed is played twice with sides changed.
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// What all draws grow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Units of the portfolio game.
    #[arg(long)]
    units: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Contest {
    /// Plays and prints the score.
    pub fn run(&self) -> Result<()> {
        ensure!((1..=1_000_000).contains(&self.games), "{} games are not 1 to 1000000", self.games);
        let a: Engine = self.a.parse().context("--a")?;
        let b: Engine = self.b.parse().context("--b")?;
        let table = open(&self.game, units(self.units.as_deref())?.as_ref())?;
        let bar = output::progress(self.games.into(), "games");
        let tally =
            table.contest(&a, &b, self.games, Seed(self.seed), &mut |done| bar.set_position(done.into()))?;
        bar.finish_and_clear();
        let (low, high) = tally.interval();
        if self.json {
            return output::print_json(&json!({
                "game": self.game, "a": a.to_string(), "b": b.to_string(), "games": tally.games(), "seed": self.seed,
                "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
                "score": tally.score(), "interval": [low, high],
            }));
        }
        output::print(&format!(
            "{a} against {b}: {} won, {} drawn, {} lost of {}; score {:.1} %, 95 % sure between {:.1} and {:.1} %\n",
            tally.wins,
            tally.draws,
            tally.losses,
            tally.games(),
            100.0 * tally.score(),
            100.0 * low,
            100.0 * high
        ))
    }
}
