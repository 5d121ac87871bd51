//! The coordinator of a search.
//!
//! Contract. Two modes. *Cautious*, when nobody knows of an enemy: one goes to look, says so and is answered, the others go on with what they did; one that does not come back in time is itself
//! something to look for; the search ends when the place was seen. *Aggressive*, when an enemy is known of: a few go, the others cover, and as soon as one has seen the place all of them sweep. Then each
//! asks for a spot, goes there until it stands there or sees it, and asks again. Whoever loses somebody from sight still knows the true place for a moment, then only the last known one;
//! nothing is ever extrapolated. It ends when the lost one is found, spots or time are used up, or nobody is left; then searchers give up one by one. No spot is ever given to two.
//!
//! It moves nobody: each step it is told where its searchers are, and afterwards [`Coordinator::task`] says what each should do. Everything it decides is in [`Coordinator::log`], with reasons.

use super::config::{SearchConfig, ticks};
use super::gaps::Look;
use super::log::{Entry, Event};
use super::occupancy::Occupancy;
use super::spots::{Pool, SpotId, SpotState, Viewer};
use super::terms::{Leaving, Mode, Outcome, Phase, Report, Setting, Task, Trigger};
use std::collections::BTreeMap;
use wold_chance::Stream;
use wold_space::{DVec2, DVec3, EntityId, Tick};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    Bystander,
    Investigator { since: Tick, arrived: Option<Tick>, aware: bool },
    Returning { since: Tick },
    Covering { stand: Option<DVec3>, aim: DVec3 },
    Free,
    OnSpot { spot: SpotId, since: Tick },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Looking {
    pub look: Look,
    pub mouth: DVec3,
    pub way: DVec2,
    pub until: Tick,
}

#[derive(Clone, Debug)]
pub(super) struct Member {
    pub at: DVec3,
    pub facing: DVec2,
    pub home: DVec3,
    pub heard: Tick,
    pub role: Role,
    pub looking: Option<Looking>,
    pub next_gap: Tick,
    pub leaves: Option<Tick>,
}

/// A search under way.
#[derive(Clone, Debug)]
pub struct Coordinator {
    pub(super) config: SearchConfig,
    pub(super) mode: Mode,
    pub(super) phase: Phase,
    pub(super) started: Tick,
    pub(super) phase_since: Tick,
    pub(super) estimate: DVec3,
    /// Until when the truth is known; nothing once it is forgotten.
    pub(super) known_until: Option<Tick>,
    pub(super) members: BTreeMap<EntityId, Member>,
    pub(super) pool: Pool,
    /// Where the estimate was when the pool was made.
    pub(super) pool_at: Option<DVec3>,
    pub(super) radius: f64,
    pub(super) widened: u32,
    pub(super) enlarged: bool,
    pub(super) occupancy: Option<Occupancy>,
    pub(super) last_spread: Tick,
    pub(super) last_leave: Tick,
    pub(super) ending: Option<Outcome>,
    pub(super) luck: Stream,
    pub(super) log: Vec<Entry>,
}

impl Coordinator {
    /// The most searchers of one search.
    pub const MOST: usize = 64;
    /// The longest log; what comes later is not written down.
    pub const LONGEST_LOG: usize = 100_000;

    /// A search begins. The mode follows from what it began with: an enemy lost or heard is sought aggressively.
    #[must_use]
    pub fn new(config: SearchConfig, trigger: Trigger, now: Tick, luck: Stream) -> Self {
        let (at, lost, mode) = match trigger {
            Trigger::Stimulus { at, hostile: false } => (at, false, Mode::Cautious),
            Trigger::Stimulus { at, hostile: true } => (at, false, Mode::Aggressive),
            Trigger::Lost { at } => (at, true, Mode::Aggressive),
        };
        let mut luck = luck;
        let (least, most) = config.intuition_seconds;
        let known_until = lost.then(|| Tick(now.0 + ticks(luck.range(least, most))));
        let mut new = Self {
            config,
            mode,
            phase: Phase::Narrow,
            started: now,
            phase_since: now,
            estimate: at,
            known_until,
            members: BTreeMap::new(),
            pool: Pool::default(),
            pool_at: None,
            radius: config.radius,
            widened: 0,
            enlarged: false,
            occupancy: None,
            last_spread: now,
            last_leave: now,
            ending: None,
            luck,
            log: Vec::new(),
        };
        new.note(now, None, Event::Begins { mode, lost });
        new
    }

    /// Somebody takes part from now on. Refused when the search is ending, or has all it can take.
    pub fn join(&mut self, report: Report, now: Tick) -> bool {
        let late = self.ending.is_some() || matches!(self.phase, Phase::Over(_));
        if late || self.members.contains_key(&report.who) || self.members.len() >= Self::MOST {
            return false;
        }
        let role = if self.phase == Phase::Sweep { Role::Free } else { Role::Bystander };
        let member = Member {
            at: report.at,
            facing: report.facing,
            home: report.at,
            heard: now,
            role,
            looking: None,
            next_gap: now,
            leaves: None,
        };
        self.members.insert(report.who, member);
        self.note(now, Some(report.who), Event::Joins);
        true
    }

    /// Somebody takes part no longer; its spot is free again.
    pub fn leave(&mut self, who: EntityId, why: Leaving, now: Tick) {
        let Some(member) = self.members.remove(&who) else { return };
        if let Role::OnSpot { spot, .. } = member.role
            && self.pool.get(spot).state == SpotState::InProgress(who)
        {
            self.pool.set(spot, SpotState::Unsearched, now);
            self.note(now, Some(who), Event::Frees { spot });
        }
        self.note(now, Some(who), Event::Leaves { why });
        if self.members.is_empty() && !matches!(self.phase, Phase::Over(_)) {
            self.end(self.ending.unwrap_or(Outcome::Abandoned), now);
        }
    }

    /// Somebody sees the lost one: the search is over at once, for all.
    pub fn found(&mut self, who: EntityId, now: Tick) {
        if !matches!(self.phase, Phase::Over(_)) {
            self.end(Outcome::Found(who), now);
        }
    }

    /// Takes a step. `reports` are those heard of since the last; who is not among them was not heard of.
    pub fn step(&mut self, now: Tick, reports: &[Report], setting: &Setting<'_>) {
        if matches!(self.phase, Phase::Over(_)) {
            return;
        }
        for report in reports {
            if let Some(member) = self.members.get_mut(&report.who) {
                (member.at, member.heard) = (report.at, now);
                member.facing = report.facing.try_normalize().unwrap_or(member.facing);
            }
        }
        self.remember(now, setting);
        self.miss(now);
        self.spread(now, setting);
        match self.phase {
            Phase::Narrow => self.narrow(now, setting),
            Phase::Sweep => self.sweep(now, setting),
            Phase::Over(_) => {}
        }
        if matches!(self.phase, Phase::Over(_)) {
            return;
        }
        if self.ending.is_none() && now.since(self.started) >= ticks(self.config.limit_seconds) {
            self.wind_up(Outcome::TimeUp, now);
        }
        self.let_go(now);
    }

    /// In the first moments the estimate is the truth; then it stays as it is.
    fn remember(&mut self, now: Tick, setting: &Setting<'_>) {
        let Some(until) = self.known_until else { return };
        if now < until {
            self.estimate = setting.truth.unwrap_or(self.estimate);
            return;
        }
        self.known_until = None;
        self.note(now, None, Event::Forgets { place: self.estimate });
    }

    /// Who was not heard of for long is missing, and where it was is worth a look.
    fn miss(&mut self, now: Tick) {
        let silence = ticks(self.config.silence_seconds);
        let silent = |m: &Member| now.since(m.heard) >= silence && m.role != Role::Bystander;
        // A cautious investigator is waited for until it should be back.
        let awaited = |m: &Member| {
            let out = match m.role {
                Role::Investigator { since, .. } | Role::Returning { since } => since,
                _ => return false,
            };
            self.mode == Mode::Cautious && now.since(out) < ticks(self.config.patience_seconds)
        };
        let gone: Vec<(EntityId, DVec3)> = self
            .members
            .iter()
            .filter(|(_, m)| silent(m) && !awaited(m))
            .map(|(&who, m)| (who, m.at))
            .collect();
        for (who, at) in gone {
            self.strike(who, at, now);
        }
    }

    /// Somebody is missing.
    pub(super) fn strike(&mut self, who: EntityId, at: DVec3, now: Tick) {
        self.note(now, Some(who), Event::Missing { place: at });
        if self.mode == Mode::Cautious {
            self.estimate = at;
            self.phase_since = now;
        }
        self.leave(who, Leaving::Missing, now);
    }

    /// The prior follows the time.
    fn spread(&mut self, now: Tick, setting: &Setting<'_>) {
        let Some(places) = setting.places else { return };
        if self.known_until.is_some() {
            self.last_spread = now;
            return;
        }
        if self.occupancy.is_none() {
            let area = places.area_near(self.estimate, 2.0);
            self.occupancy = area.map(|area| Occupancy::at(places, area, 1.5));
        }
        let passed = now.since(self.last_spread);
        if passed >= ticks(1.0) {
            self.last_spread = now;
            if let Some(occupancy) = &mut self.occupancy {
                occupancy.spread(places, Tick(passed).seconds());
            }
        }
    }

    /// Nobody is given anything new; all go in their turn.
    pub(super) fn wind_up(&mut self, outcome: Outcome, now: Tick) {
        self.ending = Some(outcome);
        let mut who: Vec<EntityId> =
            self.members.iter().filter(|(_, m)| m.leaves.is_none()).map(|(&who, _)| who).collect();
        self.luck.shuffle(&mut who);
        for who in who {
            self.gives_up(who, outcome == Outcome::TimeUp, now);
        }
    }

    /// Somebody goes a little after the last who went.
    pub(super) fn gives_up(&mut self, who: EntityId, time: bool, now: Tick) {
        let (least, most) = self.config.stagger_seconds;
        let at = Tick(self.last_leave.max(now).0 + ticks(self.luck.range(least, most)));
        if let Some(member) = self.members.get_mut(&who).filter(|member| member.leaves.is_none()) {
            member.leaves = Some(at);
            self.last_leave = at;
            self.note(now, Some(who), Event::GivesUp { time });
        }
    }

    fn let_go(&mut self, now: Tick) {
        let due: Vec<EntityId> = self
            .members
            .iter()
            .filter(|(_, member)| member.leaves.is_some_and(|at| at <= now))
            .map(|(&who, _)| who)
            .collect();
        for who in due {
            if self.members.len() == 1 && self.ending.is_none() {
                self.ending = Some(Outcome::UsedUp);
            }
            self.leave(who, Leaving::GaveUp, now);
        }
    }

    pub(super) fn end(&mut self, outcome: Outcome, now: Tick) {
        self.phase = Phase::Over(outcome);
        self.note(now, None, Event::Ends { outcome });
    }

    pub(super) fn note(&mut self, tick: Tick, who: Option<EntityId>, event: Event) {
        if self.log.len() < Self::LONGEST_LOG {
            self.log.push(Entry { tick, who, event });
        }
    }

    pub(super) fn viewers(&self) -> Vec<Viewer> {
        let viewer = |(&who, m): (&EntityId, &Member)| {
            let sight = self.config.sight;
            let (facing, glance) = match m.looking {
                Some(Looking { look: Look::Glance, way, .. }) => (m.facing, Some((way, sight / 2.0))),
                Some(Looking { look: Look::Turn, way, .. }) => (m.facing, Some((way, sight))),
                Some(Looking { look: Look::WalkOver, way, mouth, .. })
                    if m.at.distance(mouth) <= self.config.reach =>
                {
                    (way, None)
                }
                _ => (m.facing, None),
            };
            Viewer { who, at: m.at, facing, glance }
        };
        self.members.iter().map(viewer).collect()
    }

    /// What somebody should do now.
    #[must_use]
    pub fn task(&self, who: EntityId) -> Task {
        let Some(member) = self.members.get(&who) else { return Task::Resume };
        match member.role {
            _ if matches!(self.phase, Phase::Over(_)) => Task::Resume,
            Role::Bystander => Task::Resume,
            Role::Investigator { arrived: Some(_), .. } => Task::LookAround,
            Role::Investigator { aware, .. } => {
                let run = self.mode == Mode::Aggressive && !aware;
                Task::Investigate { to: self.estimate, run }
            }
            Role::Returning { .. } => Task::Return { to: member.home },
            Role::Covering { stand, aim } => Task::Cover { stand, aim },
            Role::Free => Task::Wait,
            Role::OnSpot { spot, .. } => match member.looking {
                Some(Looking { look: Look::WalkOver, mouth, way, .. }) => Task::Peek { to: mouth, look: way },
                other => {
                    Task::Search { spot, to: self.pool.get(spot).at, look: other.map(|looking| looking.way) }
                }
            },
        }
    }

    /// How far it has come.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How it is done.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Where the lost one is thought to be, or was last.
    #[must_use]
    pub fn estimate(&self) -> DVec3 {
        self.estimate
    }

    /// The spots, and how many rays were cast.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Who takes part.
    pub fn searchers(&self) -> impl Iterator<Item = EntityId> + '_ {
        self.members.keys().copied()
    }

    /// Everything that happened, with reasons.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        &self.log
    }
}
