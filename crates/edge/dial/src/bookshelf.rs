//! A bookshelf: the folder in which a household finds the questions its fighters ask, read again while they live.
//!
//! Contract: every `<name>.toml` of the folder is the question of that name, in place of the one that comes with the program. A file that changed is read again, one that is gone gives its place back. A bad file
//! is told once, with its line and reason, and the question before it stays. `odds.toml` is no question but what battles have taught (`wold history battles --fit`). At most 64 files of 64 kB are looked at; an absent folder is an empty one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use wold_folk::fight::Counsel;

/// Files looked at, and bytes of one.
const MOST_FILES: usize = 64;
const LONGEST: u64 = 64 << 10;
/// The file with what battles have taught.
const ODDS: &str = "odds";

/// When a file was written, and how long it is: who changes it changes one of the two.
type Stamp = (Option<SystemTime>, u64);

/// Questions in a folder.
#[derive(Debug)]
pub struct Bookshelf {
    folder: PathBuf,
    seen: BTreeMap<String, Stamp>,
}

impl Bookshelf {
    /// A folder that nobody has looked at yet.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), seen: BTreeMap::new() }
    }

    /// Looks what is new and tells the counsel; returns what is wrong with files, a line each.
    pub fn look(&mut self, counsel: &Counsel) -> Vec<String> {
        let found = self.files();
        let mut wrong = Vec::new();
        for name in self.seen.keys().filter(|name| !found.contains_key(*name)) {
            match name.as_str() {
                ODDS => counsel.forget_lessons(),
                _ => counsel.unload(name),
            }
        }
        for (name, stamp) in &found {
            if self.seen.get(name) == Some(stamp) {
                continue;
            }
            let path = self.folder.join(format!("{name}.toml"));
            let read = wold_files::read_text(&path, LONGEST).map_err(|error| error.to_string());
            let loaded = read.and_then(|text| {
                let taken = match name.as_str() {
                    ODDS => counsel.teach(&text).map_err(|error| error.to_string()),
                    _ => counsel.load(name, &text).map_err(|error| error.to_string()),
                };
                taken.map_err(|error| format!("{}, {error}", path.display()))
            });
            match loaded {
                Ok(()) => tracing::info!("fighters go by {}", path.display()),
                Err(error) => wrong.push(error),
            }
        }
        self.seen = found;
        wrong
    }

    /// Names and stamps of what lies in the folder.
    fn files(&self) -> BTreeMap<String, Stamp> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let named = entries.filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?.strip_suffix(".toml")?.to_owned();
            let about = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
            Some((name, (about.modified().ok(), about.len())))
        });
        let mut all: BTreeMap<String, Stamp> = named.collect();
        while all.len() > MOST_FILES {
            all.pop_last();
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_read_again_when_it_changes_and_a_bad_one_leaves_the_old() {
        let folder = tempfile::tempdir().expect("a folder");
        let (counsel, mut shelf) = (Counsel::default(), Bookshelf::new(&folder.path().join("queries")));
        assert!(shelf.look(&counsel).is_empty(), "an absent folder is empty");
        let mut shelf = Bookshelf::new(folder.path());
        let file = folder.path().join("ambush.toml");
        let write = |text: &str| std::fs::write(&file, text).expect("writable");
        write("[[option]]\n[option.generation]\ngrid_around_puppet = 5");
        assert!(shelf.look(&counsel).is_empty());
        assert!(counsel.names().contains(&"ambush".to_owned()));
        write("[[option]]\n[option.generation]\ngrid_around_the_moon = 55");
        let wrong = shelf.look(&counsel);
        assert!(wrong.len() == 1 && wrong[0].contains("ambush.toml, line 3:"), "{wrong:?}");
        assert!(shelf.look(&counsel).is_empty(), "it is told once");
        assert!(counsel.names().contains(&"ambush".to_owned()), "the old one stays");
        std::fs::remove_file(&file).expect("it is there");
        assert!(shelf.look(&counsel).is_empty());
        assert!(!counsel.names().contains(&"ambush".to_owned()));
    }
}
