//! The games engines of a league may play, behind one face: check a side, and play one game between two.

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use wold_arena::players::Engine;
use wold_arena::table::{GAMES, Table, open};
use wold_chance::Seed;
use wold_conquero::bots::Kind;
use wold_conquero::{Match, MatchConfig, TeamId};

/// The name by which an announcement asks for Conquero.
pub const CONQUERO: &str = "conquero";

/// A game.
pub enum Venue {
    /// A board game; a side is an engine.
    Board(Box<dyn Table>),
    /// A war of ten minutes; a side is a team of bots, KIND:MEMBERS.
    War,
}

/// One side of a game.
pub enum Side {
    /// An engine.
    Engine(Engine),
    /// Bots.
    Team(Vec<Kind>),
}

/// A game an announcement may name, and engines worth offering for it.
#[derive(Serialize)]
pub struct Offer {
    name: &'static str,
    engines: Vec<String>,
}

/// Every game.
pub fn games() -> Vec<Offer> {
    let board = |game: &wold_arena::table::Listed| {
        let engines = open(game.name, None).map(|table| table.engines()).unwrap_or_default();
        Offer { name: game.name, engines }
    };
    let kinds = Kind::ALL.into_iter().filter(|kind| kind.is_ready());
    let war = Offer { name: CONQUERO, engines: kinds.map(|kind| format!("{}:4", kind.name())).collect() };
    GAMES.iter().map(board).chain([war]).collect()
}

impl Venue {
    /// A game by name.
    pub fn open(name: &str) -> Result<Self> {
        if name == CONQUERO {
            return Ok(Self::War);
        }
        Ok(Self::Board(open(name, None)?))
    }

    /// Reads a side and makes sure that it can play.
    pub fn side(&self, text: &str) -> Result<Side> {
        match self {
            Self::Board(table) => {
                let engine: Engine = text.parse()?;
                table.think(&engine, Seed(1))?;
                Ok(Side::Engine(engine))
            }
            Self::War => {
                let (kind, members) = text.split_once(':').unwrap_or((text, "4"));
                let kind: Kind = kind.parse().map_err(anyhow::Error::msg)?;
                ensure!(kind.is_ready(), "{} bots need to be taught, which leagues do not do", kind.name());
                let members: usize = members
                    .parse()
                    .ok()
                    .filter(|members| (1..=50).contains(members))
                    .with_context(|| format!("{members:?} is no number of members: 1 to 50"))?;
                Ok(Side::Team(vec![kind; members]))
            }
        }
    }

    /// What the first side got: more than 0 if it won.
    pub fn game(&self, sides: [&Side; 2], seed: Seed) -> Result<i32> {
        match (self, sides) {
            (Self::Board(table), [Side::Engine(a), Side::Engine(b)]) => Ok(table.game([a, b], seed)?),
            (Self::War, [Side::Team(a), Side::Team(b)]) => {
                let config = MatchConfig { teams: vec![a.clone(), b.clone()], ..MatchConfig::default() };
                Ok(match Match::new(&config, seed)?.play().winner {
                    Some(TeamId(0)) => 1,
                    Some(_) => -1,
                    None => 0,
                })
            }
            _ => anyhow::bail!("these sides do not play the same game"),
        }
    }
}
