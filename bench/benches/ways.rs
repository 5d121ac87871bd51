//! Ways beside the crate `pathfinding`: `cargo bench --bench ways`.
//!
//! Uses the Moving AI maps in `$WOLD_DATA` (default `../../shared/data`); without them says so and goes on. Every length is
//! checked against the scenario. Queries are timed one by one; each number is the best of several rounds, so that a busy machine
//! disturbs it least. The peer is so much slower that it gets every n-th query. After the maps come the arena's mesh, a flock of
//! ten thousand and a town of a thousand walkers. With `--test` everything runs once and small.

use pathfinding::prelude::astar;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wold_chance::{Seed, Stream};
use wold_space::{DVec2, DVec3};
use wold_ways::jump::{JumpTable, Jumper};
use wold_ways::mesh::visible::Visible;
use wold_ways::mesh::{Polyanya, format::parse_mesh};
use wold_ways::motion::flock::{Boid, Flock, FlockConfig};
use wold_ways::tiles::TileMap;
use wold_ways::tiles::movingai::{Query, parse_map, parse_scen, same_length};
use wold_ways::{Answer, Budget, Dispatcher, Route};

/// Name, reference in µs per query, how many times faster than the peer is asked for.
const MAPS: [(&str, f64, f64); 4] = [
    ("brc202d", 133.0, 25.0),
    ("maze512-4-0", 503.0, 25.0),
    ("random512-25-0", 3237.0, 2.0),
    ("16room_000", 227.0, 25.0),
];

fn data(name: &str) -> Option<String> {
    let root = std::env::var_os("WOLD_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
    std::fs::read_to_string(root.join(name)).ok()
}

/// The mean time per query in µs.
fn mean(queries: &[Query], mut ask: impl FnMut(&Query) -> Answer<Route>) -> f64 {
    let mut spent = Duration::ZERO;
    for query in queries {
        let start = Instant::now();
        let found = ask(query);
        spent += start.elapsed();
        let length = found.complete().expect("scenarios can be solved").length;
        assert!(same_length(length, query.optimal), "{query:?}: {length}");
    }
    spent.as_secs_f64() * 1e6 / queries.len() as f64
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

/// All lengths of the arena's scenario, against brute force.
fn arena() {
    let (Some(mesh), Some(scen)) = (data("navmesh/arena.mesh"), data("navmesh/arena.scen")) else {
        println!("arena: skipped: no data");
        return;
    };
    let mesh = parse_mesh(&mesh).expect("the mesh is well formed");
    let queries = parse_scen(&scen).expect("the scenario is well formed");
    let sure = Visible::new(&mesh);
    let (mut polyanya, mut spent) = (Polyanya::new(), Duration::ZERO);
    for query in &queries {
        let spot =
            |(x, y): (i32, i32)| mesh.locate(DVec3::new(x.into(), y.into(), 0.0)).expect("on the mesh");
        let (from, to) = (spot(query.from), spot(query.to));
        let start = Instant::now();
        let found = polyanya.find(&mesh, from, to, &mut Budget::unlimited());
        spent += start.elapsed();
        let length = found.complete().expect("scenarios can be solved").length;
        let exact = sure.length(from, to).expect("scenarios can be solved");
        assert!((length - exact).abs() < 1e-6, "{query:?}: {length} instead of {exact}");
    }
    println!(
        "arena.mesh      {} lengths right, {:.1} µs each",
        queries.len(),
        spent.as_secs_f64() * 1e6 / queries.len() as f64
    );
}

/// Ten thousand boids on one core, each seeing a few dozen.
fn flock(test: bool) {
    let (count, steps) = if test { (500, 5) } else { (10_000, 100) };
    let mut draws = Stream::named(Seed(1), "flock places", &[]);
    let extent = f64::from(count).sqrt() * 12.0;
    let mut place = || Boid {
        position: DVec2::new(draws.unit(), draws.unit()) * extent,
        velocity: DVec2::new(draws.unit() - 0.5, draws.unit() - 0.5),
    };
    let boids: Vec<Boid> = (0..count).map(|_| place()).collect();
    let mut flock = Flock::new(boids, FlockConfig::default(), Seed(1));
    let start = Instant::now();
    for _ in 0..steps {
        flock.step();
    }
    let rate = f64::from(steps) / start.elapsed().as_secs_f64();
    assert!(flock.boids.iter().all(|b| b.position.is_finite() && b.velocity.length() <= 2.0 + 1e-9));
    println!("flock           {count} boids, {rate:.0} steps per second (asked 20)");
}

/// A town of blocks with streets and doors, where everybody wants to be elsewhere at once.
fn town(test: bool) {
    let (side, walkers) = if test { (128, 100) } else { (512, 1_000) };
    let mut map = TileMap::new(side, side).expect("fits");
    for (x, y) in (0..side as i32).flat_map(|y| (0..side as i32).map(move |x| (x, y))) {
        // Houses of 10 by 10 between streets of 6, each with a door in its south wall.
        let (in_x, in_y) = (x % 16, y % 16);
        let wall = (in_x == 0 || in_x == 9) && in_y < 10 || (in_y == 0 || in_y == 9) && in_x < 10;
        map.set_open(x, y, !wall || (in_y == 9 && in_x == 4));
    }
    let mut draws = Stream::named(Seed(1), "walkers", &[]);
    let mut place = || loop {
        let at = (draws.below(side.into()) as i32, draws.below(side.into()) as i32);
        if map.is_open(at.0, at.1) {
            return at;
        }
    };
    // What one tick of 50 ms can pay for: counted in steps, so that the result does not depend on the machine.
    const STEPS_PER_TICK: u64 = 50_000;
    const PATIENCE: u32 = 10;
    let mut questions: Vec<_> = (0..walkers).map(|_| (place(), place())).collect();
    let mut budget = Budget::unlimited();
    let start = Instant::now();
    let mut jumper = Jumper::new();
    let shortest: f64 = questions
        .iter()
        .map(|&(from, to)| {
            jumper.find(&map, from, to, &mut budget).complete().expect("streets lead everywhere").length
        })
        .sum();
    println!("town {side}²       {walkers} shortest ways: {} steps, {:.1?}", budget.spent(), start.elapsed());
    let mut office = Dispatcher::new(PATIENCE).within(1.25);
    for (from, to) in questions.drain(..) {
        office.ask(from, to);
    }
    let (mut ticks, mut steps, mut length, mut longest) = (0, 0, 0.0, Duration::ZERO);
    while office.waiting() > 0 {
        let mut budget = Budget::steps(STEPS_PER_TICK);
        let start = Instant::now();
        let answers = office.tick(&map, &mut budget);
        longest = longest.max(start.elapsed());
        ticks += 1;
        steps += budget.spent();
        for (_, answer) in answers {
            length += answer.complete().expect("everybody gets a whole way").length;
        }
    }
    assert_eq!(ticks, 1, "all within one tick");
    println!(
        "town {side}²       {walkers} ways within 1.25 of the shortest by budget: {ticks} tick, {steps} of {STEPS_PER_TICK} steps, \
         {longest:.1?} (asked 50 ms); {:.2} % longer than the shortest",
        (length / shortest - 1.0) * 100.0
    );
}

fn main() {
    let test = std::env::args().any(|arg| arg == "--test");
    arena();
    flock(test);
    town(test);
    for (name, reference, asked) in MAPS {
        let (Some(map), Some(scen)) =
            (data(&format!("movingai/{name}.map")), data(&format!("movingai/{name}.map.scen")))
        else {
            println!("{name}: skipped: no data");
            continue;
        };
        let map = parse_map(&map).expect("the map is well formed");
        let all = parse_scen(&scen).expect("the scenario is well formed");
        let every = |n: usize| all.iter().copied().step_by(n).collect::<Vec<_>>();
        let queries = if test { every(all.len() / 20) } else { all.clone() };
        let sample = every(if test { all.len() / 3 } else { all.len() / 100 });
        let rounds = if test { 1 } else { 5 };

        let mut jumper = Jumper::new();
        let mut budget = Budget::unlimited();
        let start = Instant::now();
        let table = JumpTable::new(&map);
        let prepare = start.elapsed();
        // By turns, so that a busy minute disturbs both alike.
        let (mut jps, mut plus) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..rounds {
            jps = jps.min(mean(&queries, |q| jumper.find(&map, q.from, q.to, &mut budget)));
            plus = plus.min(mean(&queries, |q| jumper.find_with(&map, &table, q.from, q.to, &mut budget)));
        }
        // Ratio to the peer on the same queries.
        let ours = (0..rounds)
            .map(|_| mean(&sample, |q| jumper.find(&map, q.from, q.to, &mut budget)))
            .fold(f64::INFINITY, f64::min);
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
