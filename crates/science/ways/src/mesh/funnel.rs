//! Pulling a string taut through a corridor (the funnel algorithm; Lee and Preparata, 1984).

use wold_space::DVec2;

/// An opening between two pieces of ground, seen when walking through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Portal {
    /// Its end on the left.
    pub left: DVec2,
    /// Its end on the right.
    pub right: DVec2,
}

/// The shortest line from `start` through all portals in order to `goal`: its turns, both ends included.
///
/// ```
/// use wold_space::DVec2;
/// use wold_ways::mesh::funnel::{Portal, taut};
/// let gate = Portal { left: DVec2::new(1.0, 2.0), right: DVec2::new(1.0, 1.0) };
/// let line = taut(DVec2::ZERO, &[gate], DVec2::new(2.0, 0.0));
/// assert_eq!(line, [DVec2::ZERO, DVec2::new(1.0, 1.0), DVec2::new(2.0, 0.0)]);
/// ```
#[must_use]
pub fn taut(start: DVec2, portals: &[Portal], goal: DVec2) -> Vec<DVec2> {
    let mut line = vec![start];
    let last = Portal { left: goal, right: goal };
    let all: Vec<Portal> = portals.iter().copied().chain([last]).collect();
    let mut apex = start;
    let (mut left, mut right) = (start, start);
    let (mut left_at, mut right_at) = (0, 0);
    let mut i = 0;
    while i < all.len() {
        let Portal { left: l, right: r } = all[i];
        // The right side narrows if the new end is to the left of the old one.
        if (right - apex).perp_dot(r - apex) >= 0.0 {
            if apex == right || (left - apex).perp_dot(r - apex) < 0.0 {
                (right, right_at) = (r, i);
            } else {
                // Crossed the left side: turn there.
                line.push(left);
                apex = left;
                i = left_at + 1;
                (right, left) = (apex, apex);
                (right_at, left_at) = (i - 1, i - 1);
                continue;
            }
        }
        if (left - apex).perp_dot(l - apex) <= 0.0 {
            if apex == left || (right - apex).perp_dot(l - apex) > 0.0 {
                (left, left_at) = (l, i);
            } else {
                line.push(right);
                apex = right;
                i = right_at + 1;
                (right, left) = (apex, apex);
                (right_at, left_at) = (i - 1, i - 1);
                continue;
            }
        }
        i += 1;
    }
    line.push(goal);
    line.dedup();
    line
}
