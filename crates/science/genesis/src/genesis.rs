//! The world of one seed.

use crate::buckets::tract_of;
use crate::chunkwright;
use crate::climate::Climate;
use crate::country::{Country, shire_of};
use crate::memo::Memo;
use crate::roads::Road;
use crate::town::Town;
use crate::tract::{Tract, bridge_places};
use glam::DVec2;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wold_chance::Seed;
use wold_chance::scatter::Scatter;
use wold_lore::land::{Chunk, Place};
use wold_space::ChunkPos;

/// Tracts remembered; each takes some 100 kB.
const TRACTS_REMEMBERED: usize = 512;
/// Metres between two looks for a bank, and the depth at which there are fish.
const BANK_STEP: f64 = 6.0;
const FISHED: f32 = 0.4;

/// Worlds made so far, so that each has a number of its own for [`LATEST`].
static WORLDS: AtomicU64 = AtomicU64::new(0);

/// A world's number, a tract's key and the tract.
type Latest = Option<(u64, [i32; 2], Arc<Tract>)>;

thread_local! {
    /// The tract this thread looked at last.
    static LATEST: RefCell<Latest> = const { RefCell::new(None) };
}

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
    pub country: Country,
    pub climate: Climate,
    pub large: Scatter,
    pub small: Scatter,
    number: u64,
    tracts: Memo<[i32; 2], Tract>,
}

impl Genesis {
    /// The world of this seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        let inner = Inner {
            country: Country::new(seed),
            climate: Climate::new(seed.child("climate", &[])),
            large: Scatter::new(seed.child("large", &[]), 4.0, 3.6),
            small: Scatter::new(seed.child("small", &[]), 2.4, 1.6),
            number: WORLDS.fetch_add(1, Ordering::Relaxed),
            tracts: Memo::new(TRACTS_REMEMBERED),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The seed it grew from.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.inner.country.seed
    }

    /// One 32 m square of land.
    #[must_use]
    pub fn chunk(&self, pos: ChunkPos) -> Chunk {
        chunkwright::chunk(&self.inner, pos)
    }

    /// Height of the ground in metres over the sea, or of a bridge where one crosses.
    #[must_use]
    pub fn height(&self, point: DVec2) -> f32 {
        self.inner.tract(point).ground(&self.inner.country.land, point).ground.height
    }

    /// The nearest dry spot beside water one can fish in, no farther than `metres`; none if there is no such water.
    ///
    /// ```
    /// use wold_chance::Seed;
    /// use wold_genesis::Genesis;
    /// let world = Genesis::new(Seed(9137));
    /// let bank = world.bank_near(world.start(), 400.0).expect("a river runs past the town");
    /// assert!(bank.distance(world.start()) < 400.0);
    /// assert_eq!(world.bank_near(world.start(), 20.0), None, "not through its market");
    /// ```
    #[must_use]
    pub fn bank_near(&self, at: DVec2, metres: f64) -> Option<DVec2> {
        let depth = |point: DVec2| {
            let ground = self.inner.tract(point).ground(&self.inner.country.land, point).ground;
            ground.water.map_or(0.0, |surface| surface - ground.height)
        };
        let rings = (metres / BANK_STEP) as u32;
        for ring in 1..=rings {
            let radius = f64::from(ring) * BANK_STEP;
            let spots = (radius * std::f64::consts::TAU / BANK_STEP) as u32;
            for spot in 0..spots {
                let angle = f64::from(spot) / f64::from(spots) * std::f64::consts::TAU;
                let way = DVec2::new(libm::cos(angle), libm::sin(angle));
                if depth(at + way * radius) > FISHED {
                    // Back towards where one comes from, until one stands dry.
                    let mut steps =
                        (1..=BANK_STEP as u32 * 4).map(|back| at + way * (radius - f64::from(back)));
                    if let Some(dry) = steps.find(|point| depth(*point) <= 0.0) {
                        return Some(dry);
                    }
                }
            }
        }
        None
    }

    /// A dry spot outdoors on the market square of the town nearest the origin.
    #[must_use]
    pub fn start(&self) -> DVec2 {
        let home = self.inner.country.plat([0, 0]).expect("the shire at the origin always has a town");
        home.centre() + DVec2::new(5.0, 0.0)
    }

    /// The middles of the towns people settle, at most so many: the one they begin in, then the others by how far they are along the roads. Towns that no road reaches are left out.
    ///
    /// ```
    /// use wold_chance::Seed;
    /// use wold_genesis::Genesis;
    /// let world = Genesis::new(Seed(42));
    /// let towns = world.settled(3);
    /// assert!(towns.len() == 3 && towns[0].distance(world.start()) < 10.0);
    /// assert_eq!(towns[..2], world.settled(2)[..]);
    /// ```
    #[must_use]
    pub fn settled(&self, most: usize) -> Vec<DVec2> {
        let country = &self.inner.country;
        let mut reached: BTreeMap<[i32; 2], f64> = [([0, 0], 0.0)].into();
        let mut towns: Vec<[i32; 2]> = Vec::new();
        while towns.len() < most {
            let open = reached.iter().filter(|(shire, _)| !towns.contains(shire));
            let Some((&next, &far)) = open.min_by(|a, b| a.1.total_cmp(b.1)) else { break };
            towns.push(next);
            if towns.len() == most {
                break;
            }
            let links = country.links(next);
            for &other in links.iter().filter(|other| !towns.contains(other)) {
                let Some(road) = country.road(next, other) else { continue };
                let length: f64 = road.line.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
                let before = reached.entry(other).or_insert(f64::INFINITY);
                *before = before.min(far + length);
            }
        }
        towns.into_iter().filter_map(|shire| country.plat(shire)).map(|plat| plat.centre()).collect()
    }

    /// The towns whose middle lies within `radius` of a point, shire by shire.
    #[must_use]
    pub fn towns_near(&self, at: DVec2, radius: f64) -> Vec<Arc<Town>> {
        let country = &self.inner.country;
        self.shires(at, radius)
            .filter(|&shire| country.plat(shire).is_some_and(|plat| plat.centre().distance(at) <= radius))
            .filter_map(|shire| country.town(shire))
            .collect()
    }

    /// Named spots within `radius` of a point, nearest first: of towns, roads and the wild.
    #[must_use]
    pub fn places_near(&self, at: DVec2, radius: f64) -> Vec<Place> {
        let country = &self.inner.country;
        // A town's spots lie within its bounds, a field's within 200 m of them.
        let towns = self.towns_near(at, radius + 300.0);
        let hinterlands: Vec<_> =
            self.shires(at, radius + 300.0).map(|shire| country.hinterland(shire)).collect();
        let roads = country.roads_in(at - radius, at + radius);
        let mut places: Vec<Place> = towns
            .iter()
            .flat_map(|town| town.places.iter().cloned())
            .chain(hinterlands.iter().flat_map(|h| h.places.iter().cloned()))
            .chain(roads.iter().flat_map(|road| bridge_places(country, road)))
            .filter(|place| place.at.distance(at) <= radius)
            .collect();
        places.sort_by(|a, b| a.at.distance(at).total_cmp(&b.at.distance(at)));
        places
    }

    /// The roads that come near a point, in the order of the shires they join.
    #[must_use]
    pub fn roads_near(&self, at: DVec2, radius: f64) -> Vec<Arc<Road>> {
        let near = |road: &Arc<Road>| road.line.iter().any(|p| p.distance(at) <= radius);
        self.inner.country.roads_in(at - radius, at + radius).into_iter().filter(near).collect()
    }

    pub(crate) fn inner(&self) -> &Inner {
        &self.inner
    }

    fn shires(&self, at: DVec2, radius: f64) -> impl Iterator<Item = [i32; 2]> + use<> {
        let (first, last) = (shire_of(at - radius), shire_of(at + radius));
        (first[1]..=last[1]).flat_map(move |y| (first[0]..=last[0]).map(move |x| [x, y]))
    }
}

impl Inner {
    /// The tract that holds a point. Each thread keeps the one it looked at last at hand, without a lock.
    pub fn tract(&self, point: DVec2) -> Arc<Tract> {
        let key = tract_of(point);
        LATEST.with_borrow_mut(|latest| match latest {
            Some((world, held, tract)) if *world == self.number && *held == key => Arc::clone(tract),
            _ => {
                let tract = self.tracts.get(key, || Tract::gather(&self.country, key));
                *latest = Some((self.number, key, Arc::clone(&tract)));
                tract
            }
        })
    }
}
