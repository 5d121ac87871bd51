//! Pyramids: levels of players who share a rank, each level larger than the one above.
//!
//! A peer match is between two of the same level; its winner earns the right to challenge, the other side has it no
//! more. A challenge match spends that right: a challenger who wins swaps levels with the holder, whose own right is
//! lost; a tie changes no level. Peer matches need a winner, else a level would send up too few challengers.
//!
//! * [`KingOfTheHill`]: n = 2^m - 1 players on levels of 1, 2, 4, ...; from the bottom, peers meet and their winners
//!   challenge the level above. n - 1 matches in 2(m - 1) rounds; of transitive players the best ends on top.
//! * [`Season`]: levels of 1, 2, 3, ... players; peers meet everywhere, then winners challenge, in turn. Rights left over
//!   expire after the challenges, so that nobody lives on an old win.

use crate::format::{Bout, Format, Outcome, Player, Settled};
use crate::table::Tally;
use wold_chance::{Seed, Stream};

/// Levels and the right to challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pyramid {
    levels: Vec<Vec<Player>>,
    level_of: Vec<usize>,
    peer_winner: Vec<bool>,
}

impl Pyramid {
    /// Fills levels of these sizes by lot.
    fn new(sizes: &[usize], seed: Seed) -> Self {
        let players: usize = sizes.iter().sum();
        let mut order: Vec<Player> = (0..players as u32).map(Player).collect();
        Stream::named(seed, "contest.pyramid", &[]).shuffle(&mut order);
        let mut rest = order.into_iter();
        let levels: Vec<Vec<Player>> = sizes.iter().map(|&size| rest.by_ref().take(size).collect()).collect();
        let mut level_of = vec![0; players];
        for (level, members) in levels.iter().enumerate() {
            for member in members {
                level_of[member.index()] = level;
            }
        }
        Self { levels, level_of, peer_winner: vec![false; players] }
    }

    /// Takes the outcome of a match; two of one level are peers, else the home side holds the level above.
    fn meet(&mut self, home: Player, away: Player, outcome: Outcome) {
        let (h, a) = (home.index(), away.index());
        if self.level_of[h] == self.level_of[a] {
            self.peer_winner[h] = outcome == Outcome::Home;
            self.peer_winner[a] = outcome == Outcome::Away;
            return;
        }
        self.peer_winner[a] = false;
        if outcome == Outcome::Away {
            self.peer_winner[h] = false;
            for (player, other) in [(home, away), (away, home)] {
                let level = &mut self.levels[self.level_of[player.index()]];
                if let Some(place) = level.iter().position(|&member| member == player) {
                    level[place] = other;
                }
            }
            self.level_of.swap(h, a);
        }
    }

    /// Takes somebody in at the bottom.
    fn enter(&mut self) {
        let newcomer = Player(self.level_of.len() as u32);
        let lowest = self.levels.len().saturating_sub(1);
        match self.levels.last_mut() {
            Some(level) if lowest > 0 => {
                level.push(newcomer);
                self.level_of.push(lowest);
            }
            // The only one on top stays alone there.
            _ => {
                self.levels.push(vec![newcomer]);
                self.level_of.push(self.levels.len() - 1);
            }
        }
        self.peer_winner.push(false);
    }

    fn settle(&mut self, round: &[Settled]) {
        for settled in round {
            if let Some((home, away)) = settled.bout.players() {
                self.meet(home, away, settled.outcome);
            }
        }
    }

    fn ranks(&self) -> Vec<u32> {
        let above = |level: usize| self.levels[..level].iter().map(Vec::len).sum::<usize>() as u32;
        self.level_of.iter().map(|&level| above(level)).collect()
    }

    fn challengers(&self, level: usize) -> impl Iterator<Item = Player> {
        self.levels[level].iter().copied().filter(|player| self.peer_winner[player.index()])
    }
}

/// A running king of the hill.
#[derive(Clone, Debug)]
pub struct KingOfTheHill {
    pyramid: Pyramid,
    /// The level whose players meet and then challenge; 0 is the end.
    level: usize,
    challenge: bool,
}

impl KingOfTheHill {
    /// Fills the levels; `players` + 1 must be a power of two.
    #[must_use]
    pub fn new(players: usize, seed: Seed) -> Self {
        let sizes: Vec<usize> = (0..(players + 1).ilog2()).map(|level| 1 << level).collect();
        Self { pyramid: Pyramid::new(&sizes, seed), level: sizes.len() - 1, challenge: false }
    }
}

impl Format for KingOfTheHill {
    fn pair(&self, _gone: &[bool]) -> Vec<Bout> {
        let Some(above) = self.level.checked_sub(1) else { return Vec::new() };
        if !self.challenge {
            return self.pyramid.levels[self.level].chunks_exact(2).map(|p| Bout::of(p[0], p[1])).collect();
        }
        let mut challengers = self.pyramid.challengers(self.level);
        let holders = self.pyramid.levels[above].iter();
        holders.map(|&holder| Bout { home: Some(holder), away: challengers.next() }).collect()
    }

    fn settle(&mut self, round: &[Settled]) {
        self.pyramid.settle(round);
        if self.challenge {
            self.level -= 1;
        }
        self.challenge = !self.challenge;
    }

    fn ties(&self) -> bool {
        self.challenge
    }

    fn ranks(&self, _tallies: &[Tally]) -> Vec<u32> {
        self.pyramid.ranks()
    }
}

/// A running season on a pyramid.
#[derive(Clone, Debug)]
pub struct Season {
    pyramid: Pyramid,
    round: u32,
    rounds: u32,
    seed: Seed,
}

impl Season {
    /// Starts a season of so many rounds.
    #[must_use]
    pub fn new(players: usize, rounds: u32, seed: Seed) -> Self {
        let mut sizes: Vec<usize> = Vec::new();
        let mut left = players;
        while left > sizes.len() {
            sizes.push(sizes.len() + 1);
            left -= sizes.len();
        }
        // What is too little for a level of its own joins the lowest; two players make two levels all the same.
        match sizes.last_mut() {
            Some(lowest) if players != 2 => *lowest += left,
            _ => sizes.extend((left > 0).then_some(left)),
        }
        Self {
            pyramid: Pyramid::new(&sizes, seed),
            round: 0,
            rounds: if players > 1 { rounds } else { 0 },
            seed,
        }
    }

    fn challenging(&self) -> bool {
        self.round % 2 == 1
    }

    fn peers(&self) -> Vec<Bout> {
        let mut stream = Stream::named(self.seed, "contest.pyramid.peers", &[self.round.into()]);
        let mut bouts = Vec::new();
        for level in &self.pyramid.levels {
            let mut members = level.clone();
            stream.shuffle(&mut members);
            bouts.extend(members.chunks(2).map(|p| Bout { home: Some(p[0]), away: p.get(1).copied() }));
        }
        bouts
    }

    fn challenges(&self) -> Vec<Bout> {
        let mut stream = Stream::named(self.seed, "contest.pyramid.challenges", &[self.round.into()]);
        let mut busy = vec![false; self.pyramid.level_of.len()];
        let mut bouts = Vec::new();
        for level in (1..self.pyramid.levels.len()).rev() {
            let mut holders = self.pyramid.levels[level - 1].clone();
            stream.shuffle(&mut holders);
            let free: Vec<Player> = self.pyramid.challengers(level).filter(|p| !busy[p.index()]).collect();
            for (holder, challenger) in holders.into_iter().zip(free) {
                busy[holder.index()] = true;
                busy[challenger.index()] = true;
                bouts.push(Bout::of(holder, challenger));
            }
        }
        let idle = (0..busy.len()).filter(|&p| !busy[p]).map(|p| Bout::bye(Player(p as u32)));
        bouts.extend(idle);
        bouts
    }
}

impl Format for Season {
    fn pair(&self, _gone: &[bool]) -> Vec<Bout> {
        match (self.round < self.rounds, self.challenging()) {
            (false, _) => Vec::new(),
            (true, false) => self.peers(),
            (true, true) => self.challenges(),
        }
    }

    fn settle(&mut self, round: &[Settled]) {
        self.pyramid.settle(round);
        if self.challenging() {
            self.pyramid.peer_winner.fill(false);
        } else {
            // A peer without an opponent may challenge.
            for resting in round.iter().filter(|s| s.bout.away.is_none()).filter_map(|s| s.bout.home) {
                self.pyramid.peer_winner[resting.index()] = true;
            }
        }
        self.round += 1;
    }

    /// A newcomer joins the lowest level.
    fn enter(&mut self) -> bool {
        self.pyramid.enter();
        true
    }

    fn ties(&self) -> bool {
        self.challenging()
    }

    fn ranks(&self, _tallies: &[Tally]) -> Vec<u32> {
        self.pyramid.ranks()
    }
}
