//! `wold contest`: tournaments and ratings.

mod club;
mod collusion;
mod compare;
mod fixing;
mod format;
mod pairings;
mod queue;
mod rate;
mod run;
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
    /// Run a league: engines play, people's results are handed in.
    Run(run::Run),
    /// List who meets whom, as far as it is known before the first result.
    Pairings(pairings::Pairings),
    /// Fill a bracket.
    Seed(seed::Seed),
    /// Play many tournaments between players of known strength.
    Simulate(simulate::Simulate),
    /// Compare all formats: matches, rounds, how often the best wins.
    Compare(compare::Compare),
    /// Rate the players of a table of results.
    Rate(rate::Rate),
    /// Keep a ladder that never ends.
    Club(club::KeepClub),
    /// Simulate matchmaking.
    Queue(queue::Queue),
    /// Look for collusion and hidden strength in results.
    Collusion(collusion::Collusion),
    /// Find matches worth throwing.
    Fixing(fixing::Fixing),
}

impl Contest {
    /// Runs the chosen subcommand.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Run(run) => run.run(),
            Command::Pairings(pairings) => pairings.run(),
            Command::Seed(seed) => seed.run(),
            Command::Simulate(simulate) => simulate.run(),
            Command::Compare(compare) => compare.run(),
            Command::Rate(rate) => rate.run(),
            Command::Club(club) => club.run(),
            Command::Queue(queue) => queue.run(),
            Command::Collusion(collusion) => collusion.run(),
            Command::Fixing(fixing) => fixing.run(),
        }
    }
}
