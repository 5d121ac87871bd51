//! Single elimination: who loses is out.
//!
//! n players need n - 1 matches in ⌈lg n⌉ rounds; byes are only in the first. No ties. Players rank by the round they
//! lost in; those who lost in the same round share a rank, so only the champion's place is earned against everybody.

use crate::format::{Bout, Format, Player, Settled};
use crate::seeding::{Seeding, bracket};
use crate::table::{Tally, ranks_by};
use wold_chance::Seed;

/// A running cup.
#[derive(Clone, Debug)]
pub struct Single {
    seats: Vec<Option<Player>>,
    /// The round each player went out in, counted from 1; infinite for those still in.
    out: Vec<f64>,
    round: u32,
}

impl Single {
    /// Seats the players.
    #[must_use]
    pub fn new(seeding: Seeding, players: usize, seed: Seed) -> Self {
        Self { seats: bracket(seeding, players, seed), out: vec![f64::INFINITY; players], round: 0 }
    }
}

impl Format for Single {
    fn pair(&self, _gone: &[bool]) -> Vec<Bout> {
        pairs(&self.seats)
    }

    fn settle(&mut self, round: &[Settled]) {
        self.round += 1;
        self.seats = round.iter().map(Settled::winner).collect();
        for settled in round {
            for side in [settled.bout.home, settled.bout.away].into_iter().flatten() {
                if settled.winner() != Some(side) {
                    self.out[side.index()] = f64::from(self.round);
                }
            }
        }
    }

    fn ties(&self) -> bool {
        false
    }

    fn ranks(&self, _tallies: &[Tally]) -> Vec<u32> {
        ranks_by(&self.out.iter().map(|&round| vec![round]).collect::<Vec<_>>())
    }
}

/// Neighbours of a bracket meet.
pub(crate) fn pairs(seats: &[Option<Player>]) -> Vec<Bout> {
    seats.chunks_exact(2).map(|pair| Bout { home: pair[0], away: pair[1] }).collect()
}
