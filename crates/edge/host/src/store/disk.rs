//! The few things a store asks of a disk, and the real one.
//!
//! Contract: what was written is safe after [`Disk::sync`] of its file; a file that was made, renamed or removed is so for good after
//! [`Disk::sync_folder`]. Between them anything may happen to it. Names are relative to the store's folder, with `/` between parts.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Where a store keeps its files.
pub(super) trait Disk: Send + Sync {
    /// Names of the files in a folder, sorted.
    fn names(&self, folder: &str) -> io::Result<Vec<String>>;

    /// Bytes of a file; none if there is no such file.
    fn length(&self, file: &str) -> io::Result<Option<u64>>;

    /// At most `most` bytes from `from` on; fewer where the file ends.
    fn read(&self, file: &str, from: u64, most: u64) -> io::Result<Vec<u8>>;

    /// Writes at a place, and makes the file if there is none.
    fn write(&self, file: &str, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Cuts a file, or fills it up with zeros.
    fn set_length(&self, file: &str, length: u64) -> io::Result<()>;

    /// Waits until a file's contents are safe.
    fn sync(&self, file: &str) -> io::Result<()>;

    /// Gives a file another name, and takes the name from whoever has it.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;

    /// Removes a file.
    fn remove(&self, file: &str) -> io::Result<()>;

    /// Waits until the names in a folder are safe.
    fn sync_folder(&self, folder: &str) -> io::Result<()>;
}

/// The folder a file is in.
fn folder_of(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// How a file is called while it is written; whatever bears such a name was never finished.
const UNFINISHED: &str = ".unfinished";

/// Writes a whole file: it is there with all its bytes, or as it was before.
pub(super) fn write_whole(disk: &dyn Disk, file: &str, parts: &[&[u8]]) -> io::Result<()> {
    let unfinished = format!("{file}{UNFINISHED}");
    if disk.length(&unfinished)?.is_some() {
        disk.set_length(&unfinished, 0)?;
    }
    let mut at = 0;
    for part in parts {
        disk.write(&unfinished, at, part)?;
        at += part.len() as u64;
    }
    disk.sync(&unfinished)?;
    disk.rename(&unfinished, file)?;
    disk.sync_folder(folder_of(file))
}

/// Removes what was begun in a folder and never finished.
pub(super) fn sweep(disk: &dyn Disk, folder: &str) -> io::Result<()> {
    for name in disk.names(folder)?.iter().filter(|name| name.ends_with(UNFINISHED)) {
        let file = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        disk.remove(&file)?;
    }
    Ok(())
}

/// The first free name for a damaged piece of `file`.
fn aside_name(disk: &dyn Disk, file: &str) -> io::Result<String> {
    let mut number = 1;
    loop {
        let name = format!("{file}.damaged-{number}");
        if disk.length(&name)?.is_none() {
            return Ok(name);
        }
        number += 1;
    }
}

/// Sets a whole file aside under another name, which is returned.
pub(super) fn set_aside(disk: &dyn Disk, file: &str) -> io::Result<String> {
    let name = aside_name(disk, file)?;
    disk.rename(file, &name)?;
    disk.sync_folder(folder_of(file))?;
    Ok(name)
}

/// Keeps a copy of a damaged piece of a file beside it; returns its name.
pub(super) fn copy_aside(disk: &dyn Disk, file: &str, bytes: &[u8]) -> io::Result<String> {
    let name = aside_name(disk, file)?;
    write_whole(disk, &name, &[bytes])?;
    Ok(name)
}

/// A file that only grows. After an error its end is unknown: the next append cuts what may be there and writes anew.
#[derive(Clone, Debug)]
pub(super) struct Appender {
    pub file: String,
    pub length: u64,
    unsure: bool,
}

impl Appender {
    /// Goes on behind the first `length` bytes of a file.
    pub fn new(file: String, length: u64) -> Self {
        Self { file, length, unsure: false }
    }

    /// A file to be made; whatever may have that name is overwritten.
    pub fn fresh(file: String) -> Self {
        Self { file, length: 0, unsure: true }
    }

    /// Appends and waits until it is safe.
    pub fn append(&mut self, disk: &dyn Disk, bytes: &[u8]) -> io::Result<()> {
        if self.unsure && disk.length(&self.file)?.is_some() {
            disk.set_length(&self.file, self.length)?;
        }
        self.unsure = true;
        disk.write(&self.file, self.length, bytes)?;
        disk.sync(&self.file)?;
        self.length += bytes.len() as u64;
        self.unsure = false;
        Ok(())
    }
}

/// Files kept open for writing at once.
const MOST_OPEN: usize = 8;

/// A folder of the system.
pub(super) struct RealDisk {
    root: PathBuf,
    open: Mutex<BTreeMap<String, Arc<File>>>,
}

impl RealDisk {
    /// A folder that exists.
    pub fn existing(root: &Path) -> Self {
        Self { root: root.to_owned(), open: Mutex::default() }
    }

    /// Makes the folder with `inner` folders where they are missing.
    pub fn make(root: &Path, inner: &[&str]) -> io::Result<Self> {
        fs::create_dir_all(root)?;
        for folder in inner {
            fs::create_dir_all(root.join(folder))?;
        }
        sync_folder(root)?;
        if let Some(parent) = root.parent() {
            sync_folder(parent)?;
        }
        Ok(Self::existing(root))
    }

    fn open(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<File>>> {
        self.open.lock().expect("no holder of the open files panics")
    }

    fn for_writing(&self, file: &str) -> io::Result<Arc<File>> {
        let mut open = self.open();
        if let Some(handle) = open.get(file) {
            return Ok(handle.clone());
        }
        if open.len() >= MOST_OPEN {
            open.clear();
        }
        let handle =
            OpenOptions::new().write(true).create(true).truncate(false).open(self.root.join(file))?;
        let handle = Arc::new(handle);
        open.insert(file.to_owned(), handle.clone());
        Ok(handle)
    }
}

/// Waits until the names in a folder of the system are safe.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    File::open(folder)?.sync_all()
}

impl Disk for RealDisk {
    fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(self.root.join(folder)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_file()
                && let Ok(name) = entry.file_name().into_string()
            {
                names.push(name);
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    fn length(&self, file: &str) -> io::Result<Option<u64>> {
        match fs::metadata(self.root.join(file)) {
            Ok(found) => Ok(Some(found.len())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn read(&self, file: &str, from: u64, most: u64) -> io::Result<Vec<u8>> {
        let mut handle = File::open(self.root.join(file))?;
        handle.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        handle.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn write(&self, file: &str, at: u64, bytes: &[u8]) -> io::Result<()> {
        let handle = self.for_writing(file)?;
        let mut handle = &*handle;
        handle.seek(SeekFrom::Start(at))?;
        handle.write_all(bytes)
    }

    fn set_length(&self, file: &str, length: u64) -> io::Result<()> {
        self.for_writing(file)?.set_len(length)
    }

    fn sync(&self, file: &str) -> io::Result<()> {
        self.for_writing(file)?.sync_data()
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let mut open = self.open();
        open.remove(from);
        open.remove(to);
        drop(open);
        fs::rename(self.root.join(from), self.root.join(to))
    }

    fn remove(&self, file: &str) -> io::Result<()> {
        self.open().remove(file);
        fs::remove_file(self.root.join(file))
    }

    fn sync_folder(&self, folder: &str) -> io::Result<()> {
        sync_folder(&self.root.join(folder))
    }
}
