//! The page's temporal contours are the wire's: both are held to `golden/contours.json`. Run with `WOLD_BLESS=1` to write it anew.

use serde_json::{Value, json};
use std::path::PathBuf;
use wold_space::DVec2;
use wold_wire::contours::{Contours, Player, Thing};

/// Shooter at the origin, mark so far to the east, somebody else beside the way; seen by each of them.
fn cases() -> Vec<Value> {
    let mut cases = Vec::new();
    for (distance, delay, slow) in
        [(2.0, 0.5, [0.0; 3]), (24.0, 0.12, [0.0; 3]), (24.0, 0.3, [0.1, 0.0, 0.2]), (3.0, 0.2, [0.0; 3])]
    {
        for onlooker in 0..3 {
            for gone in [0.0, 0.3, 0.7, 1.0, 1.4] {
                let speed = if distance < 2.5 { 1.0 } else { 32.0 };
                let late = |who: usize| if who == onlooker { 0.0 } else { delay + who as f64 * 0.01 };
                let places = [DVec2::ZERO, DVec2::new(distance, 0.0), DVec2::new(distance / 2.0, 1.5)];
                let player = |who: usize| Player { place: places[who], delay: late(who), slow: slow[who] };
                let players = [player(0), player(1), player(2)];
                for thrower in [Some(0), None] {
                    let (place, velocity) = (DVec2::new(distance * gone, 0.1), DVec2::new(speed, 0.0));
                    let thing = Thing { place, velocity, thrower };
                    let shown = Contours { players: &players, onlooker, shadows: true }.delay(&thing);
                    cases.push(json!({
                        "players": players.map(|it| json!({"x": it.place.x, "y": it.place.y, "delay": it.delay, "slow": it.slow})),
                        "onlooker": onlooker,
                        "thing": {"x": place.x, "y": place.y, "vx": velocity.x, "vy": velocity.y, "thrower": thrower},
                        "delay": shown,
                    }));
                }
            }
        }
    }
    cases
}

#[test]
fn delays_have_not_changed() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden/contours.json");
    let lines: Vec<String> = cases().iter().map(|case| format!("  {case}")).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    if std::env::var_os("WOLD_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the golden file can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(kept, text, "contours.json differs; if that is meant, bless it");
}
