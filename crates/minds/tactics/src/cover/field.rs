//! Panels with their owners and tables, following what is destroyed.

use super::{CoverMap, CoverMapConfig, Exposure, Panel, hide_spots, rails};
use crate::scene::{Cover, Rail};
use glam::{DVec2, DVec3};

/// The house, tree or stone a panel belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnerId(pub u64);

/// All cover of a place.
#[derive(Clone, Debug)]
pub struct CoverField {
    panels: Vec<Option<Panel>>,
    owners: Vec<OwnerId>,
    map: CoverMap,
}

impl CoverField {
    /// Cover over polygons, given by their middles.
    #[must_use]
    pub fn new(panels: Vec<(OwnerId, Panel)>, centres: Vec<DVec3>, config: CoverMapConfig) -> Self {
        let (owners, panels): (Vec<OwnerId>, Vec<Option<Panel>>) =
            panels.into_iter().map(|(owner, panel)| (owner, Some(panel))).unzip();
        let map = CoverMap::new(centres, &panels, config);
        Self { panels, owners, map }
    }

    /// Something is destroyed: its panels are gone at once, and only tables that named them are made anew. Returns how many panels went.
    pub fn destroy(&mut self, owner: OwnerId) -> usize {
        let gone: Vec<u32> = (0..self.panels.len())
            .filter(|at| self.owners[*at] == owner && self.panels[*at].is_some())
            .map(|at| at as u32)
            .collect();
        gone.iter().for_each(|at| self.panels[*at as usize] = None);
        self.map.lost(&gone, &self.panels);
        gone.len()
    }

    /// Every panel that stands.
    pub fn panels(&self) -> impl Iterator<Item = &Panel> {
        self.panels.iter().flatten()
    }

    /// The panels that matter to an enemy at a place, by its polygon's table.
    pub fn panels_near(&self, at: DVec3) -> impl Iterator<Item = &Panel> {
        let table = self.map.nearest(at).map_or(&[][..], |polygon| self.map.panels(polygon));
        table.iter().filter_map(|panel| self.panels[*panel as usize].as_ref())
    }

    /// How much of a walk an enemy sees, by the table of its polygon.
    #[must_use]
    pub fn exposure(&self, eye: DVec3, from: DVec3, to: DVec3) -> Exposure {
        Exposure::of(self.panels_near(eye), eye, from, to)
    }

    /// Places to hide.
    pub fn hide_spots(&self, spacing: f64, stands: impl Fn(DVec2) -> bool) -> Vec<Cover> {
        let panels: Vec<Panel> = self.panels().copied().collect();
        hide_spots(&panels, spacing, stands)
    }

    /// Stretches to hide along.
    pub fn rails(&self, least: f64, stands: impl Fn(DVec2) -> bool) -> Vec<Rail> {
        let panels: Vec<Panel> = self.panels().copied().collect();
        rails(&panels, least, stands)
    }
}
