//! Land with people: which towns there are, which roads join them, what lies around them.
//!
//! The plane is cut into shires with at most one town each. Everything here is decided from a few shires around, and
//! remembered.

use crate::hinterland::Hinterland;
use crate::land::Land;
use crate::memo::Memo;
use crate::noise::Octave;
use crate::rect::Rect;
use crate::roads::{Gate, LONGEST, Road};
use crate::town::{Plat, SHIRE_METRES, Site, Town};
use glam::DVec2;
use std::sync::Arc;
use wold_chance::Seed;

/// A shire, by its place on the lattice of shires.
pub(crate) type Shire = [i32; 2];

/// How far a road may stray from the box around its two towns, in metres.
pub(crate) const STRAY: f64 = 480.0;

/// Which shire holds a point.
pub(crate) fn shire_of(point: DVec2) -> Shire {
    [point.x, point.y].map(|v| (v / SHIRE_METRES).floor() as i32)
}

/// Towns, roads and what lies around them.
#[derive(Debug)]
pub(crate) struct Country {
    pub seed: Seed,
    pub land: Land,
    wander: Octave,
    plats: Memo<Shire, Option<Arc<Plat>>>,
    towns: Memo<Shire, Option<Arc<Town>>>,
    links: Memo<Shire, Vec<Shire>>,
    roads: Memo<[Shire; 2], Option<Arc<Road>>>,
    hinterlands: Memo<Shire, Hinterland>,
}

impl Country {
    pub fn new(seed: Seed) -> Self {
        Self {
            seed,
            land: Land::new(seed),
            wander: Octave::new(seed.child("wander", &[]), 170.0),
            plats: Memo::new(4096),
            towns: Memo::new(256),
            links: Memo::new(4096),
            roads: Memo::new(2048),
            hinterlands: Memo::new(512),
        }
    }

    fn shire_seed(&self, shire: Shire) -> Seed {
        self.seed.child("shire", &shire.map(|v| v as u64))
    }

    /// The streets and lots of a shire's town.
    pub fn plat(&self, shire: Shire) -> Option<Arc<Plat>> {
        let made = self.plats.get(shire, || {
            let site = Site::in_shire(&self.land, self.seed.child("sites", &[]), shire)?;
            Some(Arc::new(Plat::draw(&site, self.shire_seed(shire))))
        });
        made.as_ref().clone()
    }

    /// A shire's town with its houses.
    pub fn town(&self, shire: Shire) -> Option<Arc<Town>> {
        let made = self.towns.get(shire, || {
            let plat = self.plat(shire)?;
            Some(Arc::new(Town::found(&plat, self.shire_seed(shire))))
        });
        made.as_ref().clone()
    }

    /// The shires whose towns a road from this one leads to, if it can be built: those to which no third town is nearer.
    pub fn links(&self, shire: Shire) -> Arc<Vec<Shire>> {
        self.links.get(shire, || {
            let Some(home) = self.plat(shire) else { return Vec::new() };
            let around: Vec<(Shire, DVec2)> = ring(shire, 2)
                .filter(|&other| other != shire)
                .filter_map(|other| self.plat(other).map(|plat| (other, plat.centre())))
                .collect();
            let centre = home.centre();
            around
                .iter()
                .filter(|(_, there)| {
                    let apart = centre.distance(*there);
                    let between =
                        |third: &DVec2| centre.distance(*third) < apart && there.distance(*third) < apart;
                    apart <= LONGEST && !around.iter().any(|(_, third)| between(third))
                })
                .map(|(other, _)| *other)
                .collect()
        })
    }

    /// The road between two linked towns, if it can be built.
    pub fn road(&self, a: Shire, b: Shire) -> Option<Arc<Road>> {
        let ends = if a < b { [a, b] } else { [b, a] };
        let made = self.roads.get(ends, || {
            let plats = [self.plat(ends[0])?, self.plat(ends[1])?];
            let gates = [plats[0].gate_towards(plats[1].centre()), plats[1].gate_towards(plats[0].centre())];
            // Its own towns and any other that lies in the way are gone round.
            let avoid: Vec<Rect> =
                ring(ends[0], 2).filter_map(|shire| self.plat(shire)).map(|plat| plat.bounds()).collect();
            Road::build(&self.land, gates, ends, &avoid, &self.wander).map(Arc::new)
        });
        made.as_ref().clone()
    }

    /// The gates of a town by which roads leave, and where each leads.
    pub fn gates(&self, shire: Shire) -> Vec<(Gate, Shire)> {
        let Some(plat) = self.plat(shire) else { return Vec::new() };
        self.links(shire)
            .iter()
            .filter(|&&other| self.road(shire, other).is_some())
            .filter_map(|&other| Some((plat.gate_towards(self.plat(other)?.centre()), other)))
            .collect()
    }

    /// All roads that may touch the box from `lo` to `hi`, in the order of the shires they join.
    pub fn roads_in(&self, lo: DVec2, hi: DVec2) -> Vec<Arc<Road>> {
        let (first, last) = (shire_of(lo - STRAY), shire_of(hi + STRAY));
        let mut found = Vec::new();
        for shire in
            (first[1] - 1..=last[1] + 1).flat_map(|y| (first[0] - 1..=last[0] + 1).map(move |x| [x, y]))
        {
            let Some(plat) = self.plat(shire) else { continue };
            for &other in self.links(shire).iter().filter(|&&other| shire < other) {
                let Some(there) = self.plat(other) else { continue };
                let (from, to) =
                    (plat.centre().min(there.centre()) - STRAY, plat.centre().max(there.centre()) + STRAY);
                if from.cmple(hi).all() && to.cmpge(lo).all() {
                    found.extend(self.road(shire, other));
                }
            }
        }
        found
    }

    /// Fields, mines, ruins and lookouts of a shire.
    pub fn hinterland(&self, shire: Shire) -> Arc<Hinterland> {
        self.hinterlands.get(shire, || Hinterland::of(self, shire, self.shire_seed(shire)))
    }
}

/// All shires within `rings` of one, row by row.
pub(crate) fn ring(shire: Shire, rings: i32) -> impl Iterator<Item = Shire> {
    (-rings..=rings).flat_map(move |dy| (-rings..=rings).map(move |dx| [shire[0] + dx, shire[1] + dy]))
}
