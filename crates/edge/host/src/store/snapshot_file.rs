//! A snapshot as a file: the state after a tick, where the log stood there, and the world's small values.
//!
//! `"woldsnap" | format (1) | 0 (3) | version (4) | seed (8) | created (8) | epoch (8) | tick (8) | place in the log (48) | bytes of values (8) |
//! bytes of state (8) | crc32 (4)`, then the values, the state, and the blake3 hash of all of it. It is written whole or not at all.
//!
//! The values are in it so that the world's settings outlive the loss of both books. A file that ends in `.base` is one from which the
//! log is replayed, because what was before it is lost or belongs to other rules; it is kept for good.

use std::collections::BTreeMap;
use std::io;

use bytes::Bytes;
use wold_space::Tick;

use super::WorldMeta;
use super::disk::{Disk, write_whole};
use super::head;
use super::record::{EPOCH, Tail};
use super::segment::{TAIL, read_tail, write_tail};

const MAGIC: [u8; 8] = *b"woldsnap";
const FORMAT: u8 = 1;
/// Bytes before the values.
const HEAD: usize = head::COMMON + 8 + 8 + TAIL + 8 + 8;
const SUM: usize = 32;
/// Bytes of the largest snapshot that is read.
const MOST_BYTES: u64 = 16 * 1024 * 1024 * 1024;

/// The folder of snapshots.
pub(super) const FOLDER: &str = "snapshots";

/// What the small values are called in a snapshot.
pub(super) type Values = BTreeMap<String, Bytes>;

/// What a snapshot says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub meta: WorldMeta,
    pub tick: Tick,
    /// Where the log stood: behind the last record that is in it.
    pub log: Tail,
    values: u64,
    state: u64,
}

/// A snapshot that is whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Snapshot {
    pub head: Head,
    pub values: Values,
    pub state: Bytes,
}

/// The name of a snapshot's file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name {
    pub tick: Tick,
    pub base: bool,
}

impl Name {
    /// In the store's folder.
    pub fn file(&self) -> String {
        format!("{FOLDER}/tick-{:012}.{}", self.tick.0, if self.base { "base" } else { "snap" })
    }

    fn read(name: &str) -> Option<Self> {
        let (tick, kind) = name.strip_prefix("tick-")?.split_once('.')?;
        let base = match kind {
            "base" => true,
            "snap" => false,
            _ => return None,
        };
        let name = Self { tick: Tick(tick.parse().ok()?), base };
        Some(name)
    }
}

/// The snapshots that are there, oldest first.
pub(super) fn list(disk: &dyn Disk) -> io::Result<Vec<Name>> {
    let mut names: Vec<Name> = disk.names(FOLDER)?.iter().filter_map(|name| Name::read(name)).collect();
    names.sort_unstable();
    Ok(names)
}

/// Writes a snapshot.
pub(super) fn write(
    disk: &dyn Disk,
    name: &Name,
    meta: &WorldMeta,
    log: &Tail,
    values: &Values,
    state: &[u8],
) -> io::Result<()> {
    let values = encode_values(values);
    let head = Head {
        meta: meta.clone(),
        tick: name.tick,
        log: *log,
        values: values.len() as u64,
        state: state.len() as u64,
    };
    let head = head.write();
    let mut sum = blake3::Hasher::new();
    sum.update(&head).update(&values).update(state);
    write_whole(disk, &name.file(), &[&head, &values, state, sum.finalize().as_bytes()])
}

/// Reads what a snapshot says of itself, and believes its sum.
pub(super) fn read_head(disk: &dyn Disk, name: &Name) -> io::Result<Result<Head, &'static str>> {
    Ok(Head::read(&disk.read(&name.file(), 0, HEAD as u64)?))
}

/// Reads a whole snapshot and checks it; the inner error says what does not fit.
pub(super) fn read(disk: &dyn Disk, name: &Name) -> io::Result<Result<Snapshot, &'static str>> {
    let bytes = disk.read(&name.file(), 0, MOST_BYTES)?;
    Ok(decode(&bytes.into()).and_then(|snapshot| {
        if snapshot.head.tick == name.tick { Ok(snapshot) } else { Err("it is of another tick") }
    }))
}

/// Reads the bytes of a snapshot.
pub(super) fn decode(bytes: &Bytes) -> Result<Snapshot, &'static str> {
    let head = Head::read(bytes)?;
    let parts = (head.values.checked_add(head.state)).and_then(|sum| sum.checked_add((HEAD + SUM) as u64));
    if parts != Some(bytes.len() as u64) {
        return Err("it is cut short or too long");
    }
    let (body, sum) = bytes.split_last_chunk::<SUM>().ok_or("it is cut short")?;
    if blake3::hash(body).as_bytes() != sum {
        return Err("its checksum differs");
    }
    let middle = HEAD + head.values as usize;
    let values = decode_values(&bytes[HEAD..middle])?;
    let state = bytes.slice(middle..bytes.len() - SUM);
    Ok(Snapshot { head, values, state })
}

impl Head {
    fn write(&self) -> Vec<u8> {
        let mut bytes = head::begin(MAGIC, FORMAT, &self.meta);
        bytes.extend(EPOCH.to_le_bytes());
        bytes.extend(self.tick.0.to_le_bytes());
        write_tail(&self.log, &mut bytes);
        bytes.extend(self.values.to_le_bytes());
        bytes.extend(self.state.to_le_bytes());
        head::finish(bytes)
    }

    fn read(bytes: &[u8]) -> Result<Self, &'static str> {
        match head::read(bytes, MAGIC, HEAD)? {
            (FORMAT, meta, mut fields) => {
                let _epoch: [u8; 8] = fields.take()?;
                let tick = Tick(u64::from_le_bytes(fields.take()?));
                let log = read_tail(&mut fields)?;
                let values = u64::from_le_bytes(fields.take()?);
                Ok(Self { meta, tick, log, values, state: u64::from_le_bytes(fields.take()?) })
            }
            _ => Err(head::UNKNOWN),
        }
    }
}

fn encode_values(values: &Values) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (key, value) in values {
        for part in [key.as_bytes(), value] {
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend(part);
        }
    }
    bytes
}

fn decode_values(bytes: &[u8]) -> Result<Values, &'static str> {
    let mut values = Values::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let key = std::str::from_utf8(part(&mut rest)?).map_err(|_| "its values are not readable")?;
        values.insert(key.to_owned(), Bytes::copy_from_slice(part(&mut rest)?));
    }
    Ok(values)
}

/// The next bytes, with their count in front.
fn part<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], &'static str> {
    let (count, behind) = rest.split_first_chunk::<4>().ok_or("its values are cut short")?;
    let count = u32::from_le_bytes(*count) as usize;
    let (part, behind) = behind.split_at_checked(count).ok_or("its values are cut short")?;
    *rest = behind;
    Ok(part)
}
