//! `wold contest simulate`: how often the best wins, and what it costs.

use super::format::FormatOptions;
use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use rayon::prelude::*;
use serde_json::json;
use wold_chance::Seed;
use wold_contest::odds::Sample;

/// Trials played at a time by one core.
const BATCH: u64 = 1000;

/// Play many tournaments. Of n players, rank p beats rank q with probability (1 + (q - p)/n)/2.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold contest simulate --format single-elimination --players 32 --trials 10000 --json"
)]
pub struct Simulate {
    #[command(flatten)]
    format: FormatOptions,
    /// How many players.
    #[arg(long)]
    players: usize,
    /// How many tournaments.
    #[arg(long, default_value_t = 10_000)]
    trials: u64,
    /// What all draws grow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Simulate {
    /// Plays and prints.
    pub fn run(self) -> Result<()> {
        ensure!((1..=1_000_000_000).contains(&self.trials), "{} trials are not 1 to 1000000000", self.trials);
        let plan = self.format.plan(self.players);
        let bar = output::progress(self.trials, "tournaments");
        let batches = self.trials.div_ceil(BATCH);
        let play = |batch: u64| {
            let trials = batch * BATCH..((batch + 1) * BATCH).min(self.trials);
            let played = trials.end - trials.start;
            let sample = Sample::play(&plan, self.players, self.format.best_of, Seed(self.seed), trials);
            bar.inc(played);
            sample
        };
        let total = (0..batches).into_par_iter().map(play).try_reduce(Sample::default, |a, b| Ok(a.and(b)));
        bar.finish_and_clear();
        let total = total?;
        let mean = |sum: u64| sum as f64 / total.trials as f64;
        let share = mean(total.best_won);
        // The normal approximation is good enough for a rough margin.
        let margin = 1.96 * (share * (1.0 - share) / total.trials as f64).sqrt();
        if self.json {
            return output::print_json(&json!({
                "plan": plan, "players": self.players, "best_of": self.format.best_of, "seed": self.seed,
                "trials": total.trials, "best_won": share, "margin": margin, "shared": mean(total.shared),
                "matches": mean(total.matches), "rounds": mean(total.rounds),
                "champion_matches": mean(total.champion_matches),
            }));
        }
        output::print(&format!(
            "{}, {} players: the best wins {:.1} % (± {:.1}), a shared top in {:.1} %; \
             {:.1} matches in {:.1} rounds, {:.1} by the champion\n",
            plan.name(),
            self.players,
            100.0 * share,
            100.0 * margin,
            100.0 * mean(total.shared),
            mean(total.matches),
            mean(total.rounds),
            mean(total.champion_matches),
        ))
    }
}
