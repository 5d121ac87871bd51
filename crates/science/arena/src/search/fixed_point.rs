//! Values of games that need not end: a chance may bring back the position before.
//!
//! All positions where a side chooses are listed once up to symmetry; then each takes the best expected value of what
//! follows, again and again, until no value changes by more than a hair (value iteration, in place). It converges if from
//! every position the game ends with positive probability whatever is chosen. For games of up to some hundred
//! thousand positions.

use crate::budget::Meter;
use crate::{Rules, Side, Turn};
use std::collections::HashMap;

/// Values of all positions.
pub struct FixedPoint {
    index: HashMap<u64, usize>,
    values: Vec<f64>,
    /// Sweeps it took.
    pub sweeps: u32,
}

/// Choices and what may follow them, over all positions, at most: some hundred megabytes.
const MOST_LINKS: usize = 4_000_000;

/// Why there are no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoValues {
    /// There are too many positions, or too much may follow them.
    TooMany,
    /// The budget ran out.
    OutOfBudget,
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
    /// Works out the values of at most `most` positions; every position that may follow a choice is a node of the budget.
    pub fn of<R: Rules>(
        rules: &R,
        most: usize,
        precision: f64,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NoValues> {
        let mut links = 0;
        let mut index = HashMap::new();
        let mut states = vec![rules.start()];
        index.insert(rules.canonical_hash(&states[0]), 0);
        let mut places = Vec::new();
        while places.len() < states.len() {
            let state = states[places.len()].clone();
            let mut choices = Vec::new();
            let mut moves = Vec::new();
            rules.moves(&state, &mut moves);
            meter.work(moves.len() as u64);
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
                for _ in &follows {
                    if !meter.node() {
                        return Err(NoValues::OutOfBudget);
                    }
                }
                links += follows.len();
                if states.len() > most || links > MOST_LINKS {
                    return Err(NoValues::TooMany);
                }
                choices.push(follows);
            }
            let side = rules.turn(&state).side().unwrap_or(Side::First);
            places.push(Place { side, choices });
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
                if !meter.work(place.choices.iter().map(|follows| follows.len() as u64).sum()) {
                    return Err(NoValues::OutOfBudget);
                }
                change = change.max((best - values[number]).abs());
                values[number] = best;
            }
            sweeps += 1;
            if change <= precision || sweeps >= 10_000 {
                return Ok(Self { index, values, sweeps });
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
    use crate::budget::{Budget, Limit};
    use crate::games::diced::{Deed, Diced};

    #[test]
    fn copper_noughts_and_crosses_is_worth_0_315_to_who_begins() {
        let game = Diced::copper();
        let fixed = FixedPoint::of(&game, 100_000, 1e-12, &mut Meter::new(&Budget::default()))
            .expect("few positions");
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
        let unlimited = Budget::default();
        let refused = FixedPoint::of(&Diced::copper(), 100, 1e-9, &mut Meter::new(&unlimited)).err();
        assert_eq!(refused, Some(NoValues::TooMany));
    }

    #[test]
    fn values_take_no_more_positions_than_the_budget_has() {
        let budget = Budget::nodes(5_000);
        let mut meter = Meter::new(&budget);
        let refused = FixedPoint::of(&Diced::copper(), 100_000, 1e-9, &mut meter).err();
        assert_eq!(refused, Some(NoValues::OutOfBudget));
        assert_eq!((meter.nodes, meter.out()), (5_000, Some(Limit::Nodes)));
    }
}
