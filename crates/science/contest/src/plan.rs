//! The kinds of tournaments there are, by name.

use crate::desk::ContestError;
use crate::double::Double;
use crate::format::Format;
use crate::ladder::{self, HillClimbing, Start};
use crate::lot::{Lot, Lots};
use crate::pools::{Draw, Pools};
use crate::pyramid::{self, KingOfTheHill};
use crate::round_robin::{RoundRobin, Schedule};
use crate::seeding::Seeding;
use crate::single::{Cup, Single};
use crate::swiss::Swiss;
use crate::table::{Scoring, TieBreaks};
use serde::{Deserialize, Serialize};
use wold_chance::Seed;

/// A kind of tournament and its options.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "format", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Plan {
    /// Everybody meets everybody once.
    RoundRobin {
        /// Which schedule.
        #[serde(default)]
        schedule: Schedule,
        /// Points.
        #[serde(default)]
        scoring: Scoring,
        /// What decides between equal points.
        #[serde(default = "robin")]
        tie_breaks: TieBreaks,
    },
    /// Who loses is out.
    SingleElimination(Cup),
    /// Who loses twice is out.
    DoubleElimination {
        /// Who sits where.
        #[serde(default)]
        seeding: Seeding,
    },
    /// One climber after the other.
    HillClimbing {
        /// Who starts where.
        #[serde(default)]
        start: Start,
    },
    /// A pyramid climbed from the bottom.
    KingOfTheHill,
    /// Neighbours on a ladder meet.
    Ladder {
        /// Who starts where.
        #[serde(default)]
        start: Start,
        /// How many rounds.
        rounds: u32,
    },
    /// Peers meet, then challenge.
    Pyramid {
        /// How many rounds.
        rounds: u32,
    },
    /// Like scores meet, nobody twice.
    Swiss {
        /// How many rounds.
        rounds: u32,
        /// Points.
        #[serde(default = "swiss")]
        scoring: Scoring,
        /// What decides between equal points.
        #[serde(default = "swiss_breaks")]
        tie_breaks: TieBreaks,
    },
    /// Random pairs, then a draw among those left.
    Lot {
        /// How many rounds; 0 is random selection, 1 random pairing.
        rounds: u32,
        /// Who has how many lots in the last draw.
        #[serde(default)]
        lots: Lots,
    },
    /// Pools, then a cup among the best of each.
    Pools(Draw),
}

fn robin() -> TieBreaks {
    TieBreaks::ROBIN
}

fn swiss() -> Scoring {
    Scoring::SWISS
}

fn swiss_breaks() -> TieBreaks {
    TieBreaks::SWISS
}

impl Plan {
    /// The most rounds of a season.
    pub const MOST_ROUNDS: u32 = 10_000;
    /// The most players of a round robin at the desk; its schedule can be asked for any number.
    pub const MOST_ROUND_ROBIN: usize = 2_000;

    /// The name of the format.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RoundRobin { .. } => "round-robin",
            Self::SingleElimination(_) => "single-elimination",
            Self::DoubleElimination { .. } => "double-elimination",
            Self::HillClimbing { .. } => "hill-climbing",
            Self::KingOfTheHill => "king-of-the-hill",
            Self::Ladder { .. } => "ladder",
            Self::Pyramid { .. } => "pyramid",
            Self::Swiss { .. } => "swiss",
            Self::Lot { .. } => "lot",
            Self::Pools(_) => "pools",
        }
    }

    /// The most players it takes.
    #[must_use]
    pub const fn most_players(&self) -> usize {
        match self {
            Self::RoundRobin { .. } => Self::MOST_ROUND_ROBIN,
            Self::Swiss { .. } => Swiss::MOST_PLAYERS,
            _ => crate::Contest::MOST_PLAYERS,
        }
    }

    /// Sets a tournament up before its first round.
    pub fn start(&self, players: usize, seed: Seed) -> Result<Box<dyn Format>, ContestError> {
        let unfit = |reason| ContestError::Players { players, format: self.name(), reason };
        if players == 0 {
            return Err(unfit("it needs at least one"));
        }
        if players > self.most_players() {
            return Err(unfit("that is more than it takes"));
        }
        if let Self::RoundRobin { scoring, .. }
        | Self::Swiss { scoring, .. }
        | Self::Pools(Draw { scoring, .. }) = self
            && !scoring.is_sound()
        {
            return Err(ContestError::Option { option: "scoring", reason: "must be finite numbers" });
        }
        if let Self::Ladder { rounds, .. } | Self::Pyramid { rounds } | Self::Swiss { rounds, .. } = self
            && !(1..=Self::MOST_ROUNDS).contains(rounds)
        {
            return Err(ContestError::Option { option: "rounds", reason: "must be 1 to 10000" });
        }
        if let Self::Pools(draw) = self {
            if draw.pools == 0 || draw.advance == 0 {
                return Err(ContestError::Option {
                    option: "pools and advance",
                    reason: "must be at least 1",
                });
            }
            if players / (draw.pools as usize) < draw.advance as usize {
                return Err(unfit("every pool needs at least as many as go on"));
            }
            if players.div_ceil(draw.pools as usize) > Self::MOST_ROUND_ROBIN {
                return Err(unfit("that is more than its pools take"));
            }
        }
        Ok(match *self {
            Self::RoundRobin { schedule, scoring, tie_breaks } => {
                Box::new(RoundRobin::new(schedule, scoring, tie_breaks, players))
            }
            Self::SingleElimination(cup) => Box::new(Single::new(cup, players, seed)),
            Self::DoubleElimination { seeding } => Box::new(Double::new(seeding, players, seed)),
            Self::HillClimbing { start } => Box::new(HillClimbing::new(start, players, seed)),
            Self::KingOfTheHill if !(players + 1).is_power_of_two() => {
                return Err(unfit("it needs one less than a power of two"));
            }
            Self::KingOfTheHill => Box::new(KingOfTheHill::new(players, seed)),
            Self::Ladder { start, rounds } => {
                Box::new(ladder::Season::new(start, players, rounds as usize, seed))
            }
            Self::Pyramid { rounds } => Box::new(pyramid::Season::new(players, rounds, seed)),
            Self::Swiss { rounds, scoring, tie_breaks } => {
                Box::new(Swiss::new(scoring, tie_breaks, players, rounds, seed))
            }
            Self::Lot { rounds, lots } => Box::new(Lot::new(players, rounds, lots, seed)),
            Self::Pools(draw) => Box::new(Pools::new(draw, players, seed)),
        })
    }
}
