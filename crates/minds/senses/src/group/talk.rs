//! A conversation that survives being interrupted.
//!
//! Lines come in blocks; members take turns. A disturbance makes them break out, put it down to something harmless, and take up the block from its beginning. A second one soon
//! after sends the next member to look, and the talk waits: nothing found, it goes on at the beginning of the block. If the one who went dies, the others wait a
//! while, then one calls and goes to look there, and the conversation is over. A foe in sight breaks it.

use super::{Fate, Happening, Order};
use crate::settings::{SettingsError, ticks, within, wrong};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use wold_space::{EntityId, Tick};

/// A conversation as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Talk {
    /// For those who choose one.
    pub name: String,
    /// Seconds between lines.
    pub pace: f64,
    /// Seconds a partner who does not come back is waited for.
    pub wait: f64,
    /// Seconds after which a disturbance is forgotten.
    pub calm: f64,
    /// Said at a disturbance.
    pub break_out: String,
    /// Answered to it.
    pub dismiss: String,
    /// Said to go on.
    pub rejoin: String,
    /// Said at a second disturbance, to who shall look.
    pub go: String,
    /// Said by who found nothing.
    pub nothing: String,
    /// Called to who does not come back.
    pub call: String,
    /// The lines, in blocks.
    pub blocks: Vec<Vec<String>>,
}

impl Talk {
    /// Refuses what is no conversation.
    pub fn check(&self) -> Result<(), SettingsError> {
        let thing = |what: &str| format!("talk {:?}, {what}", self.name);
        within(&thing("pace"), self.pace, 0.05..=600.0)?;
        within(&thing("wait"), self.wait, 0.0..=600.0)?;
        within(&thing("calm"), self.calm, 0.0..=3600.0)?;
        if self.blocks.is_empty() || self.blocks.iter().any(Vec::is_empty) || self.blocks.len() > 1000 {
            return wrong(thing("blocks"), "there are 1 to 1000, and none is empty");
        }
        if self.blocks.iter().any(|block| block.len() > 1000) {
            return wrong(thing("blocks"), "a block has more than 1000 lines");
        }
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Phase {
    Talking,
    /// Somebody went to look; the others wait.
    Away(EntityId),
    /// Somebody who went was killed there.
    Missing {
        at: DVec2,
        until: Tick,
    },
}

/// A conversation under way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Talking {
    talk: Talk,
    phase: Phase,
    block: usize,
    line: usize,
    /// Lines besides the blocks that are still to be said.
    asides: VecDeque<(EntityId, String)>,
    /// When the next line is due.
    next: Tick,
    /// Disturbances, and when the last was.
    minor: (u32, Tick),
}

fn say(who: EntityId, line: &str) -> Order {
    Order::Say { who, line: line.to_owned() }
}

impl Talking {
    pub(super) fn new(talk: Talk, now: Tick) -> Self {
        let asides = VecDeque::new();
        Self { talk, phase: Phase::Talking, block: 0, line: 0, asides, next: now, minor: (0, now) }
    }

    pub(super) fn block(&self) -> usize {
        self.block
    }

    /// Says one line at once and others in their turn, then takes the block from its beginning.
    fn aside(&mut self, now: Tick, lines: Vec<(EntityId, &str)>, orders: &mut Vec<Order>) {
        self.asides = lines.into_iter().map(|(who, line)| (who, line.to_owned())).collect();
        self.line = 0;
        if let Some((who, line)) = self.asides.pop_front() {
            orders.push(say(who, &line));
        }
        self.next = Tick(now.0 + ticks(self.talk.pace));
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
            Happening::Minor(at) => self.disturbed(members, who, at, now, orders),
            Happening::Returned { found: false } if self.phase == Phase::Away(who) => {
                self.phase = Phase::Talking;
                let talk = self.talk.clone();
                let other = next_to(members, who);
                self.aside(now, vec![(who, &talk.nothing), (other, &talk.rejoin)], orders);
                Fate::Handled
            }
            Happening::Died(at) => {
                if members.is_empty() {
                    return Fate::Over;
                }
                self.asides.clear();
                self.phase = Phase::Missing { at, until: Tick(now.0 + ticks(self.talk.wait)) };
                orders.extend(members.iter().map(|who| Order::Wait { who: *who }));
                Fate::Handled
            }
            Happening::Returned { found: true } | Happening::Seen(..) | Happening::Body(_) => Fate::Broken,
            Happening::Returned { found: false } | Happening::Thrown { .. } | Happening::Arrived => {
                Fate::Handled
            }
        }
    }

    fn disturbed(
        &mut self,
        members: &[EntityId],
        who: EntityId,
        at: DVec2,
        now: Tick,
        orders: &mut Vec<Order>,
    ) -> Fate {
        match self.phase {
            // They wait for somebody already, or are about to go and look: it is taken in, and changes nothing.
            Phase::Missing { .. } => return Fate::Handled,
            // Who is on the way looks there instead.
            Phase::Away(scout) => {
                orders.push(Order::Investigate { who: scout, at });
                return Fate::Handled;
            }
            Phase::Talking => {}
        }
        let (count, last) = self.minor;
        let count = if now.since(last) > ticks(self.talk.calm) { 1 } else { count + 1 };
        self.minor = (count, now);
        let (talk, other) = (self.talk.clone(), next_to(members, who));
        if count < 2 {
            self.aside(
                now,
                vec![(who, &talk.break_out), (other, &talk.dismiss), (other, &talk.rejoin)],
                orders,
            );
        } else {
            self.asides.clear();
            self.phase = Phase::Away(other);
            orders.push(say(who, &talk.go));
            orders.push(Order::Investigate { who: other, at });
            orders.extend(members.iter().filter(|m| **m != other).map(|who| Order::Wait { who: *who }));
        }
        Fate::Handled
    }

    pub(super) fn tick(&mut self, members: &[EntityId], now: Tick, orders: &mut Vec<Order>) -> Fate {
        match self.phase {
            Phase::Away(scout) if members.contains(&scout) => Fate::Handled,
            // Who went to look has left the group alive: the others talk on, if there are enough.
            Phase::Away(_) => {
                self.phase = Phase::Talking;
                self.resume(members, now, orders);
                Fate::Handled
            }
            Phase::Missing { until, .. } if now < until => Fate::Handled,
            Phase::Missing { at, .. } => {
                if let Some(who) = members.first() {
                    orders.push(say(*who, &self.talk.call));
                    orders.push(Order::Investigate { who: *who, at });
                }
                Fate::Over
            }
            Phase::Talking if now < self.next => Fate::Handled,
            Phase::Talking => self.speak(members, now, orders),
        }
    }

    fn speak(&mut self, members: &[EntityId], now: Tick, orders: &mut Vec<Order>) -> Fate {
        self.next = Tick(now.0 + ticks(self.talk.pace));
        if let Some((who, line)) = self.asides.pop_front() {
            // Somebody may have left since the line was meant for them.
            let who = if members.contains(&who) { who } else { members[0] };
            orders.push(say(who, &line));
            return Fate::Handled;
        }
        let Some(block) = self.talk.blocks.get(self.block) else { return Fate::Over };
        if let Some(line) = block.get(self.line) {
            orders.push(say(members[self.line % members.len()], line));
            self.line += 1;
        }
        if self.line >= block.len() {
            (self.block, self.line) = (self.block + 1, 0);
        }
        Fate::Handled
    }

    pub(super) fn resume(&mut self, members: &[EntityId], now: Tick, orders: &mut Vec<Order>) {
        if let (Phase::Talking, Some(who)) = (&self.phase, members.first()) {
            let rejoin = self.talk.rejoin.clone();
            self.aside(now, vec![(*who, &rejoin)], orders);
        }
    }
}

/// The member after somebody, in turn.
fn next_to(members: &[EntityId], who: EntityId) -> EntityId {
    let at = members.iter().position(|member| *member == who).unwrap_or(0);
    members.get((at + 1) % members.len().max(1)).copied().unwrap_or(who)
}
