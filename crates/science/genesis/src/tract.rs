//! Everything that shapes a square of 512 m, gathered once and used by all its chunks.

use crate::buckets::{Buckets, TRACT_METRES};
use crate::climate::{Climate, Habitat};
use crate::country::{Country, ring, shire_of};
use crate::erosion;
use crate::hinterland::Hinterland;
use crate::land::{Ground, Land};
use crate::rect::Rect;
use crate::roads::{HALF, Road, Stretch};
use crate::town::{APRON, Town};
use crate::waters;
use glam::DVec2;
use std::sync::{Arc, OnceLock};
use wold_lore::land::{Ecosystem, Place, PlaceKind};

/// Metres between the points at which the land around is averaged.
const COARSE: f64 = 32.0;
/// Points kept beyond each edge of the tract.
const BRIM: i32 = 3;
/// Metres from streets and houses at which a town's trodden ground ends and its commons begin.
const COMMON: f64 = 7.0;
const COARSE_SIDE: usize = (TRACT_METRES / COARSE) as usize + 1 + 2 * BRIM as usize;

/// One square of 512 m.
#[derive(Debug)]
pub(crate) struct Tract {
    origin: DVec2,
    waters: Arc<waters::Tile>,
    centre: DVec2,
    erosion: OnceLock<Arc<erosion::Tile>>,
    mean: Vec<f32>,
    pub towns: Vec<Arc<Town>>,
    pub hinterlands: Vec<Arc<Hinterland>>,
    fields: Buckets<Rect>,
    roads: Buckets<Stretch>,
    /// Bridges whose middle lies in the tract.
    pub bridges: Vec<Place>,
}

/// The ground with what people did to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Worked {
    pub ground: Ground,
    /// How much of it is road, 0 to 1.
    pub road: f32,
    /// Town or farmland.
    pub used: Option<Ecosystem>,
}

impl Tract {
    pub fn gather(country: &Country, key: [i32; 2]) -> Self {
        let origin = DVec2::new(f64::from(key[0]), f64::from(key[1])) * TRACT_METRES;
        let centre = origin + TRACT_METRES / 2.0;
        let far = origin + TRACT_METRES;
        let near_shires: Vec<_> = ring(shire_of(centre), 1).collect();
        let reach = TRACT_METRES * 0.75 + f64::from(APRON);
        let towns: Vec<Arc<Town>> = near_shires
            .iter()
            .filter(|&&shire| country.plat(shire).is_some_and(|p| p.bounds().distance(centre) < reach))
            .filter_map(|&shire| country.town(shire))
            .collect();
        let hinterlands: Vec<Arc<Hinterland>> =
            near_shires.iter().map(|&shire| country.hinterland(shire)).collect();
        let mut fields = Buckets::new(key);
        for field in hinterlands.iter().flat_map(|h| &h.fields) {
            let corner = |c: [i32; 2]| DVec2::new(f64::from(c[0]), f64::from(c[1]));
            fields.put(*field, corner(field.lo), corner(field.hi));
        }
        let mut roads = Buckets::new(key);
        let mut bridges = Vec::new();
        for road in country.roads_in(origin - 64.0, far + 64.0) {
            for stretch in road.stretches() {
                let (lo, hi) = stretch.bounds();
                roads.put(stretch, lo, hi);
            }
            bridges.extend(
                bridge_places(country, &road)
                    .into_iter()
                    .filter(|p| p.at.cmpge(origin).all() && p.at.cmplt(far).all()),
            );
        }
        Self {
            origin,
            waters: country.land.waters.tile(centre),
            centre,
            erosion: OnceLock::new(),
            mean: means(&country.land, origin),
            towns,
            hinterlands,
            fields,
            roads,
            bridges,
        }
    }

    /// The ground at a point in the tract or within 4 m of it.
    pub fn ground(&self, land: &Land, point: DVec2) -> Worked {
        let erosion = self.erosion.get_or_init(|| land.erosion.tile(self.centre));
        self.work(land.ground(&self.waters, Some(erosion), point), point)
    }

    /// The same without the traces of rain, for maps on which they are too small to see.
    pub fn outline(&self, land: &Land, point: DVec2) -> Worked {
        self.work(land.ground(&self.waters, None, point), point)
    }

    fn work(&self, natural: Ground, point: DVec2) -> Worked {
        let mut ground = natural;
        let mut road = self.follow_roads(&mut ground, point);
        let mut used = None;
        for town in &self.towns {
            let hold = town.hold(point);
            if hold <= 0.0 {
                continue;
            }
            let inside = town.bounds.holds(point);
            // Around a town the ground gives way to rivers; in it there are none.
            let yielding = if inside { hold } else { hold * (1.0 - ground.wet.clamp(0.0, 1.0)) };
            ground.height += (town.level - ground.height) * yielding;
            road = road.max(town.paving(point));
            if inside && town.built(point, COMMON) {
                used = Some(Ecosystem::Town);
            }
        }
        if ground.water.is_some_and(|level| ground.height >= level) {
            ground.water = None;
            ground.lake = false;
        } else if ground.water.is_none() && ground.height < 0.0 {
            ground.water = Some(0.0);
        }
        if used.is_none() && self.fields.at(point).any(|f| f.holds(point)) {
            used = Some(Ecosystem::Farmland);
        }
        Worked { ground, road, used }
    }

    /// Shapes the ground to the roads here; says how much of it is road.
    fn follow_roads(&self, ground: &mut Ground, point: DVec2) -> f32 {
        let mut nearest: Option<crate::roads::Bearing> = None;
        for stretch in self.roads.at(point) {
            let bearing = stretch.bearing(point);
            let nearer = nearest.as_ref().is_none_or(|n| bearing.distance < n.distance);
            if nearer {
                nearest = Some(bearing);
            }
        }
        let Some(bearing) = nearest else { return 0.0 };
        match ground.water {
            None => ground.height = bearing.shape(ground.height),
            // Over water a road is a bridge, be the brook ever so narrow; beside it the water stays.
            Some(level) if bearing.distance < HALF + 0.6 => ground.height = bearing.level.max(level + 0.4),
            Some(_) => return 0.0,
        }
        bearing.paving()
    }

    /// Metres from the middle of the nearest road, if one is near.
    pub fn road_distance(&self, point: DVec2) -> Option<f32> {
        self.roads.at(point).map(|stretch| stretch.bearing(point).distance).min_by(f32::total_cmp)
    }

    /// Metres above the mean of the land around.
    pub fn relative(&self, point: DVec2, height: f32) -> f32 {
        let cell = (point - self.origin) / COARSE + f64::from(BRIM);
        let far = (COARSE_SIDE - 2) as f64;
        let (cx, cy) = (cell.x.clamp(0.0, far) as usize, cell.y.clamp(0.0, far) as usize);
        let (u, v) = ((cell.x - cx as f64) as f32, (cell.y - cy as f64) as f32);
        let at = |i: usize, j: usize| self.mean[(cy + j) * COARSE_SIDE + cx + i];
        let (south, north) = (at(0, 0) + (at(1, 0) - at(0, 0)) * u, at(0, 1) + (at(1, 1) - at(0, 1)) * u);
        height - (south + (north - south) * v)
    }

    /// What lives at a point, and how moist the soil is.
    pub fn life(&self, climate: &Climate, point: DVec2, worked: &Worked, slope: f32) -> (Ecosystem, f32) {
        let Ground { height, water, lake, wet } = worked.ground;
        let relative = self.relative(point, height);
        let moisture = climate.moisture(point, relative, wet);
        let ecosystem = match water {
            Some(_) if lake => Ecosystem::Lake,
            Some(level) if level > 0.0 => Ecosystem::River,
            Some(_) => Ecosystem::Sea,
            None => worked.used.unwrap_or_else(|| {
                let warmth = climate.warmth(point, height);
                climate.ecosystem(point, Habitat { height, relative, slope, moisture, warmth })
            }),
        };
        (ecosystem, moisture)
    }
}

/// Named bridges of a road.
pub(crate) fn bridge_places(country: &Country, road: &Road) -> Vec<Place> {
    let name = country.plat(road.ends[0]).map_or_else(String::new, |plat| plat.name.clone());
    road.bridges()
        .into_iter()
        .map(|at| Place { kind: PlaceKind::Bridge, name: format!("{name} bridge"), at })
        .collect()
}

/// Means over squares of 160 m around coarse points.
fn means(land: &Land, origin: DVec2) -> Vec<f32> {
    let wide = COARSE_SIDE + 4;
    let heights: Vec<f32> = (0..wide * wide)
        .map(|i| {
            let step = DVec2::new((i % wide) as f64, (i / wide) as f64) - f64::from(BRIM + 2);
            land.elevation.at(origin + step * COARSE)
        })
        .collect();
    (0..COARSE_SIDE * COARSE_SIDE)
        .map(|i| {
            let (x, y) = (i % COARSE_SIDE, i / COARSE_SIDE);
            (0..25).map(|k| heights[(y + k / 5) * wide + x + k % 5]).sum::<f32>() / 25.0
        })
        .collect()
}
