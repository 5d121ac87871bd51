//! What fields cost in the tick of a world: `cargo bench --bench environment`.
//!
//! 300 people run about over a grown land of 1.2 km, once with fields and once without; the ticks of both are timed side by side. With `--test` few
//! people take a few steps.

use std::sync::Arc;
use std::time::Instant;
use wold_chance::{Seed, Stream};
use wold_genesis::Genesis;
use wold_space::{DVec2, GuestId};
use wold_wire::state::STEPS_PER_METRE;
use wold_wire::{Gait, Intent, Steering};
use wold_world::environment::Environment;
use wold_world::{Act, Command, Decree, Origin, Realm, WorldConfig};

/// Metres along the side of the crowd's land.
const SIDE: f64 = 1_200.0;
/// Ticks after which steps of the fields come round again.
const ROUND: usize = 20;

fn crowd(enabled: bool, people: u64) -> Realm {
    let genesis = Genesis::new(Seed(7));
    let mut config = WorldConfig::default();
    config.environment.enabled = enabled;
    // Wild animals live by the ecology; what their bodies cost is not what fields do.
    config.fauna = 0.0;
    let start = genesis.start();
    let origin = Origin { seed: Seed(7), source: Arc::new(genesis), start, config, rules: Vec::new() };
    let mut realm = Realm::new(origin);
    let command = |guest: u64, act: Act| Command { guest: GuestId(guest), number: 0, act };
    let enter = |n: u64| command(n, Act::Enter { name: format!("Person {n}"), human: n % 2 == 0, look: 0 });
    realm.step((1..=people).map(enter).collect());
    let mut draws = Stream::named(Seed(7), "crowd", &[]);
    let mut commands = Vec::new();
    for n in 1..=people {
        let who = realm.body_of(GuestId(n)).expect("everybody came in");
        let at = start + DVec2::new(draws.range(-0.5, 0.5), draws.range(-0.5, 0.5)) * SIDE;
        let to = [(at.x * STEPS_PER_METRE) as i32, (at.y * STEPS_PER_METRE) as i32];
        commands.push(command(0, Act::Decree(Decree::Move { who, to })));
        let (east, north) = (draws.range(-127.0, 127.0) as i8, draws.range(-127.0, 127.0) as i8);
        let steering = Steering { east, north, heading: 0, gait: Gait::Run };
        commands.push(command(n, Act::Intent(Intent::Move(steering))));
    }
    realm.step(commands);
    (0..2 * ROUND).for_each(|_| drop(realm.step(vec![])));
    realm
}

/// The best time in milliseconds of each tick of a round.
fn ticks(realm: &mut Realm, rounds: usize) -> [f64; ROUND] {
    let mut best = [f64::MAX; ROUND];
    for _ in 0..rounds {
        for tick in &mut best {
            let start = Instant::now();
            realm.step(vec![]);
            *tick = tick.min(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    best
}

fn main() {
    let test = std::env::args().any(|arg| arg == "--test");
    let (people, rounds) = if test { (6, 1) } else { (300, 12) };
    let (mut with, mut without) = (crowd(true, people), crowd(false, people));
    let tiles =
        with.ecs().resource::<Environment>().engines().map_or(0, |[nature, ..]| nature.tiles().count());
    assert!(tiles > 0 && without.ecs().resource::<Environment>().engines().is_none());
    let (fields, bare) = (ticks(&mut with, rounds), ticks(&mut without, rounds));
    let extra: Vec<f64> = fields.iter().zip(&bare).map(|(a, b)| a - b).collect();
    let longest = |times: &[f64]| times.iter().copied().fold(f64::MIN, f64::max);
    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
    println!(
        "{people} people, {tiles} tiles: tick {:.2} ms with fields, {:.2} without (means of a round)",
        mean(&fields),
        mean(&bare)
    );
    println!(
        "fields add {:.2} ms to the tick they cost most, {:.2} on average (aim 3)",
        longest(&extra),
        mean(&extra)
    );
    println!("by tick: {}", extra.iter().map(|ms| format!("{ms:.1}")).collect::<Vec<_>>().join(" "));
}
