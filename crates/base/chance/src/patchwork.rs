//! A generator somebody made up: it branches on the last number's divisors and mixes in whatever looks wild. Kept as a warning.
//!
//! Complexity is not randomness: started at 1 it falls into a cycle of 7,708 numbers modulo 2^31 - 1, and with a modulus of 1,000 it stands still
//! after four steps. [`find_cycle`](crate::cycle::find_cycle) shows it.

/// The number after `x`, modulo `modulus`: (x + 3) 5 for even ones, (x + 5) xor 314159265 for multiples of three, the square for
/// multiples of five, x + 7 for the rest.
///
/// ```
/// use wold_chance::patchwork::patchwork;
/// assert_eq!(patchwork(1, 1000), 8);
/// assert_eq!(patchwork(8, 1000), 55);
/// ```
#[must_use]
pub fn patchwork(x: u64, modulus: u64) -> u64 {
    let (x, modulus) = (u128::from(x), u128::from(modulus.max(1)));
    let next = if x.is_multiple_of(2) {
        (x + 3) * 5
    } else if x.is_multiple_of(3) {
        (x + 5) ^ 314_159_265
    } else if x.is_multiple_of(5) {
        x * x
    } else {
        x + 7
    };
    (next % modulus) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cycle::{Cycle, find_cycle};

    #[test]
    fn it_runs_into_short_cycles_whatever_the_modulus() {
        let cycle = |modulus| find_cycle(1, |x| patchwork(x, modulus));
        assert_eq!(cycle((1 << 31) - 1), Cycle { tail: 39_795, length: 7_708 });
        assert_eq!(cycle(1 << 32), Cycle { tail: 35_648, length: 4_542 });
        assert_eq!(cycle(1000), Cycle { tail: 4, length: 1 });
    }
}
