//! What is said between a coordinator, its searchers and whoever has the world.

use super::ground::Ground;
use super::spots::SpotId;
use crate::places::Places;
use wold_space::{DVec2, DVec3, EntityId};

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nobody knows of an enemy: walk, glance slowly, one place only.
    Cautious,
    /// An enemy is known of: run, be ready, sweep.
    Aggressive,
}

impl Mode {
    /// In one word.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Cautious => "cautious",
            Self::Aggressive => "aggressive",
        }
    }
}

/// What a search began with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trigger {
    /// Something was heard or found there.
    Stimulus {
        /// Where.
        at: DVec3,
        /// Whether it tells of an enemy.
        hostile: bool,
    },
    /// An enemy was seen and is no longer: last there.
    Lost {
        /// Where.
        at: DVec3,
    },
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Some look at the place itself.
    Narrow,
    /// All look about it.
    Sweep,
    /// Over.
    Over(Outcome),
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Somebody saw the lost one.
    Found(EntityId),
    /// The place was looked at, and nobody was there.
    NothingThere,
    /// There were no more spots.
    UsedUp,
    /// Time was up.
    TimeUp,
    /// Nobody was left to search.
    Abandoned,
}

impl Outcome {
    /// In words.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Found(_) => "found",
            Self::NothingThere => "nothing there",
            Self::UsedUp => "no spots left",
            Self::TimeUp => "time is up",
            Self::Abandoned => "nobody left",
        }
    }
}

/// Why somebody leaves a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// Dead, and the others know it.
    Died,
    /// Has something better to do.
    CalledAway,
    /// Was not heard of again.
    Missing,
    /// Gave up, in its turn.
    GaveUp,
}

impl Leaving {
    /// In words.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Died => "died",
            Self::CalledAway => "called away",
            Self::Missing => "missing",
            Self::GaveUp => "gave up",
        }
    }
}

/// Where a searcher is and where it looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Who.
    pub who: EntityId,
    /// Where.
    pub at: DVec3,
    /// Where it faces.
    pub facing: DVec2,
}

/// What a step is taken in.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The land.
    pub ground: &'a dyn Ground,
    /// Areas and chokes, if they are known: for covering, the prior, and not crowding one room.
    pub places: Option<&'a Places>,
    /// Where the lost one truly is: for the first moments and the small weight of truth. Nothing if the host does not want it used.
    pub truth: Option<DVec3>,
}

/// What a searcher should do now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Task {
    /// What it did before.
    Resume,
    /// Go and look; run until the place is seen, if an enemy is sought.
    Investigate {
        /// Where.
        to: DVec3,
        /// Whether to run.
        run: bool,
    },
    /// Look about where it stands.
    LookAround,
    /// Back to where it came from.
    Return {
        /// Where.
        to: DVec3,
    },
    /// Aim at a place, from somewhere good.
    Cover {
        /// Where to stand; where it is, if nothing better is known.
        stand: Option<DVec3>,
        /// What to aim at.
        aim: DVec3,
    },
    /// Go to a spot, looking about.
    Search {
        /// Which.
        spot: SpotId,
        /// Where.
        to: DVec3,
        /// Where to look meanwhile, other than ahead.
        look: Option<DVec2>,
    },
    /// Go to the mouth of an opening and look in.
    Peek {
        /// Where.
        to: DVec3,
        /// Into it.
        look: DVec2,
    },
    /// Stay alert: a spot may come free, or it is soon time to go.
    Wait,
}
