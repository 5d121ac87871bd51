//! Areas and chokes from a map of tiles.
//!
//! Contract: the map is cut into [`Regions`], the same that long ways are planned by; regions that meet along a wide border are then united, as far as an area may grow, so every region
//! lies in exactly one area. Tiles of doors belong to the areas on both sides. Chokes come from doors (those that touch are one), from windows between two areas,
//! and from every border left between two areas: a gap, cut into pieces of a few metres, so that a sound across a long border is not led around by its middle. Nodes are
//! the tile next to the choke and, if there is one, another farther back that sees it. Something thin may stand on the line between two tiles ([`Between`]): nobody walks through it, areas are united only
//! across borders that are more open than walled, and doors and windows in it are chokes.

use super::{Area, AreaId, AreaKind, Block, Choke, ChokeKind, Places, PlacesError};
use std::collections::{BTreeMap, BTreeSet};
use wold_space::DVec3;
use wold_ways::regions::{PartitionConfig, Rect, Region, RegionId, Regions};
use wold_ways::tiles::{MapError, TileMap, sight};

/// What a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Ground of a kind.
    Ground(AreaKind),
    /// Ground that can be shut.
    Door,
    /// Stops feet, not eyes or ears.
    Window,
    /// Stops everything.
    Wall,
}

/// What stands on the line between two tiles side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Between {
    /// Stops everything.
    Wall,
    /// Stops feet, not eyes or ears.
    Window,
    /// Stops nothing while it is open.
    Door,
}

/// How areas are made of tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileConfig {
    /// Metres along the side of a tile. Default 1.
    pub side: f64,
    /// The south-western corner of the map. Default the origin.
    pub origin: DVec3,
    /// How far areas reach below and above the origin's height. Default 0.5 and 3.
    pub heights: (f64, f64),
    /// Regions that share at least so many tiles of border are one area. Default 5.
    pub wide: u32,
    /// The most tiles of an area. Default 600.
    pub most_tiles: u32,
    /// The longest piece of border that is one gap, in tiles. Default 3.
    pub gap: u32,
    /// How regions are cut.
    pub partition: PartitionConfig,
}

impl Default for TileConfig {
    fn default() -> Self {
        let partition = PartitionConfig { sliver_tiles: 4, ..PartitionConfig::default() };
        let (side, origin, heights) = (1.0, DVec3::ZERO, (0.5, 3.0));
        Self { side, origin, heights, wide: 5, most_tiles: 600, gap: 3, partition }
    }
}

/// Areas and chokes of a map, before they are put together, so that others can be added.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The areas.
    pub areas: Vec<Area>,
    /// The chokes.
    pub chokes: Vec<Choke>,
    /// Which tiles can be walked, doors included.
    pub map: TileMap,
    /// The regions the areas are made of.
    pub regions: Regions,
    /// The area of each region; none for walls and doors.
    pub areas_of: BTreeMap<RegionId, AreaId>,
}

impl Survey {
    /// The area of a tile; none for walls and doors.
    #[must_use]
    pub fn area(&self, x: i32, y: i32) -> Option<AreaId> {
        let region = self.regions.at(self.map.cell(x, y)?)?;
        self.areas_of.get(&region).copied()
    }

    /// Puts the areas and chokes together.
    pub(crate) fn into_places(self) -> Result<Places, PlacesError> {
        Places::new(self.areas, self.chokes)
    }
}

const DOOR: u8 = 5;

/// A tile, by its column and row.
pub type Square = (i32, i32);
/// A step from one tile to the one beside it.
type Step = (Square, Square);

fn code(tile: Tile) -> u8 {
    match tile {
        Tile::Ground(AreaKind::Room) => 0,
        Tile::Ground(AreaKind::Yard) => 1,
        Tile::Ground(AreaKind::Street) => 2,
        Tile::Ground(AreaKind::Open) => 3,
        Tile::Ground(AreaKind::Roof) => 4,
        Tile::Door => DOOR,
        Tile::Window | Tile::Wall => 6,
    }
}

fn kind_of(code: u8) -> AreaKind {
    [AreaKind::Room, AreaKind::Yard, AreaKind::Street, AreaKind::Open, AreaKind::Roof]
        [usize::from(code.min(4))]
}

/// Cuts a map into areas and finds what joins them.
pub fn survey(
    width: u32,
    height: u32,
    tile: impl Fn(i32, i32) -> Tile,
    config: &TileConfig,
) -> Result<Survey, MapError> {
    survey_walled(width, height, tile, |_, _| None, config)
}

/// The same where something thin may stand between two tiles side by side, asked for from the south or the west.
pub fn survey_walled(
    width: u32,
    height: u32,
    tile: impl Fn(i32, i32) -> Tile,
    between: impl Fn(Square, Square) -> Option<Between>,
    config: &TileConfig,
) -> Result<Survey, MapError> {
    let mut map = TileMap::all_blocked(width, height)?;
    for (x, y) in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y))) {
        map.set_open(x, y, matches!(tile(x, y), Tile::Ground(_) | Tile::Door));
    }
    let parts = |from: Square, to: Square| between(from, to).is_some();
    let regions = Regions::walled(&map, |x, y| code(tile(x, y)), parts, config.partition);
    let areas_of = united(&map, &regions, &parts, config);
    let mut survey = Survey { areas: Vec::new(), chokes: Vec::new(), map, regions, areas_of };
    survey.areas = survey.made(config);
    survey.add_doors(&tile, config);
    survey.add_windows(&tile, config);
    survey.add_gaps(&parts, config);
    survey.add_thin(&between, config);
    Ok(survey)
}

/// The area of each region: those that meet along a wide border are one.
fn united(
    map: &TileMap,
    regions: &Regions,
    parts: &impl Fn(Square, Square) -> bool,
    config: &TileConfig,
) -> BTreeMap<RegionId, AreaId> {
    let ground = |id: RegionId| regions.get(id).filter(|region| region.open && region.kind != DOOR);
    // How many tiles two regions share, east to west and south to north, and between how many something stands.
    let mut borders: BTreeMap<(RegionId, RegionId), ([u32; 2], u32)> = BTreeMap::new();
    for (from, to, upright) in steps(map) {
        let ends = (region_at(map, regions, from), region_at(map, regions, to));
        let (Some(a), Some(b)) = ends else { continue };
        if a != b {
            let (open, walled) = borders.entry((a.min(b), a.max(b))).or_default();
            match parts(from, to) {
                true => *walled += 1,
                false => open[usize::from(upright)] += 1,
            }
        }
    }
    let mut joins: Vec<(u32, RegionId, RegionId)> = Vec::new();
    for (&(a, b), (shared, walled)) in &borders {
        let (Some(of), Some(other)) = (ground(a), ground(b)) else { continue };
        let (of_bounds, other_bounds) = (bounds(of), bounds(other));
        let facing = [of_bounds.height.max(other_bounds.height), of_bounds.width.max(other_bounds.width)];
        let open =
            (0..2).any(|i| shared[i] >= config.wide || (shared[i] > 0 && shared[i] * 5 >= facing[i] * 3));
        if of.kind == other.kind && open && *walled <= shared[0].max(shared[1]) {
            joins.push((shared[0].max(shared[1]), a, b));
        }
    }
    joins.sort_by_key(|&(shared, a, b)| (std::cmp::Reverse(shared), a, b));
    let mut root: BTreeMap<RegionId, RegionId> =
        regions.iter().filter(|(id, _)| ground(*id).is_some()).map(|(id, _)| (id, id)).collect();
    let tiles = |region: &Region| region.rects.iter().map(Rect::tiles).sum::<u32>();
    let mut size: BTreeMap<RegionId, u32> =
        root.keys().map(|&id| (id, ground(id).map_or(0, tiles))).collect();
    for (_, a, b) in joins {
        let (a, b) = (root[&a], root[&b]);
        let sum = size[&a] + size[&b];
        if a != b && sum <= config.most_tiles {
            root.values_mut().filter(|r| **r == a.max(b)).for_each(|r| *r = a.min(b));
            size.insert(a.min(b), sum);
        }
    }
    let mut numbers: BTreeMap<RegionId, AreaId> = BTreeMap::new();
    for &r in root.values() {
        let next = AreaId(numbers.len() as u32);
        numbers.entry(r).or_insert(next);
    }
    root.iter().map(|(&id, r)| (id, numbers[r])).collect()
}

fn bounds(region: &Region) -> Rect {
    region.rects.iter().skip(1).fold(region.rects[0], |all, rect| all.around(rect))
}

/// Every pair of open tiles side by side; `true` for one above the other.
fn steps(map: &TileMap) -> impl Iterator<Item = (Square, Square, bool)> + '_ {
    let tiles = (0..map.height() as i32).flat_map(|y| (0..map.width() as i32).map(move |x| (x, y)));
    tiles.filter(|&(x, y)| map.is_open(x, y)).flat_map(move |(x, y)| {
        let beside = [((x + 1, y), false), ((x, y + 1), true)];
        let open = beside.into_iter().filter(|((x, y), _)| map.is_open(*x, *y));
        open.map(move |(to, upright)| ((x, y), to, upright))
    })
}

fn region_at(map: &TileMap, regions: &Regions, (x, y): (i32, i32)) -> Option<RegionId> {
    regions.at(map.cell(x, y)?)
}

fn middle(config: &TileConfig, (x, y): (i32, i32)) -> DVec3 {
    config.origin + DVec3::new(f64::from(x) + 0.5, f64::from(y) + 0.5, 0.0) * config.side
}

fn block(config: &TileConfig, rect: &Rect) -> Block {
    let corner = |x: u32, y: u32, z: f64| {
        config.origin + DVec3::new(f64::from(x) * config.side, f64::from(y) * config.side, z)
    };
    let (below, above) = config.heights;
    Block {
        low: corner(rect.x, rect.y, -below),
        high: corner(rect.x + rect.width, rect.y + rect.height, above),
    }
}

/// How many should search an area of so many square metres at once.
#[must_use]
pub fn most_in(size: f64) -> u32 {
    1 + (size / 25.0).clamp(0.0, 5.0) as u32
}

impl Survey {
    fn made(&self, config: &TileConfig) -> Vec<Area> {
        let count = self.areas_of.values().max().map_or(0, |id| id.slot() + 1);
        let mut regions: Vec<Vec<&Region>> = vec![Vec::new(); count];
        for (id, area) in &self.areas_of {
            regions[area.slot()].extend(self.regions.get(*id));
        }
        let area = |(i, parts): (usize, &Vec<&Region>)| {
            let rects: Vec<&Rect> = parts.iter().flat_map(|region| &region.rects).collect();
            let largest = rects.iter().max_by_key(|rect| (rect.tiles(), std::cmp::Reverse(**rect)));
            let kind = kind_of(parts.first().map_or(0, |region| region.kind));
            let size = f64::from(rects.iter().map(|r| r.tiles()).sum::<u32>()) * config.side * config.side;
            // The middle of the largest piece is always inside; the middle of all may be in a courtyard's well.
            let centre = largest.map_or(config.origin, |rect| {
                middle(config, ((rect.x + rect.width / 2) as i32, (rect.y + rect.height / 2) as i32))
            });
            let shape = rects.iter().map(|rect| block(config, rect)).collect();
            Area {
                name: format!("{} {}", kind.label(), i + 1),
                kind,
                size,
                most: most_in(size),
                centre,
                shape,
            }
        };
        regions.iter().enumerate().map(area).collect()
    }

    fn push(&mut self, kind: ChokeKind, at: DVec3, width: f64, sides: [AreaId; 2], nodes: [Vec<DVec3>; 2]) {
        let number = self.chokes.iter().filter(|choke| choke.kind == kind).count() + 1;
        let name = |side: AreaId| &self.areas[side.slot()].name;
        let name = format!("{} {number} ({} - {})", kind.label(), name(sides[0]), name(sides[1]));
        let walkable = kind != ChokeKind::Window;
        self.chokes.push(Choke { name, kind, at, width, walkable, sides, nodes });
    }

    /// Where to stand in an area to watch a choke: the tile nearest to it and the farthest within three that sees it.
    fn nodes(&self, config: &TileConfig, at: Square, first: Square, area: AreaId) -> Vec<DVec3> {
        let mut best: Option<(i32, Square)> = None;
        for to in (-3..=3).flat_map(|dy| (-3..=3).map(move |dx| (at.0 + dx, at.1 + dy))) {
            let far = (to.0 - at.0).pow(2) + (to.1 - at.1).pow(2);
            let sees = || sight::walk(to, at, |x, y| (x, y) == at || self.map.is_open(x, y));
            if far > 2
                && best.is_none_or(|(most, _)| far > most)
                && self.area(to.0, to.1) == Some(area)
                && sees()
            {
                best = Some((far, to));
            }
        }
        let back = best.map(|(_, to)| to).filter(|to| *to != first);
        std::iter::once(first).chain(back).map(|tile| middle(config, tile)).collect()
    }

    fn add_doors(&mut self, tile: &impl Fn(i32, i32) -> Tile, config: &TileConfig) {
        let (width, height) = (self.map.width() as i32, self.map.height() as i32);
        let is_door =
            |x: i32, y: i32| (0..width).contains(&x) && (0..height).contains(&y) && tile(x, y) == Tile::Door;
        let mut seen: BTreeSet<Square> = BTreeSet::new();
        for start in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            if !is_door(start.0, start.1) || !seen.insert(start) {
                continue;
            }
            let mut leaf = vec![start];
            let mut next = 0;
            while let Some(&(x, y)) = leaf.get(next) {
                next += 1;
                leaf.extend(around(x, y).into_iter().filter(|&(x, y)| is_door(x, y) && seen.insert((x, y))));
            }
            let mut beside: BTreeMap<AreaId, Step> = BTreeMap::new();
            for &door in &leaf {
                for to in around(door.0, door.1) {
                    if let Some(area) = self.area(to.0, to.1) {
                        beside.entry(area).or_insert((door, to));
                    }
                }
            }
            let sum: DVec3 = leaf.iter().map(|&door| middle(config, door)).sum();
            let at = sum / leaf.len() as f64;
            let sides: Vec<_> = beside.into_iter().collect();
            let shape = leaf.iter().map(|&(x, y)| Rect { x: x as u32, y: y as u32, width: 1, height: 1 });
            let shape: Vec<Block> = shape.map(|rect| block(config, &rect)).collect();
            for (area, _) in &sides {
                self.areas[area.slot()].shape.extend(&shape);
            }
            let far = leaf.len() as f64 * config.side;
            let mut join = |a: (AreaId, _), b: (AreaId, _)| {
                let ((a, (door, first)), (b, (other, second))) = (a, b);
                let nodes = [self.nodes(config, door, first, a), self.nodes(config, other, second, b)];
                self.push(ChokeKind::Door, at, far, [a, b], nodes);
            };
            match sides.as_slice() {
                [] => {}
                // It leads back to where it came from: kept, so that the check can name it.
                [only] => join(*only, *only),
                several => {
                    for (i, &a) in several.iter().enumerate() {
                        several[i + 1..].iter().for_each(|&b| join(a, b));
                    }
                }
            }
        }
    }

    fn add_windows(&mut self, tile: &impl Fn(i32, i32) -> Tile, config: &TileConfig) {
        let (width, height) = (self.map.width() as i32, self.map.height() as i32);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            if tile(x, y) != Tile::Window {
                continue;
            }
            for (a, b) in [((x - 1, y), (x + 1, y)), ((x, y - 1), (x, y + 1))] {
                let (Some(of), Some(other)) = (self.area(a.0, a.1), self.area(b.0, b.1)) else { continue };
                if of != other {
                    let nodes = [self.nodes(config, (x, y), a, of), self.nodes(config, (x, y), b, other)];
                    self.push(ChokeKind::Window, middle(config, (x, y)), config.side, [of, other], nodes);
                }
            }
        }
    }

    fn add_gaps(&mut self, parts: &impl Fn(Square, Square) -> bool, config: &TileConfig) {
        // Steps between areas, by the line they cross and along it.
        let mut lines: BTreeMap<(AreaId, AreaId, bool, i32), Vec<Step>> = BTreeMap::new();
        for (from, to, upright) in steps(&self.map).filter(|(from, to, _)| !parts(*from, *to)) {
            let (Some(a), Some(b)) = (self.area(from.0, from.1), self.area(to.0, to.1)) else { continue };
            if a != b {
                let across = if upright { from.1 } else { from.0 };
                lines.entry((a, b, upright, across)).or_default().push((from, to));
            }
        }
        for ((a, b, upright, _), mut steps) in lines {
            let along = |step: &Step| if upright { step.0.0 } else { step.0.1 };
            steps.sort_by_key(along);
            for run in steps.chunk_by(|one, next| along(next) == along(one) + 1) {
                for piece in run.chunks(config.gap.max(1) as usize) {
                    self.push_run(ChokeKind::Gap, [a, b], piece, config);
                }
            }
        }
    }
}

impl Survey {
    /// Doors and windows on the lines between tiles; those in one line that touch are one.
    fn add_thin(&mut self, between: &impl Fn(Square, Square) -> Option<Between>, config: &TileConfig) {
        let mut lines: BTreeMap<(ChokeKind, AreaId, AreaId, bool, i32), Vec<Step>> = BTreeMap::new();
        for (from, to, upright) in steps(&self.map) {
            let kind = match between(from, to) {
                Some(Between::Door) => ChokeKind::Door,
                Some(Between::Window) => ChokeKind::Window,
                Some(Between::Wall) | None => continue,
            };
            let (Some(a), Some(b)) = (self.area(from.0, from.1), self.area(to.0, to.1)) else { continue };
            if a != b {
                let across = if upright { from.1 } else { from.0 };
                lines.entry((kind, a, b, upright, across)).or_default().push((from, to));
            }
        }
        for ((kind, a, b, upright, _), mut steps) in lines {
            let along = |step: &Step| if upright { step.0.0 } else { step.0.1 };
            steps.sort_by_key(along);
            for run in steps.chunk_by(|one, next| along(next) == along(one) + 1) {
                self.push_run(kind, [a, b], run, config);
            }
        }
    }

    /// A choke along steps side by side.
    fn push_run(&mut self, kind: ChokeKind, [a, b]: [AreaId; 2], run: &[Step], config: &TileConfig) {
        let (from, to) = run[run.len() / 2];
        let ends = [run[0], run[run.len() - 1]];
        let points = ends.iter().flat_map(|&(from, to)| [middle(config, from), middle(config, to)]);
        let at = points.sum::<DVec3>() / 4.0;
        let nodes = [self.nodes(config, to, from, a), self.nodes(config, from, to, b)];
        self.push(kind, at, run.len() as f64 * config.side, [a, b], nodes);
    }
}

fn around(x: i32, y: i32) -> [(i32, i32); 4] {
    [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
}

/// The tile a drawing means: `#` wall, `+` door, `=` window, `.` room, `,` yard, `:` street, `;` open land, `^` roof.
#[must_use]
pub fn drawn(glyph: char) -> Option<Tile> {
    Some(match glyph {
        '#' => Tile::Wall,
        '+' => Tile::Door,
        '=' => Tile::Window,
        '.' => Tile::Ground(AreaKind::Room),
        ',' => Tile::Ground(AreaKind::Yard),
        ':' => Tile::Ground(AreaKind::Street),
        ';' => Tile::Ground(AreaKind::Open),
        '^' => Tile::Ground(AreaKind::Roof),
        _ => return None,
    })
}

/// Places from a drawing, the first row the southernmost; what [`drawn`] does not know is wall. For tests and examples.
///
/// # Panics
/// If the rows are empty or differ in length.
pub fn from_drawing(rows: &[&str], config: &TileConfig) -> Result<Places, PlacesError> {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    assert!(rows.iter().all(|row| row.len() == width), "rows of a drawing are equally long");
    let tile = |x: i32, y: i32| drawn(rows[y as usize][x as usize]).unwrap_or(Tile::Wall);
    let survey = survey(width as u32, rows.len() as u32, tile, config).expect("a drawing has a size");
    survey.into_places()
}
