//! What a host of a world does: deltas against what a guest has acknowledged, only of whom it would predict wrongly, shown by reckoning.
//!
//! The very sender and receiver of the protocol. Acknowledgements come back over a link as bad as the other; they travel with steerings, which everybody sends
//! anyway, and are not counted. A guest's clock runs with the ticks it is told of, so it shows the world as old as its news is.

use super::watch::{Conditions, Post, TICK, Technique};
use super::yard::{STEP, STEPS_PER_SECOND, Yard};
use std::collections::BTreeMap;
use std::sync::Arc;
use wold_chance::Seed;
use wold_space::{DVec2, EntityId, Tick};
use wold_wire::network::Link;
use wold_wire::reckoning::{Habit, Reckoner, ReckoningConfig, Report};
use wold_wire::snapshot::SenderConfig;
use wold_wire::state::{SPEED_STEPS, metres_to_steps, turn_to_byte};
use wold_wire::{Card, EntityKind, EntityState, Frame, OwnState, Receiver, Sender, SteeringPacket};

/// Both ends.
pub struct World {
    sender: Sender,
    receiver: Receiver,
    back: Link,
    seen: BTreeMap<EntityId, Reckoner>,
    shape: ReckoningConfig,
    /// The least seconds that news took: how far the guest's clock is behind.
    behind: f64,
    work: u64,
}

impl World {
    /// Nobody is in view yet.
    pub fn new(conditions: &Conditions) -> Self {
        Self {
            sender: Sender::new(SenderConfig::default()),
            receiver: Receiver::default(),
            back: Link::new(conditions.link, Seed(conditions.seed), 1),
            seen: BTreeMap::new(),
            shape: ReckoningConfig::default(),
            behind: f64::INFINITY,
            work: 0,
        }
    }

    fn show(&mut self, clock: f64, time: f64, id: EntityId, state: &EntityState) {
        let report =
            Report { time, place: state.place(), velocity: state.velocity(), acceleration: DVec2::ZERO };
        self.work += 1;
        match self.seen.get_mut(&id) {
            Some(track) => track.receive(&self.shape, clock, report, Habit::default()),
            None => {
                self.seen.insert(id, Reckoner::new(report, Habit::default()));
            }
        }
    }
}

fn id(number: usize) -> EntityId {
    EntityId(number as u64 + 1)
}

fn state(report: &Report) -> EntityState {
    let course = turn_to_byte(report.velocity.to_angle() / std::f64::consts::TAU);
    EntityState {
        x: metres_to_steps(report.place.x),
        y: metres_to_steps(report.place.y),
        course,
        heading: course,
        // A world knows nobody as fast as an arrow: it is told again and again.
        speed: (report.velocity.length() * SPEED_STEPS).round().min(255.0) as u8,
        ..Default::default()
    }
}

impl Technique for World {
    fn tell(&mut self, step: usize, yard: &Yard, post: &mut Post) {
        let tick = Tick((step / TICK) as u64);
        let micros = (step * 1_000_000 / STEPS_PER_SECOND) as u64;
        let got = SteeringPacket { acks: self.receiver.acks(), ..Default::default() };
        self.back.send(micros, Frame::Datagram(got.encode().into()));
        for frame in self.back.receive(micros) {
            if let Ok(packet) = SteeringPacket::decode(frame.bytes()) {
                self.sender.acknowledged(tick, &packet.acks);
            }
        }
        for (number, track) in yard.tracks.iter().enumerate() {
            let Some(report) = track.at(step) else {
                self.sender.leave(tick, id(number));
                continue;
            };
            let (state, distance) = (state(report), report.place.length());
            self.work += 1;
            if self.sender.tells_of(id(number)) {
                self.sender.offer(tick, id(number), state, distance);
            } else {
                let card =
                    Card { id: id(number), kind: EntityKind::INHABITANT, name: String::new(), look: 0 };
                self.sender.enter(tick, Arc::new(card), state, distance);
            }
        }
        let bytes = self.sender.pack(tick, OwnState::default());
        post.throw(bytes);
    }

    fn hear(&mut self, now: f64, bytes: &[u8]) {
        let Ok(Some(snapshot)) = self.receiver.take(bytes) else { return };
        let time = snapshot.tick.0 as f64 * TICK as f64 * STEP;
        self.behind = self.behind.min(now - time);
        let clock = now - self.behind;
        for gone in snapshot.left {
            self.seen.remove(&gone);
        }
        for (card, state) in snapshot.entered {
            self.show(clock, time, card.id, &state);
        }
        for (id, state) in snapshot.updated {
            self.show(clock, time, id, &state);
        }
    }

    fn shown(&mut self, now: f64, mover: usize) -> Option<DVec2> {
        self.work += 1;
        Some(self.seen.get(&id(mover))?.place(&self.shape, now - self.behind))
    }

    fn work(&self) -> u64 {
        self.work
    }
}
