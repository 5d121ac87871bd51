//! One guest's perception.

use super::{Cell, Replicator, Tracked, sticky_cell};
use crate::clock::Now;
use crate::parts::{Body, Vitals};
use crate::realm::Realm;
use crate::registry::Roll;
use std::collections::BTreeSet;
use std::sync::Arc;
use wold_space::{ChunkPos, EntityId};
use wold_wire::{Card, EntityState, OwnState};

/// What a guest newly perceives. Distances are in metres from its body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// Who is out of perception.
    pub left: Vec<EntityId>,
    /// Who came into it.
    pub entered: Vec<(Arc<Card>, EntityState, f64)>,
    /// Who moved or changed.
    pub moved: Vec<(EntityId, EntityState, f64)>,
}

/// A guest's window on the world.
#[derive(Clone, Debug)]
pub struct Watch {
    body: EntityId,
    centre: Option<ChunkPos>,
    known: BTreeSet<EntityId>,
}

/// Ticks between two looks through walls.
const VEIL_TICKS: u64 = 4;

impl Watch {
    /// A window around a body that has shown nothing yet.
    #[must_use]
    pub fn new(body: EntityId) -> Self {
        Self { body, centre: None, known: BTreeSet::new() }
    }

    /// The body it belongs to.
    #[must_use]
    pub fn body(&self) -> EntityId {
        self.body
    }

    /// Everything perceived now.
    #[must_use]
    pub fn known(&self) -> &BTreeSet<EntityId> {
        &self.known
    }

    /// The guest's own body as it is told to it; which steering was applied is for the host to add.
    #[must_use]
    pub fn own(&self, realm: &Realm) -> Option<OwnState> {
        let world = realm.ecs();
        let entity = *world.resource::<Roll>().0.get(&self.body)?;
        let motion = world.get::<Body>(entity)?.0;
        let vitals = world.get::<Vitals>(entity)?;
        let byte = |share: f32| libm::ceilf(share.clamp(0.0, 1.0) * 255.0) as u8;
        Some(OwnState {
            steering: None,
            place: motion.place,
            velocity: motion.velocity.as_dvec2(),
            level: motion.level,
            pose: motion.pose,
            stamina: byte(motion.stamina),
            health: byte(vitals.health),
            hunger: byte(vitals.hunger),
        })
    }

    /// What changed in this guest's perception since the last call. Call once after every [`Replicator::observe`].
    pub fn look(&mut self, replicator: &Replicator, realm: &Realm) -> View {
        let mut view = View::default();
        let Some(me) = replicator.tracked.get(&self.body) else { return view };
        let rings = replicator.config.rings;
        let centre = match self.centre {
            Some(old) => sticky_cell(old, me.place, replicator.config.stickiness),
            None => ChunkPos::of(me.place),
        };
        let old = self.centre.replace(centre);
        let moved_window = old != Some(centre);
        let tick = realm.ecs().resource::<Now>().0;
        let peek = (tick.0 + self.body.0).is_multiple_of(VEIL_TICKS);
        for pos in centre.around(rings) {
            let Some(cell) = replicator.cells.get(&pos) else { continue };
            if moved_window && old.is_none_or(|old| old.rings_to(pos) > rings as u32) {
                for &id in &cell.residents {
                    self.consider(replicator, me, id, false, &mut view);
                }
            } else {
                self.read_cell(replicator, me, cell, peek, &mut view);
            }
        }
        self.drop_the_gone(replicator, centre, old, &mut view);
        view
    }

    fn read_cell(&mut self, replicator: &Replicator, me: &Tracked, cell: &Cell, peek: bool, view: &mut View) {
        for &id in cell.came.iter().chain(&cell.moved) {
            self.consider(replicator, me, id, true, view);
        }
        if peek {
            for &id in &cell.veiled {
                self.consider(replicator, me, id, false, view);
            }
        }
    }

    /// Entities that left a watched cell for one that is not watched, or for nowhere; and whole cells left behind.
    fn drop_the_gone(
        &mut self,
        replicator: &Replicator,
        centre: ChunkPos,
        old: Option<ChunkPos>,
        view: &mut View,
    ) {
        let rings = replicator.config.rings as u32;
        let mut forget = |id: EntityId, known: &mut BTreeSet<EntityId>| {
            if known.remove(&id) {
                view.left.push(id);
            }
        };
        for pos in old.unwrap_or(centre).around(replicator.config.rings) {
            let Some(cell) = replicator.cells.get(&pos) else { continue };
            for &(id, to) in &cell.went {
                if to.is_none_or(|to| to.rings_to(centre) > rings) {
                    forget(id, &mut self.known);
                }
            }
            if pos.rings_to(centre) > rings {
                for &id in &cell.residents {
                    forget(id, &mut self.known);
                }
            }
        }
    }

    fn consider(
        &mut self,
        replicator: &Replicator,
        me: &Tracked,
        id: EntityId,
        changed: bool,
        view: &mut View,
    ) {
        if id == self.body {
            return;
        }
        let Some(other) = replicator.tracked.get(&id) else { return };
        let distance = other.place.distance(me.place);
        let perceived =
            other.veil.is_none() || other.veil == me.veil || distance < replicator.config.through_walls;
        match (perceived, self.known.contains(&id)) {
            (true, false) => {
                self.known.insert(id);
                view.entered.push((other.card.clone(), other.state, distance));
            }
            (true, true) if changed => view.moved.push((id, other.state, distance)),
            (false, true) => {
                self.known.remove(&id);
                view.left.push(id);
            }
            _ => {}
        }
    }
}
