//! Contests against their limits: `cargo bench --bench contest`.
//!
//! Everything is checked; times are the best of several rounds and are printed beside their limit. With `--test`
//! everything runs once and small.

use rayon::prelude::*;
use std::hint::black_box;
use std::time::{Duration, Instant};
use wold_chance::{Seed, Stream};
use wold_contest::odds::{Sample, single};
use wold_contest::rating::{System, rate};
use wold_contest::results::Game;
use wold_contest::round_robin::{Schedule, opponent, round_of};
use wold_contest::single::Cup;
use wold_contest::table::{Scoring, TieBreaks};
use wold_contest::{Contest, Outcome, Plan, Report};

fn best(rounds: usize, mut work: impl FnMut()) -> Duration {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..rounds).map(once).min().expect("there is at least one round")
}

fn main() {
    let test = std::env::args().any(|arg| arg == "--test");
    let rounds = if test { 1 } else { 5 };
    swiss(if test { 60 } else { 1000 });
    round_robin(rounds, if test { 1_000 } else { 10_000 });
    ratings(rounds, if test { 2_000 } else { 1_000_000 });
    cups(if test { 1_000 } else { 1_000_000 });
}

/// One round of many players, after four rounds of history.
fn swiss(players: usize) {
    let plan = Plan::Swiss { rounds: 6, scoring: Scoring::SWISS, tie_breaks: TieBreaks::SWISS };
    let mut contest = Contest::new(plan, players, 1, Seed(1)).expect("a Swiss tournament");
    let mut slowest = Duration::ZERO;
    let mut met = std::collections::HashSet::new();
    while !contest.finished() {
        let games = contest.next();
        assert_eq!(games.len(), players / 2);
        let start = Instant::now();
        for game in games {
            assert!(met.insert((game.home.min(game.away), game.home.max(game.away))), "nobody meets twice");
            contest
                .report(game.id, if game.home < game.away { Report::Home } else { Report::Away })
                .expect("open");
        }
        slowest = slowest.max(start.elapsed());
    }
    println!("a Swiss round of {players}: {:.3} s at most (limit 1 s)", slowest.as_secs_f64());
}

/// Who meets whom when, among many.
fn round_robin(rounds: usize, players: usize) {
    let queries = 1_000_000_u64.min(players as u64 * 100);
    let luck = Stream::named(Seed(2), "bench", &[]);
    let time = best(rounds, || {
        for query in 0..queries {
            let p = (luck.nth(2 * query) % players as u64) as usize;
            let q = (p + 1 + (luck.nth(2 * query + 1) % (players as u64 - 1)) as usize) % players;
            let round = round_of(Schedule::Normalised, players, p, q);
            assert_eq!(opponent(Schedule::Normalised, players, p, round), Some(q));
        }
    });
    println!(
        "a round robin of {players}: {:.0} ns for the round of two and back",
        time.as_secs_f64() * 1e9 / queries as f64
    );
}

fn ratings(rounds: usize, updates: usize) {
    let players = 1000;
    let mut luck = Stream::named(Seed(3), "bench", &[]);
    let games: Vec<Game> = (0..updates)
        .map(|_| {
            let home = luck.below(players) as usize;
            let away = (home + 1 + luck.below(players - 1) as usize) % players as usize;
            let won = luck.chance(single(home, away, players as usize));
            Game::new(home, away, if won { Outcome::Home } else { Outcome::Away })
        })
        .collect();
    for system in System::ALL {
        let time = best(rounds.min(3), || {
            let rated = rate(system, players as usize, black_box(&games));
            assert!(updates < 100_000 || rated[10].rating > rated[990].rating);
        });
        println!(
            "{system:?}: {:.2} million updates a second (limit 1)",
            updates as f64 / time.as_secs_f64() / 1e6
        );
    }
}

/// Cups of 16 on all cores.
fn cups(trials: u64) {
    let plan = Plan::SingleElimination(Cup::default());
    let batch = 1000;
    let start = Instant::now();
    let total = (0..trials / batch)
        .into_par_iter()
        .map(|part| Sample::play(&plan, 16, 1, Seed(4), part * batch..(part + 1) * batch).expect("a cup"))
        .reduce(Sample::default, Sample::and);
    assert_eq!((total.trials, total.matches), (trials, trials * 15));
    println!("{trials} cups of 16: {:.2} s (limit 10 s for a million)", start.elapsed().as_secs_f64());
}
