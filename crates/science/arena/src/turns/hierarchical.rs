//! Monte Carlo search over action sets that always gives a whole turn.
//!
//! The tree is walked by final selection as far as it belongs to this turn. Sets the tree did not reach are filled by the options
//! with the best average over all playouts in which they were taken, and where there is none, by habit; every action is checked
//! against the true rules and replaced if an earlier one has made it impossible ([`super::complete_turn`]).

use super::sets::BySets;
use super::{ActionSets, SetId, WholeTurn, complete_turn, same_turn};
use crate::budget::Budget;
use crate::mcts::playout::Playout;
use crate::mcts::{Config, Mcts, visit_entropy};
use std::collections::BTreeMap;
use wold_chance::Stream;

/// How often actions are random rather than habit while a playout completes the turn.
const RANDOM_SHARE: f64 = 0.5;

/// Completes the turn, remembering what it does, and hands on to another playout.
#[derive(Clone)]
pub struct RecordingPlayout<R, P> {
    rules: R,
    inner: P,
    number: u32,
    sign: f64,
    /// Sum of margins for the searching side and their number, by set and option.
    averages: BTreeMap<(SetId, usize), (f64, u32)>,
}

impl<R: ActionSets, P> RecordingPlayout<R, P> {
    fn average(&self, action: &R::Move) -> Option<f64> {
        let key = (self.rules.set_of(action), self.rules.option_index(action));
        self.averages.get(&key).map(|&(sum, count)| sum / f64::from(count))
    }
}

impl<R: ActionSets, P: Playout<R::State>> Playout<R::State> for RecordingPlayout<R, P> {
    fn play(&mut self, mut state: R::State, stream: &mut Stream) -> f64 {
        let (mut sets, mut options) = (Vec::new(), Vec::new());
        let mut taken = Vec::new();
        while same_turn(&self.rules, &state, self.number) {
            sets.clear();
            self.rules.open_sets(&state, &mut sets);
            let Some(&set) = sets.first() else { break };
            let chosen = if stream.chance(RANDOM_SHARE) {
                options.clear();
                self.rules.options(&state, set, &mut options);
                stream.pick(&options).cloned()
            } else {
                None
            };
            let chosen = chosen.unwrap_or_else(|| self.rules.habit(&state, set, stream));
            self.rules.apply(&mut state, &chosen);
            taken.push((set, self.rules.option_index(&chosen)));
        }
        let margin = self.inner.play(state, stream);
        for key in taken {
            let (sum, count) = self.averages.entry(key).or_insert((0.0, 0));
            *sum += self.sign * margin;
            *count += 1;
        }
        margin
    }
}

/// A search for a whole turn.
pub struct TurnSearch<R: ActionSets, P: Playout<R::State>> {
    rules: R,
    state: R::State,
    mcts: Mcts<BySets<R>, RecordingPlayout<R, P>>,
}

impl<R: ActionSets, P: Playout<R::State>> TurnSearch<R, P> {
    /// A search from the beginning, or the middle, of a turn.
    #[must_use]
    pub fn new(by_sets: BySets<R>, state: R::State, config: Config, inner: P) -> Self {
        let rules = by_sets.rules.clone();
        let number = rules.turn_number(&state);
        let sign = rules.turn(&state).side().map_or(1.0, |side| f64::from(side.sign()));
        let playout =
            RecordingPlayout { rules: rules.clone(), inner, number, sign, averages: BTreeMap::new() };
        Self { mcts: Mcts::new(by_sets, state.clone(), config, playout), rules, state }
    }

    /// Simulates.
    pub fn run(&mut self, budget: &Budget) {
        self.mcts.run(budget);
    }

    /// The tree search itself.
    pub fn search(&self) -> &Mcts<BySets<R>, RecordingPlayout<R, P>> {
        &self.mcts
    }

    /// A whole legal turn; empty only if the game is over.
    #[must_use]
    pub fn decide(&self) -> WholeTurn<R::Move> {
        let number = self.rules.turn_number(&self.state);
        let mut state = self.state.clone();
        let mut planned = Vec::new();
        for (action, _) in self.mcts.final_path() {
            if !same_turn(&self.rules, &state, number) {
                break;
            }
            self.rules.apply(&mut state, &action);
            planned.push(action);
        }
        let mut stream = Stream::named(wold_chance::Seed(self.rules.hash(&self.state)), "complete", &[]);
        let average = |action: &R::Move| self.mcts.playout().average(action);
        complete_turn(&self.rules, &self.state, &planned, &average, &mut stream)
    }

    /// How undecided the search is about each set on the final path: entropy of its options' visits, the clearest first. An order for
    /// [`super::sets::SetOrder::Given`].
    #[must_use]
    pub fn undecided(&self) -> Vec<(SetId, f64)> {
        let path = self.mcts.final_path();
        let mut sets: Vec<(SetId, f64)> = path
            .iter()
            .zip(self.mcts.visits_along())
            .map(|((action, _), visits)| (self.rules.set_of(action), visit_entropy(&visits)))
            .collect();
        let first_turn = self.decide().len();
        sets.truncate(first_turn);
        sets.sort_by(|a, b| a.1.total_cmp(&b.1));
        sets
    }
}

#[cfg(test)]
#[path = "hierarchical_tests.rs"]
mod tests;
