//! Whose turn it is: in fights and at wells, among all who are in the world.
//!
//! Contract: about everybody who is fought the world keeps a circle ([`wold_tactics::stage`]): who has a place there, who waits for one, and what the blows under way weigh, by the kind of
//! attack. Whoever means to fight says so ([`close`]) as often as it likes; every tick in which a part changes its bearer is told, and nobody else. An inhabitant's blow without the turn is
//! refused, unless there is room for one more at that moment: then it takes it. Who plays is never refused, but their blows count. Who gives up a fight frees what they held in it; the circle about
//! themselves stays. A well has one bucket ([`wells`]).
//!
//! All of it is state. Cost: by who fights and who draws; nothing while nobody does.

mod settings;
#[cfg(test)]
mod tests;
pub mod wells;

pub use settings::FightsConfig;
pub(crate) use wells::draw;

use crate::books::Post;
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::deeds::in_hand;
use crate::ground::Ground;
use crate::parts::{Away, Body, Fallen, Person, SteeredBy};
use crate::registry::{Kept, Roll};
use crate::vigil::facing;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use settings::Kind;
use std::collections::{BTreeMap, BTreeSet};
use wells::Wells;
use wold_land::Motion;
use wold_land::measures::TOUCHING_METRES;
use wold_lore::Part;
use wold_space::{DVec2, EntityId, Tick};
use wold_tactics::stage::{FighterId, KindId, Part as Place, SLOTS, StageManager, View, direction};
use wold_wire::{FromHost, Refusal};

/// Metres from its place within which somebody stands in it.
const IN_PLACE: f64 = 0.9;
/// Metres somebody needs beside a wall to stand in a place.
const ELBOW: f32 = 0.3;
/// Ticks between two deals of the places about everybody who is fought.
const DEAL: u64 = 4;
/// Eighths of a metre by which a waiter's place may move before they are told.
const SHIFTED: u8 = 4;

/// What somebody was told of their part last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Told {
    foe: EntityId,
    part: Part,
    turn: u8,
    eighths: u8,
    others: u8,
    until: Tick,
}

impl Told {
    /// Whether there is nothing to tell who was told this before: waiters need not know of every step.
    fn is_old(&self, before: &Self) -> bool {
        let same = (self.foe, self.part, self.others, self.until)
            == (before.foe, before.part, before.others, before.until);
        let near = self.turn.wrapping_sub(before.turn).min(before.turn.wrapping_sub(self.turn)) < SHIFTED
            && self.eighths.abs_diff(before.eighths) < SHIFTED;
        same && if self.part == Part::Stand { self.turn == before.turn } else { near }
    }
}

/// Everybody who fights or draws water, and what is theirs.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turns {
    stage: StageManager,
    /// Who of those who fight said so: they are told their part and given the turn.
    asked: BTreeSet<EntityId>,
    told: BTreeMap<EntityId, Told>,
    wells: Wells,
}

impl Kept for Turns {
    const NAME: &'static str = "turns";
}

fn fighter(id: EntityId) -> FighterId {
    FighterId(id.0)
}

impl Turns {
    /// The circle about somebody who is fought.
    #[must_use]
    pub fn circle(&self, foe: EntityId) -> Option<View> {
        self.stage.view(fighter(foe))
    }

    /// Everybody who is fought, with the circle about them.
    pub fn circles(&self) -> impl Iterator<Item = (EntityId, View)> + '_ {
        self.stage.targets().filter_map(|id| Some((EntityId(id.0), self.stage.view(id)?)))
    }

    /// Whom somebody fights.
    #[must_use]
    pub fn foe_of(&self, who: EntityId) -> Option<EntityId> {
        self.stage.target(fighter(who)).map(|foe| EntityId(foe.0))
    }

    /// Whether anybody fights.
    #[must_use]
    pub fn is_fought(&self) -> bool {
        !self.stage.is_idle()
    }

    /// The wells in use.
    #[must_use]
    pub fn wells(&self) -> &Wells {
        &self.wells
    }

    fn is_idle(&self) -> bool {
        self.stage.is_idle() && self.asked.is_empty() && self.told.is_empty() && self.wells.is_idle()
    }
}

/// Somebody's body, if they are up and about.
fn body_of(world: &World, id: EntityId) -> Option<Motion> {
    let entity = world.entity(*world.resource::<Roll>().0.get(&id)?);
    let is_up = !entity.contains::<Fallen>() && !entity.contains::<Away>();
    entity.get::<Body>().filter(|_| is_up).map(|body| body.0)
}

fn is_human(world: &World, id: EntityId) -> bool {
    let entity = world.resource::<Roll>().0.get(&id);
    entity.and_then(|entity| world.get::<Person>(*entity)).is_some_and(|person| person.human)
}

/// How somebody attacks: with what is in their hand.
fn kind_of(world: &World, entity: Entity) -> Kind {
    Kind::with(in_hand(world, entity).map(|thing| thing.kind))
}

/// The places about somebody nobody can stand in, as bits.
fn blocked(world: &World, motion: &Motion, approach: f64) -> u8 {
    let land = &world.resource::<Ground>().land;
    let (mut bits, mut near) = (0, Vec::new());
    for slot in 0..SLOTS {
        let at = motion.place + direction(slot) * approach;
        near.clear();
        land.obstacles(at, motion.level, ELBOW, &mut near);
        let shut = !near.is_empty() || land.depth(at) > 0.5 || !land.in_sight(at, motion.place, motion.level);
        bits |= u8::from(shut) << slot;
    }
    // Who has walls on all sides is fought from wherever one gets to: else whoever stands in a corner of a small room could not be fought at all.
    if bits.count_ones() as usize == SLOTS { 0 } else { bits }
}

/// Somebody says that they mean to fight another: they are told their part and given the turn from now on.
pub(crate) fn close(world: &mut World, (who, entity): (EntityId, Entity), at: DVec2, foe: EntityId) {
    enter(world, (who, entity), at, foe);
    world.resource_mut::<Turns>().asked.insert(who);
}

/// Takes somebody into the circle about another, or renews that they mean it.
fn enter(world: &mut World, (who, entity): (EntityId, Entity), at: DVec2, foe: EntityId) {
    let (now, config) = (world.resource::<Now>().0, world.resource::<WorldConfig>().fights.clone());
    let Some(motion) = body_of(world, foe) else { return };
    let kind = kind_of(world, entity);
    let is_new = world.resource::<Turns>().circle(foe).is_none();
    let shut = is_new.then(|| blocked(world, &motion, config.stage().approach));
    let difficulty = config.difficulty(is_human(world, foe));
    let mut turns = world.resource_mut::<Turns>();
    turns.stage.configure(config.stage());
    if let Some(shut) = shut {
        turns.stage.owner(fighter(foe), motion.place, shut);
        turns.stage.set_difficulty(fighter(foe), difficulty);
    }
    turns.stage.ask(fighter(who), KindId(kind as u16), config.room(kind), fighter(foe), at, now.0);
}

/// Whether somebody may strike a person now. Who has not the turn takes it if there is room; who plays is not asked.
pub(crate) fn may_strike(
    world: &mut World,
    (who, entity): (EntityId, Entity),
    at: DVec2,
    foe: EntityId,
) -> Result<(), Refusal> {
    let (now, config) = (world.resource::<Now>().0.0, world.resource::<WorldConfig>().fights.clone());
    if !config.turns
        || is_human(world, who)
        || world.resource::<Turns>().stage.has_turn(fighter(who), fighter(foe), now)
    {
        return Ok(());
    }
    enter(world, (who, entity), at, foe);
    let attack = config.attack(kind_of(world, entity));
    let stage = &mut world.resource_mut::<Turns>().stage;
    stage.update_one(fighter(foe), now);
    if stage.target(fighter(who)) != Some(fighter(foe)) {
        return Err(Refusal::NotYourTurn);
    }
    stage.begin(fighter(who), attack, now).map_err(|_| Refusal::NotYourTurn)
}

/// A blow fell on a person: it counts until the arm is back.
pub(crate) fn struck(world: &mut World, (who, entity): (EntityId, Entity), at: DVec2, foe: EntityId) {
    let (now, config) = (world.resource::<Now>().0.0, world.resource::<WorldConfig>().fights.clone());
    if !config.turns {
        return;
    }
    let has_turn = world.resource::<Turns>().stage.has_turn(fighter(who), fighter(foe), now);
    if has_turn || !is_human(world, who) {
        world.resource_mut::<Turns>().stage.struck(fighter(who), config.arm_ticks(), now);
        return;
    }
    enter(world, (who, entity), at, foe);
    let mut attack = config.attack(kind_of(world, entity));
    attack.ticks = config.arm_ticks();
    world.resource_mut::<Turns>().stage.strikes_anyway(fighter(who), attack, now);
}

/// Deals places and turns anew, lets buckets go on, and tells those whose part is another.
pub(crate) fn keep(world: &mut World) {
    if world.resource::<Turns>().is_idle() {
        return;
    }
    let mut turns = std::mem::take(&mut *world.resource_mut::<Turns>());
    keep_fights(world, &mut turns);
    wells::keep(world, &mut turns.wells);
    *world.resource_mut::<Turns>() = turns;
}

fn keep_fights(world: &mut World, turns: &mut Turns) {
    let (now, config) = (world.resource::<Now>().0.0, world.resource::<WorldConfig>().fights.clone());
    let Turns { stage, asked, .. } = turns;
    stage.configure(config.stage());
    let everybody: Vec<FighterId> = stage.fighters().collect();
    for id in &everybody {
        match body_of(world, EntityId(id.0)) {
            Some(motion) => stage.moved(*id, motion.place),
            None => stage.leave(*id),
        }
    }
    let is_new = everybody.iter().any(|id| stage.target(*id).is_some() && stage.part(*id).is_none());
    if is_new || now.is_multiple_of(DEAL) {
        for id in stage.targets().collect::<Vec<_>>() {
            let Some(motion) = body_of(world, EntityId(id.0)) else {
                stage.gone(id);
                continue;
            };
            stage.owner(id, motion.place, blocked(world, &motion, config.stage().approach));
            stage.faces(id, facing(motion.heading));
        }
        stage.update(now);
    }
    asked.retain(|who| stage.target(fighter(*who)).is_some());
    if config.turns {
        hand_out(world, stage, asked, &config, now);
    }
    tell(world, turns);
}

/// Gives the turn to those who asked and stand where they are to, as far as there is room.
fn hand_out(
    world: &World,
    stage: &mut StageManager,
    asked: &BTreeSet<EntityId>,
    config: &FightsConfig,
    now: u64,
) {
    for id in asked.iter().map(|who| fighter(*who)) {
        let (Some(Place::Slot { at, .. }), Some(foe)) = (stage.part(id), stage.target(id)) else { continue };
        let (who, foe) = (EntityId(id.0), EntityId(foe.0));
        let (Some(own), Some(other)) = (body_of(world, who), body_of(world, foe)) else { continue };
        let is_there =
            own.place.distance(at) <= IN_PLACE || own.place.distance(other.place) <= TOUCHING_METRES;
        if stage.turn(id).is_some() || !is_there || own.level != other.level {
            continue;
        }
        let entity = world.resource::<Roll>().0[&who];
        // Who is refused is next in turn, if it goes on trying.
        let _ = stage.begin(id, config.attack(kind_of(world, entity)), now);
    }
}

/// Tells everybody whose part is another.
fn tell(world: &mut World, turns: &mut Turns) {
    let Turns { stage, asked, told, .. } = turns;
    told.retain(|who, _| asked.contains(who));
    for id in asked.iter().map(|who| fighter(*who)) {
        let (Some(place), Some(foe)) = (stage.part(id), stage.target(id)) else { continue };
        let Some(view) = stage.view(foe) else { continue };
        let (part, until) = match (place, stage.turn(id)) {
            (Place::Slot { .. }, Some(until)) => (Part::Strike, Tick(until)),
            (Place::Slot { .. }, None) => (Part::Stand, Tick(0)),
            (Place::Wait { .. }, _) => (Part::Wait, Tick(0)),
            (Place::Leave { .. }, _) => (Part::Leave, Tick(0)),
        };
        let off = place.at() - view.at;
        let turn = wold_wire::state::turn_to_byte(libm::atan2(off.y, off.x) / std::f64::consts::TAU);
        let others = view.slots.iter().flatten().filter(|(other, _)| *other != id).count() as u8;
        let eighths = (off.length() * 8.0).clamp(0.0, 255.0) as u8;
        let news = Told { foe: EntityId(foe.0), part, turn, eighths, others, until };
        let who = EntityId(id.0);
        if told.get(&who).is_some_and(|before| news.is_old(before)) {
            continue;
        }
        told.insert(who, news);
        let entity = world.resource::<Roll>().0.get(&who).copied();
        if let Some(guest) = entity.and_then(|entity| world.get::<SteeredBy>(entity)).map(|by| by.0) {
            let Told { foe, part, turn, eighths, others, until } = news;
            let message = FromHost::Part { foe, part, turn, eighths, others, until };
            world.resource_mut::<Post>().send(guest, message);
        }
    }
}
