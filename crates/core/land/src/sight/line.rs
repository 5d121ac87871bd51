//! A line between two points in the air.
//!
//! Contract: [`Land::line_is_clear`] is true when walls, storeys, ground, plants and furniture let the line pass. Walls reach from floor to ceiling, plants and furniture as
//! high as they are ([`wold_lore::land::GrowthKind::shade`]); the ground is asked every metre. What is within [`CLOSE`] of an end hides nothing: nobody is hidden from
//! the table they sit at. Cost: by the chunks the line crosses and what grows in them.

use super::Shades;
use crate::plots::Land;
use wold_lore::land::{FLOOR_METRES, FurnitureKind, House};
use wold_space::{ChunkPos, DVec2, DVec3};

/// Metres from an end within which nothing stands in the way.
const CLOSE: f64 = 0.6;
/// Metres between two looks at the ground, and how far it must be above the line to hide.
const STRIDE: f64 = 1.0;
const BUMP: f64 = 0.1;

/// A point in the air, on a storey.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where.
    pub place: DVec2,
    /// How high above the world's zero.
    pub height: f64,
    /// On which storey.
    pub level: u8,
}

impl Land {
    /// A point of the air with the storey it is on: that of the house whose rooms it is in, else the open ground.
    #[must_use]
    pub fn point(&self, at: DVec3) -> Point {
        let (place, height) = (at.truncate(), at.z);
        let storey = |house: &House| {
            let level = ((height - f64::from(house.floor_height(0))) / f64::from(FLOOR_METRES)).floor();
            let level = level.clamp(0.0, 255.0) as u8;
            house.covers(level, place).then_some(level)
        };
        let level = self.houses_near(place).find_map(storey).unwrap_or(0);
        Point { place, height, level }
    }

    /// Whether one sees from one point to another.
    #[must_use]
    pub fn line_is_clear(&self, from: Point, to: Point) -> bool {
        let (low, high) = (from.place.min(to.place), from.place.max(to.place));
        let shades = Shades::within(self, low, high);
        shades.sees(from.place, from.level, to.place, to.level)
            && self.is_above_ground(from, to)
            && self.plants_let_pass(from, to)
            && self.furniture_lets_pass(from, to)
    }

    fn is_above_ground(&self, from: Point, to: Point) -> bool {
        let length = from.place.distance(to.place);
        let steps = (length / STRIDE).ceil() as u32;
        (1..steps).all(|step| {
            let share = f64::from(step) / f64::from(steps);
            let place = from.place.lerp(to.place, share);
            let height = from.height + (to.height - from.height) * share;
            f64::from(self.height(place)) <= height + BUMP || self.house_at(place, 0).is_some()
        })
    }

    fn plants_let_pass(&self, from: Point, to: Point) -> bool {
        if from.level != 0 || to.level != 0 {
            return true;
        }
        let (first, last) =
            (ChunkPos::of(from.place.min(to.place) - 1.0), ChunkPos::of(from.place.max(to.place) + 1.0));
        let crossed = (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ChunkPos { x, y }));
        crossed.filter_map(|pos| self.plot(pos)).all(|plot| {
            let corner = plot.chunk.pos.origin();
            plot.chunk.growths.iter().enumerate().all(|(index, growth)| {
                let (radius, tall) = growth.kind.shade();
                if radius == 0.0 || plot.changes.gone.contains(&(index as u16)) {
                    return true;
                }
                let at = corner + growth.local().as_dvec2();
                let passes = passes(from, to, at, f64::from(radius));
                passes.is_none_or(|height| height > f64::from(self.height(at) + tall))
            })
        })
    }

    fn furniture_lets_pass(&self, from: Point, to: Point) -> bool {
        if from.level != to.level {
            return true;
        }
        let level = from.level;
        let middle = (from.place + to.place) / 2.0;
        let houses = [from.place, middle, to.place].map(|place| self.house_at(place, level));
        let floor = |house: &House| {
            let Some(floor) = house.floors.get(usize::from(level)) else { return true };
            floor.furniture.iter().all(|piece| {
                let at = house.corner + DVec2::new(f64::from(piece.x) + 0.5, f64::from(piece.y) + 0.5);
                let top = f64::from(house.floor_height(level)) + tall(piece.kind);
                passes(from, to, at, 0.4).is_none_or(|height| height > top)
            })
        };
        houses.into_iter().flatten().all(floor)
    }
}

/// How high a line passes a post, if it comes within its radius and not close to an end.
fn passes(from: Point, to: Point, at: DVec2, radius: f64) -> Option<f64> {
    let along = to.place - from.place;
    let length = along.length();
    if length <= 2.0 * CLOSE {
        return None;
    }
    let share = (at - from.place).dot(along) / (length * length);
    let near = CLOSE / length;
    let meets = (near..=1.0 - near).contains(&share)
        && (from.place + along * share).distance_squared(at) < radius * radius;
    meets.then_some(from.height + (to.height - from.height) * share)
}

/// How high furniture stands, in metres.
fn tall(kind: FurnitureKind) -> f64 {
    match kind {
        FurnitureKind::Chair => 0.45,
        FurnitureKind::Bed => 0.6,
        FurnitureKind::Table => 0.8,
        FurnitureKind::Counter => 1.05,
        _ => 1.6,
    }
}
