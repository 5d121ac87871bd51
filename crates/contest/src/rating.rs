//! Ratings from results, match by match, by the formulas of the crate `skillratings`.
//!
//! Elo (K = 32, from 1000), Glicko-2 (τ = 0.5, each match its own rating period), TrueSkill and Weng-Lin (Bradley-Terry,
//! full pair), each with the default parameters. Matches nobody came to do not count.
//!
//! Time passes in periods. Who played nothing in a period is known less surely after it: Glicko-2 widens the deviation by
//! the volatility, TrueSkill and Weng-Lin widen the uncertainty by a hundredth of a newcomer's (in squares), never beyond
//! a newcomer's. Elo has no uncertainty and forgets nothing.

use crate::format::Outcome;
use crate::results::Game;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::elo::{self, EloConfig, EloRating};
use skillratings::glicko2::{self, Glicko2Config, Glicko2Rating};
use skillratings::trueskill::{self, TrueSkillConfig, TrueSkillRating};
use skillratings::weng_lin::{self, WengLinConfig, WengLinRating};

/// The uncertainty of a newcomer to TrueSkill and Weng-Lin.
const NEWCOMER: f64 = 25.0 / 3.0;

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

impl System {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Elo, Self::Glicko2, Self::Trueskill, Self::WengLin];
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

/// The ratings of `players` after these games, which name players below that number. Between games of different periods
/// time passes.
///
/// ```
/// use wold_contest::rating::{System, rate};
/// use wold_contest::{Outcome, results::Game};
/// let rated = rate(System::Elo, 2, &[Game::new(0, 1, Outcome::Home)]);
/// assert_eq!(rated[0].rating, 1016.0);
/// ```
#[must_use]
pub fn rate(system: System, players: usize, games: &[Game]) -> Vec<Rating> {
    let mut book = Book::new(system, players);
    book.play_all(games, |_, _| {});
    (0..players).map(|player| book.rating(player)).collect()
}

/// What one system believes of a player.
#[derive(Clone, Copy, Debug)]
enum Belief {
    Elo(EloRating),
    Glicko2(Glicko2Rating),
    Trueskill(TrueSkillRating),
    WengLin(WengLinRating),
}

#[derive(Clone, Copy, Debug)]
struct Card {
    belief: Belief,
    matches: u32,
    /// Whether the player played in the running period.
    played: bool,
}

/// A rating list that is kept match by match.
///
/// ```
/// use wold_contest::rating::{Book, System};
/// use wold_contest::{Outcome, results::Game};
/// let mut book = Book::new(System::Glicko2, 2);
/// book.play(&Game::new(0, 1, Outcome::Home));
/// assert!(book.expected(0, 1) > 0.5);
/// ```
#[derive(Clone, Debug)]
pub struct Book {
    cards: Vec<Card>,
    fresh: Card,
    period: u32,
}

impl Book {
    /// Everybody as a newcomer.
    #[must_use]
    pub fn new(system: System, players: usize) -> Self {
        let belief = match system {
            System::Elo => Belief::Elo(EloRating::new()),
            System::Glicko2 => Belief::Glicko2(Glicko2Rating::new()),
            System::Trueskill => Belief::Trueskill(TrueSkillRating::new()),
            System::WengLin => Belief::WengLin(WengLinRating::new()),
        };
        let fresh = Card { belief, matches: 0, played: false };
        Self { cards: vec![fresh; players], fresh, period: 0 }
    }

    /// Takes in one more player.
    pub fn enter(&mut self) {
        self.cards.push(self.fresh);
    }

    /// What is known of a player.
    #[must_use]
    pub fn rating(&self, player: usize) -> Rating {
        let card = &self.cards[player];
        let (rating, uncertainty) = match card.belief {
            Belief::Elo(r) => (r.rating, None),
            Belief::Glicko2(r) => (r.rating, Some(r.deviation)),
            Belief::Trueskill(r) => (r.rating, Some(r.uncertainty)),
            Belief::WengLin(r) => (r.rating, Some(r.uncertainty)),
        };
        Rating { rating, uncertainty, matches: card.matches }
    }

    /// The share of points the home side is expected to take.
    #[must_use]
    pub fn expected(&self, home: usize, away: usize) -> f64 {
        match (self.cards[home].belief, self.cards[away].belief) {
            (Belief::Elo(a), Belief::Elo(b)) => elo::expected_score(&a, &b).0,
            (Belief::Glicko2(a), Belief::Glicko2(b)) => glicko2::expected_score(&a, &b).0,
            (Belief::Trueskill(a), Belief::Trueskill(b)) => {
                trueskill::expected_score(&a, &b, &TrueSkillConfig::new()).0
            }
            (Belief::WengLin(a), Belief::WengLin(b)) => {
                weng_lin::expected_score(&a, &b, &WengLinConfig::new()).0
            }
            _ => unreachable!("a book has one system"),
        }
    }

    /// Takes a result.
    pub fn play(&mut self, game: &Game) {
        let outcome = match game.outcome {
            Outcome::Home => Outcomes::WIN,
            Outcome::Away => Outcomes::LOSS,
            Outcome::Tie => Outcomes::DRAW,
            Outcome::Neither => return,
        };
        let (home, away) = match (self.cards[game.home].belief, self.cards[game.away].belief) {
            (Belief::Elo(a), Belief::Elo(b)) => {
                let (a, b) = elo::elo(&a, &b, &outcome, &EloConfig::new());
                (Belief::Elo(a), Belief::Elo(b))
            }
            (Belief::Glicko2(a), Belief::Glicko2(b)) => {
                let (a, b) = glicko2::glicko2(&a, &b, &outcome, &Glicko2Config::new());
                (Belief::Glicko2(a), Belief::Glicko2(b))
            }
            (Belief::Trueskill(a), Belief::Trueskill(b)) => {
                let (a, b) = trueskill::trueskill(&a, &b, &outcome, &TrueSkillConfig::new());
                (Belief::Trueskill(a), Belief::Trueskill(b))
            }
            (Belief::WengLin(a), Belief::WengLin(b)) => {
                let (a, b) = weng_lin::weng_lin(&a, &b, &outcome, &WengLinConfig::new());
                (Belief::WengLin(a), Belief::WengLin(b))
            }
            _ => unreachable!("a book has one system"),
        };
        for (player, belief) in [(game.home, home), (game.away, away)] {
            let card = &mut self.cards[player];
            *card = Card { belief, matches: card.matches + 1, played: true };
        }
    }

    /// Takes results in their order, lets time pass between periods, and shows each game and the book after it.
    pub fn play_all(&mut self, games: &[Game], mut after: impl FnMut(&Self, &Game)) {
        for game in games {
            while self.period < game.period {
                self.end_period();
            }
            self.play(game);
            after(self, game);
        }
    }

    /// Lets a period pass.
    pub fn end_period(&mut self) {
        self.period += 1;
        let wider = |uncertainty: f64| uncertainty.hypot(0.1 * NEWCOMER).min(NEWCOMER);
        for card in &mut self.cards {
            // A newcomer of whom nothing is known cannot be known less.
            if !std::mem::take(&mut card.played) && card.matches > 0 {
                match &mut card.belief {
                    Belief::Elo(_) => {}
                    Belief::Glicko2(r) => *r = glicko2::decay_deviation(r),
                    Belief::Trueskill(r) => r.uncertainty = wider(r.uncertainty),
                    Belief::WengLin(r) => r.uncertainty = wider(r.uncertainty),
                }
            }
        }
    }
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
                Game::new(home, away, if won { Outcome::Home } else { Outcome::Away })
            })
            .collect();
        for system in System::ALL {
            let rated = rate(system, n as usize, &games);
            assert!(rated[0].rating > rated[2].rating && rated[2].rating > rated[5].rating, "{system:?}");
            assert_eq!(rated.iter().map(|r| r.matches).sum::<u32>(), 12_000);
            assert_eq!(rated[0].uncertainty.is_some(), system != System::Elo);
        }
    }

    #[test]
    fn a_first_glicko_2_match_moves_both_by_the_same_and_makes_them_surer() {
        let rated = rate(System::Glicko2, 2, &[Game::new(0, 1, Outcome::Home)]);
        assert!(
            (rated[0].rating - 1662.2).abs() < 0.5 && (rated[1].rating - 1337.8).abs() < 0.5,
            "{rated:?}"
        );
        assert!(rated.iter().all(|r| r.uncertainty < Some(350.0)));
    }

    #[test]
    fn who_rests_is_known_less_surely_up_to_what_a_newcomer_is() {
        for system in [System::Glicko2, System::Trueskill, System::WengLin] {
            let fresh = Book::new(system, 1).rating(0).uncertainty.expect("has one");
            let mut book = Book::new(system, 3);
            for _ in 0..30 {
                book.play(&Game::new(0, 1, Outcome::Home));
                book.play(&Game::new(1, 0, Outcome::Home));
            }
            let before = book.rating(0);
            book.end_period();
            assert_eq!(book.rating(0), before, "{system:?}: played in that period");
            book.end_period();
            let rested = book.rating(0);
            assert_eq!(rested.rating, before.rating);
            assert!(rested.uncertainty > before.uncertainty, "{system:?}");
            (0..5_000).for_each(|_| book.end_period());
            assert!(
                book.rating(0).uncertainty.is_some_and(|u| u <= fresh + 1e-9 && u > 0.9 * fresh),
                "{system:?}"
            );
        }
    }

    #[test]
    fn expectations_of_both_sides_add_up_to_one_and_favour_the_better() {
        for system in System::ALL {
            let mut book = Book::new(system, 2);
            assert!((book.expected(0, 1) - 0.5).abs() < 1e-6);
            (0..10).for_each(|_| book.play(&Game::new(0, 1, Outcome::Home)));
            assert!(book.expected(0, 1) > 0.6, "{system:?}");
            assert!((book.expected(0, 1) + book.expected(1, 0) - 1.0).abs() < 1e-6, "{system:?}");
        }
    }
}
