//! What can be known of a net before it runs.
//!
//! A weighted sum of places is conserved if every transition takes as much of it as it gives. [`Net::invariants`] finds the minimal ones without
//! negative weights by Farkas' elimination (bounded: a net with too many gets those that are certain, and is told that there may be more); a place in one of them can never hold more than
//! the sum allows. [`Net::explore`] walks the markings that can be reached, colours and waiting times aside, events coming at any time.

use super::net::{Invariant, Net, PlaceId};
use super::parse::NetError;
use std::collections::BTreeSet;

/// What was found by walking markings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    /// Different markings.
    pub markings: usize,
    /// Whether these are all; `false` if the walk was cut short.
    pub complete: bool,
    /// The most tokens seen in each place.
    pub most: Vec<u64>,
    /// Markings in which nothing can ever fire again.
    pub deadlocks: Vec<Vec<u64>>,
    /// Transitions that never could fire, by number.
    pub never: Vec<u16>,
}

/// Rows of the elimination; more are dropped.
const MOST_ROWS: usize = 2000;
/// Numbers compared or added by the elimination, and by a walk over markings, at most: about a second each.
const MOST_WORK: u64 = 1_000_000_000;

/// The sums no firing changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariants {
    /// Those found, all of them true.
    pub found: Vec<Invariant>,
    /// Whether these are all the minimal ones; `false` if the search was cut short.
    pub complete: bool,
}

impl Net {
    fn change(&self, invariant: &Invariant, transition: usize) -> i64 {
        let weight = |place: PlaceId| {
            invariant.weights.iter().filter(|(p, _)| *p == place).map(|(_, w)| w).sum::<i64>()
        };
        let sum = |arcs: &[(PlaceId, u32)]| arcs.iter().map(|&(p, n)| weight(p) * i64::from(n)).sum::<i64>();
        let transition = &self.transitions[transition];
        sum(&transition.to) - sum(&transition.from)
    }

    /// Checks a declared invariant.
    pub(super) fn holds(&self, invariant: &Invariant) -> Result<(), NetError> {
        let written = self.written(invariant);
        let start: i64 =
            invariant.weights.iter().map(|(p, w)| w * i64::from(self.places[p.slot()].tokens)).sum();
        if start != invariant.sum {
            return Err(NetError::Thing(format!("conserved {written}"), format!("it begins with {start}")));
        }
        for (at, transition) in self.transitions.iter().enumerate() {
            let change = self.change(invariant, at);
            if change != 0 {
                let thing = format!("transition {:?}", transition.name);
                return Err(NetError::Thing(thing, format!("changes {written} by {change:+}")));
            }
        }
        Ok(())
    }

    /// The minimal sums with weights from 0 that no firing changes.
    ///
    /// ```
    /// use wold_tactics::petri::Net;
    /// let net = Net::parse("[[place]]\nname = 'a'\ntokens = 1\n[[place]]\nname = 'b'\n[[transition]]\nname = 't'\nfrom = { a = 1 }\nto = { b = 1 }")?;
    /// let found: Vec<String> = net.invariants().found.iter().map(|i| net.written(i)).collect();
    /// assert_eq!(found, ["a + b = 1"]);
    /// # Ok::<(), wold_tactics::petri::NetError>(())
    /// ```
    #[must_use]
    pub fn invariants(&self) -> Invariants {
        let (mut work, mut complete) = (0, true);
        let places = self.places.len();
        // Each row: what it does to every transition, and the weights of the places it is made of.
        let mut rows: Vec<(Vec<i64>, Vec<i64>)> = (0..places)
            .map(|place| {
                let alone = Invariant { weights: vec![(PlaceId(place as u16), 1)], sum: 0 };
                let changes = (0..self.transitions.len()).map(|t| self.change(&alone, t)).collect();
                (changes, (0..places).map(|p| i64::from(p == place)).collect())
            })
            .collect();
        let width = (places + self.transitions.len()) as u64;
        for column in 0..self.transitions.len() {
            if work > MOST_WORK {
                // What was not joined yet is no invariant; what touches no transition is.
                complete = false;
                break;
            }
            let (mut kept, moving): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(c, _)| c[column] == 0);
            for (i, up) in moving.iter().enumerate().filter(|(_, (c, _))| c[column] > 0) {
                for (j, down) in moving.iter().enumerate().filter(|(_, (c, _))| c[column] < 0) {
                    if kept.len() >= MOST_ROWS || work > MOST_WORK {
                        complete = false;
                        break;
                    }
                    if i != j {
                        work += 4 * width;
                        kept.extend(cancelled(up, down, column));
                    }
                }
            }
            rows = minimal(kept, &mut work);
        }
        rows.retain(|(changes, _)| changes.iter().all(|change| *change == 0));
        let mut found: Vec<Vec<i64>> = rows.into_iter().map(|(_, weights)| weights).collect();
        found.sort_unstable_by(|a, b| b.cmp(a));
        let named = |weights: Vec<i64>| {
            let sum = weights.iter().zip(&self.places).map(|(w, p)| w * i64::from(p.tokens)).sum();
            let weights = weights.into_iter().enumerate().filter(|(_, w)| *w != 0);
            Invariant { weights: weights.map(|(p, w)| (PlaceId(p as u16), w)).collect(), sum }
        };
        Invariants { found: found.into_iter().map(named).collect(), complete }
    }

    /// Walks at most so many markings.
    #[must_use]
    pub fn explore(&self, limit: usize) -> Explored {
        let start: Vec<u64> = self.places.iter().map(|place| place.tokens.into()).collect();
        let mut work = 0;
        let mut seen = BTreeSet::from([start.clone()]);
        let (mut open, mut complete, mut most) = (vec![start.clone()], true, start);
        let mut fired = vec![false; self.transitions.len()];
        let mut deadlocks = Vec::new();
        while let Some(marking) = open.pop() {
            if work > MOST_WORK {
                complete = false;
                break;
            }
            work += self.transitions.len() as u64;
            let mut dead = true;
            for (at, transition) in self.transitions.iter().enumerate() {
                let enabled = transition.from.iter().all(|(place, n)| marking[place.slot()] >= u64::from(*n));
                // A coloured place that must be free of one colour may hold others.
                let blocked = transition
                    .without
                    .iter()
                    .any(|place| marking[place.slot()] > 0 && !self.places[place.slot()].coloured);
                if !enabled || blocked {
                    continue;
                }
                (dead, fired[at]) = (false, true);
                // A marking is copied, and compared with some dozen others.
                work += 16 * marking.len() as u64;
                let mut next = marking.clone();
                transition.from.iter().for_each(|(place, n)| next[place.slot()] -= u64::from(*n));
                transition.to.iter().for_each(|(place, n)| next[place.slot()] += u64::from(*n));
                if seen.contains(&next) {
                    continue;
                }
                if seen.len() >= limit {
                    complete = false;
                    continue;
                }
                most.iter_mut().zip(&next).for_each(|(most, n)| *most = (*most).max(*n));
                seen.insert(next.clone());
                open.push(next);
            }
            if dead {
                deadlocks.push(marking);
            }
        }
        let never = (0..fired.len() as u16).filter(|t| !fired[usize::from(*t)]).collect();
        Explored { markings: seen.len(), complete, most, deadlocks, never }
    }
}

/// Two rows joined so that they leave a transition alone; nothing if numbers grow beyond reason.
fn cancelled(
    up: &(Vec<i64>, Vec<i64>),
    down: &(Vec<i64>, Vec<i64>),
    column: usize,
) -> Option<(Vec<i64>, Vec<i64>)> {
    let (a, b) = (down.0[column].checked_neg()?, up.0[column]);
    let join = |x: &[i64], y: &[i64]| -> Option<Vec<i64>> {
        x.iter().zip(y).map(|(x, y)| x.checked_mul(a)?.checked_add(y.checked_mul(b)?)).collect()
    };
    let (mut changes, mut weights) = (join(&up.0, &down.0)?, join(&up.1, &down.1)?);
    let divisor = changes.iter().chain(&weights).fold(0, |d, n| gcd(d, n.abs())).max(1);
    changes.iter_mut().chain(&mut weights).for_each(|n| *n /= divisor);
    Some((changes, weights))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Rows whose places are not a superset of another row's; all that are left when there is no work left to do.
fn minimal(mut rows: Vec<(Vec<i64>, Vec<i64>)>, work: &mut u64) -> Vec<(Vec<i64>, Vec<i64>)> {
    let within = |a: &[i64], b: &[i64]| a.iter().zip(b).all(|(a, b)| *a == 0 || *b != 0);
    rows.sort_by_key(|(_, weights)| weights.iter().filter(|w| **w != 0).count());
    let mut kept: Vec<(Vec<i64>, Vec<i64>)> = Vec::new();
    for row in rows {
        // Most comparisons end at the first place that only one of them has.
        *work += kept.len() as u64 * (row.1.len() as u64 / 4 + 1);
        if *work > MOST_WORK || !kept.iter().any(|(_, weights)| within(weights, &row.1)) {
            kept.push(row);
        }
    }
    kept
}
