//! Where bodies were a moment ago: what a shot is held against.
//!
//! Contract: [`remember`] notes every tick where everybody within a shot's reach of an armed body or of where something was let fly is, for as many ticks back as `shots.rewind_seconds` allows. It is state: a world that is restored decides the next shot as the one that went
//! on. Cost: by who is near people with something to let fly in their hands; nothing while there are none.

use crate::clock::Now;
use crate::config::WorldConfig;
use crate::crowd::{self, Crowd};
use crate::deeds::in_hand;
use crate::parts::{Away, Bag, Body, Fallen, Id};
use crate::registry::Kept;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};
use wold_land::Motion;
use wold_space::{DVec2, EntityId, Tick};

/// Metres beyond a shot's reach within which bodies are noted: as far as anybody comes meanwhile.
const BEYOND: f64 = 10.0;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Moment {
    tick: Tick,
    /// By id.
    bodies: Vec<(EntityId, Motion)>,
}

/// Where bodies were in the last few ticks.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Trail {
    /// The oldest first.
    moments: VecDeque<Moment>,
}

impl Kept for Trail {
    const NAME: &'static str = "trail";
}

impl Trail {
    /// How somebody was at the end of a tick, if that is remembered.
    pub(super) fn at(&self, tick: Tick, who: EntityId) -> Option<Motion> {
        let moment = self.moments.iter().find(|moment| moment.tick == tick)?;
        let found = moment.bodies.binary_search_by_key(&who, |(id, _)| *id).ok()?;
        Some(moment.bodies[found].1)
    }
}

/// Notes where everybody is who may be shot at before long, or has been: `shot_from` is where what flies began.
pub(super) fn remember(world: &mut World, shot_from: impl Iterator<Item = DVec2>) {
    let config = &world.resource::<WorldConfig>().shots;
    let back = config.rewind_ticks();
    let reach = config.kinds.iter().map(|row| f64::from(row.shot.reach)).fold(0.0, f64::max) + BEYOND;
    let mut armed = if back == 0 { Vec::new() } else { armed(world) };
    // Who threw a stone has nothing in the hand any more.
    armed.extend(shot_from.filter(|_| back > 0));
    if armed.is_empty() {
        if !world.resource::<Trail>().moments.is_empty() {
            world.resource_mut::<Trail>().moments.clear();
        }
        return;
    }
    world.resource_mut::<Crowd>().stir();
    let near: BTreeSet<Entity> =
        armed.into_iter().flat_map(|place| crowd::near(world, place, reach)).collect();
    let body = |entity: Entity| Some((world.get::<Id>(entity)?.0, world.get::<Body>(entity)?.0));
    let mut bodies: Vec<(EntityId, Motion)> = near.into_iter().filter_map(body).collect();
    bodies.sort_unstable_by_key(|(id, _)| *id);
    let tick = world.resource::<Now>().0;
    let moments = &mut world.resource_mut::<Trail>().moments;
    moments.push_back(Moment { tick, bodies });
    while moments.front().is_some_and(|moment| tick.since(moment.tick) > back) {
        moments.pop_front();
    }
}

/// Where everybody stands who has something to let fly in their hands.
fn armed(world: &mut World) -> Vec<DVec2> {
    let mut holders = world.query_filtered::<(Entity, &Body, &Bag), (Without<Away>, Without<Fallen>)>();
    let holding: Vec<(Entity, DVec2)> = holders
        .iter(world)
        .filter(|(.., bag)| bag.held.is_some())
        .map(|(entity, body, _)| (entity, body.0.place))
        .collect();
    let shots = &world.resource::<WorldConfig>().shots;
    let is_armed =
        |entity: Entity| in_hand(world, entity).is_some_and(|thing| shots.with(thing.kind).is_some());
    holding.into_iter().filter(|(entity, _)| is_armed(*entity)).map(|(_, place)| place).collect()
}
