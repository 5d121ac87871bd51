//! `wold play perft`: counting.

use super::table;
use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde_json::json;
use std::time::Instant;

/// Count move sequences of a length.
#[derive(Args)]
#[command(after_help = "Example:\n  wold play perft connect-four --depth 10 --json")]
pub struct Perft {
    /// The game.
    game: String,
    /// Plies.
    #[arg(long, default_value_t = 5)]
    depth: u32,
    /// A position.
    #[arg(long)]
    position: Option<String>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Perft {
    /// Counts and prints, depth by depth.
    pub fn run(&self) -> Result<()> {
        ensure!(self.depth <= 30, "{} plies are more than 30", self.depth);
        let table = table(&self.game, self.position.as_deref(), None)?;
        let start = Instant::now();
        let mut counts = Vec::new();
        for depth in 0..=self.depth {
            counts.push(table.perft(depth));
            if !self.json {
                output::print(&format!("{depth:3} {}\n", counts[depth as usize]))?;
            }
        }
        if self.json {
            let seconds = start.elapsed().as_secs_f64();
            let object =
                json!({ "game": self.game, "depth": self.depth, "counts": counts, "seconds": seconds });
            return output::print_json(&object);
        }
        Ok(())
    }
}
