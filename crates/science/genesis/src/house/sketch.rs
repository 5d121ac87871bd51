//! Plans of a house as text.

use super::letter;
use wold_lore::land::{EdgeKind, EdgeSide, FurnitureKind, House, Stairs};

/// All storeys as text, the ground floor first, north up: small letters are what rooms are for, capitals furniture, arrows
/// stairs up (and `:` the well they come from), `=` windows, gaps in walls doors.
#[must_use]
pub fn ascii(house: &House) -> String {
    let mut text = String::new();
    for level in 0..house.floors.len() {
        text.push_str(&format!("storey {level}\n"));
        text.push_str(&storey(house, level));
    }
    text
}

fn storey(house: &House, level: usize) -> String {
    let floor = &house.floors[level];
    let (wide, high) = (usize::from(house.width) * 2 + 1, usize::from(house.depth) * 2 + 1);
    let mut grid = vec![vec![' '; wide]; high];
    let tile = |x: i32, y: i32| (x as usize * 2 + 1, y as usize * 2 + 1);
    for y in 0..i32::from(house.depth) {
        for x in 0..i32::from(house.width) {
            let room = house.room(level as u8, x, y);
            if room > 0 {
                let (i, j) = tile(x, y);
                grid[j][i] = floor.uses.get(usize::from(room) - 1).map_or('?', |&u| letter(u));
            }
        }
    }
    for piece in &floor.furniture {
        let (i, j) = tile(i32::from(piece.x), i32::from(piece.y));
        grid[j][i] = piece_letter(piece.kind);
    }
    let below = level.checked_sub(1).and_then(|l| house.floors[l].stairs);
    for (x, y) in below.iter().flat_map(Stairs::tiles) {
        let (i, j) = tile(x, y);
        grid[j][i] = ':';
    }
    if let Some(stairs) = &floor.stairs {
        for (x, y) in stairs.tiles() {
            let (i, j) = tile(x, y);
            grid[j][i] = ['>', '^', '<', 'v'][usize::from(stairs.quarter & 3)];
        }
    }
    for edge in &floor.edges {
        let (x, y) = (usize::from(edge.x), usize::from(edge.y));
        let (i, j) = match edge.side {
            EdgeSide::South => (x * 2 + 1, y * 2),
            EdgeSide::West => (x * 2, y * 2 + 1),
        };
        let upright = edge.side == EdgeSide::West;
        grid[j][i] = match (edge.kind, upright) {
            (EdgeKind::Door, _) => ' ',
            (EdgeKind::Window, true) => '"',
            (EdgeKind::Window, false) => '=',
            (EdgeKind::Wall, true) => '|',
            (EdgeKind::Wall, false) => '-',
        };
        let ends = if upright { [(i, j - 1), (i, j + 1)] } else { [(i - 1, j), (i + 1, j)] };
        for (i, j) in ends {
            grid[j][i] = '+';
        }
    }
    grid.iter().rev().map(|row| row.iter().collect::<String>().trim_end().to_owned() + "\n").collect()
}

fn piece_letter(kind: FurnitureKind) -> char {
    match kind {
        FurnitureKind::Table => 'T',
        FurnitureKind::Chair => 'C',
        FurnitureKind::Bed => 'B',
        FurnitureKind::Hearth => 'H',
        FurnitureKind::Chest => 'X',
        FurnitureKind::Shelf => 'S',
        FurnitureKind::Anvil => 'A',
        FurnitureKind::Barrel => 'O',
        FurnitureKind::Counter => 'K',
    }
}

#[cfg(test)]
mod tests {
    use super::super::{HouseBrief, build};
    use super::*;
    use wold_chance::{Seed, Stream};

    #[test]
    fn a_plan_shows_every_storey_and_its_stairs() {
        let house = build(&HouseBrief::home(), &mut Stream::named(Seed(7), "house", &[]));
        let text = ascii(&house);
        assert_eq!(text.matches("storey").count(), house.floors.len());
        assert!(text.contains(':') && text.contains('h') && text.contains('='), "{text}");
        assert!(text.lines().all(|l| l.len() <= usize::from(house.width) * 2 + 1));
    }
}
