//! Pieces put together, with their houses.
//!
//! Contract: every room of every storey of the houses that lie in the pieces whole is an area; their doors, windows and stairs are chokes, and so is every stretch of ground along which two pieces meet, unless people built a wall there. A
//! window of an upper storey joins its room to the ground below it: one hears through it, and may watch it from there. Each node is on the ground or floor it is for. Houses that are not there whole are
//! solid. The order of pieces is that of their chunks, so the same pieces give the same numbers.

use super::piece::{Piece, SIDE, ends};
use crate::Land;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use wold_lore::land::{Door, EdgeKind, EdgeSide, FLOOR_METRES, House};
use wold_senses::places::tiles::{Between, most_in};
use wold_senses::places::{Area, AreaId, AreaKind, Block, Choke, ChokeId, ChokeKind, Places, PlacesError};
use wold_space::{ChunkPos, DVec2, DVec3};
use wold_ways::regions::{Rect, rectangles};

/// The longest stretch of ground along which two pieces meet that is one gap, in tiles.
const GAP: usize = 3;

/// Areas and chokes of some land.
#[derive(Clone, Debug)]
pub struct Joined {
    /// Areas and chokes.
    pub places: Places,
    /// Windows, which nobody opens, and doors of houses that can be shut.
    shutters: BTreeSet<ChokeId>,
    /// Those doors, by the chunk their house begins in.
    doors: BTreeMap<ChunkPos, BTreeMap<Door, ChokeId>>,
}

impl Joined {
    /// What stands shut on some land: windows, and doors of houses that nobody has opened.
    #[must_use]
    pub fn shut(&self, land: &Land) -> Cow<'_, BTreeSet<ChokeId>> {
        let mut shut = Cow::Borrowed(&self.shutters);
        for (chunk, doors) in &self.doors {
            let open = land.plot(*chunk).into_iter().flat_map(|plot| &plot.open);
            for id in open.filter_map(|door| doors.get(door)) {
                shut.to_mut().remove(id);
            }
        }
        shut
    }
}

/// A choke's sides before runs of edges are joined: what, along which line, between whom.
type Line = (EdgeKind, bool, i32, AreaId, AreaId);
/// A house by its chunk and its number there.
type HouseKey = (ChunkPos, usize);

/// A step over the border of two pieces.
struct Step {
    /// Tiles along the border.
    along: i32,
    kind: ChokeKind,
    sides: [AreaId; 2],
    stands: [DVec3; 2],
}

struct Joiner<'a> {
    pieces: BTreeMap<ChunkPos, (u32, &'a Piece)>,
    areas: Vec<Area>,
    chokes: Vec<Choke>,
    doors: BTreeMap<ChunkPos, BTreeMap<Door, ChokeId>>,
    /// The area of each room: house, storey, room.
    rooms: BTreeMap<(HouseKey, u8, u8), AreaId>,
}

/// The houses of some pieces that lie in them whole.
pub(super) fn whole_houses<'a>(pieces: &BTreeMap<ChunkPos, &'a Piece>) -> Vec<(HouseKey, &'a House)> {
    let all = pieces.values().flat_map(|piece| {
        piece.chunk.houses.iter().enumerate().map(|(number, house)| ((piece.pos(), number), house))
    });
    all.filter(|(_, house)| {
        let (from, to) = ends(house);
        let (first, last) = (ChunkPos::of(from), ChunkPos::of(to - 0.5));
        (first.y..=last.y)
            .flat_map(|y| (first.x..=last.x).map(move |x| ChunkPos { x, y }))
            .all(|pos| pieces.contains_key(&pos))
    })
    .collect()
}

/// Puts pieces together.
pub fn join<'a>(pieces: impl IntoIterator<Item = &'a Piece>) -> Result<Joined, PlacesError> {
    let pieces: BTreeMap<ChunkPos, &Piece> = pieces.into_iter().map(|piece| (piece.pos(), piece)).collect();
    let houses = whole_houses(&pieces);
    let mut joiner = Joiner {
        pieces: BTreeMap::new(),
        areas: Vec::new(),
        chokes: Vec::new(),
        doors: BTreeMap::new(),
        rooms: BTreeMap::new(),
    };
    for (pos, piece) in pieces {
        joiner.add_ground(pos, piece);
    }
    joiner.add_seams();
    for (key, house) in &houses {
        joiner.add_rooms(*key, house);
    }
    for (key, house) in &houses {
        joiner.add_edges(*key, house);
        joiner.add_stairs(*key, house);
    }
    let chokes = (0u32..).map(ChokeId).zip(&joiner.chokes);
    let windows = chokes.filter(|(_, choke)| choke.kind == ChokeKind::Window).map(|(id, _)| id);
    let shutters = windows.chain(joiner.doors.values().flat_map(BTreeMap::values).copied()).collect();
    Ok(Joined { places: Places::new(joiner.areas, joiner.chokes)?, shutters, doors: joiner.doors })
}

impl<'a> Joiner<'a> {
    fn add_ground(&mut self, pos: ChunkPos, piece: &'a Piece) {
        let before = self.areas.len() as u32;
        self.pieces.insert(pos, (before, piece));
        self.areas.extend(piece.areas.iter().cloned());
        self.chokes.extend(piece.chokes.iter().cloned().map(|mut choke| {
            choke.sides = choke.sides.map(|side| AreaId(side.0 + before));
            choke
        }));
    }

    /// Where pieces meet.
    fn add_seams(&mut self) {
        let all: Vec<(ChunkPos, u32, &Piece)> =
            self.pieces.iter().map(|(pos, (before, piece))| (*pos, *before, *piece)).collect();
        for (pos, before, piece) in all {
            for (dx, dy) in [(1, 0), (0, 1)] {
                let next = ChunkPos { x: pos.x + dx, y: pos.y + dy };
                let Some(&(other_before, other)) = self.pieces.get(&next) else { continue };
                let step = |along: i32| match dx {
                    1 => ((SIDE - 1, along), (0, along)),
                    _ => ((along, SIDE - 1), (along, 0)),
                };
                let steps = (0..SIDE).filter_map(|along| {
                    let (from, to) = step(along);
                    let kind = match other.between(to, dx == 1) {
                        None => ChokeKind::Gap,
                        Some(Between::Door) => ChokeKind::Door,
                        Some(Between::Window) => ChokeKind::Window,
                        Some(Between::Wall) => return None,
                    };
                    let sides = [piece.area(from)?.0 + before, other.area(to)?.0 + other_before];
                    Some(Step {
                        along,
                        kind,
                        sides: sides.map(AreaId),
                        stands: [piece.stand(from), other.stand(to)],
                    })
                });
                let steps: Vec<Step> = steps.collect();
                let goes_on = |one: &Step, next: &Step| {
                    next.along == one.along + 1 && next.sides == one.sides && next.kind == one.kind
                };
                for run in steps.chunk_by(goes_on).flat_map(|run| run.chunks(GAP)) {
                    self.add_seam(run);
                }
            }
        }
    }

    fn add_seam(&mut self, run: &[Step]) {
        let Step { kind, sides, stands: [from, to], .. } = run[run.len() / 2];
        let ends = [run[0].stands, run[run.len() - 1].stands];
        let at = ends.iter().flatten().sum::<DVec3>() / 4.0;
        self.push(kind, at, run.len() as f64, kind != ChokeKind::Window, sides, [vec![from], vec![to]]);
    }

    fn push(
        &mut self,
        kind: ChokeKind,
        at: DVec3,
        width: f64,
        walkable: bool,
        sides: [AreaId; 2],
        nodes: [Vec<DVec3>; 2],
    ) {
        let name = |side: AreaId| &self.areas[side.0 as usize].name;
        let name = format!("{} between {} and {}", kind.label(), name(sides[0]), name(sides[1]));
        self.chokes.push(Choke { name, kind, at, width, walkable, sides, nodes });
    }

    fn add_rooms(&mut self, key: HouseKey, house: &House) {
        let window = Rect { x: 0, y: 0, width: u32::from(house.width), height: u32::from(house.depth) };
        let (east, north) = (house.corner.x as i64, house.corner.y as i64);
        for (level, floor) in (0u8..).zip(&house.floors) {
            let z = f64::from(house.floor_height(level));
            let room = |x: u32, y: u32| u32::from(house.room(level, x as i32, y as i32));
            let mut pieces: BTreeMap<u32, Vec<Rect>> = BTreeMap::new();
            for rect in rectangles(window, 64, room) {
                pieces.entry(room(rect.x, rect.y)).or_default().push(rect);
            }
            for (room, rects) in pieces.into_iter().filter(|(room, _)| *room > 0) {
                let size = f64::from(rects.iter().map(Rect::tiles).sum::<u32>());
                let corner = |x: u32, y: u32, z: f64| {
                    house.corner.extend(z) + DVec3::new(f64::from(x), f64::from(y), 0.0)
                };
                let ceiling = z + f64::from(FLOOR_METRES) - 0.4;
                let block = |rect: &Rect| Block {
                    low: corner(rect.x, rect.y, z - 0.3),
                    high: corner(rect.x + rect.width, rect.y + rect.height, ceiling),
                };
                let largest = rects.iter().max_by_key(|rect| rect.tiles()).copied().unwrap_or(window);
                let middle = DVec3::new(f64::from(largest.width), f64::from(largest.height), 0.0) / 2.0;
                let used = floor.uses.get(room as usize - 1).map_or("room", |used| used.label());
                self.rooms.insert((key, level, room as u8), AreaId(self.areas.len() as u32));
                self.areas.push(Area {
                    name: format!("{used} {room} on storey {level} of the house at {east}, {north}"),
                    kind: AreaKind::Room,
                    size,
                    most: most_in(size),
                    centre: corner(largest.x, largest.y, z) + middle,
                    shape: rects.iter().map(block).collect(),
                });
            }
        }
    }

    /// The area of a tile of a house's plan, and where one stands there: a room, or the ground outside.
    fn stand(&self, key: HouseKey, house: &House, level: u8, (x, y): (i32, i32)) -> Option<(AreaId, DVec3)> {
        let at = house.corner + DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        match house.room(level, x, y) {
            0 => {
                let pos = ChunkPos::of(at);
                let (before, piece) = *self.pieces.get(&pos)?;
                let local = (at - pos.origin()).floor();
                let tile = (local.x as i32, local.y as i32);
                Some((AreaId(piece.area(tile)?.0 + before), piece.stand(tile)))
            }
            room => {
                let area = *self.rooms.get(&(key, level, room))?;
                Some((area, at.extend(f64::from(house.floor_height(level)))))
            }
        }
    }

    /// Doors and windows; those that stand side by side are one.
    fn add_edges(&mut self, key: HouseKey, house: &House) {
        for (level, floor) in (0u8..).zip(&house.floors) {
            let mut lines: BTreeMap<Line, Vec<(i32, i32)>> = BTreeMap::new();
            for edge in floor.edges.iter().filter(|edge| edge.kind != EdgeKind::Wall) {
                let (x, y) = (i32::from(edge.x), i32::from(edge.y));
                let south = edge.side == EdgeSide::South;
                let other = if south { (x, y - 1) } else { (x - 1, y) };
                let sides = (self.stand(key, house, level, other), self.stand(key, house, level, (x, y)));
                let (Some((a, _)), Some((b, _))) = sides else { continue };
                if a != b {
                    let across = if south { y } else { x };
                    lines.entry((edge.kind, south, across, a, b)).or_default().push((x, y));
                }
            }
            for (line, mut tiles) in lines {
                let along = |tile: &(i32, i32)| if line.1 { tile.0 } else { tile.1 };
                tiles.sort_by_key(along);
                for run in tiles.chunk_by(|one, next| along(next) == along(one) + 1) {
                    self.add_opening((key, house), level, &line, run);
                }
            }
        }
    }

    fn add_opening(
        &mut self,
        (key, house): (HouseKey, &House),
        level: u8,
        &(kind, south, _, a, b): &Line,
        run: &[(i32, i32)],
    ) {
        let (x, y) = run[run.len() / 2];
        let (dx, dy) = if south { (0, 1) } else { (1, 0) };
        let sides = [a, b];
        // The tile next to it and one two tiles farther back, on each side.
        let nodes = [-1, 1].map(|way: i32| {
            let first = if way < 0 { (x - dx, y - dy) } else { (x, y) };
            let back = (first.0 + way * 2 * dx, first.1 + way * 2 * dy);
            let side = sides[usize::from(way > 0)];
            let stands = [first, back].into_iter().filter_map(|tile| self.stand(key, house, level, tile));
            stands.filter(|(area, _)| *area == side).map(|(_, at)| at).collect::<Vec<_>>()
        });
        let (first, last) = (run[0], run[run.len() - 1]);
        let half = if south { DVec2::new(0.5, 0.0) } else { DVec2::new(0.0, 0.5) };
        let middle = DVec2::new(f64::from(first.0 + last.0), f64::from(first.1 + last.1)) / 2.0 + half;
        // A door of an upper storey leads nobody out, unless there is something to step on.
        let outside = house.room(level, x, y) == 0 || house.room(level, x - dx, y - dy) == 0;
        let walkable = kind == EdgeKind::Door && !(outside && level > 0);
        let kind = if kind == EdgeKind::Door { ChokeKind::Door } else { ChokeKind::Window };
        let side = if south { EdgeSide::South } else { EdgeSide::West };
        let door = Door { house: key.1 as u8, level, x: first.0 as u8, y: first.1 as u8, side };
        if house.doors(door.house).any(|other| other == door) {
            self.doors.entry(key.0).or_default().insert(door, ChokeId(self.chokes.len() as u32));
        }
        let at = (house.corner + middle).extend(f64::from(house.floor_height(level)));
        self.push(kind, at, run.len() as f64, walkable, sides, nodes);
    }

    fn add_stairs(&mut self, key: HouseKey, house: &House) {
        for (level, floor) in (0u8..).zip(&house.floors) {
            let Some(stairs) = floor.stairs else { continue };
            let (dx, dy) = stairs.direction();
            let tiles: Vec<(i32, i32)> = stairs.tiles().collect();
            let (Some(&foot), Some(&head)) = (tiles.first(), tiles.last()) else { continue };
            let ends =
                [(level, foot, (foot.0 - dx, foot.1 - dy)), (level + 1, head, (head.0 + dx, head.1 + dy))];
            let [Some(below), Some(above)] = ends.map(|(level, end, landing)| {
                let (area, at) = self.stand(key, house, level, end)?;
                let landing = self.stand(key, house, level, landing).filter(|(other, _)| *other == area);
                Some((area, landing.map_or(at, |(_, at)| at)))
            }) else {
                continue;
            };
            let at = (below.1 + above.1) / 2.0;
            self.push(ChokeKind::Stairs, at, 1.0, true, [below.0, above.0], [vec![below.1], vec![above.1]]);
        }
    }
}
