//! Walls people built, as ears know them.

use super::piece::ends;
use crate::Land;
use wold_lore::land::{EdgeKind, EdgeSide};
use wold_senses::hearing::Walls;
use wold_space::{ChunkPos, DVec2, DVec3};

/// The walls people built on some land.
pub struct Fences<'a>(pub &'a Land);

impl Walls for Fences<'_> {
    /// Nothing is heard straight through the walls of houses: what gets out does so by their doors and windows. Over what people built in the open one hears, however it parts the ground.
    fn between(&self, from: DVec3, to: DVec3) -> Option<u32> {
        (self.fences(from, to) > 0 && !self.meets_house(from.truncate(), to.truncate())).then_some(0)
    }

    fn fences(&self, from: DVec3, to: DVec3) -> u32 {
        let (low, high) = (from.min(to).truncate(), from.max(to).truncate());
        let (first, last) = (ChunkPos::of(low - 1.0), ChunkPos::of(high));
        let chunks = (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ChunkPos { x, y }));
        let plots = chunks.filter_map(|pos| self.0.plot(pos)).filter(|plot| !plot.changes.built.is_empty());
        let crossed = plots.map(|plot| {
            let origin = plot.chunk.pos.origin();
            let (from, to) = (from.truncate() - origin, to.truncate() - origin);
            let walls = plot.changes.built.iter().filter(|(_, kind)| **kind != EdgeKind::Door);
            walls.filter(|(wall, _)| crosses(**wall, from, to)).count() as u32
        });
        crossed.sum()
    }
}

impl Fences<'_> {
    /// Whether a line touches the ground some house stands on.
    fn meets_house(&self, from: DVec2, to: DVec2) -> bool {
        // Houses begin in a chunk of the line, or west or south of one.
        let (first, last) = (ChunkPos::of(from.min(to)), ChunkPos::of(from.max(to)));
        let chunks =
            (first.y - 1..=last.y).flat_map(|y| (first.x - 1..=last.x).map(move |x| ChunkPos { x, y }));
        let houses = chunks.filter_map(|pos| self.0.plot(pos)).flat_map(|plot| &plot.chunk.houses);
        houses.into_iter().any(|house| {
            let (low, high) = ends(house);
            meets(low, high, from, to)
        })
    }
}

/// Whether a line touches a box.
fn meets(low: DVec2, high: DVec2, from: DVec2, to: DVec2) -> bool {
    let way = to - from;
    // The share of the way at which it enters and leaves what lies between the sides, along both axes.
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for (low, high, from, way) in [(low.x, high.x, from.x, way.x), (low.y, high.y, from.y, way.y)] {
        if way == 0.0 {
            if !(low..=high).contains(&from) {
                return false;
            }
            continue;
        }
        let (a, b) = ((low - from) / way, (high - from) / way);
        (enters, leaves) = (enters.max(a.min(b)), leaves.min(a.max(b)));
    }
    enters <= leaves
}

/// Whether a line crosses a metre of wall, both measured from the chunk's corner.
fn crosses((x, y, side): (u8, u8, EdgeSide), from: DVec2, to: DVec2) -> bool {
    let turn = |at: DVec2| if side == EdgeSide::South { at } else { DVec2::new(at.y, at.x) };
    let (start, from, to) = (turn(DVec2::new(f64::from(x), f64::from(y))), turn(from), turn(to));
    if (from.y < start.y) == (to.y < start.y) {
        return false;
    }
    let share = (start.y - from.y) / (to.y - from.y);
    (start.x..start.x + 1.0).contains(&(from.x + (to.x - from.x) * share))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use wold_lore::land::Chunk;
    use wold_wire::ChunkChanges;

    #[test]
    fn every_wall_on_the_line_is_counted_and_doors_are_not() {
        let mut land = Land::default();
        let pos = ChunkPos::default();
        land.put(Arc::new(Chunk::meadow(pos)), ChunkChanges::default());
        let mut changes = ChunkChanges::default();
        for (wall, kind) in [
            ((5, 10, EdgeSide::West), EdgeKind::Wall),
            ((7, 10, EdgeSide::West), EdgeKind::Wall),
            ((9, 10, EdgeSide::West), EdgeKind::Door),
        ] {
            changes.built.insert(wall, kind);
        }
        land.change(pos, changes);
        let count = |from: (f64, f64), to: (f64, f64)| {
            Fences(&land).fences(DVec3::new(from.0, from.1, 0.0), DVec3::new(to.0, to.1, 0.0))
        };
        assert_eq!(count((2.0, 10.5), (12.0, 10.5)), 2);
        assert_eq!(count((12.0, 10.5), (6.0, 10.5)), 1);
        assert_eq!(count((2.0, 11.5), (12.0, 11.5)), 0, "beside it");
    }
}
