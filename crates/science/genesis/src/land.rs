//! The natural ground: the bare land, worn by rain, with its waters.

use crate::elevation::Elevation;
use crate::erosion::{self, Erosion};
use crate::waters::{self, Waters};
use glam::DVec2;
use wold_chance::Seed;

/// What the ground is like at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Height in metres over the sea.
    pub height: f32,
    /// Height of the water's surface, where there is water.
    pub water: Option<f32>,
    /// Whether that is a lake.
    pub lake: bool,
    /// How near fresh water is: 1 at the bank, 0 far away.
    pub wet: f32,
}

/// Land and water without people.
#[derive(Debug)]
pub(crate) struct Land {
    pub elevation: Elevation,
    pub waters: Waters,
    pub erosion: Erosion,
}

impl Land {
    pub fn new(seed: Seed) -> Self {
        let elevation = Elevation::new(seed.child("elevation", &[]));
        Self {
            waters: Waters::new(seed.child("waters", &[]), elevation.clone()),
            erosion: Erosion::new(seed.child("erosion", &[]), elevation.clone()),
            elevation,
        }
    }

    /// The ground as a surveyor on a hill sees it: without the traces of rain, which are small and dear.
    pub fn survey(&self, point: DVec2) -> Ground {
        self.ground(&self.waters.tile(point), None, point)
    }

    /// The ground at a point in the tiles given or within 4 m of them.
    pub fn ground(&self, waters: &waters::Tile, erosion: Option<&erosion::Tile>, point: DVec2) -> Ground {
        let bare = self.elevation.at(point) + erosion.map_or(0.0, |e| e.at(point));
        let wetting = waters.wet(point, bare);
        let sea = wetting.height < 0.0 && wetting.water.is_none_or(|level| level <= 0.0);
        Ground {
            height: wetting.height,
            water: if sea { Some(0.0) } else { wetting.water },
            lake: wetting.lake,
            wet: wetting.wet,
        }
    }
}
