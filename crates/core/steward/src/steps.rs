//! A guest's steps as they come over a line that loses and delays: one is done in every tick, whether it has come or not.
//!
//! A guest has already shown itself each step it tells of. So the worst a host can do is to do a step at another time than the guest did: then all
//! after it stand elsewhere. Where a step has not come in time, the body goes on as it was last steered, and that *counts as* the step: when the
//! step comes after all it is done already, and who went on straight is never corrected. If it comes and says something else, it is done
//! once more, rightly, and from then on one step is in store for the next that is late.
//!
//! Both ways of being wrong for good are mended once a second: a store that was never needed is let go, since it is mere delay; and numbers that were
//! always counted ahead of the guest's are taken back, since its clock is slower or its line has become longer.
//!
//! Not covered: steps that came within the line's reliable part have no number of their own, and take the newest.

use std::collections::VecDeque;
use wold_space::TICKS_PER_SECOND;
use wold_wire::{Seq, Steering, SteeringPacket};

/// Steps kept when a guest runs ahead of the world; more means it runs on a faster clock.
const MOST_WAITING: usize = 4;
/// Steps that may be done before they have come. What is late by more is a step of its own, so that a slow guest is not left behind.
const MOST_AHEAD: i32 = 4;
/// Ticks without a step after which a body stands: whoever is there sends one in each, and a line that is silent for half a second steers nothing.
const SILENCE_TICKS: u32 = TICKS_PER_SECOND as u32 / 2;
/// Ticks after which a store that was never needed, or a debt that was never paid, is let go.
const BALANCE_TICKS: u32 = TICKS_PER_SECOND as u32;

/// How many steps lay waiting in the ticks of late beyond the one that was due; fewer than none are those that were done before they came.
#[derive(Clone, Copy, Debug)]
struct Balance {
    least: i32,
    most: i32,
    ticks: u32,
}

impl Default for Balance {
    fn default() -> Self {
        Self { least: i32::MAX, most: i32::MIN, ticks: 0 }
    }
}

impl Balance {
    /// Notes how many wait as a tick begins, and answers by how many the guest is early (above zero) or late for good.
    fn note(&mut self, beyond: i32) -> i32 {
        self.least = self.least.min(beyond);
        self.most = self.most.max(beyond);
        self.ticks += 1;
        if self.ticks < BALANCE_TICKS {
            return 0;
        }
        let past = std::mem::take(self);
        past.least.max(0) + past.most.min(0)
    }
}

/// One guest's steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    waiting: VecDeque<(Seq, Steering)>,
    balance: Balance,
    /// The newest that came, and what it says.
    newest: Option<(Seq, Steering)>,
    applied: Option<Seq>,
    steering: Steering,
    /// Ticks since the last step came.
    silence: u32,
}

impl Steps {
    /// The last step that was done, or counts as done.
    pub fn applied(&self) -> Option<Seq> {
        self.applied
    }

    /// Takes what a packet tells that is new.
    pub fn take(&mut self, packet: &SteeringPacket) {
        for (seq, steering) in packet.newer_than(self.newest.map(|(seq, _)| seq)) {
            self.newest = Some((seq, steering));
            let differs = steering != self.steering;
            let is_due = self.applied.is_none_or(|applied| {
                seq.is_after(applied) || seq == applied && differs && self.waiting.is_empty()
            });
            if is_due {
                self.waiting.push_back((seq, steering));
            }
            self.silence = 0;
        }
        self.bound();
    }

    /// Takes a step without a number.
    pub fn take_unnumbered(&mut self, steering: Steering) {
        if let Some((_, heard)) = &mut self.newest {
            *heard = steering;
        }
        let seq = self.newest.map(|(seq, _)| seq).unwrap_or_default();
        self.waiting.push_back((seq, steering));
        self.silence = 0;
        self.bound();
    }

    fn bound(&mut self) {
        let surplus = self.waiting.len().saturating_sub(MOST_WAITING);
        self.waiting.drain(..surplus);
    }

    /// A tick begins: how the body is steered from now on, if that changes. `sends_all` says that the guest tells of every step; others tell
    /// of changes alone, and nothing is missed of them.
    pub fn next(&mut self, sends_all: bool) -> Option<Steering> {
        self.settle(sends_all);
        let next = match self.waiting.pop_front() {
            Some((seq, steering)) => {
                self.applied = Some(seq);
                steering
            }
            None if sends_all => self.guess(),
            None => self.steering,
        };
        self.silence = self.silence.saturating_add(1);
        (next != self.steering).then(|| {
            self.steering = next;
            next
        })
    }

    /// Mends what has been wrong for a second.
    fn settle(&mut self, sends_all: bool) {
        let beyond = match self.waiting.len() as i32 {
            0 => -1 - self.ahead(),
            waiting => waiting - 1,
        };
        // One at a time: each is a step that the guest sees corrected.
        match self.balance.note(beyond).signum() {
            1 => {
                self.waiting.pop_front();
            }
            -1 if sends_all => self.applied = self.applied.map(|seq| Seq(seq.0.wrapping_sub(1))),
            _ => {}
        }
    }

    /// How many steps were done before they came.
    fn ahead(&self) -> i32 {
        match (self.applied, self.newest) {
            (Some(applied), Some((newest, _))) => i32::from(applied.since(newest)).max(0),
            _ => 0,
        }
    }

    /// The step that did not come: as the last one that did.
    fn guess(&mut self) -> Steering {
        if self.silence >= SILENCE_TICKS {
            // Nothing counts while the line is silent: whoever is back goes on from there.
            self.applied = self.newest.map(|(seq, _)| seq).or(self.applied);
            return Steering { east: 0, north: 0, ..self.steering };
        }
        let Some((_, heard)) = self.newest else { return self.steering };
        if self.ahead() < MOST_AHEAD {
            self.applied = self.applied.map(Seq::next);
        }
        heard
    }
}

#[cfg(test)]
#[path = "steps_tests.rs"]
mod tests;
