//! A world of an older version goes on under the present rules.
//!
//! Its newest snapshot that can be read is restored and the rest of its log replayed under the present rules, as it comes: hashes
//! will differ, for the rules do. The state there is the base of a new store; accounts and values go with it. The old store is not changed, and a
//! crash on the way leaves only the old one.

use super::{ArchiveError, Faith, Games, Replayed, WORLD_VERSION, origin, replay, stored_settings};
use crate::store::{Move, Store, StoreError};
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_space::Tick;
use wold_world::Realm;
use wold_world::parts::{Person, Thing};

/// What was brought over.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct BroughtOver {
    /// From which version.
    pub from: u32,
    /// The world's tick.
    pub tick: Tick,
    /// What was replayed behind the snapshot.
    pub replayed: Replayed,
    /// People with a body in it, those away included.
    pub people: usize,
    /// Things, lying about and in bags.
    pub things: usize,
    /// Accounts and values that go with it.
    pub entries: u64,
    /// What could not be read.
    pub lost: Vec<String>,
}

impl fmt::Display for BroughtOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, tick, replayed, people, things, entries, lost } = self;
        write!(
            f,
            "brought over from version {from} to {WORLD_VERSION} at tick {tick}: {} ticks replayed by new rules, {} of {} hashes differ, \
             {people} people, {things} things, {entries} accounts and values; the old world is kept",
            replayed.ticks, replayed.differing, replayed.hashes
        )?;
        lost.iter().try_for_each(|loss| write!(f, "; lost: {loss}"))
    }
}

/// Brings the world in a folder over to this version.
pub fn bring_over(folder: &Path, games: Games) -> Result<BroughtOver, ArchiveError> {
    let moving = Move::begin(folder, WORLD_VERSION)?;
    let old = &*moving.old;
    let mut lost = Vec::new();
    let mut entries = 0;
    let mut whole = |found: Result<Option<bytes::Bytes>, StoreError>| match found {
        Err(error) if error.is_damage() => {
            lost.push(error.to_string());
            Ok(None)
        }
        found => {
            entries += 1;
            found
        }
    };
    for name in old.account_names()? {
        if let Some(record) = whole(old.account(&name))? {
            moving.new.put_account(&name, &record)?;
        }
    }
    for key in old.value_keys()? {
        if let Some(value) = whole(old.value(&key))? {
            moving.new.put_value(&key, &value)?;
        }
    }
    let (mut realm, replayed) = brought_up(old, games, &mut lost)?;
    let world = realm.ecs_mut();
    let people = world.query::<&Person>().iter(world).count();
    let things = world.query::<&Thing>().iter(world).count();
    moving.new.put_base(realm.now(), &realm.save())?;
    let from = old.meta().version;
    moving.finish()?;
    Ok(BroughtOver { from, tick: realm.now(), replayed, people, things, entries, lost })
}

/// The world at the end of its log, or before the first damage.
fn brought_up(
    old: &dyn Store,
    games: Games,
    lost: &mut Vec<String>,
) -> Result<(Realm, Replayed), ArchiveError> {
    let genesis = Genesis::new(Seed(old.meta().seed));
    let fresh = || {
        let config = stored_settings(old)?.unwrap_or_default();
        Ok::<_, ArchiveError>(Realm::new(origin(&genesis, config, games)?.0))
    };
    let mut realm = fresh()?;
    for tick in old.snapshots()?.into_iter().rev() {
        let restored = match old.snapshot(tick) {
            Ok(Some(state)) => realm.restore(&state).map_err(|error| ArchiveError::Snapshot { tick, error }),
            Ok(None) => continue,
            Err(error) => Err(error.into()),
        };
        match restored {
            Ok(()) => break,
            Err(error) => {
                lost.push(error.to_string());
                realm = fresh()?;
            }
        }
    }
    match replay(&mut realm, old, Faith::Loose, &mut |_, _, _| ControlFlow::Continue(())) {
        Err(ArchiveError::Store(error)) if error.is_damage() => {
            lost.push(error.to_string());
            Ok((realm, Replayed::default()))
        }
        replayed => Ok((realm, replayed?)),
    }
}
