//! The land of the classic map: a green bowl with the roads drawn on its floor and a rim nobody climbs.
//!
//! The floor waves by half a metre. Trees stand where neither road nor centre is. Beyond the rim lies a ledge for those who watch.

use crate::map::Map;
use std::sync::Arc;
use wold_chance::{Seed, Stream};
use wold_lore::land::{Chunk, Ecosystem, Growth, GrowthKind, HEIGHT_STEPS_PER_METRE, LATTICE, VERTEX_METRES};
use wold_lore::measure::{ORDINARY_SIZE, to_spot};
use wold_space::{CHUNK_METRES, ChunkPos, DVec2};
use wold_world::ChunkSource;

/// Metres of floor beyond the outermost places of the map.
const VERGE: f64 = 7.0;
/// How high the rim stands, and how steeply it rises: nobody climbs that.
const RIM: f64 = 9.0;
const STEEP: f64 = 2.5;
/// Half the width of a road, and metres over which it fades.
const ROAD: f64 = 1.3;
const FADE: f64 = 1.8;
/// Radius of the paved round at a centre.
const ROUND: f64 = 2.6;
/// At most one growth in each square of so many metres.
const THICKET: f64 = 7.0;
/// Metres growths keep from roads and centres.
const CLEAR: f64 = 5.5;

/// The bowl around a map.
#[derive(Clone, Debug)]
pub struct Bowl {
    size: DVec2,
    corner: DVec2,
    centres: Vec<DVec2>,
    roads: Vec<(DVec2, DVec2)>,
    seed: Seed,
}

impl Bowl {
    /// The bowl of a map whose south-west corner lies at `corner`, with `scale` metres to its unit.
    #[must_use]
    pub fn new(map: &Map, corner: DVec2, scale: f64, seed: Seed) -> Self {
        let place = |at: DVec2| corner + at * scale;
        let centres: Vec<DVec2> = map.centres.iter().map(|centre| place(centre.at)).collect();
        let joined = |id: crate::CentreId| {
            map.roads[id.index()].iter().filter(move |&&other| other > id).map(move |&other| (id, other))
        };
        let roads =
            map.ids().flat_map(joined).map(|(a, b)| (centres[a.index()], centres[b.index()])).collect();
        Self { size: map.extent * scale, corner, centres, roads, seed }
    }

    /// Where those who watch stand.
    #[must_use]
    pub fn ledge(&self) -> DVec2 {
        self.corner + DVec2::new(self.size.x / 2.0, -(VERGE + RIM / STEEP + 20.0))
    }

    /// Metres outside the floor; 0 on it.
    fn outside(&self, place: DVec2) -> f64 {
        let within = (place - self.corner).clamp(DVec2::splat(-VERGE), self.size + VERGE);
        (place - self.corner).distance(within)
    }

    /// Whether a place is where the war is.
    #[must_use]
    pub fn holds(&self, place: DVec2) -> bool {
        self.outside(place) < RIM / STEEP
    }

    fn height(&self, place: DVec2) -> f64 {
        let wave = libm::sin(place.x / 17.0) * libm::cos(place.y / 13.0) * 0.35
            + libm::sin((place.x + place.y) / 41.0) * 0.3;
        wave + (self.outside(place) * STEEP).min(RIM)
    }

    fn road(&self, place: DVec2) -> f64 {
        let to_road = self.roads.iter().map(|&(a, b)| to_segment(place, a, b) - ROAD);
        let to_round = self.centres.iter().map(|at| at.distance(place) - ROUND);
        let nearest = to_road.chain(to_round).fold(f64::INFINITY, f64::min);
        (1.0 - nearest / FADE).clamp(0.0, 1.0)
    }

    /// What grows in a square, if anything does.
    fn growth(&self, square: (i64, i64)) -> Option<(DVec2, GrowthKind, u8, u8)> {
        let mut luck = Stream::named(self.seed, "conquero.bowl", &[square.0 as u64, square.1 as u64]);
        let at = DVec2::new(square.0 as f64 + luck.unit(), square.1 as f64 + luck.unit()) * THICKET;
        let (dice, size, turn) = (luck.unit(), 90 + luck.below(90) as u8, luck.below(256) as u8);
        let outside = self.outside(at);
        let kind = match dice {
            _ if outside > 0.0 && outside < RIM / STEEP + 1.0 => return None,
            d if outside > 0.0 && d < 0.45 => GrowthKind::Pine,
            _ if outside > 0.0 => return None,
            d if d < 0.06 => GrowthKind::Oak,
            d if d < 0.11 => GrowthKind::Birch,
            d if d < 0.20 => GrowthKind::Bush,
            d if d < 0.40 => GrowthKind::Flower,
            d if d < 0.62 => GrowthKind::Grass,
            d if d < 0.65 => GrowthKind::Boulder,
            _ => return None,
        };
        let clear = if kind.trunk_radius() > 0.0 { CLEAR } else { 2.0 };
        let near_road = self.roads.iter().any(|&(a, b)| to_segment(at, a, b) < clear);
        let near_centre = self.centres.iter().any(|centre| centre.distance(at) < clear + ROUND);
        // Nothing stands between the ledge and the war.
        let way = (at - self.ledge()).abs();
        let ledge = way.x < 30.0 && way.y < 24.0;
        (!near_road && !near_centre && !ledge).then_some((at, kind, size, turn))
    }

    /// Whether a body can stand there without a trunk in its way.
    #[must_use]
    pub fn is_free(&self, place: DVec2) -> bool {
        let square = (place / THICKET).floor();
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        let blocked = |(dx, dy): (i64, i64)| {
            let grown = self.growth((square.x as i64 + dx, square.y as i64 + dy));
            grown.is_some_and(|(at, kind, size, _)| {
                let trunk = f64::from(kind.trunk_radius()) * f64::from(size) / f64::from(ORDINARY_SIZE);
                trunk > 0.0 && at.distance(place) < trunk + 0.6
            })
        };
        self.outside(place) <= 0.0 && !around.into_iter().any(blocked)
    }
}

fn to_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let way = b - a;
    let share = ((p - a).dot(way) / way.length_squared().max(1e-9)).clamp(0.0, 1.0);
    p.distance(a + way * share)
}

impl ChunkSource for Bowl {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::meadow(pos);
        for j in 0..LATTICE {
            for i in 0..LATTICE {
                let place = pos.origin() + DVec2::new(i as f64, j as f64) * f64::from(VERTEX_METRES);
                let at = j * LATTICE + i;
                chunk.heights[at] =
                    libm::round(self.height(place) * f64::from(HEIGHT_STEPS_PER_METRE)) as i16;
                chunk.road[at] = (self.road(place) * 230.0) as u8;
                let outside = self.outside(place);
                chunk.ecosystems[at] = match outside {
                    o if o <= 0.0 => Ecosystem::Meadow,
                    o if o < RIM / STEEP + 1.0 => Ecosystem::Rock,
                    _ => Ecosystem::Pinewood,
                };
            }
        }
        let (low, high) =
            ((pos.origin() / THICKET).floor(), ((pos.origin() + CHUNK_METRES) / THICKET).floor());
        for y in low.y as i64..=high.y as i64 {
            for x in low.x as i64..=high.x as i64 {
                let Some((at, kind, size, turn)) = self.growth((x, y)) else { continue };
                if ChunkPos::of(at) == pos {
                    let at = to_spot(at - pos.origin());
                    chunk.growths.push(Growth { kind, at, size, turn });
                }
            }
        }
        Arc::new(chunk)
    }
}
