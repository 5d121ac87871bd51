//! Arena beside the crate `minimax` and OpenSpiel's figures: `cargo bench --bench arena`.
//!
//! Every result is checked. Times are the best of several rounds, so that a busy machine disturbs them least. With `--test`
//! everything runs once and small.

use std::time::{Duration, Instant};
use wold_arena::games::breakthrough::Breakthrough;
use wold_arena::games::connect_four::ConnectFour;
use wold_arena::mcts::playout::RandomPlayout;
use wold_arena::mcts::{Config, Mcts};
use wold_arena::perft::perft;
use wold_arena::search::engine::{self, AlphaBeta};
use wold_arena::{Budget, Rules};

/// Simulations a second of OpenSpiel 2.0.2's C++ search, one thread, measured once on such a machine.
const OPEN_SPIEL_CONNECT_FOUR: f64 = 107_700.0;
const OPEN_SPIEL_BREAKTHROUGH: f64 = 14_300.0;

/// The best time of several rounds.
fn best(rounds: usize, mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..rounds).map(time).min().expect("there is at least one round")
}

fn simulations<R: Rules>(rules: &R, iterations: u64, rounds: usize) -> f64 {
    let time = best(rounds, || {
        let mut search =
            Mcts::new(rules.clone(), rules.start(), Config::default(), RandomPlayout::new(rules.clone()));
        search.run(&Budget::iterations(iterations));
        let answer = search.answer();
        assert_eq!(answer.stats.iterations, iterations);
        assert_eq!(answer.candidates.iter().map(|c| c.visits).sum::<u64>(), iterations);
    });
    iterations as f64 / time.as_secs_f64()
}

/// Connect four for the peer, on the same bitboards and with the same evaluation.
mod peer {
    use super::{ConnectFour, Rules};
    use minimax::{Evaluation, Game, Winner};

    pub struct PeerGame;

    impl Game for PeerGame {
        type S = <ConnectFour as Rules>::State;
        type M = u8;

        fn generate_moves(state: &Self::S, moves: &mut Vec<u8>) -> Option<Winner> {
            let winner = Self::get_winner(state);
            if winner.is_none() {
                ConnectFour.moves(state, moves);
            }
            winner
        }

        fn apply(state: &mut Self::S, chosen: u8) -> Option<Self::S> {
            let mut next = *state;
            ConnectFour.apply(&mut next, &chosen);
            Some(next)
        }

        fn get_winner(state: &Self::S) -> Option<Winner> {
            // Only the side that moved last can have won.
            ConnectFour
                .result(state)
                .map(|payoff| if payoff == 0 { Winner::Draw } else { Winner::PlayerJustMoved })
        }

        fn zobrist_hash(state: &Self::S) -> u64 {
            ConnectFour.hash(state)
        }
    }

    #[derive(Clone)]
    pub struct PeerEvaluation;

    impl minimax::Evaluator for PeerEvaluation {
        type G = PeerGame;

        fn evaluate(&self, state: &<PeerGame as Game>::S) -> Evaluation {
            let side = ConnectFour.turn(state).side().expect("no chance in connect four");
            (side.sign() * ConnectFour.evaluate(state)) as Evaluation
        }
    }
}

fn alpha_beta(depth: u32, rounds: usize) -> (Duration, Duration) {
    use minimax::Strategy;
    let start = ConnectFour.start();
    let mut values = (0, 0);
    let theirs = best(rounds, || {
        let mut strategy = minimax::Negamax::new(peer::PeerEvaluation, depth as u8);
        assert!(strategy.choose_move(&start).is_some());
        values.0 = i32::from(strategy.root_value());
    });
    let ours = best(rounds, || {
        // The game lists its columns from the middle, which no history betters.
        let config = engine::Config { ordering: false, quiescence: 0, ..engine::Config::default() };
        let mut search = AlphaBeta::new(ConnectFour, start, config);
        search.run(&Budget::depth(depth));
        values.1 = search.raw_value();
    });
    assert_eq!(values.0, values.1, "both find the same value at depth {depth}");
    (theirs, ours)
}

fn main() {
    let test = std::env::args().any(|arg| arg == "--test");
    let rounds = if test { 1 } else { 5 };

    let (depth, known) = if test { (7, 823_536) } else { (10, 268_031_646) };
    let counting = best(rounds, || assert_eq!(perft(&ConnectFour, &ConnectFour.start(), depth), known));
    println!("perft({depth}) of connect four = {known}: {counting:.1?}   (limit 1 s for 10)");

    let iterations = if test { 500 } else { 60_000 };
    let rate = simulations(&ConnectFour, iterations, rounds);
    println!(
        "connect four   {:7.0} k simulations/s, x{:.1} of OpenSpiel   (limit x3)",
        rate / 1e3,
        rate / OPEN_SPIEL_CONNECT_FOUR
    );
    let rate = simulations(&Breakthrough, iterations / 2, rounds);
    println!(
        "breakthrough   {:7.0} k simulations/s, x{:.1} of OpenSpiel   (limit x5)",
        rate / 1e3,
        rate / OPEN_SPIEL_BREAKTHROUGH
    );

    for depth in if test { 4..=4 } else { 5..=8 } {
        let (theirs, ours) = alpha_beta(depth, rounds);
        println!(
            "alpha-beta to depth {depth}: minimax 0.6 {theirs:8.1?}, arena {ours:8.1?}, x{:.1}",
            theirs.as_secs_f64() / ours.as_secs_f64()
        );
    }
}
