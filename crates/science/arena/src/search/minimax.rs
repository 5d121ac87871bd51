//! Minimax (von Neumann): First takes the greatest of its children's values, Second the least; and negamax, the same
//! with one rule for both by changing signs. No pruning: these are what other searches are checked against.
//!
//! Supports any number of moves in a row by one side. Does not support chance; see [`super::expecti`].

use super::{EVALUATION_LIMIT, WIN};
use crate::budget::{Budget, Meter};
use crate::{Rules, Side};

/// What a full search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// Value for First (minimax) or for the side to move at the root (negamax forms).
    pub value: i32,
    /// The principal variation.
    pub line: Vec<M>,
    /// Positions visited, the root among them.
    pub nodes: u64,
    /// Positions that were valued without looking further.
    pub leaves: u64,
}

struct Count<'a, 'b> {
    meter: &'a mut Meter<'b>,
    leaves: u64,
}

/// Why a search without limits always ends with an answer.
pub(crate) const ENDLESS: &str = "a budget without limits never runs out";

/// The value of a position for First, looking `depth` plies ahead; positions at the last ply are valued by the game's
/// evaluation.
///
/// ```
/// use wold_arena::games::tree::{Tree, TreeGame};
/// use wold_arena::{Rules, search::minimax::minimax};
/// let tree = Tree::max([Tree::min([Tree::Leaf(3), Tree::Leaf(5)]), Tree::min([Tree::Leaf(1)])]);
/// let game = TreeGame::new(tree);
/// let found = minimax(&game, &game.start(), u32::MAX);
/// assert_eq!((found.value, found.line, found.nodes), (3, vec![0, 0], 6));
/// ```
pub fn minimax<R: Rules>(rules: &R, state: &R::State, depth: u32) -> Found<R::Move> {
    minimax_by(rules, state, depth, Weight::Plain, &mut Meter::new(&Budget::default())).expect(ENDLESS)
}

/// The same for play: whoever has won outweighs every evaluation, the sooner the more. `None` when the budget runs out first.
pub fn minimax_for_play<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: u32,
    meter: &mut Meter<'_>,
) -> Option<Found<R::Move>> {
    minimax_by(rules, state, depth, Weight::Decisive, meter)
}

fn minimax_by<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: u32,
    weight: Weight,
    meter: &mut Meter<'_>,
) -> Option<Found<R::Move>> {
    let before = meter.nodes;
    let mut count = Count { meter, leaves: 0 };
    let (value, mut line) = max_min(rules, &mut state.clone(), depth, weight, &mut count)?;
    line.reverse();
    Some(Found { value, line, nodes: count.meter.nodes - before, leaves: count.leaves })
}

fn max_min<R: Rules>(
    rules: &R,
    state: &mut R::State,
    depth: u32,
    weight: Weight,
    count: &mut Count<'_, '_>,
) -> Option<(i32, Vec<R::Move>)> {
    if !count.meter.node() {
        return None;
    }
    if let Some(value) = leaf_value(rules, state, depth, weight) {
        count.leaves += 1;
        return Some((value, Vec::new()));
    }
    let maximise = rules.turn(state).side() == Some(Side::First);
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    let mut best: Option<(i32, Vec<R::Move>)> = None;
    for chosen in moves {
        let undo = rules.apply(state, &chosen);
        let (value, mut line) = max_min(rules, state, depth - 1, weight, count)?;
        rules.cancel(state, &chosen, undo);
        let better = best.as_ref().is_none_or(|(b, _)| if maximise { value > *b } else { value < *b });
        if better {
            line.push(chosen);
            best = Some((value, line));
        }
    }
    Some(best.expect("a game that is not over has moves"))
}

/// The value of a position for the side to move: the greatest of its children's values with the sign changed.
pub fn negamax<R: Rules>(rules: &R, state: &R::State, depth: u32) -> Found<R::Move> {
    let unlimited = Budget::default();
    let mut meter = Meter::new(&unlimited);
    let mut count = Count { meter: &mut meter, leaves: 0 };
    let (value, mut line) = nega(rules, &mut state.clone(), depth, &mut count);
    line.reverse();
    Found { value, line, nodes: count.meter.nodes, leaves: count.leaves }
}

fn nega<R: Rules>(
    rules: &R,
    state: &mut R::State,
    depth: u32,
    count: &mut Count<'_, '_>,
) -> (i32, Vec<R::Move>) {
    count.meter.node();
    let side = mover(rules, state);
    if let Some(leaf) = leaf_value(rules, state, depth, Weight::Plain) {
        count.leaves += 1;
        return (side.sign() * leaf, Vec::new());
    }
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    let mut best: Option<(i32, Vec<R::Move>)> = None;
    for chosen in moves {
        let undo = rules.apply(state, &chosen);
        let flip = relation(side, mover(rules, state));
        let (value, mut line) = nega(rules, state, depth - 1, count);
        rules.cancel(state, &chosen, undo);
        if best.as_ref().is_none_or(|(b, _)| flip * value > *b) {
            line.push(chosen);
            best = Some((flip * value, line));
        }
    }
    best.expect("a game that is not over has moves")
}

/// Whose values a position's are; chance has no side and counts as First's.
pub(crate) fn mover<R: Rules>(rules: &R, state: &R::State) -> Side {
    rules.turn(state).side().unwrap_or(Side::First)
}

/// +1 if a child's value is already from the parent's view, -1 if the sign must change.
pub(crate) fn relation(parent: Side, child: Side) -> i32 {
    if parent == child { 1 } else { -1 }
}

/// What a finished game counts beside evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// Its payoff, as the game has it: exact values.
    Plain,
    /// More than any evaluation, and more the sooner it is over: for play.
    Decisive,
}

/// The value for First of a position that is not searched further.
pub(crate) fn leaf_value<R: Rules>(rules: &R, state: &R::State, depth: u32, weight: Weight) -> Option<i32> {
    let weigh = |payoff: i32| match weight {
        Weight::Plain => payoff,
        Weight::Decisive => payoff * (WIN + depth.min(EVALUATION_LIMIT as u32) as i32),
    };
    rules.result(state).map(weigh).or_else(|| (depth == 0).then(|| rules.evaluate(state)))
}

/// Positions of a uniform tree: 1 + b + … + b^d.
#[must_use]
pub fn uniform_nodes(branching: f64, depth: i32) -> f64 {
    (0..=depth).map(|ply| libm::pow(branching, f64::from(ply))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::noughts::Noughts;
    use crate::games::tree::{Tree, TreeGame};
    use wold_chance::{Seed, Stream};

    #[test]
    fn the_whole_of_noughts_and_crosses_is_a_draw_in_549946_nodes() {
        let game = Noughts::new(3, 3).expect("fits");
        let found = minimax(&game, &game.start(), u32::MAX);
        assert_eq!((found.value, found.nodes, found.line.len()), (0, 549_946, 9));
    }

    #[test]
    fn both_forms_agree_on_random_trees() {
        for seed in 0..300 {
            let mut stream = Stream::named(Seed(seed), "minimax", &[]);
            let tree = Tree::max([Tree::random(5, 4, 20, false, &mut stream)]);
            let game = TreeGame::within(tree, -20, 20);
            let (a, b) = (minimax(&game, &game.start(), u32::MAX), negamax(&game, &game.start(), u32::MAX));
            assert_eq!(a, b);
        }
    }

    #[test]
    fn a_millisecond_a_node_takes_as_long_as_computed() {
        let seconds = |b: f64, d: i32| uniform_nodes(b, d) / 1000.0;
        let near = |a: f64, b: f64| (a / b - 1.0).abs() < 0.01;
        let table = [
            (3.0, [0.013, 0.121, 9.841, 64_570.0]),
            (30.0, [0.931, 837.9, 6.79e8, 4.45e20]),
            (300.0, [90.3, 8.13e6, 6.58e16, 4.32e36]),
        ];
        for (branching, row) in table {
            for (depth, expected) in [2, 4, 8, 16].into_iter().zip(row) {
                assert!(near(seconds(branching, depth), expected), "{branching}^{depth}");
            }
        }
    }
}
