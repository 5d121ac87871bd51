//! A house as a looker meets it: walls in whole stretches instead of metres, the openings in them, floors and what stands on them.
//!
//! Contract: a [`Screen`] hides exactly what the edges and floors of its house hide. A wall reaches from its floor to the ceiling, that of the ground floor down into the earth as well. A window is seen
//! through between sill and lintel, a doorway under its lintel unless its door is shut. Floors are closed but over a flight of stairs; what of a roof stands above the topmost ceiling
//! hides nothing. Walls in a row become one stretch, so that a line is held against a dozen of them and not against a hundred edges.

use super::line::Line;
use std::collections::BTreeSet;
use wold_lore::land::{
    DOOR_METRES, Door, Edge, EdgeKind, EdgeSide, FLOOR_METRES, FurnitureKind, House, Stairs, WINDOW_METRES,
};
use wold_space::DVec2;

/// What of a house hides others.
#[derive(Clone, Debug)]
pub(crate) struct Screen {
    /// The middle of its plan, and how far it reaches from there.
    pub(super) middle: DVec2,
    pub(super) half: DVec2,
    corner: DVec2,
    width: usize,
    storeys: Box<[Storey]>,
    /// How high its topmost ceiling is.
    top: f64,
}

/// One storey.
#[derive(Clone, Debug)]
struct Storey {
    /// Between which heights its walls stand.
    low: f64,
    high: f64,
    eastward: Box<[Stretch]>,
    northward: Box<[Stretch]>,
    /// Which tiles its ceiling covers, row by row.
    ceiling: Box<[bool]>,
    /// What stands in its rooms: where, and how high it reaches.
    furniture: Box<[(DVec2, f64)]>,
}

/// A wall from `start` to `end` along one axis, at `across` on the other; metres from the house's corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) across: f64,
    pub(super) start: f64,
    pub(super) end: f64,
    /// Between which heights it is seen through; nowhere, if the second is below the first.
    gap: [f64; 2],
    /// The door that fills it while it is shut.
    leaf: Option<Door>,
}

/// The gap of a wall.
const NONE: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];
/// The radius of furniture, in metres.
const PIECE_METRES: f64 = 0.4;

impl Screen {
    /// The house of this number in its chunk.
    pub(crate) fn of(house: &House, number: u8) -> Self {
        let size = DVec2::new(f64::from(house.width), f64::from(house.depth));
        let levels = 0..house.floors.len().min(256);
        let storeys: Box<[Storey]> = levels.map(|level| Storey::of(house, number, level as u8)).collect();
        let top = storeys.last().map_or(f64::NEG_INFINITY, |storey| storey.high);
        let (middle, width) = (house.corner + size / 2.0, usize::from(house.width));
        Self { middle, half: size / 2.0, corner: house.corner, width, storeys, top }
    }

    /// Whether a wall, a floor or a door that is not among the open ones is in the way of a line.
    pub(super) fn hides(&self, line: &Line, open: &BTreeSet<Door>) -> bool {
        if line.low > self.top {
            return false;
        }
        let (from, to) = (line.from.truncate() - self.corner, line.to.truncate() - self.corner);
        self.storeys.iter().filter(|storey| line.high >= storey.low && line.low <= storey.high).any(
            |storey| {
                let hits = |share: f64, wall: &Stretch| {
                    let height = line.height(share);
                    let is_gap = || {
                        (wall.gap[0]..=wall.gap[1]).contains(&height)
                            && wall.leaf.is_none_or(|door| open.contains(&door))
                    };
                    (storey.low..=storey.high).contains(&height) && !is_gap()
                };
                let crosses =
                    |wall: &Stretch, from, to| wall.crossed(from, to).is_some_and(|share| hits(share, wall));
                storey.eastward.iter().any(|wall| crosses(wall, from, to))
                    || storey.northward.iter().any(|wall| crosses(wall, turned(from), turned(to)))
                    || self.is_under(storey, line)
            },
        )
    }

    /// Whether a line goes through the ceiling of a storey.
    fn is_under(&self, storey: &Storey, line: &Line) -> bool {
        let (before, after) = (line.from.z - storey.high, line.to.z - storey.high);
        if before * after >= 0.0 {
            return false;
        }
        let at = line.place(before / (before - after)) - self.corner;
        let (x, y) = (at.x.floor(), at.y.floor());
        x >= 0.0
            && y >= 0.0
            && (x as usize) < self.width
            && storey.ceiling.get(y as usize * self.width + x as usize).copied().unwrap_or(false)
    }

    /// Whether furniture is in the way of a line.
    pub(super) fn furniture_hides(&self, line: &Line) -> bool {
        let stood = self.storeys.iter().filter(|storey| line.high >= storey.low && line.low <= storey.high);
        stood.flat_map(|storey| &storey.furniture).any(|&(at, top)| {
            let passes = line.passes(at, PIECE_METRES);
            // Furniture of the floor above is above.
            passes.is_some_and(|height| height <= top && height > top - f64::from(FLOOR_METRES))
        })
    }
}

impl Storey {
    fn of(house: &House, number: u8, level: u8) -> Self {
        let floor = &house.floors[usize::from(level)];
        let base = f64::from(house.floor_height(level));
        let (width, depth) = (i32::from(house.width), i32::from(house.depth));
        let tiles = (0..depth).flat_map(|y| (0..width).map(move |x| (x, y)));
        let covered = |(x, y)| house.room(level, x, y) != 0 || house.room(level.saturating_add(1), x, y) != 0;
        let stairs: Vec<(i32, i32)> = floor.stairs.iter().flat_map(Stairs::tiles).collect();
        let piece = |piece: &wold_lore::land::Furniture| {
            let at = house.corner + DVec2::new(f64::from(piece.x) + 0.5, f64::from(piece.y) + 0.5);
            (at, base + tall(piece.kind))
        };
        Self {
            low: if level == 0 { f64::NEG_INFINITY } else { base },
            high: base + f64::from(FLOOR_METRES),
            eastward: stretches(house, number, level, EdgeSide::South),
            northward: stretches(house, number, level, EdgeSide::West),
            ceiling: tiles.map(|tile| covered(tile) && !stairs.contains(&tile)).collect(),
            furniture: floor.furniture.iter().map(piece).collect(),
        }
    }
}

/// The edges on one side of tiles as stretches; the first axis is the one they run along.
fn stretches(house: &House, number: u8, level: u8, side: EdgeSide) -> Box<[Stretch]> {
    let base = f64::from(house.floor_height(level));
    let edges = house.floors[usize::from(level)].edges.iter();
    let mut metres: Vec<(u8, u8, &Edge)> = edges
        .filter(|edge| edge.side == side)
        .map(|edge| match side {
            EdgeSide::South => (edge.y, edge.x, edge),
            EdgeSide::West => (edge.x, edge.y, edge),
        })
        .collect();
    metres.sort_unstable_by_key(|(across, start, edge)| (*across, *start, edge.kind));
    let mut walls: Vec<Stretch> = Vec::new();
    let mut openings = Vec::new();
    for (across, start, edge) in metres {
        let shuts = edge.kind == EdgeKind::Door && house.is_outer(level, edge);
        let leaf = shuts.then_some(Door { house: number, level, x: edge.x, y: edge.y, side });
        let stretch = Stretch { gap: gap(edge.kind, base), leaf, ..Stretch::metre(across, start) };
        match walls.last_mut() {
            _ if edge.kind != EdgeKind::Wall => openings.push(stretch),
            Some(last) if last.across == stretch.across && last.end >= stretch.start => {
                last.end = stretch.end;
            }
            _ => walls.push(stretch),
        }
    }
    // The longest wall is the likeliest to be in the way: asked first, the others need not be.
    walls.sort_by(|a, b| (b.end - b.start).total_cmp(&(a.end - a.start)));
    walls.extend(openings);
    walls.into()
}

/// Between which heights an edge is seen through.
fn gap(kind: EdgeKind, base: f64) -> [f64; 2] {
    match kind {
        EdgeKind::Wall => NONE,
        EdgeKind::Door => [base, base + f64::from(DOOR_METRES)],
        EdgeKind::Window => WINDOW_METRES.map(|above| base + f64::from(above)),
    }
}

impl Stretch {
    /// A metre of something built in the open, measured from the chunk's corner.
    pub(super) fn metre(across: u8, start: u8) -> Self {
        let start = f64::from(start);
        Self { across: f64::from(across), start, end: start + 1.0, gap: NONE, leaf: None }
    }

    /// At which share of its way a line crosses it, its ends included. The first axis is the one it runs along. A line along a wall only grazes it.
    pub(super) fn crossed(&self, from: DVec2, to: DVec2) -> Option<f64> {
        let (before, after) = (from.y - self.across, to.y - self.across);
        if before == after || before * after > 0.0 {
            return None;
        }
        let share = before / (before - after);
        let at = from.x + (to.x - from.x) * share;
        (self.start..=self.end).contains(&at).then_some(share)
    }
}

pub(super) fn turned(place: DVec2) -> DVec2 {
    DVec2::new(place.y, place.x)
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
