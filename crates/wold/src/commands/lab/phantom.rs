//! `wold lab phantom-die`: a game of tokens.

use crate::commands::output;
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::json;
use wold_chance::phantom::{best_laying, expected_score};

/// The expected score of a laying of the Phantom Cube Die.
#[derive(Args)]
#[command(after_help = "Example: wold lab phantom-die --piles 6,9,7,6,5,3")]
pub struct PhantomDie {
    /// Tokens on the six piles.
    #[arg(long, default_value = "6,6,6,6,6,6")]
    piles: String,
    /// Move tokens about while that helps.
    #[arg(long)]
    improve: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl PhantomDie {
    /// Computes and prints the score.
    pub fn run(self) -> Result<()> {
        let piles: Vec<u32> = self
            .piles
            .split(',')
            .map(|part| part.trim().parse().with_context(|| format!("{part:?} is not a whole number")))
            .collect::<Result<_>>()?;
        let piles: [u32; 6] =
            piles.try_into().map_err(|p: Vec<u32>| anyhow::anyhow!("{} piles were given, not 6", p.len()))?;
        ensure!(piles.iter().sum::<u32>() <= 150 && piles.iter().all(|&p| p <= 150), "at most 150 tokens");
        let (piles, score) = if self.improve { best_laying(piles) } else { (piles, expected_score(&piles)) };
        if self.json {
            return output::print_json(&json!({ "piles": piles, "score": score }));
        }
        output::print(&format!("{piles:?} {score:.4} throws\n"))
    }
}
