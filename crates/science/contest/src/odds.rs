//! How likely the better one wins: a series, a whole tournament.
//!
//! Model: of n players, the one of rank p beats the one of rank q with probability ½(1 + (q - p)/n).
//! A series of best of m = 2k - 1 is won with Σ_{j<k} C(k-1+j, j) w^k (1-w)^j.

use crate::desk::{Contest, ContestError, Report};
use crate::plan::Plan;
use serde::Serialize;
use std::ops::Range;
use wold_chance::{Seed, Stream};

/// The probability that rank `p` of `n` beats rank `q`.
#[must_use]
pub fn single(p: usize, q: usize, n: usize) -> f64 {
    0.5 * (1.0 + (q as f64 - p as f64) / n as f64)
}

/// The probability to win best of `m`, odd, with `w` in each game.
///
/// ```
/// use wold_contest::odds::best_of;
/// assert!((best_of(3, 0.625) - 0.683594).abs() < 1e-6);
/// ```
#[must_use]
pub fn best_of(m: u32, w: f64) -> f64 {
    let k = m.div_ceil(2);
    // Each term is the one before times (k-1+j)/j · (1-w).
    let (mut term, mut sum) = (w.powi(k as i32), 0.0);
    for j in 0..k {
        sum += term;
        term *= f64::from(k + j) / f64::from(j + 1) * (1.0 - w);
    }
    sum
}

/// Counts over simulated tournaments; sums of whole numbers, so parts can be added in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sample {
    /// Tournaments played.
    pub trials: u64,
    /// Tournaments in which rank 0 alone came out on top.
    pub best_won: u64,
    /// Matches of all tournaments.
    pub matches: u64,
    /// Rounds of all tournaments.
    pub rounds: u64,
    /// Matches the champions played.
    pub champion_matches: u64,
    /// Tournaments that ended with several on top.
    pub shared: u64,
}

impl Sample {
    /// Plays the trials of this range. Player i of the entry list has rank i. A trial's draws depend only on the seed and
    /// its number.
    pub fn play(
        plan: &Plan,
        players: usize,
        best_of: u32,
        seed: Seed,
        trials: Range<u64>,
    ) -> Result<Self, ContestError> {
        let mut sample = Self::default();
        for trial in trials {
            let mut luck = Stream::named(seed, "contest.trial", &[trial]);
            let mut contest = Contest::new(*plan, players, best_of, seed.child("contest.trial", &[trial]))?;
            while !contest.finished() {
                for game in contest.next() {
                    let odds = single(game.home.index(), game.away.index(), players);
                    let mut wins = [0; 2];
                    while wins.iter().all(|&wins| wins < best_of.div_ceil(2)) {
                        let report = if luck.chance(odds) { Report::Home } else { Report::Away };
                        wins[usize::from(report == Report::Away)] += 1;
                        contest.report(game.id, report)?;
                    }
                }
            }
            sample.count(&contest);
        }
        Ok(sample)
    }

    /// Both samples together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            trials: self.trials + other.trials,
            best_won: self.best_won + other.best_won,
            matches: self.matches + other.matches,
            rounds: self.rounds + other.rounds,
            champion_matches: self.champion_matches + other.champion_matches,
            shared: self.shared + other.shared,
        }
    }

    fn count(&mut self, contest: &Contest) {
        let standings = contest.standings();
        let shared = standings.get(1).is_some_and(|second| second.rank == 0);
        let tally = standings[0].tally;
        self.trials += 1;
        self.best_won += u64::from(!shared && standings[0].player.0 == 0);
        self.shared += u64::from(shared);
        self.matches += u64::from(contest.matches());
        self.rounds += u64::from(contest.rounds());
        self.champion_matches += u64::from(tally.wins + tally.losses + tally.ties);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_have_the_known_probabilities() {
        for (p, q, w, three, five) in [
            (0, 15, 0.96875, 0.997_131, 0.999_709),
            (0, 1, 0.53125, 0.546_814, 0.558_441),
            (3, 7, 0.625, 0.683_594, 0.724_792),
        ] {
            assert!((single(p, q, 16) - w).abs() < 1e-12);
            assert!((best_of(1, w) - w).abs() < 1e-12);
            assert!((best_of(3, w) - three).abs() < 1e-6);
            assert!((best_of(5, w) - five).abs() < 1e-6);
        }
    }

    #[test]
    fn simulated_series_agree_with_the_formula() {
        let plan = Plan::SingleElimination(Default::default());
        let sample = Sample::play(&plan, 2, 5, Seed(1), 0..20_000).expect("a cup of two");
        let share = sample.best_won as f64 / sample.trials as f64;
        let expected = best_of(5, single(0, 1, 2));
        assert!((share - expected).abs() < 0.01, "{share} {expected}");
    }

    #[test]
    fn parts_of_a_sample_add_up_to_the_whole() {
        let plan = Plan::DoubleElimination { seeding: Default::default() };
        let play = |range| Sample::play(&plan, 8, 1, Seed(5), range).expect("eight players");
        assert_eq!(play(0..30).and(play(30..100)), play(0..100));
    }
}
