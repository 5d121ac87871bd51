//! What fighters of a household tell each other: who closes in on whom, who has taken which place or foe, why everybody did what it did, and what is remembered of places.
//!
//! Where to stand and whose turn it is are not theirs to settle: the world hands parts out to all who fight in it, of whatever household.

use super::history::History;
use super::report::Told;
use super::sway::Sway;
use crate::report::fights::FightQuery;
use crate::rows::FIGHT;
use crate::villager::steps;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wold_space::{DVec2, EntityId, Tick};
use wold_tactics::claims::{Claimant, Claims, Thing};

#[derive(Default)]
pub(super) struct Inner {
    /// Who closes in on whom, and when it last said so.
    closing: BTreeMap<EntityId, (EntityId, u64)>,
    pub claims: Claims,
    pub told: BTreeMap<EntityId, Told>,
    pub deaths: History,
    pub traffic: History,
    /// What each faction knows of places.
    pub sways: BTreeMap<&'static str, Sway>,
    /// Who fell when: a death is counted once.
    fallen: BTreeMap<EntityId, u64>,
    updated: Option<u64>,
}

/// What fighters of a process share. Its answers depend on who asked what in which tick, on nothing else.
#[derive(Clone, Default)]
pub struct Ring {
    inner: Arc<Mutex<Inner>>,
    /// The faction it is told to and read for.
    pub(super) faction: &'static str,
}

impl std::fmt::Debug for Ring {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ring").finish_non_exhaustive()
    }
}

/// A place to stand, as a thing one can claim.
fn tile(at: DVec2) -> Thing {
    Thing::Place(libm::floor(at.x) as i32, libm::floor(at.y) as i32)
}

impl Ring {
    pub(super) fn open(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same ring, as somebody of a faction minds it.
    #[must_use]
    pub(crate) fn of(&self, faction: &'static str) -> Self {
        Self { inner: self.inner.clone(), faction }
    }

    /// Somebody at a place closes in on somebody.
    pub(super) fn close(&self, (who, at): (EntityId, DVec2), foe: EntityId, now: Tick) {
        let mut inner = self.open();
        inner.closing.insert(who, (foe, now.0));
        inner.traffic.note(at, FIGHT.traces.traffic);
        if inner.updated != Some(now.0) {
            inner.update(now.0);
        }
    }

    /// Time passes, whether anybody fights or not.
    pub(super) fn pass(&self, now: Tick) {
        let mut inner = self.open();
        if inner.updated.is_none_or(|updated| now.0 > updated + steps(FIGHT.traces.idle_seconds)) {
            inner.update(now.0);
        }
    }

    /// Somebody left or has other things to do: whatever it held is free at once.
    pub fn gone(&self, who: EntityId) {
        let mut inner = self.open();
        inner.release(who);
        inner.told.remove(&who);
    }

    /// Somebody of the faction fell there: whatever it held is free, and the place is remembered.
    pub(super) fn fell(&self, who: EntityId, at: DVec2, now: Tick) {
        let mut inner = self.open();
        if inner.note_fall(who, at, now.0) {
            inner.sways.entry(self.faction).or_default().lost.note(at, 1.0);
        }
    }

    /// A foe fell there.
    pub(super) fn felled(&self, who: EntityId, at: DVec2, now: Tick) {
        self.open().note_fall(who, at, now.0);
    }

    /// Somebody gave up: its place and its foe are free; why is still known.
    pub(super) fn step_out(&self, who: EntityId) {
        self.open().release(who);
    }

    /// Takes or renews a place to stand, unless somebody else has it.
    pub(super) fn take_place(&self, at: DVec2, by: EntityId, now: Tick) -> bool {
        self.open().claims.claim(tile(at), Claimant(by.0), now.0, steps(FIGHT.traces.lease_seconds)).is_ok()
    }

    /// Takes or renews a foe, unless somebody else has it.
    pub(super) fn take_foe(&self, foe: EntityId, by: EntityId, now: Tick) -> bool {
        self.open()
            .claims
            .claim(Thing::Target(foe.0), Claimant(by.0), now.0, steps(FIGHT.traces.lease_seconds))
            .is_ok()
    }

    /// Gives back every place and foe somebody has taken.
    pub(super) fn give_back(&self, by: EntityId) {
        self.open().claims.forget(Claimant(by.0));
    }

    /// Whether somebody else has taken a place.
    pub(super) fn is_taken(&self, at: DVec2, by: EntityId, now: Tick) -> bool {
        self.open().claims.holder(tile(at), now.0).is_some_and(|lease| lease.by != Claimant(by.0))
    }

    /// Everything that is claimed, and by whom.
    #[must_use]
    pub fn claims(&self, now: Tick) -> Vec<(Thing, EntityId)> {
        self.open().claims.iter(now.0).map(|(thing, lease)| (thing, EntityId(lease.by.0))).collect()
    }

    /// How much dying is remembered of a place.
    pub(super) fn deaths_at(&self, at: DVec2) -> f64 {
        self.open().deaths.at(at)
    }

    /// Who of the household closes in on somebody.
    pub(super) fn about(&self, foe: EntityId) -> Vec<EntityId> {
        let inner = self.open();
        let about = inner.closing.iter().filter(|(_, (whom, _))| *whom == foe);
        about.map(|(who, _)| *who).collect()
    }

    /// Whether anybody fights or did lately.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.open().told.is_empty()
    }

    /// Says why somebody did what it did last; the last question stays until there is another.
    pub(super) fn explain(&self, who: EntityId, now: Tick, why: String, question: Option<FightQuery>) {
        let mut inner = self.open();
        let told = inner.told.entry(who).or_default();
        (told.since, told.why) = (now.0, why);
        told.question = question.or(told.question.take());
    }

    /// Says whom somebody is up against and how it would go.
    pub(super) fn weigh(&self, who: EntityId, foe: EntityId, odds: super::Odds) {
        let mut inner = self.open();
        let told = inner.told.entry(who).or_default();
        (told.foe, told.odds) = (Some(foe), Some(odds));
    }

    /// Why somebody did what it did last, if it fought lately.
    #[must_use]
    pub fn reason(&self, who: EntityId) -> Option<String> {
        self.open().told.get(&who).map(|told| told.why.clone())
    }
}

impl Inner {
    /// Forgets what is over.
    fn update(&mut self, now: u64) {
        self.updated = Some(now);
        self.closing.retain(|_, (_, since)| now < *since + steps(FIGHT.traces.idle_seconds));
        self.told.retain(|_, told| now < told.since + steps(FIGHT.traces.kept_seconds));
        self.fallen.retain(|_, since| now < *since + steps(FIGHT.traces.kept_seconds));
        self.claims.sweep(now);
        self.deaths.pass(now);
        self.traffic.pass(now);
        self.sways.values_mut().for_each(|sway| sway.pass(now));
    }

    /// Frees what somebody who fell held, and remembers the place; false if that fall was told of before.
    fn note_fall(&mut self, who: EntityId, at: DVec2, now: u64) -> bool {
        self.release(who);
        let long_ago =
            self.fallen.get(&who).is_none_or(|since| now >= since + steps(FIGHT.traces.kept_seconds));
        self.fallen.insert(who, now);
        if long_ago {
            self.deaths.note(at, 1.0);
        }
        long_ago
    }

    /// Frees what somebody held.
    fn release(&mut self, who: EntityId) {
        self.closing.remove(&who);
        self.claims.forget(Claimant(who.0));
    }
}
