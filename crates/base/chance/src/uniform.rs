//! Whole numbers and fractions without bias, from any source of 64-bit draws.
//!
//! * [`below`]: Lemire's multiply-shift with rejection; on average barely over one draw.
//! * [`unit()`]: the upper 53 bits over 2^53, so 1 is never reached, and in `f32` [`unit_f32`] takes 24 bits so that
//!   rounding cannot reach it either.

use crate::Source;

/// A whole number in `0..n`, each equally likely; 0 when `n` is 0.
pub fn below(source: &mut (impl Source + ?Sized), n: u64) -> u64 {
    let mut wide = u128::from(source.next_u64()) * u128::from(n);
    if (wide as u64) < n {
        // 2^64 mod n: low halves below it belong to the buckets that are one too full.
        let surplus = n.wrapping_neg() % n;
        while (wide as u64) < surplus {
            wide = u128::from(source.next_u64()) * u128::from(n);
        }
    }
    (wide >> 64) as u64
}

/// A number in `[0, 1)` with 53 bits.
pub fn unit(source: &mut (impl Source + ?Sized)) -> f64 {
    (source.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// A number in `[0, 1)` with 24 bits: dividing a longer one by 2^32 would round up to 1.0 now and then.
pub fn unit_f32(source: &mut (impl Source + ?Sized)) -> f32 {
    (source.next_u64() >> 40) as f32 / (1u32 << 24) as f32
}

/// A number in `[lo, hi)`; `lo` when the range is empty.
pub fn range(source: &mut (impl Source + ?Sized), lo: f64, hi: f64) -> f64 {
    let drawn = lo + (hi - lo) * unit(source);
    // The product may round up to the far end.
    if drawn < hi { drawn } else { lo }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, Stream};

    /// Returns the same bits for ever.
    struct Stuck(u64);
    impl Source for Stuck {
        fn next_u64(&mut self) -> u64 {
            self.0
        }
    }

    #[test]
    fn fractions_never_reach_one() {
        assert!(unit(&mut Stuck(u64::MAX)) < 1.0);
        assert!(unit_f32(&mut Stuck(u64::MAX)) < 1.0);
        assert!(range(&mut Stuck(u64::MAX), 1.0, 1.0 + f64::EPSILON) < 1.0 + f64::EPSILON);
        assert_eq!(range(&mut Stuck(u64::MAX), 3.0, 3.0), 3.0);
    }

    #[test]
    fn every_whole_number_below_six_comes_up_as_often() {
        let mut stream = Stream::named(Seed(5), "dice", &[]);
        let mut seen = [0; 6];
        for _ in 0..60_000 {
            seen[below(&mut stream, 6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (9_600..10_400).contains(&n)), "{seen:?}");
        assert_eq!(below(&mut stream, 0), 0);
        assert_eq!(below(&mut stream, 1), 0);
    }

    #[test]
    fn draws_that_would_favour_low_numbers_are_rejected() {
        // For n = 3 the low half 0 is in surplus (2^64 mod 3 = 1): a zero draw must be thrown again.
        struct ThenMax(Option<u64>);
        impl Source for ThenMax {
            fn next_u64(&mut self) -> u64 {
                self.0.take().unwrap_or(u64::MAX)
            }
        }
        assert_eq!(below(&mut ThenMax(Some(0)), 3), 2);
    }
}
