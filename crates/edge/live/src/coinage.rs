//! Where the coins are: none may come from nowhere or go there. What lies in ruins since the world began is no money until somebody finds it.

use std::collections::BTreeMap;
use wold_lore::land::ThingKind;
use wold_world::Realm;
use wold_world::parts::{CarriedBy, Owned, Person, Thing};
use wold_world::registry::Roll;
use wold_world::stacks::amount;
use wold_world::treasury::Treasury;

/// The money of a world at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Coinage {
    /// In purses, lost on the ground and in the treasury.
    pub about: u64,
    /// In the purses of people, richest first.
    pub purses: Vec<u32>,
    /// Struck so far.
    pub struck: u64,
}

/// How many pieces of each thing people carry.
pub(crate) fn held(realm: &Realm) -> BTreeMap<ThingKind, u64> {
    let world = realm.ecs();
    let mut held = BTreeMap::new();
    for entity in world.resource::<Roll>().0.values() {
        if let (Some(thing), Some(_)) = (world.get::<Thing>(*entity), world.get::<CarriedBy>(*entity)) {
            *held.entry(thing.kind).or_default() += u64::from(amount(world, *entity));
        }
    }
    held
}

impl Coinage {
    pub fn count(realm: &Realm) -> Self {
        let world = realm.ecs();
        let roll = &world.resource::<Roll>().0;
        let treasury = *world.resource::<Treasury>();
        let mut purses = BTreeMap::new();
        for (id, entity) in roll {
            if world.get::<Person>(*entity).is_some_and(|person| !person.human) {
                purses.insert(*id, 0);
            }
        }
        let mut about = u64::from(treasury.coins);
        for entity in roll.values() {
            if world.get::<Thing>(*entity).is_none_or(|thing| thing.kind != ThingKind::Coin) {
                continue;
            }
            // Nobody ever had it.
            if world.get::<CarriedBy>(*entity).is_none() && world.get::<Owned>(*entity).is_none() {
                continue;
            }
            let coins = amount(world, *entity);
            about += u64::from(coins);
            let bearer = world.get::<CarriedBy>(*entity).map(|by| by.0);
            if let Some(purse) = bearer.and_then(|bearer| purses.get_mut(&bearer)) {
                *purse += coins;
            }
        }
        let mut purses: Vec<u32> = purses.into_values().collect();
        purses.sort_unstable_by(|a, b| b.cmp(a));
        let struck = u64::from(treasury.most_people) * u64::from(realm.config().purse);
        Self { about, purses, struck }
    }
}
