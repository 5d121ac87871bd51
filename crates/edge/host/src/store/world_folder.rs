//! A world's folder: one owner, one store for each version of the rules, and one way to open it.
//!
//! ```text
//! lock          held by whoever has the world open
//! version-6/    the store of the world under the rules of version 6
//! world.redb    the world under version 4 and before; never changed by this version
//! ```
//!
//! When the rules change, the world is brought over into a store of its own (see [`archive`](crate::archive)), which appears under its name in
//! one step. The old one stays beside it as it was, and can be read as history by its name.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::disk::{RealDisk, sync_folder};
use super::folder_store::{FolderStore, INNER, Manner, io_error};
use super::redb_file::{self, RedbFile};
use super::retention::LogConfig;
use super::survey::LOG;
use super::{Store, StoreError, WorldMeta};

const LOCK: &str = "lock";

/// Keeps other processes out of a folder as long as it lives.
#[derive(Debug)]
pub struct FolderLock(#[expect(dead_code, reason = "held, never read")] File);

impl FolderLock {
    /// Takes a folder, which must exist.
    pub fn take(folder: &Path) -> Result<Self, StoreError> {
        let place = folder.join(LOCK);
        let opened = File::options().write(true).create(true).truncate(false).open(&place);
        let file = opened.map_err(|error| io_error(&place, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { place: folder.to_owned() }),
            Err(TryLockError::Error(error)) => Err(io_error(&place, &error)),
        }
    }
}

/// The folder of the store of a version.
fn home(folder: &Path, version: u32) -> PathBuf {
    folder.join(format!("version-{version}"))
}

/// Versions that have a store in the folder, oldest first.
fn versions(folder: &Path) -> Vec<u32> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    let number = |entry: fs::DirEntry| {
        entry.file_name().to_str()?.strip_prefix("version-")?.parse().ok().filter(|_| entry.path().is_dir())
    };
    let mut versions: Vec<u32> = names.filter_map(number).collect();
    versions.sort_unstable();
    versions
}

impl FolderStore {
    /// Opens the world in `folder`, or makes it. A folder of another seed, or of another version alone, is refused.
    pub fn open(folder: &Path, wanted: &WorldMeta, config: LogConfig) -> Result<Self, StoreError> {
        fs::create_dir_all(folder).map_err(|error| io_error(folder, &error))?;
        let lock = FolderLock::take(folder)?;
        let home = home(folder, wanted.version);
        if !home.is_dir()
            && let Some(found) = other_version(folder)?
        {
            let place = folder.to_owned();
            return Err(StoreError::OtherWorld { place, found, wanted: wanted.clone() });
        }
        if versions(folder).last().is_some_and(|&newest| newest > wanted.version) {
            tracing::warn!("{}: a newer version of this world stands beside", folder.display());
        }
        Ok(Self::at(&home, Some(wanted), config, Manner::Mend)?.locked(lock))
    }

    /// Opens the newest store in `folder` and brings it in order, after reading everything; it must exist.
    pub fn recover(folder: &Path) -> Result<Self, StoreError> {
        let missing = || StoreError::Missing { place: folder.to_owned() };
        let version = *versions(folder).last().ok_or_else(missing)?;
        let lock = FolderLock::take(folder)?;
        let store = Self::at(&home(folder, version), None, LogConfig::default(), Manner::MendFully)?;
        Ok(store.locked(lock))
    }

    /// A store of its own, without a lock.
    fn at(
        home: &Path,
        wanted: Option<&WorldMeta>,
        config: LogConfig,
        manner: Manner,
    ) -> Result<Self, StoreError> {
        let failed = |error: io::Error| io_error(home, &error);
        let disk = match manner {
            Manner::Look => RealDisk::existing(home),
            _ => RealDisk::make(home, &INNER).map_err(failed)?,
        };
        Self::with(Arc::new(disk), home.to_owned(), wanted, config, manner)
    }
}

/// Which world of another version is in the folder.
fn other_version(folder: &Path) -> Result<Option<WorldMeta>, StoreError> {
    match old_store(folder)? {
        Some(store) => Ok(Some(store.meta().clone())),
        None => Ok(None),
    }
}

/// The newest store in a folder, whatever its version, to be read. The folder must be locked by the caller.
fn old_store(folder: &Path) -> Result<Option<Box<dyn Store>>, StoreError> {
    if let Some(&version) = versions(folder).last() {
        let home = home(folder, version);
        return Ok(Some(Box::new(FolderStore::at(&home, None, LogConfig::default(), Manner::Mend)?)));
    }
    let file = folder.join(redb_file::FILE_NAME);
    if file.is_file() {
        return Ok(Some(Box::new(RedbFile::open(&file)?)));
    }
    Ok(None)
}

/// A world of another version and the store it is to be brought over into. The new store is there only after [`Move::finish`].
pub struct Move {
    folder: PathBuf,
    version: u32,
    /// The world as it was.
    pub old: Box<dyn Store>,
    /// Where it goes.
    pub new: FolderStore,
    lock: FolderLock,
}

impl Move {
    /// Begins to bring the world in `folder` over to another version.
    pub fn begin(folder: &Path, version: u32) -> Result<Self, StoreError> {
        let lock = FolderLock::take(folder)?;
        let missing = || StoreError::Missing { place: folder.to_owned() };
        let old = old_store(folder)?.ok_or_else(missing)?;
        let workshop = Self::workshop(folder, version);
        if workshop.exists() {
            // Never finished, and made from what still is there.
            fs::remove_dir_all(&workshop).map_err(|error| io_error(&workshop, &error))?;
        }
        let meta = WorldMeta { version, ..old.meta().clone() };
        let new = FolderStore::at(&workshop, Some(&meta), LogConfig::default(), Manner::Mend)?;
        Ok(Self { folder: folder.to_owned(), version, old, new, lock })
    }

    fn workshop(folder: &Path, version: u32) -> PathBuf {
        folder.join(format!("unfinished-version-{version}"))
    }

    /// Gives the new store its name, in one step.
    pub fn finish(self) -> Result<(), StoreError> {
        let Self { folder, version, old, new, lock } = self;
        drop((old, new));
        let moved = fs::rename(Self::workshop(&folder, version), home(&folder, version));
        let safe = moved.and_then(|()| sync_folder(&folder));
        safe.map_err(|error| io_error(&folder, &error))?;
        drop(lock);
        Ok(())
    }
}

/// Opens a world's history to be read, and changes nothing: a world's folder (its newest version), the folder of one version, or a file
/// of an old version. What is damaged is refused, with the way back named.
pub fn open_history(place: &Path) -> Result<Box<dyn Store>, StoreError> {
    if place.is_file() {
        return Ok(Box::new(RedbFile::open(place)?));
    }
    let missing = || StoreError::Missing { place: place.to_owned() };
    // A copy may have lost its empty folders, as one kept in git does: a world that was never stopped has no snapshot yet.
    let of_version = place.join(LOG).is_dir();
    let (folder, home) = match versions(place).last() {
        _ if of_version => (place.parent().ok_or_else(missing)?, place.to_owned()),
        Some(&version) => (place, home(place, version)),
        None if place.join(redb_file::FILE_NAME).is_file() => {
            return Ok(Box::new(RedbFile::open(&place.join(redb_file::FILE_NAME))?));
        }
        None => return Err(missing()),
    };
    let lock = FolderLock::take(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })?;
    let store = FolderStore::at(&home, None, LogConfig::default(), Manner::Look)?;
    Ok(Box::new(store.locked(lock)))
}
