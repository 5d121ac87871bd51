//! One tick of the game: wishes are heard, seats filled, bodies become agents, the war goes on by its rules, and what came of it
//! is done to the bodies.
//!
//! Bodies move by the world's laws (slope, water, walls); everything else is [`War::resolve`], the same code as the headless
//! war. The game alone decides over its soldiers' health and death: other harm is undone.

use super::campaign::{Campaign, Reserve, Seat, Seats, Soldier};
use super::dispatch::{self, Dispatches};
use super::setup::Setup;
use super::theatre::{METRES, Theatre};
use super::wishes;
use crate::war::{AgentId, Event, War};
use bevy_ecs::prelude::*;
use wold_land::Motion;
use wold_space::{DVec2, TICKS_PER_SECOND};
use wold_wire::state::{UNIT, course_vector};
use wold_wire::{Gesture, Pose};
use wold_world::clock::Now;
use wold_world::parts::{Acting, Away, Body, Fallen, Id, Person, SteeredBy, Vitals};

/// How the game is played here; not state, but of the world's settings.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct Terms(pub Setup);

/// The war and its seats while a tick is computed.
pub(super) struct Field {
    pub war: War,
    pub seats: Seats,
    pub theatre: Theatre,
    pub setup: Setup,
}

impl Field {
    /// Seats somebody and calls their agent in.
    pub fn seat(&mut self, world: &mut World, entity: Entity, human: bool, id: AgentId) {
        if let Some(before) = self.seats.0[id.index()].take() {
            self.unseat(world, before.entity, id, Some(Reserve(Some(self.war.agents[id.index()].team))));
        }
        self.seats.0[id.index()] = Some(Seat { entity, human });
        world.entity_mut(entity).remove::<Reserve>().insert(Soldier(id));
        self.war.call(id);
    }

    /// Takes somebody off the field, to wait or to watch.
    pub fn unseat(&mut self, world: &mut World, entity: Entity, id: AgentId, reserve: Option<Reserve>) {
        self.seats.0[id.index()] = None;
        self.war.bench(id);
        world.entity_mut(entity).remove::<(Soldier, Fallen)>();
        if let Some(reserve) = reserve {
            world.entity_mut(entity).insert(reserve);
        }
        if world.get::<Away>(entity).is_none() {
            stand(world, entity, self.theatre.stand());
        }
    }
}

/// The game's system.
pub(super) fn run(world: &mut World) {
    let theatre = world.resource::<Theatre>().clone();
    let setup = world.resource::<Terms>().0;
    let situation = std::mem::take(&mut world.resource_mut::<Campaign>().situation);
    let war = War::resume(theatre.map.clone(), theatre.rules.clone(), theatre.seed, situation);
    let mut field = Field { war, seats: Seats::default(), theatre, setup };
    found(world, &mut field);
    muster(world, &mut field);
    let swings = wishes::hear(world, &mut field);
    fill(world, &mut field);
    place_agents(world, &mut field);

    let mut events = Vec::new();
    field.war.bring_back(&mut events);
    // Between rounds nobody fights and nothing is taken.
    let paused = world.resource::<Campaign>().pause_until.is_some();
    if !paused {
        let aimed = aim(&mut field, swings);
        field.war.resolve(&aimed, &mut events);
    }
    apply(world, &mut field, &events);
    let turn = world.resource_scope::<Campaign, _>(|_, mut campaign| campaign.turn(&setup, &mut field.war));
    clear_the_field(world, &field);
    world.resource_mut::<Dispatches>().events.clone_from(&events);
    dispatch::tell(world, &field, &events, turn);
    world.resource_mut::<Campaign>().situation = field.war.pause();
}

/// The first tick of all: the seats of every team.
fn found(world: &mut World, field: &mut Field) {
    if !field.war.holdings.is_empty() {
        return;
    }
    field.war.holdings = vec![Default::default(); field.theatre.map.centres.len()];
    field.war.scores = vec![0.0; field.setup.teams];
    for team in 0..field.setup.teams {
        for _ in 0..field.setup.members {
            field.war.enlist(crate::TeamId(team as u8));
        }
    }
    world.resource_mut::<Campaign>().wins = vec![0; field.setup.teams];
}

/// Who is here: seats of those who went away fall empty.
fn muster(world: &mut World, field: &mut Field) {
    field.seats.0 = vec![None; field.war.agents.len()];
    let mut query = world.query::<(Entity, &Soldier, &Person, Has<Away>)>();
    let soldiers: Vec<_> = query
        .iter(world)
        .map(|(entity, soldier, person, away)| (entity, soldier.0, person.human, away))
        .collect();
    let mut gone = Vec::new();
    for (entity, id, human, away) in soldiers {
        if away {
            gone.push((entity, id));
        } else {
            field.seats.0[id.index()] = Some(Seat { entity, human });
        }
    }
    gone.sort_unstable_by_key(|(_, id)| *id);
    for (entity, id) in gone {
        field.unseat(world, entity, id, None);
    }
    for id in field.war.ids() {
        if field.seats.0[id.index()].is_none() {
            field.war.bench(id);
        }
    }
}

/// Programs that wait take the seats nobody has.
fn fill(world: &mut World, field: &mut Field) {
    let mut query = world.query_filtered::<(Entity, &Id, &Reserve), Without<Away>>();
    let mut waiting: Vec<_> =
        query.iter(world).map(|(entity, id, reserve)| (id.0, entity, reserve.0)).collect();
    waiting.sort_unstable_by_key(|(id, ..)| *id);
    for (_, entity, wished) in waiting {
        if let Some(id) = field.seats.seat_for_program(&field.war, field.setup.teams, wished) {
            field.seat(world, entity, false, id);
        }
    }
}

/// Agents are where their bodies are.
fn place_agents(world: &mut World, field: &mut Field) {
    for id in field.war.ids() {
        let Some(seat) = field.seats.0[id.index()] else { continue };
        let agent = &mut field.war.agents[id.index()];
        let Some(body) = world.get::<Body>(seat.entity).filter(|_| agent.lives()) else { continue };
        agent.at = field.theatre.on_map(body.0.place);
        agent.velocity = body.0.velocity.as_dvec2() / METRES;
        agent.ahead = ahead(body.0.heading);
    }
}

/// The direction of a heading.
pub(super) fn ahead(heading: u8) -> DVec2 {
    let (cos, sin) = course_vector(heading);
    DVec2::new(f64::from(cos), f64::from(sin)) / f64::from(UNIT)
}

/// A swing goes where its wish says: words and steps may overtake each other on their way here.
fn aim(field: &mut Field, swings: Vec<(AgentId, Option<u8>)>) -> Vec<AgentId> {
    let aimed = swings.into_iter().map(|(id, heading)| {
        if let Some(heading) = heading {
            field.war.agents[id.index()].ahead = ahead(heading);
        }
        id
    });
    aimed.collect()
}

/// Does to the bodies what the war did to their agents.
fn apply(world: &mut World, field: &mut Field, events: &[Event]) {
    let now = world.resource::<Now>().0;
    for event in events {
        match *event {
            Event::Respawn { agent } => {
                let Some(seat) = field.seats.0[agent.index()] else { continue };
                let place = field.theatre.footing(field.war.agents[agent.index()].at);
                field.war.agents[agent.index()].at = field.theatre.on_map(place);
                world.entity_mut(seat.entity).remove::<Fallen>();
                stand(world, seat.entity, place);
            }
            Event::Kill { agent, .. } => {
                let Some(seat) = field.seats.0[agent.index()] else { continue };
                if let Some(mut body) = world.get_mut::<Body>(seat.entity) {
                    body.0.velocity = wold_space::Vec2::ZERO;
                    body.0.pose = Pose::Fallen;
                }
            }
            Event::Hurt { agent, .. } => {
                let Some(seat) = field.seats.0[agent.index()] else { continue };
                gesture(world, seat.entity, Gesture::Hurt);
            }
            Event::Capture { .. } => {}
        }
    }
    for id in field.war.ids() {
        let Some(seat) = field.seats.0[id.index()] else { continue };
        let agent = &field.war.agents[id.index()];
        let health = (agent.life / field.war.rules.life(agent.level)).clamp(0.0, 1.0) as f32;
        let health = if agent.lives() { health.max(0.01) } else { 0.0 };
        let vitals = Vitals { health, hunger: 0.2 };
        let fallen = world.get::<Fallen>(seat.entity).map(|fallen| now.since(fallen.since));
        let mut body = world.entity_mut(seat.entity);
        // Only real change is marked as change: replication looks at it.
        if body.get::<Vitals>() != Some(&vitals) {
            body.insert(vitals);
        }
        match (agent.lives(), fallen) {
            (true, Some(_)) => {
                body.remove::<Fallen>();
            }
            // Renewed every second, so that the world does not raise by its own rules whom the game will.
            (false, None | Some(TICKS_PER_SECOND..)) => {
                body.insert(Fallen { since: now });
            }
            _ => {}
        }
    }
}

pub(super) fn gesture(world: &mut World, entity: Entity, gesture: Gesture) {
    if let Some(mut acting) = world.get_mut::<Acting>(entity) {
        acting.act(gesture);
    }
}

/// Puts a body somewhere, on its feet.
fn stand(world: &mut World, entity: Entity, place: DVec2) {
    let Some(mut body) = world.get_mut::<Body>(entity) else { return };
    let heading = body.0.heading;
    body.0 = Motion { place, heading, stamina: 1.0, pose: Pose::Standing, ..Motion::default() };
    if let Some(mut vitals) = world.get_mut::<Vitals>(entity) {
        *vitals = Vitals { health: 1.0, hunger: 0.2 };
    }
}

/// Whoever does not play is led off the field, once a second.
fn clear_the_field(world: &mut World, field: &Field) {
    if !world.resource::<Now>().0.0.is_multiple_of(TICKS_PER_SECOND) {
        return;
    }
    let mut query =
        world.query_filtered::<(Entity, &Body), (With<SteeredBy>, Without<Soldier>, Without<Away>)>();
    let strays: Vec<Entity> = query
        .iter(world)
        .filter(|(_, body)| field.theatre.is_closed(body.0.place))
        .map(|(entity, _)| entity)
        .collect();
    for entity in strays {
        stand(world, entity, field.theatre.stand());
    }
}
