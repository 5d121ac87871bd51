//! Tests that count how often patterns come up.

use super::Finding;
use super::stats::{chi_square, kolmogorov_smirnov, pool};
use crate::generator::Generator;

fn digit(generator: &mut Generator, of: usize) -> usize {
    ((generator.unit() * of as f64) as usize).min(of - 1)
}

/// How even the fractions lie: Kolmogorov-Smirnov over 20,000 of them.
pub(super) fn frequency(generator: &mut Generator) -> Finding {
    let mut values: Vec<f64> = (0..20_000).map(|_| generator.unit()).collect();
    let (statistic, p) = kolmogorov_smirnov(&mut values);
    Finding { test: "frequency", statistic, p: Some(p) }
}

/// Pairs of digits of 16: 256 classes, 64,000 pairs that do not overlap.
pub(super) fn serial(generator: &mut Generator) -> Finding {
    const DIGITS: usize = 16;
    const PAIRS: usize = 64_000;
    let mut counts = vec![0; DIGITS * DIGITS];
    for _ in 0..PAIRS {
        let (a, b) = (digit(generator, DIGITS), digit(generator, DIGITS));
        counts[a * DIGITS + b] += 1;
    }
    let expected = vec![PAIRS as f64 / counts.len() as f64; counts.len()];
    let (statistic, p) = chi_square(&counts, &expected);
    Finding { test: "serial", statistic, p: Some(p) }
}

/// How long between fractions below one quarter: lengths 0 to 19 and more.
pub(super) fn gap(generator: &mut Generator) -> Finding {
    const LONGEST: usize = 20;
    const GAPS: usize = 10_000;
    let mut counts = vec![0; LONGEST + 1];
    for _ in 0..GAPS {
        let length = (0..LONGEST).take_while(|_| generator.unit() >= 0.25).count();
        counts[length] += 1;
        // A run past the longest class is followed to its end, but not for ever: bad generators may never return.
        if length == LONGEST {
            (0..10_000).take_while(|_| generator.unit() >= 0.25).for_each(drop);
        }
    }
    let mut expected: Vec<f64> = (0..LONGEST)
        .scan(0.25, |share, _| {
            let now = *share;
            *share *= 0.75;
            Some(now * GAPS as f64)
        })
        .collect();
    expected.push(GAPS as f64 - expected.iter().sum::<f64>());
    let (statistic, p) = chi_square(&counts, &expected);
    Finding { test: "gap", statistic, p: Some(p) }
}

/// Different digits in hands of five from 13.
pub(super) fn poker(generator: &mut Generator) -> Finding {
    const DIGITS: usize = 13;
    const HANDS: usize = 20_000;
    // Stirling numbers of the second kind S(5, r).
    const STIRLING: [f64; 5] = [1.0, 15.0, 25.0, 10.0, 1.0];
    let mut counts = [0u64; 5];
    for _ in 0..HANDS {
        let seen = (0..5).fold(0u32, |seen, _| seen | 1 << digit(generator, DIGITS));
        counts[seen.count_ones() as usize - 1] += 1;
    }
    let all = libm::pow(DIGITS as f64, 5.0);
    let mut ways = 1.0;
    let expected: Vec<f64> = (0..5)
        .map(|r| {
            ways *= (DIGITS - r) as f64;
            ways * STIRLING[r] / all * HANDS as f64
        })
        .collect();
    let (counts, expected) = pool(&counts, &expected, 5.0);
    let (statistic, p) = chi_square(&counts, &expected);
    Finding { test: "poker", statistic, p: Some(p) }
}

/// Draws until all of five digits have been seen: 5 to 29 and more.
pub(super) fn coupon_collector(generator: &mut Generator) -> Finding {
    const DIGITS: usize = 5;
    const LONGEST: usize = 30;
    const SETS: usize = 10_000;
    let mut counts = vec![0; LONGEST - DIGITS + 1];
    for _ in 0..SETS {
        let (mut seen, mut length) = (0u32, 0);
        // A generator that never shows all is given up on at the last class.
        while seen.count_ones() < DIGITS as u32 && length < LONGEST {
            seen |= 1 << digit(generator, DIGITS);
            length += 1;
        }
        counts[length - DIGITS] += 1;
    }
    let complete = |length: usize| {
        // Inclusion and exclusion: the chance that `length` draws show all digits.
        let mut binomial = 1.0;
        (0..=DIGITS)
            .map(|missing| {
                let term = binomial * libm::pow((DIGITS - missing) as f64 / DIGITS as f64, length as f64);
                binomial *= (DIGITS - missing) as f64 / (missing as f64 + 1.0);
                if missing % 2 == 0 { term } else { -term }
            })
            .sum::<f64>()
    };
    let mut expected: Vec<f64> =
        (DIGITS..LONGEST).map(|n| (complete(n) - complete(n - 1)) * SETS as f64).collect();
    expected.push((1.0 - complete(LONGEST - 1)) * SETS as f64);
    let (counts, expected) = pool(&counts, &expected, 5.0);
    let (statistic, p) = chi_square(&counts, &expected);
    Finding { test: "coupon collector", statistic, p: Some(p) }
}

/// The order of four fractions: 24 classes.
pub(super) fn permutation(generator: &mut Generator) -> Finding {
    const GROUPS: usize = 24_000;
    let mut counts = vec![0; 24];
    for _ in 0..GROUPS {
        let group: [f64; 4] = std::array::from_fn(|_| generator.unit());
        let mut class = 0;
        for i in 0..4 {
            let rank = group[i + 1..].iter().filter(|&&v| v < group[i]).count();
            class = class * (4 - i) + rank;
        }
        counts[class] += 1;
    }
    let (statistic, p) = chi_square(&counts, &[GROUPS as f64 / 24.0; 24]);
    Finding { test: "permutation", statistic, p: Some(p) }
}

/// Lengths of rising runs; the fraction that breaks a run is thrown away, so that runs are independent.
pub(super) fn runs(generator: &mut Generator) -> Finding {
    const LONGEST: usize = 7;
    const RUNS: usize = 20_000;
    let mut counts = vec![0; LONGEST];
    for _ in 0..RUNS {
        let mut last = generator.unit();
        let mut length = 1;
        loop {
            let next = generator.unit();
            // A generator that only ever rises is given up on.
            if next <= last || length > 10_000 {
                break;
            }
            last = next;
            length += 1;
        }
        counts[length.min(LONGEST) - 1] += 1;
    }
    // A run has length r with chance 1/r! - 1/(r+1)!.
    let mut factorial = 1.0;
    let mut expected: Vec<f64> = (1..LONGEST)
        .map(|r| {
            factorial *= r as f64;
            (1.0 / factorial - 1.0 / (factorial * (r as f64 + 1.0))) * RUNS as f64
        })
        .collect();
    expected.push(RUNS as f64 - expected.iter().sum::<f64>());
    let (counts, expected) = pool(&counts, &expected, 5.0);
    let (statistic, p) = chi_square(&counts, &expected);
    Finding { test: "runs", statistic, p: Some(p) }
}
