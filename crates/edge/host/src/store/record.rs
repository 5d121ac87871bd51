//! How a record lies in the log, and the chain that ties records together.
//!
//! `crc32 (4) | length (4) | format (1) | marks (1) | version (4) | epoch (8) | tick (8) | offset (8) | chain (32) | hash (32 if any) | payload`,
//! numbers little endian. The CRC-32 is over everything behind it; `length` counts the whole record, so a torn one is found.
//! `chain = blake3(chain before | tick | has hash | hash | payload)`; before the first record stands the chain of the world's
//! seed and version. `offset` counts the bytes of all records before this one. A missing, doubled or exchanged record breaks the chain.
//! Marks: 1, it has a hash; 2, it is the last of what was appended together. An append that is torn in the middle is none.
//! `epoch` is the owner's: 0 as long as a world has one host.

use bytes::Bytes;
use wold_space::Tick;

use super::{TickRecord, WorldMeta};

const CRC: usize = 4;
/// Bytes before the hash or the payload.
pub(super) const HEAD: usize = CRC + 4 + 1 + 1 + 4 + 8 + 8 + 8 + 32;
/// Bytes of the largest record; a longer length is damage, not a reason to take memory.
pub(super) const MOST_BYTES: usize = 64 * 1024 * 1024;
/// This form of records.
const FORMAT: u8 = 1;
/// Nobody else may own a world yet.
pub(super) const EPOCH: u64 = 0;

/// The chain at a place whose record before is lost: the next record is taken on its checksum's word.
pub(super) const UNKNOWN: [u8; 32] = [0; 32];

const HAS_HASH: u8 = 1;
const ENDS: u8 = 2;

/// A place between two records: what the next record is tied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    /// The tick of the world there; none before the first.
    pub tick: Option<Tick>,
    /// Bytes of log before it.
    pub offset: u64,
    pub chain: [u8; 32],
}

/// A record as it was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub record: TickRecord,
    /// Whether it is the last of its append.
    pub ends: bool,
    /// Its bytes.
    pub length: usize,
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

    /// Writes a record behind `bytes` and moves behind it; `ends` if it is the last of an append.
    pub fn push(&mut self, record: &TickRecord, version: u32, ends: bool, bytes: &mut Vec<u8>) {
        let chain = link(&self.chain, record);
        let start = bytes.len();
        let length = HEAD + record.hash.map_or(0, |_| 32) + record.payload.len();
        bytes.extend([0; CRC]);
        bytes.extend((length as u32).to_le_bytes());
        bytes.push(FORMAT);
        bytes.push(record.hash.map_or(0, |_| HAS_HASH) | if ends { ENDS } else { 0 });
        bytes.extend(version.to_le_bytes());
        bytes.extend(EPOCH.to_le_bytes());
        bytes.extend(record.tick.0.to_le_bytes());
        bytes.extend(self.offset.to_le_bytes());
        bytes.extend(chain);
        bytes.extend(record.hash.iter().flatten());
        bytes.extend(&record.payload);
        let crc = crc32fast::hash(&bytes[start + CRC..]);
        bytes[start..start + CRC].copy_from_slice(&crc.to_le_bytes());
        *self = Self { tick: Some(record.tick), offset: self.offset + length as u64, chain };
    }

    /// Reads the record that comes next at the start of `bytes` and moves behind it; says what does not fit.
    pub fn pull(&mut self, bytes: &[u8]) -> Result<Found, &'static str> {
        let (found, after) = read(bytes)?;
        let offset = after.offset - found.length as u64;
        let chained = self.chain == UNKNOWN || after.chain == link(&self.chain, &found.record);
        let fits = offset == self.offset && chained;
        if !fits || !self.precedes(found.record.tick) {
            return Err("records before it are missing or changed");
        }
        *self = after;
        Ok(found)
    }
}

/// How long the record at the start of `bytes` says it is, if that may be.
pub(super) fn said_length(bytes: &[u8]) -> Option<usize> {
    let length = u32::from_le_bytes(*bytes.get(CRC..)?.first_chunk::<4>()?) as usize;
    (HEAD..=MOST_BYTES).contains(&length).then_some(length)
}

/// Reads the record at the start of `bytes` without knowing the one before it, and the place behind it.
pub(super) fn read(bytes: &[u8]) -> Result<(Found, Tail), &'static str> {
    let length = said_length(bytes).ok_or("it is cut short or of an impossible length")?;
    let bytes = bytes.get(..length).ok_or("it is cut short")?;
    let (crc, rest) = bytes.split_first_chunk::<CRC>().ok_or("it is cut short")?;
    if u32::from_le_bytes(*crc) != crc32fast::hash(rest) {
        return Err("its checksum differs");
    }
    let mut fields = Fields(&rest[4..]);
    let [format, marks] = fields.take()?;
    if format != FORMAT || marks & !(HAS_HASH | ENDS) != 0 {
        return Err("it is of an unknown form");
    }
    let _version: [u8; 4] = fields.take()?;
    let _epoch: [u8; 8] = fields.take()?;
    let tick = Tick(u64::from_le_bytes(fields.take()?));
    let offset = u64::from_le_bytes(fields.take()?);
    let chain = fields.take()?;
    let hash = if marks & HAS_HASH == 0 { None } else { Some(fields.take()?) };
    let after = offset.checked_add(length as u64).ok_or("it is of an unknown form")?;
    let record = TickRecord { tick, hash, payload: Bytes::copy_from_slice(fields.0) };
    Ok((Found { record, ends: marks & ENDS != 0, length }, Tail { tick: Some(tick), offset: after, chain }))
}

/// Bytes that are read field by field.
pub(super) struct Fields<'a>(pub &'a [u8]);

impl Fields<'_> {
    /// The next field.
    pub fn take<const N: usize>(&mut self) -> Result<[u8; N], &'static str> {
        let (field, rest) = self.0.split_first_chunk::<N>().ok_or("it is cut short")?;
        self.0 = rest;
        Ok(*field)
    }
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

    fn written(tail: &mut Tail, record: &TickRecord) -> Vec<u8> {
        let mut bytes = Vec::new();
        tail.push(record, META.version, true, &mut bytes);
        bytes
    }

    #[test]
    fn a_missing_or_exchanged_record_breaks_the_chain() {
        let mut tail = Tail::of_world(&META);
        let written = [record(1, b"a"), record(2, b"b"), record(5, b"c")].map(|r| written(&mut tail, &r));
        let read = |order: &[usize]| {
            let mut tail = Tail::of_world(&META);
            order.iter().all(|&index| tail.pull(&written[index]).is_ok())
        };
        assert!(read(&[0, 1, 2]));
        assert!(!read(&[0, 2]) && !read(&[1]) && !read(&[0, 0]) && !read(&[1, 0]));
        let mut other = Tail::of_world(&WorldMeta { seed: 43, ..META });
        assert!(other.pull(&written[0]).is_err(), "a log of another seed does not fit");
    }

    proptest! {
        #[test]
        fn any_flipped_bit_and_any_cut_is_found(
            payload in proptest::collection::vec(any::<u8>(), 0..64),
            hash in any::<Option<[u8; 32]>>(),
            ends in any::<bool>(),
            place in any::<prop::sample::Index>(),
            bit in 0u8..8,
        ) {
            let record = TickRecord { tick: Tick(7), hash, payload: payload.into() };
            let mut bytes = Vec::new();
            Tail::of_world(&META).push(&record, 1, ends, &mut bytes);
            let pull = |bytes: &[u8]| Tail::of_world(&META).pull(bytes);
            prop_assert_eq!(pull(&bytes), Ok(Found { record, ends, length: bytes.len() }));
            let place = place.index(bytes.len());
            let mut flipped = bytes.clone();
            flipped[place] ^= 1 << bit;
            prop_assert!(pull(&flipped).is_err());
            prop_assert!(pull(&bytes[..place]).is_err());
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = read(&bytes);
        }
    }
}
