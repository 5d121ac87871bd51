//! Stacks: many things of a kind in one slot of a bag.
//!
//! Contract: a stack is one thing with an [`Amount`]; without one it is a single piece. Pieces are never lost or doubled: [`stow`] adds what it can to a stack of the same kind, and puts the rest
//! into a free slot or refuses before anything has changed; [`split`] takes pieces off. What is another's never goes onto a stack of one's own: whose it is would be forgotten.

use crate::deeds::tell_bag;
use crate::parts::{Bag, CarriedBy, Lies, Owned, Thing};
use crate::realm::{despawn, spawn};
use crate::registry::{Kept, Roll};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use wold_lore::Refusal;
use wold_lore::land::ThingKind;
use wold_space::EntityId;
use wold_wire::message::BAG_SLOTS;

/// How many pieces a thing is, where it is more than one.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount(pub u32);

impl Kept for Amount {
    const NAME: &'static str = "amount";
}

/// How many pieces a thing is.
#[must_use]
pub fn amount(world: &World, thing: Entity) -> u32 {
    world.get::<Amount>(thing).map_or(1, |amount| amount.0)
}

fn set_amount(world: &mut World, thing: Entity, pieces: u32) {
    if pieces > 1 {
        world.entity_mut(thing).insert(Amount(pieces));
    } else {
        world.entity_mut(thing).remove::<Amount>();
    }
}

/// The things in somebody's bag: slot, thing, kind and pieces.
fn contents(world: &World, holder: Entity) -> impl Iterator<Item = (u8, Entity, ThingKind, u32)> + '_ {
    let bag = world.get::<Bag>(holder).copied().unwrap_or_default();
    let roll = &world.resource::<Roll>().0;
    (0..BAG_SLOTS as u8).filter_map(move |slot| {
        let thing = *roll.get(&bag.get(slot)?)?;
        Some((slot, thing, world.get::<Thing>(thing)?.kind, amount(world, thing)))
    })
}

/// How many pieces of a kind somebody carries.
#[must_use]
pub fn carried(world: &World, holder: Entity, wanted: ThingKind) -> u32 {
    contents(world, holder).filter(|(_, _, kind, _)| *kind == wanted).map(|(.., pieces)| pieces).sum()
}

/// How many more pieces of a kind go into somebody's bag.
pub(crate) fn room(world: &World, holder: Entity, kind: ThingKind) -> u32 {
    let bag = world.get::<Bag>(holder).copied().unwrap_or_default();
    let free = bag.slots.iter().filter(|slot| slot.is_none()).count() as u32;
    let begun = own_stack(world, holder, kind).map_or(0, |(.., pieces)| kind.stack() - pieces);
    begun + free * kind.stack()
}

/// A stack of a kind that is its holder's own and has room.
fn own_stack(world: &World, holder: Entity, wanted: ThingKind) -> Option<(u8, Entity, u32)> {
    contents(world, holder)
        .filter(|(_, thing, kind, pieces)| {
            *kind == wanted && *pieces < kind.stack() && world.get::<Owned>(*thing).is_none()
        })
        .map(|(slot, thing, _, pieces)| (slot, thing, pieces))
        .next()
}

/// Puts a thing that lies about, or was just made, into somebody's bag; says which thing it is there.
///
/// # Errors
/// If there is no room; nothing has changed then.
pub(crate) fn stow(
    world: &mut World,
    holder: (Entity, EntityId),
    thing: Entity,
    id: EntityId,
) -> Result<EntityId, Refusal> {
    let kind = world.get::<Thing>(thing).expect("only things are stowed").kind;
    let pieces = amount(world, thing);
    let owned = world.get::<Owned>(thing).is_some();
    let stack = own_stack(world, holder.0, kind).filter(|_| !owned);
    if let Some((slot, onto, before)) = stack.filter(|(.., before)| before + pieces <= kind.stack()) {
        set_amount(world, onto, before + pieces);
        despawn(world, id);
        tell_bag(world, holder.0);
        let bag = world.get::<Bag>(holder.0).expect("it holds the stack");
        return Ok(bag.get(slot).expect("the stack is there"));
    }
    let slot = world.get::<Bag>(holder.0).and_then(Bag::free).ok_or(Refusal::HandsFull)?;
    world.entity_mut(thing).remove::<Lies>().insert(CarriedBy(holder.1));
    world.get_mut::<Bag>(holder.0).expect("just seen").slots[usize::from(slot)] = Some(id);
    tell_bag(world, holder.0);
    Ok(id)
}

/// Takes pieces off the stack in a slot: a thing of their own that nobody carries, or the whole stack. At most as many as there are.
pub(crate) fn split(world: &mut World, holder: Entity, slot: u8, pieces: u32) -> Option<(Entity, EntityId)> {
    let id = world.get::<Bag>(holder)?.get(slot)?;
    let thing = *world.resource::<Roll>().0.get(&id)?;
    let there = amount(world, thing);
    if pieces >= there {
        world.get_mut::<Bag>(holder)?.remove(slot);
        world.entity_mut(thing).remove::<CarriedBy>();
        tell_bag(world, holder);
        return Some((thing, id));
    }
    set_amount(world, thing, there - pieces);
    let (kind, owned) = (world.get::<Thing>(thing)?.kind, world.get::<Owned>(thing).copied());
    let piece = spawn(world, Thing { kind, lit: false });
    set_amount(world, piece, pieces);
    if let Some(owned) = owned {
        world.entity_mut(piece).insert(owned);
    }
    tell_bag(world, holder);
    let id = world.get::<crate::parts::Id>(piece).expect("spawned things have ids").0;
    Some((piece, id))
}

/// Uses up pieces of a kind from somebody's bag, one's own first. Only what is there goes; says how many did.
pub(crate) fn spend(world: &mut World, holder: Entity, kind: ThingKind, pieces: u32) -> u32 {
    let mut left = pieces;
    while left > 0 {
        let Some((slot, of)) = best_slot(world, holder, kind) else { break };
        let take = left.min(of);
        let Some((_, id)) = split(world, holder, slot, take) else { break };
        despawn(world, id);
        left -= take;
    }
    pieces - left
}

/// The slot with a kind that one would rather give away: one's own before another's.
pub(crate) fn best_slot(world: &World, holder: Entity, wanted: ThingKind) -> Option<(u8, u32)> {
    contents(world, holder)
        .filter(|(_, _, kind, _)| *kind == wanted)
        .min_by_key(|(slot, thing, ..)| (world.get::<Owned>(*thing).is_some(), *slot))
        .map(|(slot, .., pieces)| (slot, pieces))
}

/// Makes pieces of a kind and puts them into somebody's bag. How many did not fit: these were not made.
pub(crate) fn grant(world: &mut World, holder: (Entity, EntityId), kind: ThingKind, pieces: u32) -> u32 {
    let mut left = pieces;
    while left > 0 {
        let begun = own_stack(world, holder.0, kind).map(|(.., before)| kind.stack() - before);
        let fits = begun.unwrap_or(kind.stack()).min(left);
        if begun.is_none() && world.get::<Bag>(holder.0).and_then(Bag::free).is_none() {
            break;
        }
        let thing = spawn(world, Thing { kind, lit: false });
        set_amount(world, thing, fits);
        let id = world.get::<crate::parts::Id>(thing).expect("spawned things have ids").0;
        stow(world, holder, thing, id).expect("there is room");
        left -= fits;
    }
    left
}
