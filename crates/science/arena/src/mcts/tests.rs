use super::playout::{MixedPlayout, RandomPlayout, SharpPlayout};
use super::*;
use crate::games::breakthrough::Breakthrough;
use crate::games::connect_four::ConnectFour;
use crate::games::diced::Diced;
use crate::games::noughts::Noughts;
use crate::games::othello::Othello;
use crate::games::tree::{Tree as Hand, TreeGame};
use crate::notation::Notation;
use crate::rules::random_move;
use crate::search::solve::value_of;
use std::sync::Arc;

fn noughts() -> Noughts {
    Noughts::new(3, 3).expect("fits")
}

fn search<R: Rules>(
    rules: &R,
    state: &R::State,
    config: Config,
    iterations: u64,
) -> Mcts<R, RandomPlayout<R>> {
    let mut search = Mcts::new(rules.clone(), state.clone(), config, RandomPlayout::new(rules.clone()));
    search.run(&Budget::iterations(iterations));
    search
}

/// Any move that keeps the value.
fn perfect(game: &Noughts, state: &crate::games::noughts::State, stream: &mut Stream) -> u8 {
    let value = value_of(game, state).value;
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.retain(|square| {
        let mut after = *state;
        game.apply(&mut after, square);
        value_of(game, &after).value == value
    });
    *stream.pick(&moves).expect("some move keeps the value")
}

#[test]
fn it_never_loses_noughts_and_crosses_at_a_thousand_simulations() {
    let game = noughts();
    let mut wins = 0;
    for number in 0..300 {
        let seed = Seed(number);
        let own = if number % 2 == 0 { Side::First } else { Side::Second };
        let mut stream = Stream::named(seed, "opponent", &[]);
        let mut state = game.start();
        let mut scratch = Vec::new();
        while game.result(&state).is_none() {
            let chosen = if game.turn(&state) == Turn::Of(own) {
                let config = Config { seed, ..Config::default() };
                let mut search = Mcts::new(game.clone(), state, config, SharpPlayout::new(game.clone()));
                search.run(&Budget::iterations(1_000));
                *search.answer().best().expect("not over")
            } else if number % 5 == 0 {
                random_move(&game, &state, &mut scratch, &mut stream).expect("not over")
            } else {
                perfect(&game, &state, &mut stream)
            };
            game.apply(&mut state, &chosen);
        }
        let result = game.result(&state).expect("over") * own.sign();
        assert!(result >= 0, "game {number} was lost");
        wins += result;
    }
    assert!(wins > 40, "random opponents are beaten: {wins}");
}

#[test]
fn the_solver_proves_what_the_memory_solver_knows() {
    let game = noughts();
    let mut stream = Stream::named(Seed(4), "positions", &[]);
    let mut scratch = Vec::new();
    for _ in 0..30 {
        let mut state = game.start();
        for _ in 0..4 {
            if let Some(chosen) = random_move(&game, &state, &mut scratch, &mut stream) {
                game.apply(&mut state, &chosen);
            }
        }
        let found = search(&game, &state, Config::default(), 50_000);
        let answer = found.answer();
        let expected = f64::from(value_of(&game, &state).value);
        assert_eq!((answer.ending, answer.bounds), (Ending::Complete, (expected, expected)));
    }
}

#[test]
fn any_budget_gives_a_legal_move_and_an_ended_game_none() {
    for iterations in [0, 1, 2, 7] {
        for expansion in [
            Expansion::Eager,
            Expansion::Lazy { random: true },
            Expansion::Widening { factor: 1.0, power: 0.5 },
        ] {
            let config = Config { expansion, ..Config::default() };
            let answer = search(&Othello, &Othello.start(), config, iterations).answer();
            assert!(Othello.is_legal(&Othello.start(), answer.best().expect("a move")));
        }
    }
    let game = noughts();
    let over = game.read_position("xxx/oo./...").expect("can be");
    let answer = search(&game, &over, Config::default(), 10).answer();
    assert_eq!((answer.ending, answer.best()), (Ending::Over, None));
}

#[test]
fn lazy_and_eager_expansion_come_to_the_same_children() {
    let children = |expansion| {
        let config = Config { expansion, solver: false, ..Config::default() };
        let answer = search(&ConnectFour, &ConnectFour.start(), config, 500).answer();
        let mut moves: Vec<u8> = answer.candidates.iter().map(|c| c.chosen).collect();
        moves.sort_unstable();
        moves
    };
    let eager = children(Expansion::Eager);
    assert_eq!(eager, [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(children(Expansion::Lazy { random: false }), eager);
    assert_eq!(children(Expansion::Lazy { random: true }), eager);
}

#[test]
fn every_child_gets_its_least_visits_first() {
    for selection in [Selection::Exact, Selection::Remembered] {
        let config = Config { min_visits: 20, selection, solver: false, ..Config::default() };
        let answer = search(&ConnectFour, &ConnectFour.start(), config.clone(), 7 * 20).answer();
        assert!(answer.candidates.iter().all(|c| c.visits == 20), "{:?}", answer.candidates);
        let later = search(&ConnectFour, &ConnectFour.start(), config, 3_000).answer();
        assert!(later.candidates[0].visits > 600, "{:?}", later.candidates);
    }
}

#[test]
fn remembered_order_finds_a_good_column_like_exact_bounds_do() {
    for selection in [Selection::Exact, Selection::Remembered] {
        let config = Config { selection, ..Config::default() };
        let answer = search(&ConnectFour, &ConnectFour.start(), config, 5_000).answer();
        assert_eq!(answer.best(), Some(&3), "{selection:?}");
    }
}

#[test]
fn the_same_seed_is_the_same_search_in_one_run_or_many() {
    let whole = search(&Breakthrough, &Breakthrough.start(), Config::default(), 600).answer();
    let mut parts = search(&Breakthrough, &Breakthrough.start(), Config::default(), 200);
    parts.run(&Budget::iterations(300));
    parts.run(&Budget::iterations(100));
    assert_eq!(parts.answer(), whole);
    let other =
        search(&Breakthrough, &Breakthrough.start(), Config { seed: Seed(2), ..Config::default() }, 600);
    assert_ne!(other.answer().candidates, whole.candidates);
}

#[test]
fn many_trees_give_the_same_answer_whatever_the_threads_do() {
    let run = || {
        let playout = RandomPlayout::new(ConnectFour);
        let budget = Budget::iterations(300);
        parallel::many_trees(&ConnectFour, &ConnectFour.start(), &Config::default(), &playout, 4, &budget)
    };
    let first = run();
    assert_eq!(run(), first);
    assert_eq!(first.stats.iterations, 1_200);
    assert_eq!(first.candidates.iter().map(|c| c.visits).sum::<u64>(), 1_200);
}

#[test]
fn one_tree_for_many_threads_counts_every_simulation_once() {
    let playout = RandomPlayout::new(ConnectFour);
    let config = Config { solver: false, ..Config::default() };
    let mut search = Mcts::new(ConnectFour, ConnectFour.start(), config, playout);
    parallel::one_tree(&mut search, 4, &Budget::iterations(4_000));
    let answer = search.answer();
    let visits: u64 = answer.candidates.iter().map(|c| c.visits).sum();
    assert!(answer.stats.iterations >= 4_000 && answer.stats.iterations < 4_010);
    assert_eq!(visits, answer.stats.iterations);
    assert!(answer.candidates.iter().all(|c| c.value.abs() <= 1.0), "every loan was paid back");
}

#[test]
fn chance_is_searched_by_its_odds() {
    // A sure 1 against a coin between 3 and -4: the sure thing is better.
    let tree = Hand::max([
        Hand::Leaf(1),
        Hand::even([Hand::max([Hand::Leaf(3), Hand::Leaf(-4)]), Hand::min([Hand::Leaf(-4), Hand::Leaf(4)])]),
    ]);
    let game = TreeGame::within(tree, -4, 4);
    let answer = search(&game, &game.start(), Config::default(), 4_000).answer();
    assert_eq!(answer.best(), Some(&0));
    assert!((answer.candidates[1].value - -0.125).abs() < 0.1, "{:?}", answer.candidates);

    let copper = Diced::copper();
    let found = search(&copper, &copper.start(), Config::default(), 3_000).answer();
    assert!(copper.is_legal(&copper.start(), found.best().expect("a bet")));
}

#[test]
fn losses_may_weigh_more_when_exploration_grows_with_them() {
    let game = noughts();
    // O must take an edge against two opposite corners.
    let state = game.read_position("x../.o./..x").expect("can be");
    for loss in [1.0, 10.0, 100.0] {
        let reward = Reward { stretch: 1.0, loss };
        let answer = search(&game, &state, Config { reward, ..Config::default() }, 2_000).answer();
        assert_eq!(answer.best().expect("a move") % 2, 1, "loss {loss}");
    }
}

#[test]
fn entropy_of_visits_is_highest_when_they_are_equal() {
    let near = |value: f64, expected: f64| assert!((value - expected).abs() < 5e-4, "{value}");
    near(visit_entropy(&[25, 25, 25, 25]), 1.386);
    near(visit_entropy(&[97, 1, 1, 1]), 0.168);
    near(visit_entropy(&[10, 0, 0]), 0.0);
}

#[test]
fn a_mixed_playout_takes_its_policies_by_weight() {
    let take_first: playout::Policy<ConnectFour> = Arc::new(|game, state, _| game.nth_move(state, 0));
    let mixed = MixedPlayout::new(ConnectFour, 1.0).with(3.0, take_first);
    let mut stream = Stream::named(Seed(1), "mixed", &[]);
    let start = ConnectFour.start();
    let middle = (0..4_000).filter(|_| mixed.choose(&start, &mut stream) == Some(3)).count();
    // Three of four by the policy, and one in seven of the rest.
    let expected = 4_000.0 * (0.75 + 0.25 / 7.0);
    assert!((middle as f64 - expected).abs() < 120.0, "{middle}");
}

#[test]
fn a_full_tree_goes_on_without_growing() {
    let config = Config { most_nodes: 50, ..Config::default() };
    let found = search(&Breakthrough, &Breakthrough.start(), config, 2_000);
    assert!(found.answer().stats.nodes <= 50 + 40, "one position's children may be too many");
    assert_eq!(found.answer().stats.iterations, 2_000);
}
