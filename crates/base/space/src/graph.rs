//! Graphs that points make of themselves.
//!
//! * [`relative_neighbourhood`]: two points are joined unless a third is nearer to both than they are to each other.
//! * [`gabriel`]: two points are joined unless a third lies inside the circle that has them as its diameter.
//! * [`spanning_tree`]: the shortest tree that joins all (Prim).
//!
//! Each contains the next to its left: tree ⊆ relative neighbourhood ⊆ Gabriel, so all are connected. Equal points are joined
//! by whichever the rule allows. Exact comparisons of squared distances; O(n³), the tree O(n²): for hundreds of points.

use glam::DVec2;

/// A link between two points, the lower index first.
pub type Link = (usize, usize);

fn links(points: &[DVec2], allowed: impl Fn(usize, usize, usize) -> bool) -> Vec<Link> {
    let n = points.len();
    let mut found = Vec::new();
    for a in 0..n {
        for b in a + 1..n {
            if (0..n).all(|c| c == a || c == b || allowed(a, b, c)) {
                found.push((a, b));
            }
        }
    }
    found
}

/// Points joined unless a third is nearer to both.
///
/// ```
/// use wold_space::{DVec2, graph::relative_neighbourhood};
/// let row = [DVec2::ZERO, DVec2::new(1.0, 0.1), DVec2::new(2.0, 0.0)];
/// assert_eq!(relative_neighbourhood(&row), [(0, 1), (1, 2)]);
/// ```
#[must_use]
pub fn relative_neighbourhood(points: &[DVec2]) -> Vec<Link> {
    let far = |a: usize, b: usize| points[a].distance_squared(points[b]);
    links(points, |a, b, c| far(a, c).max(far(b, c)) >= far(a, b))
}

/// Points joined unless a third lies inside the circle between them.
#[must_use]
pub fn gabriel(points: &[DVec2]) -> Vec<Link> {
    let far = |a: usize, b: usize| points[a].distance_squared(points[b]);
    links(points, |a, b, c| far(a, c) + far(b, c) >= far(a, b))
}

/// The shortest tree that joins all points; of equal lengths the lowest indices.
#[must_use]
pub fn spanning_tree(points: &[DVec2]) -> Vec<Link> {
    let n = points.len();
    let mut nearest = vec![(f64::INFINITY, 0); n];
    let mut joined = vec![false; n];
    let mut tree = Vec::new();
    let mut newest = 0;
    for _ in 1..n {
        joined[newest] = true;
        for point in (0..n).filter(|&point| !joined[point]) {
            let far = points[point].distance_squared(points[newest]);
            if far < nearest[point].0 {
                nearest[point] = (far, newest);
            }
        }
        let next = (0..n).filter(|&p| !joined[p]).min_by(|&a, &b| nearest[a].0.total_cmp(&nearest[b].0));
        let Some(next) = next else { break };
        let from = nearest[next].1;
        tree.push((from.min(next), from.max(next)));
        newest = next;
    }
    tree.sort_unstable();
    tree
}

/// Whether the links join all of `n` points.
#[must_use]
pub fn is_connected(n: usize, links: &[Link]) -> bool {
    let mut reached = vec![false; n];
    let mut left = vec![0];
    while let Some(point) = left.pop() {
        if point < n && !std::mem::replace(&mut reached[point], true) {
            let over = |&(a, b): &Link| (a == point).then_some(b).or((b == point).then_some(a));
            left.extend(links.iter().filter_map(over));
        }
    }
    reached.iter().all(|&reached| reached)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points on a spiral of irrational turns: no two distances are equal.
    fn spiral(n: usize) -> Vec<DVec2> {
        (0..n)
            .map(|i| {
                let (angle, far) = (i as f64 * 2.399_963_229_728_653, (i as f64 + 0.5).sqrt());
                DVec2::new(angle.cos(), angle.sin()) * far
            })
            .collect()
    }

    #[test]
    fn each_graph_contains_the_one_with_fewer_links_and_all_are_connected() {
        for n in 1..60 {
            let points = spiral(n);
            let (tree, relative, gabriel) =
                (spanning_tree(&points), relative_neighbourhood(&points), gabriel(&points));
            assert_eq!(tree.len(), n - 1);
            assert!(tree.iter().all(|link| relative.contains(link)));
            assert!(relative.iter().all(|link| gabriel.contains(link)));
            assert!(is_connected(n, &tree));
        }
    }

    #[test]
    fn a_square_has_its_sides_and_no_diagonals() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| DVec2::new(x, y));
        assert_eq!(relative_neighbourhood(&square), [(0, 1), (0, 3), (1, 2), (2, 3)]);
        assert_eq!(gabriel(&square).len(), 6, "on the circle is not inside it");
        assert!(!is_connected(4, &[(0, 1), (2, 3)]));
        assert!(is_connected(1, &[]) && is_connected(0, &[]));
    }
}
