//! Worlds of older versions are brought over; a replay that differs has a way back.

use super::*;
use crate::store::redb_writer::RedbWriter;
use crate::store::{FILE_NAME, Loss, open_history};
use wold_space::GuestId;
use wold_world::{Act, encode_commands};

const SEED: u64 = 11;

fn realm() -> Realm {
    Realm::new(origin(&Genesis::new(Seed(SEED)), WorldConfig::default(), no_games).unwrap().0)
}

/// Somebody comes in every ten ticks.
fn commands(tick: u64) -> Vec<Command> {
    let enter = || {
        let act = Act::Enter { name: format!("Guest {tick}"), human: true, look: tick as u32 };
        Command { guest: GuestId(tick), number: 0, act }
    };
    if tick % 10 == 1 { vec![enter()] } else { Vec::new() }
}

/// The next tick of a world, and its record if there is anything to tell.
fn lived(realm: &mut Realm) -> Option<TickRecord> {
    let commands = commands(realm.now().0 + 1);
    let payload = encode_commands(&commands).into();
    let report = realm.step(commands.clone());
    let record = TickRecord { tick: report.tick, hash: report.hash, payload };
    (report.hash.is_some() || !commands.is_empty()).then_some(record)
}

fn opened(folder: &Path) -> FolderStore {
    open(folder, SEED, 99, LogConfig::default(), no_games).unwrap()
}

fn resumed(store: &dyn Store) -> Realm {
    let mut realm = realm();
    resume(&mut realm, store).unwrap();
    realm
}

/// A world of version 4 that lived 70 ticks, with a snapshot after 40.
fn old_world(folder: &Path) -> (RedbWriter, Realm) {
    let writer = RedbWriter::make(folder, &WorldMeta { seed: SEED, version: 4, created: 7 });
    writer.value("world", &serde_json::to_vec(&WorldConfig::default()).unwrap());
    writer.value("boots", &3u64.to_le_bytes());
    writer.account("ada", b"her password");
    let mut realm = realm();
    for tick in 1..=70 {
        if let Some(mut record) = lived(&mut realm) {
            // The rules were others then.
            record.hash = record.hash.map(|_| [4; 32]);
            writer.record(&record);
        }
        if tick == 40 {
            writer.snapshot(Tick(40), &realm.save());
        }
    }
    (writer, realm)
}

fn check_brought_over(folder: &Path, hash: [u8; 32], old_bytes: &[u8]) {
    for _ in 0..2 {
        let store = opened(folder);
        assert_eq!((store.meta().version, store.meta().created), (WORLD_VERSION, 7));
        assert_eq!(store.account("ada").unwrap().unwrap(), "her password");
        assert_eq!(store.value("boots").unwrap().unwrap()[..], 3u64.to_le_bytes());
        assert_eq!(store.losses(), &[]);
        assert!(resumed(&store).hash() == hash, "it goes on where it was");
        assert!(std::fs::read(folder.join(FILE_NAME)).unwrap() == old_bytes, "the old file is as it was");
    }
    let history = open_history(&folder.join(FILE_NAME)).unwrap();
    let mut ticks = Vec::new();
    history
        .scan(Tick(0), &mut |record| {
            ticks.push(record.tick.0);
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(ticks, [1, 11, 20, 21, 31, 40, 41, 51, 60, 61], "its log can still be read");
}

/// The last record of the old log is of tick 61; the nine ticks after it were never logged.
fn at_61() -> [u8; 32] {
    let mut realm = realm();
    for _ in 1..=61 {
        lived(&mut realm);
    }
    realm.hash()
}

#[test]
fn a_world_of_version_4_is_brought_over_once_and_its_file_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (writer, _) = old_world(folder.path());
    drop(writer);
    let bytes = std::fs::read(folder.path().join(FILE_NAME)).unwrap();
    check_brought_over(folder.path(), at_61(), &bytes);
}

#[test]
fn a_world_of_version_4_that_was_killed_is_brought_over() {
    let folder = tempfile::tempdir().unwrap();
    let killed = tempfile::tempdir().unwrap();
    let (writer, _) = old_world(folder.path());
    let busy = open(folder.path(), SEED, 99, LogConfig::default(), no_games).err().unwrap();
    assert!(matches!(busy, ArchiveError::Store(StoreError::InUse { .. })), "somebody still writes: {busy}");
    std::fs::copy(folder.path().join(FILE_NAME), killed.path().join(FILE_NAME)).unwrap();
    drop(writer);
    let bytes = std::fs::read(killed.path().join(FILE_NAME)).unwrap();
    check_brought_over(killed.path(), at_61(), &bytes);
}

#[test]
fn what_goes_on_after_bringing_over_is_replayed_hash_for_hash() {
    let folder = tempfile::tempdir().unwrap();
    drop(old_world(folder.path()));
    let store = opened(folder.path());
    let mut realm = resumed(&store);
    for _ in 0..50 {
        if let Some(record) = lived(&mut realm) {
            store.append(&[record]).unwrap();
        }
    }
    drop(store);
    let store = open_history(folder.path()).unwrap();
    let (told, done) = retell(&*store, no_games, &mut |_, _, _| ControlFlow::Continue(())).unwrap();
    assert_eq!((told.now(), done.differing), (Tick(111), 0));
    assert!(done.hashes > 0);
}

#[test]
fn the_stored_world_of_version_4_opens() {
    let data = std::env::var("WOLD_DATA").unwrap_or_else(|_| "../../../../shared/data".to_owned());
    let archive = Path::new(&data).join("worlds/world-version-4.tar.xz");
    if !archive.is_file() {
        println!("skipped: no data");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let unpacked =
        std::process::Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(folder.path()).status();
    assert!(unpacked.unwrap().success());
    let folder = folder.path().join("v4");
    let old = open_history(&folder).unwrap();
    let (seed, last) = (old.meta().seed, old.last_tick().unwrap().unwrap());
    assert_eq!(old.meta().version, 4);
    let keys = old.value_keys().unwrap();
    drop(old);
    let store = open(&folder, seed, 0, LogConfig::default(), no_games).unwrap();
    assert_eq!((store.value_keys().unwrap(), store.meta().version), (keys, WORLD_VERSION));
    let config = stored_settings(&store).unwrap().unwrap();
    let mut realm = Realm::new(origin(&Genesis::new(Seed(seed)), config, no_games).unwrap().0);
    resume(&mut realm, &store).unwrap();
    assert!(realm.now() >= last, "{} of {last}", realm.now());
}

/// The recorded world of an older version, brought over.
fn brought_over(version: u32) -> Realm {
    let folder = recorded(version);
    let old = open_history(folder.path()).unwrap();
    let (seed, last) = (old.meta().seed, old.last_tick().unwrap().unwrap());
    assert_eq!(old.meta().version, version);
    drop(old);
    let store = open(folder.path(), seed, 0, LogConfig::default(), no_games).unwrap();
    assert_eq!(store.meta().version, WORLD_VERSION);
    let config = stored_settings(&store).unwrap().unwrap();
    let mut realm = Realm::new(origin(&Genesis::new(Seed(seed)), config, no_games).unwrap().0);
    resume(&mut realm, &store).unwrap();
    assert!(realm.now() >= last, "{} of {last}", realm.now());
    realm
}

fn things(realm: &mut Realm) -> Vec<wold_space::EntityId> {
    let world = realm.ecs_mut();
    let mut things = world.query::<(&wold_world::parts::Id, &wold_world::parts::Thing)>();
    things.iter(world).map(|(id, _)| id.0).collect()
}

#[test]
fn the_recorded_world_of_version_5_is_brought_over_with_its_things() {
    let mut realm = brought_over(5);
    // Whatever lies about from before things had owners is nobody's.
    let things = things(&mut realm);
    assert!(!things.is_empty() && things.iter().all(|thing| realm.owner_of(*thing).is_none()));
    realm.step(vec![]);
}

#[test]
fn the_recorded_world_of_version_6_is_brought_over_with_its_things() {
    let mut realm = brought_over(6);
    assert!(!things(&mut realm).is_empty());
    realm.step(vec![]);
}

#[test]
fn the_recorded_world_of_version_8_is_brought_over_and_its_people_are_registered() {
    let mut realm = brought_over(8);
    assert!(!things(&mut realm).is_empty());
    realm.step(vec![]);
    let people = realm.parish().living().count();
    assert!(people >= 3, "three lived there: {people}");
}

#[test]
fn the_recorded_world_of_version_7_is_brought_over_with_its_things_and_its_doors_shut() {
    let mut realm = brought_over(7);
    assert!(!things(&mut realm).is_empty());
    realm.step(vec![]);
    let ground = realm.ecs().resource::<wold_world::ground::Ground>();
    let plots: Vec<_> = ground.land.plots().collect();
    assert!(plots.iter().any(|plot| !plot.doors().is_empty()), "there is a house near");
}

#[test]
fn a_folder_of_another_version_is_brought_over_and_stays_readable() {
    let folder = tempfile::tempdir().unwrap();
    let older = WorldMeta { seed: SEED, version: 3, created: 7 };
    let store = FolderStore::open(folder.path(), &older, LogConfig::default()).unwrap();
    let mut realm = realm();
    for _ in 1..=61 {
        if let Some(record) = lived(&mut realm) {
            store.append(&[record]).unwrap();
        }
    }
    store.put_account("ada", b"her password").unwrap();
    drop(store);
    let store = opened(folder.path());
    assert_eq!(store.account("ada").unwrap().unwrap(), "her password");
    assert!(resumed(&store).hash() == realm.hash());
    drop(store);
    let old = open_history(&folder.path().join("version-3")).unwrap();
    assert_eq!((old.meta().clone(), old.last_tick().unwrap()), (older, Some(Tick(61))));
    drop(old);
    let wanted = WorldMeta { seed: SEED + 1, version: 5, created: 0 };
    let other = FolderStore::open(folder.path(), &wanted, LogConfig::default()).err().unwrap();
    assert!(matches!(other, StoreError::OtherWorld { .. }), "{other}");
}

#[test]
fn a_replay_that_differs_names_the_way_back_and_recover_goes_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(folder.path());
    settings(&store, WorldConfig::default()).unwrap();
    let mut lives = realm();
    let mut before = [0; 32];
    for tick in 1..=100 {
        if let Some(mut record) = lived(&mut lives) {
            if tick == 80 {
                record.hash = Some([1; 32]);
            }
            store.append(&[record]).unwrap();
        }
        match tick {
            40 => store.put_snapshot(Tick(40), &lives.save(), 2).unwrap(),
            71 => before = lives.hash(),
            _ => {}
        }
    }
    drop(store);
    let differs = resume(&mut realm(), &opened(folder.path())).unwrap_err();
    assert!(matches!(differs, ArchiveError::Differs { tick: Tick(80) }));
    assert!(differs.to_string().contains("wold history recover"), "{differs}");
    let recovery = recover(folder.path(), no_games).unwrap();
    let [Loss::Differs { from: 80, until: 100, aside: Some(aside) }] = &recovery.losses[..] else {
        panic!("{recovery:?}")
    };
    assert!(folder.path().join(format!("version-{WORLD_VERSION}/{aside}")).is_file(), "nothing is deleted");
    assert_eq!(recovery.tick, Some(71), "the last record before it");
    let store = opened(folder.path());
    assert!(resumed(&store).hash() == before);
    let line = serde_json::to_value(&recovery).unwrap();
    assert_eq!(line["losses"][0]["lost"], "differs");
}

/// A game that is played by one verb, whatever it is called.
struct Shouting;

impl Rules for Shouting {
    fn definition(&self) -> wold_world::rules::GameDefinition {
        wold_world::rules::GameDefinition {
            name: "shouting",
            players: "anybody",
            rules: "shout",
            goals: "be heard",
            opponents: None,
            representation: "noise",
        }
    }

    fn verbs(&self) -> std::collections::BTreeSet<u16> {
        [3].into()
    }

    fn build(&self, _: &mut bevy_app::App, _: &mut wold_world::Registry) {}
}

#[test]
fn two_games_with_one_verb_are_refused_by_name() {
    let config = WorldConfig { games: vec!["loud".into(), "louder".into()], ..WorldConfig::default() };
    let shouting: Games = |_, _| Ok(Box::new(Shouting));
    let error = origin(&Genesis::new(Seed(SEED)), config, shouting).err().expect("refused");
    assert_eq!(error.to_string(), "the world plays \"louder\": its verb 3 is claimed by \"loud\" as well");
}

#[test]
fn stored_settings_out_of_range_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(folder.path());
    let config = WorldConfig { day_minutes: 0.0, ..WorldConfig::default() };
    store.put_value("world", &serde_json::to_vec(&config).unwrap()).unwrap();
    let error = stored_settings(&store).unwrap_err().to_string();
    assert!(error.contains("day_minutes"), "{error}");
}

/// A copy of a recorded world: opening one takes its lock.
fn recorded(version: u32) -> tempfile::TempDir {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/world-version-{version}"));
    assert!(kept.is_dir(), "every version has a recording: {}", kept.display());
    let folder = tempfile::tempdir().unwrap();
    copy(&kept, folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn the_recorded_world_of_this_version_replays_hash_for_hash() {
    let folder = recorded(WORLD_VERSION);
    let store = open_history(folder.path()).unwrap();
    let mut said = 0;
    let (realm, done) = retell(&*store, no_games, &mut |_, commands, _| {
        let says = |command: &&Command| matches!(&command.act, Act::Intent(wold_wire::Intent::Say { .. }));
        said += commands.iter().filter(says).count();
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!((done.differing, realm.now()), (0, store.last_tick().unwrap().unwrap()));
    assert!(done.hashes >= 5 && said >= 1, "{done:?}, {said} said");
}

/// The recorded world as plain text, for a replay without a store: its settings, then a line for each record.
fn as_text(store: &dyn Store) -> String {
    let hex = |bytes: &[u8]| -> String { bytes.iter().map(|byte| format!("{byte:02x}")).collect() };
    let settings = stored_settings(store).unwrap().unwrap_or_default();
    let mut text = format!("{}\n{}\n", store.meta().seed, serde_json::to_string(&settings).unwrap());
    store
        .scan(Tick(0), &mut |TickRecord { tick, hash, payload }| {
            let hash = hash.map_or_else(|| "-".to_owned(), |hash| hex(&hash));
            text += &format!("{tick} {hash} {}\n", hex(&payload));
            ControlFlow::Continue(())
        })
        .unwrap();
    text
}

#[test]
fn benchmarks_replay_the_recorded_world_of_this_version_too() {
    let folder = recorded(WORLD_VERSION);
    let store = open_history(folder.path()).unwrap();
    assert!(store.beginning().unwrap().is_none(), "it is told from its birth");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../bench/recorded/world.txt");
    let text = as_text(&*store);
    if std::env::var_os("WOLD_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "bench/recorded/world.txt is out of date: WOLD_BLESS=1 cargo nextest run -p wold-host recorded"
    );
}
