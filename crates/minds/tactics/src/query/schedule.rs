//! Many askers, few rays.
//!
//! Each tick a quota of rays is shared: the askers take turns, whoever asked first goes first, one test at a time, until the quota is used up or nobody
//! wants more. So nobody is passed over, and one with a hard question cannot hold up the others. Rays may answer at once or a tick later, as a ray
//! service on other threads does; then rays that are left over are cast ahead for the candidates that look best, so that a long search does not take a tick
//! per ray. A test that needs more rays than a whole quota gets the whole quota.

use super::asking::{Asking, Wanted};
use super::run::Answer;
use super::{Query, Steady};
use crate::scene::Scene;
use std::sync::Arc;
use wold_chance::Stream;

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AskerId(pub u64);

/// When rays answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rays {
    /// In the tick they are cast.
    #[default]
    AtOnce,
    /// In the tick after.
    NextTick,
}

#[derive(Clone, Debug)]
struct Waiting {
    who: AskerId,
    since: u64,
    asking: Asking<Arc<Query>>,
    /// Tests that were cast in the last tick.
    flying: Vec<(Wanted, f64)>,
    /// Whether it had a turn in this tick.
    served: bool,
}

/// Tests cast ahead for one asker in a tick, at most.
const AHEAD: usize = 8;

/// Shares rays among askers.
#[derive(Clone, Debug)]
pub struct Scheduler {
    quota: u32,
    rays: Rays,
    /// In the order they asked.
    queue: Vec<Waiting>,
}

impl Scheduler {
    /// A scheduler with so many rays per tick, at least one.
    #[must_use]
    pub fn new(quota: u32, rays: Rays) -> Self {
        Self { quota: quota.max(1), rays, queue: Vec::new() }
    }

    /// Takes a question; a new one replaces the asker's old one but keeps its turn.
    pub fn ask(&mut self, who: AskerId, query: Arc<Query>, luck: Stream, steady: Option<Steady>, now: u64) {
        let mut asking = Asking::new(query, luck);
        if let Some(steady) = steady {
            asking = asking.steady(steady);
        }
        match self.queue.iter_mut().find(|waiting| waiting.who == who) {
            Some(waiting) => (waiting.asking, waiting.flying) = (asking, Vec::new()),
            None => self.queue.push(Waiting { who, since: now, asking, flying: Vec::new(), served: false }),
        }
    }

    /// Somebody died or left.
    pub fn forget(&mut self, who: AskerId) {
        self.queue.retain(|waiting| waiting.who != who);
    }

    /// How many wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.queue.len()
    }

    /// Whether nobody waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// One tick: answers that are ready, with who asked and how many ticks they waited. An asker without a scene is forgotten.
    pub fn tick<'s>(
        &mut self,
        now: u64,
        scene: impl Fn(AskerId) -> Option<&'s Scene>,
    ) -> Vec<(AskerId, u64, Answer)> {
        self.queue.retain(|waiting| scene(waiting.who).is_some());
        self.queue.iter_mut().for_each(|waiting| waiting.served = false);
        let mut left = self.quota;
        if self.rays == Rays::NextTick {
            for waiting in &mut self.queue {
                for (wanted, raw) in waiting.flying.drain(..) {
                    waiting.asking.give_early(wanted, raw);
                }
            }
        }
        let mut turns = true;
        while turns && left > 0 {
            turns = false;
            for waiting in &mut self.queue {
                // Beginning a query costs time, too: without rays for it nobody begins.
                if left == 0 {
                    break;
                }
                waiting.served = true;
                let Some(scene) = scene(waiting.who).filter(|_| waiting.flying.is_empty()) else { continue };
                let Some(wanted) = waiting.asking.wants(scene) else { continue };
                let cost = waiting.asking.rays(scene, wanted).min(self.quota);
                if cost > left {
                    continue;
                }
                left -= cost;
                turns = true;
                let raw = waiting.asking.cast(scene, wanted);
                match self.rays {
                    Rays::AtOnce => waiting.asking.give(scene, raw),
                    Rays::NextTick => waiting.flying.push((wanted, raw)),
                }
            }
        }
        if self.rays == Rays::NextTick {
            self.cast_ahead(left, &scene);
        }
        let mut ready = Vec::new();
        self.queue.retain_mut(|waiting| {
            let wants = |asking: &mut Asking<_>| {
                scene(waiting.who).is_some_and(|scene| asking.wants(scene).is_some())
            };
            let open = !waiting.served || !waiting.flying.is_empty() || wants(&mut waiting.asking);
            if let (false, Some(answer)) = (open, waiting.asking.answer()) {
                ready.push((waiting.who, now.saturating_sub(waiting.since), answer.clone()));
            }
            open
        });
        ready
    }

    /// Spends what is left on tests that may be wanted next.
    fn cast_ahead<'s>(&mut self, mut left: u32, scene: &impl Fn(AskerId) -> Option<&'s Scene>) {
        for waiting in self.queue.iter_mut().filter(|waiting| !waiting.flying.is_empty()) {
            let Some(scene) = scene(waiting.who) else { continue };
            for wanted in waiting.asking.likely(AHEAD) {
                let cost = waiting.asking.rays(scene, wanted);
                if cost <= left && !waiting.flying.iter().any(|(other, _)| *other == wanted) {
                    left -= cost;
                    let raw = waiting.asking.cast(scene, wanted);
                    waiting.flying.push((wanted, raw));
                }
            }
        }
    }
}
