//! The log as it is open: segments in order, the newest of which grows.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use wold_space::Tick;

use super::disk::{Appender, Disk};
use super::folder_store::io_error;
use super::mend::segment_file;
use super::record::Tail;
use super::retention::LogConfig;
use super::segment::{self, Head};
use super::survey::{self, LOG, Survey};
use super::{StoreError, TickRecord, WorldMeta};

/// A segment of the log that is in order.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub file: String,
    pub before: Tail,
    pub length: u64,
}

impl Part {
    /// Bytes of log before its end.
    pub fn end(&self) -> u64 {
        self.before.offset + self.length - segment::HEAD as u64
    }
}

/// The log as it is open.
#[derive(Debug)]
pub(super) struct Log {
    pub parts: Vec<Part>,
    pub tail: Tail,
    /// The segment that grows: the last part.
    growing: Option<Appender>,
    /// A segment that was begun and may be there in part.
    begun: Option<String>,
}

impl Log {
    /// The log that a survey found in order, up to `end`.
    pub fn of(survey: &Survey, end: Tail, config: &LogConfig) -> Self {
        let part = |segment: &survey::Segment| {
            let before = segment.head.as_ref()?.before;
            Some(Part { file: segment.file.clone(), before, length: segment.length })
        };
        let parts: Vec<Part> = survey.segments.iter().filter_map(part).collect();
        let growing = parts.last().filter(|part| part.end() == end.offset);
        let growing = growing.filter(|part| part.length < config.segment_bytes);
        let growing = growing.map(|part| Appender::new(part.file.clone(), part.length));
        Self { parts, tail: end, growing, begun: None }
    }

    /// Appends bytes of whole records, the first of which is of tick `first`.
    pub fn write(
        &mut self,
        disk: &dyn Disk,
        meta: &WorldMeta,
        config: &LogConfig,
        first: Tick,
        bytes: &[u8],
    ) -> io::Result<()> {
        let fits = |appender: &Appender| appender.length + bytes.len() as u64 <= config.segment_bytes;
        if self.begun.is_none()
            && let Some(appender) = self.growing.as_mut().filter(|appender| fits(appender))
        {
            appender.append(disk, bytes)?;
            if let Some(part) = self.parts.last_mut() {
                part.length = appender.length;
            }
            return Ok(());
        }
        let file = segment_file(first);
        if let Some(begun) = self.begun.as_ref().filter(|begun| **begun != file)
            && disk.length(begun)?.is_some()
        {
            disk.remove(begun)?;
        }
        self.begun = Some(file.clone());
        let mut whole = Head { meta: meta.clone(), before: self.tail }.write();
        whole.extend(bytes);
        let mut appender = Appender::fresh(file.clone());
        appender.append(disk, &whole)?;
        disk.sync_folder(LOG)?;
        self.begun = None;
        self.parts.push(Part { file, before: self.tail, length: appender.length });
        self.growing = Some(appender);
        Ok(())
    }
}

/// Reads records from the segment on in which `from` may be; `visit` gets each with the place before it.
pub(super) fn read_parts(
    disk: &dyn Disk,
    place: &Path,
    parts: &[Part],
    from: Tick,
    visit: &mut dyn FnMut(TickRecord, Tail) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let first = parts.iter().rposition(|part| part.before.precedes(from)).unwrap_or(0);
    let mut tail: Option<Tail> = None;
    for part in &parts[first..] {
        let damaged = |tail: &Tail, reason| StoreError::DamagedRecord {
            place: place.join(&part.file),
            tick: tail.tick.map_or(Tick(0), Tick::next),
            offset: tail.offset,
            reason,
        };
        if let Some(before) = tail.filter(|&before| before.offset != part.before.offset) {
            return Err(damaged(&before, "it and records behind it are missing"));
        }
        let bytes = disk.read(&part.file, 0, part.length).map_err(|error| io_error(place, &error))?;
        let mut rest = bytes.get(segment::HEAD..).unwrap_or_default();
        let mut now = part.before;
        while !rest.is_empty() {
            let before = now;
            let found = now.pull(rest).map_err(|reason| damaged(&before, reason))?;
            rest = &rest[found.length..];
            if visit(found.record, before).is_break() {
                return Ok(());
            }
        }
        if now.offset != part.end() {
            return Err(damaged(&now, "it is cut short"));
        }
        tail = Some(now);
    }
    Ok(())
}
