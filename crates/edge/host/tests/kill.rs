//! A process that writes a world is killed with signal 9; nothing it had acknowledged is lost.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use wold_host::store::{FolderStore, LogConfig, Store, TickRecord, WorldMeta};
use wold_space::Tick;

const META: WorldMeta = WorldMeta { seed: 42, version: 1, created: 0 };

/// Set for the process that writes: the folder to write into.
const FOLDER: &str = "WOLD_TEST_KILLED_FOLDER";

/// The process to be killed: appends for ever and says which ticks are durable.
fn write_until_killed(folder: &Path) -> ! {
    let store = FolderStore::open(folder, &META, LogConfig::default()).unwrap();
    let first = store.last_tick().unwrap().map_or(1, |tick| tick.0 + 1);
    for tick in first.. {
        let payload = vec![tick as u8; 100 + (tick as usize * 37) % 3000].into();
        store.append(&[TickRecord { tick: Tick(tick), hash: None, payload }]).unwrap();
        if tick.is_multiple_of(7) {
            store.put_snapshot(Tick(tick), &[tick as u8; 10_000], 2).unwrap();
        }
        println!("durable {tick}");
        std::io::stdout().flush().unwrap();
    }
    unreachable!("ticks do not end")
}

#[test]
fn a_killed_process_loses_nothing_it_acknowledged() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        write_until_killed(Path::new(&folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let mut acknowledged = 0u64;
    for lines in [1, 3, 8, 20, 33] {
        // The same test again, in its other role.
        let mut writer = Command::new(std::env::current_exe().unwrap())
            .args(["a_killed_process_loses_nothing_it_acknowledged", "--exact", "--nocapture"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(writer.stdout.take().unwrap()).lines().map(Result::unwrap);
        let ticks =
            said.filter_map(|line| line.strip_prefix("durable ").and_then(|tick| tick.parse::<u64>().ok()));
        acknowledged = ticks.take(lines).last().expect("the writer says what is durable").max(acknowledged);
        writer.kill().unwrap();
        writer.wait().unwrap();
        let store = FolderStore::open(folder.path(), &META, LogConfig::default()).unwrap();
        let verified = store.verify().unwrap();
        assert!(verified.records >= acknowledged, "{verified:?} of {acknowledged}");
        assert_eq!(verified.last, Some(Tick(verified.records)), "no gap");
        if let Some((tick, state)) = store.latest_snapshot().unwrap() {
            assert_eq!(state, vec![tick.0 as u8; 10_000]);
        }
    }
}
