//! The games this program has, by the names that worlds use in their files, and the worlds made for them.

use wold_conquero::Conquero;
use wold_genesis::Genesis;
use wold_land::Physique;
use wold_world::environment::EnvironmentConfig;
use wold_world::{Rules, WorldConfig};

/// The game that a world's settings name; the words after the name are the game's own.
pub fn game(words: &str, genesis: &Genesis) -> Result<Box<dyn Rules>, String> {
    let (name, settings) = words.trim().split_once(char::is_whitespace).unwrap_or((words.trim(), ""));
    match name {
        "tag" if settings.is_empty() => Ok(Box::new(wold_tag::Tag)),
        "tag" => Err("tag has no settings".into()),
        "conquero" => {
            let game = Conquero::new(settings.parse()?, genesis).map_err(|error| error.to_string())?;
            Ok(Box::new(game))
        }
        _ => Err("this program does not know it; the games are conquero and tag".into()),
    }
}

/// A world made for Conquero: bright day, quick legs, nobody out of breath. Only a living one has weather and opinions.
pub fn conquero_world(living: bool) -> WorldConfig {
    let physique =
        Physique { walk: 4.0, run: 8.5, acceleration: 40.0, breath_spent: 0.0, ..Physique::default() };
    let environment = EnvironmentConfig { enabled: living, guard_every: 0, ..EnvironmentConfig::default() };
    WorldConfig {
        name: "Conquero".into(),
        day_minutes: 240.0,
        first_hour: 10.0,
        physique,
        environment,
        ..WorldConfig::default()
    }
}
