//! Values of games that need not end: a chance may bring back the position before.
//!
//! All positions where a side chooses are listed once up to symmetry; then each takes the best expected value of what
//! follows, again and again, until no value changes by more than a hair (value iteration, in place). It converges if from
//! every position the game ends with positive probability whatever is chosen. For games of up to some hundred
//! thousand positions.

use crate::{Rules, Side, Turn};
use std::collections::HashMap;

/// Values of all positions.
pub struct FixedPoint {
    index: HashMap<u64, usize>,
    values: Vec<f64>,
    /// Sweeps it took.
    pub sweeps: u32,
}

struct Place {
    side: Side,
    /// For every choice, what may follow and how likely; a place is a number, an end has a payoff.
    choices: Vec<Vec<(f64, Next)>>,
}

#[derive(Clone, Copy)]
enum Next {
    Place(usize),
    End(f64),
}

impl FixedPoint {
    /// Works out the values; `None` if there are more than `most` positions.
    pub fn of<R: Rules>(rules: &R, most: usize, precision: f64) -> Option<Self> {
        let mut index = HashMap::new();
        let mut states = vec![rules.start()];
        index.insert(rules.canonical_hash(&states[0]), 0);
        let mut places = Vec::new();
        while places.len() < states.len() {
            let state = states[places.len()].clone();
            let mut choices = Vec::new();
            let mut moves = Vec::new();
            rules.moves(&state, &mut moves);
            for chosen in &moves {
                let mut after = state.clone();
                rules.apply(&mut after, chosen);
                let mut follows = Vec::new();
                spread(rules, &after, 1.0, &mut |share, end| {
                    let next = match rules.result(end) {
                        Some(payoff) => Next::End(payoff.into()),
                        None => {
                            let key = rules.canonical_hash(end);
                            Next::Place(*index.entry(key).or_insert_with(|| {
                                states.push(end.clone());
                                states.len() - 1
                            }))
                        }
                    };
                    follows.push((share, next));
                });
                choices.push(follows);
            }
            let side = rules.turn(&state).side().unwrap_or(Side::First);
            places.push(Place { side, choices });
            if states.len() > most {
                return None;
            }
        }
        let mut values = vec![0.0; places.len()];
        let mut sweeps = 0;
        loop {
            let mut change = 0.0f64;
            // Later places lie nearer the end of the game.
            for (number, place) in places.iter().enumerate().rev() {
                let expected = place.choices.iter().map(|follows| worth(follows, &values));
                let best = match place.side {
                    Side::First => expected.fold(f64::NEG_INFINITY, f64::max),
                    Side::Second => expected.fold(f64::INFINITY, f64::min),
                };
                if place.choices.is_empty() {
                    continue;
                }
                change = change.max((best - values[number]).abs());
                values[number] = best;
            }
            sweeps += 1;
            if change <= precision || sweeps >= 10_000 {
                return Some(Self { index, values, sweeps });
            }
        }
    }

    /// The value of a position for First; chance nodes are averaged. `None` if it was never reached.
    pub fn value<R: Rules>(&self, rules: &R, state: &R::State) -> Option<f64> {
        let mut sum = Some(0.0);
        spread(rules, state, 1.0, &mut |share, end| {
            let value = match rules.result(end) {
                Some(payoff) => Some(f64::from(payoff)),
                None => self.index.get(&rules.canonical_hash(end)).map(|&number| self.values[number]),
            };
            sum = sum.zip(value).map(|(sum, value)| sum + share * value);
        });
        sum
    }

    /// Positions known, up to symmetry.
    #[must_use]
    pub fn places(&self) -> usize {
        self.values.len()
    }
}

fn worth(follows: &[(f64, Next)], values: &[f64]) -> f64 {
    follows
        .iter()
        .map(|(share, next)| {
            share
                * match next {
                    Next::Place(number) => values[*number],
                    Next::End(payoff) => *payoff,
                }
        })
        .sum()
}

/// Walks through chance nodes to what is no chance node.
fn spread<R: Rules>(rules: &R, state: &R::State, share: f64, found: &mut dyn FnMut(f64, &R::State)) {
    if rules.result(state).is_some() || rules.turn(state) != Turn::Chance {
        found(share, state);
        return;
    }
    let mut outcomes = Vec::new();
    rules.outcomes(state, &mut outcomes);
    for (fallen, probability) in outcomes {
        let mut after = state.clone();
        rules.apply(&mut after, &fallen);
        spread(rules, &after, share * probability, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::diced::{Deed, Diced};

    #[test]
    fn copper_noughts_and_crosses_is_worth_0_315_to_who_begins() {
        let game = Diced::copper();
        let fixed = FixedPoint::of(&game, 100_000, 1e-12).expect("few positions");
        let after = |bet: &[(u8, u8)]| {
            let mut state = game.start();
            game.apply(&mut state, &Deed::Bet(bet.to_vec()));
            fixed.value(&game, &state).expect("reached")
        };
        let near = |value: f64, expected: f64| assert!((value - expected).abs() < 6e-4, "{value} {expected}");
        near(fixed.value(&game, &game.start()).expect("the start"), 0.315);
        near(after(&[(4, 2)]), 0.315);
        near(after(&[(0, 2)]), 0.14);
        near(after(&[(1, 2)]), 0.0867);
        near(after(&[(0, 1), (4, 1)]), 0.1633);
        // No other pair is better.
        for a in 0..9 {
            for b in a + 1..9 {
                assert!(after(&[(a, 1), (b, 1)]) <= after(&[(0, 1), (4, 1)]) + 1e-9, "{a} {b}");
            }
        }
    }

    #[test]
    fn too_many_positions_are_refused() {
        assert!(FixedPoint::of(&Diced::copper(), 100, 1e-9).is_none());
    }
}
