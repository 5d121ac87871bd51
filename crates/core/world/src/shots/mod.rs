//! Shots: what is let fly from a bow or the hand, and whom it hits.
//!
//! Contract: [`aim::shoot`] decides whether somebody can let fly: what is in the hand lets something fly (`[shots]` of a world's file), that is in the bag, what is aimed at was in sight and within reach. The thing leaves the bag and is
//! neither carried nor lying until it ends. It goes straight over the ground and falls ([`wold_wire::flight`]); walls, floors, what grows and the ground stop it by the world's rule of sight ([`wold_land::sight`]). It hits the first body in its
//! way that is not its thrower's, and wounds it as a blow does; law, respect, witnesses and the dead see no difference but that who is hit from afar knows by whom only if they see it. Then it lies there, whose it was, or is broken.
//!
//! *What the one who shot saw.* A guest sees others as they were when the news set out. It says which tick it saw. What it aims at is taken from then, and what flies is held against bodies as its own screen shows the two together: near the
//! hand as they were then, at the mark as they are, evenly between: the complement of the temporal contour by which the page shows it ([`wold_wire::contours`]). So who is hit far off has seen it come, and who is shot
//! at from two steps away is hit where they were seen. Claims are cut to `shots.rewind_seconds` and to what is remembered ([`trail`]), and all of them are noted ([`Rewinds`]); the steward lets none pass that is older than what the guest acknowledged.
//!
//! Who sees it fly is told its whole way once, and how it ended.

pub(crate) mod aim;
pub mod config;
mod flight;
mod trail;

pub use config::ShotsConfig;
pub(crate) use flight::fly;
pub(crate) use trail::Trail;

use crate::registry::Kept;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};
use wold_lore::Owner;
use wold_space::{EntityId, GuestId, Tick};
use wold_wire::Loosed;

/// A thing on its way through the air.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Flying {
    loosed: Loosed,
    /// Whose the thing is.
    owner: Option<Owner>,
    /// Ticks by which what the one who shot saw was past.
    lag: u8,
    /// Metres to what was aimed at.
    way: f64,
    /// On which storey it set out.
    level: u8,
    /// Health it takes.
    harm: f32,
    /// How likely it breaks.
    breaks: f64,
    /// Who was told of it.
    told: BTreeSet<GuestId>,
}

impl Kept for Flying {
    const NAME: &'static str = "flying";
}

/// Shots that are kept for whoever looks into them.
const MOST_NOTED: usize = 64;

/// A shot, and what the one who shot said to have seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewind {
    /// When it was decided.
    pub tick: Tick,
    /// By whom.
    pub by: EntityId,
    /// At whom, if at anybody.
    pub at: Option<EntityId>,
    /// What flew.
    pub thing: EntityId,
    /// Ticks by which what they saw was past, as they said.
    pub claimed: u64,
    /// As it was granted.
    pub granted: u64,
    /// Whom it hit; nothing while it flies or if it hit nobody.
    pub hit: Option<EntityId>,
}

/// The last shots, and how many there were. Not state: the log has the claims.
#[derive(Resource, Clone, Debug, Default)]
pub struct Rewinds {
    /// Shots so far.
    pub shots: u64,
    /// How many of them were said to have been seen longer ago than is granted, or before they were so.
    pub cut: u64,
    /// The last ones, the oldest first.
    pub recent: VecDeque<Rewind>,
}

impl Rewinds {
    /// The last shots of somebody, in words; nothing of who made none.
    #[must_use]
    pub fn of(&self, who: EntityId) -> Option<String> {
        let told = |shot: &Rewind| {
            let Rewind { tick, claimed, granted, .. } = shot;
            let hit = shot.hit.map_or_else(|| "nobody".to_owned(), |hit| hit.to_string());
            format!("tick {}: saw {claimed} ticks ago, {granted} granted, hit {hit}", tick.0)
        };
        let lines: Vec<String> = self.recent.iter().filter(|shot| shot.by == who).map(told).collect();
        (!lines.is_empty()).then(|| lines.join("; "))
    }

    fn note(&mut self, rewind: Rewind, cut: bool) {
        self.shots += 1;
        self.cut += u64::from(cut);
        if self.recent.len() >= MOST_NOTED {
            self.recent.pop_front();
        }
        self.recent.push_back(rewind);
    }

    fn end(&mut self, thing: EntityId, hit: EntityId) {
        if let Some(rewind) = self.recent.iter_mut().rev().find(|rewind| rewind.thing == thing) {
            rewind.hit = Some(hit);
        }
    }
}

#[cfg(test)]
mod tests;
