//! Playouts by habit: the true rules for a few turns, then a simpler model or the margin as it stands.
//!
//! A share of the actions is random: pure habit would make every playout alike, and pure chance would make them worthless.

use super::ActionSets;
use crate::mcts::playout::Playout;
use wold_chance::Stream;

/// Plays habits, then hands on.
#[derive(Clone, Debug)]
pub struct HabitPlayout<R, P> {
    /// The game.
    pub rules: R,
    /// Turns by the true rules.
    pub turns: u32,
    /// How often an action is random.
    pub random: f64,
    /// What judges the position after them.
    pub then: P,
}

impl<R: ActionSets, P: Playout<R::State>> Playout<R::State> for HabitPlayout<R, P> {
    fn play(&mut self, mut state: R::State, stream: &mut Stream) -> f64 {
        let last = self.rules.turn_number(&state) + self.turns;
        let (mut sets, mut options) = (Vec::new(), Vec::new());
        while self.rules.result(&state).is_none() && self.rules.turn_number(&state) < last {
            sets.clear();
            self.rules.open_sets(&state, &mut sets);
            let Some(&set) = sets.first() else { break };
            let chosen = if stream.chance(self.random) {
                options.clear();
                self.rules.options(&state, set, &mut options);
                stream.pick(&options).cloned()
            } else {
                None
            };
            let chosen = chosen.unwrap_or_else(|| self.rules.habit(&state, set, stream));
            self.rules.apply(&mut state, &chosen);
        }
        if self.rules.result(&state).is_some() {
            return self.rules.margin(&state);
        }
        self.then.play(state, stream)
    }
}
