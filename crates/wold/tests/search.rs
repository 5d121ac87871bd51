//! `wold sim search` and `wold world areas` as a user runs them.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn wold(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wold")).args(args).output().expect("the program runs")
}

fn scene(name: &str) -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/searches").join(format!("{name}.toml"));
    path.display().to_string()
}

fn json(args: &[&str]) -> Value {
    let output = wold(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn every_shipped_scene_is_searched_twice_as_fast_as_at_random_and_no_spot_by_two() {
    for name in ["house", "alleys", "courtyard"] {
        let found = json(&["sim", "search", &scene(name), "--runs", "20", "--json"]);
        assert!(found["factor"].as_f64().expect("a number") >= 2.0, "{name}: {}", found["factor"]);
        assert_eq!(found["manners"]["coordinated"]["doubled"], 0);
    }
}

#[test]
fn one_search_tells_everything_and_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let png = folder.path().join("house.png").display().to_string();
    let output = wold(&["sim", "search", &scene("house"), "--seed", "3", "--png", &png]);
    let said = String::from_utf8_lossy(&output.stdout);
    for words in [
        "search begins, aggressive",
        "goes to look at",
        "takes spot",
        "clears spot",
        "gives up soon",
        "random walk",
    ] {
        assert!(said.contains(words), "no {words:?} in {said}");
    }
    assert!(std::fs::read(&png).expect("written").starts_with(b"\x89PNG"));
    let again = wold(&["sim", "search", &scene("house"), "--seed", "3"]);
    assert_eq!(again.stdout, output.stdout, "the same again");
}

#[test]
fn a_bad_scene_is_refused_in_one_line_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.toml");
    std::fs::write(&file, "seconds = 9\nmap = \"\"\"\n1H.\n..\n\"\"\"\n").expect("written");
    let output = wold(&["sim", "search", &file.display().to_string()]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("line 4: 2 tiles, not 3") && said.trim_end().lines().count() == 1, "{said}");
}

#[test]
fn a_town_has_areas_without_fault_and_they_are_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let png = folder.path().join("areas.png").display().to_string();
    let found = json(&["world", "areas", "--seed", "42", "--half", "32", "--check", "--json", "--png", &png]);
    assert_eq!(found["faults"], serde_json::json!([]));
    let kinds: Vec<&str> = found["chokes"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|choke| choke["kind"].as_str())
        .collect();
    for kind in ["door", "window", "gap", "stairs"] {
        assert!(kinds.contains(&kind), "no {kind}");
    }
    assert!(std::fs::read(&png).expect("written").starts_with(b"\x89PNG"));
    let output = wold(&["world", "areas", "--seed", "42", "--half", "1000"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_sound_is_explained_and_shut_doors_let_less_of_it_through() {
    let heard = |more: &[&str]| {
        let found = json(&[&["world", "hear", "--seed", "42", "--json"], more].concat());
        found["heard"].as_array().expect("a list").clone()
    };
    let open = heard(&["--sound", "shout", "--words", "thieves in the mill"]);
    let shut = heard(&["--sound", "shout", "--shut"]);
    assert!(!open.is_empty() && shut.len() < open.len(), "{} and {}", open.len(), shut.len());
    assert!(open.iter().any(|one| one["told"].as_str().is_some_and(|told| told.contains("door between"))));
    let rain = heard(&["--sound", "shout", "--rain", "1"]);
    assert!(rain.len() < open.len());
    let output = wold(&["world", "hear", "--seed", "42", "--sound", "trumpet"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said.contains("\"trumpet\" is no sound; there are step") && said.trim_end().lines().count() == 1,
        "{said}"
    );
}
