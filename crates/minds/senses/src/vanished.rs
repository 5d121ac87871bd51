//! Somebody who was about is not heard any more.
//!
//! A was in earshot of B for [`Absence::company`] seconds while B was about (moved, spoke, worked). Then B falls silent, and A is still where B could be heard for
//! [`Absence::silence`] seconds more: A wonders, and goes to see. After that A does not wonder again for [`Absence::rest`] seconds, about anybody, so that nobody is led
//! about by it. Earshot is by sound distance, which who has a world knows; B's place is where B was last heard. Who leaves earshot starts anew.

use crate::settings::{SettingsError, ticks, within};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_space::{EntityId, Tick};

/// How long is long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Absence {
    /// Seconds together before anybody is missed.
    pub company: f64,
    /// Seconds of silence before they are.
    pub silence: f64,
    /// Seconds until somebody wonders again.
    pub rest: f64,
}

impl Default for Absence {
    fn default() -> Self {
        Self { company: 10.0, silence: 5.0, rest: 180.0 }
    }
}

impl Absence {
    /// Refuses what makes no sense.
    pub fn check(&self) -> Result<(), SettingsError> {
        within("absence, company", self.company, 0.0..=3600.0)?;
        within("absence, silence", self.silence, 0.05..=3600.0)?;
        within("absence, rest", self.rest, 0.0..=86_400.0)
    }
}

/// In a tick, A could hear B if B made a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Earshot {
    /// A.
    pub listener: EntityId,
    /// B.
    pub other: EntityId,
    /// Whether B is about. The dead are not.
    pub sounds: bool,
}

/// A wonders where B is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Missed {
    /// A.
    pub by: EntityId,
    /// B.
    pub who: EntityId,
    /// When B was heard last.
    pub heard: Tick,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Company {
    /// Since when they are in earshot of each other.
    since: Tick,
    /// When B last made a sound.
    heard: Tick,
}

/// Who has been near whom.
///
/// ```
/// use wold_senses::vanished::{Absence, Earshot, Vanished};
/// use wold_space::{EntityId, Tick};
/// let (absence, mut vanished) = (Absence::default(), Vanished::default());
/// let (asa, bo) = (EntityId(1), EntityId(2));
/// // Bo falls in the twelfth second; Asa stays where she is.
/// let missed = (0..=600).find(|t| {
///     let near = [Earshot { listener: asa, other: bo, sounds: *t < 240 }];
///     !vanished.tick(&absence, Tick(*t), &near).is_empty()
/// });
/// assert_eq!(missed, Some(17 * 20));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vanished {
    pairs: BTreeMap<(EntityId, EntityId), Company>,
    /// Until when somebody does not wonder.
    rest: BTreeMap<EntityId, Tick>,
}

impl Vanished {
    /// One tick, with all pairs that are in earshot; tells who is missed, by listener. A listener misses one at a time, the one silent for longest.
    pub fn tick(&mut self, absence: &Absence, now: Tick, near: &[Earshot]) -> Vec<Missed> {
        let (company, silence) = (ticks(absence.company), ticks(absence.silence));
        self.rest.retain(|_, until| now < *until);
        let mut pairs = BTreeMap::new();
        let mut missed: BTreeMap<EntityId, Missed> = BTreeMap::new();
        for Earshot { listener, other, sounds } in near.iter().copied().filter(|n| n.listener != n.other) {
            let before = self.pairs.get(&(listener, other)).copied();
            let pair = match before {
                // Silence starts with the first tick without a sound, so the tick before it was the last that is heard.
                Some(pair) if sounds => Company { heard: now, ..pair },
                Some(pair) => pair,
                None if sounds => Company { since: now, heard: now },
                // Who was never heard is not missed.
                None => continue,
            };
            let fell_silent = pair.heard.next();
            let together = fell_silent.since(pair.since);
            if !sounds
                && together >= company
                && now.since(fell_silent) >= silence
                && !self.rest.contains_key(&listener)
            {
                let found = Missed { by: listener, who: other, heard: pair.heard };
                let first = missed.entry(listener).or_insert(found);
                if (found.heard, found.who) < (first.heard, first.who) {
                    *first = found;
                }
            }
            pairs.insert((listener, other), pair);
        }
        self.pairs = pairs;
        for missed in missed.values() {
            self.pairs.remove(&(missed.by, missed.who));
            self.rest.insert(missed.by, Tick(now.0.saturating_add(ticks(absence.rest))));
        }
        missed.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// When, in seconds, A misses B: B comes at a time and dies at another, A leaves at a third.
    fn missed(comes: f64, dies: f64, leaves: f64) -> Vec<f64> {
        let (absence, mut vanished, mut found) = (Absence::default(), Vanished::default(), Vec::new());
        for t in 0..=2400 {
            let seconds = Tick(t).seconds();
            let near = (seconds >= comes && seconds < leaves).then_some(Earshot {
                listener: EntityId(1),
                other: EntityId(2),
                sounds: seconds < dies,
            });
            let told = vanished.tick(&absence, Tick(t), near.as_slice());
            found.extend(told.iter().map(|_| seconds));
        }
        found
    }

    #[test]
    fn after_ten_seconds_together_and_five_of_silence_somebody_is_missed() {
        assert_eq!(missed(0.0, 12.0, 1e9), [17.0]);
        assert_eq!(missed(0.0, 12.0, 15.0), [0.0; 0], "who has left at 15 wonders about nobody");
        assert_eq!(missed(3.0, 12.0, 1e9), [0.0; 0], "nine seconds are too few");
        assert_eq!(missed(2.0, 12.0, 1e9), [17.0], "ten are enough");
    }

    #[test]
    fn a_sound_in_between_starts_the_silence_anew() {
        let (absence, mut vanished) = (Absence::default(), Vanished::default());
        let when = (0..1000).find(|t| {
            let near = [Earshot { listener: EntityId(1), other: EntityId(2), sounds: *t < 240 || *t == 320 }];
            !vanished.tick(&absence, Tick(*t), &near).is_empty()
        });
        assert_eq!(when, Some(421));
    }

    #[test]
    fn somebody_who_wondered_rests_before_wondering_again() {
        let (absence, mut vanished, mut when) = (Absence::default(), Vanished::default(), Vec::new());
        for t in 0..10_000 {
            let near: Vec<_> = (2..8)
                .map(|other| Earshot {
                    listener: EntityId(1),
                    other: EntityId(other),
                    sounds: t < 300 * other,
                })
                .collect();
            when.extend(vanished.tick(&absence, Tick(t), &near).iter().map(|missed| (t, missed.who.0)));
        }
        assert_eq!(when[0], (700, 2));
        assert_eq!(when[1], (700 + 3600, 3), "the one silent for longest first");
    }

    proptest! {
        #[test]
        fn nobody_is_missed_more_often_than_rest_allows_and_memory_is_bounded_by_who_is_near(
            near in prop::collection::vec((0u64..3, 3u64..6, 0u64..400, 1u64..400), 1..40),
        ) {
            let absence = Absence { company: 1.0, silence: 0.5, rest: 20.0 };
            let (mut vanished, mut now) = (Vanished::default(), 0);
            let mut last: BTreeMap<EntityId, u64> = BTreeMap::new();
            for (listener, other, loud, quiet) in near {
                for t in 0..loud + quiet {
                    let pair = Earshot { listener: EntityId(listener), other: EntityId(other), sounds: t < loud };
                    for missed in vanished.tick(&absence, Tick(now), &[pair]) {
                        prop_assert!(last.insert(missed.by, now).is_none_or(|before| now - before >= 400));
                    }
                    prop_assert!(vanished.pairs.len() <= 1);
                    now += 1;
                }
            }
        }
    }
}
