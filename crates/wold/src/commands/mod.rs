//! The subcommands.

mod inhabit;

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
    Inhabit(inhabit::Inhabit),
}

impl Cli {
    /// Runs the chosen subcommand; an error is printed by the caller in one line.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Inhabit(inhabit) => inhabit.run(),
        }
    }
}
