//! Ladders: everybody holds a rank, a lower one may challenge a higher one.
//!
//! The ladder match: a challenger one or two ranks below who wins swaps ranks with the holder; a tie or a loss changes
//! nothing. Two tournaments are made of it:
//! * [`HillClimbing`]: the last challenges the next above, the winner goes on; n - 1 matches, one at a time. The holder of
//!   the top has then beaten everybody, directly or through others.
//! * [`Season`]: neighbours meet, even and odd ranks in turn. As in odd-even transposition sort, n rounds put n players of
//!   transitive strength in order.

use crate::format::{Bout, Format, Outcome, Player, Settled};
use crate::table::Tally;
use serde::{Deserialize, Serialize};
use wold_chance::{Seed, Stream};

/// Why a challenge is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LadderError {
    /// No such rank.
    #[error("rank {0} is not on the ladder")]
    UnknownRank(usize),
    /// Challenges go one or two ranks up.
    #[error("rank {challenger} cannot challenge rank {holder}: only one or two ranks up")]
    Gap {
        /// Who is challenged.
        holder: usize,
        /// Who challenges.
        challenger: usize,
    },
}

/// Players by rank, the best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ladder(Vec<Player>);

impl Ladder {
    /// A ladder in this order.
    #[must_use]
    pub fn new(order: Vec<Player>) -> Self {
        Self(order)
    }

    /// The players, the best first.
    #[must_use]
    pub fn order(&self) -> &[Player] {
        &self.0
    }

    /// Takes the outcome of a match between the holder of a rank (home) and a challenger below (away).
    ///
    /// ```
    /// use wold_contest::{Outcome, Player, ladder::Ladder};
    /// let mut ladder = Ladder::new(vec![Player(0), Player(1), Player(2)]);
    /// ladder.challenge(0, 2, Outcome::Away)?;
    /// assert_eq!(ladder.order(), [Player(2), Player(1), Player(0)]);
    /// # Ok::<(), wold_contest::ladder::LadderError>(())
    /// ```
    pub fn challenge(
        &mut self,
        holder: usize,
        challenger: usize,
        outcome: Outcome,
    ) -> Result<(), LadderError> {
        if challenger >= self.0.len() {
            return Err(LadderError::UnknownRank(challenger));
        }
        if !(1..=2).contains(&challenger.saturating_sub(holder)) {
            return Err(LadderError::Gap { holder, challenger });
        }
        if outcome == Outcome::Away {
            self.0.swap(holder, challenger);
        }
        Ok(())
    }

    fn ranks(&self) -> Vec<u32> {
        let mut ranks = vec![0; self.0.len()];
        for (rank, player) in self.0.iter().enumerate() {
            ranks[player.index()] = rank as u32;
        }
        ranks
    }
}

/// Who starts where on a ladder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// The first of the entry list on top: a champion defends once.
    #[default]
    Conservative,
    /// By lot.
    Democratic,
    /// The first of the entry list at the bottom: a champion must win n - 1 matches.
    Challenging,
}

impl Start {
    fn ladder(self, players: usize, seed: Seed) -> Ladder {
        let mut order: Vec<Player> = (0..players as u32).map(Player).collect();
        match self {
            Self::Conservative => {}
            Self::Democratic => Stream::named(seed, "contest.ladder", &[]).shuffle(&mut order),
            Self::Challenging => order.reverse(),
        }
        Ladder(order)
    }
}

/// A running climb.
#[derive(Clone, Debug)]
pub struct HillClimbing {
    ladder: Ladder,
    /// The rank of the climber; 0 is the end.
    climber: usize,
}

impl HillClimbing {
    /// Starts at the bottom.
    #[must_use]
    pub fn new(start: Start, players: usize, seed: Seed) -> Self {
        Self { ladder: start.ladder(players, seed), climber: players.saturating_sub(1) }
    }
}

impl Format for HillClimbing {
    fn pair(&self, _gone: &[bool]) -> Vec<Bout> {
        let order = self.ladder.order();
        let holder = self.climber.checked_sub(1);
        holder.map(|holder| Bout::of(order[holder], order[self.climber])).into_iter().collect()
    }

    fn settle(&mut self, round: &[Settled]) {
        for settled in round {
            let met = self.ladder.challenge(self.climber - 1, self.climber, settled.outcome);
            debug_assert!(met.is_ok(), "neighbours may always meet");
        }
        self.climber -= 1;
    }

    fn ties(&self) -> bool {
        true
    }

    fn ranks(&self, _tallies: &[Tally]) -> Vec<u32> {
        self.ladder.ranks()
    }
}

/// A running season on a ladder.
#[derive(Clone, Debug)]
pub struct Season {
    ladder: Ladder,
    round: usize,
    rounds: usize,
}

impl Season {
    /// Starts a season of so many rounds.
    #[must_use]
    pub fn new(start: Start, players: usize, rounds: usize, seed: Seed) -> Self {
        Self { ladder: start.ladder(players, seed), round: 0, rounds: if players > 1 { rounds } else { 0 } }
    }
}

impl Format for Season {
    fn pair(&self, _gone: &[bool]) -> Vec<Bout> {
        if self.round >= self.rounds {
            return Vec::new();
        }
        let (alone, rest) = self.ladder.order().split_at(self.round % 2);
        let bouts = rest.chunks(2).map(|pair| Bout { home: Some(pair[0]), away: pair.get(1).copied() });
        alone.iter().map(|&player| Bout::bye(player)).chain(bouts).collect()
    }

    fn settle(&mut self, round: &[Settled]) {
        let mut rank = 0;
        for settled in round {
            if settled.bout.players().is_none() {
                rank += 1;
                continue;
            }
            let met = self.ladder.challenge(rank, rank + 1, settled.outcome);
            debug_assert!(met.is_ok(), "neighbours may always meet");
            rank += 2;
        }
        self.round += 1;
    }

    /// A newcomer starts at the bottom.
    fn enter(&mut self) -> bool {
        self.ladder.0.push(Player(self.ladder.0.len() as u32));
        true
    }

    fn ties(&self) -> bool {
        true
    }

    fn ranks(&self, _tallies: &[Tally]) -> Vec<u32> {
        self.ladder.ranks()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_goes_one_or_two_ranks_up() {
        let mut ladder = Ladder::new((0..4).map(Player).collect());
        let before = ladder.clone();
        assert_eq!(ladder.challenge(0, 3, Outcome::Away), Err(LadderError::Gap { holder: 0, challenger: 3 }));
        assert_eq!(ladder.challenge(1, 1, Outcome::Away), Err(LadderError::Gap { holder: 1, challenger: 1 }));
        assert_eq!(ladder.challenge(3, 4, Outcome::Away), Err(LadderError::UnknownRank(4)));
        ladder.challenge(0, 1, Outcome::Tie).expect("neighbours meet");
        assert_eq!(ladder, before);
    }
}
