//! Panels with their tables.

use super::{CoverMap, CoverMapConfig, Exposure, Panel, hide_spots, rails};
use crate::scene::{Cover, Rail};
use glam::{DVec2, DVec3};

/// All cover of a place.
#[derive(Clone, Debug)]
pub struct CoverField {
    panels: Vec<Panel>,
    map: CoverMap,
}

impl CoverField {
    /// Cover over polygons, given by their middles.
    #[must_use]
    pub fn new(panels: Vec<Panel>, centres: Vec<DVec3>, config: CoverMapConfig) -> Self {
        let map = CoverMap::new(centres, &panels, config);
        Self { panels, map }
    }

    /// The panels that matter to an enemy at a place, by its polygon's table.
    pub fn panels_near(&self, at: DVec3) -> impl Iterator<Item = &Panel> {
        let table = self.map.nearest(at).map_or(&[][..], |polygon| self.map.panels(polygon));
        table.iter().map(|panel| &self.panels[*panel as usize])
    }

    /// How much of a walk an enemy sees, by the table of its polygon.
    #[must_use]
    pub fn exposure(&self, eye: DVec3, from: DVec3, to: DVec3) -> Exposure {
        Exposure::of(self.panels_near(eye), eye, from, to)
    }

    /// Places to hide.
    pub fn hide_spots(&self, spacing: f64, stands: impl Fn(DVec2) -> bool) -> Vec<Cover> {
        hide_spots(&self.panels, spacing, stands)
    }

    /// Stretches to hide along.
    pub fn rails(&self, least: f64, stands: impl Fn(DVec2) -> bool) -> Vec<Rail> {
        rails(&self.panels, least, stands)
    }
}
