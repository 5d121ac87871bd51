//! What a blow does to whom it hits, and what flew and hit does likewise.

use super::{enter, fall, gesture, record};
use crate::books::Entry;
use crate::clock::Now;
use crate::dealings::Dealings;
use crate::fauna::{Animal, slay};
use crate::graves::SlainBy;
use crate::justice::outlaws;
use crate::noise;
use crate::parts::{Person, Vitals};
use crate::registry::Roll;
use bevy_ecs::prelude::*;
use wold_lore::Deed;
use wold_lore::land::ThingKind;
use wold_lore::sense::Sound;
use wold_space::{DVec2, EntityId};
use wold_wire::Gesture;

/// Who is hurt more than this cries out.
const CRIES: f32 = 0.5;

/// A wound that somebody deals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wound {
    /// By whom.
    pub(crate) by: EntityId,
    /// Where they stand: there it is done.
    pub(crate) from: DVec2,
    /// Health it takes from a person.
    pub(crate) harm: f32,
    /// What flew, if it was dealt from afar.
    pub(crate) thrown: Option<ThingKind>,
}

impl Wound {
    fn entry(&self, kind: Deed, to: EntityId) -> Entry {
        let entry = Entry { afar: self.thrown.is_some(), ..Entry::new(self.by, kind, self.from).to(to) };
        Entry { thing: self.thrown, ..entry }
    }
}

/// Somebody is hit: their health, the ledger, and what it means to the law and to those they deal with.
pub(crate) fn wound(world: &mut World, wound: &Wound, (victim, at): (Entity, EntityId)) {
    gesture(world, victim, Gesture::Hurt);
    // A blow is heard where the arm is, what flew where it hits.
    noise::make(world, Sound::Blow, if wound.thrown.is_some() { at } else { wound.by });
    if let Some(animal) = world.get::<Animal>(victim).copied() {
        hunt(world, wound, victim, animal);
        return;
    }
    enter(world, wound.entry(Deed::Strike, at));
    outlaws::strike(world, wound.by, at);
    let Some(mut vitals) = world.get_mut::<Vitals>(victim) else { return };
    vitals.health = (vitals.health - wound.harm).max(0.0);
    let left = vitals.health;
    if left > 0.0 && left < CRIES {
        noise::make(world, Sound::CryOfPain, at);
    }
    if left <= 0.0 {
        let slayer = world.resource::<Roll>().0.get(&wound.by);
        let slayer = slayer.and_then(|slayer| world.get::<Person>(*slayer)).map(|person| person.name.clone());
        world
            .entity_mut(victim)
            .insert_if_new(slayer.map(SlainBy).unwrap_or_else(|| SlainBy("somebody".into())));
        fall(world, victim);
        enter(world, wound.entry(Deed::Kill, at));
    }
    let now = world.resource::<Now>().0;
    let helped = world.resource_mut::<Dealings>().strike(wound.by, at, now);
    if let Some(helped) = helped.filter(|helped| world.resource::<Roll>().0.contains_key(helped)) {
        record(world, wound.by, Deed::Help, Some(helped), wound.from);
    }
}

/// An animal is hit; what it leaves lies where it falls.
fn hunt(world: &mut World, wound: &Wound, prey: Entity, animal: Animal) {
    let Some(mut vitals) = world.get_mut::<Vitals>(prey) else { return };
    vitals.health = (vitals.health - wound.harm * animal.nature().frail).max(0.0);
    if vitals.health <= 0.0 {
        slay(world, prey, wound.by, true);
    }
}
