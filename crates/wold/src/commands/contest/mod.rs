//! `wold contest`: tournaments and ratings.

mod format;
mod pairings;
mod rate;
mod seed;
mod simulate;

use clap::{Args, Subcommand};

/// Tournaments: pairings, seedings, simulations; ratings from results.
#[derive(Args)]
pub struct Contest {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List who meets whom, as far as it is known before the first result.
    Pairings(pairings::Pairings),
    /// Fill a bracket.
    Seed(seed::Seed),
    /// Play many tournaments between players of known strength.
    Simulate(simulate::Simulate),
    /// Rate the players of a table of results.
    Rate(rate::Rate),
}

impl Contest {
    /// Runs the chosen subcommand.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Pairings(pairings) => pairings.run(),
            Command::Seed(seed) => seed.run(),
            Command::Simulate(simulate) => simulate.run(),
            Command::Rate(rate) => rate.run(),
        }
    }
}
