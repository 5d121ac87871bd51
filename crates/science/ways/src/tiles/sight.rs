//! Lines of sight and straight walks over tiles.
//!
//! A walker is a point that goes from the centre of a tile to the centre of another. The line is clear if every tile whose
//! inside it crosses is open and, where it passes exactly through a corner, both tiles beside that corner are open too (no
//! cutting). The tiles are found by walking the grid lines in order, in integers: exact, and linear in the distance.

use super::TileMap;
use wold_space::CellIndex;

/// Whether somebody can walk straight from the centre of one tile to that of another.
///
/// ```
/// use wold_ways::tiles::{TileMap, sight::clear};
/// let map = TileMap::drawn(&["....", "..#.", "...."]);
/// assert!(clear(&map, (0, 0), (3, 0)));
/// assert!(!clear(&map, (0, 1), (3, 1)), "the wall is between");
/// assert!(!clear(&map, (1, 1), (2, 2)), "that would cut the corner of the wall");
/// ```
#[must_use]
pub fn clear(map: &TileMap, from: (i32, i32), to: (i32, i32)) -> bool {
    map.is_open(from.0, from.1) && walk(from, to, |x, y| map.is_open(x, y))
}

/// The same between tiles by number.
#[must_use]
pub fn clear_between(map: &TileMap, from: CellIndex, to: CellIndex) -> bool {
    clear(map, map.place(from), map.place(to))
}

/// Visits every tile a straight walk touches after the first, in order, until `open` refuses one. True if none was refused.
pub fn walk(from: (i32, i32), to: (i32, i32), mut open: impl FnMut(i32, i32) -> bool) -> bool {
    let (mut x, mut y) = from;
    let (step_x, step_y) = ((to.0 - x).signum(), (to.1 - y).signum());
    let (wide, high) = (i64::from(to.0.abs_diff(x)), i64::from(to.1.abs_diff(y)));
    // Compares where the line meets the next vertical and the next horizontal grid line: (2i+1)/wide with (2j+1)/high.
    let (mut next_x, mut next_y) = (high, wide);
    let (mut left_x, mut left_y) = (wide, high);
    while left_x > 0 || left_y > 0 {
        if left_x > 0 && (left_y == 0 || next_x < next_y) {
            x += step_x;
            next_x += 2 * high;
            left_x -= 1;
        } else if left_x == 0 || next_y < next_x {
            y += step_y;
            next_y += 2 * wide;
            left_y -= 1;
        } else {
            // Exactly through a corner: both sides must be open, then the tile beyond.
            if !(open(x + step_x, y) && open(x, y + step_y)) {
                return false;
            }
            x += step_x;
            y += step_y;
            next_x += 2 * high;
            next_y += 2 * wide;
            left_x -= 1;
            left_y -= 1;
        }
        if !open(x, y) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_walk_visits_the_tiles_of_its_line() {
        let mut seen = Vec::new();
        assert!(walk((0, 0), (4, 2), |x, y| {
            seen.push((x, y));
            true
        }));
        assert_eq!(seen, [(1, 0), (1, 1), (2, 1), (3, 1), (3, 2), (4, 2)]);
    }

    proptest! {
        #[test]
        fn sight_is_mutual(ax in 0..20, ay in 0..20, bx in 0..20, by in 0..20, salt in any::<u64>()) {
            let mut map = TileMap::new(20, 20).expect("fits");
            let mut state = salt | 1;
            for i in 0..400 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                map.set_open(i % 20, i / 20, (state >> 33) % 6 != 0);
            }
            map.set_open(ax, ay, true);
            map.set_open(bx, by, true);
            prop_assert_eq!(clear(&map, (ax, ay), (bx, by)), clear(&map, (bx, by), (ax, ay)));
        }

        #[test]
        fn a_clear_line_has_only_open_points(ax in 0..12, ay in 0..12, bx in 0..12, by in 0..12, salt in any::<u64>()) {
            let mut map = TileMap::new(12, 12).expect("fits");
            let mut state = salt | 1;
            for i in 0..144 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                map.set_open(i % 12, i / 12, (state >> 33) % 5 != 0);
            }
            if clear(&map, (ax, ay), (bx, by)) {
                for i in 0..=997 {
                    let t = f64::from(i) / 997.0;
                    let at = |a: i32, b: i32| (f64::from(a) + t * f64::from(b - a) + 0.5).floor() as i32;
                    prop_assert!(map.is_open(at(ax, bx), at(ay, by)));
                }
            }
        }
    }
}
