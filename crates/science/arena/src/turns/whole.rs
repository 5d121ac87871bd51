//! Whole turns as moves: the flat way to search a game of many actions.
//!
//! Turn number `n` of a position is drawn by (position, n): option by option, each equally likely. There is no end to them; lists
//! hold the first [`WholeTurns::listed`].

use super::{ActionSets, WholeTurn, same_turn};
use crate::{Rules, Turn};
use wold_chance::{Seed, Stream};

/// The game seen one whole turn at a time.
#[derive(Clone, Debug)]
pub struct WholeTurns<R> {
    /// The game.
    pub rules: R,
    /// How many turns a list holds.
    pub listed: usize,
}

impl<R: ActionSets> WholeTurns<R> {
    fn draw(&self, state: &R::State, n: usize) -> WholeTurn<R::Move> {
        let mut stream = Stream::named(Seed(self.rules.hash(state)), "turn", &[n as u64]);
        let number = self.rules.turn_number(state);
        let mut state = state.clone();
        let mut turn = Vec::new();
        let (mut sets, mut options) = (Vec::new(), Vec::new());
        while same_turn(&self.rules, &state, number) {
            sets.clear();
            options.clear();
            self.rules.open_sets(&state, &mut sets);
            let Some(&set) = sets.first() else { break };
            self.rules.options(&state, set, &mut options);
            let Some(chosen) = stream.pick(&options) else { break };
            self.rules.apply(&mut state, chosen);
            turn.push(chosen.clone());
        }
        turn
    }
}

impl<R: ActionSets> Rules for WholeTurns<R> {
    type State = R::State;
    type Move = WholeTurn<R::Move>;
    type Undo = R::State;

    fn start(&self) -> R::State {
        self.rules.start()
    }

    fn turn(&self, state: &R::State) -> Turn {
        self.rules.turn(state)
    }

    fn result(&self, state: &R::State) -> Option<i32> {
        self.rules.result(state)
    }

    fn moves(&self, state: &R::State, out: &mut Vec<WholeTurn<R::Move>>) {
        if self.rules.result(state).is_none() {
            let from = out.len();
            for n in 0..self.listed {
                let turn = self.draw(state, n);
                if !out[from..].contains(&turn) {
                    out.push(turn);
                }
            }
        }
    }

    fn nth_move(&self, state: &R::State, n: usize) -> Option<WholeTurn<R::Move>> {
        (n < self.listed && self.rules.result(state).is_none()).then(|| self.draw(state, n))
    }

    fn apply(&self, state: &mut R::State, turn: &WholeTurn<R::Move>) -> R::State {
        let before = state.clone();
        for action in turn {
            self.rules.apply(state, action);
        }
        before
    }

    fn cancel(&self, state: &mut R::State, _turn: &WholeTurn<R::Move>, before: R::State) {
        *state = before;
    }

    fn hash(&self, state: &R::State) -> u64 {
        self.rules.hash(state)
    }

    fn payoffs(&self) -> (i32, i32) {
        self.rules.payoffs()
    }

    fn evaluate(&self, state: &R::State) -> i32 {
        self.rules.evaluate(state)
    }

    fn margin(&self, state: &R::State) -> f64 {
        self.rules.margin(state)
    }
}
