//! Orders of things: uniform, as hands mix cards, and one after the other.
//!
//! * [`shuffle`]: Fisher-Yates; every order equally likely. A generator with a state of k bits can only reach 2^k of
//!   the n! orders: 31 bits do for 12 things, [`crate::Stream`]'s 128 bits for 34, a deck of 52 needs 226.
//! * [`riffle`], [`in_shuffle`], [`out_shuffle`], [`shelf`]: what hands and machines do to a deck.
//! * [`Permutations`]: all orders, each a swap of neighbours away from the last.

use crate::{Source, uniform};

/// Puts them in an order, each equally likely (Fisher-Yates from the front, Algorithm 2.5).
pub fn shuffle<T>(source: &mut (impl Source + ?Sized), items: &mut [T]) {
    for i in 0..items.len().saturating_sub(1) {
        let j = i + uniform::below(source, (items.len() - i) as u64) as usize;
        items.swap(i, j);
    }
}

/// One riffle as people do it (Gilbert, Shannon and Reeds): the deck is cut about in the middle, and cards drop from the
/// two packets in proportion to what is left of them.
pub fn riffle<T: Clone>(source: &mut (impl Source + ?Sized), deck: &[T]) -> Vec<T> {
    let cut = coins(source, deck.len());
    let (mut left, mut right) = deck.split_at(cut);
    let mut mixed = Vec::with_capacity(deck.len());
    while !(left.is_empty() && right.is_empty()) {
        let from_left = uniform::below(source, (left.len() + right.len()) as u64) < left.len() as u64;
        let packet = if from_left { &mut left } else { &mut right };
        if let Some((card, rest)) = packet.split_first() {
            mixed.push(card.clone());
            *packet = rest;
        }
    }
    mixed
}

/// Heads in `n` throws of a coin.
pub(crate) fn coins(source: &mut (impl Source + ?Sized), n: usize) -> usize {
    let mut heads = 0;
    let mut left = n;
    while left > 0 {
        let taken = left.min(64);
        heads += (source.next_u64() >> (64 - taken)).count_ones() as usize;
        left -= taken;
    }
    heads
}

/// A perfect shuffle that moves the top card in: 12345678 becomes 51627384. An odd card stays at the bottom.
#[must_use]
pub fn in_shuffle<T: Clone>(deck: &[T]) -> Vec<T> {
    let (top, bottom) = deck.split_at(deck.len() / 2);
    weave(bottom, top)
}

/// A perfect shuffle that leaves the top card out: 12345678 becomes 15263748.
#[must_use]
pub fn out_shuffle<T: Clone>(deck: &[T]) -> Vec<T> {
    let (top, bottom) = deck.split_at(deck.len().div_ceil(2));
    weave(top, bottom)
}

fn weave<T: Clone>(first: &[T], second: &[T]) -> Vec<T> {
    (0..first.len().max(second.len()))
        .flat_map(|i| [first.get(i), second.get(i)])
        .flatten()
        .cloned()
        .collect()
}

/// A casino's shelf machine: each card goes to the top or bottom of one of the shelves, which are then stacked. With
/// seven shelves a card has fourteen places to go, which is too few for a deck.
pub fn shelf<T: Clone>(source: &mut (impl Source + ?Sized), deck: &[T], shelves: usize) -> Vec<T> {
    let mut piles: Vec<std::collections::VecDeque<T>> = vec![Default::default(); shelves.max(1)];
    let places = piles.len() as u64 * 2;
    for card in deck {
        let place = uniform::below(source, places) as usize;
        let pile = &mut piles[place / 2];
        if place.is_multiple_of(2) { pile.push_front(card.clone()) } else { pile.push_back(card.clone()) }
    }
    piles.into_iter().flatten().collect()
}

/// All orders of `0..n` by plain changes (Johnson and Trotter): each differs from the last by a swap of neighbours.
///
/// ```
/// use wold_chance::shuffle::Permutations;
/// let all: Vec<_> = Permutations::new(3).collect();
/// assert_eq!(all, [[0, 1, 2], [0, 2, 1], [2, 0, 1], [2, 1, 0], [1, 2, 0], [1, 0, 2]]);
/// ```
#[derive(Clone, Debug)]
pub struct Permutations {
    next: Option<Vec<usize>>,
    /// Whether each value looks left.
    left: Vec<bool>,
}

impl Permutations {
    /// From the order 0, 1, 2 … Thirteen things already have more orders than 32 bits count.
    #[must_use]
    pub fn new(n: usize) -> Self {
        Self { next: Some((0..n).collect()), left: vec![true; n] }
    }

    /// Moves the largest value that looks at a smaller one, then turns all larger ones round.
    fn advance(&mut self, mut order: Vec<usize>) -> Option<Vec<usize>> {
        let looked_at =
            |order: &[usize], at: usize| if self.left[order[at]] { at.checked_sub(1) } else { Some(at + 1) };
        let (at, to) = (0..order.len())
            .filter_map(|at| Some((at, looked_at(&order, at)?)))
            .filter(|&(at, to)| to < order.len() && order[to] < order[at])
            .max_by_key(|&(at, _)| order[at])?;
        let moved = order[at];
        order.swap(at, to);
        self.left[moved + 1..].iter_mut().for_each(|l| *l = !*l);
        Some(order)
    }
}

impl Iterator for Permutations {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let order = self.next.take()?;
        self.next = self.advance(order.clone());
        Some(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lcg::Lcg;
    use crate::{Seed, Stream};
    use std::collections::BTreeSet;

    /// The textbook's shuffle with its own generator, for its vectors.
    fn shuffle_by(lcg: &mut Lcg, n: usize) -> Vec<u64> {
        let mut items: Vec<u64> = (0..n as u64).collect();
        for i in 0..n - 1 {
            let j = lcg.integer(i as u64, n as u64).expect("narrow") as usize;
            items.swap(i, j);
        }
        items
    }

    #[test]
    fn the_textbook_orders_come_out() {
        let lewis = |seed| Lcg::certified(16_807, seed).expect("certified");
        assert_eq!(shuffle_by(&mut lewis(1), 10), [0, 2, 8, 6, 7, 3, 5, 9, 4, 1]);
        assert_eq!(shuffle_by(&mut lewis(42), 7), [0, 4, 5, 1, 2, 3, 6]);
    }

    #[test]
    fn every_order_of_four_comes_up_as_often() {
        let mut stream = Stream::named(Seed(6), "orders", &[]);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..48_000 {
            let mut items = [0, 1, 2, 3];
            shuffle(&mut stream, &mut items);
            *seen.entry(items).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 24);
        assert!(seen.values().all(|&n| (1_800..2_200).contains(&n)), "{seen:?}");
    }

    #[test]
    fn plain_changes_list_all_orders_by_neighbour_swaps() {
        for (n, count) in [(0, 1), (1, 1), (2, 2), (4, 24), (7, 5_040)] {
            let all: Vec<Vec<usize>> = Permutations::new(n).collect();
            assert_eq!(all.len(), count);
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), count);
            for pair in all.windows(2) {
                let changed: Vec<usize> = (0..n).filter(|&i| pair[0][i] != pair[1][i]).collect();
                assert_eq!((changed.len(), changed[1] - changed[0]), (2, 1));
            }
        }
    }

    #[test]
    fn perfect_shuffles_restore_a_deck() {
        let eight: Vec<u8> = (1..=8).collect();
        assert_eq!(in_shuffle(&eight), [5, 1, 6, 2, 7, 3, 8, 4]);
        assert_eq!(out_shuffle(&eight), [1, 5, 2, 6, 3, 7, 4, 8]);
        let deck: Vec<u8> = (0..52).collect();
        let after = |times: usize, f: fn(&[u8]) -> Vec<u8>| (0..times).fold(deck.clone(), |d, _| f(&d));
        assert_eq!(after(8, out_shuffle), deck);
        assert_eq!(after(52, in_shuffle), deck);
        assert_ne!(after(26, in_shuffle), deck);
    }

    #[test]
    fn riffles_and_shelves_keep_every_card() {
        let deck: Vec<u8> = (0..52).collect();
        let mut stream = Stream::named(Seed(1), "deck", &[]);
        for mixed in [riffle(&mut stream, &deck), shelf(&mut stream, &deck, 7)] {
            let mut sorted = mixed.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, deck);
            assert_ne!(mixed, deck);
        }
        // One riffle leaves at most two rising runs.
        let once = riffle(&mut stream, &deck);
        let mut place = [0; 52];
        once.iter().enumerate().for_each(|(i, &card)| place[usize::from(card)] = i);
        assert!((1..52).filter(|&v| place[v] < place[v - 1]).count() <= 1);
    }
}
