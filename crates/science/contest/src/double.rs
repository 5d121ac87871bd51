//! Double elimination: who loses twice is out.
//!
//! The losers' bracket takes in the losers of each winners' round, in reversed order every other time so that old
//! opponents meet late. Rounds of n = 2^x: the first of the winners; then, until one is left on each side, a round that
//! halves both brackets and one where the losers' bracket meets those who just dropped into it. Then the final; if the
//! winner of the losers' bracket takes it, both have lost once and the final is played again (bracket reset). So
//! 2n - 2 or 2n - 1 matches. No ties.

use crate::format::{Bout, Format, Player, Settled};
use crate::seeding::{Seeding, bracket};
use crate::single::pairs;
use crate::table::{Tally, ranks_by};
use wold_chance::Seed;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nobody has lost yet.
    First,
    /// Both brackets are halved.
    Halve,
    /// The losers' bracket meets those who dropped.
    Drop,
    Final,
    Reset,
    Over,
}

/// A running double elimination.
#[derive(Clone, Debug)]
pub struct Double {
    winners: Vec<Option<Player>>,
    losers: Vec<Option<Player>>,
    dropped: Vec<Option<Player>>,
    stage: Stage,
    drops: u32,
    round: u32,
    out: Vec<f64>,
}

impl Double {
    /// Seats the players.
    #[must_use]
    pub fn new(seeding: Seeding, players: usize, seed: Seed) -> Self {
        Self {
            winners: bracket(seeding, players, seed),
            losers: Vec::new(),
            dropped: Vec::new(),
            stage: if players > 1 { Stage::First } else { Stage::Over },
            drops: 0,
            round: 0,
            out: vec![f64::INFINITY; players],
        }
    }

    /// Those of these bouts who did not win are out.
    fn put_out(&mut self, bouts: &[Settled]) {
        for settled in bouts {
            for side in [settled.bout.home, settled.bout.away].into_iter().flatten() {
                if settled.winner() != Some(side) {
                    self.out[side.index()] = f64::from(self.round);
                }
            }
        }
    }

    /// Those who lost to somebody fall into the losers' bracket; two who both stayed away are out.
    fn halve_winners(&mut self, bouts: &[Settled]) -> Vec<Option<Player>> {
        self.winners = bouts.iter().map(Settled::winner).collect();
        let absent: Vec<Settled> = bouts.iter().filter(|bout| bout.winner().is_none()).copied().collect();
        self.put_out(&absent);
        bouts.iter().map(Settled::loser).collect()
    }
}

impl Format for Double {
    fn pair(&self, _gone: &[bool]) -> Vec<Bout> {
        match self.stage {
            Stage::First => pairs(&self.winners),
            Stage::Halve => [pairs(&self.winners), pairs(&self.losers)].concat(),
            Stage::Drop => {
                let meet = |(&home, &away)| Bout { home, away };
                self.losers.iter().zip(&self.dropped).map(meet).collect()
            }
            Stage::Final | Stage::Reset => vec![Bout { home: self.winners[0], away: self.losers[0] }],
            Stage::Over => Vec::new(),
        }
    }

    fn settle(&mut self, round: &[Settled]) {
        self.round += 1;
        match self.stage {
            Stage::First => {
                self.losers = self.halve_winners(round);
                self.stage = if self.winners.len() > 1 { Stage::Halve } else { Stage::Final };
            }
            Stage::Halve => {
                let (upper, lower) = round.split_at(self.winners.len() / 2);
                self.dropped = self.halve_winners(upper);
                self.drops += 1;
                if self.drops % 2 == 1 {
                    self.dropped.reverse();
                }
                self.losers = lower.iter().map(Settled::winner).collect();
                self.put_out(lower);
                self.stage = Stage::Drop;
            }
            Stage::Drop => {
                self.losers = round.iter().map(Settled::winner).collect();
                self.put_out(round);
                self.stage = if self.winners.len() > 1 { Stage::Halve } else { Stage::Final };
            }
            Stage::Final | Stage::Reset => {
                let (home, away) = (self.winners[0], self.losers[0]);
                let upset = self.stage == Stage::Final && home.is_some() && round[0].winner() == away;
                if upset && away.is_some() {
                    self.stage = Stage::Reset;
                } else {
                    self.put_out(round);
                    self.stage = Stage::Over;
                }
            }
            Stage::Over => {}
        }
    }

    fn ties(&self) -> bool {
        false
    }

    fn ranks(&self, _tallies: &[Tally]) -> Vec<u32> {
        ranks_by(&self.out.iter().map(|&round| vec![round]).collect::<Vec<_>>())
    }
}
