//! Claims: who has taken what, for how long.
//!
//! One primitive for places to stand, slots about somebody, events to look after and targets: a lease that ends by itself unless it is renewed, when it
//! is given back, or when its holder dies or leaves ([`Claims::forget`]). A thing has one holder; a holder may have many things. Ticks come from
//! outside. Whoever holds a thing renews by claiming it again.

use std::collections::BTreeMap;

/// Who claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claimant(pub u64);

/// What can be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// A place to stand, by its tile.
    Place(i32, i32),
    /// A slot about somebody.
    Slot(u64, u8),
    /// Something that happened and wants looking after.
    Event(u64),
    /// Somebody to fight.
    Target(u64),
}

/// A claim in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Whose.
    pub by: Claimant,
    /// The first tick at which it is over.
    pub until: u64,
}

/// Everything that is claimed.
///
/// ```
/// use wold_tactics::claims::{Claimant, Claims, Thing};
/// let mut claims = Claims::default();
/// let (asa, bo, tree) = (Claimant(1), Claimant(2), Thing::Place(3, 4));
/// assert!(claims.claim(tree, asa, 0, 100).is_ok());
/// assert_eq!(claims.claim(tree, bo, 50, 100).unwrap_err().by, asa);
/// claims.forget(asa);
/// assert!(claims.claim(tree, bo, 50, 100).is_ok());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    leases: BTreeMap<Thing, Lease>,
}

impl Claims {
    /// Takes or renews a thing for so many ticks; tells whose it is if it is taken.
    pub fn claim(&mut self, thing: Thing, by: Claimant, now: u64, ticks: u64) -> Result<Lease, Lease> {
        match self.holder(thing, now) {
            Some(lease) if lease.by != by => Err(lease),
            _ => {
                let lease = Lease { by, until: now.saturating_add(ticks) };
                self.leases.insert(thing, lease);
                Ok(lease)
            }
        }
    }

    /// The claim on a thing, if it is still in force.
    #[must_use]
    pub fn holder(&self, thing: Thing, now: u64) -> Option<Lease> {
        self.leases.get(&thing).copied().filter(|lease| now < lease.until)
    }

    /// Gives a thing back; somebody else's stays theirs.
    pub fn release(&mut self, thing: Thing, by: Claimant) -> bool {
        let own = self.leases.get(&thing).is_some_and(|lease| lease.by == by);
        own && self.leases.remove(&thing).is_some()
    }

    /// Ends everything somebody has: they died, were stunned or left.
    pub fn forget(&mut self, by: Claimant) {
        self.leases.retain(|_, lease| lease.by != by);
    }

    /// Drops what is over. Nothing depends on when that is done.
    pub fn sweep(&mut self, now: u64) {
        self.leases.retain(|_, lease| now < lease.until);
    }

    /// What is in force, in order.
    pub fn iter(&self, now: u64) -> impl Iterator<Item = (Thing, Lease)> + '_ {
        self.leases.iter().map(|(thing, lease)| (*thing, *lease)).filter(move |(_, lease)| now < lease.until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_lease_ends_by_itself_unless_renewed() {
        let (mut claims, event) = (Claims::default(), Thing::Event(7));
        assert!(claims.claim(event, Claimant(1), 0, 10).is_ok());
        assert_eq!(claims.holder(event, 10), None);
        assert!(claims.claim(event, Claimant(1), 9, 10).is_ok());
        assert!(claims.claim(event, Claimant(2), 18, 10).is_err());
        assert!(claims.claim(event, Claimant(2), 19, 10).is_ok());
        assert!(!claims.release(event, Claimant(1)), "it is not theirs any more");
    }

    #[test]
    fn of_two_who_want_one_spot_the_other_gets_the_spare() {
        let mut claims = Claims::default();
        let answer = [Thing::Place(1, 1), Thing::Place(2, 2)];
        let first = |claims: &mut Claims, who| {
            answer.into_iter().find(|thing| claims.claim(*thing, Claimant(who), 0, 5).is_ok())
        };
        assert_eq!(first(&mut claims, 1), Some(answer[0]));
        assert_eq!(first(&mut claims, 2), Some(answer[1]));
        assert_eq!(first(&mut claims, 3), None);
    }

    proptest! {
        #[test]
        fn nothing_is_ever_held_twice_and_the_dead_hold_nothing(
            deeds in prop::collection::vec((0u8..4, 0u64..4, 0u64..6, 1u64..9), 0..200),
        ) {
            let mut claims = Claims::default();
            for (now, (deed, who, what, ticks)) in deeds.into_iter().enumerate() {
                let (now, who, thing) = (now as u64, Claimant(who), Thing::Target(what));
                let before = claims.holder(thing, now);
                match deed {
                    0 | 1 => {
                        let taken = claims.claim(thing, who, now, ticks).is_ok();
                        prop_assert_eq!(taken, before.is_none_or(|lease| lease.by == who));
                    }
                    2 => { claims.release(thing, who); }
                    _ => {
                        claims.forget(who);
                        prop_assert!(claims.iter(now).all(|(_, lease)| lease.by != who));
                    }
                }
            }
        }
    }
}
