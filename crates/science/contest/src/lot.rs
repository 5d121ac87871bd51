//! Champions by lot: some rounds of random pairs, then a draw among the winners.
//!
//! With 0 rounds this is random selection, with 1 random pairing, with ⌈lg n⌉ single elimination drawn anew each round.
//! An odd player out goes on, so everybody has a chance. No ties.

use crate::format::{Bout, Format, Player, Settled};
use crate::table::Tally;
use serde::{Deserialize, Serialize};
use wold_chance::weights::Weights;
use wold_chance::{Seed, Stream};

/// How many lots everybody has in the last draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lots {
    /// One each.
    #[default]
    Equal,
    /// The first of n on the entry list n, the last one.
    Rank,
}

/// A running draw.
#[derive(Clone, Debug)]
pub struct Lot {
    players: usize,
    left: Vec<Player>,
    rounds: u32,
    round: u32,
    lots: Lots,
    seed: Seed,
    champion: Option<Player>,
}

impl Lot {
    /// Starts with everybody in.
    #[must_use]
    pub fn new(players: usize, rounds: u32, lots: Lots, seed: Seed) -> Self {
        let left: Vec<Player> = (0..players as u32).map(Player).collect();
        let mut lot = Self { players, left, rounds, round: 0, lots, seed, champion: None };
        lot.draw_if_over();
        lot
    }

    fn draw_if_over(&mut self) {
        if self.round >= self.rounds || self.left.len() < 2 {
            let mut stream = Stream::named(self.seed, "contest.lot.champion", &[]);
            let share = |player: &Player| match self.lots {
                Lots::Equal => 1,
                Lots::Rank => (self.players - player.index()) as u64,
            };
            let drawn = Weights::new(&self.left.iter().map(share).collect::<Vec<_>>());
            self.champion = drawn.ok().map(|weights| self.left[weights.choose(&mut stream)]);
            self.rounds = self.round;
        }
    }
}

impl Format for Lot {
    fn pair(&self, _gone: &[bool]) -> Vec<Bout> {
        if self.round >= self.rounds {
            return Vec::new();
        }
        let mut order = self.left.clone();
        Stream::named(self.seed, "contest.lot.round", &[self.round.into()]).shuffle(&mut order);
        order.chunks(2).map(|pair| Bout { home: Some(pair[0]), away: pair.get(1).copied() }).collect()
    }

    fn settle(&mut self, round: &[Settled]) {
        self.left = round.iter().filter_map(Settled::winner).collect();
        self.round += 1;
        self.draw_if_over();
    }

    fn ties(&self) -> bool {
        false
    }

    fn ranks(&self, _tallies: &[Tally]) -> Vec<u32> {
        (0..self.players as u32)
            .map(|p| match self.champion {
                Some(champion) => u32::from(champion != Player(p)),
                None => u32::from(!self.left.contains(&Player(p))),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn champions_by_lot_are_as_likely_as_their_share() {
        let champions = |lots| {
            let mut count = [0; 3];
            for seed in 0..6000 {
                count[Lot::new(3, 0, lots, Seed(seed)).champion.expect("drawn").index()] += 1;
            }
            count
        };
        for (lots, expected) in [(Lots::Equal, [2000, 2000, 2000]), (Lots::Rank, [3000, 2000, 1000])] {
            let found = champions(lots);
            assert!(found.iter().zip(expected).all(|(&n, e): (&i32, i32)| n.abs_diff(e) < 160), "{found:?}");
        }
    }
}
