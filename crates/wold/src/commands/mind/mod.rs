//! `wold mind`: what minds remember, reason and decide with, from files.

mod bayes;
mod chart;
mod csp;
mod dempster;
mod fuzzy;
mod gossip;
mod learn;
mod optimise;
mod plan;
mod prefer;
mod sequence;
mod tree;
mod wumpus;

use crate::commands::input;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use std::path::Path;

/// Rumours, charts and reasoning from files.
#[derive(Args)]
pub struct Mind {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play a story of deeds and tellings, and explain who believes what.
    Gossip(gossip::Gossip),
    /// Run a state chart, check it, draw it.
    Chart(chart::ChartCommand),
    /// Ask a Bayesian network, or teach it.
    Bayes(bayes::Bayes),
    /// Combine evidence by Dempster and Shafer, Yager, or Dubois and Prade.
    Dempster(dempster::Dempster),
    /// Decide by fuzzy rules.
    Fuzzy(fuzzy::Fuzzy),
    /// Solve n queens or a monkey puzzle.
    Csp(csp::Csp),
    /// Grow, show and apply decision trees.
    Tree(tree::TreeCommand),
    /// Predict or imitate a sequence.
    Sequence(sequence::Sequence),
    /// Train a small net, draw up a self-organising map, or learn hidden states.
    Learn(learn::Learn),
    /// Let optimisers balance troops or climb peaks.
    Optimise(optimise::Optimise),
    /// Plan by a hierarchy of tasks, and say why so.
    Plan(plan::Plan),
    /// Choose under wishes that can be met in part.
    Prefer(prefer::Prefer),
    /// Hunt the wumpus many times.
    Wumpus(wumpus::Wumpus),
}

impl Mind {
    /// Runs the chosen subcommand.
    pub fn run(self) -> Result<()> {
        match self.command {
            Command::Gossip(command) => command.run(),
            Command::Chart(command) => command.run(),
            Command::Bayes(command) => command.run(),
            Command::Dempster(command) => command.run(),
            Command::Fuzzy(command) => command.run(),
            Command::Csp(command) => command.run(),
            Command::Tree(command) => command.run(),
            Command::Sequence(command) => command.run(),
            Command::Learn(command) => command.run(),
            Command::Optimise(command) => command.run(),
            Command::Plan(command) => command.run(),
            Command::Prefer(command) => command.run(),
            Command::Wumpus(command) => command.run(),
        }
    }
}

/// The largest file that is read.
const MOST_BYTES: u64 = 64 << 20;

/// A text file.
fn read(path: &Path) -> Result<String> {
    input::text(path, MOST_BYTES)
}

/// `name=value`.
fn setting(text: &str) -> Result<(String, String)> {
    let (name, value) = text.split_once('=').with_context(|| format!("{text:?} is not NAME=VALUE"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
