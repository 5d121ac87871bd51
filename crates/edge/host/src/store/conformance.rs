//! What every store must do, run by each of them.

use std::ops::ControlFlow;

use wold_space::Tick;

use super::{FolderStore, LogConfig, MemoryStore, Store, StoreError, TickRecord, WorldMeta};

pub const META: WorldMeta = WorldMeta { seed: 42, version: 3, created: 1_700_000_000 };

pub fn record(tick: u64, payload: &[u8]) -> TickRecord {
    TickRecord {
        tick: Tick(tick),
        hash: tick.is_multiple_of(20).then_some([tick as u8; 32]),
        payload: payload.to_vec().into(),
    }
}

pub fn log(store: &dyn Store, from: u64) -> Vec<TickRecord> {
    let mut records = Vec::new();
    store
        .scan(Tick(from), &mut |record| {
            records.push(record);
            ControlFlow::Continue(())
        })
        .unwrap();
    records
}

/// Runs one check on every kind of store.
fn every_store(check: impl Fn(&dyn Store)) {
    check(&MemoryStore::new(META));
    for segment_bytes in [LogConfig::default().segment_bytes, 300] {
        let folder = tempfile::tempdir().unwrap();
        let config = LogConfig { segment_bytes, ..LogConfig::default() };
        check(&FolderStore::open(folder.path(), &META, config).unwrap());
    }
}

#[test]
fn a_log_is_read_back_from_any_tick() {
    every_store(|store| {
        assert_eq!((store.last_tick().unwrap(), log(store, 0)), (None, vec![]));
        let records = [record(1, b"one"), record(2, b""), record(20, b"twenty"), record(21, &[7; 5000])];
        store.append(&records[..2]).unwrap();
        store.append(&records[2..]).unwrap();
        assert_eq!(log(store, 0), records);
        assert_eq!(log(store, 2), records[1..]);
        assert_eq!(log(store, 3), records[2..]);
        assert_eq!(log(store, 22), []);
        assert_eq!(store.last_tick().unwrap(), Some(Tick(21)));
        let verified = store.verify().unwrap();
        assert_eq!((verified.records, verified.payload_bytes, verified.last), (4, 5009, Some(Tick(21))));
        let mut seen = 0;
        store
            .scan(Tick(0), &mut |_| {
                seen += 1;
                ControlFlow::Break(())
            })
            .unwrap();
        assert_eq!(seen, 1, "a scan stops when told");
    });
}

#[test]
fn an_append_may_be_repeated_but_history_cannot_be_changed() {
    every_store(|store| {
        let records = [record(1, b"one"), record(2, b"two"), record(3, b"three")];
        store.append(&records[..2]).unwrap();
        store.append(&records).unwrap();
        store.append(&[]).unwrap();
        assert_eq!(log(store, 0), records);
        let refused = Err(StoreError::OutOfOrder { tick: Tick(2), last: Tick(3) });
        assert_eq!(store.append(&[record(2, b"other")]), refused);
        let refused = Err(StoreError::OutOfOrder { tick: Tick(5), last: Tick(6) });
        assert_eq!(store.append(&[record(6, b""), record(5, b"")]), refused);
        assert_eq!(log(store, 0), records, "a refused batch leaves nothing behind");
    });
}

#[test]
fn old_snapshots_go_and_the_log_stays() {
    every_store(|store| {
        store.append(&[record(1, b"one")]).unwrap();
        assert_eq!(store.latest_snapshot().unwrap(), None);
        for tick in [10, 20, 30, 40] {
            store.put_snapshot(Tick(tick), &[tick as u8; 100], 2).unwrap();
        }
        assert_eq!(store.snapshots().unwrap(), [Tick(30), Tick(40)]);
        assert_eq!(store.snapshot(Tick(10)).unwrap(), None);
        assert_eq!(store.latest_snapshot().unwrap(), Some((Tick(40), vec![40; 100].into())));
        assert_eq!(store.verify().unwrap().records, 1);
        store.put_snapshot(Tick(50), b"", 0).unwrap();
        assert_eq!(store.snapshots().unwrap(), [Tick(50)], "the newest is always kept");
    });
}

#[test]
fn accounts_and_values_are_kept_apart() {
    every_store(|store| {
        assert_eq!((store.account("ada").unwrap(), store.value("ada").unwrap()), (None, None));
        store.put_account("bo", b"1").unwrap();
        store.put_account("ada", b"2").unwrap();
        store.put_account("ada", b"3").unwrap();
        store.put_value("ada", b"value").unwrap();
        assert_eq!(store.account("ada").unwrap().unwrap(), "3");
        assert_eq!(store.value("ada").unwrap().unwrap(), "value");
        assert_eq!(store.account_names().unwrap(), ["ada", "bo"]);
        assert_eq!(store.value_keys().unwrap(), ["ada"]);
        assert_eq!(store.meta(), &META);
    });
}
