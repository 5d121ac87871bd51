//! How an earthquake lifted a chunk.

use super::{Chunk, LATTICE};
use serde::{Deserialize, Serialize};

/// Numbers along the side of a lift.
pub const LIFT_SIDE: usize = 3;
/// Vertices from one number to the next.
const SPAN: usize = (LATTICE - 1) / (LIFT_SIDE - 1);

/// By how many 1/32 m the ground of a chunk stands higher than genesis made it: at its corners, the middles of its sides and its middle, row by row from the
/// south-west. Between them it rises evenly. Neighbours that agree about what they share leave no step between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lift(pub [i16; LIFT_SIDE * LIFT_SIDE]);

impl Lift {
    /// Whether nothing moved.
    #[must_use]
    pub fn is_level(&self) -> bool {
        self.0.iter().all(|step| *step == 0)
    }

    /// The lift at vertex `(i, j)`, in 1/32 m; whole numbers, so that everybody agrees to the step.
    #[must_use]
    pub fn at(&self, i: usize, j: usize) -> i32 {
        let (column, row) = ((i / SPAN).min(LIFT_SIDE - 2), (j / SPAN).min(LIFT_SIDE - 2));
        let (u, v) = ((i - column * SPAN) as i32, (j - row * SPAN) as i32);
        let span = SPAN as i32;
        let at = |x: usize, y: usize| i32::from(self.0[(row + y) * LIFT_SIDE + column + x]);
        let south = at(0, 0) * (span - u) + at(1, 0) * u;
        let north = at(0, 1) * (span - u) + at(1, 1) * u;
        (south * (span - v) + north * v).div_euclid(span * span)
    }
}

impl Chunk {
    /// The chunk lifted. Houses go up and down with the ground under their middle; water stays level.
    #[must_use]
    pub fn lifted(&self, lift: &Lift) -> Self {
        let raise = |height: i16, by: i32| {
            (i32::from(height) + by).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
        };
        let mut chunk = self.clone();
        for (index, height) in chunk.heights.iter_mut().enumerate() {
            *height = raise(*height, lift.at(index % LATTICE, index / LATTICE));
        }
        let vertex = |metres: f64| (metres / 2.0).floor().clamp(0.0, (LATTICE - 1) as f64) as usize;
        for house in &mut chunk.houses {
            let corner = house.corner - chunk.pos.origin();
            let (x, y) = (corner.x + f64::from(house.width) / 2.0, corner.y + f64::from(house.depth) / 2.0);
            house.base = raise(house.base, lift.at(vertex(x), vertex(y)));
        }
        chunk
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_space::{ChunkPos, Vec2};

    #[test]
    fn lifted_ground_rises_evenly_and_meets_its_neighbour() {
        let west = Chunk::meadow(ChunkPos { x: 0, y: 0 }).lifted(&Lift([0, 0, 32, 0, 0, 64, 0, 0, -32]));
        let east = Chunk::meadow(ChunkPos { x: 1, y: 0 }).lifted(&Lift([32, 0, 0, 64, 0, 0, -32, 0, 0]));
        assert_eq!(west.height(Vec2::new(32.0, 16.0)), 2.0);
        assert_eq!(west.height(Vec2::new(24.0, 16.0)), 1.0, "half way up");
        assert_eq!(west.height(Vec2::new(8.0, 16.0)), 0.0);
        for north in 0..=16 {
            let along = north as f32 * 2.0;
            assert_eq!(west.height(Vec2::new(32.0, along)), east.height(Vec2::new(0.0, along)));
        }
        assert!(Lift::default().is_level());
        assert_eq!(
            Chunk::meadow(ChunkPos::default()).lifted(&Lift::default()),
            Chunk::meadow(ChunkPos::default())
        );
    }
}
