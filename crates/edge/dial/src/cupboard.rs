//! A cupboard: the file in which a household keeps what its people remember, so that a world that stops goes on where it was.
//!
//! One line of JSON per mind, written beside the old file and put in its place at once. What cannot be read is left out: a mind without its
//! keepsake begins anew, it does not keep the others outside.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use wold_folk::Keepsake;

/// The longest file that is read: more than a thousand full memories.
const LONGEST: u64 = 256 << 20;

/// A household's keepsakes on disk.
#[derive(Debug)]
pub struct Cupboard {
    path: PathBuf,
    kept: BTreeMap<String, Keepsake>,
}

impl Cupboard {
    /// Opens the cupboard; an absent one is empty.
    #[must_use]
    pub fn open(path: &Path) -> Self {
        let text = wold_files::read_text(path, LONGEST).unwrap_or_default();
        let mut kept = BTreeMap::new();
        for (line, written) in text.lines().enumerate() {
            match serde_json::from_str::<Keepsake>(written) {
                Ok(keepsake) => {
                    kept.insert(keepsake.name().to_owned(), keepsake);
                }
                Err(error) => {
                    let place = path.display();
                    tracing::warn!("{place}, line {}: a memory cannot be read: {error}", line + 1);
                }
            }
        }
        Self { path: path.to_owned(), kept }
    }

    /// How many keepsakes lie in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether nothing lies in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Everything that lies in it, by name.
    pub fn into_keepsakes(self) -> impl Iterator<Item = Keepsake> {
        self.kept.into_values()
    }

    /// Takes somebody's keepsake out; it is put back by the next [`keep`](Self::keep).
    pub fn take(&mut self, name: &str) -> Option<Keepsake> {
        self.kept.remove(name)
    }

    /// Writes down what these remember; those who have not come yet keep what they had.
    ///
    /// # Errors
    /// The file system's; the old file stays as it was.
    pub fn keep(&mut self, present: impl Iterator<Item = Keepsake>) -> io::Result<()> {
        let present: Vec<Keepsake> = present.collect();
        wold_files::write_with(&self.path, wold_files::Readers::Usual, |file| {
            for keepsake in present.iter().chain(self.kept.values()) {
                serde_json::to_writer(&mut *file, keepsake)?;
                file.write_all(b"\n")?;
            }
            Ok(())
        })
    }

    /// Puts a keepsake back: its owner has left.
    pub fn put_back(&mut self, keepsake: Keepsake) {
        self.kept.insert(keepsake.name().to_owned(), keepsake);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use wold_chance::Seed;
    use wold_folk::{Mind, Neighbour, VillagerConfig};
    use wold_mind::gossip::{Actions, BeingId, Matter};

    fn neighbour(name: &str) -> Neighbour {
        Neighbour::new(Seed(1), name, VillagerConfig::default())
    }

    #[test]
    fn what_is_kept_is_remembered_and_damage_costs_one_memory() {
        let folder = tempfile::tempdir().expect("a folder can be had");
        let path = folder.path().join("minds.jsonl");
        let mut cupboard = Cupboard::open(&path);
        assert!(cupboard.take("Bo").is_none());
        let actions = Actions::deeds();
        let blow = Matter::deed(
            BeingId::named("Asa"),
            actions.named("hit").expect("listed"),
            Some(BeingId::named("Bo")),
            2,
        );
        let kept = ["Bo", "Cy"].map(|name| {
            let mut mind = neighbour(name);
            mind.mindset_mut().names.learn("Asa");
            mind.mindset_mut().memory.witness(&actions, blow, None, 30.0);
            mind.keepsake().expect("a neighbour keeps what it remembers")
        });
        cupboard.keep(kept.into_iter()).expect("it can be written");
        let written = fs::read_to_string(&path).expect("it is there");
        let damaged: String = written.replacen("\"name\":\"Cy\"", "\"name\":", 1);
        fs::write(&path, damaged).expect("it can be damaged");
        let mut again = Cupboard::open(&path);
        assert!(again.take("Cy").is_none(), "damaged");
        let bo = neighbour("Bo").remembering(again.take("Bo").expect("kept"));
        assert!(bo.mindset().memory.recall(&blow).is_some());
        assert_eq!(bo.mindset().names.of(BeingId::named("Asa")), "Asa");
    }
}
