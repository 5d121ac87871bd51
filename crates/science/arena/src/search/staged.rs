//! Staged search: look a few plies ahead everywhere, and further where a position looks exceptional.
//!
//! At the last ply a position is *exceptional* if its evaluation differs from the root's by at least
//! [`Stages::surprise`]; then the search goes on below it for [`Stages::further`] plies, at most [`Stages::most`] times along
//! a line. Alpha-beta, fail-soft. Does not support chance.

use super::INFINITE;
use super::minimax::{Found, mover, relation};
use crate::Rules;
use crate::budget::Meter;

/// When to look further, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    /// Plies of the first stage.
    pub depth: u32,
    /// How much the evaluation must change to be exceptional.
    pub surprise: i32,
    /// Plies of each further stage.
    pub further: u32,
    /// Further stages along a line.
    pub most: u32,
}

impl Default for Stages {
    fn default() -> Self {
        Self { depth: 4, surprise: 20, further: 2, most: 2 }
    }
}

/// The value of a position for the side to move; `None` when the budget runs out first.
pub fn staged<R: Rules>(
    rules: &R,
    state: &R::State,
    stages: Stages,
    meter: &mut Meter<'_>,
) -> Option<Found<R::Move>> {
    let before = meter.nodes;
    let mut walk = Walk { rules, stages, calm: rules.evaluate(state), meter, leaves: 0 };
    let (value, mut line) =
        walk.search(&mut state.clone(), stages.depth, stages.most, -INFINITE, INFINITE)?;
    line.reverse();
    Some(Found { value, line, nodes: walk.meter.nodes - before, leaves: walk.leaves })
}

struct Walk<'a, 'b, R> {
    rules: &'a R,
    stages: Stages,
    calm: i32,
    meter: &'a mut Meter<'b>,
    leaves: u64,
}

impl<R: Rules> Walk<'_, '_, R> {
    fn search(
        &mut self,
        state: &mut R::State,
        mut depth: u32,
        mut stages_left: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<(i32, Vec<R::Move>)> {
        if !self.meter.node() {
            return None;
        }
        let side = mover(self.rules, state);
        if let Some(payoff) = self.rules.result(state) {
            self.leaves += 1;
            return Some((side.sign() * payoff * super::WIN, Vec::new()));
        }
        if depth == 0 {
            let value = self.rules.evaluate(state);
            if stages_left == 0 || (value - self.calm).abs() < self.stages.surprise {
                self.leaves += 1;
                return Some((side.sign() * value, Vec::new()));
            }
            depth = self.stages.further.max(1);
            stages_left -= 1;
        }
        let mut moves = Vec::new();
        self.rules.moves(state, &mut moves);
        let mut best = (-INFINITE, Vec::new());
        for chosen in moves {
            let low = alpha.max(best.0);
            let undo = self.rules.apply(state, &chosen);
            let flip = relation(side, mover(self.rules, state));
            let (a, b) = if flip == 1 { (low, beta) } else { (-beta, -low) };
            let (value, mut line) = self.search(state, depth - 1, stages_left, a, b)?;
            self.rules.cancel(state, &chosen, undo);
            if flip * value > best.0 {
                line.push(chosen);
                best = (flip * value, line);
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
    use crate::budget::Budget;
    use crate::games::breakthrough::Breakthrough;
    use crate::games::noughts::Noughts;
    use crate::notation::Notation;
    use crate::search::alpha_beta::fail_soft;

    fn staged<R: Rules>(rules: &R, state: &R::State, stages: Stages) -> Found<R::Move> {
        super::staged(rules, state, stages, &mut Meter::new(&Budget::default())).expect("no limit")
    }

    #[test]
    fn without_surprises_it_is_alpha_beta() {
        let calm = Stages { depth: 3, surprise: i32::MAX, ..Stages::default() };
        let found = staged(&Breakthrough, &Breakthrough.start(), calm);
        let plain = fail_soft(&Breakthrough, &Breakthrough.start(), 3, (-INFINITE, INFINITE));
        assert_eq!((found.value, found.nodes), (plain.value, plain.nodes));
    }

    #[test]
    fn a_further_stage_sees_the_fork_that_the_first_does_not() {
        // X holds two opposite corners, O the centre: a corner loses to a fork, an edge draws.
        let game = Noughts::new(3, 3).expect("fits");
        let state = game.read_position("x../.o./..x").expect("can be");
        let short = staged(&game, &state, Stages { depth: 1, surprise: i32::MAX, ..Stages::default() });
        assert_eq!(short.line[0] % 2, 0, "a corner");
        let further = Stages { depth: 1, surprise: 0, further: 2, most: 2 };
        let far = staged(&game, &state, further);
        assert_eq!(far.line[0] % 2, 1, "an edge");
    }
}
