//! For whom a body is, by what proof they come back to it, and what became of the deeds they asked for.
//!
//! A body whose owner comes from outside carries a [`Bearer`]; the host's own inhabitants, who come by name alone, have none. The
//! parts are state: they stand in the log and in every snapshot, so that a crash hands nobody's body to somebody else, and a
//! guest who was cut off can ask again without doing anything twice.

use crate::registry::Kept;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use wold_space::GuestId;
use wold_wire::{Outcome, Refusal};

/// Whose a body is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Whose {
    /// A passing guest's; nobody else has that number, now or later.
    Guest(GuestId),
    /// That of the account with this key.
    Account(String),
}

/// The hash of the token that lets somebody back; the token itself is known to its owner alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    /// The hash of a token.
    ///
    /// ```
    /// use wold_world::bearer::TokenHash;
    /// assert_ne!(TokenHash::of(&[1; 16]), TokenHash::of(&[2; 16]));
    /// ```
    #[must_use]
    pub fn of(token: &[u8; 16]) -> Self {
        Self(*blake3::hash(token).as_bytes())
    }
}

impl std::fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

/// Who may come back to a body.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bearer {
    /// Whose it is.
    pub whose: Whose,
    /// What they prove it by.
    pub token: TokenHash,
}

/// Answers kept for somebody who may ask again.
const ANSWERS_KEPT: usize = 32;

/// What became of the deeds a bearer asked for, by the bearer's own numbers.
///
/// A number is decided once: whoever repeats it gets the answer of the first time. Number 0 is no number.
///
/// ```
/// use wold_world::bearer::Decided;
/// use wold_wire::Outcome;
/// let mut decided = Decided::default();
/// assert!(decided.begin(7).is_ok(), "new");
/// decided.end(7, &Outcome::Done, true);
/// assert_eq!(decided.begin(7), Err(Some(Outcome::Done)), "asked again");
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    newest: u32,
    kept: VecDeque<(u32, Outcome)>,
}

impl Decided {
    /// The highest number decided so far.
    #[must_use]
    pub fn newest(&self) -> u32 {
        self.newest
    }

    /// Takes a number up. An error is a repetition, with its answer unless that is still to come.
    pub fn begin(&mut self, number: u32) -> Result<(), Option<Outcome>> {
        if number == 0 || number > self.newest {
            self.newest = self.newest.max(number);
            return Ok(());
        }
        if let Some((_, outcome)) = self.kept.iter().find(|(kept, _)| *kept == number) {
            return Err(Some(outcome.clone()));
        }
        // The oldest kept answer tells which numbers are too old to be known; later ones are still being decided.
        let forgotten = self.kept.len() == ANSWERS_KEPT && self.kept.iter().all(|(kept, _)| *kept > number);
        Err(forgotten.then_some(Outcome::Refused(Refusal::LongPast)))
    }

    /// Keeps the answer. What was only told and changed nothing is kept without its words.
    pub fn end(&mut self, number: u32, outcome: &Outcome, matters: bool) {
        if number == 0 {
            return;
        }
        if self.kept.len() == ANSWERS_KEPT {
            self.kept.pop_front();
        }
        let kept = match outcome {
            Outcome::Told(_) | Outcome::Seen(..) if !matters => Outcome::Done,
            other => other.clone(),
        };
        self.kept.push_back((number, kept));
    }
}

impl Kept for Bearer {
    const NAME: &'static str = "bearer";
}
impl Kept for Decided {
    const NAME: &'static str = "decided";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_decided_once_and_its_answer_is_given_again() {
        let mut decided = Decided::default();
        for number in 1..=100 {
            assert_eq!(decided.begin(number), Ok(()));
            assert_eq!(decided.begin(number), Err(None), "its answer is still to come");
            decided.end(number, &Outcome::Refused(Refusal::TooFar), true);
        }
        assert_eq!(decided.begin(100), Err(Some(Outcome::Refused(Refusal::TooFar))));
        assert_eq!(decided.begin(69), Err(Some(Outcome::Refused(Refusal::TooFar))));
        assert_eq!(decided.begin(68), Err(Some(Outcome::Refused(Refusal::LongPast))));
        assert_eq!((decided.begin(0), decided.newest()), (Ok(()), 100));
    }

    #[test]
    fn long_texts_that_changed_nothing_are_not_kept() {
        let mut decided = Decided::default();
        decided.begin(1).expect("new");
        decided.end(1, &Outcome::Told("It is 09:00.".into()), false);
        assert_eq!(decided.begin(1), Err(Some(Outcome::Done)));
    }
}
