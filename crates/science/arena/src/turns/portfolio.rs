//! Hierarchical portfolio search: a few good turns instead of all.
//!
//! A turn has phases; for each there is a handful of *partial players*, each with one idea. Turns are made by all combinations, each
//! partial player acting on the position the phases before have left, and turns that end alike are counted once
//! ([`Portfolio::turns`]). Any search then chooses among them: [`PortfolioTurns`] is a game like any other. Positions at the edge
//! are judged by a [`SymmetricPlayout`]: the same partial players for both sides, to the end.
//!
//! It sees only what its partial players propose: it is never optimal, and it stays sensible when units change.

use super::WholeTurn;
use crate::mcts::playout::Playout;
use crate::{Rules, Turn};
use std::collections::HashSet;
use std::sync::Arc;
use wold_chance::Stream;

/// A game whose turns have phases, in order; some may be left out.
pub trait Phased: Rules {
    /// How many phases there are.
    const PHASES: usize;

    /// The phase a position is in.
    fn phase(&self, state: &Self::State) -> usize;

    /// The number of the turn: changes exactly when the other side may act.
    fn turn_number(&self, state: &Self::State) -> u32;
}

/// Plays one phase by one idea, as a pure function of the position.
pub trait Partial<R: Rules>: Clone + Send + Sync {
    /// The next action in its phase; `None` if it has none, which the game must not need.
    fn next(&self, rules: &R, state: &R::State) -> Option<R::Move>;
}

/// Actions of one phase at most: a partial player that never ends is stopped.
const MOST_ACTIONS: usize = 200;

/// Partial players by phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Portfolio<P> {
    phases: Vec<Vec<P>>,
}

impl<P> Portfolio<P> {
    /// Partial players, a list for each phase.
    #[must_use]
    pub fn new(phases: Vec<Vec<P>>) -> Self {
        Self { phases }
    }

    /// How many combinations there are if no phase is left out and no two are alike.
    #[must_use]
    pub fn combinations(&self) -> usize {
        self.phases.iter().map(|phase| phase.len().max(1)).product()
    }

    /// Its partial players of one phase.
    #[must_use]
    pub fn phase(&self, phase: usize) -> &[P] {
        self.phases.get(phase).map_or(&[], Vec::as_slice)
    }

    /// The turns it proposes, each once; at least one unless the game is over.
    pub fn turns<R: Phased>(&self, rules: &R, state: &R::State) -> Vec<WholeTurn<R::Move>>
    where
        P: Partial<R>,
    {
        if rules.result(state).is_some() {
            return Vec::new();
        }
        let number = rules.turn_number(state);
        let mut ends = vec![(state.clone(), Vec::new())];
        for phase in 0..R::PHASES {
            let mut next = Vec::new();
            let mut seen = HashSet::new();
            for (state, turn) in ends {
                let waits = rules.turn_number(&state) != number
                    || rules.result(&state).is_some()
                    || rules.phase(&state) != phase;
                if waits {
                    if seen.insert(rules.hash(&state)) {
                        next.push((state, turn));
                    }
                    continue;
                }
                for partial in self.phase(phase) {
                    let (mut after, mut longer) = (state.clone(), turn.clone());
                    play_phase(rules, partial, &mut after, &mut longer, phase, number);
                    if seen.insert(rules.hash(&after)) {
                        next.push((after, longer));
                    }
                }
            }
            ends = next;
        }
        ends.into_iter().map(|(_, turn)| turn).filter(|turn| !turn.is_empty()).collect()
    }
}

/// Lets a partial player act until its phase is over. Where it has no action, the game's first one is taken.
fn play_phase<R: Phased, P: Partial<R>>(
    rules: &R,
    partial: &P,
    state: &mut R::State,
    turn: &mut Vec<R::Move>,
    phase: usize,
    number: u32,
) {
    for _ in 0..MOST_ACTIONS {
        let here = rules.turn_number(state) == number
            && rules.result(state).is_none()
            && rules.phase(state) == phase;
        if !here {
            return;
        }
        let wanted = partial.next(rules, state).or_else(|| rules.nth_move(state, 0));
        let Some(action) = wanted else { return };
        rules.apply(state, &action);
        turn.push(action);
    }
}

/// The game of choosing among a portfolio's turns.
#[derive(Clone, Debug)]
pub struct PortfolioTurns<R, P> {
    /// The game.
    pub rules: R,
    /// Who proposes turns.
    pub portfolio: Arc<Portfolio<P>>,
    /// Who judges positions at the edge.
    pub judge: SymmetricPlayout<R, P>,
}

/// What a margin of one is worth to alpha-beta.
const MARGIN: f64 = 10_000.0;

impl<R: Phased, P: Partial<R>> Rules for PortfolioTurns<R, P> {
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
        out.extend(self.portfolio.turns(&self.rules, state));
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

    fn margin(&self, state: &R::State) -> f64 {
        self.rules.margin(state)
    }

    fn evaluate(&self, state: &R::State) -> i32 {
        (self.judge.margin(state.clone()) * MARGIN) as i32
    }
}

/// The same partial players for both sides, one for each phase, to the end of the game.
#[derive(Clone, Debug)]
pub struct SymmetricPlayout<R, P> {
    /// The game.
    pub rules: R,
    /// Who plays each phase.
    pub script: Arc<[P]>,
    /// Actions at most; then the position's margin counts.
    pub most: u32,
}

impl<R: Phased, P: Partial<R>> SymmetricPlayout<R, P> {
    /// The margin for First at the end.
    fn margin(&self, mut state: R::State) -> f64 {
        for _ in 0..self.most {
            if self.rules.result(&state).is_some() {
                break;
            }
            let partial = &self.script[self.rules.phase(&state)];
            let wanted = partial.next(&self.rules, &state).or_else(|| self.rules.nth_move(&state, 0));
            let Some(action) = wanted else { break };
            self.rules.apply(&mut state, &action);
        }
        self.rules.margin(&state)
    }
}

impl<R: Phased, P: Partial<R>> Playout<R::State> for SymmetricPlayout<R, P> {
    fn play(&mut self, state: R::State, _stream: &mut Stream) -> f64 {
        self.margin(state)
    }
}
