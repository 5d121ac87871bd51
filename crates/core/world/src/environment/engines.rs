//! The engines of a world: nature, society, and the air.
//!
//! They share tiles but not clocks, so that no tick pays for both. Constants are those of `wold_fields` but for the few below,
//! which fit them to cells of 16 m and steps of about a second.

use crate::config::WorldConfig;
use wold_fields::climate::{Climate, ClimateRules};
use wold_fields::ecology::Ecology;
use wold_fields::economy::Economy;
use wold_fields::engine::{Engine, EngineError, Layout};
use wold_fields::law::Law;
use wold_fields::reputation::Reputation;
use wold_fields::rules::FieldRules;
use wold_fields::scent::Scent;
use wold_fields::stencil::Lattice;
use wold_fields::traffic::Traffic;
use wold_fields::weather::Weather;
use wold_lore::Good;
pub use wold_lore::felt::CELL_METRES;
use wold_space::TICKS_PER_SECOND;

/// Cells along the side of a tile: four chunks.
pub const TILE_CELLS: u32 = 8;
/// The constants in a world. What a world's file changes is scaled like the default it replaces; what follows from other settings, or from how the
/// world counts, it cannot change: the year, the number of renowned, goods and their prices, and how witnesses count.
pub(super) fn rules(config: &WorldConfig) -> FieldRules {
    let environment = &config.environment;
    // Programs check a world's file with `FieldRules::parse_in`, which names the line; what comes here unchecked and wrong counts for nothing.
    let mut rules = environment.rules.rules().unwrap_or_default();
    let steps_a_second = TICKS_PER_SECOND as f64 / f64::from(environment.nature_ticks.max(1));
    let year = environment.year_days * config.day_minutes.max(0.1) * 60.0 * steps_a_second;
    // What lives goes by the year, however many steps that has here: herds that outgrow their pasture within a summer starve in its winter.
    let pace = (f64::from(rules.climate.year) / year.max(1.0)).min(1.0) as f32;
    rules.climate.year = (year as u32).max(1);
    let life = &mut rules.ecology;
    for rate in [&mut life.growth, &mut life.seed, &mut life.bite, &mut life.kill] {
        *rate *= pace;
    }
    for rate in [&mut life.grazers_die, &mut life.hunters_die, &mut life.roam, &mut life.stray] {
        *rate *= pace;
    }
    for rate in [&mut life.fish_grow, &mut life.fish_come, &mut life.birds_grow, &mut life.birds_come] {
        *rate *= pace;
    }
    rules.reputation.groups = environment.renowned.clamp(1, 64);
    // News stays news for minutes, so that it can be carried to the next town.
    rules.reputation.settle *= 0.1;
    // The world counts witnesses itself, by lines of sight.
    (rules.law.sight, rules.law.unseen) = (0.0, 1.0);
    rules.economy.goods = Good::ALL.iter().map(|good| good.label().to_owned()).collect();
    rules.economy.base = Good::ALL.iter().map(|good| good.base()).collect();
    // The laboratory's steps again: people like to have two days' worth in store, prices move by the day, and bread keeps for some.
    let economy = &mut rules.economy;
    let day = day_steps(config);
    economy.horizon = (2.0 * day) as f32;
    economy.adjust = (economy.adjust * 40.0 / day as f32).min(1.0);
    economy.rot = (economy.rot * 140.0 / day as f32).min(1.0);
    rules
}

/// Steps of society in a day.
pub(super) fn day_steps(config: &WorldConfig) -> f64 {
    let steps_a_second = TICKS_PER_SECOND as f64 / f64::from(config.environment.society_ticks.max(1));
    (config.day_minutes.max(0.1) * 60.0 * steps_a_second).max(1.0)
}

fn layout() -> Result<Layout, EngineError> {
    Layout::patchwork(Lattice::Square, TILE_CELLS)
}

/// Weather, climate and ecology.
pub(super) fn nature(rules: &FieldRules) -> Result<Engine, EngineError> {
    let ClimateRules { sea_level, .. } = rules.climate;
    let weather = Weather::new(rules.weather.clone())?;
    let climate = Climate::new(rules.climate.clone())?;
    let ecology = Ecology::new(rules.ecology.clone(), sea_level)?;
    Engine::new(layout()?, vec![Box::new(weather), Box::new(climate), Box::new(ecology)])
}

/// Traffic, reputation, economy and law.
pub(super) fn society(rules: &FieldRules) -> Result<Engine, EngineError> {
    let traffic = Traffic::new(rules.traffic.clone())?;
    let reputation = Reputation::new(rules.reputation.clone())?;
    let economy = Economy::new(rules.economy.clone())?;
    let law = Law::new(rules.law.clone())?;
    Engine::new(layout()?, vec![Box::new(traffic), Box::new(reputation), Box::new(economy), Box::new(law)])
}

/// What the air smells of.
pub(super) fn air(rules: &FieldRules) -> Result<Engine, EngineError> {
    Engine::new(layout()?, vec![Box::new(Scent::new(rules.scent.clone())?)])
}
