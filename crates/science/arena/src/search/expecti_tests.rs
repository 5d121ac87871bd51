use super::*;
use crate::games::diced::Diced;
use crate::games::tree::{Tree, TreeGame};
use crate::search::minimax::minimax;
use wold_chance::{Seed, Stream};

fn leaf(value: i32) -> Tree {
    Tree::Leaf(value)
}

fn star1(tree: Tree) -> Expected<u16> {
    let game = TreeGame::within(tree, -4, 4);
    expectiminimax(&game, &game.start(), Config::whole(&game, Method::Star1))
}

#[test]
fn the_smallest_trees_that_tell_right_bounds_from_wrong_ones() {
    assert_eq!(star1(Tree::max([leaf(0), Tree::even([leaf(-1), leaf(3)])])).value, 1.0);
    assert_eq!(star1(Tree::even([leaf(-4), leaf(1)])).value, -1.5);
    let cut = star1(Tree::max([leaf(2), Tree::even([leaf(-4), leaf(3), leaf(4), leaf(4)])]));
    assert_eq!((cut.value, cut.nodes), (2.0, 4));
}

#[test]
fn all_methods_agree_on_random_trees_whose_leaves_reach_the_ends_of_the_range() {
    let methods = [Method::Full, Method::Choices, Method::Star1, Method::Star2];
    let mut nodes = [0; 4];
    for seed in 0..200 {
        let mut stream = Stream::named(Seed(seed), "star", &[]);
        let game = TreeGame::new(Tree::max([
            Tree::random(6, 4, 4, true, &mut stream),
            Tree::random(6, 4, 4, true, &mut stream),
        ]));
        let values = methods.map(|method| {
            let found = expectiminimax(&game, &game.start(), Config::whole(&game, method));
            nodes[method as usize] += found.nodes;
            found.value
        });
        for value in values {
            assert!((value - values[0]).abs() < 1e-9, "seed {seed}: {values:?}");
        }
    }
    let [full, choices, star1, _] = nodes;
    assert!(star1 < choices && choices < full, "{nodes:?}");
}

#[test]
fn without_chance_it_is_minimax() {
    for seed in 0..100 {
        let mut stream = Stream::named(Seed(seed), "no chance", &[]);
        let tree = Tree::max([Tree::random(5, 3, 6, false, &mut stream), leaf(0)]);
        let game = TreeGame::within(tree, -6, 6);
        let plain = minimax(&game, &game.start(), u32::MAX);
        let found = expectiminimax(&game, &game.start(), Config::whole(&game, Method::Star2));
        assert_eq!((found.value, found.best), (f64::from(plain.value), Some(plain.line[0])));
    }
}

#[test]
fn star2_probes_save_nodes_where_outcomes_have_many_replies() {
    let game = Diced::copper();
    let mut state = game.start();
    for square in [4, 0, 8] {
        game.apply(&mut state, &crate::games::diced::Deed::Bet(vec![(square, 2)]));
    }
    let search = |method| expectiminimax(&game, &state, Config { method, ..Config::to_depth(2) });
    let (full, one, two) = (search(Method::Full), search(Method::Star1), search(Method::Star2));
    assert!((full.value - one.value).abs() < 1e-9 && (full.value - two.value).abs() < 1e-9);
    assert!(one.nodes < full.nodes, "{} and {}", one.nodes, full.nodes);
    assert!(two.nodes < one.nodes, "{} and {}", two.nodes, one.nodes);
}
