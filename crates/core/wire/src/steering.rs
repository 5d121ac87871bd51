//! The datagram a guest sends every step: its last few steerings and what snapshots it has got.
//!
//! Steering is repeated until a newer datagram makes it old, so a lost datagram costs nothing. Numbers that run backwards
//! or repeat are the receiver's to ignore.

use crate::bits::{BitReader, BitWriter, Coded, Malformed};
use crate::seq::{Acks, Seq};
use wold_lore::intent::Steering;

/// Steerings one datagram may carry.
pub const MOST_STEERINGS: usize = 8;

/// How the datagram's bits lie, in words, for the protocol's hash.
pub(crate) fn layout() -> String {
    format!(
        "option of newest bits16, before bits32; number bits16; count bits4, at most {MOST_STEERINGS}; each: same bit, else steering"
    )
}

/// A guest's datagram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SteeringPacket {
    /// Snapshots received.
    pub acks: Acks,
    /// Number of the newest steering.
    pub newest: Seq,
    /// Steerings with consecutive numbers, the last being `newest`.
    pub steerings: Vec<Steering>,
}

impl SteeringPacket {
    /// The datagram's bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut w = BitWriter::default();
        w.bit(self.acks.newest.is_some());
        if let Some(newest) = self.acks.newest {
            w.bits(u64::from(newest.0), 16);
            w.bits(u64::from(self.acks.before), 32);
        }
        w.bits(u64::from(self.newest.0), 16);
        let count = self.steerings.len().min(MOST_STEERINGS);
        w.bits(count as u64, 4);
        let mut last = None;
        for steering in &self.steerings[self.steerings.len() - count..] {
            let same = last == Some(*steering);
            w.bit(same);
            if !same {
                steering.write(&mut w);
            }
            last = Some(*steering);
        }
        w.finish()
    }

    /// The packet in those bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut r = BitReader::new(bytes);
        let acks = if r.bit()? {
            Acks { newest: Some(Seq(r.bits(16)? as u16)), before: r.bits(32)? as u32 }
        } else {
            Acks::default()
        };
        let newest = Seq(r.bits(16)? as u16);
        let count = r.bits(4)? as usize;
        if count > MOST_STEERINGS {
            return Err(Malformed::OutOfRange { field: "steerings", value: count as u64 });
        }
        let mut steerings: Vec<Steering> = Vec::with_capacity(count);
        for _ in 0..count {
            let steering = match (r.bit()?, steerings.last()) {
                (true, Some(&last)) => last,
                (true, None) => return Err(Malformed::OutOfRange { field: "repeated steering", value: 0 }),
                (false, _) => Steering::read(&mut r)?,
            };
            steerings.push(steering);
        }
        r.end()?;
        Ok(Self { acks, newest, steerings })
    }

    /// The steerings newer than `known`, oldest first, with their numbers.
    pub fn newer_than(&self, known: Option<Seq>) -> impl Iterator<Item = (Seq, Steering)> + '_ {
        let count = self.steerings.len() as u16;
        self.steerings
            .iter()
            .enumerate()
            .map(move |(i, &s)| (Seq(self.newest.0.wrapping_sub(count - 1 - i as u16)), s))
            .filter(move |(seq, _)| known.is_none_or(|known| seq.is_after(known)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_lore::intent::Gait;

    #[test]
    fn repeated_steering_costs_one_bit() {
        let walk = Steering { east: 90, north: -90, heading: 224, gait: Gait::Walk };
        let packet = SteeringPacket {
            acks: Acks { newest: Some(Seq(7)), before: 3 },
            newest: Seq(2),
            steerings: vec![walk; 4],
        };
        let bytes = packet.encode();
        assert_eq!(SteeringPacket::decode(&bytes), Ok(packet.clone()));
        assert_eq!(bytes.len(), 13);
        let numbers: Vec<_> = packet.newer_than(Some(Seq(65_535))).map(|(seq, _)| seq.0).collect();
        assert_eq!(numbers, [0, 1, 2], "numbers count on across the wrap");
    }

    #[test]
    fn a_repeat_of_nothing_is_malformed() {
        assert!(SteeringPacket::decode(&[0, 0, 0b11_0010, 0]).is_err());
    }
}
