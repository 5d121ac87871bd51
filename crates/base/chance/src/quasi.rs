//! A quasi-random sequence: even coverage with a known place for every index.

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
    fn low_discrepancy_points_fill_every_cell() {
        let mut cells = [0; 64];
        for [x, y] in (0..512).map(r2) {
            cells[(y * 8.0) as usize * 8 + (x * 8.0) as usize] += 1;
        }
        assert!(cells.iter().all(|&n| (5..=11).contains(&n)), "{cells:?}");
    }
}
