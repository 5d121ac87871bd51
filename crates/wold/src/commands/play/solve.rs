//! `wold play solve`: exact values.

use super::{seconds, table};
use crate::commands::output;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use wold_arena::Ending;

/// Find the exact value of a game or a position.
#[derive(Args)]
#[command(after_help = "Examples:\n  wold play solve noughts --json\n  wold play solve division-nim:20\n  \
                        wold play solve noughts --position 'x../.o./..x'")]
pub struct Solve {
    /// The game.
    game: String,
    /// A position: rows of x, o and . from the top joined by /, then x or o to move.
    #[arg(long)]
    position: Option<String>,
    /// Moves made so far, joined by commas.
    #[arg(long)]
    moves: Option<String>,
    /// Positions looked at, at most.
    #[arg(long, default_value_t = 200_000_000)]
    nodes: u64,
    /// Seconds, at most.
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Solve {
    /// Solves and prints.
    pub fn run(&self) -> Result<()> {
        let table = table(&self.game, self.position.as_deref(), self.moves.as_deref())?;
        let thought = table.solve(&seconds(self.seconds)?.and_nodes(self.nodes));
        if self.json {
            let mut answer = json!(thought);
            answer["game"] = self.game.clone().into();
            return output::print_json(&answer);
        }
        let verdict = match thought.ending {
            Ending::Complete | Ending::Over => format!("value {:+.4} for the side to move", thought.value),
            Ending::Partial(_) => {
                format!("value between {:+} and {:+}; {}", thought.bounds.0, thought.bounds.1, thought.ending)
            }
        };
        output::print(&format!(
            "{}{verdict}\nline  {}\nnodes {}\n",
            table.board().draw(),
            thought.line.join(" "),
            thought.stats.nodes
        ))
    }
}
