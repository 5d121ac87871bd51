//! Alpha-beta: minimax that stops looking at a position as soon as it cannot matter any more.
//!
//! Two forms, over the whole tree or to a depth: [`fail_hard`] keeps First and Second apart and returns a value inside
//! the window; [`fail_soft`] is negamax and returns the best bound it found (Fishburn), which may lie outside. A branch
//! is cut when `β ≤ value`: equality cuts too, since an equal line changes nothing. With perfect order a uniform tree
//! needs b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves. Does not support chance.

use super::INFINITE;
use super::minimax::{Found, Weight, leaf_value, mover, relation};
use crate::{Rules, Side};

/// Minimax value for First by alpha-beta with the window (−∞, +∞).
pub fn fail_hard<R: Rules>(rules: &R, state: &R::State, depth: u32) -> Found<R::Move> {
    let mut walk = Walk { rules, nodes: 0, leaves: 0, visited: None };
    let (value, mut line) = walk.hard(&mut state.clone(), depth, -INFINITE, INFINITE);
    line.reverse();
    Found { value, line, nodes: walk.nodes, leaves: walk.leaves }
}

/// Value for the side to move by negamax alpha-beta inside a window; outside it the value is a bound.
pub fn fail_soft<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: u32,
    (alpha, beta): (i32, i32),
) -> Found<R::Move> {
    let mut walk = Walk { rules, nodes: 0, leaves: 0, visited: None };
    let (value, mut line) = walk.soft(&mut state.clone(), depth, alpha, beta);
    line.reverse();
    Found { value, line, nodes: walk.nodes, leaves: walk.leaves }
}

/// The values of the leaves that alpha-beta looks at, in order.
pub fn visited_leaves<R: Rules>(rules: &R, state: &R::State) -> Vec<i32> {
    let mut walk = Walk { rules, nodes: 0, leaves: 0, visited: Some(Vec::new()) };
    walk.hard(&mut state.clone(), u32::MAX, -INFINITE, INFINITE);
    walk.visited.unwrap_or_default()
}

struct Walk<'a, R> {
    rules: &'a R,
    nodes: u64,
    leaves: u64,
    visited: Option<Vec<i32>>,
}

impl<R: Rules> Walk<'_, R> {
    fn leaf(&mut self, state: &R::State, depth: u32) -> Option<i32> {
        self.nodes += 1;
        let value = leaf_value(self.rules, state, depth, Weight::Plain)?;
        self.leaves += 1;
        if let Some(visited) = &mut self.visited {
            visited.push(value);
        }
        Some(value)
    }

    fn hard(
        &mut self,
        state: &mut R::State,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> (i32, Vec<R::Move>) {
        if let Some(value) = self.leaf(state, depth) {
            return (value, Vec::new());
        }
        let maximise = mover(self.rules, state) == Side::First;
        let mut moves = Vec::new();
        self.rules.moves(state, &mut moves);
        let mut best = Vec::new();
        for chosen in moves {
            let undo = self.rules.apply(state, &chosen);
            let (value, mut line) = self.hard(state, depth - 1, alpha, beta);
            self.rules.cancel(state, &chosen, undo);
            if if maximise { value > alpha } else { value < beta } {
                *(if maximise { &mut alpha } else { &mut beta }) = value;
                line.push(chosen);
                best = line;
            }
            if beta <= alpha {
                break;
            }
        }
        (if maximise { alpha } else { beta }, best)
    }

    fn soft(&mut self, state: &mut R::State, depth: u32, alpha: i32, beta: i32) -> (i32, Vec<R::Move>) {
        let side = mover(self.rules, state);
        if let Some(value) = self.leaf(state, depth) {
            return (side.sign() * value, Vec::new());
        }
        let mut moves = Vec::new();
        self.rules.moves(state, &mut moves);
        let mut best = (-INFINITE, Vec::new());
        for chosen in moves {
            let low = alpha.max(best.0);
            let undo = self.rules.apply(state, &chosen);
            let (value, mut line) = if relation(side, mover(self.rules, state)) == 1 {
                self.soft(state, depth - 1, low, beta)
            } else {
                let (value, line) = self.soft(state, depth - 1, -beta, -low);
                (-value, line)
            };
            self.rules.cancel(state, &chosen, undo);
            if value > best.0 {
                line.push(chosen);
                best = (value, line);
            }
            if beta <= best.0 {
                break;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::noughts::{Noughts, Order};
    use crate::games::tree::{Tree, TreeGame};
    use crate::search::minimax::negamax;
    use wold_chance::{Seed, Stream};

    fn leaves(values: &[i32]) -> Vec<Tree> {
        values.iter().map(|&value| Tree::Leaf(value)).collect()
    }

    #[test]
    fn the_classic_trace_visits_six_leaves() {
        // Alternating levels under a maximiser; 90 and more stand for leaves that must not be looked at.
        let max = |values: &[i32]| Tree::max(leaves(values));
        let tree = Tree::max([
            Tree::min([max(&[-3, -2]), max(&[5, 90])]),
            Tree::min([max(&[-5]), max(&[91])]),
            Tree::min([max(&[1]), max(&[3, 92])]),
        ]);
        let game = TreeGame::within(tree, -100, 100);
        assert_eq!(visited_leaves(&game, &game.start()), [-3, -2, 5, -5, 1, 3]);
        assert_eq!(fail_hard(&game, &game.start(), u32::MAX).value, 1);
    }

    /// Leaves such that the first child is best everywhere.
    fn perfectly_ordered(branching: usize, depth: u32, value: i32, side: Side) -> Tree {
        if depth == 0 {
            return Tree::Leaf(value);
        }
        let children = (0..branching as i32)
            .map(|index| perfectly_ordered(branching, depth - 1, value - side.sign() * index, side.other()));
        Tree::Choice(side, children.collect())
    }

    #[test]
    fn perfect_order_needs_the_square_root_of_the_leaves() {
        for (branching, depth, expected) in [(3, 4, 17), (3, 5, 35), (4, 4, 31), (2, 8, 31)] {
            let tree = perfectly_ordered(branching, depth, 0, Side::First);
            let game = TreeGame::within(tree, -100, 100);
            assert_eq!(visited_leaves(&game, &game.start()).len(), expected, "{branching}^{depth}");
            assert_eq!(fail_soft(&game, &game.start(), depth, (-INFINITE, INFINITE)).leaves, expected as u64);
        }
    }

    #[test]
    fn noughts_and_crosses_takes_18297_nodes_by_rows_and_7275_from_the_centre() {
        for (order, nodes) in [(Order::RowMajor, 18_297), (Order::MostLines, 7_275)] {
            let game = Noughts::ordered(3, 3, order).expect("fits");
            let soft = fail_soft(&game, &game.start(), u32::MAX, (-INFINITE, INFINITE));
            let hard = fail_hard(&game, &game.start(), u32::MAX);
            assert_eq!((soft.value, soft.nodes), (0, nodes), "{order:?}");
            assert_eq!((hard.value, hard.nodes), (0, nodes), "{order:?}");
        }
    }

    #[test]
    fn both_forms_equal_negamax_on_3000_random_trees() {
        for seed in 0..3000 {
            let mut stream = Stream::named(Seed(seed), "alpha-beta", &[]);
            let game = TreeGame::within(Tree::max([Tree::random(4, 4, 10, false, &mut stream)]), -10, 10);
            let true_value = negamax(&game, &game.start(), u32::MAX).value;
            assert_eq!(fail_hard(&game, &game.start(), u32::MAX).value, true_value);
            let soft = fail_soft(&game, &game.start(), u32::MAX, (-INFINITE, INFINITE));
            assert_eq!(soft.value, true_value);
            // A narrow window gives a bound on the right side.
            let low = fail_soft(&game, &game.start(), u32::MAX, (-3, 3)).value;
            match true_value {
                v if v <= -3 => assert!(low >= v && low <= -3),
                v if v >= 3 => assert!(low <= v && low >= 3),
                v => assert_eq!(low, v),
            }
        }
    }
}
