//! Fields against their limits, beside a plain array life: `cargo bench --bench fields`.
//!
//! Times are the best of several rounds, so that a busy machine disturbs them least; every result is checked. With `--test` everything
//! runs once and small; `-- society` runs only that part.

use std::hint::black_box;
use std::time::{Duration, Instant};
use wold_chance::Seed;
use wold_conquero::Map;
use wold_fields::economy::{Economy, EconomyRules};
use wold_fields::engine::{Engine, Event, Layout, System, TilePos, Traveller};
use wold_fields::land;
use wold_fields::law::Law;
use wold_fields::reputation::{Reputation, ReputationRules};
use wold_fields::rules::FieldRules;
use wold_fields::stencil::Lattice;
use wold_fields::traffic::{Traffic, TrafficRules};
use wold_fields::travel::{Movement, Walkers};
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

/// The time to stream as many bytes as the arrays hold that a step of weather touches: angle, speed, hold, slope and moisture are read, angle and
/// moisture written, so seven layers of four bytes a cell; a copy reads half of them and writes the other half.
fn copy_time(cells: usize, rounds: usize) -> Duration {
    let from = vec![1.0_f32; cells * 7 / 2];
    let mut to = vec![0.0_f32; cells * 7 / 2];
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
        let atlas = Map::classic().atlas().over(DVec2::splat(f64::from(side)));
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

/// The society of a world: 300 people who run about over 1.2 km, in cells of 16 m, with trade in every cell and a tale told every step. Returns the
/// longest and the mean step in milliseconds.
fn society_time(steps: u32) -> [f64; 2] {
    on(1, || {
        let layout = Layout::patchwork(Lattice::Square, 8).expect("a fine size");
        let mut rules = FieldRules::default();
        rules.reputation.groups = 8;
        let systems: Vec<Box<dyn System>> = vec![
            Box::new(Traffic::new(rules.traffic).expect("fine rules")),
            Box::new(Reputation::new(rules.reputation).expect("fine rules")),
            Box::new(Economy::new(rules.economy).expect("fine rules")),
            Box::new(Law::new(rules.law).expect("fine rules")),
        ];
        let mut engine = Engine::new(layout, systems).expect("fine systems");
        let tiles = 14;
        let positions = (0..tiles).flat_map(|y| (0..tiles).map(move |x| TilePos { x, y }));
        for (number, tile) in positions.enumerate() {
            engine.load_tile(tile);
            for (name, much) in [("need.grain", 0.02), ("yield.grain", 0.02), ("stock.wood", 4.0)] {
                engine.fill(name, tile, &[much * (number % 7) as f32; 64]).expect("as many as cells");
            }
        }
        let side = f64::from(tiles) * 8.0;
        let atlas = Map::classic().atlas().over(DVec2::splat(side));
        let mut walkers = Walkers::new(atlas, Movement::Random, 300, 0.25, Seed(1));
        let (mut longest, mut all, mut told) = (0.0_f64, 0.0, 0.0);
        for step in 0..steps {
            walkers.step();
            let travellers = walkers.travellers();
            let at = travellers[step as usize % travellers.len()].at;
            engine.announce(Event::new("deed", at).sized(0.0, 100.0).about(step % 8)).expect("a known event");
            engine.announce(Event::new("crime", at).sized(0.0, 30.0)).expect("a known event");
            told += 100.0;
            let start = Instant::now();
            engine.step(&travellers);
            let spent = start.elapsed().as_secs_f64() * 1e3;
            // Who shares the machine must not decide: the first steps warm the caches.
            longest = if step >= 5 { longest.max(spent) } else { longest };
            all += spent;
        }
        let sum: f64 = (0..8)
            .flat_map(|n| [format!("word.{n}"), format!("repute.{n}")])
            .map(|name| engine.total(&name).expect("declared"))
            .sum();
        assert!((sum - told).abs() < told * 1e-3, "word and repute are conserved: {sum} of {told}");
        [longest, all / f64::from(steps)]
    })
}

/// The best time of a step of the economy in nanoseconds a cell, with carters everywhere.
fn economy_time(side: u32, rounds: usize, steps: u32) -> f64 {
    on(1, || {
        let layout = Layout::whole(Lattice::Square, side, side, Rim::Torus).expect("a fine size");
        let rules = EconomyRules { rot: 0.0, ..EconomyRules::default() };
        let systems: Vec<Box<dyn System>> = vec![
            Box::new(Traffic::new(TrafficRules::default()).expect("fine rules")),
            Box::new(Economy::new(rules).expect("fine rules")),
        ];
        let mut engine = Engine::new(layout, systems).expect("fine systems");
        engine
            .fill("stock.grain", TilePos::default(), &vec![5.0; (side * side) as usize])
            .expect("as many as cells");
        let carter = |n: u32| {
            let at = DVec2::new(f64::from(n % (side / 4)) * 4.0 + 0.5, f64::from(n / (side / 4)) * 4.0 + 0.5);
            Traveller { at, velocity: DVec2::new(1.0, 0.3), guard: false }
        };
        let carters: Vec<Traveller> = (0..side / 4 * (side / 4)).map(carter).collect();
        engine.step(&carters);
        let before = engine.total("stock.grain").expect("declared");
        let time = best(rounds, || (0..steps).for_each(|_| engine.step(&carters)));
        let after = engine.total("stock.grain").expect("declared");
        assert!((after - before).abs() < before * 1e-3, "goods are conserved: {before} became {after}");
        // The carters themselves are not the economy's.
        let mut traffic =
            Engine::new(layout, vec![Box::new(Traffic::new(TrafficRules::default()).expect("fine rules"))])
                .expect("fine systems");
        let alone = best(rounds, || (0..steps).for_each(|_| traffic.step(&carters)));
        per_cell(time.saturating_sub(alone), (side * side) as usize, steps)
    })
}

/// How much is done: everything once and small with `--test`.
struct Extent {
    test: bool,
    rounds: usize,
    steps: u32,
    /// For what takes long.
    few: usize,
}

fn weather_sizes(extent: &Extent) {
    let &Extent { test, rounds, steps, few } = extent;
    let small = weather_time(Lattice::Square, 255, 204, rounds, steps, 1);
    println!("weather 255x204, one core: {small:.2} ns a cell and step (limit 13, aim 5)");
    for side in if test { vec![32, 64] } else { vec![128, 256, 512, 1_024, 2_048] } {
        let time = weather_time(Lattice::Square, side, side, rounds.min(5), (steps * 128 / side).max(1), 1);
        println!("weather {side}x{side}, one core: {time:.2} ns a cell and step");
    }
    let side = if test { 128 } else { 4_096 };
    let large = weather_time(Lattice::Square, side, side, few, 2, 1);
    let cells = (side * side) as usize;
    let copied = per_cell(copy_time(cells, few), cells, 1);
    let times = large / copied;
    println!(
        "weather {side}x{side}, one core: {large:.2} ns a cell and step, {times:.1} times a copy of what it touches (limit 5)"
    );
}

fn weather_threads(extent: &Extent) {
    let side = if extent.test { 128 } else { 1_024 };
    // By turns, so that an hour when the machine is slow falls on both.
    let mut best = [f64::INFINITY; 2];
    for _ in 0..extent.rounds {
        for (threads, best) in [1, 2].into_iter().zip(&mut best) {
            *best = best.min(weather_time(Lattice::Square, side, side, 4, 4, threads));
        }
    }
    let [alone, two] = best;
    println!("weather {side}x{side}: two cores are {:.2} times as fast as one (limit 1.7)", alone / two);
}

fn weather_hexagons(extent: &Extent) {
    let hex = weather_time(Lattice::Hex, 254, 204, extent.few, 5, 1);
    println!("weather on 254x204 hexagons, one core: {hex:.0} ns a cell and step");
}

fn reputation(extent: &Extent) {
    let side = if extent.test { 100 } else { 800 };
    let time = reputation_time(side, 320, extent.few, if extent.test { 2 } else { 100 });
    println!("reputation {side}x{side}, 320 agents, one core: {time:.2} ms a step (limit 8)");
}

fn economy(extent: &Extent) {
    let time = economy_time(if extent.test { 32 } else { 256 }, extent.rounds.min(5), extent.steps);
    println!("economy, three goods, carters everywhere, one core: {time:.0} ns a cell and step (aim 60)");
}

fn society(extent: &Extent) {
    let [longest, mean] = society_time(if extent.test { 8 } else { 400 });
    println!(
        "a world's society, 196 tiles and 300 people, one core: longest step {longest:.2} ms, mean {mean:.2} ms (aim 3)"
    );
}

fn peer(extent: &Extent) {
    let mut cells: Vec<u8> = land::noise(255, 204, 0, Seed(1)).iter().map(|h| u8::from(*h > 0.0)).collect();
    let living = life(&mut cells, 255, 204, 1);
    assert!(living > 1_000, "a third of a random soup survives: {living}");
    let time = best(extent.rounds, || assert!(life(&mut cells, 255, 204, extent.steps) > 0));
    println!(
        "the peer, a plain array life 255x204: {:.2} ns a cell and step",
        per_cell(time, 255 * 204, extent.steps)
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let test = arguments.iter().any(|arg| arg == "--test");
    let wanted = arguments.iter().find(|arg| !arg.starts_with('-'));
    let (rounds, steps, few) = if test { (1, 2, 1) } else { (15, 20, 4) };
    let extent = Extent { test, rounds, steps, few };
    let parts: [(&str, fn(&Extent)); 7] = [
        ("weather", weather_sizes),
        ("threads", weather_threads),
        ("hexagons", weather_hexagons),
        ("reputation", reputation),
        ("economy", economy),
        ("society", society),
        ("peer", peer),
    ];
    for (_, part) in
        parts.iter().filter(|(name, _)| wanted.is_none_or(|wanted| name.contains(wanted.as_str())))
    {
        part(&extent);
    }
}
