use super::*;
use crate::games::breakthrough::Breakthrough;
use crate::games::connect_four::ConnectFour;
use crate::games::heaps::{Division, Taking};
use crate::games::noughts::Noughts;
use crate::games::othello::Othello;
use crate::games::tree::{Tree, TreeGame};
use crate::notation::Notation;
use crate::search::alpha_beta::fail_soft;
use crate::search::minimax::negamax;
use crate::search::solve::value_of;
use wold_chance::{Seed, Stream};

fn plain() -> Config {
    Config { table_bits: 0, symmetry: false, aspiration: None, ordering: false, quiescence: 0 }
}

#[test]
fn every_combination_of_its_parts_finds_the_value_of_random_trees() {
    for seed in 0..300 {
        let mut stream = Stream::named(Seed(seed), "engine", &[]);
        let tree = Tree::max([Tree::random(5, 4, 9, false, &mut stream), Tree::Leaf(-9)]);
        let game = TreeGame::within(tree, -9, 9);
        let value = f64::from(negamax(&game, &game.start(), u32::MAX).value);
        for parts in 0..16u32 {
            let config = Config {
                table_bits: if parts & 1 != 0 { 8 } else { 0 },
                symmetry: parts & 2 != 0,
                aspiration: (parts & 4 != 0).then_some(3),
                ordering: parts & 8 != 0,
                quiescence: 0,
            };
            let mut engine = AlphaBeta::new(game.clone(), game.start(), config);
            let answer = engine.run(&Budget::default());
            assert_eq!(answer.ending, Ending::Complete);
            assert_eq!(answer.bounds, (value, value), "seed {seed}, parts {parts}");
        }
    }
}

#[test]
fn looking_to_a_depth_gives_what_alpha_beta_gives() {
    for depth in 1..=6 {
        let expected = fail_soft(&ConnectFour, &ConnectFour.start(), depth, (-INFINITE, INFINITE)).value;
        for config in [plain(), Config { quiescence: 0, ..Config::default() }] {
            let mut engine = AlphaBeta::new(ConnectFour, ConnectFour.start(), config);
            engine.run(&Budget::depth(depth));
            assert_eq!(engine.value, expected, "depth {depth}");
        }
    }
}

#[test]
fn noughts_and_crosses_is_proven_a_draw_within_the_nodes_of_plain_alpha_beta() {
    let game = Noughts::new(3, 3).expect("fits");
    let config = Config { symmetry: true, quiescence: 0, ..Config::default() };
    let mut engine = AlphaBeta::new(game.clone(), game.start(), config);
    let answer = engine.run(&Budget::default());
    assert_eq!((answer.bounds, answer.ending), ((0.0, 0.0), Ending::Complete));
    assert_eq!(answer.line.len(), 9);
    assert!(answer.stats.nodes < 7_275, "{} nodes", answer.stats.nodes);
}

#[test]
fn it_can_stop_anywhere_and_go_on_to_the_same_answer() {
    let game = Noughts::new(3, 3).expect("fits");
    let mut whole = AlphaBeta::new(game.clone(), game.start(), Config::default());
    whole.run(&Budget::default());
    let mut pieces = AlphaBeta::new(game.clone(), game.start(), Config::default());
    let mut nodes = 1;
    while pieces.run(&Budget::nodes(nodes)).ending != Ending::Complete {
        let best = pieces.answer().best().expect("there is always a move");
        assert!(game.is_legal(&game.start(), best));
        nodes = nodes * 3 / 2 + 10;
        assert!(nodes < 1_000_000, "it ends");
    }
    assert_eq!(pieces.answer().bounds, whole.answer().bounds);
}

#[test]
fn no_budget_at_all_still_gives_a_legal_move_and_an_ended_game_none() {
    let mut engine = AlphaBeta::new(Othello, Othello.start(), Config::default());
    let answer = engine.run(&Budget::nodes(0));
    assert_eq!(answer.ending, Ending::Partial(Limit::Nodes));
    assert!(Othello.is_legal(&Othello.start(), answer.best().expect("a move")));

    let game = Noughts::new(3, 3).expect("fits");
    let over = game.read_position("xxx/oo./...").expect("can be");
    let mut engine = AlphaBeta::new(game, over, Config::default());
    let answer = engine.run(&Budget::default());
    assert_eq!((answer.ending, answer.best(), answer.value), (Ending::Over, None, -1.0));
}

#[test]
fn it_wins_at_once_where_it_can_and_stops_what_it_must() {
    let best = |text: &str| {
        let state = ConnectFour.read_position(text).expect("can be");
        let mut engine = AlphaBeta::new(ConnectFour, state, Config::default());
        engine.run(&Budget::depth(4)).clone()
    };
    let wins = best("......./......./......./o....../o....../oxxx...");
    assert_eq!((wins.best(), wins.value, wins.line.len()), (Some(&4), 1.0, 1));
    let stops = best("......./......./......./......./x....../xooo..x");
    assert_eq!(stops.best(), Some(&4), "or o completes its four there");
    let game = Breakthrough
        .read_position("......../x......./......../......../......../......../.o....../........ x");
    let mut engine = AlphaBeta::new(Breakthrough, game.expect("can be"), Config::default());
    assert_eq!(engine.run(&Budget::depth(3)).value, 1.0);
}

#[test]
fn heaps_are_solved_like_by_the_memory_solver() {
    for n in 1..=12 {
        let game = Division::new(n).expect("fits");
        let mut engine = AlphaBeta::new(game, game.start(), Config::default());
        let answer = engine.run(&Budget::default());
        assert_eq!(answer.bounds.0 as i32, value_of(&game, &game.start()).value, "{n} matches");
    }
    let game = Taking::nim(&[3, 4, 5]).expect("fits");
    let mut engine = AlphaBeta::new(game.clone(), game.start(), Config::default());
    assert_eq!(engine.run(&Budget::default()).bounds, (1.0, 1.0));
}

#[test]
fn the_same_search_twice_is_the_same_search() {
    let run = || {
        let mut engine = AlphaBeta::new(Breakthrough, Breakthrough.start(), Config::default());
        engine.run(&Budget::nodes(20_000)).clone()
    };
    assert_eq!(run(), run());
}
