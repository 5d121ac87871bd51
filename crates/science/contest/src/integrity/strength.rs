//! Strengths from results, all at once (Bradley and Terry).
//!
//! Player a beats b with probability s(a)/(s(a) + s(b)); a tie is half a win. The strengths of greatest likelihood by
//! Hunter's minorisation, with two games against a player of strength 1, one won, one lost, added for everybody, so that
//! who won or lost everything has a finite strength. Supports leaving out the games of some pairs.

use crate::format::Outcome;
use crate::results::Game;

/// How many games two players had and what the first of them took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The lower number.
    pub first: usize,
    /// The higher number.
    pub second: usize,
    /// Games.
    pub games: u32,
    /// The first's share, ties half.
    pub taken: f64,
}

/// All pairs who met, in order.
#[must_use]
pub fn meetings(games: &[Game]) -> Vec<Meeting> {
    let mut table = std::collections::BTreeMap::new();
    for game in games {
        let home = match game.outcome {
            Outcome::Home => 1.0,
            Outcome::Away => 0.0,
            Outcome::Tie => 0.5,
            Outcome::Neither => continue,
        };
        let (first, second) = (game.home.min(game.away), game.home.max(game.away));
        let entry = table.entry((first, second)).or_insert((0, 0.0));
        entry.0 += 1;
        entry.1 += if game.home == first { home } else { 1.0 - home };
    }
    let meeting = |((first, second), (games, taken))| Meeting { first, second, games, taken };
    table.into_iter().map(meeting).collect()
}

/// The probability that a player of strength `a` beats one of strength `b`.
#[must_use]
pub fn odds(a: f64, b: f64) -> f64 {
    a / (a + b)
}

/// Strengths of `players` from their meetings, those of the pairs `without` left out.
#[must_use]
pub fn fit(players: usize, meetings: &[Meeting], without: &[(usize, usize)]) -> Vec<f64> {
    const STEPS: usize = 200;
    let counted: Vec<&Meeting> =
        meetings.iter().filter(|m| !without.contains(&(m.first, m.second))).collect();
    let mut wins = vec![1.0; players];
    for m in &counted {
        wins[m.first] += m.taken;
        wins[m.second] += f64::from(m.games) - m.taken;
    }
    let mut strength = vec![1.0_f64; players];
    for _ in 0..STEPS {
        let mut load: Vec<f64> = strength.iter().map(|s| 2.0 / (s + 1.0)).collect();
        for m in &counted {
            let share = f64::from(m.games) / (strength[m.first] + strength[m.second]);
            load[m.first] += share;
            load[m.second] += share;
        }
        let mut change = 0.0_f64;
        for player in 0..players {
            let next = wins[player] / load[player];
            change = change.max((next / strength[player] - 1.0).abs());
            strength[player] = next;
        }
        if change < 1e-9 {
            break;
        }
    }
    strength
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::{Seed, Stream};

    #[test]
    fn strengths_that_made_the_results_are_found_again() {
        let real = [4.0, 2.0, 1.0, 0.5];
        let mut luck = Stream::named(Seed(3), "test", &[]);
        let games: Vec<Game> = (0..20_000)
            .map(|n| {
                let (home, away) = (n % 4, (n + 1 + n / 4 % 3) % 4);
                let won = luck.chance(odds(real[home], real[away]));
                Game::new(home, away, if won { Outcome::Home } else { Outcome::Away })
            })
            .collect();
        let found = fit(4, &meetings(&games), &[]);
        for (a, b) in [(0, 1), (1, 2), (2, 3)] {
            assert!((odds(found[a], found[b]) - odds(real[a], real[b])).abs() < 0.02, "{found:?}");
        }
    }

    #[test]
    fn who_won_everything_has_a_finite_strength() {
        let games: Vec<Game> = (0..50).map(|_| Game::new(0, 1, Outcome::Home)).collect();
        let found = fit(2, &meetings(&games), &[]);
        assert!(found[0].is_finite() && found[0] > 5.0 && found[1] > 0.0, "{found:?}");
        let without = fit(2, &meetings(&games), &[(0, 1)]);
        assert!((without[0] - without[1]).abs() < 1e-9);
    }
}
