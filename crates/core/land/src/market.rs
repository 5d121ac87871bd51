//! The market: what lies before a stall is not for the taking while somebody minds it.
//!
//! Contract: a thing within [`STALL_METRES`] of a stall is a ware of it; it is kept while somebody is within [`KEPT_METRES`] of the ware and sees who reaches for it. Who keeps it
//! is for the caller to say: whoever is on their feet, but the one who would take it. The world asks this of everybody, an inhabitant of those it sees.

use crate::plots::Land;
use wold_lore::land::GrowthKind;
use wold_space::DVec2;
use wold_wire::Pose;

/// Metres around a stall that belong to it.
pub const STALL_METRES: f64 = 3.0;
/// Metres from a stall's wares within which somebody keeps it.
pub const KEPT_METRES: f64 = 2.0 * STALL_METRES;

/// Whether a place is before a stall.
#[must_use]
pub fn is_at_stall(land: &Land, at: DVec2) -> bool {
    land.stands_near(GrowthKind::Stall, at, STALL_METRES)
}

/// Whether one of these people keeps what lies at a place on the ground before a stall; each is given by place and storey.
#[must_use]
pub fn is_kept(land: &Land, at: DVec2, people: impl IntoIterator<Item = (DVec2, u8)>) -> bool {
    let mut near = people.into_iter().filter(|(place, _)| place.distance(at) < KEPT_METRES);
    // Who minds a stall minds who reaches over it.
    near.any(|(place, level)| land.sees(land.eyes(place, level, Pose::Standing), land.above(at, 0)))
}
