//! Chunks as genesis made them plus what people changed.
//!
//! [`Land`] answers what a walker needs to know: how high, how wet, what stands in the way.

use crate::posts::Posts;
use crate::sight::{Relief, Screen};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};
use wold_lore::land::{
    Chunk, Door, Edge, EdgeKind, EdgeSide, FLOOR_METRES, FurnitureKind, GrowthKind, House, Stairs,
};
use wold_space::{ChunkPos, DVec2, Vec2};
use wold_wire::ChunkChanges;

/// Something that stops a walker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Obstacle {
    /// A wall, in metres from the point asked about.
    Wall(Vec2, Vec2),
    /// A trunk, a stone, a table.
    Post {
        /// Its middle, in metres from the point asked about.
        at: Vec2,
        /// Its radius.
        radius: f32,
    },
}

/// A chunk and its changes.
#[derive(Clone, Debug)]
pub struct Plot {
    /// As it stands now: what genesis made, lifted as earthquakes did. Shared with the source where nothing was lifted.
    pub chunk: Arc<Chunk>,
    /// What people and earthquakes changed.
    pub changes: ChunkChanges,
    /// Its doors that stand open; all others are shut.
    pub open: BTreeSet<Door>,
    made: Arc<Chunk>,
    /// What its houses hide, found when somebody first looks.
    screens: OnceLock<Box<[Screen]>>,
    /// What its ground hides, likewise.
    relief: OnceLock<Relief>,
    /// Doors that can be shut, with the middle of each in the world, likewise.
    doors: OnceLock<Box<[(Door, DVec2)]>>,
    /// Where fires burn in its houses, likewise.
    hearths: OnceLock<Box<[DVec2]>>,
    /// What stands in its open and stops walkers, likewise.
    posts: OnceLock<Posts>,
}

impl Plot {
    fn new(made: Arc<Chunk>, changes: ChunkChanges) -> Self {
        let chunk = if changes.lift.is_level() { made.clone() } else { Arc::new(made.lifted(&changes.lift)) };
        Self {
            chunk,
            changes,
            open: BTreeSet::new(),
            made,
            screens: OnceLock::new(),
            relief: OnceLock::new(),
            doors: OnceLock::new(),
            hearths: OnceLock::new(),
            posts: OnceLock::new(),
        }
    }

    pub(crate) fn screens(&self) -> &[Screen] {
        self.screens.get_or_init(|| {
            let houses = self.chunk.houses.iter().enumerate();
            houses.map(|(number, house)| Screen::of(house, number as u8)).collect()
        })
    }

    /// Doors that can be shut, with the middle of each in the world.
    #[must_use]
    pub fn doors(&self) -> &[(Door, DVec2)] {
        self.doors.get_or_init(|| {
            let houses = self.chunk.houses.iter().enumerate();
            let doors = houses.flat_map(|(number, house)| {
                house.doors(number as u8).map(|door| (door, house.corner + door.middle().as_dvec2()))
            });
            doors.collect()
        })
    }

    /// Where the hearths of its houses are, in the world.
    #[must_use]
    pub fn hearths(&self) -> &[DVec2] {
        self.hearths.get_or_init(|| {
            let hearths = self.chunk.houses.iter().flat_map(|house| {
                let pieces = house.floors.iter().flat_map(|floor| &floor.furniture);
                let fires = pieces.filter(|piece| piece.kind == FurnitureKind::Hearth);
                fires.map(|piece| house.corner + DVec2::new(f64::from(piece.x), f64::from(piece.y)))
            });
            hearths.collect()
        })
    }

    fn posts(&self) -> &Posts {
        self.posts.get_or_init(|| Posts::of(&self.chunk))
    }

    pub(crate) fn relief(&self) -> &Relief {
        self.relief.get_or_init(|| Relief::of(&self.chunk))
    }
}

/// All the land somebody holds.
#[derive(Clone, Debug, Default)]
pub struct Land {
    plots: BTreeMap<ChunkPos, Plot>,
}

/// Houses reach at most this far east and north of their corner, so a point is near houses of four chunks.
const HOUSE_REACH: [(i32, i32); 4] = [(0, 0), (-1, 0), (0, -1), (-1, -1)];

impl Land {
    /// Adds a chunk or replaces it.
    pub fn put(&mut self, chunk: Arc<Chunk>, changes: ChunkChanges) {
        self.plots.insert(chunk.pos, Plot::new(chunk, changes));
    }

    /// Replaces a chunk's changes, if the chunk is held.
    pub fn change(&mut self, pos: ChunkPos, changes: ChunkChanges) {
        if let Some(plot) = self.plots.get_mut(&pos) {
            if plot.changes.lift == changes.lift {
                plot.changes = changes;
            } else {
                let open = std::mem::take(&mut plot.open);
                *plot = Plot { open, ..Plot::new(plot.made.clone(), changes) };
            }
        }
    }

    /// Opens these doors of a chunk and shuts all others, if the chunk is held.
    pub fn set_doors(&mut self, pos: ChunkPos, open: BTreeSet<Door>) {
        if let Some(plot) = self.plots.get_mut(&pos) {
            plot.open = open;
        }
    }

    /// Doors that can be shut of houses near a place: the chunk of each, itself, and its middle.
    pub fn doors_near(&self, place: DVec2) -> impl Iterator<Item = (ChunkPos, Door, DVec2)> {
        let pos = ChunkPos::of(place);
        HOUSE_REACH
            .iter()
            .filter_map(move |(dx, dy)| self.plots.get(&ChunkPos { x: pos.x + dx, y: pos.y + dy }))
            .flat_map(|plot| plot.doors().iter().map(|(door, middle)| (plot.chunk.pos, *door, *middle)))
    }

    /// Drops a chunk.
    pub fn forget(&mut self, pos: ChunkPos) {
        self.plots.remove(&pos);
    }

    /// The chunk at a position, if it is held.
    #[must_use]
    pub fn plot(&self, pos: ChunkPos) -> Option<&Plot> {
        self.plots.get(&pos)
    }

    /// A copy of some chunks, those that are held: to be looked at elsewhere while this changes.
    #[must_use]
    pub fn excerpt(&self, chunks: impl IntoIterator<Item = ChunkPos>) -> Self {
        let held = chunks.into_iter().filter_map(|pos| Some((pos, self.plots.get(&pos)?.clone())));
        Self { plots: held.collect() }
    }

    /// Every chunk held, by position.
    pub fn plots(&self) -> impl Iterator<Item = &Plot> {
        self.plots.values()
    }

    /// How many chunks are held.
    #[must_use]
    pub fn len(&self) -> usize {
        self.plots.len()
    }

    /// Whether no chunk is held.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plots.is_empty()
    }

    fn at(&self, place: DVec2) -> Option<(&Plot, Vec2)> {
        let pos = ChunkPos::of(place);
        Some((self.plots.get(&pos)?, (place - pos.origin()).as_vec2()))
    }

    /// Height of the open ground; zero where no chunk is held.
    #[must_use]
    pub fn height(&self, place: DVec2) -> f32 {
        self.at(place).map_or(0.0, |(plot, local)| plot.chunk.height(local))
    }

    /// How deep the water is; zero on dry land.
    #[must_use]
    pub fn depth(&self, place: DVec2) -> f32 {
        self.at(place)
            .and_then(|(plot, local)| Some((plot.chunk.water(local)? - plot.chunk.height(local)).max(0.0)))
            .unwrap_or(0.0)
    }

    /// Houses that may cover a point.
    pub fn houses_near(&self, place: DVec2) -> impl Iterator<Item = &House> {
        let pos = ChunkPos::of(place);
        HOUSE_REACH
            .iter()
            .filter_map(move |(dx, dy)| self.plots.get(&ChunkPos { x: pos.x + dx, y: pos.y + dy }))
            .flat_map(|plot| &plot.chunk.houses)
    }

    /// The house whose storey `level` covers a point.
    #[must_use]
    pub fn house_at(&self, place: DVec2, level: u8) -> Option<&House> {
        self.houses_near(place).find(|house| house.covers(level, place))
    }

    /// Height of whatever a body on that storey stands on: a floor, a stair, the open ground.
    #[must_use]
    pub fn standing_height(&self, place: DVec2, level: u8) -> f32 {
        let Some(house) = self.house_at(place, level) else { return self.height(place) };
        let local = (place - house.corner).as_vec2();
        let below = level.checked_sub(1).and_then(|l| climb(house, l, local).map(|c| (l, c)));
        match climb(house, level, local).map(|c| (level, c)).or(below) {
            Some((from, climbed)) => house.floor_height(from) + climbed * FLOOR_METRES,
            None => house.floor_height(level),
        }
    }

    /// The storey a body is on after it moved to `place` while on `level`: stairs lead up and down at their middle.
    #[must_use]
    pub fn level_after(&self, place: DVec2, level: u8) -> u8 {
        let Some(house) = self.house_at(place, level) else { return 0 };
        let local = (place - house.corner).as_vec2();
        if climb(house, level, local).is_some_and(|c| c >= 0.5) {
            return level + 1;
        }
        match level.checked_sub(1) {
            Some(below) if climb(house, below, local).is_some_and(|c| c < 0.5) => below,
            _ => level,
        }
    }

    /// Collects what could stop a body within `reach` metres of `place` on a storey.
    pub fn obstacles(&self, place: DVec2, level: u8, reach: f32, into: &mut Vec<Obstacle>) {
        for house in self.houses_near(place) {
            let local = (place - house.corner).as_vec2();
            let size = Vec2::new(f32::from(house.width), f32::from(house.depth));
            if local.cmplt(Vec2::splat(-reach)).any() || local.cmpgt(size + reach).any() {
                continue;
            }
            house_obstacles(house, level, local, reach, into);
        }
        if level == 0 {
            self.open_obstacles(place, reach, into);
        }
    }

    fn open_obstacles(&self, place: DVec2, reach: f32, into: &mut Vec<Obstacle>) {
        let (low, high) = (ChunkPos::of(place - f64::from(reach)), ChunkPos::of(place + f64::from(reach)));
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                let Some(plot) = self.plots.get(&ChunkPos { x, y }) else { continue };
                let local = (place - plot.chunk.pos.origin()).as_vec2();
                let standing = plot.posts().near(local, reach).into_iter();
                into.extend(
                    standing
                        .filter(|post| !plot.changes.gone.contains(&post.index))
                        .map(|post| Obstacle::Post { at: post.at - local, radius: post.radius }),
                );
                for (&(x, y, side), &kind) in &plot.changes.built {
                    if kind != EdgeKind::Door {
                        push_wall(Edge { x, y, side, kind }.ends(), local, reach, into);
                    }
                }
            }
        }
    }

    /// Whether something of a kind grows or stands within `reach` metres of a point.
    #[must_use]
    pub fn stands_near(&self, kind: GrowthKind, place: DVec2, reach: f64) -> bool {
        let (low, high) = (ChunkPos::of(place - reach), ChunkPos::of(place + reach));
        let near = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| ChunkPos { x, y }));
        near.filter_map(|pos| self.plots.get(&pos)).any(|plot| {
            let local = (place - plot.chunk.pos.origin()).as_vec2();
            let stands = |index: usize| !plot.changes.gone.contains(&(index as u16));
            plot.chunk.growths.iter().enumerate().any(|(index, growth)| {
                growth.kind == kind && growth.local().distance(local) <= reach as f32 && stands(index)
            })
        })
    }
}

fn climb(house: &House, level: u8, local: Vec2) -> Option<f32> {
    house.floors.get(usize::from(level))?.stairs?.climb(local)
}

fn push_wall(ends: [Vec2; 2], local: Vec2, reach: f32, into: &mut Vec<Obstacle>) {
    let (a, b) = (ends[0] - local, ends[1] - local);
    // Walls are a metre long and axis-aligned: a box test is exact enough.
    if a.min(b).cmplt(Vec2::splat(reach)).all() && a.max(b).cmpgt(Vec2::splat(-reach)).all() {
        into.push(Obstacle::Wall(a, b));
    }
}

fn house_obstacles(house: &House, level: u8, local: Vec2, reach: f32, into: &mut Vec<Obstacle>) {
    let Some(floor) = house.floors.get(usize::from(level)) else { return };
    for edge in floor.edges.iter().filter(|e| e.kind != EdgeKind::Door) {
        push_wall(edge.ends(), local, reach, into);
    }
    for piece in &floor.furniture {
        let radius = match piece.kind {
            FurnitureKind::Chair => continue,
            FurnitureKind::Bed | FurnitureKind::Table | FurnitureKind::Hearth | FurnitureKind::Counter => {
                0.42
            }
            _ => 0.35,
        };
        let at = Vec2::new(f32::from(piece.x) + 0.5, f32::from(piece.y) + 0.5) - local;
        if at.length_squared() < (reach + radius) * (reach + radius) {
            into.push(Obstacle::Post { at, radius });
        }
    }
    if let Some(stairs) = floor.stairs {
        railing(&stairs, true, local, reach, into);
    }
    let below = level.checked_sub(1).and_then(|l| house.floors[usize::from(l)].stairs);
    if let Some(stairs) = below {
        railing(&stairs, false, local, reach, into);
    }
}

/// A flight is entered at its foot from below and at its head from above; everywhere else a railing stops the walker.
fn railing(stairs: &Stairs, from_below: bool, local: Vec2, reach: f32, into: &mut Vec<Obstacle>) {
    let tiles: Vec<_> = stairs.tiles().collect();
    let closed = if from_below { tiles.last() } else { tiles.first() };
    let (dx, dy) = stairs.direction();
    let outward = if from_below { (dx, dy) } else { (-dx, -dy) };
    let mut side = |tile: (i32, i32), towards: (i32, i32)| {
        let (x, y) = (tile.0 as f32, tile.1 as f32);
        let ends = match towards {
            (1, 0) => [Vec2::new(x + 1.0, y), Vec2::new(x + 1.0, y + 1.0)],
            (-1, 0) => [Vec2::new(x, y), Vec2::new(x, y + 1.0)],
            (0, 1) => [Vec2::new(x, y + 1.0), Vec2::new(x + 1.0, y + 1.0)],
            _ => [Vec2::new(x, y), Vec2::new(x + 1.0, y)],
        };
        push_wall(ends, local, reach, into);
    };
    for &tile in &tiles {
        side(tile, (dy, dx));
        side(tile, (-dy, -dx));
    }
    if let Some(&tile) = closed {
        side(tile, outward);
    }
}

/// Whether an edge of a chunk's open ground is free to build on: not in a house, not in water.
#[must_use]
pub fn can_build(land: &Land, chunk: ChunkPos, x: u8, y: u8, side: EdgeSide) -> bool {
    let [a, b] = Edge { x, y, side, kind: EdgeKind::Wall }.ends();
    let middle = chunk.origin() + ((a + b) / 2.0).as_dvec2();
    land.plot(chunk).is_some_and(|plot| !plot.changes.built.contains_key(&(x, y, side)))
        && land.depth(middle) < 0.3
        && [(0.1, 0.1), (-0.1, -0.1)]
            .iter()
            .all(|&(dx, dy)| land.house_at(middle + DVec2::new(dx, dy), 0).is_none())
}
