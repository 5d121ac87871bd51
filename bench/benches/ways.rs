//! Ways beside the crate `pathfinding`: `cargo bench --bench ways`.
//!
//! Uses the Moving AI maps in `$WOLD_DATA` (default `../../shared/data`); without them says so and goes on. Every length is
//! checked against the scenario. Queries are timed one by one; each number is the best of several rounds, so that a busy machine
//! disturbs it least. The peer is so much slower that it gets every n-th query. With `--test` everything runs once and small.

use pathfinding::prelude::astar;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wold_ways::jump::{JumpTable, Jumper};
use wold_ways::tiles::TileMap;
use wold_ways::tiles::movingai::{Query, parse_map, parse_scen, same_length};
use wold_ways::{Answer, Budget, Route};

/// Name, reference in µs per query, how many times faster than the peer is asked for.
const MAPS: [(&str, f64, f64); 4] = [
    ("brc202d", 133.0, 25.0),
    ("maze512-4-0", 503.0, 25.0),
    ("random512-25-0", 3237.0, 2.0),
    ("16room_000", 227.0, 25.0),
];

fn data(name: &str) -> Option<String> {
    let root = std::env::var_os("WOLD_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        PathBuf::from,
    );
    std::fs::read_to_string(root.join("movingai").join(name)).ok()
}

/// The mean time per query in µs, best of `rounds`.
fn mean(queries: &[Query], rounds: usize, mut ask: impl FnMut(&Query) -> Answer<Route>) -> f64 {
    (0..rounds)
        .map(|_| {
            let mut spent = Duration::ZERO;
            for query in queries {
                let start = Instant::now();
                let found = ask(query);
                spent += start.elapsed();
                let length = found.complete().expect("scenarios can be solved").length;
                assert!(same_length(length, query.optimal), "{query:?}: {length}");
            }
            spent.as_secs_f64() * 1e6 / queries.len() as f64
        })
        .fold(f64::INFINITY, f64::min)
}

/// The peer's A* with octile costs in units of 2^-16, as its integers ask.
fn peer(map: &TileMap, query: &Query) -> f64 {
    const ONE: u32 = 1 << 16;
    const DIAGONAL: u32 = 92_682;
    let octile = |a: (i32, i32), b: (i32, i32)| {
        let (dx, dy) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        dx.abs_diff(dy) * ONE + dx.min(dy) * DIAGONAL
    };
    let steps = |&(x, y): &(i32, i32)| {
        let mut next = Vec::with_capacity(8);
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
            if map.can_step(x, y, dx, dy) {
                next.push(((x + dx, y + dy), if dx != 0 && dy != 0 { DIAGONAL } else { ONE }));
            }
        }
        next
    };
    let found = astar(&query.from, steps, |&at| octile(at, query.to), |&at| at == query.to);
    f64::from(found.expect("scenarios can be solved").1) / f64::from(ONE)
}

fn main() {
    let test = std::env::args().any(|arg| arg == "--test");
    for (name, reference, asked) in MAPS {
        let (Some(map), Some(scen)) = (data(&format!("{name}.map")), data(&format!("{name}.map.scen"))) else {
            println!("{name}: skipped: no data");
            continue;
        };
        let map = parse_map(&map).expect("the map is well formed");
        let all = parse_scen(&scen).expect("the scenario is well formed");
        let every = |n: usize| all.iter().copied().step_by(n).collect::<Vec<_>>();
        let queries = if test { every(all.len() / 20) } else { all.clone() };
        let sample = every(if test { all.len() / 3 } else { all.len() / 100 });
        let rounds = if test { 1 } else { 3 };

        let mut jumper = Jumper::new();
        let mut budget = Budget::unlimited();
        let jps = mean(&queries, rounds, |q| jumper.find(&map, q.from, q.to, &mut budget));
        let start = Instant::now();
        let table = JumpTable::new(&map);
        let prepare = start.elapsed();
        let plus = mean(&queries, rounds, |q| jumper.find_with(&map, &table, q.from, q.to, &mut budget));
        // Ratio to the peer on the same queries.
        let ours = mean(&sample, rounds, |q| jumper.find(&map, q.from, q.to, &mut budget));
        let start = Instant::now();
        for query in &sample {
            let length = peer(&map, query);
            assert!((length - query.optimal).abs() < 1e-4 * query.optimal.max(1.0), "{query:?}: {length}");
        }
        let theirs = start.elapsed().as_secs_f64() * 1e6 / sample.len() as f64;
        println!(
            "{name:15} jps {jps:7.1} µs (reference {reference})   jps+ {plus:7.1} µs (x{:.2}, prepared in {prepare:.1?})   \
             pathfinding A* {theirs:8.0} µs: x{:.1} (asked x{asked})",
            jps / plus,
            theirs / ours
        );
    }
}
