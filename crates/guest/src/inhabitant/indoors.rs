//! The way through a house: breadth-first over the tiles of its ground floor, through doors, around furniture and stairs.
//!
//! Finds the fewest tiles, not the fewest metres. Storeys above the ground are not entered.

use std::collections::{BTreeSet, VecDeque};
use wold_space::land::{EdgeKind, EdgeSide, FurnitureKind, House};
use wold_space::{DVec2, Vec2};
use wold_world::Land;

type Tile = (i32, i32);

/// Waypoints from one place to another, the destination last: straight lines in the open, through doors where a house must be left
/// or entered.
#[must_use]
pub fn route(land: &Land, from: DVec2, to: DVec2) -> Vec<DVec2> {
    let mut way = match (land.house_at(from, 0), land.house_at(to, 0)) {
        (None, None) => Vec::new(),
        (Some(a), Some(b)) if a.corner == b.corner => within(a, from, to).unwrap_or_default(),
        (leaving, entering) => {
            let mut way = leaving.and_then(|house| way_out(house, from)).unwrap_or_default();
            if let Some(mut inwards) = entering.and_then(|house| way_out(house, to)) {
                inwards.reverse();
                way.extend(inwards);
            }
            way
        }
    };
    way.push(to);
    way
}

/// Middles of the tiles from a room to the open.
fn way_out(house: &House, from: DVec2) -> Option<Vec<DVec2>> {
    search(house, tile_of(house, from), |tile| house.room(0, tile.0, tile.1) == 0)
}

fn within(house: &House, from: DVec2, to: DVec2) -> Option<Vec<DVec2>> {
    let goal = tile_of(house, to);
    search(house, tile_of(house, from), |tile| tile == goal)
}

fn tile_of(house: &House, place: DVec2) -> Tile {
    let local = place - house.corner;
    (local.x.floor() as i32, local.y.floor() as i32)
}

/// Tiles one can stand on: rooms without furniture or stairs.
#[must_use]
pub fn standable(house: &House) -> Vec<DVec2> {
    let filled = filled(house);
    let tiles = (0..i32::from(house.depth)).flat_map(|y| (0..i32::from(house.width)).map(move |x| (x, y)));
    tiles
        .filter(|&tile| house.room(0, tile.0, tile.1) != 0 && !filled.contains(&tile))
        .map(|tile| middle(house, tile))
        .collect()
}

fn filled(house: &House) -> BTreeSet<Tile> {
    let Some(floor) = house.floors.first() else { return BTreeSet::new() };
    let furniture = floor.furniture.iter().filter(|piece| piece.kind != FurnitureKind::Chair);
    let stairs = floor.stairs.iter().flat_map(wold_space::land::Stairs::tiles);
    furniture.map(|piece| (i32::from(piece.x), i32::from(piece.y))).chain(stairs).collect()
}

fn middle(house: &House, tile: Tile) -> DVec2 {
    house.corner + Vec2::new(tile.0 as f32 + 0.5, tile.1 as f32 + 0.5).as_dvec2()
}

fn search(house: &House, start: Tile, is_goal: impl Fn(Tile) -> bool) -> Option<Vec<DVec2>> {
    let floor = house.floors.first()?;
    let walls: BTreeSet<(i32, i32, EdgeSide)> = floor
        .edges
        .iter()
        .filter(|edge| edge.kind != EdgeKind::Door)
        .map(|edge| (i32::from(edge.x), i32::from(edge.y), edge.side))
        .collect();
    let filled = filled(house);
    // One tile of open ground around the house belongs to the plan.
    let (width, depth) = (i32::from(house.width) + 2, i32::from(house.depth) + 2);
    let index = |tile: Tile| {
        let (x, y) = (tile.0 + 1, tile.1 + 1);
        (x >= 0 && y >= 0 && x < width && y < depth).then(|| (y * width + x) as usize)
    };
    let mut came_from: Vec<Option<Tile>> = vec![None; (width * depth) as usize];
    came_from[index(start)?] = Some(start);
    let mut open = VecDeque::from([start]);
    while let Some(tile) = open.pop_front() {
        if is_goal(tile) {
            return Some(retrace(house, &came_from, index, start, tile));
        }
        let (x, y) = tile;
        let steps = [
            ((x + 1, y), (x + 1, y, EdgeSide::West)),
            ((x - 1, y), (x, y, EdgeSide::West)),
            ((x, y + 1), (x, y + 1, EdgeSide::South)),
            ((x, y - 1), (x, y, EdgeSide::South)),
        ];
        for (next, edge) in steps {
            let Some(slot) = index(next) else { continue };
            if came_from[slot].is_none() && !walls.contains(&edge) && !filled.contains(&next) {
                came_from[slot] = Some(tile);
                open.push_back(next);
            }
        }
    }
    None
}

/// The found way without the tiles that lie on a straight line.
fn retrace(
    house: &House,
    came_from: &[Option<Tile>],
    index: impl Fn(Tile) -> Option<usize>,
    start: Tile,
    goal: Tile,
) -> Vec<DVec2> {
    let mut tiles = vec![goal];
    let mut tile = goal;
    while tile != start {
        tile = index(tile).and_then(|slot| came_from[slot]).expect("every tile reached came from somewhere");
        tiles.push(tile);
    }
    tiles.reverse();
    let turns = |w: &[Tile]| (w[1].0 - w[0].0, w[1].1 - w[0].1) != (w[2].0 - w[1].0, w[2].1 - w[1].1);
    let mut kept = vec![tiles[0]];
    kept.extend(tiles.windows(3).filter(|w| turns(w)).map(|w| w[1]));
    if tiles.len() > 1 {
        kept.push(goal);
    }
    kept.into_iter().map(|tile| middle(house, tile)).collect()
}
