//! Telling the guests: each what their team may know.

use super::campaign::{Campaign, Reserve, Soldier, Turn};
use super::front::Field;
use super::news::{AgentState, CentreState, Happening, Member, News, Presence, Setting, State, TOPIC};
use super::theatre::METRES;
use crate::war::{Agent, AgentId, Event, TeamId};
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;
use wold_space::{DVec2, GuestId};
use wold_wire::FromHost;
use wold_wire::state::turn_to_byte;
use wold_world::books::Post;
use wold_world::parts::{Away, Id, Person, SteeredBy};

/// Ticks between two states.
const EVERY: u64 = 4;
/// How far members see foes, and centres those who come near, in units of the map.
const SIGHT: f64 = 260.0;

/// What happened in the last tick and what was told last; not state.
#[derive(Resource, Clone, Debug, Default)]
pub struct Dispatches {
    /// The war's events of the last tick.
    pub events: Vec<Event>,
    roster: Vec<Member>,
}

fn send(world: &mut World, to: GuestId, news: &News) {
    let payload = news.encode();
    world.resource_mut::<Post>().send(to, FromHost::Game { topic: TOPIC, payload });
}

fn guest_of(world: &World, entity: Entity) -> Option<GuestId> {
    world.get::<SteeredBy>(entity).map(|by| by.0)
}

/// Tells somebody whom they lead.
pub(super) fn role(world: &mut World, entity: Entity, agent: Option<AgentId>) {
    if let Some(guest) = guest_of(world, entity) {
        send(world, guest, &News::Role(agent));
    }
}

/// Tells somebody the setting, who plays, and whom they lead.
pub(super) fn brief(world: &mut World, field: &Field, entity: Entity) {
    let Some(guest) = guest_of(world, entity) else { return };
    let roster = roster(world, field);
    let role = world.get::<Soldier>(entity).map(|soldier| soldier.0);
    for news in [News::Setting(setting(field)), News::Roster(roster), News::Role(role)] {
        send(world, guest, &news);
    }
}

/// Tells the members of a team.
pub(super) fn to_team(world: &mut World, field: &Field, team: TeamId, news: &News) {
    for id in field.war.ids().filter(|id| field.war.agents[id.index()].team == team) {
        if let Some(guest) = field.seats.0[id.index()].and_then(|seat| guest_of(world, seat.entity)) {
            send(world, guest, news);
        }
    }
}

/// Tells everybody who cares what this tick brought.
pub(super) fn tell(world: &mut World, field: &Field, events: &[Event], turn: Turn) {
    let readers = readers(world, field);
    let roster = roster(world, field);
    let changed = world.resource::<Dispatches>().roster != roster;
    // One letter for each side; those who watch are a side of their own.
    let mut letters: BTreeMap<Option<TeamId>, Vec<Vec<u8>>> = BTreeMap::new();
    for (guest, side) in readers {
        let letter = letters.entry(side).or_insert_with(|| {
            let seen: Vec<bool> = field.war.ids().map(|id| sees(field, side, id)).collect();
            let mut letter = Vec::new();
            if changed {
                letter.push(News::Roster(roster.clone()).encode());
            }
            let happened = happenings(field, events, turn, side, &seen);
            if !happened.is_empty() {
                letter.push(News::Happened(happened).encode());
            }
            if field.war.now.is_multiple_of(EVERY) {
                letter.push(News::State(state(world, field, &seen)).encode());
            }
            letter
        });
        let mut post = world.resource_mut::<Post>();
        for payload in letter.iter() {
            post.send(guest, FromHost::Game { topic: TOPIC, payload: payload.clone() });
        }
    }
    world.resource_mut::<Dispatches>().roster = roster;
}

/// Who is told: every human, and programs that play or wait.
fn readers(world: &mut World, field: &Field) -> Vec<(GuestId, Option<TeamId>)> {
    let mut query =
        world.query_filtered::<(&SteeredBy, &Person, Option<&Soldier>, Has<Reserve>), Without<Away>>();
    let mut readers: Vec<_> = query
        .iter(world)
        .filter(|(_, person, soldier, reserve)| person.human || soldier.is_some() || *reserve)
        .map(|(by, _, soldier, _)| (by.0, soldier.map(|soldier| field.war.agents[soldier.0.index()].team)))
        .collect();
    readers.sort_unstable();
    readers
}

/// Whether a side sees an agent.
fn sees(field: &Field, side: Option<TeamId>, id: AgentId) -> bool {
    let agent = &field.war.agents[id.index()];
    let Some(team) = side else { return true };
    let near = |place: DVec2| place.distance_squared(agent.at) <= SIGHT * SIGHT;
    let member = |other: &Agent| other.team == team && other.lives() && near(other.at);
    let held = || field.war.map.ids().filter(|id| field.war.holdings[id.index()].owner == Some(team));
    agent.team == team
        || field.war.agents.iter().any(member)
        || held().any(|id| near(field.war.map.centre(id).at))
}

fn setting(field: &Field) -> Setting {
    let (theatre, rules) = (&field.theatre, &field.war.rules);
    let pair = |v: DVec2| [v.x as f32, v.y as f32];
    let map = &theatre.map;
    let joined = |id: crate::CentreId| {
        map.roads[id.index()].iter().filter(move |&&other| other > id).map(move |&other| (id, other))
    };
    Setting {
        map: map.name.clone(),
        extent: pair(map.extent),
        corner: pair(theatre.corner),
        metres: METRES as f32,
        centres: map.centres.iter().map(|centre| (pair(centre.at), centre.size as f32)).collect(),
        names: map.names.clone(),
        roads: map.ids().flat_map(joined).collect(),
        teams: field.setup.teams as u8,
        seconds: (field.setup.minutes * 60.0) as f32,
        rounds: field.setup.rounds,
        conquest: field.setup.conquest,
        near: rules.capture.near as f32,
        capture: rules.capture.seconds as f32,
        reach: [rules.combat.reach as f32, rules.combat.reach_per_level as f32],
        pause: rules.combat.pause as f32,
        respawn: rules.combat.respawn as f32,
    }
}

fn roster(world: &World, field: &Field) -> Vec<Member> {
    let member = |id: AgentId| {
        let team = field.war.agents[id.index()].team;
        let seat = field.seats.0[id.index()];
        let person = seat.and_then(|seat| world.get::<Person>(seat.entity));
        Member {
            team,
            body: seat.and_then(|seat| world.get::<Id>(seat.entity)).map_or(0, |id| id.0.0),
            name: person.map_or_else(String::new, |person| person.name.clone()),
            human: seat.is_some_and(|seat| seat.human),
        }
    };
    field.war.ids().map(member).collect()
}

fn share(part: f64, whole: f64) -> u8 {
    ((part / whole).clamp(0.0, 1.0) * 255.0) as u8
}

fn state(world: &World, field: &Field, seen: &[bool]) -> State {
    let (war, campaign) = (&field.war, world.resource::<Campaign>());
    let centre = |id: crate::CentreId| {
        let holding = &war.holdings[id.index()];
        let taking = holding
            .taking
            .map(|(by, seconds)| (war.agents[by.index()].team, share(seconds, war.rules.capture.seconds)));
        CentreState { owner: holding.owner, taking, contested: war.near(id).nth(1).is_some() }
    };
    let agent = |id: AgentId| {
        let agent = &war.agents[id.index()];
        let presence = match agent.back {
            _ if agent.is_benched() => Presence::Absent,
            Some(back) => Presence::Dead { steps: back.saturating_sub(war.now) as u16 },
            None if !seen[id.index()] => Presence::Hidden,
            None => Presence::Seen {
                at: [agent.at.x as f32, agent.at.y as f32],
                heading: turn_to_byte(libm::atan2(agent.ahead.y, agent.ahead.x) / std::f64::consts::TAU),
                life: share(agent.life, war.rules.life(agent.level)),
                stamina: share(agent.stamina, war.rules.stamina(agent.level)),
            },
        };
        let feat = |count: u32| count.min(u16::MAX.into()) as u16;
        let feats = [feat(agent.kills), feat(agent.deaths), feat(agent.captures)];
        AgentState { presence, level: (agent.level * 10.0) as u16, feats }
    };
    State {
        step: war.now,
        left: campaign.seconds_left_of(&field.setup, war.now).map(|seconds| seconds as u32),
        round: campaign.round,
        pause: campaign.pause_until.is_some(),
        scores: war.scores.iter().map(|&score| score as u32).collect(),
        wins: campaign.wins.clone(),
        centres: war.map.ids().map(centre).collect(),
        agents: war.ids().map(agent).collect(),
    }
}

/// What of the tick a side learns: captures, deaths and rounds are known to all, blows to those who see them.
fn happenings(
    field: &Field,
    events: &[Event],
    turn: Turn,
    side: Option<TeamId>,
    seen: &[bool],
) -> Vec<Happening> {
    let own = |id: AgentId| Some(field.war.agents[id.index()].team) == side;
    let mut all: Vec<Happening> = events
        .iter()
        .filter_map(|event| match *event {
            Event::Capture { agent, centre, from } => Some(Happening::Capture { agent, centre, from }),
            Event::Hurt { by, agent, damage } => (own(by) || own(agent) || seen[agent.index()])
                .then_some(Happening::Hurt { by, agent, damage }),
            Event::Kill { by, agent } => Some(Happening::Kill { by, agent }),
            Event::Respawn { agent } => own(agent).then_some(Happening::Respawn { agent }),
        })
        .collect();
    match turn {
        Turn::On => {}
        Turn::Over { winner, last } => all.push(Happening::RoundOver { winner, last }),
        Turn::Begins => all.push(Happening::RoundBegins),
    }
    all
}
