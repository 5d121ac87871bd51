//! The way back after damage, or when the replay of a log does not come out as it was lived.

use super::{ArchiveError, Games, Replayed, WORLD_VERSION, bring_over, origin, resume, stored_settings};
use crate::store::{FILE_NAME, FolderStore, Loss, Store, StoreError};
use serde::Serialize;
use std::path::Path;
use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_world::Realm;

/// What was found and done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recovery {
    /// The seed of the world.
    pub seed: u64,
    /// The version of its rules.
    pub version: u32,
    /// The tick at which the world goes on; none if it is not of this program's version.
    pub tick: Option<u64>,
    /// Hashes found right on the way there.
    pub hashes: u64,
    /// What is missing.
    pub losses: Vec<Loss>,
    /// A line on what was brought over from an older version.
    pub brought_over: Option<String>,
}

/// Brings the world in a folder in order: reads everything, sets aside what is damaged, and replays from the newest snapshot. Where that
/// comes out differently, the log is set aside from there on.
pub fn recover(folder: &Path, games: Games) -> Result<Recovery, ArchiveError> {
    let mut brought_over = None;
    let mut store = match FolderStore::recover(folder) {
        Err(StoreError::Missing { .. }) if folder.join(FILE_NAME).is_file() => {
            brought_over = Some(bring_over(folder, games)?.to_string());
            FolderStore::recover(folder)?
        }
        opened => opened?,
    };
    let mut tick = None;
    let mut hashes = 0;
    if store.meta().version == WORLD_VERSION {
        loop {
            match resumed(&store, games) {
                Ok((realm, done)) => {
                    tick = Some(realm.now().0);
                    hashes = done.hashes;
                    break;
                }
                Err(ArchiveError::Differs { tick } | ArchiveError::Commands { tick }) => {
                    // It becomes shorter every time, so this ends.
                    if store.set_aside_from(tick)?.is_none() {
                        return Err(ArchiveError::Differs { tick });
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }
    let meta = store.meta();
    let (seed, version, losses) = (meta.seed, meta.version, store.losses().to_vec());
    Ok(Recovery { seed, version, tick, hashes, losses, brought_over })
}

fn resumed(store: &dyn Store, games: Games) -> Result<(Realm, Replayed), ArchiveError> {
    let config = stored_settings(store)?.unwrap_or_default();
    let (origin, _) = origin(&Genesis::new(Seed(store.meta().seed)), config, games)?;
    let mut realm = Realm::new(origin);
    let done = resume(&mut realm, store)?;
    Ok((realm, done))
}
