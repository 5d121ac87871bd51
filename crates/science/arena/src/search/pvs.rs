//! Principal variation search: the first child with the whole window, the others only to show that they are no better.
//!
//! A null window (α, α+ε) answers "is it better?"; values are integers, so ε = 1 lies below any gap. If a child is better
//! and inside the window it is searched again with (t, β) (Marsland and Campbell), one ε wider than needed so that the line of
//! an equal value is kept. Fail-soft. [`aspiration`] begins with a guess and a narrow window, and searches again with the
//! failed side open. Does not support chance.

use super::INFINITE;
use super::minimax::{ENDLESS, Found, Weight, leaf_value, mover, relation};
use crate::Rules;
use crate::budget::{Budget, Meter};

/// Smaller than any gap between two values.
const EPSILON: i32 = 1;

/// Value for the side to move inside a window.
pub fn pvs<R: Rules>(rules: &R, state: &R::State, depth: u32, (alpha, beta): (i32, i32)) -> Found<R::Move> {
    inside(rules, state, depth, (alpha, beta), Weight::Plain, &mut Meter::new(&Budget::default()))
        .expect(ENDLESS)
}

fn inside<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: u32,
    (alpha, beta): (i32, i32),
    weight: Weight,
    meter: &mut Meter<'_>,
) -> Option<Found<R::Move>> {
    let before = meter.nodes;
    let mut walk = Walk { rules, weight, meter, leaves: 0 };
    let (value, mut line) = walk.search(&mut state.clone(), depth, alpha, beta)?;
    line.reverse();
    Some(Found { value, line, nodes: walk.meter.nodes - before, leaves: walk.leaves })
}

/// Searches around a guess: (guess − width, guess + width) first, and again with the side open that failed. Returns what
/// was found and how many searches it took.
pub fn aspiration<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: u32,
    guess: i32,
    width: i32,
) -> (Found<R::Move>, u32) {
    around(rules, state, depth, guess, width, Weight::Plain, &mut Meter::new(&Budget::default()))
        .expect(ENDLESS)
}

/// The same for play: around the position's own evaluation, and whoever has won outweighs every evaluation. `None` when the
/// budget runs out first.
pub fn pvs_for_play<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: u32,
    width: i32,
    meter: &mut Meter<'_>,
) -> Option<Found<R::Move>> {
    let guess = mover(rules, state).sign() * rules.evaluate(state);
    Some(around(rules, state, depth, guess, width, Weight::Decisive, meter)?.0)
}

fn around<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: u32,
    guess: i32,
    width: i32,
    weight: Weight,
    meter: &mut Meter<'_>,
) -> Option<(Found<R::Move>, u32)> {
    let (mut alpha, mut beta) = (guess - width, guess + width);
    let (mut nodes, mut leaves) = (0, 0);
    for searches in 1.. {
        let mut found = inside(rules, state, depth, (alpha, beta), weight, meter)?;
        nodes += found.nodes;
        leaves += found.leaves;
        if found.value <= alpha && alpha > -INFINITE {
            alpha = -INFINITE;
        } else if found.value >= beta && beta < INFINITE {
            beta = INFINITE;
        } else {
            (found.nodes, found.leaves) = (nodes, leaves);
            return Some((found, searches));
        }
    }
    unreachable!("a window open on both sides holds every value")
}

struct Walk<'a, 'b, R> {
    rules: &'a R,
    weight: Weight,
    meter: &'a mut Meter<'b>,
    leaves: u64,
}

impl<R: Rules> Walk<'_, '_, R> {
    /// A child's value for its parent, with the parent's window.
    fn child(
        &mut self,
        state: &mut R::State,
        flip: i32,
        depth: u32,
        low: i32,
        high: i32,
    ) -> Option<(i32, Vec<R::Move>)> {
        if flip == 1 {
            return self.search(state, depth, low, high);
        }
        let (value, line) = self.search(state, depth, -high, -low)?;
        Some((-value, line))
    }

    fn search(
        &mut self,
        state: &mut R::State,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<(i32, Vec<R::Move>)> {
        if !self.meter.node() {
            return None;
        }
        let side = mover(self.rules, state);
        if let Some(value) = leaf_value(self.rules, state, depth, self.weight) {
            self.leaves += 1;
            return Some((side.sign() * value, Vec::new()));
        }
        let mut moves = Vec::new();
        self.rules.moves(state, &mut moves);
        let mut best: (i32, Vec<R::Move>) = (-INFINITE, Vec::new());
        for (index, chosen) in moves.into_iter().enumerate() {
            let undo = self.rules.apply(state, &chosen);
            let flip = relation(side, mover(self.rules, state));
            let low = alpha.max(best.0);
            let (mut value, mut line) = if index == 0 {
                self.child(state, flip, depth - 1, alpha, beta)?
            } else {
                self.child(state, flip, depth - 1, low, low + EPSILON)?
            };
            if index > 0 && value > low && value < beta && depth > 1 {
                (value, line) = self.child(state, flip, depth - 1, value - EPSILON, beta)?;
            }
            self.rules.cancel(state, &chosen, undo);
            if value > best.0 {
                line.push(chosen);
                best = (value, line);
            }
            if beta <= best.0 {
                break;
            }
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::ConnectFour;
    use crate::games::tree::{Tree, TreeGame};
    use crate::search::alpha_beta::fail_soft;
    use crate::search::minimax::negamax;
    use wold_chance::{Seed, Stream};

    #[test]
    fn equals_negamax_on_3000_random_trees_and_so_does_any_aspiration() {
        for seed in 0..3000 {
            let mut stream = Stream::named(Seed(seed), "pvs", &[]);
            let tree = Tree::max([Tree::random(4, 4, 10, false, &mut stream)]);
            let game = TreeGame::within(tree, -10, 10);
            let start = game.start();
            let plain = negamax(&game, &start, u32::MAX);
            let found = pvs(&game, &start, u32::MAX, (-INFINITE, INFINITE));
            assert_eq!(found.value, plain.value, "seed {seed}");
            let guess = stream.below(21) as i32 - 10;
            let (aspired, searches) = aspiration(&game, &start, u32::MAX, guess, 2);
            assert_eq!(aspired.value, plain.value, "seed {seed}, guess {guess}");
            assert!(searches <= 3);
        }
    }

    #[test]
    fn the_line_leads_to_the_value() {
        for seed in 0..200 {
            let mut stream = Stream::named(Seed(seed), "pv", &[]);
            let tree = Tree::max([Tree::random(5, 3, 50, false, &mut stream)]);
            let game = TreeGame::within(tree, -50, 50);
            let found = pvs(&game, &game.start(), u32::MAX, (-INFINITE, INFINITE));
            let mut state = game.start();
            for child in &found.line {
                game.apply(&mut state, child);
            }
            assert_eq!(game.result(&state), Some(found.value), "seed {seed}");
        }
    }

    #[test]
    fn it_looks_at_fewer_positions_of_connect_four_than_alpha_beta() {
        let start = ConnectFour.start();
        let window = (-INFINITE, INFINITE);
        let (narrow, wide) =
            (pvs(&ConnectFour, &start, 7, window), fail_soft(&ConnectFour, &start, 7, window));
        assert_eq!(narrow.value, wide.value);
        assert!(narrow.nodes < wide.nodes, "{} and {}", narrow.nodes, wide.nodes);
    }
}
