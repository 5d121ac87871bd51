//! What somebody sees who only looks on: a viewpoint without a body.
//!
//! Contract: an eye is shown what is in the cells around it and under the open sky. Who is under a roof is not shown, nor who sneaks; walls and darkness hide nobody else from it. Nothing in the
//! world depends on where an eye is: it wakes no land and no animal, and nobody perceives it. Cost: what moves in its cells.

use super::{Cell, Replicator, Seen, Track, Tracks, View, sticky_cell};
use crate::ground::Ground;
use crate::realm::Realm;
use std::sync::Arc;
use wold_land::Land;
use wold_space::{ChunkPos, DVec2, EntityId};
use wold_wire::{Card, Pose};

/// A viewpoint's window on the world.
#[derive(Clone, Debug, Default)]
pub struct Eye {
    centre: Option<ChunkPos>,
    known: Tracks,
}

/// Whether somebody or something is to be seen from outside.
fn is_open(land: &Land, seen: &Seen) -> bool {
    // Of things only those in houses are shy.
    let is_roofed = seen.shy && land.house_at(seen.place, seen.state.level).is_some();
    !is_roofed && seen.state.pose != Pose::Sneaking
}

impl Eye {
    /// How many entities it is shown now.
    #[must_use]
    pub fn perceives(&self) -> usize {
        self.known.count
    }

    /// Whether it is shown an entity now.
    #[must_use]
    pub fn knows(&self, replicator: &Replicator, id: EntityId) -> bool {
        replicator.by_id.get(&id).is_some_and(|&track| self.known.has(track))
    }

    /// What changed in its sight since the last call. Call once after every [`Replicator::observe`].
    pub fn look(&mut self, replicator: &Replicator, realm: &Realm, place: DVec2) -> View {
        let mut view = View::default();
        let rings = replicator.config.rings;
        let centre = match self.centre {
            Some(old) => sticky_cell(old, place, replicator.config.stickiness),
            None => ChunkPos::of(place),
        };
        let old = self.centre.replace(centre);
        let land = &realm.ecs().resource::<Ground>().land;
        let looking = Looking { replicator, land, place };
        for pos in centre.around(rings) {
            let Some(cell) = replicator.cells.get(&pos) else { continue };
            if old.is_some_and(|old| old.rings_to(pos) <= rings as u32) {
                for &track in &cell.came {
                    self.consider(&looking, &replicator.at(track).seen, &mut view);
                }
                for mover in &cell.moved {
                    self.consider(&looking, mover, &mut view);
                }
            } else {
                for &track in &cell.residents {
                    self.consider(&looking, &replicator.at(track).seen, &mut view);
                }
            }
            self.forget_gone(cell, centre, rings, &mut view);
        }
        if let Some(old) = old.filter(|&old| old != centre) {
            for pos in old.around(rings).filter(|pos| pos.rings_to(centre) > rings as u32) {
                let Some(cell) = replicator.cells.get(&pos) else { continue };
                self.forget_gone(cell, centre, rings, &mut view);
                for &track in &cell.residents {
                    self.forget(track, replicator.at(track).seen.id, &mut view);
                }
            }
        }
        view
    }

    fn consider(&mut self, looking: &Looking, other: &Seen, view: &mut View) {
        let known = self.known.has(other.track);
        let distance = other.place.distance(looking.place);
        match (is_open(looking.land, other), known) {
            (true, false) => {
                self.known.insert(other.track);
                let card = looking.replicator.at(other.track).card.clone();
                view.entered.push((card, other.state, distance));
            }
            (true, true) => view.moved.push((other.id, other.state, distance)),
            (false, true) => self.forget(other.track, other.id, view),
            (false, false) => {}
        }
    }

    fn forget_gone(&mut self, cell: &Cell, centre: ChunkPos, rings: i32, view: &mut View) {
        for &(track, id, to) in &cell.went {
            if to.is_none_or(|to| to.rings_to(centre) > rings as u32) {
                self.forget(track, id, view);
            }
        }
    }

    fn forget(&mut self, track: Track, id: EntityId, view: &mut View) {
        if self.known.remove(track) {
            view.left.push(id);
        }
    }
}

struct Looking<'a> {
    replicator: &'a Replicator,
    land: &'a Land,
    place: DVec2,
}

/// Somebody a viewpoint may follow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Followed {
    /// Where they are.
    pub place: DVec2,
    /// Whether they are to be seen from outside.
    pub open: bool,
}

impl Replicator {
    /// The person who is called so where others see them; of several the one with the lowest id. Who wears a hood has no name.
    #[must_use]
    pub fn person_called(&self, name: &str) -> Option<EntityId> {
        let mut cards = self.all().map(|(card, _): (&Arc<Card>, _)| card);
        cards.find(|card| card.kind.is_person() && card.name == name).map(|card| card.id)
    }

    /// Where somebody is whom a viewpoint follows by a name, while that is what they are called.
    #[must_use]
    pub fn followed(&self, realm: &Realm, who: EntityId, name: &str) -> Option<Followed> {
        let tracked = self.of(who).filter(|tracked| tracked.card.name == name)?;
        let land = &realm.ecs().resource::<Ground>().land;
        Some(Followed { place: tracked.seen.place, open: is_open(land, &tracked.seen) })
    }
}
