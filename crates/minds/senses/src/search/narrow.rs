//! The first phase: some look at the place itself.

use super::config::ticks;
use super::coordinator::{Coordinator, Role};
use super::log::Event;
use super::terms::{Mode, Outcome, Phase, Setting};
use crate::places::Guard;
use std::collections::BTreeMap;
use wold_space::{EntityId, Tick};

impl Coordinator {
    pub(super) fn narrow(&mut self, now: Tick, setting: &Setting<'_>) {
        if self.mode == Mode::Aggressive {
            self.prepare_spots(now, setting);
        }
        self.send(now, setting);
        self.watch_investigators(now, setting);
        match self.mode {
            Mode::Cautious => self.await_return(now),
            Mode::Aggressive => {
                let seen = self
                    .members
                    .values()
                    .any(|m| matches!(m.role, Role::Investigator { arrived: Some(_), .. }));
                let late = now.since(self.phase_since) >= ticks(self.config.narrow_seconds);
                if late && !seen {
                    self.note(now, None, Event::NobodyArrived);
                }
                if seen || late {
                    self.begin_sweep(now);
                }
            }
        }
    }

    /// Spots are made as soon as an enemy is sought, and again if the estimate moved since.
    fn prepare_spots(&mut self, now: Tick, setting: &Setting<'_>) {
        let made_for = self.pool_at.is_some_and(|at| at.distance(self.estimate) <= self.config.spacing);
        if made_for || (self.pool_at.is_some() && self.known_until.is_some()) {
            return;
        }
        self.pool.clear_all();
        self.pool_at = Some(self.estimate);
        self.grow(self.config.pool, self.config.spacing, now, setting);
    }

    /// Fills the places of investigators with the nearest; the others cover, or lose interest.
    fn send(&mut self, now: Tick, setting: &Setting<'_>) {
        let most = if self.mode == Mode::Cautious { 1 } else { self.config.investigators as usize };
        let out = self
            .members
            .values()
            .filter(|m| matches!(m.role, Role::Investigator { .. } | Role::Returning { .. }));
        let mut places = most.saturating_sub(out.count());
        // Who covers steps in for an investigator that is gone.
        let may_go =
            |role: &Role| *role == Role::Bystander || (places > 0 && matches!(role, Role::Covering { .. }));
        let idle = self.members.iter().filter(|(_, m)| may_go(&m.role) && m.leaves.is_none());
        let idle: Vec<EntityId> = idle.map(|(&who, _)| who).collect();
        if idle.is_empty() {
            return;
        }
        let from: Vec<_> = idle.iter().map(|who| self.members[who].at).collect();
        let ways = setting.ground.ways(self.estimate, &from);
        let mut line: Vec<(f64, EntityId)> =
            idle.iter().zip(ways).map(|(&who, way)| (way.unwrap_or(f64::INFINITY), who)).collect();
        line.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut others = Vec::new();
        for (metres, who) in line {
            if places > 0 && metres.is_finite() {
                places -= 1;
                let role = Role::Investigator { since: now, arrived: None, aware: false };
                self.set_role(who, role);
                self.note(now, Some(who), Event::Announces { place: self.estimate, metres });
                let from = self.members[&who].at;
                let near = self.members.iter().filter(|(other, _)| **other != who);
                let near = near.min_by(|a, b| a.1.at.distance(from).total_cmp(&b.1.at.distance(from)));
                if let Some(answers) = near.map(|(&answers, _)| answers) {
                    self.note(now, Some(answers), Event::Acknowledges { to: who });
                }
            } else if self.members[&who].role == Role::Bystander {
                others.push(who);
            }
        }
        match self.mode {
            Mode::Aggressive => self.cover(&others, now, setting),
            Mode::Cautious => self.lose_interest(&others, now),
        }
    }

    /// Told once for each; they stay at hand, in case the one who went does not come back.
    fn lose_interest(&mut self, others: &[EntityId], now: Tick) {
        for &who in others {
            let told =
                self.log.iter().any(|entry| entry.who == Some(who) && entry.event == Event::LosesInterest);
            if !told {
                self.note(now, Some(who), Event::LosesInterest);
            }
        }
    }

    /// Spreads those who do not go over the chokes that lead to the place.
    fn cover(&mut self, others: &[EntityId], now: Tick, setting: &Setting<'_>) {
        let guards: Vec<Guard> = others.iter().map(|&who| Guard { who, at: self.members[&who].at }).collect();
        let posts = setting.places.and_then(|places| {
            let area = places.area_near(self.estimate, 2.0)?;
            Some(places.guard(area, &guards))
        });
        let posts: BTreeMap<EntityId, _> =
            posts.unwrap_or_default().into_iter().map(|post| (post.who, post)).collect();
        for &who in others {
            let post = posts.get(&who);
            let choke = post.map(|post| post.choke);
            let watched = choke.and_then(|id| setting.places?.choke(id)).map(|choke| choke.at);
            let role =
                Role::Covering { stand: post.map(|post| post.stand), aim: watched.unwrap_or(self.estimate) };
            self.set_role(who, role);
            self.note(now, Some(who), Event::Covers { choke });
        }
    }

    /// Investigators slow down once they see the place, and have arrived when they see it well or stand there.
    fn watch_investigators(&mut self, now: Tick, setting: &Setting<'_>) {
        let (estimate, config) = (self.estimate, self.config);
        let mut arrived = Vec::new();
        for (&who, member) in &mut self.members {
            let Role::Investigator { since, arrived: None, .. } = member.role else { continue };
            let far = member.at.distance(estimate);
            let aware =
                far <= config.reach || (far <= config.sight && setting.ground.sees(member.at, estimate));
            // As long as the truth is known nobody has seen that nobody is there.
            let there = self.known_until.is_none() && aware && far <= config.near;
            member.role = Role::Investigator { since, arrived: there.then_some(now), aware };
            if there {
                arrived.push(who);
            }
        }
        for who in arrived {
            self.note(now, Some(who), Event::Arrives);
        }
    }

    /// A cautious search: the one who went looks, comes back, and that was it.
    fn await_return(&mut self, now: Tick) {
        let config = self.config;
        let out: Vec<(EntityId, Role)> = self.members.iter().map(|(&who, m)| (who, m.role)).collect();
        for (who, role) in out {
            match role {
                Role::Investigator { since, arrived, .. } => {
                    let looked = arrived.is_some_and(|at| now.since(at) >= ticks(config.look_seconds));
                    let late = now.since(since) >= ticks(config.narrow_seconds);
                    if looked || (late && arrived.is_none()) {
                        self.set_role(who, Role::Returning { since });
                    }
                }
                Role::Returning { since } => {
                    let (at, home, heard) = {
                        let member = &self.members[&who];
                        (member.at, member.home, member.heard)
                    };
                    if heard == now && at.distance(home) <= config.reach.max(2.0) {
                        self.set_role(who, Role::Bystander);
                        self.note(now, Some(who), Event::Returns);
                        self.end(Outcome::NothingThere, now);
                        return;
                    }
                    if now.since(since) >= ticks(config.patience_seconds) {
                        self.strike(who, at, now);
                    }
                }
                _ => {}
            }
        }
    }

    fn begin_sweep(&mut self, now: Tick) {
        self.phase = Phase::Sweep;
        self.phase_since = now;
        for member in self.members.values_mut() {
            member.role = Role::Free;
        }
        self.note(now, None, Event::Sweeps { spots: self.pool.spots().len() });
    }

    pub(super) fn set_role(&mut self, who: EntityId, role: Role) {
        if let Some(member) = self.members.get_mut(&who) {
            member.role = role;
        }
    }
}
