//! Towns: where people would build, their streets and lots, and the houses on them.
//!
//! * `site`: one town at most per shire, on flat dry land, best by water; sizes by a rank law.
//! * `layout`: a market square, streets along its sides and beyond, blocks between them cut into lots.
//! * `furnishing`: what stands between the houses: well, stalls, lamps, gardens.

mod furnishing;
mod layout;
mod site;

pub use layout::Lot;
pub(crate) use site::{SHIRE_METRES, Site};

use crate::house::{self, HouseBrief, Purpose, build};
use crate::noise::smoothstep;
use crate::rect::Rect;
use crate::roads::Gate;
use crate::{names, town::layout::Layout};
use glam::DVec2;
use wold_chance::{Seed, Stream};
use wold_lore::land::{GrowthKind, HEIGHT_STEPS_PER_METRE, House, Place, PlaceKind, ThingKind};

/// How far from the last lot the ground rises or falls to the level of a town, in metres.
pub(crate) const APRON: f32 = 56.0;

/// One town, whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Town {
    /// What it is called.
    pub name: String,
    /// The middle of its market square.
    pub centre: DVec2,
    /// Height of its ground in metres, a whole number of 1/32 m.
    pub level: f32,
    /// All it covers.
    pub bounds: Rect,
    /// The market square.
    pub square: Rect,
    /// Its streets.
    pub streets: Vec<Rect>,
    /// Lots with a house on each, in the same order as `houses`.
    pub lots: Vec<Lot>,
    /// Its houses.
    pub houses: Vec<House>,
    /// What stands between them, in the world.
    pub(crate) standing: Vec<Standing>,
    /// What lies about in it, in the world.
    pub(crate) lying: Vec<(ThingKind, DVec2)>,
    /// Spots people walk to.
    pub places: Vec<Place>,
}

/// A town on paper: enough to know its gates and where its ground ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plat {
    pub name: String,
    level: f32,
    layout: Layout,
}

impl Plat {
    /// Draws the streets and lots of a site.
    pub fn draw(site: &Site, seed: Seed) -> Self {
        let mut stream = Stream::named(seed, "plat", &[]);
        let name = names::town(&mut stream, site.by_river);
        Self { name, level: site.level, layout: layout::lay_out(site, &mut stream) }
    }

    /// The middle of the market square.
    pub fn centre(&self) -> DVec2 {
        self.layout.square.centre()
    }

    /// All it covers.
    pub fn bounds(&self) -> Rect {
        self.layout.bounds
    }

    /// How many houses it will have.
    pub fn houses(&self) -> usize {
        self.layout.lots.len()
    }

    /// The end of a street that points best to somewhere beyond the town.
    pub fn gate_towards(&self, there: DVec2) -> Gate {
        let bounds = self.layout.bounds;
        let ends = self.layout.streets.iter().flat_map(|street| {
            let middle = street.centre();
            let [east, north] = street.size();
            let (lo, hi) = (bounds.lo.map(f64::from), bounds.hi.map(f64::from));
            if east < north {
                [(DVec2::new(middle.x, lo[1]), DVec2::NEG_Y), (DVec2::new(middle.x, hi[1]), DVec2::Y)]
            } else {
                [(DVec2::new(lo[0], middle.y), DVec2::NEG_X), (DVec2::new(hi[0], middle.y), DVec2::X)]
            }
        });
        let (at, out) = ends
            .min_by(|a, b| (a.0 + a.1 * 60.0).distance(there).total_cmp(&(b.0 + b.1 * 60.0).distance(there)))
            .unwrap_or((self.centre(), DVec2::X));
        Gate { at, out, level: self.level }
    }
}

/// Something that stands in a town.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Standing {
    pub kind: GrowthKind,
    pub at: DVec2,
    pub size: u8,
    pub turn: u8,
}

impl Town {
    /// Builds the houses of a plat and all that stands between them.
    #[must_use]
    pub(crate) fn found(plat: &Plat, seed: Seed) -> Self {
        let mut stream = Stream::named(seed, "town", &[]);
        let name = plat.name.clone();
        let Layout { square, streets, bounds, lots } = plat.layout.clone();
        let base = (plat.level * HEIGHT_STEPS_PER_METRE) as i16;
        let mut places = vec![
            Place { kind: PlaceKind::Town, name: name.clone(), at: square.centre() },
            Place {
                kind: PlaceKind::Market,
                name: format!("{name} market"),
                at: square.centre() + DVec2::new(0.0, -6.0),
            },
            Place {
                kind: PlaceKind::Well,
                name: format!("{name} well"),
                at: square.centre() + DVec2::new(0.0, -2.0),
            },
        ];
        let houses: Vec<House> = lots
            .iter()
            .enumerate()
            .map(|(i, lot)| {
                let mut stream = Stream::named(seed, "house", &[i as u64]);
                let brief = HouseBrief {
                    purpose: lot.purpose,
                    corner: DVec2::new(f64::from(lot.house.lo[0]), f64::from(lot.house.lo[1])),
                    width: lot.house.size()[0] as u8,
                    depth: lot.house.size()[1] as u8,
                    base,
                    front: lot.front,
                    storeys: lot.storeys,
                };
                build(&brief, &mut stream)
            })
            .collect();
        let owners = names::people(&mut stream, lots.len());
        for ((lot, house), owner) in lots.iter().zip(&houses).zip(owners) {
            let (kind, name) = match lot.purpose {
                Purpose::Inn => (PlaceKind::Inn, names::inn(&mut stream)),
                Purpose::Smithy => (PlaceKind::Smithy, format!("{name} smithy")),
                Purpose::Home => (PlaceKind::Home, format!("{owner}'s house")),
            };
            places.push(Place { kind, name, at: doorstep(house) });
        }
        let mut town = Self {
            name,
            centre: square.centre(),
            level: plat.level,
            bounds,
            square,
            streets,
            lots,
            houses,
            standing: Vec::new(),
            lying: Vec::new(),
            places,
        };
        furnishing::furnish(&mut town, &mut stream);
        town
    }

    /// How much the ground follows the town's level at a point: 1 in it, 0 beyond its apron.
    #[must_use]
    pub(crate) fn hold(&self, point: DVec2) -> f32 {
        1.0 - smoothstep(4.0, APRON, self.bounds.distance(point) as f32)
    }

    /// How much of the ground is street, 0 to 1.
    #[must_use]
    pub fn paving(&self, point: DVec2) -> f32 {
        if self.bounds.distance(point) > 2.0 {
            return 0.0;
        }
        let nearest =
            self.streets.iter().chain([&self.square]).map(|s| s.distance(point)).fold(f64::MAX, f64::min);
        (1.0 - nearest / 2.0).max(0.0) as f32
    }

    /// Whether a point is within `margin` metres of a street, the square or a house, or on a doorstep.
    #[must_use]
    pub(crate) fn built(&self, point: DVec2, margin: f64) -> bool {
        self.bounds.distance(point) <= margin
            && (self.square.distance(point) < margin
                || self.streets.iter().any(|s| s.distance(point) < margin)
                || self
                    .lots
                    .iter()
                    .any(|l| l.house.distance(point) < margin || l.path.distance(point) < margin))
    }
}

/// The middle of the tile in front of a house's street door, in the world.
#[must_use]
pub fn doorstep(house: &House) -> DVec2 {
    let outside = house::street_door(house).map_or((0, -1), |(_, outside)| outside);
    house.corner + DVec2::new(f64::from(outside.0) + 0.5, f64::from(outside.1) + 0.5)
}
