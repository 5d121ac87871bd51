//! Shapes in front of a watcher, each with its own patience.
//!
//! A shape says where somebody can be noticed at all and how many seconds that takes: `least` at the watcher's eyes, `most` at the end of its reach, linear
//! in the distance between. Where several shapes hold a place, **the one that gives the shortest time counts**. Every shape holds, with a place, all places on
//! the way to it, so along any straight way from the eyes the time never falls as one goes farther.
//!
//! * a cone, round, about the way the watcher faces: what lies before one's feet is seen soon;
//! * a coffin, which widens as a cone would and then narrows: far away only what is nearly straight ahead is noticed;
//! * a periphery, a flat fan: what moves beside one is noticed late.

use crate::settings::{SettingsError, within, wrong};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// A shape by its number in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ShapeId(pub u8);

/// How a shape runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Outline {
    /// A round cone.
    Cone {
        /// Its whole opening, up to 180.
        degrees: f64,
    },
    /// A box that widens and then narrows. Widths in metres, whole ones.
    Coffin {
        /// Its width at the eyes.
        near: f64,
        /// Its greatest width.
        widest: f64,
        /// How far ahead that is.
        widest_at: f64,
        /// Its width at its end.
        far: f64,
        /// How far it goes above and below the eyes.
        tall: f64,
    },
    /// A flat fan.
    Periphery {
        /// Its whole opening, up to 360.
        degrees: f64,
        /// How far it goes above and below the eyes.
        tall: f64,
    },
}

/// A shape as the file gives it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// For explanations.
    pub name: String,
    /// How far it goes, in metres.
    pub reach: f64,
    /// Seconds until somebody right before the eyes is perceived.
    pub least: f64,
    /// Seconds until somebody at its end is.
    pub most: f64,
    /// How it runs.
    pub outline: Outline,
}

impl Shape {
    /// Refuses what would be no shape.
    pub fn check(&self) -> Result<(), SettingsError> {
        let thing = |what: &str| format!("shape {:?}, {what}", self.name);
        within(&thing("reach"), self.reach, 0.1..=1000.0)?;
        within(&thing("least"), self.least, 0.0..=600.0)?;
        within(&thing("most"), self.most, self.least.max(0.01)..=600.0)?;
        match self.outline {
            Outline::Cone { degrees } => within(&thing("degrees"), degrees, 1.0..=180.0),
            Outline::Periphery { degrees, tall } => {
                within(&thing("degrees"), degrees, 1.0..=360.0)?;
                within(&thing("tall"), tall, 0.1..=1000.0)
            }
            Outline::Coffin { near, widest, widest_at, far, tall } => {
                within(&thing("near"), near, 0.0..=1000.0)?;
                within(&thing("far"), far, 0.0..=1000.0)?;
                within(&thing("tall"), tall, 0.1..=1000.0)?;
                within(&thing("widest"), widest, 0.1..=1000.0)?;
                if widest < near.max(far) {
                    return wrong(
                        thing("widest"),
                        "it is narrower than an end; a coffin widens, then narrows",
                    );
                }
                if !(widest_at > 0.0 && widest_at < self.reach) {
                    return wrong(thing("widest_at"), format!("{widest_at} is not within its reach"));
                }
                Ok(())
            }
        }
    }

    /// Half its width so far ahead; for coffins, and for those who draw the others.
    #[must_use]
    pub fn half_width(&self, ahead: f64) -> f64 {
        match self.outline {
            Outline::Coffin { near, widest, widest_at, far, .. } => {
                let (from, to, share) = if ahead <= widest_at {
                    (near, widest, ahead / widest_at)
                } else {
                    (widest, far, (ahead - widest_at) / (self.reach - widest_at))
                };
                (from + (to - from) * share) / 2.0
            }
            Outline::Cone { degrees } | Outline::Periphery { degrees, .. } => {
                ahead * libm::tan((degrees / 2.0).min(89.0).to_radians())
            }
        }
    }

    /// Seconds until a place is perceived, from eyes that look along a level unit vector; `None` outside.
    ///
    /// ```
    /// use glam::{DVec2, DVec3};
    /// use wold_senses::vision::{Outline, Shape};
    /// let outline = Outline::Cone { degrees: 60.0 };
    /// let cone = Shape { name: "cone".into(), reach: 10.0, least: 1.0, most: 3.0, outline };
    /// assert_eq!(cone.seconds(DVec3::ZERO, DVec2::X, DVec3::new(5.0, 0.0, 0.0)), Some(2.0));
    /// assert_eq!(cone.seconds(DVec3::ZERO, DVec2::X, DVec3::new(-5.0, 0.0, 0.0)), None);
    /// ```
    #[must_use]
    pub fn seconds(&self, eyes: DVec3, facing: DVec2, place: DVec3) -> Option<f64> {
        let way = place - eyes;
        let distance = way.length();
        if distance > self.reach {
            return None;
        }
        let level = way.truncate();
        let ahead = level.dot(facing);
        // What is at the eyes has no direction and is inside of everything.
        let inside = distance < 1e-9
            || match self.outline {
                Outline::Cone { degrees } => ahead >= distance * libm::cos((degrees / 2.0).to_radians()),
                Outline::Periphery { degrees, tall } => {
                    way.z.abs() <= tall && ahead >= level.length() * libm::cos((degrees / 2.0).to_radians())
                }
                Outline::Coffin { tall, .. } => {
                    ahead >= 0.0
                        && way.z.abs() <= tall
                        && level.perp_dot(facing).abs() <= self.half_width(ahead)
                }
            };
        inside.then(|| self.least + (self.most - self.least) * (distance / self.reach))
    }
}

/// The shape that gives the shortest time for a place, and that time; of equals the first.
///
/// ```
/// use glam::{DVec2, DVec3};
/// use wold_senses::vision::{Sight, quickest};
/// let sight = Sight::default();
/// let named = |x: f64, y: f64| {
///     let found = quickest(&sight.shape, DVec3::ZERO, DVec2::X, DVec3::new(x, y, 0.0));
///     found.map(|(shape, _)| sight.shape[usize::from(shape.0)].name.as_str())
/// };
/// assert_eq!(named(5.0, 0.0), Some("cone"));
/// assert_eq!(named(30.0, 0.0), Some("coffin"));
/// assert_eq!(named(1.0, 5.0), Some("periphery"));
/// assert_eq!(named(30.0, 15.0), None, "far away and to one side nobody is noticed");
/// ```
#[must_use]
pub fn quickest(shapes: &[Shape], eyes: DVec3, facing: DVec2, place: DVec3) -> Option<(ShapeId, f64)> {
    let times = shapes.iter().enumerate().filter_map(|(i, shape)| {
        shape.seconds(eyes, facing, place).map(|seconds| (ShapeId(i as u8), seconds))
    });
    times.min_by(|a, b| a.1.total_cmp(&b.1))
}
