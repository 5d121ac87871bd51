//! Logarithms and powers to the base 2, as fast as predictions want them and the same on every machine.
//!
//! Contract: both are within 1e-14 of the true value, relatively. [`exp2`] takes exponents beyond ±1000 as ±1000: nothing here is
//! that certain. A power is a fraction looked up, times a polynomial over what is left of the exponent, with its whole part put straight into
//! the bits of the number.

use std::f64::consts::LN_2;
use std::sync::LazyLock;

/// Steps of a table from one whole power to the next, and their number as bits.
const STEPS: usize = 128;
const STEP_BITS: i64 = 7;
/// Added and taken away again it leaves the nearest whole number.
const ROUNDER: f64 = 6_755_399_441_055_744.0;
/// Exponents taken seriously.
const MOST: f64 = 1000.0;

/// Logarithms of the whole numbers up to which nearly all armies go.
static LOGARITHMS: LazyLock<[f64; 257]> =
    LazyLock::new(|| std::array::from_fn(|units| libm::log2(units as f64)));
static POWERS: LazyLock<[f64; STEPS]> =
    LazyLock::new(|| std::array::from_fn(|step| libm::exp2(step as f64 / STEPS as f64)));

/// The logarithm; units are mostly whole, and those are looked up.
pub(super) fn log2(units: f64) -> f64 {
    let whole = units as usize;
    match LOGARITHMS.get(whole) {
        Some(known) if whole as f64 == units => *known,
        _ => libm::log2(units),
    }
}

/// The power.
pub(super) fn exp2(exponent: f64) -> f64 {
    let exponent = exponent.clamp(-MOST, MOST);
    let nearest = (exponent * STEPS as f64 + ROUNDER) - ROUNDER;
    let rest = (exponent - nearest / STEPS as f64) * LN_2;
    // Summed in two halves: neither waits for the other.
    let square = rest * rest;
    let series = (1.0 + rest) + square * ((0.5 + rest * (1.0 / 6.0)) + square * (1.0 / 24.0));
    let steps = nearest as i64;
    let whole = f64::from_bits(((steps >> STEP_BITS) + 1023).unsigned_abs() << 52);
    whole * POWERS[(steps & (STEPS as i64 - 1)) as usize] * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_logarithms_are_those_of_the_library() {
        for n in -40_000..40_000 {
            let exponent = f64::from(n) * 0.024_97;
            let (fast, slow) = (exp2(exponent), libm::exp2(exponent));
            assert!((fast / slow - 1.0).abs() < 1e-14, "2^{exponent}: {fast}, not {slow}");
        }
        for units in [0.5, 1.0, 2.0, 3.5, 17.0, 256.0, 257.0, 1e6] {
            assert_eq!(log2(units), libm::log2(units));
        }
        assert_eq!((exp2(0.0), exp2(-1.0), exp2(10.0)), (1.0, 0.5, 1024.0));
        assert!(exp2(1e300) > 1e300 && exp2(-1e300) < 1e-300 && exp2(f64::NAN).is_nan());
    }
}
