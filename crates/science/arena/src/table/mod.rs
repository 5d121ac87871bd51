//! Any game with any engine behind one face, for programs and pages: moves, positions and answers are text.

mod catalogue;
mod seat;

pub use catalogue::{GAMES, Listed, open};

use crate::answer::Stats;
use crate::budget::{Budget, Ending};
use crate::notation::Board;
use crate::players::engine::{Engine, EngineError};
use crate::players::score::Tally;
use crate::{Side, Turn};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use wold_chance::Seed;

/// Why something cannot be done at a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// There is no such game.
    #[error("there is no game {0:?}; there are {1}")]
    NoGame(String, String),
    /// The game's own numbers do not fit.
    #[error("{game}: {reason}")]
    Setup {
        /// The game.
        game: String,
        /// Why.
        reason: String,
    },
    /// The move is not legal here.
    #[error("{given:?} is no legal move here; legal are {legal}")]
    Illegal {
        /// What was given.
        given: String,
        /// What could be.
        legal: String,
    },
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(String),
    /// The text is no position of the game.
    #[error("no such position: {0}")]
    Position(String),
    /// The engine does not fit.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// A candidate move in words.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct NamedCandidate {
    /// The move, or the whole turn.
    pub name: String,
    /// Its value for the side to move.
    pub value: f64,
    /// What was spent on it.
    pub visits: u64,
    /// Its value is exact.
    pub proven: bool,
}

/// An answer in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What to do now: one move, or the moves of a turn.
    pub moves: Vec<String>,
    /// The expected line, from now on.
    pub line: Vec<String>,
    /// Its value for the side to move.
    pub value: f64,
    /// The true value lies here.
    pub bounds: (f64, f64),
    /// How the search ended.
    pub ending: Ending,
    /// The moves looked at, best first.
    pub candidates: Vec<NamedCandidate>,
    /// What it cost.
    pub stats: Stats,
    /// Why, in a sentence.
    pub why: String,
}

/// As programs and pages are told it: what was spent stands beside the rest.
impl Serialize for Thought {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut told = serializer.serialize_struct("Thought", 10)?;
        told.serialize_field("moves", &self.moves)?;
        told.serialize_field("line", &self.line)?;
        told.serialize_field("value", &self.value)?;
        told.serialize_field("bounds", &self.bounds)?;
        told.serialize_field("ending", &self.ending.to_string())?;
        told.serialize_field("candidates", &self.candidates)?;
        told.serialize_field("nodes", &self.stats.nodes)?;
        told.serialize_field("iterations", &self.stats.iterations)?;
        told.serialize_field("depth", &self.stats.depth)?;
        told.serialize_field("why", &self.why)?;
        told.end()
    }
}

/// An engine thinking about the position it was asked about.
pub trait TableThinking: Send {
    /// Spends at most a slice; false when there is nothing left to do.
    fn step(&mut self, slice: &Budget) -> bool;

    /// What is known so far.
    fn thought(&self) -> Thought;
}

/// A move that can be made now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// Its name.
    pub name: String,
    /// Squares to click for it, by their place on the [`Board`].
    pub squares: Vec<usize>,
}

/// A game being played.
pub trait Table: Send {
    /// The position as a picture.
    fn board(&self) -> Board;

    /// Who decides; `None` when the game is over.
    fn turn(&self) -> Option<Turn>;

    /// What First got, once it is over.
    fn result(&self) -> Option<i32>;

    /// The moves that can be made.
    fn legal(&self) -> Vec<LegalMove>;

    /// The moves made.
    fn history(&self) -> &[String];

    /// Makes a move.
    fn play(&mut self, name: &str) -> Result<(), TableError>;

    /// Lets the dice fall, on chance's turn; the name of what fell.
    fn roll(&mut self, seed: Seed) -> Option<String>;

    /// Begins from a position instead of the start.
    fn set_position(&mut self, text: &str) -> Result<(), TableError>;

    /// Sets an engine to think about the position.
    fn think(&self, engine: &Engine, seed: Seed) -> Result<Box<dyn TableThinking>, TableError>;

    /// Engines worth offering, best first.
    fn engines(&self) -> Vec<String>;

    /// Move sequences of exactly so many plies.
    fn perft(&self, depth: u32) -> u64;

    /// A mirrored match between two engines from the start.
    fn contest(
        &self,
        a: &Engine,
        b: &Engine,
        games: u32,
        seed: Seed,
        progress: &mut dyn FnMut(u32),
    ) -> Result<Tally, TableError>;

    /// One game from the start between First's and Second's engine; what First got.
    fn game(&self, players: [&Engine; 2], seed: Seed) -> Result<i32, TableError>;

    /// Looks for the exact value until the budget is spent.
    fn solve(&self, budget: &Budget) -> Thought;

    /// What each depth chooses and how it values it: without quiescence and with it.
    fn horizon(&self, deepest: u32) -> Vec<(u32, [String; 2], [f64; 2])>;
}

/// How a game ended, in words.
#[must_use]
pub fn ending_words(payoff: i32) -> &'static str {
    match payoff.signum() {
        1 => "the first player wins",
        -1 => "the second player wins",
        _ => "a draw",
    }
}

/// A side's name.
#[must_use]
pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

#[cfg(test)]
mod tests;
