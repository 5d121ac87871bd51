//! Looking into a mind: a copy it publishes, so that nobody who looks holds up who thinks.
//!
//! Contract: [`Window::look`] never waits for a thought and a thought never for a look. What one sees is what the mind held when it last published: as it was made or
//! last handed out a window, then at its next thought after somebody looked, at most once a second, and about once a minute though nobody does, so that the first look is not at
//! the day it was born. A mind nobody looks at is copied no oftener than that.

use super::choice::Marked;
use super::mindset::Mindset;
use super::suspicion::Suspect;
use super::villager::steps;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use wold_mind::gossip::{BeingId, Matter};
use wold_mind::living::Decision;
use wold_senses::search::Task;
use wold_space::DVec2;

/// Seconds between two copies at least, and at most.
const SOONEST: f64 = 1.0;
const LATEST: f64 = 60.0;

/// A mind as it was at a moment, for those who look into it: inspectors, dialogues, tests.
#[derive(Clone, Debug)]
pub struct Glimpse {
    /// What it held.
    pub mindset: Mindset,
    /// What it lives from.
    pub trade: &'static str,
    /// How human it is.
    pub profile: &'static str,
    /// Where it lives, once it has chosen.
    pub home: Option<DVec2>,
    /// What it decided last.
    pub decision: Option<Decision>,
    /// The chart of what it is up to besides its trade, and that chart's current states.
    pub bent: (&'static str, Vec<String>),
    /// Whom it looks for, and what it does about it.
    pub quarry: Option<(BeingId, Task)>,
    /// Whom it suspects of what, case by case, the likeliest first.
    pub suspects: Vec<(Matter, Suspect)>,
    /// How it last chose among sellers, the best first.
    pub shops: Vec<Marked>,
}

/// A window into a mind.
#[derive(Clone, Debug)]
pub struct Window(Arc<Pane>);

#[derive(Debug)]
struct Pane {
    asked: AtomicBool,
    copy: Mutex<Arc<Glimpse>>,
}

impl Window {
    /// The mind as it was when it last published; it will publish again.
    #[must_use]
    pub fn look(&self) -> Arc<Glimpse> {
        self.0.asked.store(true, Ordering::Relaxed);
        self.0.copy.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn show(&self, copy: Arc<Glimpse>) {
        *self.0.copy.lock().unwrap_or_else(PoisonError::into_inner) = copy;
    }
}

/// A mind's side of its window: whether there is one, and when to publish.
#[derive(Debug)]
pub(super) struct Sill {
    window: OnceLock<Window>,
    soonest: u64,
    latest: u64,
}

impl Sill {
    /// Nobody has a window yet, so nothing is ever copied. `phase` spreads minds over the minute.
    pub fn new(phase: u64) -> Self {
        Self { window: OnceLock::new(), soonest: 0, latest: phase % steps(LATEST) }
    }

    /// The window, showing the mind as it is now.
    pub fn open(&self, glimpse: Glimpse) -> Window {
        let copy = Arc::new(glimpse);
        let pane = || Pane { asked: AtomicBool::new(false), copy: Mutex::new(copy.clone()) };
        let window = self.window.get_or_init(|| Window(Arc::new(pane())));
        window.show(copy);
        window.clone()
    }

    /// The window to show the mind in at this step, if it is time.
    pub fn due(&mut self, step: u64) -> Option<&Window> {
        let window = self.window.get()?;
        let asked = step >= self.soonest && window.0.asked.swap(false, Ordering::Relaxed);
        if !asked && step < self.latest {
            return None;
        }
        (self.soonest, self.latest) = (step + steps(SOONEST), step + steps(LATEST));
        Some(window)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Neighbour, VillagerConfig};
    use wold_chance::Seed;
    use wold_mind::gossip::BeingId;

    #[test]
    fn what_one_looks_at_is_a_copy_and_stays_as_it_was() {
        let mut mind = Neighbour::new(Seed(1), "Ada", VillagerConfig::default());
        let window = mind.window();
        let before = window.look();
        mind.mindset_mut().memory.set_respect(BeingId::named("Bo"), 0.9);
        assert_eq!(before.mindset.respect("Bo"), 0.5);
        assert_eq!(window.look().mindset.respect("Bo"), 0.5, "it has not published since");
        assert_eq!(mind.window().look().mindset.respect("Bo"), 0.9);
        assert_eq!(window.look().mindset.respect("Bo"), 0.9, "all windows are one");
    }

    #[test]
    fn a_mind_is_copied_when_somebody_looked_and_hardly_ever_else() {
        let mut sill = super::Sill::new(100);
        let copies = |sill: &mut super::Sill, steps: std::ops::Range<u64>| {
            steps.filter(|step| sill.due(*step).is_some()).collect::<Vec<u64>>()
        };
        assert!(copies(&mut sill, 0..5000).is_empty(), "nobody has a window");
        let window = sill.open(Neighbour::new(Seed(1), "Ada", VillagerConfig::default()).glimpse());
        assert_eq!(copies(&mut sill, 0..2500), [100, 1300]);
        drop(window.look());
        assert_eq!(copies(&mut sill, 2500..3000), [2500], "once for a look");
        let asked = (3000..3100).filter(|step| {
            drop(window.look());
            sill.due(*step).is_some()
        });
        assert_eq!(asked.count(), 5, "however often somebody looks, once a second");
    }
}
