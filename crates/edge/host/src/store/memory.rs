//! A store that lives as long as the process, for tests.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};

use bytes::Bytes;
use wold_space::Tick;

use super::{Store, StoreError, TickRecord, WorldMeta};

/// Keeps everything in memory.
#[derive(Debug)]
pub struct MemoryStore {
    meta: WorldMeta,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    log: BTreeMap<Tick, TickRecord>,
    snapshots: BTreeMap<Tick, Bytes>,
    accounts: BTreeMap<String, Bytes>,
    values: BTreeMap<String, Bytes>,
}

impl MemoryStore {
    /// An empty store for a world.
    #[must_use]
    pub fn new(meta: WorldMeta) -> Self {
        Self { meta, kept: Mutex::default() }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().expect("no holder of the store panics")
    }
}

impl Store for MemoryStore {
    fn meta(&self) -> &WorldMeta {
        &self.meta
    }

    fn append(&self, records: &[TickRecord]) -> Result<(), StoreError> {
        let mut kept = self.kept();
        let mut last = kept.log.last_key_value().map(|(&tick, _)| tick);
        let mut fresh = Vec::new();
        for record in records {
            match last {
                Some(tick) if record.tick <= tick => {
                    if fresh.is_empty() && kept.log.get(&record.tick) == Some(record) {
                        continue;
                    }
                    return Err(StoreError::OutOfOrder { tick: record.tick, last: tick });
                }
                _ => {
                    last = Some(record.tick);
                    fresh.push(record);
                }
            }
        }
        for record in fresh {
            kept.log.insert(record.tick, record.clone());
        }
        Ok(())
    }

    fn last_tick(&self) -> Result<Option<Tick>, StoreError> {
        Ok(self.kept().log.last_key_value().map(|(&tick, _)| tick))
    }

    fn scan(
        &self,
        from: Tick,
        visit: &mut dyn FnMut(TickRecord) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let records: Vec<TickRecord> =
            self.kept().log.range(from..).map(|(_, record)| record.clone()).collect();
        for record in records {
            if visit(record).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn put_snapshot(&self, tick: Tick, state: &[u8], keep: usize) -> Result<(), StoreError> {
        let mut kept = self.kept();
        kept.snapshots.insert(tick, Bytes::copy_from_slice(state));
        while kept.snapshots.len() > keep.max(1) {
            kept.snapshots.pop_first();
        }
        Ok(())
    }

    fn snapshots(&self) -> Result<Vec<Tick>, StoreError> {
        Ok(self.kept().snapshots.keys().copied().collect())
    }

    fn snapshot(&self, tick: Tick) -> Result<Option<Bytes>, StoreError> {
        Ok(self.kept().snapshots.get(&tick).cloned())
    }

    fn put_account(&self, name: &str, record: &[u8]) -> Result<(), StoreError> {
        self.kept().accounts.insert(name.to_owned(), Bytes::copy_from_slice(record));
        Ok(())
    }

    fn account(&self, name: &str) -> Result<Option<Bytes>, StoreError> {
        Ok(self.kept().accounts.get(name).cloned())
    }

    fn account_names(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.kept().accounts.keys().cloned().collect())
    }

    fn put_value(&self, key: &str, value: &[u8]) -> Result<(), StoreError> {
        self.kept().values.insert(key.to_owned(), Bytes::copy_from_slice(value));
        Ok(())
    }

    fn value(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        Ok(self.kept().values.get(key).cloned())
    }

    fn value_keys(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.kept().values.keys().cloned().collect())
    }
}
