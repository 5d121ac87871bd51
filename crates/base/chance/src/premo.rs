//! The Premo card trick: how much order a few riffles leave.
//!
//! A deck is riffled k times, the top card is looked at and put back near the middle. The magician guesses it: a deck
//! after k riffles consists of at most 2^k rising runs, and the moved card breaks them. Cards are ranked by whether
//! taking them out lowers the number of times the deck must be gone through to read it in order (cyclically), then by
//! how far they lie from their neighbours in value. Success falls off a cliff between three and five riffles.

use crate::shuffle::{coins, riffle};
use crate::{Seed, Stream};

/// Cards in the deck.
const CARDS: usize = 52;

/// How often the magician is right.
#[derive(Clone, Debug, PartialEq)]
pub struct Premo {
    /// Riffles before the card is moved.
    pub riffles: u32,
    /// Decks tried.
    pub trials: u32,
    /// Share of decks guessed right within one, two, three … guesses.
    pub within: Vec<f64>,
}

/// Plays the trick `trials` times and counts hits within up to `guesses` guesses.
#[must_use]
pub fn premo(seed: Seed, riffles: u32, trials: u32, guesses: usize) -> Premo {
    let guesses = guesses.clamp(1, CARDS);
    let mut hits = vec![0u32; guesses];
    for trial in 0..trials {
        let mut stream = Stream::named(seed, "premo", &[u64::from(riffles), u64::from(trial)]);
        let mut deck: Vec<usize> = (0..CARDS).collect();
        for _ in 0..riffles {
            deck = riffle(&mut stream, &deck);
        }
        let card = deck.remove(0);
        deck.insert(coins(&mut stream, CARDS - 1), card);
        if let Some(rank) = ranking(&deck).iter().take(guesses).position(|&c| c == card) {
            hits[rank..].iter_mut().for_each(|h| *h += 1);
        }
    }
    let within = hits.into_iter().map(|h| f64::from(h) / f64::from(trials.max(1))).collect();
    Premo { riffles, trials, within }
}

/// Cards in the order the magician would name them.
#[must_use]
pub fn ranking(deck: &[usize]) -> Vec<usize> {
    let n = deck.len();
    let mut place = vec![0; n];
    for (at, &card) in deck.iter().enumerate() {
        place[card] = at;
    }
    let turns = |a: usize, b: usize| i32::from(place[b] < place[a]);
    let gap = |a: usize, b: usize| (place[b] + n - place[a]) % n;
    let mut cards: Vec<usize> = (0..n).collect();
    cards.sort_by_key(|&card| {
        let (before, after) = ((card + n - 1) % n, (card + 1) % n);
        let saved = turns(before, card) + turns(card, after) - turns(before, after);
        std::cmp::Reverse((saved, gap(before, card) + gap(card, after)))
    });
    cards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_rates_come_out() {
        let rates = |k| premo(Seed(1), k, 20_000, 2).within;
        for (riffles, one, two) in
            [(2, 0.997, 1.0), (3, 0.839, 0.943), (4, 0.288, 0.471), (5, 0.088, 0.167), (7, 0.031, 0.059)]
        {
            let seen = rates(riffles);
            assert!((seen[0] - one).abs() < 0.012, "{riffles} riffles, one guess: {}", seen[0]);
            assert!((seen[1] - two).abs() < 0.014, "{riffles} riffles, two guesses: {}", seen[1]);
        }
    }
}
