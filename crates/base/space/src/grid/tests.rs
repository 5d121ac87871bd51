//! One conformance suite for all three grids, and what is special to each.

use super::*;

/// `Grid` has an iterator in its interface, so the suite goes through an enum.
enum AnyGrid {
    Square(Square),
    Hex(Hex),
    Triangle(Triangle),
}

macro_rules! ask {
    ($grid:expr, $g:ident => $answer:expr) => {
        match $grid {
            AnyGrid::Square($g) => $answer,
            AnyGrid::Hex($g) => $answer,
            AnyGrid::Triangle($g) => $answer,
        }
    };
}

impl AnyGrid {
    fn cells(&self) -> Vec<CellIndex> {
        ask!(self, g => g.cells().collect())
    }
    fn neighbours(&self, cell: CellIndex) -> Vec<CellIndex> {
        ask!(self, g => g.neighbours(cell).collect())
    }
    fn centre(&self, cell: CellIndex) -> DVec2 {
        ask!(self, g => g.centre(cell))
    }
    fn tile_at(&self, point: DVec2) -> Option<CellIndex> {
        ask!(self, g => g.tile_at(point))
    }
    fn corners(&self, cell: CellIndex) -> Vec<DVec2> {
        ask!(self, g => g.corners(cell))
    }
    fn dual(&self) -> AnyGrid {
        match self {
            AnyGrid::Square(g) => AnyGrid::Square(g.dual()),
            AnyGrid::Hex(g) => AnyGrid::Triangle(g.dual().expect("fits")),
            AnyGrid::Triangle(g) => AnyGrid::Hex(g.dual().expect("fits")),
        }
    }
}

/// Runs a test on every kind of grid, bounded and wrapped.
fn for_all(test: impl Fn(&AnyGrid)) {
    for rim in [Rim::Bounded, Rim::Torus] {
        test(&AnyGrid::Square(Square::new(6, 4, 1.5, Adjacency::Eight, rim).expect("fits")));
        test(&AnyGrid::Square(Square::new(3, 5, 0.5, Adjacency::Four, rim).expect("fits")));
        test(&AnyGrid::Hex(Hex::new(5, 6, 2.0, rim).expect("fits").at(DVec2::new(3.0, -7.0))));
        test(&AnyGrid::Triangle(Triangle::new(8, 4, 1.0, rim).expect("fits").at(DVec2::new(-2.0, 1.0))));
    }
}

#[test]
fn the_tile_of_a_centre_is_the_tile() {
    for_all(|grid| {
        for cell in grid.cells() {
            assert_eq!(grid.tile_at(grid.centre(cell)), Some(cell));
        }
    });
}

#[test]
fn points_just_inside_every_corner_belong_to_the_tile() {
    for_all(|grid| {
        for cell in grid.cells() {
            for corner in grid.corners(cell) {
                assert_eq!(grid.tile_at(corner.lerp(grid.centre(cell), 0.01)), Some(cell));
            }
        }
    });
}

#[test]
fn corners_run_anticlockwise_and_tiles_are_equal() {
    for_all(|grid| {
        let area = |cell| {
            let c = grid.corners(cell);
            (0..c.len()).map(|i| c[i].perp_dot(c[(i + 1) % c.len()])).sum::<f64>() / 2.0
        };
        let first = area(CellIndex(0));
        assert!(first > 0.0);
        for cell in grid.cells() {
            assert!((area(cell) - first).abs() < 1e-9);
        }
    });
}

#[test]
fn neighbours_are_mutual_distinct_and_never_the_tile_itself() {
    for_all(|grid| {
        for cell in grid.cells() {
            let around = grid.neighbours(cell);
            let mut distinct = around.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), around.len());
            assert!(!around.contains(&cell));
            assert!(around.iter().all(|&n| grid.neighbours(n).contains(&cell)));
        }
    });
}

#[test]
fn on_a_torus_every_tile_has_as_many_neighbours() {
    let counts = [
        AnyGrid::Square(Square::new(3, 3, 1.0, Adjacency::Four, Rim::Torus).expect("fits")),
        AnyGrid::Square(Square::new(3, 3, 1.0, Adjacency::Eight, Rim::Torus).expect("fits")),
        AnyGrid::Hex(Hex::new(3, 4, 1.0, Rim::Torus).expect("fits")),
        AnyGrid::Triangle(Triangle::new(4, 2, 1.0, Rim::Torus).expect("fits")),
    ]
    .map(|grid| {
        let counts: Vec<usize> = grid.cells().iter().map(|&c| grid.neighbours(c).len()).collect();
        assert!(counts.iter().all(|&n| n == counts[0]));
        counts[0]
    });
    assert_eq!(counts, [4, 8, 6, 3]);
}

#[test]
fn every_corner_is_the_centre_of_a_tile_of_the_dual() {
    for_all(|grid| {
        let dual = grid.dual();
        for cell in grid.cells() {
            let mut stands_on = Vec::new();
            for corner in grid.corners(cell) {
                let tile = dual.tile_at(corner).expect("the dual covers every corner");
                let off = dual.centre(tile) - corner;
                // Wrapped corners are a whole grid away from their centre.
                if matches!(grid, AnyGrid::Square(g) if g.rim() == Rim::Bounded) {
                    assert!(off.length() < 1e-9);
                }
                stands_on.push(tile);
            }
            stands_on.sort_unstable();
            stands_on.dedup();
            assert_eq!(stands_on.len(), grid.corners(cell).len(), "each corner is a tile of its own");
        }
    });
}

#[test]
fn bounded_duals_lie_exactly_on_the_corners() {
    let hex = Hex::new(5, 6, 2.0, Rim::Bounded).expect("fits");
    let triangles = hex.dual().expect("fits");
    let back = Triangle::new(7, 3, 1.0, Rim::Bounded).expect("fits");
    let hexes = back.dual().expect("fits");
    for cell in hex.cells() {
        for corner in hex.corners(cell) {
            let tile = triangles.tile_at(corner).expect("covered");
            assert!((triangles.centre(tile) - corner).length() < 1e-9);
        }
    }
    for cell in back.cells() {
        for corner in back.corners(cell) {
            let tile = hexes.tile_at(corner).expect("covered");
            assert!((hexes.centre(tile) - corner).length() < 1e-9);
        }
    }
}

#[test]
fn the_dual_of_the_dual_of_a_torus_has_as_many_tiles() {
    let hex = Hex::new(5, 6, 2.0, Rim::Torus).expect("fits");
    assert_eq!(hex.dual().and_then(|t| t.dual()).expect("fits").len(), hex.len());
}

#[test]
fn points_outside_or_not_numbers_have_no_tile() {
    for_all(|grid| {
        assert_eq!(grid.tile_at(DVec2::new(f64::NAN, 0.0)), None);
        assert_eq!(grid.tile_at(DVec2::new(0.0, f64::INFINITY)), None);
    });
    let square = Square::new(2, 2, 1.0, Adjacency::Four, Rim::Bounded).expect("fits");
    assert_eq!(square.tile_at(DVec2::new(-0.001, 1.0)), None);
    assert_eq!(square.tile_at(DVec2::new(1e300, 1.0)), None);
}

#[test]
fn grids_that_cannot_be_are_refused_with_a_reason() {
    let wrap = Hex::new(5, 5, 1.0, Rim::Torus).expect_err("odd rows cannot wrap");
    assert_eq!(wrap.to_string(), "5 rows cannot wrap: at least 4 are needed, and a multiple of 2");
    assert!(matches!(Square::new(0, 5, 1.0, Adjacency::Four, Rim::Bounded), Err(GridError::Empty { .. })));
    assert!(matches!(Triangle::new(1 << 20, 1 << 20, 1.0, Rim::Bounded), Err(GridError::TooLarge { .. })));
    assert!(matches!(Hex::new(2, 2, f64::NAN, Rim::Bounded), Err(GridError::Side(_))));
}
