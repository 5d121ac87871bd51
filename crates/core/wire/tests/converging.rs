//! How a figure comes from where it was shown to where it is: the same on the page as here. `golden/reckoning.json` tells what guests were told, when that came,
//! and where they show it; the page's tests walk along it. Run with `WOLD_BLESS=1` to write it anew.

use serde_json::{Value, json};
use std::path::PathBuf;
use wold_space::DVec2;
use wold_space::time::STEP_SECONDS;
use wold_wire::EntityState;
use wold_wire::reckoning::{Habit, Order, Reckoner, ReckoningConfig, Report};

/// What was told of a tick, and the tick in which it came.
struct Told {
    tick: u32,
    came: f64,
    state: EntityState,
}

fn told(tick: u32, came: f64, place: (i32, i32), course: u8, speed: u8) -> Told {
    let state = EntityState { x: place.0, y: place.1, course, speed, ..EntityState::default() };
    Told { tick, came, state }
}

fn shown(told: &[Told]) -> Vec<Value> {
    const STRAIGHT: Habit = Habit::Order(Order::First);
    let config = ReckoningConfig::default();
    let report = |told: &Told| Report {
        time: f64::from(told.tick) * STEP_SECONDS,
        place: told.state.place(),
        velocity: told.state.velocity(),
        acceleration: DVec2::ZERO,
    };
    let mut reckoner = Reckoner::new(report(&told[0]), STRAIGHT);
    let mut left = told[1..].iter().peekable();
    let mut shown = Vec::new();
    for quarter in 0..100 {
        let tick = told[0].came + f64::from(quarter) / 4.0;
        while let Some(next) = left.next_if(|next| next.came <= tick) {
            reckoner.receive(&config, next.came * STEP_SECONDS, report(next), STRAIGHT);
        }
        let place = reckoner.place(&config, tick * STEP_SECONDS);
        shown.push(json!([tick, place.x, place.y]));
    }
    shown
}

#[test]
fn figures_converge_as_the_golden_file_says() {
    let ways = [
        (
            "a turn that is told late",
            vec![told(100, 100.0, (0, 0), 0, 35), told(103, 108.25, (42, 0), 64, 35)],
        ),
        (
            "a stop that is told late",
            vec![told(100, 100.0, (0, 0), 32, 88), told(104, 109.5, (90, 90), 32, 0)],
        ),
        (
            "news in the middle of a convergence",
            vec![
                told(100, 100.0, (0, 0), 0, 35),
                told(102, 106.0, (28, 0), 128, 35),
                told(105, 107.5, (-10, 30), 200, 20),
            ],
        ),
    ];
    let entries: Vec<String> = ways
        .iter()
        .map(|(name, told)| {
            let heard: Vec<Value> = told
                .iter()
                .map(|one| {
                    let EntityState { x, y, course, speed, .. } = one.state;
                    json!({ "tick": one.tick, "came": one.came, "x": x, "y": y, "course": course, "speed": speed })
                })
                .collect();
            format!("  {}", json!({ "name": name, "told": heard, "shown": shown(told) }))
        })
        .collect();
    let text = format!("[\n{}\n]\n", entries.join(",\n"));
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden/reckoning.json");
    if std::env::var_os("WOLD_BLESS").is_some() {
        std::fs::write(&path, &text).expect("golden file can be written");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text, "bless it if that is meant");
}
