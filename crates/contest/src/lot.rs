//! Champions by lot: some rounds of random pairs, then a draw among the winners.
//!
//! With 0 rounds this is random selection, with 1 random pairing, with ⌈lg n⌉ single elimination drawn anew each round.
//! An odd player out goes on, so everybody has a chance. No ties.

use crate::format::{Bout, Format, Player, Settled};
use crate::table::Tally;
use wold_chance::{Seed, Stream};

/// A running draw.
#[derive(Clone, Debug)]
pub struct Lot {
    players: usize,
    left: Vec<Player>,
    rounds: u32,
    round: u32,
    seed: Seed,
    champion: Option<Player>,
}

impl Lot {
    /// Starts with everybody in.
    #[must_use]
    pub fn new(players: usize, rounds: u32, seed: Seed) -> Self {
        let left: Vec<Player> = (0..players as u32).map(Player).collect();
        let mut lot = Self { players, left, rounds, round: 0, seed, champion: None };
        lot.draw_if_over();
        lot
    }

    fn draw_if_over(&mut self) {
        if self.round >= self.rounds || self.left.len() < 2 {
            let mut stream = Stream::named(self.seed, "contest.lot.champion", &[]);
            self.champion = stream.pick(&self.left).copied();
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
