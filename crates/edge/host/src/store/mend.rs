//! Bringing a damaged folder in order, without losing a byte.
//!
//! What a [`Survey`] found whole is kept under its own name; whatever is damaged, or cannot be reached any more, is set aside under
//! another name. Every step leaves a folder that can be surveyed and mended again, so a crash on the way costs nothing: first the runs
//! behind damage get files of their own, then the damaged piece is copied aside, then the file is cut or exchanged.

use std::io;

use super::WorldMeta;
use super::disk::{Disk, copy_aside, set_aside, write_whole};
use super::loss::Loss;
use super::segment::{self, Head, Hole, Run};
use super::snapshot_file::Name;
use super::survey::{Choice, LOG, Segment, Survey};

/// A run that stays, up to an end in the log.
struct Kept<'a> {
    run: &'a Run,
    /// Its end in the file.
    to: u64,
}

/// What is to be done with one segment.
struct Work<'a> {
    segment: &'a Segment,
    kept: Vec<Kept<'a>>,
    losses: Vec<Loss>,
}

/// Everything that is to be done.
pub(super) struct Plan<'a> {
    works: Vec<Work<'a>>,
    sheets: Vec<Loss>,
    gaps: Vec<Loss>,
    base: Option<Name>,
}

impl<'a> Plan<'a> {
    /// What a survey and the choice made of it ask for.
    pub fn of(survey: &'a Survey, choice: &Choice, meta: &WorldMeta) -> Self {
        let mut works = Vec::new();
        let mut kept_to = 0;
        let last_kept = |segment: &Segment| {
            let runs = segment.walk.as_ref().map_or(&[][..], |walk| &walk.runs);
            runs.iter().any(|run| run.before.offset < choice.end.offset)
        };
        let last = survey.segments.iter().rposition(last_kept);
        for (index, segment) in survey.segments.iter().enumerate() {
            let work = Work::of(segment, choice, &mut kept_to, Some(index) >= last);
            works.extend(work);
        }
        let damaged = |sheet: &super::survey::Sheet| {
            let reason = sheet.head.as_ref().err()?;
            Some(Loss::Snapshot { file: sheet.name.file(), reason: (*reason).to_owned(), aside: None })
        };
        let sheets: Vec<Loss> = survey.sheets.iter().filter_map(damaged).collect();
        let base = choice.lead.clone().filter(|_| !survey.has_beginning(choice, meta));
        let mut gaps = Vec::new();
        if let Some(lead) = &base
            && works.iter().all(|work| work.losses.is_empty())
        {
            let stretch = choice.stretch.map_or(choice.end, |stretch| stretch.before);
            let before = survey.stretches.iter().rfind(|other| other.after.offset < stretch.offset);
            let after = before.and_then(|other| other.after.tick).map(|tick| tick.0);
            gaps.push(Loss::Gap { after, until: Some(stretch.tick.unwrap_or(lead.tick).0) });
        }
        Self { works, sheets, gaps, base }
    }

    /// Whether the folder is in order.
    pub fn is_empty(&self) -> bool {
        self.works.is_empty() && self.sheets.is_empty() && self.base.is_none()
    }

    /// What will be said to be lost.
    pub fn losses(&self) -> Vec<Loss> {
        let of_log = self.works.iter().flat_map(|work| work.losses.iter());
        of_log.chain(&self.sheets).chain(&self.gaps).cloned().collect()
    }

    /// Does it all; says what was lost and where the pieces are.
    pub fn execute(mut self, disk: &dyn Disk, meta: &WorldMeta) -> io::Result<Vec<Loss>> {
        for sheet in &mut self.sheets {
            if let Loss::Snapshot { file, aside, .. } = sheet {
                *aside = Some(set_aside(disk, file)?);
            }
        }
        if let Some(lead) = &self.base {
            let base = Name { base: true, ..lead.clone() };
            disk.rename(&lead.file(), &base.file())?;
            disk.sync_folder(super::snapshot_file::FOLDER)?;
        }
        for work in &mut self.works {
            work.execute(disk, meta)?;
        }
        Ok(self.losses())
    }
}

/// The file of a segment whose first record is of `tick`.
pub(super) fn segment_file(tick: wold_space::Tick) -> String {
    format!("{LOG}/tick-{:012}.log", tick.0)
}

impl<'a> Work<'a> {
    /// None if the segment stays as it is. `at_end`: no later segment stays.
    fn of(segment: &'a Segment, choice: &Choice, kept_to: &mut u64, at_end: bool) -> Option<Self> {
        let walk = segment.walk.as_ref()?;
        let mut work = Self { segment, kept: Vec::new(), losses: Vec::new() };
        let mut cut = false;
        for run in &walk.runs {
            // Mending was broken off after this run got a file of its own; it is written there again.
            if run.after.offset <= *kept_to {
                continue;
            }
            let end = run.after.offset.min(choice.end.offset);
            if run.before.offset >= choice.end.offset {
                let last = run.after.tick.unwrap_or(run.first);
                let file = segment.file.clone();
                work.losses.push(Loss::Unreachable { file, first: run.first.0, last: last.0, aside: None });
                continue;
            }
            *kept_to = end;
            cut |= end < run.after.offset;
            let to = run.at + (end - run.before.offset);
            if end < run.after.offset {
                let reason = "the last append is not whole";
                let hole = Hole { from: to, to: run.place_of(&run.after), reason };
                work.losses.push(work.tail(&hole, choice));
            }
            work.kept.push(Kept { run, to });
        }
        let behind = |hole: &Hole| work.kept.iter().any(|kept| kept.run.at >= hole.to);
        let told: Vec<Loss> = (walk.holes.iter())
            .map(|hole| match () {
                () if hole.from == 0 && !work.kept.is_empty() => {
                    Loss::Head { file: segment.file.clone(), reason: hole.reason.to_owned(), aside: None }
                }
                () if at_end && !behind(hole) => work.tail(hole, choice),
                () => Loss::Middle {
                    file: segment.file.clone(),
                    at: hole.from,
                    bytes: hole.to - hole.from,
                    reason: hole.reason.to_owned(),
                    aside: None,
                },
            })
            .collect();
        for loss in told {
            // An append that is torn in the middle ends in a record that is: one loss.
            match (work.losses.last_mut(), &loss) {
                (Some(Loss::Tail { at, bytes, .. }), Loss::Tail { at: next, bytes: more, .. })
                    if *at + *bytes == *next =>
                {
                    *bytes += more;
                }
                _ => work.losses.push(loss),
            }
        }
        let empty = walk.runs.is_empty();
        (cut || empty || !work.losses.is_empty()).then_some(work)
    }

    fn tail(&self, hole: &Hole, choice: &Choice) -> Loss {
        Loss::Tail {
            file: self.segment.file.clone(),
            at: hole.from,
            bytes: hole.to - hole.from,
            last_good: choice.end.tick.map(|tick| tick.0),
            reason: hole.reason.to_owned(),
            aside: None,
        }
    }

    fn execute(&mut self, disk: &dyn Disk, meta: &WorldMeta) -> io::Result<()> {
        let file = &self.segment.file;
        let bytes = disk.read(file, 0, segment::MOST_BYTES)?;
        let piece = |kept: &Kept<'_>| bytes.get(kept.run.at as usize..kept.to as usize).unwrap_or_default();
        let stays = |kept: &&Kept<'_>| kept.run.at == segment::HEAD as u64 && self.segment.head.is_some();
        let own = self.kept.iter().find(stays);
        for kept in self.kept.iter().filter(|kept| !stays(kept)) {
            let name = segment_file(kept.run.first);
            if name != *file {
                let head = Head { meta: meta.clone(), before: kept.run.before }.write();
                write_whole(disk, &name, &[&head, piece(kept)])?;
            }
        }
        let aside = match own {
            // The rest of the file goes; with one run there is nothing else worth keeping in the piece set aside.
            Some(kept) => {
                let rest = if self.kept.len() == 1 { &bytes[kept.to as usize..] } else { &bytes[..] };
                let aside = copy_aside(disk, file, rest)?;
                disk.set_length(file, kept.to)?;
                disk.sync(file)?;
                aside
            }
            None => match self.kept.iter().find(|kept| segment_file(kept.run.first) == *file) {
                Some(kept) => {
                    let aside = copy_aside(disk, file, &bytes)?;
                    let head = Head { meta: meta.clone(), before: kept.run.before }.write();
                    write_whole(disk, file, &[&head, piece(kept)])?;
                    aside
                }
                None => set_aside(disk, file)?,
            },
        };
        for loss in &mut self.losses {
            loss.set_aside_as(file, &aside);
        }
        Ok(())
    }
}
