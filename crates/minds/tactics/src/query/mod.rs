//! Queries: where should I go, written as text.
//!
//! A query is a list of options, the best first. An option generates candidates, drops those that fail its conditions, scores the rest, and gives
//! the best; if none is left, the next option is tried, and only when the last has failed does the query fail. An option is written in one of
//! two ways, which mean the same engine:
//! * words: `min_distance_from_puppet = 5` under `conditions`, `distance_from_puppet = -1` under `weights` ([`words`]);
//! * tests: `{ min_distance = "others", range = [2, 10], weight = 1, curve = "sigmoid" }` ([`parse`](Query::parse)).
//!
//! The score is the sum of multiplier times value, each value brought to 0 to 1. Rays are expensive: a candidate's rays are cast only while it
//! may still be the best ([`heap`]). Questions are asked on any [`Ground`](crate::ground::Ground), storeys and all; numbers may be left open
//! as [parameters](Query::parse_with), and a game can add words of its own ([`Lexicon`]). A query can stop before any ray ([`Asking`]), and a [`Scheduler`] shares rays among many who ask. Everything is deterministic: ties go to the candidate generated first, chance comes from a stream.

mod asking;
mod curve;
mod generate;
#[cfg(test)]
mod ground_tests;
pub mod heap;
mod lexicon;
mod library;
mod measure;
mod parse;
mod run;
mod schedule;
mod tables;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod timing_tests;
pub mod words;

pub use asking::{Asking, Steady, Validity, Wanted};
pub use curve::Curve;
pub use generate::{Candidate, What};
pub use lexicon::{Around, Lexicon, LexiconError, OwnMeasure, OwnSource};
pub use library::{Library, Values};
pub use measure::Missing;
pub use parse::QueryError;
pub use run::{Answer, Effort, Fate, OptionReport, Place};
pub use schedule::{AskerId, Rays, Scheduler};

/// A place or somebody a criterion speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// The one that asks.
    Puppet,
    /// Whom it fights.
    Target,
    /// A place of interest.
    ReferencePoint,
    /// The player it is with.
    Player,
    /// Whom it follows.
    Leader,
    /// The mean place of its squad.
    SquadCenter,
    /// Where it is going.
    Destination,
}

/// Many somebodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowd {
    /// Everybody else.
    Others,
    /// Where everybody else is going.
    OtherDestinations,
    /// Everybody of another faction.
    Hostiles,
}

/// A direction for a dot product.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arrow {
    /// Where somebody looks, turned left by an angle in radians.
    Forward(Object, f64),
    /// From an object to the sample.
    ToSample(Object),
    /// From the sample to an object.
    FromSample(Object),
    /// From one object to another.
    Between(Object, Object),
    /// The mean of where the others look.
    Heading,
    /// East.
    East,
    /// North.
    North,
}

/// What can be measured at a candidate.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // The words are explained once, in `words`.
pub enum Measure {
    Distance(Object),
    NearestOf(Crowd),
    AverageOf(Crowd),
    PathDistance,
    Directness(Object),
    ChangeInDistance(Object),
    DistanceInDirection(Object),
    DistanceLeft(Object),
    Dot { a: Arrow, b: Arrow, abs: bool },
    CoverRadius,
    CoverDensity,
    CameraCenter,
    Random,
    Exposure,
    Visible(Object),
    CanReachBefore(Object),
    Towards(Object),
    CrossesLineOfFire(Object),
    Reachable,
    Cover,
    SoftCover,
    HardCover,
    HighCover,
    CurrentlyUsed,
    Influence(String),
    Claimed,
    Inside(String),
    Storeys(Object),
    SameStorey(Object),
    Own(OwnMeasure),
}

/// A condition: fail, and the candidate is out. Raw values are compared, neither clamped nor normalised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Test {
    /// A yes-or-no measure must be so.
    Is(bool),
    /// At least this.
    Min(f64),
    /// At most this.
    Max(f64),
}

/// How a raw value becomes 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Yes is 1, no is 0.
    Truth,
    /// Clamped to these limits, which become 0 and 1.
    Range(f64, f64),
    /// The least and greatest value among the candidates that pass every condition become 0 and 1.
    AmongCandidates,
}

/// One thing an option demands or weighs.
#[derive(Clone, Debug, PartialEq)]
pub enum Criterion {
    /// Must hold.
    Condition {
        /// As written.
        text: String,
        /// What is measured.
        measure: Measure,
        /// What it must be.
        test: Test,
    },
    /// Counts.
    Weight {
        /// As written.
        text: String,
        /// What is measured.
        measure: Measure,
        /// How much it counts.
        weight: f64,
        /// How it becomes 0 to 1.
        scale: Scale,
        /// How that is bent.
        curve: Curve,
    },
}

impl Criterion {
    /// As it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Condition { text, .. } | Self::Weight { text, .. } => text,
        }
    }

    fn measure(&self) -> &Measure {
        match self {
            Self::Condition { measure, .. } | Self::Weight { measure, .. } => measure,
        }
    }
}

/// Where candidates come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Cover that hides from an object.
    HideSpots(Object),
    /// The cover in use, and no other.
    CurrentHidePoint,
    /// Places along cover rails.
    Rails,
    /// A square grid of half this extent.
    Grid,
    /// Rings from an inner radius on.
    Rings(f64),
    /// The same within an angle.
    Sector {
        /// The inner radius.
        from: f64,
        /// The middle of the angle.
        towards: Arrow,
        /// Half the angle, in radians.
        half: f64,
    },
    /// Where entities are, of one kind or all.
    Entities(Option<String>),
    /// Marked places of a kind.
    Spots(String),
    /// A generator of a game's own.
    Own(OwnSource),
}

/// A source with its place and size.
#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    /// What it makes.
    pub source: Source,
    /// Round what.
    pub around: Object,
    /// How far, in metres.
    pub radius: f64,
    /// The distance of neighbours, in metres.
    pub spacing: f64,
    /// Only inside this area.
    pub area: Option<String>,
    /// Whether staying is allowed: the asker's own place is a candidate too.
    pub stay: bool,
    /// Whether every storey counts, not only that of the middle.
    pub floors: bool,
}

/// Which of those that pass is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pick {
    /// The best.
    Best,
    /// One by chance of this share of the best, at least one.
    AmongTop(f64),
}

/// One way to answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// For reports.
    pub name: String,
    /// Where candidates come from.
    pub generators: Vec<Generator>,
    /// In the order in which they are examined.
    pub criteria: Vec<Criterion>,
    /// Which is taken.
    pub pick: Pick,
}

/// A question for places.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// For reports.
    pub name: String,
    /// How many results are wanted.
    pub results: usize,
    /// What to tell the behaviour if every option fails.
    pub failure_signal: Option<String>,
    /// Numbers that can be given when it is asked, with what they are if they are not.
    pub parameters: Values,
    /// In the order in which they are tried.
    pub options: Vec<Choice>,
}

impl Measure {
    /// Whether it takes a ray.
    #[must_use]
    pub fn is_expensive(&self) -> bool {
        matches!(self, Self::Visible(_) | Self::Exposure)
    }

    /// Whether it says yes or no.
    #[must_use]
    pub fn is_truth(&self) -> bool {
        if let Self::Own(own) = self {
            return own.scale == Scale::Truth;
        }
        matches!(
            self,
            Self::Visible(_)
                | Self::CanReachBefore(_)
                | Self::Towards(_)
                | Self::CrossesLineOfFire(_)
                | Self::Reachable
                | Self::Cover
                | Self::SoftCover
                | Self::HardCover
                | Self::HighCover
                | Self::CurrentlyUsed
                | Self::Claimed
                | Self::Inside(_)
                | Self::SameStorey(_)
        )
    }

    /// The declared limits of a number; `distance` is the limit of distances.
    #[must_use]
    pub fn limits(&self, distance: f64) -> Scale {
        match self {
            truth if truth.is_truth() => Scale::Truth,
            Self::Directness(_) | Self::Dot { .. } | Self::CameraCenter => Scale::Range(-1.0, 1.0),
            Self::DistanceLeft(_) => Scale::Range(-distance, distance),
            Self::CoverRadius => Scale::Range(0.0, 5.0),
            Self::CoverDensity | Self::Random | Self::Exposure | Self::Influence(_) => Scale::Range(0.0, 1.0),
            Self::Storeys(_) => Scale::Range(0.0, 4.0),
            Self::Own(own) => own.scale,
            _ => Scale::Range(0.0, distance),
        }
    }
}
