//! What outlives the process: the log of ticks, snapshots, accounts and small values.
//!
//! One trait, [`Store`], and two implementations that pass one conformance suite: [`FolderStore`], files in the world's folder, and
//! [`MemoryStore`] for tests. [`RedbFile`] reads worlds of version 4 and before.
//!
//! Contract of every store:
//! * What a call has acknowledged with `Ok` survives any crash; of a call that failed or never returned, all or nothing is kept.
//! * [`Store::append`] may be repeated after an error: records already kept are recognised, not doubled.
//! * Every record carries a CRC-32 and the hash of all records before it, so damage is found and named when it is read.
//!
//! And of a folder: whatever is damaged, it opens at the last good record it leads to, and says what is missing ([`Loss`]). Damaged pieces are
//! set aside, never deleted.
//!
//! Not supported: two processes in one folder (the second gets [`StoreError::InUse`]), and changing a record once appended.
//!
//! * `head`, `record`, `segment`, `snapshot_file`, `book`: how things lie on the disk.
//! * `survey`, `mend`, `loss`: what is whole, what is done about the rest, what is said of it.
//! * `folder_store`, `log`, `retention`, `world_folder`: the store, how much it keeps, where it is.

mod book;
#[cfg(test)]
mod conformance;
mod disk;
#[cfg(test)]
mod faulty_disk;
mod folder_store;
pub mod fuzzing;
mod head;
#[cfg(test)]
mod lived;
mod log;
mod loss;
mod memory;
mod mend;
mod record;
mod redb_file;
#[cfg(test)]
pub(crate) mod redb_writer;
mod retention;
mod segment;
mod snapshot_file;
mod survey;
#[cfg(test)]
mod torture;
mod world_folder;

use std::ops::ControlFlow;
use std::path::PathBuf;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use wold_space::Tick;

pub use folder_store::FolderStore;
pub use loss::Loss;
pub use memory::MemoryStore;
pub use redb_file::{FILE_NAME, RedbFile};
pub use retention::LogConfig;
pub use world_folder::{FolderLock, Move, open_history};

/// Which world a store belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorldMeta {
    /// The integer the world grew from.
    pub seed: u64,
    /// Version of the rules and of the log's contents; another version cannot replay it.
    pub version: u32,
    /// Seconds since 1970 when the world was made. Does not take part in comparison with a folder.
    pub created: u64,
}

/// One tick of the world as the log keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TickRecord {
    /// Which tick. Ticks without anything to tell may be left out.
    pub tick: Tick,
    /// The state's hash after this tick, where it was taken.
    pub hash: Option<[u8; 32]>,
    /// The tick's commands; opaque here.
    pub payload: Bytes,
}

/// Why a store did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another process, or another store in this one, has the folder.
    #[error("{}: the world is already open in another process", .place.display())]
    InUse {
        /// The file.
        place: PathBuf,
    },
    /// There is no world in the folder.
    #[error("{}: there is no world here", .place.display())]
    Missing {
        /// The file.
        place: PathBuf,
    },
    /// The folder holds another world than the one asked for.
    #[error(
        "{}: holds a world of seed {} and version {}, not one of seed {} and version {}",
        .place.display(), .found.seed, .found.version, .wanted.seed, .wanted.version
    )]
    OtherWorld {
        /// The file.
        place: PathBuf,
        /// What it holds.
        found: WorldMeta,
        /// What was asked for.
        wanted: WorldMeta,
    },
    /// No room is left.
    #[error("{}: the disk is full; nothing acknowledged is lost", .place.display())]
    DiskFull {
        /// The file.
        place: PathBuf,
    },
    /// The system reports an error.
    #[error("{}: {reason}; nothing acknowledged is lost", .place.display())]
    Io {
        /// The file.
        place: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file cannot be read as a store.
    #[error("{}: damaged: {reason}", .place.display())]
    Damaged {
        /// The file or folder.
        place: PathBuf,
        /// What does not fit.
        reason: String,
    },
    /// A record of the log is damaged, or records before it are missing.
    #[error("{}: the record of tick {tick} at offset {offset} of the log is damaged: {reason}", .place.display())]
    DamagedRecord {
        /// The file.
        place: PathBuf,
        /// Whose record.
        tick: Tick,
        /// Bytes of log before it.
        offset: u64,
        /// What does not fit.
        reason: &'static str,
    },
    /// A snapshot, account or value is damaged.
    #[error("{}: the {kind} {key:?} is damaged: its checksum differs", .place.display())]
    DamagedEntry {
        /// The file.
        place: PathBuf,
        /// What it is.
        kind: &'static str,
        /// Which one.
        key: String,
    },
    /// Files of old versions are not written to.
    #[error("{}: a world of an old version is only read", .place.display())]
    OnlyRead {
        /// The file.
        place: PathBuf,
    },
    /// Records must be appended in the order of their ticks.
    #[error("tick {tick} cannot be appended after tick {last}")]
    OutOfOrder {
        /// What was to be appended.
        tick: Tick,
        /// The last tick of the log.
        last: Tick,
    },
}

impl StoreError {
    /// Whether [`FolderStore::recover`] may help.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Damaged { .. } | Self::DamagedRecord { .. } | Self::DamagedEntry { .. })
    }

    /// Whether the same call may succeed later without anybody changing the file.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::DiskFull { .. } | Self::Io { .. } | Self::InUse { .. })
    }
}

/// What outlives the process. Calls block until the disk has answered; keep them off the tick and the async threads.
pub trait Store: Send + Sync {
    /// Which world this is.
    fn meta(&self) -> &WorldMeta;

    /// Appends records in one durable transaction: all of them or none.
    fn append(&self, records: &[TickRecord]) -> Result<(), StoreError>;

    /// The last tick of the log.
    fn last_tick(&self) -> Result<Option<Tick>, StoreError>;

    /// Visits the records from `from` on, in order, until `visit` breaks. Every record before the first damaged one is visited.
    fn scan(
        &self,
        from: Tick,
        visit: &mut dyn FnMut(TickRecord) -> ControlFlow<()>,
    ) -> Result<(), StoreError>;

    /// Keeps the state after `tick`, and forgets all but the newest `keep` snapshots. The log is kept whole.
    fn put_snapshot(&self, tick: Tick, state: &[u8], keep: usize) -> Result<(), StoreError>;

    /// Ticks of the snapshots kept, oldest first.
    fn snapshots(&self) -> Result<Vec<Tick>, StoreError>;

    /// The snapshot after exactly `tick`.
    fn snapshot(&self, tick: Tick) -> Result<Option<Bytes>, StoreError>;

    /// Keeps an account's record under its name.
    fn put_account(&self, name: &str, record: &[u8]) -> Result<(), StoreError>;

    /// The record of an account.
    fn account(&self, name: &str) -> Result<Option<Bytes>, StoreError>;

    /// Names of all accounts, sorted.
    fn account_names(&self) -> Result<Vec<String>, StoreError>;

    /// Keeps a small value under a key.
    fn put_value(&self, key: &str, value: &[u8]) -> Result<(), StoreError>;

    /// The value under a key.
    fn value(&self, key: &str) -> Result<Option<Bytes>, StoreError>;

    /// Keys of all small values, sorted.
    fn value_keys(&self) -> Result<Vec<String>, StoreError>;

    /// The snapshot from which the log can be replayed to its end; none if that is the world's birth.
    fn beginning(&self) -> Result<Option<(Tick, Bytes)>, StoreError> {
        Ok(None)
    }

    /// The newest snapshot that is whole; a damaged one is passed over with a warning, since the log still leads there.
    fn latest_snapshot(&self) -> Result<Option<(Tick, Bytes)>, StoreError> {
        for tick in self.snapshots()?.into_iter().rev() {
            match self.snapshot(tick) {
                Ok(Some(state)) => return Ok(Some((tick, state))),
                Ok(None) => {}
                Err(error) if error.is_damage() => tracing::warn!(%error, "going back to an older snapshot"),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Reads the whole log and checks every record.
    fn verify(&self) -> Result<Verified, StoreError> {
        let mut verified = Verified::default();
        self.scan(Tick(0), &mut |record| {
            verified.records += 1;
            verified.payload_bytes += record.payload.len() as u64;
            verified.last = Some(record.tick);
            ControlFlow::Continue(())
        })?;
        Ok(verified)
    }
}

/// What [`Store::verify`] found whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Records read.
    pub records: u64,
    /// Their payload.
    pub payload_bytes: u64,
    /// The last tick.
    pub last: Option<Tick>,
}
