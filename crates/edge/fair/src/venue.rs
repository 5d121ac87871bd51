//! The games engines of a league may play, behind one face: check a side, and play one game between two.

use crate::Games;
use serde::Serialize;
use wold_arena::players::Engine;
use wold_arena::players::engine::EngineError;
use wold_arena::table::{GAMES, Table, TableError, open};
use wold_chance::Seed;
use wold_contest::league::LeagueError;
use wold_game::Duel;

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum FairError {
    /// There is no such board game, or the engine cannot play it.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no such engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A game of the program's refuses a side, or cannot be played.
    #[error("{0}")]
    Duel(String),
    /// Somebody's engine cannot play.
    #[error("the engine of {name:?}: {reason}")]
    Entrant {
        /// Whose.
        name: String,
        /// Why.
        reason: Box<FairError>,
    },
    /// Engines, but nothing to play.
    #[error("{0:?} has an engine, but the announcement names no game")]
    NoGame(String),
    /// The league refuses a result.
    #[error(transparent)]
    League(#[from] LeagueError),
}

/// A game.
pub enum Venue {
    /// A board game; a side is an engine.
    Board(Box<dyn Table>),
    /// A game of the program's; a side is what the game says.
    Duel(&'static dyn Duel),
}

/// A game an announcement may name, and engines worth offering for it.
#[derive(Serialize)]
pub struct Offer {
    name: &'static str,
    engines: Vec<String>,
}

/// Every game.
#[must_use]
pub fn offers(games: Games) -> Vec<Offer> {
    let board = |game: &wold_arena::table::Listed| {
        let engines = open(game.name, None).map(|table| table.engines()).unwrap_or_default();
        Offer { name: game.name, engines }
    };
    let duels = games.iter().filter_map(|game| Some((game.name(), game.duel()?)));
    let duels = duels.map(|(name, duel)| Offer { name, engines: duel.sides() });
    GAMES.iter().map(board).chain(duels).collect()
}

impl Venue {
    /// A game by name.
    pub fn open(name: &str, games: Games) -> Result<Self, FairError> {
        let duel = games.iter().find(|game| game.name() == name).and_then(|game| game.duel());
        Ok(match duel {
            Some(duel) => Self::Duel(duel),
            None => Self::Board(open(name, None)?),
        })
    }

    /// Makes sure that a side can play.
    pub fn check(&self, side: &str) -> Result<(), FairError> {
        match self {
            Self::Board(table) => {
                table.think(&side.parse::<Engine>()?, Seed(1))?;
                Ok(())
            }
            Self::Duel(duel) => duel.check(side).map_err(FairError::Duel),
        }
    }

    /// What the first side got: more than 0 if it won.
    pub fn game(&self, sides: [&str; 2], seed: Seed) -> Result<i32, FairError> {
        match self {
            Self::Board(table) => {
                let engines: [Engine; 2] = [sides[0].parse()?, sides[1].parse()?];
                Ok(table.game([&engines[0], &engines[1]], seed)?)
            }
            Self::Duel(duel) => duel.play(sides, seed).map_err(FairError::Duel),
        }
    }
}
