//! `wold contest` as a user runs it.

use serde_json::{Value, json};
use std::process::{Command, Output};

fn contest(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wold"))
        .arg("contest")
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn answer(arguments: &[&str]) -> Value {
    let output = contest(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// Exit code 2, nothing on stdout, one line on stderr that holds these words.
fn refuses(arguments: &[&str], words: &str) {
    let output = contest(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert!(said.contains(words) && said.trim_end().lines().count() == 1, "{arguments:?}: {said}");
}

#[test]
fn pairings_list_a_round_robin() {
    let seven = answer(&["pairings", "--format", "round-robin", "--players", "7", "--json"]);
    assert_eq!(seven["rounds"].as_array().map(Vec::len), Some(7));
    let second = json!({ "round": 1, "matches": [[5, 3], [6, 2], [0, 1]], "resting": [4] });
    assert_eq!(seven["rounds"][1], second);
    let one =
        answer(&["pairings", "--format", "round-robin", "--players", "10000", "--round", "4711", "--json"]);
    assert_eq!(one["rounds"][0]["matches"].as_array().map(Vec::len), Some(5000));
}

#[test]
fn pairings_of_a_swiss_round_name_everybody_once() {
    let swiss = answer(&["pairings", "--format", "swiss", "--players", "9", "--json"]);
    let round = &swiss["rounds"][0];
    assert_eq!(round["matches"].as_array().map(Vec::len), Some(4));
    assert_eq!(round["resting"], json!([8]));
}

#[test]
fn seed_fills_brackets() {
    let seats =
        |kind, players| answer(&["seed", "--kind", kind, "--players", players, "--json"])["seats"].clone();
    assert_eq!(seats("standard", "16"), json!([0, 15, 8, 7, 4, 11, 12, 3, 2, 13, 10, 5, 6, 9, 14, 1]));
    assert_eq!(seats("ordered", "8"), json!([0, 7, 3, 4, 1, 6, 2, 5]));
    assert_eq!(seats("equitable", "7"), json!([0, null, 2, 5, 1, 4, 3, 6]));
}

#[test]
fn simulate_counts_and_repeats() {
    let arguments = [
        "simulate",
        "--format",
        "single-elimination",
        "--players",
        "16",
        "--trials",
        "3000",
        "--seed",
        "5",
        "--json",
    ];
    let cups = answer(&arguments);
    assert_eq!(cups, answer(&arguments));
    assert_eq!((&cups["matches"], &cups["rounds"]), (&json!(15.0), &json!(4.0)));
    let longer = answer(&[&arguments[..], &["--best-of", "5"]].concat());
    assert!(longer["best_won"].as_f64() > cups["best_won"].as_f64(), "{longer} {cups}");
}

#[test]
fn rate_orders_players_and_refuses_bad_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results.csv");
    let file = path.to_str().expect("a plain path");
    std::fs::write(&path, "home,away,result\nada,bob,home\nbob,cy,1\ncy,ada,0\n").expect("a file");
    for system in ["elo", "glicko2", "trueskill", "weng-lin"] {
        let rated = answer(&["rate", file, "--system", system, "--json"]);
        let names: Vec<&Value> =
            rated["players"].as_array().expect("players").iter().map(|p| &p["name"]).collect();
        assert_eq!(names, ["ada", "bob", "cy"], "{system}");
        assert_eq!(rated["matches"], 3);
    }
    std::fs::write(&path, "home,away,result\nada,bob,home\nbob,bob,tie\n").expect("a file");
    refuses(&["rate", file], "row 3: \"bob\" cannot play against themselves");
    std::fs::write(&path, "home,away,result\nada,bob,3-1\n").expect("a file");
    refuses(&["rate", file], "row 2: \"3-1\" is no result");
    std::fs::write(&path, "home,away,result\nada,bob,\"home\nx,y\n").expect("a file");
    refuses(&["rate", file], "row 2");
}

#[test]
fn impossible_contests_are_refused() {
    refuses(&["pairings", "--format", "king-of-the-hill", "--players", "8"], "power of two");
    refuses(&["pairings", "--format", "swiss", "--players", "8", "--round", "1"], "depend on results");
    refuses(&["pairings", "--format", "round-robin", "--players", "7", "--round", "7"], "not below 7");
    refuses(&["seed", "--players", "0"], "not 1 to");
    refuses(&["simulate", "--format", "swiss", "--players", "0"], "at least one");
    refuses(&["simulate", "--format", "single-elimination", "--players", "8", "--best-of", "2"], "odd");
    refuses(&["rate", "nowhere.csv"], "cannot read nowhere.csv");
}
