//! Power failures, full disks, torn and flipped files, and a seeded workload against a store that cannot fail.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use redb::Database;
use wold_space::Tick;

use super::conformance::{META, log, record};
use super::faulty_disk::FaultyDisk;
use super::{FILE_NAME, MemoryStore, RedbStore, Store, StoreError, WorldMeta, recover_to_last_good};

fn on(disk: &FaultyDisk) -> Result<RedbStore, StoreError> {
    let disk = disk.clone();
    let opener = move || Database::builder().create_with_backend(disk.clone());
    RedbStore::with(PathBuf::from("disk"), Box::new(opener), Some(&META))
}

/// Everything a store holds, to compare two of them.
fn contents(store: &dyn Store) -> String {
    let names = store.account_names().unwrap();
    let accounts: Vec<_> = names.iter().map(|name| store.account(name).unwrap()).collect();
    let ticks = store.snapshots().unwrap();
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
        work in proptest::collection::vec((deeds(), prop::option::weighted(0.3, 0u32..12)), 1..12),
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
    let place = folder.path().join(FILE_NAME);
    let missing = RedbStore::open_existing(folder.path()).err().unwrap();
    assert_eq!(missing, StoreError::Missing { place: place.clone() });
    let store = RedbStore::open(folder.path(), &META).unwrap();
    let second = RedbStore::open(folder.path(), &META).err().unwrap();
    assert_eq!(second, StoreError::InUse { place: place.clone() });
    drop(store);
    for wanted in [WorldMeta { seed: 7, ..META }, WorldMeta { version: 4, ..META }] {
        let refused = RedbStore::open(folder.path(), &wanted).err().unwrap();
        let found = META;
        assert_eq!(refused, StoreError::OtherWorld { place: place.clone(), found, wanted });
    }
    let refused = RedbStore::open(folder.path(), &WorldMeta { seed: 7, ..META }).err().unwrap().to_string();
    assert!(
        refused.contains("seed 42") && refused.contains("seed 7") && !refused.contains('\n'),
        "{refused}"
    );
    let later = WorldMeta { created: 9, ..META };
    assert_eq!(
        RedbStore::open(folder.path(), &later).unwrap().meta(),
        &META,
        "the day of birth is the folder's"
    );
}

/// A world of 300 ticks whose payloads can be found in the file.
fn make_world(folder: &Path) -> Vec<u8> {
    let store = RedbStore::open(folder, &META).unwrap();
    for tick in 1..=300u64 {
        store.append(&[record(tick, format!("<payload of tick {tick:04}>").as_bytes())]).unwrap();
        if tick.is_multiple_of(100) {
            store.put_snapshot(Tick(tick), &[tick as u8; 3000], 3).unwrap();
        }
    }
    store.put_account("ada", b"<record of ada>").unwrap();
    store.put_value("rumour", b"<value of rumour>").unwrap();
    drop(store);
    std::fs::read(folder.join(FILE_NAME)).unwrap()
}

/// Flips one bit wherever `text` lies in the file (old versions of a page may hold it too).
fn flip(bytes: &mut [u8], text: &str) {
    let places: Vec<usize> = bytes
        .windows(text.len())
        .enumerate()
        .filter(|(_, w)| *w == text.as_bytes())
        .map(|(at, _)| at)
        .collect();
    assert!(!places.is_empty(), "{text} is in the file");
    for place in places {
        bytes[place + 3] ^= 0x10;
    }
}

#[test]
fn a_flipped_bit_is_named_and_the_way_back_ends_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = make_world(folder.path());
    flip(&mut bytes, "<payload of tick 0250>");
    std::fs::write(folder.path().join(FILE_NAME), &bytes).unwrap();
    let damage = RedbStore::open(folder.path(), &META).unwrap().verify().unwrap_err();
    let StoreError::DamagedRecord { tick: Tick(250), offset, .. } = damage else { panic!("{damage}") };
    assert!(offset > 249 * 60 && damage.to_string().contains("tick 250 at offset"), "{damage}");

    let damaged = std::fs::read(folder.path().join(FILE_NAME)).unwrap();
    let recovery = recover_to_last_good(folder.path()).unwrap();
    assert_eq!((recovery.last_good, recovery.records, recovery.entries_lost), (Some(Tick(249)), 249, 0));
    assert_eq!(recovery.damage, Some(damage));
    assert!(std::fs::read(&recovery.backup).unwrap() == damaged, "the damaged file is kept as it was");
    let store = RedbStore::open(folder.path(), &META).unwrap();
    assert_eq!(store.verify().unwrap().last, Some(Tick(249)));
    assert_eq!(
        store.snapshots().unwrap(),
        [Tick(100), Tick(200)],
        "a snapshot of the lost future is not kept"
    );
    assert_eq!(store.account("ada").unwrap().unwrap(), "<record of ada>");
    assert_eq!(store.value("rumour").unwrap().unwrap(), "<value of rumour>");
    store.append(&[record(250, b"again")]).unwrap();
    assert_eq!(store.verify().unwrap().records, 250);
}

#[test]
fn a_damaged_snapshot_or_account_is_found_and_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = make_world(folder.path());
    flip(&mut bytes, "<record of ada>");
    let snapshot = vec![300u64 as u8; 200];
    let at = bytes.windows(200).position(|w| w == snapshot).unwrap();
    bytes[at] ^= 1;
    std::fs::write(folder.path().join(FILE_NAME), &bytes).unwrap();
    let store = RedbStore::open(folder.path(), &META).unwrap();
    assert!(matches!(store.account("ada"), Err(StoreError::DamagedEntry { kind: "account", .. })));
    assert!(matches!(store.snapshot(Tick(300)), Err(StoreError::DamagedEntry { .. })));
    assert_eq!(
        store.latest_snapshot().unwrap().unwrap().0,
        Tick(200),
        "the older one and the log lead there"
    );
    drop(store);
    let recovery = recover_to_last_good(folder.path()).unwrap();
    assert_eq!((recovery.last_good, recovery.entries_lost), (Some(Tick(300)), 2));
}

#[test]
fn whatever_happens_to_a_file_it_is_read_right_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let whole = make_world(folder.path());
    let expected = log(&RedbStore::open(folder.path(), &META).unwrap(), 0);
    let mut chance = draws(7);
    let place = folder.path().join(FILE_NAME);
    for round in 0..120 {
        let mut bytes = whole.clone();
        match round % 3 {
            0 => bytes.truncate(if round == 0 { 0 } else { chance(whole.len()) }),
            1 => bytes[chance(whole.len())] ^= 1 << chance(8),
            _ => {
                let start = chance(whole.len() - 4096);
                bytes[start..start + 4096].fill(0);
            }
        }
        std::fs::write(&place, &bytes).unwrap();
        let read = RedbStore::open(folder.path(), &META).and_then(|store| {
            let mut records = Vec::new();
            store.scan(Tick(0), &mut |record| {
                records.push(record);
                std::ops::ControlFlow::Continue(())
            })?;
            Ok(records)
        });
        match read {
            Ok(records) => assert!(records == expected, "round {round}: silently changed"),
            Err(error) => {
                assert!(
                    error.is_damage() || matches!(error, StoreError::Io { .. }),
                    "round {round}: {error}"
                );
                std::fs::write(&place, &bytes).unwrap();
                if let Ok(recovery) = recover_to_last_good(folder.path()) {
                    let saved = log(&RedbStore::open(folder.path(), &META).unwrap(), 0);
                    assert_eq!(saved, expected[..recovery.records as usize], "round {round}");
                    std::fs::remove_file(recovery.backup).unwrap();
                } else {
                    assert!(std::fs::read(&place).unwrap() == bytes, "round {round}: left as it was");
                }
            }
        }
    }
}
