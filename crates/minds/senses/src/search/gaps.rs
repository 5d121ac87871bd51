//! Openings beside one's way.
//!
//! Contract: on each side two long rays are cast square to the way, one beside the walker and one a little ahead. Where the one ahead goes deeper than the one beside by enough, an opening begins
//! there. Whoever finds one walks over and looks, turns to it, or glances: drawn by chance, so that a group does not move its heads as one.

use super::ground::Ground;
use serde::{Deserialize, Serialize};
use wold_chance::Stream;
use wold_space::{DVec2, DVec3};

/// How gaps are found and looked into.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GapConfig {
    /// Metres ahead. Default 1.5.
    pub ahead: f64,
    /// How much deeper it must be ahead than beside. Default 2.5 m.
    pub deeper: f64,
    /// The longest ray. Default 12 m.
    pub longest: f64,
    /// Between one look and the next of the same walker. Default 4 s.
    pub pause_seconds: f64,
    /// How long a look lasts. Default 1.5 s.
    pub look_seconds: f64,
}

impl Default for GapConfig {
    fn default() -> Self {
        Self { ahead: 1.5, deeper: 2.5, longest: 12.0, pause_seconds: 4.0, look_seconds: 1.5 }
    }
}

impl GapConfig {
    pub(super) fn ranges(&self) -> [(&'static str, f64, (f64, f64)); 5] {
        [
            ("gaps.ahead", self.ahead, (0.1, 20.0)),
            ("gaps.deeper", self.deeper, (0.1, 100.0)),
            ("gaps.longest", self.longest, (0.1, 200.0)),
            ("gaps.pause_seconds", self.pause_seconds, (0.1, 600.0)),
            ("gaps.look_seconds", self.look_seconds, (0.1, 60.0)),
        ]
    }
}

/// An opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The point on the walker's way before it.
    pub mouth: DVec3,
    /// Into it, of length 1.
    pub way: DVec2,
    /// How deep one sees.
    pub depth: f64,
}

/// What somebody does about an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Goes to its mouth and looks in.
    WalkOver,
    /// Turns the whole body on the way.
    Turn,
    /// Turns the head.
    Glance,
}

impl Look {
    /// One of the three.
    pub fn drawn(luck: &mut Stream) -> Self {
        [Self::WalkOver, Self::Turn, Self::Glance][luck.below(3) as usize]
    }
}

/// The openings ahead of a walker, left and right.
#[must_use]
pub fn beside(ground: &dyn Ground, at: DVec3, way: DVec2, config: &GapConfig) -> [Option<Gap>; 2] {
    let Some(way) = way.try_normalize() else { return [None, None] };
    let reach = ground.depth(at, way, config.ahead);
    if reach < config.ahead {
        return [None, None];
    }
    let mouth = at + (way * config.ahead).extend(0.0);
    [way.perp(), -way.perp()].map(|side| {
        let here = ground.depth(at, side, config.longest);
        let depth = ground.depth(mouth, side, config.longest);
        (depth - here >= config.deeper).then_some(Gap { mouth, way: side, depth })
    })
}
