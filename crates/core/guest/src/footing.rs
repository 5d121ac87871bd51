//! Prediction of one's own steps, and its reconciliation with what the world decided.
//!
//! Every step is computed at once with the world's own movement code, and kept until the world says it has applied that steering. What the
//! world then tells is compared with what was predicted *for that step*. If they agree within a few millimetres nothing happens; otherwise
//! the body is set to the truth and all later steps are replayed on top. The jump this makes is not shown: it becomes an
//! offset that fades within a few steps, unless it is so large that the body was moved.
//!
//! Not covered: pushes by people who are not in view, changes of land that have not arrived; both are corrected afterwards.

use std::collections::VecDeque;
use wold_land::{Land, Motion, Physique, movement};
use wold_space::{DVec2, Vec2};
use wold_wire::{OwnState, Pose, Seq, Steering};

/// Disagreement in metres that is rounding.
const CLOSE_METRES: f64 = 0.004;
/// Disagreement in m/s that is rounding.
const CLOSE_SPEED: f32 = 0.02;
/// Disagreement in breath that is rounding.
const CLOSE_BREATH: f32 = 0.02;
/// Corrections of more metres than this are shown at once.
const LEAP_METRES: f64 = 3.0;
/// Share of a correction that is still hidden a step later.
const FADE: f64 = 0.8;
/// Steps kept while the world is silent.
const MOST_STEPS: usize = 64;

#[derive(Clone, Copy, Debug)]
struct Taken {
    seq: Seq,
    steering: Steering,
    after: Motion,
}

/// How well one's steps were predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FootingStats {
    /// Times the world's word was compared.
    pub compared: u64,
    /// Times it differed.
    pub corrected: u64,
    /// Metres the last correction moved the body by.
    pub last_error: f64,
}

/// One's own body, a little ahead of the world.
#[derive(Clone, Debug)]
pub struct Footing {
    physique: Physique,
    motion: Motion,
    hidden: DVec2,
    steps: VecDeque<Taken>,
    /// The last step the world has applied, and the body after it as the world told.
    settled: Option<(Seq, Motion)>,
    newest: Seq,
    placed: bool,
    fallen: bool,
    stats: FootingStats,
}

impl Footing {
    /// A body that is nowhere yet.
    #[must_use]
    pub fn new(physique: Physique) -> Self {
        Self {
            physique,
            motion: Motion::default(),
            hidden: DVec2::ZERO,
            steps: VecDeque::new(),
            settled: None,
            newest: Seq(0),
            placed: false,
            fallen: false,
            stats: FootingStats::default(),
        }
    }

    /// The body as predicted.
    #[must_use]
    pub fn motion(&self) -> &Motion {
        &self.motion
    }

    /// Where to show the body: the prediction, with corrections faded in.
    #[must_use]
    pub fn shown(&self) -> DVec2 {
        self.motion.place + self.hidden
    }

    /// How well it went.
    #[must_use]
    pub fn stats(&self) -> FootingStats {
        self.stats
    }

    /// Takes one step. `others` are the places of bodies nearby.
    pub fn stride(&mut self, land: &Land, steering: Steering, others: &[DVec2]) {
        self.newest = self.newest.next();
        self.hidden *= FADE;
        if self.placed {
            self.motion = self.step(land, &self.motion, &steering, others);
        }
        if self.steps.len() == MOST_STEPS {
            self.steps.pop_front();
        }
        self.steps.push_back(Taken { seq: self.newest, steering, after: self.motion });
    }

    fn step(&self, land: &Land, motion: &Motion, steering: &Steering, others: &[DVec2]) -> Motion {
        if self.fallen {
            return *motion;
        }
        let mut near = [Vec2::ZERO; 8];
        let count = others.len().min(near.len());
        for (slot, other) in near.iter_mut().zip(others) {
            *slot = (*other - motion.place).as_vec2();
        }
        movement::step(&self.physique, land, motion, steering, &near[..count])
    }

    /// Number of the newest step, and the newest steerings the world has not applied, oldest first, at most `most`.
    #[must_use]
    pub fn unsettled(&self, most: usize) -> (Seq, Vec<Steering>) {
        let skipped = self.steps.len().saturating_sub(most);
        (self.newest, self.steps.iter().skip(skipped).map(|step| step.steering).collect())
    }

    /// Takes the world's word on where the body is.
    pub fn settle(&mut self, land: &Land, own: &OwnState, others: &[DVec2]) {
        self.fallen = own.pose == Pose::Fallen || own.health == 0;
        let truth = |heading| Motion {
            place: own.place,
            velocity: own.velocity.as_vec2(),
            heading,
            level: own.level,
            pose: own.pose,
            stamina: f32::from(own.stamina) / 255.0,
        };
        if !self.placed {
            self.placed = true;
            self.motion = truth(self.motion.heading);
        }
        let mut predicted = None;
        if let Some(applied) = own.steering {
            while self.steps.front().is_some_and(|step| !step.seq.is_after(applied)) {
                let step = self.steps.pop_front().expect("the front was just seen");
                predicted = (step.seq == applied).then_some(step.after);
            }
            // The world may have gone on with the last steering while the next was on its way.
            if predicted.is_none() {
                predicted = self.settled.filter(|(seq, _)| *seq == applied).map(|(_, after)| after);
            }
        }
        self.stats.compared += 1;
        let told = truth(predicted.map_or(self.motion.heading, |motion| motion.heading));
        let agreed = predicted.filter(|predicted| agree(predicted, &told));
        if let Some(applied) = own.steering {
            // What was predicted is finer than what was told, so it stays the base while both agree.
            self.settled = Some((applied, agreed.unwrap_or(told)));
        }
        if agreed.is_none() {
            self.replay(land, told, others);
        }
    }

    fn replay(&mut self, land: &Land, from: Motion, others: &[DVec2]) {
        let before = self.motion.place;
        let mut motion = from;
        for index in 0..self.steps.len() {
            motion = self.step(land, &motion, &self.steps[index].steering, others);
            self.steps[index].after = motion;
        }
        self.motion = motion;
        let error = before - motion.place;
        self.stats.last_error = error.length();
        if self.stats.last_error > CLOSE_METRES {
            self.stats.corrected += 1;
        }
        self.hidden += error;
        if self.hidden.length_squared() > LEAP_METRES * LEAP_METRES {
            self.hidden = DVec2::ZERO;
        }
    }
}

fn agree(predicted: &Motion, told: &Motion) -> bool {
    predicted.place.distance_squared(told.place) < CLOSE_METRES * CLOSE_METRES
        && predicted.velocity.distance_squared(told.velocity) < CLOSE_SPEED * CLOSE_SPEED
        && (predicted.stamina - told.stamina).abs() < CLOSE_BREATH
        && predicted.level == told.level
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use wold_lore::land::Chunk;
    use wold_space::ChunkPos;
    use wold_wire::{ChunkChanges, Gait};

    const EAST: Steering = Steering { east: 127, north: 0, heading: 0, gait: Gait::Walk };

    fn meadow() -> Land {
        let mut land = Land::default();
        land.put(Arc::new(Chunk::meadow(ChunkPos::default())), ChunkChanges::default());
        land
    }

    fn own(seq: Option<u16>, motion: &Motion) -> OwnState {
        OwnState {
            steering: seq.map(Seq),
            place: motion.place,
            velocity: motion.velocity.as_dvec2(),
            level: motion.level,
            pose: motion.pose,
            stamina: 255,
            health: 255,
            hunger: 0,
        }
        .rounded()
    }

    fn placed(land: &Land) -> (Footing, Motion) {
        let truth = Motion { place: DVec2::splat(10.0), stamina: 1.0, ..Default::default() };
        let mut footing = Footing::new(Physique::default());
        footing.settle(land, &own(None, &truth), &[]);
        (footing, truth)
    }

    #[test]
    fn a_world_that_agrees_changes_nothing() {
        let land = meadow();
        let (mut footing, mut truth) = placed(&land);
        for n in 1..=40 {
            footing.stride(&land, EAST, &[]);
            // The world is five steps behind.
            if n > 5 {
                truth = movement::step(&Physique::default(), &land, &truth, &EAST, &[]);
                footing.settle(&land, &own(Some(n - 5), &truth), &[]);
            }
        }
        assert_eq!(footing.stats().corrected, 0);
        assert_eq!(footing.unsettled(8).1.len(), 5);
        assert!(footing.motion().place.x - truth.place.x > 0.5);
    }

    #[test]
    fn a_push_is_taken_in_and_later_steps_are_kept() {
        let land = meadow();
        let (mut footing, truth) = placed(&land);
        for _ in 0..6 {
            footing.stride(&land, EAST, &[]);
        }
        let shown = footing.shown();
        let pushed = Motion { place: truth.place + DVec2::new(0.0, 0.5), ..truth };
        footing.settle(&land, &own(Some(1), &pushed), &[]);
        assert_eq!(footing.stats().corrected, 1);
        assert!((footing.motion().place.y - 10.5).abs() < 1e-3, "the truth counts");
        assert!(footing.motion().place.x > 10.4, "and the five later steps too");
        assert!(footing.shown().distance(shown) < 1e-6, "what is shown does not jump");
        for _ in 0..20 {
            footing.stride(&land, Steering::default(), &[]);
        }
        assert!(footing.shown().distance(footing.motion().place) < 0.01, "and fades into the truth");
    }

    #[test]
    fn a_world_that_went_on_alone_is_followed() {
        let land = meadow();
        let (mut footing, mut truth) = placed(&land);
        footing.stride(&land, EAST, &[]);
        for _ in 0..3 {
            truth = movement::step(&Physique::default(), &land, &truth, &EAST, &[]);
            footing.settle(&land, &own(Some(1), &truth), &[]);
        }
        assert!(footing.motion().place.distance(truth.place) < 1e-3);
    }

    #[test]
    fn a_teleport_is_shown_at_once() {
        let land = meadow();
        let (mut footing, truth) = placed(&land);
        footing.stride(&land, EAST, &[]);
        let far = Motion { place: DVec2::new(500.0, 10.0), ..truth };
        footing.settle(&land, &own(Some(1), &far), &[]);
        assert!(footing.shown().distance(far.place) < 0.01);
    }

    #[test]
    fn a_silent_world_costs_bounded_memory() {
        let land = meadow();
        let (mut footing, _) = placed(&land);
        for _ in 0..500 {
            footing.stride(&land, EAST, &[]);
        }
        assert_eq!(footing.steps.len(), MOST_STEPS);
    }
}
