//! Fuzzy sets over one measure.

use serde::{Deserialize, Serialize};

/// To what degree, 0 to 1, a value belongs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Set {
    /// 0 at `from`, 1 at `to`, straight between and level beyond; falls where `to < from`.
    Ramp {
        /// Where the degree is 0.
        from: f32,
        /// Where it is 1.
        to: f32,
    },
    /// 0 at `left`, 1 at `peak`, 0 at `right`.
    Triangle {
        /// Where it begins.
        left: f32,
        /// Where it is 1.
        peak: f32,
        /// Where it ends.
        right: f32,
    },
    /// Rises from `a` to `b`, is 1 until `c`, falls to `d`.
    Trapezoid {
        /// Where it begins.
        a: f32,
        /// Where it reaches 1.
        b: f32,
        /// Where it leaves 1.
        c: f32,
        /// Where it ends.
        d: f32,
    },
    /// 1 within `epsilon` of `centre`, else 0.
    Crisp {
        /// The middle.
        centre: f32,
        /// How far it reaches.
        epsilon: f32,
    },
    /// Half an ellipse: `sqrt(half² - (x - centre)²) / half`.
    Semicircle {
        /// The middle.
        centre: f32,
        /// How far it reaches.
        half: f32,
    },
    /// Straight lines between points given by rising value; level beyond the first and the last.
    Points(Vec<(f32, f32)>),
}

impl Set {
    /// The degree to which `x` belongs.
    ///
    /// ```
    /// use wold_fields::fuzzy::Set;
    /// let tall = Set::Ramp { from: 65.0, to: 84.0 };
    /// assert!((tall.degree(71.0) - 0.316).abs() < 5e-4);
    /// assert!((tall.degree(78.0) - 0.684).abs() < 5e-4);
    /// ```
    #[must_use]
    pub fn degree(&self, x: f32) -> f32 {
        let between = |from: f32, to: f32| {
            if from == to { f32::from(x >= to) } else { ((x - from) / (to - from)).clamp(0.0, 1.0) }
        };
        match self {
            Self::Ramp { from, to } => between(*from, *to),
            Self::Triangle { left, peak, right } => between(*left, *peak).min(1.0 - between(*peak, *right)),
            Self::Trapezoid { a, b, c, d } => between(*a, *b).min(1.0 - between(*c, *d)),
            Self::Crisp { centre, epsilon } => f32::from((x - centre).abs() <= *epsilon),
            Self::Semicircle { centre, half } => {
                let d = x - centre;
                (half * half - d * d).max(0.0).sqrt() / half
            }
            Self::Points(points) => {
                let after = points.partition_point(|(at, _)| *at < x);
                match (after.checked_sub(1).and_then(|i| points.get(i)), points.get(after)) {
                    (Some((x0, y0)), Some((x1, y1))) => y0 + (y1 - y0) * ((x - x0) / (x1 - x0)),
                    (Some((_, y)), None) | (None, Some((_, y))) => *y,
                    (None, None) => 0.0,
                }
            }
        }
    }

    /// Whether the numbers make a set: finite, in order, reaching somewhere, degrees within 0 to 1.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        match self {
            Self::Ramp { from, to } => from.is_finite() && to.is_finite() && from != to,
            Self::Triangle { left, peak, right } => {
                left.is_finite() && right.is_finite() && left <= peak && peak <= right && left < right
            }
            Self::Trapezoid { a, b, c, d } => {
                a.is_finite() && d.is_finite() && a <= b && b <= c && c <= d && a < d
            }
            Self::Crisp { centre, epsilon: reach } | Self::Semicircle { centre, half: reach } => {
                centre.is_finite() && reach.is_finite() && *reach > 0.0
            }
            Self::Points(points) => {
                !points.is_empty()
                    && points.iter().all(|(x, y)| x.is_finite() && (0.0..=1.0).contains(y))
                    && points.windows(2).all(|pair| pair[0].0 < pair[1].0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sets_have_their_shapes() {
        let triangle = Set::Triangle { left: 0.0, peak: 2.0, right: 6.0 };
        assert_eq!(
            [-1.0, 0.0, 1.0, 2.0, 4.0, 6.0, 9.0].map(|x| triangle.degree(x)),
            [0.0, 0.0, 0.5, 1.0, 0.5, 0.0, 0.0]
        );
        let shoulder = Set::Trapezoid { a: 0.0, b: 0.0, c: 2.0, d: 4.0 };
        assert_eq!([0.0, 1.0, 3.0].map(|x| shoulder.degree(x)), [1.0, 1.0, 0.5]);
        let points = Set::Points(vec![(0.0, 0.2), (1.0, 1.0), (3.0, 0.0)]);
        assert_eq!([-5.0, 1.0, 2.0, 9.0].map(|x| points.degree(x)), [0.2, 1.0, 0.5, 0.0]);
        assert_eq!(Set::Crisp { centre: 1.0, epsilon: 0.1 }.degree(1.2), 0.0);
        assert_eq!(Set::Semicircle { centre: 1.0, half: 2.0 }.degree(1.0), 1.0);
        assert!(!Set::Points(vec![(1.0, 0.0), (1.0, 1.0)]).is_sound());
    }

    proptest! {
        #[test]
        fn degrees_stay_between_none_and_full(x in -1e6_f32..1e6, a in -50.0_f32..50.0, w in 0.01_f32..50.0) {
            for set in [
                Set::Ramp { from: a, to: a - w },
                Set::Triangle { left: a, peak: a + w / 3.0, right: a + w },
                Set::Trapezoid { a, b: a + w / 3.0, c: a + w / 2.0, d: a + w },
                Set::Crisp { centre: a, epsilon: w },
                Set::Semicircle { centre: a, half: w },
                Set::Points(vec![(a, 0.3), (a + w, 0.9)]),
            ] {
                prop_assert!(set.is_sound());
                prop_assert!((0.0..=1.0).contains(&set.degree(x)));
            }
        }
    }
}
