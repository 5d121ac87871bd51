//! Looking into a mind.

use super::talk::Names;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wold_mind::gossip::{BeingId, Matter, Memory, Place, Verdict};
use wold_mind::living::{Decision, Needs};
use wold_space::DVec2;

/// What a mind holds, for those who look into it: inspectors, dialogues, tests.
#[derive(Debug)]
pub struct Inner {
    /// Whose mind it is.
    pub name: String,
    /// What it lives from.
    pub trade: &'static str,
    /// How human it is.
    pub profile: &'static str,
    /// Where it lives, once it has chosen.
    pub home: Option<DVec2>,
    /// Where its body is.
    pub place: DVec2,
    /// The world's time as it knows it, in hours since the midnight before the world began.
    pub now: f64,
    /// What it remembers and whom it respects.
    pub memory: Memory,
    /// What it needs.
    pub needs: Needs,
    /// What it decided last.
    pub decision: Option<Decision>,
    /// What it did with the last tales it heard, newest last.
    pub verdicts: Vec<(String, Verdict)>,
    /// The names it has heard.
    pub names: Names,
    /// The chart of what it is up to besides its trade, and that chart's current states.
    pub bent: (&'static str, Vec<String>),
    /// When and where it learnt what, oldest first.
    pub learnt: VecDeque<Learnt>,
}

/// How a mind came to know of a matter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learnt {
    /// Of what.
    pub matter: Matter,
    /// Whether it is that it is not so.
    pub denied: bool,
    /// Who said so; nobody if it was seen.
    pub from: Option<BeingId>,
    /// Where the one who learnt it stood.
    pub at: Place,
    /// When, in hours since the midnight before the world began.
    pub hour: f64,
}

/// A window into a mind.
pub type Window = Arc<Mutex<Inner>>;

/// A mind is looked into by others, never written to by them: a panic elsewhere leaves it whole.
pub(super) fn open(inner: &Window) -> MutexGuard<'_, Inner> {
    inner.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Verdicts and lessons kept for those who ask why.
const MOST_VERDICTS: usize = 16;
const MOST_LEARNT: usize = 128;

impl Inner {
    pub(super) fn judge(&mut self, said: &str, verdict: Verdict) {
        if self.verdicts.len() >= MOST_VERDICTS {
            self.verdicts.remove(0);
        }
        self.verdicts.push((said.to_owned(), verdict));
    }

    /// Notes that it learnt something here and now.
    pub(super) fn learn(&mut self, matter: Matter, denied: bool, from: Option<BeingId>) {
        let known = |learnt: &Learnt| learnt.matter == matter && learnt.denied == denied;
        if self.learnt.iter().any(known) {
            return;
        }
        if self.learnt.len() >= MOST_LEARNT {
            self.learnt.pop_front();
        }
        let at = Place { x: self.place.x as i32, y: self.place.y as i32 };
        self.learnt.push_back(Learnt { matter, denied, from, at, hour: self.now });
    }
}
