//! Angles: differences, averages, and the functions the inner loops use.
//!
//! Angles are radians in `[-π, π]`, anticlockwise from east, as in the literature on this model.
//!
//! [`sine`], [`cosine`] and [`direction`] are polynomials in single precision: Taylor's to the 11th power for the sine on a quarter turn, and
//! Abramowitz & Stegun 4.4.49 for the arc tangent on `[0, 1]`. They stay within 4·10⁻⁷ of the exact values, branch
//! nowhere, and use only operations that IEEE 754 fixes to the last bit, so loops over them become vector
//! instructions and give the same bits on every machine.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

/// The difference `d` as the shorter way round, for `d` within `±3π`.
#[must_use]
#[inline(always)]
pub fn cyclize(d: f32) -> f32 {
    let down = if d > PI { TAU } else { 0.0 };
    let up = if d < -PI { TAU } else { 0.0 };
    d - down + up
}

/// How far to turn from angle `from` to reach angle `to`, the shorter way round.
///
/// ```
/// use std::f32::consts::PI;
/// use wold_fields::angle::shift_from;
/// assert!((shift_from(0.9 * PI, -0.9 * PI) - 0.2 * PI).abs() < 1e-6);
/// ```
#[must_use]
#[inline(always)]
pub fn shift_from(from: f32, to: f32) -> f32 {
    cyclize(to - from)
}

/// Any finite angle brought into `[-π, π]`.
#[must_use]
pub fn normal(angle: f32) -> f32 {
    let turns = libm::rint(f64::from(angle) / std::f64::consts::TAU);
    ((f64::from(angle) - turns * std::f64::consts::TAU) as f32).clamp(-PI, PI)
}

/// How far the mean of an angle and its neighbours lies from it: the mean of all shifts, its own (0) among them.
///
/// ```
/// use std::f32::consts::FRAC_PI_2;
/// use wold_fields::angle::mean_shift;
/// assert!((mean_shift(0.0, [FRAC_PI_2; 8]).to_degrees() - 80.0).abs() < 1e-4);
/// ```
#[must_use]
pub fn mean_shift(own: f32, neighbours: impl IntoIterator<Item = f32>) -> f32 {
    let (sum, count) =
        neighbours.into_iter().fold((0.0, 1.0), |(sum, n), angle| (sum + shift_from(own, angle), n + 1.0));
    sum / count
}

/// The sine of an angle in `[0, π/2]`.
#[inline(always)]
fn quarter_sine(x: f32) -> f32 {
    let s = x * x;
    let tail = s * (2.755_732e-6 + s * -2.505_210_8e-8);
    let tail = s * (-1.984_127e-4 + tail);
    let tail = s * (8.333_333e-3 + tail);
    x + x * (s * (-0.166_666_67 + tail))
}

/// The sine of an angle in `[-π, π]`.
#[must_use]
#[inline(always)]
pub fn sine(angle: f32) -> f32 {
    let a = angle.abs();
    let folded = if a > FRAC_PI_2 { PI - a } else { a };
    quarter_sine(folded).copysign(angle)
}

/// The cosine of an angle in `[-π, π]`.
#[must_use]
#[inline(always)]
pub fn cosine(angle: f32) -> f32 {
    quarter_sine(FRAC_PI_2 - angle.abs())
}

/// The direction of a vector, as `atan2(y, x)`; 0 for the vector of no length.
#[must_use]
#[inline(always)]
pub fn direction(x: f32, y: f32) -> f32 {
    let (ax, ay) = (x.abs(), y.abs());
    let steep = ay > ax;
    let long = if steep { ay } else { ax };
    let short = if steep { ax } else { ay };
    let t = short / (if long > f32::MIN_POSITIVE { long } else { f32::MIN_POSITIVE });
    let s = t * t;
    let poly = -0.016_165_737 + s * 0.002_866_225_7;
    let poly = 0.042_909_614 + s * poly;
    let poly = -0.075_289_64 + s * poly;
    let poly = 0.106_562_64 + s * poly;
    let poly = -0.142_089 + s * poly;
    let poly = 0.199_935_51 + s * poly;
    let poly = -0.333_331_45 + s * poly;
    let a = t + t * (s * poly);
    let a = if steep { FRAC_PI_2 - a } else { a };
    let a = if x < 0.0 { PI - a } else { a };
    a.copysign(y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn eight_neighbours_a_quarter_turn_off_move_the_mean_by_eighty_degrees() {
        let shift = mean_shift(0.0, [FRAC_PI_2; 8]);
        assert!((shift.to_degrees() - 80.0).abs() < 1e-4, "{}", shift.to_degrees());
        assert_eq!(mean_shift(1.0, []), 0.0, "alone, nothing turns");
    }

    #[test]
    fn the_vector_of_no_length_points_east() {
        assert_eq!(direction(0.0, 0.0), 0.0);
        assert_eq!(direction(-0.0, 0.0), 0.0);
    }

    proptest! {
        #[test]
        fn the_polynomials_are_the_functions(angle in -PI..=PI, length in 1e-3_f32..5e3) {
            prop_assert!((sine(angle) - libm::sinf(angle)).abs() < 4e-7);
            prop_assert!((cosine(angle) - libm::cosf(angle)).abs() < 4e-7);
            let (x, y) = (length * libm::cosf(angle), length * libm::sinf(angle));
            prop_assert!((direction(x, y) - libm::atan2f(y, x)).abs() < 6e-7);
        }

        #[test]
        fn turning_by_the_shift_arrives(from in -PI..=PI, to in -PI..=PI) {
            let shift = shift_from(from, to);
            prop_assert!(shift.abs() <= PI + 1e-6);
            let there = cyclize(from + shift);
            prop_assert!(cyclize(there - to).abs() < 1e-5);
        }

        #[test]
        fn every_angle_has_a_normal_form(angle in -1e4_f32..1e4) {
            let n = normal(angle);
            prop_assert!((-PI..=PI).contains(&n));
            prop_assert!((libm::sin(f64::from(angle)) - libm::sin(f64::from(n))).abs() < 1e-5);
        }
    }
}
