//! A file of the log: a head that says where in the log it begins, then records without gaps.
//!
//! Head: `"wold-log" | format (1) | 0 (3) | version (4) | seed (8) | created (8) | epoch (8) | tick before (8) | offset (8) | chain (32) | crc32 (4)`.
//! Since records have no gaps, a record's place in the file follows from its offset in the log.
//!
//! [`walk`] reads a file that may be damaged anywhere and finds the stretches that are whole. Behind damage it goes on only where
//! the next record is known to begin: at the end of the damaged one by its length, or where a whole snapshot says the log stood. It never
//! looks for records in between, so that nobody can hide a forged one in a payload.

use wold_space::Tick;

use super::WorldMeta;
use super::head;
use super::record::{EPOCH, Fields, Tail, UNKNOWN, read, said_length};

const MAGIC: [u8; 8] = *b"wold-log";
const FORMAT: u8 = 1;
/// Bytes of the head.
pub(super) const HEAD: usize = head::COMMON + 8 + TAIL;
/// Bytes of a place in the log.
pub(super) const TAIL: usize = 8 + 8 + 32;
/// Bytes of a file that are looked at; none is written that long.
pub(super) const MOST_BYTES: u64 = 2 * 1024 * 1024 * 1024;

/// What a segment says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub meta: WorldMeta,
    /// The place in the log where it begins.
    pub before: Tail,
}

impl Head {
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = head::begin(MAGIC, FORMAT, &self.meta);
        bytes.extend(EPOCH.to_le_bytes());
        write_tail(&self.before, &mut bytes);
        head::finish(bytes)
    }

    pub fn read(bytes: &[u8]) -> Result<Self, &'static str> {
        match head::read(bytes, MAGIC, HEAD)? {
            (FORMAT, meta, mut fields) => {
                let _epoch: [u8; 8] = fields.take()?;
                Ok(Self { meta, before: read_tail(&mut fields)? })
            }
            _ => Err(head::UNKNOWN),
        }
    }
}

/// No tick at all, in bytes.
const NO_TICK: u64 = u64::MAX;

pub(super) fn write_tail(tail: &Tail, bytes: &mut Vec<u8>) {
    bytes.extend(tail.tick.map_or(NO_TICK, |tick| tick.0).to_le_bytes());
    bytes.extend(tail.offset.to_le_bytes());
    bytes.extend(tail.chain);
}

pub(super) fn read_tail(fields: &mut Fields<'_>) -> Result<Tail, &'static str> {
    let tick = u64::from_le_bytes(fields.take()?);
    let offset = u64::from_le_bytes(fields.take()?);
    Ok(Tail { tick: (tick != NO_TICK).then_some(Tick(tick)), offset, chain: fields.take()? })
}

/// Records that hold together, without gap or damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Where in the file it begins.
    pub at: u64,
    /// Where in the log it begins.
    pub before: Tail,
    /// Its end in the log.
    pub after: Tail,
    /// Its end in the log when an append that is not whole is left out.
    pub committed: Tail,
    /// The tick of its first record.
    pub first: Tick,
}

impl Run {
    /// The place in the file of a place in the log.
    pub fn place_of(&self, tail: &Tail) -> u64 {
        self.at + (tail.offset - self.before.offset)
    }
}

/// Bytes of a file that belong to no run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hole {
    pub from: u64,
    pub to: u64,
    pub reason: &'static str,
}

/// What a walk through a file found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Walk {
    pub head: Option<Head>,
    pub runs: Vec<Run>,
    pub holes: Vec<Hole>,
}

/// Reads a segment. `expected` is the place in the log where it should begin, for a damaged head; `known` are places in the log that are
/// vouched for elsewhere.
pub(super) fn walk(bytes: &[u8], expected: Option<Tail>, known: &[Tail]) -> Walk {
    let mut found = Walk::default();
    let start = match Head::read(bytes) {
        Ok(head) => {
            let before = head.before;
            found.head = Some(head);
            Some(before)
        }
        Err(reason) => {
            found.holes.push(Hole { from: 0, to: HEAD.min(bytes.len()) as u64, reason });
            // The place before the first record, by the segment before or by the record itself.
            match bytes.get(HEAD..).and_then(standing_before) {
                Some(first) => expected.filter(|tail| tail.offset == first.offset).or(Some(first)),
                None => expected,
            }
        }
    };
    let Some(start) = start else {
        let reason = "where it begins in the log cannot be told";
        found.holes.push(Hole { from: HEAD.min(bytes.len()) as u64, to: bytes.len() as u64, reason });
        found.holes.retain(|hole| hole.from < hole.to);
        return found;
    };
    let origin = start.offset;
    let (mut at, mut next) = (HEAD, Some(start));
    while let Some(before) = next.take() {
        let (run, end, reason) = run_from(bytes, at, before);
        found.runs.extend(run);
        if end >= bytes.len() {
            break;
        }
        let resumed = resume_behind(bytes, end, origin, known);
        let to = resumed.map_or(bytes.len(), |(place, _)| place);
        found.holes.push(Hole { from: end as u64, to: to as u64, reason });
        if let Some((place, tail)) = resumed {
            at = place;
            next = Some(tail);
        }
    }
    found
}

/// Reads records as long as they fit; also the place of the first that does not, and why.
fn run_from(bytes: &[u8], at: usize, before: Tail) -> (Option<Run>, usize, &'static str) {
    let (mut end, mut after, mut committed, mut first) = (at, before, before, None);
    let reason = loop {
        let rest = bytes.get(end..).unwrap_or_default();
        if rest.is_empty() {
            break "";
        }
        match after.pull(rest) {
            Ok(found) => {
                end += found.length;
                first = first.or(Some(found.record.tick));
                if found.ends {
                    committed = after;
                }
            }
            Err(reason) => break reason,
        }
    };
    let run = first.map(|first| Run { at: at as u64, before, after, committed, first });
    (run, end, reason)
}

/// The next place behind damage at `end` where a record is known to begin.
fn resume_behind(bytes: &[u8], end: usize, origin: u64, known: &[Tail]) -> Option<(usize, Tail)> {
    let place_of = |offset: u64| usize::try_from(offset.checked_sub(origin)?).ok()?.checked_add(HEAD);
    let vouched = known
        .iter()
        .filter_map(|tail| Some((place_of(tail.offset)?, *tail)))
        .filter(|&(place, mut tail)| {
            place > end && bytes.get(place..).is_some_and(|rest| tail.pull(rest).is_ok())
        })
        .min_by_key(|&(place, _)| place);
    let by_length = said_length(&bytes[end..]).and_then(|length| {
        let place = end + length;
        let tail = standing_before(bytes.get(place..)?)?;
        (place_of(tail.offset) == Some(place)).then_some((place, tail))
    });
    match (vouched, by_length) {
        (Some(a), Some(b)) => Some(if b.0 < a.0 { b } else { a }),
        (a, b) => a.or(b),
    }
}

/// The place in the log before a record of which nothing else is known.
fn standing_before(bytes: &[u8]) -> Option<Tail> {
    let (found, after) = read(bytes).ok()?;
    let offset = after.offset - found.length as u64;
    Some(Tail { tick: found.record.tick.0.checked_sub(1).map(Tick), offset, chain: UNKNOWN })
}
