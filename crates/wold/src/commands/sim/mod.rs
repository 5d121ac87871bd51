//! `wold sim`: fields without a game.

mod bench;
mod combat;
mod ecology;
mod flow;
mod ground;
mod influence;
mod models;
mod people;
mod petri;
pub mod picture;
mod search;
mod senses;
mod weather;

use crate::commands::input;
use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use wold_fields::rules::FieldRules;

/// Fields without a game: weather, reputation, economy, law, ecology.
#[derive(Args)]
pub struct Sim {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Wind, moisture and rain over land; with --climate seasons, clouds, snow and soil.
    Weather(weather::Weather),
    /// Word of mouth, carried by agents between places.
    Reputation(people::Reputation),
    /// Goods and prices, carried by agents between places.
    Economy(people::Economy),
    /// Crime, guards and deterrence among agents.
    Law(people::Law),
    /// Plants, grazers and hunters, bound to the weather.
    Ecology(ecology::Ecology),
    /// Influence of factions on a scene, combined by a recipe.
    Influence(influence::InfluenceCommand),
    /// The threat of foes on a scene as points that flow round walls.
    Flow(flow::FlowCommand),
    /// A Petri net: events, what it conserves, a drawing.
    Petri(petri::Petri),
    /// Who would win: predicted, learned, and fought out.
    Combat(combat::Combat),
    /// Who is noticed, when and why: watchers and those who would not be seen.
    Senses(senses::Senses),
    /// A group that looks for somebody on a scene, against walking at random.
    Search(search::Search),
    /// Time weather and reputation at several sizes.
    Bench(bench::Bench),
}

impl Sim {
    /// Runs the chosen subcommand.
    pub fn run(self) -> Result<()> {
        match self.command {
            Command::Weather(weather) => weather.run(),
            Command::Reputation(reputation) => reputation.run(),
            Command::Economy(economy) => economy.run(),
            Command::Law(law) => law.run(),
            Command::Ecology(ecology) => ecology.run(),
            Command::Influence(influence) => influence.run(),
            Command::Flow(flow) => flow.run(),
            Command::Petri(petri) => petri.run(),
            Command::Combat(combat) => combat.run(),
            Command::Senses(senses) => senses.run(),
            Command::Search(search) => search.run(),
            Command::Bench(bench) => bench.run(),
        }
    }
}

/// The most steps of a run.
const MOST_STEPS: u64 = 10_000_000;

/// The constants, with those of a file laid over them.
fn rules(path: Option<&PathBuf>) -> Result<FieldRules> {
    let Some(path) = path else { return Ok(FieldRules::default()) };
    FieldRules::parse(&input::text(path, 1 << 20)?).with_context(|| path.display().to_string())
}

/// Checks a number of steps.
fn check_steps(steps: u64) -> Result<()> {
    ensure!((1..=MOST_STEPS).contains(&steps), "--steps must be 1 to {MOST_STEPS}, not {steps}");
    Ok(())
}
