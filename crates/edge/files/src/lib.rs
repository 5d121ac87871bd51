//! Files read within bounds and written whole or not at all.
//!
//! Contract of writing: after `Ok` the file holds all of it, also after a crash; after an error, and after a crash on the way, it is as it was before.
//! It is written beside, made safe, and then takes the old one's place. Two who write one file at a time in one process disturb each other;
//! two processes do not.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file system says no.
    #[error("cannot read {file}: {source}")]
    Disk {
        /// Which file.
        file: String,
        /// What it says.
        source: io::Error,
    },
    /// It is longer than whoever reads it wants.
    #[error("{file} is longer than {longest} bytes")]
    Long {
        /// Which file.
        file: String,
        /// What would be taken.
        longest: u64,
    },
    /// It is no text.
    #[error("cannot read {file}: it is no UTF-8 text")]
    Text {
        /// Which file.
        file: String,
    },
}

/// Reads a file, whole; longer than `longest` bytes it is refused, and no memory is taken by its length.
pub fn read(path: &Path, longest: u64) -> Result<Vec<u8>, ReadError> {
    let file = || path.display().to_string();
    let mut bytes = Vec::new();
    let taken = File::open(path).and_then(|open| open.take(longest + 1).read_to_end(&mut bytes));
    taken.map_err(|source| ReadError::Disk { file: file(), source })?;
    if bytes.len() as u64 > longest {
        return Err(ReadError::Long { file: file(), longest });
    }
    Ok(bytes)
}

/// The same as text.
pub fn read_text(path: &Path, longest: u64) -> Result<String, ReadError> {
    let file = || path.display().to_string();
    String::from_utf8(read(path, longest)?).map_err(|_| ReadError::Text { file: file() })
}

/// Who may read a file that is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Readers {
    /// Whoever the folder's rules let.
    #[default]
    Usual,
    /// Its owner alone, from the first byte on.
    Owner,
}

/// Writes a file whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, Readers::Usual, |out| out.write_all(bytes))
}

/// The same, filled piece by piece.
pub fn write_with(
    path: &Path,
    readers: Readers,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let beside = path.with_added_extension(format!("{}.part", std::process::id()));
    let write = || {
        let mut out = BufWriter::new(open(&beside, readers)?);
        fill(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&beside, path)?;
        sync_folder_of(path)
    };
    write().inspect_err(|_| {
        // The error that counts is the first; a part that cannot be removed changes nothing about it.
        let _ = fs::remove_file(&beside);
    })
}

fn open(path: &Path, readers: Readers) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    if readers == Readers::Owner {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    options.open(path)
}

/// The new name is safe only when its folder is.
fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_too_long_or_not_text_are_refused_by_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "abcd").expect("written");
        assert_eq!(read_text(&path, 4).expect("just fits"), "abcd");
        assert!(read(&path, 3).expect_err("too long").to_string().ends_with("is longer than 3 bytes"));
        fs::write(&path, [0xff]).expect("written");
        assert!(read_text(&path, 9).expect_err("not text").to_string().ends_with("it is no UTF-8 text"));
        let missing = folder.path().join("none");
        assert!(read(&missing, 9).expect_err("missing").to_string().contains("none"));
    }

    #[test]
    fn what_fails_on_the_way_leaves_the_old_file_and_nothing_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("kept");
        write_whole(&path, b"old").expect("written");
        let failed = write_with(&path, Readers::Usual, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert_eq!(failed.expect_err("it failed").to_string(), "the disk is full");
        assert_eq!(fs::read(&path).expect("there"), b"old");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_secret_is_its_owners() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("secret");
        write_with(&path, Readers::Owner, |out| out.write_all(b"hush")).expect("written");
        assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o600);
    }
}
