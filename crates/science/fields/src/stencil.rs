//! Which cells a cell looks at, and in which directions.
//!
//! Layers are stored row by row with a rim of one cell around them (see [`crate::engine`]), so that every neighbour of a cell on
//! every lattice is a fixed step away in memory. The steps depend on nothing but whether the column and the row are
//! odd; they are read off the grids of `wold-space`.

use wold_space::grid::{Adjacency, CellIndex, Grid, GridError, Hex, Rim, Square, Triangle};

/// How the plane is cut into cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lattice {
    /// Squares that look at eight neighbours and let things flow to four, as in the literature.
    #[default]
    Square,
    /// Squares with four neighbours for everything.
    Square4,
    /// Squares with eight neighbours for everything.
    Square8,
    /// Hexagons, odd rows half a cell further east.
    Hex,
    /// Triangles, pointing up where column and row are both even or both odd.
    Triangle,
}

/// A step to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// Columns.
    pub dx: i32,
    /// Rows.
    pub dy: i32,
    /// The direction, of length 1: east.
    pub east: f32,
    /// The direction, of length 1: north.
    pub north: f32,
    /// The direction as an angle.
    pub angle: f32,
    /// The number of the way back among those of the neighbour.
    pub back: usize,
}

/// The neighbours of the cells of a lattice, by parity of column and row.
#[derive(Clone, Debug, PartialEq)]
pub struct Stencil {
    near: [Vec<Way>; 4],
    flow: [Vec<Way>; 4],
}

impl Stencil {
    /// The stencil of a lattice.
    #[must_use]
    pub fn new(lattice: Lattice) -> Self {
        let square = |adjacency| ways(&sound(Square::new(8, 8, 1.0, adjacency, Rim::Bounded)));
        let (near, flow) = match lattice {
            Lattice::Square => (square(Adjacency::Eight), square(Adjacency::Four)),
            Lattice::Square4 => (square(Adjacency::Four), square(Adjacency::Four)),
            Lattice::Square8 => (square(Adjacency::Eight), square(Adjacency::Eight)),
            Lattice::Hex => {
                let six = ways(&sound(Hex::new(8, 8, 1.0, Rim::Bounded)));
                (six.clone(), six)
            }
            Lattice::Triangle => {
                let three = ways(&sound(Triangle::new(8, 8, 1.0, Rim::Bounded)));
                (three.clone(), three)
            }
        };
        Self { near, flow }
    }

    /// The neighbours a cell averages over and compares itself with.
    #[must_use]
    #[inline]
    pub fn near(&self, x: i64, y: i64) -> &[Way] {
        &self.near[class(x, y)]
    }

    /// The neighbours to which things can flow.
    #[must_use]
    #[inline]
    pub fn flow(&self, x: i64, y: i64) -> &[Way] {
        &self.flow[class(x, y)]
    }
}

fn class(x: i64, y: i64) -> usize {
    (x & 1) as usize | ((y & 1) as usize) << 1
}

fn sound<G>(grid: Result<G, GridError>) -> G {
    grid.expect("eight by eight tiles of side 1 make a grid")
}

/// The ways from four cells in the middle of a grid, one of each parity, each knowing the way back.
fn ways<G: Grid>(grid: &G) -> [Vec<Way>; 4] {
    let there = ways_there(grid);
    std::array::from_fn(|index| {
        let back = |way: &Way| {
            let (x, y) = ((index & 1) as i64 + i64::from(way.dx), (index >> 1) as i64 + i64::from(way.dy));
            let found = there[class(x, y)].iter().position(|w| (w.dx, w.dy) == (-way.dx, -way.dy));
            Way { back: found.expect("neighbours are each other's"), ..*way }
        };
        there[index].iter().map(back).collect()
    })
}

fn ways_there<G: Grid>(grid: &G) -> [Vec<Way>; 4] {
    std::array::from_fn(|class| {
        let (x, y) = (4 + (class & 1) as i64, 4 + (class >> 1) as i64);
        let cell = CellIndex((y * i64::from(grid.width()) + x) as u32);
        let from = grid.centre(cell);
        let way = |other: CellIndex| {
            let (ox, oy) = grid.place(other);
            let d = (grid.centre(other) - from).normalize();
            let angle = libm::atan2(d.y, d.x) as f32;
            Way {
                dx: (ox - x) as i32,
                dy: (oy - y) as i32,
                east: d.x as f32,
                north: d.y as f32,
                angle,
                back: 0,
            }
        };
        grid.neighbours(cell).map(way).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_leads_back() {
        for lattice in [Lattice::Square, Lattice::Square4, Lattice::Square8, Lattice::Hex, Lattice::Triangle]
        {
            let stencil = Stencil::new(lattice);
            for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                for way in stencil.flow(x, y) {
                    let there = stencil.flow(x + i64::from(way.dx), y + i64::from(way.dy));
                    let back = &there[way.back];
                    assert_eq!((back.dx, back.dy), (-way.dx, -way.dy));
                    assert!((back.east + way.east).abs() < 1e-6 && (back.north + way.north).abs() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn lattices_have_their_numbers_of_neighbours() {
        let count = |lattice| {
            let stencil = Stencil::new(lattice);
            (stencil.near(5, 5).len(), stencil.flow(5, 5).len())
        };
        assert_eq!(count(Lattice::Square), (8, 4));
        assert_eq!(count(Lattice::Square4), (4, 4));
        assert_eq!(count(Lattice::Square8), (8, 8));
        assert_eq!(count(Lattice::Hex), (6, 6));
        assert_eq!(count(Lattice::Triangle), (3, 3));
    }
}
