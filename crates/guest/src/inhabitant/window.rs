//! Looking into a mind.

use super::talk::Names;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wold_mind::gossip::{Memory, Verdict};
use wold_mind::living::{Decision, Needs};

/// What a mind holds, for those who look into it: inspectors, dialogues, tests.
#[derive(Debug)]
pub struct Inner {
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
    /// The current states of what it is up to besides its trade.
    pub bent: Vec<String>,
}

/// A window into a mind.
pub type Window = Arc<Mutex<Inner>>;

/// A mind is looked into by others, never written to by them: a panic elsewhere leaves it whole.
pub(super) fn open(inner: &Window) -> MutexGuard<'_, Inner> {
    inner.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Verdicts kept for those who ask why.
const MOST_VERDICTS: usize = 16;

pub(super) fn remember(verdicts: &mut Vec<(String, Verdict)>, said: &str, verdict: Verdict) {
    if verdicts.len() >= MOST_VERDICTS {
        verdicts.remove(0);
    }
    verdicts.push((said.to_owned(), verdict));
}
