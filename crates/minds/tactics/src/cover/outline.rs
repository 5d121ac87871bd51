//! Panels along outlines.
//!
//! Over a grid of tops (the ground, or what stands on it: a wall, a trunk, a stone) a panel stands on every border between two cells whose tops differ
//! by at least `least`, from the lower top to the higher. Straight runs of equal height are one panel. Houses, trees, stones and steps of the terrain come out of
//! the same rule.

use super::Panel;
use glam::DVec2;

/// The panels of a grid of `width` × `height` cells of a side; `top` is asked for cells inside only, outside is level.
///
/// ```
/// use wold_tactics::cover::outline;
/// let stone = |x: i32, y: i32| if (x, y) == (1, 1) { 1.2 } else { 0.0 };
/// assert_eq!(outline((3, 3), 1.0, 0.6, stone).len(), 4, "four sides");
/// ```
pub fn outline(
    (width, height): (u32, u32),
    side: f64,
    least: f64,
    top: impl Fn(i32, i32) -> f64,
) -> Vec<Panel> {
    let (width, height) = (width as i32, height as i32);
    let mut panels = Vec::new();
    for upright in [true, false] {
        // Lines between columns (upright) or rows; along each, runs of equal steps.
        let (lines, length) = if upright { (width, height) } else { (height, width) };
        for line in 1..lines {
            let step = |along: i32| {
                let (a, b) = if upright {
                    (top(line - 1, along), top(line, along))
                } else {
                    (top(along, line - 1), top(along, line))
                };
                ((a - b).abs() >= least).then(|| (a.min(b), a.max(b)))
            };
            let (mut start, mut run) = (0, None);
            for along in 0..=length {
                let here = if along < length { step(along) } else { None };
                if here == run {
                    continue;
                }
                if let Some((foot, head)) = run {
                    let point = |along: i32| {
                        let (line, along) = (f64::from(line) * side, f64::from(along) * side);
                        if upright { DVec2::new(line, along) } else { DVec2::new(along, line) }
                    };
                    panels.push(Panel::wall(point(start), point(along), foot, head));
                }
                (start, run) = (along, here);
            }
        }
    }
    panels
}
