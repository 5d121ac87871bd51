//! Who is where: so that a word or a deed costs by who is near and not by who is in the world.
//!
//! Not state: a register of the bodies present, told by the engine of whoever comes and goes, and brought up to date by who moved when it is asked and something may have since. The bodies'
//! own places count; the register only says whose are worth a look.

use crate::parts::{Away, Body, Id};
use bevy_ecs::change_detection::Tick as Change;
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;
use wold_space::index::Register;
use wold_space::{DVec2, EntityId, GuestId};

/// Side of the squares people are filed by: steps are heard about as far.
const SQUARE_METRES: f64 = 8.0;
/// Lines one guest is told in a tick; in a din nobody makes out more.
const LINES_A_TICK: u8 = 12;
/// Deeds one guest is told of in a tick; in a throng nobody makes out more.
const DEEDS_A_TICK: u8 = 8;

/// Bodies by place, and what ears and eyes took in.
#[derive(Resource)]
pub(crate) struct Crowd {
    about: Register<Entity>,
    /// Up to which change of the engine moves are filed.
    filed: Option<Change>,
    /// Whether somebody may have moved since.
    stirred: bool,
    heard: BTreeMap<GuestId, u8>,
    seen: BTreeMap<GuestId, u8>,
}

impl Default for Crowd {
    fn default() -> Self {
        Self {
            about: Register::new(SQUARE_METRES),
            filed: None,
            stirred: true,
            heard: BTreeMap::new(),
            seen: BTreeMap::new(),
        }
    }
}

impl Crowd {
    /// Somebody may have moved.
    pub(crate) fn stir(&mut self) {
        self.stirred = true;
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

/// Has the engine tell who comes and goes.
pub(crate) fn watch(world: &mut World) {
    world.add_observer(
        |came: On<Insert<Body>>, bodies: Query<&Body, Without<Away>>, mut crowd: ResMut<Crowd>| {
            let entity = came.event().entity;
            if let Ok(body) = bodies.get(entity) {
                crowd.about.put(entity, body.0.place);
            }
        },
    );
    world.add_observer(|back: On<Remove<Away>>, bodies: Query<&Body>, mut crowd: ResMut<Crowd>| {
        let entity = back.event().entity;
        if let Ok(body) = bodies.get(entity) {
            crowd.about.put(entity, body.0.place);
        }
    });
    world.add_observer(|went: On<Insert<Away>>, mut crowd: ResMut<Crowd>| {
        crowd.about.take(&went.event().entity);
    });
    world.add_observer(|gone: On<Remove<Body>>, mut crowd: ResMut<Crowd>| {
        crowd.about.take(&gone.event().entity);
    });
}

/// Everybody present within `reach` of a place and some beyond, by id.
pub(crate) fn near(world: &mut World, place: DVec2, reach: f64) -> Vec<Entity> {
    if world.resource::<Crowd>().stirred {
        file_moves(world);
    }
    let about = &world.resource::<Crowd>().about;
    let id = |entity: &Entity| Some((world.get::<Id>(*entity)?.0, *entity));
    let mut found: Vec<(EntityId, Entity)> = about.near(place, reach).filter_map(id).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, entity)| entity).collect()
}

fn file_moves(world: &mut World) {
    let now = world.change_tick();
    let mut bodies = world.query_filtered::<(Entity, Ref<Body>), Without<Away>>();
    let filed = world.resource::<Crowd>().filed;
    let moved = |body: &Ref<Body>| filed.is_none_or(|filed| body.last_changed().is_newer_than(filed, now));
    let moves: Vec<(Entity, DVec2)> = bodies
        .iter(world)
        .filter(|(_, body)| moved(body))
        .map(|(entity, body)| (entity, body.0.place))
        .collect();
    // What changes from here on is newer than what is filed.
    let filed = world.increment_change_tick();
    let mut crowd = world.resource_mut::<Crowd>();
    for (entity, place) in moves {
        crowd.about.put(entity, place);
    }
    (crowd.filed, crowd.stirred) = (Some(filed), false);
}
