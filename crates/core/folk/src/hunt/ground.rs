//! The land one holds, as searchers and those who hide ask about it.
//!
//! Contract: points are on the ground or on a floor; their storey follows from their height. One sees as [`Land::sees`] says, from the height of eyes to that of a body that ducks: walls,
//! storeys, trunks, bushes and furniture hide. Candidates are points one can stand at, a metre apart: open ground, ground floors and every storey of the houses within the circle; beside a wall, a
//! trunk or a piece of furniture they are cover. Ways on the ground and through ground floors are those one walks ([`Walkable`]); storeys add their stairs and then count straight.

use crate::fight::Ring;
use crate::flood::Flood;
use crate::legs::measures;
use std::cell::RefCell;
use wold_guest::known::Known;
use wold_land::walkable::{Sheet, Walkable, flights, storey};
use wold_land::{Land, Measures};
use wold_lore::land::{FLOOR_METRES, House};
use wold_senses::search::{Candidate, Ground};
use wold_space::{DVec2, DVec3};

/// Heights of eyes, and of what is left of a body that ducks.
const EYES: f64 = 1.6;
const BODY: f64 = 0.9;
/// Metres between candidates near by, and in wide circles; and how wide these are.
const NEAR_STRIDE: i32 = 2;
const WIDE_STRIDE: i32 = 4;
const WIDE: f64 = 24.0;
/// Points to each side that are asked for cover: a metre.
const BESIDE: i32 = 2;
/// Metres beyond what is asked about that ways may use, and what a flight of stairs counts.
const DETOUR: f64 = 10.0;
const FLIGHT: f64 = 5.0;

/// The land around, for a body.
pub(crate) struct Terrain<'a> {
    land: &'a Land,
    measures: Measures,
    walkable: RefCell<&'a mut Walkable>,
    /// Whose knowledge of places counts.
    ring: Option<&'a Ring>,
}

impl<'a> Terrain<'a> {
    /// The land somebody holds. `walkable` remembers what was worked out.
    pub fn of(known: &'a Known, walkable: &'a mut Walkable) -> Self {
        let measures = measures(known);
        if *walkable.measures() != measures {
            *walkable = Walkable::new(measures);
        }
        Self { land: known.land(), measures, walkable: RefCell::new(walkable), ring: None }
    }

    #[cfg(test)]
    pub fn new(land: &'a Land, walkable: &'a mut Walkable) -> Self {
        Self { land, measures: *walkable.measures(), walkable: RefCell::new(walkable), ring: None }
    }

    /// The same, with what a faction knows of places.
    pub fn known_to(self, ring: &'a Ring) -> Self {
        Self { ring: Some(ring), ..self }
    }

    fn sheet(&self, a: DVec2, b: DVec2, margin: f64) -> Sheet {
        self.walkable.borrow_mut().around(self.land, a, b, margin)
    }

    fn houses(&self, around: DVec2, radius: f64) -> impl Iterator<Item = &'a House> {
        let near = move |house: &&House| {
            let size = DVec2::new(f64::from(house.width), f64::from(house.depth));
            around.clamp(house.corner, house.corner + size).distance(around) <= radius
        };
        self.land.plots().flat_map(|plot| &plot.chunk.houses).filter(near)
    }
}

/// A place on a storey as a point.
pub(crate) fn point(land: &Land, place: DVec2, level: u8) -> DVec3 {
    place.extend(f64::from(land.standing_height(place, level)))
}

/// The storey of a point on the ground or on a floor.
pub(crate) fn level_of(land: &Land, at: DVec3) -> u8 {
    let (place, height) = (at.truncate(), at.z + 0.5);
    let storey = |house: &House| {
        let level = ((height - f64::from(house.floor_height(0))) / f64::from(FLOOR_METRES)).floor();
        let level = level.clamp(0.0, 255.0) as u8;
        house.covers(level, place).then_some(level)
    };
    land.houses_near(place).find_map(storey).unwrap_or(0)
}

impl Ground for Terrain<'_> {
    fn sees(&self, from: DVec3, to: DVec3) -> bool {
        let (from, to) = (from + DVec3::Z * EYES, to + DVec3::Z * BODY);
        self.land.sees(from.into(), to.into())
    }

    fn candidates(&self, around: DVec3, radius: f64) -> Vec<Candidate> {
        let middle = around.truncate();
        let stride = if radius > WIDE { WIDE_STRIDE } else { NEAR_STRIDE };
        let mut found = Vec::new();
        let sheet = self.sheet(middle - radius, middle + radius, 1.0);
        standing(&sheet, stride, &mut |place, cover| {
            if place.distance(middle) <= radius {
                found.push(Candidate { at: point(self.land, place, 0), cover });
            }
        });
        for house in self.houses(middle, radius) {
            for level in 1..house.floors.len() as u8 {
                let sheet = storey(self.land, house, level, &self.measures);
                standing(&sheet, stride, &mut |place, cover| {
                    if place.distance(middle) <= radius {
                        found.push(Candidate { at: point(self.land, place, level), cover });
                    }
                });
            }
        }
        found
    }

    fn depth(&self, from: DVec3, way: DVec2, most: f64) -> f64 {
        let level = level_of(self.land, from);
        let place = from.truncate();
        let (mut near, mut far) = (0.0, most);
        if self.land.in_sight(place, place + way * most, level) {
            return most;
        }
        // What is seen at a distance is seen all the way there.
        for _ in 0..6 {
            let middle = (near + far) / 2.0;
            match self.land.in_sight(place, place + way * middle, level) {
                true => near = middle,
                false => far = middle,
            }
        }
        near
    }

    fn dread(&self, at: DVec3) -> f64 {
        self.ring.map_or(0.0, |ring| ring.danger(at.truncate()) - 2.0 * ring.hunch(at.truncate()))
    }

    fn ways(&self, from: DVec3, to: &[DVec3]) -> Vec<Option<f64>> {
        let start = self.foot(from);
        let ends: Vec<Option<(DVec2, f64)>> = to.iter().map(|at| self.foot(*at)).collect();
        let Some((first, climbed)) = start else { return vec![None; to.len()] };
        let all = ends.iter().flatten().map(|(place, _)| *place);
        let (low, high) = all.fold((first, first), |(low, high), place| (low.min(place), high.max(place)));
        let sheet = self.sheet(low, high, DETOUR);
        let flood = Flood::over(&sheet, first);
        let here = level_of(self.land, from);
        to.iter()
            .zip(ends)
            .map(|(at, end)| {
                let level = level_of(self.land, *at);
                if here > 0 && level == here && self.same_house(from, *at, level) {
                    return Some(from.distance(*at));
                }
                let (place, up) = end?;
                let tile = sheet.tile_near(place)?;
                flood.metres(tile).map(|way| way + up + climbed)
            })
            .collect()
    }
}

impl Terrain<'_> {
    fn same_house(&self, a: DVec3, b: DVec3, level: u8) -> bool {
        let house = |at: DVec3| self.land.house_at(at.truncate(), level).map(|house| house.corner);
        house(a).is_some() && house(a) == house(b)
    }

    /// Where one stands on the ground on the way to a point, and how far it is from there.
    fn foot(&self, at: DVec3) -> Option<(DVec2, f64)> {
        let (place, level) = (at.truncate(), level_of(self.land, at));
        if level == 0 {
            return Some((place, 0.0));
        }
        let house = self.land.house_at(place, level)?;
        let flight = flights(house, level - 1)?;
        let head = flight.last()?;
        let below = point(self.land, *flight.first()?, level - 1);
        let (foot, rest) = self.foot(below)?;
        Some((foot, rest + FLIGHT + head.distance(place)))
    }
}

/// Every point of a sheet one can stand at, on a grid of its own, and whether something is beside it.
fn standing(sheet: &Sheet, stride: i32, take: &mut impl FnMut(DVec2, bool)) {
    let map = sheet.map();
    let (width, height) = (map.width() as i32, map.height() as i32);
    for y in (0..height).step_by(stride as usize) {
        for x in (0..width).step_by(stride as usize) {
            if !map.is_open(x, y) {
                continue;
            }
            let beside = [(BESIDE, 0), (-BESIDE, 0), (0, BESIDE), (0, -BESIDE)];
            let inside = |x: i32, y: i32| (0..width).contains(&x) && (0..height).contains(&y);
            let cover = beside.iter().any(|(dx, dy)| inside(x + dx, y + dy) && !map.is_open(x + dx, y + dy));
            take(sheet.place((x, y)), cover);
        }
    }
}
