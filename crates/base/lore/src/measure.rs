//! Numbers that many count with: how far an arm goes, and what a chunk's small numbers stand for. One home for each, and a table for other languages.

use crate::vocabulary;
use wold_space::{DVec2, Vec2};

/// Metres an arm goes: whoever is farther away can be neither touched nor struck.
pub const ARM_METRES: f64 = 2.2;
/// Metres at which a walker stops who wants to touch something: an arm's length less what it may be wrong about where it is.
pub const TOUCHING_METRES: f64 = 1.8;
/// Metres at which the middle of an edge can be built on or razed: walls are long.
pub const BUILDING_METRES: f64 = ARM_METRES + 0.5;
/// Steps in a metre of places inside a chunk.
pub const SPOTS_PER_METRE: f64 = 128.0;
/// The size of a growth that is as large as most of its kind.
pub const ORDINARY_SIZE: u8 = 128;
/// The last step inside a chunk.
const LAST_SPOT: f64 = 4095.0;

vocabulary! {
    /// What is counted with; the label is what other languages call it.
    Measure, "measure" {
        ArmMetres = 0 "arm metres",
        TouchingMetres = 1 "touching metres",
        BuildingMetres = 2 "building metres",
        SpotsPerMetre = 3 "spots per metre",
        OrdinarySize = 4 "ordinary size",
    }
}

impl Measure {
    /// How much it is.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            Self::ArmMetres => ARM_METRES,
            Self::TouchingMetres => TOUCHING_METRES,
            Self::BuildingMetres => BUILDING_METRES,
            Self::SpotsPerMetre => SPOTS_PER_METRE,
            Self::OrdinarySize => f64::from(ORDINARY_SIZE),
        }
    }
}

/// The place inside a chunk, in metres, of what is kept as steps.
///
/// ```
/// use wold_lore::measure::{spot_metres, to_spot};
/// let spot = to_spot([3.5, 31.0].into());
/// assert_eq!((spot, spot_metres(spot).to_array()), ([448, 3968], [3.5, 31.0]));
/// assert_eq!(to_spot([-1.0, 40.0].into()), [0, 4095], "what is outside goes to the nearest edge");
/// ```
#[must_use]
pub fn spot_metres(spot: [u16; 2]) -> Vec2 {
    // Steps are a power of two, so this is exact.
    Vec2::new(f32::from(spot[0]), f32::from(spot[1])) / SPOTS_PER_METRE as f32
}

/// A place inside a chunk, in metres from its corner, as the steps it is kept in.
#[must_use]
pub fn to_spot(local: DVec2) -> [u16; 2] {
    [local.x, local.y].map(|metres| (metres * SPOTS_PER_METRE).clamp(0.0, LAST_SPOT) as u16)
}
