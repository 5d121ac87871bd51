//! What one watcher of a relay is told.
//!
//! Contract: an [`Onlooker`] compares what it has told with what the [`Mirror`] holds and tells the difference, so that a watcher that was slow, came late or changed to another mirror is told exactly
//! what it lacks. Snapshots go by [`Sender`], against what that watcher has acknowledged and at its own line's pace: a newer one always makes the older old. Land goes nearest first, so many bytes a beat. Cost: by what is in
//! sight, once a beat.

use crate::mirror::{Mirror, Sheet};
use bytes::Bytes;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;
use wold_space::{ChunkPos, EntityId, GuestId, Tick};
use wold_wire::message::Watching;
use wold_wire::snapshot::SenderConfig;
use wold_wire::{Card, Frame, FromHost, Sender, SteeringPacket, Surroundings, Welcome};

/// Bytes of land told in one beat.
const LAND_BYTES: usize = 24 * 1024;
/// Farthest view anybody may ask for, in rings of chunks.
const MOST_RINGS: u8 = 16;

/// What a watcher holds of a chunk, by the mirror's counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Held {
    version: u64,
    swung: u64,
}

/// One watcher of a relay.
pub struct Onlooker {
    guest: GuestId,
    view: u8,
    /// The mirror's epoch it was welcomed in.
    epoch: Option<u64>,
    sender: Sender,
    packet: Option<SteeringPacket>,
    known: BTreeMap<EntityId, Arc<Card>>,
    shown: Option<Tick>,
    held: BTreeMap<ChunkPos, Held>,
    /// The mirror's stamp when there was no land left to tell.
    land_stamp: Option<u64>,
    told: Surroundings,
    watching: Option<Watching>,
}

impl Onlooker {
    /// Somebody who was told nothing yet.
    #[must_use]
    pub fn new(guest: GuestId, view: u8) -> Self {
        Self {
            guest,
            view: view.clamp(1, MOST_RINGS),
            epoch: None,
            sender: Sender::new(SenderConfig::default()),
            packet: None,
            known: BTreeMap::new(),
            shown: None,
            held: BTreeMap::new(),
            land_stamp: None,
            told: Surroundings::default(),
            watching: None,
        }
    }

    /// Takes down which snapshots have reached it.
    pub fn acknowledge(&mut self, packet: SteeringPacket) {
        self.packet = Some(packet);
    }

    /// It wants to see land so far, in rings of chunks.
    pub fn see(&mut self, rings: u8) {
        self.view = rings.clamp(1, MOST_RINGS);
        self.land_stamp = None;
    }

    /// It no longer holds these chunks.
    pub fn dropped(&mut self, chunks: &[ChunkPos]) {
        for pos in chunks {
            self.held.remove(pos);
        }
        self.land_stamp = None;
    }

    /// It looks into another mirror from now on.
    pub fn turn(&mut self) {
        (self.epoch, self.shown, self.land_stamp) = (None, None, None);
    }

    /// A beat: what it is to be told of a mirror now. `sights` are the names of all there is to watch here.
    pub fn tell(&mut self, mirror: &Mirror, sights: &[String], out: &mut Vec<Frame>) {
        let Some(welcome) = mirror.welcome() else { return };
        let mut say = |message: Bytes| out.push(Frame::Reliable(message));
        if self.epoch == Some(mirror.epoch()) {
            mirror.said().iter().cloned().for_each(&mut say);
        } else {
            self.epoch = Some(mirror.epoch());
            self.told = Surroundings::default();
            self.watching = None;
            say(encoded(&FromHost::Welcome(self.welcome(welcome))));
            mirror.greeting().for_each(&mut say);
            for letter in mirror.hearer().retold() {
                say(encoded(&FromHost::Told { letter }));
            }
        }
        let watching = viewpoint(mirror.watching(), sights);
        if self.watching.as_ref() != Some(&watching) {
            say(encoded(&FromHost::Watching(watching.clone())));
            self.watching = Some(watching);
        }
        if let Some(felt) = self.told.difference(mirror.surroundings()) {
            say(encoded(&FromHost::Felt(felt)));
            self.told = mirror.surroundings().clone();
        }
        if self.shown != Some(mirror.tick()) {
            self.shown = Some(mirror.tick());
            out.push(Frame::Datagram(self.show(mirror).into()));
        }
        if self.land_stamp != Some(mirror.land_stamp()) {
            self.tell_land(mirror, out);
        }
    }

    fn welcome(&self, of: &Welcome) -> Welcome {
        Welcome { guest: self.guest, view: self.view.min(of.view), ..of.clone() }
    }

    fn show(&mut self, mirror: &Mirror) -> Vec<u8> {
        let (tick, own) = (mirror.tick(), *mirror.own());
        if let Some(packet) = self.packet.take() {
            self.sender.acknowledged(tick, &packet.acks);
        }
        let sender = &mut self.sender;
        let entities = mirror.entities();
        self.known.retain(|id, card| {
            let stays = entities.get(id).is_some_and(|shown| shown.card == *card);
            if !stays {
                sender.leave(tick, *id);
            }
            stays
        });
        for (&id, shown) in entities {
            let state = shown.at(tick);
            let distance = state.place().distance(own.place);
            match self.known.entry(id) {
                Entry::Occupied(_) => sender.offer(tick, id, state, distance),
                Entry::Vacant(unknown) => {
                    unknown.insert(shown.card.clone());
                    sender.enter(tick, shown.card.clone(), state, distance);
                }
            }
        }
        sender.pack(tick, own)
    }

    fn tell_land(&mut self, mirror: &Mirror, out: &mut Vec<Frame>) {
        let land = mirror.land();
        self.held.retain(|&pos, _| {
            let stays = land.contains_key(&pos);
            if !stays {
                out.push(Frame::Reliable(encoded(&FromHost::Forget(pos))));
            }
            stays
        });
        let place = mirror.own().place;
        let here = ChunkPos::of(place);
        let lacks = |(pos, sheet): &(&ChunkPos, &Sheet)| match self.held.get(pos) {
            Some(held) => held.version < sheet.version || held.swung < sheet.swung,
            None => pos.rings_to(here) <= self.view.into(),
        };
        let mut wanted: Vec<(&ChunkPos, &Sheet)> = land.iter().filter(lacks).collect();
        wanted.sort_by(|(a, _), (b, _)| {
            let distance = |pos: &ChunkPos| pos.centre().distance_squared(place);
            distance(a).total_cmp(&distance(b)).then(a.cmp(b))
        });
        let mut left = LAND_BYTES;
        for (&pos, sheet) in wanted {
            for message in self.lacking(pos, sheet) {
                left = left.saturating_sub(message.len());
                out.push(Frame::Reliable(message));
            }
            self.held.insert(pos, Held { version: sheet.version, swung: sheet.swung });
            if left == 0 {
                return;
            }
        }
        self.land_stamp = Some(mirror.land_stamp());
    }

    /// What is missing of a chunk.
    fn lacking(&self, pos: ChunkPos, sheet: &Sheet) -> Vec<Bytes> {
        let held = self.held.get(&pos);
        let has_land = held.is_some_and(|held| held.version >= sheet.made);
        let mut messages = Vec::new();
        if !has_land {
            messages.push(sheet.whole.clone());
        } else if held.is_some_and(|held| held.version < sheet.version) {
            messages.push(sheet.changed.clone());
        }
        // A chunk comes with all its doors shut.
        if !has_land || held.is_some_and(|held| held.swung < sheet.swung) {
            messages.extend(sheet.doors.clone());
        }
        messages
    }
}

fn encoded(message: &FromHost) -> Bytes {
    message.encode().into()
}

/// The host's word on the viewpoint, as it holds for those who share it: they cannot fly it, and follow whom the relay carries.
fn viewpoint(of: &Watching, sights: &[String]) -> Watching {
    Watching { pace: 0, follows: false, sights: sights.to_vec(), ..of.clone() }
}

#[cfg(test)]
#[path = "onlooker_tests.rs"]
mod tests;
