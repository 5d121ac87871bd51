//! The second phase: all look about the place.

use super::config::ticks;
use super::coordinator::{Coordinator, Looking, Role};
use super::gaps::{self, Look};
use super::log::{Cleared, Event};
use super::score::{Known, Score};
use super::spots::{SpotId, SpotState};
use super::terms::Setting;
use crate::places::AreaId;
use std::collections::BTreeMap;
use wold_space::{DVec3, EntityId, Tick};

impl Coordinator {
    pub(super) fn sweep(&mut self, now: Tick, setting: &Setting<'_>) {
        self.look_about(now, setting);
        let all: Vec<EntityId> = self.members.keys().copied().collect();
        for &who in &all {
            self.follow(who, now, setting);
        }
        if self.ending.is_some() {
            return;
        }
        for &who in &all {
            if self.members[&who].role == Role::Free && self.members[&who].leaves.is_none() {
                self.request(who, now, setting);
            }
        }
    }

    /// Everybody's eyes clear spots in passing.
    fn look_about(&mut self, now: Tick, setting: &Setting<'_>) {
        let viewers = self.viewers();
        let seen = self.pool.look(setting.ground, &viewers, &self.config, now, &mut self.luck);
        for (spot, who) in seen {
            self.clear(spot, who, Cleared::Seen, now, setting);
        }
    }

    fn clear(&mut self, spot: SpotId, who: EntityId, how: Cleared, now: Tick, setting: &Setting<'_>) {
        if let SpotState::InProgress(other) = self.pool.get(spot).state {
            self.set_role(other, Role::Free);
            if let Some(member) = self.members.get_mut(&other) {
                member.looking = None;
            }
        }
        self.pool.set(spot, SpotState::Searched, now);
        self.note(now, Some(who), Event::Clears { spot, how });
        let Some(places) = setting.places else { return };
        let Some(area) = places.area_near(self.pool.get(spot).at, 1.0) else { return };
        // The area's likelihood is thought to lie evenly over its spots.
        let left =
            self.pool.open().filter(|(_, other)| places.area_near(other.at, 1.0) == Some(area)).count();
        if let Some(occupancy) = self.occupancy.as_mut().filter(|_| how != Cleared::GivenUp) {
            occupancy.seen(places, area, 1.0 / (left + 1) as f64);
        }
    }

    /// Whoever is on the way to a spot: there yet, too late, an opening beside the way?
    fn follow(&mut self, who: EntityId, now: Tick, setting: &Setting<'_>) {
        let Some(member) = self.members.get_mut(&who) else { return };
        if member.looking.is_some_and(|looking| looking.until <= now) {
            member.looking = None;
        }
        let Role::OnSpot { spot, since } = member.role else { return };
        let (at, facing) = (member.at, member.facing);
        if at.distance(self.pool.get(spot).at) <= self.config.reach {
            self.clear(spot, who, Cleared::Reached, now, setting);
        } else if now.since(since) >= ticks(self.config.spot_seconds) {
            self.clear(spot, who, Cleared::GivenUp, now, setting);
        } else if member.looking.is_none() && member.next_gap <= now {
            let config = self.config.gaps;
            let found = gaps::beside(setting.ground, at, facing, &config);
            let Some(gap) = found.into_iter().flatten().max_by(|a, b| a.depth.total_cmp(&b.depth)) else {
                return;
            };
            let look = Look::drawn(&mut self.luck);
            // Who walks over needs the time to get there, too.
            let lasts = config.look_seconds + if look == Look::WalkOver { config.ahead } else { 0.0 };
            let until = Tick(now.0 + ticks(lasts));
            member.next_gap = Tick(until.0 + ticks(config.pause_seconds));
            member.looking = Some(Looking { look, mouth: gap.mouth, way: gap.way, until });
            self.note(now, Some(who), Event::Looks { look, mouth: gap.mouth });
        }
    }

    /// The best spot for somebody; if there is none, more are found, and if there are none to be found, it gives up.
    fn request(&mut self, who: EntityId, now: Tick, setting: &Setting<'_>) {
        loop {
            match self.best(who, setting) {
                Choice::Take(spot, score, second) => {
                    self.pool.set(spot, SpotState::InProgress(who), now);
                    self.set_role(who, Role::OnSpot { spot, since: now });
                    self.note(now, Some(who), Event::Takes { spot, score, second });
                    return;
                }
                // A crowded room will have space again.
                Choice::Crowded => return,
                Choice::None => {}
            }
            if !self.find_more(now, setting) {
                self.gives_up(who, false, now);
                return;
            }
        }
    }

    fn best(&self, who: EntityId, setting: &Setting<'_>) -> Choice {
        let member = &self.members[&who];
        let open: Vec<(SpotId, DVec3)> = self.pool.open().map(|(id, spot)| (id, spot.at)).collect();
        let area_of = |at: DVec3| setting.places.and_then(|places| places.area_near(at, 1.0));
        let mut taken: BTreeMap<AreaId, u32> = BTreeMap::new();
        for spot in self.pool.spots().iter().filter(|spot| matches!(spot.state, SpotState::InProgress(_))) {
            if let Some(area) = area_of(spot.at) {
                *taken.entry(area).or_default() += 1;
            }
        }
        let full = |area: AreaId| {
            let most =
                setting.places.and_then(|places| places.area(area)).map_or(u32::MAX, |area| area.most.max(1));
            taken.get(&area).is_some_and(|&count| count >= most)
        };
        let to: Vec<DVec3> = open.iter().map(|(_, at)| *at).collect();
        let ways = setting.ground.ways(member.at, &to);
        let mut crowded = false;
        let mut scored: Vec<(SpotId, Score)> = Vec::new();
        for ((id, at), way) in open.into_iter().zip(ways) {
            let Some(way) = way else { continue };
            let area = area_of(at);
            if area.is_some_and(full) {
                crowded = true;
                continue;
            }
            let prior = area.zip(self.occupancy.as_ref()).map_or(0.0, |(area, o)| o.relative(area));
            let others =
                self.pool.spots().iter().filter(|spot| matches!(spot.state, SpotState::InProgress(_)));
            let known = Known {
                estimate: at.distance(self.estimate),
                own: way,
                truth: setting.truth.map(|truth| truth.distance(at)),
                prior,
                apart: others.map(|other| other.at.distance(at)).min_by(f64::total_cmp),
                dread: setting.ground.dread(at),
            };
            scored.push((id, self.config.weights.score(&known)));
        }
        scored.sort_by(|a, b| a.1.total().total_cmp(&b.1.total()).then(a.0.cmp(&b.0)));
        match scored.as_slice() {
            [] if crowded => Choice::Crowded,
            [] => Choice::None,
            [(id, score), rest @ ..] => {
                Choice::Take(*id, *score, rest.first().map(|(id, s)| (*id, s.total())))
            }
        }
    }

    /// A larger pool; then the spot searched longest ago; then a wider circle. False if none of it helps.
    fn find_more(&mut self, now: Tick, setting: &Setting<'_>) -> bool {
        if !self.enlarged {
            self.enlarged = true;
            self.note(now, None, Event::LargerPool);
            if self.grow(self.config.larger_pool, self.config.spacing / 2.0, now, setting) > 0 {
                return true;
            }
        }
        if let Some((spot, since)) = self.pool.oldest_searched()
            && now.since(since) >= ticks(self.config.stale_seconds)
        {
            self.pool.set(spot, SpotState::Unsearched, now);
            let seconds = Tick(now.since(since)).seconds();
            self.note(now, None, Event::Reopens { spot, seconds });
            return true;
        }
        while self.widened < self.config.widenings {
            self.widened += 1;
            self.radius *= self.config.widen;
            self.note(now, None, Event::Widens { radius: self.radius });
            let most = self.config.larger_pool * (self.widened + 1);
            if self.grow(most, self.config.spacing, now, setting) > 0 {
                return true;
            }
        }
        false
    }

    pub(super) fn grow(&mut self, most: u32, spacing: f64, now: Tick, setting: &Setting<'_>) -> usize {
        let (estimate, radius) = (self.estimate, self.radius);
        let (made, candidates) =
            self.pool.grow(setting.ground, estimate, radius, (most, spacing), now, &mut self.luck);
        self.note(now, None, Event::Spots { made, radius, candidates });
        made
    }
}

/// What was found for somebody who asked.
enum Choice {
    Take(SpotId, Score, Option<(SpotId, f64)>),
    Crowded,
    None,
}
