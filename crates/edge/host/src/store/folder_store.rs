//! The store as a folder: the log in segments, snapshots beside it, accounts and values in two books.
//!
//! ```text
//! log/tick-000000000001.log        segments, named by the tick of their first record
//! snapshots/tick-000000001200.snap the newest few states
//! book-1.wold, book-2.wold         accounts and values, twice
//! *.damaged-1                      pieces that were set aside
//! ```
//!
//! An append is one write to the end of the newest segment and one sync. Nothing that was written is written over: only the
//! end of a segment is cut when an append failed, and whole files are exchanged by renaming. What a crash or damage leaves behind is brought in
//! order when the folder is opened; [`FolderStore::losses`] says what is missing.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use bytes::Bytes;
use wold_space::Tick;

use super::book::{self, Book, Kind};
use super::disk::{Disk, copy_aside, set_aside, sweep};
use super::log::{self, Log};
use super::loss::Loss;
use super::mend::Plan;
use super::record::{self, Tail};
use super::retention::{self, LogConfig};
use super::segment;
use super::snapshot_file::{self, Name};
use super::survey::{Depth, LOG, Survey};
use super::world_folder::FolderLock;
use super::{Store, StoreError, TickRecord, WorldMeta};

/// Folders inside a store's folder.
pub(super) const INNER: [&str; 2] = [LOG, snapshot_file::FOLDER];

/// Passes of mending before something must be wrong with the mending.
const MOST_PASSES: u32 = 4;

/// Whether a folder that is not in order is brought in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// As quickly as may be.
    Mend,
    /// After reading everything.
    MendFully,
    /// Refused if it is not in order, and nothing is changed.
    Look,
}

/// A world's folder.
pub struct FolderStore {
    pub(super) disk: Arc<dyn Disk>,
    place: PathBuf,
    meta: WorldMeta,
    config: LogConfig,
    log: Mutex<Log>,
    book: Mutex<Book>,
    losses: Vec<Loss>,
    /// Held as long as the store lives.
    _lock: Option<FolderLock>,
}

impl FolderStore {
    pub(super) fn with(
        disk: Arc<dyn Disk>,
        place: PathBuf,
        wanted: Option<&WorldMeta>,
        config: LogConfig,
        manner: Manner,
    ) -> Result<Self, StoreError> {
        let failed = |error: io::Error| io_error(&place, &error);
        let found = book::Found::read(&*disk).map_err(failed)?;
        let depth = if manner == Manner::MendFully { Depth::Full } else { Depth::Quick };
        let mut survey = Survey::make(&*disk, depth, found.meta().or(wanted)).map_err(failed)?;
        let Some(meta) = found.meta().or(survey.meta.as_ref()).cloned() else {
            return Err(StoreError::Missing { place });
        };
        if let Some(wanted) =
            wanted.filter(|wanted| (wanted.seed, wanted.version) != (meta.seed, meta.version))
        {
            return Err(StoreError::OtherWorld { place, found: meta, wanted: wanted.clone() });
        }
        let new = found.is_missing() && survey.segments.is_empty() && survey.sheets.is_empty();
        let mut losses = found.losses(new);
        let mut book = found.book(&meta, survey.values.clone());
        let mut choice = survey.choose(&meta);
        let noted = book.newest_segment();
        if manner == Manner::Look {
            losses.extend(Plan::of(&survey, &choice, &meta).losses());
            losses.extend(missing(noted, &survey, &losses, choice.end));
            if let Some(loss) = losses.first() {
                let reason = format!("{loss}; `wold history recover` brings it in order");
                return Err(StoreError::Damaged { place, reason });
            }
        } else {
            for folder in ["", LOG, snapshot_file::FOLDER] {
                sweep(&*disk, folder).map_err(failed)?;
            }
            found.mend(&*disk, &mut book, &mut losses).map_err(failed)?;
            let mut passes = 0;
            loop {
                let plan = Plan::of(&survey, &choice, &meta);
                if plan.is_empty() {
                    break;
                }
                passes += 1;
                if passes > MOST_PASSES {
                    let reason = "it does not come in order".to_owned();
                    return Err(StoreError::Damaged { place, reason });
                }
                losses.extend(plan.execute(&*disk, &meta).map_err(failed)?);
                survey = Survey::make(&*disk, depth, Some(&meta)).map_err(failed)?;
                choice = survey.choose(&meta);
            }
            losses.extend(missing(noted, &survey, &losses, choice.end));
            let newest = survey.segments.last().map_or("", |segment| &segment.file);
            if book.newest_segment().is_some() || !newest.is_empty() {
                book.note_segment(&*disk, newest).map_err(failed)?;
            }
        }
        let log = Log::of(&survey, choice.end, &config);
        let (log, book) = (Mutex::new(log), Mutex::new(book));
        for loss in &losses {
            tracing::warn!("{}: {loss}", place.display());
        }
        Ok(Self { disk, place, meta, config, log, book, losses, _lock: None })
    }

    pub(super) fn locked(self, lock: FolderLock) -> Self {
        Self { _lock: Some(lock), ..self }
    }

    /// What was damaged when the folder was opened, and where the pieces are.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }

    /// The folder.
    #[must_use]
    pub fn place(&self) -> &Path {
        &self.place
    }

    pub(super) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().expect("no holder of the log panics")
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().expect("no holder of the book panics")
    }

    pub(super) fn failed(&self, error: &io::Error) -> StoreError {
        io_error(&self.place, error)
    }

    /// Keeps the state after `tick` as what the log is replayed from. What was before is other history.
    pub fn put_base(&self, tick: Tick, state: &[u8]) -> Result<(), StoreError> {
        let mut log = self.log();
        log.tail.tick = log.tail.tick.max(Some(tick));
        let (name, values) = (Name { tick, base: true }, self.book().values());
        let written = snapshot_file::write(&*self.disk, &name, &self.meta, &log.tail, &values, state);
        written.map_err(|error| self.failed(&error))
    }

    /// Sets aside the log from `tick` on, and snapshots of that time; the world ends before it.
    pub fn set_aside_from(&mut self, tick: Tick) -> Result<Option<Loss>, StoreError> {
        let until = self.last_tick()?.filter(|&last| last >= tick);
        for name in snapshot_file::list(&*self.disk).map_err(|error| self.failed(&error))? {
            if name.tick >= tick {
                set_aside(&*self.disk, &name.file()).map_err(|error| self.failed(&error))?;
            }
        }
        let Some(until) = until else { return Ok(None) };
        let end = self.tail_before(tick)?;
        let mut log = self.log();
        let mut aside = None;
        for part in &log.parts {
            let act = || -> io::Result<Option<String>> {
                if part.before.offset >= end.offset {
                    return set_aside(&*self.disk, &part.file).map(Some);
                }
                if part.end() <= end.offset {
                    return Ok(None);
                }
                let kept = segment::HEAD as u64 + (end.offset - part.before.offset);
                let rest = self.disk.read(&part.file, kept, segment::MOST_BYTES)?;
                let name = copy_aside(&*self.disk, &part.file, &rest)?;
                self.disk.set_length(&part.file, kept)?;
                self.disk.sync(&part.file)?;
                Ok(Some(name))
            };
            aside = aside.or(act().map_err(|error| self.failed(&error))?);
        }
        let survey =
            Survey::make(&*self.disk, Depth::Full, Some(&self.meta)).map_err(|error| self.failed(&error))?;
        *log = Log::of(&survey, end, &self.config);
        let newest = log.parts.last().map_or("", |part| &part.file);
        self.book().note_segment(&*self.disk, newest).map_err(|error| self.failed(&error))?;
        drop(log);
        let loss = Loss::Differs { from: tick.0, until: until.0, aside };
        self.losses.push(loss.clone());
        Ok(Some(loss))
    }

    /// The place in the log before the first record of `tick` or later.
    fn tail_before(&self, tick: Tick) -> Result<Tail, StoreError> {
        let parts = {
            let log = self.log();
            if log.tail.precedes(tick) {
                return Ok(log.tail);
            }
            log.parts.clone()
        };
        let mut last = parts.first().map_or(Tail::of_world(&self.meta), |part| part.before);
        log::read_parts(&*self.disk, &self.place, &parts, tick, &mut |record, before| {
            last = before;
            if record.tick >= tick {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        Ok(last)
    }

    /// The records of `records` that the log does not have yet; an error if one is there with other contents.
    fn fresh<'a>(&self, tail: &Tail, records: &'a [TickRecord]) -> Result<&'a [TickRecord], StoreError> {
        let Some(last) = tail.tick else { return Ok(records) };
        let known = records.iter().take_while(|record| record.tick <= last).count();
        let mut kept = Vec::new();
        if let Some(first) = records[..known].first() {
            self.scan(first.tick, &mut |record| {
                kept.push(record);
                if kept.len() < known { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
        }
        match records[..known].iter().zip(0..).find(|&(record, index)| kept.get(index) != Some(record)) {
            Some((record, _)) => Err(StoreError::OutOfOrder { tick: record.tick, last }),
            None => Ok(&records[known..]),
        }
    }
}

/// The loss of the newest segment, if it was noted, is not there, and nothing was said of it.
fn missing(noted: Option<String>, survey: &Survey, told: &[Loss], end: Tail) -> Option<Loss> {
    let file = noted.filter(|noted| survey.segments.last().is_none_or(|last| last.file < *noted))?;
    let silent = !file.is_empty() && !told.iter().any(|loss| loss.tells_of(&file));
    silent.then(|| Loss::Missing { file, last_good: end.tick.map(|tick| tick.0) })
}

pub(super) fn io_error(place: &Path, error: &io::Error) -> StoreError {
    let place = place.to_owned();
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::DiskFull { place },
        _ => StoreError::Io { place, reason: error.to_string() },
    }
}

impl Store for FolderStore {
    fn meta(&self) -> &WorldMeta {
        &self.meta
    }

    fn append(&self, records: &[TickRecord]) -> Result<(), StoreError> {
        let tail = self.log().tail;
        let fresh = self.fresh(&tail, records)?;
        let Some(first) = fresh.first() else { return Ok(()) };
        let (mut after, mut bytes) = (tail, Vec::new());
        for (index, record) in fresh.iter().enumerate() {
            if !after.precedes(record.tick) {
                let last = after.tick.expect("an empty log precedes every tick");
                return Err(StoreError::OutOfOrder { tick: record.tick, last });
            }
            if record.payload.len() > record::MOST_BYTES - record::HEAD - 32 {
                let reason = format!("the commands of tick {} are more than 64 MiB", record.tick);
                return Err(StoreError::Io { place: self.place.clone(), reason });
            }
            after.push(record, self.meta.version, index + 1 == fresh.len(), &mut bytes);
        }
        let mut log = self.log();
        if log.tail != tail {
            let last = log.tail.tick.unwrap_or_default();
            return Err(StoreError::OutOfOrder { tick: first.tick, last });
        }
        let segments = log.parts.len();
        let written = log.write(&*self.disk, &self.meta, &self.config, first.tick, &bytes);
        written.map_err(|error| self.failed(&error))?;
        log.tail = after;
        if let Some(newest) = log.parts.get(segments) {
            // The records are safe without the note; it only lets the file be missed.
            if let Err(error) = self.book().note_segment(&*self.disk, &newest.file) {
                tracing::warn!("{}: the newest segment is not noted: {error}", self.place.display());
            }
        }
        Ok(())
    }

    fn last_tick(&self) -> Result<Option<Tick>, StoreError> {
        Ok(self.log().tail.tick)
    }

    fn scan(
        &self,
        from: Tick,
        visit: &mut dyn FnMut(TickRecord) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let parts = self.log().parts.clone();
        log::read_parts(&*self.disk, &self.place, &parts, from, &mut |record, _| {
            if record.tick < from { ControlFlow::Continue(()) } else { visit(record) }
        })
    }

    fn put_snapshot(&self, tick: Tick, state: &[u8], keep: usize) -> Result<(), StoreError> {
        let place = self.tail_before(tick.next())?;
        let values = self.book().values();
        let act = || {
            let name = Name { tick, base: false };
            snapshot_file::write(&*self.disk, &name, &self.meta, &place, &values, state)?;
            retention::forget_snapshots(&*self.disk, keep)?;
            retention::forget_log(&*self.disk, &mut self.log(), &self.config)
        };
        act().map_err(|error| self.failed(&error))
    }

    fn snapshots(&self) -> Result<Vec<Tick>, StoreError> {
        let names = snapshot_file::list(&*self.disk).map_err(|error| self.failed(&error))?;
        let mut ticks: Vec<Tick> = names.iter().map(|name| name.tick).collect();
        ticks.dedup();
        Ok(ticks)
    }

    fn snapshot(&self, tick: Tick) -> Result<Option<Bytes>, StoreError> {
        let names = snapshot_file::list(&*self.disk).map_err(|error| self.failed(&error))?;
        let Some(name) = names.into_iter().find(|name| name.tick == tick) else { return Ok(None) };
        match snapshot_file::read(&*self.disk, &name).map_err(|error| self.failed(&error))? {
            Ok(snapshot) => Ok(Some(snapshot.state)),
            Err(_) => Err(StoreError::DamagedEntry {
                place: self.place.join(name.file()),
                kind: "snapshot of tick",
                key: tick.to_string(),
            }),
        }
    }

    fn beginning(&self) -> Result<Option<(Tick, Bytes)>, StoreError> {
        let parts = self.log().parts.clone();
        // The last stretch without a gap is what can be replayed.
        let mut start = parts.first().map(|part| part.before);
        for (part, next) in parts.iter().zip(parts.iter().skip(1)) {
            if part.end() != next.before.offset {
                start = Some(next.before);
            }
        }
        let origin = Tail::of_world(&self.meta);
        let start = start.unwrap_or(self.log().tail);
        if start == origin {
            return Ok(None);
        }
        for name in snapshot_file::list(&*self.disk).map_err(|error| self.failed(&error))? {
            if !name.base {
                continue;
            }
            let read = snapshot_file::read(&*self.disk, &name).map_err(|error| self.failed(&error))?;
            if let Ok(snapshot) = read
                && snapshot.head.log.offset >= start.offset
            {
                return Ok(Some((name.tick, snapshot.state)));
            }
        }
        self.latest_snapshot()
    }

    fn put_account(&self, name: &str, record: &[u8]) -> Result<(), StoreError> {
        let written = self.book().put(&*self.disk, Kind::Account, name, record);
        written.map_err(|error| self.failed(&error))
    }

    fn account(&self, name: &str) -> Result<Option<Bytes>, StoreError> {
        Ok(self.book().get(Kind::Account, name))
    }

    fn account_names(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.book().keys(Kind::Account))
    }

    fn put_value(&self, key: &str, value: &[u8]) -> Result<(), StoreError> {
        let written = self.book().put(&*self.disk, Kind::Value, key, value);
        written.map_err(|error| self.failed(&error))
    }

    fn value(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        Ok(self.book().get(Kind::Value, key))
    }

    fn value_keys(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.book().keys(Kind::Value))
    }
}
