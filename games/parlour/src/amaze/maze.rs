//! The maze: a tree of corridors that a walk without plan digs, and some walls broken through, so that there is more than one way.
//!
//! The digger goes on from where it is in a direction by lot, and back where it cannot, until every cell is dug. Directions are 0 east, 1 south, 2 west, 3 north.

use crate::dice::Dice;
use std::collections::VecDeque;

/// Cells from west to east.
pub const WIDTH: i32 = 15;
/// Cells from north to south.
pub const HEIGHT: i32 = 11;
/// Walls broken through.
const BREACHES: usize = 18;

/// Where a direction leads.
#[must_use]
pub fn offset(direction: i32) -> (i32, i32) {
    match direction {
        0 => (1, 0),
        1 => (0, 1),
        2 => (-1, 0),
        _ => (0, -1),
    }
}

/// A maze.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maze {
    /// A bit per open direction of each cell.
    cells: Vec<u8>,
}

impl Maze {
    /// The maze of a seed.
    #[must_use]
    pub fn grown(seed: u32) -> Self {
        let mut maze = Self { cells: vec![0; (WIDTH * HEIGHT) as usize] };
        let mut dice = Dice(seed);
        let mut path = vec![[0, 0]];
        while let Some(&[x, y]) = path.last() {
            let fresh = |direction: &i32| {
                let (dx, dy) = offset(*direction);
                Self::index(x + dx, y + dy).is_some_and(|cell| maze.cells[cell] == 0)
            };
            let ways: Vec<i32> = (0..4).filter(fresh).collect();
            if ways.is_empty() {
                path.pop();
                continue;
            }
            let direction = ways[dice.roll(ways.len() as i32) as usize];
            let (dx, dy) = offset(direction);
            maze.breach(x, y, direction);
            path.push([x + dx, y + dy]);
        }
        for _ in 0..BREACHES {
            let place = dice.roll(WIDTH * HEIGHT);
            let direction = dice.roll(4);
            maze.breach(place % WIDTH, place / WIDTH, direction);
        }
        maze
    }

    fn index(x: i32, y: i32) -> Option<usize> {
        ((0..WIDTH).contains(&x) && (0..HEIGHT).contains(&y)).then_some((y * WIDTH + x) as usize)
    }

    /// Opens a wall from both sides, but not to the outside.
    fn breach(&mut self, x: i32, y: i32, direction: i32) {
        let (dx, dy) = offset(direction);
        if let (Some(here), Some(there)) = (Self::index(x, y), Self::index(x + dx, y + dy)) {
            self.cells[here] |= 1 << direction;
            self.cells[there] |= 1 << ((direction + 2) % 4);
        }
    }

    /// Whether one can go from a cell in a direction.
    #[must_use]
    pub fn open(&self, x: i32, y: i32, direction: i32) -> bool {
        Self::index(x, y).is_some_and(|cell| self.cells[cell] >> direction & 1 == 1)
    }

    /// The command that leads to the nearest of some places, 0 if one is there.
    #[must_use]
    pub fn towards(&self, x: i32, y: i32, places: &[[i32; 2]]) -> u32 {
        let mut first = vec![-1; self.cells.len()];
        let mut waiting = VecDeque::from([[x, y]]);
        first[(y * WIDTH + x) as usize] = 0;
        while let Some([x, y]) = waiting.pop_front() {
            let came = first[(y * WIDTH + x) as usize];
            if places.contains(&[x, y]) {
                return came as u32;
            }
            for direction in (0..4).filter(|direction| self.open(x, y, *direction)) {
                let (dx, dy) = offset(direction);
                let next = ((y + dy) * WIDTH + x + dx) as usize;
                if first[next] < 0 {
                    first[next] = if came == 0 { direction + 1 } else { came };
                    waiting.push_back([x + dx, y + dy]);
                }
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_can_be_reached_and_no_way_leads_outside() {
        for seed in 0..50 {
            let maze = Maze::grown(seed);
            for (x, y) in (0..WIDTH).flat_map(|x| (0..HEIGHT).map(move |y| (x, y))) {
                assert!(x == 0 && y == 0 || maze.towards(0, 0, &[[x, y]]) > 0, "{x} {y} of {seed}");
                for direction in 0..4 {
                    let (dx, dy) = offset(direction);
                    let there = Maze::index(x + dx, y + dy);
                    assert!(!maze.open(x, y, direction) || there.is_some());
                }
            }
        }
    }
}
