//! The parlour's games behind one face.

use crate::{Amaze, Gong, Guess, Pong};
use wold_wire::lockstep::{Component, Misfit, Simulation};

/// A game as it is offered.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// How many may play.
    pub seats: &'static [usize],
}

/// What there is.
pub const PASTIMES: &[Listed] = &[
    Listed {
        name: "gong",
        about: "2n-Gong: guard your side of the polygon, and send the ball through theirs",
        seats: &[4, 6, 8, 10, 12],
    },
    Listed {
        name: "amaze",
        about: "two teams in a maze, after crystals and each other",
        seats: &[2, 4, 6, 8],
    },
    Listed {
        name: "guess",
        about: "name numbers in turn; whoever has yours in mind is out",
        seats: &[2, 3, 4, 5, 6, 7, 8],
    },
    Listed {
        name: "pong",
        about: "two paddles far apart in time: each sees the ball hit where and when it does",
        seats: &[2],
    },
];

/// A game that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// There is none of that name.
    #[error("there is no game {0:?} here; the games are gong, amaze, guess and pong")]
    Unknown(String),
    /// Not with so many.
    #[error("{game} is not played by {players}, but by {}", .seats.iter().map(usize::to_string).collect::<Vec<_>>().join(", "))]
    Seats {
        /// The game.
        game: &'static str,
        /// How many were asked for.
        players: usize,
        /// How many may play.
        seats: &'static [usize],
    },
}

/// How a game stands: one entry for each player or team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Points of the round.
    pub scores: Vec<i32>,
    /// Rounds won.
    pub wins: Vec<i32>,
}

/// Any of the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pastime {
    /// 2n-Gong.
    Gong(Gong),
    /// Amaze.
    Amaze(Amaze),
    /// Guess a Number.
    Guess(Guess),
    /// Pong over a long line.
    Pong(Pong),
}

impl Pastime {
    /// A game by name.
    pub fn open(name: &str, players: usize, seed: u32) -> Result<Self, Unplayable> {
        let listed = PASTIMES.iter().find(|listed| listed.name == name);
        let listed = listed.ok_or_else(|| Unplayable::Unknown(name.chars().take(40).collect()))?;
        if !listed.seats.contains(&players) {
            return Err(Unplayable::Seats { game: listed.name, players, seats: listed.seats });
        }
        Ok(match listed.name {
            "gong" => Self::Gong(Gong::new(players, seed)),
            "amaze" => Self::Amaze(Amaze::new(players, seed)),
            "guess" => Self::Guess(Guess::new(players, seed)),
            _ => Self::Pong(Pong::new(seed)),
        })
    }

    /// How many play a game where nobody says: four, or as many as can.
    #[must_use]
    pub fn usual_players(name: &str) -> usize {
        let listed = PASTIMES.iter().find(|listed| listed.name == name);
        let seats = listed.map_or(&[4][..], |listed| listed.seats);
        if seats.contains(&4) { 4 } else { seats[0] }
    }

    /// How it stands.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let (scores, wins) = match self {
            Self::Gong(gong) => (gong.scores(), gong.wins()),
            Self::Amaze(amaze) => (amaze.scores(), amaze.wins()),
            Self::Guess(guess) => (guess.inside(), guess.wins()),
            Self::Pong(pong) => (pong.scores(), pong.wins()),
        };
        Standing { scores: scores.to_vec(), wins: wins.to_vec() }
    }

    /// What a bot would command at a seat; nothing where only the rules themselves can draw for it.
    #[must_use]
    pub fn pilot(&self, seat: usize) -> Option<u32> {
        match self {
            Self::Gong(gong) => Some(gong.pilot(seat)),
            Self::Amaze(amaze) => Some(amaze.pilot(seat)),
            Self::Guess(_) => None,
            Self::Pong(pong) => Some(pong.pilot(seat)),
        }
    }
}

impl Simulation for Pastime {
    fn seats(&self) -> usize {
        match self {
            Self::Gong(gong) => gong.seats(),
            Self::Amaze(amaze) => amaze.seats(),
            Self::Guess(guess) => guess.seats(),
            Self::Pong(pong) => pong.seats(),
        }
    }

    fn step(&mut self, commands: &[Option<u32>]) {
        match self {
            Self::Gong(gong) => gong.step(commands),
            Self::Amaze(amaze) => amaze.step(commands),
            Self::Guess(guess) => guess.step(commands),
            Self::Pong(pong) => pong.step(commands),
        }
    }

    fn components(&self) -> Vec<Component> {
        match self {
            Self::Gong(gong) => gong.components(),
            Self::Amaze(amaze) => amaze.components(),
            Self::Guess(guess) => guess.components(),
            Self::Pong(pong) => pong.components(),
        }
    }

    fn load(&mut self, parts: &[Vec<i32>]) -> Result<(), Misfit> {
        match self {
            Self::Gong(gong) => gong.load(parts),
            Self::Amaze(amaze) => amaze.load(parts),
            Self::Guess(guess) => guess.load(parts),
            Self::Pong(pong) => pong.load(parts),
        }
    }
}
