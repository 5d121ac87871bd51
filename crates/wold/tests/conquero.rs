//! Conquero from the command line: wars written, analysed and compared, and everything that cannot be.

use serde_json::Value;
use std::process::{Command, Output};

fn wold(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wold")).args(arguments).output().expect("the program starts")
}

fn told(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Exit code 2 and one line on standard error that names what is wrong.
fn refused(arguments: &[&str], words: &str) {
    let output = wold(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.contains(words), "{arguments:?} said {said:?}");
}

#[test]
fn a_written_war_is_analysed_drawn_and_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("plain").to_owned();
    let (log, ways, tree) = (path("war.log"), path("ways.svg"), path("chooser.toml"));
    let played = wold(&[
        "play",
        "conquero",
        "--bots",
        "simple:2,simple:2",
        "--games",
        "1",
        "--minutes",
        "6",
        "--endless",
        "--log",
        &log,
        "--json",
    ]);
    assert!(told(&played)["captures"].as_f64().expect("a number") > 0.0);
    let figures = told(&wold(&["history", "analyse", &log, "--shapes", &ways, "--json"]));
    assert!(figures["moves"].as_u64().expect("a number") > 10);
    let picture = std::fs::read_to_string(&ways).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.matches("<polyline").count() > 10);
    told(&wold(&["history", "train", &log, "--model", "chooser", "--out", &tree, "--json"]));
    let table = told(&wold(&[
        "sim",
        "reputation",
        "--compare",
        &log,
        "--models",
        "simple,chooser",
        "--school",
        &tree,
        "--marks",
        "50,100",
        "--size",
        "60x50",
        "--json",
    ]));
    assert_eq!(table["steps"], serde_json::json!([50, 100]));
    let models = table["models"].as_array().expect("a table");
    assert_eq!(models.len(), 2);
    assert!(models.iter().all(|row| row["differences"][1].as_f64().expect("a number") >= 0.0));
}

#[test]
fn what_cannot_be_played_or_read_is_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("plain").to_owned();
    let (other, data) = (path("other.log"), path("data"));
    std::fs::write(&other, "chess,1\n").expect("written");
    refused(&["serve", "--game", "conquero", "--bots", "wizard:2", "--data", &data], "wizard");
    refused(&["serve", "--game", "conquero", "--bots", "learned:2", "--data", &data], "--tree");
    refused(&["serve", "--game", "conquero", "--game-settings", "speed=3", "--data", &data], "speed=3");
    refused(&["serve", "--game", "conquero", "--game-settings", "teams=0", "--data", &data], "teams=0");
    refused(&["serve", "--game", "tag", "--bots", "simple:2", "--data", &data], "--game conquero");
    refused(&["history", "analyse", &other], "no log of Conquero");
    refused(&["history", "analyse", folder.path().to_str().expect("plain")], "wold:");
    refused(&["history", "export", &path("nowhere"), "--out", &path("x.csv")], "nowhere");
    refused(&["sim", "reputation", "--compare", &other], "no log of Conquero");
    assert!(!folder.path().join("x.csv").exists(), "nothing half-written");
}
