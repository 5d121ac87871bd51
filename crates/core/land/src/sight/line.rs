//! A line between two points in the air, ready to be held against many shapes.
//!
//! Contract: which end is given first does not matter: ends are put in order, so that every rounding is the same both ways and sight is symmetric to the bit.

use super::Point;
use wold_space::{DVec2, DVec3};

/// Metres from an end within which a post does not stand in the way: nobody is hidden by the table they sit at.
const CLOSE: f64 = 0.6;
/// Rounding may let a line meet a rectangle it only just misses.
const SLACK: f64 = 1e-6;

/// A straight line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) from: DVec3,
    pub(super) to: DVec3,
    /// Its lowest and its highest point.
    pub(super) low: f64,
    pub(super) high: f64,
    middle: DVec2,
    along: DVec2,
    half: DVec2,
}

impl Line {
    pub(super) fn new(one: Point, other: Point) -> Self {
        let (one, other) = (one.place.extend(one.height), other.place.extend(other.height));
        let first = (one.x, one.y, one.z) <= (other.x, other.y, other.z);
        let (from, to) = if first { (one, other) } else { (other, one) };
        let along = (to - from).truncate();
        Self {
            from,
            to,
            low: from.z.min(to.z),
            high: from.z.max(to.z),
            middle: (from + to).truncate() / 2.0,
            along,
            half: along.abs() / 2.0,
        }
    }

    /// Whether it passes over a rectangle given by its middle and how far it reaches from there.
    pub(super) fn meets(&self, middle: DVec2, half: DVec2) -> bool {
        let away = middle - self.middle;
        let reach = half + self.half + SLACK;
        away.x.abs() <= reach.x
            && away.y.abs() <= reach.y
            && self.along.perp_dot(away).abs()
                <= half.x * self.along.y.abs()
                    + half.y * self.along.x.abs()
                    + SLACK * (self.along.x.abs() + self.along.y.abs())
    }

    /// How high it is at a share of its way.
    pub(super) fn height(&self, share: f64) -> f64 {
        self.from.z + (self.to.z - self.from.z) * share
    }

    /// Where it is at a share of its way.
    pub(super) fn place(&self, share: f64) -> DVec2 {
        self.from.truncate() + self.along * share
    }

    /// How long it is on the map.
    pub(super) fn length(&self) -> f64 {
        self.along.length()
    }

    /// The shares of its way between which it is over a rectangle, given by its corners.
    pub(super) fn within(&self, low: DVec2, high: DVec2) -> Option<(f64, f64)> {
        let (mut first, mut last) = (0.0f64, 1.0f64);
        for (from, along, low, high) in
            [(self.from.x, self.along.x, low.x, high.x), (self.from.y, self.along.y, low.y, high.y)]
        {
            if along == 0.0 {
                if !(low..=high).contains(&from) {
                    return None;
                }
                continue;
            }
            let (a, b) = ((low - from) / along, (high - from) / along);
            (first, last) = (first.max(a.min(b)), last.min(a.max(b)));
        }
        (first <= last).then_some((first, last))
    }

    /// How high it passes a post, if it comes within its radius and not close to an end.
    pub(super) fn passes(&self, at: DVec2, radius: f64) -> Option<f64> {
        let square = self.along.length_squared();
        if square <= 4.0 * CLOSE * CLOSE {
            return None;
        }
        let off = at - self.from.truncate();
        let across = self.along.perp_dot(off);
        if across * across >= radius * radius * square {
            return None;
        }
        let share = off.dot(self.along) / square;
        let near = CLOSE / square.sqrt();
        (near..=1.0 - near).contains(&share).then(|| self.height(share))
    }
}
