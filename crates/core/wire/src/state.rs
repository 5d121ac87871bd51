//! What a guest is told of a body or a thing, in the whole numbers that travel.
//!
//! A state holds enough motion (course and speed) for sender and receiver to predict it alike with integer
//! arithmetic; only what differs from the prediction is sent.

use serde::{Deserialize, Serialize};
use wold_lore::land::ThingKind;
use wold_lore::{EntityKind, Pose};
use wold_space::{DVec2, EntityId};

/// Wire steps in one metre.
pub const STEPS_PER_METRE: f64 = 128.0;
/// Speed steps in one metre per second.
pub const SPEED_STEPS: f64 = 16.0;
/// Prediction stops after this many ticks: nobody is sent through walls for long.
pub const PREDICTION_LIMIT: u64 = 20;

/// Quantised state of an entity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EntityState {
    /// Place east in 1/128 m.
    pub x: i32,
    /// Place north in 1/128 m.
    pub y: i32,
    /// Direction of travel in 1/256 turn.
    pub course: u8,
    /// Speed of travel in 1/16 m/s.
    pub speed: u8,
    /// Direction faced in 1/256 turn.
    pub heading: u8,
    /// Storey, 0 the ground; below 8.
    pub level: u8,
    /// How it holds itself.
    pub pose: Pose,
    /// Last gesture: kind in the lower four bits, counter in the two above.
    pub gesture: u8,
    /// What it holds, or for a thing what it is: 0 nothing, otherwise a [`ThingKind`] plus one, plus 128 if it burns.
    pub held: u8,
    /// Health, 255 unhurt, 0 dead.
    pub health: u8,
}

impl EntityState {
    /// Where it is, in metres.
    #[must_use]
    pub fn place(&self) -> DVec2 {
        DVec2::new(f64::from(self.x), f64::from(self.y)) / STEPS_PER_METRE
    }

    /// Its velocity in metres per second.
    #[must_use]
    pub fn velocity(&self) -> DVec2 {
        let speed = f64::from(self.speed) / SPEED_STEPS;
        let (cos, sin) = course_vector(self.course);
        DVec2::new(f64::from(cos), f64::from(sin)) / f64::from(UNIT) * speed
    }

    /// The state `ticks` later if it goes straight on: both ends of a connection compute exactly this.
    #[must_use]
    pub fn predicted(&self, ticks: u64) -> Self {
        if self.speed == 0 {
            return *self;
        }
        let ticks = ticks.min(PREDICTION_LIMIT) as i32;
        let (cos, sin) = course_vector(self.course);
        let way = |part: i32| (i32::from(self.speed) * part * ticks + 20_480).div_euclid(40_960);
        Self { x: self.x.saturating_add(way(cos)), y: self.y.saturating_add(way(sin)), ..*self }
    }

    /// The state as it is told: who stands still has no course of its own, and what has few bits has no more.
    #[must_use]
    pub fn tidied(self) -> Self {
        let course = if self.speed == 0 { self.heading } else { self.course };
        Self { course, level: self.level & 7, gesture: self.gesture & 63, ..self }
    }

    /// Whether a receiver that predicts `self` is close enough to the truth `now` to be left alone: within
    /// `tolerance` steps, with the same heading and the same discrete parts.
    #[must_use]
    pub fn stands_for(&self, now: &Self, tolerance: i32) -> bool {
        (self.x - now.x).abs() <= tolerance
            && (self.y - now.y).abs() <= tolerance
            && self.heading == now.heading
            && self.speed == now.speed
            && (self.speed == 0 || self.course == now.course)
            && self.discrete() == now.discrete()
    }

    /// The parts that change rarely.
    #[must_use]
    pub fn discrete(&self) -> (u8, Pose, u8, u8, u8) {
        (self.level, self.pose, self.gesture, self.held, self.health)
    }

    /// The thing it holds.
    #[must_use]
    pub fn held_thing(&self) -> Option<ThingKind> {
        ThingKind::try_from((self.held & 127).checked_sub(1)?).ok()
    }
}

/// Length of the vectors in [`course_vector`].
pub const UNIT: i32 = 1 << 14;

/// Cosine and sine of a course, scaled by [`UNIT`] and rounded, from a table both codecs share.
#[must_use]
pub fn course_vector(course: u8) -> (i32, i32) {
    static COSINES: std::sync::OnceLock<[i32; 256]> = std::sync::OnceLock::new();
    let table = COSINES.get_or_init(|| {
        std::array::from_fn(|i| {
            libm::round(libm::cos(i as f64 * std::f64::consts::TAU / 256.0) * f64::from(UNIT)) as i32
        })
    });
    (table[usize::from(course)], table[usize::from(course.wrapping_sub(64))])
}

/// Rounds an angle in turns to 1/256 turn.
#[must_use]
pub fn turn_to_byte(turns: f64) -> u8 {
    (libm::floor(turns * 256.0 + 0.5) as i64).rem_euclid(256) as u8
}

/// Rounds metres to wire steps.
#[must_use]
pub fn metres_to_steps(metres: f64) -> i32 {
    libm::floor(metres * STEPS_PER_METRE + 0.5) as i32
}

/// An entity's calling card: what does not change while it is in view.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    /// Its name in the world's books.
    pub id: EntityId,
    /// What it is.
    pub kind: EntityKind,
    /// What people call it; empty for most things.
    pub name: String,
    /// Chooses its looks (clothes, hair, build).
    pub look: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_of_walking_east_is_its_speed() {
        let walker = EntityState { speed: 32, ..Default::default() };
        assert_eq!(walker.predicted(20).x, 256);
        assert_eq!(walker.predicted(400).x, 256, "prediction is capped");
        assert_eq!(walker.predicted(20).y, 0);
    }

    #[test]
    fn courses_are_unit_vectors_and_quarter_turns_are_exact() {
        assert_eq!(course_vector(0), (UNIT, 0));
        assert_eq!(course_vector(64), (0, UNIT));
        assert_eq!(course_vector(128), (-UNIT, 0));
        for course in 0..=255 {
            let (cos, sin) = course_vector(course);
            let length = f64::from(cos * cos + sin * sin).sqrt() / f64::from(UNIT);
            assert!((length - 1.0).abs() < 1e-4, "{course}");
        }
    }

    #[test]
    fn rounding_is_to_the_nearest_step_on_both_sides_of_zero() {
        assert_eq!(metres_to_steps(-1.0), -128);
        assert_eq!(metres_to_steps(0.004), 1);
        assert_eq!(turn_to_byte(-0.25), 192);
        assert_eq!(turn_to_byte(0.999), 0);
    }
}
