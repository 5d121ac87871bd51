//! Power failures, failing syncs, full disks, and a seeded workload against a store that cannot fail.

use std::path::PathBuf;
use std::sync::Arc;

use proptest::prelude::*;
use wold_space::Tick;

use super::conformance::{META, log, record};
use super::faulty_disk::FaultyDisk;
use super::folder_store::Manner;
use super::{FolderStore, LogConfig, Loss, MemoryStore, Store, StoreError, WorldMeta};

/// Small segments, so that a workload fills several.
const SMALL: LogConfig = LogConfig { segment_bytes: 8 * 1024, keep_bytes: None, keep_seconds: None };

fn on(disk: &FaultyDisk) -> Result<FolderStore, StoreError> {
    FolderStore::with(Arc::new(disk.clone()), PathBuf::from("disk"), Some(&META), SMALL, Manner::Mend)
}

/// Everything a store holds, to compare two of them; of the snapshots the newest two, since older ones may not be forgotten yet.
fn contents(store: &dyn Store) -> String {
    let names = store.account_names().unwrap();
    let accounts: Vec<_> = names.iter().map(|name| store.account(name).unwrap()).collect();
    let ticks: Vec<_> = store.snapshots().unwrap().into_iter().rev().take(2).collect();
    let snapshots: Vec<_> = ticks.iter().map(|&tick| store.snapshot(tick).unwrap()).collect();
    let values: Vec<_> = (0..3).map(|key: u8| store.value(&key.to_string()).unwrap()).collect();
    format!("{:?} {names:?} {accounts:?} {ticks:?} {snapshots:?} {values:?}", log(store, 0))
}

#[derive(Clone, Debug)]
enum Deed {
    Append { records: u64, gap: u64, bytes: usize },
    Snapshot { bytes: usize },
    Account { name: u8, byte: u8 },
    Value { key: u8, byte: u8 },
}

fn deeds() -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => (1u64..20, 1u64..3, 0usize..600).prop_map(|(records, gap, bytes)| Deed::Append { records, gap, bytes }),
        1 => (0usize..20_000).prop_map(|bytes| Deed::Snapshot { bytes }),
        1 => (0u8..3, any::<u8>()).prop_map(|(name, byte)| Deed::Account { name, byte }),
        1 => (0u8..3, any::<u8>()).prop_map(|(key, byte)| Deed::Value { key, byte }),
    ]
}

impl Deed {
    /// Does it after `last`, the last tick of the log.
    fn perform(&self, store: &dyn Store, last: u64) -> Result<(), StoreError> {
        match *self {
            Self::Append { records, gap, bytes } => {
                let batch: Vec<_> =
                    (1..=records).map(|n| record(last + n * gap, &vec![n as u8; bytes])).collect();
                store.append(&batch)
            }
            Self::Snapshot { bytes } => store.put_snapshot(Tick(last), &vec![last as u8; bytes], 2),
            Self::Account { name, byte } => store.put_account(&name.to_string(), &[byte; 40]),
            Self::Value { key, byte } => store.put_value(&key.to_string(), &[byte]),
        }
    }
}

fn last(store: &dyn Store) -> u64 {
    store.last_tick().unwrap().map_or(0, |tick| tick.0)
}

/// A cheap seeded draw below `bound`; tests must not depend on the system's chance.
fn draws(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |bound| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) as usize) % bound.max(1)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn nothing_acknowledged_is_lost_when_the_power_fails(
        work in proptest::collection::vec((deeds(), prop::option::weighted(0.4, 0u32..14)), 1..16),
        seed in any::<u64>(),
    ) {
        let mut chance = draws(seed);
        let mut disk = FaultyDisk::default();
        let mut store = on(&disk).unwrap();
        let model = MemoryStore::new(META);
        for (deed, power) in work {
            let before = contents(&model);
            let start = last(&model);
            if let Some(calls) = power {
                disk.cut_power_after(calls);
            }
            let acknowledged = deed.perform(&store, start).is_ok();
            deed.perform(&model, start).unwrap();
            if power.is_some() {
                drop(store);
                disk = disk.after_power_failure(&mut chance);
                store = on(&disk).unwrap();
                let found = contents(&store);
                if acknowledged || found != before {
                    prop_assert_eq!(found, contents(&model), "a deed is kept whole");
                } else {
                    // Never acknowledged and not kept: doing it again must work.
                    deed.perform(&store, start).unwrap();
                }
            }
            prop_assert_eq!(contents(&store), contents(&model));
        }
    }

    #[test]
    fn a_call_that_failed_is_done_again_and_nothing_is_doubled(
        work in proptest::collection::vec((deeds(), prop::option::weighted(0.6, 0u32..6)), 1..16),
    ) {
        let disk = FaultyDisk::default();
        let store = on(&disk).unwrap();
        let model = MemoryStore::new(META);
        for (deed, failure) in work {
            let start = last(&model);
            disk.fail_once_after(failure);
            if deed.perform(&store, start).is_err() {
                deed.perform(&store, start).unwrap();
            }
            deed.perform(&model, start).unwrap();
            prop_assert_eq!(contents(&store), contents(&model));
        }
        disk.fail_once_after(None);
        let again = on(&disk).unwrap();
        prop_assert_eq!(contents(&again), contents(&model));
        prop_assert_eq!(again.losses(), &[]);
    }
}

#[test]
fn a_write_torn_at_any_byte_is_all_or_nothing() {
    let disk = FaultyDisk::default();
    let store = on(&disk).unwrap();
    store.append(&[record(1, b"one"), record(2, b"two")]).unwrap();
    let before = disk.length_of("log/tick-000000000001.log");
    store.append(&[record(3, b"three"), record(4, b"four")]).unwrap();
    let after = disk.length_of("log/tick-000000000001.log");
    drop(store);
    for length in before..after {
        let torn = disk.copied();
        torn.cut("log/tick-000000000001.log", length);
        let store = on(&torn).unwrap();
        assert_eq!(log(&store, 0), [record(1, b"one"), record(2, b"two")], "cut at {length}");
        assert_eq!(store.losses().len(), usize::from(length > before), "cut at {length}");
        store.append(&[record(3, b"other")]).unwrap();
        drop(store);
        let again = on(&torn).unwrap();
        assert_eq!((again.verify().unwrap().records, again.losses()), (3, &[][..]), "cut at {length}");
    }
}

#[test]
fn a_power_failure_while_damage_is_mended_costs_nothing() {
    let disk = FaultyDisk::default();
    let store = on(&disk).unwrap();
    for tick in 1..=60 {
        store.append(&[record(tick, &[tick as u8; 40])]).unwrap();
        if tick == 40 {
            store.put_snapshot(Tick(40), b"state of 40", 2).unwrap();
        }
    }
    store.put_account("ada", b"record").unwrap();
    drop(store);
    let file = "log/tick-000000000001.log";
    let mut chance = draws(5);
    for calls in 0..40 {
        let damaged = disk.copied();
        damaged.flip(file, 2500);
        damaged.flip("book-1.wold", 50);
        damaged.cut_power_after(calls);
        let mended = on(&damaged).is_ok();
        let after = damaged.after_power_failure(&mut chance);
        let store = on(&after).unwrap();
        assert_eq!(store.last_tick().unwrap(), Some(Tick(60)), "power for {calls} calls, mended {mended}");
        assert_eq!(log(&store, 41), (41..=60).map(|n| record(n, &[n as u8; 40])).collect::<Vec<_>>());
        assert_eq!(store.account("ada").unwrap().unwrap(), "record");
        assert_eq!(
            store.beginning().unwrap().unwrap().0,
            Tick(40),
            "what can be replayed begins behind the damage"
        );
    }
}

#[test]
fn a_full_disk_says_so_and_works_again_when_there_is_room() {
    let disk = FaultyDisk::default();
    let store = on(&disk).unwrap();
    store.append(&[record(1, b"kept")]).unwrap();
    disk.set_room(Some(disk.used()));
    let big = record(2, &vec![1; 8 * 1024 * 1024]);
    let full = Err(StoreError::DiskFull { place: "disk".into() });
    assert_eq!(store.append(std::slice::from_ref(&big)), full);
    assert_eq!(store.append(std::slice::from_ref(&big)), full, "and again, without giving up");
    assert_eq!(log(&store, 0), [record(1, b"kept")], "what was acknowledged is still there");
    disk.set_room(None);
    store.append(std::slice::from_ref(&big)).unwrap();
    assert_eq!(log(&store, 0), [record(1, b"kept"), big]);
}

#[test]
fn a_folder_has_one_owner_and_one_world() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_owned();
    let open = |meta: &WorldMeta| FolderStore::open(folder.path(), meta, LogConfig::default());
    let missing = super::open_history(folder.path()).err().unwrap();
    assert_eq!(missing, StoreError::Missing { place: place.clone() });
    let store = open(&META).unwrap();
    let in_use = StoreError::InUse { place: place.clone() };
    assert_eq!(open(&META).err().unwrap(), in_use);
    assert_eq!(super::open_history(folder.path()).err().unwrap(), in_use);
    assert_eq!(FolderStore::recover(folder.path()).err().unwrap(), in_use);
    drop(store);
    for wanted in [WorldMeta { seed: 7, ..META }, WorldMeta { version: 4, ..META }] {
        let refused = open(&wanted).err().unwrap();
        assert!(matches!(&refused, StoreError::OtherWorld { found, .. } if *found == META), "{refused}");
    }
    let refused = open(&WorldMeta { seed: 7, ..META }).err().unwrap().to_string();
    assert!(
        refused.contains("seed 42") && refused.contains("seed 7") && !refused.contains('\n'),
        "{refused}"
    );
    let later = WorldMeta { created: 9, ..META };
    assert_eq!(open(&later).unwrap().meta(), &META, "the day of birth is the folder's");
}

#[test]
fn old_segments_go_when_the_settings_say_so_and_the_rest_is_replayed_from_a_snapshot() {
    let disk = FaultyDisk::default();
    let config = LogConfig { keep_bytes: Some(16 * 1024), ..SMALL };
    let open = || {
        let place = PathBuf::from("disk");
        FolderStore::with(Arc::new(disk.clone()), place, Some(&META), config.clone(), Manner::Mend).unwrap()
    };
    let store = open();
    for tick in 1..=600 {
        store.append(&[record(tick, &[tick as u8; 100])]).unwrap();
        if tick.is_multiple_of(50) {
            store.put_snapshot(Tick(tick), &[tick as u8; 30], 2).unwrap();
        }
    }
    drop(store);
    assert!(disk.used() < 40 * 1024, "{}", disk.used());
    let store = open();
    assert_eq!(store.losses(), &[]);
    let (base, state) = store.beginning().unwrap().unwrap();
    assert_eq!(state, vec![base.0 as u8; 30]);
    assert_eq!(log(&store, base.0 + 1).len() as u64, 600 - base.0);
    assert_eq!(store.latest_snapshot().unwrap().unwrap().0, Tick(600));
}

#[test]
fn a_look_at_a_damaged_folder_changes_nothing_and_names_the_way_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = FolderStore::open(folder.path(), &META, LogConfig::default()).unwrap();
    store.append(&[record(1, b"one"), record(2, b"two")]).unwrap();
    drop(store);
    let file = folder.path().join("version-3/log/tick-000000000001.log");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes.extend(b"garbage");
    std::fs::write(&file, &bytes).unwrap();
    let refused = super::open_history(folder.path()).err().unwrap().to_string();
    assert!(refused.contains("wold history recover") && !refused.contains('\n'), "{refused}");
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    let store = FolderStore::recover(folder.path()).unwrap();
    let [Loss::Tail { bytes: 7, last_good: Some(2), aside: Some(aside), .. }] = store.losses() else {
        panic!("{:?}", store.losses())
    };
    assert_eq!(std::fs::read(store.place().join(aside)).unwrap(), b"garbage", "it is set aside");
    drop(store);
    assert_eq!(log(&*super::open_history(folder.path()).unwrap(), 0).len(), 2);
}

#[test]
fn a_world_copied_without_its_empty_folder_of_snapshots_is_read_by_the_name_of_its_version() {
    let folder = tempfile::tempdir().unwrap();
    let store = FolderStore::open(folder.path(), &META, LogConfig::default()).unwrap();
    store.append(&[record(1, b"one")]).unwrap();
    drop(store);
    let home = folder.path().join("version-3");
    std::fs::remove_dir(home.join("snapshots")).unwrap();
    for place in [folder.path(), &home] {
        assert_eq!(log(&*super::open_history(place).unwrap(), 0), [record(1, b"one")], "{}", place.display());
    }
    let store = FolderStore::open(folder.path(), &META, LogConfig::default()).unwrap();
    store.put_snapshot(Tick(1), b"state", 1).unwrap();
}
