//! Worlds recorded by older versions, brought over by `wold history upgrade` as a user runs it; their old logs are still told.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use wold_host::archive::WORLD_VERSION;

fn wold(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wold")).args(args).output().expect("the program runs")
}

/// What it prints; it must go well.
fn told(args: &[&str]) -> String {
    let output = wold(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder can be made");
    for entry in std::fs::read_dir(from).expect("a folder can be listed").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a file can be copied");
        }
    }
}

/// A copy of the recorded world of a version.
fn recorded(version: u32) -> tempfile::TempDir {
    let kept =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../edge/host/fixtures/world-version-{version}"));
    let folder = tempfile::tempdir().expect("a folder");
    copy(&kept, folder.path());
    folder
}

/// The folder of a version inside that of its world.
fn part(folder: &Path, version: u32) -> String {
    folder.join(format!("version-{version}")).display().to_string()
}

/// Those who the inhabitants' memories are of.
fn minds(folder: &Path) -> Vec<String> {
    let kept = std::fs::read_to_string(folder.join("minds.jsonl")).expect("memories are kept");
    kept.lines().map(|line| json(line)["name"].as_str().expect("minds have names").to_owned()).collect()
}

/// The old log is listed, told and tabulated by its own name; what is listed.
fn check_told(old: &str, out: &Path) -> String {
    let lines = told(&["history", "show", old, "--last", "100000", "--json"]);
    let deeds: Vec<String> = lines.lines().map(|line| json(line)["deed"].to_string()).collect();
    for kind in ["Enter", "Say", "Take"] {
        let found = deeds.iter().any(|deed| deed.contains(kind));
        assert!(found, "{old}: nobody is told to {kind} in {} lines", deeds.len());
    }
    let story = told(&["history", "tell", old, "--around", "0,0", "--metres", "3000", "--json"]);
    let people: BTreeSet<String> = story.lines().map(|line| json(line)["who"].to_string()).collect();
    assert!(people.len() > 1, "{old}: a story of several people: {people:?}");
    told(&["history", "export", old, "--out", &out.display().to_string()]);
    let table = std::fs::read_to_string(out).expect("it was written");
    let names: BTreeSet<&str> = table.lines().skip(1).filter_map(|row| row.split(',').nth(4)).collect();
    assert!(names.len() > 1, "{old}: the table has several people: {names:?}");
    lines
}

/// The world goes on: things, accounts and memories are there, and those who remember.
fn check_upgraded(folder: &Path, version: u32, old: &str) {
    let before = minds(folder);
    let dir = folder.display().to_string();
    let report = json(&told(&["history", "upgrade", &dir, "--json"]));
    assert_eq!((&report["ok"], &report["version"]), (&true.into(), &WORLD_VERSION.into()));
    if version < WORLD_VERSION {
        let brought = &report["brought_over"];
        assert_eq!((&brought["from"], &brought["lost"]), (&version.into(), &Value::Array(Vec::new())));
        // Everybody had gone home when these worlds were stopped; they come back with what they remember.
        for what in ["things", "entries"] {
            assert!(
                brought[what].as_u64().is_some_and(|count| count > 0),
                "version {version}: no {what}: {brought}"
            );
        }
    } else {
        assert!(report["brought_over"].is_null(), "there is nothing to do");
    }
    let lines = check_told(old, &folder.join("told.csv"));
    for name in &before {
        assert!(lines.contains(name), "version {version}: {name}, whose mind is kept, came in once");
    }
    let checked = json(&told(&["history", "verify", &dir, "--json"]));
    assert_eq!(checked["ok"], true);
    let again = json(&told(&["history", "upgrade", &dir, "--json"]));
    assert!(again["brought_over"].is_null(), "it is brought over once");
    assert_eq!(minds(folder), before, "nobody forgot anything");
    assert!(before.len() >= 3, "{before:?}");
}

#[test]
fn a_world_of_every_recorded_version_goes_on_and_its_old_log_is_still_told() {
    for version in 5..=WORLD_VERSION {
        let folder = recorded(version);
        check_upgraded(folder.path(), version, &part(folder.path(), version));
    }
}

#[test]
fn a_world_of_version_4_goes_on_and_its_old_log_is_still_told() {
    let data = std::env::var_os("WOLD_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let archive = data.join("worlds/world-version-4.tar.xz");
    let folder = tempfile::tempdir().expect("a folder");
    let unpacked = Command::new("tar").arg("-xJf").arg(&archive).arg("-C").arg(folder.path()).status();
    if !archive.is_file() || !unpacked.is_ok_and(|status| status.success()) {
        println!("skipped: no data");
        return;
    }
    let world = folder.path().join("v4");
    let old = world.join("world.redb").display().to_string();
    check_upgraded(&world, 4, &old);
}
