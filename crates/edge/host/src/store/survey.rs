//! Looking over a folder that may be damaged: what is whole, and how far does it lead?
//!
//! Segments are read into runs of whole records (see [`walk`](super::segment::walk)); runs that touch make a stretch. The world can
//! be brought to the end of a stretch from any whole snapshot whose place in the log is in it, from the world's birth if
//! it begins there, or be what a snapshot holds. [`Survey::choose`] takes what leads furthest.
//!
//! A folder in which heads, lengths and the newest snapshot fit is only read from that snapshot on ([`Depth::Quick`]): the time of a start
//! follows the age of the newest snapshot, not that of the world. Damage to older records is found when they are read, or by a
//! [`Depth::Full`] survey.

use std::io;

use wold_space::Tick;

use super::WorldMeta;
use super::disk::Disk;
use super::record::Tail;
use super::segment::{self, Head, Walk, walk};
use super::snapshot_file::{self, Name, Snapshot, Values};

/// The folder of segments.
pub(super) const LOG: &str = "log";

/// How much is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// From the newest snapshot on; everything if something does not fit.
    Quick,
    /// Everything.
    Full,
}

/// A segment as it was found.
#[derive(Debug)]
pub(super) struct Segment {
    /// Its name in the store's folder.
    pub file: String,
    pub length: u64,
    /// None if it was not read.
    pub walk: Option<Walk>,
    pub head: Option<Head>,
}

/// A snapshot as it was found.
#[derive(Debug)]
pub(super) struct Sheet {
    pub name: Name,
    /// What it says of itself; an error says what does not fit.
    pub head: Result<snapshot_file::Head, &'static str>,
}

/// Runs that touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub before: Tail,
    pub after: Tail,
    pub committed: Tail,
}

impl Stretch {
    fn holds(&self, tail: &Tail) -> bool {
        (self.before.offset..=self.after.offset).contains(&tail.offset)
    }
}

/// Where the world goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// The snapshot that leads; none for the world's birth.
    pub lead: Option<Name>,
    /// The stretch it leads through, if there is any log behind it.
    pub stretch: Option<Stretch>,
    /// Where the log goes on.
    pub end: Tail,
    /// The world's tick there.
    pub reaches: Option<Tick>,
}

/// What was found in a folder.
#[derive(Debug)]
pub(super) struct Survey {
    pub segments: Vec<Segment>,
    pub sheets: Vec<Sheet>,
    pub stretches: Vec<Stretch>,
    /// The small values in the newest whole snapshot.
    pub values: Values,
    pub meta: Option<WorldMeta>,
    /// Whether older segments were not read because heads and lengths fit: then the log has a beginning.
    quick: bool,
}

impl Survey {
    /// Looks over a folder of the world that `meta` says, if anything else says it.
    pub fn make(disk: &dyn Disk, depth: Depth, meta: Option<&WorldMeta>) -> io::Result<Self> {
        let mut survey = Self::names(disk)?;
        survey.meta = survey.meta.or_else(|| meta.cloned());
        if depth == Depth::Quick && survey.read_quickly(disk)? {
            survey.quick = !survey.segments.is_empty();
            return Ok(survey);
        }
        survey.read_fully(disk)?;
        Ok(survey)
    }

    fn names(disk: &dyn Disk) -> io::Result<Self> {
        let mut segments = Vec::new();
        for name in disk.names(LOG)?.into_iter().filter(|name| name.ends_with(".log")) {
            let file = format!("{LOG}/{name}");
            let length = disk.length(&file)?.unwrap_or(0);
            let head = Head::read(&disk.read(&file, 0, segment::HEAD as u64)?).ok();
            segments.push(Segment { file, length, walk: None, head });
        }
        let mut sheets = Vec::new();
        for name in snapshot_file::list(disk)? {
            let head = snapshot_file::read_head(disk, &name)?;
            sheets.push(Sheet { name, head });
        }
        let of_segments = segments.iter().filter_map(|segment| segment.head.as_ref()).map(|head| &head.meta);
        let of_sheets = sheets.iter().filter_map(|sheet| sheet.head.as_ref().ok()).map(|head| &head.meta);
        let meta = of_segments.chain(of_sheets).next().cloned();
        Ok(Self { segments, sheets, stretches: Vec::new(), values: Values::new(), meta, quick: false })
    }

    /// Reads the newest snapshot and the log from there; false if anything does not fit.
    fn read_quickly(&mut self, disk: &dyn Disk) -> io::Result<bool> {
        let Some(first) = self.first_needed() else { return Ok(false) };
        let newest = &self.sheets[self.sheets.len() - 1].name;
        let Ok(snapshot) = snapshot_file::read(disk, newest)? else { return Ok(false) };
        self.values = snapshot.values;
        self.walk_from(disk, first, &[])?;
        let count = self.segments.len();
        for (index, segment) in self.segments.iter().enumerate().skip(first) {
            let Some(found) = &segment.walk else { continue };
            // The very end may be torn; anything else is looked at closely.
            let torn = index + 1 == count && found.holes.len() == 1 && found.runs.len() == 1;
            let torn =
                torn && found.holes[0].to == segment.length && found.holes[0].from > segment::HEAD as u64;
            if !(found.holes.is_empty() || torn) {
                return Ok(false);
            }
        }
        let fits = match &self.stretches[..] {
            [] => self.segments.is_empty(),
            [one] => one.holds(&snapshot.head.log),
            _ => false,
        };
        Ok(fits)
    }

    /// The segment in which the newest snapshot's place is, if all heads and lengths fit together.
    fn first_needed(&self) -> Option<usize> {
        let newest = self.sheets.last()?.head.as_ref().ok()?;
        let mut bases = Vec::new();
        for sheet in &self.sheets {
            let head = sheet.head.as_ref().ok()?;
            if sheet.name.base {
                bases.push(head.log.offset);
            }
        }
        let mut end: Option<u64> = None;
        let mut first = 0;
        for (index, segment) in self.segments.iter().enumerate() {
            let before = segment.head.as_ref()?.before;
            let follows = end.map_or(before.tick.is_none(), |end| end == before.offset);
            // A gap that was found before has a base behind it.
            if !follows && !bases.iter().any(|&base| base >= before.offset) {
                return None;
            }
            if before.offset <= newest.log.offset {
                first = index;
            }
            end = Some(before.offset + segment.length.checked_sub(segment::HEAD as u64)?);
        }
        Some(first)
    }

    fn read_fully(&mut self, disk: &dyn Disk) -> io::Result<()> {
        let mut known = Vec::new();
        for sheet in &mut self.sheets {
            match snapshot_file::read(disk, &sheet.name)? {
                Ok(Snapshot { head, values, .. }) => {
                    known.push(head.log);
                    self.values = values;
                    self.meta.get_or_insert(head.meta);
                }
                Err(reason) => sheet.head = Err(reason),
            }
        }
        self.walk_from(disk, 0, &known)
    }

    fn walk_from(&mut self, disk: &dyn Disk, first: usize, known: &[Tail]) -> io::Result<()> {
        let mut expected = (first == 0).then(|| self.meta.as_ref().map(Tail::of_world)).flatten();
        self.stretches.clear();
        for segment in &mut self.segments[first..] {
            let bytes = disk.read(&segment.file, 0, segment::MOST_BYTES)?;
            let found = walk(&bytes, expected, known);
            expected = found.runs.last().map(|run| run.after);
            for run in &found.runs {
                let (before, after, committed) = (run.before, run.after, run.committed);
                match self.stretches.last_mut() {
                    // Mending was broken off: the run is in a file of its own already, or has yet to leave this one.
                    Some(last) if after.offset <= last.after.offset => {}
                    Some(last) if last.after == before => {
                        last.after = after;
                        last.committed = committed;
                    }
                    _ => self.stretches.push(Stretch { before, after, committed }),
                }
            }
            segment.walk = Some(found);
        }
        Ok(())
    }

    /// Where the world goes on: what leads furthest.
    pub fn choose(&self, meta: &WorldMeta) -> Choice {
        let origin = Tail::of_world(meta);
        let birth = self.stretches.first().filter(|stretch| stretch.before == origin).copied();
        let end = birth.map_or(origin, |stretch| stretch.committed);
        let mut best = Choice { lead: None, stretch: birth, end, reaches: end.tick };
        for sheet in &self.sheets {
            let Ok(head) = &sheet.head else { continue };
            let stretch = self.stretches.iter().find(|stretch| stretch.holds(&head.log)).copied();
            let committed = stretch.map(|stretch| stretch.committed);
            let end = committed.filter(|end| end.offset >= head.log.offset).unwrap_or(head.log);
            let reaches = end.tick.max(Some(head.tick));
            if reaches >= best.reaches {
                best = Choice { lead: Some(sheet.name.clone()), stretch, end, reaches };
            }
        }
        best
    }

    /// Whether the log can be replayed through the chosen stretch without the chosen snapshot: from birth or from a base in it.
    pub fn has_beginning(&self, choice: &Choice, meta: &WorldMeta) -> bool {
        let origin = Tail::of_world(meta);
        let begins = choice.stretch.map_or(choice.end, |stretch| stretch.before);
        let base = |sheet: &Sheet| {
            let log = sheet.head.as_ref().ok().map(|head| head.log);
            let here = |log: Tail| choice.stretch.map_or(choice.end == log, |stretch| stretch.holds(&log));
            sheet.name.base && log.is_some_and(here)
        };
        self.quick || choice.lead.is_none() || begins == origin || self.sheets.iter().any(base)
    }
}
