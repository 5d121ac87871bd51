//! The store as a redb file in the world's folder.
//!
//! Every write is one transaction with two-phase commit: redb's page checksums are not made to withstand contents that a guest
//! chose, so it is not asked to tell a torn page by them. After an input or output error redb must be opened anew; the next call
//! does
//! that, so a disk that was full works again once there is room.

use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, RwLock};

use bytes::Bytes;
use redb::{Database, DatabaseError, ReadableDatabase, ReadableTable, TableDefinition, TableError};
use wold_space::Tick;

use super::record::{self, Tail};
use super::{Store, StoreError, TickRecord, WorldMeta};

/// The store's file in a world's folder.
pub const FILE_NAME: &str = "world.redb";

/// Pages kept in memory. The log is read once and then only written.
const CACHE_BYTES: usize = 32 * 1024 * 1024;

const META: TableDefinition<&str, &[u8]> = TableDefinition::new("meta");
const LOG: TableDefinition<u64, &[u8]> = TableDefinition::new("log");
const SNAPSHOTS: TableDefinition<u64, &[u8]> = TableDefinition::new("snapshots");
const ACCOUNTS: TableDefinition<&str, &[u8]> = TableDefinition::new("accounts");
const VALUES: TableDefinition<&str, &[u8]> = TableDefinition::new("values");

/// The key of the world's description in its table.
const WORLD: &str = "world";

type Opener = Box<dyn Fn() -> Result<Database, DatabaseError> + Send + Sync>;

/// A world's file.
pub struct RedbStore {
    place: PathBuf,
    meta: WorldMeta,
    opener: Opener,
    /// None after an error, until the next call opens it again.
    database: RwLock<Option<Arc<Database>>>,
    /// The end of the log as committed; none when unknown.
    tail: Mutex<Option<Tail>>,
}

impl RedbStore {
    /// Opens the world in `folder`, or makes it. A folder of another seed or version is refused.
    pub fn open(folder: &Path, wanted: &WorldMeta) -> Result<Self, StoreError> {
        let place = folder.join(FILE_NAME);
        std::fs::create_dir_all(folder).map_err(|error| io_error(&place, &error))?;
        // redb would take an empty file for a new one; but a file that lost its contents is not a new world.
        if std::fs::metadata(&place).is_ok_and(|file| file.len() == 0) {
            let reason = "it is empty; remove it to begin a new world".to_owned();
            return Err(StoreError::Damaged { place, reason });
        }
        let file = place.clone();
        Self::with(place, Box::new(move || builder().create(&file)), Some(wanted))
    }

    /// Opens the world in `folder` whatever it is; it must exist.
    pub fn open_existing(folder: &Path) -> Result<Self, StoreError> {
        let place = folder.join(FILE_NAME);
        if !place.is_file() {
            return Err(StoreError::Missing { place });
        }
        let file = place.clone();
        Self::with(place, Box::new(move || builder().open(&file)), None)
    }

    pub(super) fn with(
        place: PathBuf,
        opener: Opener,
        wanted: Option<&WorldMeta>,
    ) -> Result<Self, StoreError> {
        let nobody = WorldMeta { seed: 0, version: 0, created: 0 };
        let mut store =
            Self { place, meta: nobody, opener, database: RwLock::new(None), tail: Mutex::new(None) };
        store.meta = match (store.read_meta()?, wanted) {
            (Some(found), Some(wanted)) if (found.seed, found.version) != (wanted.seed, wanted.version) => {
                return Err(StoreError::OtherWorld { place: store.place, found, wanted: wanted.clone() });
            }
            (Some(found), _) => found,
            (None, Some(wanted)) => {
                store.write_meta(wanted)?;
                wanted.clone()
            }
            (None, None) => return Err(StoreError::Missing { place: store.place }),
        };
        Ok(store)
    }

    fn read_meta(&self) -> Result<Option<WorldMeta>, StoreError> {
        let Some(bytes) = self.read_entry(META, WORLD, "description of the world")? else { return Ok(None) };
        postcard::from_bytes(&bytes).map(Some).map_err(|_| StoreError::Damaged {
            place: self.place.clone(),
            reason: "its description of the world is of an unknown form".to_owned(),
        })
    }

    fn write_meta(&self, meta: &WorldMeta) -> Result<(), StoreError> {
        let bytes = postcard::to_stdvec(meta).expect("a description of a world has a plain form");
        self.write_entry(META, WORLD, &bytes)
    }

    fn database(&self) -> Result<Arc<Database>, StoreError> {
        if let Some(database) = &*self.database.read().expect("no holder of the database panics") {
            return Ok(database.clone());
        }
        let mut slot = self.database.write().expect("no holder of the database panics");
        if let Some(database) = &*slot {
            return Ok(database.clone());
        }
        let opened = self.guard(|| (self.opener)().map_err(redb::Error::from))?;
        Ok(slot.insert(Arc::new(opened)).clone())
    }

    fn tail(&self) -> MutexGuard<'_, Option<Tail>> {
        self.tail.lock().expect("no holder of the tail panics")
    }

    /// Runs something of redb's; an error or a panic over damaged pages becomes a [`StoreError`].
    fn guard<T>(&self, act: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, StoreError> {
        let damaged = |reason: String| StoreError::Damaged { place: self.place.clone(), reason };
        let error = match catch_unwind(AssertUnwindSafe(act)) {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(error)) => error,
            Err(_) => return Err(damaged("its pages do not fit together".to_owned())),
        };
        Err(match error {
            redb::Error::DatabaseAlreadyOpen => StoreError::InUse { place: self.place.clone() },
            redb::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
                damaged(error.to_string())
            }
            redb::Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                damaged("it is cut short".to_owned())
            }
            redb::Error::Io(error) => io_error(&self.place, &error),
            redb::Error::PreviousIo | redb::Error::DatabaseClosed => {
                StoreError::Io { place: self.place.clone(), reason: "an earlier write failed".to_owned() }
            }
            other => damaged(other.to_string()),
        })
    }

    /// One durable transaction. After an error the file is opened anew by the next call.
    fn write<T>(
        &self,
        act: impl FnOnce(&redb::WriteTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, StoreError> {
        let database = self.database()?;
        let written = self.guard(|| {
            let mut transaction = database.begin_write()?;
            transaction.set_two_phase_commit(true);
            let value = act(&transaction)?;
            transaction.commit()?;
            Ok(value)
        });
        if written.is_err() {
            drop(database);
            *self.database.write().expect("no holder of the database panics") = None;
        }
        written
    }

    /// A view of one moment. A table that was never written to is `None`.
    fn read<T, K, V>(
        &self,
        table: TableDefinition<K, V>,
        act: impl FnOnce(redb::ReadOnlyTable<K, V>) -> Result<T, redb::Error>,
    ) -> Result<Option<T>, StoreError>
    where
        K: redb::Key + 'static,
        V: redb::Value + 'static,
    {
        let database = self.database()?;
        self.guard(|| match database.begin_read()?.open_table(table) {
            Ok(table) => act(table).map(Some),
            Err(TableError::TableDoesNotExist(_)) => Ok(None),
            Err(error) => Err(error.into()),
        })
    }

    fn read_entry(
        &self,
        table: TableDefinition<&str, &[u8]>,
        key: &str,
        kind: &'static str,
    ) -> Result<Option<Bytes>, StoreError> {
        let found = self.read(table, |table| {
            Ok(table.get(key)?.map(|sealed| record::unseal(key.as_bytes(), sealed.value())))
        })?;
        self.whole(found.flatten(), kind, &key)
    }

    fn write_entry(
        &self,
        table: TableDefinition<&str, &[u8]>,
        key: &str,
        value: &[u8],
    ) -> Result<(), StoreError> {
        let sealed = record::seal(key.as_bytes(), value);
        self.write(|transaction| {
            transaction.open_table(table)?.insert(key, sealed.as_slice())?;
            Ok(())
        })
    }

    /// `None` is no entry, `Some(None)` a damaged one.
    fn whole(
        &self,
        found: Option<Option<Bytes>>,
        kind: &'static str,
        key: &impl ToString,
    ) -> Result<Option<Bytes>, StoreError> {
        match found {
            None => Ok(None),
            Some(Some(value)) => Ok(Some(value)),
            Some(None) => {
                Err(StoreError::DamagedEntry { place: self.place.clone(), kind, key: key.to_string() })
            }
        }
    }

    fn damaged_record(&self, tick: Tick, offset: u64, reason: &'static str) -> StoreError {
        StoreError::DamagedRecord { place: self.place.clone(), tick, offset, reason }
    }

    /// The end of the log as it is on disk, before `until`.
    fn read_tail(&self, until: Option<Tick>) -> Result<Tail, StoreError> {
        let found = self.read(LOG, |table| {
            let mut before = match until {
                Some(tick) => table.range(..tick.0)?,
                None => table.range::<u64>(..)?,
            };
            let last = before.next_back().transpose()?;
            Ok(last.map(|(tick, bytes)| {
                let tick = Tick(tick.value());
                record::read(tick, bytes.value()).map(|(_, tail)| tail).map_err(|reason| (tick, reason))
            }))
        })?;
        match found.flatten() {
            None => Ok(Tail::of_world(&self.meta)),
            Some(Ok(tail)) => Ok(tail),
            // Its own offset is not to be believed.
            Some(Err((tick, reason))) => Err(self.damaged_record(tick, 0, reason)),
        }
    }

    /// The records of `records` that the log does not have yet; an error if one is there with other contents.
    fn fresh<'a>(&self, tail: &Tail, records: &'a [TickRecord]) -> Result<&'a [TickRecord], StoreError> {
        let Some(last) = tail.tick else { return Ok(records) };
        let known = records.iter().take_while(|record| record.tick <= last).count();
        for record in &records[..known] {
            let mut same = false;
            self.scan(record.tick, &mut |kept| {
                same = kept == *record;
                ControlFlow::Break(())
            })?;
            if !same {
                return Err(StoreError::OutOfOrder { tick: record.tick, last });
            }
        }
        Ok(&records[known..])
    }
}

fn builder() -> redb::Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

fn io_error(place: &Path, error: &io::Error) -> StoreError {
    let place = place.to_owned();
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::DiskFull { place },
        _ => StoreError::Io { place, reason: error.to_string() },
    }
}

impl Store for RedbStore {
    fn meta(&self) -> &WorldMeta {
        &self.meta
    }

    fn append(&self, records: &[TickRecord]) -> Result<(), StoreError> {
        let mut known = self.tail();
        // Taken out, so that an error leaves it unknown and the next call reads it from the disk.
        let tail = match known.take() {
            Some(tail) => tail,
            None => self.read_tail(None)?,
        };
        *known = Some(tail);
        let fresh = self.fresh(&tail, records)?;
        let mut after = tail;
        let mut written = Vec::with_capacity(fresh.len());
        for record in fresh {
            if !after.precedes(record.tick) {
                let last = after.tick.expect("an empty log precedes every tick");
                return Err(StoreError::OutOfOrder { tick: record.tick, last });
            }
            written.push((record.tick.0, after.push(record)));
        }
        if written.is_empty() {
            return Ok(());
        }
        *known = None;
        self.write(|transaction| {
            let mut log = transaction.open_table(LOG)?;
            for (tick, bytes) in &written {
                log.insert(tick, bytes.as_slice())?;
            }
            Ok(())
        })?;
        *known = Some(after);
        Ok(())
    }

    fn last_tick(&self) -> Result<Option<Tick>, StoreError> {
        Ok(self.read_tail(None)?.tick)
    }

    fn scan(
        &self,
        from: Tick,
        visit: &mut dyn FnMut(TickRecord) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let mut tail = self.read_tail(Some(from))?;
        let damage = self.read(LOG, |table| {
            for entry in table.range(from.0..)? {
                let (tick, bytes) = entry?;
                let tick = Tick(tick.value());
                let record = match tail.pull(tick, bytes.value()) {
                    Ok(record) => record,
                    Err(reason) => return Ok(Some((tick, reason))),
                };
                if visit(record).is_break() {
                    break;
                }
            }
            Ok(None)
        })?;
        match damage.flatten() {
            None => Ok(()),
            Some((tick, reason)) => Err(self.damaged_record(tick, tail.offset, reason)),
        }
    }

    fn put_snapshot(&self, tick: Tick, state: &[u8], keep: usize) -> Result<(), StoreError> {
        let sealed = record::seal(&tick.0.to_le_bytes(), state);
        self.write(|transaction| {
            let mut table = transaction.open_table(SNAPSHOTS)?;
            table.insert(tick.0, sealed.as_slice())?;
            let ticks =
                table.iter()?.map(|entry| Ok(entry?.0.value())).collect::<Result<Vec<_>, redb::Error>>()?;
            for old in &ticks[..ticks.len().saturating_sub(keep.max(1))] {
                table.remove(old)?;
            }
            Ok(())
        })
    }

    fn snapshots(&self) -> Result<Vec<Tick>, StoreError> {
        let ticks = self.read(SNAPSHOTS, |table| {
            table.iter()?.map(|entry| Ok(Tick(entry?.0.value()))).collect::<Result<Vec<_>, redb::Error>>()
        })?;
        Ok(ticks.unwrap_or_default())
    }

    fn snapshot(&self, tick: Tick) -> Result<Option<Bytes>, StoreError> {
        let found = self.read(SNAPSHOTS, |table| {
            Ok(table.get(tick.0)?.map(|sealed| record::unseal(&tick.0.to_le_bytes(), sealed.value())))
        })?;
        self.whole(found.flatten(), "snapshot of tick", &tick)
    }

    fn put_account(&self, name: &str, record: &[u8]) -> Result<(), StoreError> {
        self.write_entry(ACCOUNTS, name, record)
    }

    fn account(&self, name: &str) -> Result<Option<Bytes>, StoreError> {
        self.read_entry(ACCOUNTS, name, "account")
    }

    fn account_names(&self) -> Result<Vec<String>, StoreError> {
        let names = self.read(ACCOUNTS, |table| {
            table
                .iter()?
                .map(|entry| Ok(entry?.0.value().to_owned()))
                .collect::<Result<Vec<_>, redb::Error>>()
        })?;
        Ok(names.unwrap_or_default())
    }

    fn put_value(&self, key: &str, value: &[u8]) -> Result<(), StoreError> {
        self.write_entry(VALUES, key, value)
    }

    fn value(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        self.read_entry(VALUES, key, "value")
    }
}

impl RedbStore {
    /// Keys of all small values; recovery copies them.
    pub(super) fn value_keys(&self) -> Result<Vec<String>, StoreError> {
        let keys = self.read(VALUES, |table| {
            table
                .iter()?
                .map(|entry| Ok(entry?.0.value().to_owned()))
                .collect::<Result<Vec<_>, redb::Error>>()
        })?;
        Ok(keys.unwrap_or_default())
    }
}
