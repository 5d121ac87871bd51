//! The walls of a house as a looker meets them: whole stretches instead of metres.
//!
//! Contract: a [`Screen`] hides exactly what the wall edges of its house hide. Walls in a row become one stretch, so that a line is held against a dozen of
//! them and not against a hundred edges.

use wold_lore::land::{Edge, EdgeKind, EdgeSide, House};
use wold_space::DVec2;

/// What of a house hides others.
#[derive(Clone, Debug)]
pub(crate) struct Screen {
    /// The middle of its plan, and how far it reaches from there.
    pub(super) middle: DVec2,
    pub(super) half: DVec2,
    corner: DVec2,
    storeys: Vec<Walls>,
}

/// Walls of one storey, by the way they run.
#[derive(Clone, Debug, Default)]
struct Walls {
    eastward: Vec<Stretch>,
    northward: Vec<Stretch>,
}

/// A wall from `start` to `end` along one axis, at `across` on the other; metres from the house's corner.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    across: f64,
    start: f64,
    end: f64,
}

impl Screen {
    pub(crate) fn of(house: &House) -> Self {
        let size = DVec2::new(f64::from(house.width), f64::from(house.depth));
        let storeys = house.floors.iter().map(|floor| Walls::of(&floor.edges)).collect();
        Self { middle: house.corner + size / 2.0, half: size / 2.0, corner: house.corner, storeys }
    }

    /// Whether a wall of a storey stands between two places.
    pub(super) fn hides(&self, from: DVec2, to: DVec2, level: u8) -> bool {
        let Some(walls) = self.storeys.get(usize::from(level)) else { return false };
        let (from, to) = (from - self.corner, to - self.corner);
        walls.eastward.iter().any(|wall| wall.is_crossed(from, to))
            || walls.northward.iter().any(|wall| wall.is_crossed(turned(from), turned(to)))
    }
}

impl Walls {
    fn of(edges: &[Edge]) -> Self {
        let run = |side: EdgeSide| {
            let walls = edges.iter().filter(|edge| edge.kind == EdgeKind::Wall && edge.side == side);
            let mut metres: Vec<(u8, u8)> = walls
                .map(|edge| match side {
                    EdgeSide::South => (edge.y, edge.x),
                    EdgeSide::West => (edge.x, edge.y),
                })
                .collect();
            metres.sort_unstable();
            let mut stretches: Vec<Stretch> = Vec::new();
            for (across, start) in metres.into_iter().map(|(a, s)| (f64::from(a), f64::from(s))) {
                match stretches.last_mut() {
                    Some(last) if last.across == across && last.end >= start => last.end = start + 1.0,
                    _ => stretches.push(Stretch { across, start, end: start + 1.0 }),
                }
            }
            stretches
        };
        Self { eastward: run(EdgeSide::South), northward: run(EdgeSide::West) }
    }
}

impl Stretch {
    /// Whether a line crosses it, its ends included. The first axis is the one it runs along. A line along a wall only grazes it.
    fn is_crossed(&self, from: DVec2, to: DVec2) -> bool {
        let (before, after) = (from.y - self.across, to.y - self.across);
        if before == after || before * after > 0.0 {
            return false;
        }
        let at = from.x + (to.x - from.x) * (before / (before - after));
        (self.start..=self.end).contains(&at)
    }
}

fn turned(place: DVec2) -> DVec2 {
    DVec2::new(place.y, place.x)
}

/// Whether a line crosses a metre of wall somebody built, both measured from the chunk's corner.
pub(super) fn edge_is_crossed(edge: Edge, from: DVec2, to: DVec2) -> bool {
    let (x, y) = (f64::from(edge.x), f64::from(edge.y));
    match edge.side {
        EdgeSide::South => Stretch { across: y, start: x, end: x + 1.0 }.is_crossed(from, to),
        EdgeSide::West => Stretch { across: x, start: y, end: y + 1.0 }.is_crossed(turned(from), turned(to)),
    }
}
