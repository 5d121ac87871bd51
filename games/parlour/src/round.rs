//! Angles in tenths of a degree and their sines in whole numbers.
//!
//! `sin x ≈ 4x(180 - x) / (40500 - x(180 - x))` for x in degrees (Bhaskara I): exact at 0, 30, 90 and 150 degrees and never wrong by more than 0.0017. Headings are
//! angles, so that a reflection is exact however often it happens; a sine only says how far one comes in a turn.

/// A whole circle.
pub const CIRCLE: i32 = 3600;
/// What a sine of one is.
pub const ONE: i32 = 16_384;

/// The sine of an angle, times [`ONE`].
#[must_use]
pub fn sine(angle: i32) -> i32 {
    let angle = angle.rem_euclid(CIRCLE);
    let half = angle % (CIRCLE / 2);
    let product = i64::from(half) * i64::from(CIRCLE / 2 - half);
    let sine = (4 * product * i64::from(ONE) / (4_050_000 - product)) as i32;
    if angle < CIRCLE / 2 { sine } else { -sine }
}

/// The cosine of an angle, times [`ONE`].
#[must_use]
pub fn cosine(angle: i32) -> i32 {
    sine(angle + CIRCLE / 4)
}

/// `a * b / c` towards zero, without overflow on the way.
#[must_use]
pub fn scaled(a: i32, b: i32, c: i32) -> i32 {
    (i64::from(a) * i64::from(b) / i64::from(c)) as i32
}

/// An angle between minus and plus half a circle.
#[must_use]
pub fn turned(angle: i32) -> i32 {
    (angle + CIRCLE / 2).rem_euclid(CIRCLE) - CIRCLE / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_are_right_to_two_thousandths() {
        for angle in -4000..4000 {
            let exact = f64::from(angle) * std::f64::consts::PI / 1800.0;
            let wrong = f64::from(sine(angle)) / f64::from(ONE) - exact.sin();
            assert!(wrong.abs() < 0.002, "{angle}: {wrong}");
            assert_eq!(cosine(angle), sine(angle + 900));
        }
        assert_eq!([sine(0), sine(300), sine(900), sine(2700)], [0, ONE / 2, ONE, -ONE]);
    }
}
