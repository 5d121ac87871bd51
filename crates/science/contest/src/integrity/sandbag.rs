//! Somebody who becomes better all of a sudden, as those do who lost on purpose to be underrated.
//!
//! With strengths fitted to all games, each result leaves a residual (what was taken less what was expected, over its
//! spread). For every split of a player's games the mean residual after is compared with the one before; the largest
//! standardised rise is the statistic, and its probability is how often it is reached when the same residuals are put in
//! random order. A quick learner looks the same: this names a jump, not its reason. Splits leave at least five games on
//! either side.

use super::discoveries;
use super::strength::{fit, meetings, odds};
use crate::format::Outcome;
use crate::results::Game;
use serde::Serialize;
use wold_chance::{Seed, Stream};

/// The fewest games before and after a jump.
const SIDE: usize = 5;

/// A player's largest rise.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rise {
    /// Who.
    pub player: usize,
    /// Games before it.
    pub after_games: usize,
    /// The mean residual before, in spreads of one game.
    pub before: f64,
    /// The mean residual after.
    pub after: f64,
    /// How often chance makes such a rise.
    pub probability: f64,
    /// Whether it is an alarm.
    pub alarm: bool,
}

/// Every player with enough games, the least probable first.
#[must_use]
pub fn look(players: usize, games: &[Game], q: f64, seed: Seed) -> Vec<Rise> {
    /// Orders tried for the probability.
    const ORDERS: u32 = 999;
    let strength = fit(players, &meetings(games), &[]);
    let mut residuals = vec![Vec::new(); players];
    for game in games {
        let taken = match game.outcome {
            Outcome::Home => 1.0,
            Outcome::Away => 0.0,
            Outcome::Tie => 0.5,
            Outcome::Neither => continue,
        };
        let p = odds(strength[game.home], strength[game.away]);
        let residual = (taken - p) / (p * (1.0 - p)).sqrt().max(1e-6);
        residuals[game.home].push(residual);
        residuals[game.away].push(-residual);
    }
    let judged = residuals.iter().enumerate().filter(|(_, own)| own.len() >= 2 * SIDE);
    let mut found: Vec<Rise> = judged
        .map(|(player, own)| {
            let (statistic, split) = rise(own);
            let mut luck = Stream::named(seed, "contest.sandbag", &[player as u64]);
            let mut order = own.clone();
            let reached = (0..ORDERS).filter(|_| {
                luck.shuffle(&mut order);
                rise(&order).0 >= statistic
            });
            let probability = (1.0 + reached.count() as f64) / (1.0 + f64::from(ORDERS));
            let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
            let (before, after) = (mean(&own[..split]), mean(&own[split..]));
            Rise { player, after_games: split, before, after, probability, alarm: false }
        })
        .collect();
    let alarms = discoveries(&found.iter().map(|r| r.probability).collect::<Vec<_>>(), found.len(), q);
    for (rise, alarm) in found.iter_mut().zip(alarms) {
        rise.alarm = alarm;
    }
    found.sort_by(|a, b| a.probability.total_cmp(&b.probability));
    found
}

/// The largest rise of the mean over all splits, in its own spread, and where.
fn rise(residuals: &[f64]) -> (f64, usize) {
    let n = residuals.len() as f64;
    let total: f64 = residuals.iter().sum();
    let mut before = residuals[..SIDE - 1].iter().sum::<f64>();
    let mut best = (f64::NEG_INFINITY, SIDE);
    for split in SIDE..=residuals.len() - SIDE {
        before += residuals[split - 1];
        let k = split as f64;
        let statistic = ((total - before) / (n - k) - before / k) / (1.0 / k + 1.0 / (n - k)).sqrt();
        if statistic > best.0 {
            best = (statistic, split);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten equal players; number 3 loses on purpose until the middle and wins most afterwards.
    fn season(seed: u64, hiding: bool) -> Vec<Game> {
        let mut luck = Stream::named(Seed(seed), "season", &[]);
        (0..1500)
            .map(|n| {
                let home = luck.below(10) as usize;
                let away = (home + 1 + luck.below(9) as usize) % 10;
                let own = |player| match hiding && player == 3 {
                    true if n < 750 => 0.4,
                    true => 2.5,
                    false => 1.0,
                };
                let won = luck.chance(odds(own(home), own(away)));
                Game::new(home, away, if won { Outcome::Home } else { Outcome::Away })
            })
            .collect()
    }

    #[test]
    fn somebody_who_hid_their_strength_is_named_alone_and_near_the_turn() {
        let found = look(10, &season(5, true), 0.05, Seed(1));
        assert!(found[0].player == 3 && found[0].alarm, "{:?}", found[0]);
        assert!(found[0].before < 0.0 && found[0].after > 0.0);
        assert!(found[1..].iter().all(|other| !other.alarm), "{:?}", found[1]);
    }

    #[test]
    fn steady_players_are_rarely_named() {
        let alarms = super::super::false_alarms(30, |n| {
            let games = season(u64::from(n), false);
            look(10, &games, 0.05, Seed(2)).iter().filter(|rise| rise.alarm).count() as u32
        });
        assert!(alarms.with_alarm <= 5, "{alarms:?}");
    }
}
