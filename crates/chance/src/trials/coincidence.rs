//! Tests that count coincidences.

use super::Finding;
use super::stats::poisson_tail;
use crate::generator::Generator;

/// Balls into urns: 2^14 balls, each placed by the upper four bits of five fractions, so 2^20 urns. A random sequence
/// hits a taken urn about 127 times.
pub(super) fn collision(generator: &mut Generator) -> Finding {
    const BALLS: usize = 1 << 14;
    const URNS: usize = 1 << 20;
    let mut taken = vec![false; URNS];
    let mut hits = 0;
    for _ in 0..BALLS {
        let urn = (0..5).fold(0, |urn, _| urn * 16 + ((generator.unit() * 16.0) as usize).min(15));
        hits += u64::from(std::mem::replace(&mut taken[urn], true));
    }
    let (balls, urns) = (BALLS as f64, URNS as f64);
    let mean = balls - urns * (1.0 - libm::pow(1.0 - 1.0 / urns, balls));
    Finding { test: "collision", statistic: hits as f64, p: poisson_tail(hits, mean) }
}

/// Birthdays in a year of 2^24 days: among the distances between 512 sorted birthdays two are equal about twice
/// (n³ / 4m); over 200 years the count is a Poisson number with mean 400.
pub(super) fn birthday_spacings(generator: &mut Generator) -> Finding {
    const PEOPLE: usize = 512;
    const DAYS: f64 = (1u64 << 24) as f64;
    const YEARS: usize = 200;
    let mut equal = 0;
    for _ in 0..YEARS {
        let mut days: Vec<u64> = (0..PEOPLE).map(|_| (generator.unit() * DAYS) as u64).collect();
        days.sort_unstable();
        let mut spaces: Vec<u64> = days.windows(2).map(|w| w[1] - w[0]).collect();
        spaces.push(days[0] + DAYS as u64 - days[PEOPLE - 1]);
        spaces.sort_unstable();
        equal += spaces.windows(2).filter(|w| w[0] == w[1]).count() as u64;
    }
    let people = PEOPLE as f64;
    let mean = people * people * people / (4.0 * DAYS) * YEARS as f64;
    Finding { test: "birthday spacings", statistic: equal as f64, p: poisson_tail(equal, mean) }
}
