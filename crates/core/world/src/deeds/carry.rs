//! Picking up, putting down, holding, giving. What is another's is stolen, and what is answered in kind a trade.

use super::{Decision, Doer, Done, enter, gesture, spot_ahead, tell_bag, within_reach};
use crate::books::Entry;
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::dealings::Dealings;
use crate::graves::Epitaph;
use crate::noise;
use crate::owners;
use crate::parts::{Away, Bag, CarriedBy, Lies, Person, Thing};
use crate::registry::Roll;
use bevy_ecs::prelude::*;
use wold_land::measures::ARM_METRES;
use wold_lore::land::ThingKind;
use wold_lore::sense::Sound;
use wold_lore::{Deed, Owner};
use wold_space::EntityId;
use wold_wire::message::BAG_SLOTS;
use wold_wire::{Gesture, Refusal};

pub(super) fn take(world: &mut World, doer: &Doer, id: EntityId) -> Decision {
    let (thing, _) = within_reach(world, doer, id, ARM_METRES)?;
    let kind =
        world.get::<Thing>(thing).filter(|_| world.get::<Lies>(thing).is_some()).map(|thing| thing.kind);
    // Nobody carries gravestones about.
    let kind = kind.filter(|_| world.get::<Epitaph>(thing).is_none()).ok_or(Refusal::NoUse)?;
    let owner = owners::whose(world, thing, doer.id);
    let theft = owner.is_some_and(|owner| owner != Owner::Person(doer.id));
    if theft && !world.resource::<WorldConfig>().property.theft {
        return Err(Refusal::NotYours);
    }
    let slot = bag(world, doer).free().ok_or(Refusal::HandsFull)?;
    put_in_bag(world, doer.entity, doer.id, thing, id, slot);
    owners::take_up(world, thing, doer.id, owner);
    gesture(world, doer.entity, Gesture::Take);
    let deed = match kind {
        _ if theft => Deed::Steal,
        ThingKind::Coin | ThingKind::Ore if owner.is_none() => Deed::Find,
        _ => Deed::Take,
    };
    enter(world, Entry::new(doer.id, deed, doer.place).to(id).with(kind).of(owner));
    Ok(Done::matters())
}

pub(super) fn put_down(world: &mut World, doer: &Doer, slot: u8) -> Decision {
    let id = bag(world, doer).get(slot).ok_or(Refusal::EmptySlot)?;
    let place = spot_ahead(world, doer);
    let thing = world.resource::<Roll>().0[&id];
    let kind = world.get::<Thing>(thing).expect("bags hold things").kind;
    owners::lay(world, thing);
    let owner = owners::owner_of(world, thing);
    bag_mut(world, doer).remove(slot);
    world.entity_mut(thing).remove::<CarriedBy>().insert(Lies { place, level: doer.level });
    tell_bag(world, doer.entity);
    gesture(world, doer.entity, Gesture::Drop);
    noise::make(world, Sound::ThingFalls, doer.id);
    enter(world, Entry::new(doer.id, Deed::Drop, place).to(id).with(kind).of(owner));
    Ok(Done::matters())
}

pub(super) fn hold(world: &mut World, doer: &Doer, slot: u8) -> Decision {
    if usize::from(slot) >= BAG_SLOTS {
        return Err(Refusal::EmptySlot);
    }
    let full = bag(world, doer).get(slot).is_some();
    bag_mut(world, doer).held = full.then_some(slot);
    tell_bag(world, doer.entity);
    Ok(Done::quietly())
}

pub(super) fn give(world: &mut World, doer: &Doer, slot: u8, to: EntityId) -> Decision {
    if to == doer.id {
        return Err(Refusal::Yourself);
    }
    let id = bag(world, doer).get(slot).ok_or(Refusal::EmptySlot)?;
    let (receiver, _) = within_reach(world, doer, to, ARM_METRES)?;
    if world.get::<Person>(receiver).is_none() || world.get::<Away>(receiver).is_some() {
        return Err(Refusal::NotAPerson);
    }
    let free = world.get::<Bag>(receiver).and_then(Bag::free).ok_or(Refusal::HandsFull)?;
    let thing = world.resource::<Roll>().0[&id];
    let kind = world.get::<Thing>(thing).expect("bags hold things").kind;
    owners::hand_on(world, thing, doer.id, to);
    bag_mut(world, doer).remove(slot);
    put_in_bag(world, receiver, to, thing, id, free);
    tell_bag(world, doer.entity);
    gesture(world, doer.entity, Gesture::Give);
    gesture(world, receiver, Gesture::Take);
    let now = world.resource::<Now>().0;
    let entry = match world.resource_mut::<Dealings>().give(doer.id, to, kind, now) {
        Some(trade) => Entry::new(trade.buyer, Deed::Trade, doer.place).to(trade.seller).with(trade.ware),
        None => Entry::new(doer.id, Deed::Give, doer.place).to(to).with(kind),
    };
    enter(world, entry);
    Ok(Done::matters())
}

/// Puts a thing into a free slot of somebody's bag.
pub(super) fn put_in_bag(
    world: &mut World,
    holder: Entity,
    holder_id: EntityId,
    thing: Entity,
    id: EntityId,
    slot: u8,
) {
    world.entity_mut(thing).remove::<Lies>().insert(CarriedBy(holder_id));
    if let Some(mut bag) = world.get_mut::<Bag>(holder) {
        bag.slots[usize::from(slot)] = Some(id);
    }
    tell_bag(world, holder);
}

pub(super) fn bag(world: &World, doer: &Doer) -> Bag {
    world.get::<Bag>(doer.entity).copied().unwrap_or_default()
}

pub(super) fn bag_mut<'w>(world: &'w mut World, doer: &Doer) -> Mut<'w, Bag> {
    world.get_mut::<Bag>(doer.entity).expect("every doer has a bag")
}
