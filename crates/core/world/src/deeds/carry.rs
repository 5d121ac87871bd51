//! Picking up, putting down, holding, giving.

use super::{Decision, Doer, Done, gesture, record, spot_ahead, tell_bag, within_reach};
use crate::books::DeedKind;
use crate::parts::{Away, Bag, CarriedBy, Lies, Person, Thing};
use crate::registry::Roll;
use bevy_ecs::prelude::*;
use wold_land::measures::ARM_METRES;
use wold_space::EntityId;
use wold_wire::message::BAG_SLOTS;
use wold_wire::{Gesture, Refusal};

pub(super) fn take(world: &mut World, doer: &Doer, id: EntityId) -> Decision {
    let (thing, _) = within_reach(world, doer, id, ARM_METRES)?;
    if world.get::<Thing>(thing).is_none() || world.get::<Lies>(thing).is_none() {
        return Err(Refusal::NoUse);
    }
    let slot = bag(world, doer).free().ok_or(Refusal::HandsFull)?;
    put_in_bag(world, doer.entity, doer.id, thing, id, slot);
    gesture(world, doer.entity, Gesture::Take);
    record(world, doer.id, DeedKind::Take, Some(id), doer.place);
    Ok(Done::matters())
}

pub(super) fn put_down(world: &mut World, doer: &Doer, slot: u8) -> Decision {
    let id = bag(world, doer).get(slot).ok_or(Refusal::EmptySlot)?;
    let place = spot_ahead(world, doer);
    let thing = world.resource::<Roll>().0[&id];
    bag_mut(world, doer).remove(slot);
    world.entity_mut(thing).remove::<CarriedBy>().insert(Lies { place, level: doer.level });
    tell_bag(world, doer.entity);
    gesture(world, doer.entity, Gesture::Drop);
    record(world, doer.id, DeedKind::Drop, Some(id), place);
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
    bag_mut(world, doer).remove(slot);
    put_in_bag(world, receiver, to, thing, id, free);
    tell_bag(world, doer.entity);
    gesture(world, doer.entity, Gesture::Give);
    gesture(world, receiver, Gesture::Take);
    record(world, doer.id, DeedKind::Give, Some(to), doer.place);
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
