//! Who may import whom. A crate that reaches up or sideways in the house fails here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Each crate's storey, from the ground up, and what it may import besides everything below.
const STOREYS: &[&[&str]] = &[
    &["chance", "space"],
    &["genesis", "fields", "ways", "arena", "contest"],
    &["mind"],
    &["tactics"],
    &["world"],
    &["host", "guest"],
    &["wold"],
];

/// `wire` stands on the ground alone, beside the sciences.
const WIRE_MAY_USE: &[&str] = &["chance", "space"];

/// Crates that would bring I/O, time or an engine into rooms that must not have them.
const EDGE_ONLY: &[&str] = &["tokio", "axum", "wtransport", "redb", "reqwest"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The `wold-*` crates and the others that each package under `folder` depends on, tests aside.
fn dependencies(folder: &str) -> BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> {
    let Ok(entries) = std::fs::read_dir(root().join(folder)) else { return BTreeMap::new() };
    entries
        .filter_map(|entry| {
            let entry = entry.expect("the folder can be listed");
            let text = std::fs::read_to_string(entry.path().join("Cargo.toml")).ok()?;
            let table: toml::Table = toml::from_str(&text).expect("manifests parse");
            let names = table.get("dependencies").and_then(toml::Value::as_table);
            let (ours, theirs): (BTreeSet<String>, BTreeSet<String>) =
                names.into_iter().flat_map(|t| t.keys().cloned()).partition(|name| name.starts_with("wold-"));
            let ours = ours.iter().map(|name| name["wold-".len()..].to_string()).collect();
            Some((entry.file_name().to_string_lossy().into_owned(), (ours, theirs)))
        })
        .collect()
}

fn storey_of(room: &str) -> usize {
    STOREYS.iter().position(|storey| storey.contains(&room)).unwrap_or_else(|| panic!("{room} has no storey"))
}

#[test]
fn imports_only_go_down_the_storeys() {
    let (rooms, games) = (dependencies("crates"), dependencies("games"));
    assert!(rooms.len() >= 8, "the rooms were found");
    for (room, (imports, _)) in &rooms {
        for import in imports {
            let allowed = match (room.as_str(), import.as_str()) {
                // Games are for the program to choose; no room knows one.
                (above, game) if games.contains_key(game) => above == "wold",
                ("wire", below) => WIRE_MAY_USE.contains(&below),
                (above, "wire") => storey_of(above) >= storey_of("world"),
                (above, below) => storey_of(above) > storey_of(below),
            };
            assert!(allowed, "{room} must not import {import}");
        }
    }
}

#[test]
fn games_stand_on_the_world_and_touch_no_edge() {
    for (game, (imports, _)) in dependencies("games") {
        for import in imports.iter().filter(|import| *import != "wire") {
            assert!(storey_of(import) <= storey_of("world"), "{game} must not import {import}");
        }
    }
}

#[test]
fn only_the_edge_knows_sockets_disks_and_clocks() {
    for (room, (_, others)) in dependencies("crates") {
        if room != "wire" && storey_of(&room) >= storey_of("host") {
            continue;
        }
        let forbidden: Vec<_> = others.iter().filter(|name| EDGE_ONLY.contains(&name.as_str())).collect();
        assert!(forbidden.is_empty(), "{room} must not import {forbidden:?}");
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
