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
use crate::{names, town::layout::Layout};
use glam::DVec2;
use wold_chance::{Seed, Stream};
use wold_space::land::{GrowthKind, HEIGHT_STEPS_PER_METRE, House, Place, PlaceKind, ThingKind};

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

/// Something that stands in a town.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Standing {
    pub kind: GrowthKind,
    pub at: DVec2,
    pub size: u8,
    pub turn: u8,
}

impl Town {
    /// Builds the town of a site.
    #[must_use]
    pub(crate) fn found(site: &Site, seed: Seed) -> Self {
        let mut stream = Stream::named(seed, "town", &[]);
        let name = names::town(&mut stream, site.by_river);
        let Layout { square, streets, bounds, lots } = layout::lay_out(site, &mut stream);
        let base = (site.level * HEIGHT_STEPS_PER_METRE) as i16;
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
        for (lot, house) in lots.iter().zip(&houses) {
            let (kind, name) = match lot.purpose {
                Purpose::Inn => (PlaceKind::Inn, names::inn(&mut stream)),
                Purpose::Smithy => (PlaceKind::Smithy, format!("{name} smithy")),
                Purpose::Home => (PlaceKind::Home, format!("{}'s house", names::person(&mut stream))),
            };
            places.push(Place { kind, name, at: doorstep(house) });
        }
        let mut town = Self {
            name,
            centre: square.centre(),
            level: site.level,
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
