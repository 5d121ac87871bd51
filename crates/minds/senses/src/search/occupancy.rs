//! Where the lost one may be by now.
//!
//! Contract: one unit of mass over the areas of [`Places`]. Time spreads it through walkable chokes: what leaves an area in a step is shared among its chokes by their widths, and small areas
//! with wide doors empty sooner. Nothing is lost. What was seen to be empty gives its mass to everywhere else, in proportion (Bayes' rule for a look that found nobody); if
//! nothing is left elsewhere, everything may be anywhere again that can be walked to. The sum is 1 at all times.

use crate::places::{AreaId, Places};

/// A likelihood for each area.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Occupancy {
    mass: Vec<f64>,
    /// Metres a second the lost one is thought to go.
    speed: f64,
}

/// No step empties an area by more than this share, so that the spreading stays smooth for any step.
const MOST_LEAVING: f64 = 0.5;

impl Occupancy {
    /// All of it in one area.
    #[must_use]
    pub fn at(places: &Places, area: AreaId, speed: f64) -> Self {
        let mut mass = vec![0.0; places.areas().len()];
        if let Some(start) = mass.get_mut(area.0 as usize) {
            *start = 1.0;
        }
        Self { mass, speed: speed.clamp(0.0, 100.0) }
    }

    /// The likelihood of an area.
    #[must_use]
    pub fn of(&self, area: AreaId) -> f64 {
        self.mass.get(area.0 as usize).copied().unwrap_or(0.0)
    }

    /// The likelihood of an area against the likeliest, 0 to 1.
    #[must_use]
    pub fn relative(&self, area: AreaId) -> f64 {
        let most = self.mass.iter().copied().fold(0.0, f64::max);
        if most > 0.0 { self.of(area) / most } else { 0.0 }
    }

    /// The sum of all, which is 1.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.mass.iter().sum()
    }

    /// Lets time pass.
    pub fn spread(&mut self, places: &Places, seconds: f64) {
        let mut next = self.mass.clone();
        for area in places.area_ids() {
            let mass = self.of(area);
            let ways = places.chokes_of(area).iter().filter_map(|&id| {
                let choke = places.choke(id)?;
                let beyond = choke.beyond(area).filter(|&to| choke.walkable && to != area)?;
                Some((beyond, choke.width.max(0.1)))
            });
            let ways: Vec<(AreaId, f64)> = ways.collect();
            let wide: f64 = ways.iter().map(|(_, width)| width).sum();
            if mass <= 0.0 || wide <= 0.0 {
                continue;
            }
            let size = places.area(area).map_or(1.0, |area| area.size).max(1.0);
            let leaving = mass * (self.speed * seconds.max(0.0) * wide / size).min(MOST_LEAVING);
            next[area.0 as usize] -= leaving;
            for (to, width) in ways {
                next[to.0 as usize] += leaving * width / wide;
            }
        }
        self.mass = next;
    }

    /// A share of an area was seen, and nobody was there.
    pub fn seen(&mut self, places: &Places, area: AreaId, share: f64) {
        let Some(here) = self.mass.get_mut(area.0 as usize) else { return };
        *here *= 1.0 - share.clamp(0.0, 1.0);
        let left = self.total();
        if left > 1e-9 {
            self.mass.iter_mut().for_each(|mass| *mass /= left);
            return;
        }
        let away = places.unreachable(area);
        let open: Vec<AreaId> = places.area_ids().filter(|id| !away.contains(id)).collect();
        self.mass.fill(0.0);
        for id in &open {
            self.mass[id.0 as usize] = 1.0 / open.len() as f64;
        }
    }
}
