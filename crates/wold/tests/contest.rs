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

/// A folder of its own with a file in it.
fn folder_with(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    let path = path.display().to_string();
    (folder, path)
}

const ENGINES: &str = r#"
name = "Noughts"
game = "noughts"
seed = 3
[format]
format = "round-robin"
[[players]]
name = "perfect"
engine = "alphabeta:9"
[[players]]
name = "lucky"
engine = "random"
[[players]]
name = "also lucky"
engine = "random"
"#;

#[test]
fn engines_play_a_league_to_its_end_and_a_second_run_changes_nothing() {
    let (folder, league) = folder_with("league.toml", ENGINES);
    let svg = folder.path().join("rounds.svg").display().to_string();
    let first = answer(&["run", &league, "--svg", &svg, "--json"]);
    assert_eq!((&first["finished"], &first["matches"]), (&json!(true), &json!(3)));
    assert_eq!(first["standings"][0]["name"], "perfect");
    assert!(std::fs::read_to_string(&svg).expect("drawn").contains("also lucky"));
    assert_eq!(answer(&["run", &league, "--json"]), first);
    let fresh = folder.path().join("again.json").display().to_string();
    assert_eq!(
        answer(&["run", &league, "--state", &fresh, "--json"]),
        first,
        "the same seed, the same league"
    );
}

#[test]
fn a_league_goes_on_where_it_was_interrupted() {
    let (folder, league) = folder_with("league.toml", ENGINES);
    let whole = answer(&["run", &league, "--json"]);
    // The state as it was after the first match.
    let state = folder.path().join("league.toml.state.json");
    let mut kept: Value = serde_json::from_slice(&std::fs::read(&state).expect("kept")).expect("JSON");
    let log = kept["contest"]["log"].as_array_mut().expect("a log");
    assert_eq!(log.len(), 3);
    log.truncate(1);
    std::fs::write(&state, kept.to_string()).expect("written");
    assert_eq!(answer(&["run", &league, "--json"]), whole);
}

const PEOPLE: &str = r#"
name = "Cup"
[format]
format = "single-elimination"
[[players]]
name = "ada"
[[players]]
name = "bob"
[[players]]
name = "cyd"
[[players]]
name = "dan"
"#;

#[test]
fn people_hand_in_results_and_a_bad_table_changes_nothing() {
    let (folder, cup) = folder_with("cup.toml", PEOPLE);
    let open = answer(&["run", &cup, "--report", "ada,dan,home", "--json"]);
    assert_eq!(open["open"].as_array().map(Vec::len), Some(1));
    let table = folder.path().join("results.csv");
    std::fs::write(&table, "home,away,result\nbob,cyd,home\nada,cyd,home\n").expect("written");
    let table = table.display().to_string();
    refuses(&["run", &cup, "--results", &table], "row 3: \"ada\" and \"cyd\" have no open match");
    assert_eq!(answer(&["run", &cup, "--json"]), open, "not even its good row was taken");
    refuses(&["run", &cup, "--report", "bob,cyd,won"], "\"won\" is no result: home, away, tie");
    refuses(&["run", &cup, "--report", "bob,cyd"], "2 fields where the header has 3");
    refuses(&["run", &cup, "--report", "bob,cyd,tie"], "needs a tie-break");
    refuses(&["run", &cup, "--enter", "eve"], "takes nobody once it has begun");
    let undone = answer(&["run", &cup, "--undo", "ada,dan", "--json"]);
    assert_eq!(undone["open"].as_array().map(Vec::len), Some(2));
    let five = answer(&["run", &cup, "--enter", "eve", "--withdraw", "dan", "--json"]);
    assert_eq!(five["players"], json!(5));
}

#[test]
fn announcements_that_cannot_be_are_refused() {
    let refused = |text: &str, words: &str| {
        let (_folder, path) = folder_with("league.toml", text);
        let output = contest(&["run", &path]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
    };
    refused(&PEOPLE.replace("bob", "ada"), "\"ada\" is named twice");
    refused(&PEOPLE.replace("single-elimination", "single"), "unknown variant `single`");
    refused(&PEOPLE.replace("name = \"Cup\"", "nome = \"Cup\""), "nome");
    refused(&ENGINES.replace("alphabeta:9", "oracle"), "the engine of \"perfect\"");
    refused(&ENGINES.replace("game = \"noughts\"", ""), "names no game");
}

#[test]
fn another_announcement_does_not_go_on_with_a_foreign_state() {
    let (_folder, cup) = folder_with("cup.toml", PEOPLE);
    answer(&["run", &cup, "--json"]);
    std::fs::write(&cup, PEOPLE.replace("bob", "bea")).expect("written");
    refuses(&["run", &cup], "the state of another announcement");
}

#[test]
fn a_pair_that_hands_over_matches_is_named() {
    let mut table = String::from("home,away,result\n");
    for round in 0..40 {
        for home in 0..6 {
            for away in home + 1..6 {
                // All are equal, but player 5 always loses to player 4.
                let result =
                    if (home, away) == (4, 5) || (round + home + away) % 2 == 0 { "home" } else { "away" };
                table += &format!("p{home},p{away},{result}\n");
            }
        }
    }
    let (_folder, path) = folder_with("results.csv", &table);
    let found = answer(&["collusion", &path, "--honest", "10", "--json"]);
    assert_eq!((&found["pairs"][0]["winner"], &found["pairs"][0]["giver"]), (&json!("p4"), &json!("p5")));
    assert_eq!(found["pairs"].as_array().map(Vec::len), Some(1));
    assert_eq!(found["honest"]["seasons"], json!(10));
}

#[test]
fn active_partners_are_caught_in_simulation_and_passive_ones_are_not() {
    let named = |style| {
        let found = answer(&["collusion", "--simulate", style, "--honest", "10", "--json"]);
        found["partners_named"].as_u64().expect("a count")
    };
    assert!(named("active") >= 9);
    assert!(named("passive") <= 3);
}

#[test]
fn throwing_a_match_of_a_climb_helps_an_ally() {
    let table = "home,away,result\nc1,p1,away\np1,p0,away\np0,c0,away\nc1,p0,home\np1,c0,home\n";
    let (_folder, path) = folder_with("real.csv", table);
    let found = answer(&["fixing", &path, "--format", "hill-climbing", "--start", "conservative", "--json"]);
    let fixes = found["fixes"].as_array().expect("a list");
    assert!(
        fixes.iter().any(|fix| fix["by"] == "c0" && fix["helps"] == "c1" && fix["fixed"] == 0),
        "{found}"
    );
}

#[test]
fn a_queue_matches_like_with_like_and_formats_are_compared() {
    let queue = answer(&["queue", "--players", "60", "--minutes", "20", "--json"]);
    assert!(queue["matches"].as_u64() > Some(50), "{queue}");
    let compared = answer(&["compare", "--players", "15", "--trials", "200", "--json"]);
    let row = |name: &str| {
        let rows = compared["formats"].as_array().expect("rows");
        rows.iter().find(|row| row["format"] == name).expect("listed").clone()
    };
    assert_eq!(row("round robin")["matches"], json!(105.0));
    assert_eq!(row("king of the hill")["rounds"], json!(6.0));
    assert_eq!(row("hill climbing, by lot")["matches"], json!(14.0));
}

#[test]
fn who_rests_is_rated_less_surely() {
    let (folder, path) =
        folder_with("results.csv", "home,away,result,period\na,b,home,0\na,c,home,0\na,b,home,30\n");
    let history = folder.path().join("history.csv");
    let rated = answer(&["rate", &path, "--history", &history.display().to_string(), "--json"]);
    let unsure = |name: &str| {
        let players = rated["players"].as_array().expect("players");
        players.iter().find(|p| p["name"] == name).and_then(|p| p["uncertainty"].as_f64()).expect("has one")
    };
    assert!(unsure("c") > unsure("b"));
    assert_eq!(std::fs::read_to_string(history).expect("written").lines().count(), 7);
}

#[test]
fn teams_of_bots_wage_war_in_a_league() {
    let text = ENGINES
        .replace("\"noughts\"", "\"conquero\"")
        .replace("alphabeta:9", "tactician:2")
        .replace("\"random\"", "\"random:2\"");
    let (_folder, league) = folder_with("war.toml", &text);
    let played = answer(&["run", &league, "--json"]);
    assert_eq!((&played["finished"], &played["standings"][0]["name"]), (&json!(true), &json!("perfect")));
}

#[test]
fn a_club_keeps_its_ladder_in_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, other) = (folder.path().join("a.json"), folder.path().join("b.json"));
    let (file, other) = (file.display().to_string(), other.display().to_string());
    answer(&["club", &file, "--enter", "ada", "--enter", "bob", "--enter", "cyd", "--json"]);
    let won = answer(&["club", &file, "--challenge", "cyd,ada,won", "--json"]);
    assert_eq!(won["ranks"], json!(["cyd", "bob", "ada"]));
    refuses(&["club", &file, "--challenge", "cyd,ada,won"], "only 2 ranks up");
    refuses(&["club", &file, "--challenge", "ada,cyd,maybe"], "is no result");
    let half = answer(&["club", &file, "--split", &other, "--json"]);
    assert_eq!(half["ranks"], json!(["cyd", "ada"]));
    let whole = answer(&["club", &file, "--join", &other, "--json"]);
    assert_eq!(whole["ranks"], json!(["cyd", "bob", "ada"]));
}

#[test]
fn who_did_not_come_is_handed_in_and_what_cannot_be_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let cup = folder.path().join("cup.toml");
    let text = "name = 'cup'\nformat = { format = 'single-elimination' }\nplayers = [{ name = 'ada' }, { name = 'bob' }]\n";
    std::fs::write(&cup, text).expect("written");
    let path = cup.to_str().expect("text");
    refuses(&["run", path, "--report", "bob,bob,home"], "cannot play against themselves");
    refuses(&["run", path, "--report", "ada,bob,late"], "no result");
    let over = answer(&["run", path, "--report", "bob,ada,away-absent", "--json"]);
    assert_eq!((&over["finished"], &over["standings"][0]["name"]), (&json!(true), &json!("bob")));
    std::fs::write(&cup, format!("{text}colour = 3\n")).expect("written");
    refuses(&["run", path], "cup.toml:4: ");
}

#[test]
fn ten_come_in_a_second_if_they_come_every_tenth_of_one() {
    let arrived = |every: &str| {
        let queue = ["queue", "--players", "5000", "--minutes", "2", "--every", every, "--json"];
        answer(&queue)["arrived"].as_u64().expect("a count")
    };
    let (slow, quick) = (arrived("1"), arrived("0.1"));
    assert!((110..=120).contains(&slow) && (1_100..=1_200).contains(&quick), "{slow} {quick}");
}
