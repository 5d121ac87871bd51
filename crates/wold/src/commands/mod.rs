//! The subcommands, one file or folder each.

pub mod contest;
mod history;
mod inhabit;
pub mod input;
mod lab;
mod live;
mod mind;
pub mod output;
mod play;
mod query;
mod relay;
mod serve;
mod sim;
mod way;
mod world;

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
    /// Show a host's world to many who look on, from one line to the host.
    Relay(relay::Relay),
    /// Let inhabitants live in the world of a host, and report how it serves them.
    Inhabit(inhabit::Inhabit),
    /// Let a world and its people live at full speed, and report how they fared.
    Live(live::Live),
    /// Replay, check and list a world's history.
    History(history::History),
    /// Make, draw and inspect a world.
    World(world::World),
    /// Fields without a game: weather, reputation, economy, law, ecology.
    Sim(sim::Sim),
    /// Find ways on maps and meshes; let flocks fly.
    Way(way::Way),
    /// Rumours, state charts and reasoning from files.
    Mind(mind::Mind),
    /// Ask for tactical places on a scene, and learn why.
    Query(query::QueryCommand),
    /// Play board games, solve them, and let engines meet.
    Play(play::Play),
    /// Tournaments: pairings, seedings, simulations; ratings from results.
    Contest(contest::Contest),
    /// Experiments with chance and with networks.
    Lab(lab::Lab),
}

impl Cli {
    /// Runs the chosen subcommand; an error is printed by the caller in one line.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Serve(serve) => serve.run(),
            Command::Relay(relay) => relay.run(),
            Command::Inhabit(inhabit) => inhabit.run(),
            Command::Live(live) => live.run(),
            Command::History(history) => history.run(),
            Command::World(world) => world.run(),
            Command::Sim(sim) => sim.run(),
            Command::Way(way) => way.run(),
            Command::Mind(mind) => mind.run(),
            Command::Query(query) => query.run(),
            Command::Play(play) => play.run(),
            Command::Contest(contest) => contest.run(),
            Command::Lab(lab) => lab.run(),
        }
    }
}
