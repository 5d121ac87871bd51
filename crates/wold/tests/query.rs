//! `wold query` as a user runs it.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn shipped(file: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds").join(file).display().to_string()
}

fn query(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wold")).arg("query").args(arguments).output().expect("the program runs")
}

fn answer(name: &str, more: &[&str]) -> Value {
    let (file, scene) = (shipped(&format!("queries/{name}.toml")), shipped("scenes/yard.toml"));
    let output = query(&[&["run", &file, "--scene", &scene, "--json"], more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn brute_force_finds_the_same_place_with_more_rays() {
    let (lazy, all) = (answer("out-of-sight", &[]), answer("out-of-sight", &["--brute-force"]));
    assert_eq!(lazy["winner"], all["winner"]);
    let rays = |answer: &Value, key: &str| answer["options"][0][key].as_u64().expect("a count");
    assert_eq!(rays(&all, "expensive_tests_avoided"), 0);
    assert!(rays(&lazy, "expensive_tests") * 2 <= rays(&all, "expensive_tests"));
    assert_eq!(
        rays(&lazy, "expensive_tests") + rays(&lazy, "expensive_tests_avoided"),
        rays(&all, "expensive_tests")
    );
}

#[test]
fn who_sneaks_goes_farther_and_is_seen_less() {
    let scene = shipped("scenes/yard.toml");
    let told = |bias: &str| -> Value {
        let output = query(&["sneak", &scene, "--to", "27.5,15.5", "--bias", bias, "--json"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("one JSON object")
    };
    let metres = |told: &Value, way: &str, what: &str| told[way][what].as_f64().expect("a number");
    let (bold, wary) = (told("1"), told("20"));
    assert_eq!(bold["shortest"], bold["hidden"], "who minds nobody takes the shortest way");
    assert!(metres(&wary, "hidden", "seen") < metres(&wary, "shortest", "seen"), "{wary}");
    assert!(metres(&wary, "hidden", "metres") >= metres(&wary, "shortest", "metres"), "{wary}");
    assert!(wary["hides"].as_array().is_some_and(|hides| !hides.is_empty()));
    for wrong in [["--to", "12.5,8.5"], ["--to", "there"], ["--bias", "0"]] {
        let output = query(&[&["sneak", scene.as_str()], &wrong[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn a_picture_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cover.png");
    answer("cover-compromised", &["--png", &file.display().to_string()]);
    assert!(std::fs::read(file).expect("written").starts_with(b"\x89PNG"));
}

#[test]
fn bad_files_are_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = folder.path().join("bad.toml");
    std::fs::write(&bad, "[[option]]\n[option.generation]\ngrid_around_moon = 3\n").expect("written");
    let (bad, good) = (bad.display().to_string(), shipped("queries/flank.toml"));
    let scene = shipped("scenes/yard.toml");
    for (arguments, words) in [
        (vec!["check", &bad], "line 3: unknown object \"moon\""),
        (vec!["run", &bad, "--scene", &scene], "line 3"),
        (vec!["run", &good, "--scene", &good], "unknown field"),
        (vec!["run", &good, "--scene", "nowhere.toml"], "cannot read nowhere.toml"),
    ] {
        let output = query(&arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty() && said.trim_end().lines().count() == 1, "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
    assert!(query(&["check", &good]).status.success());
}
