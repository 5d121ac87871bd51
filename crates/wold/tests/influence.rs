//! `wold sim influence` as a user runs it.

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
