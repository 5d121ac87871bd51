//! Per polygon the few panels that matter most there.
//!
//! Somebody standing in a polygon sees the panels about them as arcs of the horizon. The table takes panels greedily by how much of the horizon they cover
//! that no panel taken before covers, in 64 sectors, nearer ones counting more; so a wall behind a wall is not taken. At most `size` per polygon. Lookups use the
//! polygon of the *enemy*; cover far from it that would matter only near the walker may be missing: that is the price of a small table.

use super::Panel;
use glam::{DVec2, DVec3};

/// How large tables are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoverMapConfig {
    /// Panels per polygon. Default 8.
    pub size: usize,
    /// Metres at which a panel counts half. Default 20.
    pub half: f64,
    /// Metres beyond which panels do not count. Default 60.
    pub reach: f64,
}

impl Default for CoverMapConfig {
    fn default() -> Self {
        Self { size: 8, half: 20.0, reach: 60.0 }
    }
}

const SECTORS: usize = 64;

/// Tables of panels by polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct CoverMap {
    config: CoverMapConfig,
    centres: Vec<DVec3>,
    tables: Vec<Vec<u32>>,
}

impl CoverMap {
    /// The tables of polygons, given by their middles, over panels.
    #[must_use]
    pub fn new(centres: Vec<DVec3>, panels: &[Panel], config: CoverMapConfig) -> Self {
        let mut map = Self { config, tables: vec![Vec::new(); centres.len()], centres };
        for polygon in 0..map.centres.len() {
            map.tables[polygon] = map.table(polygon, panels);
        }
        map
    }

    /// The panels that matter in a polygon, the most important first.
    #[must_use]
    pub fn panels(&self, polygon: usize) -> &[u32] {
        self.tables.get(polygon).map_or(&[], Vec::as_slice)
    }

    /// The polygon whose middle is nearest.
    #[must_use]
    pub fn nearest(&self, at: DVec3) -> Option<usize> {
        let far = |polygon: &usize| self.centres[*polygon].distance_squared(at);
        (0..self.centres.len()).min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    fn table(&self, polygon: usize, panels: &[Panel]) -> Vec<u32> {
        let eye = self.centres[polygon].truncate();
        let mut seen: Vec<(u32, u64, f64, f64)> = panels
            .iter()
            .enumerate()
            .filter_map(|(at, panel)| {
                let (a, b) = panel.base();
                let distance = to_segment(eye, a, b);
                let worth = self.config.half / (self.config.half + distance);
                (distance <= self.config.reach).then(|| (at as u32, sectors(eye, a, b), worth, distance))
            })
            .collect();
        let (mut table, mut covered) = (Vec::new(), 0_u64);
        while table.len() < self.config.size {
            let worth =
                |&(_, arc, worth, _): &(u32, u64, f64, f64)| f64::from((arc & !covered).count_ones()) * worth;
            let best = (0..seen.len()).max_by(|a, b| {
                let (a, b) = (&seen[*a], &seen[*b]);
                worth(a).total_cmp(&worth(b)).then(b.3.total_cmp(&a.3)).then(b.0.cmp(&a.0))
            });
            let Some(best) = best.filter(|best| worth(&seen[*best]) > 0.0) else { break };
            let (panel, arc, ..) = seen.swap_remove(best);
            covered |= arc;
            table.push(panel);
        }
        // What is left of the table goes to the nearest of the rest.
        seen.sort_by(|a, b| a.3.total_cmp(&b.3).then(a.0.cmp(&b.0)));
        table.extend(seen.iter().map(|(panel, ..)| *panel).take(self.config.size - table.len()));
        table
    }
}

fn to_segment(point: DVec2, a: DVec2, b: DVec2) -> f64 {
    let along = b - a;
    let share = (point - a).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
    point.distance(a + along * share.clamp(0.0, 1.0))
}

/// The sectors of the horizon a line covers, as bits; the shorter way round.
fn sectors(eye: DVec2, a: DVec2, b: DVec2) -> u64 {
    let turn = |to: DVec2| libm::atan2(to.y, to.x) / std::f64::consts::TAU;
    let (from, to) = (turn(a - eye), turn(b - eye));
    let mut span = (to - from).rem_euclid(1.0);
    let mut start = from;
    if span > 0.5 {
        (start, span) = (to, 1.0 - span);
    }
    let first = (start.rem_euclid(1.0) * SECTORS as f64) as usize;
    let count = (span * SECTORS as f64).ceil() as usize;
    (0..=count.min(SECTORS - 1)).fold(0, |bits, sector| bits | 1 << ((first + sector) % SECTORS))
}
