//! Minds: `cargo bench --bench mind`.
//!
//! Tellings per second on one core, queries to two published networks, hunts for the wumpus, and a hundred bots that plan. Each number is the best of several
//! rounds, so that a busy machine disturbs it least; each result is checked. The networks are read from `$WOLD_DATA` (default
//! `../../shared/data`), unpacked by `gzip`; without them says so and goes on. With `--test` everything runs once and small.

use std::hint::black_box;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;
use wold_chance::{Seed, Stream};
use wold_mind::bayes::Network;
use wold_mind::gossip::{Actions, BeingId, Matter, Memory, Temper, Topic, Verdict, tell};
use wold_mind::htn::{self, Domain, Facts, Kept, Runner, RunnerConfig, Scene};
use wold_mind::wumpus::{Cave, HuntRules, MapConfig, MapHunter, Shape, Tally, hunt};

fn best(rounds: usize, mut run: impl FnMut() -> f64) -> f64 {
    (0..rounds).map(|_| run()).fold(f64::INFINITY, f64::min)
}

/// Seconds of so many tellings among a thousand minds that all have something to tell.
fn tellings(count: u64) -> f64 {
    let actions = Actions::deeds();
    let hit = actions.named("hit").expect("listed");
    let mut stream = Stream::named(Seed(1), "tellings", &[]);
    let mut minds: Vec<Memory> =
        (0..1000).map(|n| Memory::new(BeingId(n), Temper { trust: 0.3, ..Temper::default() })).collect();
    for (n, mind) in minds.iter_mut().enumerate() {
        for _ in 0..8 {
            let (a, b) = (BeingId(stream.below(1000)), BeingId(stream.below(1000)));
            mind.witness(&actions, Matter::deed(a, hit, Some(b), n as u32), None, 0.0);
        }
    }
    let (mut told, mut believed) = (0_u64, 0_u64);
    let start = Instant::now();
    while told < count {
        let (from, to) = (stream.below(1000) as usize, stream.below(1000) as usize);
        let Ok([teller, hearer]) = minds.get_disjoint_mut([from, to]) else { continue };
        if let Some(telling) = tell(teller, hearer, Topic::Anything, &actions, &mut stream, 1.0) {
            believed += u64::from(matches!(telling.verdict, Verdict::Believed { .. }));
        }
        told += 1;
    }
    let spent = start.elapsed().as_secs_f64();
    assert!(believed * 10 > told, "{believed} of {told} were believed");
    assert!(minds.iter().all(|mind| mind.rumours().len() <= 128 && mind.people().len() <= 128));
    spent
}

fn network(name: &str) -> Option<Network> {
    let root = std::env::var_os("WOLD_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
    let output =
        Command::new("gzip").arg("-dc").arg(root.join(format!("bayes/{name}.bif.gz"))).output().ok()?;
    Network::parse(&String::from_utf8(output.stdout).ok()?).ok()
}

/// Milliseconds of the slowest query: every variable, given the last one.
fn slowest_query(network: &Network, rounds: usize) -> f64 {
    let last = network.nodes().len() - 1;
    let ask = |query: usize| {
        best(rounds, || {
            let start = Instant::now();
            let answer = black_box(network.posterior(black_box(query), &[(last, 0)])).expect("possible");
            let spent = start.elapsed().as_secs_f64() * 1e3;
            assert!((answer.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            spent
        })
    };
    (0..last).map(ask).fold(0.0, f64::max)
}

fn hunts(games: u64) -> (f64, f64) {
    let doors = Shape::Dodecahedron.doors();
    let start = Instant::now();
    let mut tally = Tally::default();
    for game in 0..games {
        let mut stream = Stream::named(Seed(1), "wumpus", &[game]);
        let mut cave = Cave::random(doors.clone(), 2, 2, &mut stream);
        let mut hunter = MapHunter::new(20, MapConfig::default());
        tally.count(hunt(&mut cave, &mut hunter, HuntRules::default(), &mut stream, &mut |_, _| {}));
    }
    (start.elapsed().as_secs_f64(), tally.won as f64 / games as f64)
}

/// Milliseconds in which a hundred medics plan once: all have friends about, most far off or well, and one whom they revive.
fn hundred_plans() -> f64 {
    let domain = Arc::new(
        Domain::parse(include_str!("../../crates/minds/mind/data/htn/medic.htn"))
            .expect("the domain is right"),
    );
    let scene = Scene::parse(include_str!("../../crates/minds/mind/data/htn/medic.facts"))
        .expect("the scene is right");
    let mut bots: Vec<(Runner, Facts, Scene)> = (0..100)
        .map(|bot| {
            let mut facts = Facts::default();
            for friend in 0..24 {
                let name = format!("friend_{bot}_{friend}");
                facts.remember("friend", &[name.as_str().into()]);
                facts.remember("down", &[name.as_str().into()]);
                facts.remember("distance", &[name.as_str().into(), f64::from(40 + friend).into()]);
            }
            scene.facts.texts().for_each(|text| {
                let one = Scene::parse(&text).expect("facts read what they write");
                for name in ["class", "friend", "down", "distance", "wields", "has_weapon"] {
                    one.facts.all(name).for_each(|values| facts.remember(name, values));
                }
            });
            let runner =
                Runner::new(domain.clone(), "behave", &[], RunnerConfig::default()).expect("it behaves");
            (runner, facts, scene.clone())
        })
        .collect();
    let start = Instant::now();
    for (runner, facts, adviser) in &mut bots {
        assert_eq!(black_box(runner.think(0.0, facts, adviser)), htn::Verdict::Began);
    }
    let spent = start.elapsed().as_secs_f64() * 1e3;
    for (runner, facts, adviser) in &mut bots {
        assert_eq!(runner.plan().expect("it began").steps.len(), 8);
        runner.step(0.0, facts);
        assert_eq!(runner.think(1.0, facts, adviser), htn::Verdict::Kept(Kept::Continued));
    }
    spent
}

fn main() {
    let small = std::env::args().any(|argument| argument == "--test");
    let (count, rounds) = if small { (5_000, 1) } else { (200_000, 5) };
    let rate = count as f64 / best(rounds, || tellings(count));
    println!("tellings on one core: {rate:.0} a second (asked: 100,000)");
    for name in ["asia", "alarm"] {
        match network(name) {
            Some(network) => {
                let slowest = slowest_query(&network, if small { 1 } else { 50 });
                println!("{name}: slowest query {slowest:.3} ms (asked: below 1)");
            }
            None => println!("{name}: skipped: no data"),
        }
    }
    let games = if small { 2_000 } else { 20_000 };
    let (_, won) = hunts(games);
    let seconds = best(rounds, || hunts(games).0);
    assert!((won - 0.772).abs() < 0.03, "won {won}");
    println!("wumpus: {games} hunts in {seconds:.3} s (asked: 20,000 below 10), {won:.3} won");
    let spent = best(rounds, hundred_plans);
    println!("plans: a hundred bots in {spent:.3} ms (asked: below 5)");
}
