//! `wold live` and `wold history life` as a user runs them.

use serde_json::Value;
use std::process::{Command, Output};

fn wold(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wold")).args(args).output().expect("the program runs")
}

fn json(args: &[&str]) -> Value {
    let output = wold(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// The rows of a table of curves: day, what, value.
fn rows(table: &str) -> Vec<(f64, String, f64)> {
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("day,what,value"));
    let row = |line: &str| {
        let (day, rest) = line.split_once(',')?;
        let (what, value) = rest.rsplit_once(',')?;
        let what = what.strip_prefix('"')?.strip_suffix('"').filter(|what| !what.contains('"'))?;
        Some((day.parse().ok()?, what.to_owned(), value.parse().ok()?))
    };
    lines.map(|line| row(line).unwrap_or_else(|| panic!("no row: {line:?}"))).collect()
}

#[test]
fn a_town_lives_and_its_folder_tells_the_same_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let [data, page, table] =
        ["town", "life.html", "curves.csv"].map(|name| folder.path().join(name).display().to_string());
    // A tenth of a day is a little over two hours.
    let mut live = vec!["live", "--seed", "5", "--inhabitants", "8", "--days", "0.1", "--json"];
    live.extend(["--data", &data, "--html", &page, "--csv", &table]);
    let lived = json(&live);
    assert_eq!((&lived["people"], &lived["coins_conserved"]), (&8.into(), &true.into()));
    // A purse for everybody, those who are carried too.
    assert!(
        lived["coins"].as_u64().is_some_and(|coins| coins >= 8 * 200 && coins % 200 == 0),
        "{}",
        lived["coins"]
    );
    assert!(
        lived["speech_lines"].as_u64().is_some_and(|lines| lines > 0),
        "somebody says something in two hours"
    );
    assert_eq!(lived["starving_share"], 0.0);
    for key in [
        "stuck_share",
        "first_hand_true_share",
        "respects_above_075",
        "prices",
        "verdicts",
        "gossip_path_lengths",
    ] {
        assert!(!lived[key].is_null(), "{key} is missing");
    }
    assert!(std::fs::read_to_string(&page).expect("written").contains("<polyline"));
    let rows = rows(&std::fs::read_to_string(&table).expect("written"));
    for what in ["people", "bread asked in town 1"] {
        assert!(rows.iter().any(|(_, name, _)| name == what), "no curve {what:?}");
    }
    assert!(rows.iter().all(|(day, _, value)| (0.0..1.0).contains(day) && value.is_finite()), "{rows:?}");
    let asked = &lived["asked"]["bread"][0];
    assert_eq!(asked["town"], 1);
    let prices: Vec<f64> =
        rows.iter().filter(|(_, name, _)| name == "bread asked in town 1").map(|row| row.2).collect();
    assert_eq!(asked["hours"], prices.len(), "the report counts the hours of the curve");
    let mean = prices.iter().sum::<f64>() / prices.len() as f64;
    assert!(asked["mean"].as_f64().is_some_and(|told| (told - mean).abs() < 1e-6), "{asked} {mean}");
    let told = json(&["history", "life", &data, "--json"]);
    for key in [
        "people",
        "speech_lines",
        "speech_shapes",
        "most_repeats_in_a_day",
        "deeds",
        "prices",
        "stuck_share",
        "respects",
    ] {
        assert_eq!(told[key], lived[key], "{key}");
    }
    assert!(wold(&["history", "verify", &data]).status.success(), "every hash is right");
    // Why somebody did something: its diary, and the world as it was.
    let household = wold_dial::HouseholdConfig { seed: wold_chance::Seed(5), ..Default::default() };
    let who = household.census().names().next().expect("somebody lives there");
    let why = json(&["history", "why", &data, "--who", &who, "--tick", "2000", "--window", "100", "--json"]);
    assert_eq!((&why["who"], &why["tick"]), (&who.clone().into(), &2000.into()));
    assert!(why["scene"]["near"].is_array() && why["scene"]["heard"].is_array(), "{why}");
    assert!(why["diary"].as_array().is_some_and(|lines| !lines.is_empty()), "{why}");
    let words = wold(&["history", "why", &data, "--who", &who, "--tick", "2000"]);
    assert!(String::from_utf8_lossy(&words.stdout).contains(&format!("At tick 2000 {who} was at")));
    let nobody = wold(&["history", "why", &data, "--who", "Nobody", "--tick", "2000"]);
    assert_eq!(String::from_utf8_lossy(&nobody.stderr).lines().count(), 1, "one clear line");
}

#[test]
fn nonsense_is_refused_in_one_line() {
    for args in [["--days", "0"], ["--days", "nan"], ["--inhabitants", "0"], ["--inhabitants", "99999"]] {
        let output = wold(&["live", args[0], args[1]]);
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!((output.status.code(), said.trim_end().lines().count()), (Some(2), 1), "{said}");
    }
}

#[test]
fn two_days_of_sixty_people_hold_what_a_town_must_hold() {
    let lived = json(&["live", "--seed", "9137", "--inhabitants", "60", "--days", "2", "--check", "--json"]);
    assert_eq!(lived["people"], 60);
    assert!(
        lived["deeds"]["makes"].as_u64().is_some_and(|made| made > 60),
        "people work: {}",
        lived["deeds"]
    );
}
