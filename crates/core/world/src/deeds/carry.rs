//! Picking up, putting down, holding, giving. What is another's is stolen, and what is answered in kind a trade.

use super::{Decision, Doer, Done, enter, gesture, spot_ahead, tell_bag, within_reach};
use crate::books::Entry;
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::dealings::Dealings;
use crate::graves::Epitaph;
use crate::noise;
use crate::owners;
use crate::parts::{Away, Bag, Lies, Person, Thing};
use crate::registry::Roll;
use crate::stacks::{amount, room, split, stow};
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
    if room_for(world, doer.entity, kind, theft) < amount(world, thing) {
        return Err(Refusal::HandsFull);
    }
    let pieces = amount(world, thing);
    owners::take_up(world, thing, doer.id, owner);
    stow(world, (doer.entity, doer.id), thing, id)?;
    gesture(world, doer.entity, Gesture::Take);
    let deed = match kind {
        _ if theft => Deed::Steal,
        ThingKind::Coin | ThingKind::Ore if owner.is_none() => Deed::Find,
        _ => Deed::Take,
    };
    enter(world, Entry::new(doer.id, deed, doer.place).to(id).with(kind).of(owner).pieces(pieces));
    Ok(Done::matters())
}

/// How many pieces of a kind somebody may take up; what is another's lies apart from one's own.
fn room_for(world: &World, taker: Entity, kind: ThingKind, apart: bool) -> u32 {
    let free = world.get::<Bag>(taker).is_some_and(|bag| bag.free().is_some());
    match apart {
        true => {
            if free {
                kind.stack()
            } else {
                0
            }
        }
        false => room(world, taker, kind),
    }
}

pub(super) fn put_down(world: &mut World, doer: &Doer, slot: u8) -> Decision {
    let whole = bag(world, doer).get(slot).ok_or(Refusal::EmptySlot)?;
    let place = spot_ahead(world, doer);
    let thing = world.resource::<Roll>().0[&whole];
    let kind = world.get::<Thing>(thing).expect("bags hold things").kind;
    let by = owners::owner_of(world, thing);
    // One piece at a time.
    let (thing, id) = split(world, doer.entity, slot, 1).ok_or(Refusal::EmptySlot)?;
    owners::lay(world, thing, by);
    let owner = owners::owner_of(world, thing);
    world.entity_mut(thing).insert(Lies { place, level: doer.level });
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
    let thing = world.resource::<Roll>().0[&id];
    let kind = world.get::<Thing>(thing).expect("bags hold things").kind;
    let apart =
        owners::owner_of(world, thing).is_some_and(|by| ![doer.id, to].map(Owner::Person).contains(&by));
    if room_for(world, receiver, kind, apart) == 0 {
        return Err(Refusal::HandsFull);
    }
    // One piece at a time.
    let (thing, id) = split(world, doer.entity, slot, 1).ok_or(Refusal::EmptySlot)?;
    owners::hand_on(world, thing, doer.id, to);
    stow(world, (receiver, to), thing, id)?;
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

pub(super) fn bag(world: &World, doer: &Doer) -> Bag {
    world.get::<Bag>(doer.entity).copied().unwrap_or_default()
}

pub(super) fn bag_mut<'w>(world: &'w mut World, doer: &Doer) -> Mut<'w, Bag> {
    world.get_mut::<Bag>(doer.entity).expect("every doer has a bag")
}
