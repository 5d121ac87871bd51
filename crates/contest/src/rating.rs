//! Ratings from results, match by match, by the formulas of the crate `skillratings`.
//!
//! Elo (K = 32, from 1000), Glicko-2 (τ = 0.5, each match its own rating period), TrueSkill and Weng-Lin (Bradley-Terry,
//! full pair), each with the default parameters. Matches nobody came to do not count.

use crate::format::Outcome;
use crate::results::Game;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::elo::{EloConfig, EloRating, elo};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use skillratings::trueskill::{TrueSkillConfig, TrueSkillRating, trueskill};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin};

/// A way to rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// A number.
    Elo,
    /// A number, its deviation and its volatility.
    Glicko2,
    /// A normal belief, by factor graphs.
    Trueskill,
    /// A normal belief, by Bayesian approximation.
    WengLin,
}

/// What is known of one player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// How good.
    pub rating: f64,
    /// How sure: the standard deviation, where the system has one.
    pub uncertainty: Option<f64>,
    /// Matches rated.
    pub matches: u32,
}

/// The ratings of `players` after these games, which name players below that number.
///
/// ```
/// use wold_contest::rating::{System, rate};
/// use wold_contest::{Outcome, results::Game};
/// let rated = rate(System::Elo, 2, &[Game { home: 0, away: 1, outcome: Outcome::Home }]);
/// assert_eq!(rated[0].rating, 1016.0);
/// ```
#[must_use]
pub fn rate(system: System, players: usize, games: &[Game]) -> Vec<Rating> {
    match system {
        System::Elo => {
            let config = EloConfig::new();
            run(players, games, EloRating::new(), |a, b, o| elo(a, b, o, &config), |r| (r.rating, None))
        }
        System::Glicko2 => {
            let config = Glicko2Config::new();
            let play = |a: &_, b: &_, o: &_| glicko2(a, b, o, &config);
            run(players, games, Glicko2Rating::new(), play, |r| (r.rating, Some(r.deviation)))
        }
        System::Trueskill => {
            let config = TrueSkillConfig::new();
            let play = |a: &_, b: &_, o: &_| trueskill(a, b, o, &config);
            run(players, games, TrueSkillRating::new(), play, |r| (r.rating, Some(r.uncertainty)))
        }
        System::WengLin => {
            let config = WengLinConfig::new();
            let play = |a: &_, b: &_, o: &_| weng_lin(a, b, o, &config);
            run(players, games, WengLinRating::new(), play, |r| (r.rating, Some(r.uncertainty)))
        }
    }
}

fn run<R: Copy>(
    players: usize,
    games: &[Game],
    fresh: R,
    play: impl Fn(&R, &R, &Outcomes) -> (R, R),
    show: impl Fn(&R) -> (f64, Option<f64>),
) -> Vec<Rating> {
    let mut table = vec![(fresh, 0); players];
    for game in games {
        let outcome = match game.outcome {
            Outcome::Home => Outcomes::WIN,
            Outcome::Away => Outcomes::LOSS,
            Outcome::Tie => Outcomes::DRAW,
            Outcome::Neither => continue,
        };
        let (home, away) = play(&table[game.home].0, &table[game.away].0, &outcome);
        table[game.home] = (home, table[game.home].1 + 1);
        table[game.away] = (away, table[game.away].1 + 1);
    }
    let line = |(rated, matches): &(R, u32)| {
        let (rating, uncertainty) = show(rated);
        Rating { rating, uncertainty, matches: *matches }
    };
    table.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::single;
    use wold_chance::{Seed, Stream};

    #[test]
    fn every_system_puts_players_of_known_strength_in_order() {
        let n = 6;
        let mut luck = Stream::named(Seed(4), "test", &[]);
        let games: Vec<Game> = (0..6000)
            .map(|_| {
                let home = luck.below(n) as usize;
                let away = (home + 1 + luck.below(n - 1) as usize) % n as usize;
                let won = luck.chance(single(home, away, n as usize));
                Game { home, away, outcome: if won { Outcome::Home } else { Outcome::Away } }
            })
            .collect();
        for system in [System::Elo, System::Glicko2, System::Trueskill, System::WengLin] {
            let rated = rate(system, n as usize, &games);
            assert!(rated[0].rating > rated[2].rating && rated[2].rating > rated[5].rating, "{system:?}");
            assert_eq!(rated.iter().map(|r| r.matches).sum::<u32>(), 12_000);
            assert_eq!(rated[0].uncertainty.is_some(), system != System::Elo);
        }
    }

    #[test]
    fn a_first_glicko_2_match_moves_both_by_the_same_and_makes_them_surer() {
        let rated = rate(System::Glicko2, 2, &[Game { home: 0, away: 1, outcome: Outcome::Home }]);
        assert!(
            (rated[0].rating - 1662.2).abs() < 0.5 && (rated[1].rating - 1337.8).abs() < 0.5,
            "{rated:?}"
        );
        assert!(rated.iter().all(|r| r.uncertainty < Some(350.0)));
    }
}
