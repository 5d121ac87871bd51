//! A neighbour whose mind a test can look into and change while it lives. The lock is the test's: in a world a mind is its owner's alone.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wold_chance::Seed;
use wold_folk::diary::{Entry, What};
use wold_folk::{Keepsake, Mind, Neighbour, VillagerConfig, Walk, Wish};
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

    /// Its diary as far as it is kept, oldest first.
    #[must_use]
    pub fn diary(&self) -> Vec<Entry> {
        self.open().mindset().diary.entries().cloned().collect()
    }

    /// The first line of that kind in its diary.
    #[must_use]
    pub fn noted(&self, what: What) -> Option<Entry> {
        self.diary().into_iter().find(|entry| entry.what == what)
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

/// A mind of that trade whose character is of the given profile: the first seed that makes it so.
#[must_use]
pub fn of_character(name: &str, trade: &str, profile: &str) -> Neighbour {
    let habits = VillagerConfig { spread: 0.0, range: 2.0, travel: 0.0, ..Default::default() };
    let made = (0..64).map(|seed| Neighbour::new(Seed(seed), name, habits).of_trade(trade));
    let fits = |mind: &Neighbour| mind.glimpse().profile == profile;
    made.into_iter().find(fits).expect("one of many seeds makes it")
}

impl Mind for Soul {
    fn think(&mut self, known: &Known, walk: Walk) -> Vec<Wish> {
        self.open().think(known, walk)
    }

    fn keepsake(&self) -> Option<Keepsake> {
        self.open().keepsake()
    }
}
