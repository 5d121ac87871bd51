//! Tactics: `cargo bench --bench tactics`.
//!
//! Every limit the room of tactics promises, measured in one run: tests that lazy queries spare, waiting among many askers, influence layers and stamps,
//! points against trying all, firings of nets, predictions against skirmishes. Each number is the best of several rounds, so that a busy machine disturbs it
//! least; each result is checked. With `--test` everything runs once and small.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use wold_chance::{Seed, Stream};
use wold_space::DVec2;
use wold_tactics::combat::{Armies, skirmish};
use wold_tactics::influence::points::Tree;
use wold_tactics::influence::{Falloff, Field, Layer, PointSource, Template};
use wold_tactics::petri::{Net, Running};
use wold_tactics::query::heap::{Judge, Progress, Search, Step, exhaust};
use wold_tactics::query::{AskerId, Query, Rays, Scheduler};
use wold_tactics::scene::Scene;

fn best(rounds: usize, mut run: impl FnMut() -> f64) -> f64 {
    (0..rounds).map(|_| run()).fold(f64::INFINITY, f64::min)
}

fn seconds<T>(run: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(run());
    start.elapsed().as_secs_f64()
}

fn luck(key: u64) -> Stream {
    Stream::named(Seed(1), "bench tactics", &[key])
}

/// Values of tests by candidate and step.
struct Table(Vec<Vec<f64>>);

impl Judge for Table {
    fn passes(&mut self, step: usize, candidate: usize) -> bool {
        self.0[candidate][step] < 0.7
    }

    fn value(&mut self, step: usize, candidate: usize) -> f64 {
        self.0[candidate][step]
    }
}

/// The share of expensive tests the lazy search makes; panics where its answer is another.
fn lazy_share(seeds: u64) -> f64 {
    let (mut made, mut all) = (0, 0);
    for seed in 0..seeds {
        let mut luck = luck(seed);
        let candidates = 5 + luck.below(56) as usize;
        let mut steps = vec![Step::Condition, Step::Condition];
        steps.extend((0..3).map(|_| Step::Weight(luck.range(-5.0, 5.0))));
        luck.shuffle(&mut steps);
        let values = (0..candidates).map(|_| steps.iter().map(|_| luck.unit()).collect()).collect();
        let started: Vec<(usize, f64)> = (0..candidates).map(|at| (at, luck.range(-3.0, 3.0))).collect();
        let mut judge = Table(values);
        let (passed, _, tests) = exhaust(&steps, started.clone(), &mut judge);
        let mut search = Search::new(&steps, started);
        let found = loop {
            match search.step(&mut judge) {
                Progress::Found(scored) => break Some(scored.candidate),
                Progress::Empty => break None,
                Progress::Working | Progress::Failed(..) => {}
            }
        };
        assert_eq!(found, passed.first().map(|scored| scored.candidate), "seed {seed}");
        (made, all) = (made + search.tests(), all + tests);
    }
    made as f64 / all as f64
}

fn crowd(askers: u64) -> Vec<Scene> {
    let mut luck = luck(9);
    let rows: Vec<String> =
        (0..40).map(|_| (0..40).map(|_| if luck.chance(0.08) { 'T' } else { '.' }).collect()).collect();
    let mut place = || (luck.below(40) as f64 + 0.5, luck.below(40) as f64 + 0.5);
    let scene = |(ax, ay): (f64, f64), (bx, by): (f64, f64)| {
        Scene::parse(&format!(
            "map = '''\n{}\n'''\npuppet = 'a'\ntarget = 'b'\n[[entity]]\nname = 'a'\nat = [{ax}, {ay}]\n[[entity]]\nname = 'b'\nfaction = 'b'\nat = [{bx}, {by}]",
            rows.join("\n")
        ))
        .expect("a sound scene")
    };
    (0..askers).map(|_| scene(place(), place())).collect()
}

/// The longest wait in ticks, and milliseconds of the longest tick.
fn waiting(scenes: &[Scene], rays: Rays) -> (u64, f64) {
    let hide =
        Arc::new(Query::parse(include_str!("../../worlds/queries/out-of-sight.toml")).expect("shipped"));
    let mut scheduler = Scheduler::new(50, rays);
    for who in 0..scenes.len() as u64 {
        scheduler.ask(AskerId(who), hide.clone(), luck(who), None, 0);
    }
    let (mut answered, mut longest, mut slowest) = (0, 0, 0.0_f64);
    for now in 0..1000 {
        let mut answers = Vec::new();
        slowest = slowest.max(seconds(|| answers = scheduler.tick(now, |who| scenes.get(who.0 as usize))));
        answered += answers.len();
        longest = answers.iter().map(|(_, waited, _)| *waited).fold(longest, u64::max);
        if scheduler.is_empty() {
            break;
        }
    }
    assert_eq!(answered, scenes.len());
    (longest, slowest * 1e3)
}

/// Milliseconds to rebuild four layers of a square kilometre with 500 agents, and microseconds of a stamp.
fn influence(rounds: usize, side: u32) -> (f64, f64) {
    let (near, far) = (Template::new(10.0, Falloff::Power(1.0)), Template::new(30.0, Falloff::Power(4.0)));
    let mut layers: Vec<Layer> = (0..4).map(|_| Layer::new(side, side)).collect();
    let mut luck = luck(2);
    let agents: Vec<((i32, i32), usize)> =
        (0..500).map(|n| ((luck.below(side.into()) as i32, luck.below(side.into()) as i32), n % 2)).collect();
    let rebuild = best(rounds, || {
        seconds(|| {
            layers.iter_mut().for_each(Layer::clear);
            for &(at, faction) in &agents {
                layers[faction * 2].stamp(&near, at, 1.0);
                layers[faction * 2 + 1].stamp(&far, at, 1.5);
            }
        })
    });
    for &(at, faction) in &agents {
        layers[faction * 2].stamp(&near, at, -1.0);
        layers[faction * 2 + 1].stamp(&far, at, -1.5);
    }
    assert!(layers.iter().all(Layer::is_empty), "what was added was taken away");
    let stamp = best(rounds, || {
        seconds(|| (0..100).for_each(|_| black_box(&mut layers[0]).stamp(black_box(&far), (500, 500), 1.0)))
            / 100.0
    });
    (rebuild * 1e3, stamp * 1e6)
}

/// How many times faster the tree is than trying all sources.
fn points(rounds: usize, queries: usize) -> f64 {
    let mut luck = luck(3);
    let mut place = || DVec2::new(luck.range(0.0, 1000.0), luck.range(0.0, 1000.0));
    let sources: Vec<PointSource> = (0..10_000).map(|_| PointSource::new(place(), 10.0, 1.0)).collect();
    let asked: Vec<DVec2> = (0..queries).map(|_| place()).collect();
    let tree = Tree::new(sources.iter().copied());
    let all = |at: DVec2| sources.iter().map(|source| source.value(at)).sum::<f64>();
    assert!(asked.iter().all(|at| (tree.sample(*at) - all(*at)).abs() < 1e-9));
    let by_tree = best(rounds, || seconds(|| asked.iter().map(|at| tree.sample(*at)).sum::<f64>()));
    let by_all = best(rounds, || seconds(|| asked.iter().map(|at| all(*at)).sum::<f64>()));
    by_all / by_tree
}

/// Firings per second, of a net with conflicts and weighted arcs, and of the coloured arbiter.
fn firings(rounds: usize, count: u64) -> (f64, f64) {
    let text = "[[place]]\nname = 'a'\ntokens = 3\n[[place]]\nname = 'b'\n[[place]]\nname = 'c'\n[[transition]]\nname = 't'\nfrom = { a = 2 }\nto = { b = 2 }\n[[transition]]\nname = 'u'\nfrom = { b = 1 }\nto = { c = 1 }\n[[transition]]\nname = 'v'\nfrom = { c = 2 }\nto = { a = 2 }";
    let net = Net::parse(text).expect("sound");
    let plain = best(rounds, || {
        let mut running = Running::new(&net, luck(4));
        let spent = seconds(|| running.settle_by(0, count, |_, _| 0.0));
        assert_eq!(running.firings().iter().sum::<u64>(), count);
        assert_eq!(running.marking().iter().sum::<u64>(), 3, "tokens are conserved");
        spent
    });
    let gun = Net::parse(include_str!("../../worlds/nets/gun.toml")).expect("shipped");
    let mut fired = 0;
    let coloured = best(rounds, || {
        let mut running = Running::new(&gun, luck(5));
        let mut dice = luck(6);
        let events = [gun.events()[0], gun.events()[1]];
        let spent = seconds(|| {
            for now in 0..count / 4 {
                let draw = dice.next_u64();
                running.event(events[(draw & 1) as usize], wold_tactics::petri::Colour(draw >> 1 & 7), now);
                running.settle(now);
            }
        });
        assert!(running.is_conserved());
        fired = running.firings().iter().sum::<u64>();
        spent
    });
    (count as f64 / plain, fired as f64 / coloured)
}

/// Nanoseconds of a prediction and how many times faster it is than a skirmish.
fn prediction(rounds: usize, fights: u32) -> (f64, f64) {
    let armies = Armies::parse(include_str!("../../worlds/armies/bridge.toml")).expect("shipped");
    let (model, a, b) = (armies.static_model(), armies.force(0), armies.force(1));
    let law =
        best(rounds, || seconds(|| (0..1000).map(|_| black_box(&model).wins(&a, &b)).sum::<f64>()) / 1000.0);
    let fought = best(rounds.min(3), || {
        seconds(|| skirmish::wins(&armies, fights, &luck(7), &mut skirmish::Looks::UNLIMITED.clone(), |_| {}))
            / f64::from(fights)
    });
    (law * 1e9, fought / law)
}

fn main() {
    let small = std::env::args().any(|argument| argument == "--test");
    let rounds = if small { 1 } else { 7 };
    let share = lazy_share(if small { 500 } else { 10_000 });
    println!(
        "lazy queries: equal to trying all, with {:.1} % of its tests (asked: at most 50)",
        100.0 * share
    );
    assert!(share <= 0.5);
    let scenes = crowd(200);
    for rays in [Rays::AtOnce, Rays::NextTick] {
        let (longest, slowest) = waiting(&scenes, rays);
        println!(
            "200 askers, 50 rays a tick, {rays:?}: longest wait {longest} ticks (asked: 30), longest tick {slowest:.1} ms"
        );
        assert!(longest <= 30);
    }
    let (rebuild, stamp) = influence(rounds, 1000);
    println!(
        "influence: four layers of 1 km² with 500 agents in {rebuild:.2} ms (asked: 8), a 61×61 stamp {stamp:.2} µs (asked: 2)"
    );
    let ratio = points(rounds, if small { 100 } else { 2000 });
    println!("points: the tree is {ratio:.0} times faster than trying 10,000 sources (asked: 20)");
    let (plain, coloured) = firings(rounds, if small { 100_000 } else { 10_000_000 });
    println!(
        "nets: {:.1} million firings a second (asked: 10); coloured tokens {:.1} million",
        plain / 1e6,
        coloured / 1e6
    );
    let (nanoseconds, ratio) = prediction(rounds, if small { 3 } else { 50 });
    println!("prediction: {nanoseconds:.0} ns; {ratio:.0} times faster than one skirmish (asked: 1000)");
}
