//! `wold sim influence` and `wold sim flow` as a user runs them.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn influence(recipe: &str, more: &[&str]) -> Output {
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/scenes/yard.toml");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wold"));
    command.args(["sim", "influence"]).arg(scene).args(["--recipe", recipe]).args(more);
    command.output().expect("the program runs")
}

fn answer(recipe: &str) -> Value {
    let output = influence(recipe, &["--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn the_safest_place_is_not_under_threat() {
    let safe = answer("inverse(enemy_threat) * interest");
    assert_eq!(safe["highest"]["value"], 1.0, "nobody threatens where she stands");
    assert_eq!(safe["highest"]["tile"], serde_json::json!([4, 8]));
    assert_eq!(answer("ally_prox - own_prox + own_prox")["cells"], answer("ally_prox")["cells"]);
}

#[test]
fn a_bad_recipe_is_refused_in_one_line_and_a_good_one_drawn() {
    let output = influence("enemy_prox * moon", &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("character 14: unknown map \"moon\"") && said.trim_end().lines().count() == 1,
        "{said}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("safe.png");
    let drawn =
        influence("ally_threat * interest", &["--reach", "walked", "--png", &file.display().to_string()]);
    assert!(drawn.status.success());
    assert!(std::fs::read(file).expect("written").starts_with(b"\x89PNG"));
}

#[test]
fn threat_that_flows_comes_nearer_round_the_walls() {
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/scenes/yard.toml");
    let flow = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wold"));
        command.args(["sim", "flow"]).arg(&scene).args(more).output().expect("the program runs")
    };
    let told = |steps: &str| -> Value {
        let output = flow(&["--steps", steps, "--within", "12", "--json"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("one JSON object")
    };
    let (now, later) = (told("0"), told("8"));
    let number = |value: &Value| value.as_f64().expect("a number");
    assert!(number(&later["points"]) > number(&now["points"]), "{later}");
    assert!(
        number(&later["most"]["value"]) > number(&now["most"]["value"]),
        "it comes nearer: {now} {later}"
    );
    assert!(number(&later["least"]["value"]) <= number(&later["here"]), "{later}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("flow.png").display().to_string();
    assert!(flow(&["--png", &file]).status.success());
    assert!(std::fs::read(file).expect("written").starts_with(b"\x89PNG"));
    let refused = flow(&["--steps", "1001"]);
    assert_eq!(refused.status.code(), Some(2), "{}", String::from_utf8_lossy(&refused.stderr));
}
