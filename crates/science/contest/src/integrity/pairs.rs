//! Pairs in two-player results: chips handed over, and meetings that are too many.
//!
//! Excess: of n games a pair played, one side took t points; with the strengths fitted without these games it was expected
//! to take n·p with variance n·p(1 - p), to which the uncertainty of the fit is added. Probability of at least this much,
//! by the normal. A pair that hands over matches spoils more than its own test: the games make the one look stronger and the other weaker than they
//! are, so that whoever beats the one, or loses to the other, seems to be handed something as well. So pairs are named one at a time: the least
//! probable of all is named if it is an alarm, its games are left out of the strengths, and all others are judged anew. Co-play: with N games in all, n(a) and n(b) of the two, chance alone would make them meet
//! n(a)·n(b)/(2N - 1) times, about Poisson. Who meets whom is often not chance (a schedule, a ladder): then co-play says
//! nothing, and only the excess should be read; both together are a strong sign.

use super::strength::{Meeting, fit, meetings, odds};
use super::{FalseAlarms, at_least, discoveries, false_alarms, upper_tail};
use crate::format::Outcome;
use crate::results::Game;
use serde::Serialize;
use wold_chance::{Seed, Stream};

/// What is tested and how strictly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watch {
    /// The share of alarms that may be false.
    pub q: f64,
    /// Pairs with fewer games are not judged.
    pub games: u32,
}

impl Default for Watch {
    fn default() -> Self {
        Self { q: 0.05, games: 8 }
    }
}

/// A pair worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Suspicion {
    /// Who profits.
    pub winner: usize,
    /// Who gives.
    pub giver: usize,
    /// Games they had.
    pub games: u32,
    /// Games chance would have given them.
    pub games_expected: f64,
    /// The probability of so many games.
    pub games_probability: f64,
    /// Points the winner took, ties half.
    pub taken: f64,
    /// Points the winner should have taken.
    pub taken_expected: f64,
    /// The probability of taking so much.
    pub taken_probability: f64,
    /// Whether the excess is an alarm.
    pub excess: bool,
    /// Whether the meetings are an alarm.
    pub coplay: bool,
}

/// All judged pairs, the least probable first.
#[must_use]
pub fn look(players: usize, games: &[Game], watch: &Watch) -> Vec<Suspicion> {
    /// Only so many pairs are looked at without their own games, which needs a fit each.
    const CLOSER: usize = 40;
    /// Only so many are named before the rest is judged once and for all.
    const NAMED: usize = 50;
    let met = meetings(games);
    let mut played = vec![0.0; players];
    for m in &met {
        played[m.first] += f64::from(m.games);
        played[m.second] += f64::from(m.games);
    }
    let total: f64 = played.iter().sum::<f64>() / 2.0;
    let judged: Vec<&Meeting> = met.iter().filter(|m| m.games >= watch.games).collect();
    let judge = |m: &Meeting, strength: &[f64]| {
        let p = odds(strength[m.first], strength[m.second]);
        let n = f64::from(m.games);
        let home = m.taken >= n * p;
        let (winner, giver) = if home { (m.first, m.second) } else { (m.second, m.first) };
        let (taken, expected) = if home { (m.taken, n * p) } else { (n - m.taken, n * (1.0 - p)) };
        // The fit itself is uncertain by about one game's worth for each of the other games the two had.
        let others = |player: usize| (played[player] - n).max(1.0);
        let fitted = n * n * p * (1.0 - p) * (1.0 / others(winner) + 1.0 / others(giver));
        let spread = (n * p * (1.0 - p) + fitted).sqrt().max(1e-9);
        let games_expected = played[winner] * played[giver] / (2.0 * total - 1.0).max(1.0);
        Suspicion {
            winner,
            giver,
            games: m.games,
            games_expected,
            games_probability: at_least(m.games.into(), games_expected),
            taken,
            taken_expected: expected,
            taken_probability: upper_tail((taken - 0.5 - expected).max(0.0) / spread),
            excess: false,
            coplay: false,
        }
    };
    let (mut left_out, mut named): (Vec<(usize, usize)>, Vec<usize>) = (Vec::new(), Vec::new());
    let (mut found, excess) = loop {
        let strength = fit(players, &met, &left_out);
        let mut found: Vec<Suspicion> = judged.iter().map(|m| judge(m, &strength)).collect();
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by(|&a, &b| found[a].taken_probability.total_cmp(&found[b].taken_probability));
        for &at in order.iter().filter(|at| !named.contains(at)).take(CLOSER) {
            let m = judged[at];
            let without: Vec<_> = left_out.iter().copied().chain([(m.first, m.second)]).collect();
            found[at] = judge(m, &fit(players, &met, &without));
        }
        // Either of the two may be the giver, so each pair is two tests.
        let probabilities: Vec<f64> = found.iter().map(|s| s.taken_probability).collect();
        let excess = discoveries(&probabilities, 2 * found.len(), watch.q);
        let worst = (0..found.len())
            .filter(|at| excess[*at] && !named.contains(at))
            .min_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
        let Some(worst) = worst.filter(|_| named.len() < NAMED) else { break (found, excess) };
        named.push(worst);
        left_out.push((judged[worst].first, judged[worst].second));
    };
    let coplay: Vec<f64> = found.iter().map(|s| s.games_probability).collect();
    let coplay = discoveries(&coplay, players * players.saturating_sub(1) / 2, watch.q);
    for (suspicion, (excess, coplay)) in found.iter_mut().zip(excess.into_iter().zip(coplay)) {
        (suspicion.excess, suspicion.coplay) = (excess, coplay);
    }
    found.sort_by(|a, b| a.taken_probability.total_cmp(&b.taken_probability));
    found
}

/// Honest seasons with the same schedule and the fitted strengths: how often the excess test names anybody.
#[must_use]
pub fn honest(players: usize, games: &[Game], watch: &Watch, seasons: u32, seed: Seed) -> FalseAlarms {
    let met = meetings(games);
    let strength = fit(players, &met, &[]);
    let ties = games.iter().filter(|game| game.outcome == Outcome::Tie).count() as f64;
    let ties = ties / games.len().max(1) as f64;
    false_alarms(seasons, |season| {
        let mut luck = Stream::named(seed, "contest.honest", &[season.into()]);
        let replayed: Vec<Game> = games.iter().map(|game| replay(game, &strength, ties, &mut luck)).collect();
        look(players, &replayed, watch).iter().filter(|suspicion| suspicion.excess).count() as u32
    })
}

/// The same meeting once more, by strength alone.
fn replay(game: &Game, strength: &[f64], ties: f64, luck: &mut Stream) -> Game {
    let outcome = if luck.chance(ties) {
        Outcome::Tie
    } else if luck.chance(odds(strength[game.home], strength[game.away])) {
        Outcome::Home
    } else {
        Outcome::Away
    };
    Game { outcome, ..*game }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A season of random meetings; players 0 and 1 meet more often and 1 throws those matches with a probability.
    fn season(seed: u64, thrown: f64, extra: u32) -> Vec<Game> {
        let mut luck = Stream::named(Seed(seed), "season", &[]);
        let strength: Vec<f64> = (0..20).map(|i| 1.0 + 0.1 * f64::from(i)).collect();
        let meet = |home: usize, away: usize, luck: &mut Stream| {
            let fixed = home == 0 && away == 1 && luck.chance(thrown);
            let won = fixed || luck.chance(odds(strength[home], strength[away]));
            Game::new(home, away, if won { Outcome::Home } else { Outcome::Away })
        };
        let mut games = Vec::new();
        for _ in 0..4000 {
            let home = luck.below(20) as usize;
            let away = (home + 1 + luck.below(19) as usize) % 20;
            games.push(meet(home.min(away), home.max(away), &mut luck));
        }
        for _ in 0..extra {
            games.push(meet(0, 1, &mut luck));
        }
        games
    }

    #[test]
    fn a_pair_that_hands_over_matches_is_named_first_and_the_giver_is_right() {
        let found = look(20, &season(1, 1.0, 30), &Watch::default());
        assert_eq!((found[0].winner, found[0].giver), (0, 1));
        assert!(found[0].excess && found[0].coplay, "{:?}", found[0]);
        assert!(found[1..].iter().all(|other| !other.excess), "{:?}", found[1]);
    }

    #[test]
    fn honest_seasons_raise_an_alarm_about_as_rarely_as_promised() {
        let watch = Watch::default();
        let alarms = false_alarms(60, |n| {
            look(20, &season(100 + u64::from(n), 0.0, 0), &watch).iter().filter(|s| s.excess).count() as u32
        });
        assert!(alarms.with_alarm <= 8, "{alarms:?}");
    }

    #[test]
    fn with_a_dumper_about_innocents_are_named_no_more_often_than_promised() {
        let watch = Watch::default();
        let (mut caught, mut alarms, mut innocents, mut share) = (0, 0, 0, 0.0);
        const SEASONS: u64 = 120;
        for number in 0..SEASONS {
            let found = look(20, &season(1_000 + number, 1.0, 120), &watch);
            let named: Vec<&Suspicion> = found.iter().filter(|s| s.excess).collect();
            let wrong = named.iter().filter(|s| (s.winner, s.giver) != (0, 1)).count();
            caught += usize::from(named.len() > wrong);
            alarms += named.len();
            innocents += wrong;
            share += wrong as f64 / named.len().max(1) as f64;
        }
        assert!(caught as u64 >= SEASONS * 9 / 10, "{caught} of {SEASONS} dumpers are named");
        // The rule promises the mean share of false alarms; three deviations of it are allowed for.
        let mean = share / SEASONS as f64;
        let promised = watch.q + 3.0 * (watch.q * 0.5 / SEASONS as f64).sqrt();
        assert!(mean <= promised, "{innocents} of {alarms} alarms hit innocents, {mean:.3} on average");
        println!("{innocents} of {alarms} alarms hit innocents, {mean:.4} on average; {caught} caught");
    }

    #[test]
    fn simulated_honest_seasons_give_a_rate_for_the_very_schedule() {
        let alarms = honest(20, &season(7, 0.0, 0), &Watch::default(), 20, Seed(1));
        assert_eq!(alarms.seasons, 20);
        assert!(alarms.with_alarm <= 5, "{alarms:?}");
    }
}
