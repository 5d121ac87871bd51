//! Exact values by memory: every position is searched once, whatever way leads to it.
//!
//! For games small enough to be looked at whole (up to some millions of positions). Positions that mirror each other are
//! searched once. A side that finds its greatest payoff looks no further. Does not support chance, and games must end.

use super::minimax::{Found, mover};
use crate::{Rules, Side};
use std::collections::HashMap;

/// The value of a position for First, and a best line.
pub fn value_of<R: Rules>(rules: &R, state: &R::State) -> Found<R::Move> {
    let mut memory = Memory { rules, values: HashMap::new(), nodes: 0, leaves: 0 };
    let value = memory.value(&mut state.clone());
    let mut line = Vec::new();
    let mut state = state.clone();
    let mut moves = Vec::new();
    while rules.result(&state).is_none() {
        moves.clear();
        rules.moves(&state, &mut moves);
        let keeping = moves.iter().find(|chosen| {
            let mut after = state.clone();
            rules.apply(&mut after, chosen);
            memory.value(&mut after) == value
        });
        let Some(keeping) = keeping else { break };
        rules.apply(&mut state, keeping);
        line.push(keeping.clone());
    }
    Found { value, line, nodes: memory.nodes, leaves: memory.leaves }
}

struct Memory<'a, R> {
    rules: &'a R,
    values: HashMap<u64, i32>,
    nodes: u64,
    leaves: u64,
}

impl<R: Rules> Memory<'_, R> {
    fn value(&mut self, state: &mut R::State) -> i32 {
        if let Some(payoff) = self.rules.result(state) {
            self.nodes += 1;
            self.leaves += 1;
            return payoff;
        }
        let key = self.rules.canonical_hash(state);
        if let Some(&known) = self.values.get(&key) {
            return known;
        }
        self.nodes += 1;
        let side = mover(self.rules, state);
        let (low, high) = self.rules.payoffs();
        let greatest = if side == Side::First { high } else { -low };
        let mut moves = Vec::new();
        self.rules.moves(state, &mut moves);
        let mut best = i32::MIN;
        for chosen in moves {
            let undo = self.rules.apply(state, &chosen);
            let value = side.sign() * self.value(state);
            self.rules.cancel(state, &chosen, undo);
            best = best.max(value);
            if best >= greatest {
                break;
            }
        }
        self.values.insert(key, side.sign() * best);
        side.sign() * best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::noughts::Noughts;

    #[test]
    fn small_boards_are_solved_with_at_most_one_look_at_each_position() {
        let solve = |n, k| {
            let game = Noughts::new(n, k).expect("fits");
            value_of(&game, &game.start())
        };
        let three = solve(3, 3);
        assert_eq!((three.value, three.line.len()), (0, 9));
        assert!(three.nodes < 5_478, "{}", three.nodes);
        assert_eq!(solve(2, 2).value, 1);
        assert_eq!(solve(4, 3).value, 1, "three in a row on four by four is won");
    }
}
