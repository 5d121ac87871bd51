//! Where runs lead: by scanning the map, or by a table.

use super::open::Spot;
use crate::tiles::TileMap;
use crate::tiles::map::{HEADINGS, Heading};

/// All eight headings, for a start.
pub(super) const ALL: u8 = 0xff;

/// The headings to follow from a jump point reached straight along `heading`: on, and round every obstacle that has just
/// ended beside it.
#[inline]
pub(super) fn onward(map: &TileMap, spot: Spot, heading: Heading) -> u8 {
    let (x, y) = (spot.x(), spot.y());
    let at = |turn: u8| {
        let (dx, dy) = HEADINGS[usize::from((heading.0 + turn) & 7)];
        map.blocked_at(x.wrapping_add_signed(dx), y.wrapping_add_signed(dy))
    };
    let bit = |turn: u8| 1u8 << ((heading.0 + turn) & 7);
    let mut headings = bit(0);
    if at(3) && !at(2) {
        headings |= bit(1) | bit(2);
    }
    if at(5) && !at(6) {
        headings |= bit(7) | bit(6);
    }
    headings
}

/// If the goal lies straight ahead, how far.
#[inline]
pub(super) fn ahead(spot: Spot, goal: Spot, heading: Heading) -> Option<u32> {
    let (from, to, side, goal_side) = match heading.0 {
        0 => (spot.x(), goal.x(), spot.y(), goal.y()),
        4 => (goal.x(), spot.x(), spot.y(), goal.y()),
        2 => (spot.y(), goal.y(), spot.x(), goal.x()),
        _ => (goal.y(), spot.y(), spot.x(), goal.x()),
    };
    (side == goal_side && to > from).then(|| to - from)
}
