//! Doors for fuzzing: what is read from a damaged disk is not to be trusted.

use super::{book, record, segment, snapshot_file};

/// Reads bytes as each kind of file and as a record. Whatever they are, this neither panics nor takes more memory than a few times their length.
pub fn read_anything(bytes: &[u8]) {
    let _ = record::read(bytes);
    let walk = segment::walk(bytes, None, &[]);
    let known: Vec<_> = walk.runs.iter().map(|run| run.committed).collect();
    let _ = segment::walk(bytes, known.first().copied(), &known);
    let _ = snapshot_file::decode(&bytes.to_vec().into());
    let _ = book::decode(bytes);
}

#[cfg(test)]
mod tests {
    use super::super::conformance::{META, record};
    use super::super::disk::Disk;
    use super::super::faulty_disk::FaultyDisk;
    use super::super::folder_store::{FolderStore, Manner};
    use super::super::{LogConfig, Store};
    use super::read_anything;
    use proptest::prelude::*;
    use std::sync::Arc;
    use wold_space::Tick;

    /// One file of each kind, as they are written.
    fn files() -> Vec<Vec<u8>> {
        let disk = FaultyDisk::default();
        let config = LogConfig::default();
        let store =
            FolderStore::with(Arc::new(disk.clone()), "disk".into(), Some(&META), config, Manner::Mend)
                .unwrap();
        store.put_account("ada", b"her password").unwrap();
        store.put_value("world", b"its settings").unwrap();
        for tick in 1..=40 {
            store.append(&[record(tick, &[tick as u8; 9])]).unwrap();
        }
        store.put_snapshot(Tick(30), &[3; 200], 2).unwrap();
        ["log/tick-000000000001.log", "snapshots/tick-000000000030.snap", "book-1.wold"]
            .map(|file| disk.read(file, 0, u64::MAX >> 1).unwrap())
            .to_vec()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn random_bytes_are_refused_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            read_anything(&bytes);
        }

        #[test]
        fn files_with_bytes_changed_are_read_without_harm(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
            cut in prop::option::of(any::<prop::sample::Index>()),
        ) {
            for mut bytes in files() {
                for (place, byte) in &changes {
                    let place = place.index(bytes.len());
                    bytes[place] = *byte;
                }
                if let Some(cut) = &cut {
                    bytes.truncate(cut.index(bytes.len()));
                }
                read_anything(&bytes);
            }
        }
    }
}
