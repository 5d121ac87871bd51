//! Caves: which rooms lead to which, and what lurks in them.

use wold_chance::Stream;

/// How the rooms are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// 20 rooms with three doors each, in the usual numbering.
    #[default]
    Dodecahedron,
    /// A square of rooms with walls around.
    Grid(usize),
    /// A square whose edges join.
    Torus(usize),
    /// A band, twice as long as wide, joined with a twist.
    Moebius(usize),
}

/// The doors of the dodecahedron, rooms counted from 1 as on the classic map.
const DODECAHEDRON: [[usize; 3]; 20] = [
    [2, 5, 8],
    [1, 3, 10],
    [2, 4, 12],
    [3, 5, 14],
    [1, 4, 6],
    [5, 7, 15],
    [6, 8, 17],
    [1, 7, 9],
    [8, 10, 18],
    [2, 9, 11],
    [10, 12, 19],
    [3, 11, 13],
    [12, 14, 20],
    [4, 13, 15],
    [6, 14, 16],
    [15, 17, 20],
    [7, 16, 18],
    [9, 17, 19],
    [11, 18, 20],
    [13, 16, 19],
];

impl Shape {
    /// The doors of each room, in rising order.
    #[must_use]
    pub fn doors(self) -> Vec<Vec<usize>> {
        let square = |width: usize, height: usize, step: &dyn Fn(usize, usize, i64, i64) -> Option<usize>| {
            (0..width * height)
                .map(|room| {
                    let (x, y) = (room % width, room / width);
                    let mut doors: Vec<usize> = [(0, -1), (-1, 0), (1, 0), (0, 1)]
                        .iter()
                        .filter_map(|&(dx, dy)| step(x, y, dx, dy))
                        .collect();
                    doors.sort_unstable();
                    doors.dedup();
                    doors
                })
                .collect()
        };
        match self {
            Self::Dodecahedron => {
                DODECAHEDRON.iter().map(|doors| doors.iter().map(|d| d - 1).collect()).collect()
            }
            Self::Grid(size) => square(size, size, &|x, y, dx, dy| {
                let (x, y) = (x.checked_add_signed(dx as isize)?, y.checked_add_signed(dy as isize)?);
                (x < size && y < size).then_some(y * size + x)
            }),
            Self::Torus(size) => square(size, size, &|x, y, dx, dy| {
                let n = size as i64;
                let (x, y) = ((x as i64 + dx).rem_euclid(n), (y as i64 + dy).rem_euclid(n));
                Some((y * n + x) as usize)
            }),
            Self::Moebius(size) => {
                let (width, height) = (2 * size, size);
                square(width, height, &|x, y, dx, dy| {
                    let (w, h) = (width as i64, height as i64);
                    let (x, y) = (x as i64 + dx, y as i64 + dy);
                    // Past the seam left is right and up is down.
                    let (x, y) = if (0..w).contains(&x) { (x, y) } else { (x.rem_euclid(w), h - 1 - y) };
                    (0..h).contains(&y).then_some((y * w + x) as usize)
                })
            }
        }
    }
}

/// What is where, at the start of a hunt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cave {
    /// The doors of each room.
    pub doors: Vec<Vec<usize>>,
    /// Where the hunter stands.
    pub hunter: usize,
    /// Where the wumpus sleeps.
    pub wumpus: usize,
    /// Bottomless pits.
    pub pits: Vec<usize>,
    /// Rooms with bats that carry one away.
    pub bats: Vec<usize>,
}

/// What the hunter perceives: something next door, not behind which door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Senses {
    /// The wumpus.
    pub smell: bool,
    /// A pit.
    pub draft: bool,
    /// Bats.
    pub noise: bool,
}

impl Cave {
    /// A cave with everything in rooms of its own.
    #[must_use]
    pub fn random(doors: Vec<Vec<usize>>, pits: usize, bats: usize, stream: &mut Stream) -> Self {
        let mut rooms: Vec<usize> = (0..doors.len()).collect();
        stream.shuffle(&mut rooms);
        let mut next = rooms.into_iter();
        let (hunter, wumpus) = (next.next().unwrap_or(0), next.next().unwrap_or(0));
        let pits = next.by_ref().take(pits).collect();
        Self { doors, hunter, wumpus, pits, bats: next.take(bats).collect() }
    }

    /// What is perceived in a room.
    #[must_use]
    pub fn senses(&self, room: usize) -> Senses {
        let next_door = |rooms: &[usize]| self.doors[room].iter().any(|door| rooms.contains(door));
        Senses {
            smell: next_door(&[self.wumpus]),
            draft: next_door(&self.pits),
            noise: next_door(&self.bats),
        }
    }

    /// The wumpus and the bats each move next door, or stay.
    pub fn stir(&mut self, stream: &mut Stream) {
        let doors = &self.doors;
        let mut step = |room: usize| {
            let choice = stream.below(doors[room].len() as u64 + 1) as usize;
            doors[room].get(choice).copied().unwrap_or(room)
        };
        self.wumpus = step(self.wumpus);
        self.bats.iter_mut().for_each(|bats| *bats = step(*bats));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_door_leads_both_ways() {
        for shape in [Shape::Dodecahedron, Shape::Grid(5), Shape::Torus(5), Shape::Moebius(4)] {
            let doors = shape.doors();
            for (room, leads) in doors.iter().enumerate() {
                assert!(!leads.contains(&room) && leads.is_sorted());
                assert!(leads.iter().all(|&next| doors[next].contains(&room)), "{shape:?} {room}");
            }
        }
        assert!(Shape::Dodecahedron.doors().iter().all(|doors| doors.len() == 3));
        assert!(Shape::Torus(5).doors().iter().all(|doors| doors.len() == 4));
        let seam = &Shape::Moebius(3).doors()[0];
        assert!(seam.contains(&(2 * 6 + 5)), "the top left joins the bottom right: {seam:?}");
    }
}
