//! Who of those who wait should meet now.
//!
//! The quality of a match is 1 - |2p - 1|, where p is the share the home side is expected to take: 1 for an even match, 0
//! for a walkover. Everybody asks for [`Bounds::first`] at first and for less the longer they wait, down to
//! [`Bounds::least`]; two may meet if the quality is enough for both. Of all such pairings the one of greatest total quality
//! is taken, and waiting adds to the weight of a pair, so nobody is passed over for ever (maximum-weight matching).

use crate::rating::Book;
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;
use serde::{Deserialize, Serialize};

/// What people ask of a match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bounds {
    /// The least quality for somebody who just came.
    pub first: f64,
    /// What is taken off each second of waiting.
    pub patience: f64,
    /// The least quality for anybody.
    pub least: f64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { first: 0.8, patience: 0.01, least: 0.2 }
    }
}

impl Bounds {
    /// What somebody asks for after so many seconds.
    #[must_use]
    pub fn after(&self, seconds: f64) -> f64 {
        (self.first - self.patience * seconds).max(self.least)
    }
}

/// Two who should meet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// Who waited longer.
    pub home: usize,
    /// The other.
    pub away: usize,
    /// How even the match is, 0 to 1.
    pub quality: f64,
}

/// Why somebody cannot wait or leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueueError {
    /// Already there.
    #[error("player {0} waits already")]
    Twice(usize),
    /// Not there.
    #[error("player {0} does not wait")]
    Absent(usize),
    /// Too many.
    #[error("more than {0} cannot wait")]
    Full(usize),
}

/// People who wait for a match.
///
/// ```
/// use wold_contest::matchmaking::{Bounds, Queue};
/// use wold_contest::rating::{Book, System};
/// let book = Book::new(System::Glicko2, 2);
/// let mut queue = Queue::new(Bounds::default());
/// queue.enter(0, 0.0)?;
/// queue.enter(1, 3.0)?;
/// assert_eq!(queue.pair(&book, 3.0).len(), 1);
/// # Ok::<(), wold_contest::matchmaking::QueueError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Queue {
    bounds: Bounds,
    /// Players and the second they came, the longest waiting first.
    waiting: Vec<(usize, f64)>,
}

/// How even a match between two of the book would be.
#[must_use]
pub fn quality(book: &Book, home: usize, away: usize) -> f64 {
    1.0 - (2.0 * book.expected(home, away) - 1.0).abs()
}

impl Queue {
    /// The most who may wait.
    pub const MOST: usize = 10_000;
    /// The longest waiting so many are looked at together.
    const AT_ONCE: usize = 256;

    /// Nobody waits.
    #[must_use]
    pub fn new(bounds: Bounds) -> Self {
        Self { bounds, waiting: Vec::new() }
    }

    /// Lets somebody wait from now on.
    pub fn enter(&mut self, player: usize, now: f64) -> Result<(), QueueError> {
        if self.waiting.iter().any(|&(other, _)| other == player) {
            return Err(QueueError::Twice(player));
        }
        if self.waiting.len() >= Self::MOST {
            return Err(QueueError::Full(Self::MOST));
        }
        self.waiting.push((player, now));
        Ok(())
    }

    /// Lets somebody go.
    pub fn leave(&mut self, player: usize) -> Result<(), QueueError> {
        let place = self.waiting.iter().position(|&(other, _)| other == player);
        self.waiting.remove(place.ok_or(QueueError::Absent(player))?);
        Ok(())
    }

    /// Who waits, the longest first, and since when.
    #[must_use]
    pub fn waiting(&self) -> &[(usize, f64)] {
        &self.waiting
    }

    /// Those who should meet now; they wait no more.
    pub fn pair(&mut self, book: &Book, now: f64) -> Vec<Pairing> {
        let looked_at = &self.waiting[..self.waiting.len().min(Self::AT_ONCE)];
        let mut graph = UnGraph::<(), i128>::with_capacity(looked_at.len(), looked_at.len());
        let nodes: Vec<_> = looked_at.iter().map(|_| graph.add_node(())).collect();
        for (i, &(home, since)) in looked_at.iter().enumerate() {
            for (j, &(away, later)) in looked_at.iter().enumerate().skip(i + 1) {
                let quality = quality(book, home, away);
                if quality >= self.bounds.after(now - since).max(self.bounds.after(now - later)) {
                    let waited = 0.01 * (2.0 * now - since - later);
                    // A million steps tell qualities apart; the matching is exact in whole numbers.
                    graph.add_edge(nodes[i], nodes[j], (1e6 * (1.0 + quality + waited)) as i128);
                }
            }
        }
        let weight = |edge: rustworkx_core::petgraph::graph::EdgeReference<'_, i128>| {
            Ok::<_, std::convert::Infallible>(*edge.weight())
        };
        let Ok(found) = max_weight_matching(&graph, false, weight, false);
        let mut pairs: Vec<(usize, usize)> = found.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        pairs.sort_unstable();
        let of = |&(a, b): &(usize, usize)| {
            let (home, away) = (looked_at[a].0, looked_at[b].0);
            Pairing { home, away, quality: quality(book, home, away) }
        };
        let pairings: Vec<Pairing> = pairs.iter().map(of).collect();
        self.waiting.retain(|&(player, _)| !pairings.iter().any(|p| p.home == player || p.away == player));
        pairings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Outcome;
    use crate::rating::System;
    use crate::results::Game;

    /// Players 0 and 1 are strong, 2 and 3 weak.
    fn book() -> Book {
        let mut book = Book::new(System::Elo, 4);
        for _ in 0..30 {
            for (home, away) in [(0, 2), (1, 3), (0, 3), (1, 2)] {
                book.play(&Game::new(home, away, Outcome::Home));
            }
        }
        book
    }

    #[test]
    fn like_meets_like_while_it_can() {
        let mut queue = Queue::new(Bounds::default());
        for (player, second) in [(0, 0.0), (2, 1.0), (1, 2.0), (3, 3.0)] {
            queue.enter(player, second).expect("not there yet");
        }
        let met: Vec<_> = queue.pair(&book(), 3.0).iter().map(|p| (p.home, p.away)).collect();
        assert_eq!(met, [(0, 1), (2, 3)]);
        assert!(queue.waiting().is_empty());
    }

    #[test]
    fn a_bad_match_is_made_only_after_waiting_and_never_below_the_least() {
        let mut queue = Queue::new(Bounds { least: 0.0, ..Bounds::default() });
        queue.enter(0, 0.0).expect("new");
        queue.enter(2, 0.0).expect("new");
        assert!(queue.pair(&book(), 10.0).is_empty());
        assert_eq!(queue.pair(&book(), 100.0).len(), 1);
        let mut strict = Queue::new(Bounds { least: 0.5, ..Bounds::default() });
        strict.enter(0, 0.0).expect("new");
        strict.enter(2, 0.0).expect("new");
        assert!(strict.pair(&book(), 1e6).is_empty());
        assert_eq!(strict.enter(2, 0.0), Err(QueueError::Twice(2)));
        assert_eq!(strict.leave(3), Err(QueueError::Absent(3)));
        strict.leave(2).expect("waits");
    }
}
