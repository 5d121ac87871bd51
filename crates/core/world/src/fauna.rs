//! Animals: they live where their land is, feed, keep together, flee, hunt, and are kept.
//!
//! Contract: how many wild ones there are is a number of the ecology ([`crate::environment`]), and of nothing else: bodies are drawn from it ([`stock`]), and who is killed is taken from it
//! ([`slay`]). They go when the chunk they come from falls asleep. Those that people keep ([`herd`]) are counted by their heads: they come once, stay, breed, and are somebody's. An animal hears and
//! smells people, so walls do not hide them from it; who sneaks comes nearer, and from behind nearer still. It moves only while all land its step may touch is needed by somebody: what happens to be
//! loaded besides never matters. What each kind is like says [`crate::nature`].
//!
//! * [`roam`]: what animals make up their minds to do; [`stock`]: how many there are; [`herd`]: those people keep; `slay`: how one dies.
//!
//! Cost: by those whose turn it is to look about, a fifth of all in a tick, and by those that move; one that stands and feeds costs nothing in between.

pub mod herd;
pub(crate) mod roam;
mod slay;
pub(crate) mod stock;

pub use herd::Livestock;
pub(crate) use slay::slay;

use crate::clock::Now;
use crate::nature::{self, Element, Nature};
use crate::parts::{Acting, Body, Id, Steered, Vitals};
use crate::realm::{despawn, spawn};
use crate::registry::Kept;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wold_land::movement::{self, Motion};
use wold_land::{Land, Physique};
use wold_lore::{Being, Gait, Pose, Steering};
use wold_space::time::STEP_SECONDS;
use wold_space::{ChunkPos, DVec2, EntityId, Tick, Vec2};

/// An animal.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Animal {
    /// What it is.
    pub being: Being,
    /// The chunk it comes from and keeps to.
    pub home: ChunkPos,
    /// When it next makes up its mind.
    pub until: Tick,
    /// Whether it moves: somebody is near enough for its land to count.
    pub stirs: bool,
}

/// An animal that hunts and has had enough.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sated {
    /// Until when.
    pub until: Tick,
}

impl Kept for Animal {
    const NAME: &'static str = "animal";
}

impl Kept for Sated {
    const NAME: &'static str = "sated";
}

/// Depth in metres that keeps those of the land out, and those of the water in.
const WET: f32 = 0.3;

impl Animal {
    /// What it is like.
    #[must_use]
    pub fn nature(&self) -> &'static Nature {
        nature::of(self.being)
    }

    /// What its body can do, in a world of such people.
    fn physique(&self, people: &Physique, gait: Gait) -> Physique {
        let Nature { pace: [walk, run], radius, element, .. } = *self.nature();
        let own = Physique { walk, run, sneak: walk * 0.5, radius, breath_spent: 0.0, ..*people };
        match element {
            Element::Water => {
                Physique { swim: if gait == Gait::Run { run } else { walk }, swim_depth: 0.0, ..own }
            }
            Element::Land | Element::Air => own,
        }
    }

    /// Its body one step later, among others.
    pub(crate) fn step(
        &self,
        people: &Physique,
        land: &Land,
        motion: &Motion,
        steering: &Steering,
        others: &[Vec2],
    ) -> Motion {
        let physique = self.physique(people, steering.gait);
        let flies = steering.gait == Gait::Run && self.nature().element == Element::Air;
        if flies {
            return fly(&physique, motion, steering);
        }
        let next = movement::step(&physique, land, motion, steering, others);
        let wet = land.depth(next.place) > WET;
        let bears = match self.nature().element {
            Element::Land => !wet || land.depth(motion.place) > WET,
            Element::Water => wet,
            Element::Air => true,
        };
        if bears { next } else { Motion { place: motion.place, velocity: Vec2::ZERO, ..next } }
    }

    /// Whether a step would leave its body as it is: it stands, and means to.
    pub(crate) fn rests(motion: &Motion, steering: &Steering) -> bool {
        (steering.east, steering.north) == (0, 0)
            && motion.velocity == Vec2::ZERO
            && motion.heading == steering.heading
    }
}

/// Over whatever is there.
fn fly(physique: &Physique, motion: &Motion, steering: &Steering) -> Motion {
    let wish = Vec2::new(f32::from(steering.east), f32::from(steering.north)) / 127.0;
    let step = STEP_SECONDS as f32;
    let change = wish * physique.run - motion.velocity;
    let most = physique.acceleration * 0.5 * step;
    let change = if change.length() > most { change.normalize() * most } else { change };
    let velocity = motion.velocity + change;
    let place = motion.place + (velocity * step).as_dvec2();
    Motion { place, velocity, heading: steering.heading, level: 0, pose: Pose::Running, stamina: 1.0 }
}

/// Lets an animal come.
pub(crate) fn bring(world: &mut World, being: Being, place: DVec2, home: ChunkPos) -> Entity {
    let motion = Motion { place, stamina: 1.0, ..Motion::default() };
    let animal = Animal { being, home, until: world.resource::<Now>().0, stirs: false };
    let vitals = Vitals { health: 1.0, hunger: 0.0 };
    spawn(world, (animal, Body(motion), Steered::default(), vitals, Acting::default()))
}

/// Takes away the wild animals at home in chunks that fall asleep.
pub(crate) fn retire(world: &mut World, asleep: &BTreeSet<ChunkPos>) {
    let mut animals = world.query_filtered::<(&Id, &Animal), Without<Livestock>>();
    let mut gone: Vec<EntityId> =
        animals.iter(world).filter(|(_, animal)| asleep.contains(&animal.home)).map(|(id, _)| id.0).collect();
    gone.sort_unstable();
    gone.into_iter().for_each(|id| despawn(world, id));
}

#[cfg(test)]
mod tests;
