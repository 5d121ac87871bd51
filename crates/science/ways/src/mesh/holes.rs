//! Joining holes to an outline, so that it can be cut as one polygon.
//!
//! Each hole is joined by the shortest bridge between a corner of it and a corner of the outline that crosses no edge and
//! leaves both corners on the inside; the bridge is walked forth and back, so both its corners appear twice. Holes are taken from left to
//! right and become part of the outline for the next. Where outlines cross, as rounded ones may, no such bridge need exist; the
//! shortest one from inside is taken then.

use super::navmesh::area;
use wold_space::DVec2;

/// An outline and its holes as one polygon: numbers of `points`, anticlockwise.
///
/// ```
/// use wold_space::DVec2;
/// use wold_ways::mesh::holes::joined;
/// let square = |low: f64, high: f64| [(low, low), (high, low), (high, high), (low, high)].map(|(x, y)| DVec2::new(x, y));
/// let points: Vec<DVec2> = square(0.0, 3.0).into_iter().chain(square(1.0, 2.0)).collect();
/// let ring = joined(&points, vec![0, 1, 2, 3], vec![vec![4, 5, 6, 7]]);
/// assert_eq!(ring.len(), 10, "a bridge doubles two corners");
/// ```
#[must_use]
pub fn joined(points: &[DVec2], mut outline: Vec<usize>, mut holes: Vec<Vec<usize>>) -> Vec<usize> {
    let flat = |ring: &[usize]| ring.iter().map(|&i| points[i]).collect::<Vec<_>>();
    if area(&flat(&outline)) < 0.0 {
        outline.reverse();
    }
    for hole in &mut holes {
        if area(&flat(hole)) > 0.0 {
            hole.reverse();
        }
    }
    let leftmost = |hole: &Vec<usize>| hole.iter().map(|&i| points[i].x).fold(f64::INFINITY, f64::min);
    holes.sort_by(|a, b| leftmost(b).total_cmp(&leftmost(a)));
    while let Some(hole) = holes.pop() {
        let mut bridges: Vec<(f64, usize, usize)> = Vec::new();
        for o in 0..outline.len() {
            for h in 0..hole.len() {
                let (from, to) = (points[outline[o]], points[hole[h]]);
                if inside(points, &outline, o, to) && inside(points, &hole, h, from) {
                    bridges.push((from.distance_squared(to), o, h));
                }
            }
        }
        bridges.sort_by(|a, b| a.partial_cmp(b).expect("distances are numbers"));
        let free = |&&(_, o, h): &&(f64, usize, usize)| {
            let (from, to) = (points[outline[o]], points[hole[h]]);
            let rings = holes.iter().chain([&outline, &hole]);
            !rings.flat_map(|ring| edges(points, ring)).any(|(a, b)| blocks(a, b, from, to))
        };
        let Some(&(_, o, h)) = bridges.iter().find(free).or(bridges.first()) else { continue };
        let mut whole = outline[..=o].to_vec();
        whole.extend(hole[h..].iter().chain(&hole[..=h]));
        whole.extend(&outline[o..]);
        outline = whole;
    }
    outline
}

fn edges<'a>(points: &'a [DVec2], ring: &'a [usize]) -> impl Iterator<Item = (DVec2, DVec2)> + 'a {
    (0..ring.len()).map(|i| (points[ring[i]], points[ring[(i + 1) % ring.len()]]))
}

/// Whether a line from corner `i` of a ring to a point starts on the ring's left, where the ground is.
fn inside(points: &[DVec2], ring: &[usize], i: usize, to: DVec2) -> bool {
    let n = ring.len();
    let (before, at, after) = (points[ring[(i + n - 1) % n]], points[ring[i]], points[ring[(i + 1) % n]]);
    let left = |a: DVec2, b: DVec2| (b - a).perp_dot(to - a) > 0.0;
    if (at - before).perp_dot(after - at) >= 0.0 {
        left(before, at) && left(at, after)
    } else {
        left(before, at) || left(at, after)
    }
}

/// Whether an edge crosses or touches a bridge anywhere but at the bridge's own ends.
fn blocks(a: DVec2, b: DVec2, from: DVec2, to: DVec2) -> bool {
    let on = |p: DVec2, a: DVec2, b: DVec2| {
        (b - a).perp_dot(p - a) == 0.0 && (p - a).dot(p - b) < 0.0 && p != a && p != b
    };
    if on(a, from, to) || on(b, from, to) || on(from, a, b) || on(to, a, b) {
        return true;
    }
    let side = |p: DVec2, a: DVec2, b: DVec2| (b - a).perp_dot(p - a);
    side(a, from, to) * side(b, from, to) < 0.0 && side(from, a, b) * side(to, a, b) < 0.0
}
