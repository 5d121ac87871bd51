//! What lies where, what is whose, who waits and how many there are: found without a walk over everything.
//!
//! Contract: not state. The engine tells it of every part that is put on or taken off; it knows what a walk over all parts would find, and a snapshot that is loaded fills it like
//! anything else. Whoever asks gets entities in the order of the engine, and sorts them by id where the order matters. Parts filed here are put on anew when they change, never
//! changed in place; only a lantern is lit in place, and tells ([`lit`]).

use crate::bearer::{Bearer, Whose};
use crate::parts::{Body, Guard, Id, Lies, Owned, Person, Thing};
use bevy_ecs::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use wold_lore::Owner;
use wold_space::index::Register;
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, EntityId, TICKS_PER_SECOND};

/// The catalogue of a world.
#[derive(Resource)]
pub(crate) struct Catalogue {
    lying: Register<Entity>,
    lit: BTreeSet<Entity>,
    food: BTreeSet<Entity>,
    owned: Filed<Owner>,
    borne: Filed<Whose>,
    named: Filed<String>,
    inhabitants: BTreeSet<Entity>,
    guards: BTreeSet<Entity>,
    strides: Filed<u64>,
}

impl Default for Catalogue {
    fn default() -> Self {
        Self {
            lying: Register::new(CHUNK_METRES),
            lit: BTreeSet::new(),
            food: BTreeSet::new(),
            owned: Filed::default(),
            borne: Filed::default(),
            named: Filed::default(),
            inhabitants: BTreeSet::new(),
            guards: BTreeSet::new(),
            strides: Filed::default(),
        }
    }
}

/// Entities by something they have one of.
struct Filed<K> {
    by: BTreeMap<K, BTreeSet<Entity>>,
    of: BTreeMap<Entity, K>,
}

impl<K> Default for Filed<K> {
    fn default() -> Self {
        Self { by: BTreeMap::new(), of: BTreeMap::new() }
    }
}

impl<K: Ord + Clone> Filed<K> {
    fn put(&mut self, entity: Entity, key: K) {
        self.take(entity);
        self.by.entry(key.clone()).or_default().insert(entity);
        self.of.insert(entity, key);
    }

    fn take(&mut self, entity: Entity) {
        let Some(key) = self.of.remove(&entity) else { return };
        if let Some(all) = self.by.get_mut(&key) {
            all.remove(&entity);
            if all.is_empty() {
                self.by.remove(&key);
            }
        }
    }

    fn all<'a, Q: Ord + ?Sized>(&'a self, key: &Q) -> impl Iterator<Item = Entity> + use<'a, K, Q>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.by.get(key).into_iter().flatten().copied()
    }
}

impl Catalogue {
    /// What lies in a chunk, on any level.
    pub(crate) fn lying_in(&self, chunk: ChunkPos) -> impl Iterator<Item = Entity> {
        self.lying.at(chunk.origin() + DVec2::splat(CHUNK_METRES / 2.0)).copied()
    }

    /// Lanterns that burn.
    pub(crate) fn lit(&self) -> impl Iterator<Item = Entity> {
        self.lit.iter().copied()
    }

    /// What can be eaten, wherever it is.
    pub(crate) fn food(&self) -> impl Iterator<Item = Entity> {
        self.food.iter().copied()
    }

    /// Things that are somebody's where that is not plain.
    pub(crate) fn owned_by(&self, owner: Owner) -> impl Iterator<Item = Entity> {
        self.owned.all(&owner)
    }

    /// Bodies of somebody, here or away.
    pub(crate) fn borne_by(&self, whose: &Whose) -> impl Iterator<Item = Entity> {
        self.borne.all(whose)
    }

    /// People of a name, here or away.
    pub(crate) fn named(&self, name: &str) -> impl Iterator<Item = Entity> {
        self.named.all(name)
    }

    /// How many inhabitants there are, here or away.
    pub(crate) fn inhabitants(&self) -> usize {
        self.inhabitants.len()
    }

    /// How many guards there are, here or away.
    pub(crate) fn guards(&self) -> usize {
        self.guards.len()
    }

    /// Bodies whose turn it is in a tick: each has one a second.
    pub(crate) fn in_turn(&self, tick: u64) -> impl Iterator<Item = Entity> {
        // A body's turn is where tick and id come to a whole second.
        let turn = (TICKS_PER_SECOND - tick % TICKS_PER_SECOND) % TICKS_PER_SECOND;
        self.strides.all(&turn)
    }
}

/// A lantern was lit or put out.
pub(crate) fn lit(world: &mut World, lantern: Entity, lit: bool) {
    listed(&mut world.resource_mut::<Catalogue>().lit, lantern, lit);
}

fn listed(list: &mut BTreeSet<Entity>, entity: Entity, is_on_it: bool) {
    if is_on_it {
        list.insert(entity)
    } else {
        list.remove(&entity)
    };
}

/// The one of these with the lowest id.
pub(crate) fn first(world: &World, entities: impl Iterator<Item = Entity>) -> Option<Entity> {
    let id = |entity: Entity| Some((world.get::<Id>(entity)?.0, entity));
    entities.filter_map(id).min().map(|(_, entity): (EntityId, Entity)| entity)
}

/// Files what an entity has of a part when it is put on, and forgets it when it is taken off.
fn follow<C: Component>(
    world: &mut World,
    file: fn(&mut Catalogue, Entity, &C),
    forget: fn(&mut Catalogue, Entity),
) {
    world.add_observer(move |put: On<Insert<C>>, parts: Query<&C>, mut catalogue: ResMut<Catalogue>| {
        let entity = put.event().entity;
        if let Ok(part) = parts.get(entity) {
            file(&mut catalogue, entity, part);
        }
    });
    world.add_observer(move |off: On<Remove<C>>, mut catalogue: ResMut<Catalogue>| {
        forget(&mut catalogue, off.event().entity);
    });
}

/// Has the engine tell of every part that is filed here.
pub(crate) fn watch(world: &mut World) {
    follow::<Lies>(
        world,
        |all, entity, lies| all.lying.put(entity, lies.place),
        |all, entity| all.lying.take(&entity),
    );
    follow::<Thing>(
        world,
        |all, entity, thing| {
            listed(&mut all.lit, entity, thing.lit);
            listed(&mut all.food, entity, thing.kind.nourishment() > 0.0);
        },
        |all, entity| {
            all.lit.remove(&entity);
            all.food.remove(&entity);
        },
    );
    follow::<Owned>(
        world,
        |all, entity, owned| all.owned.put(entity, owned.by),
        |all, entity| all.owned.take(entity),
    );
    follow::<Bearer>(
        world,
        |all, entity, bearer| all.borne.put(entity, bearer.whose.clone()),
        |all, entity| all.borne.take(entity),
    );
    follow::<Person>(
        world,
        |all, entity, person| {
            all.named.put(entity, person.name.clone());
            listed(&mut all.inhabitants, entity, !person.human);
        },
        |all, entity| {
            all.named.take(entity);
            all.inhabitants.remove(&entity);
        },
    );
    follow::<Guard>(
        world,
        |all, entity, _| {
            all.guards.insert(entity);
        },
        |all, entity| {
            all.guards.remove(&entity);
        },
    );
    // A body is filed by its id, and either may come first.
    world.add_observer(
        |put: On<Insert<(Id, Body)>>, bodies: Query<&Id, With<Body>>, mut catalogue: ResMut<Catalogue>| {
            let entity = put.event().entity;
            if let Ok(id) = bodies.get(entity) {
                catalogue.strides.put(entity, id.0.0 % TICKS_PER_SECOND);
            }
        },
    );
    world.add_observer(|off: On<Remove<Body>>, mut catalogue: ResMut<Catalogue>| {
        catalogue.strides.take(off.event().entity);
    });
}

#[cfg(test)]
mod tests;
