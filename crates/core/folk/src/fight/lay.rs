//! The lay of the land about somebody: where one can stand, storey by storey, how far it is to walk, and what there is to hide behind.
//!
//! Contract: open ground and ground floors twenty metres to each side, and the storeys above of the nearest houses, in points half a metre apart ([`wold_land::walkable`]). Ways lead up and down by the
//! stairs. Cover is wherever something one cannot walk through stands within a metre, and behind every trunk; whether it hides is for the sight to say. Everything is worked out once, when
//! somebody asks for a place, and kept while the question is answered.

use crate::flood::Flood;
use crate::guide::Spot;
use crate::legs::measures;
use std::collections::BTreeSet;
use std::sync::Arc;
use wold_guest::known::Known;
use wold_land::places::{Atlas, Joined, Window};
use wold_land::walkable::{Sheet, Walkable, flights, storey};
use wold_land::{Land, Measures};
use wold_lore::land::House;
use wold_space::{ChunkPos, DVec2};
use wold_tactics::ground::Point;
use wold_tactics::scene::Cover;

/// Metres to each side.
pub(super) const HALF: f64 = 20.0;
/// Houses whose upper storeys are known, the nearest first.
const MOST_HOUSES: usize = 3;
/// What a flight of stairs counts, in metres.
const FLIGHT: f64 = 5.0;
/// Points between places beside something, and to what they are beside: a metre each.
const STRIDE: usize = 2;
const BESIDE: i32 = 2;
/// Half of what a wall protects against from a place behind it, and a corner, as cosines.
const WALL: f64 = 0.5;
const CORNER: f64 = -0.2;
/// Metres one keeps from the surface of a trunk, and how high one hides who stands.
const CLEAR: f64 = 0.65;
const HIGH: f32 = 2.0;
/// Metres by which the point nearest to a place may miss it.
const NEAR: f64 = 0.4;

/// One storey: all open ground, or one floor of a house.
#[derive(Clone, Debug)]
struct Level {
    level: u8,
    sheet: Sheet,
    flood: Flood,
    /// Metres to where the flood begins.
    base: f64,
}

/// The lay of the land.
#[derive(Clone, Debug)]
pub(super) struct Lay {
    /// The open ground first.
    levels: Vec<Level>,
    pub covers: Vec<Cover>,
    /// Areas and chokes; none where there are too many.
    places: Option<Arc<Joined>>,
}

impl Level {
    fn metres(&self, place: DVec2) -> Option<f64> {
        let tile = self.sheet.tile_near(place)?;
        self.flood.metres(tile).map(|metres| metres + self.base)
    }

    fn stands(&self, place: DVec2) -> bool {
        self.sheet.tile_near(place).is_some_and(|tile| self.sheet.place(tile).distance(place) < NEAR)
    }
}

impl Lay {
    /// The land about somebody; `walkable` and `atlas` remember what was worked out.
    pub fn around(known: &Known, walkable: &mut Walkable, atlas: &Atlas) -> Self {
        let measures = measures(known);
        if *walkable.measures() != measures {
            *walkable = Walkable::new(measures);
        }
        Self::of(known.land(), Spot { place: known.place(), level: known.level() }, walkable, atlas)
    }

    pub fn of(land: &Land, from: Spot, walkable: &mut Walkable, atlas: &Atlas) -> Self {
        let measures = *walkable.measures();
        let ground = walkable.around(land, from.place - HALF, from.place + HALF, 0.0);
        let houses = houses(land, from.place);
        // Down to the ground first, then up into every other house.
        let own = houses.iter().find(|house| from.level > 0 && house.covers(from.level, from.place));
        let mut start = Some((from.place, 0.0));
        let mut floors: Vec<Level> = Vec::new();
        if let Some(house) = own {
            for level in (1..=from.level).rev() {
                let Some((place, base)) = start else { break };
                let floor = Level::over(storey(land, house, level, &measures), level, place, base);
                start = flights(house, level - 1).and_then(|flight| {
                    let (foot, head) = (flight.first()?, flight.last()?);
                    Some((*foot, floor.metres(*head)? + FLIGHT))
                });
                floors.push(floor);
            }
            let above = floors.first().map(|floor| climb(land, house, floor, &measures));
            floors.extend(above.into_iter().flatten());
        }
        let ground = match start {
            Some((place, base)) => Level::over(ground, 0, place, base),
            // No stairs lead down: whoever is up here stays.
            None => Level { level: 0, flood: Flood::nowhere(&ground), sheet: ground, base: 0.0 },
        };
        for house in houses.iter().filter(|house| own.is_none_or(|own| own.corner != house.corner)) {
            floors.extend(climb(land, house, &ground, &measures));
        }
        let levels = [ground].into_iter().chain(floors).collect();
        let places = atlas.about(land, Window::around(from.place, HALF));
        let mut lay = Self { levels, covers: Vec::new(), places };
        lay.covers = lay.beside(from.place);
        lay.covers.extend(trunks(land, from.place));
        lay
    }

    fn level_at(&self, at: Point) -> Option<&Level> {
        self.levels.iter().find(|level| level.level == at.storey && level.stands(at.at))
    }

    /// Whether somebody can stand at a point.
    pub fn stands(&self, at: Point) -> bool {
        self.level_at(at).is_some()
    }

    /// Metres to walk to a point.
    pub fn walk(&self, to: Point) -> f64 {
        self.level_at(to).and_then(|level| level.metres(to.at)).unwrap_or(f64::INFINITY)
    }

    /// Whether one gets on foot to only one other area from the one a point is in: who hides there is caught by whoever comes in.
    pub fn is_dead_end(&self, land: &Land, at: Point) -> bool {
        let Some(places) = self.places.as_ref().map(|joined| &joined.places) else { return false };
        let stand = at.at.extend(f64::from(land.standing_height(at.at, at.storey)));
        let Some(area) = places.area_near(stand, 1.0) else { return false };
        let chokes = places.chokes_of(area).iter().filter_map(|id| places.choke(*id));
        let beyond = chokes.filter(|choke| choke.walkable).filter_map(|choke| choke.beyond(area));
        beyond.collect::<BTreeSet<_>>().len() < 2
    }

    /// The points of the storey somebody stands on.
    pub fn sheet(&self, at: Point) -> Option<&Sheet> {
        self.level_at(at)
            .or_else(|| self.levels.iter().find(|level| level.level == at.storey))
            .map(|level| &level.sheet)
    }

    /// Places beside something, on every storey.
    fn beside(&self, here: DVec2) -> Vec<Cover> {
        let mut covers = Vec::new();
        for Level { level, sheet, .. } in &self.levels {
            let map = sheet.map();
            let (width, height) = (map.width() as i32, map.height() as i32);
            let inside = |x: i32, y: i32| (0..width).contains(&x) && (0..height).contains(&y);
            for (x, y) in (0..height)
                .step_by(STRIDE)
                .flat_map(|y| (0..width).step_by(STRIDE).map(move |x| (x, y)))
                .filter(|(x, y)| map.is_open(*x, *y))
            {
                let at = sheet.place((x, y));
                if at.distance(here) > HALF {
                    continue;
                }
                let ways = [(1, 0), (-1, 0), (0, 1), (0, -1)];
                // Walls close a point or two: the nearest may be half a metre away. The rim of what is known hides nobody on the open ground; a storey ends at its walls.
                let closed = |x: i32, y: i32| if inside(x, y) { !map.is_open(x, y) } else { *level > 0 };
                let shut = |(dx, dy): &(i32, i32)| (1..=BESIDE).any(|far| closed(x + dx * far, y + dy * far));
                let shut: Vec<DVec2> = ways
                    .into_iter()
                    .filter(shut)
                    .map(|(dx, dy)| DVec2::new(f64::from(dx), f64::from(dy)))
                    .collect();
                let sum: DVec2 = shut.iter().sum();
                let cover = |facing: DVec2, cone: f64| Cover {
                    at,
                    storey: *level,
                    facing: Some(facing),
                    cone,
                    radius: 0.5,
                    soft: false,
                    high: true,
                    claimed_by: None,
                };
                match (sum.try_normalize(), shut.len()) {
                    (_, 0) => {}
                    (Some(facing), 1) => covers.push(cover(facing, WALL)),
                    (Some(facing), _) => covers.push(cover(facing, CORNER)),
                    (None, _) => covers.extend(shut.into_iter().map(|facing| cover(facing, WALL))),
                }
            }
        }
        covers
    }
}

impl Level {
    fn over(sheet: Sheet, level: u8, from: DVec2, base: f64) -> Self {
        Self { level, flood: Flood::over(&sheet, from), sheet, base }
    }
}

/// The storeys of a house above one that is known, as far as stairs lead.
fn climb(land: &Land, house: &House, from: &Level, measures: &Measures) -> Vec<Level> {
    let mut floors: Vec<Level> = Vec::new();
    for level in from.level + 1..house.floors.len() as u8 {
        let below = floors.last().unwrap_or(from);
        let next = flights(house, level - 1).and_then(|flight| {
            let base = below.metres(*flight.first()?)? + FLIGHT;
            Some(Level::over(storey(land, house, level, measures), level, *flight.last()?, base))
        });
        let Some(next) = next else { break };
        floors.push(next);
    }
    floors
}

/// The nearest houses with more than one floor.
fn houses(land: &Land, place: DVec2) -> Vec<&House> {
    let far = |house: &House| {
        let size = DVec2::new(f64::from(house.width), f64::from(house.depth));
        place.clamp(house.corner, house.corner + size).distance(place)
    };
    let (low, high) = (ChunkPos::of(place - HALF * 2.0), ChunkPos::of(place + HALF));
    let near = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| ChunkPos { x, y }));
    let all = near.filter_map(|pos| land.plot(pos)).flat_map(|plot| &plot.chunk.houses);
    let mut houses: Vec<(f64, &House)> = all
        .filter(|house| house.floors.len() > 1)
        .map(|house| (far(house), house))
        .filter(|(far, _)| *far < HALF)
        .collect();
    houses.sort_by(|a, b| a.0.total_cmp(&b.0));
    houses.into_iter().map(|(_, house)| house).take(MOST_HOUSES).collect()
}

/// Behind a trunk one hides from any side.
fn trunks(land: &Land, here: DVec2) -> Vec<Cover> {
    let (low, high) = (ChunkPos::of(here - HALF), ChunkPos::of(here + HALF));
    let near = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| ChunkPos { x, y }));
    let mut trunks = Vec::new();
    for plot in near.filter_map(|pos| land.plot(pos)) {
        for (index, growth) in plot.chunk.growths.iter().enumerate() {
            let (shade, tall) = growth.kind.shade();
            let at = plot.chunk.pos.origin() + growth.local().as_dvec2();
            let stands = !plot.changes.gone.contains(&(index as u16));
            if shade > 0.0 && tall >= HIGH && stands && at.distance(here) <= HALF {
                trunks.push(Cover {
                    at,
                    storey: 0,
                    facing: None,
                    cone: -1.0,
                    radius: f64::from(growth.trunk_radius().max(shade)) + CLEAR,
                    soft: growth.kind.is_tree(),
                    high: true,
                    claimed_by: None,
                });
            }
        }
    }
    trunks
}
