//! Who is where: so that a word or a deed costs by who is near and not by who is in the world.
//!
//! Not state: made again from the bodies when it is asked for and something may have moved since. The bodies' own places count; the index only says
//! whose are worth a look.

use crate::parts::{Away, Body, Id};
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;
use wold_space::index::Index;
use wold_space::{DVec2, EntityId, GuestId};

/// Side of the squares people are filed by: steps are heard about as far.
const SQUARE_METRES: f64 = 8.0;
/// Lines one guest is told in a tick; in a din nobody makes out more.
const LINES_A_TICK: u8 = 12;
/// Deeds one guest is told of in a tick; in a throng nobody makes out more.
const DEEDS_A_TICK: u8 = 8;

/// Bodies by place, and what ears and eyes took in.
#[derive(Resource, Default)]
pub(crate) struct Crowd {
    about: Option<Index<(EntityId, Entity)>>,
    heard: BTreeMap<GuestId, u8>,
    seen: BTreeMap<GuestId, u8>,
}

impl Crowd {
    /// Somebody came, went or moved.
    pub(crate) fn stir(&mut self) {
        self.about = None;
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

/// Everybody present within `reach` of a place and some beyond, by id.
pub(crate) fn near(world: &mut World, place: DVec2, reach: f64) -> Vec<Entity> {
    if world.resource::<Crowd>().about.is_none() {
        let mut bodies = world.query_filtered::<(&Id, Entity, &Body), Without<Away>>();
        let filed = bodies.iter(world).map(|(id, entity, body)| (body.0.place, (id.0, entity)));
        let index = Index::new(SQUARE_METRES, filed);
        world.resource_mut::<Crowd>().about = Some(index);
    }
    let about = world.resource::<Crowd>().about.as_ref().expect("just made");
    let mut found: Vec<(EntityId, Entity)> = about.near(place, reach).copied().collect();
    found.sort_unstable();
    found.into_iter().map(|(_, entity)| entity).collect()
}
