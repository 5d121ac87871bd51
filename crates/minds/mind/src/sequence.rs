//! Sequences: what somebody will do next, by what they did before; and doing as they do.
//!
//! Contract: a variable-order model over an alphabet of up to 256 symbols. Counts what followed every context of up to `order`
//! symbols. The prediction blends the orders from the longest known context down, each left with the chance distinct / (seen +
//! distinct) (the escape of PPM-C), ending in all symbols alike; it sums to 1. Memory grows with the number of different contexts
//! and is bounded: when full, new contexts are not taken up.

use std::collections::BTreeMap;
use wold_chance::Stream;

/// The most contexts kept.
const MOST_CONTEXTS: usize = 1 << 16;

/// A model of sequences of symbols 0 to n - 1.
///
/// ```
/// use wold_mind::sequence::Sequences;
/// let mut boxer = Sequences::new(4, 2); // jab, uppercut, cross, hook
/// for _ in 0..10 {
///     boxer.learn(&[0, 0, 3]); // jab, jab, hook
/// }
/// assert_eq!(boxer.guess(&[3, 0, 0]), 3);
/// ```
#[derive(Clone, Debug)]
pub struct Sequences {
    symbols: usize,
    order: usize,
    counts: BTreeMap<Vec<u8>, Vec<u32>>,
    past: Vec<u8>,
}

impl Sequences {
    /// A model of so many symbols (at most 256) and contexts of up to that length.
    #[must_use]
    pub fn new(symbols: usize, order: usize) -> Self {
        Self { symbols: symbols.clamp(1, 256), order, counts: BTreeMap::new(), past: Vec::new() }
    }

    /// Takes in what happened, continuing what it took in before.
    pub fn learn(&mut self, events: &[u8]) {
        for &event in events.iter().filter(|e| usize::from(**e) < self.symbols) {
            for length in 0..=self.order.min(self.past.len()) {
                let context = &self.past[self.past.len() - length..];
                if self.counts.len() >= MOST_CONTEXTS && !self.counts.contains_key(context) {
                    break;
                }
                let seen = self.counts.entry(context.to_vec()).or_insert_with(|| vec![0; self.symbols]);
                seen[usize::from(event)] = seen[usize::from(event)].saturating_add(1);
            }
            self.past.push(event);
            if self.past.len() > self.order {
                self.past.remove(0);
            }
        }
    }

    /// How likely each symbol is after `past`.
    #[must_use]
    pub fn predict(&self, past: &[u8]) -> Vec<f64> {
        let mut chances = vec![0.0; self.symbols];
        let mut left = 1.0;
        for length in (0..=self.order.min(past.len())).rev() {
            let Some(seen) = self.counts.get(&past[past.len() - length..]) else { continue };
            let all: f64 = seen.iter().map(|&n| f64::from(n)).sum();
            let distinct = seen.iter().filter(|&&n| n > 0).count() as f64;
            for (chance, &n) in chances.iter_mut().zip(seen) {
                *chance += left * f64::from(n) / (all + distinct);
            }
            left *= distinct / (all + distinct);
        }
        chances.iter_mut().for_each(|chance| *chance += left / self.symbols as f64);
        chances
    }

    /// The likeliest symbol after `past`, the lowest among equals.
    #[must_use]
    pub fn guess(&self, past: &[u8]) -> u8 {
        let chances = self.predict(past);
        let best = (0..chances.len()).rev().max_by(|&a, &b| chances[a].total_cmp(&chances[b]));
        best.unwrap_or(0) as u8
    }

    /// A symbol drawn as likely as they do it after `past`: imitation.
    pub fn produce(&self, past: &[u8], stream: &mut Stream) -> u8 {
        let mut mark = stream.unit();
        let chances = self.predict(past);
        let drawn = chances.iter().position(|chance| {
            mark -= chance;
            mark < 0.0
        });
        drawn.unwrap_or(self.symbols - 1) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wold_chance::Seed;

    /// The share of right guesses about the second half of a sequence, learning all the time.
    fn hits(order: usize, sequence: &[u8]) -> f64 {
        let mut model = Sequences::new(3, order);
        let mut right = 0;
        for (at, &event) in sequence.iter().enumerate() {
            let from = at.saturating_sub(order);
            right += usize::from(at >= sequence.len() / 2 && model.guess(&sequence[from..at]) == event);
            model.learn(&[event]);
        }
        right as f64 / (sequence.len() / 2) as f64
    }

    #[test]
    fn a_pattern_is_seen_through_by_memory_and_not_by_counting() {
        let pattern: Vec<u8> = (0..300).map(|n| (n % 3) as u8).collect();
        assert_eq!([1, 2, 4].map(|order| hits(order, &pattern)), [1.0; 3]);
        assert!((hits(0, &pattern) - 1.0 / 3.0).abs() < 0.02);
    }

    #[test]
    fn imitation_repeats_the_pattern() {
        let mut model = Sequences::new(3, 2);
        model.learn(&(0..600).map(|n| (n % 3) as u8).collect::<Vec<_>>());
        let mut stream = Stream::named(Seed(1), "sequence tests", &[]);
        let mut made = vec![0, 1];
        while made.len() < 200 {
            made.push(model.produce(&made, &mut stream));
        }
        let kept = made.windows(2).filter(|pair| pair[1] == (pair[0] + 1) % 3).count();
        assert!(kept > 190, "{kept}");
    }

    proptest! {
        #[test]
        fn predictions_sum_to_one(events in proptest::collection::vec(0_u8..5, 0..80), past in proptest::collection::vec(0_u8..5, 0..6)) {
            let mut model = Sequences::new(5, 3);
            model.learn(&events);
            prop_assert!((model.predict(&past).iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}
