//! What happened in a rehearsal, and how it is told.

use super::Scene;
use crate::awareness::{Awareness, Cause, Shift, Stimulus};
use crate::barks::Tier;
use crate::changed::Reaction;
use crate::detect::Notice;
use crate::group::Order;
use crate::vision::{Change, Sight};
use serde::Serialize;
use wold_space::{EntityId, Tick};

/// What happened to somebody.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A meter passed an edge.
    Meter(Change),
    /// They are more or less on edge.
    Awareness(Shift),
    /// They noticed that a thing is not as it was left.
    Noticed {
        /// What.
        thing: String,
        /// What they do about it.
        reaction: Reaction,
    },
    /// They miss somebody.
    Missed(EntityId),
    /// They say a line.
    Bark {
        /// What it is about.
        topic: String,
        /// Which list it is from.
        tier: Tier,
        /// The line.
        line: String,
    },
    /// What a foe in sight means here.
    Meaning(String),
    /// Their group has them do something.
    Order(Order),
    /// They died.
    Died,
}

/// A line of the timeline.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// When.
    pub tick: Tick,
    /// To whom.
    pub who: EntityId,
    /// What.
    pub what: What,
}

/// A meter at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// When.
    pub tick: Tick,
    /// Who watches.
    pub watcher: EntityId,
    /// Who is watched.
    pub target: EntityId,
    /// How the watcher is.
    pub state: Awareness,
    /// The number a player is shown.
    pub meter: f64,
}

/// A rehearsal, told.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Timeline {
    /// What happened, in order.
    pub entries: Vec<Entry>,
    /// Meters above zero, at regular times.
    pub samples: Vec<Sample>,
    /// How every watcher who lives ended, in the scene's order.
    pub end: Vec<(EntityId, Awareness)>,
    /// Rays that were asked for targets.
    pub rays: u64,
    /// The most of one tick.
    pub most_rays: usize,
}

impl Entry {
    /// In words.
    #[must_use]
    pub fn told(&self, scene: &Scene, sight: &Sight) -> String {
        let name = |id: EntityId| scene.name_of(id);
        let said = match &self.what {
            What::Meter(change) => {
                let of = name(change.target);
                let what = match (change.from, change.to) {
                    (_, Notice::Perceived) => format!("perceives {of}"),
                    (Notice::Perceived, _) => format!("loses sight of {of}"),
                    (_, Notice::SawSomething) => format!("saw something of {of}"),
                    (_, Notice::Nothing) => format!("takes {of} for nothing"),
                };
                format!("{what}; meter {:.2}: {}", change.value, change.why.told(sight))
            }
            What::Awareness(shift) => {
                format!("{} -> {}: {}", shift.from.label(), shift.to.label(), because(&shift.cause, scene))
            }
            What::Noticed { thing, reaction } => {
                let what = match reaction {
                    Reaction::Investigate => "goes to look",
                    Reaction::Remark => "remarks on it",
                    Reaction::Ignore => "leaves it",
                };
                format!("{thing} is not as it was; {what}")
            }
            What::Missed(who) => format!("misses {}", name(*who)),
            What::Bark { line, .. } => format!("says {line:?}"),
            What::Meaning(means) => format!("makes of it: {means}"),
            What::Died => "dies without a sound".to_owned(),
            What::Order(order) => match order {
                Order::Say { line, .. } => format!("says {line:?}"),
                Order::Wait { .. } => "waits".to_owned(),
                Order::Investigate { at, .. } => format!("goes to look at ({:.1}, {:.1})", at.x, at.y),
                Order::Throw { at, .. } => format!("throws at ({:.1}, {:.1})", at.x, at.y),
                Order::CallOut { .. } => "calls on them to come out".to_owned(),
                Order::Cover { .. } => "covers the others".to_owned(),
                Order::FallBack { .. } => "falls back".to_owned(),
                Order::Search { .. } => "searches".to_owned(),
                Order::Release { .. } => "is on their own again".to_owned(),
            },
        };
        format!("{:8.2} s  {:12} {said}", self.tick.seconds(), name(self.who))
    }
}

fn because(cause: &Cause, scene: &Scene) -> String {
    let about = cause.about.map_or(String::new(), |who| format!(" ({})", scene.name_of(who)));
    let what = match cause.stimulus {
        Stimulus::SawSomething => "saw something".to_owned(),
        Stimulus::Perceived => "perceived somebody".to_owned(),
        Stimulus::Heard(priority) => format!("heard something of priority {priority}"),
        Stimulus::Told => "was told".to_owned(),
        Stimulus::LostSight => "lost sight".to_owned(),
        Stimulus::Changed => "a thing was not as it was left".to_owned(),
        Stimulus::Missed => "somebody is missing".to_owned(),
        Stimulus::Quiet => "nothing for a while".to_owned(),
    };
    what + &about
}
