//! The hash of the whole state, at the cost of what changed since the last one.
//!
//! Contract: [`Tally::hash`] equals [`whole`] at every moment; a property test holds it to that.
//!
//! Construction, a tree of BLAKE3 digests in a fixed order:
//!
//! * an entity's digest is over its id and, by name, the name and bytes of each of its registered components;
//! * a page is 64 neighbouring ids; its digest is over the ids and digests of its entities, in the order of ids;
//! * a resource's digest is over its bytes; one that is [`InParts`] is over the keys and digests of its parts, in its own order;
//! * the root is over the names and digests of resources and the numbers and digests of pages, in their order.
//!
//! Every input begins with a sign of its own and every field of varying length with its length, so that two different trees
//! never hash the same bytes: two states with the same hash are a collision of BLAKE3 (2^128 tries), at whatever level. No digests are added up
//! or combined by exclusive or, whose collisions are cheap to find.
//!
//! What changed: Bevy's change detection names entities with changed components, an observer those that lost one, the tick of its last change a
//! resource, and a stamp a part of one. Whoever changes state past these (there is no way to without `unsafe` or `bypass_change_detection`) breaks the contract.

use crate::parts::Id;
use crate::registry::{Registry, Roll};
use bevy_ecs::prelude::*;
use blake3::Hasher;
use std::collections::{BTreeMap, BTreeSet};
use wold_space::EntityId;

/// Thirty-two bytes that stand for any number of others.
pub type Digest = [u8; 32];

/// Bytes of a resource that are read ahead in a tick.
const AHEAD: usize = 320 * 1024;

/// Neighbouring ids that share a page, as a power of two.
const PAGE_BITS: u32 = 6;

/// A resource made of parts that change apart from each other.
pub trait InParts {
    /// Names every part, in an order of its own that equal states share.
    fn parts(&self, parts: &mut Parts<'_>);
}

/// What is remembered of a resource's parts.
#[derive(Default)]
pub(crate) struct Memo(BTreeMap<Vec<u8>, ([u64; 2], Digest)>);

/// Takes a resource's parts in.
pub struct Parts<'a> {
    memo: &'a mut Memo,
    kept: BTreeMap<Vec<u8>, ([u64; 2], Digest)>,
    root: Hasher,
    bytes: Vec<u8>,
    read: usize,
    /// Bytes after which no more are read: what was remembered is then kept as it was.
    most: usize,
}

impl Parts<'_> {
    /// A part under its key. Its bytes are asked for only if the stamp is none or another than the last time; equal stamps under one key
    /// promise equal bytes.
    pub fn part(&mut self, key: &[u8], stamp: Option<[u64; 2]>, write: impl FnOnce(&mut Vec<u8>)) {
        let known = stamp.and_then(|stamp| {
            let (of, digest) = self.memo.0.get(key)?;
            (*of == stamp).then_some(*digest)
        });
        // What bears no stamp is not remembered: to read it ahead is of no use.
        if stamp.is_none() && self.most < usize::MAX {
            return;
        }
        if known.is_none() && self.read >= self.most {
            let stale = self.memo.0.remove_entry(key);
            self.kept.extend(stale);
            return;
        }
        let digest = known.unwrap_or_else(|| {
            self.bytes.clear();
            write(&mut self.bytes);
            self.read += self.bytes.len();
            signed(b'p', &self.bytes)
        });
        if let Some(stamp) = stamp {
            self.kept.insert(key.to_vec(), (stamp, digest));
        }
        put(&mut self.root, key);
        self.root.update(&digest);
    }
}

/// The digest of a resource in parts, and how many bytes were read for it. It is not the digest if more than `most` bytes would have had to be read.
pub(crate) fn of_parts<R: InParts>(resource: &R, memo: &mut Memo, most: usize) -> (Digest, usize) {
    let mut root = Hasher::new();
    root.update(b"P");
    let mut parts = Parts { memo, kept: BTreeMap::new(), root, bytes: Vec::new(), read: 0, most };
    resource.parts(&mut parts);
    let Parts { memo, kept, root, read, .. } = parts;
    memo.0 = kept;
    (*root.finalize().as_bytes(), read)
}

/// The digest of a resource as a whole; read again only if it was changed since the tick remembered.
pub(crate) fn of_whole(changed: u64, memo: &mut Memo, encode: impl FnOnce() -> Vec<u8>) -> (Digest, usize) {
    let stamp = [changed, 0];
    if let Some((of, digest)) = memo.0.get(&[][..])
        && *of == stamp
    {
        return (*digest, 0);
    }
    let bytes = encode();
    let digest = signed(b'r', &bytes);
    memo.0.insert(Vec::new(), (stamp, digest));
    (digest, bytes.len())
}

fn signed(sign: u8, bytes: &[u8]) -> Digest {
    let mut hasher = Hasher::new();
    hasher.update(&[sign]).update(bytes);
    *hasher.finalize().as_bytes()
}

/// Puts bytes in with their length before them.
fn put(hasher: &mut Hasher, bytes: &[u8]) {
    hasher.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
}

/// Entities that changed since the last hash; not state.
#[derive(Resource, Default)]
pub(crate) struct Stirred(pub(crate) BTreeSet<EntityId>);

/// Notes who has this component and changed.
pub(crate) fn note_changed<C: Component>(changed: Query<&Id, Changed<C>>, mut stirred: ResMut<Stirred>) {
    stirred.0.extend(changed.iter().map(|id| id.0));
}

/// Notes who lost this component, or is about to leave the world with it.
pub(crate) fn note_lost<C: Component>(lost: On<Remove<C>>, ids: Query<&Id>, mut stirred: ResMut<Stirred>) {
    if let Ok(id) = ids.get(lost.event().entity) {
        stirred.0.insert(id.0);
    }
}

/// What the last hash had to read again: the measure of its cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HashWork {
    /// Entities.
    pub entities: usize,
    /// Bytes of resources.
    pub bytes: usize,
}

#[derive(Default)]
struct Page {
    digests: BTreeMap<EntityId, Digest>,
    digest: Digest,
}

impl Page {
    fn seal(&mut self) {
        let mut hasher = Hasher::new();
        hasher.update(b"g");
        for (id, digest) in &self.digests {
            hasher.update(&id.0.to_le_bytes()).update(digest);
        }
        self.digest = *hasher.finalize().as_bytes();
    }
}

/// Digests remembered from the last hash. Not state.
pub(crate) struct Tally {
    watch: Schedule,
    /// Whether nothing remembered counts any more.
    blank: bool,
    pages: BTreeMap<u64, Page>,
    memos: BTreeMap<&'static str, Memo>,
    /// Bytes read ahead of the next hash.
    ahead: usize,
    work: HashWork,
}

impl Tally {
    /// Begins to follow a world whose registry is complete.
    pub(crate) fn new(world: &mut World, registry: &Registry) -> Self {
        world.init_resource::<Stirred>();
        let mut watch = Schedule::default();
        registry.watch(world, &mut watch);
        let (pages, memos, work) = (BTreeMap::new(), BTreeMap::new(), HashWork::default());
        Self { watch, blank: true, pages, memos, ahead: 0, work }
    }

    /// Forgets everything, for when the state was replaced.
    pub(crate) fn forget(&mut self) {
        (self.blank, self.ahead) = (true, 0);
    }

    pub(crate) fn work(&self) -> HashWork {
        self.work
    }

    /// Reads some of what has changed of resources in parts, so that the tick of the next hash need not read all of it. Changes no hash.
    pub(crate) fn read_ahead(&mut self, world: &World) {
        if self.blank {
            return;
        }
        for (name, digest) in world.resource::<Registry>().digests_in_parts() {
            self.ahead += digest(world, self.memos.entry(name).or_default(), AHEAD).1;
        }
    }

    /// The hash of the state as it is now.
    pub(crate) fn hash(&mut self, world: &mut World) -> Digest {
        self.watch.run(world);
        let mut stirred = std::mem::take(&mut world.resource_mut::<Stirred>().0);
        let roll = &world.resource::<Roll>().0;
        if std::mem::take(&mut self.blank) {
            self.pages.clear();
            self.memos.clear();
            stirred = roll.keys().copied().collect();
        }
        let registry = world.resource::<Registry>();
        let mut open = BTreeSet::new();
        for id in &stirred {
            let number = id.0 >> PAGE_BITS;
            open.insert(number);
            let digests = &mut self.pages.entry(number).or_default().digests;
            match roll.get(id) {
                Some(&entity) => digests.insert(*id, entity_digest(registry, world.entity(entity), *id)),
                None => digests.remove(id),
            };
        }
        for number in open {
            let page = self.pages.get_mut(&number).expect("every stirred entity has a page");
            page.seal();
            if page.digests.is_empty() {
                self.pages.remove(&number);
            }
        }
        let mut read = std::mem::take(&mut self.ahead);
        let mut resources = Vec::new();
        for (name, digest) in registry.digests() {
            let (digest, bytes) = digest(world, self.memos.entry(name).or_default(), usize::MAX);
            read += bytes;
            resources.push((name, digest));
        }
        self.work = HashWork { entities: stirred.len(), bytes: read };
        root(&resources, self.pages.iter().map(|(number, page)| (*number, page.digest)))
    }
}

/// The hash of a world's state, everything read anew.
pub(crate) fn whole(world: &World) -> Digest {
    let registry = world.resource::<Registry>();
    let mut pages: BTreeMap<u64, Page> = BTreeMap::new();
    for (&id, &entity) in &world.resource::<Roll>().0 {
        let digest = entity_digest(registry, world.entity(entity), id);
        pages.entry(id.0 >> PAGE_BITS).or_default().digests.insert(id, digest);
    }
    pages.values_mut().for_each(Page::seal);
    let fresh = |(name, digest): (&'static str, ResourceDigest)| {
        (name, digest(world, &mut Memo::default(), usize::MAX).0)
    };
    let resources: Vec<_> = registry.digests().map(fresh).collect();
    root(&resources, pages.iter().map(|(number, page)| (*number, page.digest)))
}

/// How a resource's digest is had for reading at most so many bytes, and what it cost; only those in parts mind the limit.
pub(crate) type ResourceDigest = fn(&World, &mut Memo, usize) -> (Digest, usize);

fn entity_digest(registry: &Registry, entity: EntityRef, id: EntityId) -> Digest {
    let mut hasher = Hasher::new();
    hasher.update(b"e").update(&id.0.to_le_bytes());
    registry.each_part(entity, |name, bytes| {
        put(&mut hasher, name.as_bytes());
        put(&mut hasher, bytes);
    });
    *hasher.finalize().as_bytes()
}

fn root(resources: &[(&str, Digest)], pages: impl Iterator<Item = (u64, Digest)>) -> Digest {
    let mut hasher = Hasher::new();
    hasher.update(b"R").update(&(resources.len() as u64).to_le_bytes());
    for (name, digest) in resources {
        put(&mut hasher, name.as_bytes());
        hasher.update(digest);
    }
    for (number, digest) in pages {
        hasher.update(&number.to_le_bytes()).update(&digest);
    }
    *hasher.finalize().as_bytes()
}

#[cfg(test)]
mod tests;
