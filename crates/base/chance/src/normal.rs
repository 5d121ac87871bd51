//! The bell curve (Box-Muller), cut off where asked.

use crate::{Source, uniform};

/// A normal distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normal {
    /// Its middle.
    pub mean: f64,
    /// Its spread; a negative one counts as positive.
    pub deviation: f64,
}

impl Normal {
    /// Mean 0, deviation 1.
    pub const STANDARD: Self = Self { mean: 0.0, deviation: 1.0 };

    /// One draw. Two fresh fractions are used for each, so that the number of draws taken is always the same.
    pub fn draw(&self, source: &mut (impl Source + ?Sized)) -> f64 {
        // 1 - u lies in (0, 1]: the logarithm is finite.
        let u = 1.0 - uniform::unit(source);
        let turn = uniform::unit(source) * std::f64::consts::TAU;
        self.mean + self.deviation * libm::sqrt(-2.0 * libm::log(u)) * libm::cos(turn)
    }

    /// One draw within `lo..=hi`, by throwing again; after 64 misses the nearest end, so that it always returns.
    pub fn draw_within(&self, lo: f64, hi: f64, source: &mut (impl Source + ?Sized)) -> f64 {
        let mut drawn = self.mean;
        for _ in 0..64 {
            drawn = self.draw(source);
            if (lo..=hi).contains(&drawn) {
                return drawn;
            }
        }
        drawn.max(lo).min(hi)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, Stream};

    #[test]
    fn mean_spread_and_tails_are_those_of_the_bell_curve() {
        let mut stream = Stream::named(Seed(2), "normal", &[]);
        let drawn: Vec<f64> = (0..100_000).map(|_| Normal::STANDARD.draw(&mut stream)).collect();
        let mean = drawn.iter().sum::<f64>() / 1e5;
        let variance = drawn.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 1e5;
        let outside = drawn.iter().filter(|x| x.abs() > 1.96).count();
        assert!(mean.abs() < 0.015 && (variance - 1.0).abs() < 0.02, "{mean} {variance}");
        assert!((4_700..5_300).contains(&outside), "{outside}");
    }

    #[test]
    fn the_cut_holds_even_where_nothing_falls() {
        let mut stream = Stream::named(Seed(2), "cut", &[]);
        for _ in 0..1_000 {
            let drawn = Normal { mean: 5.0, deviation: 2.0 }.draw_within(4.0, 6.0, &mut stream);
            assert!((4.0..=6.0).contains(&drawn));
        }
        assert_eq!(Normal::STANDARD.draw_within(50.0, 60.0, &mut stream), 50.0);
    }
}
