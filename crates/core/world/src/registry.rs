//! Which components and resources are the world's state, and how they are saved, restored and hashed.
//!
//! A snapshot holds the registered resources and, in the order of their ids, every entity's registered components.
//! Components are named, so a snapshot survives a change in the order of registration; an unknown name is an error, because state would be lost.
//! A resource that an older snapshot does not have begins with its default.

use crate::herald::{Telling, ToldEntry};
use crate::parts::Id;
use crate::tally::{self, InParts, ResourceDigest};
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::world::{EntityRef, EntityWorldMut};
use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use wold_space::EntityId;
use wold_wire::herald::Told;

/// State that is saved: the name is what files know it by.
pub trait Kept: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The name in files; never changed once given.
    const NAME: &'static str;
}

/// Why a snapshot cannot be restored.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The snapshot itself cannot be read.
    #[error("the snapshot is damaged: {0}")]
    Damaged(postcard::Error),
    /// It holds state nobody here knows.
    #[error("the snapshot holds {0:?}, which this world does not know; was another game running?")]
    Unknown(String),
    /// The environment's engines cannot take their state.
    #[error("the snapshot's environment: {0}")]
    Environment(#[from] wold_fields::engine::EngineError),
    /// One part cannot be read.
    #[error("the snapshot's {part:?} is damaged: {error}")]
    Part {
        /// Its name.
        part: String,
        /// What is wrong with it.
        error: postcard::Error,
    },
}

#[derive(Clone)]
struct ComponentEntry {
    save: fn(EntityRef) -> Option<Vec<u8>>,
    load: fn(&mut EntityWorldMut, &[u8]) -> Result<(), postcard::Error>,
    describe: fn(EntityRef) -> Option<String>,
    watch: fn(&mut World, &mut Schedule),
}

#[derive(Clone)]
struct ResourceEntry {
    save: fn(&World) -> Vec<u8>,
    load: fn(&mut World, &[u8]) -> Result<(), postcard::Error>,
    reset: fn(&mut World),
    digest: ResourceDigest,
    in_parts: bool,
}

/// The list of all state.
#[derive(Resource, Clone, Default)]
pub struct Registry {
    components: BTreeMap<&'static str, ComponentEntry>,
    resources: BTreeMap<&'static str, ResourceEntry>,
    told: Vec<ToldEntry>,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    resources: Vec<(String, Blob)>,
    names: Vec<String>,
    entities: Vec<Vec<(u8, Blob)>>,
}

/// Bytes that are written and read as a whole; in files they look like a list of bytes.
#[derive(Default)]
pub(crate) struct Blob(pub Vec<u8>);

impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Blob;
            fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                to.write_str("bytes")
            }
            fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Blob, E> {
                Ok(Blob(bytes.to_vec()))
            }
        }
        from.deserialize_bytes(Bytes)
    }
}

/// Finds entities by their name in the books.
#[derive(Resource, Clone, Debug, Default)]
pub struct Roll(pub BTreeMap<EntityId, Entity>);

fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    postcard::to_stdvec(value).expect("plain state always encodes")
}

impl Registry {
    /// Makes a component part of the state.
    pub fn component<C: Component + Kept + std::fmt::Debug>(&mut self) {
        self.components.insert(
            C::NAME,
            ComponentEntry {
                save: |entity| entity.get::<C>().map(encode),
                load: |entity, bytes| {
                    entity.insert(postcard::from_bytes::<C>(bytes)?);
                    Ok(())
                },
                describe: |entity| entity.get::<C>().map(|part| format!("{part:?}")),
                watch: |world, schedule| {
                    schedule.add_systems(tally::note_changed::<C>);
                    world.add_observer(tally::note_lost::<C>);
                },
            },
        );
    }

    /// Makes a resource part of the state. One that grows large should be registered [in parts](Self::resource_in_parts).
    pub fn resource<R: Resource + Component<Mutability = Mutable> + Kept + Default>(&mut self) {
        self.enter_resource::<R>(false, |world, memo, _| {
            let changed = world.get_resource_change_ticks::<R>().map_or(0, |ticks| ticks.changed.get());
            tally::of_whole(changed.into(), memo, || encode(world.resource::<R>()))
        });
    }

    /// Makes a resource part of the state whose hash is put together from those of its parts.
    pub fn resource_in_parts<R>(&mut self)
    where
        R: Resource + Component<Mutability = Mutable> + Kept + Default + InParts,
    {
        self.enter_resource::<R>(true, |world, memo, most| {
            tally::of_parts(world.resource::<R>(), memo, most)
        });
    }

    /// Has a component told to guests who perceive whoever has it, or to [those the telling names](Telling::to). It need not be state. Registered twice, it is told as it was first registered.
    pub fn replicate<C: Component + Told>(&mut self, telling: Telling) {
        self.tell(ToldEntry::component::<C>(telling));
    }

    /// Has rows told that belong to no body: a game posts them on the [`crate::herald::Board`].
    pub fn replicate_posts<T: Told>(&mut self, telling: Telling) {
        self.tell(ToldEntry::posts::<T>(telling));
    }

    fn tell(&mut self, entry: ToldEntry) {
        if self.told.iter().all(|other| other.type_id != entry.type_id) {
            self.told.push(entry);
        }
    }

    /// Everything that is told, in the order of registration.
    pub(crate) fn told(&self) -> &[ToldEntry] {
        &self.told
    }

    fn enter_resource<R>(&mut self, in_parts: bool, digest: ResourceDigest)
    where
        R: Resource + Component<Mutability = Mutable> + Kept + Default,
    {
        let entry = ResourceEntry {
            save: |world| encode(world.resource::<R>()),
            load: |world, bytes| {
                world.insert_resource(postcard::from_bytes::<R>(bytes)?);
                Ok(())
            },
            reset: |world| world.insert_resource(R::default()),
            digest,
            in_parts,
        };
        self.resources.insert(R::NAME, entry);
    }

    /// Has changes of registered components noted: by the schedule's systems where one was changed, at once where one was lost.
    pub(crate) fn watch(&self, world: &mut World, schedule: &mut Schedule) {
        self.components.values().for_each(|entry| (entry.watch)(world, schedule));
    }

    /// How each resource's digest is had, by name.
    pub(crate) fn digests(&self) -> impl Iterator<Item = (&'static str, ResourceDigest)> {
        self.resources.iter().map(|(name, entry)| (*name, entry.digest))
    }

    /// The same of those in parts alone.
    pub(crate) fn digests_in_parts(&self) -> impl Iterator<Item = (&'static str, ResourceDigest)> {
        let in_parts = self.resources.iter().filter(|(_, entry)| entry.in_parts);
        in_parts.map(|(name, entry)| (*name, entry.digest))
    }

    /// Whether an entity has no registered components but these.
    pub(crate) fn has_only(&self, entity: EntityRef, names: &[&str]) -> bool {
        let mut others = self.components.iter().filter(|(name, _)| !names.contains(name));
        others.all(|(_, entry)| (entry.save)(entity).is_none())
    }

    /// An entity's registered components as bytes, by name.
    pub(crate) fn each_part(&self, entity: EntityRef, mut each: impl FnMut(&'static str, &[u8])) {
        for (name, entry) in &self.components {
            if let Some(bytes) = (entry.save)(entity) {
                each(name, &bytes);
            }
        }
    }

    /// All state as bytes; equal states give equal bytes.
    #[must_use]
    pub fn save(&self, world: &World) -> Vec<u8> {
        let resources = self
            .resources
            .iter()
            .map(|(name, entry)| ((*name).to_string(), Blob((entry.save)(world))))
            .collect();
        let entities = world
            .resource::<Roll>()
            .0
            .values()
            .map(|&entity| {
                let entity = world.entity(entity);
                self.components
                    .values()
                    .enumerate()
                    .filter_map(|(i, entry)| Some((i as u8, Blob((entry.save)(entity)?))))
                    .collect()
            })
            .collect();
        let names = self.components.keys().map(|name| (*name).to_string()).collect();
        encode(&Saved { resources, names, entities })
    }

    /// Replaces all state by a snapshot's. Checks every name before it touches anything.
    pub fn restore(&self, world: &mut World, bytes: &[u8]) -> Result<(), RestoreError> {
        let saved: Saved = postcard::from_bytes(bytes).map_err(RestoreError::Damaged)?;
        let find = |name: &String| {
            self.components.get(name.as_str()).ok_or_else(|| RestoreError::Unknown(name.clone()))
        };
        let entries = saved.names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        if let Some((name, _)) =
            saved.resources.iter().find(|(n, _)| !self.resources.contains_key(n.as_str()))
        {
            return Err(RestoreError::Unknown(name.clone()));
        }
        let old: Vec<Entity> = world.resource::<Roll>().0.values().copied().collect();
        for entity in old {
            world.despawn(entity);
        }
        let told = |name: &str| saved.resources.iter().any(|(told, _)| told == name);
        for (_, missing) in self.resources.iter().filter(|(name, _)| !told(name)) {
            (missing.reset)(world);
        }
        for (name, bytes) in &saved.resources {
            (self.resources[name.as_str()].load)(world, &bytes.0)
                .map_err(|error| RestoreError::Part { part: name.clone(), error })?;
        }
        let mut roll = BTreeMap::new();
        for parts in &saved.entities {
            let mut entity = world.spawn_empty();
            for (index, bytes) in parts {
                let entry = entries
                    .get(usize::from(*index))
                    .ok_or(RestoreError::Damaged(postcard::Error::DeserializeBadEncoding))?;
                (entry.load)(&mut entity, &bytes.0).map_err(|error| RestoreError::Part {
                    part: saved.names[usize::from(*index)].clone(),
                    error,
                })?;
            }
            let id =
                entity.get::<Id>().ok_or(RestoreError::Damaged(postcard::Error::DeserializeBadEncoding))?.0;
            roll.insert(id, entity.id());
        }
        world.insert_resource(Roll(roll));
        Ok(())
    }

    /// An entity's state in words, part by part, for the inspector.
    #[must_use]
    pub fn describe(&self, entity: EntityRef) -> Vec<(&'static str, String)> {
        self.components.iter().filter_map(|(name, entry)| Some((*name, (entry.describe)(entity)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::{Idle, LandBook, Picked};
    use crate::{Origin, Realm};
    use wold_space::{ChunkPos, Tick};

    #[test]
    fn a_snapshot_of_before_land_slept_is_read_and_what_it_lacks_begins_empty() {
        let mut realm = Realm::new(Origin::meadow(3));
        realm.step(vec![]);
        let mut saved: Saved = postcard::from_bytes(&realm.save()).expect("our own snapshot");
        saved.resources.retain(|(name, _)| ![Idle::NAME, Picked::NAME].contains(&name.as_str()));
        let old = encode(&saved);
        // Whatever the world held before does not shine through.
        let far = ChunkPos { x: 99, y: 9 };
        realm.ecs_mut().resource_mut::<Idle>().0.insert(far, Tick(1));
        realm.ecs_mut().resource_mut::<Picked>().0.entry(far).or_default().insert(3);
        realm.restore(&old).expect("an older snapshot");
        assert_eq!(*realm.ecs().resource::<Idle>(), Idle::default());
        assert_eq!(*realm.ecs().resource::<Picked>(), Picked::default());
        assert!(!realm.ecs().resource::<LandBook>().awake.is_empty());
        realm.step(vec![]);
    }
}
