//! Any search as something that thinks in steps, for matches and pages alike.

use super::engine::{Engine, EngineError};
use crate::answer::{Answer, Candidate, Stats};
use crate::budget::{Budget, Ending, Limit, Meter};
use crate::mcts::playout::{RandomPlayout, SharpPlayout};
use crate::mcts::{self, Mcts, parallel, playout::Playout};
use crate::rules::random_move;
use crate::search::WIN;
use crate::search::engine::{self, AlphaBeta};
use crate::search::expecti;
use crate::search::minimax::{Found, minimax_for_play, mover};
use crate::search::pvs::pvs_for_play;
use crate::search::staged::{Stages, staged};
use crate::turns::hierarchical::TurnSearch;
use crate::turns::sets::BySets;
use crate::turns::whole::WholeTurns;
use crate::turns::{ActionSets, WholeTurn};
use crate::{Notation, Rules};
use wold_chance::{Seed, Stream};

/// A search on its way to an answer. Each step of the line is what one side does in a row, usually one move.
pub trait Thinking<M>: Send {
    /// Spends at most a slice; false when there is nothing left to do. Searches that cannot be resumed (minimax, pvs, staged, expecti,
    /// trees) spend one slice and are done with what they know by then: give them all they may have at once.
    fn step(&mut self, slice: &Budget) -> bool;

    /// What is known so far.
    fn answer(&self) -> Answer<Vec<M>>;
}

/// A game that engines play.
pub trait Contender: Notation + 'static {
    /// Sets an engine to think about a position.
    fn thinking(
        &self,
        state: &Self::State,
        engine: &Engine,
        seed: Seed,
    ) -> Result<Box<dyn Thinking<Self::Move>>, EngineError> {
        plain_thinking(self, state, engine, seed, self.exploration())
    }

    /// C of Monte Carlo search here: half of what the theory asks plays boards of some width better.
    fn exploration(&self) -> f64 {
        std::f64::consts::SQRT_2
    }

    /// Engines worth offering: the strongest for analysis, then good company, then weaker ones.
    fn engines(&self) -> Vec<String> {
        ["mcts:1000000", "mcts:5000", "alphabeta:8", "mcts:500", "alphabeta:4", "minimax:3", "random"]
            .map(String::from)
            .to_vec()
    }
}

/// Nodes of a step unless the slice says otherwise.
const NODES_PER_STEP: u64 = 50_000;
/// Simulations of a step unless the slice says otherwise.
const SIMULATIONS_PER_STEP: u64 = 500;

/// Positions in an engine's tree at most: some forty megabytes.
const MOST_NODES: usize = 600_000;

/// Trees of the engine of that name, and threads of the other.
const TREES: u64 = 2;
/// Half the width of the first window of principal variation search, in points of evaluation.
const WINDOW: i32 = 50;

/// Ordinary engines for a game without chance.
pub fn plain_thinking<R: Rules + 'static>(
    rules: &R,
    state: &R::State,
    engine: &Engine,
    seed: Seed,
    exploration: f64,
) -> Result<Box<dyn Thinking<R::Move>>, EngineError> {
    let (rules, state) = (rules.clone(), state.clone());
    Ok(match engine {
        Engine::Random => Box::new(Decided(random_answer(&rules, &state, seed))),
        Engine::Minimax(depth) => at_once(rules, state, *depth, |rules, state, depth, meter| {
            let mut found = minimax_for_play(rules, state, depth, meter)?;
            found.value *= mover(rules, state).sign();
            Some(found_answer(rules, state, found, depth))
        }),
        Engine::AlphaBeta(depth) => {
            let search = AlphaBeta::new(rules, state, engine::Config::default());
            Box::new(Deepening { search, depth: *depth })
        }
        Engine::Pvs(depth) => at_once(rules, state, *depth, |rules, state, depth, meter| {
            let found = pvs_for_play(rules, state, depth, WINDOW, meter)?;
            Some(found_answer(rules, state, found, depth))
        }),
        Engine::Staged(depth) => at_once(rules, state, *depth, |rules, state, depth, meter| {
            let found = staged(rules, state, Stages { depth, ..Stages::default() }, meter)?;
            Some(found_answer(rules, state, found, depth))
        }),
        Engine::Mcts(_) | Engine::Lazy(_) | Engine::Remembered(_) | Engine::Trees(_) | Engine::Threads(_) => {
            let config =
                mcts::Config { seed, exploration, most_nodes: MOST_NODES, ..mcts::Config::default() };
            // Where the game knows no urgent moves, its own fast playouts are the same and quicker.
            if rules.has_urgent_moves() {
                let playout = SharpPlayout::new(rules.clone());
                simulated(rules, state, engine, config, playout)?
            } else {
                let playout = RandomPlayout::new(rules.clone());
                simulated(rules, state, engine, config, playout)?
            }
        }
        other => {
            let hint =
                "random, minimax, alphabeta, pvs, staged, mcts, lazy, remembered, trees and threads do";
            return Err(not_here(other, hint));
        }
    })
}

/// Monte Carlo tree search and its variants.
fn simulated<R, P>(
    rules: R,
    state: R::State,
    engine: &Engine,
    config: mcts::Config,
    playout: P,
) -> Result<Box<dyn Thinking<R::Move>>, EngineError>
where
    R: Rules + 'static,
    P: Playout<R::State> + Clone + Send + Sync + 'static,
{
    let (config, left) = match *engine {
        Engine::Mcts(left) => (config, left),
        Engine::Lazy(left) => {
            (mcts::Config { expansion: mcts::Expansion::Lazy { random: true }, ..config }, left)
        }
        Engine::Remembered(left) => (mcts::Config { selection: mcts::Selection::Remembered, ..config }, left),
        Engine::Trees(simulations) => {
            let answer = legal_answer(&rules, &state);
            let search = move |slice: &Budget| {
                let budget = Budget { iterations: Some(simulations.max(1)), ..slice.clone() };
                let answer = parallel::many_trees(&rules, &state, &config, &playout, TREES, &budget);
                answer.map(|chosen| vec![chosen])
            };
            return Ok(Box::new(AtOnce { search: Some(Box::new(search)), answer }));
        }
        Engine::Threads(left) => {
            let search = Mcts::new(rules, state, config, playout);
            return Ok(Box::new(Sharing(Simulating { search, left })));
        }
        ref other => return Err(not_here(other, "it simulates nothing")),
    };
    Ok(Box::new(Simulating { search: Mcts::new(rules, state, config, playout), left }))
}

/// Ordinary engines for a game of chance.
pub fn chance_thinking<R: Rules + 'static>(
    rules: &R,
    state: &R::State,
    engine: &Engine,
    seed: Seed,
) -> Result<Box<dyn Thinking<R::Move>>, EngineError> {
    match engine {
        Engine::Expecti(depth) => Ok(at_once(rules.clone(), state.clone(), *depth, expecti_answer)),
        Engine::Random | Engine::Mcts(_) => {
            plain_thinking(rules, state, engine, seed, std::f64::consts::SQRT_2)
        }
        other => Err(not_here(other, "there is chance in it: random, expecti and mcts do")),
    }
}

/// Engines for a game of wide turns, with the playout that judges it.
pub fn turn_thinking<R: ActionSets + 'static, P: Playout<R::State> + Clone + Send + 'static>(
    rules: &R,
    state: &R::State,
    engine: &Engine,
    seed: Seed,
    playout: &P,
) -> Result<Box<dyn Thinking<R::Move>>, EngineError> {
    let config = mcts::Config { seed, exploration: 0.4, ..mcts::Config::default() };
    Ok(match engine {
        Engine::Random => Box::new(Decided(random_answer(rules, state, seed))),
        Engine::Hierarchical(simulations) => {
            let by_sets = BySets { settle_obvious: true, ..BySets::new(rules.clone()) };
            let search = TurnSearch::new(by_sets, state.clone(), config, playout.clone());
            Box::new(Ordering { search, left: *simulations })
        }
        Engine::Flat(simulations) => {
            let whole = WholeTurns { rules: rules.clone(), listed: 1_000_000 };
            let expansion = mcts::Expansion::Widening { factor: 1.0, power: 0.5 };
            let config = mcts::Config { expansion, ..config };
            let search = Mcts::new(whole, state.clone(), config, playout.clone());
            Box::new(WholeTurnSearch(Simulating { search, left: *simulations }))
        }
        other => return Err(not_here(other, "its turns are wide: random, hierarchical and flat do")),
    })
}

pub(crate) fn not_here(engine: &Engine, hint: &str) -> EngineError {
    EngineError::NotHere { engine: engine.to_string(), hint: hint.into() }
}

/// An answer that took one step.
pub(crate) struct Decided<M>(pub Answer<Vec<M>>);

impl<M: Clone + Send> Thinking<M> for Decided<M> {
    fn step(&mut self, _slice: &Budget) -> bool {
        false
    }

    fn answer(&self) -> Answer<Vec<M>> {
        self.0.clone()
    }
}

fn answer_of<M>(
    line: Vec<Vec<M>>,
    value: f64,
    candidates: Vec<Candidate<Vec<M>>>,
    stats: Stats,
) -> Answer<Vec<M>> {
    let ending = if line.is_empty() { Ending::Over } else { Ending::Complete };
    Answer { line, value, bounds: (-1.0, 1.0), ending, candidates, stats }
}

fn random_answer<R: Rules>(rules: &R, state: &R::State, seed: Seed) -> Answer<Vec<R::Move>> {
    let mut stream = Stream::named(seed, "random player", &[rules.hash(state)]);
    let over = rules.result(state).is_some();
    let chosen = random_move(rules, state, &mut Vec::new(), &mut stream).filter(|_| !over);
    answer_of(chosen.into_iter().map(|chosen| vec![chosen]).collect(), 0.0, Vec::new(), Stats::default())
}

/// A search from scratch under a budget.
type FromScratch<M> = Box<dyn FnOnce(&Budget) -> Answer<Vec<M>> + Send>;

/// A search that cannot be resumed, until its one slice is given, and what it found.
struct AtOnce<M> {
    search: Option<FromScratch<M>>,
    answer: Answer<Vec<M>>,
}

impl<M: Clone + Send> Thinking<M> for AtOnce<M> {
    fn step(&mut self, slice: &Budget) -> bool {
        if let Some(search) = self.search.take() {
            self.answer = search(slice);
        }
        false
    }

    fn answer(&self) -> Answer<Vec<M>> {
        self.answer.clone()
    }
}

/// Any legal move, before anything is known.
pub(crate) fn legal_answer<R: Rules>(rules: &R, state: &R::State) -> Answer<Vec<R::Move>> {
    let over = rules.result(state).is_some();
    let line: Vec<_> =
        rules.nth_move(state, 0).filter(|_| !over).map(|legal| vec![legal]).into_iter().collect();
    let ending = if over { Ending::Over } else { Ending::Partial(Limit::Depth) };
    Answer { ending, ..answer_of(line, 0.0, Vec::new(), Stats::default()) }
}

/// A search to a depth. Where the budget can run out, it goes one depth after the other and answers with the last it finished.
fn at_once<R: Rules + 'static>(
    rules: R,
    state: R::State,
    depth: u32,
    search: impl Fn(&R, &R::State, u32, &mut Meter<'_>) -> Option<Answer<Vec<R::Move>>> + Send + 'static,
) -> Box<dyn Thinking<R::Move>> {
    let answer = legal_answer(&rules, &state);
    let mut best = answer.clone();
    let deepening = move |slice: &Budget| {
        let deepest = depth.min(slice.depth.unwrap_or(depth)).max(1);
        let mut meter = Meter::new(slice);
        for ply in if slice.can_run_out() { 1 } else { deepest }..=deepest {
            let Some(found) = search(&rules, &state, ply, &mut meter) else {
                best.ending = Ending::Partial(meter.out().unwrap_or(Limit::Nodes));
                break;
            };
            best = found;
        }
        best.stats.nodes = meter.nodes;
        best
    };
    Box::new(AtOnce { search: Some(Box::new(deepening)), answer })
}

/// What a search in negamax form found, whose wins count [`WIN`].
fn found_answer<R: Rules>(
    rules: &R,
    state: &R::State,
    found: Found<R::Move>,
    depth: u32,
) -> Answer<Vec<R::Move>> {
    let stats = Stats { nodes: found.nodes, leaves: found.leaves, depth, ..Stats::default() };
    // An evaluation is counted in hundredths, a win as one.
    let value = if found.value.abs() >= WIN {
        f64::from(found.value.signum())
    } else {
        f64::from(found.value) / 100.0
    };
    let legal = rules.nth_move(state, 0).filter(|_| rules.result(state).is_none());
    // A search of a lost position may find no line better than its window; any move is as good.
    let line = if found.line.is_empty() { legal.into_iter().collect() } else { found.line };
    answer_of(line.into_iter().map(|chosen| vec![chosen]).collect(), value, Vec::new(), stats)
}

/// Expectiminimax to a depth; `None` when the budget runs out first.
pub(crate) fn expecti_answer<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: u32,
    meter: &mut Meter<'_>,
) -> Option<Answer<Vec<R::Move>>> {
    let found = expecti::within(rules, state, expecti::Config::to_depth(depth), meter)?;
    let sign = f64::from(mover(rules, state).sign());
    let mut candidates: Vec<Candidate<Vec<R::Move>>> = found
        .choices
        .into_iter()
        .map(|(chosen, value)| Candidate {
            chosen: vec![chosen],
            value: sign * value / 100.0,
            visits: 0,
            proven: false,
        })
        .collect();
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    let stats = Stats { nodes: found.nodes, depth, ..Stats::default() };
    let line = found.best.into_iter().map(|chosen| vec![chosen]).collect();
    Some(answer_of(line, sign * found.value / 100.0, candidates, stats))
}

/// Iterative deepening to a depth.
struct Deepening<R: Rules> {
    search: AlphaBeta<R>,
    depth: u32,
}

impl<R: Rules> Thinking<R::Move> for Deepening<R> {
    fn step(&mut self, slice: &Budget) -> bool {
        let nodes = slice.nodes.unwrap_or(NODES_PER_STEP).min(NODES_PER_STEP);
        let budget = Budget { nodes: Some(nodes), depth: Some(self.depth), ..slice.clone() };
        let answer = self.search.run(&budget);
        matches!(answer.ending, Ending::Partial(limit) if limit != Limit::Depth)
    }

    fn answer(&self) -> Answer<Vec<R::Move>> {
        self.search.answer().clone().map(|chosen| vec![chosen])
    }
}

/// Simulations up to a number.
pub(crate) struct Simulating<R: Rules, P> {
    pub search: Mcts<R, P>,
    pub left: u64,
}

impl<R: Rules, P: Playout<R::State>> Simulating<R, P> {
    pub(crate) fn simulate(&mut self, slice: &Budget) -> bool {
        let now = slice.iterations.unwrap_or(SIMULATIONS_PER_STEP).min(SIMULATIONS_PER_STEP).min(self.left);
        self.search.run(&Budget { iterations: Some(now), ..slice.clone() });
        self.left -= now;
        self.left > 0 && !matches!(self.search.answer().ending, Ending::Complete | Ending::Over)
    }
}

impl<R: Rules, P: Playout<R::State> + Send> Thinking<R::Move> for Simulating<R, P> {
    fn step(&mut self, slice: &Budget) -> bool {
        self.simulate(slice)
    }

    fn answer(&self) -> Answer<Vec<R::Move>> {
        self.search.answer().map(|chosen| vec![chosen])
    }
}

/// The same on one tree with two threads.
struct Sharing<R: Rules, P>(Simulating<R, P>);

impl<R: Rules, P: Playout<R::State> + Clone + Send> Thinking<R::Move> for Sharing<R, P> {
    fn step(&mut self, slice: &Budget) -> bool {
        let now = slice.iterations.unwrap_or(SIMULATIONS_PER_STEP).min(SIMULATIONS_PER_STEP).min(self.0.left);
        let budget = Budget { iterations: Some(now), ..slice.clone() };
        parallel::one_tree(&mut self.0.search, TREES, &budget);
        self.0.left -= now;
        self.0.left > 0 && !matches!(self.0.search.answer().ending, Ending::Complete | Ending::Over)
    }

    fn answer(&self) -> Answer<Vec<R::Move>> {
        self.0.search.answer().map(|chosen| vec![chosen])
    }
}

/// The same where a move is a whole turn already.
pub(crate) struct WholeTurnSearch<R: Rules, P>(pub Simulating<R, P>);

impl<M, R, P> Thinking<M> for WholeTurnSearch<R, P>
where
    M: Clone + Send,
    R: Rules<Move = WholeTurn<M>>,
    P: Playout<R::State> + Send,
{
    fn step(&mut self, slice: &Budget) -> bool {
        self.0.simulate(slice)
    }

    fn answer(&self) -> Answer<Vec<M>> {
        self.0.search.answer()
    }
}

/// Search by action sets, its turn completed.
struct Ordering<R: ActionSets, P: Playout<R::State>> {
    search: TurnSearch<R, P>,
    left: u64,
}

impl<R: ActionSets, P: Playout<R::State> + Send> Thinking<R::Move> for Ordering<R, P> {
    fn step(&mut self, slice: &Budget) -> bool {
        let now = slice.iterations.unwrap_or(SIMULATIONS_PER_STEP).min(SIMULATIONS_PER_STEP).min(self.left);
        self.search.run(&Budget { iterations: Some(now), ..slice.clone() });
        self.left -= now;
        self.left > 0
    }

    fn answer(&self) -> Answer<Vec<R::Move>> {
        let mut answer = self.search.search().answer().map(|chosen| vec![chosen]);
        let turn = self.search.decide();
        answer.line = if turn.is_empty() { Vec::new() } else { vec![turn] };
        answer
    }
}
