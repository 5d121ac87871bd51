//! Quasi-random sequences: even coverage with a known place for every index.

/// The lowest `bits` bits of an index in reverse order.
///
/// ```
/// use wold_chance::quasi::bit_reversal;
/// assert_eq!((0..8).map(|i| bit_reversal(i, 3)).collect::<Vec<_>>(), [0, 4, 2, 6, 1, 5, 3, 7]);
/// ```
#[must_use]
pub fn bit_reversal(index: u64, bits: u32) -> u64 {
    if bits == 0 { 0 } else { index.reverse_bits() >> (64 - bits.min(64)) }
}

/// The binary-reflected Gray code: neighbours differ in one bit.
///
/// ```
/// use wold_chance::quasi::gray;
/// assert_eq!((0..8).map(gray).collect::<Vec<_>>(), [0, 1, 3, 2, 6, 7, 5, 4]);
/// ```
#[must_use]
pub fn gray(index: u64) -> u64 {
    index ^ (index >> 1)
}

/// The van der Corput sequence in a base of at least 2: the digits of the index behind the point, in reverse. Two bases
/// without common factor give the two axes of a Halton sequence.
#[must_use]
pub fn radical_inverse(mut index: u64, base: u64) -> f64 {
    let base = base.max(2);
    let (mut value, mut scale) = (0.0, 1.0 / base as f64);
    while index > 0 {
        value += (index % base) as f64 * scale;
        scale /= base as f64;
        index /= base;
    }
    value
}

/// Roberts' R2 sequence in the unit square: steps by the powers of the plastic number, even at every length.
#[must_use]
pub fn r2(index: u64) -> [f64; 2] {
    const PLASTIC: f64 = 1.324_717_957_244_746;
    let place = |step: f64| {
        let sum = 0.5 + index as f64 * step;
        sum - sum.floor()
    };
    [place(1.0 / PLASTIC), place(1.0 / (PLASTIC * PLASTIC))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_permutations_visit_every_index_once() {
        for f in [gray as fn(u64) -> u64, |i| bit_reversal(i, 10)] {
            let mut seen: Vec<u64> = (0..1024).map(f).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..1024).collect::<Vec<_>>());
        }
        assert!((0..1023).all(|i| (gray(i) ^ gray(i + 1)).count_ones() == 1));
    }

    #[test]
    fn low_discrepancy_points_fill_every_cell() {
        for points in [
            (0..512).map(r2).collect::<Vec<_>>(),
            (1..513).map(|i| [radical_inverse(i, 2), radical_inverse(i, 3)]).collect(),
        ] {
            let mut cells = [0; 64];
            for [x, y] in points {
                cells[(y * 8.0) as usize * 8 + (x * 8.0) as usize] += 1;
            }
            assert!(cells.iter().all(|&n| (5..=11).contains(&n)), "{cells:?}");
        }
    }
}
