//! What people do to fields: their deeds are events, their walking carries word, goods and fear.
//!
//! | deed | nature | society |
//! |---|---|---|
//! | fells | plants and soil moisture of the cell shrink | |
//! | strikes, kills | | with witnesses bad word of the doer; crime, by how many saw it |
//! | gives | | with witnesses, the receiver among them, good word |
//! | takes, eats | | bought: the stock here shrinks, the price rises |
//! | drops | | sold |
//!
//! Witnesses are people near enough who see the place ([`wold_land::sight`]). Word needs them: what nobody saw nobody tells.

use super::engines::{CELL_METRES, good_of};
use super::{Environment, Fields};
use crate::books::{Entry, Ledger};
use crate::crowd;
use crate::ground::Ground;
use crate::parts::{Away, Body, Fallen, Guard, Id, Person, Thing};
use crate::registry::Roll;
use bevy_ecs::prelude::*;
use wold_fields::engine::{Event, Traveller};
use wold_fields::reputation::groups::{CharacterId, GroupId, Screening};
use wold_land::Shades;
use wold_lore::Deed;
use wold_space::{DVec2, EntityId};

/// What is told of a murder, a blow and a gift.
const MURDER_WORD: f32 = -100.0;
const BLOW_WORD: f32 = -4.0;
const GIFT_WORD: f32 = 4.0;
const HEAL_WORD: f32 = 10.0;
/// What a murder and a blow add to the crime of a place, for each who saw it; a tenth where nobody did.
const MURDER_CRIME: f32 = 30.0;
const BLOW_CRIME: f32 = 3.0;
const UNSEEN: f32 = 0.1;
/// Of a cell's plants and soil moisture, what goes with a tree.
const A_TREE: f32 = 0.12;

/// Turns the tick's deeds into events; they happen in each engine's next step.
pub(super) fn take_deeds(world: &mut World, environment: &mut Environment, sight: f64) {
    let deeds = world.resource::<Ledger>().0.clone();
    for deed in &deeds {
        let seen = match deed.kind {
            Deed::Strike | Deed::Kill => witnesses(world, deed, sight, deed.object),
            Deed::Give | Deed::Heal => witnesses(world, deed, sight, None),
            _ => 0,
        };
        let kind = deed.object.and_then(|id| {
            let entity = world.resource::<Roll>().0.get(&id)?;
            world.get::<Thing>(*entity).map(|thing| thing.kind)
        });
        environment.take_deed(deed, seen, kind.and_then(good_of));
    }
}

/// How many people saw a deed, the doer and somebody else left out.
fn witnesses(world: &mut World, deed: &Entry, sight: f64, but: Option<EntityId>) -> usize {
    let level = world.resource::<Roll>().0.get(&deed.doer).and_then(|entity| world.get::<Body>(*entity));
    let level = level.map_or(0, |body| body.0.level);
    let about = crowd::near(world, deed.place, sight);
    let shades = Shades::around(&world.resource::<Ground>().land, deed.place, sight);
    let saw = |entity: &Entity| {
        let watcher = world.entity(*entity);
        let (Some(id), Some(body)) = (watcher.get::<Id>(), watcher.get::<Body>()) else { return false };
        watcher.contains::<Person>()
            && !watcher.contains::<Fallen>()
            && id.0 != deed.doer
            && Some(id.0) != but
            && body.0.place.distance_squared(deed.place) <= sight * sight
            && shades.sees(body.0.place, body.0.level, deed.place, level)
    };
    about.iter().filter(|entity| saw(entity)).count()
}

/// Everybody on their feet, by id: sums over travellers must not depend on how entities lie in memory.
pub(super) fn travellers(world: &mut World, step_seconds: f64) -> Vec<Traveller> {
    let mut bodies = world.query_filtered::<(&Id, &Body, Has<Guard>), (Without<Away>, Without<Fallen>)>();
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
    fn take_deed(&mut self, deed: &Entry, seen: usize, good: Option<u32>) {
        let Some(fields) = &mut self.fields else { return };
        let at = deed.place / CELL_METRES;
        let weight = if seen == 0 { UNSEEN } else { seen as f32 };
        let event = |kind: &str, strength: f32| Event::new(kind, at).sized(0.0, strength);
        let (word, crime) = match deed.kind {
            Deed::Kill => (MURDER_WORD, MURDER_CRIME),
            Deed::Strike => (BLOW_WORD, BLOW_CRIME),
            Deed::Give => (GIFT_WORD, 0.0),
            Deed::Heal => (HEAL_WORD, 0.0),
            _ => (0.0, 0.0),
        };
        match deed.kind {
            Deed::Fell => {
                fields.happen(event("fell", A_TREE));
                fields.happen(event("drought", A_TREE));
            }
            Deed::Eat => fields.happen(event("buy", 1.0).about(0)),
            Deed::Take => good.into_iter().for_each(|g| fields.happen(event("buy", 1.0).about(g))),
            Deed::Drop => good.into_iter().for_each(|g| fields.happen(event("sell", 1.0).about(g))),
            _ => {}
        }
        if crime > 0.0 {
            fields.happen(event("crime", crime * weight));
        }
        if word != 0.0 && seen > 0 {
            self.speak_of(deed.doer, at, word);
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
            let _ = self.society.announce(event);
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
