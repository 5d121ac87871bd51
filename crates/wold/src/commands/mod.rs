//! The subcommands.

mod history;
mod serve;

use clap::{Parser, Subcommand};

/// Persistent multiplayer worlds that live.
#[derive(Parser)]
#[command(name = "wold", version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve a world to browsers and bots.
    Serve(serve::Serve),
    /// Replay, check and list a world's history.
    History(history::History),
}

impl Cli {
    /// Runs the chosen subcommand; an error is printed by the caller in one line.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Serve(serve) => serve.run(),
            Command::History(history) => history.run(),
        }
    }
}
