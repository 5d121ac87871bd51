//! What a search says in the end: never just less than was asked.

use wold_space::CellIndex;

/// The result of a search for a `P`, with what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<P> {
    /// What was found, or why not.
    pub outcome: Outcome<P>,
    /// How many places were expanded so far.
    pub expansions: u64,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<P> {
    /// What was asked for, exactly (or within the bound that was asked for).
    Complete(P),
    /// Something useful that is less than was asked for, and why.
    Partial(P, Reason),
    /// It cannot be had, and why.
    Unreachable(Reason),
    /// The budget ended first; the search can be resumed with a new one.
    OutOfBudget,
}

/// Why an answer is less than was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The start is not on the map.
    #[error("the start is outside the map")]
    StartOutside,
    /// The goal is not on the map.
    #[error("the goal is outside the map")]
    GoalOutside,
    /// Nobody can stand at the start.
    #[error("the start is blocked")]
    StartBlocked,
    /// Nobody can stand at the goal.
    #[error("the goal is blocked")]
    GoalBlocked,
    /// Everything reachable was searched.
    #[error("no way leads there")]
    NoWay,
    /// A beam dropped places that might have led there.
    #[error("the beam was too narrow to find a way")]
    BeamTooNarrow,
    /// The kind of search gives no promise of length, or its guesses may be too high.
    #[error("the way may be longer than the shortest")]
    MayBeLonger,
    /// The budget ended; this is the way to the most promising place so far.
    #[error("the budget ended")]
    OutOfBudget,
    /// The map changed while the search was paused.
    #[error("the map changed under the search")]
    MapChanged,
    /// The map's parts lead in a circle that no honest map has.
    #[error("the map contradicts itself")]
    BrokenMap,
}

/// A way over tiles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// Tiles from start to goal. Between two of them the way is straight or, on square tiles, diagonal first and then
    /// straight; see [`crate::tiles::TileMap::fill_in`] for every tile on the way.
    pub cells: Vec<CellIndex>,
    /// The cost of the whole way; in steps where tiles cost one.
    pub length: f64,
}

impl<P> Outcome<P> {
    /// The same outcome with what was found turned into something else.
    pub fn map<Q>(self, turn: impl FnOnce(P) -> Q) -> Outcome<Q> {
        match self {
            Self::Complete(found) => Outcome::Complete(turn(found)),
            Self::Partial(found, why) => Outcome::Partial(turn(found), why),
            Self::Unreachable(why) => Outcome::Unreachable(why),
            Self::OutOfBudget => Outcome::OutOfBudget,
        }
    }
}

impl<P> Answer<P> {
    /// The complete result, if it is one.
    #[must_use]
    pub fn complete(self) -> Option<P> {
        match self.outcome {
            Outcome::Complete(found) => Some(found),
            _ => None,
        }
    }

    /// Whatever was found, complete or not.
    #[must_use]
    pub fn found(self) -> Option<P> {
        match self.outcome {
            Outcome::Complete(found) | Outcome::Partial(found, _) => Some(found),
            _ => None,
        }
    }

    /// An answer given before any work.
    #[must_use]
    pub fn refused(reason: Reason) -> Self {
        Self { outcome: Outcome::Unreachable(reason), expansions: 0 }
    }

    /// The same answer about something made from what was found.
    pub fn map<Q>(self, make: impl FnOnce(P) -> Q) -> Answer<Q> {
        let outcome = match self.outcome {
            Outcome::Complete(found) => Outcome::Complete(make(found)),
            Outcome::Partial(found, why) => Outcome::Partial(make(found), why),
            Outcome::Unreachable(why) => Outcome::Unreachable(why),
            Outcome::OutOfBudget => Outcome::OutOfBudget,
        };
        Answer { outcome, expansions: self.expansions }
    }
}
