//! Snapshots: what a guest's character perceives, many times a second, over a channel that may lose packets.
//!
//! A [`Sender`] keeps, per guest, the last state of each entity the guest has acknowledged. A record is coded against
//! that baseline *as predicted to now* ([`crate::state::EntityState::predicted`]), so a straight walker costs nothing
//! and a turning one a few bytes. Whatever a lost packet held is sent again, coded afresh: there is no retransmission
//! of old news. A [`Receiver`] keeps the last states it was sent, by packet number modulo 32, to find the baseline.
//!
//! Entities are named by small slot numbers within a connection. Entering and leaving travel in the same packets and are
//! repeated until acknowledged, so there is no order to keep between this channel and the reliable one.

mod receiver;
mod record;
mod sender;

pub use receiver::{Receiver, Snapshot};
pub use sender::{Sender, SenderConfig, SenderStats};

use crate::bits::{BitReader, BitWriter, Malformed};
use crate::intent::{read_chunk_pos, write_chunk_pos};
use crate::seq::Seq;
use crate::state::Pose;
use wold_space::{ChunkPos, DVec2, Tick};

/// Bytes a datagram may have so that it crosses every common path unfragmented.
pub const MTU: usize = 1200;

/// Fine steps in a metre of one's own place: prediction needs better than others need.
const OWN_STEPS: f64 = 4096.0;
const OWN_STEP_BITS: u32 = 17;
/// Steps in a metre per second of one's own velocity.
const OWN_SPEED_STEPS: f64 = 256.0;

/// A guest's own body, exactly enough to predict from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OwnState {
    /// Number of the last steering the world has applied.
    pub steering: Option<Seq>,
    /// Where the body is, in metres.
    pub place: DVec2,
    /// Its velocity in metres per second.
    pub velocity: DVec2,
    /// Storey, 0 the ground.
    pub level: u8,
    /// How it holds itself.
    pub pose: Pose,
    /// Breath left, 255 fresh.
    pub stamina: u8,
    /// Health, 255 unhurt.
    pub health: u8,
    /// Hunger, 0 sated to 255 starving.
    pub hunger: u8,
}

impl OwnState {
    /// The state as it arrives: rounded to what the wire keeps.
    #[must_use]
    pub fn rounded(&self) -> Self {
        let mut w = BitWriter::default();
        self.write(&mut w, true);
        Self::read(&mut BitReader::new(&w.finish()), &Self::default()).expect("our own bytes decode")
    }

    fn vitals(&self) -> [u8; 3] {
        [self.stamina, self.health, self.hunger]
    }

    fn write(&self, w: &mut BitWriter, vitals: bool) {
        w.bit(self.steering.is_some());
        if let Some(seq) = self.steering {
            w.bits(u64::from(seq.0), 16);
        }
        let chunk = ChunkPos::of(self.place);
        let local = (self.place - chunk.origin()) * OWN_STEPS;
        let most = (1u64 << OWN_STEP_BITS) - 1;
        write_chunk_pos(w, chunk);
        w.bits((local.x.max(0.0) as u64).min(most), OWN_STEP_BITS);
        w.bits((local.y.max(0.0) as u64).min(most), OWN_STEP_BITS);
        // `as` saturates, so a wild velocity is clipped, not wrapped.
        let velocity =
            [self.velocity.x, self.velocity.y].map(|part| libm::round(part * OWN_SPEED_STEPS) as i16);
        w.bit(velocity != [0, 0]);
        if velocity != [0, 0] {
            velocity.iter().for_each(|&part| w.signed_bits(i32::from(part), 16));
        }
        w.bits(u64::from(self.level & 7), 3);
        w.bits(self.pose as u64, 3);
        w.bit(vitals);
        if vitals {
            self.vitals().iter().for_each(|&part| w.byte(part));
        }
    }

    /// Vitals are told only when they change; otherwise they are as in `last`.
    fn read(r: &mut BitReader, last: &Self) -> Result<Self, Malformed> {
        let steering = if r.bit()? { Some(Seq(r.bits(16)? as u16)) } else { None };
        let chunk = read_chunk_pos(r)?;
        let local = DVec2::new(r.bits(OWN_STEP_BITS)? as f64, r.bits(OWN_STEP_BITS)? as f64) / OWN_STEPS;
        let velocity = if r.bit()? {
            DVec2::new(f64::from(r.signed_bits(16)?), f64::from(r.signed_bits(16)?)) / OWN_SPEED_STEPS
        } else {
            DVec2::ZERO
        };
        let (level, pose) = (r.bits(3)? as u8, Pose::from_bits(r.bits(3)? as u8));
        let [stamina, health, hunger] =
            if r.bit()? { [r.byte()?, r.byte()?, r.byte()?] } else { last.vitals() };
        Ok(Self { steering, place: chunk.origin() + local, velocity, level, pose, stamina, health, hunger })
    }
}

/// What every snapshot begins with.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Header {
    seq: Seq,
    tick: Tick,
    own: OwnState,
}

impl Header {
    fn write(&self, w: &mut BitWriter, vitals: bool) {
        w.bits(u64::from(self.seq.0), 16);
        w.number(self.tick.0, 7);
        self.own.write(w, vitals);
    }

    fn read(r: &mut BitReader, last: &OwnState) -> Result<Self, Malformed> {
        Ok(Self { seq: Seq(r.bits(16)? as u16), tick: Tick(r.number(7)?), own: OwnState::read(r, last)? })
    }
}

/// A state that was sent in a packet, valid at a tick: something a later record can be coded against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Baseline {
    seq: Seq,
    tick: Tick,
    state: crate::state::EntityState,
}

/// Slots are coded as Rice-coded gaps with this parameter: of a hundred in view a dozen have news.
const GAP_RICE: u32 = 3;

/// Baselines are named by packet number modulo this.
const RING: usize = 32;

fn ring_index(seq: Seq) -> usize {
    usize::from(seq.0) % RING
}

#[cfg(test)]
mod tests;
