//! What games have told: components of bodies and things, and rows on a board.
//!
//! A game registers a component by [`Registry::replicate`], and guests who perceive whoever has it know it; or it registers what belongs to no body by [`Registry::replicate_posts`] and posts
//! it on the [`Board`], for all or for [`Circles`] of guests. A body's guest is in the circles its [`Privy`] says, and in that of everybody. None of this is state: a game that posts makes its
//! rows from its state, anew in every tick or whenever that changes.
//!
//! Contract: the [`Herald`] reads once after each step what stands, so what a step posts and takes down again is told to nobody. Rows are told by [`wold_wire::herald`]. A restored world has
//! an empty board.

use crate::parts::{Away, Id};
use crate::realm::Realm;
use crate::registry::{Registry, Roll};
use bevy_ecs::prelude::*;
use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::Arc;
use wold_space::EntityId;
use wold_wire::herald::{Circles, Crier, Ear, Field, Kind, Manifest, Policy, Row, Told, Whom};
use wold_wire::told;

/// How a kind of row is told.
#[derive(Clone, Copy, Debug)]
pub struct Telling {
    /// When what is known of a row is told anew. Default: whenever a field changes.
    pub policy: Policy,
    /// Ticks from one look at whether it changed to the next. Default 1.
    pub every: u8,
    /// Of a component, who may know it instead of those who perceive its bearer. Default: nobody else. Posts say it row by row.
    pub to: Option<Circles>,
}

impl Default for Telling {
    fn default() -> Self {
        Self { policy: Policy::Delta, every: 1, to: None }
    }
}

impl Telling {
    /// Told by a policy.
    #[must_use]
    pub fn by(policy: Policy) -> Self {
        Self { policy, ..Self::default() }
    }

    /// The same, looked at every so many ticks.
    #[must_use]
    pub fn every(self, ticks: u8) -> Self {
        Self { every: ticks, ..self }
    }

    /// The same, known to these, in view or not.
    #[must_use]
    pub fn to(self, circles: Circles) -> Self {
        Self { to: Some(circles), ..self }
    }
}

/// Reads a component off all who have it, as rows by their ids.
type Gather = fn(&mut World, &[Field]) -> Vec<(EntityId, Row)>;

/// What is registered to be told of one kind.
#[derive(Clone)]
pub(crate) struct ToldEntry {
    pub(crate) type_id: TypeId,
    kind: Kind,
    to: Option<Circles>,
    gather: Option<Gather>,
}

impl ToldEntry {
    pub(crate) fn component<C: Component + Told>(telling: Telling) -> Self {
        let gather: Gather = |world, fields| {
            let mut query = world.query_filtered::<(&Id, &C), Without<Away>>();
            query.iter(world).map(|(id, part)| (id.0, part.row(fields))).collect()
        };
        let (type_id, kind) = (TypeId::of::<C>(), Kind::of::<C>(telling.policy, telling.every));
        Self { type_id, kind, to: telling.to, gather: Some(gather) }
    }

    pub(crate) fn posts<T: Told>(telling: Telling) -> Self {
        let (type_id, kind) = (TypeId::of::<T>(), Kind::of::<T>(telling.policy, telling.every));
        Self { type_id, kind, to: None, gather: None }
    }
}

/// Which circles the guest of a body is in, besides everybody's. Not state: games give it by what they know.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Privy(pub Circles);

/// What a game writes over somebody's head: pages show it beside their name, whatever game it is. A game that uses it registers it by [`Registry::replicate`]; several may. Not state.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct Sign {
    /// A word or two.
    pub text: String,
}

told! { Sign = "world/sign" { text: Field::letters(24) } }

/// What games have posted, and what they call out in this tick; not state.
///
/// # Panics
/// All its methods, if the type is not registered to be told: whoever builds the game sees it with the first tick.
#[derive(Resource, Clone, Debug)]
pub struct Board {
    manifest: Arc<Manifest>,
    numbers: BTreeMap<String, usize>,
    posts: Vec<BTreeMap<u64, (Row, Circles)>>,
    calls: Vec<(usize, Row, Circles)>,
}

impl Board {
    /// An empty board for what is registered.
    pub(crate) fn new(registry: &Registry) -> Self {
        let kinds: Vec<Kind> = registry.told().iter().map(|entry| entry.kind.clone()).collect();
        let numbers = kinds.iter().enumerate().map(|(number, kind)| (kind.name.clone(), number)).collect();
        let posts = vec![BTreeMap::new(); kinds.len()];
        Self { manifest: Arc::new(Manifest { kinds }), numbers, posts, calls: Vec::new() }
    }

    /// What can be told in this world.
    #[must_use]
    pub fn manifest(&self) -> &Arc<Manifest> {
        &self.manifest
    }

    fn number<T: Told>(&self) -> usize {
        let number = self.numbers.get(T::NAME).copied();
        number.unwrap_or_else(|| {
            panic!("{:?} is posted and not registered: see Registry::replicate_posts", T::NAME)
        })
    }

    /// A row stands from now on, known in these circles; it replaces the one of that key.
    pub fn post<T: Told>(&mut self, key: u64, it: &T, circles: Circles) {
        let number = self.number::<T>();
        let row = it.row(&self.manifest.kinds[number].fields);
        self.posts[number].insert(key, (row, circles));
    }

    /// A row stands no longer.
    pub fn take_down<T: Told>(&mut self, key: u64) {
        let number = self.number::<T>();
        self.posts[number].remove(&key);
    }

    /// How many rows of a kind stand.
    #[must_use]
    pub fn count<T: Told>(&self) -> usize {
        self.posts[self.number::<T>()].len()
    }

    /// Something happens, and guests in these circles are told, now and never again.
    pub fn call<T: Told>(&mut self, it: &T, circles: Circles) {
        let number = self.number::<T>();
        let row = it.row(&self.manifest.kinds[number].fields);
        self.calls.push((number, row, circles));
    }

    /// A step begins: what was called out in the last one was heard, or nobody listened.
    pub(crate) fn turn_over(&mut self) {
        self.calls.clear();
    }

    /// Nothing stands.
    pub(crate) fn clear(&mut self) {
        self.posts.iter_mut().for_each(BTreeMap::clear);
        self.calls.clear();
    }
}

/// Reads what stands after each step and has letters for guests; lives beside the world, like the [`crate::replication::Replicator`].
pub struct Herald {
    crier: Crier,
    entries: Vec<ToldEntry>,
}

impl Herald {
    /// A herald for what a world's games have registered.
    ///
    /// # Panics
    /// If a game describes what cannot be told, or two games tell something of the same name.
    #[must_use]
    pub fn new(realm: &Realm) -> Self {
        let entries = realm.ecs().resource::<Registry>().told().to_vec();
        let manifest = realm.manifest().as_ref().clone();
        let whom = |entry: &ToldEntry| match (entry.gather, entry.to) {
            (Some(_), None) => Whom::Perceivers,
            _ => Whom::Circles,
        };
        let crier = Crier::new(manifest, entries.iter().map(whom).collect());
        Self { crier: crier.unwrap_or_else(|error| panic!("what is told cannot be: {error}")), entries }
    }

    /// Takes in what stands; call once after every step.
    pub fn observe(&mut self, realm: &mut Realm) {
        self.crier.begin(realm.now());
        if self.entries.is_empty() {
            return;
        }
        let world = realm.ecs_mut();
        for (number, entry) in self.entries.iter().enumerate() {
            let Some(gather) = entry.gather else { continue };
            for (id, row) in gather(world, &entry.kind.fields) {
                self.crier.post(number, id.0, row, entry.to.unwrap_or(Circles::EVERYBODY));
            }
        }
        let board = world.resource::<Board>();
        for (number, posts) in board.posts.iter().enumerate() {
            for (&key, (row, circles)) in posts {
                self.crier.post(number, key, row.clone(), *circles);
            }
        }
        for (number, row, circles) in &board.calls {
            self.crier.call(*number, row.clone(), *circles);
        }
        self.crier.finish();
    }

    /// Whether anything is told in this world.
    #[must_use]
    pub fn has_news(&self) -> bool {
        !self.entries.is_empty()
    }

    /// The circles the guest of a body is in.
    #[must_use]
    pub fn circles_of(&self, realm: &Realm, body: EntityId) -> Circles {
        let world = realm.ecs();
        let privy = world.resource::<Roll>().0.get(&body).and_then(|&entity| world.get::<Privy>(entity));
        privy.map_or(Circles::NONE, |privy| privy.0).and(Circles::EVERYBODY)
    }

    /// What all guests are told who were in circles and are in these now; who has just come was in none.
    #[must_use]
    pub fn letters(&self, before: Circles, now: Circles) -> Vec<Vec<u8>> {
        self.crier.letters(before, now)
    }

    /// Whether a guest's view must be asked for what it is told.
    #[must_use]
    pub fn tells_of_bodies(&self) -> bool {
        self.crier.has_perceivers()
    }

    /// What a guest is told of bodies and things, by who came into its perception or left it in this tick and who is in it now.
    #[must_use]
    pub fn letters_near(
        &self,
        ear: &mut Ear,
        crossed: impl Iterator<Item = EntityId>,
        knows: impl Fn(EntityId) -> bool,
    ) -> Vec<Vec<u8>> {
        self.crier.letters_near(ear, crossed.map(|id| id.0), |key| knows(EntityId(key)))
    }
}
