//! The options that choose a format.

use clap::{Args, ValueEnum};
use wold_contest::Plan;
use wold_contest::ladder::Start;
use wold_contest::lot::Lots;
use wold_contest::pools::Draw;
use wold_contest::round_robin::Schedule;
use wold_contest::seeding::Seeding;
use wold_contest::single::{Beside, Cup};
use wold_contest::table::{Scoring, TieBreaks};

/// A format by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    RoundRobin,
    SingleElimination,
    DoubleElimination,
    HillClimbing,
    KingOfTheHill,
    Ladder,
    Pyramid,
    Swiss,
    Lot,
    Pools,
}

/// A seeding by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SeedingKind {
    Standard,
    Ordered,
    Equitable,
    Random,
}

impl From<SeedingKind> for Seeding {
    fn from(kind: SeedingKind) -> Self {
        match kind {
            SeedingKind::Standard => Self::Standard,
            SeedingKind::Ordered => Self::Ordered,
            SeedingKind::Equitable => Self::Equitable,
            SeedingKind::Random => Self::Random,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ScheduleKind {
    Straight,
    Normalised,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StartKind {
    Conservative,
    Democratic,
    Challenging,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BesideKind {
    Nothing,
    RunnerUp,
    Consolation,
}

/// Which format, and its options.
#[derive(Args)]
pub struct FormatOptions {
    /// The format.
    #[arg(long, value_enum)]
    format: Kind,
    /// Who sits where in a bracket.
    #[arg(long, value_enum, default_value_t = SeedingKind::Standard)]
    seeding: SeedingKind,
    /// Give the seats of a single elimination anew each round, the best left against the worst left.
    #[arg(long)]
    reseed: bool,
    /// Only so many of the best keep their seats in a single elimination, the rest is drawn.
    #[arg(long)]
    placed: Option<u32>,
    /// What is played beside a single elimination: a cup for the second place, or one among first losers.
    #[arg(long, value_enum, default_value_t = BesideKind::Nothing)]
    beside: BesideKind,
    /// How many pools.
    #[arg(long, default_value_t = 4)]
    pools: u32,
    /// How many of each pool go on.
    #[arg(long, default_value_t = 2)]
    advance: u32,
    /// The schedule of a round robin.
    #[arg(long, value_enum, default_value_t = ScheduleKind::Normalised)]
    schedule: ScheduleKind,
    /// Who starts where on a ladder or hill: the first entry on top, anywhere, or at the bottom.
    #[arg(long, value_enum, default_value_t = StartKind::Democratic)]
    start: StartKind,
    /// Rounds of a Swiss tournament, a ladder, a pyramid or a lot; by default enough to tell the players apart.
    #[arg(long)]
    rounds: Option<u32>,
    /// Games of a series; an odd number.
    #[arg(long, default_value_t = 1)]
    pub best_of: u32,
}

impl FormatOptions {
    /// The plan for this many players.
    pub fn plan(&self, players: usize) -> Plan {
        let seeding = self.seeding.into();
        let start = match self.start {
            StartKind::Conservative => Start::Conservative,
            StartKind::Democratic => Start::Democratic,
            StartKind::Challenging => Start::Challenging,
        };
        let schedule = match self.schedule {
            ScheduleKind::Straight => Schedule::Straight,
            ScheduleKind::Normalised => Schedule::Normalised,
        };
        let beside = match self.beside {
            BesideKind::Nothing => Beside::Nothing,
            BesideKind::RunnerUp => Beside::RunnerUp,
            BesideKind::Consolation => Beside::Consolation,
        };
        let cup = Cup { seeding, placed: self.placed, reseed: self.reseed, beside };
        let log = players.max(2).next_power_of_two().ilog2();
        let rounds = |default: u32| self.rounds.unwrap_or(default);
        match self.format {
            Kind::RoundRobin => {
                Plan::RoundRobin { schedule, scoring: Scoring::default(), tie_breaks: TieBreaks::ROBIN }
            }
            Kind::SingleElimination => Plan::SingleElimination(cup),
            Kind::DoubleElimination => Plan::DoubleElimination { seeding },
            Kind::HillClimbing => Plan::HillClimbing { start },
            Kind::KingOfTheHill => Plan::KingOfTheHill,
            Kind::Ladder => Plan::Ladder { start, rounds: rounds(players.min(10_000) as u32) },
            Kind::Pyramid => Plan::Pyramid { rounds: rounds(4 * log) },
            Kind::Swiss => {
                Plan::Swiss { rounds: rounds(log), scoring: Scoring::SWISS, tie_breaks: TieBreaks::SWISS }
            }
            Kind::Pools => {
                Plan::Pools(Draw { pools: self.pools, advance: self.advance, cup, ..Draw::default() })
            }
            Kind::Lot => Plan::Lot { rounds: rounds(1), lots: Lots::Equal },
        }
    }
}
