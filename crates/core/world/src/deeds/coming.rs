//! Coming and going: who gets which body, and what the town gives its inhabitants.

use super::people::empty_bag;
use super::{id_of, record, tell_bag};
use crate::bearer::{Bearer, Decided, Whose};
use crate::books::GuestBook;
use crate::catalogue::{self, Catalogue};
use crate::command::Arriving;
use crate::config::WorldConfig;
use crate::graves::{self, Departed};
use crate::ground::Ground;
use crate::owners;
use crate::parts::{Acting, Away, Bag, Body, Guard, Pace, Person, Steered, SteeredBy, Vitals};
use crate::realm::spawn;
use crate::register::{self, course::is_fit_for_office};
use crate::registry::Roll;
use crate::stacks;
use crate::treasury::Treasury;
use bevy_ecs::prelude::*;
use wold_lore::kin::guard_is_wanted;
use wold_lore::land::ThingKind;
use wold_lore::{Deed, Stage};
use wold_space::GuestId;
use wold_wire::Gait;

/// One of the host's own comes, by its name alone: to a body nobody bears that waits under that name, or to a new one.
pub(super) fn enter(world: &mut World, guest: GuestId, name: &str, human: bool, look: u32) {
    if world.resource::<GuestBook>().0.contains_key(&guest) {
        return;
    }
    if !human && world.resource::<Departed>().0.contains_key(name) {
        return graves::turn_away(world, guest);
    }
    let waiting = unborne(world, name);
    let entity = waiting.unwrap_or_else(|| newcomer(world, guest, name, human, look));
    take_body(world, guest, entity);
    if !human {
        register::enrol(world, name, entity);
        if waiting.is_none() {
            settle(world, entity);
        }
    }
}

/// Somebody from outside comes: to the body it steers already, to the one that waits for it, or to a new one.
pub(super) fn arrive(world: &mut World, guest: GuestId, arriving: Arriving) {
    let Arriving { name, human, look, whose, token } = arriving;
    if !human && world.resource::<Departed>().0.contains_key(&name) {
        return graves::turn_away(world, guest);
    }
    let present = world.resource::<GuestBook>().0.get(&guest).map(|id| world.resource::<Roll>().0[id]);
    let entity = present.or_else(|| waiting_for(world, &whose, &name));
    let is_new = entity.is_none();
    let entity = entity.unwrap_or_else(|| newcomer(world, guest, &name, human, look));
    if is_new && !human {
        settle(world, entity);
    }
    let mut body = world.entity_mut(entity);
    body.insert(Bearer { whose, token });
    if !body.contains::<Decided>() {
        body.insert(Decided::default());
    }
    if present.is_some() {
        // Whoever comes back over a new connection knows nothing any more.
        tell_bag(world, entity);
    } else {
        take_body(world, guest, entity);
    }
}

fn take_body(world: &mut World, guest: GuestId, entity: Entity) {
    // Who sat or slept when the host stopped does so still; nobody goes on walking without a will.
    let sits = world.get::<Steered>(entity).is_some_and(|steered| steered.0.gait == Gait::Sit);
    world.entity_mut(entity).remove::<Away>().insert(SteeredBy(guest));
    if !sits {
        world.entity_mut(entity).insert(Steered::default());
    }
    let id = id_of(world, entity);
    let place = world.get::<Body>(entity).expect("people have bodies").0.place;
    world.resource_mut::<GuestBook>().0.insert(guest, id);
    record(world, id, Deed::Enter, None, place);
    tell_bag(world, entity);
}

/// The body that waits for somebody; names prove nothing, except for an account whose body is older than this proof.
fn waiting_for(world: &World, whose: &Whose, name: &str) -> Option<Entity> {
    let theirs = world.resource::<Catalogue>().borne_by(whose);
    catalogue::first(world, theirs.filter(|&e| world.get::<Away>(e).is_some()))
        .or_else(|| matches!(whose, Whose::Account(_)).then(|| unborne(world, name)).flatten())
}

/// A body that waits under a name and that nobody bears.
fn unborne(world: &World, name: &str) -> Option<Entity> {
    let waits = |&e: &Entity| world.get::<Away>(e).is_some() && world.get::<Bearer>(e).is_none();
    catalogue::first(world, world.resource::<Catalogue>().named(name).filter(waits))
}

fn newcomer(world: &mut World, guest: GuestId, name: &str, human: bool, look: u32) -> Entity {
    let town = if human { 0 } else { register::home_town(world, name) };
    let place = world.resource::<Ground>().arrival(guest, town);
    let motion = wold_land::Motion { place, stamina: 1.0, ..Default::default() };
    spawn(
        world,
        (
            Body(motion),
            Steered::default(),
            Vitals { health: 1.0, hunger: 0.2 },
            Person { name: name.to_string(), look: Stage::Grown.look(look), human },
            Bag::default(),
            Acting::default(),
            Pace::default(),
        ),
    )
}

/// Gives a new inhabitant what the town has for it: coins, and an office if one is free.
fn settle(world: &mut World, newcomer: Entity) {
    let people = world.resource::<Catalogue>().inhabitants();
    let (townsfolk, guards) = register::watch_of(world, newcomer);
    let config = world.resource::<WorldConfig>();
    let wanted = guard_is_wanted(townsfolk, guards, config.environment.guard_every as usize);
    let (purse, loaves) = (config.purse, config.provisions);
    if wanted && is_fit_for_office(world, newcomer) {
        world.entity_mut(newcomer).insert(Guard);
    }
    let coins = world.resource_mut::<Treasury>().pay(people as u32, purse.into());
    let id = id_of(world, newcomer);
    stacks::grant(world, (newcomer, id), ThingKind::Coin, coins);
    stacks::grant(world, (newcomer, id), ThingKind::Bread, loaves.into());
}

pub(super) fn leave(world: &mut World, guest: GuestId, keep: bool) {
    let Some(id) = world.resource_mut::<GuestBook>().0.remove(&guest) else { return };
    let entity = world.resource::<Roll>().0[&id];
    let place = world.get::<Body>(entity).expect("people have bodies").0.place;
    record(world, id, Deed::Leave, None, place);
    if keep {
        world.entity_mut(entity).remove::<SteeredBy>().insert(Away);
    } else {
        give_purse_back(world, entity);
        empty_bag(world, entity);
        owners::release(world, id);
        world.despawn(entity);
        world.resource_mut::<Roll>().0.remove(&id);
    }
}

/// An inhabitant who leaves gives its coins back to the town.
fn give_purse_back(world: &mut World, entity: Entity) {
    if world.get::<Person>(entity).is_none_or(|person| person.human) {
        return;
    }
    let people = world.resource::<Catalogue>().inhabitants() as u32;
    let coins = stacks::carried(world, entity, ThingKind::Coin);
    stacks::spend(world, entity, ThingKind::Coin, coins);
    world.resource_mut::<Treasury>().take_back(coins, people);
}
