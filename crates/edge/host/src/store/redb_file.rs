//! The one file in which worlds of version 4 and before are kept. It is only read: what redb would mend in it goes to memory.
//!
//! Tables `meta`, `log`, `snapshots`, `accounts`, `values`. Record of the log, under its tick: `crc32 (4) | has hash (1) | offset (8) | chain (32) |
//! hash (32 if any) | payload`; every other entry has the CRC-32 of its key and value in front.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use bytes::Bytes;
use redb::{Database, ReadableDatabase, ReadableTable, StorageBackend, TableDefinition, TableError};
use wold_space::Tick;

use super::folder_store::io_error;
use super::{Store, StoreError, TickRecord, WorldMeta};

/// The file in a world's folder.
pub const FILE_NAME: &str = "world.redb";

/// Pages kept in memory.
const CACHE_BYTES: usize = 32 * 1024 * 1024;

pub(super) const META: TableDefinition<&str, &[u8]> = TableDefinition::new("meta");
pub(super) const LOG: TableDefinition<u64, &[u8]> = TableDefinition::new("log");
pub(super) const SNAPSHOTS: TableDefinition<u64, &[u8]> = TableDefinition::new("snapshots");
pub(super) const ACCOUNTS: TableDefinition<&str, &[u8]> = TableDefinition::new("accounts");
pub(super) const VALUES: TableDefinition<&str, &[u8]> = TableDefinition::new("values");

/// The key of the world's description in its table.
pub(super) const WORLD: &str = "world";

/// An old world's file, to be read.
pub struct RedbFile {
    place: PathBuf,
    meta: WorldMeta,
    database: Database,
}

impl RedbFile {
    /// Opens a file.
    pub fn open(place: &Path) -> Result<Self, StoreError> {
        let file = File::open(place).map_err(|error| io_error(place, &error))?;
        match file.try_lock_shared() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse { place: place.to_owned() }),
            Err(TryLockError::Error(error)) => return Err(io_error(place, &error)),
        }
        let length = file.metadata().map_err(|error| io_error(place, &error))?.len();
        let damaged =
            |reason: &str| StoreError::Damaged { place: place.to_owned(), reason: reason.to_owned() };
        if length == 0 {
            return Err(damaged("it is empty"));
        }
        let overlay =
            Overlay { file: Mutex::new(file), shown: Mutex::new(Shown { length, blocks: BTreeMap::new() }) };
        let open = || {
            let mut builder = Database::builder();
            builder.set_cache_size(CACHE_BYTES);
            Ok(builder.create_with_backend(overlay)?)
        };
        let database = guard(place, open)?;
        let nobody = WorldMeta { seed: 0, version: 0, created: 0 };
        let mut store = Self { place: place.to_owned(), meta: nobody, database };
        let bytes = store.entry(META, WORLD, "description of the world")?;
        let bytes = bytes.ok_or_else(|| StoreError::Missing { place: place.to_owned() })?;
        let meta = postcard::from_bytes(&bytes);
        store.meta = meta.map_err(|_| damaged("its description of the world is of an unknown form"))?;
        Ok(store)
    }

    fn read<T, K, V>(
        &self,
        table: TableDefinition<K, V>,
        act: impl FnOnce(redb::ReadOnlyTable<K, V>) -> Result<T, redb::Error>,
    ) -> Result<Option<T>, StoreError>
    where
        K: redb::Key + 'static,
        V: redb::Value + 'static,
    {
        guard(&self.place, || match self.database.begin_read()?.open_table(table) {
            Ok(table) => act(table).map(Some),
            Err(TableError::TableDoesNotExist(_)) => Ok(None),
            Err(error) => Err(error.into()),
        })
    }

    fn entry(
        &self,
        table: TableDefinition<&str, &[u8]>,
        key: &str,
        kind: &'static str,
    ) -> Result<Option<Bytes>, StoreError> {
        let found = self
            .read(table, |table| Ok(table.get(key)?.map(|sealed| unseal(key.as_bytes(), sealed.value()))))?;
        self.whole(found.flatten(), kind, &key)
    }

    /// `None` is no entry, `Some(None)` a damaged one.
    fn whole(
        &self,
        found: Option<Option<Bytes>>,
        kind: &'static str,
        key: &impl ToString,
    ) -> Result<Option<Bytes>, StoreError> {
        let damaged = || StoreError::DamagedEntry { place: self.place.clone(), kind, key: key.to_string() };
        found.map(|entry| entry.ok_or_else(damaged)).transpose()
    }

    fn keys(&self, table: TableDefinition<&str, &[u8]>) -> Result<Vec<String>, StoreError> {
        let keys = self.read(table, |table| {
            table
                .iter()?
                .map(|entry| Ok(entry?.0.value().to_owned()))
                .collect::<Result<Vec<_>, redb::Error>>()
        })?;
        Ok(keys.unwrap_or_default())
    }

    fn only_read(&self) -> StoreError {
        StoreError::OnlyRead { place: self.place.clone() }
    }
}

/// Runs something of redb's; an error or a panic over damaged pages becomes a [`StoreError`].
fn guard<T>(place: &Path, act: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, StoreError> {
    let damaged = |reason: String| StoreError::Damaged { place: place.to_owned(), reason };
    match catch_unwind(AssertUnwindSafe(act)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(redb::Error::Io(error))) => Err(match error.kind() {
            io::ErrorKind::InvalidData => damaged(error.to_string()),
            io::ErrorKind::UnexpectedEof => damaged("it is cut short".to_owned()),
            _ => io_error(place, &error),
        }),
        Ok(Err(other)) => Err(damaged(other.to_string())),
        Err(_) => Err(damaged("its pages do not fit together".to_owned())),
    }
}

/// The value of a sealed entry; none if it is damaged.
fn unseal(key: &[u8], bytes: &[u8]) -> Option<Bytes> {
    let (crc, value) = bytes.split_first_chunk::<4>()?;
    (u32::from_le_bytes(*crc) == sum(key, value)).then(|| Bytes::copy_from_slice(value))
}

pub(super) fn sum(key: &[u8], value: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(key);
    hasher.update(value);
    hasher.finalize()
}

/// Reads a record of the old form; its chain is not looked at, since nothing is appended to it any more.
fn read_record(tick: Tick, bytes: &[u8]) -> Result<TickRecord, &'static str> {
    let (crc, rest) = bytes.split_first_chunk::<4>().ok_or("it is cut short")?;
    if u32::from_le_bytes(*crc) != crc32fast::hash(rest) {
        return Err("its checksum differs");
    }
    let (has_hash, rest) = rest.split_first().ok_or("it is cut short")?;
    let rest = rest.get(8 + 32..).ok_or("it is cut short")?;
    let (hash, payload) = match has_hash {
        0 => (None, rest),
        1 => {
            rest.split_first_chunk::<32>().map(|(hash, rest)| (Some(*hash), rest)).ok_or("it is cut short")?
        }
        _ => return Err("it is of an unknown form"),
    };
    Ok(TickRecord { tick, hash, payload: Bytes::copy_from_slice(payload) })
}

impl Store for RedbFile {
    fn meta(&self) -> &WorldMeta {
        &self.meta
    }

    fn append(&self, _: &[TickRecord]) -> Result<(), StoreError> {
        Err(self.only_read())
    }

    fn last_tick(&self) -> Result<Option<Tick>, StoreError> {
        let last = self.read(LOG, |table| Ok(table.last()?.map(|(tick, _)| Tick(tick.value()))))?;
        Ok(last.flatten())
    }

    fn scan(
        &self,
        from: Tick,
        visit: &mut dyn FnMut(TickRecord) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let mut offset = 0;
        let damage = self.read(LOG, |table| {
            for entry in table.range(from.0..)? {
                let (tick, bytes) = entry?;
                let tick = Tick(tick.value());
                let record = match read_record(tick, bytes.value()) {
                    Ok(record) => record,
                    Err(reason) => return Ok(Some((tick, reason))),
                };
                offset += bytes.value().len() as u64;
                if visit(record).is_break() {
                    break;
                }
            }
            Ok(None)
        })?;
        match damage.flatten() {
            None => Ok(()),
            Some((tick, reason)) => {
                Err(StoreError::DamagedRecord { place: self.place.clone(), tick, offset, reason })
            }
        }
    }

    fn put_snapshot(&self, _: Tick, _: &[u8], _: usize) -> Result<(), StoreError> {
        Err(self.only_read())
    }

    fn snapshots(&self) -> Result<Vec<Tick>, StoreError> {
        let ticks = self.read(SNAPSHOTS, |table| {
            table.iter()?.map(|entry| Ok(Tick(entry?.0.value()))).collect::<Result<Vec<_>, redb::Error>>()
        })?;
        Ok(ticks.unwrap_or_default())
    }

    fn snapshot(&self, tick: Tick) -> Result<Option<Bytes>, StoreError> {
        let found = self.read(SNAPSHOTS, |table| {
            Ok(table.get(tick.0)?.map(|sealed| unseal(&tick.0.to_le_bytes(), sealed.value())))
        })?;
        self.whole(found.flatten(), "snapshot of tick", &tick)
    }

    fn put_account(&self, _: &str, _: &[u8]) -> Result<(), StoreError> {
        Err(self.only_read())
    }

    fn account(&self, name: &str) -> Result<Option<Bytes>, StoreError> {
        self.entry(ACCOUNTS, name, "account")
    }

    fn account_names(&self) -> Result<Vec<String>, StoreError> {
        self.keys(ACCOUNTS)
    }

    fn put_value(&self, _: &str, _: &[u8]) -> Result<(), StoreError> {
        Err(self.only_read())
    }

    fn value(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        self.entry(VALUES, key, "value")
    }

    fn value_keys(&self) -> Result<Vec<String>, StoreError> {
        self.keys(VALUES)
    }
}

/// Bytes that are overlaid at once.
const BLOCK: u64 = 4096;

/// A file that is read, and whose changes live in memory.
#[derive(Debug)]
struct Overlay {
    file: Mutex<File>,
    shown: Mutex<Shown>,
}

#[derive(Debug)]
struct Shown {
    length: u64,
    blocks: BTreeMap<u64, Vec<u8>>,
}

impl Overlay {
    fn block(&self, shown: &Shown, index: u64) -> io::Result<Vec<u8>> {
        if let Some(block) = shown.blocks.get(&index) {
            return Ok(block.clone());
        }
        let mut file = self.file.lock().expect("no holder of the file panics");
        file.seek(SeekFrom::Start(index * BLOCK))?;
        let mut block = Vec::with_capacity(BLOCK as usize);
        (&mut *file).take(BLOCK).read_to_end(&mut block)?;
        block.resize(BLOCK as usize, 0);
        Ok(block)
    }

    fn shown(&self) -> std::sync::MutexGuard<'_, Shown> {
        self.shown.lock().expect("no holder of the blocks panics")
    }
}

impl StorageBackend for Overlay {
    fn len(&self) -> io::Result<u64> {
        Ok(self.shown().length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let shown = self.shown();
        if offset.checked_add(out.len() as u64).is_none_or(|end| end > shown.length) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let (mut at, mut out) = (offset, out);
        while !out.is_empty() {
            let block = self.block(&shown, at / BLOCK)?;
            let within = (at % BLOCK) as usize;
            let count = out.len().min(block.len() - within);
            out[..count].copy_from_slice(&block[within..within + count]);
            at += count as u64;
            out = &mut out[count..];
        }
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.shown().length = length;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut shown = self.shown();
        let (mut at, mut data) = (offset, data);
        while !data.is_empty() {
            let index = at / BLOCK;
            let mut block = self.block(&shown, index)?;
            let within = (at % BLOCK) as usize;
            let count = data.len().min(block.len() - within);
            block[within..within + count].copy_from_slice(&data[..count]);
            shown.blocks.insert(index, block);
            at += count as u64;
            data = &data[count..];
        }
        shown.length = shown.length.max(at);
        Ok(())
    }
}
