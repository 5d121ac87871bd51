//! Who saw a deed, and is told of it.
//!
//! Contract: a witness is somebody on their feet, near enough for the light there is, who sees the place where it was done by the world's one rule of sight ([`wold_land::sight`]) and has noticed the doer, if
//! they hide ([`crate::vigil`]). An inhabitant sees what is done before its eyes or right beside it, and turns to a blow it hears; who plays looks where they like. Of the
//! deeds people talk about ([`Deed::is_told`](wold_lore::Deed::is_told)) the ledger names them. Each is told what was done, by whom, to whom and with what; so are
//! the doer and whoever it was done to, whether they see or not: they feel it; by whom, only if it was not done from afar. Who is not made out ([`crate::guise`]) is not named. A guest takes in so much in a tick and no more.

use crate::books::{Entry, Ledger, Post};
use crate::config::WorldConfig;
use crate::crowd::{self, Crowd};
use crate::ground::Ground;
use crate::guise;
use crate::justice;
use crate::parts::{Away, Body, Fallen, Id, Person, SteeredBy};
use crate::registry::Roll;
use crate::vigil::{Alarm, SensesConfig, Vigil, alarm, light_on};
use bevy_ecs::prelude::*;
use wold_land::{Motion, Shades};
use wold_lore::{Deed, Guise, Owner};
use wold_senses::awareness::Stimulus;
use wold_space::{DVec2, EntityId};
use wold_wire::message::Saw;
use wold_wire::state::{UNIT, course_vector};
use wold_wire::{FromHost, Pose};

/// Names the witnesses of the tick's deeds, and tells them.
pub(crate) fn bear_witness(world: &mut World) {
    if !world.resource::<Ledger>().0.iter().any(|deed| deed.kind.is_told()) {
        return;
    }
    // Everybody moved since the tick's commands were decided.
    world.resource_mut::<Crowd>().stir();
    let sight = world.resource::<WorldConfig>().environment.sight_metres;
    let mut deeds = std::mem::take(&mut world.resource_mut::<Ledger>().0);
    for deed in deeds.iter_mut().filter(|deed| deed.kind.is_told()) {
        deed.seen_by = witnesses(world, deed, sight);
        let knowing = made_out_by(world, deed);
        deed.masked = knowing.is_empty();
        if knowing.iter().any(|id| justice::is_guard(world, *id)) {
            justice::see(world, deed.doer, deed.kind, suffered_by(deed));
        }
        tell(world, deed, &knowing);
        rouse(world, deed, &knowing);
    }
    world.resource_mut::<Ledger>().0 = deeds;
}

/// To whom it was done: a theft to whose thing it was.
fn suffered_by(deed: &Entry) -> Option<EntityId> {
    match deed.kind {
        Deed::Steal => deed.owner.and_then(Owner::person),
        _ => deed.object,
    }
}

/// Who saw a deed, by id; the doer is not among them.
fn witnesses(world: &mut World, deed: &Entry, sight: f64) -> Vec<EntityId> {
    let doer = world.resource::<Roll>().0.get(&deed.doer).and_then(|entity| world.get::<Body>(*entity));
    let doer = doer.map(|body| body.0);
    let (level, pose) = doer.map_or((0, Pose::Standing), |body| (body.level, body.pose));
    let light = doer.map_or(1.0, |body| light_on(world, &body));
    let about = crowd::near(world, deed.place, sight);
    let eyes = Eyes::of(&world.resource::<WorldConfig>().senses, deed, light, sight);
    let vigil = world.resource::<Vigil>();
    let land = &world.resource::<Ground>().land;
    let shades = Shades::around(land, deed.place, sight);
    let done = land.figure(deed.place, level, pose);
    let saw = |entity: &Entity| {
        let watcher = world.entity(*entity);
        let (id, body) = (watcher.get::<Id>()?.0, watcher.get::<Body>()?.0);
        let human = watcher.get::<Person>()?.human;
        let saw = !watcher.contains::<Fallen>()
            && id != deed.doer
            && (human || !vigil.hides(deed.doer, id) && eyes.look(&body, deed.place))
            && body.place.distance_squared(deed.place) <= sight * sight
            && shades.sees_body(land.eyes(body.place, body.level, body.pose), &done);
        saw.then_some(id)
    };
    about.iter().filter_map(saw).collect()
}

/// How far and where inhabitants see a deed.
struct Eyes {
    /// Metres.
    reach: f64,
    beside: f64,
    turn: f64,
    /// The cosine of half the field of view.
    field: f64,
}

impl Eyes {
    fn of(senses: &SensesConfig, deed: &Entry, light: f64, sight: f64) -> Self {
        Self {
            reach: (sight * (light / senses.witness_light).min(1.0)).max(senses.dark_metres),
            beside: senses.beside_metres,
            // What is done from afar is not heard where it is done.
            turn: if deed.kind.account().violent && !deed.afar { senses.turn_metres } else { 0.0 },
            field: libm::cos((senses.field_degrees / 2.0).to_radians()),
        }
    }

    /// Whether somebody looks there, as far as the light goes.
    fn look(&self, watcher: &Motion, at: DVec2) -> bool {
        let (way, metres) = (at - watcher.place, watcher.place.distance(at));
        if metres <= self.beside {
            return true;
        }
        let (cos, sin) = course_vector(watcher.heading);
        let ahead = DVec2::new(f64::from(cos), f64::from(sin)) / f64::from(UNIT);
        metres <= self.reach && (metres <= self.turn || ahead.dot(way) >= self.field * metres)
    }
}

/// Who sees a crime, or suffers it, is on edge.
fn rouse(world: &mut World, deed: &Entry, knowing: &[EntityId]) {
    if deed.kind.account().crime <= 0.0 {
        return;
    }
    let (stimulus, place) = (Stimulus::Perceived, Some(deed.place));
    // Who is hit from afar is on edge, whether they saw where it came from or not.
    let hit = deed.object.filter(|hit| deed.afar && !deed.seen_by.contains(hit));
    for who in deed.seen_by.iter().copied().chain(hit) {
        let about = knowing.contains(&who).then_some(deed.doer);
        alarm(world, who, Alarm { stimulus, about, place, why: None });
    }
}

/// Who of the witnesses, and of those it was done to, made out who did it.
fn made_out_by(world: &mut World, deed: &Entry) -> Vec<EntityId> {
    let about = deed.seen_by.iter().copied().chain(deed.object.filter(|_| !deed.afar));
    let Some(&doer) = world.resource::<Roll>().0.get(&deed.doer) else { return about.collect() };
    if guise::of(world, doer) != Guise::Hood {
        return about.collect();
    }
    let Some(motion) = world.get::<Body>(doer).map(|body| body.0) else { return Vec::new() };
    let light = light_on(world, &motion);
    let near = |id: &EntityId| {
        let body = world.resource::<Roll>().0.get(id).and_then(|entity| world.get::<Body>(*entity));
        body.is_some_and(|body| guise::is_made_out(world, doer, body.0.place, light))
    };
    about.filter(near).collect()
}

fn tell(world: &mut World, deed: &Entry, knowing: &[EntityId]) {
    let told = |id: EntityId| {
        FromHost::Saw(Saw {
            doer: Some(deed.doer).filter(|doer| *doer == id || knowing.contains(&id)),
            deed: deed.kind,
            object: deed.object,
            thing: deed.thing,
            whose: deed.owner,
            place: deed.place,
        })
    };
    let felt = deed.object.filter(|object| *object != deed.doer && !deed.seen_by.contains(object));
    for id in [deed.doer].into_iter().chain(felt).chain(deed.seen_by.iter().copied()) {
        let Some(&entity) = world.resource::<Roll>().0.get(&id) else { continue };
        let Some(guest) = world.get::<SteeredBy>(entity).map(|by| by.0) else { continue };
        let is_here = world.get::<Away>(entity).is_none();
        // Nobody overlooks what they do themselves.
        if is_here && (id == deed.doer || world.resource_mut::<Crowd>().has_eye(guest)) {
            world.resource_mut::<Post>().send(guest, told(id));
        }
    }
}

#[cfg(test)]
mod tests;
