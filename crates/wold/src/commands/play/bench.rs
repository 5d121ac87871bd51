//! `wold play bench`: how fast searches are here.

use super::seconds;
use crate::commands::output;
use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use std::time::Instant;
use wold_arena::games::breakthrough::Breakthrough;
use wold_arena::games::connect_four::ConnectFour;
use wold_arena::games::othello::Othello;
use wold_arena::mcts::playout::RandomPlayout;
use wold_arena::mcts::{Config, Mcts};
use wold_arena::perft::perft;
use wold_arena::search::engine::{self, AlphaBeta};
use wold_arena::{Budget, Rules};

/// Measure searches on this machine.
#[derive(Args)]
#[command(after_help = "Example:\n  wold play bench --seconds 0.5")]
pub struct Bench {
    /// Seconds for each measure.
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

fn simulations<R: Rules>(rules: &R, budget: &Budget) -> f64 {
    let start = Instant::now();
    let mut search =
        Mcts::new(rules.clone(), rules.start(), Config::default(), RandomPlayout::new(rules.clone()));
    search.run(budget);
    search.answer().stats.iterations as f64 / start.elapsed().as_secs_f64()
}

fn nodes<R: Rules>(rules: &R, budget: &Budget) -> f64 {
    let start = Instant::now();
    let mut search = AlphaBeta::new(rules.clone(), rules.start(), engine::Config::default());
    search.run(budget).stats.nodes as f64 / start.elapsed().as_secs_f64()
}

impl Bench {
    /// Measures and prints.
    pub fn run(&self) -> Result<()> {
        let budget = seconds(self.seconds)?;
        let start = Instant::now();
        let counted = perft(&ConnectFour, &ConnectFour.start(), 9);
        let per_second = counted as f64 / start.elapsed().as_secs_f64();
        let rows = [
            ("connect four", simulations(&ConnectFour, &budget), nodes(&ConnectFour, &budget)),
            ("breakthrough", simulations(&Breakthrough, &budget), nodes(&Breakthrough, &budget)),
            ("othello", simulations(&Othello, &budget), nodes(&Othello, &budget)),
        ];
        if self.json {
            let rows: Vec<Value> = rows
                .iter()
                .map(|(game, s, n)| json!({ "game": game, "simulations_per_second": s, "nodes_per_second": n }))
                .collect();
            return output::print_json(&json!({ "games": rows, "perft_per_second": per_second }));
        }
        let mut text = format!("{:15}{:>18}{:>18}\n", "one thread", "simulations/s", "nodes/s");
        for (game, simulations, nodes) in rows {
            text += &format!("{game:15}{simulations:>18.0}{nodes:>18.0}\n");
        }
        output::print(
            &(text + &format!("connect four perft(9): {counted}, {:.0} M a second\n", per_second / 1e6)),
        )
    }
}
