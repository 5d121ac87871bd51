//! The way back from a damaged file.
//!
//! Everything that can be read and is whole is copied into a new file: the log up to the last record whose chain holds, the
//! snapshots that are
//! not younger than it, accounts and values. The damaged file is kept beside it under another name. Nothing is changed in place, so
//! a crash on the way leaves the folder as it was.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use wold_space::Tick;

use super::redb_store::{FILE_NAME, RedbStore};
use super::{Store, StoreError, TickRecord};

/// Records copied in one transaction.
const BATCH: usize = 1000;

/// Snapshots copied at most.
const KEEP: usize = 8;

/// What was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// Where the damaged file is now.
    pub backup: PathBuf,
    /// The last tick of the log that could be saved.
    pub last_good: Option<Tick>,
    /// Records saved.
    pub records: u64,
    /// What was wrong; none if nothing was.
    pub damage: Option<StoreError>,
    /// Snapshots, accounts and values that could not be saved.
    pub entries_lost: u64,
}

/// Goes back to the last good point of the world in `folder`. Fails, leaving the folder as it is, when nothing can be read.
pub fn recover_to_last_good(folder: &Path) -> Result<Recovery, StoreError> {
    let place = folder.join(FILE_NAME);
    if !place.is_file() {
        return Err(StoreError::Missing { place });
    }
    let io = |error: std::io::Error| StoreError::Io { place: place.clone(), reason: error.to_string() };
    let backup = free_name(folder);
    // Opening a file may already change it, so the copy comes first and stays untouched.
    fs::copy(&place, &backup).map_err(io)?;
    let workshop = folder.join("recovering");
    let saved = rescue(folder, &workshop);
    let (mut recovery, damaged) = match saved {
        Ok(saved) => saved,
        Err(error) => {
            let _ = fs::remove_dir_all(&workshop);
            fs::rename(&backup, &place).map_err(io)?;
            return Err(error);
        }
    };
    drop(damaged);
    fs::rename(workshop.join(FILE_NAME), &place).map_err(io)?;
    fs::remove_dir_all(&workshop).map_err(io)?;
    fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(io)?;
    recovery.backup = backup;
    Ok(recovery)
}

fn free_name(folder: &Path) -> PathBuf {
    let mut number = 1;
    loop {
        let name = folder.join(format!("{FILE_NAME}.damaged-{number}"));
        if !name.exists() {
            return name;
        }
        number += 1;
    }
}

fn rescue(folder: &Path, workshop: &Path) -> Result<(Recovery, RedbStore), StoreError> {
    let damaged = RedbStore::open_existing(folder)?;
    let _ = fs::remove_dir_all(workshop);
    let fresh = RedbStore::open(workshop, damaged.meta())?;
    let mut recovery =
        Recovery { backup: PathBuf::new(), last_good: None, records: 0, damage: None, entries_lost: 0 };
    copy_log(&damaged, &fresh, &mut recovery)?;
    let mut copied = |found: Result<Option<bytes::Bytes>, StoreError>| match found {
        Ok(value) => value,
        Err(error) => {
            recovery.entries_lost += 1;
            recovery.damage.get_or_insert(error);
            None
        }
    };
    for tick in damaged.snapshots().unwrap_or_default() {
        // The state of a tick whose commands are lost could not be checked.
        if Some(tick) <= recovery.last_good
            && let Some(state) = copied(damaged.snapshot(tick))
        {
            fresh.put_snapshot(tick, &state, KEEP)?;
        }
    }
    for name in damaged.account_names().unwrap_or_default() {
        if let Some(record) = copied(damaged.account(&name)) {
            fresh.put_account(&name, &record)?;
        }
    }
    for key in damaged.value_keys().unwrap_or_default() {
        if let Some(value) = copied(damaged.value(&key)) {
            fresh.put_value(&key, &value)?;
        }
    }
    Ok((recovery, damaged))
}

fn copy_log(damaged: &RedbStore, fresh: &RedbStore, recovery: &mut Recovery) -> Result<(), StoreError> {
    let mut batch: Vec<TickRecord> = Vec::with_capacity(BATCH);
    let mut failed = None;
    let scanned = damaged.scan(Tick(0), &mut |record| {
        recovery.last_good = Some(record.tick);
        recovery.records += 1;
        batch.push(record);
        if batch.len() == BATCH {
            if let Err(error) = fresh.append(&batch) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            batch.clear();
        }
        ControlFlow::Continue(())
    });
    if let Some(error) = failed {
        return Err(error);
    }
    fresh.append(&batch)?;
    match scanned {
        Err(error) if !error.is_damage() => Err(error),
        scanned => {
            recovery.damage = scanned.err();
            Ok(())
        }
    }
}
