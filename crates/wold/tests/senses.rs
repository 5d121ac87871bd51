//! `wold sim senses` as a user runs it.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn scene(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/senses").join(name)
}

fn senses(scene: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wold"));
    command.args(["sim", "senses"]).arg(scene).args(more).output().expect("the program runs")
}

fn refused(scene: &Path, more: &[&str]) -> String {
    let output = senses(scene, more);
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), said.trim_end().lines().count()), (Some(2), 1), "{said}");
    said
}

#[test]
fn the_timeline_answers_why_he_saw_me() {
    let output = senses(&scene("lantern.toml"), &[]);
    let text = String::from_utf8(output.stdout).expect("text");
    let line = text.lines().find(|line| line.contains("perceives Wil")).expect("he is seen");
    assert!(line.contains("meter 1.00: cone at") && line.contains("of 8 parts in sight"), "{line}");
    let answer = senses(&scene("lantern.toml"), &["--json"]);
    let json: Value = serde_json::from_slice(&answer.stdout).expect("one JSON object");
    let mut seen = json["timeline"].as_array().expect("a list").iter();
    let seen = seen.find(|entry| entry["what"]["meter"]["to"] == "perceived").expect("the same");
    assert_eq!((&seen["who"], &seen["what"]["meter"]["value"]), (&Value::from("Asa"), &Value::from(1.0)));
    assert!(seen["what"]["meter"]["why"]["seconds"].as_f64().expect("a time") > 0.5);
    assert_eq!(senses(&scene("lantern.toml"), &["--json"]).stdout, answer.stdout, "the same again");
}

#[test]
fn shipped_scenes_are_played_and_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["lantern", "harvest", "roof"] {
        let png = folder.path().join(name);
        let output =
            senses(&scene(&format!("{name}.toml")), &["--png", &png.display().to_string(), "--at", "9"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(std::fs::read(png).expect("written").starts_with(b"\x89PNG"));
    }
}

#[test]
fn guards_throw_stones_at_who_stands_on_a_roof_out_of_reach() {
    let output = senses(&scene("roof.toml"), &[]);
    let told = String::from_utf8_lossy(&output.stdout);
    for says in ["makes of it: seen on an unreachable roof", "throws at", "covers the others", "falls back"] {
        assert!(told.contains(says), "{says}: {told}");
    }
}

#[test]
fn what_is_wrong_is_told_in_one_line_with_the_line_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let bad = write("bad.toml", "seconds = 5\nhour = 12\nmoons = 3\n");
    assert!(refused(&bad, &[]).contains("bad.toml: line 3: unknown field `moons`"));
    let sight = write("sight.toml", "[light]\nleast = 0.5\nfull = 0.2\ndark = 2\n");
    let said = refused(&scene("lantern.toml"), &["--sight", &sight.display().to_string()]);
    assert!(said.contains("light, full: 0.2 is not 0.51 to 1"), "{said}");
    assert!(
        refused(&scene("lantern.toml"), &["--png", "x.png", "--at", "99"]).contains("--at must be 0 to 40")
    );
    assert!(refused(&scene("nowhere.toml"), &[]).contains("nowhere.toml"));
}
