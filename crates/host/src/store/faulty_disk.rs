//! A disk for tests: it can lose power in the middle of a write, tear pages, and run full.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};

use redb::StorageBackend;

const SECTOR: usize = 512;

/// A handle to one disk; clones are the same disk.
#[derive(Clone, Debug, Default)]
pub struct FaultyDisk {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// What is safe.
    durable: Vec<u8>,
    /// What reads see.
    current: Vec<u8>,
    /// What was changed since the last sync.
    pending: VecDeque<Change>,
    /// Calls until the power fails.
    power: Option<u32>,
    /// Bytes the disk has room for.
    room: Option<u64>,
}

#[derive(Clone, Debug)]
enum Change {
    Length(usize),
    Write(usize, Vec<u8>),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Length(length) => bytes.resize(*length, 0),
            Self::Write(offset, data) => {
                let end = offset + data.len();
                if bytes.len() < end {
                    bytes.resize(end, 0);
                }
                bytes[*offset..end].copy_from_slice(data);
            }
        }
    }
}

impl FaultyDisk {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// The power fails at the `calls`-th writing call from now.
    pub fn cut_power_after(&self, calls: u32) {
        self.state().power = Some(calls);
    }

    /// Limits the disk, or lifts the limit.
    pub fn set_room(&self, room: Option<u64>) {
        self.state().room = room;
    }

    /// Bytes in use.
    pub fn used(&self) -> u64 {
        self.state().current.len() as u64
    }

    /// The disk after a power failure: of what was not synced, whatever `chance` says is there, torn at sectors.
    pub fn after_power_failure(&self, mut chance: impl FnMut(usize) -> usize) -> Self {
        let state = self.state();
        let mut durable = state.durable.clone();
        for change in &state.pending {
            match (chance(3), change) {
                (0, _) => {}
                (1, Change::Write(offset, data)) if data.len() > SECTOR => {
                    let kept = SECTOR * chance(data.len() / SECTOR);
                    Change::Write(*offset, data[..kept].to_vec()).apply(&mut durable);
                }
                _ => change.apply(&mut durable),
            }
        }
        let state = State { current: durable.clone(), durable, ..State::default() };
        Self { state: Arc::new(Mutex::new(state)) }
    }
}

impl State {
    fn change(&mut self, change: Change) -> io::Result<()> {
        self.spend_power()?;
        let end = match &change {
            Change::Length(length) => *length,
            Change::Write(offset, data) => offset + data.len(),
        };
        if self.room.is_some_and(|room| end as u64 > room) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        change.apply(&mut self.current);
        self.pending.push_back(change);
        Ok(())
    }

    fn spend_power(&mut self) -> io::Result<()> {
        match &mut self.power {
            Some(0) => Err(io::Error::other("no power")),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

impl StorageBackend for FaultyDisk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.used())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.state();
        let offset = offset as usize;
        let found = state.current.get(offset..offset + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(found);
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.state().change(Change::Length(length as usize))
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut state = self.state();
        state.spend_power()?;
        let State { durable, pending, .. } = &mut *state;
        pending.drain(..).for_each(|change| change.apply(durable));
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.state().change(Change::Write(offset as usize, data.to_vec()))
    }
}
