//! Numbers as coarse as need allows.

/// A range of numbers cut into steps so small that none is off by more than was asked for.
///
/// ```
/// use wold_wire::squeeze::{Grain, radix};
/// // A place on a square of 100 m, to within a centimetre.
/// let grain = Grain::to_within(-50.0, 50.0, 0.01);
/// assert_eq!((grain.steps(), radix::bits(&[grain.steps()])), (5001, 13));
/// assert!((grain.number(grain.step(12.3456)) - 12.3456).abs() <= 0.01);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grain {
    low: f64,
    width: f64,
    steps: u32,
}

impl Grain {
    /// Steps for numbers from `low` to `high` that lose at most `error` (above 0). At most 2³¹ steps are made; beyond, the error grows.
    #[must_use]
    pub fn to_within(low: f64, high: f64, error: f64) -> Self {
        let spaces = ((high - low) / (2.0 * error)).ceil().clamp(1.0, f64::from(1u32 << 31) - 1.0);
        Self { low, width: (high - low) / spaces, steps: spaces as u32 + 1 }
    }

    /// How many steps there are.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// The step nearest to a number; numbers outside get the first or the last.
    #[must_use]
    pub fn step(&self, number: f64) -> u32 {
        (((number - self.low) / self.width).round().max(0.0) as u32).min(self.steps - 1)
    }

    /// The number of a step.
    #[must_use]
    pub fn number(&self, step: u32) -> f64 {
        self.low + f64::from(step) * self.width
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nothing_is_off_by_more_than_was_asked_for(low in -1e4f64..1e4, span in 0.1f64..1e4, error in 1e-3f64..10.0, share in 0.0f64..1.0) {
            let grain = Grain::to_within(low, low + span, error);
            let number = low + span * share;
            prop_assert!((grain.number(grain.step(number)) - number).abs() <= error * (1.0 + 1e-9));
        }
    }

    #[test]
    fn numbers_outside_and_no_numbers_stay_within_the_steps() {
        let grain = Grain::to_within(0.0, 1.0, 0.1);
        for number in [-5.0, 7.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(grain.step(number) < grain.steps(), "{number}");
        }
    }
}
