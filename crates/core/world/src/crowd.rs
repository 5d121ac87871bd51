//! Who is where, by chunk: so that a word or a deed costs by who is near and not by who is in the world.
//!
//! Not state: made again from the bodies when it is asked for and something may have moved since. The bodies' own places count; the index only says
//! whose are worth a look.

use crate::parts::{Away, Body, Id};
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;
use wold_space::{ChunkPos, DVec2, EntityId, GuestId};

/// Lines one guest is told in a tick; in a din nobody makes out more.
const LINES_A_TICK: u8 = 12;
/// Deeds one guest is told of in a tick; in a throng nobody makes out more.
const DEEDS_A_TICK: u8 = 8;

/// Bodies by chunk, and what ears and eyes took in.
#[derive(Resource, Default)]
pub(crate) struct Crowd {
    cells: Option<BTreeMap<ChunkPos, Vec<(EntityId, Entity)>>>,
    heard: BTreeMap<GuestId, u8>,
    seen: BTreeMap<GuestId, u8>,
}

impl Crowd {
    /// Somebody came, went or moved.
    pub(crate) fn stir(&mut self) {
        self.cells = None;
    }

    /// A new tick: everybody moved, and ears and eyes are rested.
    pub(crate) fn rest(&mut self) {
        self.stir();
        self.heard.clear();
        self.seen.clear();
    }

    /// Whether a guest takes in one line more this tick.
    pub(crate) fn has_ear(&mut self, guest: GuestId) -> bool {
        let heard = self.heard.entry(guest).or_default();
        *heard = heard.saturating_add(1);
        *heard <= LINES_A_TICK
    }

    /// Whether a guest takes in one deed more this tick.
    pub(crate) fn has_eye(&mut self, guest: GuestId) -> bool {
        let seen = self.seen.entry(guest).or_default();
        *seen = seen.saturating_add(1);
        *seen <= DEEDS_A_TICK
    }
}

/// Everybody present in the chunks within `reach` of a place, by id.
pub(crate) fn near(world: &mut World, place: DVec2, reach: f64) -> Vec<Entity> {
    if world.resource::<Crowd>().cells.is_none() {
        let mut bodies = world.query_filtered::<(&Id, Entity, &Body), Without<Away>>();
        let mut cells: BTreeMap<ChunkPos, Vec<(EntityId, Entity)>> = BTreeMap::new();
        for (id, entity, body) in bodies.iter(world) {
            cells.entry(ChunkPos::of(body.0.place)).or_default().push((id.0, entity));
        }
        world.resource_mut::<Crowd>().cells = Some(cells);
    }
    let cells = world.resource::<Crowd>().cells.as_ref().expect("just made");
    let (low, high) = (ChunkPos::of(place - reach), ChunkPos::of(place + reach));
    let mut found: Vec<(EntityId, Entity)> = (low.y..=high.y)
        .flat_map(|y| (low.x..=high.x).map(move |x| ChunkPos { x, y }))
        .filter_map(|pos| cells.get(&pos))
        .flatten()
        .copied()
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, entity)| entity).collect()
}
