//! What an operator decrees: the one way to do what bodies cannot. Decrees are commands like all others, so the log keeps them.

use crate::clock::Now;
use crate::command::Decree;
use crate::environment::Environment;
use crate::ground::keep_loaded;
use crate::parts::{Away, Body, Guard, Lies, Owned, Thing};
use crate::realm::spawn;
use crate::registry::Roll;
use crate::stacks::grant;
use bevy_ecs::prelude::*;
use wold_lore::Owner;
use wold_space::{DVec2, EntityId};
use wold_wire::state::STEPS_PER_METRE;

/// Does what can be done; who is not in the world is left alone.
pub(super) fn decree(world: &mut World, decree: &Decree) {
    match *decree {
        Decree::SetField { ref property, cell, value } => {
            world.resource_mut::<Environment>().edit(property, cell, value as f32 / 1000.0);
        }
        Decree::Befall { ref kind, cell, radius, strength, span } => {
            let (radius, strength) = (f32::from(radius), strength as f32 / 1000.0);
            world.resource_mut::<Environment>().befall(kind, cell, radius, strength, span.into());
        }
        Decree::Appoint { who, guard } => {
            let Some(entity) = present(world, who) else { return };
            let mut somebody = world.entity_mut(entity);
            if guard {
                somebody.insert(Guard);
            } else {
                somebody.remove::<Guard>();
            }
        }
        Decree::Move { who, to } => {
            send(world, who, DVec2::new(to[0].into(), to[1].into()) / STEPS_PER_METRE);
        }
        Decree::Grant { who, thing } => {
            let Some(entity) = present(world, who) else { return };
            let body = world.get::<Body>(entity).expect("people have bodies").0;
            if grant(world, (entity, who), thing, 1) > 0 {
                // With full hands it lies at the feet, and is theirs all the same.
                let since = world.resource::<Now>().0;
                let lies = Lies { place: body.place, level: body.level };
                let owned = Owned { by: Owner::Person(who), since };
                spawn(world, (Thing { kind: thing, lit: false }, lies, owned));
            }
        }
    }
}

fn present(world: &World, who: EntityId) -> Option<Entity> {
    let entity = *world.resource::<Roll>().0.get(&who)?;
    (world.get::<Body>(entity).is_some() && world.get::<Away>(entity).is_none()).then_some(entity)
}

fn send(world: &mut World, who: EntityId, place: DVec2) {
    let Some(entity) = present(world, who) else { return };
    let mut body = world.get_mut::<Body>(entity).expect("people have bodies");
    body.0.put(place, 0);
    // Its next step is taken in this very tick: there must be ground under it.
    keep_loaded(world);
}
