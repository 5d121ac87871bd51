//! Things that are not as they were left: an open door, a lamp that is out, a stall knocked over.
//!
//! Every group (a household, a watch) knows how each thing was when one of them last saw to it. When the world changes a thing, an event opens for each group that knew it otherwise;
//! it has a lifetime, and **the first who witnesses it claims it**: nobody else of that group reacts. Who is on edge has other things to do, and leaves it to
//! others. Put back before anybody saw, it never happened; grown old, it is how things are. Whoever changes a thing tells their own group by doing so. There is at most one
//! event for a group and a thing.

use crate::awareness::Awareness;
use crate::settings::{SettingsError, ticks, within};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_space::{EntityId, Tick};

/// Who share what they know of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HouseholdId(pub u64);

/// A thing that can be in one state or another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ThingId(pub u64);

/// How a thing is, by a number whose meaning is the caller's: 0 shut, 1 open; 0 out, 1 lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Condition(pub u8);

/// What a witness does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Stops, looks, says something, goes there and looks left and right.
    Investigate,
    /// Says something in passing.
    Remark,
    /// Nothing: it stays for somebody with less on their mind.
    Ignore,
}

/// How witnesses react, and for how long a change is news.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs, reason = "the states say what they are")]
pub struct Heed {
    /// Seconds a change is news.
    pub lifetime: f64,
    pub unaware: Reaction,
    pub suspicious: Reaction,
    pub searching: Reaction,
    pub alert: Reaction,
}

impl Default for Heed {
    fn default() -> Self {
        Self {
            lifetime: 90.0,
            unaware: Reaction::Investigate,
            suspicious: Reaction::Investigate,
            searching: Reaction::Remark,
            alert: Reaction::Ignore,
        }
    }
}

impl Heed {
    /// Refuses what makes no sense.
    pub fn check(&self) -> Result<(), SettingsError> {
        within("changed things, lifetime", self.lifetime, 0.05..=86_400.0)
    }

    /// What somebody in a state does about it.
    #[must_use]
    pub fn reaction(&self, state: Awareness) -> Reaction {
        match state {
            Awareness::Unaware => self.unaware,
            Awareness::Suspicious => self.suspicious,
            Awareness::Searching => self.searching,
            Awareness::Alert => self.alert,
        }
    }
}

/// A change that somebody noticed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Noticed {
    /// Who.
    pub by: EntityId,
    /// What.
    pub thing: ThingId,
    /// How it was known.
    pub was: Condition,
    /// How it is.
    pub is: Condition,
    /// What they do about it.
    pub reaction: Reaction,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Known {
    /// How the group left it.
    condition: Condition,
    /// How it is now and when that stops being news, if it is not as they left it.
    changed: Option<(Condition, Tick)>,
}

/// What groups know of things.
///
/// ```
/// use wold_senses::awareness::Awareness;
/// use wold_senses::changed::{Changes, Condition, Heed, HouseholdId, ThingId};
/// use wold_space::{EntityId, Tick};
/// let (heed, mut changes) = (Heed::default(), Changes::default());
/// let (watch, door, asa, bo) = (HouseholdId(1), ThingId(7), EntityId(1), EntityId(2));
/// changes.know(watch, door, Condition(0));
/// changes.change(&heed, door, Condition(1), None, Tick(0));
/// assert!(changes.witness(&heed, watch, asa, Awareness::Unaware, door, Tick(50)).is_some());
/// assert!(changes.witness(&heed, watch, bo, Awareness::Unaware, door, Tick(51)).is_none(), "hers");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Changes {
    known: BTreeMap<(ThingId, HouseholdId), Known>,
}

impl Changes {
    /// A group learns how a thing is; there is nothing odd about it.
    pub fn know(&mut self, group: HouseholdId, thing: ThingId, condition: Condition) {
        self.known.insert((thing, group), Known { condition, changed: None });
    }

    /// A thing is from now on in another condition; a group one of whose own did it knows.
    pub fn change(
        &mut self,
        heed: &Heed,
        thing: ThingId,
        condition: Condition,
        by: Option<HouseholdId>,
        now: Tick,
    ) {
        let until = Tick(now.0.saturating_add(ticks(heed.lifetime)));
        let all = (thing, HouseholdId(0))..=(thing, HouseholdId(u64::MAX));
        for ((_, group), known) in self.known.range_mut(all) {
            known.settle(now);
            if Some(*group) == by || known.condition == condition {
                *known = Known { condition, changed: None };
            } else if known.changed.is_none_or(|(is, _)| is != condition) {
                known.changed = Some((condition, until));
            }
        }
    }

    /// Somebody sees a thing. The first of a group to see it changed claims that; `None` for everybody else, and when it is as known.
    pub fn witness(
        &mut self,
        heed: &Heed,
        group: HouseholdId,
        who: EntityId,
        state: Awareness,
        thing: ThingId,
        now: Tick,
    ) -> Option<Noticed> {
        let known = self.known.get_mut(&(thing, group))?;
        known.settle(now);
        let (is, _) = known.changed?;
        let reaction = heed.reaction(state);
        if reaction == Reaction::Ignore {
            return None;
        }
        let was = known.condition;
        *known = Known { condition: is, changed: None };
        Some(Noticed { by: who, thing, was, is, reaction })
    }

    /// Whether a group has not yet noticed that a thing is changed.
    #[must_use]
    pub fn is_open(&self, group: HouseholdId, thing: ThingId, now: Tick) -> bool {
        self.known
            .get(&(thing, group))
            .is_some_and(|known| known.changed.is_some_and(|(_, until)| now < until))
    }

    /// A thing is no more, or nobody cares.
    pub fn forget(&mut self, thing: ThingId) {
        self.known.retain(|(known, _), _| *known != thing);
    }
}

impl Known {
    /// What is no news any more is how things are.
    fn settle(&mut self, now: Tick) {
        if let Some((condition, _)) = self.changed.filter(|(_, until)| now >= *until) {
            *self = Self { condition, changed: None };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WATCH: HouseholdId = HouseholdId(1);
    const SMITHY: HouseholdId = HouseholdId(2);
    const DOOR: ThingId = ThingId(7);

    fn known() -> (Heed, Changes) {
        let mut changes = Changes::default();
        changes.know(WATCH, DOOR, Condition(0));
        changes.know(SMITHY, DOOR, Condition(0));
        (Heed::default(), changes)
    }

    fn sees(
        changes: &mut Changes,
        who: u64,
        group: HouseholdId,
        state: Awareness,
        t: u64,
    ) -> Option<Noticed> {
        changes.witness(&Heed::default(), group, EntityId(who), state, DOOR, Tick(t))
    }

    #[test]
    fn a_change_is_news_for_its_lifetime_only() {
        let (heed, mut changes) = known();
        changes.change(&heed, DOOR, Condition(1), None, Tick(0));
        assert!(changes.is_open(WATCH, DOOR, Tick(1799)));
        assert_eq!(sees(&mut changes, 1, WATCH, Awareness::Unaware, 1800), None);
        changes.change(&heed, DOOR, Condition(0), None, Tick(1900));
        let shut = sees(&mut changes, 1, WATCH, Awareness::Unaware, 1901).expect("open had become usual");
        assert_eq!((shut.was, shut.is), (Condition(1), Condition(0)));
    }

    #[test]
    fn what_is_put_back_unseen_never_happened() {
        let (heed, mut changes) = known();
        changes.change(&heed, DOOR, Condition(1), None, Tick(0));
        changes.change(&heed, DOOR, Condition(0), None, Tick(10));
        assert_eq!(sees(&mut changes, 1, WATCH, Awareness::Unaware, 11), None);
    }

    #[test]
    fn who_did_it_has_told_their_own_and_nobody_else() {
        let (heed, mut changes) = known();
        changes.change(&heed, DOOR, Condition(1), Some(SMITHY), Tick(0));
        assert_eq!(sees(&mut changes, 1, SMITHY, Awareness::Unaware, 1), None);
        assert!(sees(&mut changes, 2, WATCH, Awareness::Unaware, 1).is_some());
    }

    #[test]
    fn the_alert_leave_it_to_others_and_searchers_only_remark() {
        let (heed, mut changes) = known();
        changes.change(&heed, DOOR, Condition(1), None, Tick(0));
        assert_eq!(sees(&mut changes, 1, WATCH, Awareness::Alert, 1), None);
        let noticed = sees(&mut changes, 2, WATCH, Awareness::Searching, 2).expect("still free");
        assert_eq!((noticed.by, noticed.reaction), (EntityId(2), Reaction::Remark));
    }

    proptest! {
        #[test]
        fn one_change_is_claimed_at_most_once_by_a_group(
            deeds in prop::collection::vec((0u8..3, 0u64..5, 0u8..3, 0u64..400), 1..80),
        ) {
            let (heed, mut changes) = known();
            let (mut now, mut is) = (0, Condition(0));
            let mut free = 0;
            for (deed, who, to, pause) in deeds {
                now += pause;
                if deed == 0 {
                    free += u32::from(is != Condition(to));
                    is = Condition(to);
                    changes.change(&heed, DOOR, is, None, Tick(now));
                } else if let Some(noticed) = sees(&mut changes, who, WATCH, Awareness::Unaware, now) {
                    prop_assert!(noticed.was != noticed.is && noticed.is == is);
                    prop_assert!(free > 0, "nothing changed since the last claim");
                    free = 0;
                    prop_assert_eq!(sees(&mut changes, who + 1, WATCH, Awareness::Unaware, now), None);
                }
            }
        }
    }
}
