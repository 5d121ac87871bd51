//! `wold lab net` as a user runs it.

use serde_json::Value;
use std::process::{Command, Output};

fn wold(args: &[&str]) -> Output {
    let arguments = [&["lab", "net"], args].concat();
    Command::new(env!("CARGO_BIN_EXE_wold")).args(arguments).output().expect("the program runs")
}

fn json(args: &[&str]) -> Value {
    let output = wold(&[args, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn refused(args: &[&str]) -> String {
    let output = wold(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let text = String::from_utf8(output.stderr).expect("text");
    assert_eq!(text.trim().lines().count(), 1, "{text}");
    text
}

#[test]
fn every_technique_is_one_row_and_the_same_flags_are_the_same_rows() {
    let flags = ["--rtt", "200", "--jitter", "40", "--loss", "5", "--technique", "all", "--minutes", "1"];
    let run = json(&flags);
    let rows = run["rows"].as_array().expect("rows");
    assert!(rows.len() >= 20, "{}", rows.len());
    for row in rows {
        assert!(row["technique"].is_string());
        for key in ["error_m_p50", "error_m_p95", "surprises_per_minute", "bytes_per_second", "delay_ms"] {
            assert!(row[key].as_f64().is_some_and(|value| value >= 0.0), "{key} of {row}");
        }
    }
    assert_eq!(json(&flags), run);
    assert_ne!(json(&[&flags[..], &["--seed", "2"]].concat())["rows"], run["rows"]);
    let text = |args: &[&str]| wold(args).stdout;
    assert_eq!(text(&flags), text(&flags));
    assert_eq!(String::from_utf8(text(&flags)).expect("text").lines().count(), rows.len() + 1);
}

#[test]
fn a_worse_link_makes_everything_worse() {
    let error = |rtt: &str, loss: &str| {
        let run = json(&["--technique", "snapshots-raw", "--rtt", rtt, "--loss", loss, "--minutes", "1"]);
        run["rows"][0]["error_m_p95"].as_f64().expect("a number")
    };
    assert!(error("1", "0") < error("100", "2") && error("100", "2") < error("300", "10"));
}

#[test]
fn pictures_are_written_into_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("pictures");
    let path = inner.to_str().expect("a plain path");
    json(&["--technique", "parcels", "--minutes", "1", "--plot", path]);
    for name in ["errors.svg", "paths.svg", "radar.svg"] {
        let svg = std::fs::read_to_string(inner.join(name)).expect("written");
        assert!(svg.starts_with("<svg") && svg.contains("parcels-hybrid"), "{name}");
    }
}

#[test]
fn sums_are_right() {
    assert_eq!(json(&["capacity", "--bits", "784", "--updates", "5", "--capacity", "1e7"])["players"], 2551);
    let faster = json(&["amdahl", "--serial", "0.05", "--processors", "2,16"]);
    assert!((faster["rows"][1]["speed_up"].as_f64().expect("a number") - 9.14286).abs() < 1e-5);
    assert!((faster["bound"].as_f64().expect("a number") - 20.0).abs() < 1e-9);
    let run = json(&["architecture", "--machines", "12", "--servers", "3"]);
    let messages = |name: &str| {
        let rows = run["rows"].as_array().expect("rows");
        rows.iter().find(|row| row["architecture"] == name).expect(name)["messages"].clone()
    };
    assert_eq!(["peer-to-peer", "client-server", "server-network"].map(messages), [132, 121, 99]);
    let tree = json(&["tree", "--players", "1000", "--arity", "10"]);
    assert_eq!((&tree["hops"], &tree["levels"][2]["hears_some"]), (&3.into(), &10.0.into()));
}

#[test]
fn a_hit_is_seen_by_who_shot_one_delay_after_who_is_hit() {
    for (slow, hit) in [(&[][..], 2.0), (&["--shooter-slows", "0.2"], 1.8), (&["--target-slows", "0.2"], 2.2)]
    {
        let told = json(&[&["duel", "--delay", "0.5", "--flight", "2"], slow].concat());
        let number = |key: &str| told[key].as_f64().expect("a number");
        assert!((number("target_sees_hit") - hit).abs() < 0.002, "{slow:?}");
        assert!((number("shooter_after_target") - 0.5).abs() < 0.003, "{slow:?}");
    }
    assert_eq!(json(&["duel", "--delay", "0.5", "--flight", "0.4"])["critical"], true);
}

#[test]
fn an_arrow_whose_target_leaves_is_eased_into_the_present() {
    let leap = |more: &[&str]| {
        let unsteady = ["duel", "--delay", "0.3", "--flight", "2", "--jitter", "0.1", "--leaves", "1.5"];
        let told = json(&[&unsteady[..], more].concat());
        assert!(told["target_sees_hit"].is_null());
        told["worst_leap_m"].as_f64().expect("a number")
    };
    assert!(leap(&["--no-easing"]) > 1.0);
    assert!(leap(&[]) < 0.05);
}

#[test]
fn habits_foresee_what_orders_do_not() {
    let run = json(&["foresight", "--silences", "1,3"]);
    let error = |mover: &str, belief: &str, at: usize| {
        let rows = run["rows"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["mover"] == mover && row["belief"] == belief).expect("a row");
        row["error_m_p50"][at].as_f64().expect("a number")
    };
    assert!(error("ball", "habit", 1) < error("ball", "velocity", 1));
    assert!(error("cart", "habit", 0) < error("cart", "velocity", 0) / 10.0);
    assert!(error("animal", "habit", 1) < error("animal", "acceleration", 1));
    assert!(refused(&["foresight", "--silences", "0"]).contains('0'));
}

#[test]
fn short_circuits_are_quick_and_take_back_two_way_relays_neither() {
    let run = json(&["relays", "--rounds", "50"]);
    let row = |function: &str, relay: &str| {
        let rows = run["rows"].as_array().expect("rows");
        rows.iter().find(|row| row["function"] == function && row["relay"] == relay).expect("a row").clone()
    };
    let number = |row: &Value, key: &str| row[key].as_f64().expect("a number");
    let (slow, quick) = (row("taking", "two-way"), row("taking", "short-circuit"));
    assert!(number(&slow, "shown_ms_p50") > 200.0 && number(&slow, "mended_percent") == 0.0);
    assert!(number(&quick, "shown_ms_p50") < 10.0 && number(&quick, "mended_percent") > 20.0);
}

#[test]
fn no_exchange_makes_two_generals_certain() {
    let run = json(&["generals", "--loss", "20", "--messages", "6", "--trials", "4000"]);
    for row in run["rows"].as_array().expect("rows") {
        assert!(row["alone"].as_f64().expect("percent") > 1.0, "{row}");
    }
}

#[test]
fn what_cannot_be_is_refused_in_one_line() {
    assert!(refused(&["--technique", "telepathy"]).contains("telepathy"));
    assert!(refused(&["--loss", "101"]).contains("101"));
    assert!(refused(&["--rtt", "-1"]).contains("-1"));
    assert!(refused(&["--jump", "nan"]).contains("NaN"));
    assert!(refused(&["capacity", "--bits", "0"]).contains("bits"));
    assert!(refused(&["architecture", "--machines", "4", "--servers", "3"]).contains("4 machines"));
    assert!(refused(&["amdahl", "--serial", "2"]).contains('2'));
    assert!(refused(&["duel", "--shooter-slows", "9"]).contains('9'));
    refused(&["--plot", "/dev/null/pictures", "--technique", "lockstep", "--minutes", "1"]);
}
