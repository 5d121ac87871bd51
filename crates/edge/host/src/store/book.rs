//! Accounts and small values: a journal of entries, kept twice.
//!
//! Head: `"woldbook" | format (1) | 0 (3) | version (4) | seed (8) | created (8) | crc32 (4)`. Entry: `crc32 (4) | length (4) | format (1) | kind (1) |
//! number (8) | bytes of key (4) | key | value`; of two entries for a key the higher number holds.
//!
//! An entry is written to one copy and then to the other, each made safe; whoever reads takes from both what is whole, so no damage to
//! one file loses anything. When entries that no longer hold take most of a copy, it is written anew, one copy after the other.

use std::collections::BTreeMap;
use std::io;

use bytes::Bytes;

use super::WorldMeta;
use super::disk::{Appender, Disk, copy_aside, write_whole};
use super::head;
use super::loss::Loss;
use super::record::Fields;

const MAGIC: [u8; 8] = *b"woldbook";
const FORMAT: u8 = 1;
const HEAD: usize = head::COMMON;
const ENTRY_HEAD: usize = 4 + 4 + 1 + 1 + 8 + 4;
/// Bytes of the largest entry.
const MOST_ENTRY: usize = 16 * 1024 * 1024;
/// Bytes of the largest book that is read.
const MOST_BYTES: u64 = 4 * 1024 * 1024 * 1024;
/// A book is written anew when it is longer than this and four times what holds.
const ROOMY: u64 = 64 * 1024;

/// The two copies.
pub(super) const FILES: [&str; 2] = ["book-1.wold", "book-2.wold"];

/// What an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Account,
    Value,
    /// The name of the newest segment, so that it is missed when it is not there.
    Segment,
}

/// The key under which the newest segment is noted.
const NEWEST: &str = "newest";

type Entries = BTreeMap<(Kind, String), (u64, Bytes)>;

/// The accounts and values of a world.
#[derive(Debug)]
pub(super) struct Book {
    meta: WorldMeta,
    entries: Entries,
    next: u64,
    copies: [Appender; 2],
}

/// What one copy holds.
#[derive(Debug, Default)]
struct Copy {
    meta: Option<WorldMeta>,
    entries: Entries,
    /// Bytes up to the first damage.
    whole: u64,
    damage: Option<&'static str>,
    missing: bool,
}

/// Both copies as they were found.
pub(super) struct Found {
    copies: [Copy; 2],
}

impl Found {
    /// Reads both copies.
    pub fn read(disk: &dyn Disk) -> io::Result<Self> {
        let copy = |file: &str| {
            Ok::<_, io::Error>(match disk.length(file)? {
                None => Copy { missing: true, ..Copy::default() },
                Some(_) => read_copy(&disk.read(file, 0, MOST_BYTES)?),
            })
        };
        Ok(Self { copies: [copy(FILES[0])?, copy(FILES[1])?] })
    }

    /// Which world they say they are of.
    pub fn meta(&self) -> Option<&WorldMeta> {
        self.copies.iter().find_map(|copy| copy.meta.as_ref())
    }

    /// Whether there never was a book, as far as can be told.
    pub fn is_missing(&self) -> bool {
        self.copies.iter().all(|copy| copy.missing)
    }

    /// Whether neither copy tells anything.
    fn is_blank(&self) -> bool {
        self.copies.iter().all(|copy| copy.meta.is_none() && copy.entries.is_empty())
    }

    fn merged(&self) -> Entries {
        let mut entries = self.copies[0].entries.clone();
        for (key, entry) in &self.copies[1].entries {
            if entries.get(key).is_none_or(|kept| kept.0 < entry.0) {
                entries.insert(key.clone(), entry.clone());
            }
        }
        entries
    }

    /// What is wrong with the copies; `new` if the world is just being made.
    pub fn losses(&self, new: bool) -> Vec<Loss> {
        if new {
            return Vec::new();
        }
        let merged = self.merged();
        let wrong = |(copy, file): (&Copy, &str)| {
            let behind = merged.iter().filter(|(key, entry)| copy.entries.get(*key) != Some(entry)).count();
            let reason = match copy.damage {
                _ if copy.missing => "it is missing",
                Some(reason) => reason,
                // One entry behind is a crash between the two copies.
                None if behind > 1 => "entries are missing",
                None => return None,
            };
            Some(Loss::Book { file: file.to_owned(), reason: reason.to_owned(), aside: None })
        };
        let mut losses: Vec<Loss> = self.copies.iter().zip(FILES).filter_map(wrong).collect();
        if self.is_blank() {
            losses.push(Loss::Accounts);
        }
        losses
    }

    /// What both copies hold. `fallback` are values from elsewhere, for when both are lost.
    pub fn book(&self, meta: &WorldMeta, fallback: impl IntoIterator<Item = (String, Bytes)>) -> Book {
        let mut entries = self.merged();
        if self.is_blank() {
            let fallback = fallback.into_iter().zip(1..);
            entries = fallback.map(|((key, value), number)| ((Kind::Value, key), (number, value))).collect();
        }
        let next = entries.values().map(|entry| entry.0 + 1).max().unwrap_or(1);
        let copies = FILES.map(|file| Appender::new(file.to_owned(), 0));
        Book { meta: meta.clone(), entries, next, copies }
    }

    /// Makes both copies whole and equal to the book made of them; damaged ones are set aside.
    pub fn mend(&self, disk: &dyn Disk, book: &mut Book, losses: &mut [Loss]) -> io::Result<()> {
        for (index, copy) in self.copies.iter().enumerate() {
            let file = FILES[index];
            if copy.damage.is_none() && !copy.missing && copy.entries == book.entries && copy.meta.is_some() {
                book.copies[index] = Appender::new(file.to_owned(), copy.whole);
                continue;
            }
            if copy.damage.is_some() {
                let name = copy_aside(disk, file, &disk.read(file, 0, MOST_BYTES)?)?;
                for loss in losses.iter_mut() {
                    loss.set_aside_as(file, &name);
                }
            }
            book.rewrite(disk, index)?;
        }
        Ok(())
    }
}

impl Book {
    /// The entry under a key.
    pub fn get(&self, kind: Kind, key: &str) -> Option<Bytes> {
        self.entries.get(&(kind, key.to_owned())).map(|entry| entry.1.clone())
    }

    /// Keys, sorted.
    pub fn keys(&self, kind: Kind) -> Vec<String> {
        self.entries.keys().filter(|key| key.0 == kind).map(|key| key.1.clone()).collect()
    }

    /// All values.
    pub fn values(&self) -> BTreeMap<String, Bytes> {
        let values = self.entries.iter().filter(|(key, _)| key.0 == Kind::Value);
        values.map(|(key, entry)| (key.1.clone(), entry.1.clone())).collect()
    }

    /// The newest segment that was noted.
    pub fn newest_segment(&self) -> Option<String> {
        let name = self.get(Kind::Segment, NEWEST)?;
        std::str::from_utf8(&name).ok().map(str::to_owned)
    }

    /// Notes the newest segment.
    pub fn note_segment(&mut self, disk: &dyn Disk, file: &str) -> io::Result<()> {
        if self.newest_segment().as_deref() == Some(file) {
            return Ok(());
        }
        self.put(disk, Kind::Segment, NEWEST, file.as_bytes())
    }

    /// Keeps an entry in both copies.
    pub fn put(&mut self, disk: &dyn Disk, kind: Kind, key: &str, value: &[u8]) -> io::Result<()> {
        if ENTRY_HEAD + key.len() + value.len() > MOST_ENTRY {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "an entry of more than 16 MiB"));
        }
        let bytes = write_entry(kind, self.next, key, value);
        for copy in &mut self.copies {
            copy.append(disk, &bytes)?;
        }
        let entry = (self.next, Bytes::copy_from_slice(value));
        self.entries.insert((kind, key.to_owned()), entry);
        self.next += 1;
        if self.copies[0].length > ROOMY.max(4 * self.size()) {
            for index in 0..self.copies.len() {
                self.rewrite(disk, index)?;
            }
        }
        Ok(())
    }

    fn size(&self) -> u64 {
        self.entries.iter().map(|(key, entry)| (ENTRY_HEAD + key.1.len() + entry.1.len()) as u64).sum()
    }

    fn rewrite(&mut self, disk: &dyn Disk, index: usize) -> io::Result<()> {
        let mut bytes = book_head(&self.meta);
        for ((kind, key), (number, value)) in &self.entries {
            bytes.extend(write_entry(*kind, *number, key, value));
        }
        write_whole(disk, FILES[index], &[&bytes])?;
        self.copies[index] = Appender::new(FILES[index].to_owned(), bytes.len() as u64);
        Ok(())
    }
}

fn book_head(meta: &WorldMeta) -> Vec<u8> {
    head::finish(head::begin(MAGIC, FORMAT, meta))
}

fn read_book_head(bytes: &[u8]) -> Result<WorldMeta, &'static str> {
    match head::read(bytes, MAGIC, HEAD)? {
        (FORMAT, meta, _) => Ok(meta),
        _ => Err(head::UNKNOWN),
    }
}

fn write_entry(kind: Kind, number: u64, key: &str, value: &[u8]) -> Vec<u8> {
    let length = ENTRY_HEAD + key.len() + value.len();
    let mut bytes = Vec::with_capacity(length);
    bytes.extend([0; 4]);
    bytes.extend((length as u32).to_le_bytes());
    bytes.extend([FORMAT, kind as u8]);
    bytes.extend(number.to_le_bytes());
    bytes.extend((key.len() as u32).to_le_bytes());
    bytes.extend(key.as_bytes());
    bytes.extend(value);
    let crc = crc32fast::hash(&bytes[4..]);
    bytes[..4].copy_from_slice(&crc.to_le_bytes());
    bytes
}

type Entry = ((Kind, String), (u64, Bytes));

/// The length an entry says it has, if that may be.
fn said_length(bytes: &[u8]) -> Option<usize> {
    let length = u32::from_le_bytes(*bytes.get(4..)?.first_chunk::<4>()?) as usize;
    (ENTRY_HEAD..=MOST_ENTRY).contains(&length).then_some(length)
}

fn read_entry(bytes: &[u8]) -> Result<(Entry, usize), &'static str> {
    let length = said_length(bytes).ok_or("an entry is cut short or of an impossible length")?;
    let bytes = bytes.get(..length).ok_or("an entry is cut short")?;
    let mut fields = Fields(bytes);
    let crc = u32::from_le_bytes(fields.take()?);
    if crc != crc32fast::hash(&bytes[4..]) {
        return Err("an entry's checksum differs");
    }
    let _length: [u8; 4] = fields.take()?;
    let kind = match fields.take()? {
        [FORMAT, 0] => Kind::Account,
        [FORMAT, 1] => Kind::Value,
        [FORMAT, 2] => Kind::Segment,
        _ => return Err("an entry is of an unknown form"),
    };
    let number = u64::from_le_bytes(fields.take()?);
    let key_bytes = u32::from_le_bytes(fields.take()?) as usize;
    let (key, value) = fields.0.split_at_checked(key_bytes).ok_or("an entry is of an unknown form")?;
    let key = std::str::from_utf8(key).map_err(|_| "an entry is of an unknown form")?;
    Ok((((kind, key.to_owned()), (number, Bytes::copy_from_slice(value))), length))
}

/// Reads whatever is whole; behind a damaged entry it goes on where that one's length says.
fn read_copy(bytes: &[u8]) -> Copy {
    let mut copy = Copy::default();
    match read_book_head(bytes) {
        Ok(meta) => copy.meta = Some(meta),
        Err(reason) => copy.damage = Some(reason),
    }
    let mut at = HEAD;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        match read_entry(rest) {
            Ok(((key, entry), length)) => {
                at += length;
                if copy.entries.get(&key).is_none_or(|kept| kept.0 < entry.0) {
                    copy.entries.insert(key, entry);
                }
            }
            Err(reason) => {
                copy.damage = copy.damage.or(Some(reason));
                match said_length(rest).filter(|&length| length < rest.len()) {
                    Some(length) => at += length,
                    None => break,
                }
            }
        }
    }
    copy.whole = bytes.len() as u64;
    copy
}

/// Reads the bytes of a book; how many entries are whole.
pub(super) fn decode(bytes: &[u8]) -> usize {
    read_copy(bytes).entries.len()
}
