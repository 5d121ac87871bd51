//! Monte Carlo tree search.
//!
//! Each simulation walks down the tree by upper confidence bounds (UCT, Kocsis and Szepesvári), adds a position, plays it to
//! the end ([`playout`]) and remembers the result along the way:
//!
//! ```text
//! child = argmax  mean + C · √(ln N / n)         N visits of the parent, n of the child
//! ```
//!
//! * [`Expansion`]: all children at once, one at a time, or as many as the visits earn.
//! * [`Config::min_visits`]: every child is tried so often before bounds decide.
//! * [`Selection::Remembered`]: keeps children sorted and re-sorts only the one just tried. The bonus of all others has changed too, so
//!   the order is approximate; measure before use.
//! * Solver: results that are certain are handed up, and certain losses are not visited again (Winands).
//! * [`Reward`]: continuous margins, stretched; losses as bad as you like. Reward range and C are scaled together.
//! * [`parallel`]: many trees from one root, or one tree for many threads.
//!
//! Supports chance and several moves in a row by one side. Deterministic for one thread; resumable; any budget gives a legal
//! move.

pub mod parallel;
pub mod playout;
mod select;
mod tree;

use crate::answer::{Answer, Candidate, Stats};
use crate::budget::{Budget, Ending, Limit, Meter};
use crate::{Rules, Side, Turn};
use playout::Playout;
use tree::{Node, Tree};
use wold_chance::{Seed, Stream};

/// How a position's children come into the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expansion {
    /// All at once.
    Eager,
    /// One at a time, in the game's order or a random one; bounds decide once all are there.
    Lazy {
        /// In random order.
        random: bool,
    },
    /// As many as ⌈factor · visits^power⌉, the game's first ones: for positions with more moves than simulations.
    Widening {
        /// Children after the first visit.
        factor: f64,
        /// How fast their number grows, in 0..1.
        power: f64,
    },
}

/// How the next child is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// By computing every child's bound.
    Exact,
    /// By an order in which only the child tried last is placed anew.
    Remembered,
}

/// How results are felt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reward {
    /// Margins are multiplied by this and cut off at ±1, so that small differences show.
    pub stretch: f64,
    /// How bad a loss of the searching side is, as a positive number; 1 is as bad as a win is good.
    pub loss: f64,
}

/// How to search.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// C for rewards in -1..1; scaled with [`Reward::loss`]. The default is the √2 of the theory for a range twice as wide: it
    /// finds narrow escapes. Half of it plays wide boards better.
    pub exploration: f64,
    /// Visits of every child before bounds decide.
    pub min_visits: u32,
    /// How children come into the tree.
    pub expansion: Expansion,
    /// How the next child is found.
    pub selection: Selection,
    /// Certain results are handed up.
    pub solver: bool,
    /// How results are felt.
    pub reward: Reward,
    /// Positions in the tree at most; then it grows no more.
    pub most_nodes: usize,
    /// Taken off a child's value while a thread is below it.
    pub virtual_loss: f64,
    /// What draws come from.
    pub seed: Seed,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            exploration: 2.0 * std::f64::consts::SQRT_2,
            min_visits: 1,
            expansion: Expansion::Eager,
            selection: Selection::Exact,
            solver: true,
            reward: Reward { stretch: 1.0, loss: 1.0 },
            most_nodes: 2_000_000,
            virtual_loss: 0.0,
            seed: Seed(1),
        }
    }
}

/// A search that can be resumed.
///
/// ```
/// use wold_arena::games::noughts::Noughts;
/// use wold_arena::mcts::{Config, Mcts, playout::RandomPlayout};
/// use wold_arena::{Budget, Rules};
/// let game = Noughts::new(3, 3)?;
/// let mut search = Mcts::new(game.clone(), game.start(), Config::default(), RandomPlayout::new(game));
/// search.run(&Budget::iterations(1_000));
/// assert_eq!(search.answer().best(), Some(&4), "the centre");
/// # Ok::<(), wold_arena::games::GameError>(())
/// ```
pub struct Mcts<R: Rules, P> {
    rules: R,
    root: R::State,
    config: Config,
    playout: P,
    tree: Tree<R::Move>,
    stream: Stream,
    /// Payoffs to -1..1: what to take off, and what to divide by.
    scale: (f64, f64),
    root_sign: f64,
    iterations: u64,
    deepest: u32,
    ending: Ending,
}

impl<R: Rules, P: Playout<R::State>> Mcts<R, P> {
    /// A search from a position.
    #[must_use]
    pub fn new(rules: R, root: R::State, config: Config, playout: P) -> Self {
        let (low, high) = rules.payoffs();
        let scale = (f64::from(low + high) / 2.0, f64::from(high - low) / 2.0);
        let root_sign = f64::from(rules.turn(&root).side().unwrap_or(Side::First).sign());
        let mut tree = Tree::new();
        tree.nodes.push(Node::new(None));
        let over = rules.result(&root);
        tree.nodes[0].proven = over;
        let stream = Stream::named(config.seed, "mcts", &[]);
        let ending = if over.is_some() { Ending::Over } else { Ending::Partial(Limit::Iterations) };
        Self {
            rules,
            root,
            config,
            playout,
            tree,
            stream,
            scale,
            root_sign,
            iterations: 0,
            deepest: 0,
            ending,
        }
    }

    /// Simulates until the budget is spent or the result is certain. A budget without any limit runs until it is certain, or
    /// for ever.
    pub fn run(&mut self, budget: &Budget) {
        if matches!(self.ending, Ending::Over | Ending::Complete) {
            return;
        }
        let mut meter = Meter::new(budget);
        let mut stream = self.stream.clone();
        let mut path = Vec::new();
        while meter.iteration() {
            let reward = match self.descend(&mut stream, &mut path) {
                Ok(state) => {
                    let margin = self.playout.play(state, &mut stream);
                    self.felt(margin)
                }
                Err(certain) => certain,
            };
            meter.nodes += path.len() as u64;
            self.record(&path, reward);
            if self.tree.nodes[0].proven.is_some() {
                self.ending = Ending::Complete;
                break;
            }
        }
        self.stream = stream;
        if let (Some(limit), Ending::Partial(_)) = (meter.out(), self.ending) {
            self.ending = Ending::Partial(limit);
        }
    }

    /// Walks down to a position to play on from, or to a certain reward. Counts the visits of the whole path.
    pub(crate) fn descend(&mut self, stream: &mut Stream, path: &mut Vec<u32>) -> Result<R::State, f64> {
        let mut state = self.root.clone();
        let mut at = 0;
        path.clear();
        path.push(at);
        self.visit(at, 0.0);
        loop {
            let node = &self.tree.nodes[at as usize];
            if let Some(payoff) = node.proven {
                return Err(self.felt(self.margin_of(payoff)));
            }
            let fresh = node.visits == 1;
            if fresh && at != 0 {
                if let Some(payoff) = self.rules.result(&state) {
                    self.tree.nodes[at as usize].proven = Some(payoff);
                    return Err(self.felt(self.margin_of(payoff)));
                }
                return Ok(state);
            }
            let (child, sign) = match self.rules.turn(&state) {
                Turn::Chance => (self.fallen_child(at, &state, stream), 0.0),
                Turn::Of(side) => (self.chosen_child(at, &state, side), f64::from(side.sign())),
            };
            let Some(child) = child else { return Ok(state) };
            let chosen = self.tree.nodes[child as usize].chosen.clone();
            let chosen = chosen.expect("every position but the root was reached by a move");
            self.rules.apply(&mut state, &chosen);
            at = child;
            path.push(at);
            self.visit(at, sign);
        }
    }

    fn visit(&mut self, at: u32, sign: f64) {
        let node = &mut self.tree.nodes[at as usize];
        node.visits += 1;
        node.sum -= sign * self.config.virtual_loss;
        node.lent = sign;
    }

    /// Remembers a reward for First along a path, and what has become certain by it.
    pub(crate) fn record(&mut self, path: &[u32], reward: f64) {
        self.iterations += 1;
        self.deepest = self.deepest.max(path.len() as u32 - 1);
        for &at in path {
            let node = &mut self.tree.nodes[at as usize];
            node.sum += reward + node.lent * self.config.virtual_loss;
        }
        if self.config.solver {
            self.hand_up(path);
        }
    }

    /// A certain result makes the parent certain if it is the best there can be, or if all others are certain too.
    fn hand_up(&mut self, path: &[u32]) {
        let (low, high) = self.rules.payoffs();
        for step in path.windows(2).rev() {
            let (parent, child) = (step[0] as usize, step[1] as usize);
            let Some(payoff) = self.tree.nodes[child].proven else { return };
            if self.tree.nodes[parent].proven.is_some() {
                continue;
            }
            let certain = match self.tree.nodes[parent].side {
                // Chance is certain of nothing here: outcomes would have to agree.
                None => None,
                Some(Side::First) if payoff == high => Some(high),
                Some(Side::Second) if payoff == low => Some(low),
                Some(side) if self.tree.nodes[parent].complete => {
                    let all: Option<Vec<i32>> = self
                        .tree
                        .children(parent as u32)
                        .map(|c| self.tree.nodes[c as usize].proven)
                        .collect();
                    all.and_then(|all| match side {
                        Side::First => all.into_iter().max(),
                        Side::Second => all.into_iter().min(),
                    })
                }
                Some(_) => None,
            };
            let Some(certain) = certain else { return };
            self.tree.nodes[parent].proven = Some(certain);
        }
    }

    fn margin_of(&self, payoff: i32) -> f64 {
        (f64::from(payoff) - self.scale.0) / self.scale.1
    }

    /// A margin for First as the searching side feels it.
    pub(crate) fn felt(&self, margin: f64) -> f64 {
        let own = (self.root_sign * margin * self.config.reward.stretch).clamp(-1.0, 1.0);
        self.root_sign * if own < 0.0 { own * self.config.reward.loss } else { own }
    }

    /// C for the range rewards have.
    fn exploration(&self) -> f64 {
        self.config.exploration * (1.0 + self.config.reward.loss) / 2.0
    }

    /// What is known so far.
    #[must_use]
    pub fn answer(&self) -> Answer<R::Move> {
        let best_first = self.ranked(0);
        let candidates: Vec<Candidate<R::Move>> = best_first
            .iter()
            .filter_map(|&child| {
                let node = &self.tree.nodes[child as usize];
                Some(Candidate {
                    chosen: node.chosen.clone()?,
                    value: self.root_sign * self.mean(child),
                    visits: node.visits.into(),
                    proven: node.proven.is_some(),
                })
            })
            .collect();
        let mut line = Vec::new();
        let mut at = best_first.first().copied();
        while let Some(child) = at {
            line.extend(self.tree.nodes[child as usize].chosen.clone());
            at = self.ranked(child).first().copied().filter(|&c| self.tree.nodes[c as usize].visits > 0);
        }
        if line.is_empty() {
            line.extend(self.rules.nth_move(&self.root, 0));
        }
        let (low, high) = self.rules.payoffs();
        let widest = f64::from(low.abs().max(high.abs()));
        let exact = self.tree.nodes[0].proven.map(|payoff| self.root_sign * f64::from(payoff));
        Answer {
            line,
            value: exact.unwrap_or_else(|| candidates.first().map_or(0.0, |c| c.value)),
            bounds: exact.map_or((-widest, widest), |value| (value, value)),
            ending: self.ending,
            candidates,
            stats: Stats {
                nodes: self.tree.nodes.len() as u64,
                iterations: self.iterations,
                depth: self.deepest,
                ..Stats::default()
            },
        }
    }

    /// The mean reward for First, or the certain one.
    fn mean(&self, at: u32) -> f64 {
        let node = &self.tree.nodes[at as usize];
        match node.proven {
            Some(payoff) => self.margin_of(payoff),
            None if node.visits == 0 => 0.0,
            None => node.sum / f64::from(node.visits),
        }
    }

    /// Children by how good a choice they are: certain wins, then by visits, certain losses last.
    fn ranked(&self, at: u32) -> Vec<u32> {
        let Some(side) = self.tree.nodes[at as usize].side else { return Vec::new() };
        let sign = f64::from(side.sign());
        let mut children: Vec<u32> = self.tree.children(at).collect();
        // -1, 0 or 1; a certain draw ranks like what is not certain, by its visits.
        let certain = |c: u32| {
            let margin = self.tree.nodes[c as usize].proven.map_or(0.0, |p| sign * self.margin_of(p));
            i32::from(margin > 0.0) - i32::from(margin < 0.0)
        };
        children.sort_by(|&a, &b| {
            let visits = |c: u32| self.tree.nodes[c as usize].visits;
            certain(b)
                .cmp(&certain(a))
                .then(visits(b).cmp(&visits(a)))
                .then((sign * self.mean(b)).total_cmp(&(sign * self.mean(a))))
        });
        children
    }

    /// The sequence of children that final selection takes from the root, with their moves and visits.
    pub fn final_path(&self) -> Vec<(R::Move, u32)> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(&child) = self.ranked(at).first() {
            let node = &self.tree.nodes[child as usize];
            if let (Some(chosen), 1..) = (&node.chosen, node.visits) {
                found.push((chosen.clone(), node.visits));
            } else {
                break;
            }
            at = child;
        }
        found
    }

    /// The visits of each child along the final path: how undecided the search is at each choice.
    pub fn visits_along(&self) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        let mut at = 0;
        while let Some(&child) = self.ranked(at).first() {
            all.push(self.tree.children(at).map(|c| self.tree.nodes[c as usize].visits).collect());
            at = child;
        }
        all
    }

    /// What plays positions to their end.
    pub fn playout(&self) -> &P {
        &self.playout
    }

    /// The game.
    pub fn rules(&self) -> &R {
        &self.rules
    }
}

/// −Σ p ln p of visits: 0 when one child has them all, ln n when n children share them.
#[must_use]
pub fn visit_entropy(visits: &[u32]) -> f64 {
    let sum: f64 = visits.iter().map(|&n| f64::from(n)).sum();
    let shares = visits.iter().filter(|&&n| n > 0).map(|&n| f64::from(n) / sum);
    -shares.map(|p| p * libm::log(p)).sum::<f64>()
}

#[cfg(test)]
mod tests;
