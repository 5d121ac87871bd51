//! Houses, streets and open ground as areas and chokes.
//!
//! Contract: around a place every room of every storey of the houses that lie in the window whole is an area; their doors, windows and stairs are chokes. Open ground that one can walk on is cut
//! into streets (where a road is), yards (beside a house) and open land by [`wold_senses::places::tiles`], on one-metre tiles. A window of an upper storey joins its room to the ground below it: one hears
//! through it, and may watch it from there. Each node is on the ground or floor it is for.
//!
//! Not covered: walls people built on open ground; trunks and furniture, which divide nothing; houses that the window cuts, which are solid here.
//!
//! This is in the world and not in [`wold_land`], because that stays light for clients, and only the world and its tools ask for areas.

use std::collections::BTreeMap;
use wold_land::walkable::{Walkable, storey};
use wold_land::{Land, Measures};
use wold_lore::land::{EdgeKind, EdgeSide, FLOOR_METRES, House, LATTICE, VERTEX_METRES};
use wold_senses::places::tiles::{Survey, Tile, TileConfig, most_in, survey};
use wold_senses::places::{Area, AreaId, AreaKind, Block, Choke, ChokeKind, Fault, Places, PlacesError};
use wold_space::{ChunkPos, DVec2, DVec3};
use wold_ways::regions::{Rect, rectangles};

/// The widest window, in metres from its middle to its side.
pub const WIDEST: f64 = 64.0;
/// Open ground this near to a house is a yard, in metres.
const YARD: f64 = 3.0;
/// A road covers a vertex from this share (of 255) on.
const ROAD: u8 = 128;
/// Open ground reaches so far below its lowest and above its highest point: as high as windows are.
const BELOW: f64 = 2.0;
const ABOVE: f64 = 20.0;

/// The areas of a piece of land, and what is needed to check them.
pub struct Neighbourhood<'a> {
    land: &'a Land,
    low: DVec2,
    high: DVec2,
    houses: Vec<&'a House>,
    /// Areas and chokes.
    pub places: Places,
}

/// A choke's sides before runs of edges are joined: what, along which line, between whom.
type Line = (EdgeKind, bool, i32, AreaId, AreaId);

struct Builder<'a> {
    land: &'a Land,
    corner: (i32, i32),
    outside: Survey,
    areas: Vec<Area>,
    chokes: Vec<Choke>,
    /// The area of each room: house, storey, room.
    rooms: BTreeMap<(usize, u8, u8), AreaId>,
}

/// Makes areas and chokes of the land within `half` metres of a place, at most [`WIDEST`]. The land must be held a chunk farther than that.
pub fn around(land: &Land, centre: DVec2, half: f64) -> Result<Neighbourhood<'_>, PlacesError> {
    let half = half.clamp(4.0, WIDEST);
    let (low, high) = ((centre - half).floor(), (centre + half).floor());
    let size = ((high.x - low.x) as u32, (high.y - low.y) as u32);
    let all: Vec<&House> = land.plots().flat_map(|plot| &plot.chunk.houses).collect();
    let ends = |house: &House| {
        let size = DVec2::new(f64::from(house.width), f64::from(house.depth));
        (house.corner, house.corner + size)
    };
    let whole = |house: &&&House| {
        let (from, to) = ends(house);
        from.cmpge(low).all() && to.cmple(high).all()
    };
    let houses: Vec<&House> = all.iter().filter(whole).copied().collect();
    let near: Vec<(DVec2, DVec2)> = all.iter().map(|house| ends(house)).collect();
    let at = |x: i32, y: i32| low + DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
    let measures = Measures::default();
    let tile = |x: i32, y: i32| tile_at(land, &measures, &near, at(x, y));
    let heights = (0..size.1 as i32).flat_map(|y| (0..size.0 as i32).map(move |x| (x, y)));
    let (lowest, highest) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(lowest, highest), (x, y)| {
        let height = f64::from(land.height(at(x, y)));
        (lowest.min(height), highest.max(height))
    });
    let config = TileConfig {
        origin: low.extend(0.0),
        heights: (BELOW - lowest, highest + ABOVE),
        most_tiles: 1200,
        wide: 6,
        ..TileConfig::default()
    };
    let outside = survey(size.0, size.1, tile, &config).expect("a window has a size and a limit");
    let corner = (low.x as i32, low.y as i32);
    let mut builder =
        Builder { land, corner, outside, areas: Vec::new(), chokes: Vec::new(), rooms: BTreeMap::new() };
    builder.take_outside();
    for (number, house) in houses.iter().enumerate() {
        builder.add_rooms(number, house);
    }
    for (number, house) in houses.iter().enumerate() {
        builder.add_edges(number, house);
        builder.add_stairs(number, house);
    }
    let places = Places::new(builder.areas, builder.chokes)?;
    Ok(Neighbourhood { land, low, high, houses, places })
}

fn tile_at(land: &Land, measures: &Measures, houses: &[(DVec2, DVec2)], at: DVec2) -> Tile {
    let indoors = land.house_at(at, 0).is_some();
    let rise = |way: DVec2| land.height(at + way / 2.0) - land.height(at - way / 2.0);
    let (east, north) = (rise(DVec2::X), rise(DVec2::Y));
    let steep = east * east + north * north > measures.steep * measures.steep;
    if indoors || steep || land.depth(at) > measures.wade || land.plot(ChunkPos::of(at)).is_none() {
        return Tile::Wall;
    }
    let beside = houses.iter().any(|(from, to)| at.clamp(*from, *to).distance(at) <= YARD);
    Tile::Ground(match () {
        () if is_road(land, at) => AreaKind::Street,
        () if beside => AreaKind::Yard,
        () => AreaKind::Open,
    })
}

fn is_road(land: &Land, at: DVec2) -> bool {
    let pos = ChunkPos::of(at);
    let local = ((at - pos.origin()) / f64::from(VERTEX_METRES)).round();
    let index = local.y as usize * LATTICE + local.x as usize;
    land.plot(pos).is_some_and(|plot| plot.chunk.road.get(index).is_some_and(|road| *road >= ROAD))
}

impl Builder<'_> {
    /// Open ground, its points put on the ground.
    fn take_outside(&mut self) {
        let land = self.land;
        let put = |at: &mut DVec3| at.z = f64::from(land.height(at.truncate()));
        self.areas = std::mem::take(&mut self.outside.areas);
        self.chokes = std::mem::take(&mut self.outside.chokes);
        self.areas.iter_mut().for_each(|area| put(&mut area.centre));
        for choke in &mut self.chokes {
            put(&mut choke.at);
            choke.nodes.iter_mut().flatten().for_each(put);
        }
    }

    fn add_rooms(&mut self, number: usize, house: &House) {
        let window = Rect { x: 0, y: 0, width: u32::from(house.width), height: u32::from(house.depth) };
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
                let block = |rect: &Rect| Block {
                    low: corner(rect.x, rect.y, z - 0.3),
                    high: corner(
                        rect.x + rect.width,
                        rect.y + rect.height,
                        z + f64::from(FLOOR_METRES) - 0.4,
                    ),
                };
                let largest = rects.iter().max_by_key(|rect| rect.tiles()).copied().unwrap_or(window);
                let middle = DVec3::new(f64::from(largest.width), f64::from(largest.height), 0.0) / 2.0;
                let used = floor.uses.get(room as usize - 1).map_or("room", |used| used.label());
                let id = AreaId(self.areas.len() as u32);
                self.rooms.insert((number, level, room as u8), id);
                self.areas.push(Area {
                    name: format!("{used} {room} on storey {level} of house {number}"),
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
    fn stand(&self, number: usize, house: &House, level: u8, (x, y): (i32, i32)) -> Option<(AreaId, DVec3)> {
        let at = house.corner + DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        match house.room(level, x, y) {
            0 => {
                let (east, north) =
                    (at.x.floor() as i32 - self.corner.0, at.y.floor() as i32 - self.corner.1);
                Some((self.outside.area(east, north)?, at.extend(f64::from(self.land.height(at)))))
            }
            room => {
                let area = *self.rooms.get(&(number, level, room))?;
                Some((area, at.extend(f64::from(house.floor_height(level)))))
            }
        }
    }

    /// Doors and windows; those that stand side by side are one.
    fn add_edges(&mut self, number: usize, house: &House) {
        for (level, floor) in (0u8..).zip(&house.floors) {
            let mut lines: BTreeMap<Line, Vec<(i32, i32)>> = BTreeMap::new();
            for edge in floor.edges.iter().filter(|edge| edge.kind != EdgeKind::Wall) {
                let (x, y) = (i32::from(edge.x), i32::from(edge.y));
                let south = edge.side == EdgeSide::South;
                let other = if south { (x, y - 1) } else { (x - 1, y) };
                let sides =
                    (self.stand(number, house, level, other), self.stand(number, house, level, (x, y)));
                let (Some((a, _)), Some((b, _))) = sides else { continue };
                if a != b {
                    let across = if south { y } else { x };
                    lines.entry((edge.kind, south, across, a, b)).or_default().push((x, y));
                }
            }
            for ((kind, south, _, a, b), mut tiles) in lines {
                let along = |tile: &(i32, i32)| if south { tile.0 } else { tile.1 };
                tiles.sort_by_key(along);
                for run in tiles.chunk_by(|one, next| along(next) == along(one) + 1) {
                    self.add_opening(number, house, level, kind, south, run, [a, b]);
                }
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "an edge of a house is described by all of them")]
    fn add_opening(
        &mut self,
        number: usize,
        house: &House,
        level: u8,
        kind: EdgeKind,
        south: bool,
        run: &[(i32, i32)],
        sides: [AreaId; 2],
    ) {
        let (x, y) = run[run.len() / 2];
        let (dx, dy) = if south { (0, 1) } else { (1, 0) };
        // The tile next to it and one two tiles farther back, on each side.
        let nodes = [-1, 1].map(|way: i32| {
            let first = if way < 0 { (x - dx, y - dy) } else { (x, y) };
            let back = (first.0 + way * 2 * dx, first.1 + way * 2 * dy);
            let side = sides[usize::from(way > 0)];
            let stands = [first, back].into_iter().filter_map(|tile| self.stand(number, house, level, tile));
            stands.filter(|(area, _)| *area == side).map(|(_, at)| at).collect::<Vec<_>>()
        });
        let (first, last) = (run[0], run[run.len() - 1]);
        let half = if south { DVec2::new(0.5, 0.0) } else { DVec2::new(0.0, 0.5) };
        let middle = DVec2::new(f64::from(first.0 + last.0), f64::from(first.1 + last.1)) / 2.0 + half;
        // A door of an upper storey leads nobody out, unless there is something to step on.
        let outside = house.room(level, x, y) == 0 || house.room(level, x - dx, y - dy) == 0;
        let walkable = kind == EdgeKind::Door && !(outside && level > 0);
        let kind = if kind == EdgeKind::Door { ChokeKind::Door } else { ChokeKind::Window };
        let name = |side: AreaId| &self.areas[side.0 as usize].name;
        self.chokes.push(Choke {
            name: format!("{} between {} and {}", kind.label(), name(sides[0]), name(sides[1])),
            kind,
            at: (house.corner + middle).extend(f64::from(house.floor_height(level))),
            width: run.len() as f64,
            walkable,
            sides,
            nodes,
        });
    }

    fn add_stairs(&mut self, number: usize, house: &House) {
        for (level, floor) in (0u8..).zip(&house.floors) {
            let Some(stairs) = floor.stairs else { continue };
            let (dx, dy) = stairs.direction();
            let tiles: Vec<(i32, i32)> = stairs.tiles().collect();
            let (Some(&foot), Some(&head)) = (tiles.first(), tiles.last()) else { continue };
            let ends =
                [(level, foot, (foot.0 - dx, foot.1 - dy)), (level + 1, head, (head.0 + dx, head.1 + dy))];
            let [Some(below), Some(above)] = ends.map(|(level, end, landing)| {
                let (area, at) = self.stand(number, house, level, end)?;
                let landing = self.stand(number, house, level, landing).filter(|(other, _)| *other == area);
                Some((area, landing.map_or(at, |(_, at)| at)))
            }) else {
                continue;
            };
            let name = |side: AreaId| &self.areas[side.0 as usize].name;
            self.chokes.push(Choke {
                name: format!("stairs between {} and {}", name(below.0), name(above.0)),
                kind: ChokeKind::Stairs,
                at: (below.1 + above.1) / 2.0,
                width: 1.0,
                walkable: true,
                sides: [below.0, above.0],
                nodes: [vec![below.1], vec![above.1]],
            });
        }
    }
}

impl Neighbourhood<'_> {
    /// Everything that looks wrong, walks that no choke explains included: of bodies on the ground, on ground floors and on the storeys above.
    #[must_use]
    pub fn check(&self) -> Vec<Fault> {
        let measures = Measures::default();
        let sheet = Walkable::new(measures).around(self.land, self.low, self.high, 0.0);
        let ground = |at: DVec2| at.extend(f64::from(self.land.standing_height(at, 0)));
        let mut steps = Vec::new();
        collect_steps(&sheet, ground, &mut steps);
        for house in &self.houses {
            for level in 1..house.floors.len() as u8 {
                let sheet = storey(self.land, house, level, &measures);
                let floor = f64::from(house.floor_height(level));
                collect_steps(&sheet, |at| at.extend(floor), &mut steps);
            }
        }
        let mut faults = self.places.check();
        faults.extend(self.places.check_steps(steps));
        faults
    }

    /// The south-western and north-eastern corner of the window.
    #[must_use]
    pub fn window(&self) -> (DVec2, DVec2) {
        (self.low, self.high)
    }

    /// How many houses lie in it whole.
    #[must_use]
    pub fn houses(&self) -> usize {
        self.houses.len()
    }
}

/// Every step between open points side by side.
fn collect_steps(
    sheet: &wold_land::walkable::Sheet,
    put: impl Fn(DVec2) -> DVec3,
    into: &mut Vec<(DVec3, DVec3)>,
) {
    let map = sheet.map();
    for (x, y) in (0..map.height() as i32).flat_map(|y| (0..map.width() as i32).map(move |x| (x, y))) {
        for to in [(x + 1, y), (x, y + 1)] {
            if map.is_open(x, y) && map.is_open(to.0, to.1) {
                into.push((put(sheet.place((x, y))), put(sheet.place(to))));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use wold_chance::Seed;
    use wold_genesis::Genesis;
    use wold_senses::hearing::{Air, Sounds};

    fn town(seed: u64, half: f64) -> (Land, DVec2) {
        let world = Genesis::new(Seed(seed));
        let centre = world.start();
        let mut land = Land::default();
        let (first, last) = (ChunkPos::of(centre - half - 32.0), ChunkPos::of(centre + half + 32.0));
        for pos in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ChunkPos { x, y })) {
            land.put(std::sync::Arc::new(world.chunk(pos)), wold_wire::ChunkChanges::default());
        }
        (land, centre)
    }

    #[test]
    fn a_town_has_rooms_doors_windows_and_streets_and_no_fault() {
        for seed in [1, 42] {
            let (land, centre) = town(seed, 48.0);
            let found = around(&land, centre, 48.0).expect("fits");
            let kinds: BTreeSet<AreaKind> = found.places.areas().iter().map(|area| area.kind).collect();
            assert!(kinds.contains(&AreaKind::Room) && kinds.len() >= 3, "{kinds:?}");
            let chokes: BTreeSet<ChokeKind> = found.places.chokes().iter().map(|choke| choke.kind).collect();
            assert_eq!(chokes.len(), 4, "doors, windows, gaps and stairs: {chokes:?}");
            let faults: Vec<String> = found.check().iter().map(ToString::to_string).collect();
            assert!(faults.is_empty(), "seed {seed}: {faults:#?}");
            let start =
                found.places.area_near(centre.extend(f64::from(land.height(centre))), 2.0).expect("outside");
            let lost: Vec<&str> = found
                .places
                .unreachable(start)
                .iter()
                .filter_map(|id| found.places.area(*id))
                .filter(|area| area.kind == AreaKind::Room)
                .map(|area| area.name.as_str())
                .collect();
            assert!(lost.is_empty(), "seed {seed}: nobody gets to {lost:?}");
        }
    }

    #[test]
    fn a_sound_gets_from_an_upper_room_into_the_street() {
        let (land, centre) = town(42, 32.0);
        let found = around(&land, centre, 32.0).expect("fits");
        let upper =
            found.places.areas().iter().find(|area| area.name.contains("storey 1")).expect("a storey");
        let sounds = Sounds::default();
        let shut = BTreeSet::new();
        let air = Air { places: &found.places, shut: &shut, walls: None, muffling: sounds.rows().muffling };
        let street = centre.extend(f64::from(land.height(centre)));
        let path = air.path(upper.centre, street).expect("heard");
        assert!(path.metres >= upper.centre.distance(street) && !path.chokes.is_empty());
    }
}
