//! Games of chance: expectiminimax, and alpha-beta through chance nodes.
//!
//! A chance node is worth Σ P(u)·value(u). With all leaves in [ℓmin, ℓmax] a chance node can be cut before all outcomes are
//! seen (Ballard's *-minimax). With E the sum over outcomes seen and L, U the least and greatest the unseen ones can add,
//! outcome i needs the window
//!
//! ```text
//! αᵢ = (α − E − U) / Pᵢ        βᵢ = (β − E − L) / Pᵢ
//! ```
//!
//! and the node is cut when the outcome's value is ≤ αᵢ or ≥ βᵢ. These bounds are compared as they are; only the window given
//! to the child is clamped to [ℓmin, ℓmax], for a value at the very end of the range is exact and no reason to cut.
//! * [`Method::Full`]: no cuts at all. [`Method::Choices`]: cuts at choices only.
//! * [`Method::Star1`]: L and U from the range. [`Method::Star2`]: probes one move of every outcome first, which bounds it on one
//!   side, and often cuts without any full search (Hauk).
//!
//! Choices are fail-soft. Values are for First.

use super::minimax::ENDLESS;
use crate::budget::{Budget, Meter};
use crate::{Rules, Side, Turn};

/// Where to cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Nowhere.
    Full,
    /// At choices.
    Choices,
    /// At chance nodes too, by the range of values.
    Star1,
    /// And after a probe of each outcome.
    #[default]
    Star2,
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Where to cut.
    pub method: Method,
    /// Choices looked ahead; chance nodes do not count.
    pub depth: u32,
    /// What a payoff of one is worth beside evaluations.
    pub payoff: f64,
    /// All values lie in here; evaluations outside are cut off.
    pub range: (f64, f64),
}

impl Config {
    /// The whole tree, payoffs as they are.
    pub fn whole<R: Rules>(rules: &R, method: Method) -> Self {
        let (low, high) = rules.payoffs();
        Self { method, depth: u32::MAX, payoff: 1.0, range: (low.into(), high.into()) }
    }

    /// To a depth, a win worth a hundred points of evaluation.
    #[must_use]
    pub fn to_depth(depth: u32) -> Self {
        Self { method: Method::Star2, depth, payoff: 100.0, range: (-100.0, 100.0) }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected<M> {
    /// Value for First.
    pub value: f64,
    /// The choice at the root; none on chance's turn or when the game is over.
    pub best: Option<M>,
    /// Values of the choices at the root, for First; all but the best may be bounds.
    pub choices: Vec<(M, f64)>,
    /// Positions visited, the root among them.
    pub nodes: u64,
}

/// The expected value of a position.
///
/// ```
/// use wold_arena::games::tree::{Tree, TreeGame};
/// use wold_arena::search::expecti::{Config, Method, expectiminimax};
/// use wold_arena::Rules;
/// let game = TreeGame::within(Tree::max([Tree::Leaf(0), Tree::even([Tree::Leaf(-1), Tree::Leaf(3)])]), -4, 4);
/// let found = expectiminimax(&game, &game.start(), Config::whole(&game, Method::Star1));
/// assert_eq!((found.value, found.best), (1.0, Some(1)));
/// ```
pub fn expectiminimax<R: Rules>(rules: &R, state: &R::State, config: Config) -> Expected<R::Move> {
    within(rules, state, config, &mut Meter::new(&Budget::default())).expect(ENDLESS)
}

/// The same under a budget; `None` when it runs out first.
pub fn within<R: Rules>(
    rules: &R,
    state: &R::State,
    config: Config,
    meter: &mut Meter<'_>,
) -> Option<Expected<R::Move>> {
    let before = meter.nodes;
    let mut walk = Walk { rules, config, meter };
    let mut state = state.clone();
    let mut choices = Vec::new();
    let Turn::Of(side) = rules.turn(&state) else {
        let value = walk.value(&mut state, config.depth, config.range.0, config.range.1)?;
        return Some(Expected { value, best: None, choices, nodes: walk.meter.nodes - before });
    };
    if rules.result(&state).is_some() || config.depth == 0 {
        let value = walk.value(&mut state, config.depth, config.range.0, config.range.1)?;
        let best = rules.nth_move(&state, 0);
        return Some(Expected { value, best, choices, nodes: walk.meter.nodes - before });
    }
    if !walk.meter.node() {
        return None;
    }
    let mut moves = Vec::new();
    rules.moves(&state, &mut moves);
    let sign = f64::from(side.sign());
    let mut best: Option<(f64, R::Move)> = None;
    for chosen in moves {
        // One step beyond the range, so that a value at its end is still exact.
        let reached = best.as_ref().map(|(value, _)| *value).filter(|_| config.method != Method::Full);
        let (low, high) = match (side, reached) {
            (Side::First, Some(value)) => (value, config.range.1 + 1.0),
            (Side::Second, Some(value)) => (config.range.0 - 1.0, value),
            (_, None) => (config.range.0 - 1.0, config.range.1 + 1.0),
        };
        let undo = rules.apply(&mut state, &chosen);
        let value = walk.value(&mut state, config.depth - 1, low, high)?;
        rules.cancel(&mut state, &chosen, undo);
        choices.push((chosen.clone(), value));
        if best.as_ref().is_none_or(|(b, _)| sign * value > sign * *b) {
            best = Some((value, chosen));
        }
    }
    let (value, best) = best.map_or((0.0, None), |(value, chosen)| (value, Some(chosen)));
    Some(Expected { value, best, choices, nodes: walk.meter.nodes - before })
}

struct Walk<'a, 'b, R> {
    rules: &'a R,
    config: Config,
    meter: &'a mut Meter<'b>,
}

impl<R: Rules> Walk<'_, '_, R> {
    fn value(&mut self, state: &mut R::State, depth: u32, alpha: f64, beta: f64) -> Option<f64> {
        if !self.meter.node() {
            return None;
        }
        if let Some(payoff) = self.rules.result(state) {
            return Some(f64::from(payoff) * self.config.payoff);
        }
        match self.rules.turn(state) {
            Turn::Chance => self.chance(state, depth, alpha, beta),
            Turn::Of(_) if depth == 0 => {
                let (low, high) = self.config.range;
                Some(f64::from(self.rules.evaluate(state)).clamp(low, high))
            }
            Turn::Of(side) => self.choice(state, side, depth, alpha, beta, usize::MAX),
        }
    }

    /// The best of the first `most` moves.
    fn choice(
        &mut self,
        state: &mut R::State,
        side: Side,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
        most: usize,
    ) -> Option<f64> {
        let mut moves = Vec::new();
        self.rules.moves(state, &mut moves);
        self.meter.work(moves.len() as u64);
        let sign = f64::from(side.sign());
        let mut best = -sign * f64::INFINITY;
        for chosen in moves.into_iter().take(most) {
            let undo = self.rules.apply(state, &chosen);
            let value = self.value(state, depth - 1, alpha, beta)?;
            self.rules.cancel(state, &chosen, undo);
            if sign * value > sign * best {
                best = value;
            }
            match side {
                Side::First => alpha = alpha.max(best),
                Side::Second => beta = beta.min(best),
            }
            if beta <= alpha && self.config.method != Method::Full {
                break;
            }
        }
        Some(best)
    }

    fn chance(&mut self, state: &mut R::State, depth: u32, alpha: f64, beta: f64) -> Option<f64> {
        let mut outcomes = Vec::new();
        self.rules.outcomes(state, &mut outcomes);
        let (least, greatest) = self.config.range;
        if matches!(self.config.method, Method::Full | Method::Choices) {
            // Nothing is cut here, so every outcome must be exact: its window is open.
            return outcomes.into_iter().try_fold(0.0, |sum, (fallen, share)| {
                let undo = self.rules.apply(state, &fallen);
                let value = self.value(state, depth, least - 1.0, greatest + 1.0)?;
                self.rules.cancel(state, &fallen, undo);
                Some(sum + share * value)
            });
        }
        // What each outcome is worth at least and at most, as far as known.
        let mut known = vec![(least, greatest); outcomes.len()];
        if self.config.method == Method::Star2 {
            self.probe(state, depth, &outcomes, &mut known)?;
            let sum = |end: fn(&(f64, f64)) -> f64| -> f64 {
                outcomes.iter().zip(&known).map(|((_, share), range)| share * end(range)).sum()
            };
            let (low, high) = (sum(|range| range.0), sum(|range| range.1));
            if low >= beta {
                return Some(low);
            }
            if high <= alpha {
                return Some(high);
            }
        }
        let mut seen = 0.0;
        for (index, (fallen, share)) in outcomes.iter().enumerate() {
            let rest = |end: fn(&(f64, f64)) -> f64| -> f64 {
                let unseen = outcomes.iter().zip(&known).skip(index + 1);
                unseen.map(|((_, share), range)| share * end(range)).sum()
            };
            let (low_rest, high_rest) = (rest(|range| range.0), rest(|range| range.1));
            let (low, high) = ((alpha - seen - high_rest) / share, (beta - seen - low_rest) / share);
            let undo = self.rules.apply(state, fallen);
            let value = self.value(state, depth, low.max(least), high.min(greatest))?;
            self.rules.cancel(state, fallen, undo);
            seen += share * value;
            if value <= low {
                return Some(seen + high_rest);
            }
            if value >= high {
                return Some(seen + low_rest);
            }
        }
        Some(seen)
    }

    /// Looks at one move of each outcome: a floor where First chooses, a ceiling where Second does.
    fn probe(
        &mut self,
        state: &mut R::State,
        depth: u32,
        outcomes: &[(R::Move, f64)],
        known: &mut [(f64, f64)],
    ) -> Option<()> {
        let (least, greatest) = self.config.range;
        for ((fallen, _), range) in outcomes.iter().zip(known) {
            let undo = self.rules.apply(state, fallen);
            if let Some(payoff) = self.rules.result(state) {
                *range = (f64::from(payoff) * self.config.payoff, f64::from(payoff) * self.config.payoff);
            } else if let (Turn::Of(side), true) = (self.rules.turn(state), depth > 0) {
                let value = self.choice(state, side, depth, least - 1.0, greatest + 1.0, 1)?;
                match side {
                    Side::First => range.0 = value.max(least),
                    Side::Second => range.1 = value.min(greatest),
                }
            }
            self.rules.cancel(state, fallen, undo);
        }
        Some(())
    }
}

#[cfg(test)]
#[path = "expecti_tests.rs"]
mod tests;
