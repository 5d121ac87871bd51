//! From a folder to a running world and back: the seed is the world, the log is its history.
//!
//! A world is opened by restoring its newest snapshot and replaying the log from there; every hash on the way is checked.
//! [`retell`] replays the whole log from the world's birth, or from where a log under these rules begins. A world of an older version is brought
//! over once ([`open`]); one that is damaged, or whose replay comes out differently, has a way back ([`recover`]).

mod bring_over;
mod way_back;

use crate::shelf::ChunkShelf;
use crate::store::{FolderStore, LogConfig, Store, StoreError, TickRecord, WorldMeta};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_space::Tick;
use wold_world::registry::RestoreError;
use wold_world::{Command, Origin, Realm, Rules, TickReport, WorldConfig, decode_commands};

pub use bring_over::{BroughtOver, bring_over};
pub use way_back::{Recovery, recover};

/// Version of the rules and of the log: a world of another version cannot be replayed hash for hash, and is brought over.
pub const WORLD_VERSION: u32 = 11;

/// Why a world cannot be brought back.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The store has a say.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A snapshot is of no use.
    #[error("the snapshot of tick {tick}: {error}")]
    Snapshot {
        /// Which.
        tick: Tick,
        /// Why.
        error: RestoreError,
    },
    /// A record holds no commands.
    #[error("tick {tick}: the log's commands cannot be read")]
    Commands {
        /// Which tick.
        tick: Tick,
    },
    /// The replay came out differently.
    #[error(
        "tick {tick}: the replayed world differs from the one that was logged; \
         `wold history recover` on its folder sets the log aside from there on and goes back to before it"
    )]
    Differs {
        /// The first tick whose hash differs.
        tick: Tick,
    },
    /// The world's settings in the folder cannot be read.
    #[error("the world's settings in the folder cannot be read: {0}")]
    Settings(String),
    /// The world plays a game this program does not have, or in a way it cannot be played.
    #[error("the world plays {name:?}: {reason}")]
    Game {
        /// As the world's settings name it.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Finds a game by what the world's settings say of it, for the land of this seed; an error says why there is none.
pub type Games = fn(&str, &Genesis) -> Result<Box<dyn Rules>, String>;

/// No games at all.
pub fn no_games(_: &str, _: &Genesis) -> Result<Box<dyn Rules>, String> {
    Err("this program knows no games".into())
}

const SETTINGS: &str = "world";

/// What a world is made from: its seed's land, kept on a shelf, its settings and its games.
pub fn origin(
    genesis: &Genesis,
    config: WorldConfig,
    games: Games,
) -> Result<(Origin, Arc<ChunkShelf>), ArchiveError> {
    let find = |name: &String| {
        games(name, genesis).map_err(|reason| ArchiveError::Game { name: name.clone(), reason })
    };
    let rules: Vec<Box<dyn Rules>> = config.games.iter().map(find).collect::<Result<_, _>>()?;
    no_verb_twice(&config.games, &rules)?;
    let own = rules.iter().find_map(|game| game.land());
    let (land, start) = own.unwrap_or_else(|| (Arc::new(genesis.clone()), genesis.start()));
    let seed = genesis.seed();
    let shelf = ChunkShelf::new(land);
    let source = shelf.clone();
    Ok((Origin { seed, source, start, config, rules }, shelf))
}

/// A verb that two games claim would go to whichever asks first.
fn no_verb_twice(names: &[String], rules: &[Box<dyn Rules>]) -> Result<(), ArchiveError> {
    let mut claimed = std::collections::BTreeMap::new();
    for (name, game) in names.iter().zip(rules) {
        for verb in game.verbs() {
            if let Some(other) = claimed.insert(verb, name) {
                let reason = format!("its verb {verb} is claimed by {other:?} as well");
                return Err(ArchiveError::Game { name: name.clone(), reason });
            }
        }
    }
    Ok(())
}

/// What a fresh folder is marked with.
#[must_use]
pub fn meta(seed: u64, created: u64) -> WorldMeta {
    WorldMeta { seed, version: WORLD_VERSION, created }
}

/// Opens the world of a seed in a folder, or makes it. A world of an older version is brought over first; the old one stays beside it.
pub fn open(
    folder: &Path,
    seed: u64,
    created: u64,
    config: LogConfig,
    games: Games,
) -> Result<FolderStore, ArchiveError> {
    let wanted = meta(seed, created);
    match FolderStore::open(folder, &wanted, config.clone()) {
        Err(StoreError::OtherWorld { found, .. })
            if found.seed == wanted.seed && found.version < wanted.version =>
        {
            let brought = bring_over(folder, games)?;
            tracing::warn!("{}: {brought}", folder.display());
            Ok(FolderStore::open(folder, &wanted, config)?)
        }
        opened => Ok(opened?),
    }
}

/// The settings a world was made with; a new world keeps `wanted`.
pub fn settings(store: &dyn Store, wanted: WorldConfig) -> Result<WorldConfig, ArchiveError> {
    match stored_settings(store)? {
        Some(config) => Ok(config),
        None => {
            let bytes =
                serde_json::to_vec(&wanted).map_err(|error| ArchiveError::Settings(error.to_string()))?;
            store.put_value(SETTINGS, &bytes)?;
            Ok(wanted)
        }
    }
}

/// How often this world was started; part of every guest's number, so that numbers are never used twice.
pub fn next_boot(store: &dyn Store) -> Result<u64, StoreError> {
    const KEY: &str = "boots";
    let before =
        store.value(KEY)?.and_then(|bytes| bytes[..].try_into().ok().map(u64::from_le_bytes)).unwrap_or(0);
    let boot = before + 1;
    store.put_value(KEY, &boot.to_le_bytes())?;
    Ok(boot)
}

fn stored_settings(store: &dyn Store) -> Result<Option<WorldConfig>, ArchiveError> {
    let Some(bytes) = store.value(SETTINGS)? else { return Ok(None) };
    let config: WorldConfig =
        serde_json::from_slice(&bytes).map_err(|error| ArchiveError::Settings(error.to_string()))?;
    config.check().map_err(|error| ArchiveError::Settings(error.to_string()))?;
    Ok(Some(config))
}

/// What a replay did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Replayed {
    /// Ticks computed.
    pub ticks: u64,
    /// Records read.
    pub records: u64,
    /// Hashes compared.
    pub hashes: u64,
    /// Hashes that differ, and records whose commands cannot be read; always 0 for a log of this version.
    pub differing: u64,
}

/// Brings a realm from its newest snapshot to the end of its log.
pub fn resume(realm: &mut Realm, store: &dyn Store) -> Result<Replayed, ArchiveError> {
    if let Some((tick, state)) = store.latest_snapshot()? {
        realm.restore(&state).map_err(|error| ArchiveError::Snapshot { tick, error })?;
    }
    replay(realm, store, Faith::Exact, &mut |_, _, _| ControlFlow::Continue(()))
}

/// How a log is replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Faith {
    /// Under the rules it was written by: every hash is right.
    Exact,
    /// Under other rules: as it comes, and what differs is counted.
    Loose,
}

/// Hears of every tick of a replay: the world after it, what was commanded, and what came of it.
pub type Listener<'a> = dyn FnMut(&Realm, &[Command], &TickReport) -> ControlFlow<()> + 'a;

/// Replays a log from its beginning, checks every hash, and lets somebody listen; it ends with the log, or when they have heard
/// enough. A log of another version comes out as it may; what differs is counted.
pub fn retell(
    store: &dyn Store,
    games: Games,
    listener: &mut Listener<'_>,
) -> Result<(Realm, Replayed), ArchiveError> {
    let config = stored_settings(store)?.unwrap_or_default();
    let (origin, _) = origin(&Genesis::new(Seed(store.meta().seed)), config, games)?;
    let mut realm = Realm::new(origin);
    if let Some((tick, state)) = store.beginning()? {
        realm.restore(&state).map_err(|error| ArchiveError::Snapshot { tick, error })?;
    }
    let faith = if store.meta().version == WORLD_VERSION { Faith::Exact } else { Faith::Loose };
    let done = replay(&mut realm, store, faith, listener)?;
    Ok((realm, done))
}

fn replay(
    realm: &mut Realm,
    store: &dyn Store,
    faith: Faith,
    listener: &mut Listener<'_>,
) -> Result<Replayed, ArchiveError> {
    let mut done = Replayed::default();
    let mut failure = None;
    store.scan(realm.now().next(), &mut |record| {
        replay_record(realm, &record, faith, &mut done, listener).unwrap_or_else(|error| {
            failure = Some(error);
            ControlFlow::Break(())
        })
    })?;
    failure.map_or(Ok(done), Err)
}

fn replay_record(
    realm: &mut Realm,
    record: &TickRecord,
    faith: Faith,
    done: &mut Replayed,
    listener: &mut Listener<'_>,
) -> Result<ControlFlow<()>, ArchiveError> {
    let tick = record.tick;
    let commands = match decode_commands(&record.payload) {
        Ok(commands) => commands,
        Err(_) if faith == Faith::Loose => {
            done.differing += 1;
            Vec::new()
        }
        Err(_) => return Err(ArchiveError::Commands { tick }),
    };
    // Ticks in which nobody did anything are not in the log.
    while realm.now().next() < tick {
        let report = realm.step(Vec::new());
        done.ticks += 1;
        if listener(realm, &[], &report).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    let report = realm.step(commands.clone());
    done.ticks += 1;
    done.records += 1;
    if let (Some(logged), Some(now)) = (record.hash, report.hash) {
        done.hashes += 1;
        if logged != now && faith == Faith::Loose {
            done.differing += 1;
        } else if logged != now {
            return Err(ArchiveError::Differs { tick });
        }
    }
    Ok(listener(realm, &commands, &report))
}

#[cfg(test)]
#[path = "archive_tests.rs"]
mod tests;
