//! Ratings from results, match by match, by the formulas of the crate `skillratings`.
//!
//! Elo (K = 32, from 1000), Glicko-2 (τ = 0.5), TrueSkill and Weng-Lin (Bradley-Terry, full pair), each with the default parameters. Matches
//! nobody came to do not count.
//!
//! Glicko-2 rates a period at once: all its games are judged by what was known when it began (Glickman 2013). A [`Book::by_period`] does so; in
//! any other book each match is a period of its own. The other systems rate match by match.
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
    /// Games of the running period that wait for its end, if the system rates periods at once.
    waiting: Option<Vec<(usize, usize, Outcomes)>>,
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
        Self { cards: vec![fresh; players], fresh, period: 0, waiting: None }
    }

    /// The same for games that say when they were: Glicko-2 rates the games of a period together when it ends.
    #[must_use]
    pub fn by_period(system: System, players: usize) -> Self {
        let waiting = (system == System::Glicko2).then(Vec::new);
        Self { waiting, ..Self::new(system, players) }
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
        if let Some(waiting) = &mut self.waiting {
            waiting.push((game.home, game.away, outcome));
            return;
        }
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

    /// Takes results in their order, lets time pass between periods, and shows each game and the book after it; where a period is
    /// rated at once, after the period.
    pub fn play_all(&mut self, games: &[Game], mut after: impl FnMut(&Self, &Game)) {
        for period in games.chunk_by(|a, b| a.period == b.period) {
            while self.period < period[0].period {
                self.end_period();
            }
            if self.waiting.is_some() {
                period.iter().for_each(|game| self.play(game));
                self.rate_waiting();
                period.iter().for_each(|game| after(self, game));
                continue;
            }
            for game in period {
                self.play(game);
                after(self, game);
            }
        }
    }

    /// Rates the games that wait, all by what was known before any of them.
    fn rate_waiting(&mut self) {
        let Some(waiting) = self.waiting.as_mut().map(std::mem::take) else { return };
        let mut played: std::collections::BTreeMap<usize, Vec<(Glicko2Rating, Outcomes)>> =
            Default::default();
        for (home, away, outcome) in waiting {
            let turned = match outcome {
                Outcomes::WIN => Outcomes::LOSS,
                Outcomes::LOSS => Outcomes::WIN,
                Outcomes::DRAW => Outcomes::DRAW,
            };
            if let (Belief::Glicko2(a), Belief::Glicko2(b)) =
                (self.cards[home].belief, self.cards[away].belief)
            {
                played.entry(home).or_default().push((b, outcome));
                played.entry(away).or_default().push((a, turned));
            }
        }
        for (player, games) in played {
            let card = &mut self.cards[player];
            if let Belief::Glicko2(before) = card.belief {
                let rated = glicko2::glicko2_rating_period(&before, &games, &Glicko2Config::new());
                let matches = card.matches + games.len() as u32;
                *card = Card { belief: Belief::Glicko2(rated), matches, played: true };
            }
        }
    }

    /// Lets a period pass.
    pub fn end_period(&mut self) {
        self.rate_waiting();
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

    /// Glickman's own steps for one player's period, on his scale, as his paper of 2013 writes them.
    fn by_the_paper(
        (rating, deviation, volatility): (f64, f64, f64),
        games: &[(f64, f64, f64)],
    ) -> (f64, f64, f64) {
        const SCALE: f64 = 173.7178;
        const TAU: f64 = 0.5;
        let (mu, phi) = ((rating - 1500.0) / SCALE, deviation / SCALE);
        let g =
            |phi: f64| 1.0 / (1.0 + 3.0 * phi * phi / (std::f64::consts::PI * std::f64::consts::PI)).sqrt();
        let (mut inverse, mut gain) = (0.0, 0.0);
        for &(other, sure, taken) in games {
            let (other, g) = ((other - 1500.0) / SCALE, g(sure / SCALE));
            let expected = 1.0 / (1.0 + (-g * (mu - other)).exp());
            inverse += g * g * expected * (1.0 - expected);
            gain += g * (taken - expected);
        }
        let (v, delta) = (1.0 / inverse, gain / inverse);
        let a = (volatility * volatility).ln();
        let f = |x: f64| {
            let e = x.exp();
            let sum = phi * phi + v + e;
            e * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
        };
        let (mut low, mut high) = (a - 20.0, a + 20.0);
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if f(middle) > 0.0 { low = middle } else { high = middle }
        }
        let volatility = (low / 2.0).exp();
        let star = (phi * phi + volatility * volatility).sqrt();
        let sure = 1.0 / (1.0 / (star * star) + 1.0 / v).sqrt();
        (SCALE * (mu + sure * sure * gain) + 1500.0, SCALE * sure, volatility)
    }

    fn glicko(rating: f64, deviation: f64) -> Card {
        let belief = Belief::Glicko2(Glicko2Rating { rating, deviation, volatility: 0.06 });
        Card { belief, matches: 1, played: false }
    }

    #[test]
    fn a_period_is_rated_as_in_glickmans_example() {
        let mut book = Book::by_period(System::Glicko2, 4);
        let known = [(1500.0, 200.0), (1400.0, 30.0), (1550.0, 100.0), (1700.0, 300.0)];
        book.cards = known.iter().map(|&(rating, deviation)| glicko(rating, deviation)).collect();
        let games = [(1, Outcome::Home), (2, Outcome::Away), (3, Outcome::Away)];
        book.play_all(&games.map(|(away, outcome)| Game::new(0, away, outcome)), |_, _| {});
        let rated = book.rating(0);
        assert!((rated.rating - 1464.06).abs() < 0.01 && rated.matches == 4, "{rated:?}");
        assert!((rated.uncertainty.expect("has one") - 151.52).abs() < 0.01, "{rated:?}");
        let paper = by_the_paper(
            (1500.0, 200.0, 0.06),
            &[(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)],
        );
        assert!((paper.0 - 1464.06).abs() < 0.01 && (paper.1 - 151.52).abs() < 0.01, "{paper:?}");
    }

    #[test]
    fn eight_periods_are_rated_as_the_paper_rates_them_one_after_the_other() {
        let mut luck = Stream::named(Seed(9), "periods", &[]);
        let mut games = Vec::new();
        for period in 0..8 {
            for _ in 0..25 {
                // The last player rests every other period.
                let present = if period % 2 == 0 { 6 } else { 5 };
                let home = luck.below(present) as usize;
                let away = (home + 1 + luck.below(present - 1) as usize) % present as usize;
                let outcome = [Outcome::Home, Outcome::Away, Outcome::Tie][luck.below(3) as usize];
                games.push(Game { period, ..Game::new(home, away, outcome) });
            }
        }
        let mut expected = [(1500.0, 350.0, 0.06); 6];
        for period in 0..8 {
            let before = expected;
            for (player, card) in expected.iter_mut().enumerate() {
                let own: Vec<(f64, f64, f64)> = games
                    .iter()
                    .filter(|game| game.period == period && (game.home == player || game.away == player))
                    .map(|game| {
                        let at_home = game.home == player;
                        let other = before[if at_home { game.away } else { game.home }];
                        let taken = match game.outcome {
                            Outcome::Tie => 0.5,
                            outcome => f64::from(u8::from((outcome == Outcome::Home) == at_home)),
                        };
                        (other.0, other.1, taken)
                    })
                    .collect();
                if own.is_empty() {
                    card.1 = card.1.hypot(173.7178 * card.2);
                } else {
                    *card = by_the_paper(before[player], &own);
                }
            }
        }
        let mut book = Book::by_period(System::Glicko2, 6);
        let mut seen = 0;
        book.play_all(&games, |_, _| seen += 1);
        // Who rested in the last period is known less surely once it is over.
        book.end_period();
        assert_eq!(seen, games.len());
        for (player, paper) in expected.iter().enumerate() {
            let rated = book.rating(player);
            assert!((rated.rating - paper.0).abs() < 0.01, "{player}: {rated:?} {paper:?}");
            assert!(
                (rated.uncertainty.expect("has one") - paper.1).abs() < 0.01,
                "{player}: {rated:?} {paper:?}"
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
