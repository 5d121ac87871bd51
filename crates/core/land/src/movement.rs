//! One step of a body: Newtonian, at 20 steps a second.
//!
//! The wish (a [`Steering`]) becomes a target velocity by gait, slope, water and breath; the velocity approaches it with bounded
//! acceleration; the body moves and is pushed out of whatever it overlaps. The step is a pure function of body, steering and land,
//! computed in f32 relative to the body with basic arithmetic only, so host and guest agree to the bit.
//!
//! Not covered: jumping, falling (storeys are joined by stairs alone), moving ground.

use crate::plots::{Land, Obstacle};
use serde::{Deserialize, Serialize};
use wold_space::time::STEP_SECONDS;
use wold_space::{DVec2, Vec2};
pub use wold_wire::Physique;
use wold_wire::{Gait, Pose, Steering};

/// The moving part of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Motion {
    /// Where it is, in metres.
    pub place: DVec2,
    /// Its velocity in m/s.
    pub velocity: Vec2,
    /// Direction faced in 1/256 turn.
    pub heading: u8,
    /// Storey, 0 the ground.
    pub level: u8,
    /// How it holds itself.
    pub pose: Pose,
    /// Breath left, 0 to 1.
    pub stamina: f32,
}

impl Motion {
    /// Puts it somewhere else, where it stands still: its next step finds out what is there.
    pub fn put(&mut self, place: DVec2, level: u8) {
        (self.place, self.velocity, self.level) = (place, Vec2::ZERO, level);
        self.unsettle();
    }

    /// Something about it has changed, perhaps: its next step finds out, even if it means to rest.
    pub fn unsettle(&mut self) {
        self.pose = Pose::Walking;
    }
}

/// Others closer than this are felt; a step never needs more.
const ELBOW_ROOM: f32 = 1.5;
const STEP: f32 = STEP_SECONDS as f32;

/// The body one step later. `others` are the middles of bodies nearby, relative to this one, as they were before the step.
#[must_use]
pub fn step(
    physique: &Physique,
    land: &Land,
    motion: &Motion,
    steering: &Steering,
    others: &[Vec2],
) -> Motion {
    if is_at_rest(physique, motion, steering, others) {
        return *motion;
    }
    let mut next = *motion;
    next.heading = steering.heading;
    let wish = Vec2::new(f32::from(steering.east), f32::from(steering.north)) / 127.0;
    let wish = if wish.length_squared() > 1.0 { wish.normalize() } else { wish };
    let swimming = motion.level == 0
        && land.depth(motion.place) > physique.swim_depth
        && land.house_at(motion.place, 0).is_none();
    let moving = wish.length_squared() > 1e-4;
    let running = moving && steering.gait == Gait::Run && motion.stamina > 0.02 && !swimming;
    let sitting = steering.gait == Gait::Sit && !swimming;
    let full_speed = match steering.gait {
        _ if swimming => physique.swim,
        Gait::Run if running => physique.run,
        Gait::Sneak => physique.sneak,
        Gait::Sit => 0.0,
        _ => physique.walk,
    };
    let speed = full_speed * slope_factor(physique, land, motion, wish);
    let target = wish * speed;
    let change = target - motion.velocity;
    let most = physique.acceleration * STEP;
    next.velocity = if change.length_squared() > most * most {
        motion.velocity + change.normalize() * most
    } else {
        target
    };
    let breath = if running { -physique.breath_spent } else { physique.breath_regained };
    next.stamina = (motion.stamina + breath * STEP).clamp(0.0, 1.0);
    next.pose = match (swimming, sitting, moving, running, steering.gait) {
        (true, ..) => Pose::Swimming,
        (_, true, ..) => Pose::Sitting,
        (_, _, false, ..) if steering.gait != Gait::Sneak => Pose::Standing,
        (_, _, _, true, _) => Pose::Running,
        (.., Gait::Sneak) => Pose::Sneaking,
        _ => Pose::Walking,
    };
    let travelled = push_out(physique, land, motion, next.velocity * STEP, others);
    next.place = motion.place + travelled.as_dvec2();
    // What stopped the body stops its velocity too, or it would strain against walls for ever.
    next.velocity = if moving || travelled.length_squared() < 1e-8 {
        limit(travelled / STEP, next.velocity.length())
    } else {
        next.velocity
    };
    next.level = land.level_after(next.place, motion.level);
    next
}

/// Whether a body holds itself as it means to, out of breath no longer and with nobody to give way to: most are, most of the time, and a step would only find that out. The land is not asked: whoever
/// changes it under somebody, or puts somebody elsewhere, unsettles them.
fn is_at_rest(physique: &Physique, motion: &Motion, steering: &Steering, others: &[Vec2]) -> bool {
    let touching = 2.0 * physique.radius;
    let pose = match steering.gait {
        Gait::Sit => Pose::Sitting,
        Gait::Sneak => Pose::Sneaking,
        Gait::Walk | Gait::Run => Pose::Standing,
    };
    (steering.east, steering.north) == (0, 0)
        && motion.velocity == Vec2::ZERO
        && motion.stamina >= 1.0
        && (motion.heading, motion.pose) == (steering.heading, pose)
        && others.iter().all(|other| other.length_squared() > touching * touching)
}

fn limit(v: Vec2, most: f32) -> Vec2 {
    let length = v.length();
    if length > most && length > 0.0 { v * (most / length) } else { v }
}

/// Slows uphill walkers and stops them at cliffs; houses stand level.
fn slope_factor(physique: &Physique, land: &Land, motion: &Motion, wish: Vec2) -> f32 {
    if wish.length_squared() < 1e-4 || motion.level > 0 || land.house_at(motion.place, 0).is_some() {
        return 1.0;
    }
    const AHEAD: f32 = 0.5;
    let ahead = motion.place + (wish.normalize() * AHEAD).as_dvec2();
    if land.house_at(ahead, 0).is_some() {
        return 1.0;
    }
    let grade = (land.height(ahead) - land.height(motion.place)) / AHEAD;
    if grade > physique.steepest && land.depth(ahead) <= 0.0 {
        0.0
    } else {
        1.0 / (1.0 + 1.2 * grade.max(0.0) + 0.3 * (-grade - 0.5).max(0.0))
    }
}

/// Moves by `way` and out of every obstacle, in at most four rounds.
fn push_out(physique: &Physique, land: &Land, motion: &Motion, way: Vec2, others: &[Vec2]) -> Vec2 {
    let mut obstacles = Vec::new();
    land.obstacles(motion.place, motion.level, ELBOW_ROOM, &mut obstacles);
    let mut at = way;
    // People give way softly: half the overlap each, at most 5 cm a step, so that crowds flow and nobody is thrown through a wall.
    for &other in others {
        let apart = at - other;
        let distance = apart.length();
        let overlap = 2.0 * physique.radius - distance;
        if overlap > 0.0 && distance > 1e-3 {
            at += apart / distance * (overlap * 0.5).min(0.05);
        }
    }
    for _ in 0..4 {
        let mut pushed = false;
        for obstacle in &obstacles {
            let (nearest, reach) = match *obstacle {
                Obstacle::Wall(a, b) => (nearest_on(a, b, at), physique.radius),
                Obstacle::Post { at: post, radius } => (post, radius + physique.radius),
            };
            let apart = at - nearest;
            let distance = apart.length();
            if distance < reach - 1e-4 {
                // Exactly on the line: go back where it came from.
                let direction = if distance > 1e-5 { apart / distance } else { -way.normalize_or_zero() };
                at = nearest + direction * reach;
                pushed = true;
            }
        }
        if !pushed {
            break;
        }
    }
    at
}

/// The point of a line from `a` to `b` that is nearest to `at`.
fn nearest_on(a: Vec2, b: Vec2, at: Vec2) -> Vec2 {
    let along = b - a;
    let reached = along.dot(at - a);
    let whole = along.length_squared();
    if reached <= 0.0 {
        a
    } else if reached >= whole {
        b
    } else {
        a + along * (reached / whole)
    }
}

#[cfg(test)]
#[path = "movement_tests.rs"]
mod tests;
