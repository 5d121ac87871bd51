//! The tactician: where are we strong, what is it worth, how far is it.
//!
//! Strength of a team at a place is the sum over its living members of (level + 1)·share of life·e^(-distance/[`SPREAD`]). A centre the
//! team may take is worth its size, less the way there, times how sure the place is (own strength against all others);
//! a centre of its own under attack is worth defending by the same measure. Members share the goals out, so that no two get into
//! each other's way; who has none keeps a friend company. Fights are picked: with superior strength it
//! attacks, when outmatched it falls back to where its team is strong.

use super::situation::{Remembered, Situation};
use super::{Bot, Kind, arrive};
use crate::map::CentreId;
use crate::war::{Agent, Order, STEP, TeamId, War};
use wold_space::DVec2;

/// How far strength reaches.
const SPREAD: f64 = 60.0;
/// Foes nearer than this are thought about.
const ALERT: f64 = 90.0;
/// Seconds between decisions.
const EVERY: f64 = 0.5;
/// Own strength over theirs from which it attacks, and below which it falls back.
const ATTACK: f64 = 0.9;
const RETREAT: f64 = 0.55;
/// What a goal that was chosen before is worth more.
const STEADY: f64 = 2.0;
/// Units of way that cost as much as one of size.
const WAY: f64 = 18.0;

/// What it decided last.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    until: u64,
    fall_back: bool,
    remembered: Remembered,
}

fn strength(agent: &Agent, war: &War, place: DVec2) -> f64 {
    let share = (agent.life / war.rules.life(agent.level)).clamp(0.0, 1.0);
    (agent.level + 1.0) * share * libm::exp(-agent.at.distance(place) / SPREAD)
}

/// Own and others' strength at a place.
fn balance(war: &War, team: TeamId, place: DVec2) -> (f64, f64) {
    let mut both = (0.0, 0.0);
    for agent in war.agents.iter().filter(|agent| agent.lives()) {
        let there = strength(agent, war, place);
        if agent.team == team { both.0 += there } else { both.1 += there }
    }
    both
}

/// What a centre is worth to a team now; `None` if there is nothing to do about it.
fn worth(war: &War, team: TeamId, id: CentreId) -> Option<f64> {
    let (centre, holding) = (war.map.centre(id), &war.holdings[id.index()]);
    let mine = holding.owner == Some(team);
    let attacked = holding.taking.is_some_and(|(by, _)| war.agents[by.index()].team != team);
    if !(war.may_take(team, id) || mine && attacked) {
        return None;
    }
    let (ours, theirs) = balance(war, team, centre.at);
    let sure = (ours + 1.0) / (ours + 1.0 + theirs);
    // What is robbed or saved counts on both sides.
    let twice = if holding.owner.is_some() { 1.5 } else { 1.0 };
    Some(centre.size * twice * sure)
}

impl Bot {
    /// Orders of a tactician.
    pub(super) fn lead(&mut self, war: &War) -> Order {
        let own = &war.agents[self.own.index()];
        self.notice(war, ALERT);
        if war.now >= self.plan.until {
            self.plan.until = war.now + (EVERY / STEP) as u64;
            self.plan.remembered.look(war, own.team);
            let remembered = &self.plan.remembered;
            let situation = (self.kind == Kind::Tactician).then(|| Situation::of(war, own.team, remembered));
            let (attack, retreat) = match &situation {
                Some(situation) => situation.temper(war, own),
                None => {
                    let (ours, theirs) = balance(war, own.team, own.at);
                    let odds = if theirs < 1e-6 { f64::INFINITY } else { ours / theirs };
                    (odds >= ATTACK, odds < RETREAT)
                }
            };
            self.plan.fall_back = self.foe.is_some() && retreat;
            if self.foe.is_some() && !attack && !self.guards(war) {
                // Neither worth attacking nor worth running from.
                self.foe = None;
            }
            self.goal = self.choose(war, situation.as_ref());
        }
        if self.plan.fall_back {
            return self.fall_back(war);
        }
        if let Some(order) = self.fight(war) {
            return order;
        }
        let Some(goal) = self.goal else { return self.escort(war) };
        let to = war.map.centre(goal).at - own.at;
        self.bound = Some(goal);
        Order { thrust: arrive(to), ..Order::default() }
    }

    /// Whether it stands at a centre of its own, which it does not give up without a fight.
    fn guards(&self, war: &War) -> bool {
        let own = &war.agents[self.own.index()];
        let here = war.map.nearest(own.at);
        war.holdings[here.index()].owner == Some(own.team)
            && war.map.centre(here).at.distance(own.at) < war.rules.capture.near * 2.0
    }

    /// The centre that is this member's share of the team's work, if there is enough for all.
    ///
    /// Everybody works out the same shares: the best pair of member and centre first, then the best of what is left.
    fn choose(&self, war: &War, situation: Option<&Situation>) -> Option<CentreId> {
        let own = &war.agents[self.own.index()];
        let worth = |id: CentreId| match situation {
            Some(situation) => situation.worth(war, id),
            None => worth(war, own.team, id),
        };
        let mut goals: Vec<(CentreId, f64)> = war.map.ids().filter_map(|id| Some((id, worth(id)?))).collect();
        let mut members: Vec<usize> = (0..war.agents.len())
            .filter(|&member| war.agents[member].team == own.team && war.agents[member].lives())
            .collect();
        while !members.is_empty() && !goals.is_empty() {
            let mut best = (f64::NEG_INFINITY, 0, 0);
            for (m, &member) in members.iter().enumerate() {
                for (g, &(id, worth)) in goals.iter().enumerate() {
                    let way = war.map.centre(id).at.distance(war.agents[member].at);
                    // A goal once chosen is left only for a clearly better one.
                    let kept = if member == self.own.index() && self.goal == Some(id) { STEADY } else { 0.0 };
                    let value = worth - way / WAY + kept;
                    if value > best.0 {
                        best = (value, m, g);
                    }
                }
            }
            let (_, m, g) = best;
            let (member, (id, _)) = (members.remove(m), goals.remove(g));
            if member == self.own.index() {
                return Some(id);
            }
        }
        None
    }

    /// Near a friend, but not so near that nobody could take anything.
    fn escort(&self, war: &War) -> Order {
        let own = &war.agents[self.own.index()];
        let friends =
            war.agents.iter().enumerate().filter(|&(other, agent)| {
                other != self.own.index() && agent.team == own.team && agent.lives()
            });
        let nearest = friends.min_by(|a, b| a.1.at.distance(own.at).total_cmp(&b.1.at.distance(own.at)));
        let Some((_, friend)) = nearest else { return Order::default() };
        let to = friend.at - own.at;
        let far = to.length() - 2.5 * war.rules.capture.near;
        Order { thrust: arrive(to.normalize_or_zero() * far), ..Order::default() }
    }

    /// Away from foes, towards friends.
    fn fall_back(&mut self, war: &War) -> Order {
        let own = &war.agents[self.own.index()];
        let (mut away, mut friends, mut count) = (DVec2::ZERO, DVec2::ZERO, 0.0);
        for (number, agent) in war.agents.iter().enumerate().filter(|(_, agent)| agent.lives()) {
            let from = own.at - agent.at;
            if agent.team != own.team {
                if from.length() < ALERT {
                    away += from.normalize_or_zero();
                }
            } else if number != self.own.index() {
                friends += agent.at;
                count += 1.0;
            }
        }
        let towards = if count > 0.0 { (friends / count - own.at).normalize_or_zero() } else { DVec2::ZERO };
        Order { thrust: (away + towards * 0.5).normalize_or_zero(), ..Order::default() }
    }
}
