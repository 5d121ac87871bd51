//! The scribe against stores that work, fail for a while, or never work.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::store::{MemoryStore, WorldMeta};

const META: WorldMeta = WorldMeta { seed: 1, version: 1, created: 0 };

fn record(tick: u64) -> TickRecord {
    TickRecord { tick: Tick(tick), hash: None, payload: tick.to_le_bytes().to_vec().into() }
}

fn config() -> ScribeConfig {
    ScribeConfig { interval: Duration::ZERO, retry: Duration::from_millis(1), ..ScribeConfig::default() }
}

fn full() -> StoreError {
    StoreError::DiskFull { place: "disk".into() }
}

/// Fails while it is told to; remembers the sizes of its groups.
struct Moody {
    kept: MemoryStore,
    failures: AtomicU32,
    groups: Mutex<Vec<usize>>,
}

impl Moody {
    fn new(failures: u32) -> Arc<Self> {
        Arc::new(Self { kept: MemoryStore::new(META), failures: failures.into(), groups: Mutex::default() })
    }

    fn mood(&self) -> Result<(), StoreError> {
        let fail = |left: u32| left.checked_sub(1);
        match self.failures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, fail) {
            Ok(_) => Err(full()),
            Err(_) => Ok(()),
        }
    }
}

impl Store for Moody {
    fn meta(&self) -> &WorldMeta {
        self.kept.meta()
    }

    fn append(&self, records: &[TickRecord]) -> Result<(), StoreError> {
        self.mood()?;
        self.groups.lock().unwrap().push(records.len());
        self.kept.append(records)
    }

    fn last_tick(&self) -> Result<Option<Tick>, StoreError> {
        self.kept.last_tick()
    }

    fn scan(
        &self,
        from: Tick,
        visit: &mut dyn FnMut(TickRecord) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.kept.scan(from, visit)
    }

    fn put_snapshot(&self, tick: Tick, state: &[u8], keep: usize) -> Result<(), StoreError> {
        self.mood()?;
        self.kept.put_snapshot(tick, state, keep)
    }

    fn snapshots(&self) -> Result<Vec<Tick>, StoreError> {
        self.kept.snapshots()
    }

    fn snapshot(&self, tick: Tick) -> Result<Option<Bytes>, StoreError> {
        self.kept.snapshot(tick)
    }

    fn put_account(&self, name: &str, record: &[u8]) -> Result<(), StoreError> {
        self.kept.put_account(name, record)
    }

    fn account(&self, name: &str) -> Result<Option<Bytes>, StoreError> {
        self.kept.account(name)
    }

    fn account_names(&self) -> Result<Vec<String>, StoreError> {
        self.kept.account_names()
    }

    fn put_value(&self, key: &str, value: &[u8]) -> Result<(), StoreError> {
        self.kept.put_value(key, value)
    }

    fn value_keys(&self) -> Result<Vec<String>, StoreError> {
        self.kept.value_keys()
    }

    fn value(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        self.kept.value(key)
    }
}

/// Waits by the bell until a tick is durable.
fn hear_of(scribe: &Scribe, tick: u64) {
    while scribe.durable() < Some(Tick(tick)) {
        scribe.bell().recv().unwrap();
    }
}

#[test]
fn what_is_published_as_durable_is_in_the_store_and_the_bell_rings() {
    let store = Moody::new(0);
    let scribe = Scribe::start(store.clone(), config()).unwrap();
    assert_eq!(scribe.durable(), None);
    for tick in 1..=100 {
        scribe.record(record(tick)).unwrap();
        if tick % 25 == 0 {
            hear_of(&scribe, tick);
            assert!(store.last_tick().unwrap() >= Some(Tick(tick)));
        }
    }
    assert_eq!(scribe.health(), Health::Good { waiting: 0 });
    scribe.stop().unwrap();
    assert_eq!(store.verify().unwrap().records, 100);
}

#[test]
fn a_failing_store_loses_nothing_and_is_tried_again() {
    let store = Moody::new(5);
    let scribe = Scribe::start(store.clone(), config()).unwrap();
    for tick in 1..=10 {
        scribe.record(record(tick)).unwrap();
    }
    hear_of(&scribe, 10);
    assert_eq!(store.verify().unwrap().records, 10);
    scribe.stop().unwrap();
}

#[test]
fn stopping_writes_the_rest_in_groups() {
    let store = Moody::new(0);
    let slow = ScribeConfig { interval: Duration::from_secs(3600), batch: 40, ..ScribeConfig::default() };
    let scribe = Scribe::start(store.clone(), slow).unwrap();
    for tick in 1..=100 {
        scribe.record(record(tick)).unwrap();
    }
    scribe.stop().unwrap();
    assert_eq!(store.verify().unwrap().records, 100);
    let groups = store.groups.lock().unwrap();
    assert!(groups.len() <= 5 && groups.iter().all(|&size| size <= 40), "{groups:?}");
}

#[test]
fn a_full_queue_gives_the_record_back_and_a_dead_store_is_admitted() {
    let store = Moody::new(u32::MAX);
    let scribe = Scribe::start(store.clone(), ScribeConfig { queue: 3, ..config() }).unwrap();
    for tick in 1..=3 {
        scribe.record(record(tick)).unwrap();
    }
    assert_eq!(scribe.record(record(4)), Err(NotTaken(record(4))));
    while scribe.health() != (Health::Failing { waiting: 3, error: full() }) {
        std::thread::yield_now();
    }
    assert_eq!(scribe.durable(), None, "nothing is published that is not durable");
    assert_eq!(scribe.stop(), Err(Unwritten { unwritten: 3, error: full() }));
}

#[test]
fn a_snapshot_never_runs_ahead_of_the_log() {
    let store = Moody::new(0);
    let scribe = Scribe::start(store.clone(), config()).unwrap();
    scribe.snapshot(Tick(20), "early".into());
    for tick in 1..=19 {
        scribe.record(record(tick)).unwrap();
    }
    hear_of(&scribe, 19);
    assert_eq!(store.snapshots().unwrap(), [], "its tick is not durable yet");
    store.failures.store(2, Ordering::SeqCst);
    scribe.record(record(20)).unwrap();
    scribe.stop().unwrap();
    assert_eq!(store.latest_snapshot().unwrap(), Some((Tick(20), "early".into())));
}

#[test]
fn the_last_snapshot_is_kept_though_nothing_was_done_in_the_last_ticks() {
    let store = Moody::new(1);
    let scribe = Scribe::start(store.clone(), config()).unwrap();
    scribe.record(record(1)).unwrap();
    scribe.snapshot(Tick(9), "the end".into());
    scribe.stop().unwrap();
    assert_eq!(store.latest_snapshot().unwrap(), Some((Tick(9), "the end".into())));
}

#[test]
fn a_scribe_goes_on_where_the_log_ends() {
    let store = Moody::new(0);
    store.append(&[record(1), record(2)]).unwrap();
    let scribe = Scribe::start(store.clone(), config()).unwrap();
    assert_eq!(scribe.durable(), Some(Tick(2)));
    scribe.record(record(3)).unwrap();
    drop(scribe);
    assert_eq!(store.verify().unwrap().last, Some(Tick(3)), "dropping the scribe writes the rest, too");
}
