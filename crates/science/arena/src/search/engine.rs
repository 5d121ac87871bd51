//! The playing engine: principal variation search by iterative deepening.
//!
//! Depth 1, 2, 3 … until the budget is spent or everything is known; a budget of a few plies and nothing else goes there straight,
//! for then nothing can interrupt it and the lower depths would be for ordering alone. Each depth begins with a window around the last value
//! ([`Config::aspiration`]) and orders moves by what the depth before found. Wins count [`super::WIN`] less a ply each, so
//! sooner wins are preferred and a win found is a proof. A depth in which every line ended with the game proves the value.
//!
//! Resumable: [`AlphaBeta::run`] goes on where it stopped. Deterministic. Supports several moves in a row by one side. Does
//! not support chance ([`super::expecti`]).

use super::minimax::{mover, relation};
use super::ordering::Ordering;
use super::table::{Bound, Table};
use super::{EVALUATION_LIMIT, INFINITE, WIN};
use crate::Rules;
use crate::answer::{Answer, Candidate, Stats};
use crate::budget::{Budget, Ending, Limit, Meter};

/// Deeper than any game here lasts; bounds the stack.
const DEEPEST: u32 = 400;

/// So many plies more are searched without the depths between, if only the depth is limited.
const STRAIGHT: u32 = 8;

/// What the engine uses. All of it on by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The transposition table has 2^bits slots; 0 for none.
    pub table_bits: u32,
    /// Mirrored positions share an entry: fewer nodes, each a little dearer.
    pub symmetry: bool,
    /// Half the width of the first window around the last value; `None` for an open one.
    pub aspiration: Option<i32>,
    /// Killers and history order the moves.
    pub ordering: bool,
    /// Plies that loud moves are followed beyond the last one.
    pub quiescence: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { table_bits: 16, symmetry: true, aspiration: Some(50), ordering: true, quiescence: 4 }
    }
}

/// A search that can be resumed.
///
/// ```
/// use wold_arena::games::connect_four::ConnectFour;
/// use wold_arena::search::engine::{AlphaBeta, Config};
/// use wold_arena::{Budget, Rules};
/// let mut engine = AlphaBeta::new(ConnectFour, ConnectFour.start(), Config::default());
/// let answer = engine.run(&Budget::depth(6));
/// assert_eq!(answer.best(), Some(&3), "the middle column");
/// ```
pub struct AlphaBeta<R: Rules> {
    rules: R,
    state: R::State,
    config: Config,
    table: Option<Table<R::Move>>,
    ordering: Ordering<R::Move>,
    moves: Vec<R::Move>,
    ranks: Vec<i32>,
    lines: Vec<Vec<R::Move>>,
    /// Lines that ended with an evaluation rather than with the game.
    guesses: u64,
    stats: Stats,
    /// The last depth's value in the engine's own units.
    value: i32,
    roots: Vec<Root<R::Move>>,
    answer: Answer<R::Move>,
}

/// A move at the root, its value or bound, and what it took.
struct Root<M> {
    chosen: M,
    value: i32,
    nodes: u64,
}

impl<R: Rules> AlphaBeta<R> {
    /// A search from a position.
    #[must_use]
    pub fn new(rules: R, state: R::State, config: Config) -> Self {
        let over = rules.result(&state);
        let value = over.map_or(0.0, |payoff| f64::from(mover(&rules, &state).sign() * payoff));
        let (low, high) = rules.payoffs();
        let widest = f64::from(low.abs().max(high.abs()));
        let answer = Answer {
            line: rules.nth_move(&state, 0).into_iter().collect(),
            value,
            bounds: over.map_or((-widest, widest), |_| (value, value)),
            ending: if over.is_some() { Ending::Over } else { Ending::Partial(Limit::Depth) },
            candidates: Vec::new(),
            stats: Stats::default(),
        };
        Self {
            table: (config.table_bits > 0).then(|| Table::new(config.table_bits)),
            ordering: Ordering::new(),
            rules,
            state,
            config,
            moves: Vec::new(),
            ranks: Vec::new(),
            lines: Vec::new(),
            guesses: 0,
            stats: Stats::default(),
            value: 0,
            roots: Vec::new(),
            answer,
        }
    }

    /// What is known so far.
    #[must_use]
    pub fn answer(&self) -> &Answer<R::Move> {
        &self.answer
    }

    /// The value of the last finished depth in the engine's own units: evaluations as they are, wins near ±[`WIN`].
    #[must_use]
    pub fn raw_value(&self) -> i32 {
        self.value
    }

    /// Searches deeper until the budget is spent, the budget's depth is reached or all is known.
    pub fn run(&mut self, budget: &Budget) -> &Answer<R::Move> {
        if matches!(self.answer.ending, Ending::Over | Ending::Complete) {
            return &self.answer;
        }
        let deepest = budget.depth.unwrap_or(DEEPEST).min(DEEPEST);
        let mut meter = Meter::new(budget);
        if let Some(table) = &mut self.table {
            table.next_run();
        }
        let only_depth = budget.nodes.is_none() && budget.time.is_none() && budget.stop.is_none();
        let straight = only_depth && deepest <= self.stats.depth + STRAIGHT;
        loop {
            let depth = if straight { deepest.max(self.stats.depth + 1) } else { self.stats.depth + 1 };
            if depth > deepest {
                self.answer.ending = Ending::Partial(Limit::Depth);
                break;
            }
            self.guesses = 0;
            self.lines.resize_with(depth as usize + 2, Vec::new);
            let Some(value) = self.deepen(depth, &mut meter) else {
                self.answer.ending = Ending::Partial(meter.out().unwrap_or(Limit::Nodes));
                break;
            };
            self.stats.depth = depth;
            self.record(value);
            if self.answer.ending == Ending::Complete {
                break;
            }
            self.ordering.fade();
        }
        self.stats.nodes += meter.nodes;
        self.answer.stats = self.stats;
        &self.answer
    }

    /// One depth, searched again with a wider window if need be. `None` when the budget is spent.
    fn deepen(&mut self, depth: u32, meter: &mut Meter<'_>) -> Option<i32> {
        let (mut alpha, mut beta) = match self.config.aspiration {
            Some(width) if depth > 1 && self.value.abs() < EVALUATION_LIMIT => {
                (self.value - width, self.value + width)
            }
            _ => (-INFINITE, INFINITE),
        };
        loop {
            let value = self.root(depth, alpha, beta, meter)?;
            if value <= alpha && alpha > -INFINITE {
                alpha = -INFINITE;
            } else if value >= beta && beta < INFINITE {
                beta = INFINITE;
            } else {
                return Some(value);
            }
            self.stats.repeats += 1;
        }
    }

    fn root(&mut self, depth: u32, alpha: i32, beta: i32, meter: &mut Meter<'_>) -> Option<i32> {
        if !meter.node() {
            return None;
        }
        let mut state = self.state.clone();
        let side = mover(&self.rules, &state);
        let mut moves = Vec::new();
        self.rules.moves(&state, &mut moves);
        // The last depth's best first.
        let before = &self.roots;
        moves.sort_by_key(|m| before.iter().position(|root| root.chosen == *m).unwrap_or(usize::MAX));
        let mut found: Vec<Root<R::Move>> = Vec::new();
        let mut best = -INFINITE;
        let mut line = Vec::new();
        for chosen in moves {
            let spent = meter.nodes;
            let undo = self.rules.apply(&mut state, &chosen);
            let flip = relation(side, mover(&self.rules, &state));
            let low = alpha.max(best);
            let value = self.child(&mut state, flip, depth - 1, 1, (low, beta), found.is_empty(), meter)?;
            self.rules.cancel(&mut state, &chosen, undo);
            if value > best {
                best = value;
                line.clear();
                line.push(chosen.clone());
                line.extend(self.lines[1].iter().cloned());
            }
            found.push(Root { chosen, value, nodes: meter.nodes - spent });
            if beta <= best {
                break;
            }
        }
        // Refuted moves may share the best value as a bound: the line's own move leads.
        found.sort_by_key(|root| std::cmp::Reverse((root.value, line.first() == Some(&root.chosen))));
        if best > alpha {
            self.answer.line = line;
            self.roots = found;
        }
        Some(best)
    }

    #[expect(clippy::too_many_arguments, reason = "the two ways to search a child, in one place")]
    fn child(
        &mut self,
        state: &mut R::State,
        flip: i32,
        depth: u32,
        ply: usize,
        (low, beta): (i32, i32),
        first: bool,
        meter: &mut Meter<'_>,
    ) -> Option<i32> {
        let mut search = |engine: &mut Self, low: i32, high: i32| {
            let (a, b) = if flip == 1 { (low, high) } else { (-high, -low) };
            engine.search(state, depth, ply, a, b, meter).map(|value| flip * value)
        };
        // A leaf's value is exact: to ask twice is to evaluate twice.
        if first || depth == 0 {
            return search(self, low, beta);
        }
        let value = search(self, low, low + 1)?;
        if value > low && value < beta { search(self, low, beta) } else { Some(value) }
    }

    fn search(
        &mut self,
        state: &mut R::State,
        depth: u32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        meter: &mut Meter<'_>,
    ) -> Option<i32> {
        if !meter.node() {
            return None;
        }
        self.lines[ply].clear();
        if depth == 0 {
            return self.quiet(state, self.config.quiescence, ply, alpha, beta, meter);
        }
        let side = mover(&self.rules, state);
        if let Some(payoff) = self.rules.result(state) {
            self.stats.leaves += 1;
            return Some(side.sign() * self.worth(payoff, ply));
        }
        // One ply above the leaves, remembering costs more than looking again.
        let remembers = depth > 1 && self.table.is_some();
        let (key, raw) = if remembers { self.keys(state) } else { (0, 0) };
        if remembers && let Some(value) = self.remembered(key, depth, ply, alpha, beta) {
            return Some(value);
        }
        let guesses = self.guesses;
        let floor = alpha;
        let mut best = (-INFINITE, None);
        let from = self.moves.len();
        if depth == 1 && self.config.quiescence == 0 {
            return self.frontier(state, ply, alpha, beta, meter);
        }
        self.list(state, ply, remembers.then_some((key, raw)));
        let mut ended = Some(());
        for index in from..self.moves.len() {
            let chosen = self.pick(from, index);
            let undo = self.rules.apply(state, &chosen);
            let flip = relation(side, mover(&self.rules, state));
            let value = self.child(state, flip, depth - 1, ply + 1, (alpha, beta), best.1.is_none(), meter);
            self.rules.cancel(state, &chosen, undo);
            let Some(value) = value else {
                ended = None;
                break;
            };
            if value > best.0 {
                if value > alpha {
                    alpha = value;
                    self.extend_line(ply, &chosen);
                }
                best = (value, Some(chosen));
            }
            if beta <= best.0 {
                self.stats.cuts += 1;
                if let (true, Some(cutting)) = (self.config.ordering, &best.1) {
                    self.ordering.cut(&self.rules, state, side, ply, depth, cutting);
                }
                break;
            }
        }
        self.moves.truncate(from);
        self.ranks.truncate(from);
        ended?;
        let bound = match best.0 {
            value if value >= beta => Bound::Lower,
            value if value <= floor => Bound::Upper,
            _ => Bound::Exact,
        };
        let whole = self.guesses == guesses;
        if let (true, Some(table)) = (remembers, &mut self.table) {
            table.put(key, raw, depth, to_table(best.0, ply), bound, whole, best.1);
        }
        Some(best.0)
    }

    /// One ply above the leaves, without quiescence: a plain loop, for most of a search's time is spent here.
    fn frontier(
        &mut self,
        state: &mut R::State,
        ply: usize,
        alpha: i32,
        beta: i32,
        meter: &mut Meter<'_>,
    ) -> Option<i32> {
        let side = mover(&self.rules, state);
        let from = self.moves.len();
        self.rules.moves(state, &mut self.moves);
        let mut best = (-INFINITE, from);
        for index in from..self.moves.len() {
            if !meter.node() {
                self.moves.truncate(from);
                return None;
            }
            let undo = self.rules.apply(state, &self.moves[index]);
            self.stats.leaves += 1;
            let value = match self.rules.result(state) {
                Some(payoff) => self.worth(payoff, ply + 1),
                None => {
                    self.guesses += 1;
                    self.rules.evaluate(state)
                }
            };
            self.rules.cancel(state, &self.moves[index], undo);
            if side.sign() * value > best.0 {
                best = (side.sign() * value, index);
                if best.0 >= beta {
                    self.stats.cuts += 1;
                    break;
                }
            }
        }
        if best.0 > alpha {
            self.lines[ply].push(self.moves[best.1].clone());
        }
        self.moves.truncate(from);
        Some(best.0)
    }

    fn keys(&self, state: &R::State) -> (u64, u64) {
        let raw = self.rules.hash(state);
        (if self.config.symmetry { self.rules.canonical_hash(state) } else { raw }, raw)
    }

    /// A value from the table, where it is good enough. Lines are kept whole: no cut inside an open window.
    fn remembered(&mut self, key: u64, depth: u32, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        let entry = self.table.as_ref()?.get(key)?;
        let deep = entry.depth >= depth || entry.whole;
        let value = from_table(entry.value, ply);
        let decides = match entry.bound {
            Bound::Exact => beta - alpha == 1,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        if !deep || !decides {
            return None;
        }
        self.stats.table_hits += 1;
        self.guesses += u64::from(!entry.whole);
        Some(value)
    }

    /// Follows loud moves only, each side free to stop: evaluates where nothing hangs.
    fn quiet(
        &mut self,
        state: &mut R::State,
        left: u32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        meter: &mut Meter<'_>,
    ) -> Option<i32> {
        let side = mover(&self.rules, state);
        if let Some(payoff) = self.rules.result(state) {
            self.stats.leaves += 1;
            return Some(side.sign() * self.worth(payoff, ply));
        }
        let mut best = side.sign() * self.rules.evaluate(state);
        self.stats.leaves += 1;
        self.guesses += 1;
        if best >= beta || left == 0 {
            return Some(best);
        }
        alpha = alpha.max(best);
        let from = self.moves.len();
        self.rules.loud_moves(state, &mut self.moves);
        self.ranks.resize(self.moves.len(), 0);
        let mut ended = Some(best);
        for index in from..self.moves.len() {
            let chosen = self.moves[index].clone();
            if !meter.node() {
                ended = None;
                break;
            }
            let undo = self.rules.apply(state, &chosen);
            let flip = relation(side, mover(&self.rules, state));
            let (a, b) = if flip == 1 { (alpha, beta) } else { (-beta, -alpha) };
            let value = self.quiet(state, left - 1, ply + 1, a, b, meter);
            self.rules.cancel(state, &chosen, undo);
            let Some(value) = value else {
                ended = None;
                break;
            };
            best = best.max(flip * value);
            alpha = alpha.max(best);
            ended = Some(best);
            if best >= beta {
                break;
            }
        }
        self.moves.truncate(from);
        self.ranks.truncate(from);
        ended
    }

    fn worth(&self, payoff: i32, ply: usize) -> i32 {
        payoff * WIN - payoff.signum() * ply as i32
    }

    fn list(&mut self, state: &R::State, ply: usize, keys: Option<(u64, u64)>) {
        let from = self.moves.len();
        self.rules.moves(state, &mut self.moves);
        let table = self.table.as_ref();
        let remembered = keys.zip(table).and_then(|((key, raw), table)| table.best(key, raw));
        let side = mover(&self.rules, state);
        for chosen in &self.moves[from..] {
            let rank = if remembered == Some(chosen) {
                1 << 24
            } else if self.config.ordering {
                self.ordering.rank(&self.rules, state, side, ply, chosen)
            } else {
                0
            };
            self.ranks.push(rank);
        }
    }

    /// Brings the highest-ranked move not yet taken to `index`; equal ranks keep the game's order.
    fn pick(&mut self, from: usize, index: usize) -> R::Move {
        debug_assert!(from <= index);
        let mut best = index;
        for other in index + 1..self.moves.len() {
            if self.ranks[other] > self.ranks[best] {
                best = other;
            }
        }
        self.moves[index..=best].rotate_right(1);
        self.ranks[index..=best].rotate_right(1);
        self.moves[index].clone()
    }

    fn extend_line(&mut self, ply: usize, chosen: &R::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(chosen.clone());
        if let Some(below) = lower.first() {
            line.extend(below.iter().cloned());
        }
    }

    fn record(&mut self, value: i32) {
        self.value = value;
        self.answer.value = shown(value);
        self.answer.candidates = self
            .roots
            .iter()
            .map(|root| Candidate {
                chosen: root.chosen.clone(),
                value: shown(root.value),
                visits: root.nodes,
                proven: root.value.abs() > EVALUATION_LIMIT,
            })
            .collect();
        let (low, high) = self.rules.payoffs();
        let highest = f64::from(low.abs().max(high));
        // The greatest win there is needs no deeper look; any other value is known when nothing was guessed.
        if self.guesses == 0 || self.answer.value.abs() >= highest {
            self.answer.bounds = (self.answer.value, self.answer.value);
            self.answer.ending = Ending::Complete;
        }
    }
}

/// A value as answers give it: the payoff where the game's end is in sight, else the evaluation squeezed into -1..1.
fn shown(value: i32) -> f64 {
    if value.abs() > EVALUATION_LIMIT {
        return (f64::from(value) / f64::from(WIN)).round();
    }
    f64::from(value) / (f64::from(value.abs()) + 100.0)
}

/// Wins are stored as counted from the position itself.
fn to_table(value: i32, ply: usize) -> i32 {
    if value.abs() > EVALUATION_LIMIT { value + value.signum() * ply as i32 } else { value }
}

fn from_table(value: i32, ply: usize) -> i32 {
    if value.abs() > EVALUATION_LIMIT { value - value.signum() * ply as i32 } else { value }
}

#[cfg(test)]
#[path = "engine_tests.rs"]
mod tests;
