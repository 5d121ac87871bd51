//! What each guest's character may know: interest is perception.
//!
//! The plane is cut into cells (chunks). A guest watches the cells around its body; every tick each cell lists who moved in
//! it, who came and who went. A guest's news is read off the lists of its cells, so a tick costs what moves near guests, not guests
//! times entities: whoever stands still costs nothing.
//!
//! Walls hide: somebody inside a house is perceived from inside it or from close by. What is not perceived is not sent.

mod feel;
mod observe;
mod watch;

pub use feel::Feeling;
pub use watch::{View, Watch};

use crate::parts::Away;
use crate::realm::Realm;
use bevy_ecs::prelude::*;
use observe::{Sighting, Sightings};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wold_space::{ChunkPos, DVec2, EntityId};
use wold_wire::{Card, EntityState};

/// How far perception reaches and how sticky its borders are.
#[derive(Clone, Copy, Debug)]
pub struct PerceptionConfig {
    /// Rings of 32 m cells around a body's own. Default 2: between 64 and 96 m.
    pub rings: i32,
    /// Metres somebody must be past a cell's border to count as out of it. Default 3.
    pub stickiness: f64,
    /// Metres from which somebody inside a house is perceived from outside. Default 12.
    pub through_walls: f64,
}

impl Default for PerceptionConfig {
    fn default() -> Self {
        Self { rings: 2, stickiness: 3.0, through_walls: 12.0 }
    }
}

/// A house, by its corner.
type Veil = (i64, i64);

struct Tracked {
    entity: Entity,
    cell: ChunkPos,
    card: Arc<Card>,
    state: EntityState,
    place: DVec2,
    veil: Option<Veil>,
}

#[derive(Default)]
struct Cell {
    residents: BTreeSet<EntityId>,
    veiled: BTreeSet<EntityId>,
    moved: Vec<EntityId>,
    came: Vec<EntityId>,
    went: Vec<(EntityId, Option<ChunkPos>)>,
}

impl Cell {
    fn is_idle(&self) -> bool {
        self.residents.is_empty() && self.moved.is_empty() && self.came.is_empty() && self.went.is_empty()
    }
}

/// Follows everything visible in a realm.
pub struct Replicator {
    config: PerceptionConfig,
    cells: BTreeMap<ChunkPos, Cell>,
    tracked: BTreeMap<EntityId, Tracked>,
    by_entity: BTreeMap<Entity, EntityId>,
    busy: BTreeSet<ChunkPos>,
    sightings: Sightings,
}

impl Replicator {
    /// Starts to follow a realm.
    #[must_use]
    pub fn new(realm: &mut Realm, config: PerceptionConfig) -> Self {
        Self {
            config,
            cells: BTreeMap::new(),
            tracked: BTreeMap::new(),
            by_entity: BTreeMap::new(),
            busy: BTreeSet::new(),
            sightings: Sightings::new(realm.ecs_mut()),
        }
    }

    /// How many entities are visible to somebody who could be everywhere.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tracked.len()
    }

    /// Whether nothing is visible.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tracked.is_empty()
    }

    /// Everything visible with its card and state, for the inspector.
    pub fn all(&self) -> impl Iterator<Item = (&Arc<Card>, &EntityState)> {
        self.tracked.values().map(|t| (&t.card, &t.state))
    }

    /// Takes in what changed since the last call; call once after every step.
    pub fn observe(&mut self, realm: &mut Realm) {
        for pos in std::mem::take(&mut self.busy) {
            if let Some(cell) = self.cells.get_mut(&pos) {
                cell.moved.clear();
                cell.came.clear();
                cell.went.clear();
                if cell.is_idle() {
                    self.cells.remove(&pos);
                }
            }
        }
        let world = realm.ecs_mut();
        for entity in self.sightings.vanished(world) {
            if let Some(id) = self.by_entity.get(&entity).copied() {
                self.vanish(id);
            }
        }
        for sighting in self.sightings.changed(world) {
            self.see(sighting);
        }
        world.clear_trackers();
    }

    fn see(&mut self, sighting: Sighting) {
        let Sighting { id, entity, place, state, veil, card } = sighting;
        let Some(tracked) = self.tracked.get_mut(&id) else {
            let cell = ChunkPos::of(place);
            self.by_entity.insert(entity, id);
            let card = Arc::new(card());
            self.tracked.insert(id, Tracked { entity, cell, card, state, place, veil });
            self.settle(id, cell, veil.is_some());
            return;
        };
        if tracked.entity != entity {
            // A restored world gives old names to new entities.
            self.by_entity.remove(&tracked.entity);
            self.by_entity.insert(entity, id);
            tracked.entity = entity;
        }
        let veil_changed = tracked.veil != veil;
        if tracked.state == state && !veil_changed {
            return;
        }
        tracked.state = state;
        tracked.place = place;
        tracked.veil = veil;
        let old = tracked.cell;
        if sticky_cell(old, place, self.config.stickiness) != old {
            let new = ChunkPos::of(place);
            tracked.cell = new;
            let cell = self.cells.entry(old).or_default();
            cell.residents.remove(&id);
            cell.veiled.remove(&id);
            cell.went.push((id, Some(new)));
            self.busy.insert(old);
            self.settle(id, new, veil.is_some());
        } else {
            let cell = self.cells.entry(old).or_default();
            if veil_changed {
                if veil.is_some() {
                    cell.veiled.insert(id)
                } else {
                    cell.veiled.remove(&id)
                };
            }
            cell.moved.push(id);
            self.busy.insert(old);
        }
    }

    fn settle(&mut self, id: EntityId, pos: ChunkPos, veiled: bool) {
        let cell = self.cells.entry(pos).or_default();
        cell.residents.insert(id);
        if veiled {
            cell.veiled.insert(id);
        }
        cell.came.push(id);
        self.busy.insert(pos);
    }

    fn vanish(&mut self, id: EntityId) {
        let Some(tracked) = self.tracked.remove(&id) else { return };
        self.by_entity.remove(&tracked.entity);
        let cell = self.cells.entry(tracked.cell).or_default();
        cell.residents.remove(&id);
        cell.veiled.remove(&id);
        cell.went.push((id, None));
        self.busy.insert(tracked.cell);
    }
}

/// The cell a place counts to: the old one until it is left by more than `stickiness`.
fn sticky_cell(old: ChunkPos, place: DVec2, stickiness: f64) -> ChunkPos {
    let half = wold_space::CHUNK_METRES / 2.0 + stickiness;
    let off = (place - old.centre()).abs();
    if off.x <= half && off.y <= half { old } else { ChunkPos::of(place) }
}

/// People who are away are not in the world to be seen.
type Present = Without<Away>;

#[cfg(test)]
mod tests;
