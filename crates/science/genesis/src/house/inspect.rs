//! The building inspector: what must hold of every house.

use super::plan::{Tile, WAYS, beside, flood};
use super::stairs::{foot_landing, head_landing};
use wold_lore::land::{EdgeKind, House, Stairs};

/// What is wrong with a house.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Flaw {
    #[error("there is no door to the street")]
    NoStreetDoor,
    #[error("storey {level} has {found} tiles where its plan needs {wanted}")]
    WrongPlan { level: usize, found: usize, wanted: usize },
    #[error("tile {tile:?} of storey {level} hangs over empty space")]
    OverNothing { level: usize, tile: (i32, i32) },
    #[error("tile {tile:?} of storey {level} cannot be reached from the street door")]
    OutOfReach { level: usize, tile: (i32, i32) },
    #[error("the stairs of storey {level} do not meet the next one")]
    StairsMissTheirStorey { level: usize },
    #[error("the stairs of storey {level} are shorter than three tiles")]
    SteepStairs { level: usize },
    #[error("storey {level} has no stairs to it")]
    NoStairs { level: usize },
    #[error("furniture stands at {tile:?} of storey {level}, in a wall, a doorway or on stairs")]
    FurnitureInTheWay { level: usize, tile: (i32, i32) },
}

/// Checks a house: a street door; every tile one can stand on is reached on foot from it, over doors and stairs, around
/// furniture; nothing over empty space; stairs of three tiles or more with free foot and head that meet the next storey.
///
/// # Errors
/// The first flaw found, from the ground up.
pub fn inspect(house: &House) -> Result<(), Flaw> {
    let (entry, _) = super::street_door(house).ok_or(Flaw::NoStreetDoor)?;
    let wanted = usize::from(house.width) * usize::from(house.depth);
    let mut arrivals: Vec<Tile> = vec![entry];
    for (level, floor) in house.floors.iter().enumerate() {
        let storey = level as u8;
        let room = |t: Tile| house.room(storey, t.0, t.1);
        if floor.rooms.len() != wanted {
            return Err(Flaw::WrongPlan { level, found: floor.rooms.len(), wanted });
        }
        let tiles: Vec<Tile> = (0..i32::from(house.depth))
            .flat_map(|y| (0..i32::from(house.width)).map(move |x| (x, y)))
            .filter(|&t| room(t) != 0)
            .collect();
        if level > 0
            && let Some(&tile) = tiles.iter().find(|t| house.room(storey - 1, t.0, t.1) == 0)
        {
            return Err(Flaw::OverNothing { level, tile });
        }
        let below = level.checked_sub(1).and_then(|l| house.floors[l].stairs);
        let flights: Vec<Tile> = floor.stairs.iter().chain(&below).flat_map(Stairs::tiles).collect();
        let doors: Vec<(Tile, Tile)> =
            floor.edges.iter().filter(|e| e.kind == EdgeKind::Door).map(beside).collect();
        let furniture: Vec<Tile> = floor.furniture.iter().map(|f| (i32::from(f.x), i32::from(f.y))).collect();
        for &tile in &furniture {
            let in_doorway = doors.iter().any(|&(a, b)| a == tile || b == tile);
            if room(tile) == 0 || in_doorway || flights.contains(&tile) {
                return Err(Flaw::FurnitureInTheWay { level, tile });
            }
        }
        let stand = |t: Tile| room(t) != 0 && !flights.contains(&t) && !furniture.contains(&t);
        let Some(&start) = arrivals.first() else { return Err(Flaw::NoStairs { level }) };
        let passable =
            |a: Tile, b: Tile| room(a) == room(b) || doors.contains(&(a, b)) || doors.contains(&(b, a));
        let reached = walk(start, stand, passable);
        if let Some(&tile) = tiles.iter().find(|&&t| stand(t) && !reached.contains(&t)) {
            return Err(Flaw::OutOfReach { level, tile });
        }
        arrivals.clear();
        if let Some(flight) = &floor.stairs {
            if flight.length < 3 {
                return Err(Flaw::SteepStairs { level });
            }
            let foot = foot_landing(flight);
            let head = head_landing(flight);
            let strip: Vec<Tile> = flight.tiles().collect();
            let above = |t: Tile| house.room(storey + 1, t.0, t.1);
            let well = above(head);
            let meets = reached.contains(&foot)
                && strip.iter().all(|&t| room(t) == room(foot) && above(t) == well)
                && well != 0;
            if !meets {
                return Err(Flaw::StairsMissTheirStorey { level });
            }
            arrivals.push(head);
        }
    }
    Ok(())
}

/// All tiles reached on foot.
fn walk(start: Tile, stand: impl Fn(Tile) -> bool, passable: impl Fn(Tile, Tile) -> bool) -> Vec<Tile> {
    if !stand(start) {
        return Vec::new();
    }
    let mut reached = vec![start];
    let mut next = 0;
    while next < reached.len() {
        let here = reached[next];
        for (dx, dy) in WAYS {
            let there = (here.0 + dx, here.1 + dy);
            if stand(there) && passable(here, there) && !reached.contains(&there) {
                reached.push(there);
            }
        }
        next += 1;
    }
    debug_assert!(reached.len() <= flood(start, &stand).len(), "walls only ever take tiles away");
    reached
}
