//! The spectral test.
//!
//! For a linear congruential generator it is a theorem rather than a sample: the points (X_i … X_{i+t-1}) lie on
//! hyperplanes 1/ν apart, where ν is the length of the shortest vector s of whole numbers with
//! `s_0 + a·s_1 + a²·s_2 + … ≡ 0 (mod m)`. Found by reducing a basis of that lattice and trying small sums of it, which
//! is exact in the two to four dimensions used here. Knuth's merit μ compares ν with the best any lattice could do;
//! below 0.1 the generator fails. The lattice is the whole of a longest period; a generator that repeats sooner leaves most of it out, and its
//! merit counts as 0 here.
//!
//! Other generators have no such lattice; for them the discrete Fourier transform of 4,096 signs is taken, and the number
//! of peaks below the 95 % threshold counted.

use super::Finding;
use super::stats::normal_tail;
use crate::factor::has_greatest_order;
use crate::generator::{Generator, Recipe};
use crate::lcg::Lcg;

/// The square of the shortest dual vector in `dimension` (2 to 4) dimensions.
fn shortest_squared(multiplier: u64, modulus: u64, dimension: usize) -> u128 {
    let dimension = dimension.clamp(2, 4);
    let m = i128::from(modulus);
    let mut basis: Vec<Vec<i128>> = Vec::new();
    let mut power = 1i128;
    for i in 0..dimension {
        let mut row = vec![0; dimension];
        if i == 0 {
            row[0] = m;
        } else {
            power = power * i128::from(multiplier) % m;
            row[0] = -power;
            row[i] = 1;
        }
        basis.push(row);
    }
    reduce(&mut basis);
    // In so few dimensions the shortest vector is a sum of reduced ones with small factors.
    let factors = [-3i128, -2, -1, 0, 1, 2, 3];
    let mut best = u128::MAX;
    let combinations = factors.len().pow(dimension as u32);
    for mut index in 0..combinations {
        let mut sum = vec![0i128; dimension];
        for row in &basis {
            let factor = factors[index % factors.len()];
            index /= factors.len();
            sum.iter_mut().zip(row).for_each(|(s, r)| *s += factor * r);
        }
        // What does not fit into 128 bits is not the shortest: that is never longer than m.
        if let Some(length) = length_squared(&sum).filter(|&length| length > 0) {
            best = best.min(length);
        }
    }
    best
}

/// Knuth's figure of merit: the volume of a ball of radius ν over that of the lattice's cell.
fn merit(shortest_squared: u128, modulus: u64, dimension: usize) -> f64 {
    let nu = libm::sqrt(shortest_squared as f64);
    let ball = [
        std::f64::consts::PI,
        4.0 / 3.0 * std::f64::consts::PI,
        std::f64::consts::PI * std::f64::consts::PI / 2.0,
    ];
    let dimension = dimension.clamp(2, 4);
    ball[dimension - 2] * libm::pow(nu, dimension as f64) / modulus as f64
}

/// The spectral test of a generator: by its lattice if it has one, else by the Fourier transform of its signs.
pub(super) fn spectral(recipe: Recipe, generator: &mut Generator) -> Finding {
    match recipe {
        Recipe::Lcg { multiplier, increment, modulus } => {
            let longest = Lcg::new(multiplier, increment, modulus, 1).is_ok_and(|lcg| lcg.has_full_period())
                || has_greatest_order(multiplier, modulus);
            let worst = (2..=4)
                .map(|t| merit(shortest_squared(multiplier, modulus, t), modulus, t))
                .fold(f64::INFINITY, f64::min);
            Finding { test: "spectral", statistic: if longest { worst } else { 0.0 }, p: None }
        }
        _ => fourier(generator),
    }
}

fn fourier(generator: &mut Generator) -> Finding {
    const SIGNS: usize = 4_096;
    let mut wave: Vec<[f64; 2]> =
        (0..SIGNS).map(|_| [if generator.unit() < 0.5 { -1.0 } else { 1.0 }, 0.0]).collect();
    transform(&mut wave);
    let threshold = libm::sqrt(-libm::log(0.05) * SIGNS as f64);
    let below =
        wave[..SIGNS / 2].iter().filter(|[re, im]| libm::sqrt(re * re + im * im) < threshold).count() as f64;
    let n = SIGNS as f64;
    let z = (below - 0.95 * n / 2.0) / libm::sqrt(n * 0.95 * 0.05 / 4.0);
    Finding { test: "spectral", statistic: z, p: Some(normal_tail(z)) }
}

/// The fast Fourier transform of a power of two of values, in place.
fn transform(wave: &mut [[f64; 2]]) {
    let n = wave.len();
    let bits = n.trailing_zeros();
    for i in 0..n {
        let j = i.reverse_bits() >> (usize::BITS - bits);
        if i < j {
            wave.swap(i, j);
        }
    }
    let mut half = 1;
    while half < n {
        for k in 0..half {
            let angle = -std::f64::consts::PI * k as f64 / half as f64;
            let (sin, cos) = (libm::sin(angle), libm::cos(angle));
            for i in (k..n).step_by(2 * half) {
                let ([ar, ai], [br, bi]) = (wave[i], wave[i + half]);
                let (tr, ti) = (br * cos - bi * sin, br * sin + bi * cos);
                wave[i] = [ar + tr, ai + ti];
                wave[i + half] = [ar - tr, ai - ti];
            }
        }
        half *= 2;
    }
}

fn dot(a: &[i128], b: &[i128]) -> i128 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn length_squared(vector: &[i128]) -> Option<u128> {
    vector.iter().try_fold(0u128, |sum, x| sum.checked_add(x.unsigned_abs().checked_mul(x.unsigned_abs())?))
}

/// As [`dot`], rounded: for vectors too long for exact products.
fn rounded_dot(a: &[i128], b: &[i128]) -> f64 {
    a.iter().zip(b).map(|(x, y)| *x as f64 * *y as f64).sum()
}

/// Numbers below this have exact sums of four products, twice over.
const EXACT: u128 = 1 << 60;

/// Pairwise reduction: each vector is shortened by the others until none gets shorter. In two dimensions this is
/// Gauss's algorithm.
fn reduce(basis: &mut [Vec<i128>]) {
    loop {
        let mut changed = false;
        for i in 0..basis.len() {
            for j in 0..basis.len() {
                if i == j || basis[j].iter().all(|x| *x == 0) {
                    continue;
                }
                // Vectors of large moduli are shortened by rounded factors first; what they miss, the next round finds.
                let exact = basis[i].iter().chain(&basis[j]).all(|x| x.unsigned_abs() < EXACT);
                let factor = if exact {
                    nearest(dot(&basis[i], &basis[j]), dot(&basis[j], &basis[j]))
                } else {
                    libm::round(rounded_dot(&basis[i], &basis[j]) / rounded_dot(&basis[j], &basis[j])) as i128
                };
                if factor == 0 {
                    continue;
                }
                let shorter: Vec<i128> =
                    basis[i].iter().zip(&basis[j]).map(|(a, b)| a - factor * b).collect();
                let is_shorter = if exact {
                    dot(&shorter, &shorter) < dot(&basis[i], &basis[i])
                } else {
                    rounded_dot(&shorter, &shorter) < 0.999_999 * rounded_dot(&basis[i], &basis[i])
                };
                if is_shorter {
                    basis[i] = shorter;
                    changed = true;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// The whole number nearest to `a / b` for positive b.
fn nearest(a: i128, b: i128) -> i128 {
    (2 * a + b).div_euclid(2 * b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcg::MERSENNE_31;

    #[test]
    fn shortest_vectors_are_the_published_ones() {
        for (a, m, expected) in [
            (21, 256, 160),
            (16_807, MERSENNE_31, 282_475_250),
            (39_373, MERSENNE_31, 1_550_233_130),
            (41_358, MERSENNE_31, 1_710_484_165),
            (48_271, MERSENNE_31, 1_990_735_345),
            (69_621, MERSENNE_31, 1_522_719_629),
            (799, 2_039, 1_205),
            (393, 2_039, 1_205),
        ] {
            assert_eq!(shortest_squared(a, m, 2), expected, "{a} mod {m}");
        }
        // RANDU's fifteen planes: 9X - 6X' + X'' = 0 (mod 2^31), so 81 + 36 + 1.
        assert_eq!(shortest_squared(65_539, 1 << 31, 3), 118);
    }

    #[test]
    fn merits_of_moduli_near_the_largest_are_those_of_exact_arithmetic() {
        // Knuth's MMIX multiplier modulo 2^64 - 1, worked out with whole numbers of any size.
        for (a, m, dimension, expected) in [
            (6_364_136_223_846_793_005, u64::MAX, 2, 7_127_648_788_240_636_321),
            (6_364_136_223_846_793_005, u64::MAX, 3, 3_734_027_449_538),
            (6_364_136_223_846_793_005, u64::MAX, 4, 3_323_534_751),
            (3_935_559_000_370_003_845, 18_446_744_073_709_551_557, 2, 7_122_616_102_709_926_237),
            (3_935_559_000_370_003_845, 18_446_744_073_709_551_557, 3, 2_202_207_826_997),
            (3_935_559_000_370_003_845, 18_446_744_073_709_551_557, 4, 2_852_819_020),
            (1, 18_446_744_073_709_551_557, 4, 2),
        ] {
            assert_eq!(shortest_squared(a, m, dimension), expected, "{a} mod {m}, {dimension}");
        }
    }

    #[test]
    fn the_transform_finds_a_pure_tone() {
        let mut wave: Vec<[f64; 2]> =
            (0..64).map(|i| [libm::cos(f64::from(i) / 64.0 * 5.0 * std::f64::consts::TAU), 0.0]).collect();
        transform(&mut wave);
        let loudest =
            (0..32).max_by(|&a, &b| wave[a][0].abs().total_cmp(&wave[b][0].abs())).expect("32 tones");
        assert_eq!(loudest, 5);
        assert!((wave[5][0] - 32.0).abs() < 1e-9);
    }
}
