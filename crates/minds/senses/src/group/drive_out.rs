//! Somebody is where nobody can climb.
//!
//! One throws, the others keep the foe down; or one calls and the others watch, where nobody throws. Nothing seen of them for a while: they are taken to be gone, and all search. In vain, and somebody lost or patience at an end: they
//! fall back in two stages, one covering while the others run, then the others covering that one. Where that foe did harm before nobody tries: all run at once. What
//! they do is said as a talk among them, so that whoever listens knows what is coming.

use super::{Fate, Happening, Order};
use crate::settings::ticks;
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wold_space::{EntityId, Tick};

/// What a group can set out to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    /// Drive somebody out of a place that cannot be reached.
    DriveOut,
    /// Call on somebody to come out of a place that cannot be reached.
    CallOut,
    /// Run for cover.
    Flee,
}

/// Its times and lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DriveOut {
    /// Seconds nothing is seen of the foe until it is taken to be gone.
    pub gone_after: f64,
    /// Seconds a stage of the retreat lasts at most.
    pub stage: f64,
    /// Seconds after which what was in vain is given up.
    pub patience: f64,
    /// The first says what to do.
    pub plan: String,
    /// The second does it.
    pub agree: String,
    /// The first wonders.
    pub doubt: String,
    /// The second answers.
    pub search: String,
    /// The first calls it off.
    pub retreat: String,
    /// The second, when safe, to the first.
    pub cover: String,
    /// The first, where the foe did harm before.
    pub again: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// One throws or calls.
    Trying { by: EntityId },
    /// All but the first run.
    First { until: Tick },
    /// The first runs.
    Second { until: Tick },
    /// All run.
    Fleeing { until: Tick },
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Driving {
    words: DriveOut,
    plan: Plan,
    foe: EntityId,
    at: DVec2,
    stage: Stage,
    began: Tick,
    seen: Tick,
    failed: bool,
    losses: u32,
    arrived: BTreeSet<EntityId>,
}

fn say(who: EntityId, line: &str) -> Order {
    Order::Say { who, line: line.to_owned() }
}

impl Plan {
    /// What the one does on whom it depends.
    fn attempt(self, who: EntityId, at: DVec2) -> Order {
        if self == Self::CallOut { Order::CallOut { who } } else { Order::Throw { who, at } }
    }
}

impl Driving {
    pub(super) fn new(
        words: DriveOut,
        plan: Plan,
        foe: EntityId,
        at: DVec2,
        members: &[EntityId],
        now: Tick,
        orders: &mut Vec<Order>,
    ) -> Self {
        let (first, second) = (members[0], members[members.len().min(2) - 1]);
        let stage = match plan {
            Plan::DriveOut | Plan::CallOut => {
                orders.push(say(first, &words.plan));
                orders.push(say(second, &words.agree));
                orders.push(plan.attempt(second, at));
                orders.extend(members.iter().filter(|m| **m != second).map(|who| Order::Cover { who: *who }));
                Stage::Trying { by: second }
            }
            Plan::Flee => {
                orders.push(say(first, &words.again));
                orders.extend(members.iter().map(|who| Order::FallBack { who: *who }));
                Stage::Fleeing { until: Tick(now.0 + ticks(words.stage)) }
            }
        };
        let arrived = BTreeSet::new();
        // Words hit nobody: whom they move comes within reach, and that is another affair.
        let failed = plan == Plan::CallOut;
        Self { words, plan, foe, at, stage, began: now, seen: now, failed, losses: 0, arrived }
    }

    fn stage_ends(&self, now: Tick) -> Tick {
        Tick(now.0 + ticks(self.words.stage))
    }

    pub(super) fn hear(
        &mut self,
        members: &[EntityId],
        who: EntityId,
        what: Happening,
        now: Tick,
        orders: &mut Vec<Order>,
    ) -> Fate {
        match what {
            Happening::Seen(foe, at) if foe == self.foe => (self.seen, self.at) = (now, at),
            // Another foe, within reach or not, is everybody's own affair.
            Happening::Seen(..) => return Fate::Broken,
            Happening::Thrown { hit } => self.failed |= !hit,
            Happening::Arrived => {
                self.arrived.insert(who);
            }
            Happening::Died(_) => {
                self.losses += 1;
                self.lost(members, who, now, orders);
            }
            Happening::Minor(_) | Happening::Body(_) | Happening::Returned { .. } => {}
        }
        self.tick(members, now, orders)
    }

    /// The roles of the dead go on to others.
    fn lost(&mut self, members: &[EntityId], who: EntityId, now: Tick, orders: &mut Vec<Order>) {
        let Some(first) = members.first().copied() else { return };
        let retreats = self.failed && self.losses > 0;
        match self.stage {
            Stage::Trying { by } if by == who && !retreats => {
                let next = members.get(1).copied().unwrap_or(first);
                self.stage = Stage::Trying { by: next };
                orders.push(say(next, &self.words.agree));
                orders.push(self.plan.attempt(next, self.at));
            }
            // Whoever covered the retreat is dead: whoever stands first now runs, too.
            Stage::First { .. } | Stage::Second { .. } => {
                orders.extend(members.iter().map(|who| Order::FallBack { who: *who }));
                self.stage = Stage::Fleeing { until: self.stage_ends(now) };
            }
            Stage::Trying { .. } | Stage::Fleeing { .. } => {}
        }
    }

    pub(super) fn tick(&mut self, members: &[EntityId], now: Tick, orders: &mut Vec<Order>) -> Fate {
        let Some(first) = members.first().copied() else { return Fate::Over };
        let others = || members.iter().copied().filter(|member| *member != first);
        let arrived = |who: EntityId| self.arrived.contains(&who);
        let ends = Tick(self.began.0 + ticks(self.words.patience));
        match self.stage {
            Stage::Trying { .. } if self.failed && (self.losses > 0 || now >= ends) => {
                orders.push(say(first, &self.words.retreat));
                orders.push(Order::Cover { who: first });
                orders.extend(others().map(|who| Order::FallBack { who }));
                self.arrived.clear();
                self.stage = Stage::First { until: self.stage_ends(now) };
                Fate::Handled
            }
            Stage::Trying { .. } if now.since(self.seen) >= ticks(self.words.gone_after) => {
                orders.push(say(first, &self.words.doubt));
                orders.push(say(members[members.len().min(2) - 1], &self.words.search));
                orders.extend(members.iter().map(|who| Order::Search { who: *who }));
                Fate::Over
            }
            Stage::First { until } if now >= until || others().all(arrived) => {
                orders.extend(others().take(1).map(|who| say(who, &self.words.cover)));
                orders.extend(others().map(|who| Order::Cover { who }));
                orders.push(Order::FallBack { who: first });
                self.stage = Stage::Second { until: self.stage_ends(now) };
                Fate::Handled
            }
            Stage::Second { until } if now >= until || arrived(first) => Fate::Over,
            Stage::Fleeing { until } if now >= until || members.iter().all(|who| arrived(*who)) => Fate::Over,
            _ => Fate::Handled,
        }
    }

    /// What was not seen while the group stood aside is not held against the foe.
    pub(super) fn resume(&mut self, now: Tick) {
        (self.seen, self.began) = (now, now);
        let ends = self.stage_ends(now);
        if let Stage::First { until } | Stage::Second { until } | Stage::Fleeing { until } = &mut self.stage {
            *until = ends;
        }
    }
}
