//! Where a body can stand: the land as tiles for [`wold_ways`].
//!
//! Points lie half a metre apart, on whole and half metres, so that the middle of every door, corridor and stair is one of them.
//! A point is open if a body there touches no wall, trunk or piece of furniture, the ground is not too steep and the water not too deep. Each
//! chunk's points are worked out once and again when the chunk or the houses that reach into it change, so a felled tree or a new wall counts at
//! once. Stairs are closed: whoever plans leads through them from storey to storey ([`flights`]).
//!
//! Not covered: other bodies, which move; land that is not held, which is closed.

use crate::measures::Measures;
use crate::plots::{Land, Obstacle};
use std::collections::BTreeMap;
use wold_lore::land::{House, Stairs};
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, Vec2};
use wold_ways::jump::Jumper;
use wold_ways::tiles::{TileMap, sight};
use wold_ways::{Answer, Budget};

/// Points in a metre.
const POINTS: f64 = 2.0;
/// Points along a chunk's side.
const SIDE: i32 = 64;
/// The widest window, in points: 160 m.
const WIDEST: i32 = 320;
/// Points around a place that are tried when it is closed itself.
const NUDGE: i32 = 3;

/// What a chunk's points depend on: its own changes and which of the chunks whose houses reach into it are held.
type Stamp = (u32, u8);

#[derive(Clone, Debug)]
struct Patch {
    stamp: Stamp,
    /// One bit per point, set where it is open; rows from the south.
    rows: [u64; SIDE as usize],
}

/// The open points of the land somebody holds, worked out as they are asked for.
#[derive(Clone, Debug, Default)]
pub struct Walkable {
    measures: Measures,
    patches: BTreeMap<ChunkPos, Patch>,
}

impl Walkable {
    /// Nothing worked out yet, for a body of these measures.
    #[must_use]
    pub fn new(measures: Measures) -> Self {
        Self { measures, patches: BTreeMap::new() }
    }

    /// For what body the points are.
    #[must_use]
    pub fn measures(&self) -> &Measures {
        &self.measures
    }

    /// The points of the open ground and of ground floors around two places, at most 160 m wide.
    pub fn around(&mut self, land: &Land, a: DVec2, b: DVec2, margin: f64) -> Sheet {
        self.patches.retain(|pos, _| land.plot(*pos).is_some());
        let low = point_of(a.min(b) - margin);
        let high = point_of(a.max(b) + margin);
        let size = ((high.0 - low.0 + 1).min(WIDEST), (high.1 - low.1 + 1).min(WIDEST));
        let mut map =
            TileMap::all_blocked(size.0 as u32, size.1 as u32).expect("a window has a size and a limit");
        let (first, last) = (chunk_of(low), chunk_of((low.0 + size.0 - 1, low.1 + size.1 - 1)));
        for pos in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ChunkPos { x, y })) {
            let Some(patch) = self.patch(land, pos) else { continue };
            let (x0, y0) = (pos.x * SIDE - low.0, pos.y * SIDE - low.1);
            for y in y0.max(0)..(y0 + SIDE).min(size.1) {
                let row = patch.rows[(y - y0) as usize];
                for x in x0.max(0)..(x0 + SIDE).min(size.0) {
                    if row >> (x - x0) & 1 == 1 {
                        map.set_open(x, y, true);
                    }
                }
            }
        }
        Sheet { map, origin: low }
    }

    fn patch(&mut self, land: &Land, pos: ChunkPos) -> Option<&Patch> {
        let plot = land.plot(pos)?;
        let stamp = (plot.changes.version, held_around(land, pos));
        if self.patches.get(&pos).is_none_or(|patch| patch.stamp != stamp) {
            self.patches.insert(pos, survey(land, pos, stamp, &self.measures));
        }
        self.patches.get(&pos)
    }
}

/// Which of the chunks a house may reach in from are held.
fn held_around(land: &Land, pos: ChunkPos) -> u8 {
    [(-1, 0), (0, -1), (-1, -1)]
        .iter()
        .enumerate()
        .filter(|(_, (dx, dy))| land.plot(ChunkPos { x: pos.x + dx, y: pos.y + dy }).is_some())
        .fold(0, |bits, (n, _)| bits | 1 << n)
}

fn survey(land: &Land, pos: ChunkPos, stamp: Stamp, measures: &Measures) -> Patch {
    let corner = (pos.x * SIDE, pos.y * SIDE);
    let plot = land.plot(pos).expect("only held chunks are surveyed");
    let mut rows = [0; SIDE as usize];
    // Each point's height is asked for by five points.
    let row_of = |point: i32| point.clamp(0, SIDE) as usize;
    let heights: [[f32; SIDE as usize + 1]; SIDE as usize + 1] = std::array::from_fn(|y| {
        std::array::from_fn(|x| plot.chunk.height(Vec2::new(x as f32, y as f32) / POINTS as f32))
    });
    let inside: Vec<&House> = land.houses_near(pos.centre()).collect();
    for y in 0..SIDE {
        for x in 0..SIDE {
            let place = place_of((corner.0 + x, corner.1 + y));
            let indoors = inside.iter().any(|house| house.covers(0, place));
            let local = (place - pos.origin()).as_vec2();
            let height = |dx: i32, dy: i32| heights[row_of(y + dy)][row_of(x + dx)];
            let dry = || plot.chunk.water(local).is_none_or(|water| water - height(0, 0) <= measures.wade);
            let gentle = || {
                let rise = Vec2::new(height(1, 0) - height(-1, 0), height(0, 1) - height(0, -1));
                rise.length() <= measures.steep
            };
            if indoors || (dry() && gentle()) {
                rows[y as usize] |= 1 << x;
            }
        }
    }
    let mut close = |point: (i32, i32)| {
        let (x, y) = (point.0 - corner.0, point.1 - corner.1);
        if (0..SIDE).contains(&x) && (0..SIDE).contains(&y) {
            rows[y as usize] &= !(1 << x);
        }
    };
    let mut obstacles = Vec::new();
    // As far as the corners, and what reaches in over them.
    let reach = (CHUNK_METRES as f32 * 0.5) * std::f32::consts::SQRT_2 + 1.0;
    land.obstacles(pos.centre(), 0, reach, &mut obstacles);
    for obstacle in &obstacles {
        touched(pos.centre(), obstacle, measures.clearance, &mut close);
    }
    for house in inside {
        closed_stairs(house, 0, &mut close);
    }
    Patch { stamp, rows }
}

/// Every point at which a body would touch an obstacle, which is given relative to `middle`.
fn touched(middle: DVec2, obstacle: &Obstacle, clearance: f32, close: &mut impl FnMut((i32, i32))) {
    let (a, b, reach) = match *obstacle {
        Obstacle::Wall(a, b) => (a, b, clearance),
        Obstacle::Post { at, radius } => (at, at, radius + clearance),
    };
    let (low, high) = (a.min(b) - reach, a.max(b) + reach);
    let (first, last) = (point_of(middle + low.as_dvec2()), point_of(middle + high.as_dvec2()));
    for y in first.1..=last.1 {
        for x in first.0..=last.0 {
            let at = (place_of((x, y)) - middle).as_vec2();
            let along = b - a;
            let share = ((at - a).dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
            if (a + along * share).distance_squared(at) < reach * reach {
                close((x, y));
            }
        }
    }
}

/// Closes the stairs that begin on a storey and those that end on it.
fn closed_stairs(house: &House, level: u8, close: &mut impl FnMut((i32, i32))) {
    let own = house.floors.get(usize::from(level)).and_then(|floor| floor.stairs);
    let below = level.checked_sub(1).and_then(|l| house.floors.get(usize::from(l))?.stairs);
    for tile in own.iter().chain(&below).flat_map(Stairs::tiles) {
        // Its middle and the points between it and its neighbours' middles.
        let (x, y) = point_of(house.corner + DVec2::new(f64::from(tile.0) + 0.5, f64::from(tile.1) + 0.5));
        for (dx, dy) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] {
            close((x + dx, y + dy));
        }
    }
}

/// The points of one storey of a house, for a body of these measures.
#[must_use]
pub fn storey(land: &Land, house: &House, level: u8, measures: &Measures) -> Sheet {
    let low = point_of(house.corner);
    let size = (i32::from(house.width) * 2 + 1, i32::from(house.depth) * 2 + 1);
    let mut map = TileMap::all_blocked(size.0 as u32, size.1 as u32).expect("houses are small");
    for (x, y) in (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y))) {
        if house.covers(level, place_of((low.0 + x, low.1 + y))) {
            map.set_open(x, y, true);
        }
    }
    let middle = house.corner + DVec2::new(f64::from(house.width), f64::from(house.depth)) / 2.0;
    let mut obstacles = Vec::new();
    land.obstacles(middle, level, f32::from(house.width.max(house.depth)), &mut obstacles);
    let mut close = |point: (i32, i32)| {
        map.set_open(point.0 - low.0, point.1 - low.1, false);
    };
    for obstacle in &obstacles {
        touched(middle, obstacle, measures.clearance, &mut close);
    }
    closed_stairs(house, level, &mut close);
    Sheet { map, origin: low }
}

/// The places one passes to climb from a storey to the next, from the landing below the foot to the one beyond the head.
#[must_use]
pub fn flights(house: &House, level: u8) -> Option<Vec<DVec2>> {
    let stairs = house.floors.get(usize::from(level))?.stairs?;
    let (dx, dy) = stairs.direction();
    let foot = (i32::from(stairs.x), i32::from(stairs.y));
    let middle = |i: i32| {
        house.corner + DVec2::new(f64::from(foot.0 + dx * i) + 0.5, f64::from(foot.1 + dy * i) + 0.5)
    };
    Some((-1..=i32::from(stairs.length)).map(middle).collect())
}

/// A window on open and closed points.
#[derive(Clone, Debug)]
pub struct Sheet {
    map: TileMap,
    origin: (i32, i32),
}

impl Sheet {
    /// The points as tiles.
    #[must_use]
    pub fn map(&self) -> &TileMap {
        &self.map
    }

    /// Where a tile lies in the world.
    #[must_use]
    pub fn place(&self, tile: (i32, i32)) -> DVec2 {
        place_of((tile.0 + self.origin.0, tile.1 + self.origin.1))
    }

    /// The open tile nearest to a place, if one is within a step or two.
    #[must_use]
    pub fn tile_near(&self, place: DVec2) -> Option<(i32, i32)> {
        let point = point_of(place);
        let (x, y) = (point.0 - self.origin.0, point.1 - self.origin.1);
        let around = (-NUDGE..=NUDGE).flat_map(|dy| (-NUDGE..=NUDGE).map(move |dx| (x + dx, y + dy)));
        around.filter(|&(x, y)| self.map.is_open(x, y)).min_by(|&a, &b| {
            self.place(a).distance_squared(place).total_cmp(&self.place(b).distance_squared(place))
        })
    }

    /// The shortest way between two places as the corners one turns at, the goal last.
    pub fn way(
        &self,
        jumper: &mut Jumper,
        from: DVec2,
        to: DVec2,
        budget: &mut Budget,
    ) -> Answer<Vec<DVec2>> {
        let (start, goal) = match (self.tile_near(from), self.tile_near(to)) {
            (Some(start), Some(goal)) => (start, goal),
            (None, _) => return Answer::refused(wold_ways::Reason::StartBlocked),
            (_, None) => return Answer::refused(wold_ways::Reason::GoalBlocked),
        };
        jumper.find(&self.map, start, goal, budget).map(|route| {
            let tiles: Vec<(i32, i32)> =
                self.map.fill_in(&route.cells).iter().map(|&cell| self.map.place(cell)).collect();
            let mut places: Vec<DVec2> =
                self.straightened(&tiles).into_iter().skip(1).map(|tile| self.place(tile)).collect();
            if goal == tile_at(self, to) {
                places.pop();
                places.push(to);
            }
            if places.is_empty() {
                places.push(self.place(goal));
            }
            places
        })
    }

    /// The same way without the tiles one can walk straight past: from each corner to the farthest tile in plain sight.
    fn straightened(&self, tiles: &[(i32, i32)]) -> Vec<(i32, i32)> {
        let mut kept = vec![tiles[0]];
        let mut at = 0;
        while at + 1 < tiles.len() {
            let next = (at + 1..tiles.len())
                .rev()
                .find(|&n| n == at + 1 || sight::clear(&self.map, tiles[at], tiles[n]));
            at = next.expect("the next tile is always one");
            kept.push(tiles[at]);
        }
        kept
    }
}

fn tile_at(sheet: &Sheet, place: DVec2) -> (i32, i32) {
    let point = point_of(place);
    (point.0 - sheet.origin.0, point.1 - sheet.origin.1)
}

fn point_of(place: DVec2) -> (i32, i32) {
    (libm::floor(place.x * POINTS + 0.5) as i32, libm::floor(place.y * POINTS + 0.5) as i32)
}

fn place_of(point: (i32, i32)) -> DVec2 {
    DVec2::new(f64::from(point.0), f64::from(point.1)) / POINTS
}

fn chunk_of(point: (i32, i32)) -> ChunkPos {
    ChunkPos { x: point.0.div_euclid(SIDE), y: point.1.div_euclid(SIDE) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use wold_chance::Seed;
    use wold_lore::land::{Chunk, EdgeKind, EdgeSide, Growth, GrowthKind};
    use wold_wire::ChunkChanges;

    fn way(land: &Land, walkable: &mut Walkable, from: DVec2, to: DVec2) -> Option<Vec<DVec2>> {
        let sheet = walkable.around(land, from, to, 10.0);
        sheet.way(&mut Jumper::new(), from, to, &mut Budget::unlimited()).complete()
    }

    #[test]
    fn a_felled_tree_and_a_built_wall_count_at_once() {
        let mut chunk = Chunk::meadow(ChunkPos::default());
        let at = [16 * 128, 16 * 128];
        chunk.growths.push(Growth { kind: GrowthKind::Oak, at, size: 128, turn: 0 });
        let mut land = Land::default();
        land.put(Arc::new(chunk), ChunkChanges::default());
        let mut walkable = Walkable::default();
        let (from, to) = (DVec2::new(12.0, 16.0), DVec2::new(20.0, 16.0));
        assert!(way(&land, &mut walkable, from, to).expect("around the oak").len() > 1);
        let mut changes = ChunkChanges { version: 1, ..Default::default() };
        changes.gone.insert(0);
        land.change(ChunkPos::default(), changes.clone());
        assert_eq!(way(&land, &mut walkable, from, to), Some(vec![to]), "straight on over the stump");
        changes.version = 2;
        for y in 0..32 {
            changes.built.insert((16, y, EdgeSide::West), EdgeKind::Wall);
        }
        land.change(ChunkPos::default(), changes);
        assert_eq!(way(&land, &mut walkable, from, to), None, "the wall reaches from end to end");
    }

    #[test]
    fn a_tree_in_the_corner_of_a_chunk_is_walked_around() {
        for corner in [[1.5, 1.5], [30.5, 1.5], [1.5, 30.5], [30.5, 30.5]] {
            let mut chunk = Chunk::meadow(ChunkPos::default());
            let at = corner.map(|metres: f64| (metres * 128.0) as u16);
            chunk.growths.push(Growth { kind: GrowthKind::Oak, at, size: 128, turn: 0 });
            let mut land = Land::default();
            land.put(Arc::new(chunk), ChunkChanges::default());
            let tree = DVec2::from(corner);
            let sheet = Walkable::default().around(&land, tree, tree, 8.0);
            assert!(
                sheet.tile_near(tree).is_none_or(|tile| sheet.place(tile).distance(tree) > 0.5),
                "{tree}"
            );
        }
    }

    #[test]
    fn every_room_of_a_town_is_reached_by_door_and_stairs() {
        let world = wold_genesis::Genesis::new(Seed(42));
        let start = world.start();
        let mut land = Land::default();
        for pos in ChunkPos::of(start).around(2) {
            land.put(Arc::new(world.chunk(pos)), ChunkChanges::default());
        }
        let mut walkable = Walkable::default();
        let houses: Vec<House> = ChunkPos::of(start)
            .around(1)
            .filter_map(|pos| land.plot(pos))
            .flat_map(|plot| plot.chunk.houses.iter().cloned())
            .collect();
        assert!(houses.len() > 3, "a town has houses");
        let mut climbed = 0;
        for house in &houses {
            for level in 0..house.floors.len() as u8 {
                let Some(flight) = flights(house, level) else { continue };
                let (foot, head) = (flight[0], flight[flight.len() - 1]);
                if level == 0 {
                    assert!(
                        way(&land, &mut walkable, start, foot).is_some(),
                        "no way to the stairs at {foot}"
                    );
                }
                let above = storey(&land, house, level + 1, &Measures::default());
                assert!(above.tile_near(head).is_some_and(|tile| above.place(tile).distance(head) < 0.6));
                climbed += 1;
            }
        }
        assert!(climbed > 0, "some houses have stairs");
    }
}
