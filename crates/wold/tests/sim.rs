//! `wold sim` as a user runs it.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn wold(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wold")).arg("sim").args(args).output().expect("the program runs")
}

fn json(args: &[&str]) -> Value {
    let output = wold(args);
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
fn weather_comes_to_rest_and_wakes_with_a_patch() {
    let args = ["weather", "--random", "63x51", "--seed", "1", "--json"];
    let calm = json(&[&args[..], &["--steps", "1000"]].concat());
    let rest = calm["converged_at"].as_u64().expect("comes to rest");
    assert!(rest < 1_000);
    assert!(calm["delta_mask"]["1"].as_f64() > calm["delta_mask"]["100"].as_f64());
    assert!(calm["delta_mask"]["1000"].as_f64().expect("a landmark") < 1.0);
    assert!(calm["ns_per_cell_step"].as_f64().expect("a time") > 0.0);
    let stirred = json(&[&args[..], &["--steps", "810", "--patch", "800:30,20,4"]].concat());
    assert!(stirred["delta_mask"]["810"].as_f64().expect("the last step") > 1.0);
    let total = |run: &Value| run["moisture_total"].as_f64().expect("a sum");
    assert!((total(&calm) - total(&stirred)).abs() < 1.0, "moisture is conserved");
    assert_eq!(json(&[&args[..], &["--steps", "1000"]].concat())["hash"], calm["hash"], "the same again");
}

#[test]
fn every_lattice_border_and_picture_works() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (png, gif, csv) = (path("w.png"), path("w.gif"), path("w.csv"));
    let common = ["weather", "--random", "20x15", "--steps", "70", "--json"];
    for more in [
        &["--hex"][..],
        &["--bounded"],
        &["--hex", "--bounded"],
        &["--climate", "--event", "storm:3:5,5,3,9,9"],
    ] {
        json(&[&common[..], more, &["--png", &png, "--gif", &gif, "--csv", &csv]].concat());
        assert!(std::fs::read(&png).expect("written").starts_with(b"\x89PNG"));
        assert!(std::fs::read(&gif).expect("written").starts_with(b"GIF89a"));
        assert_eq!(std::fs::read_to_string(&csv).expect("written").lines().count(), 71);
    }
}

#[test]
fn people_carry_word_goods_and_fear() {
    for movement in ["random", "simple", "chooser"] {
        let run =
            json(&["reputation", "--map", "conquero", "--movement", movement, "--steps", "400", "--json"]);
        assert_eq!(run["at_places"].as_array().expect("places").len(), 24);
        assert!(run["totals"]["repute.0"].as_f64().expect("a sum") != 0.0);
    }
    let economy = json(&["economy", "--size", "60x50", "--steps", "100", "--fire", "50:3", "--json"]);
    assert!(economy["totals"]["stock.grain"].as_f64().expect("a sum") > 0.0);
    let law = |guards| {
        let args =
            ["law", "--size", "60x50", "--steps", "300", "--tempted", "0.02", "--guards", guards, "--json"];
        json(&args)["totals"]["crime"].as_f64().expect("a sum")
    };
    assert!(law("40") < law("0"), "guards deter");
    let ecology = json(&["ecology", "--random", "32x24", "--steps", "300", "--json"]);
    assert!(ecology["vegetation"].as_f64().expect("a mean") > 0.0);
    let lived_off = [
        "ecology",
        "--random",
        "32x24",
        "--map",
        "conquero",
        "--movement",
        "simple",
        "--steps",
        "300",
        "--json",
    ];
    let lived_off = json(&lived_off);
    assert_eq!(lived_off["at_places"].as_array().expect("a list").len(), 24);
    let grazers = |life: &Value| life["grazers"].as_f64().expect("a mean");
    assert!(grazers(&lived_off) < grazers(&ecology), "eighty people hunt");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("can be written");
        path.to_str().expect("a plain path").to_owned()
    };
    assert!(refused(&["weather", "--alpha", "1.5"]).contains("alpha must be 0 to 1, not 1.5"));
    assert!(refused(&["weather", "--gamma", "0"]).contains("gamma"));
    assert!(refused(&["weather", "--gamma", "nan"]).contains("gamma"));
    assert!(refused(&["weather", "--random", "0x5"]).contains("0x5"));
    assert!(refused(&["weather", "--random", "99999999x99999999"]).contains("--random"));
    assert!(refused(&["weather", "--patch", "3:1,NaN,2"]).contains("NaN"));
    assert!(refused(&["weather", "--event", "party:1:2,3,4,5,6"]).contains("party"));
    assert!(refused(&["weather", "--steps", "0"]).contains("--steps"));
    let short = file("short.asc", "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n4 5\n");
    assert!(refused(&["weather", "--dem", &short]).contains("make 6 cells, but there are 5"));
    let holed = file("nan.asc", "ncols 3\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 nan 3\n");
    assert!(refused(&["weather", "--dem", &holed]).contains("line 6: \"nan\""));
    let rules = file("rules.toml", "[weather]\nalpha = 0.1\n\n[wheather]\n");
    assert!(refused(&["weather", "--rules", &rules]).contains("line 4: there is no system \"wheather\""));
    assert!(refused(&["reputation", "--movement", "swift"]).contains("swift"));
    let tree = file("moves.tree", "size <= 12: 4\nsize > 12\n|   distance <= far: 1\n");
    let chooser = ["reputation", "--movement", "chooser", "--tree", &tree];
    assert!(refused(&chooser).contains("line 3: \"far\" is no number"));
    assert!(refused(&["reputation", "--tree", &tree]).contains("--tree"));
    assert!(refused(&["law", "--map", "mars"]).contains("mars"));
    assert!(refused(&["economy", "--size", "1x1"]).contains("1x1"));
}

#[test]
fn rasters_measured_on_earth_come_to_rest() {
    let data = std::env::var("WOLD_DATA").unwrap_or_else(|_| "../../../shared/data".to_owned());
    for name in ["front-range-srtm.asc", "west-bijou-gully.asc"] {
        let path = Path::new(&data).join("terrain").join(name);
        if !path.exists() {
            println!("skipped: no data");
            return;
        }
        let run =
            json(&["weather", "--dem", path.to_str().expect("a plain path"), "--steps", "1000", "--json"]);
        assert!(run["converged_at"].as_u64().is_some_and(|step| step < 3_000), "{name}: {run}");
    }
}

#[test]
fn threads_and_places_that_are_none_are_refused() {
    assert!(refused(&["bench", "--steps", "1", "--threads", "0"]).contains("1 to 256"));
    assert!(refused(&["weather", "--steps", "1", "--patch", "5:1000,2000,3"]).contains("outside the land"));
    assert!(refused(&["weather", "--steps", "1", "--gamma", "-1"]).contains("gamma"));
    let hash = ["world", "hash", "--seed", "1", "--threads", "0"];
    let output = Command::new(env!("CARGO_BIN_EXE_wold")).args(hash).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 to 256"));
}
