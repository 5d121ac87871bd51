//! The docket: what the law has heard of whom.
//!
//! Contract: a charge is a crime somebody is said to have done to somebody on a day. It is entered when a guard sees the deed and makes out its doer, or hears somebody tell of it who was there.
//! Each person's word counts once, for or against; the latest stands. Hearsay is no account: whoever has it from another is not asked. Charges lapse after some days; there are never more than [`MOST`].

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_lore::Deed;
use wold_space::EntityId;

/// Charges kept at most; the oldest goes first.
pub const MOST: usize = 256;
/// People whose word is kept about one charge.
const MOST_ACCOUNTS: usize = 32;

/// What somebody is charged with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Matter {
    /// Who is said to have done it.
    pub accused: EntityId,
    /// What: a theft, a blow, a killing.
    pub deed: Deed,
    /// To whom, if that is known.
    pub victim: Option<EntityId>,
    /// The day.
    pub day: u32,
}

/// What is known about a charge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// Whether a guard saw it.
    pub seen_by_law: bool,
    /// Who was there and says it is so, or that it is not.
    pub accounts: BTreeMap<EntityId, bool>,
}

impl Charge {
    /// By how many people more it is held to be so than not.
    #[must_use]
    pub fn weight(&self) -> i32 {
        self.accounts.values().map(|so| if *so { 1 } else { -1 }).sum()
    }

    /// Whether that is enough to be found guilty, where so many accounts are asked for.
    #[must_use]
    pub fn is_proven(&self, accounts: u8) -> bool {
        self.seen_by_law || self.weight() >= i32::from(accounts.max(1))
    }
}

/// All charges, by what they are about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Docket(BTreeMap<Matter, Charge>);

impl Docket {
    /// The law has seen it.
    pub fn see(&mut self, matter: Matter) {
        self.charge(matter).seen_by_law = true;
    }

    /// Somebody who was there says that it is so, or is not.
    pub fn testify(&mut self, matter: Matter, witness: EntityId, so: bool) {
        let accounts = &mut self.charge(matter).accounts;
        if accounts.len() < MOST_ACCOUNTS || accounts.contains_key(&witness) {
            accounts.insert(witness, so);
        }
    }

    fn charge(&mut self, matter: Matter) -> &mut Charge {
        if self.0.len() >= MOST && !self.0.contains_key(&matter) {
            let oldest = self.0.keys().min_by_key(|matter| (matter.day, **matter)).copied();
            oldest.map(|oldest| self.0.remove(&oldest));
        }
        self.0.entry(matter).or_default()
    }

    /// What somebody is charged with.
    pub fn against(&self, accused: EntityId) -> impl Iterator<Item = (&Matter, &Charge)> {
        self.0.iter().filter(move |(matter, _)| matter.accused == accused)
    }

    /// Everything on it.
    pub fn iter(&self) -> impl Iterator<Item = (&Matter, &Charge)> {
        self.0.iter()
    }

    /// A charge is settled.
    pub fn settle(&mut self, matter: &Matter) {
        self.0.remove(matter);
    }

    /// Lets charges lapse that are older than a day.
    pub fn lapse(&mut self, before: u32) {
        self.0.retain(|matter, _| matter.day >= before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theft(accused: u64, day: u32) -> Matter {
        Matter { accused: EntityId(accused), deed: Deed::Steal, victim: Some(EntityId(9)), day }
    }

    #[test]
    fn two_who_were_there_prove_it_and_one_who_denies_it_unproves_it() {
        let mut docket = Docket::default();
        let proven = |docket: &Docket| docket.against(EntityId(1)).any(|(_, charge)| charge.is_proven(2));
        docket.testify(theft(1, 3), EntityId(5), true);
        docket.testify(theft(1, 3), EntityId(5), true);
        assert!(!proven(&docket), "one voice, however often");
        docket.testify(theft(1, 3), EntityId(6), true);
        assert!(proven(&docket));
        docket.testify(theft(1, 3), EntityId(7), false);
        assert!(!proven(&docket));
        docket.see(theft(1, 3));
        assert!(proven(&docket), "the law has eyes of its own");
    }

    #[test]
    fn charges_lapse_and_are_never_too_many() {
        let mut docket = Docket::default();
        (0..2 * MOST as u64).for_each(|n| docket.see(theft(n, n as u32)));
        assert_eq!(docket.iter().count(), MOST);
        assert!(docket.against(EntityId(0)).next().is_none(), "the oldest went");
        docket.lapse(2 * MOST as u32 - 1);
        assert_eq!(docket.iter().count(), 1);
    }
}
