//! A table for one kind of game.

use super::{LegalMove, NamedCandidate, Table, TableError, TableThinking, Thought, ending_words};
use crate::Turn;
use crate::answer::Answer;
use crate::budget::{Budget, Ending, Limit, Meter};
use crate::notation::Board;
use crate::players::contest::{ALLOWANCE, contest, play};
use crate::players::engine::Engine;
use crate::players::score::Tally;
use crate::players::thinking::{expecti_answer, legal_answer};
use crate::players::{Contender, Thinking};
use crate::rules::random_move;
use crate::search::engine::{AlphaBeta, Config};
use crate::search::fixed_point::{FixedPoint, NoValues};
use crate::search::minimax::mover;
use crate::search::study;
use wold_chance::{Seed, Stream};

/// Legal moves named in an error.
const NAMED: usize = 12;
/// Candidates shown.
const SHOWN: usize = 24;
/// Positions of a game of chance that are solved at most.
const MOST_PLACES: usize = 60_000;
/// Plies looked ahead in a game of chance with more.
const GUESSED_PLIES: u32 = 2;
/// Slots of the solver's table, as a power of two.
const SOLVER_BITS: u32 = 20;

/// How a game for pair `n` of a match is made.
pub type Maker<G> = Box<dyn Fn(u64) -> G + Send>;

/// A game, its position and its past.
pub struct Seat<G: Contender> {
    game: G,
    maker: Maker<G>,
    state: G::State,
    history: Vec<String>,
    has_chance: bool,
}

impl<G: Contender> Seat<G> {
    /// A table with the game at its start.
    pub fn new(maker: Maker<G>, has_chance: bool) -> Self {
        let game = maker(0);
        Self { state: game.start(), game, maker, history: Vec::new(), has_chance }
    }
}

/// Names a line of turns from a position, move by move.
fn name_line<G: Contender>(game: &G, state: &G::State, line: &[Vec<G::Move>]) -> Vec<String> {
    let mut state = state.clone();
    let mut names = Vec::new();
    for chosen in line.iter().flatten() {
        if game.result(&state).is_some() || !game.is_legal(&state, chosen) {
            break;
        }
        names.push(game.name_move(&state, chosen));
        game.apply(&mut state, chosen);
    }
    names
}

fn thought_of<G: Contender>(game: &G, state: &G::State, answer: &Answer<Vec<G::Move>>) -> Thought {
    let name = |turn: &Vec<G::Move>| name_line(game, state, std::slice::from_ref(turn)).join(" ");
    let mut line = name_line(game, state, &answer.line);
    let moves: Vec<String> = line.iter().take(answer.line.first().map_or(0, Vec::len)).cloned().collect();
    line.truncate(40);
    let candidates = answer.candidates.iter().take(SHOWN).map(|candidate| NamedCandidate {
        name: name(&candidate.chosen),
        value: candidate.value + 0.0,
        visits: candidate.visits,
        proven: candidate.proven,
    });
    let why = {
        // Later moves of the line are named from where they are made.
        let mut named = line.iter().skip(moves.len());
        let mut first = true;
        answer.explain(|turn| {
            let known = answer.candidates.iter().any(|c| c.chosen == *turn);
            if first || known {
                first = false;
                return name(turn);
            }
            named.next().cloned().unwrap_or_default()
        })
    };
    Thought {
        moves,
        line,
        value: answer.value + 0.0,
        bounds: (answer.bounds.0 + 0.0, answer.bounds.1 + 0.0),
        ending: answer.ending,
        candidates: candidates.collect(),
        stats: answer.stats,
        why,
    }
}

struct SeatThinking<G: Contender> {
    game: G,
    state: G::State,
    inner: Box<dyn Thinking<G::Move>>,
}

impl<G: Contender> TableThinking for SeatThinking<G> {
    fn step(&mut self, slice: &Budget) -> bool {
        self.inner.step(slice)
    }

    fn thought(&self) -> Thought {
        thought_of(&self.game, &self.state, &self.inner.answer())
    }
}

impl<G: Contender> Table for Seat<G> {
    fn board(&self) -> Board {
        self.game.board(&self.state)
    }

    fn turn(&self) -> Option<Turn> {
        self.result().is_none().then(|| self.game.turn(&self.state))
    }

    fn result(&self) -> Option<i32> {
        self.game.result(&self.state)
    }

    fn legal(&self) -> Vec<LegalMove> {
        let mut moves = Vec::new();
        self.game.moves(&self.state, &mut moves);
        let legal = |chosen: &G::Move| LegalMove {
            name: self.game.name_move(&self.state, chosen),
            squares: self.game.squares(&self.state, chosen),
        };
        moves.iter().map(legal).collect()
    }

    fn history(&self) -> &[String] {
        &self.history
    }

    fn play(&mut self, name: &str) -> Result<(), TableError> {
        if let Some(payoff) = self.result() {
            return Err(TableError::Over(ending_words(payoff).into()));
        }
        let Some(chosen) = self.game.find_move(&self.state, name) else {
            let legal = self.legal();
            let mut names: Vec<String> = legal.iter().take(NAMED).map(|l| l.name.clone()).collect();
            if legal.len() > NAMED {
                names.push(format!("and {} more", legal.len() - NAMED));
            }
            let given = name.chars().take(40).collect();
            return Err(TableError::Illegal { given, legal: names.join(", ") });
        };
        self.history.push(self.game.name_move(&self.state, &chosen));
        self.game.apply(&mut self.state, &chosen);
        Ok(())
    }

    fn roll(&mut self, seed: Seed) -> Option<String> {
        if self.turn() != Some(Turn::Chance) {
            return None;
        }
        let mut stream = Stream::named(seed, "roll", &[self.history.len() as u64]);
        let fallen = random_move(&self.game, &self.state, &mut Vec::new(), &mut stream)?;
        let name = self.game.name_move(&self.state, &fallen);
        self.game.apply(&mut self.state, &fallen);
        self.history.push(name.clone());
        Some(name)
    }

    fn set_position(&mut self, text: &str) -> Result<(), TableError> {
        self.state =
            self.game.read_position(text).map_err(|error| TableError::Position(error.to_string()))?;
        self.history.clear();
        Ok(())
    }

    fn think(&self, engine: &Engine, seed: Seed) -> Result<Box<dyn TableThinking>, TableError> {
        if let Some(payoff) = self.result() {
            return Err(TableError::Over(ending_words(payoff).into()));
        }
        let inner = self.game.thinking(&self.state, engine, seed)?;
        Ok(Box::new(SeatThinking { game: self.game.clone(), state: self.state.clone(), inner }))
    }

    fn engines(&self) -> Vec<String> {
        self.game.engines()
    }

    fn perft(&self, depth: u32) -> u64 {
        crate::perft::perft(&self.game, &self.state, depth)
    }

    fn contest(
        &self,
        a: &Engine,
        b: &Engine,
        games: u32,
        seed: Seed,
        progress: &mut dyn FnMut(u32),
    ) -> Result<Tally, TableError> {
        Ok(contest(|pair| (self.maker)(pair), a, b, games, seed, progress)?)
    }

    fn game(&self, players: [&Engine; 2], seed: Seed) -> Result<i32, TableError> {
        // The seed chooses among the game's starts, where it has several.
        let start = (self.maker)(seed.0);
        Ok(play(&start, players, seed, &Budget::nodes(ALLOWANCE))?)
    }

    fn solve(&self, budget: &Budget) -> Thought {
        if self.has_chance && self.result().is_none() {
            return self.solve_chance(budget);
        }
        let config = Config { table_bits: SOLVER_BITS, quiescence: 0, ..Config::default() };
        let mut engine = AlphaBeta::new(self.game.clone(), self.state.clone(), config);
        let answer = engine.run(budget).clone().map(|chosen| vec![chosen]);
        thought_of(&self.game, &self.state, &answer)
    }

    fn horizon(&self, deepest: u32) -> Vec<(u32, [String; 2], [f64; 2])> {
        if self.has_chance {
            return Vec::new();
        }
        let named = |chosen: &Option<G::Move>| {
            chosen.as_ref().map_or(String::new(), |chosen| self.game.name_move(&self.state, chosen))
        };
        study::horizon(&self.game, &self.state, deepest)
            .iter()
            .map(|look| (look.depth, [named(&look.chosen[0]), named(&look.chosen[1])], look.value))
            .collect()
    }
}

impl<G: Contender> Seat<G> {
    /// The fixed point where the game is small enough, else up to two plies of expectiminimax, whose value proves nothing.
    fn solve_chance(&self, budget: &Budget) -> Thought {
        let sign = f64::from(mover(&self.game, &self.state).sign());
        let mut meter = Meter::new(budget);
        let fixed = match FixedPoint::of(&self.game, MOST_PLACES, 1e-10, &mut meter) {
            Ok(fixed) => fixed,
            Err(reason) => return self.guess_chance(reason, &mut meter),
        };
        let value = sign * fixed.value(&self.game, &self.state).unwrap_or(0.0);
        let mut moves = Vec::new();
        self.game.moves(&self.state, &mut moves);
        let mut candidates: Vec<crate::Candidate<Vec<G::Move>>> = moves
            .into_iter()
            .filter_map(|chosen| {
                let mut after = self.state.clone();
                self.game.apply(&mut after, &chosen);
                let value = sign * fixed.value(&self.game, &after)?;
                Some(crate::Candidate { chosen: vec![chosen], value, visits: 1, proven: true })
            })
            .collect();
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
        let line = candidates.first().map(|best| best.chosen.clone()).into_iter().collect();
        let stats = crate::Stats { nodes: meter.nodes, ..crate::Stats::default() };
        let bounds = (value, value);
        let answer = Answer { line, value, bounds, ending: Ending::Complete, candidates, stats };
        thought_of(&self.game, &self.state, &answer)
    }

    /// The best move by as many plies as are left to pay for; nothing is known of the true value.
    fn guess_chance(&self, reason: NoValues, meter: &mut Meter<'_>) -> Thought {
        let mut answer = legal_answer(&self.game, &self.state);
        for depth in 1..=GUESSED_PLIES {
            // A budget that ran out pays for nothing more.
            let Some(found) = expecti_answer(&self.game, &self.state, depth, meter) else { break };
            answer = found;
        }
        debug_assert!(reason == NoValues::TooMany || meter.out().is_some());
        answer.ending = Ending::Partial(meter.out().unwrap_or(Limit::Depth));
        answer.stats.nodes = meter.nodes;
        thought_of(&self.game, &self.state, &answer)
    }
}
