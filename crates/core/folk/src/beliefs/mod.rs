//! What somebody believes of others: where they are, and what they carry.
//!
//! Contract: a belief names what it rests on ([`Basis`]), since when it is held and how sure it was then; how sure it is now falls by half in a while that depends on what it is about, for
//! people walk on. It may be wrong. Sight corrects it: who is seen elsewhere is not where they were thought to be, nor is who is not at a place that is seen ([`look`]). What one
//! sees beats everything; what one hears, is told or concludes replaces a belief only if it is the surer. Of one person one place is believed. All is bounded; the least sure goes first.
//!
//! What somebody *did* is not kept here: that is memory's ([`wold_mind::gossip`]), which names through whom it came and how far that is trusted.

mod look;

pub(crate) use look::{Outlook, is_in_plain_sight};

use crate::rows::WITS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_lore::land::ThingKind;
use wold_mind::gossip::BeingId;
use wold_space::{DVec2, Tick};

/// Places and things believed at most.
const MOST_PLACES: usize = 32;
const MOST_THINGS: usize = 32;

/// What a belief rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Basis {
    /// One's own eyes.
    Seen,
    /// One's own ears.
    Heard,
    /// Somebody's word.
    Told(BeingId),
    /// One's own conclusion.
    Inferred,
}

impl Basis {
    /// In one word.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Heard => "heard",
            Self::Told(_) => "told",
            Self::Inferred => "inferred",
        }
    }
}

/// What is believed of somebody.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum What {
    /// They are there.
    At {
        /// Where.
        place: DVec2,
        /// On which storey.
        level: u8,
    },
    /// They carry such a thing.
    Has(ThingKind),
}

/// Something believed of somebody.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Belief {
    /// Of whom.
    pub about: BeingId,
    /// What.
    pub what: What,
    /// Why.
    pub basis: Basis,
    /// Since when.
    pub since: Tick,
    /// How sure it was then, 0 to 1.
    pub sure: f64,
}

impl Belief {
    /// How sure it is at a tick.
    ///
    /// ```
    /// use wold_folk::beliefs::{Basis, Belief, What};
    /// use wold_mind::gossip::BeingId;
    /// use wold_space::{DVec2, Tick};
    /// let what = What::At { place: DVec2::ZERO, level: 0 };
    /// let seen = Belief { about: BeingId(1), what, basis: Basis::Seen, since: Tick(0), sure: 1.0 };
    /// assert_eq!(seen.sure_at(Tick(0)), 1.0);
    /// assert_eq!(seen.sure_at(Tick(90 * 20)), 0.5);
    /// ```
    #[must_use]
    pub fn sure_at(&self, now: Tick) -> f64 {
        let halves = match self.what {
            What::At { .. } => WITS.beliefs.place_halves_seconds,
            What::Has(_) => WITS.beliefs.thing_halves_seconds,
        };
        self.sure * libm::exp2(-Tick(now.since(self.since)).seconds() / halves)
    }

    /// The place, if it is one.
    #[must_use]
    pub fn place(&self) -> Option<(DVec2, u8)> {
        match self.what {
            What::At { place, level } => Some((place, level)),
            What::Has(_) => None,
        }
    }
}

/// How a belief was found to be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Whom it is about was seen elsewhere.
    Elsewhere,
    /// Nobody was where they should be.
    NotThere,
    /// They were seen to give it away.
    GivenAway,
}

/// A belief that sight put right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correction {
    /// What was believed.
    pub before: Belief,
    /// Why no longer.
    pub fault: Fault,
}

/// All somebody believes of others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beliefs {
    places: BTreeMap<BeingId, Belief>,
    things: BTreeMap<(BeingId, ThingKind), Belief>,
}

impl Beliefs {
    /// Where somebody is thought to be.
    #[must_use]
    pub fn place_of(&self, whom: BeingId) -> Option<&Belief> {
        self.places.get(&whom)
    }

    /// Who is thought to carry such a thing, the surest first.
    #[must_use]
    pub fn holders(&self, thing: ThingKind, now: Tick) -> Vec<&Belief> {
        let mut all: Vec<&Belief> =
            self.things.iter().filter(|((_, kind), _)| *kind == thing).map(|(_, belief)| belief).collect();
        all.sort_by(|a, b| b.sure_at(now).total_cmp(&a.sure_at(now)));
        all
    }

    /// Everything believed.
    pub fn iter(&self) -> impl Iterator<Item = &Belief> {
        self.places.values().chain(self.things.values())
    }

    /// Believes something, if it is surer than what is believed already, or seen. Returns what it put right.
    pub fn take(&mut self, new: Belief) -> Option<Correction> {
        let now = new.since;
        let (seen, sure) = (new.basis == Basis::Seen, new.sure);
        let holds = |old: &Belief| !seen && old.sure_at(now) >= sure;
        match new.what {
            What::At { place, .. } => {
                let old = self.places.get(&new.about).copied();
                if old.as_ref().is_some_and(holds) {
                    return None;
                }
                self.places.insert(new.about, new);
                if self.places.len() > MOST_PLACES
                    && let Some(least) = least(self.places.iter(), now)
                {
                    self.places.remove(&least);
                }
                // Who was seen a while ago has walked on: that is no error.
                let before = old.filter(|old| seen && old.basis != Basis::Seen)?;
                let far = before
                    .place()
                    .is_some_and(|(old, _)| old.distance(place) > WITS.beliefs.elsewhere_metres);
                far.then_some(Correction { before, fault: Fault::Elsewhere })
            }
            What::Has(kind) => {
                let key = (new.about, kind);
                if !self.things.get(&key).is_some_and(holds) {
                    self.things.insert(key, new);
                }
                if self.things.len() > MOST_THINGS
                    && let Some(least) = least(self.things.iter(), now)
                {
                    self.things.remove(&least);
                }
                None
            }
        }
    }

    /// Somebody is not where they were thought to be.
    pub fn missed(&mut self, whom: BeingId) -> Option<Correction> {
        let before = self.places.remove(&whom)?;
        Some(Correction { before, fault: Fault::NotThere })
    }

    /// Somebody no longer carries such a thing.
    pub fn parted(&mut self, whom: BeingId, thing: ThingKind) -> Option<Correction> {
        let before = self.things.remove(&(whom, thing))?;
        Some(Correction { before, fault: Fault::GivenAway })
    }

    /// Forgets what is hardly believed any more.
    pub fn fade(&mut self, now: Tick) {
        self.places.retain(|_, belief| belief.sure_at(now) >= WITS.beliefs.forgotten);
        self.things.retain(|_, belief| belief.sure_at(now) >= WITS.beliefs.forgotten);
    }

    /// What was believed when it was written down, as far as it makes sense.
    #[must_use]
    pub fn kept(all: Vec<Belief>) -> Self {
        let mut beliefs = Self::default();
        let sound = |belief: &Belief| {
            (0.0..=1.0).contains(&belief.sure)
                && belief
                    .place()
                    .is_none_or(|(place, _)| place.is_finite() && place.abs().max_element() < 1e7)
        };
        for belief in all.into_iter().filter(sound).take(MOST_PLACES + MOST_THINGS) {
            beliefs.take(belief);
        }
        beliefs
    }
}

/// The key of the least sure.
fn least<'a, K: Copy + 'a>(all: impl Iterator<Item = (&'a K, &'a Belief)>, now: Tick) -> Option<K> {
    all.min_by(|a, b| a.1.sure_at(now).total_cmp(&b.1.sure_at(now))).map(|(key, _)| *key)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BO: BeingId = BeingId(7);

    fn at(x: f64, basis: Basis, since: u64, sure: f64) -> Belief {
        let what = What::At { place: DVec2::new(x, 0.0), level: 0 };
        Belief { about: BO, what, basis, since: Tick(since), sure }
    }

    #[test]
    fn sight_beats_hearsay_and_hearsay_only_what_is_less_sure() {
        let mut beliefs = Beliefs::default();
        let told = Basis::Told(BeingId(1));
        assert_eq!(beliefs.take(at(50.0, told, 0, 0.6)), None);
        assert_eq!(beliefs.take(at(90.0, Basis::Heard, 20, 0.4)), None);
        assert_eq!(beliefs.place_of(BO), Some(&at(50.0, told, 0, 0.6)), "a word one trusts is worth more");
        let wrong = beliefs.take(at(3.0, Basis::Seen, 40, 1.0)).expect("Bo is not there");
        assert_eq!((wrong.before.basis, wrong.fault), (told, Fault::Elsewhere));
        assert_eq!(beliefs.take(at(60.0, Basis::Seen, 4000, 1.0)), None, "who walks on proves nobody wrong");
        let later = 4000 + 20 * 180;
        assert!(beliefs.take(at(90.0, told, later, 0.6)).is_none());
        assert_eq!(
            beliefs.place_of(BO).map(|belief| belief.basis),
            Some(told),
            "what is old is worth little"
        );
    }

    #[test]
    fn a_place_seen_empty_ends_the_belief_and_old_ones_fade() {
        let mut beliefs = Beliefs::default();
        beliefs.take(at(5.0, Basis::Inferred, 0, 0.5));
        assert_eq!(beliefs.missed(BO).map(|wrong| wrong.fault), Some(Fault::NotThere));
        assert!(beliefs.place_of(BO).is_none() && beliefs.missed(BO).is_none());
        beliefs.take(at(5.0, Basis::Seen, 0, 1.0));
        beliefs.fade(Tick(20 * 60));
        assert!(beliefs.place_of(BO).is_some());
        beliefs.fade(Tick(20 * 600));
        assert!(beliefs.place_of(BO).is_none());
    }

    #[test]
    fn beliefs_are_bounded_the_least_sure_goes_and_what_is_kept_comes_back() {
        let mut beliefs = Beliefs::default();
        for n in 0..1000 {
            beliefs.take(Belief { about: BeingId(n), ..at(n as f64, Basis::Seen, n, 1.0) });
            let what = What::Has(ThingKind::Apple);
            beliefs.take(Belief { about: BeingId(n), what, ..at(0.0, Basis::Seen, n, 1.0) });
        }
        assert_eq!((beliefs.places.len(), beliefs.things.len()), (MOST_PLACES, MOST_THINGS));
        assert!(beliefs.place_of(BeingId(999)).is_some() && beliefs.place_of(BeingId(0)).is_none());
        let kept: Vec<Belief> = beliefs.iter().copied().collect();
        assert_eq!(Beliefs::kept(kept), beliefs);
        let nowhere = What::At { place: DVec2::splat(f64::NAN), level: 0 };
        let bad =
            vec![Belief { what: nowhere, ..at(0.0, Basis::Seen, 0, 1.0) }, at(0.0, Basis::Seen, 0, 9.0)];
        assert_eq!(Beliefs::kept(bad), Beliefs::default(), "what makes no sense is left out");
    }
}
