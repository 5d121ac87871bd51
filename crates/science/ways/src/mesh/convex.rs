//! Cutting a polygon into convex pieces (Hertel and Mehlhorn, 1983).
//!
//! The polygon is cut into triangles; then each added diagonal is taken away again unless an angle at one of its ends would become
//! greater than 180°. Each is tested against the pieces as they are by then, since taking one away may make another needed.
//! Gives at most `2r + 1` pieces for `r` notches, four times the fewest possible. Polygons are simple: their edges do not
//! cross, and holes must have been joined to the outline.

use super::navmesh::{area, is_convex};
use wold_space::DVec2;

/// Why a polygon cannot be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CutError {
    /// Fewer than three corners, or no area.
    #[error("the polygon has no area")]
    Flat,
    /// A corner that is no number.
    #[error("corner {0} is not a number")]
    NotFinite(usize),
    /// Edges cross, so no triangle can be cut off.
    #[error("the polygon's edges cross")]
    Crossed,
}

/// Pieces of a polygon as corners of it, each anticlockwise and convex.
///
/// ```
/// use wold_space::DVec2;
/// use wold_ways::mesh::convex::pieces;
/// let l = [(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)].map(|(x, y)| DVec2::new(x, y));
/// assert!(pieces(&l)?.len() <= 3, "one notch gives at most three pieces");
/// # Ok::<(), wold_ways::mesh::convex::CutError>(())
/// ```
pub fn pieces(outline: &[DVec2]) -> Result<Vec<Vec<usize>>, CutError> {
    Ok(merge(outline, triangles(outline)?))
}

/// Cuts a polygon into triangles by clipping ears; each is anticlockwise.
pub fn triangles(outline: &[DVec2]) -> Result<Vec<Vec<usize>>, CutError> {
    if let Some(wrong) = outline.iter().position(|c| !c.is_finite()) {
        return Err(CutError::NotFinite(wrong));
    }
    if outline.len() < 3 || area(outline) == 0.0 {
        return Err(CutError::Flat);
    }
    let mut left: Vec<usize> = (0..outline.len()).collect();
    if area(outline) < 0.0 {
        left.reverse();
    }
    let turn = |a: usize, b: usize, c: usize| (outline[b] - outline[a]).perp_dot(outline[c] - outline[b]);
    let mut found = Vec::new();
    while left.len() > 3 {
        let n = left.len();
        let cuts = |i: usize, strict: bool| {
            let (a, b, c) = (left[(i + n - 1) % n], left[i], left[(i + 1) % n]);
            let hides = |p: usize| {
                let within = [turn(a, b, p), turn(b, c, p), turn(c, a, p)];
                within.iter().all(|&side| side > 0.0 || (strict && side >= 0.0))
            };
            let others = left.iter().filter(|&&p| [a, b, c].iter().all(|&q| outline[q] != outline[p]));
            turn(a, b, c) > 0.0 && others.copied().all(|p| !hides(p))
        };
        // Where a hole is joined to the outline, corners lie on edges; they hide nothing.
        let ear = (0..n).find(|&i| cuts(i, true)).or_else(|| (0..n).find(|&i| cuts(i, false)));
        // Corners in a straight line are no ears, but nothing is lost with one.
        let ear =
            ear.or_else(|| (0..n).find(|&i| turn(left[(i + n - 1) % n], left[i], left[(i + 1) % n]) == 0.0));
        let Some(i) = ear else { return Err(CutError::Crossed) };
        let (a, b, c) = (left[(i + n - 1) % n], left[i], left[(i + 1) % n]);
        if turn(a, b, c) > 0.0 {
            found.push(vec![a, b, c]);
        }
        left.remove(i);
    }
    if turn(left[0], left[1], left[2]) > 0.0 {
        found.push(left);
    }
    Ok(found)
}

/// Takes away diagonals between pieces while they stay convex, in the order of the pieces.
#[must_use]
pub fn merge(outline: &[DVec2], mut pieces: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut i = 0;
    while i < pieces.len() {
        let joined = (i + 1..pieces.len()).find_map(|j| Some((j, joined(outline, &pieces[i], &pieces[j])?)));
        if let Some((j, piece)) = joined {
            pieces[i] = piece;
            pieces.remove(j);
        } else {
            i += 1;
        }
    }
    pieces
}

/// Two pieces without the edge between them, if they share one and the whole is convex.
fn joined(outline: &[DVec2], a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    let (n, m) = (a.len(), b.len());
    for i in 0..n {
        for j in 0..m {
            if a[i] == b[(j + 1) % m] && a[(i + 1) % n] == b[j] {
                // From the end of the shared edge round `a`, then round `b`.
                let mut all: Vec<usize> = (1..=n).map(|k| a[(i + k) % n]).collect();
                all.extend((2..m).map(|k| b[(j + k) % m]));
                let flat: Vec<DVec2> = all.iter().map(|&c| outline[c]).collect();
                return is_convex(&flat).then_some(all);
            }
        }
    }
    None
}
