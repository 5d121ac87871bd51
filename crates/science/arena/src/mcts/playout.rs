//! How a position is played to its end.
//!
//! * [`RandomPlayout`]: random moves; the game's own fast way where it has one.
//! * [`SharpPlayout`]: random moves, but wins at once are taken and the opponent's are stopped: slower, and worth far more each.
//! * [`MixedPlayout`]: a weighted portfolio of policies, one drawn for each move; some randomness among heuristics beats either alone.
//! * [`AbstractPlayout`]: leaves the true rules at the edge of the tree for a model that is quicker to play.

use crate::rules::random_move;
use crate::{Rules, Turn};
use std::sync::Arc;
use wold_chance::Stream;

/// Plays a position to its end, or far enough to judge it.
pub trait Playout<S> {
    /// The margin for First, in -1..=1.
    fn play(&mut self, state: S, stream: &mut Stream) -> f64;
}

/// Moves of a playout at most, unless told otherwise.
const MOST_MOVES: u32 = 1_000;

/// Random moves.
#[derive(Clone, Debug)]
pub struct RandomPlayout<R> {
    rules: R,
    /// Moves at most; then the position's margin counts.
    pub most: u32,
}

impl<R: Rules> RandomPlayout<R> {
    /// To the end, for a thousand moves at most.
    #[must_use]
    pub fn new(rules: R) -> Self {
        Self { rules, most: MOST_MOVES }
    }
}

impl<R: Rules> Playout<R::State> for RandomPlayout<R> {
    fn play(&mut self, mut state: R::State, stream: &mut Stream) -> f64 {
        self.rules.random_playout(&mut state, self.most, stream)
    }
}

/// Random moves, except where one is urgent ([`Rules::urgent_move`]).
#[derive(Clone, Debug)]
pub struct SharpPlayout<R> {
    rules: R,
    /// Moves at most; then the position's margin counts.
    pub most: u32,
}

impl<R: Rules> SharpPlayout<R> {
    /// To the end, for a thousand moves at most.
    #[must_use]
    pub fn new(rules: R) -> Self {
        Self { rules, most: MOST_MOVES }
    }
}

impl<R: Rules> Playout<R::State> for SharpPlayout<R> {
    fn play(&mut self, mut state: R::State, stream: &mut Stream) -> f64 {
        let mut scratch = Vec::new();
        for _ in 0..self.most {
            if self.rules.result(&state).is_some() {
                break;
            }
            let urgent = self.rules.urgent_move(&state);
            let chosen = urgent.or_else(|| random_move(&self.rules, &state, &mut scratch, stream));
            let Some(chosen) = chosen else { break };
            self.rules.apply(&mut state, &chosen);
        }
        self.rules.margin(&state)
    }
}

/// Chooses a move; `None` leaves it to chance.
pub type Policy<R> =
    Arc<dyn Fn(&R, &<R as Rules>::State, &mut Stream) -> Option<<R as Rules>::Move> + Send + Sync>;

/// A weighted portfolio of policies.
#[derive(Clone)]
pub struct MixedPlayout<R: Rules> {
    rules: R,
    policies: Vec<(f64, Policy<R>)>,
    sum: f64,
    /// Moves at most; then the position's margin counts.
    pub most: u32,
}

impl<R: Rules> MixedPlayout<R> {
    /// Random moves with this weight, and further policies by [`with`](Self::with).
    #[must_use]
    pub fn new(rules: R, random: f64) -> Self {
        let anything: Policy<R> = Arc::new(|_, _, _| None);
        Self { rules, policies: vec![(random.max(0.0), anything)], sum: random.max(0.0), most: MOST_MOVES }
    }

    /// And this policy with this weight.
    #[must_use]
    pub fn with(mut self, weight: f64, policy: Policy<R>) -> Self {
        self.sum += weight.max(0.0);
        self.policies.push((weight.max(0.0), policy));
        self
    }

    /// A move by one of the policies.
    pub fn choose(&self, state: &R::State, stream: &mut Stream) -> Option<R::Move> {
        let mut scratch = Vec::new();
        if self.rules.turn(state) == Turn::Chance {
            return random_move(&self.rules, state, &mut scratch, stream);
        }
        let mut left = stream.unit() * self.sum;
        let drawn = self.policies.iter().find(|(weight, _)| {
            left -= weight;
            left < 0.0
        });
        drawn
            .and_then(|(_, policy)| policy(&self.rules, state, stream))
            .or_else(|| random_move(&self.rules, state, &mut scratch, stream))
    }
}

impl<R: Rules> Playout<R::State> for MixedPlayout<R> {
    fn play(&mut self, mut state: R::State, stream: &mut Stream) -> f64 {
        for _ in 0..self.most {
            if self.rules.result(&state).is_some() {
                break;
            }
            let Some(chosen) = self.choose(&state, stream) else { break };
            self.rules.apply(&mut state, &chosen);
        }
        self.rules.margin(&state)
    }
}

/// A simpler model of a game, made from a position at the edge of the tree.
pub trait Abstraction<S>: Clone + Send {
    /// Plays the model to its end: the margin for First, in -1..=1.
    fn outcome(&self, state: &S, stream: &mut Stream) -> f64;
}

/// Plays the model instead of the game.
#[derive(Clone, Debug)]
pub struct AbstractPlayout<A>(pub A);

impl<S, A: Abstraction<S>> Playout<S> for AbstractPlayout<A> {
    fn play(&mut self, state: S, stream: &mut Stream) -> f64 {
        self.0.outcome(&state, stream)
    }
}
