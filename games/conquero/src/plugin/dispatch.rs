//! Telling the guests: each what their team may know.
//!
//! Who plays is told what their team sees: their own, and foes near any of them or near a centre they hold. Who only watches is told everything; a program that neither plays nor waits for a
//! seat, nothing. Captures, deaths and rounds are known to all who are told anything, blows to those who see them, words to the team alone.

use super::campaign::{Campaign, Reserve, Soldier, Turn};
use super::front::Field;
use super::news::{
    Captured, FULL_STAMINA, Hold, Hurt, Killed, Member, Place, Risen, Road, Round, RoundBegins, RoundOver,
    Setting, Standing, Tally, Whereabouts,
};
use super::theatre::METRES;
use crate::war::{Agent, AgentId, Event, TeamId};
use bevy_ecs::prelude::*;
use wold_space::DVec2;
use wold_wire::herald::Circles;
use wold_wire::state::turn_to_byte;
use wold_world::clock::Now;
use wold_world::herald::{Board, Privy};
use wold_world::parts::{Away, Id, Person, SteeredBy};

/// How far members see foes, and centres those who come near, in units of the map.
const SIGHT: f64 = 260.0;
/// Those who watch, or wait for a seat; teams are circles by their numbers.
const WATCHERS: Circles = Circles::one(60);
/// Everybody who is told anything.
const READERS: Circles = Circles::one(61);

/// What happened in the last tick; not state.
#[derive(Resource, Clone, Debug, Default)]
pub struct Dispatches {
    /// The war's events of the last tick.
    pub events: Vec<Event>,
}

/// A team's own circle.
pub(super) const fn circle(team: TeamId) -> Circles {
    Circles::one(team.0)
}

/// Posts what stands after this tick, and calls out what it brought.
pub(super) fn tell(world: &mut World, field: &Field, events: &[Event], turn: Turn) {
    admit(world, field);
    let seen: Vec<Circles> = field.war.ids().map(|id| who_see(field, id)).collect();
    let members: Vec<Member> = field.war.ids().map(|id| member(world, field, id)).collect();
    let round = round(world, field);
    let wins = world.resource::<Campaign>().wins.clone();
    let mut board = world.resource_mut::<Board>();
    if board.count::<Setting>() == 0 {
        post_setting(&mut board, field);
    }
    board.post(0, &round, READERS);
    for (team, (&score, &wins)) in field.war.scores.iter().zip(&wins).enumerate() {
        board.post(team as u64, &Tally { score: score as u32, wins }, READERS);
    }
    for id in field.war.map.ids() {
        board.post(id.0.into(), &hold(field, id), READERS);
    }
    for (id, member) in field.war.ids().zip(&members) {
        let (key, agent) = (id.0.into(), &field.war.agents[id.index()]);
        board.post(key, member, READERS);
        board.post(key, &standing(agent), READERS);
        if agent.lives() {
            board.post(key, &whereabouts(field, agent), seen[id.index()]);
        } else {
            board.take_down::<Whereabouts>(key);
        }
    }
    for event in events {
        call(&mut board, field, event, &seen);
    }
    match turn {
        Turn::On => {}
        Turn::Over { winner, last } => board.call(&RoundOver { winner, last }, READERS),
        Turn::Begins => board.call(&RoundBegins {}, READERS),
    }
}

/// Lets everybody into their circles: humans, and programs that play or wait.
fn admit(world: &mut World, field: &Field) {
    let mut query = world.query_filtered::<(Entity, &Person, Option<&Soldier>, Has<Reserve>, Option<&Privy>), (
        With<SteeredBy>,
        Without<Away>,
    )>();
    let privy = |person: &Person, soldier: Option<&Soldier>, reserve: bool| match soldier {
        Some(soldier) => Some(Privy(circle(field.war.agents[soldier.0.index()].team).and(READERS))),
        None => (person.human || reserve).then_some(Privy(WATCHERS.and(READERS))),
    };
    let changed: Vec<_> = query
        .iter(world)
        .map(|(entity, person, soldier, reserve, is)| (entity, privy(person, soldier, reserve), is.copied()))
        .filter(|(_, should, is)| should != is)
        .collect();
    for (entity, privy, _) in changed {
        match privy {
            Some(privy) => world.entity_mut(entity).insert(privy),
            None => world.entity_mut(entity).remove::<Privy>(),
        };
    }
}

/// The sides that see an agent.
fn who_see(field: &Field, id: AgentId) -> Circles {
    let teams = (0..field.setup.teams as u8).map(TeamId).filter(|&team| sees(field, team, id));
    teams.fold(WATCHERS, |all, team| all.and(circle(team)))
}

/// Whether a team sees an agent.
fn sees(field: &Field, team: TeamId, id: AgentId) -> bool {
    let agent = &field.war.agents[id.index()];
    let near = |place: DVec2| place.distance_squared(agent.at) <= SIGHT * SIGHT;
    let member = |other: &Agent| other.team == team && other.lives() && near(other.at);
    let held = || field.war.map.ids().filter(|id| field.war.holdings[id.index()].owner == Some(team));
    agent.team == team
        || field.war.agents.iter().any(member)
        || held().any(|id| near(field.war.map.centre(id).at))
}

/// What stays as it is.
fn post_setting(board: &mut Board, field: &Field) {
    let (theatre, rules) = (&field.theatre, &field.war.rules);
    let map = &theatre.map;
    let setting = Setting {
        map: map.name.clone(),
        width: map.extent.x,
        height: map.extent.y,
        east: theatre.corner.x,
        north: theatre.corner.y,
        metres: METRES,
        teams: field.setup.teams as u8,
        seconds: field.setup.minutes * 60.0,
        rounds: field.setup.rounds,
        conquest: field.setup.conquest,
        near: rules.capture.near,
        capture: rules.capture.seconds,
        reach: rules.combat.reach,
        reach_per_level: rules.combat.reach_per_level,
        pause: rules.combat.pause,
        respawn: rules.combat.respawn,
    };
    board.post(0, &setting, READERS);
    for (number, centre) in map.centres.iter().enumerate() {
        let name = map.names[number].clone();
        let place = Place { x: centre.at.x, y: centre.at.y, size: centre.size, name };
        board.post(number as u64, &place, READERS);
    }
    let roads = map.ids().flat_map(|a| map.roads[a.index()].iter().map(move |&b| Road { a, b }));
    for (number, road) in roads.filter(|road| road.a < road.b).enumerate() {
        board.post(number as u64, &road, READERS);
    }
}

fn round(world: &World, field: &Field) -> Round {
    let campaign = world.resource::<Campaign>();
    Round {
        zero: world.resource::<Now>().0.0.saturating_sub(field.war.now),
        left: campaign.seconds_left_of(&field.setup, field.war.now).map(|seconds| seconds as u32),
        round: campaign.round,
        pause: campaign.pause_until.is_some(),
    }
}

fn member(world: &World, field: &Field, id: AgentId) -> Member {
    let seat = field.seats.0[id.index()];
    let person = seat.and_then(|seat| world.get::<Person>(seat.entity));
    Member {
        team: field.war.agents[id.index()].team,
        body: seat.and_then(|seat| world.get::<Id>(seat.entity)).map_or(0, |id| id.0.0),
        name: person.map_or_else(String::new, |person| person.name.clone()),
        human: seat.is_some_and(|seat| seat.human),
    }
}

fn share(part: f64, whole: f64, most: u8) -> u8 {
    ((part / whole).clamp(0.0, 1.0) * f64::from(most)) as u8
}

fn hold(field: &Field, id: crate::CentreId) -> Hold {
    let war = &field.war;
    let holding = &war.holdings[id.index()];
    let (taker, seconds) = match holding.taking {
        Some((by, seconds)) => (Some(war.agents[by.index()].team), seconds),
        None => (None, 0.0),
    };
    let share = share(seconds, war.rules.capture.seconds, u8::MAX);
    Hold { owner: holding.owner, taker, share, contested: war.near(id).nth(1).is_some() }
}

fn standing(agent: &Agent) -> Standing {
    Standing {
        alive: agent.lives(),
        back: agent.back.filter(|_| !agent.is_benched()),
        level: agent.level,
        kills: agent.kills,
        deaths: agent.deaths,
        captures: agent.captures,
    }
}

fn whereabouts(field: &Field, agent: &Agent) -> Whereabouts {
    let rules = &field.war.rules;
    Whereabouts {
        x: agent.at.x,
        y: agent.at.y,
        vx: agent.velocity.x,
        vy: agent.velocity.y,
        heading: turn_to_byte(libm::atan2(agent.ahead.y, agent.ahead.x) / std::f64::consts::TAU),
        life: share(agent.life, rules.life(agent.level), u8::MAX),
        stamina: share(agent.stamina, rules.stamina(agent.level), FULL_STAMINA),
    }
}

fn call(board: &mut Board, field: &Field, event: &Event, seen: &[Circles]) {
    let own = |id: AgentId| circle(field.war.agents[id.index()].team);
    match *event {
        Event::Capture { agent, centre, from } => board.call(&Captured { agent, centre, from }, READERS),
        Event::Hurt { by, agent, damage } => {
            let circles = own(by).and(own(agent)).and(seen[agent.index()]);
            board.call(&Hurt { by, agent, damage }, circles);
        }
        Event::Kill { by, agent } => board.call(&Killed { by, agent }, READERS),
        Event::Respawn { agent } => board.call(&Risen { agent }, own(agent)),
    }
}
