//! How an animal dies: it falls, what it leaves lies there, its stock is one less, and the ledger has it.

use super::{Animal, Livestock, stock};
use crate::books::Entry;
use crate::deeds::{enter, fall};
use crate::parts::{Body, Id, Lies, Thing};
use crate::realm::spawn;
use crate::stacks::Amount;
use bevy_ecs::prelude::*;
use wold_lore::{Deed, Owner};
use wold_space::EntityId;

/// An animal is killed by somebody, or by another animal: who kills by hand leaves what can be used of it.
pub(crate) fn slay(world: &mut World, prey: Entity, by: EntityId, by_hand: bool) {
    let Some(animal) = world.get::<Animal>(prey).copied() else { return };
    let (id, place) = (
        world.get::<Id>(prey).expect("every entity of the roll has an id").0,
        world.get::<Body>(prey).expect("animals have bodies").0.place,
    );
    let owner = world.get::<Livestock>(prey).and_then(|kept| kept.owner).map(Owner::Person);
    fall(world, prey);
    if by_hand {
        for portion in &animal.nature().leaves {
            let thing = spawn(world, (Thing { kind: portion.kind, lit: false }, Lies { place, level: 0 }));
            if portion.count > 1 {
                world.entity_mut(thing).insert(Amount(portion.count.into()));
            }
        }
    }
    stock::lose(world, animal.being, place);
    let first = animal.nature().leaves.first().map(|portion| portion.kind);
    let is_theft = by_hand && owner.is_some_and(|owner| owner != Owner::Person(by));
    if let Some(kind) = first.filter(|_| is_theft) {
        enter(world, Entry::new(by, Deed::Steal, place).to(id).with(kind).of(owner));
    }
    enter(world, Entry::new(by, Deed::Hunt, place).to(id).of(owner));
}
