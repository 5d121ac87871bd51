//! Fields against their limits, beside a plain array life: `cargo bench --bench fields`.
//!
//! Times are the best of several rounds, so that a busy machine disturbs them least; every result is checked. With `--test` everything
//! runs once and small.

use std::hint::black_box;
use std::time::{Duration, Instant};
use wold_chance::Seed;
use wold_fields::engine::{Engine, Layout, TilePos};
use wold_fields::land;
use wold_fields::stencil::Lattice;
use wold_fields::weather::{Weather, WeatherRules};
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
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started").install(work)
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

fn main() {
    let test = std::env::args().any(|arg| arg == "--test");
    let (rounds, steps) = if test { (1, 2) } else { (15, 20) };
    let limit = weather_time(Lattice::Square, 255, 204, rounds, steps, 1);
    println!("weather 255x204, one core: {limit:.2} ns a cell and step (limit 13, aim 5)");
    let _ = black_box(limit);
}
