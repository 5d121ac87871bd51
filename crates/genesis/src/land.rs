//! The natural ground: the bare land with its waters.

use crate::elevation::Elevation;
use glam::DVec2;
use wold_chance::Seed;

/// What the ground is like at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Height in metres over the sea.
    pub height: f32,
    /// Height of the water's surface, where there is water.
    pub water: Option<f32>,
}

/// Land and water without people.
#[derive(Debug)]
pub(crate) struct Land {
    pub elevation: Elevation,
}

impl Land {
    pub fn new(seed: Seed) -> Self {
        Self { elevation: Elevation::new(seed.child("elevation", &[])) }
    }

    pub fn ground(&self, point: DVec2) -> Ground {
        let height = self.elevation.at(point);
        Ground { height, water: (height < 0.0).then_some(0.0) }
    }
}
