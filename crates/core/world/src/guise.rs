//! What people wear so that others take them for somebody else, or for nobody in particular.
//!
//! Contract: who wears a hood has no name to others: their card, their words and their looks say "somebody in a hood", and who sees them do something is not told who it was, unless they see them near and lit.
//! A guard's coat makes its wearer look like a guard from farther off. What of it eyes make is a matter of `senses`: each guise there has the label of the thing here.
//! Only what is in one's own bag is worn.

use crate::config::WorldConfig;
use crate::parts::{Bag, Body, Person, Thing, Wears};
use crate::registry::Roll;
use bevy_ecs::prelude::*;
use wold_lore::Guise;
use wold_lore::land::ThingKind;
use wold_space::{DVec2, EntityId};

/// The thing somebody wears.
#[must_use]
pub(crate) fn worn(world: &World, entity: Entity) -> Option<(EntityId, ThingKind)> {
    let id = world.get::<Wears>(entity)?.0;
    world.get::<Bag>(entity)?.slots.contains(&Some(id)).then_some(())?;
    let thing = world.get::<Thing>(*world.resource::<Roll>().0.get(&id)?)?;
    Some((id, thing.kind))
}

/// How somebody is dressed.
#[must_use]
pub(crate) fn of(world: &World, entity: Entity) -> Guise {
    worn(world, entity).and_then(|(_, kind)| Guise::of(kind)).unwrap_or_default()
}

/// What others call somebody by how they look.
#[must_use]
pub(crate) fn name(world: &World, entity: Entity) -> String {
    match of(world, entity) {
        Guise::Hood => Guise::Hood.label().into(),
        _ => world.get::<Person>(entity).map(|person| person.name.clone()).unwrap_or_default(),
    }
}

/// Whether somebody is made out from a place, by such a light on them: nobody is hidden by a hood from who stands before them.
#[must_use]
pub(crate) fn is_made_out(world: &World, entity: Entity, from: DVec2, light: f64) -> bool {
    let senses = &world.resource::<WorldConfig>().senses;
    let distance = world.get::<Body>(entity).map_or(0.0, |body| body.0.place.distance(from));
    of(world, entity) != Guise::Hood || distance <= senses.hood_metres && light >= senses.hood_light
}

/// Whether somebody is taken for a guard from a place for what they wear.
#[must_use]
pub(crate) fn is_taken_for_guard(world: &World, entity: Entity, from: DVec2) -> bool {
    let beyond = world.resource::<WorldConfig>().senses.coat_metres;
    let distance = world.get::<Body>(entity).map_or(0.0, |body| body.0.place.distance(from));
    of(world, entity) == Guise::Coat && distance > beyond
}

#[cfg(test)]
mod tests;
