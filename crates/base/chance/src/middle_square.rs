//! Von Neumann's middle-square method, kept as a warning.
//!
//! The next number is the middle four digits of the eight-digit square. Every sequence soon falls into a short cycle.

/// The middle four digits of the square of a four-digit number.
///
/// ```
/// use wold_chance::middle_square::middle_square;
/// assert_eq!(middle_square(8269), 3763);
/// assert_eq!(middle_square(3763), 1601);
/// ```
#[must_use]
pub fn middle_square(x: u64) -> u64 {
    (x % 10_000) * (x % 10_000) / 100 % 10_000
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cycle::{Cycle, find_cycle};

    #[test]
    fn it_collapses_into_a_cycle_of_four() {
        assert_eq!(find_cycle(8_269, middle_square), Cycle { tail: 54, length: 4 });
        let x54 = (0..54).fold(8_269, |x, _| middle_square(x));
        assert_eq!(x54, 6_100);
        let mut cycle: Vec<u64> =
            (0..4).scan(x54, |x, _| Some(std::mem::replace(x, middle_square(*x)))).collect();
        assert_eq!(cycle, [6_100, 2_100, 4_100, 8_100]);
        cycle.sort_unstable();
        assert_eq!(cycle.len(), 4);
    }
}
