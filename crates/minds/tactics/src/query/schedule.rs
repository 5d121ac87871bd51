//! Many askers, few rays.
//!
//! Each tick a quota of rays is shared: the askers take turns, whoever asked first goes first, one test at a time, until the quota is used up or nobody
//! wants more. So nobody is passed over, and one with a hard question cannot hold up the others. Rays may answer at once or a tick later, as a ray
//! service on other threads does; then rays that are left over are cast ahead for the candidates that look best, so that a long search does not take a tick
//! per ray. A test that needs more rays than a whole quota gets the whole quota.
//!
//! Where askers come by one after another, each with the ground as it knows it ([`Scheduler::serve`]), whoever asked first may use all rays that are left in the tick. The others share three quarters of
//! them evenly, so that something is always left for the first: everybody becomes the first in time. Who was served when depends on who came by in which tick, on nothing else.
//!
//! Whoever casts rays in batches of its own, as watchers do who look for somebody, takes them out of the same quota: [`Scheduler::left`] says how many a batch may have, [`Scheduler::spend`] that it was cast.

use super::asking::{Asking, Wanted};
use super::run::Answer;
use super::{Query, Steady};
use crate::ground::Ground;
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
    /// When it last came by.
    came: u64,
}

/// Tests cast ahead for one asker in a tick, at most.
const AHEAD: usize = 8;
/// Rays one who is not the first may use in a tick however many wait.
const FEW: u32 = 8;
/// Ticks without coming by after which a question is forgotten.
const STALE: u64 = 100;

/// Shares rays among askers.
#[derive(Clone, Debug)]
pub struct Scheduler {
    quota: u32,
    rays: Rays,
    /// In the order they asked.
    queue: Vec<Waiting>,
    /// The tick in which rays were last spent, and how many.
    spent: (u64, u32),
    /// The tick in which those who did not come by were last forgotten.
    swept: u64,
}

impl Scheduler {
    /// A scheduler with so many rays per tick, at least one.
    #[must_use]
    pub fn new(quota: u32, rays: Rays) -> Self {
        Self { quota: quota.max(1), rays, queue: Vec::new(), spent: (0, 0), swept: 0 }
    }

    /// Takes a question; a new one replaces the asker's old one but keeps its turn.
    pub fn ask(&mut self, who: AskerId, query: Arc<Query>, luck: Stream, steady: Option<Steady>, now: u64) {
        let mut asking = Asking::new(query, luck);
        if let Some(steady) = steady {
            asking = asking.steady(steady);
        }
        match self.queue.iter_mut().find(|waiting| waiting.who == who) {
            Some(waiting) => (waiting.asking, waiting.flying, waiting.came) = (asking, Vec::new(), now),
            None => self.queue.push(Waiting {
                who,
                since: now,
                asking,
                flying: Vec::new(),
                served: false,
                came: now,
            }),
        }
    }

    /// Somebody died or left.
    pub fn forget(&mut self, who: AskerId) {
        self.queue.retain(|waiting| waiting.who != who);
    }

    fn spent_in(&self, now: u64) -> u32 {
        if self.spent.0 == now { self.spent.1 } else { 0 }
    }

    /// Rays that a batch may have in this tick: all that are left; while anybody waits with a question, a quarter of the quota stays for them.
    ///
    /// ```
    /// use wold_tactics::query::{Rays, Scheduler};
    /// let mut rays = Scheduler::new(100, Rays::AtOnce);
    /// rays.spend(64, 7);
    /// assert_eq!((rays.left(7), rays.left(8)), (36, 100));
    /// ```
    #[must_use]
    pub fn left(&self, now: u64) -> u32 {
        let most = if self.queue.is_empty() { self.quota } else { self.quota - self.quota / 4 };
        most.saturating_sub(self.spent_in(now))
    }

    /// A batch of so many rays was cast.
    pub fn spend(&mut self, rays: u32, now: u64) {
        self.spent = (now, self.spent_in(now).saturating_add(rays));
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

    /// Whether somebody waits for an answer.
    #[must_use]
    pub fn waits(&self, who: AskerId) -> bool {
        self.queue.iter().any(|waiting| waiting.who == who)
    }

    /// Somebody who waits comes by with the ground as it knows it: the answer and how many ticks it waited, if there were rays enough. One question may be served so in several ticks. Rays answer at
    /// once.
    pub fn serve(&mut self, who: AskerId, now: u64, ground: &dyn Ground) -> Option<(u64, Answer)> {
        if let Some(waiting) = self.queue.iter_mut().find(|waiting| waiting.who == who) {
            waiting.came = now;
        }
        if self.spent.0 != now {
            self.spent = (now, 0);
        }
        if self.swept != now {
            self.swept = now;
            self.queue.retain(|waiting| now < waiting.came + STALE);
        }
        let at = self.queue.iter().position(|waiting| waiting.who == who)?;
        let even = (self.quota / self.queue.len() as u32).max(FEW);
        let most = if at == 0 { self.quota } else { self.quota - self.quota / 4 };
        let left = most.saturating_sub(self.spent.1);
        let mut rays = if at == 0 { left } else { left.min(even) };
        if rays == 0 {
            return None;
        }
        let waiting = &mut self.queue[at];
        while let Some(wanted) = waiting.asking.wants(ground) {
            let cost = waiting.asking.rays(ground, wanted).min(self.quota);
            if cost > rays {
                return None;
            }
            rays -= cost;
            self.spent.1 += cost;
            let raw = waiting.asking.cast(ground, wanted);
            waiting.asking.give(ground, raw);
        }
        let waiting = self.queue.remove(at);
        let waited = now.saturating_sub(waiting.since);
        waiting.asking.into_answer().map(|answer| (waited, answer))
    }

    /// One tick: answers that are ready, with who asked and how many ticks they waited. An asker without a ground is forgotten.
    pub fn tick<'s, G: Ground + 's>(
        &mut self,
        now: u64,
        ground: impl Fn(AskerId) -> Option<&'s G>,
    ) -> Vec<(AskerId, u64, Answer)> {
        let ground = |who| ground(who).map(|ground| -> &'s dyn Ground { ground });
        self.queue.retain(|waiting| ground(waiting.who).is_some());
        self.queue.iter_mut().for_each(|waiting| waiting.served = false);
        let quota = self.quota.saturating_sub(self.spent_in(now));
        let mut left = quota;
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
                let Some(ground) = ground(waiting.who).filter(|_| waiting.flying.is_empty()) else {
                    continue;
                };
                let Some(wanted) = waiting.asking.wants(ground) else { continue };
                let cost = waiting.asking.rays(ground, wanted).min(self.quota);
                if cost > left {
                    continue;
                }
                left -= cost;
                turns = true;
                let raw = waiting.asking.cast(ground, wanted);
                match self.rays {
                    Rays::AtOnce => waiting.asking.give(ground, raw),
                    Rays::NextTick => waiting.flying.push((wanted, raw)),
                }
            }
        }
        if self.rays == Rays::NextTick {
            left = self.cast_ahead(left, &ground);
        }
        self.spend(quota - left, now);
        let mut ready = Vec::new();
        self.queue.retain_mut(|waiting| {
            let wants = |asking: &mut Asking<_>| {
                ground(waiting.who).is_some_and(|ground| asking.wants(ground).is_some())
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
    fn cast_ahead<'s>(&mut self, mut left: u32, ground: &impl Fn(AskerId) -> Option<&'s dyn Ground>) -> u32 {
        for waiting in self.queue.iter_mut().filter(|waiting| !waiting.flying.is_empty()) {
            let Some(ground) = ground(waiting.who) else { continue };
            for wanted in waiting.asking.likely(AHEAD) {
                let cost = waiting.asking.rays(ground, wanted);
                if cost <= left && !waiting.flying.iter().any(|(other, _)| *other == wanted) {
                    left -= cost;
                    let raw = waiting.asking.cast(ground, wanted);
                    waiting.flying.push((wanted, raw));
                }
            }
        }
        left
    }
}
