//! The last turns as this peer played them, to compare with others.

use super::message::{Evidence, MOST_HASHES, PeerId};
use super::simulation::{Component, digest};
use std::collections::VecDeque;
use std::fmt;

/// Turns before a difference that are told with it.
const TOLD: u32 = 8;

/// The first part of a state in which two peers differ, and how it came to that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The other peer.
    pub with: PeerId,
    /// The first turn after which they differ, of those both remember.
    pub turn: u32,
    /// The first part that differs.
    pub component: &'static str,
    /// That part here, turn by turn up to that one.
    pub mine: Vec<(u32, Vec<i32>)>,
    /// That part there.
    pub theirs: Vec<(u32, Vec<i32>)>,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{} differs from peer {} after turn {}", self.component, self.with.0, self.turn)?;
        for ((turn, mine), (_, theirs)) in self.mine.iter().zip(&self.theirs) {
            let mark = if mine == theirs { ' ' } else { '!' };
            writeln!(f, "{mark} turn {turn}: here {mine:?}, there {theirs:?}")?;
        }
        Ok(())
    }
}

/// One turn: the hash of everything, and everything.
#[derive(Clone, Debug)]
struct Entry {
    hash: u32,
    parts: Vec<Component>,
}

/// States after the last turns.
#[derive(Clone, Debug)]
pub struct History {
    first: u32,
    entries: VecDeque<Entry>,
    memory: usize,
}

impl History {
    /// Nothing remembered, turn `first` comes next; `memory` turns are kept.
    #[must_use]
    pub fn new(first: u32, memory: usize) -> Self {
        Self { first, entries: VecDeque::new(), memory }
    }

    /// Writes the next turn down.
    pub fn note(&mut self, parts: Vec<Component>) {
        let hash = parts.iter().fold(0, |hash, part| digest(hash, &part.words));
        self.entries.push_back(Entry { hash, parts });
        if self.entries.len() > self.memory {
            self.entries.pop_front();
            self.first += 1;
        }
    }

    fn entry(&self, turn: u32) -> Option<&Entry> {
        self.entries.get(turn.checked_sub(self.first)? as usize)
    }

    /// The hash after a turn.
    #[must_use]
    pub fn hash(&self, turn: u32) -> Option<u32> {
        self.entry(turn).map(|entry| entry.hash)
    }

    /// Hashes after the last turns, the newest last.
    #[must_use]
    pub fn latest(&self) -> Vec<u32> {
        let skip = self.entries.len().saturating_sub(MOST_HASHES);
        self.entries.iter().skip(skip).map(|entry| entry.hash).collect()
    }

    /// What happened up to a turn, for somebody who differs there.
    #[must_use]
    pub fn evidence(&self, turn: u32) -> Evidence {
        let from = turn.saturating_sub(TOLD - 1).max(self.first);
        let words = |entry: &Entry| entry.parts.iter().map(|part| part.words.clone()).collect();
        Evidence { from, turns: (from..=turn).map_while(|turn| self.entry(turn)).map(words).collect() }
    }

    /// Where this differs from what another peer tells, if it does.
    #[must_use]
    pub fn compare(&self, with: PeerId, told: &Evidence) -> Option<Divergence> {
        let pairs: Vec<(u32, &Entry, &Vec<Vec<i32>>)> = (told.from..)
            .zip(&told.turns)
            .filter_map(|(turn, theirs)| self.entry(turn).map(|mine| (turn, mine, theirs)))
            .collect();
        let (at, component) = pairs.iter().enumerate().find_map(|(at, (_, mine, theirs))| {
            let differs = |n: &usize| theirs.get(*n) != Some(&mine.parts[*n].words);
            Some((at, (0..mine.parts.len()).find(differs)?))
        })?;
        let (turn, entry, _) = pairs[at];
        let told = |words: Option<&Vec<i32>>| words.cloned().unwrap_or_default();
        let so_far = &pairs[..=at];
        Some(Divergence {
            with,
            turn,
            component: entry.parts[component].name,
            mine: so_far.iter().map(|(turn, mine, _)| (*turn, mine.parts[component].words.clone())).collect(),
            theirs: so_far.iter().map(|(turn, _, theirs)| (*turn, told(theirs.get(component)))).collect(),
        })
    }
}
