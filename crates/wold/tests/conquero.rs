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
    let plots = path("plots");
    let figures = told(&wold(&["history", "analyse", &log, "--shapes", &ways, "--plots", &plots, "--json"]));
    for name in ["events", "destinations", "classes", "rests", "ways"] {
        let svg = std::fs::read_to_string(format!("{plots}/{name}.svg")).expect("a picture");
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"), "{name}");
    }
    assert!(figures["moves"].as_u64().expect("a number") > 10);
    let picture = std::fs::read_to_string(&ways).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.matches("<polyline").count() > 10);
    let trained = told(&wold(&["history", "train", &log, "--model", "chooser", "--out", &tree, "--json"]));
    let validation = &trained["validation"];
    assert_eq!(validation["cases"], trained["learned_from"]);
    for share in ["accuracy", "majority_accuracy", "mean_recall"] {
        assert!((0.0..=1.0).contains(&validation[share].as_f64().expect("a share")), "{validation}");
    }
    refused(&["history", "train", &log, "--out", &path("x.toml"), "--folds", "1"], "--folds 1");
    assert!(!folder.path().join("x.toml").exists(), "nothing half-written");
    let table = told(&wold(&[
        "sim",
        "reputation",
        "--compare",
        &log,
        "--models",
        "simple,chooser,experiment",
        "--school",
        &tree,
        "--marks",
        "50,100",
        "--size",
        "60x50",
        "--seeds",
        "3",
        "--chart",
        &path("models.svg"),
        "--each-other",
        "--json",
    ]));
    assert_eq!((&table["steps"], &table["seeds"]), (&serde_json::json!([50, 100]), &serde_json::json!(3)));
    assert!(std::fs::read_to_string(path("models.svg")).expect("a picture").contains("chooser"));
    let models = table["models"].as_array().expect("a table");
    assert_eq!(models.len(), 3);
    let pairs = &table["each_other"]["differences"];
    assert_eq!(table["each_other"]["models"], serde_json::json!(["simple", "chooser", "experiment"]));
    for mark in 0..2 {
        assert_eq!(pairs[mark][2][0], models[0]["differences"][mark], "the experiment is the war");
        assert_eq!((&pairs[mark][0][1], pairs[mark][1][1].as_f64()), (&pairs[mark][1][0], Some(0.0)));
    }
    assert!(models.iter().all(|row| row["differences"][1].as_f64().expect("a number") >= 0.0));
    assert_eq!(models.iter().filter_map(|row| row["nearest"].as_u64()).sum::<u64>(), 3, "one in each war");
    assert_eq!(models[2]["nearest"], 0, "the war itself is no model of it");
    assert!(models.iter().any(|row| row["deviations"][1].as_f64().expect("a number") > 0.0), "seeds differ");
}

#[test]
fn what_cannot_be_played_or_read_is_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("plain").to_owned();
    let (other, data) = (path("other.log"), path("data"));
    std::fs::write(&other, "chess,1\n").expect("written");
    refused(&["serve", "--game", "conquero", "--bots", "wizard:2", "--data", &data], "wizard");
    refused(&["serve", "--game", "conquero", "--bots", "learned:2", "--data", &data], "--tree");
    refused(&["serve", "--game", "conquero", "--bots", "experiment:2", "--data", &data], "--replay");
    let replay = |log: &str, words: &str| {
        let bots = ["serve", "--game", "conquero", "--bots", "experiment:2,experiment:2"];
        refused(&[&bots[..], &["--replay", log, "--data", &data]].concat(), words);
    };
    replay(&other, "no log of Conquero");
    replay(&path("nowhere"), "nowhere");
    refused(&["serve", "--game", "conquero", "--game-settings", "speed=3", "--data", &data], "speed=3");
    refused(&["serve", "--game", "conquero", "--game-settings", "teams=0", "--data", &data], "teams=0");
    refused(&["serve", "--game", "tag", "--bots", "simple:2", "--data", &data], "--game conquero");
    refused(&["history", "analyse", &other], "no log of Conquero");
    refused(&["history", "analyse", folder.path().to_str().expect("plain")], "wold:");
    refused(&["history", "export", &path("nowhere"), "--out", &path("x.csv")], "nowhere");
    refused(&["sim", "reputation", "--compare", &other], "no log of Conquero");
    refused(&["lab", "reaction", "--teams", "1", "--members", "1"], "1 players");
    refused(&["lab", "reaction", "--host", "http://127.0.0.1:9"], "127.0.0.1:9");
    assert!(!folder.path().join("x.csv").exists(), "nothing half-written");
    assert!(!folder.path().join("data").exists(), "no world is made for what cannot be");
}

#[test]
fn what_a_player_does_is_seen_by_all_others_over_both_transports() {
    let arguments = ["lab", "reaction", "--teams", "2", "--members", "2", "--seconds", "4", "--json"];
    let report = told(&wold(&arguments));
    assert_eq!(report["players"], 4, "{report}");
    let rows = report["rows"].as_array().expect("a table");
    for deed in ["turn", "swing"] {
        for (from, to) in [
            ("webtransport", "webtransport"),
            ("webtransport", "websocket"),
            ("websocket", "webtransport"),
            ("websocket", "websocket"),
        ] {
            let row = rows.iter().find(|row| row["deed"] == deed && row["from"] == from && row["to"] == to);
            let row = row.unwrap_or_else(|| panic!("nobody saw a {deed} from {from} to {to}: {report}"));
            assert!(row["sightings"].as_u64().expect("a count") >= 2, "{report}");
            assert!(row["ms_p50"].as_f64().expect("a time") > 0.0, "{report}");
        }
    }
    let seen: u64 = rows.iter().filter_map(|row| row["sightings"].as_u64()).sum();
    let unseen = report["unseen"].as_u64().expect("a count");
    assert!(unseen * 20 <= seen, "hardly anything is missed: {report}");
    assert!(report["round_trip_ms_p50"].as_f64().expect("a time") > 0.0, "{report}");
}
