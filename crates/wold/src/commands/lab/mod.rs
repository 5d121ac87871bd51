//! `wold lab`: experiments with chance and with networks.

mod net;
mod phantom;
mod random;
mod reaction;
mod reckoning;
mod shuffle;
mod trials;

use clap::{Args, Subcommand};

/// Experiments with chance and with networks.
#[derive(Args)]
pub struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Draw numbers from a generator.
    Random(random::Random),
    /// Run ten tests of randomness on a generator.
    RandomTests(trials::RandomTests),
    /// Shuffle a deck, or measure how well riffles do.
    Shuffle(shuffle::Shuffle),
    /// The expected score of a laying of the Phantom Cube Die.
    PhantomDie(phantom::PhantomDie),
    /// Compare ways to predict where somebody is between two reports.
    Reckoning(reckoning::Reckoning),
    /// Compare every technique against slow and lossy links, or work out what networks carry.
    Net(net::Net),
    /// Measure how soon others see what a player does, over real transports.
    Reaction(reaction::Reaction),
}

impl Lab {
    /// Runs the chosen subcommand.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Random(random) => random.run(),
            Command::RandomTests(tests) => tests.run(),
            Command::Shuffle(shuffle) => shuffle.run(),
            Command::PhantomDie(die) => die.run(),
            Command::Reckoning(reckoning) => reckoning.run(),
            Command::Net(net) => net.run(),
            Command::Reaction(reaction) => reaction.run(),
        }
    }
}
