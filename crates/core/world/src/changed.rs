//! Things that somebody left otherwise than they were: for those who notice.
//!
//! Contract: the last [`MOST`] changes, the newest last, with what, where, when and by whom. They are written where the world changes a thing on somebody's account (a door propped open or
//! shut, a lantern lit or put out), and read by whoever lets inhabitants notice.

use crate::registry::Kept;
use bevy_ecs::prelude::Resource;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use wold_lore::land::Door;
use wold_space::{ChunkPos, DVec2, EntityId, Tick};

/// Changes kept.
pub const MOST: usize = 256;

/// What was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum What {
    /// A door of a chunk's house.
    Door(ChunkPos, Door),
    /// A thing that burns, or does not.
    Light(EntityId),
}

/// One change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Of what.
    pub what: What,
    /// Whether it is now open, or lit.
    pub on: bool,
    /// Where.
    pub place: DVec2,
    /// On which storey.
    pub level: u8,
    /// When.
    pub tick: Tick,
    /// By whom.
    pub by: Option<EntityId>,
}

/// What was changed lately.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Changed(VecDeque<Change>);

impl Kept for Changed {
    const NAME: &'static str = "changed";
}

impl Changed {
    /// Writes a change down; what was changed before is forgotten for it.
    pub fn note(&mut self, change: Change) {
        self.0.retain(|other| other.what != change.what);
        if self.0.len() >= MOST {
            self.0.pop_front();
        }
        self.0.push_back(change);
    }

    /// All that is kept, the oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Change> {
        self.0.iter()
    }

    /// Those since a tick, that one included, the oldest first.
    pub fn since(&self, tick: Tick) -> impl Iterator<Item = &Change> {
        self.0.iter().filter(move |change| change.tick >= tick)
    }
}
