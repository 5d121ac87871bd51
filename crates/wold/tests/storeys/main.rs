//! Who may import whom. A crate that reaches up or sideways in the house, or brings I/O into a room that must not have it, fails here.
//!
//! The folders show the storeys: `crates/<storey>/<room>`. Imports go down this list, or within a storey to a room named before.

mod code;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The storeys from the ground up, and in each its rooms from the ground up.
const HOUSE: &[(&str, &[&str])] = &[
    ("base", &["chance", "space", "lore"]),
    ("science", &["genesis", "fields", "ways", "arena", "contest"]),
    ("minds", &["mind", "senses", "tactics"]),
    ("core", &["wire", "land", "world", "steward", "guest", "folk", "game"]),
    ("edge", &["files", "stage", "dial", "inspect", "host", "fair", "live", "relay"]),
];

/// Rooms that stand on less than their storey would let them, so that bindings and clients stay small.
const LIGHT: &[(&str, &[&str])] = &[
    ("space", &[]),
    ("fields", &["chance", "space"]),
    ("ways", &["chance", "space"]),
    ("lore", &["space"]),
    ("wire", &["chance", "space", "lore"]),
    ("land", &["chance", "space", "lore", "ways", "senses", "wire"]),
    ("guest", &["chance", "space", "lore", "ways", "wire", "land"]),
];

/// Crates that bring sockets, disks, clocks or threads.
const EDGE_ONLY: &[&str] = &[
    "axum",
    "crossbeam-channel",
    "futures-util",
    "getrandom",
    "hyper",
    "hyper-util",
    "metrics",
    "redb",
    "reqwest",
    "rustix",
    "socket2",
    "tempfile",
    "tokio",
    "tokio-rustls",
    "tokio-tungstenite",
    "tower-http",
    "wtransport",
];

/// What only the edge may ask of the standard library and of crates that wait: a path, and what may be had of it all the same.
const EDGE_PATHS: &[(&str, &[&str])] = &[
    ("std::env", &[]),
    ("std::fs", &[]),
    ("std::net", &[]),
    ("std::os", &[]),
    ("std::process", &[]),
    ("std::thread", &[]),
    ("std::time", &["std::time::Duration"]),
    // Everything, and so the above too.
    ("std::*", &[]),
    ("async_std", &[]),
    ("smol", &[]),
    ("tokio", &[]),
];

/// Whether a path is the one named, or leads through it.
fn leads_through(path: &str, through: &str) -> bool {
    path.strip_prefix(through).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Engine crates: for the world and its games alone.
const ENGINE: &[&str] = &["bevy_app", "bevy_ecs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// One package of the house or a game.
struct Package {
    name: String,
    folder: PathBuf,
    /// `wold-*` crates, without the prefix.
    ours: BTreeSet<String>,
    theirs: BTreeSet<String>,
    /// What its tests use besides: `wold-*` crates, without the prefix.
    in_tests: BTreeSet<String>,
    theirs_in_tests: BTreeSet<String>,
}

fn packages(folder: &str) -> Vec<Package> {
    let listed = std::fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut packages: Vec<Package> = listed
        .filter_map(|entry| {
            let folder = entry.expect("the folder can be listed").path();
            let text = std::fs::read_to_string(folder.join("Cargo.toml")).ok()?;
            let table: toml::Table = toml::from_str(&text).expect("manifests parse");
            let names = |section: &str| -> BTreeSet<String> {
                let section = table.get(section).and_then(toml::Value::as_table);
                section.into_iter().flat_map(|t| t.keys().cloned()).collect()
            };
            let strip = |name: &String| name.strip_prefix("wold-").map(str::to_owned);
            let all = names("dependencies");
            let ours = all.iter().filter_map(strip).collect();
            let theirs = all.into_iter().filter(|name| !name.starts_with("wold-")).collect();
            let tests = names("dev-dependencies");
            let in_tests = tests.iter().filter_map(strip).collect();
            let theirs_in_tests = tests.into_iter().filter(|name| !name.starts_with("wold-")).collect();
            let name = folder.file_name()?.to_string_lossy().into_owned();
            Some(Package { name, folder, ours, theirs, in_tests, theirs_in_tests })
        })
        .collect();
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    packages
}

fn rooms() -> Vec<(&'static str, Package)> {
    HOUSE
        .iter()
        .flat_map(|(storey, _)| packages(&format!("crates/{storey}")).into_iter().map(move |p| (*storey, p)))
        .collect()
}

/// A room's height in the house.
fn height(room: &str) -> usize {
    let order = HOUSE.iter().flat_map(|(_, rooms)| rooms.iter());
    order
        .into_iter()
        .position(|name| *name == room)
        .unwrap_or_else(|| panic!("{room} has no place in the house"))
}

#[test]
fn folders_show_the_storeys() {
    for (storey, named) in HOUSE {
        let found: BTreeSet<String> =
            packages(&format!("crates/{storey}")).into_iter().map(|p| p.name).collect();
        let named: BTreeSet<String> = named.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(found, named, "in crates/{storey}");
    }
}

#[test]
fn imports_only_go_down() {
    for (_, room) in rooms() {
        for import in &room.ours {
            assert!(height(&room.name) > height(import), "{} must not import {import}", room.name);
            let light = LIGHT.iter().find(|(name, _)| *name == room.name);
            let allowed = light.is_none_or(|(_, may)| may.contains(&import.as_str()));
            assert!(allowed, "{} must not import {import}: it is to stay light", room.name);
        }
    }
}

#[test]
fn tests_reach_no_farther_up_than_the_stage() {
    for (storey, room) in rooms() {
        for import in room.in_tests.iter().filter(|import| *import != "stage") {
            let allowed = storey == "edge" || height(import) <= height("world");
            assert!(allowed, "the tests of {} must not use {import}", room.name);
        }
    }
}

/// What a game needs beside the world: to be offered by name, and to bring bots that steer a guest on legs.
const FOR_GAMES: &[&str] = &["guest", "folk", "game"];

#[test]
fn games_stand_on_the_world_and_are_tested_on_the_stage() {
    for game in packages("games") {
        for import in &game.ours {
            let allowed = FOR_GAMES.contains(&import.as_str()) || height(import) <= height("world");
            assert!(allowed, "{} must not import {import}", game.name);
        }
        for import in &game.in_tests {
            let allowed = ["stage", "steward"].contains(&import.as_str())
                || FOR_GAMES.contains(&import.as_str())
                || height(import) <= height("world");
            assert!(allowed, "the tests of {} must not use {import}", game.name);
        }
    }
}

#[test]
fn only_the_edge_knows_sockets_disks_clocks_and_threads() {
    let below = rooms().into_iter().filter(|(storey, _)| *storey != "edge").map(|(_, room)| room);
    for room in below.chain(packages("games")) {
        // Their tests, too: what runs in virtual time needs no socket to be tested, and files are read with the standard library.
        let all = room.theirs.iter().chain(&room.theirs_in_tests);
        let forbidden: Vec<_> = all.filter(|name| EDGE_ONLY.contains(&name.as_str())).collect();
        assert!(forbidden.is_empty(), "{} must not import {forbidden:?}", room.name);
        for (file, text) in sources(&room.folder.join("src")) {
            for (line, path) in code::paths(&text) {
                let word = EDGE_PATHS.iter().find(|(word, may)| {
                    leads_through(&path, word) && !may.iter().any(|may| leads_through(&path, may))
                });
                assert!(word.is_none(), "{}:{line}: {path}", file.display());
            }
        }
    }
}

#[test]
fn only_the_world_and_its_games_know_the_engine() {
    for (storey, room) in rooms().into_iter().filter(|(_, room)| room.name != "world") {
        // `game` and the edge are tested with games of their own, which are plugins.
        let in_tests = room.theirs_in_tests.iter().filter(|_| room.name != "game" && storey != "edge");
        let all = room.theirs.iter().chain(in_tests);
        let engine: Vec<_> = all.filter(|name| ENGINE.contains(&name.as_str())).collect();
        assert!(engine.is_empty(), "{} must not import {engine:?}", room.name);
    }
}

/// Every Rust file of a folder that is no file of tests, with its text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs")
                && !name.ends_with("tests")
                && name != "testing"
            {
                let text = std::fs::read_to_string(&path).expect("sources can be read");
                found.push((path, text));
            }
        }
    }
    found
}

#[test]
fn serving_names_no_game() {
    let program = root().join("crates/wold/src/commands");
    let mut files = sources(&program.join("serve"));
    files.push((program.join("serve.rs"), String::new()));
    let games: Vec<String> = packages("games").into_iter().map(|game| game.name).collect();
    for (file, _) in files {
        let text = std::fs::read_to_string(&file).expect("sources can be read");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for game in &games {
            let named = code.contains(&format!("wold_{game}")) || code.contains(&format!("\"{game}\""));
            assert!(!named, "{} names {game}: games register themselves", file.display());
        }
    }
}

#[test]
fn a_file_is_one_idea() {
    let mut long = Vec::new();
    let mut folders =
        vec![root().join("crates"), root().join("games"), root().join("web/src"), root().join("bench")];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs" || e == "ts") {
                let lines = std::fs::read_to_string(&path).map_or(0, |text| text.lines().count());
                if lines > 600 {
                    long.push(format!("{} has {lines} lines", path.display()));
                }
            }
        }
    }
    assert!(long.is_empty(), "{long:#?}");
}
