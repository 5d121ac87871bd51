//! The world of one seed.

use crate::chunkwright;
use crate::climate::Climate;
use crate::land::Land;
use crate::memo::Memo;
use crate::scatter::Scatter;
use crate::town::{APRON, SHIRE_METRES, Site, Town};
use glam::DVec2;
use std::sync::Arc;
use wold_chance::Seed;
use wold_space::ChunkPos;
use wold_space::land::{Chunk, Place};

/// Towns remembered; a town and its houses take some 100 kB.
const TOWNS_REMEMBERED: usize = 256;

/// A whole world, grown from one integer and looked at piece by piece.
///
/// Every answer is a pure function of seed and position. Clones share what they remember, and remembering changes
/// nothing but speed.
///
/// ```
/// use wold_chance::Seed;
/// use wold_genesis::Genesis;
/// use wold_space::ChunkPos;
/// let world = Genesis::new(Seed(42));
/// let here = ChunkPos::of(world.start());
/// assert_eq!(world.chunk(here), Genesis::new(Seed(42)).chunk(here));
/// ```
#[derive(Clone, Debug)]
pub struct Genesis {
    inner: Arc<Inner>,
}

#[derive(Debug)]
pub(crate) struct Inner {
    pub seed: Seed,
    pub land: Land,
    pub climate: Climate,
    pub large: Scatter,
    pub small: Scatter,
    towns: Memo<[i32; 2], Option<Arc<Town>>>,
}

impl Genesis {
    /// The world of this seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        let inner = Inner {
            seed,
            land: Land::new(seed),
            climate: Climate::new(seed.child("climate", &[])),
            large: Scatter::new(seed.child("large", &[]), 4.0, 3.6),
            small: Scatter::new(seed.child("small", &[]), 2.4, 1.6),
            towns: Memo::new(TOWNS_REMEMBERED),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The seed it grew from.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.inner.seed
    }

    /// One 32 m square of land.
    #[must_use]
    pub fn chunk(&self, pos: ChunkPos) -> Chunk {
        chunkwright::chunk(&self.inner, pos)
    }

    /// Height of the ground in metres over the sea.
    #[must_use]
    pub fn height(&self, point: DVec2) -> f32 {
        self.inner.height(point, &self.inner.towns_near(point, 0.0))
    }

    /// A dry spot outdoors on the market square of the town nearest the origin.
    #[must_use]
    pub fn start(&self) -> DVec2 {
        let home = self.inner.town([0, 0]).expect("the shire at the origin always has a town");
        home.centre + DVec2::new(5.0, 0.0)
    }

    /// The towns whose ground comes within `radius` of a point, nearest shire row first.
    #[must_use]
    pub fn towns_near(&self, at: DVec2, radius: f64) -> Vec<Arc<Town>> {
        self.inner.towns_near(at, radius)
    }

    /// Named spots within `radius` of a point, nearest first.
    #[must_use]
    pub fn places_near(&self, at: DVec2, radius: f64) -> Vec<Place> {
        let mut places: Vec<Place> = self
            .inner
            .towns_near(at, radius)
            .iter()
            .flat_map(|town| town.places.iter())
            .filter(|place| place.at.distance(at) <= radius)
            .cloned()
            .collect();
        places.sort_by(|a, b| a.at.distance(at).total_cmp(&b.at.distance(at)));
        places
    }
}

impl Inner {
    /// The town of a shire.
    pub fn town(&self, shire: [i32; 2]) -> Option<Arc<Town>> {
        let made = self.towns.get(shire, || {
            let seed = self.seed.child("towns", &shire.map(|v| v as u64));
            Site::in_shire(&self.land, self.seed.child("sites", &[]), shire)
                .map(|site| Arc::new(Town::found(&site, seed)))
        });
        made.as_ref().clone()
    }

    /// Towns whose apron comes within `radius` of a point.
    pub fn towns_near(&self, at: DVec2, radius: f64) -> Vec<Arc<Town>> {
        let reach = radius + f64::from(APRON);
        // A town keeps to the inner part of its shire but may reach over its edge by less than this.
        let shire = |v: f64| (v / SHIRE_METRES).floor() as i32;
        let (lo, hi) = (at - reach, at + reach);
        let mut found = Vec::new();
        for y in shire(lo.y)..=shire(hi.y) {
            for x in shire(lo.x)..=shire(hi.x) {
                found.extend(self.town([x, y]).filter(|t| t.bounds.distance(at) <= reach));
            }
        }
        found
    }

    /// Height of the ground with what people did to it.
    pub fn height(&self, point: DVec2, towns: &[Arc<Town>]) -> f32 {
        let natural = self.land.ground(point).height;
        towns.iter().fold(natural, |height, town| {
            let hold = town.hold(point);
            height + (town.level - height) * hold
        })
    }
}
