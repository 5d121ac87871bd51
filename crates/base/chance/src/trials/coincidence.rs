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
    Finding { test: "collision", statistic: hits as f64, p: Some(poisson_tail(hits, mean)) }
}

/// Repeats expected among the distances between sorted birthdays. Two of n distances in a year of d days are equal with chance (n − 1) / 2d, for
/// their sum has the density of uniform spacings; three equal ones make three pairs but two repeats, so the triples, about n⁵ / 18d² of
/// them, are taken off. The usual n³ / 4d is more by almost one in a hundred, which many years show.
fn repeats_expected(people: f64, days: f64) -> f64 {
    let pairs = people * (people - 1.0) * (people - 1.0) / (4.0 * days);
    pairs - libm::pow(people, 5.0) / (18.0 * days * days)
}

/// Birthdays in a year of 2^24 days: among the distances between 512 sorted birthdays two are equal about twice a year; over 200
/// years the count is a Poisson number with mean 397.
pub(super) fn birthday_spacings(generator: &mut Generator) -> Finding {
    const PEOPLE: usize = 512;
    const DAYS: f64 = (1u64 << 24) as f64;
    const YEARS: usize = 200;
    let equal: u64 = (0..YEARS).map(|_| repeats(generator, PEOPLE, DAYS)).sum();
    let mean = repeats_expected(PEOPLE as f64, DAYS) * YEARS as f64;
    Finding { test: "birthday spacings", statistic: equal as f64, p: Some(poisson_tail(equal, mean)) }
}

/// Repeats among the distances between the birthdays of one year.
fn repeats(generator: &mut Generator, people: usize, year: f64) -> u64 {
    let mut days: Vec<u64> = (0..people).map(|_| (generator.unit() * year) as u64).collect();
    days.sort_unstable();
    let mut spaces: Vec<u64> = days.windows(2).map(|w| w[1] - w[0]).collect();
    spaces.push(days[0] + year as u64 - days[people - 1]);
    spaces.sort_unstable();
    spaces.windows(2).filter(|w| w[0] == w[1]).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn birthdays_repeat_their_distances_as_often_as_expected() {
        const YEARS: u64 = 40_000;
        let mut generator =
            "pcg".parse::<crate::generator::Recipe>().expect("known").start(1).expect("starts");
        let (people, year) = (64, 65_536.0);
        let found =
            (0..YEARS).map(|_| repeats(&mut generator, people, year)).sum::<u64>() as f64 / YEARS as f64;
        let expected = repeats_expected(people as f64, year);
        // Four deviations of the mean; n³ / 4d lies nine away.
        let off = 4.0 * libm::sqrt(expected / YEARS as f64);
        assert!((found - expected).abs() < off, "{found} against {expected}");
    }
}
