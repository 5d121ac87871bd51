//! Writes files as version 4 did, for tests.

use std::path::Path;

use redb::{Database, TableDefinition};
use wold_space::Tick;

use super::redb_file::{ACCOUNTS, FILE_NAME, LOG, META, SNAPSHOTS, VALUES, WORLD, sum};
use super::{TickRecord, WorldMeta};

/// A file of version 4 that is being written.
pub struct RedbWriter(Database);

fn seal(key: &[u8], value: &[u8]) -> Vec<u8> {
    [&sum(key, value).to_le_bytes()[..], value].concat()
}

impl RedbWriter {
    pub fn make(folder: &Path, meta: &WorldMeta) -> Self {
        let writer = Self(Database::create(folder.join(FILE_NAME)).unwrap());
        writer.entry(META, WORLD, &postcard::to_stdvec(meta).unwrap());
        writer
    }

    fn entry(&self, table: TableDefinition<&str, &[u8]>, key: &str, value: &[u8]) {
        let transaction = self.0.begin_write().unwrap();
        transaction.open_table(table).unwrap().insert(key, &seal(key.as_bytes(), value)[..]).unwrap();
        transaction.commit().unwrap();
    }

    fn numbered(&self, table: TableDefinition<u64, &[u8]>, key: Tick, value: &[u8]) {
        let transaction = self.0.begin_write().unwrap();
        transaction.open_table(table).unwrap().insert(key.0, value).unwrap();
        transaction.commit().unwrap();
    }

    pub fn record(&self, record: &TickRecord) {
        let mut bytes = vec![u8::from(record.hash.is_some())];
        bytes.extend([0; 8 + 32]);
        bytes.extend(record.hash.iter().flatten());
        bytes.extend(&record.payload);
        let bytes = [&crc32fast::hash(&bytes).to_le_bytes()[..], &bytes].concat();
        self.numbered(LOG, record.tick, &bytes);
    }

    pub fn snapshot(&self, tick: Tick, state: &[u8]) {
        self.numbered(SNAPSHOTS, tick, &seal(&tick.0.to_le_bytes(), state));
    }

    pub fn account(&self, name: &str, record: &[u8]) {
        self.entry(ACCOUNTS, name, record);
    }

    pub fn value(&self, key: &str, value: &[u8]) {
        self.entry(VALUES, key, value);
    }
}
