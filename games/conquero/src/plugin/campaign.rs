//! The state the game adds to a world: how the war stands, who plays, how the rounds go.

use super::setup::Setup;
use crate::map::MOST_AGENTS;
use crate::war::{AgentId, STEP, Situation, TeamId, War};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use wold_space::Tick;
use wold_world::Kept;

/// Somebody who plays, and which agent.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Soldier(pub AgentId);

/// A program that would play but has no seat now.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reserve(pub Option<TeamId>);

/// When somebody last said or pointed something out, so that nobody drowns the others.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spoke(pub Tick);

/// How the war and its rounds stand.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Campaign {
    /// The war.
    pub situation: Situation,
    /// Rounds of this series that are over.
    pub round: u32,
    /// The step in which the round began.
    pub began: u64,
    /// The step in which the next round begins, while one is over.
    pub pause_until: Option<u64>,
    /// Rounds each team won in this series.
    pub wins: Vec<u32>,
}

impl Kept for Soldier {
    const NAME: &'static str = "conquero soldier";
}
impl Kept for Reserve {
    const NAME: &'static str = "conquero reserve";
}
impl Kept for Spoke {
    const NAME: &'static str = "conquero spoke";
}
impl Kept for Campaign {
    const NAME: &'static str = "conquero";
}

/// Seconds between two rounds.
pub const PAUSE: f64 = 8.0;

/// What the end of a step means for the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// It goes on.
    On,
    /// The round is over.
    Over { winner: Option<TeamId>, last: bool },
    /// The next begins.
    Begins,
}

impl Campaign {
    /// Seconds left at a step of the round or the pause; none of a round without end.
    #[must_use]
    pub fn seconds_left_of(&self, setup: &Setup, now: u64) -> Option<f64> {
        match self.pause_until {
            Some(until) => Some(until.saturating_sub(now) as f64 * STEP),
            None => (setup.minutes > 0.0)
                .then(|| (setup.minutes * 60.0 - now.saturating_sub(self.began) as f64 * STEP).max(0.0)),
        }
    }

    /// Lets the rounds take their course after a step of the war.
    pub(super) fn turn(&mut self, setup: &Setup, war: &mut War) -> Turn {
        let time_is_up = self.seconds_left_of(setup, war.now).is_some_and(|seconds| seconds <= 0.0);
        match self.pause_until {
            Some(until) if war.now >= until => {
                let decided = setup.rounds > 0 && self.round >= setup.rounds;
                if decided {
                    self.round = 0;
                    self.wins.fill(0);
                }
                (self.pause_until, self.began) = (None, war.now);
                war.restart();
                Turn::Begins
            }
            Some(_) => Turn::On,
            None if time_is_up || setup.conquest && war.conqueror().is_some() => {
                let winner = war.leader();
                if let Some(team) = winner {
                    self.wins.resize(setup.teams, 0);
                    self.wins[usize::from(team.0)] += 1;
                }
                self.round += 1;
                self.pause_until = Some(war.now + (PAUSE / STEP) as u64);
                Turn::Over { winner, last: setup.rounds > 0 && self.round >= setup.rounds }
            }
            None => Turn::On,
        }
    }
}

/// Who sits where: for each agent the body that leads it and whether a human does.
#[derive(Clone, Debug, Default)]
pub(super) struct Seats(pub Vec<Option<Seat>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seat {
    pub entity: Entity,
    pub human: bool,
}

impl Seats {
    fn humans(&self, war: &War, team: TeamId) -> usize {
        self.of(war, team).filter(|(_, seat)| seat.is_some_and(|seat| seat.human)).count()
    }

    fn of<'a>(&'a self, war: &'a War, team: TeamId) -> impl Iterator<Item = (AgentId, Option<Seat>)> + 'a {
        war.ids().filter(move |id| war.agents[id.index()].team == team).map(|id| (id, self.0[id.index()]))
    }

    /// The team a human gets: the one wished for unless others have fewer humans, then the one with the fewest, then with the
    /// fewest members at all.
    pub fn team_for(&self, war: &War, teams: usize, wished: Option<TeamId>) -> TeamId {
        let all = || (0..teams as u8).map(TeamId);
        let fewest = all().map(|team| self.humans(war, team)).min().unwrap_or(0);
        let wished = wished.filter(|&team| usize::from(team.0) < teams && self.humans(war, team) == fewest);
        let members = |team: TeamId| self.of(war, team).filter(|(_, seat)| seat.is_some()).count();
        wished
            .or_else(|| all().min_by_key(|&team| (self.humans(war, team), members(team), team)))
            .unwrap_or(TeamId(0))
    }

    /// A seat of a team for a human: an empty one, else a program's, else a new one. `None` if there can be no more.
    pub fn seat_for_human(&mut self, war: &mut War, team: TeamId) -> Option<AgentId> {
        let vacant = self.of(war, team).find(|(_, seat)| seat.is_none());
        let program = || self.of(war, team).filter(|(_, seat)| seat.is_some_and(|seat| !seat.human)).last();
        if let Some((id, _)) = vacant.or_else(program) {
            return Some(id);
        }
        (war.agents.len() < MOST_AGENTS).then(|| {
            self.0.push(None);
            war.enlist(team)
        })
    }

    /// An empty seat for a program, in the team it wishes if it wishes one, else in the smallest.
    pub fn seat_for_program(&self, war: &War, teams: usize, wished: Option<TeamId>) -> Option<AgentId> {
        let vacant = |team: TeamId| self.of(war, team).find(|(_, seat)| seat.is_none()).map(|(id, _)| id);
        if let Some(team) = wished {
            return vacant(team);
        }
        let members = |team: &TeamId| self.of(war, *team).filter(|(_, seat)| seat.is_some()).count();
        let mut all: Vec<TeamId> = (0..teams as u8).map(TeamId).collect();
        all.sort_by_key(members);
        all.into_iter().find_map(vacant)
    }
}
