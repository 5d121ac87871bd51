//! What a game writes down of a world's history.

use super::wars::LONGEST_LOG;
use crate::commands::input;
use anyhow::{Context, Error, Result, ensure};
use std::path::{Path, PathBuf};
use wold_chance::Seed;
use wold_conquero::Map;
use wold_conquero::bots::{self, Schooling};
use wold_conquero::plugin::WarChronicle;
use wold_game::{Chronicle, Game};
use wold_host::store::open_history;

/// Replays a world for somebody who writes a game down; every hash on the way is checked. The world's seed.
fn retold(dir: &Path, chronicle: &mut dyn Chronicle) -> Result<Seed> {
    let store = open_history(dir)?;
    super::replayed(&*store, &mut |realm, _, _| chronicle.note(realm))?;
    Ok(Seed(store.meta().seed))
}

/// What a game makes of a world's history, and the world's seed.
pub fn chronicle_of(game: &dyn Game, dir: &Path) -> Result<(String, Seed)> {
    let none = || format!("nobody played {} in {}", game.name(), dir.display());
    let mut chronicle = game.chronicle().with_context(none)?;
    let seed = retold(dir, &mut *chronicle)?;
    Ok((chronicle.finish().with_context(none)?, seed))
}

/// The war of a world in which Conquero was played, and its map.
pub fn war_of(dir: &Path) -> Result<(Map, String)> {
    let mut chronicle = WarChronicle::default();
    retold(dir, &mut chronicle)?;
    chronicle.log().with_context(|| format!("nobody played Conquero in {}", dir.display()))
}

/// Reads what Conquero's bots are taught on a map: trees, and a war that is written or was played in a world whose folder it is.
pub fn school(trees: &[PathBuf], replay: Option<&Path>, map: &Map) -> Result<Schooling> {
    let read = |path: &PathBuf| Ok((path.display().to_string(), input::text(path, input::SETTINGS)?));
    let trees = trees.iter().map(read).collect::<Result<Vec<(String, String)>>>()?;
    let replay = match replay {
        Some(path) if path.is_dir() => {
            let (played, text) = war_of(path)?;
            ensure!(played == *map, "the war in {} was on another map", path.display());
            Some((path.display().to_string(), text))
        }
        Some(path) => Some((path.display().to_string(), input::text(path, LONGEST_LOG)?)),
        None => None,
    };
    let trees = trees.iter().map(|(file, text)| (file.as_str(), text.as_str()));
    let replay = replay.as_ref().map(|(file, text)| (file.as_str(), text.as_str()));
    bots::school(trees, replay, map).map_err(Error::msg)
}
