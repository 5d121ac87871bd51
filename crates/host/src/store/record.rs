//! How a record lies in the log, and the chain that ties records together.
//!
//! `crc32 (4) | has hash (1) | offset (8) | chain (32) | hash (32 if any) | payload`, numbers little endian. The CRC-32 is over
//! everything behind it.
//! `chain = blake3(chain before | tick | has hash | hash | payload)`; before the first record stands the chain of the world's
//! seed and version.
//! `offset` counts the bytes of all records before this one. A missing, doubled or exchanged record breaks the chain.

use bytes::Bytes;
use wold_space::Tick;

use super::{TickRecord, WorldMeta};

const CRC: usize = 4;
const HEAD: usize = CRC + 1 + 8 + 32;

/// The end of a log: what the next record is tied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    pub tick: Option<Tick>,
    pub offset: u64,
    chain: [u8; 32],
}

impl Tail {
    /// The end of an empty log.
    pub fn of_world(meta: &WorldMeta) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("wold log of a world by seed and version");
        hasher.update(&meta.seed.to_le_bytes()).update(&meta.version.to_le_bytes());
        Self { tick: None, offset: 0, chain: *hasher.finalize().as_bytes() }
    }

    /// Whether `tick` may come next.
    pub fn precedes(&self, tick: Tick) -> bool {
        self.tick.is_none_or(|last| last < tick)
    }

    /// Writes a record and moves behind it.
    pub fn push(&mut self, record: &TickRecord) -> Vec<u8> {
        let chain = link(&self.chain, record);
        let mut bytes = Vec::with_capacity(HEAD + 32 + record.payload.len());
        bytes.extend([0; CRC]);
        bytes.push(u8::from(record.hash.is_some()));
        bytes.extend(self.offset.to_le_bytes());
        bytes.extend(chain);
        bytes.extend(record.hash.iter().flatten());
        bytes.extend(&record.payload);
        let crc = crc32fast::hash(&bytes[CRC..]);
        bytes[..CRC].copy_from_slice(&crc.to_le_bytes());
        *self = Self { tick: Some(record.tick), offset: self.offset + bytes.len() as u64, chain };
        bytes
    }

    /// Reads the record that comes next and moves behind it; says what does not fit.
    pub fn pull(&mut self, tick: Tick, bytes: &[u8]) -> Result<TickRecord, &'static str> {
        let (record, after) = read(tick, bytes)?;
        if after.offset != self.offset + bytes.len() as u64 || after.chain != link(&self.chain, &record) {
            return Err("records before it are missing or changed");
        }
        *self = after;
        Ok(record)
    }
}

/// Reads a record without knowing the one before it.
pub(super) fn read(tick: Tick, bytes: &[u8]) -> Result<(TickRecord, Tail), &'static str> {
    let (crc, rest) = bytes.split_first_chunk::<CRC>().ok_or("it is cut short")?;
    if u32::from_le_bytes(*crc) != crc32fast::hash(rest) {
        return Err("its checksum differs");
    }
    let (has_hash, rest) = rest.split_first().ok_or("it is cut short")?;
    let (offset, rest) = rest.split_first_chunk::<8>().ok_or("it is cut short")?;
    let (chain, rest) = rest.split_first_chunk::<32>().ok_or("it is cut short")?;
    let (hash, payload) = match has_hash {
        0 => (None, rest),
        1 => {
            rest.split_first_chunk::<32>().map(|(hash, rest)| (Some(*hash), rest)).ok_or("it is cut short")?
        }
        _ => return Err("it is of an unknown form"),
    };
    let offset = u64::from_le_bytes(*offset).saturating_add(bytes.len() as u64);
    let record = TickRecord { tick, hash, payload: Bytes::copy_from_slice(payload) };
    Ok((record, Tail { tick: Some(tick), offset, chain: *chain }))
}

fn link(before: &[u8; 32], record: &TickRecord) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(before).update(&record.tick.0.to_le_bytes());
    hasher.update(&[u8::from(record.hash.is_some())]);
    if let Some(hash) = &record.hash {
        hasher.update(hash);
    }
    hasher.update(&record.payload);
    *hasher.finalize().as_bytes()
}

/// A snapshot, account or value with its CRC-32 in front. The key is part of the sum, so that entries cannot change places.
pub(super) fn seal(key: &[u8], value: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(CRC + value.len());
    bytes.extend(sum(key, value).to_le_bytes());
    bytes.extend(value);
    bytes
}

/// The value of a sealed entry; none if it is damaged.
pub(super) fn unseal(key: &[u8], bytes: &[u8]) -> Option<Bytes> {
    let (crc, value) = bytes.split_first_chunk::<CRC>()?;
    (u32::from_le_bytes(*crc) == sum(key, value)).then(|| Bytes::copy_from_slice(value))
}

fn sum(key: &[u8], value: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(key);
    hasher.update(value);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const META: WorldMeta = WorldMeta { seed: 42, version: 1, created: 0 };

    fn record(tick: u64, payload: &'static [u8]) -> TickRecord {
        TickRecord {
            tick: Tick(tick),
            hash: tick.is_multiple_of(2).then_some([9; 32]),
            payload: payload.into(),
        }
    }

    #[test]
    fn a_missing_or_exchanged_record_breaks_the_chain() {
        let mut tail = Tail::of_world(&META);
        let written = [record(1, b"a"), record(2, b"b"), record(5, b"c")].map(|r| (r.tick, tail.push(&r)));
        let read = |order: &[usize]| {
            let mut tail = Tail::of_world(&META);
            order.iter().all(|&index| tail.pull(written[index].0, &written[index].1).is_ok())
        };
        assert!(read(&[0, 1, 2]));
        assert!(!read(&[0, 2]) && !read(&[1]) && !read(&[0, 0]) && !read(&[1, 0]));
        let mut other = Tail::of_world(&WorldMeta { seed: 43, ..META });
        assert!(other.pull(written[0].0, &written[0].1).is_err(), "a log of another seed does not fit");
    }

    proptest! {
        #[test]
        fn any_flipped_bit_and_any_cut_is_found(
            payload in proptest::collection::vec(any::<u8>(), 0..64),
            hash in any::<Option<[u8; 32]>>(),
            place in any::<prop::sample::Index>(),
            bit in 0u8..8,
        ) {
            let record = TickRecord { tick: Tick(7), hash, payload: payload.into() };
            let bytes = Tail::of_world(&META).push(&record);
            let pull = |bytes: &[u8]| Tail::of_world(&META).pull(Tick(7), bytes);
            prop_assert_eq!(pull(&bytes), Ok(record));
            let place = place.index(bytes.len());
            let mut flipped = bytes.clone();
            flipped[place] ^= 1 << bit;
            prop_assert!(pull(&flipped).is_err());
            prop_assert!(pull(&bytes[..place]).is_err());
            prop_assert!(Tail::of_world(&META).pull(Tick(8), &bytes).is_err(), "its tick is part of it");
        }
    }
}
