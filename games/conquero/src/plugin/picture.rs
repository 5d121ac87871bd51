//! What a guest makes of the news: a war like the host's, as far as it was told.
//!
//! Foes that are out of sight are not in it. Bots decide on this picture by the same code as in a headless war.

use super::news::{Happening, Member, News, Presence, Setting, State};
use crate::map::{Centre, Map};
use crate::rules::Rulebook;
use crate::war::{Agent, AgentId, Holding, NEVER, STEP, Situation, War};
use std::sync::Arc;
use wold_chance::Seed;
use wold_space::{DVec2, EntityId};
use wold_wire::state::{UNIT, course_vector};

/// What is known of the war.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    setting: Option<Setting>,
    roster: Vec<Member>,
    role: Option<AgentId>,
    war: Option<War>,
    state: State,
    happened: Vec<Happening>,
}

impl Picture {
    /// Takes news in; what cannot be read changes nothing.
    pub fn take(&mut self, payload: &[u8]) -> Result<(), postcard::Error> {
        match News::decode(payload)? {
            News::Setting(setting) => {
                self.war = Some(blank(&setting));
                self.setting = Some(setting);
            }
            News::Roster(roster) => self.roster = roster,
            News::Role(role) => self.role = role,
            News::State(state) => {
                if let Some(war) = &mut self.war {
                    redraw(war, &self.roster, &state);
                }
                self.state = state;
            }
            News::Happened(happened) => self.happened.extend(happened),
            News::Talk { .. } | News::Ping { .. } => {}
        }
        Ok(())
    }

    /// Whether it was told where and by which rules.
    #[must_use]
    pub fn is_briefed(&self) -> bool {
        self.setting.is_some()
    }

    /// Which agent the guest leads.
    #[must_use]
    pub fn role(&self) -> Option<AgentId> {
        self.role
    }

    /// Who plays.
    #[must_use]
    pub fn roster(&self) -> &[Member] {
        &self.roster
    }

    /// How it was told to stand.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The war as known, once the guest's own agent is in it.
    #[must_use]
    pub fn war(&self) -> Option<&War> {
        self.war.as_ref().filter(|war| self.role.is_some_and(|role| role.index() < war.agents.len()))
    }

    /// What happened since this was last asked.
    pub fn news(&mut self) -> Vec<Happening> {
        std::mem::take(&mut self.happened)
    }

    /// One step of time passes.
    pub fn pass(&mut self) {
        if let Some(war) = &mut self.war {
            war.now += 1;
        }
    }

    /// A place of the map in the world.
    #[must_use]
    pub fn in_world(&self, place: DVec2) -> DVec2 {
        let Some(setting) = &self.setting else { return place };
        DVec2::from(setting.corner.map(f64::from)) + place * f64::from(setting.metres)
    }

    /// Corrects where somebody is by what the guest sees itself; `place` is the world's.
    pub fn see(&mut self, body: EntityId, place: DVec2) {
        let Some(setting) = &self.setting else { return };
        let at = (place - DVec2::from(setting.corner.map(f64::from))) / f64::from(setting.metres);
        let agent = self.roster.iter().position(|member| member.body == body.0);
        if let (Some(war), Some(agent)) = (&mut self.war, agent)
            && let Some(agent) = war.agents.get_mut(agent)
        {
            agent.at = at;
        }
    }

    /// Notes that the guest's own agent swung.
    pub fn swung(&mut self) {
        let role = self.role;
        if let (Some(war), Some(role)) = (&mut self.war, role)
            && let Some(agent) = war.agents.get_mut(role.index())
        {
            agent.ready = war.now + (war.rules.combat.pause / STEP).round() as u64;
        }
    }
}

fn blank(setting: &Setting) -> War {
    let wide = |pair: [f32; 2]| DVec2::new(pair[0].into(), pair[1].into());
    let mut map = Map {
        name: setting.map.clone(),
        extent: wide(setting.extent),
        centres: setting
            .centres
            .iter()
            .map(|&(at, size)| Centre { at: wide(at), size: size.into() })
            .collect(),
        roads: vec![Vec::new(); setting.centres.len()],
        names: setting.names.clone(),
    };
    for &(a, b) in &setting.roads {
        // The host is not trusted more than any other end of a wire.
        if a.index() < map.centres.len() && b.index() < map.centres.len() {
            map.roads[a.index()].push(b);
            map.roads[b.index()].push(a);
        }
    }
    let mut rules = Rulebook::default();
    (rules.capture.near, rules.capture.seconds) = (setting.near.into(), setting.capture.into());
    (rules.combat.reach, rules.combat.reach_per_level) = (setting.reach[0].into(), setting.reach[1].into());
    (rules.combat.pause, rules.combat.respawn) = (setting.pause.into(), setting.respawn.into());
    let holdings = vec![Holding::default(); map.centres.len()];
    let scores = vec![0.0; usize::from(setting.teams)];
    let situation = Situation { agents: Vec::new(), holdings, now: 0, scores };
    War::resume(Arc::new(map), Arc::new(rules), Seed(0), situation)
}

fn redraw(war: &mut War, roster: &[Member], state: &State) {
    war.now = state.step;
    while war.agents.len() < state.agents.len().min(roster.len()) {
        war.enlist(roster[war.agents.len()].team);
    }
    for (score, &told) in war.scores.iter_mut().zip(&state.scores) {
        *score = f64::from(told);
    }
    let team_of = |agent: &Agent| agent.team;
    let teams: Vec<_> = war.agents.iter().map(team_of).collect();
    let capture = war.rules.capture.seconds;
    for (holding, told) in war.holdings.iter_mut().zip(&state.centres) {
        let taking = told.taking.and_then(|(team, share)| {
            let one = teams.iter().position(|&other| other == team)?;
            Some((AgentId(one as u16), f64::from(share) / 255.0 * capture))
        });
        *holding = Holding { owner: told.owner, taking };
    }
    let rules = war.rules.clone();
    for (agent, told) in war.agents.iter_mut().zip(&state.agents) {
        agent.level = f64::from(told.level) / 10.0;
        let [kills, deaths, captures] = told.feats.map(u32::from);
        (agent.kills, agent.deaths, agent.captures) = (kills, deaths, captures);
        agent.back = match told.presence {
            Presence::Absent | Presence::Hidden => Some(NEVER),
            Presence::Dead { steps } => Some(state.step + u64::from(steps)),
            Presence::Seen { at, heading, life, stamina } => {
                let (cos, sin) = course_vector(heading);
                agent.at = DVec2::new(at[0].into(), at[1].into());
                agent.ahead = DVec2::new(f64::from(cos), f64::from(sin)) / f64::from(UNIT);
                agent.life = f64::from(life) / 255.0 * rules.life(agent.level);
                agent.stamina = f64::from(stamina) / 255.0 * rules.stamina(agent.level);
                None
            }
        };
    }
}
