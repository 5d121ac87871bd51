//! A neighbour whose mind a test can look into and change while it lives. The lock is the test's: in a world a mind is its owner's alone.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wold_folk::{Mind, Neighbour, Walk, Wish};
use wold_guest::known::Known;
use wold_mind::gossip::BeingId;

/// A neighbour held by its body and by the test.
#[derive(Clone)]
pub struct Soul(Arc<Mutex<Neighbour>>);

impl Soul {
    /// Holds a neighbour.
    #[must_use]
    pub fn new(mind: Neighbour) -> Self {
        Self(Arc::new(Mutex::new(mind)))
    }

    /// The neighbour. Not to be held while its town runs.
    pub fn open(&self) -> MutexGuard<'_, Neighbour> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it thinks of somebody.
    #[must_use]
    pub fn respect(&self, whom: &str) -> f64 {
        self.open().mindset().respect(whom)
    }

    /// Makes it think so of these.
    pub fn respect_all(&self, respects: &[(&str, f64)]) {
        let mut mind = self.open();
        for (whom, respect) in respects {
            mind.mindset_mut().names.learn(whom);
            mind.mindset_mut().memory.set_respect(BeingId::named(whom), *respect);
        }
    }
}

impl Mind for Soul {
    fn think(&mut self, known: &Known, walk: Walk) -> Vec<Wish> {
        self.open().think(known, walk)
    }
}
