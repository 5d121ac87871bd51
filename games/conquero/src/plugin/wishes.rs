//! What players want of the game.

use super::campaign::{Reserve, Soldier, Spoke};
use super::dispatch;
use super::front::{Field, gesture};
use super::news::{BRIEF, JOIN, PING, Ping, SWING, TALK, Talk, WATCH};
use crate::war::{AgentId, TeamId};
use bevy_ecs::prelude::*;
use std::collections::BTreeSet;
use wold_lore::intent::LONGEST_SPEECH;
use wold_space::{DVec2, Tick};
use wold_wire::{Gesture, Refusal};
use wold_world::clock::Now;
use wold_world::herald::Board;
use wold_world::parts::Person;
use wold_world::registry::Roll;
use wold_world::rules::{GameInbox, GameIntent, answer};

/// Ticks between two words or pings of one player.
const BREATH: u64 = 10;

pub(super) fn verbs() -> BTreeSet<u16> {
    BTreeSet::from([JOIN, WATCH, SWING, TALK, PING, BRIEF])
}

/// A swing and where it goes.
type Swing = (AgentId, Option<u8>);

/// Hears everybody and gives the swings, in the order of agents.
pub(super) fn hear(world: &mut World, field: &mut Field) -> Vec<Swing> {
    let mut swings = Vec::new();
    for intent in world.resource_mut::<GameInbox>().take(&verbs()) {
        let Some(&entity) = world.resource::<Roll>().0.get(&intent.body) else { continue };
        let result = match intent.verb {
            JOIN => join(world, field, entity, &intent),
            WATCH => watch(world, field, entity),
            SWING => swing(world, field, entity, &intent, &mut swings),
            TALK => talk(world, field, entity, &intent),
            PING => ping(world, field, entity, &intent),
            // Everybody is told without asking.
            _ => Ok(None),
        };
        answer(world, &intent, result);
    }
    swings.sort_unstable();
    swings.dedup_by_key(|(id, _)| *id);
    swings
}

type Heard = Result<Option<String>, Refusal>;

fn join(world: &mut World, field: &mut Field, entity: Entity, intent: &GameIntent) -> Heard {
    if world.get::<Soldier>(entity).is_some() {
        return Err(Refusal::NoUse);
    }
    let wished = intent.payload.first().map(|&team| TeamId(team));
    let human = world.get::<Person>(entity).is_some_and(|person| person.human);
    if !human {
        // Programs wait until a seat is free: people come first.
        let wished = wished.filter(|team| usize::from(team.0) < field.setup.teams);
        world.entity_mut(entity).insert(Reserve(wished));
        return Ok(None);
    }
    let team = field.seats.team_for(&field.war, field.setup.teams, wished);
    let id = field.seats.seat_for_human(&mut field.war, team).ok_or(Refusal::NoUse)?;
    field.seat(world, entity, true, id);
    Ok(None)
}

fn watch(world: &mut World, field: &mut Field, entity: Entity) -> Heard {
    world.entity_mut(entity).remove::<Reserve>();
    match world.get::<Soldier>(entity).copied() {
        Some(Soldier(id)) => field.unseat(world, entity, id, None),
        None => return Err(Refusal::NoUse),
    }
    Ok(None)
}

fn swing(
    world: &mut World,
    field: &Field,
    entity: Entity,
    intent: &GameIntent,
    swings: &mut Vec<Swing>,
) -> Heard {
    let &Soldier(id) = world.get::<Soldier>(entity).ok_or(Refusal::NoUse)?;
    let agent = &field.war.agents[id.index()];
    if !agent.lives() {
        return Err(Refusal::Dead);
    }
    // The war's clock goes on by one before swings fall.
    if agent.ready > field.war.now + 1 {
        return Err(Refusal::TooOften);
    }
    if agent.stamina < field.war.rules.combat.swing {
        return Err(Refusal::TooTired);
    }
    swings.push((id, intent.payload.first().copied()));
    gesture(world, entity, Gesture::Strike);
    Ok(None)
}

/// The team of somebody who may speak now.
fn speaker(world: &mut World, field: &Field, entity: Entity) -> Result<(TeamId, String), Refusal> {
    let now = world.resource::<Now>().0;
    let &Soldier(id) = world.get::<Soldier>(entity).ok_or(Refusal::NoUse)?;
    if world.get::<Spoke>(entity).is_some_and(|spoke| now < Tick(spoke.0.0 + BREATH)) {
        return Err(Refusal::TooOften);
    }
    world.entity_mut(entity).insert(Spoke(now));
    let name = world.get::<Person>(entity).map_or_else(String::new, |person| person.name.clone());
    Ok((field.war.agents[id.index()].team, name))
}

fn talk(world: &mut World, field: &Field, entity: Entity, intent: &GameIntent) -> Heard {
    let text = std::str::from_utf8(&intent.payload).map_err(|_| Refusal::UnknownVerb)?.trim();
    if text.is_empty() || text.len() > LONGEST_SPEECH || text.chars().any(char::is_control) {
        return Err(Refusal::TooLong);
    }
    let text = text.to_owned();
    let (team, name) = speaker(world, field, entity)?;
    world.resource_mut::<Board>().call(&Talk { name, text }, dispatch::circle(team));
    Ok(None)
}

fn ping(world: &mut World, field: &Field, entity: Entity, intent: &GameIntent) -> Heard {
    let bytes: [u8; 8] = intent.payload[..].try_into().map_err(|_| Refusal::UnknownVerb)?;
    let number = |at: usize| f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let at = [number(0), number(4)];
    let place = field.theatre.on_map(DVec2::new(at[0].into(), at[1].into()));
    let extent = field.theatre.map.extent;
    if !(place.is_finite() && place.cmpge(DVec2::ZERO).all() && place.cmple(extent).all()) {
        return Err(Refusal::NothingThere);
    }
    let (team, name) = speaker(world, field, entity)?;
    let [east, north] = at.map(f64::from);
    world.resource_mut::<Board>().call(&Ping { name, east, north }, dispatch::circle(team));
    Ok(None)
}
