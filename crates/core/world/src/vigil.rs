//! Who notices those who hide.
//!
//! Contract: whoever sneaks is no longer plain to inhabitants. Each inhabitant near has a meter for them ([`wold_senses::vision::Lookout`]) that rises with what of the body is in sight,
//! in which shape of the watcher's eyes, by how much light, and falls out of sight; until it is full the one who sneaks is not told to that inhabitant and has no witness in them. Who
//! touches an inhabitant, by a blow or a bump, is noticed at once. Who begins to sneak before somebody's eyes is not hidden from them (`begin`). A human has eyes of their own and sees whatever stands in no shade.
//!
//! The one who sneaks is told the highest of all meters, whenever it changes. Rays come in one batch a tick out of the quota of [`Scheduler`], after those for who begins to sneak, and are cast on as many threads as
//! there are: their answers come in the order of the questions, so threads change nothing. Cost: by those who sneak and by who is near them; nothing while nobody does.
//!
//! The quota is the world's own. Inhabitants' questions have another, their household's: they may live in another process, and a tick depends on its state and its commands alone
//! (docs/decisions/0074-two-quotas-of-rays.md).

mod begin;
mod edge;
mod light;
mod settings;
mod shown;

pub(crate) use edge::calm;
pub use edge::{Alarm, OnEdge, alarm};
pub use settings::SensesConfig;
pub use shown::{Look, looks};

use crate::books::Post;
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::crowd;
use crate::ground::Ground;
use crate::guise;
use crate::parts::{Away, Body, Fallen, Id, Person, SteeredBy};
use crate::registry::{Kept, Roll};
use bevy_ecs::prelude::*;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use wold_land::sight::TALL;
use wold_land::{Land, Motion, Shades};
use wold_senses::awareness::{Awareness, Nerves, Stimulus};
use wold_senses::detect::Notice;
use wold_senses::vision::{self, Budget, Change, Lookout, Ray, Rays, Sight, Stance, Target, Watcher};
use wold_space::{DVec2, DVec3, EntityId, GuestId};
use wold_tactics::query::{Rays as Answered, Scheduler};
use wold_wire::{FromHost, Pose};

/// Metres beyond their bodies at which two touch, and metres above somebody's feet within which another's eyes are on the same storey.
const GRAZE: f64 = 0.05;
const STOREY: f64 = 2.2;
/// Rays a tick, and the share of them that those may use up who look at who begins to sneak: the meters go on meanwhile.
const RAYS: u32 = 512;
const FOR_BEGINNERS: u32 = 2;
/// Looks a thread takes at least: fewer are not worth handing over.
const LOOKS_EACH: usize = 16;
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

/// How inhabitants see, and what it makes of them.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Eyesight {
    sight: Sight,
    nerves: Nerves,
    /// Shares the rays of a tick among all who look. Nothing of it outlasts the tick.
    rays: Scheduler,
}

impl Eyesight {
    pub(crate) fn of(config: &SensesConfig) -> Self {
        Self { sight: config.sight(), nerves: config.nerves(), rays: Scheduler::new(RAYS, Answered::AtOnce) }
    }
}

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
        self.0.sees(ray.from.into(), ray.to.into())
    }

    /// Rays from one pair of eyes to one body are next to each other, and meet the same shades.
    fn are_clear(&self, rays: &[Ray]) -> Vec<bool> {
        let looks: Vec<&[Ray]> = rays
            .chunk_by(|one, next| one.from == next.from && one.to.distance(next.to) < 2.0 * TALL)
            .collect();
        let clear = looks.par_iter().with_min_len(LOOKS_EACH).map(|look| {
            let ends = look.iter().flat_map(|ray| [ray.from, ray.to]).map(DVec3::truncate);
            let (low, high) = ends.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), end| {
                (low.min(end), high.max(end))
            });
            let shades = Shades::within(self.0, low, high);
            look.iter().map(|ray| shades.sees(ray.from.into(), ray.to.into())).collect::<Vec<bool>>()
        });
        clear.collect::<Vec<_>>().concat()
    }
}

/// Lets everybody look for those who hide, and tells these how they fare.
pub(crate) fn keep(world: &mut World) {
    let mut hidden = hiders(world);
    if hidden.is_empty() && world.resource::<Vigil>().is_idle() {
        return;
    }
    let now = world.resource::<Now>().0;
    let sight = world.resource::<Eyesight>().sight.clone();
    let mut targets: Vec<Target> = hidden.iter().map(|hider| target(world, hider)).collect();
    let watchers = watchers(world, &sight, &targets);
    let mut vigil = std::mem::take(&mut *world.resource_mut::<Vigil>());
    let lines = Lines(&world.resource::<Ground>().land);
    let beginners: Vec<(&Target, Motion)> = hidden
        .iter()
        .zip(&targets)
        .filter(|(hider, _)| !vigil.hiding.contains_key(&hider.id))
        .map(|(hider, target)| (target, hider.motion))
        .collect();
    let left = world.resource::<Eyesight>().rays.left(now.0);
    let eyes = begin::Eyes { now, sight: &sight, watchers: &watchers, land: lines.0 };
    let glances = begin::glance(&mut vigil.lookout, &eyes, &beginners, left / FOR_BEGINNERS);
    let hides = |id: &EntityId| vigil.hiding.contains_key(id) || glances.begun.contains(id);
    hidden.retain(|hider| hides(&hider.id));
    targets.retain(|target| hides(&target.id));
    let is_hidden: BTreeSet<EntityId> = hidden.iter().map(|hider| hider.id).collect();
    let given_up: Vec<EntityId> = vigil.hiding.keys().filter(|id| !is_hidden.contains(id)).copied().collect();
    let budget = Budget::new((left - glances.rays) as usize);
    let changes = vigil.lookout.tick(now, &sight, &watchers, &targets, &lines, budget);
    let cast = glances.rays + vigil.lookout.rays() as u32;
    world.resource_mut::<Eyesight>().rays.spend(cast, now.0);
    let mut told = Vec::new();
    for id in given_up {
        vigil.lookout.forget(id);
        vigil.hiding.remove(&id);
        told.push((id, (0, false)));
    }
    let shown = shown_to(&vigil.lookout);
    for hider in &hidden {
        let (highest, perceived) = shown.get(&hider.id).copied().unwrap_or_default();
        let value = (u8_of(highest), perceived);
        if vigil.hiding.insert(hider.id, value) != Some(value) {
            told.push((hider.id, value));
        }
    }
    rouse(world, &vigil.lookout, &hidden, &changes);
    *world.resource_mut::<Vigil>() = vigil;
    let reach = 2.0 * f64::from(world.resource::<WorldConfig>().physique.radius) + GRAZE;
    for target in &targets {
        let touched = |watcher: &&Watcher| {
            let off = watcher.eyes - target.place;
            off.truncate().length() <= reach && (0.0..STOREY).contains(&off.z)
        };
        let bumped: Vec<EntityId> = watchers.iter().filter(touched).map(|watcher| watcher.id).collect();
        bumped.into_iter().for_each(|watcher| touch(world, watcher, target.id));
    }
    for (id, (meter, perceived)) in told {
        if let Some(guest) = guest_of(world, id) {
            world.resource_mut::<Post>().send(guest, FromHost::Noticed { meter, perceived });
        }
    }
}

/// Somebody who may hide touches an inhabitant, by a blow or because they bump into each other: that is noticed at once, wherever one looks.
pub(crate) fn touch(world: &mut World, who: EntityId, by: EntityId) {
    if !world.resource::<Vigil>().hides(by, who) {
        return;
    }
    let entity = world.resource::<Roll>().0.get(&by).copied();
    let Some(motion) = entity.and_then(|entity| world.get::<Body>(entity)).map(|body| body.0) else { return };
    let target = target(world, &Hider { id: by, motion });
    let (now, sight) = (world.resource::<Now>().0, world.resource::<Eyesight>().sight.clone());
    world.resource_mut::<Vigil>().lookout.perceive(now, &sight, who, &target);
    let alarmed =
        Alarm { stimulus: Stimulus::Perceived, about: Some(by), place: Some(motion.place), why: None };
    alarm(world, who, alarmed);
}

/// What changed meters do to those who look, and whom they still see.
fn rouse(world: &mut World, lookout: &Lookout, hidden: &[Hider], changes: &[Change]) {
    // They come by id.
    let at = |id: EntityId| {
        let found = hidden.binary_search_by_key(&id, |hider| hider.id).ok()?;
        Some(hidden[found].motion.place)
    };
    for change in changes {
        let Some(stimulus) = Stimulus::of(change) else { continue };
        // Something was seen somewhere; who it was is not known before they are perceived.
        let about = (stimulus != Stimulus::SawSomething).then_some(change.target);
        let place = match stimulus {
            Stimulus::LostSight => world.resource::<OnEdge>().saw(change.watcher, change.target),
            _ => at(change.target),
        };
        alarm(world, change.watcher, Alarm { stimulus, about, place, why: Some(change.why) });
    }
    for (watcher, target, gaze) in lookout.iter().filter(|(.., gaze)| gaze.why.seconds.is_some()) {
        let Some(place) =
            at(target).filter(|_| world.resource::<OnEdge>().state(watcher) != Awareness::Unaware)
        else {
            continue;
        };
        world.resource_mut::<OnEdge>().see(watcher, target, place);
        if gaze.meter.notice() == Notice::Perceived {
            let stimulus = Stimulus::Perceived;
            alarm(
                world,
                watcher,
                Alarm { stimulus, about: Some(target), place: Some(place), why: Some(gaze.why) },
            );
        }
    }
}

/// A share as a byte; only nothing is 0.
fn u8_of(share: f64) -> u8 {
    libm::ceil(share.clamp(0.0, 1.0) * 255.0) as u8
}

/// The highest meter for everybody there is one for, and whether anybody perceives them.
fn shown_to(lookout: &Lookout) -> BTreeMap<EntityId, (f64, bool)> {
    let mut shown: BTreeMap<EntityId, (f64, bool)> = BTreeMap::new();
    for (_, target, gaze) in lookout.iter() {
        let (highest, perceived) = shown.entry(target).or_default();
        *highest = highest.max(gaze.meter.value());
        *perceived |= gaze.meter.notice() == Notice::Perceived;
    }
    shown
}

struct Hider {
    id: EntityId,
    motion: Motion,
}

/// How lit somebody is.
pub(crate) fn light_on(world: &mut World, motion: &Motion) -> f64 {
    let foot = f64::from(world.resource::<Ground>().land.standing_height(motion.place, motion.level));
    light::at(world, motion.place.extend(foot + 1.0), motion.level)
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
    let worn = world.resource::<Roll>().0.get(&hider.id);
    let worn = worn.and_then(|entity| guise::worn(world, *entity));
    let guise = worn.and_then(|(_, kind)| world.resource::<Eyesight>().sight.guise_named(kind.label()));
    let land = &world.resource::<Ground>().land;
    let place = motion.place.extend(f64::from(land.standing_height(motion.place, motion.level)));
    let is_still = motion.velocity.length() < STILL;
    let moves = if is_still { vision::Motion::Still } else { vision::Motion::Walking };
    let light = light_on(world, &motion);
    Target {
        id: hider.id,
        place,
        height: TALL,
        facing: facing(motion.heading),
        stance: Stance::from(motion.pose),
        motion: moves,
        in_cover: false,
        guise,
        light,
    }
}

/// Inhabitants awake near somebody who hides, by id.
fn watchers(world: &mut World, sight: &Sight, targets: &[Target]) -> Vec<Watcher> {
    let near: BTreeSet<Entity> = targets
        .iter()
        .flat_map(|target| crowd::near(world, target.place.truncate(), sight.reach()))
        .collect();
    let (land, edge) = (&world.resource::<Ground>().land, world.resource::<OnEdge>());
    let watcher = |entity: Entity| {
        let other = world.entity(entity);
        let (id, body) = (other.get::<Id>()?.0, other.get::<Body>()?.0);
        let awake = !other.contains::<Fallen>() && !matches!(body.pose, Pose::Lying | Pose::Fallen);
        other.get::<Person>().filter(|person| awake && !person.human)?;
        let eyes = land.eyes(body.place, body.level, body.pose);
        Some(Watcher {
            id,
            eyes: eyes.place.extend(eyes.height),
            facing: facing(body.heading),
            state: edge.state(id),
            knows: BTreeSet::new(),
        })
    };
    let mut watchers: Vec<Watcher> = near.into_iter().filter_map(watcher).collect();
    watchers.sort_unstable_by_key(|watcher| watcher.id);
    watchers
}

/// A heading in 256ths of a turn as a direction.
pub(crate) fn facing(heading: u8) -> DVec2 {
    let angle = f64::from(heading) / 256.0 * std::f64::consts::TAU;
    DVec2::new(libm::cos(angle), libm::sin(angle))
}

fn guest_of(world: &World, id: EntityId) -> Option<GuestId> {
    let entity = *world.resource::<Roll>().0.get(&id)?;
    world.get::<Away>(entity).is_none().then(|| world.get::<SteeredBy>(entity).map(|by| by.0))?
}

#[cfg(test)]
mod crowd_tests;
#[cfg(test)]
mod tests;
