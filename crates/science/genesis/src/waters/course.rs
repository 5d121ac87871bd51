//! The course of a river through one node, as short straight reaches.
//!
//! Water comes in from the middle of the link upstream and leaves at the middle of the link downstream, along a
//! quadratic curve that bends at the node; so the courses of neighbouring nodes join without a corner. The surface
//! falls along it from the one level to the other and never rises; between them it follows the ground down rather than
//! stand on a dam.

use glam::DVec2;

/// Metres of the straight pieces a course is cut into.
const REACH: f64 = 14.0;

/// A straight piece of river.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reach {
    pub from: DVec2,
    pub to: DVec2,
    /// Height of the surface at both ends, in metres.
    pub levels: [f32; 2],
    /// Half the width at both ends, in metres.
    pub half: [f32; 2],
}

impl Reach {
    /// Distance from a point, and the level and half width at the nearest spot.
    #[inline]
    pub fn nearest(&self, point: DVec2) -> (f32, f32, f32) {
        let along = (self.to - self.from).as_vec2();
        let offset = (point - self.from).as_vec2();
        let t = (offset.dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
        let distance = (offset - along * t).length();
        let between = |ends: [f32; 2]| ends[0] + (ends[1] - ends[0]) * t;
        (distance, between(self.levels), between(self.half))
    }
}

/// One end of a course.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub at: DVec2,
    pub level: f32,
    pub half: f32,
}

/// The reaches from `from` to `to`, bending at `bend`; `ground` gives the height of the land, and `meander` where a
/// straight river would wind to.
pub(super) fn course(
    from: End,
    bend: End,
    to: End,
    ground: impl Fn(DVec2) -> f32,
    meander: impl Fn(DVec2) -> DVec2,
) -> Vec<Reach> {
    let count = ((from.at.distance(bend.at) + bend.at.distance(to.at)) / REACH).ceil().max(2.0) as usize;
    let mut reaches = Vec::with_capacity(count);
    let mut last = End { at: meander(from.at), ..from };
    for step in 1..=count {
        let t = step as f64 / count as f64;
        let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
        let blend = |v: fn(&End) -> f32| v(&from) * a as f32 + v(&bend) * b as f32 + v(&to) * c as f32;
        let at = meander(from.at * a + bend.at * b + to.at * c);
        let chord = blend(|e| e.level).min(last.level);
        // Stay below the banks where the land dips, but keep to what comes after.
        let level = if step == count { to.level } else { chord.min(ground(at) - 0.8).max(to.level) };
        let next = End { at, level: level.min(last.level), half: blend(|e| e.half) };
        reaches.push(Reach {
            from: last.at,
            to: next.at,
            levels: [last.level, next.level],
            half: [last.half, next.half],
        });
        last = next;
    }
    reaches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surface_never_rises_and_both_ends_are_met() {
        let end = |x: f64, level: f32| End { at: DVec2::new(x, x * 0.3), level, half: 3.0 };
        let bumpy = |p: DVec2| 7.0 + 4.0 * libm::sin(p.x / 5.0) as f32;
        let reaches = course(end(0.0, 9.0), end(60.0, 6.0), end(120.0, 4.0), bumpy, |p| p);
        assert_eq!((reaches[0].levels[0], reaches[reaches.len() - 1].levels[1]), (9.0, 4.0));
        assert!(reaches.iter().all(|r| r.levels[1] <= r.levels[0]));
        assert!(reaches.windows(2).all(|w| w[0].to == w[1].from && w[0].levels[1] == w[1].levels[0]));
        assert!(reaches.iter().any(|r| r.levels[1] < bumpy(r.to) - 0.5));
    }
}
