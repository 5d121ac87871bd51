//! Whether what people say they saw is what happened.
//!
//! Contract: a first-hand rumour is true if the ledger has a deed of that kind by that doer on that day, done to whom the rumour names; one that names nobody, or somebody unknown, is
//! true of any. Sightings and denials are not judged.

use std::collections::{BTreeMap, BTreeSet};
use wold_folk::witness::{MARKET, SOMEBODY};
use wold_lore::{Deed, Owner};
use wold_mind::gossip::{BeingId, Matter};
use wold_space::EntityId;
use wold_world::books::Entry;

/// What happened, in the words of memory.
#[derive(Debug, Default)]
pub(crate) struct Truth {
    done: BTreeMap<(BeingId, &'static str, u32), BTreeSet<Option<BeingId>>>,
}

impl Truth {
    /// A deed was done on a day.
    pub fn enter(&mut self, deed: &Entry, day: u32, name: impl Fn(EntityId) -> Option<BeingId>) {
        let Some(action) = deed.kind.account().action else { return };
        let Some(doer) = name(deed.doer) else { return };
        let object = match (deed.kind, deed.owner) {
            (Deed::Steal, Some(Owner::Market)) => Some(BeingId::named(MARKET)),
            (Deed::Steal, Some(Owner::Person(whom))) => name(whom),
            _ => deed.object.and_then(&name),
        };
        let mut add = |doer: BeingId, object: Option<BeingId>| {
            self.done.entry((doer, action, day)).or_default().insert(object);
        };
        add(doer, object);
        // A trade has two sides, and each is said to have traded with the other.
        if let (Deed::Trade, Some(other)) = (deed.kind, object) {
            add(other, Some(doer));
        }
    }

    /// Whether a matter is as it is said to be.
    pub fn holds(&self, matter: &Matter, action: &str) -> bool {
        let day = |day: u32| self.done.get(&(matter.subject, action, day));
        // Who sees something at midnight may count it to the day before or after.
        [matter.day, matter.day + 1, matter.day.saturating_sub(1)].into_iter().filter_map(day).any(
            |objects| {
                matter.object.is_none_or(|object| {
                    object == BeingId::named(SOMEBODY)
                        || objects.contains(&Some(object))
                        || objects.contains(&None)
                })
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_mind::gossip::{ActionId, Matter};
    use wold_space::DVec2;

    #[test]
    fn a_tale_of_another_culprit_victim_deed_or_day_is_false_and_a_partial_one_is_true() {
        let (rob, ada, cy) = (EntityId(1), EntityId(2), EntityId(3));
        let name = |id: EntityId| Some(BeingId(id.0 * 100));
        let theft = Entry::new(rob, Deed::Steal, DVec2::ZERO).of(Some(Owner::Person(ada)));
        let mut truth = Truth::default();
        truth.enter(&theft, 5, name);
        let said = |who: EntityId, whom: Option<BeingId>, day| {
            Matter::deed(BeingId(who.0 * 100), ActionId(0), whom, day)
        };
        let holds = |matter: Matter, action| truth.holds(&matter, action);
        assert!(holds(said(rob, name(ada), 5), "steal") && holds(said(rob, name(ada), 6), "steal"));
        assert!(holds(said(rob, Some(BeingId::named(SOMEBODY)), 5), "steal"));
        assert!(!holds(said(cy, name(ada), 5), "steal"), "another culprit");
        assert!(!holds(said(rob, name(cy), 5), "steal"), "another victim");
        assert!(!holds(said(rob, name(ada), 5), "kill"), "another deed");
        assert!(!holds(said(rob, name(ada), 8), "steal"), "another day");
    }
}
