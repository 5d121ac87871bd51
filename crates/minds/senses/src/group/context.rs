//! What happened, by where and after what.
//!
//! Rows are tried in order; one fits when all it names holds. What a row does not name does not matter to it.

use super::{Happening, Plan};
use serde::{Deserialize, Serialize};

/// Happenings that have meanings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A foe is seen.
    Seen,
    /// Somebody dead is found.
    Body,
}

impl Event {
    /// The event of a happening, if it has one.
    #[must_use]
    pub fn of(what: Happening) -> Option<Self> {
        match what {
            Happening::Seen(..) => Some(Self::Seen),
            Happening::Body(_) => Some(Self::Body),
            _ => None,
        }
    }
}

/// Where it happened, and what happened there before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Whether one can walk there.
    pub reachable: bool,
    /// Whether there is only one way out.
    pub dead_end: bool,
    /// What kind of area it is: a roof, a yard.
    pub area: String,
    /// How many of the group's people were lost to whoever was there before.
    pub losses: u32,
    /// Whether people are fighting about it.
    pub fighting: bool,
}

impl Default for Setting {
    /// Open ground in peace.
    fn default() -> Self {
        Self { reachable: true, dead_end: false, area: String::new(), losses: 0, fighting: false }
    }
}

/// A row: when it fits, and what follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Context {
    /// For this event.
    pub event: Event,
    /// If the place can be reached, or not.
    pub reachable: Option<bool>,
    /// If it is a dead end, or not.
    pub dead_end: Option<bool>,
    /// In such an area.
    pub area: Option<String>,
    /// After so many losses to somebody there.
    #[serde(default)]
    pub losses: u32,
    /// In a fight, or not.
    pub fighting: Option<bool>,
    /// What it is then.
    pub means: String,
    /// What a group does about it.
    pub plan: Option<Plan>,
    /// Whether that may be done again against the same foe.
    #[serde(default = "yes")]
    pub repeats: bool,
}

fn yes() -> bool {
    true
}

impl Context {
    /// Whether all that it names holds.
    #[must_use]
    pub fn fits(&self, event: Event, setting: &Setting) -> bool {
        self.event == event
            && self.reachable.is_none_or(|wanted| wanted == setting.reachable)
            && self.dead_end.is_none_or(|wanted| wanted == setting.dead_end)
            && self.fighting.is_none_or(|wanted| wanted == setting.fighting)
            && self.area.as_ref().is_none_or(|wanted| *wanted == setting.area)
            && setting.losses >= self.losses
    }
}

/// The first row that fits.
pub(super) fn meaning<'c>(rows: &'c [Context], event: Event, setting: &Setting) -> Option<&'c Context> {
    rows.iter().find(|row| row.fits(event, setting))
}
