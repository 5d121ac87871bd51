//! What each guest's character may know: interest is perception.
//!
//! The plane is cut into cells (chunks). A guest watches the cells around its body; every tick each cell lists who moved in
//! it, who came and who went. A guest's news is read off the lists of its cells, so a tick costs what moves near guests, not guests
//! times entities: whoever stands still costs nothing.
//!
//! Whoever keeps small is told of from nearer than whoever stands, by focus and nimbus ([`wold_senses::aura`]). Walls hide, by the one rule of [`wold_land::sight`]: people wherever they are and things in houses are perceived only in sight, or where a few steps would
//! bring them into it. Things on the open ground are no secret. What is not perceived is not sent. Each guest looks anew a few times a second, each in
//! its own tick.

mod feel;
mod observe;
mod reasons;
mod watch;

pub use feel::Feeling;
pub use reasons::{Interest, Other, Reason};
pub use watch::{View, Watch};

use crate::parts::Away;
use crate::realm::Realm;
use bevy_ecs::prelude::*;
use observe::{Sighting, Sightings};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use wold_land::Point;
use wold_lore::Guise;
use wold_senses::aura::{Auras, Medium};
use wold_space::{ChunkPos, DVec2, EntityId};
use wold_wire::{Card, EntityState};

/// How far perception reaches and how sticky its borders are.
#[derive(Clone, Copy, Debug)]
pub struct PerceptionConfig {
    /// Rings of 32 m cells around a body's own. Default 2: between 64 and 96 m.
    pub rings: i32,
    /// Metres somebody must be past a cell's border to count as out of it. Default 3.
    pub stickiness: f64,
    /// Metres somebody is known before they come round a corner: what a runner makes in half a second. Default 2.75.
    pub corner: f64,
    /// Who takes note of whom. Default the shipped rows.
    pub auras: Auras,
    /// Who matters more than others as near.
    pub regard: Regard,
}

/// How many times nearer than they are those are taken to be who matter more: their news is more exact and waits less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Regard {
    /// Who fights somebody, or is fought by them. Default 4.
    pub fights: f64,
    /// Who looks at somebody. Default 2.
    pub looks: f64,
    /// Metres within which a look is minded. Default 40.
    pub looks_metres: f64,
    /// 1/256 turns past somebody within which one looks at them. Default 12: 17 degrees.
    pub looks_turn: u8,
}

impl Default for Regard {
    fn default() -> Self {
        Self { fights: 4.0, looks: 2.0, looks_metres: 40.0, looks_turn: 12 }
    }
}

impl PerceptionConfig {
    /// Metres within which everybody is surely in a cell that is looked through, wherever in its own somebody stands: the formula of auras admits nobody beyond.
    #[must_use]
    pub fn covered(&self) -> f64 {
        f64::from(self.rings) * wold_space::CHUNK_METRES - 2.0 * self.stickiness
    }
}

impl Default for PerceptionConfig {
    fn default() -> Self {
        Self { rings: 2, stickiness: 3.0, corner: 2.75, auras: Auras::default(), regard: Regard::default() }
    }
}

/// Where an entity stands in the replicator's table. Used again only a tick after its bearer vanished, when every watch has
/// forgotten it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Track(u32);

impl Track {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// An entity as others see it. A cell lists whole copies of its movers, so that hundreds of watches read them in a row.
#[derive(Clone, Copy)]
struct Seen {
    track: Track,
    id: EntityId,
    place: DVec2,
    state: EntityState,
    /// Where its eyes are when it stands; for a thing, where it lies.
    eyes: Point,
    /// Whether walls can hide it.
    shy: bool,
    /// Metres within which it can be noticed, beyond the focus of who looks.
    nimbus: f64,
}

struct Tracked {
    entity: Entity,
    cell: ChunkPos,
    card: Arc<Card>,
    /// How it was dressed when the card was made.
    guise: Guise,
    seen: Seen,
    /// When it last changed, by the replicator's count.
    stirred: u64,
}

/// Ticks from one reading of how others moved to the next, for inhabitants: they think three times a second, and between two readings others go on as they went. Players read
/// every tick. A divisor of the ticks between two looks, so that whoever looks reads.
const READ_TICKS: u64 = 4;

#[derive(Default)]
struct Cell {
    residents: BTreeSet<Track>,
    /// Those that walls can hide.
    shy: BTreeSet<Track>,
    /// Who moved or changed here in this tick.
    moved: Vec<Seen>,
    /// Who did before, and at which observation: as far back as anybody reads, the last at the end.
    earlier: VecDeque<(u64, Track)>,
    came: Vec<Track>,
    went: Vec<(Track, EntityId, Option<ChunkPos>)>,
}

impl Cell {
    fn is_idle(&self) -> bool {
        self.residents.is_empty()
            && self.moved.is_empty()
            && self.earlier.is_empty()
            && self.came.is_empty()
            && self.went.is_empty()
    }

    /// Makes room for the news of an observation.
    fn turn_over(&mut self, count: u64) {
        let stale = |&(at, _): &(u64, Track)| at + READ_TICKS <= count;
        while self.earlier.front().is_some_and(stale) {
            self.earlier.pop_front();
        }
        self.earlier.extend(self.moved.drain(..).map(|seen| (count - 1, seen.track)));
        self.came.clear();
        self.went.clear();
    }
}

/// Follows everything visible in a realm.
pub struct Replicator {
    config: PerceptionConfig,
    cells: FxHashMap<ChunkPos, Cell>,
    tracked: Vec<Option<Tracked>>,
    by_id: BTreeMap<EntityId, Track>,
    by_entity: BTreeMap<Entity, EntityId>,
    free: Vec<Track>,
    /// Tracks left in this tick.
    vacated: Vec<Track>,
    busy: BTreeSet<ChunkPos>,
    /// Cells that somebody came into or went from in this tick.
    crossed: BTreeSet<ChunkPos>,
    /// How many keep so small that they are not noticed from everywhere.
    small: usize,
    /// Observations so far.
    count: u64,
    sightings: Sightings,
}

impl Replicator {
    /// Starts to follow a realm.
    #[must_use]
    pub fn new(realm: &mut Realm, config: PerceptionConfig) -> Self {
        Self {
            config,
            cells: FxHashMap::default(),
            tracked: Vec::new(),
            by_id: BTreeMap::new(),
            by_entity: BTreeMap::new(),
            free: Vec::new(),
            vacated: Vec::new(),
            busy: BTreeSet::new(),
            crossed: BTreeSet::new(),
            small: 0,
            count: 0,
            sightings: Sightings::new(realm.ecs_mut()),
        }
    }

    /// How many entities are visible to somebody who could be everywhere.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether nothing is visible.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// Everything visible with its card and state, for the inspector.
    pub fn all(&self) -> impl Iterator<Item = (&Arc<Card>, &EntityState)> {
        self.by_id.values().map(|&track| self.at(track)).map(|t| (&t.card, &t.seen.state))
    }

    fn at(&self, track: Track) -> &Tracked {
        self.tracked[track.index()].as_ref().expect("cells and ids name only tracks in use")
    }

    /// Somebody as they are, if nothing has changed about them since an observation.
    fn unchanged(&self, at: u64, track: Track) -> Option<&Seen> {
        let tracked = self.tracked[track.index()].as_ref()?;
        (tracked.stirred == at).then_some(&tracked.seen)
    }

    fn of(&self, id: EntityId) -> Option<&Tracked> {
        Some(self.at(*self.by_id.get(&id)?))
    }

    /// Takes in what changed since the last call; call once after every step.
    pub fn observe(&mut self, realm: &mut Realm) {
        self.count += 1;
        self.crossed.clear();
        for pos in std::mem::take(&mut self.busy) {
            let Some(cell) = self.cells.get_mut(&pos) else { continue };
            cell.turn_over(self.count);
            if !cell.earlier.is_empty() {
                self.busy.insert(pos);
            } else if cell.is_idle() {
                self.cells.remove(&pos);
            }
        }
        self.free.append(&mut self.vacated);
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
        let Sighting { id, entity, place, state, eyes, shy, guise, sort, card } = sighting;
        let nimbus = self.config.auras.of(Medium::Sight, sort, state.pose).nimbus;
        // Who changed clothes has another card: they are gone, and somebody is there.
        if self.of(id).is_some_and(|tracked| tracked.guise != guise) {
            self.vanish(id);
        }
        let Some(&track) = self.by_id.get(&id) else {
            let cell = ChunkPos::of(place);
            let track = self.free.pop().unwrap_or_else(|| {
                self.tracked.push(None);
                Track(self.tracked.len() as u32 - 1)
            });
            let seen = Seen { track, id, place, state, eyes, shy, nimbus };
            self.small += usize::from(nimbus.is_finite());
            self.by_id.insert(id, track);
            self.by_entity.insert(entity, id);
            self.tracked[track.index()] =
                Some(Tracked { entity, cell, card: Arc::new(card()), guise, seen, stirred: self.count });
            self.settle(track, cell, shy);
            return;
        };
        let tracked = self.tracked[track.index()].as_mut().expect("ids name only tracks in use");
        if tracked.entity != entity {
            // A restored world gives old names to new entities.
            self.by_entity.remove(&tracked.entity);
            self.by_entity.insert(entity, id);
            tracked.entity = entity;
        }
        let shyness_changed = tracked.seen.shy != shy;
        if tracked.seen.state == state && !shyness_changed {
            return;
        }
        let was_small = tracked.seen.nimbus.is_finite();
        self.small = self.small + usize::from(nimbus.is_finite()) - usize::from(was_small);
        tracked.seen = Seen { track, id, place, state, eyes, shy, nimbus };
        tracked.stirred = self.count;
        let old = tracked.cell;
        if sticky_cell(old, place, self.config.stickiness) != old {
            let new = ChunkPos::of(place);
            tracked.cell = new;
            let cell = self.cells.entry(old).or_default();
            cell.residents.remove(&track);
            cell.shy.remove(&track);
            cell.went.push((track, id, Some(new)));
            self.busy.insert(old);
            self.crossed.insert(old);
            self.settle(track, new, shy);
        } else {
            let cell = self.cells.entry(old).or_default();
            if shyness_changed {
                if shy {
                    cell.shy.insert(track)
                } else {
                    cell.shy.remove(&track)
                };
            }
            cell.moved.push(tracked.seen);
            self.busy.insert(old);
        }
    }

    fn settle(&mut self, track: Track, pos: ChunkPos, shy: bool) {
        let cell = self.cells.entry(pos).or_default();
        cell.residents.insert(track);
        if shy {
            cell.shy.insert(track);
        }
        cell.came.push(track);
        self.busy.insert(pos);
        self.crossed.insert(pos);
    }

    fn vanish(&mut self, id: EntityId) {
        let Some(track) = self.by_id.remove(&id) else { return };
        let Some(tracked) = self.tracked[track.index()].take() else { return };
        self.vacated.push(track);
        self.by_entity.remove(&tracked.entity);
        let cell = self.cells.entry(tracked.cell).or_default();
        cell.residents.remove(&track);
        cell.shy.remove(&track);
        cell.went.push((track, id, None));
        self.busy.insert(tracked.cell);
        self.crossed.insert(tracked.cell);
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
mod aura_tests;
#[cfg(test)]
mod tests;
