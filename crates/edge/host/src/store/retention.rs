//! How large segments get, and how much history is kept.
//!
//! By default the whole log is kept: a world can then be replayed from its birth. With a limit, segments go once they are too old or the log is too
//! large, but never one that the oldest snapshot still needs; the first snapshot behind what went becomes the base from which the
//! rest is replayed.

use std::io;

use wold_space::{TICKS_PER_SECOND, Tick};

use super::disk::Disk;
use super::log::Log;
use super::snapshot_file::{self, FOLDER, Name};
use super::survey::LOG;

/// How the log is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogConfig {
    /// Bytes of a segment, 16 MiB by default: about an hour of forty inhabitants. Damage to a file costs at most that much history; smaller
    /// ones make more files.
    pub segment_bytes: u64,
    /// Bytes of log kept; all by default. At least the newest segment and what the snapshots need is kept.
    pub keep_bytes: Option<u64>,
    /// Seconds of the world's time kept; all by default.
    pub keep_seconds: Option<u64>,
}

impl Default for LogConfig {
    fn default() -> Self {
        Self { segment_bytes: 16 * 1024 * 1024, keep_bytes: None, keep_seconds: None }
    }
}

/// Forgets all but the newest `keep` snapshots. Bases stay.
pub(super) fn forget_snapshots(disk: &dyn Disk, keep: usize) -> io::Result<()> {
    let mut names = snapshot_file::list(disk)?;
    names.retain(|name| !name.base);
    let old = names.len().saturating_sub(keep.max(1));
    for name in &names[..old] {
        disk.remove(&name.file())?;
    }
    if old > 0 {
        disk.sync_folder(FOLDER)?;
    }
    Ok(())
}

/// Removes the segments that are not to be kept any more.
pub(super) fn forget_log(disk: &dyn Disk, log: &mut Log, config: &LogConfig) -> io::Result<()> {
    let old = too_old(log, config);
    if old == 0 {
        return Ok(());
    }
    let needed_from = log.parts[old].before;
    let mut bases = Vec::new();
    for name in snapshot_file::list(disk)? {
        if let Ok(head) = snapshot_file::read_head(disk, &name)? {
            bases.push((name, head.log));
        }
    }
    // Without a snapshot behind them the segments are still needed.
    let Some((base, _)) = bases.iter().find(|(_, place)| place.offset >= needed_from.offset) else {
        return Ok(());
    };
    if !base.base {
        disk.rename(&base.file(), &Name { base: true, ..base.clone() }.file())?;
        disk.sync_folder(FOLDER)?;
    }
    for part in log.parts.drain(..old) {
        disk.remove(&part.file)?;
    }
    disk.sync_folder(LOG)?;
    for (name, _) in bases.iter().filter(|(_, place)| place.offset < needed_from.offset) {
        disk.remove(&name.file())?;
    }
    disk.sync_folder(FOLDER)
}

/// How many of the oldest segments are beyond a limit.
fn too_old(log: &Log, config: &LogConfig) -> usize {
    let now = log.tail.tick.unwrap_or_default();
    let horizon =
        config.keep_seconds.map(|seconds| now.0.saturating_sub(seconds.saturating_mul(TICKS_PER_SECOND)));
    let mut bytes: u64 = log.parts.iter().map(|part| part.length).sum();
    let mut old = 0;
    for (part, next) in log.parts.iter().zip(log.parts.iter().skip(1)) {
        let aged = horizon.is_some_and(|horizon| next.before.tick < Some(Tick(horizon)));
        let large = config.keep_bytes.is_some_and(|most| bytes > most);
        if !(aged || large) {
            break;
        }
        bytes -= part.length;
        old += 1;
    }
    old
}
