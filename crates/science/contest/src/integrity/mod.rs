//! Integrity: who plays together too often and profits too much, who throws matches, who hides what they can.
//!
//! Nothing here proves anything. Each test gives a probability under honest play, and [`false_alarms`] says by simulation
//! how often honest players would be named; many pairs are tested at once, so alarms are chosen by Benjamini and Hochberg's
//! rule: of those named, at most the share q is innocent on average.
//!
//! * [`pairs`]: two-player results: a side that takes more from one opponent than its strength explains, and pairs that
//!   meet more often than chance.
//! * [`tables`]: games of many at a table: pairs that share tables and profit together; [`poker`] makes such data, honest
//!   and not, and shows that passive collusion leaves hardly a trace.
//! * [`fixing`]: which thrown matches would help whom, in any format.
//! * [`sandbag`]: a player who becomes better all of a sudden.

pub mod fixing;
pub mod pairs;
pub mod poker;
pub mod sandbag;
pub mod strength;
pub mod tables;

/// Which of these probabilities are alarms when at most the share `q` of alarms may be false (Benjamini-Hochberg). Tests
/// that were not reported, because they could not have been alarms, count in `tests`.
///
/// ```
/// use wold_contest::integrity::discoveries;
/// assert_eq!(discoveries(&[0.001, 0.2, 0.012], 4, 0.05), [true, false, true]);
/// ```
#[must_use]
pub fn discoveries(probabilities: &[f64], tests: usize, q: f64) -> Vec<bool> {
    let mut sorted: Vec<f64> = probabilities.to_vec();
    sorted.sort_by(f64::total_cmp);
    let allowed = |place: usize| q * (place + 1) as f64 / tests.max(sorted.len()) as f64;
    let limit =
        (0..sorted.len()).rev().find(|&place| sorted[place] <= allowed(place)).map(|place| sorted[place]);
    probabilities.iter().map(|&p| limit.is_some_and(|limit| p <= limit)).collect()
}

/// The probability that a standard normal is at least `z`.
pub(crate) fn upper_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z / std::f64::consts::SQRT_2)
}

/// The probability that a Poisson count with this mean is at least `count`.
pub(crate) fn at_least(count: u64, mean: f64) -> f64 {
    if count == 0 || !mean.is_finite() || mean <= 0.0 {
        return if count == 0 { 1.0 } else { 0.0 };
    }
    // The terms of the tail fall from here on if it lies above the mean, else those below it are taken off.
    let term = |k: u64| libm::exp(k as f64 * libm::log(mean) - mean - libm::lgamma(k as f64 + 1.0));
    if (count as f64) > mean {
        let terms = (count..).map(term).scan(0.0, |sum: &mut f64, term| {
            *sum += term;
            Some((*sum, term))
        });
        terms.take_while(|&(sum, term)| term > 1e-17 * sum).last().map_or(0.0, |(sum, _)| sum)
    } else {
        (1.0 - (0..count).map(term).sum::<f64>()).max(0.0)
    }
}

/// How often honest players are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct FalseAlarms {
    /// Honest seasons simulated.
    pub seasons: u32,
    /// Of them, those in which anybody was named.
    pub with_alarm: u32,
    /// Alarms in all of them.
    pub alarms: u32,
}

/// Counts alarms over honest seasons; `alarms` plays the season of a number and says how many were named.
pub fn false_alarms(seasons: u32, mut alarms: impl FnMut(u32) -> u32) -> FalseAlarms {
    let mut total = FalseAlarms { seasons, ..FalseAlarms::default() };
    for season in 0..seasons {
        let named = alarms(season);
        total.alarms += named;
        total.with_alarm += u32::from(named > 0);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_tables() {
        assert!((upper_tail(1.959_964) - 0.025).abs() < 1e-7);
        assert!((at_least(1, 2.0) - (1.0 - (-2.0_f64).exp())).abs() < 1e-12);
        assert!((at_least(10, 4.0) - 0.008_132_243).abs() < 1e-8);
        assert!((at_least(3, 4.0) - 0.761_896_694).abs() < 1e-8);
        assert_eq!((at_least(0, 4.0), at_least(5, 0.0)), (1.0, 0.0));
        assert!(at_least(100_000, 99_000.0) < 0.001);
    }

    #[test]
    fn of_many_tests_only_those_that_stand_out_are_discoveries() {
        let by_chance: Vec<f64> = (1..=100).map(|i| f64::from(i) / 101.0).collect();
        assert!(discoveries(&by_chance, 100, 0.05).iter().all(|&alarm| !alarm));
        assert_eq!(discoveries(&[1e-9, 0.5], 100, 0.05), [true, false]);
        assert!(discoveries(&[], 0, 0.05).is_empty());
    }
}
