//! `wold play study`: what looking ahead does wrong, and the dilemma.

use super::table;
use crate::commands::output;
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use wold_arena::games::breakthrough::Breakthrough;
use wold_arena::games::dilemma;
use wold_arena::search::study::{Leaves, last_player, pathology};
use wold_chance::{Seed, Stream};

/// Show what looking ahead does wrong: the horizon, odd and even depths, pathology.
#[derive(Args)]
#[command(after_help = "Examples:\n  wold play study horizon --game noughts --position 'x../.o./..x'\n  \
                        wold play study pathology --trees 5000\n  wold play study dilemma")]
pub struct Study {
    /// What to show.
    #[arg(value_enum)]
    what: What,
    /// The game, for the horizon.
    #[arg(long, default_value = "noughts")]
    game: String,
    /// A position, for the horizon.
    #[arg(long)]
    position: Option<String>,
    /// Plies.
    #[arg(long, default_value_t = 6)]
    depth: u32,
    /// Random trees, positions or rounds.
    #[arg(long, default_value_t = 2_000)]
    trees: u64,
    /// What draws grow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// What each depth chooses, without quiescence and with it.
    Horizon,
    /// Mean values at odd and even depths.
    LastPlayer,
    /// Right choices by depth on random trees.
    Pathology,
    /// Strategies of the iterated prisoner's dilemma.
    Dilemma,
}

impl Study {
    /// Studies and prints.
    pub fn run(&self) -> Result<()> {
        ensure!((1..=12).contains(&self.depth), "{} plies are not 1 to 12", self.depth);
        ensure!((1..=1_000_000).contains(&self.trees), "{} trees are not 1 to 1000000", self.trees);
        let (rows, text): (Value, String) = match self.what {
            What::Horizon => self.horizon()?,
            What::LastPlayer => {
                let means =
                    last_player(&Breakthrough, self.depth.min(6), self.trees.min(200), 8, Seed(self.seed));
                let lines: Vec<String> = means
                    .iter()
                    .enumerate()
                    .map(|(i, mean)| format!("depth {:2}  {mean:+.3}\n", i + 1))
                    .collect();
                (json!(means), "mean value for First, breakthrough\n".to_string() + &lines.concat())
            }
            What::Pathology => {
                let study = |leaves| pathology(leaves, 10, self.trees, Seed(self.seed));
                let (alone, alike) = (study(Leaves::Independent), study(Leaves::Incremental));
                let mut text = "right choices by depth\n       independent  incremental leaves\n".to_string();
                for (depth, (a, b)) in alone.iter().zip(&alike).enumerate() {
                    text += &format!("{:5} {:10.1} % {:10.1} %\n", depth + 1, 100.0 * a, 100.0 * b);
                }
                (json!({ "independent": alone, "incremental": alike }), text)
            }
            What::Dilemma => {
                let mut stream = Stream::named(Seed(self.seed), "dilemma", &[]);
                let table = dilemma::tournament(self.trees.min(10_000) as u32, &mut stream);
                let rows: Vec<Value> = table
                    .iter()
                    .map(|(s, months)| json!({ "strategy": s.name(), "months": months }))
                    .collect();
                let lines: Vec<String> = table
                    .iter()
                    .map(|(s, months)| format!("{:18} {months:6.1} months a round\n", s.name()))
                    .collect();
                (json!(rows), lines.concat())
            }
        };
        if self.json { output::print_json(&json!({ "study": rows })) } else { output::print(&text) }
    }

    fn horizon(&self) -> Result<(Value, String)> {
        let table = table(&self.game, self.position.as_deref(), None)?;
        let looks = table.horizon(self.depth);
        ensure!(!looks.is_empty(), "{} is a game of chance; its depths are not compared", self.game);
        let mut text = table.board().draw() + "depth   plain        with quiescence\n";
        let mut rows = Vec::new();
        for (depth, chosen, value) in looks {
            text +=
                &format!("{depth:5}   {:6}{:+.2}  {:6}{:+.2}\n", chosen[0], value[0], chosen[1], value[1]);
            rows.push(json!({ "depth": depth, "moves": chosen, "values": value }));
        }
        Ok((json!(rows), text))
    }
}
