//! `wold play` as a user runs it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn play(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wold")).arg("play").args(arguments).output().expect("the program runs")
}

fn json(arguments: &[&str]) -> serde_json::Value {
    let output = play(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// Exit code 2, nothing on stdout, one line on stderr that holds these words.
fn refuses(arguments: &[&str], words: &str) {
    let output = play(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert!(said.contains(words) && said.trim_end().lines().count() == 1, "{arguments:?}: {said}");
}

#[test]
fn perft_counts_connect_four() {
    let counted = json(&["perft", "connect-four", "--depth", "8", "--json"]);
    let known = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    assert_eq!(counted["counts"], serde_json::json!(known));
}

#[test]
fn solve_gives_value_line_and_proof() {
    let noughts = json(&["solve", "noughts", "--json"]);
    assert_eq!((&noughts["value"], &noughts["ending"]), (&0.0.into(), &"complete".into()));
    assert_eq!(noughts["line"].as_array().map(Vec::len), Some(9));
    let fork = json(&["solve", "noughts", "--position", "x../.o./..x", "--json"]);
    assert_eq!(fork["value"], 0.0);
    let nim = json(&["solve", "division-nim:8", "--json"]);
    assert_eq!((&nim["value"], &nim["moves"][0]), (&1.0.into(), &"8=7+1".into()));
    let open = json(&["solve", "connect-four", "--nodes", "1000", "--json"]);
    assert_eq!(
        (&open["ending"], &open["bounds"]),
        (&"partial: out of nodes".into(), &serde_json::json!([-1.0, 1.0]))
    );
}

#[test]
fn a_match_is_the_same_for_the_same_seed() {
    let arguments =
        ["match", "noughts", "--a", "mcts:100", "--b", "random", "--games", "20", "--seed", "1", "--json"];
    let first = json(&arguments);
    assert_eq!(first, json(&arguments));
    assert_eq!(first["games"], 20);
    let bounds = first["interval"].as_array().expect("an interval");
    assert!(bounds[0].as_f64() > Some(0.5), "{first}");
}

#[test]
fn the_ladder_names_every_player() {
    let ladder = json(&["ladder", "portfolio", "--games", "2", "--json"]);
    let table = ladder["table"].as_array().expect("a table");
    assert_eq!(table.len(), 6);
    assert_eq!(table[0]["player"], "Master");
}

#[test]
fn a_person_plays_in_the_terminal() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wold"))
        .args(["play", "nim:3", "--b", "random"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("stdin is a pipe");
    input.write_all(b"nonsense\n?\n3-3\n").expect("it reads");
    drop(input);
    let said = String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text");
    assert!(said.contains("\"nonsense\" is no legal move here; legal are 3-1, 3-2, 3-3"), "{said}");
    assert!(said.ends_with("the first player wins\n"), "{said}");
}

#[test]
fn engines_play_each_other_and_explain() {
    let output = play(&["noughts", "--a", "mcts:200", "--b", "alphabeta:9"]);
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(said.contains("looks worth") && said.ends_with("a draw\n"), "{said}");
}

#[test]
fn bad_input_is_one_line_and_code_2() {
    refuses(&["chess"], "there is no game \"chess\"");
    refuses(&["noughts:9,9"], "board size 9 is not between 1 and 8");
    refuses(&["solve", "noughts", "--position", "xxx/xxx/..."], "no such position");
    refuses(&["solve", "noughts", "--moves", "a1,a1"], "move 2");
    refuses(&["solve", "noughts", "--position", "xxx/oo./...", "--moves", "a1"], "the game is over");
    refuses(&["match", "noughts", "--a", "deep-thought", "--b", "random"], "is no engine");
    refuses(&["match", "noughts", "--a", "flat:3", "--b", "random"], "does not play this game");
    refuses(&["match", "noughts", "--a", "random", "--b", "random", "--games", "0"], "0 games");
    refuses(&["ladder", "chess"], "has no ladder");
    refuses(&["ladder", "portfolio", "--units", "no-such-file.toml"], "no-such-file.toml");
}

#[test]
fn unit_files_are_checked_with_line_and_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("units.toml");
    std::fs::write(&path, "[[unit]]\nname = \"Imp\"\ncost = 1\nhealth = 0\nbuild = 1\nsupply = 1\n")
        .expect("writes");
    let path = path.to_str().expect("temporary paths are text");
    refuses(&["ladder", "portfolio", "--units", path], "line 1: Imp: health 0 is not between 1 and 50");
}

#[test]
fn conquero_gives_win_rates_with_intervals_and_repeats() {
    let arguments =
        ["conquero", "--bots", "tactician:3,simple:3", "--minutes", "3", "--games", "12", "--json"];
    let mut first = json(&arguments);
    let mut again = json(&arguments);
    for result in [&mut first, &mut again] {
        result.as_object_mut().expect("an object").remove("times_real_time");
    }
    assert_eq!(first, again);
    assert_eq!(first["teams"][0]["team"], "tactician");
    assert!(first["teams"][0]["wins"].as_u64() > first["teams"][1]["wins"].as_u64(), "{first}");
    assert!(first["teams"][0]["interval"][0].as_f64() > Some(0.3));
}

#[test]
fn conquero_refuses_teams_and_maps_that_cannot_be() {
    refuses(&["conquero", "--bots", "oracle:4"], "there is no bot \"oracle\"");
    refuses(&["conquero", "--bots", "simple:x"], "no number of members");
    refuses(&["conquero", "--bots", "simple:0,random:1"], "2 teams with 1 players");
    refuses(&["conquero", "--map", "/nowhere.toml"], "cannot read");
    refuses(&["conquero", "--bots", "learned:2,random:2"], "learned bots need --tree");
    refuses(&["conquero", "--bots", "experiment:2,random:2"], "experiment bots need --replay");
}

#[test]
fn a_written_war_is_analysed_learned_from_and_repeated() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (log, tree, csv) = (path("war.log"), path("learned.toml"), path("features.csv"));
    let war = [
        "conquero",
        "--bots",
        "simple:3,simple:3",
        "--minutes",
        "8",
        "--games",
        "1",
        "--endless",
        "--log",
        &log,
    ];
    assert!(play(&war).status.success());
    let history = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_wold")).arg("history").args(arguments).output().expect("runs")
    };
    let analysed = history(&["analyse", &log, "--features", &csv, "--json"]);
    let figures: serde_json::Value = serde_json::from_slice(&analysed.stdout).expect("one JSON object");
    assert!(figures["moves"].as_u64() > Some(20), "{figures}");
    assert_eq!(figures["classes"].as_array().map(Vec::len), Some(8));
    let header =
        std::fs::read_to_string(&csv).expect("written").lines().next().map(|line| line.split(',').count());
    assert_eq!(header, Some(233));
    let trained = history(&["train", &log, "--model", "learned", "--out", &tree, "--json"]);
    assert!(trained.status.success(), "{}", String::from_utf8_lossy(&trained.stderr));
    let bots =
        ["conquero", "--bots", "learned:3,experiment:3", "--games", "2", "--minutes", "3", "--tree", &tree];
    let result = json(&[&bots[..], &["--replay", &log, "--json"]].concat());
    assert_eq!(result["teams"][0]["team"], "learned");
    std::fs::write(&log, "conquero,9,classic,20\n").expect("written");
    let refused = history(&["analyse", &log]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the log has format \"9\""));
}

#[test]
fn what_cannot_be_played_or_read_whole_is_refused() {
    refuses(&["match", "portfolio", "--units", "/dev/zero", "--a", "Easy", "--b", "Easy"], "longer than");
    refuses(&["solve", "one-two-three:300"], "300");
    refuses(&["solve", "noughts", "--seconds", "-1"], "not between 0 and 86400");
    refuses(&["conquero", "--bots", "simple:4", "--games", "1"], "two teams");
    refuses(&["conquero", "--minutes", "-1"], "minutes");
    refuses(&["solve"], "see wold play solve --help");
}

#[test]
fn a_game_of_chance_too_large_is_given_up_when_its_positions_are_spent() {
    let solved = json(&["solve", "copper:4,3,4", "--nodes", "40000", "--json"]);
    assert_eq!(solved["ending"], "partial: out of nodes");
    assert_eq!((&solved["nodes"], &solved["bounds"]), (&40_000.into(), &serde_json::json!([-1.0, 1.0])));
}

#[test]
fn bots_play_gong_to_ten_points_and_peers_in_lockstep_play_the_same_way_at_every_peer() {
    let alone = json(&["gong", "--seed", "3", "--json"]);
    let scores = alone["scores"].as_array().expect("scores");
    assert_eq!((scores.len(), scores.iter().filter_map(serde_json::Value::as_i64).max()), (4, Some(10)));
    assert_eq!(alone, json(&["gong", "--seed", "3", "--json"]));
    let together = json(&["gong", "--peers", "3", "--link", "storm", "--foresight", "4", "--json"]);
    assert_eq!((&together["lockstep"]["agree"], &together["lockstep"]["states"]), (&true.into(), &0.into()));
    refuses(&["gong", "--players", "5"], "gong is not played by 5");
    refuses(&["amaze", "--peers", "9"], "only 4 play");
}

#[test]
fn a_peer_that_computes_otherwise_is_found_and_mended() {
    let upset = json(&["gong", "--peers", "3", "--upset", "100", "--json"]);
    let told = upset["lockstep"]["differences"][0].as_str().expect("a difference");
    assert!(told.contains("ball differs from peer"), "{told}");
    assert_eq!((&upset["lockstep"]["agree"], &upset["lockstep"]["states"]), (&true.into(), &1.into()));
}
