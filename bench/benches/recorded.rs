//! The recorded world of the present version, replayed by a build with all optimisation: `cargo bench --bench recorded`.
//!
//! Tests replay the same log without it (`the_recorded_world_of_this_version_replays_hash_for_hash`). Every hash must be the recorded one: debug and release builds agree.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_space::Tick;
use wold_world::{Origin, Realm, WorldConfig, decode_commands};

fn bytes(hex: &str) -> Vec<u8> {
    let digits = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal digits");
    (0..hex.len()).step_by(2).map(digits).collect()
}

fn main() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("recorded/world.txt");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines();
    let seed = lines.next().and_then(|line| line.parse().ok()).expect("the seed comes first");
    let config: WorldConfig =
        serde_json::from_str(lines.next().unwrap_or_default()).expect("settings come second");
    let genesis = Genesis::new(Seed(seed));
    let start = genesis.start();
    let origin = Origin { seed: Seed(seed), source: Arc::new(genesis), start, config, rules: Vec::new() };
    let mut realm = Realm::new(origin);
    let (mut hashes, begun) = (0, Instant::now());
    for line in lines {
        let mut parts = line.split(' ');
        let mut part = || parts.next().expect("tick, hash, commands");
        let (tick, hash, payload) = (part(), part(), part());
        let tick = Tick(tick.parse().expect("a tick"));
        while realm.now().next() < tick {
            realm.step(Vec::new());
        }
        let report = realm.step(decode_commands(&bytes(payload)).expect("commands of this version"));
        if hash != "-" {
            let found = report.hash.unwrap_or_else(|| realm.hash());
            assert_eq!(found[..], bytes(hash)[..], "tick {tick}: release differs from what was recorded");
            hashes += 1;
        }
    }
    assert!(hashes >= 5, "{hashes} hashes");
    let ticks = realm.now().0;
    println!(
        "{ticks} ticks replayed in {:.0} ms, {hashes} hashes right",
        begun.elapsed().as_secs_f64() * 1e3
    );
}
