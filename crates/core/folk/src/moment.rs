//! A moment of thought: what the parts of a neighbour are handed.

use super::calling::Calling;
use super::habits::Habits;
use super::haunts::Haunts;
use wold_guest::known::Known;
use wold_mind::living::{Decision, Doing};
use wold_space::DVec2;

/// What is known, who thinks, and how it stands with its day. A part looks at this and at the mind's memory, and at nothing of another part.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub known: &'a Known,
    pub calling: Calling,
    /// What it decided to do now.
    pub decision: Option<Decision>,
    /// Whether it is where it is to be for that.
    pub at_post: bool,
    /// Whether it was asleep when the thought began.
    pub asleep: bool,
    /// The middle of the town it stays in.
    pub town: Option<DVec2>,
}

impl Moment<'_> {
    /// Whether it does that now.
    pub fn is_doing(&self, doing: Doing) -> bool {
        self.decision.is_some_and(|decision| decision.doing == doing)
    }
}

/// What it can answer from, besides its memory: its places, and where it has seen people.
#[derive(Clone, Copy)]
pub(super) struct Ken<'a> {
    pub town: Option<&'a Haunts>,
    pub habits: &'a Habits,
}
