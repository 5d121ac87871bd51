//! A small card game with partners, to see what a detector can see.
//!
//! Everybody pays an ante of 2 and holds a hand, uniform in 0..1. Each may stay for 1 more or fold; the best hand
//! that stayed takes the pot. Alone, one stays with more than [`STAY`]; but with two aggressive bets before, only with more
//! than [`SQUEEZED`]. Partners know each other's hands:
//! * active: if the better of the two stays, both bet aggressively, so others leave the pot to them;
//! * passive: the weaker of the two folds, which saves a chip and changes nothing anybody else could notice.

use super::tables::Table;
use wold_chance::{Seed, Stream};

/// A hand that is worth staying.
pub const STAY: f64 = 0.5;
/// A hand that is worth staying against two who bet aggressively.
pub const SQUEEZED: f64 = 0.9;

/// How two partners play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Each for themselves.
    Honest,
    /// They push others out together.
    Active,
    /// The weaker one gives up.
    Passive,
}

/// Plays tables of four out of `players`. Numbers 0 and 1 are partners of this style and sit together at every fourth
/// table; the rest is drawn.
#[must_use]
pub fn season(players: usize, tables: u32, style: Style, seed: Seed) -> Vec<Table> {
    let mut luck = Stream::named(seed, "contest.poker", &[]);
    let mut all: Vec<usize> = (0..players).collect();
    (0..tables)
        .map(|number| {
            luck.shuffle(&mut all);
            let mut seats: Vec<usize> = all[..4].to_vec();
            if number % 4 == 0 {
                seats = [0, 1].into_iter().chain(all.iter().copied().filter(|&p| p > 1)).take(4).collect();
                luck.shuffle(&mut seats);
            }
            play(&seats, style, &mut luck)
        })
        .collect()
}

fn play(seats: &[usize], style: Style, luck: &mut Stream) -> Table {
    let hands: Vec<f64> = seats.iter().map(|_| luck.unit()).collect();
    let hand_of = |player: usize| seats.iter().position(|&seat| seat == player).map(|at| hands[at]);
    let partners = hand_of(0).zip(hand_of(1));
    let pushing = style == Style::Active && partners.is_some_and(|(a, b)| a.max(b) > STAY);
    let stays: Vec<bool> = seats
        .iter()
        .zip(&hands)
        .map(|(&seat, &hand)| {
            if let (true, Some((a, b))) = (seat < 2, partners) {
                return match style {
                    Style::Honest => hand > STAY,
                    Style::Active => pushing,
                    Style::Passive => hand > STAY && hand >= a.max(b),
                };
            }
            hand > if pushing { SQUEEZED } else { STAY }
        })
        .collect();
    let paid = |at: usize| if stays[at] { 3.0 } else { 2.0 };
    let pot: f64 = (0..seats.len()).map(paid).sum();
    let best = (0..seats.len()).filter(|&at| stays[at]).max_by(|&a, &b| hands[a].total_cmp(&hands[b]));
    let share = |at: usize| match best {
        Some(winner) if winner == at => pot,
        Some(_) => 0.0,
        // Nobody stayed: the antes go back.
        None => 2.0,
    };
    seats.iter().enumerate().map(|(at, &seat)| (seat, share(at) - paid(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{false_alarms, tables::look};
    use super::*;

    /// In how many of 40 seasons the partners are named.
    fn named(style: Style, tables: u32) -> u32 {
        let caught = |season_number: u32| {
            let tables = season(24, tables, style, Seed(u64::from(season_number)));
            let found = look(24, &tables, 20, 0.05);
            u32::from(found.iter().any(|c| c.alarm && (c.first, c.second) == (0, 1)))
        };
        false_alarms(40, caught).with_alarm
    }

    #[test]
    fn chips_are_conserved() {
        for style in [Style::Honest, Style::Active, Style::Passive] {
            for table in season(12, 500, style, Seed(9)) {
                assert!(table.iter().map(|&(_, profit)| profit).sum::<f64>().abs() < 1e-9);
            }
        }
    }

    #[test]
    fn active_partners_are_found_passive_ones_hide_among_the_lucky() {
        let (honest, active, passive) =
            (named(Style::Honest, 10_000), named(Style::Active, 10_000), named(Style::Passive, 10_000));
        assert!(active >= 36, "active partners: {active} of 40");
        assert!(honest <= 4, "honest friends: {honest} of 40");
        assert!(passive <= 14, "passive partners: {passive} of 40");
    }
}
