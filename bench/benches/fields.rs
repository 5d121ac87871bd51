//! Fields against their limits, beside a plain array life: `cargo bench --bench fields`.
//!
//! Times are the best of several rounds, so that a busy machine disturbs them least; every result is checked. With `--test` everything
//! runs once and small.

use std::hint::black_box;
use std::time::{Duration, Instant};
use wold_chance::Seed;
use wold_fields::engine::{Engine, Event, Layout, TilePos};
use wold_fields::land;
use wold_fields::reputation::{Reputation, ReputationRules};
use wold_fields::stencil::Lattice;
use wold_fields::traffic::{Traffic, TrafficRules};
use wold_fields::travel::{Atlas, Movement, Walkers};
use wold_fields::weather::{Weather, WeatherRules};
use wold_space::DVec2;
use wold_space::grid::Rim;

/// The best time of several rounds.
fn best(rounds: usize, mut work: impl FnMut()) -> Duration {
    (0..rounds)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .min()
        .expect("there is at least one round")
}

fn per_cell(time: Duration, cells: usize, steps: u32) -> f64 {
    time.as_secs_f64() * 1e9 / (cells as f64 * f64::from(steps))
}

fn on<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads can be started")
        .install(work)
}

/// Weather on hilly, wet land.
fn weather(lattice: Lattice, width: u32, height: u32) -> Engine {
    let layout = Layout::whole(lattice, width, height, Rim::Torus).expect("a fine size");
    let system = Weather::new(WeatherRules::default()).expect("fine rules");
    let mut engine = Engine::new(layout, vec![Box::new(system)]).expect("fine systems");
    let (w, h) = (width as usize, height as usize);
    engine.fill("altitude", TilePos::default(), &land::noise(w, h, 5, Seed(1))).expect("as many as cells");
    engine.fill("moisture", TilePos::default(), &vec![10.0; w * h]).expect("as many as cells");
    engine
}

/// The best time of a step of weather, awake everywhere, with what it must conserve checked.
fn weather_time(lattice: Lattice, width: u32, height: u32, rounds: usize, steps: u32, threads: usize) -> f64 {
    on(threads, || {
        let mut engine = weather(lattice, width, height);
        let before = engine.total("moisture").expect("declared");
        engine.step(&[]);
        let time = best(rounds, || {
            for _ in 0..steps {
                engine.wake_all();
                engine.step(&[]);
            }
        });
        let after = engine.total("moisture").expect("declared");
        assert!((after - before).abs() < before * 1e-3, "{before} became {after}");
        assert!(engine.delta("weather") > 0.0);
        per_cell(time, (width * height) as usize, steps)
    })
}

/// The time to copy as many bytes as a step of weather reads and writes once: six layers of four bytes a cell.
fn copy_time(cells: usize, rounds: usize) -> Duration {
    let from = vec![1.0_f32; cells * 3];
    let mut to = vec![0.0_f32; cells * 3];
    best(rounds, || black_box(&mut to).copy_from_slice(black_box(&from)))
}

/// The peer: Conway's life on a plain array of bytes with wrapped edges. Returns the living.
fn life(cells: &mut Vec<u8>, width: usize, height: usize, steps: u32) -> usize {
    let mut next = cells.clone();
    for _ in 0..steps {
        for y in 0..height {
            let rows =
                [(y + height - 1) % height, y, (y + 1) % height].map(|r| &cells[r * width..(r + 1) * width]);
            for x in 0..width {
                let (west, east) = ((x + width - 1) % width, (x + 1) % width);
                let around = rows[0][west]
                    + rows[0][x]
                    + rows[0][east]
                    + rows[1][west]
                    + rows[1][east]
                    + rows[2][west]
                    + rows[2][x]
                    + rows[2][east];
                next[y * width + x] = u8::from(around == 3 || (around == 2 && rows[1][x] == 1));
            }
        }
        std::mem::swap(cells, &mut next);
    }
    cells.iter().map(|c| usize::from(*c)).sum()
}

/// The best time of a step of reputation with people about, in milliseconds.
fn reputation_time(side: u32, agents: usize, rounds: usize, steps: u32) -> f64 {
    on(1, || {
        let layout = Layout::whole(Lattice::Square, side, side, Rim::Torus).expect("a fine size");
        let traffic = Traffic::new(TrafficRules::default()).expect("fine rules");
        let reputation = Reputation::new(ReputationRules::default()).expect("fine rules");
        let mut engine =
            Engine::new(layout, vec![Box::new(traffic), Box::new(reputation)]).expect("fine systems");
        let atlas = Atlas::conquero().over(DVec2::splat(f64::from(side)));
        let mut walkers = Walkers::new(atlas, Movement::Random, agents, 1.0, Seed(1));
        let mut told = 0.0;
        let mut best_time = f64::MAX;
        for _ in 0..rounds {
            let mut spent = Duration::ZERO;
            for _ in 0..steps {
                walkers.step();
                let travellers = walkers.travellers();
                let deed = Event::new("deed", travellers[told as usize % agents].at).sized(0.0, 1_000.0);
                engine.announce(deed).expect("a known event");
                told += 1.0;
                let start = Instant::now();
                engine.step(&travellers);
                spent += start.elapsed();
            }
            best_time = best_time.min(spent.as_secs_f64() * 1e3 / f64::from(steps));
        }
        let sum = engine.total("word.0").expect("declared") + engine.total("repute.0").expect("declared");
        assert!((sum - told * 1_000.0).abs() < told * 10.0, "word and repute are conserved: {sum}");
        best_time
    })
}

fn main() {
    let test = std::env::args().any(|arg| arg == "--test");
    let (rounds, steps) = if test { (1, 2) } else { (15, 20) };
    let small = weather_time(Lattice::Square, 255, 204, rounds, steps, 1);
    println!("weather 255x204, one core: {small:.2} ns a cell and step (limit 13, aim 5)");

    let side = if test { 128 } else { 4_096 };
    let (few, once) = if test { (1, 1) } else { (3, 2) };
    let large = weather_time(Lattice::Square, side, side, few, once, 1);
    let cells = (side * side) as usize;
    let copied = per_cell(copy_time(cells, few), cells, 1);
    println!(
        "weather {side}x{side}, one core: {large:.2} ns a cell and step, {:.1} times a copy of what it touches (limit 5)",
        large / copied
    );

    let side = if test { 128 } else { 1_024 };
    let [alone, two] =
        [1, 2].map(|threads| weather_time(Lattice::Square, side, side, few, once * 4, threads));
    println!("weather {side}x{side}: two cores are {:.2} times as fast as one (limit 1.7)", alone / two);
    let hex = weather_time(Lattice::Hex, 254, 204, few.min(2), 2, 1);
    println!("weather on 254x204 hexagons, one core: {hex:.0} ns a cell and step");

    let side = if test { 100 } else { 800 };
    let time = reputation_time(side, 320, few, if test { 2 } else { 100 });
    println!("reputation {side}x{side}, 320 agents, one core: {time:.2} ms a step (limit 8)");

    let mut cells: Vec<u8> = land::noise(255, 204, 0, Seed(1)).iter().map(|h| u8::from(*h > 0.0)).collect();
    let living = life(&mut cells, 255, 204, 1);
    assert!(living > 1_000, "a third of a random soup survives: {living}");
    let peer = best(rounds, || assert!(life(&mut cells, 255, 204, steps) > 0));
    println!(
        "the peer, a plain array life 255x204: {:.2} ns a cell and step",
        per_cell(peer, 255 * 204, steps)
    );
}
