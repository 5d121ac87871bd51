//! Bodies and things as they look and are looked at: where their eyes are, and by which points they are seen.

use super::{Point, Shades};
use crate::plots::Land;
use wold_space::DVec2;
use wold_wire::Pose;

/// How tall people are when upright, in metres.
pub const TALL: f64 = 1.75;
/// How far above the ground the eyes are of who stands.
const EYES: f64 = 1.62;
/// How far swimmers' eyes are above the water.
const AFLOAT: f64 = 0.2;
/// How high a thing on the ground is, and how high above it one looks over what is in between to who reaches for it.
const THING: f64 = 0.15;
const OVER_IT: f64 = 1.2;

/// Metres the eyes are above what a body stands on, by how it holds itself.
fn eyes_above(pose: Pose) -> f64 {
    match pose {
        Pose::Standing | Pose::Walking | Pose::Running | Pose::Swimming => EYES,
        Pose::Sneaking => 1.1,
        Pose::Sitting => 1.15,
        Pose::Lying | Pose::Fallen => 0.3,
    }
}

/// A body as it is looked at: it is seen by its head or by its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Where its eyes are.
    pub eyes: Point,
    /// Its middle.
    pub middle: Point,
}

impl Land {
    /// A body at a place on a storey, as it holds itself.
    #[must_use]
    pub fn figure(&self, place: DVec2, level: u8, pose: Pose) -> Figure {
        let foot = f64::from(self.standing_height(place, level));
        let afloat = match (pose, level) {
            (Pose::Swimming, 0) => f64::from(self.depth(place)) + AFLOAT,
            _ => 0.0,
        };
        let eyes = eyes_above(pose);
        let at = |above: f64| Point { place, height: foot + above.max(afloat) };
        Figure { eyes: at(eyes), middle: at(eyes * 0.6) }
    }

    /// The eyes of a body at a place on a storey.
    #[must_use]
    pub fn eyes(&self, place: DVec2, level: u8, pose: Pose) -> Point {
        self.figure(place, level, pose).eyes
    }

    /// A thing that lies at a place on a storey.
    #[must_use]
    pub fn lying(&self, place: DVec2, level: u8) -> Point {
        Point { place, height: f64::from(self.standing_height(place, level)) + THING }
    }

    /// The air above a thing: who sees that sees whoever reaches for it.
    #[must_use]
    pub fn above(&self, place: DVec2, level: u8) -> Point {
        Point { place, height: f64::from(self.standing_height(place, level)) + OVER_IT }
    }

    /// Whether one sees from one point to another: [`Shades::sees`] for a single line.
    #[must_use]
    pub fn sees(&self, from: Point, to: Point) -> bool {
        Shades::between(self, from, to).sees(from, to)
    }

    /// Whether somebody is seen from a point: [`Shades::sees_body`] for a single look.
    #[must_use]
    pub fn sees_body(&self, from: Point, body: &Figure) -> bool {
        Shades::between(self, from, body.eyes).sees_body(from, body)
    }

    /// Whether two people who stand on the same storey see each other's eyes.
    #[must_use]
    pub fn in_sight(&self, from: DVec2, to: DVec2, level: u8) -> bool {
        self.sees(self.eyes(from, level, Pose::Standing), self.eyes(to, level, Pose::Standing))
    }
}
