//! What people do to fields: their deeds are events, their walking carries word, goods and fear.
//!
//! Felling shrinks the plants and the soil moisture of the cell. What is told of a deed's doer, what it adds to crime and what it does to trade says the table of
//! deeds ([`wold_lore::deed`]).
//!
//! Word needs witnesses: what nobody saw nobody tells. Crime counts by how many saw it, little where nobody did. Whom a blow or a theft struck is no witness: they
//! have their own complaint; whoever got a gift is one.

use super::engines::CELL_METRES;
use super::{Environment, Fields};
use crate::books::{Entry, Ledger};
use crate::parts::Person;
use crate::parts::{Away, Body, Fallen, Guard, Id};
use bevy_ecs::prelude::*;
use wold_fields::engine::{Event, Traveller};
use wold_fields::reputation::groups::{CharacterId, GroupId, Screening};
use wold_lore::Good;
use wold_lore::{Deed, Owner};
use wold_space::{DVec2, EntityId};

/// What of a crime counts that nobody saw.
const UNSEEN: f32 = 0.1;
/// Of a cell's plants and soil moisture, what goes with a tree.
const A_TREE: f32 = 0.12;

/// Turns the tick's deeds into events; they happen in each engine's next step.
pub(super) fn take_deeds(world: &World, environment: &mut Environment) {
    for deed in &world.resource::<Ledger>().0 {
        environment.take_deed(deed);
    }
}

/// How many people saw a deed who have no complaint of their own.
fn witnesses(deed: &Entry) -> usize {
    let struck = if deed.kind.account().violent { deed.object } else { None };
    let robbed = deed.owner.and_then(Owner::person);
    deed.seen_by.iter().filter(|&&id| Some(id) != struck && Some(id) != robbed).count()
}

/// Everybody on their feet, by id: sums over travellers must not depend on how entities lie in memory.
pub(super) fn travellers(world: &mut World, step_seconds: f64) -> Vec<Traveller> {
    let mut bodies =
        world.query_filtered::<(&Id, &Body, Has<Guard>), (With<Person>, Without<Away>, Without<Fallen>)>();
    let mut list: Vec<(EntityId, Traveller)> = bodies
        .iter(world)
        .map(|(id, body, guard)| {
            let velocity = body.0.velocity.as_dvec2() * step_seconds / CELL_METRES;
            (id.0, Traveller { at: body.0.place / CELL_METRES, velocity, guard })
        })
        .collect();
    list.sort_unstable_by_key(|(id, _)| *id);
    list.into_iter().map(|(_, traveller)| traveller).collect()
}

impl Environment {
    fn take_deed(&mut self, deed: &Entry) {
        let Some(fields) = &mut self.fields else { return };
        let (at, said, seen) = (deed.place / CELL_METRES, deed.kind.account(), witnesses(deed));
        let weight = if seen == 0 { UNSEEN } else { seen as f32 };
        let event = |kind: &str, strength: f32| Event::new(kind, at).sized(0.0, strength);
        if deed.kind == Deed::Fell {
            fields.happen(event("fell", A_TREE));
            fields.happen(event("drought", A_TREE));
        }
        if let (Some(trade), Some(good)) = (said.trade, deed.thing.and_then(Good::of)) {
            fields.happen(event(trade, deed.pieces as f32).about(good as u32));
        }
        if said.crime > 0.0 {
            fields.happen(event("crime", said.crime * weight));
        }
        if said.word != 0.0 && seen > 0 && !deed.masked {
            self.speak_of(deed.doer, at, said.word);
        }
    }

    /// Puts word of somebody into the world. Whoever is not talked about yet takes the place of who is least known.
    fn speak_of(&mut self, who: EntityId, at: DVec2, word: f32) {
        let Some(fields) = &mut self.fields else { return };
        if !self.renowned.contains(&Some(who)) {
            let fame = |slot: usize| match self.renowned[slot] {
                None => -1.0,
                Some(_) => fields.fame(slot),
            };
            let least = (0..self.renowned.len()).min_by(|a, b| fame(*a).total_cmp(&fame(*b)));
            let slot = least.expect("at least one can be renowned");
            let group = GroupId(slot as u32);
            if let Some(forgotten) = self.renowned[slot].replace(who) {
                self.groups.leave(CharacterId(forgotten.0), group);
                fields.forget(slot);
            }
            self.groups.found(group, Screening::Open);
            self.groups.join(CharacterId(who.0), group, 1.0, 0.0, &[]);
        }
        for event in self.groups.deed(CharacterId(who.0), at, word) {
            fields.happen(event);
        }
    }
}

impl Fields {
    /// Announces an event to whichever engine takes its kind.
    pub(super) fn happen(&mut self, event: Event) {
        if self.nature.announce(event.clone()).is_err() {
            // Kinds are this file's own and places are those of bodies; an operator's events are checked before.
            if self.society.announce(event.clone()).is_err() {
                let _ = self.air.announce(event);
            }
        }
    }

    /// How much is told and thought of somebody, good or bad, everywhere.
    fn fame(&self, slot: usize) -> f64 {
        let sum = |name: String| {
            let field = self.society.field(&name).unwrap_or_default();
            field.iter().map(|v| f64::from(v.abs())).sum::<f64>()
        };
        sum(format!("word.{slot}")) + sum(format!("repute.{slot}"))
    }

    fn forget(&mut self, slot: usize) {
        let side = super::TILE_CELLS as usize;
        let nothing = vec![0.0; side * side];
        let tiles: Vec<_> = self.society.tiles().collect();
        for tile in tiles {
            for name in [format!("word.{slot}"), format!("repute.{slot}")] {
                self.society.fill(&name, tile, &nothing).expect("loaded, declared and as many as cells");
            }
        }
    }
}
