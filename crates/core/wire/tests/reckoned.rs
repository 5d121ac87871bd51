//! Figures on the page converge on the curve of [`wold_wire::reckoning`]: both are held to `golden/reckoning.json`. Run with `WOLD_BLESS=1` to write it anew.

use serde_json::{Value, json};
use std::path::PathBuf;
use wold_space::DVec2;
use wold_wire::reckoning::{Habit, Reckoner, ReckoningConfig, Report};
use wold_wire::state::EntityState;

/// Seconds in a tick.
const TICK: f64 = 0.05;

/// Something at a place in steps, on a course with a speed of the wire.
fn state(x: i32, y: i32, course: u8, speed: u8) -> EntityState {
    EntityState { x, y, course, speed, ..EntityState::default() }
}

fn report(tick: f64, state: &EntityState) -> Report {
    Report { time: tick * TICK, place: state.place(), velocity: state.velocity(), acceleration: DVec2::ZERO }
}

/// Who walks on as told at first is told otherwise, and perhaps once more before its figure has come round; each time too late. What is told is so near to what was
/// shown that the page converges as fast as the reckoner does by itself.
fn cases() -> Vec<Value> {
    let config = ReckoningConfig::default();
    let first = state(0, 0, 0, 32);
    let turns = [
        [(106.0, state(70, 20, 64, 32), 107.5), (107.0, state(72, 40, 128, 8), 108.5)],
        [(104.0, state(60, -16, 200, 16), 106.0), (109.0, state(58, -60, 192, 48), 109.5)],
        [(105.0, state(64, 0, 0, 0), 105.0), (120.0, state(64, 0, 32, 30), 120.25)],
    ];
    turns.map(|told| {
        let mut reckoner = Reckoner::new(report(100.0, &first), Habit::default());
        let mut shown = Vec::new();
        let end = told[1].2 + 6.0;
        let (mut tick, mut next) = (told[0].2, 0);
        while tick <= end {
            if let Some((stamp, state, at)) = told.get(next) && *at <= tick {
                reckoner.receive(&config, *at * TICK, report(*stamp, state), Habit::default());
                next += 1;
            }
            let place = reckoner.place(&config, tick * TICK);
            shown.push(json!([tick, place.x, place.y]));
            tick += 0.25;
        }
        let plain = |state: &EntityState| json!({"x": state.x, "y": state.y, "course": state.course, "speed": state.speed});
        let told = told.each_ref().map(|(stamp, state, at)| json!({"stamp": stamp, "at": at, "state": plain(state)}));
        json!({"first": {"stamp": 100, "state": plain(&first)}, "told": told, "shown": shown})
    })
    .to_vec()
}

#[test]
fn convergence_has_not_changed() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden/reckoning.json");
    let lines: Vec<String> = cases().iter().map(|case| format!("  {case}")).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    if std::env::var_os("WOLD_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the golden file can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(kept, text, "reckoning.json differs; if that is meant, bless it");
}
