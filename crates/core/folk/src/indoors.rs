//! Where one can be inside a house.

use super::guide::Spot;
use std::collections::BTreeSet;
use wold_lore::land::{FurnitureKind, House, Stairs};
use wold_space::DVec2;

type Tile = (i32, i32);

/// The middles of tiles one can stand on, on every storey: rooms without furniture or stairs.
#[must_use]
pub fn standable(house: &House) -> Vec<Spot> {
    let tiles = || (0..i32::from(house.depth)).flat_map(|y| (0..i32::from(house.width)).map(move |x| (x, y)));
    (0..house.floors.len() as u8)
        .flat_map(|level| {
            let filled = filled(house, level);
            tiles()
                .filter(move |&tile| house.room(level, tile.0, tile.1) != 0 && !filled.contains(&tile))
                .map(move |tile| Spot { place: middle(house, tile), level })
        })
        .collect()
}

fn filled(house: &House, level: u8) -> BTreeSet<Tile> {
    let floor = &house.floors[usize::from(level)];
    let below = level.checked_sub(1).and_then(|below| house.floors[usize::from(below)].stairs);
    let furniture = floor.furniture.iter().filter(|piece| piece.kind != FurnitureKind::Chair);
    let stairs = floor.stairs.iter().chain(&below).flat_map(Stairs::tiles);
    furniture.map(|piece| (i32::from(piece.x), i32::from(piece.y))).chain(stairs).collect()
}

fn middle(house: &House, tile: Tile) -> DVec2 {
    house.corner + DVec2::new(f64::from(tile.0) + 0.5, f64::from(tile.1) + 0.5)
}
