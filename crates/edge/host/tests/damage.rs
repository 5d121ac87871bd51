//! Two thousand damages: flipped bits, cuts, overwritten pages, zeroed ranges, deleted files and garbage, over the folder of a small world that
//! was stopped and of one that crashed. Every one opens by itself; the world is one that was lived, and nothing before the damage is lost.

use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use wold_host::archive;
use wold_host::store::{FolderStore, LogConfig, Store, StoreError, TickRecord};
use wold_space::{GuestId, Tick};
use wold_wire::Intent;
use wold_world::{Act, Command, Origin, Realm, encode_commands};

const SEED: u64 = 42;
const TICKS: u64 = 330;
const SNAPSHOT_TICKS: u64 = 60;
/// Bytes of a segment's head.
const HEAD: u64 = 92;

fn config() -> LogConfig {
    LogConfig { segment_bytes: 4096, ..LogConfig::default() }
}

fn open(folder: &Path) -> Result<FolderStore, StoreError> {
    FolderStore::open(folder, &archive::meta(SEED, 5), config())
}

/// An append as it lies in a file.
#[derive(Clone, Debug)]
struct Commit {
    file: PathBuf,
    bytes: Range<u64>,
    ticks: Range<u64>,
}

/// A world as it was lived, and its folder.
struct History {
    folder: tempfile::TempDir,
    /// The state's hash after each tick.
    hashes: Vec<[u8; 32]>,
    records: Vec<TickRecord>,
    commits: Vec<Commit>,
    snapshots: BTreeMap<u64, Vec<u8>>,
    accounts: BTreeMap<String, Vec<u8>>,
    values: BTreeMap<String, Vec<u8>>,
    /// The newest snapshot.
    newest: u64,
}

fn commands(tick: u64) -> Vec<Command> {
    let guest = GuestId(1 + tick % 7);
    let act = match tick {
        1..=7 => Act::Enter { name: format!("Guest {tick}"), human: true, look: tick as u32 },
        _ if tick.is_multiple_of(3) => Act::Intent(Intent::say(format!("It is tick {tick}."), None)),
        _ => return Vec::new(),
    };
    vec![Command { guest, number: tick as u32, act }]
}

/// The segment that was written last, and its length.
fn newest_segment(folder: &Path) -> (PathBuf, u64) {
    let log = PathBuf::from(format!("version-{}/log", archive::WORLD_VERSION));
    let files = std::fs::read_dir(folder.join(&log)).unwrap().map(|entry| entry.unwrap().file_name());
    let file = log.join(files.max().unwrap());
    let length = std::fs::metadata(folder.join(&file)).unwrap().len();
    (file, length)
}

impl History {
    fn live(crashed: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path()).unwrap();
        let mut realm = Realm::new(Origin::meadow(SEED));
        let mut history = Self {
            folder,
            hashes: vec![realm.hash()],
            records: Vec::new(),
            commits: Vec::new(),
            snapshots: BTreeMap::new(),
            accounts: BTreeMap::new(),
            values: BTreeMap::new(),
            newest: 0,
        };
        let mut batch = Vec::new();
        for tick in 1..=TICKS {
            let commands = commands(tick);
            let payload = encode_commands(&commands).into();
            let told = !commands.is_empty();
            let report = realm.step(commands);
            history.hashes.push(realm.hash());
            if told || report.hash.is_some() {
                batch.push(TickRecord { tick: Tick(tick), hash: report.hash, payload });
            }
            // Most appends are one record, some are several.
            if !batch.is_empty() && (tick % 11 > 2 || tick == TICKS || tick.is_multiple_of(SNAPSHOT_TICKS)) {
                history.append(&store, std::mem::take(&mut batch));
            }
            if tick.is_multiple_of(SNAPSHOT_TICKS) || (tick == TICKS && !crashed) {
                let state = realm.save();
                store.put_snapshot(Tick(tick), &state, 4).unwrap();
                history.snapshots.insert(tick, state);
                history.newest = tick;
            }
            if tick.is_multiple_of(25) {
                let (name, record) = (format!("account {}", tick % 8), vec![tick as u8; 80]);
                store.put_account(&name, &record).unwrap();
                history.accounts.insert(name, record);
                let (key, value) = (format!("value {}", tick % 3), tick.to_le_bytes().to_vec());
                store.put_value(&key, &value).unwrap();
                history.values.insert(key, value);
            }
        }
        drop(store);
        if crashed {
            // The power failed in the middle of the next append.
            let (file, length) = newest_segment(history.folder.path());
            let mut bytes = std::fs::read(history.folder.path().join(&file)).unwrap();
            bytes.extend_from_within(length as usize - 60..length as usize - 17);
            std::fs::write(history.folder.path().join(&file), bytes).unwrap();
        }
        history
    }

    fn append(&mut self, store: &FolderStore, batch: Vec<TickRecord>) {
        let ticks = batch[0].tick.0..batch[batch.len() - 1].tick.0 + 1;
        store.append(&batch).unwrap();
        let (file, end) = newest_segment(self.folder.path());
        let before = self.commits.last().filter(|commit| commit.file == file);
        let start = before.map_or(HEAD, |commit| commit.bytes.end);
        self.commits.push(Commit { file, bytes: start..end, ticks });
        self.records.extend(batch);
    }

    /// Files of the folder that may be damaged.
    fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let home = format!("version-{}", archive::WORLD_VERSION);
        for inner in ["", "log", "snapshots"] {
            let folder = Path::new(&home).join(inner);
            for entry in std::fs::read_dir(self.folder.path().join(&folder)).unwrap() {
                let entry = entry.unwrap();
                if entry.file_type().unwrap().is_file() {
                    files.push(folder.join(entry.file_name()));
                }
            }
        }
        files.sort();
        files
    }

    /// The least tick the world must come back to when `bytes` of `file` are damaged.
    fn owed(&self, file: &Path, bytes: &Range<u64>) -> u64 {
        let last = self.records[self.records.len() - 1].tick.0.max(self.newest);
        let hit = |commit: &&Commit| {
            commit.file == file && commit.bytes.start < bytes.end && bytes.start < commit.bytes.end
        };
        let mut hits = self.commits.iter().filter(hit);
        let Some(first) = hits.next() else { return last };
        if hits.next_back().unwrap_or(first).ticks.end <= self.newest + 1 {
            return last;
        }
        let whole = self.records.iter().map(|record| record.tick.0).filter(|&tick| tick < first.ticks.start);
        whole.max().unwrap_or(0).max(self.newest)
    }
}

/// A cheap seeded draw below a bound.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound.max(1)
    }
}

/// Damages a file by chance; says how, and which bytes are gone.
fn damage(path: &Path, draws: &mut Draws) -> (&'static str, Range<u64>) {
    let mut bytes = std::fs::read(path).unwrap();
    let length = bytes.len() as u64;
    let at = draws.below(length);
    let (how, hit) = match draws.below(6) {
        0 => {
            bytes[at as usize] ^= 1 << draws.below(8);
            ("bit flipped", at..at + 1)
        }
        1 => {
            bytes.truncate(at as usize);
            ("cut", at..length)
        }
        kind @ (2 | 3) => {
            let end = length.min(at + [16, 512, 4096][draws.below(3) as usize]);
            let zero = kind == 3;
            bytes[at as usize..end as usize].fill_with(|| if zero { 0 } else { draws.below(256) as u8 });
            (if zero { "zeroed" } else { "overwritten" }, at..end)
        }
        4 => {
            std::fs::remove_file(path).unwrap();
            return ("deleted", 0..length);
        }
        _ => {
            let count = 1 + draws.below(600);
            bytes.extend((0..count).map(|_| draws.below(256) as u8));
            ("garbage appended", length..length + count)
        }
    };
    std::fs::write(path, bytes).unwrap();
    (how, hit)
}

fn copy(from: &Path, files: &[PathBuf], to: &Path) {
    for file in files {
        std::fs::create_dir_all(to.join(file).parent().unwrap()).unwrap();
        std::fs::copy(from.join(file), to.join(file)).unwrap();
    }
}

/// Damages a copy of the folder and checks that the world comes back. `proven` are ways that were replayed before: from which snapshot to
/// which tick. A replay of the same state and records comes out the same.
fn one_damage(history: &History, files: &[PathBuf], seed: u64, proven: &Mutex<BTreeSet<(u64, u64)>>) {
    let mut draws = Draws(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let folder = tempfile::tempdir().unwrap();
    copy(history.folder.path(), files, folder.path());
    let file = &files[draws.below(files.len() as u64) as usize];
    let (how, hit) = damage(&folder.path().join(file), &mut draws);
    let case = format!("case {seed}: {} {how} at {hit:?}", file.display());

    let store = open(folder.path()).unwrap_or_else(|error| panic!("{case}: {error}"));
    let losses = store.losses().to_vec();
    for (name, record) in &history.accounts {
        assert_eq!(store.account(name).unwrap().as_deref(), Some(&record[..]), "{case}: {name}");
    }
    for (key, value) in &history.values {
        assert_eq!(store.value(key).unwrap().as_deref(), Some(&value[..]), "{case}: {key}");
    }

    let lead = store.latest_snapshot().unwrap();
    let from = lead.as_ref().map_or(0, |(tick, _)| tick.0);
    if let Some((tick, state)) = &lead {
        assert!(history.snapshots[&tick.0] == state[..], "{case}: the snapshot of tick {tick}");
    }
    let mut reached = from;
    let mut found = Vec::new();
    let scanned = store.scan(Tick(from + 1), &mut |record| {
        reached = record.tick.0;
        found.push(record);
        ControlFlow::Continue(())
    });
    assert_eq!(scanned, Ok(()), "{case}");
    let lived: Vec<_> = (history.records.iter())
        .filter(|record| record.tick.0 > from && record.tick.0 <= reached)
        .cloned()
        .collect();
    assert_eq!(found, lived, "{case}");
    assert!(reached >= history.owed(file, &hit), "{case}: only tick {reached}, {losses:?}");
    // What ends between two appends cannot be told from a log that ends there.
    let between = history.commits.iter().any(|commit| commit.file == *file && commit.bytes.end == hit.start);
    let last = history.records[history.records.len() - 1].tick.0;
    assert!(reached >= last || between || !losses.is_empty(), "{case}: nothing is said");
    if proven.lock().unwrap().insert((from, reached)) {
        let mut realm = Realm::new(Origin::meadow(SEED));
        archive::resume(&mut realm, &store).unwrap();
        assert!(realm.hash() == history.hashes[reached as usize], "{case}: another state");
    }

    // History before the damage is all there, too.
    let mut first = Vec::new();
    let _ = store.scan(Tick(0), &mut |record| {
        first.push(record);
        ControlFlow::Continue(())
    });
    if let Some(begins) = first.first() {
        let skip = history.records.iter().position(|record| record.tick == begins.tick).unwrap();
        assert_eq!(first, history.records[skip..skip + first.len()], "{case}");
    }
    for loss in &losses {
        let line = loss.to_string();
        assert!(!line.contains('\n'), "{case}: {line}");
        if let Some((_, aside)) = line.split_once("; kept as ") {
            assert!(store.place().join(aside).is_file(), "{case}: {line}");
        }
    }

    // It can be written to, and is in order from then on.
    let next = TickRecord { tick: Tick(reached + 1), hash: None, payload: encode_commands(&[]).into() };
    store.append(std::slice::from_ref(&next)).unwrap();
    drop(store);
    let again = open(folder.path()).unwrap();
    assert_eq!(again.losses(), &[], "{case}: after {losses:?}");
    assert_eq!(again.last_tick().unwrap(), Some(next.tick), "{case}");
}

fn damages(crashed: bool, seeds: Range<u64>) {
    let history = History::live(crashed);
    let files = history.files();
    let proven = Mutex::default();
    seeds.into_par_iter().for_each(|seed| one_damage(&history, &files, seed, &proven));
}

#[test]
fn five_hundred_damages_to_a_world_that_was_stopped() {
    damages(false, 0..500);
}

#[test]
fn another_five_hundred_damages_to_a_world_that_was_stopped() {
    damages(false, 500..1000);
}

#[test]
fn five_hundred_damages_to_a_world_that_crashed() {
    damages(true, 1000..1500);
}

#[test]
fn another_five_hundred_damages_to_a_world_that_crashed() {
    damages(true, 1500..2000);
}
