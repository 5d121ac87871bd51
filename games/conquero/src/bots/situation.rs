//! What a tactician sees: who is strong where, who would win, and which way they come.
//!
//! * Influence: every living agent spreads its strength over the roads by the time it needs to get there; each team has a layer of its own.
//! * Prediction: a fight is weighed by Lanchester's law over all who can join it in time, with what damage and life their levels give.
//! * Avenues: centres that lie where the enemy would come through on the way to our largest holding are worth more to hold, and enemy centres off every
//!   avenue are easier to take.
//! * Goals: a centre that was lost counts more for a while, once one is the stronger there, and so does holding on to one that was just won. Centres do not lend
//!   their worth to those in the way to them: tried on 600 games it won 425 instead of 450.

use crate::map::{CentreId, Map};
use crate::war::{Agent, STEP, TeamId, War};
use std::collections::BTreeSet;
use wold_space::{CellIndex, DVec2};
use wold_tactics::combat::{Force, Model};
use wold_tactics::goals::{Aftermath, Cause};
use wold_tactics::influence::{
    AvenueConfig, Falling, GraphInfluence, Hold, SideId, TerritoryConfig, avenues,
};
use wold_ways::search::Links;

/// Seconds within which somebody counts at a place, and metres within which it joins a fight.
const REACH_SECONDS: f64 = 7.5;
const JOIN: f64 = 105.0;
/// Chances from which it attacks and below which it falls back. Low, because who dies is soon back, and a centre lost is not.
const ATTACK: f64 = 0.25;
const RETREAT: f64 = 0.1;
/// What a centre on an avenue is worth more, to hold, and one off every avenue, to take.
const GATE: f64 = 1.6;
const FLANK: f64 = 1.25;
/// What taking from somebody counts more than taking what is free.
const ROB: f64 = 2.3;

/// What a lost centre counts more to take back, and a won one to hold, as shares of its size, and seconds for which it does.
const BACK: f64 = 1.0;
const HOLD: f64 = 1.0;
const BACK_SECONDS: f64 = 60.0;
const HOLD_SECONDS: f64 = 30.0;

/// What one member remembers of the war: whose the centres were, and what was lost and won lately.
#[derive(Clone, Debug, Default)]
pub(super) struct Remembered {
    ours: Option<Vec<bool>>,
    aftermath: Aftermath,
}

impl Remembered {
    /// Notes what changed hands since the last look.
    pub(super) fn look(&mut self, war: &War, team: TeamId) {
        let ours: Vec<bool> = war.holdings.iter().map(|holding| holding.owner == Some(team)).collect();
        let before = self.ours.replace(ours.clone()).unwrap_or_else(|| ours.clone());
        for id in war.map.ids() {
            let (region, size) = (id.index(), war.map.centre(id).size);
            let steps = |seconds: f64| (seconds / STEP) as u64;
            match (before[region], ours[region]) {
                (true, false) => {
                    let (cause, ticks) = (Cause::CounterAttack, steps(BACK_SECONDS));
                    self.aftermath.raise(region, cause, size * BACK, war.now, ticks);
                }
                (false, true) => {
                    self.aftermath.raise(
                        region,
                        Cause::Consolidate,
                        size * HOLD,
                        war.now,
                        steps(HOLD_SECONDS),
                    );
                }
                _ => {}
            }
        }
    }
}

/// The state of the war in one team's eyes.
pub(super) struct Situation {
    team: TeamId,
    influence: GraphInfluence,
    avenues: BTreeSet<CellIndex>,
    /// What each centre counts more for what happened there.
    more: Vec<f64>,
}

fn place(id: CentreId) -> CellIndex {
    CellIndex(id.0.into())
}

fn side(team: TeamId) -> SideId {
    SideId(team.0.into())
}

fn links(map: &Map) -> Links {
    let mut links = Links::new(map.centres.len());
    for id in map.ids() {
        for &next in map.roads[id.index()].iter().filter(|next| **next > id) {
            links.join(place(id), place(next), map.centre(id).at.distance(map.centre(next).at));
        }
    }
    links
}

/// What somebody does per swing, against armour of its own level, times the life it has left; one fresh agent of level 1 is about 1.
fn strength(agent: &Agent, war: &War) -> f64 {
    let rules = &war.rules;
    let dice = f64::from(rules.dice(agent.level));
    let combat = &rules.combat;
    let mean = |sides: u32| (f64::from(sides) + 1.0) / 2.0;
    let harm = dice * (mean(combat.damage_sides) - mean(combat.armour_sides)).max(0.5);
    let unit = (mean(combat.damage_sides) - mean(combat.armour_sides)).max(0.5) * rules.life(1.0);
    harm * agent.life.max(0.0) / unit
}

impl Situation {
    /// The situation of a team.
    pub(super) fn of(war: &War, team: TeamId, remembered: &Remembered) -> Self {
        let links = links(&war.map);
        let mut influence = GraphInfluence::new(war.map.centres.len());
        let falling = Falling::Time { speed: war.rules.movement.speed, most: REACH_SECONDS };
        for agent in war.agents.iter().filter(|agent| agent.lives()) {
            let from = war.map.nearest(agent.at);
            influence.add(&links, side(agent.team), place(from), strength(agent, war), &falling, |_| true);
        }
        let held = |by: &dyn Fn(TeamId) -> bool| -> Vec<CentreId> {
            war.map.ids().filter(|id| war.holdings[id.index()].owner.is_some_and(by)).collect()
        };
        let (ours, theirs) = (held(&|owner| owner == team), held(&|owner| owner != team));
        let size = |id: &&CentreId| war.map.centre(**id).size;
        let home = ours.iter().max_by(|a, b| size(a).total_cmp(&size(b)));
        let at: Vec<DVec2> = war.map.centres.iter().map(|centre| centre.at).collect();
        let sites: Vec<CellIndex> = theirs.into_iter().map(place).collect();
        let avenues = home.map_or_else(BTreeSet::new, |home| {
            avenues(&links, &at, place(*home), &sites, AvenueConfig::default())
        });
        let mut situation = Self { team, influence, avenues, more: Vec::new() };
        situation.more = situation.aftermath(war, &remembered.aftermath);
        situation
    }

    /// Own and others' influence at a centre.
    fn balance(&self, id: CentreId) -> (f64, f64) {
        let own = side(self.team);
        (self.influence.of(own, place(id)), self.influence.against(own, &[], place(id)))
    }

    /// What every centre counts more for what happened there.
    fn aftermath(&self, war: &War, aftermath: &Aftermath) -> Vec<f64> {
        let (ours, theirs): (Vec<f64>, Vec<f64>) = war.map.ids().map(|id| self.balance(id)).unzip();
        let back = aftermath.counter_attacks(war.now, &ours, &theirs);
        let bonus = |id: CentreId| match war.holdings[id.index()].owner {
            Some(owner) if owner == self.team => aftermath.bonus(id.index(), Cause::Consolidate, war.now),
            _ if back.contains(&id.index()) => aftermath.bonus(id.index(), Cause::CounterAttack, war.now),
            _ => 0.0,
        };
        war.map.ids().map(bonus).collect()
    }

    /// The chance to win a fight at a place, by all who can join it.
    fn chance(&self, war: &War, at: DVec2) -> f64 {
        let model = Model { exponent: 1.5, weights: vec![1.5] };
        let mut forces = [Force { units: 0.0, health: vec![0.0] }, Force { units: 0.0, health: vec![0.0] }];
        for agent in war.agents.iter().filter(|agent| agent.lives() && agent.at.distance(at) < JOIN) {
            let force = &mut forces[usize::from(agent.team != self.team)];
            force.units += 1.0;
            force.health[0] += strength(agent, war);
        }
        model.wins(&forces[0], &forces[1])
    }

    /// Whether to attack and whether to fall back, where somebody is.
    pub(super) fn temper(&self, war: &War, own: &Agent) -> (bool, bool) {
        let chance = self.chance(war, own.at);
        (chance >= ATTACK, chance < RETREAT)
    }

    /// What a centre is worth now; `None` if there is nothing to do about it.
    pub(super) fn worth(&self, war: &War, id: CentreId) -> Option<f64> {
        let (centre, holding) = (war.map.centre(id), &war.holdings[id.index()]);
        let mine = holding.owner == Some(self.team);
        let attacked = holding.taking.is_some_and(|(by, _)| war.agents[by.index()].team != self.team);
        if !(war.may_take(self.team, id) || mine && attacked) {
            return None;
        }
        let (ours, theirs) = self.balance(id);
        let sure = match TerritoryConfig::default().hold(ours, theirs) {
            Hold::Mine | Hold::Empty => 1.0,
            Hold::Contested | Hold::Theirs => (ours + 0.5) / (ours + 0.5 + theirs),
        };
        let on_avenue = self.avenues.contains(&place(id));
        let factor = match (mine, holding.owner.is_some()) {
            (true, _) => ROB * if on_avenue { GATE } else { 1.0 },
            (false, true) => ROB * if on_avenue { 1.0 } else { FLANK },
            (false, false) => 1.0,
        };
        Some((centre.size * factor + self.more[id.index()]) * sure)
    }
}
