//! Who notices those who hide.
//!
//! Contract: whoever sneaks is no longer plain to inhabitants. Each inhabitant near has a meter for them ([`wold_senses::vision::Lookout`]) that rises with what of the body is in sight,
//! in which shape of the watcher's eyes, by how much light, and falls out of sight; until it is full the one who sneaks is not told to that inhabitant and has no witness in them. Who
//! begins to sneak before somebody's eyes is not hidden from them. A human has eyes of their own and sees whatever stands in no shade.
//!
//! The one who sneaks is told the highest of all meters, whenever it changes. Cost: by those who sneak and by who is near them; nothing while nobody does.

mod light;

use crate::books::Post;
use crate::clock::Now;
use crate::crowd;
use crate::ground::Ground;
use crate::parts::{Away, Body, Fallen, Id, Person, SteeredBy};
use crate::registry::Kept;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use wold_land::{Land, Motion, Shades};
use wold_senses::awareness::Awareness;
use wold_senses::detect::Notice;
use wold_senses::vision::{self, Budget, Lookout, Ray, Rays, Sight, Stance, Target, Watcher};
use wold_space::{DVec2, DVec3, EntityId, GuestId, Tick};
use wold_wire::{FromHost, Pose};

/// How tall people are, and where their eyes are when they stand and when they sit, in metres.
const TALL: f64 = 1.75;
const EYES: f64 = 1.62;
const EYES_SEATED: f64 = 1.15;
/// Metres a second below which somebody is still.
const STILL: f32 = 0.2;

/// Everybody's meters for those who hide.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Vigil {
    lookout: Lookout,
    /// Who sneaks, and the meter they were told last.
    hiding: BTreeMap<EntityId, (u8, bool)>,
}

impl Kept for Vigil {
    const NAME: &'static str = "vigil";
}

/// How inhabitants see.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Eyesight(Sight);

impl Vigil {
    /// Whether anybody hides.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.hiding.is_empty()
    }

    /// Whether somebody sneaks.
    #[must_use]
    pub fn is_hiding(&self, who: EntityId) -> bool {
        self.hiding.contains_key(&who)
    }

    /// Whether somebody is hidden from an inhabitant.
    #[must_use]
    pub fn hides(&self, target: EntityId, from: EntityId) -> bool {
        self.hiding.contains_key(&target)
            && self.lookout.gaze(from, target).is_none_or(|it| it.meter.notice() != Notice::Perceived)
    }

    /// The highest meter of somebody who hides, 0 to 1; what they are told.
    #[must_use]
    pub fn meter(&self, target: EntityId) -> f64 {
        let meters = self.lookout.iter().filter(|(_, other, _)| *other == target);
        meters.map(|(.., gaze)| gaze.meter.value()).fold(0.0, f64::max)
    }
}

/// What the land lets pass.
struct Lines<'a>(&'a Land);

impl Rays for Lines<'_> {
    fn is_clear(&self, ray: Ray) -> bool {
        self.0.line_is_clear(self.0.point(ray.from), self.0.point(ray.to))
    }
}

/// Lets everybody look for those who hide, and tells these how they fare.
pub(crate) fn keep(world: &mut World) {
    let hidden = hiders(world);
    if hidden.is_empty() && world.resource::<Vigil>().is_idle() {
        return;
    }
    let now = world.resource::<Now>().0;
    let sight = world.resource::<Eyesight>().0.clone();
    let targets: Vec<Target> = hidden.iter().map(|hider| target(world, hider)).collect();
    let watchers = watchers(world, &sight, &targets);
    let mut vigil = std::mem::take(&mut *world.resource_mut::<Vigil>());
    let lines = Lines(&world.resource::<Ground>().land);
    for (hider, target) in hidden.iter().zip(&targets) {
        if !vigil.hiding.contains_key(&hider.id) {
            begin(&mut vigil.lookout, now, &sight, target, hider.motion.level, &watchers, lines.0);
        }
    }
    let is_hidden: BTreeSet<EntityId> = hidden.iter().map(|hider| hider.id).collect();
    let given_up: Vec<EntityId> = vigil.hiding.keys().filter(|id| !is_hidden.contains(id)).copied().collect();
    let eyes: Vec<Watcher> = watchers.iter().map(|(watcher, _)| watcher.clone()).collect();
    vigil.lookout.tick(now, &sight, &eyes, &targets, &lines, Budget::default());
    let mut told = Vec::new();
    for id in given_up {
        vigil.lookout.forget(id);
        vigil.hiding.remove(&id);
        told.push((id, (0, false)));
    }
    for hider in &hidden {
        let value = (u8_of(vigil.meter(hider.id)), is_perceived(&vigil.lookout, hider.id));
        if vigil.hiding.insert(hider.id, value) != Some(value) {
            told.push((hider.id, value));
        }
    }
    *world.resource_mut::<Vigil>() = vigil;
    for (id, (meter, perceived)) in told {
        if let Some(guest) = guest_of(world, id) {
            world.resource_mut::<Post>().send(guest, FromHost::Noticed { meter, perceived });
        }
    }
}

/// A share as a byte; only nothing is 0.
fn u8_of(share: f64) -> u8 {
    libm::ceil(share.clamp(0.0, 1.0) * 255.0) as u8
}

fn is_perceived(lookout: &Lookout, target: EntityId) -> bool {
    lookout.iter().any(|(_, other, gaze)| other == target && gaze.meter.notice() == Notice::Perceived)
}

/// Those who see somebody begin to hide keep seeing them.
fn begin(
    lookout: &mut Lookout,
    now: Tick,
    sight: &Sight,
    target: &Target,
    level: u8,
    watchers: &[(Watcher, u8)],
    land: &Land,
) {
    let place = target.place.truncate();
    let shades = Shades::around(land, place, sight.reach());
    for (watcher, storey) in watchers {
        let sees = shades.sees(watcher.eyes.truncate(), *storey, place, level);
        if sees && sight.consider(watcher, target).is_ok() {
            lookout.perceive(now, sight, watcher.id, target);
        }
    }
}

struct Hider {
    id: EntityId,
    motion: Motion,
}

/// Whoever sneaks, by id.
fn hiders(world: &mut World) -> Vec<Hider> {
    let mut bodies = world.query_filtered::<(&Id, &Body), (With<Person>, Without<Away>, Without<Fallen>)>();
    let mut hidden: Vec<Hider> = bodies
        .iter(world)
        .filter(|(_, body)| body.0.pose == Pose::Sneaking)
        .map(|(id, body)| Hider { id: id.0, motion: body.0 })
        .collect();
    hidden.sort_unstable_by_key(|hider| hider.id);
    hidden
}

fn target(world: &mut World, hider: &Hider) -> Target {
    let motion = hider.motion;
    let land = &world.resource::<Ground>().land;
    let place = motion.place.extend(f64::from(land.standing_height(motion.place, motion.level)));
    let is_still = motion.velocity.length() < STILL;
    let moves = if is_still { vision::Motion::Still } else { vision::Motion::Walking };
    let light = light::at(world, place + DVec3::Z, motion.level);
    Target {
        id: hider.id,
        place,
        height: TALL,
        facing: facing(motion.heading),
        stance: Stance::from(motion.pose),
        motion: moves,
        in_cover: false,
        guise: None,
        light,
    }
}

/// Inhabitants awake near somebody who hides, and the storeys they are on; by id.
fn watchers(world: &mut World, sight: &Sight, targets: &[Target]) -> Vec<(Watcher, u8)> {
    let near: BTreeSet<Entity> = targets
        .iter()
        .flat_map(|target| crowd::near(world, target.place.truncate(), sight.reach()))
        .collect();
    let land = &world.resource::<Ground>().land;
    let watcher = |entity: Entity| {
        let other = world.entity(entity);
        let (id, body) = (other.get::<Id>()?.0, other.get::<Body>()?.0);
        let awake = !other.contains::<Fallen>() && !matches!(body.pose, Pose::Lying | Pose::Fallen);
        other.get::<Person>().filter(|person| awake && !person.human)?;
        let eyes = if body.pose == Pose::Sitting { EYES_SEATED } else { EYES };
        let height = f64::from(land.standing_height(body.place, body.level)) + eyes;
        let watcher = Watcher {
            id,
            eyes: body.place.extend(height),
            facing: facing(body.heading),
            state: Awareness::Unaware,
            knows: BTreeSet::new(),
        };
        Some((watcher, body.level))
    };
    let mut watchers: Vec<(Watcher, u8)> = near.into_iter().filter_map(watcher).collect();
    watchers.sort_unstable_by_key(|(watcher, _)| watcher.id);
    watchers
}

/// A heading in 256ths of a turn as a direction.
fn facing(heading: u8) -> DVec2 {
    let angle = f64::from(heading) / 256.0 * std::f64::consts::TAU;
    DVec2::new(libm::cos(angle), libm::sin(angle))
}

fn guest_of(world: &World, id: EntityId) -> Option<GuestId> {
    let entity = *world.resource::<crate::registry::Roll>().0.get(&id)?;
    world.get::<Away>(entity).is_none().then(|| world.get::<SteeredBy>(entity).map(|by| by.0))?
}

#[cfg(test)]
mod tests;
