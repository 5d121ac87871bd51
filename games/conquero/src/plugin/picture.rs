//! What a guest makes of the news: a war like the host's, as far as it was told.
//!
//! Foes that are out of sight are not in it. Bots decide on this picture by the same code as in a headless war.

use super::news::{
    Captured, FULL_STAMINA, Hold, Hurt, Killed, Member, Place, Risen, Road, Round, RoundBegins, RoundOver,
    Setting, Standing, Tally, Whereabouts,
};
use crate::map::{Centre, CentreId, Map};
use crate::rules::Rulebook;
use crate::war::{Agent, AgentId, Holding, NEVER, STEP, Situation, TeamId, War};
use std::sync::Arc;
use wold_chance::Seed;
use wold_space::{DVec2, EntityId};
use wold_wire::herald::{Call, Hearer};
use wold_wire::state::{UNIT, course_vector};

/// What happened, as it was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Happening {
    Captured(Captured),
    Hurt(Hurt),
    Killed(Killed),
    Risen(Risen),
    RoundOver(RoundOver),
    RoundBegins,
}

impl Happening {
    /// What a call means, if it is one of these.
    #[must_use]
    pub fn of(hearer: &Hearer, call: &Call) -> Option<Self> {
        (hearer.heard(call).map(Self::Captured))
            .or_else(|| hearer.heard(call).map(Self::Hurt))
            .or_else(|| hearer.heard(call).map(Self::Killed))
            .or_else(|| hearer.heard(call).map(Self::Risen))
            .or_else(|| hearer.heard(call).map(Self::RoundOver))
            .or_else(|| hearer.heard::<RoundBegins>(call).map(|_| Self::RoundBegins))
    }
}

/// What is known of the war.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    setting: Option<Setting>,
    members: Vec<Member>,
    holds: Vec<Hold>,
    standings: Vec<Standing>,
    seen: Vec<Option<Whereabouts>>,
    role: Option<AgentId>,
    war: Option<War>,
    happened: Vec<Happening>,
    /// Letters read so far.
    letters: u64,
    /// Centres and roads the map was drawn of; a great one comes in several letters.
    drawn: (usize, usize),
}

impl Picture {
    /// Takes in what a guest with this body was told since this was last called.
    pub fn read(&mut self, body: EntityId, hearer: &Hearer, calls: &[Call]) {
        self.happened.extend(calls.iter().filter_map(|call| Happening::of(hearer, call)));
        if std::mem::replace(&mut self.letters, hearer.letters()) == hearer.letters() {
            return;
        }
        let Some(setting) = hearer.row::<Setting>(0) else {
            let (happened, letters) = (std::mem::take(&mut self.happened), self.letters);
            *self = Self { happened, letters, ..Self::default() };
            return;
        };
        let drawn = (hearer.rows::<Place>().count(), hearer.rows::<Road>().count());
        if self.setting.as_ref() != Some(&setting) || self.drawn != drawn {
            self.drawn = drawn;
            self.war = Some(blank(&setting, hearer));
            self.setting = Some(setting);
        }
        self.members = in_order(hearer);
        self.holds = in_order(hearer);
        self.standings = in_order(hearer);
        self.seen = (0..self.standings.len() as u64).map(|key| hearer.row_by(key, hearer.tick())).collect();
        let own = self.members.iter().position(|member| member.body == body.0);
        self.role = own.map(|own| AgentId(own as u16));
        if let Some(mut war) = self.war.take() {
            self.redraw(&mut war, hearer);
            self.war = Some(war);
        }
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
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// How the centres were told to stand.
    #[must_use]
    pub fn holds(&self) -> &[Hold] {
        &self.holds
    }

    /// How everybody was told to stand.
    #[must_use]
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// Where an agent is, if that may be known.
    #[must_use]
    pub fn whereabouts(&self, agent: AgentId) -> Option<&Whereabouts> {
        self.seen.get(agent.index())?.as_ref()
    }

    /// The war as known, once the guest's own agent is in it.
    #[must_use]
    pub fn war(&self) -> Option<&War> {
        self.war.as_ref().filter(|war| self.role.is_some_and(|role| role.index() < war.agents.len()))
    }

    /// What happened since this was last asked.
    pub fn happened(&mut self) -> Vec<Happening> {
        std::mem::take(&mut self.happened)
    }

    /// One step of time passes: who was told to walk walks on.
    pub fn pass(&mut self) {
        let Some(war) = &mut self.war else { return };
        war.now += 1;
        for (agent, seen) in war.agents.iter_mut().zip(&self.seen).filter(|(agent, _)| agent.lives()) {
            if let Some(seen) = seen {
                agent.at += DVec2::new(seen.vx, seen.vy) * STEP;
            }
        }
    }

    /// A place of the map in the world.
    #[must_use]
    pub fn in_world(&self, place: DVec2) -> DVec2 {
        let Some(setting) = &self.setting else { return place };
        DVec2::new(setting.east, setting.north) + place * setting.metres
    }

    /// Corrects where somebody is by what the guest sees itself; `place` is the world's.
    pub fn see(&mut self, body: EntityId, place: DVec2) {
        let Some(setting) = &self.setting else { return };
        let at = (place - DVec2::new(setting.east, setting.north)) / setting.metres;
        let agent = self.members.iter().position(|member| member.body == body.0);
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

    fn redraw(&self, war: &mut War, hearer: &Hearer) {
        let round = hearer.row::<Round>(0).unwrap_or_default();
        war.now = hearer.tick().0.saturating_sub(round.zero);
        while war.agents.len() < self.standings.len().min(self.members.len()) {
            war.enlist(self.members[war.agents.len()].team);
        }
        for (score, told) in war.scores.iter_mut().zip(in_order::<Tally>(hearer)) {
            *score = f64::from(told.score);
        }
        let teams: Vec<TeamId> = war.agents.iter().map(|agent| agent.team).collect();
        let capture = war.rules.capture.seconds;
        for (holding, told) in war.holdings.iter_mut().zip(&self.holds) {
            let taking = told.taker.and_then(|team| {
                let one = teams.iter().position(|&other| other == team)?;
                Some((AgentId(one as u16), f64::from(told.share) / 255.0 * capture))
            });
            *holding = Holding { owner: told.owner, taking };
        }
        let rules = war.rules.clone();
        for (agent, (told, seen)) in war.agents.iter_mut().zip(self.standings.iter().zip(&self.seen)) {
            agent.level = told.level;
            (agent.kills, agent.deaths, agent.captures) = (told.kills, told.deaths, told.captures);
            agent.back = match (seen, told.back) {
                (Some(seen), _) if told.alive => {
                    place(agent, seen, &rules);
                    None
                }
                (_, back) => Some(back.filter(|_| !told.alive).unwrap_or(NEVER)),
            };
        }
    }
}

fn place(agent: &mut Agent, seen: &Whereabouts, rules: &Rulebook) {
    let (cos, sin) = course_vector(seen.heading);
    agent.at = DVec2::new(seen.x, seen.y);
    agent.ahead = DVec2::new(f64::from(cos), f64::from(sin)) / f64::from(UNIT);
    agent.life = f64::from(seen.life) / 255.0 * rules.life(agent.level);
    agent.stamina = f64::from(seen.stamina) / f64::from(FULL_STAMINA) * rules.stamina(agent.level);
}

/// Rows by their numbers, from 0 on without a gap.
fn in_order<T: wold_wire::herald::Told>(hearer: &Hearer) -> Vec<T> {
    (0..).zip(hearer.rows::<T>()).take_while(|(n, (key, _))| n == key).map(|(_, (_, row))| row).collect()
}

fn blank(setting: &Setting, hearer: &Hearer) -> War {
    let places: Vec<Place> = in_order(hearer);
    let count = places.len();
    let mut map = Map {
        name: setting.map.clone(),
        extent: DVec2::new(setting.width, setting.height),
        centres: places.iter().map(|one| Centre { at: DVec2::new(one.x, one.y), size: one.size }).collect(),
        roads: vec![Vec::new(); count],
        names: places.into_iter().map(|place| place.name).collect(),
    };
    let is_there = |id: CentreId| id.index() < count;
    for (_, Road { a, b }) in hearer.rows::<Road>() {
        // The host is not trusted more than any other end of a wire.
        if is_there(a) && is_there(b) {
            map.roads[a.index()].push(b);
            map.roads[b.index()].push(a);
        }
    }
    let mut rules = Rulebook::default();
    (rules.capture.near, rules.capture.seconds) = (setting.near, setting.capture);
    (rules.combat.reach, rules.combat.reach_per_level) = (setting.reach, setting.reach_per_level);
    (rules.combat.pause, rules.combat.respawn) = (setting.pause, setting.respawn);
    let holdings = vec![Holding::default(); map.centres.len()];
    let scores = vec![0.0; usize::from(setting.teams)];
    let situation = Situation { agents: Vec::new(), holdings, now: 0, scores };
    War::resume(Arc::new(map), Arc::new(rules), Seed(0), situation)
}
