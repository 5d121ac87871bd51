//! Eight points of a body by which it is seen.
//!
//! A watcher does not see somebody but parts of them. For each stance the parts lie at fixed shares of the body's height from the place of its feet
//! (of its middle, when it lies): ahead, to the left, up. The table is anatomy, not behaviour; how many parts must be in sight is data
//! ([`crate::vision::Sight`]).

use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};
use wold_lore::Pose;

/// How many parts of a body are looked for.
pub const PARTS: usize = 8;

/// A part of a body, in the order of the rays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "they say what they are")]
pub enum Part {
    Head,
    Chest,
    LeftHand,
    RightHand,
    Hips,
    LeftKnee,
    RightKnee,
    Feet,
}

impl Part {
    /// All of them, in order.
    pub const ALL: [Self; PARTS] = [
        Self::Head,
        Self::Chest,
        Self::LeftHand,
        Self::RightHand,
        Self::Hips,
        Self::LeftKnee,
        Self::RightKnee,
        Self::Feet,
    ];
}

/// How somebody holds themselves, as far as seeing them goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// Upright, walking and running too.
    #[default]
    Standing,
    /// Crouched, as those who sneak.
    Crouched,
    /// Flat on the ground, or swimming.
    Lying,
    /// On a bench.
    Seated,
}

impl From<Pose> for Stance {
    fn from(pose: Pose) -> Self {
        match pose {
            Pose::Standing | Pose::Walking | Pose::Running => Self::Standing,
            Pose::Sneaking => Self::Crouched,
            Pose::Lying | Pose::Fallen | Pose::Swimming => Self::Lying,
            Pose::Sitting => Self::Seated,
        }
    }
}

/// Shares of the height: ahead, left, up.
type Table = [[f64; 3]; PARTS];

const STANDING: Table = [
    [0.02, 0.0, 0.95],
    [0.0, 0.0, 0.75],
    [0.05, 0.17, 0.5],
    [0.05, -0.17, 0.5],
    [0.0, 0.0, 0.53],
    [0.03, 0.07, 0.28],
    [0.03, -0.07, 0.28],
    [0.02, 0.0, 0.03],
];
const CROUCHED: Table = [
    [0.12, 0.0, 0.62],
    [0.06, 0.0, 0.48],
    [0.15, 0.15, 0.33],
    [0.15, -0.15, 0.33],
    [-0.08, 0.0, 0.3],
    [0.15, 0.1, 0.25],
    [0.15, -0.1, 0.25],
    [0.0, 0.0, 0.03],
];
const LYING: Table = [
    [0.48, 0.0, 0.09],
    [0.28, 0.0, 0.08],
    [0.4, 0.2, 0.04],
    [0.4, -0.2, 0.04],
    [0.0, 0.0, 0.08],
    [-0.25, 0.07, 0.05],
    [-0.25, -0.07, 0.05],
    [-0.48, 0.0, 0.04],
];
const SEATED: Table = [
    [0.0, 0.0, 0.73],
    [0.0, 0.0, 0.53],
    [0.15, 0.12, 0.4],
    [0.15, -0.12, 0.4],
    [-0.03, 0.0, 0.3],
    [0.25, 0.08, 0.3],
    [0.25, -0.08, 0.3],
    [0.25, 0.0, 0.03],
];

impl Stance {
    fn table(self) -> &'static Table {
        match self {
            Self::Standing => &STANDING,
            Self::Crouched => &CROUCHED,
            Self::Lying => &LYING,
            Self::Seated => &SEATED,
        }
    }

    /// Where the parts of a body are, in the order of [`Part::ALL`]; a body that faces nowhere faces east.
    ///
    /// ```
    /// use glam::{DVec2, DVec3};
    /// use wold_senses::vision::{Part, Stance};
    /// let parts = Stance::Standing.parts(DVec3::ZERO, 1.8, DVec2::Y);
    /// assert!((parts[Part::Head as usize].z - 1.71).abs() < 1e-9);
    /// assert!(parts[Part::LeftHand as usize].x < 0.0, "who faces north has the left hand in the west");
    /// ```
    #[must_use]
    pub fn parts(self, place: DVec3, height: f64, facing: DVec2) -> [DVec3; PARTS] {
        let ahead = facing.try_normalize().unwrap_or(DVec2::X);
        let left = ahead.perp();
        self.table().map(|[forward, aside, up]| {
            let level = (ahead * forward + left * aside) * height;
            place + DVec3::new(level.x, level.y, up * height)
        })
    }

    /// The middle of a body: what has to be inside a shape. It does not depend on which parts are seen, so a shape is judged before any ray is asked.
    #[must_use]
    pub fn middle(self, place: DVec3, height: f64) -> DVec3 {
        place + DVec3::Z * (self.table()[Part::Chest as usize][2] * height)
    }
}

/// Which parts of a body are in sight: one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Parts(pub u8);

impl Parts {
    /// From answers in the order of [`Part::ALL`]; missing ones are no.
    #[must_use]
    pub fn of(answers: &[bool]) -> Self {
        Self(answers.iter().take(PARTS).enumerate().fold(0, |bits, (i, seen)| bits | (u8::from(*seen) << i)))
    }

    /// How many.
    #[must_use]
    pub fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether a part is among them.
    #[must_use]
    pub fn has(self, part: Part) -> bool {
        self.0 & (1 << part as u8) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANCES: [Stance; 4] = [Stance::Standing, Stance::Crouched, Stance::Lying, Stance::Seated];

    #[test]
    fn every_stance_keeps_its_parts_within_the_body() {
        for stance in STANCES {
            for part in stance.parts(DVec3::ZERO, 2.0, DVec2::X) {
                assert!(part.z > 0.0 && part.z < 2.0 && part.length() < 2.0, "{stance:?} {part}");
            }
        }
        let head = |stance: Stance| stance.parts(DVec3::ZERO, 1.8, DVec2::X)[0].z;
        assert!(head(Stance::Standing) > head(Stance::Seated));
        assert!(head(Stance::Seated) > head(Stance::Crouched));
        assert!(head(Stance::Crouched) > head(Stance::Lying));
    }

    #[test]
    fn every_pose_of_the_world_is_a_stance() {
        let lying: Vec<_> = Pose::ALL.iter().filter(|pose| Stance::from(**pose) == Stance::Lying).collect();
        assert_eq!(lying, [&Pose::Lying, &Pose::Swimming, &Pose::Fallen]);
        assert_eq!(Stance::from(Pose::Sneaking), Stance::Crouched);
        assert_eq!(Stance::from(Pose::Sitting), Stance::Seated);
    }

    #[test]
    fn bits_follow_the_order_of_the_parts() {
        let seen = Parts::of(&[true, false, false, false, false, false, false, true]);
        assert_eq!((seen.count(), seen.has(Part::Head), seen.has(Part::Feet)), (2, true, true));
        assert!(!seen.has(Part::Hips));
        for (i, part) in Part::ALL.iter().enumerate() {
            assert_eq!(*part as usize, i);
        }
    }
}
