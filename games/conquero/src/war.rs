//! The war: agents, centres and what becomes of them, twenty times a second.
//!
//! [`War::step`] is a pure function of the state and the orders. Within a step: dead agents come back, everybody moves,
//! swings fall in the order of agents, centres are taken. A centre is being taken while exactly one agent is near it whose
//! team may take it: the team owns nothing yet, or owns a neighbour of it. Anybody else near it, friend or foe, stops the clock
//! and sets it back. Levels are a team's: each centre gained or lost moves every member by its size. Random draws are
//! named by seed, step and agent, so nothing depends on how many were drawn before.

use crate::combat::{damage, meets};
use crate::map::{CentreId, MOST_AGENTS, MOST_TEAMS, Map, MapError};
use crate::rules::Rulebook;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wold_chance::{Seed, Stream};
use wold_space::{DVec2, TICKS_PER_SECOND};

/// Seconds of a step.
pub const STEP: f64 = 1.0 / TICKS_PER_SECOND as f64;

/// A team, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TeamId(pub u8);

/// An agent, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AgentId(pub u16);

impl AgentId {
    /// The agent as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What somebody wants this step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Order {
    /// Where to, at most of length 1; nothing lets one glide to a stop.
    pub thrust: DVec2,
    /// What to look at, as a direction of any length; nothing looks where one goes.
    pub face: DVec2,
    /// Whether to swing.
    pub swing: bool,
}

/// Somebody in the war.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agent {
    /// On whose side.
    pub team: TeamId,
    /// Where.
    pub at: DVec2,
    /// Which way and how fast.
    pub velocity: DVec2,
    /// Straight ahead, of length 1.
    pub ahead: DVec2,
    /// How strong.
    pub level: f64,
    /// Hit points left.
    pub life: f64,
    /// Stamina left.
    pub stamina: f64,
    /// The step from which one may swing again.
    pub ready: u64,
    /// The step in which one comes back, if dead.
    pub back: Option<u64>,
    /// How often one killed and was killed.
    pub kills: u32,
    /// How often one was killed.
    pub deaths: u32,
    /// Centres taken.
    pub captures: u32,
}

impl Agent {
    /// Whether one is there.
    #[must_use]
    pub const fn lives(&self) -> bool {
        self.back.is_none()
    }

    /// Whether nobody leads this agent for now.
    #[must_use]
    pub fn is_benched(&self) -> bool {
        self.back == Some(NEVER)
    }
}

/// The step in which the benched come back.
pub const NEVER: u64 = u64::MAX;

/// Everything of a war that changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Situation {
    /// Everybody.
    pub agents: Vec<Agent>,
    /// The centres' owners.
    pub holdings: Vec<Holding>,
    /// Steps done.
    pub now: u64,
    /// For each team, size times seconds held.
    pub scores: Vec<f64>,
}

/// What a centre is to the teams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Holding {
    /// Who holds it.
    pub owner: Option<TeamId>,
    /// Who is taking it and for how many seconds.
    pub taking: Option<(AgentId, f64)>,
}

/// What happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum Event {
    /// A centre was taken.
    Capture {
        /// By whom.
        agent: AgentId,
        /// Which one.
        centre: CentreId,
        /// From whom.
        from: Option<TeamId>,
    },
    /// Somebody was hit.
    Hurt {
        /// By whom.
        by: AgentId,
        /// Who.
        agent: AgentId,
        /// How much.
        damage: u32,
    },
    /// Somebody died of it.
    Kill {
        /// By whom.
        by: AgentId,
        /// Who.
        agent: AgentId,
    },
    /// Somebody came back.
    Respawn {
        /// Who.
        agent: AgentId,
    },
}

/// A running war.
#[derive(Clone, Debug)]
pub struct War {
    /// Where.
    pub map: Arc<Map>,
    /// By which rules.
    pub rules: Arc<Rulebook>,
    /// Everybody.
    pub agents: Vec<Agent>,
    /// The centres' owners.
    pub holdings: Vec<Holding>,
    /// Steps done.
    pub now: u64,
    /// For each team, size times seconds held.
    pub scores: Vec<f64>,
    seed: Seed,
}

impl War {
    /// A war of teams with so many members each, at places drawn from the seed.
    pub fn new(map: Arc<Map>, rules: Arc<Rulebook>, teams: &[usize], seed: Seed) -> Result<Self, MapError> {
        let count: usize = teams.iter().sum();
        if !(1..=MOST_TEAMS).contains(&teams.len())
            || !(1..=MOST_AGENTS).contains(&count)
            || teams.contains(&0)
        {
            return Err(MapError::Teams(teams.len(), count));
        }
        let holdings = vec![Holding::default(); map.centres.len()];
        let scores = vec![0.0; teams.len()];
        let blank = Situation { agents: Vec::new(), holdings, now: 0, scores };
        let mut war = Self::resume(map, rules, seed, blank);
        for (team, &members) in teams.iter().enumerate() {
            for _ in 0..members {
                let id = war.enlist(TeamId(team as u8));
                war.agents[id.index()].at = war.anywhere(id);
                war.agents[id.index()].back = None;
            }
        }
        Ok(war)
    }

    /// A war that goes on from where it stood.
    #[must_use]
    pub fn resume(map: Arc<Map>, rules: Arc<Rulebook>, seed: Seed, situation: Situation) -> Self {
        let Situation { agents, holdings, now, scores } = situation;
        Self { map, rules, agents, holdings, now, scores, seed }
    }

    /// How it stands, to go on from later.
    #[must_use]
    pub fn pause(self) -> Situation {
        Situation { agents: self.agents, holdings: self.holdings, now: self.now, scores: self.scores }
    }

    /// One more agent on a team, as strong as what the team holds; benched until [called](Self::call).
    pub fn enlist(&mut self, team: TeamId) -> AgentId {
        let id = AgentId(self.agents.len() as u16);
        let level = self.rules.level.lowest + self.held(team) * self.rules.level.per_size;
        self.agents.push(Agent {
            team,
            at: DVec2::ZERO,
            velocity: DVec2::ZERO,
            ahead: DVec2::X,
            level,
            life: self.rules.life(level),
            stamina: self.rules.stamina(level),
            ready: 0,
            back: Some(NEVER),
            kills: 0,
            deaths: 0,
            captures: 0,
        });
        id
    }

    /// Takes somebody out until called again; no death, no loss of level.
    pub fn bench(&mut self, id: AgentId) {
        self.agents[id.index()].back = Some(NEVER);
    }

    /// Brings somebody in with the next step, anywhere.
    pub fn call(&mut self, id: AgentId) {
        self.agents[id.index()].back = Some(self.now + 1);
    }

    /// Begins anew: nobody holds anything, everybody who plays comes back at the lowest level. Time goes on.
    pub fn restart(&mut self) {
        self.holdings.fill(Holding::default());
        self.scores.fill(0.0);
        for id in self.ids() {
            let agent = &mut self.agents[id.index()];
            agent.level = self.rules.level.lowest;
            (agent.kills, agent.deaths, agent.captures, agent.ready) = (0, 0, 0, 0);
            if !agent.is_benched() {
                self.call(id);
            }
        }
    }

    /// Everybody's id.
    pub fn ids(&self) -> impl Iterator<Item = AgentId> + use<> {
        (0..self.agents.len() as u16).map(AgentId)
    }

    /// Seconds since it began.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.now as f64 * STEP
    }

    /// Whether a team may take a centre now.
    #[must_use]
    pub fn may_take(&self, team: TeamId, centre: CentreId) -> bool {
        let owns = |id: CentreId| self.holdings[id.index()].owner == Some(team);
        !owns(centre)
            && (self.map.roads[centre.index()].iter().any(|&id| owns(id)) || !self.map.ids().any(owns))
    }

    /// The sizes a team holds.
    #[must_use]
    pub fn held(&self, team: TeamId) -> f64 {
        let held = self.map.ids().filter(|id| self.holdings[id.index()].owner == Some(team));
        held.map(|id| self.map.centre(id).size).sum()
    }

    /// The team that holds everything, if one does.
    #[must_use]
    pub fn conqueror(&self) -> Option<TeamId> {
        let first = self.holdings.first()?.owner?;
        self.holdings.iter().all(|holding| holding.owner == Some(first)).then_some(first)
    }

    /// Who is ahead: who holds everything, else who held the most for the longest; nobody if the best are level.
    #[must_use]
    pub fn leader(&self) -> Option<TeamId> {
        let best = self.scores.iter().copied().fold(0.0, f64::max);
        let mut leaders = (0..self.scores.len()).filter(|&team| self.scores[team] >= best);
        let leader = leaders.next().filter(|_| leaders.next().is_none());
        self.conqueror().or(leader.map(|team| TeamId(team as u8)))
    }

    /// Goes on by one step; `orders` are those of the agents by id.
    pub fn step(&mut self, orders: &[Order], events: &mut Vec<Event>) {
        self.bring_back(events);
        for id in self.ids() {
            let order = orders.get(id.index()).copied().unwrap_or_default();
            self.move_agent(id, &order);
        }
        let swings: Vec<AgentId> =
            self.ids().filter(|id| orders.get(id.index()).is_some_and(|order| order.swing)).collect();
        self.resolve(&swings, events);
    }

    /// The next step begins: who is due comes back, anywhere.
    pub fn bring_back(&mut self, events: &mut Vec<Event>) {
        self.now += 1;
        for id in self.ids() {
            if self.agents[id.index()].back.is_some_and(|back| back <= self.now) {
                self.revive(id);
                events.push(Event::Respawn { agent: id });
            }
        }
    }

    /// What follows when everybody has moved: breath and wounds mend, swings fall in the order given, centres are taken.
    pub fn resolve(&mut self, swings: &[AgentId], events: &mut Vec<Event>) {
        for id in self.ids() {
            self.recover(id);
        }
        for &id in swings {
            self.swing(id, events);
        }
        for centre in self.map.ids() {
            self.take(centre, events);
        }
        for team in 0..self.scores.len() {
            self.scores[team] += self.held(TeamId(team as u8)) * STEP;
        }
    }

    fn draws(&self, what: &str, id: AgentId) -> Stream {
        Stream::named(self.seed, what, &[self.now, id.0.into()])
    }

    fn anywhere(&self, id: AgentId) -> DVec2 {
        let mut luck = self.draws("conquero.place", id);
        DVec2::new(luck.unit(), luck.unit()) * self.map.extent
    }

    fn revive(&mut self, id: AgentId) {
        let at = self.anywhere(id);
        let agent = &mut self.agents[id.index()];
        agent.at = at;
        agent.velocity = DVec2::ZERO;
        agent.life = self.rules.life(agent.level);
        agent.stamina = self.rules.stamina(agent.level);
        agent.back = None;
    }

    fn move_agent(&mut self, id: AgentId, order: &Order) {
        let (rules, extent) = (&self.rules, self.map.extent);
        let agent = &mut self.agents[id.index()];
        if !agent.lives() {
            return;
        }
        let thrust = if order.thrust.is_finite() { order.thrust.clamp_length_max(1.0) } else { DVec2::ZERO };
        // Drag slows the part of the velocity that was not ordered, so that one can turn and stop.
        let wanted = thrust * rules.movement.speed;
        let change = (wanted - agent.velocity).clamp_length_max(rules.movement.thrust * STEP);
        let change = if thrust == DVec2::ZERO {
            -agent.velocity * (rules.movement.drag * STEP).min(1.0)
        } else {
            change
        };
        agent.velocity = (agent.velocity + change).clamp_length_max(rules.movement.speed);
        agent.at = (agent.at + agent.velocity * STEP).clamp(DVec2::ZERO, extent);
        let look =
            if order.face.is_finite() && order.face != DVec2::ZERO { order.face } else { agent.velocity };
        agent.ahead = look.try_normalize().unwrap_or(agent.ahead);
    }

    fn recover(&mut self, id: AgentId) {
        let rules = &self.rules;
        let agent = &mut self.agents[id.index()];
        if agent.lives() {
            agent.stamina = (agent.stamina + rules.combat.recovery * STEP).min(rules.stamina(agent.level));
            agent.life = (agent.life + rules.combat.healing * STEP).min(rules.life(agent.level));
        }
    }

    /// The living who are near a centre.
    pub fn near(&self, centre: CentreId) -> impl Iterator<Item = AgentId> + '_ {
        let (place, near) = (self.map.centre(centre).at, self.rules.capture.near);
        self.ids().filter(move |id| {
            let agent = &self.agents[id.index()];
            agent.lives() && agent.at.distance_squared(place) <= near * near
        })
    }

    fn swing(&mut self, id: AgentId, events: &mut Vec<Event>) {
        let rules = self.rules.clone();
        let attacker = self.agents[id.index()];
        if !attacker.lives() || attacker.ready > self.now || attacker.stamina < rules.combat.swing {
            return;
        }
        let agent = &mut self.agents[id.index()];
        agent.stamina -= rules.combat.swing;
        agent.ready = self.now + (rules.combat.pause / STEP).round() as u64;
        let reach = rules.reach(attacker.level);
        let met = self.ids().filter_map(|other| {
            let target = &self.agents[other.index()];
            let foe = target.lives() && target.team != attacker.team;
            let along = meets(attacker.at, attacker.ahead, reach, target.at, rules.movement.radius)?;
            foe.then_some((along, other))
        });
        let Some((_, hit)) = met.min_by(|a, b| a.0.total_cmp(&b.0)) else { return };
        let dealt = damage(
            &rules,
            attacker.level,
            self.agents[hit.index()].level,
            &mut self.draws("conquero.dice", id),
        );
        if dealt == 0 {
            return;
        }
        events.push(Event::Hurt { by: id, agent: hit, damage: dealt });
        let target = &mut self.agents[hit.index()];
        target.life -= f64::from(dealt);
        if target.life <= 0.0 {
            target.back = Some(self.now + (rules.combat.respawn / STEP).round() as u64);
            target.deaths += 1;
            target.level = (target.level - rules.level.death).max(rules.level.lowest);
            self.agents[id.index()].kills += 1;
            events.push(Event::Kill { by: id, agent: hit });
        }
    }

    fn take(&mut self, centre: CentreId, events: &mut Vec<Event>) {
        let mut around = self.near(centre);
        let alone = match (around.next(), around.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        };
        drop(around);
        let alone = alone.filter(|id| self.may_take(self.agents[id.index()].team, centre));
        let Some(agent) = alone else {
            self.holdings[centre.index()].taking = None;
            return;
        };
        let holding = &mut self.holdings[centre.index()];
        let before = holding.taking.filter(|(other, _)| *other == agent).map_or(0.0, |(_, seconds)| seconds);
        let seconds = before + STEP;
        // Half a step of tolerance, or sums of steps would sometimes come one late.
        if seconds + STEP / 2.0 < self.rules.capture.seconds {
            holding.taking = Some((agent, seconds));
            return;
        }
        let from = holding.owner;
        let team = self.agents[agent.index()].team;
        *holding = Holding { owner: Some(team), taking: None };
        self.agents[agent.index()].captures += 1;
        let change = self.map.centre(centre).size * self.rules.level.per_size;
        for other in &mut self.agents {
            if other.team == team {
                other.level += change;
            } else if Some(other.team) == from {
                other.level = (other.level - change).max(self.rules.level.lowest);
                other.life = other.life.min(self.rules.life(other.level));
            }
        }
        events.push(Event::Capture { agent, centre, from });
    }
}

#[cfg(test)]
#[path = "war_tests.rs"]
mod tests;
