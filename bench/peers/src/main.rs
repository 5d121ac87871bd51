//! Replication beside that of others, on the same recorded motion in one run: bytes of a tick's news for a guest, and the time to make it, before any transport.
//!
//! `bench/peers/run` runs it. Every program asserts in every tick that the receiver's world is the sender's: exactly, or for Wold to one step of 1/128 m in place and exactly in all
//! else. Acknowledgements are back by the next tick, nothing is lost. Each takes its turn so many times; the least time counts.

mod motion;
mod ours;
mod replicon;

use motion::Motion;
use std::path::Path;
use std::process::Command;

/// Guests that see all of it, between whom an engine may share its work.
pub const GUESTS: usize = 30;
/// Ticks at the beginning, with everybody coming into view, that do not count.
pub const SKIPPED: usize = 5;
const ROUNDS: usize = 5;

/// What one run gave.
#[derive(Clone, Copy, Debug, Default, serde::Deserialize)]
pub struct Figures {
    /// Bytes to one guest.
    pub bytes: u64,
    /// How often one was told of somebody.
    pub updates: u64,
    /// How often somebody moved or changed within a tick.
    pub moved: u64,
    /// Microseconds for one guest's tick.
    pub micros: f64,
}

fn colyseus(folder: &Path, states: &Path) -> Figures {
    let script = folder.join("colyseus.mjs");
    let output = Command::new("node")
        .arg(script)
        .arg(states)
        .arg(GUESTS.to_string())
        .arg(SKIPPED.to_string())
        .output();
    let output = output.expect("node can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("it prints its figures")
}

/// A name, how it is run, and its best figures.
type Engine<'a> = (&'a str, Box<dyn Fn() -> Figures + 'a>, Option<Figures>);

/// All states as numbers, for who reads JSON.
fn write_states(motion: &Motion, path: &Path) {
    let numbers: Vec<Vec<[i32; 6]>> = motion
        .ticks
        .iter()
        .map(|states| {
            let of = |state: &wold_wire::EntityState| {
                let bytes = [state.course, state.speed, state.heading, state.pose as u8].map(i32::from);
                [state.x, state.y, bytes[0], bytes[1], bytes[2], bytes[3]]
            };
            states.iter().map(of).collect()
        })
        .collect();
    std::fs::write(path, serde_json::to_vec(&numbers).expect("numbers are JSON"))
        .expect("the states can be written");
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let motion = Motion::read(&folder.join("motion.txt"));
    let states = std::env::temp_dir().join(format!("wold-peers-{}.json", std::process::id()));
    write_states(&motion, &states);
    let mut engines: [Engine; 3] = [
        ("Wold", Box::new(|| ours::run(&motion)), None),
        ("bevy_replicon", Box::new(|| replicon::run(&motion)), None),
        ("@colyseus/schema", Box::new(|| colyseus(folder, &states)), None),
    ];
    for _ in 0..ROUNDS {
        for (_, run, best) in &mut engines {
            let figures = run();
            let micros = best.map_or(f64::INFINITY, |best| best.micros).min(figures.micros);
            *best = Some(Figures { micros, ..figures });
        }
    }
    // Only a copy in the system's folder of temporary files.
    let _ = std::fs::remove_file(&states);
    let people = motion.ticks[0].len();
    let ticks = motion.ticks.len() - 1 - SKIPPED;
    println!(
        "{people} in view of each of {GUESTS} guests, {ticks} ticks of recorded motion; the least of {ROUNDS} turns"
    );
    println!(
        "| | bytes per update | updates per tick | bytes per entity that moved | bytes a second | µs per guest and tick |"
    );
    println!("|---|---|---|---|---|---|");
    for (name, _, figures) in engines {
        let Some(Figures { bytes, updates, moved, micros }) = figures else { continue };
        let per = |count: u64| bytes as f64 / count as f64;
        println!(
            "| {name} | {:.2} | {:.1} | {:.2} | {:.0} | {micros:.1} |",
            per(updates),
            updates as f64 / ticks as f64,
            per(moved),
            bytes as f64 / ticks as f64 * 20.0,
        );
    }
}
