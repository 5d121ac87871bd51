//! Conquero: `cargo bench --bench conquero`.
//!
//! How much faster than real time twenty bots fight, how long a written war takes to read, analyse and learn from, and what the game
//! adds to a tick of a world with twenty soldiers. Limits are those of the guide; each result is checked. With `--test` everything runs once and small.

use std::time::Instant;
use wold_chance::Seed;
use wold_conquero::bots::Kind;
use wold_conquero::plugin::news::JOIN;
use wold_conquero::plugin::{Campaign, Conquero, Setup};
use wold_conquero::science::features::{Moves, chooser_table, learned_table};
use wold_conquero::science::learn::Model;
use wold_conquero::science::{Journeys, Log, LogWriter, MovementTree};
use wold_conquero::{Event, Map, Match, MatchConfig};
use wold_genesis::Genesis;
use wold_space::GuestId;
use wold_wire::Intent;
use wold_world::{Act, Command, Origin, Realm, Rules};

fn best(rounds: usize, mut run: impl FnMut() -> f64) -> f64 {
    (0..rounds).map(|_| run()).fold(f64::INFINITY, f64::min)
}

fn config(minutes: f64) -> MatchConfig {
    MatchConfig {
        teams: vec![vec![Kind::Simple; 4]; 5],
        minutes,
        conquest_ends: false,
        ..MatchConfig::default()
    }
}

/// Times real time of a game of twenty bots on this core.
fn headless(minutes: f64) -> f64 {
    let game = Match::new(&config(minutes), Seed(1)).expect("a match");
    let start = Instant::now();
    let result = game.play();
    let spent = start.elapsed().as_secs_f64();
    assert!(result.captures > 0 && result.hurts > 0, "{result:?}");
    result.seconds / spent
}

fn written(minutes: f64) -> String {
    let mut game = Match::new(&config(minutes), Seed(1)).expect("a match");
    let mut writer = LogWriter::new(&game.war, 1);
    while let Some(events) = game.step().map(<[Event]>::to_vec) {
        writer.note(&game.war, &events);
    }
    writer.finish()
}

/// Milliseconds of a tick with twenty soldiers, with and without the game.
fn tick(with_game: bool, ticks: u32) -> f64 {
    let genesis = Genesis::new(Seed(1));
    let game = Conquero::new(Setup { teams: 5, members: 4, ..Setup::default() }, &genesis).expect("a map");
    let (source, start) = game.land().expect("the classic map brings its land");
    let rules: Vec<Box<dyn Rules>> = if with_game { vec![Box::new(game)] } else { Vec::new() };
    let mut origin = Origin { source, start, rules, ..Origin::meadow(1) };
    origin.config.environment.enabled = false;
    let mut realm = Realm::new(origin);
    let command = |guest: u64, act: Act| Command { guest: GuestId(guest), number: 1, act };
    realm.step(
        (1..=20).map(|g| command(g, Act::Enter { name: format!("N{g}"), human: true, look: 0 })).collect(),
    );
    realm.step(
        (1..=20).map(|g| command(g, Act::Intent(Intent::Game { verb: JOIN, payload: vec![] }))).collect(),
    );
    realm.step(Vec::new());
    let start = Instant::now();
    for _ in 0..ticks {
        realm.step(Vec::new());
    }
    let spent = start.elapsed().as_secs_f64() * 1e3 / f64::from(ticks);
    if with_game {
        let agents = &realm.ecs().resource::<Campaign>().situation.agents;
        assert_eq!(agents.iter().filter(|agent| agent.lives()).count(), 20);
    }
    spent
}

fn main() {
    let small = std::env::args().any(|argument| argument == "--test");
    let (rounds, minutes) = if small { (1, 1.0) } else { (3, 68.0) };
    let speed = 1.0 / best(rounds, || 1.0 / headless(minutes));
    println!("20 bots without a world: {speed:.0} times real time (limit 200)");

    let (text, map) = (written(minutes), Map::classic());
    let analysed = best(rounds, || {
        let start = Instant::now();
        let log = Log::parse(&text, &map).expect("our own log");
        let figures = Journeys::of(&log, &map).figures(&map);
        assert!(figures.moves > 0 && figures.counts.updates > 1000);
        start.elapsed().as_secs_f64() * 2e6 / figures.counts.updates as f64
    });
    println!("reading and analysing, for 2 million updates: {analysed:.2} s (limit 5)");

    let log = Log::parse(&text, &map).expect("our own log");
    let journeys = Journeys::of(&log, &map);
    for (model, limit) in [(Model::Chooser, 1.0), (Model::Learned, 10.0)] {
        let spent = best(rounds, || {
            let start = Instant::now();
            let table = match model {
                Model::Chooser => chooser_table(&journeys, &map),
                Model::Learned => learned_table(&log, &journeys, &map, Moves::Gains),
            };
            let tree = MovementTree::grow(model, &map, &table).expect("cases");
            assert!(tree.tree.leaves() > 1);
            start.elapsed().as_secs_f64() * 4457.0 / journeys.moves.len() as f64
        });
        println!("a {model:?} tree, for 4457 moves: {spent:.2} s (limit {limit})");
    }

    let ticks = if small { 40 } else { 4000 };
    let (bare, full) = (best(rounds, || tick(false, ticks)), best(rounds, || tick(true, ticks)));
    println!("a tick with 20 soldiers: {full:.3} ms, of which the game {:.3} ms", full - bare);
}
