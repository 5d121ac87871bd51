//! Roads between towns.
//!
//! Two towns are joined unless a third is nearer to both (the relative neighbourhood graph): few roads, no town left
//! out that has a neighbour, and each link can be decided from the towns around it alone. A road leaves its town by the
//! street that points best, follows the least-cost path over slopes and water (`path`), is smoothed, and gets a level of
//! its own that the ground is shaped to; where it crosses water it runs on a bridge.

mod path;

use crate::land::Land;
use crate::noise::{Octave, mix_between, smoothstep};
use crate::rect::Rect;
use glam::DVec2;

/// Half the width of a road in metres.
pub(crate) const HALF: f32 = 2.4;
/// The longest link between two towns in metres.
pub(crate) const LONGEST: f64 = 2_600.0;
/// How far from its middle a road shapes the ground at most, in metres.
pub(crate) const SHOULDER: f32 = 26.0;
/// How far above the water a bridge runs, in metres.
const FREEBOARD: f32 = 1.1;
/// The widest lake or arm of the sea a bridge crosses, in metres.
const WIDEST_CROSSING: f64 = 90.0;

/// Where a road leaves a town.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gate {
    pub at: DVec2,
    /// The direction out of town.
    pub out: DVec2,
    pub level: f32,
}

/// A road from town to town.
#[derive(Clone, Debug, PartialEq)]
pub struct Road {
    /// Points along its middle, from gate to gate.
    pub line: Vec<DVec2>,
    /// Height of the road at each point in metres.
    pub levels: Vec<f32>,
    /// Whether each point lies over water.
    pub bridge: Vec<bool>,
    /// The shires of the towns it joins.
    pub ends: [[i32; 2]; 2],
}

/// A straight piece of road.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stretch {
    from: DVec2,
    to: DVec2,
    levels: [f32; 2],
    bridge: bool,
}

/// What a road does to a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bearing {
    /// Metres from the middle.
    pub distance: f32,
    pub level: f32,
    pub bridge: bool,
}

impl Stretch {
    pub fn bounds(&self) -> (DVec2, DVec2) {
        let about = f64::from(SHOULDER);
        (self.from.min(self.to) - about, self.from.max(self.to) + about)
    }

    #[inline]
    pub fn bearing(&self, point: DVec2) -> Bearing {
        let along = (self.to - self.from).as_vec2();
        let offset = (point - self.from).as_vec2();
        let t = (offset.dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
        Bearing {
            distance: (offset - along * t).length(),
            level: mix_between(self.levels[0], self.levels[1], t),
            bridge: self.bridge,
        }
    }
}

impl Bearing {
    /// The ground shaped to the road: level on it, sloping back to the land beside it. A bridge has sheer sides.
    pub fn shape(&self, land: f32) -> f32 {
        let edge = HALF + 0.6;
        if self.bridge {
            return if self.distance < edge { self.level } else { land };
        }
        let breadth = (3.0 + 2.5 * (land - self.level).abs()).min(SHOULDER - edge);
        mix_between(self.level, land, smoothstep(edge, edge + breadth, self.distance))
    }

    /// How much of the ground is road, 0 to 1.
    pub fn paving(&self) -> f32 {
        1.0 - smoothstep(HALF - 0.6, HALF + 1.2, self.distance)
    }
}

impl Road {
    /// Builds the road between two gates; `None` where water lies between that no bridge crosses.
    pub(crate) fn build(
        land: &Land,
        gates: [Gate; 2],
        ends: [[i32; 2]; 2],
        avoid: &[Rect],
        wander: &Octave,
    ) -> Option<Self> {
        let rough = path::find(land, gates, avoid, wander)?;
        let line = smooth(&rough);
        let mut levels: Vec<f32> = Vec::with_capacity(line.len());
        let mut bridge = Vec::with_capacity(line.len());
        let mut decks = Vec::with_capacity(line.len());
        let mut afloat = 0.0;
        for (i, &point) in line.iter().enumerate() {
            let ground = land.survey(point);
            match ground.water {
                Some(level) => {
                    afloat += if i > 0 { line[i - 1].distance(point) } else { 0.0 };
                    let river = level > 0.0 && !ground.lake;
                    if !river && afloat > WIDEST_CROSSING {
                        return None;
                    }
                    decks.push(level + FREEBOARD);
                    levels.push(level + FREEBOARD);
                }
                None => {
                    afloat = 0.0;
                    decks.push(f32::MIN);
                    levels.push(ground.height.max(FREEBOARD));
                }
            }
            bridge.push(ground.water.is_some());
        }
        let last = levels.len() - 1;
        (levels[0], levels[last]) = (gates[0].level, gates[1].level);
        for _ in 0..6 {
            let before = levels.clone();
            for i in 1..last {
                levels[i] = ((before[i - 1] + 2.0 * before[i] + before[i + 1]) / 4.0).max(decks[i]);
            }
        }
        Some(Self { line, levels, bridge, ends })
    }

    /// Its straight pieces.
    pub(crate) fn stretches(&self) -> impl Iterator<Item = Stretch> + '_ {
        (1..self.line.len()).map(|i| Stretch {
            from: self.line[i - 1],
            to: self.line[i],
            levels: [self.levels[i - 1], self.levels[i]],
            bridge: self.bridge[i - 1] || self.bridge[i],
        })
    }

    /// The middles of its bridges.
    #[must_use]
    pub fn bridges(&self) -> Vec<DVec2> {
        let mut found = Vec::new();
        let mut start = None;
        for (i, &over) in self.bridge.iter().enumerate() {
            match (over, start) {
                (true, None) => start = Some(i),
                (false, Some(first)) => {
                    found.push(self.line[usize::midpoint(first, i - 1)]);
                    start = None;
                }
                _ => {}
            }
        }
        found
    }
}

/// Rounds corners twice by cutting them (Chaikin); the ends stay.
fn smooth(rough: &[DVec2]) -> Vec<DVec2> {
    let mut line = rough.to_vec();
    for _ in 0..2 {
        let mut rounded = vec![line[0]];
        for pair in line.windows(2) {
            rounded.push(pair[0] * 0.75 + pair[1] * 0.25);
            rounded.push(pair[0] * 0.25 + pair[1] * 0.75);
        }
        rounded.push(line[line.len() - 1]);
        line = rounded;
    }
    line
}
