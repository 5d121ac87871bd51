//! Ten tests of randomness.
//!
//! Each gives a p-value: the chance that a truly random sequence does at least this badly. Close to 0 is too uneven,
//! close to 1 too even; a generator fails a test when p lies within [`SUSPICION`] of either end. The spectral test of a linear congruential
//! generator is no sample and has no p: its figure is a merit, and below [`LEAST_MERIT`] the generator fails. Passing is no proof.
//!
//! * by counting: frequency, serial, gap, poker, coupon collector, permutation;
//! * by order: runs;
//! * by coincidence: collision, birthday spacings;
//! * by lattice or frequency: spectral.

mod coincidence;
mod counting;
mod spectral;
pub mod stats;

use crate::generator::{Generator, GeneratorError, Recipe};

/// A p-value closer to 0 or 1 than this fails.
pub const SUSPICION: f64 = 1e-4;

/// A merit below this fails: where Knuth stops calling a multiplier acceptable.
pub const LEAST_MERIT: f64 = 0.1;

/// What a test found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Which test.
    pub test: &'static str,
    /// Its statistic: a chi-square, a count, a distance or a merit.
    pub statistic: f64,
    /// The chance of a figure at least as large; none where the statistic is a merit.
    pub p: Option<f64>,
}

impl Finding {
    /// Whether nothing suspicious was found.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.p.map_or(self.statistic >= LEAST_MERIT, |p| p > SUSPICION && p < 1.0 - SUSPICION)
    }
}

/// A test that reads fractions from a generator.
type Test = fn(&mut Generator) -> Finding;

const TESTS: [Test; 9] = [
    counting::frequency,
    counting::serial,
    counting::gap,
    counting::poker,
    counting::coupon_collector,
    counting::permutation,
    counting::runs,
    coincidence::collision,
    coincidence::birthday_spacings,
];

/// Runs all ten tests, each on a part of the sequence of its own.
///
/// # Errors
/// When the generator cannot start from the seed.
pub fn run_all(recipe: Recipe, seed: u64) -> Result<Vec<Finding>, GeneratorError> {
    let mut generator = recipe.start(seed)?;
    let mut findings: Vec<Finding> = TESTS.iter().map(|test| test(&mut generator)).collect();
    findings.push(spectral::spectral(recipe, &mut generator));
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(generator: &str, seed: u64) -> Vec<Finding> {
        run_all(generator.parse().expect("a known name"), seed).expect("a fitting seed")
    }

    #[test]
    fn ours_pass_all_ten() {
        for name in ["stream", "pcg", "secret"] {
            for seed in [1, 2, 3] {
                let findings = find(name, seed);
                assert_eq!(findings.len(), 10);
                assert!(findings.iter().all(Finding::passed), "{name} {seed}: {findings:?}");
            }
        }
    }

    #[test]
    fn each_test_catches_a_known_bad_generator() {
        for (test, bad, seed) in [
            ("frequency", "middle-square", 8_269),
            ("serial", "lcg:21,11,256", 1),
            ("gap", "lcg:137,187,256", 1),
            ("poker", "lcg:137,187,256", 1),
            ("coupon collector", "middle-square", 8_269),
            ("permutation", "counter", 1),
            ("runs", "counter", 1),
            ("collision", "lcg:799,0,2039", 1),
            ("birthday spacings", "counter", 1),
            ("spectral", "randu", 1),
        ] {
            let findings = find(bad, seed);
            let found = findings.iter().find(|f| f.test == test).expect("all ten ran");
            assert!(!found.passed(), "{bad} passed {found:?}");
        }
    }

    #[test]
    fn a_generator_that_repeats_before_its_time_fails_the_spectral_test() {
        for (generator, passes) in [
            ("lcg:1,0,7", false),
            ("lcg:1,0,2147483647", false),
            ("lcg:6,0,7", false),
            ("lcg:3,0,7", true),
            ("lcg:16807,5,2147483647", true),
        ] {
            let found = find(generator, 1).pop().expect("ten findings");
            assert_eq!((found.p, found.passed()), (None, passes), "{generator}: {found:?}");
        }
    }

    #[test]
    fn p_values_of_random_sequences_are_spread_evenly() {
        let mut by_test: Vec<Vec<f64>> = vec![Vec::new(); 10];
        for seed in 0..120 {
            for (test, found) in by_test.iter_mut().zip(find("pcg", seed)) {
                test.extend(found.p);
            }
        }
        for (number, values) in by_test.iter_mut().enumerate() {
            let (_, p) = stats::kolmogorov_smirnov(values);
            assert!(p > 1e-3, "test {number}: {p}");
        }
    }

    #[test]
    fn the_certified_generators_pass_the_spectral_test() {
        for a in crate::lcg::CERTIFIED {
            let found = find(&format!("lcg:{a}"), 1).pop().expect("ten findings");
            assert_eq!(found.test, "spectral");
            assert!(found.passed(), "{a}: {found:?}");
        }
    }
}
