//! A journal: the file in which a household writes its people's diaries, so that it can be asked later why somebody did what it did.
//!
//! One line of JSON per entry, appended as they come; a file that has grown too long is put aside as the older half and a new one begun, so the two together never hold more than twice
//! that. A line that cannot be read, that is too long or that no diary would write is left out. An entry that is there twice, because the host fell between two writings, counts once.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use wold_folk::Keepsake;
use wold_folk::diary::Entry;

/// The name of the file beside what the people remember.
pub const FILE: &str = "diaries.jsonl";
/// Bytes from which a file is put aside.
const LONGEST: u64 = 64 << 20;
/// Bytes of a line.
const LONGEST_LINE: u64 = 4096;

/// An entry and whose it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Who wrote it.
    pub who: String,
    /// What.
    #[serde(flatten)]
    pub entry: Entry,
}

/// A household's diaries on disk.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    longest: u64,
    /// How much of each diary is written down.
    marks: BTreeMap<String, u64>,
}

impl Journal {
    /// The journal beside a file of memories.
    #[must_use]
    pub fn beside(memories: &Path) -> Self {
        Self { path: memories.with_file_name(FILE), longest: LONGEST, marks: BTreeMap::new() }
    }

    /// Somebody came in with this: what it holds is written down already.
    pub fn resume(&mut self, keepsake: &Keepsake) {
        self.marks.insert(keepsake.name().to_owned(), keepsake.written());
    }

    /// Appends what is new in these.
    ///
    /// # Errors
    /// The file system's; what could not be written is tried again next time.
    pub fn append<'a>(&mut self, minds: impl Iterator<Item = &'a Keepsake>) -> io::Result<()> {
        let new: Vec<(&Keepsake, u64)> = minds
            .map(|mind| (mind, self.marks.get(mind.name()).copied().unwrap_or(0)))
            .filter(|(mind, mark)| mind.written() > *mark)
            .collect();
        if new.is_empty() {
            return Ok(());
        }
        if fs::metadata(&self.path).is_ok_and(|file| file.len() >= self.longest) {
            fs::rename(&self.path, older(&self.path))?;
        }
        let file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        let mut out = BufWriter::new(file);
        for (mind, mark) in &new {
            for entry in mind.pages(*mark) {
                serde_json::to_writer(&mut out, &Line { who: mind.name().to_owned(), entry: entry.clone() })?;
                out.write_all(b"\n")?;
            }
        }
        out.flush()?;
        for (mind, _) in new {
            self.marks.insert(mind.name().to_owned(), mind.written());
        }
        Ok(())
    }
}

fn older(path: &Path) -> PathBuf {
    path.with_extension("old.jsonl")
}

/// What is written in a world's folder and wanted, oldest first. A folder without diaries has none.
///
/// # Errors
/// The file system's.
pub fn read(folder: &Path, wanted: impl Fn(&Line) -> bool) -> io::Result<Vec<Line>> {
    let path = folder.join(FILE);
    let mut lines: Vec<Line> = Vec::new();
    for file in [older(&path), path] {
        let file = match File::open(&file) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        // One that grew beyond its bound was not written by us.
        let mut reader = BufReader::new(file.take(2 * LONGEST));
        let mut text = Vec::new();
        loop {
            text.clear();
            if reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut text)? == 0 {
                break;
            }
            let line = serde_json::from_slice::<Line>(&text).ok();
            lines.extend(line.filter(|line| line.entry.is_sound() && wanted(line)));
        }
    }
    lines.sort_by(|a, b| a.entry.tick.cmp(&b.entry.tick).then_with(|| a.who.cmp(&b.who)));
    lines.dedup();
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Seed;
    use wold_folk::diary::{Ground, What};
    use wold_folk::{Mind, Neighbour, VillagerConfig};
    use wold_space::Tick;

    fn note(mind: &mut Neighbour, tick: u64) {
        let entry = Entry::new(Tick(tick), What::Noticed, Ground::Seen).of(&format!("Rob {tick}"));
        mind.mindset_mut().diary.note(entry);
    }

    fn all(folder: &Path) -> Vec<u64> {
        read(folder, |_| true).expect("readable").iter().map(|line| line.entry.tick.0).collect()
    }

    #[test]
    fn what_is_new_is_appended_once_and_goes_on_after_a_restart() {
        let folder = tempfile::tempdir().expect("a folder can be had");
        let memories = folder.path().join("minds.jsonl");
        let mut ada = Neighbour::new(Seed(1), "Ada", VillagerConfig::default());
        let mut journal = Journal::beside(&memories);
        note(&mut ada, 5);
        for _ in 0..2 {
            let kept = ada.keepsake().expect("a neighbour keeps");
            journal.append([kept].iter()).expect("it can be written");
        }
        assert_eq!(all(folder.path()), [5]);
        let kept = ada.keepsake().expect("a neighbour keeps");
        let mut journal = Journal::beside(&memories);
        journal.resume(&kept);
        let mut ada = Neighbour::new(Seed(1), "Ada", VillagerConfig::default()).remembering(kept);
        note(&mut ada, 9);
        journal.append([ada.keepsake().expect("kept")].iter()).expect("it can be written");
        assert_eq!(all(folder.path()), [5, 9]);
    }

    #[test]
    fn a_long_journal_is_halved_and_damage_costs_a_line() {
        let folder = tempfile::tempdir().expect("a folder can be had");
        let mut ada = Neighbour::new(Seed(1), "Ada", VillagerConfig::default());
        let mut journal = Journal { longest: 100, ..Journal::beside(&folder.path().join("minds.jsonl")) };
        for tick in 0..5 {
            note(&mut ada, tick);
            journal.append([ada.keepsake().expect("kept")].iter()).expect("it can be written");
        }
        let kept = all(folder.path());
        assert!(kept.len() < 5 && kept.last() == Some(&4), "{kept:?}");
        let path = folder.path().join(FILE);
        let mut text = fs::read(&path).expect("there");
        text.extend(b"{\"who\":\"Ada\"\n\xff\xff\n");
        text.extend(vec![b'x'; 3 * LONGEST_LINE as usize]);
        fs::write(&path, text).expect("it can be damaged");
        assert_eq!(all(folder.path()), kept);
    }
}
