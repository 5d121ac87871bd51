//! A disk for tests: it can lose power in the middle of a write, tear pages, fail to sync, and run full.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

use super::disk::Disk;

const SECTOR: usize = 512;

/// A handle to one disk; clones are the same disk.
#[derive(Clone, Debug, Default)]
pub struct FaultyDisk {
    state: Arc<Mutex<State>>,
}

/// What a file holds; files keep it when they are renamed.
type Body = usize;

#[derive(Clone, Debug, Default)]
struct State {
    bodies: Vec<Contents>,
    /// Names that are safe.
    durable: BTreeMap<String, Body>,
    /// Names as calls see them.
    current: BTreeMap<String, Body>,
    /// Names changed since their folder was synced.
    renames: Vec<Naming>,
    /// Calls until the power fails.
    power: Option<u32>,
    /// Calls until one call fails, once.
    failure: Option<u32>,
    /// Bytes the disk has room for.
    room: Option<u64>,
}

#[derive(Clone, Debug)]
enum Naming {
    Put(String, Body),
    Drop(String),
    Move(String, String, Body),
}

#[derive(Clone, Debug, Default)]
struct Contents {
    durable: Vec<u8>,
    current: Vec<u8>,
    pending: Vec<Change>,
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

impl Naming {
    fn apply(&self, names: &mut BTreeMap<String, Body>) {
        match self {
            Self::Put(name, body) => {
                names.insert(name.clone(), *body);
            }
            Self::Drop(name) => {
                names.remove(name);
            }
            Self::Move(from, to, body) => {
                names.remove(from);
                names.insert(to.clone(), *body);
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

    /// The `calls`-th writing call from now fails, and the ones after it do not; or none does.
    pub fn fail_once_after(&self, calls: Option<u32>) {
        self.state().failure = calls;
    }

    /// Limits the disk, or lifts the limit.
    pub fn set_room(&self, room: Option<u64>) {
        self.state().room = room;
    }

    /// Bytes in use.
    pub fn used(&self) -> u64 {
        self.state().used()
    }

    /// Another disk that holds the same.
    pub fn copied(&self) -> Self {
        Self { state: Arc::new(Mutex::new(self.state().clone())) }
    }

    /// Bytes of a file.
    pub fn length_of(&self, file: &str) -> usize {
        let state = self.state();
        state.bodies[state.current[file]].current.len()
    }

    /// Damages a file for good.
    fn damage(&self, file: &str, change: impl Fn(&mut Vec<u8>)) {
        let mut state = self.state();
        let body = state.current[file];
        change(&mut state.bodies[body].current);
        change(&mut state.bodies[body].durable);
    }

    /// Cuts a file.
    pub fn cut(&self, file: &str, length: usize) {
        self.damage(file, |bytes| bytes.truncate(length));
    }

    /// Flips a bit.
    pub fn flip(&self, file: &str, at: usize) {
        self.damage(file, |bytes| bytes[at] ^= 4);
    }

    /// The disk after a power failure: of what was not synced, whatever `chance` says is there, torn at sectors; names in the order of
    /// their changes.
    pub fn after_power_failure(&self, mut chance: impl FnMut(usize) -> usize) -> Self {
        let mut state = self.state().clone();
        let named = chance(state.renames.len() + 1);
        for naming in &state.renames[..named] {
            naming.apply(&mut state.durable);
        }
        for body in &mut state.bodies {
            let Contents { durable, pending, .. } = body;
            for change in pending.drain(..) {
                match (chance(3), &change) {
                    (0, _) => {}
                    (1, Change::Write(offset, data)) if data.len() > SECTOR => {
                        let kept = SECTOR * chance(data.len() / SECTOR);
                        Change::Write(*offset, data[..kept].to_vec()).apply(durable);
                    }
                    _ => change.apply(durable),
                }
            }
            body.current.clone_from(&body.durable);
        }
        let State { bodies, durable, .. } = state;
        let state = State { bodies, current: durable.clone(), durable, ..State::default() };
        Self { state: Arc::new(Mutex::new(state)) }
    }
}

impl State {
    fn used(&self) -> u64 {
        self.current.values().map(|&body| self.bodies[body].current.len() as u64).sum()
    }

    fn body(&self, file: &str) -> io::Result<Body> {
        self.current.get(file).copied().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn change(&mut self, file: &str, change: Change) -> io::Result<()> {
        self.spend_power()?;
        if !self.current.contains_key(file) {
            self.bodies.push(Contents::default());
            self.name(Naming::Put(file.to_owned(), self.bodies.len() - 1));
        }
        let body = self.body(file)?;
        let now = self.bodies[body].current.len() as u64;
        let end = match &change {
            Change::Length(length) => *length as u64,
            Change::Write(offset, data) => (*offset + data.len()) as u64,
        };
        if self.room.is_some_and(|room| self.used() + end.saturating_sub(now) > room) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let body = &mut self.bodies[body];
        change.apply(&mut body.current);
        body.pending.push(change);
        Ok(())
    }

    fn name(&mut self, naming: Naming) {
        naming.apply(&mut self.current);
        self.renames.push(naming);
    }

    fn spend_power(&mut self) -> io::Result<()> {
        if let Some(left) = &mut self.failure {
            if *left == 0 {
                self.failure = None;
                return Err(io::Error::other("the disk hiccups"));
            }
            *left -= 1;
        }
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

impl Disk for FaultyDisk {
    fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        let state = self.state();
        let within = |name: &String| {
            let (parent, own) = name.rsplit_once('/').unwrap_or(("", name));
            (parent == folder).then(|| own.to_owned())
        };
        Ok(state.current.keys().filter_map(within).collect())
    }

    fn length(&self, file: &str) -> io::Result<Option<u64>> {
        let state = self.state();
        Ok(state.current.get(file).map(|&body| state.bodies[body].current.len() as u64))
    }

    fn read(&self, file: &str, from: u64, most: u64) -> io::Result<Vec<u8>> {
        let state = self.state();
        let bytes = &state.bodies[state.body(file)?].current;
        let from = (from as usize).min(bytes.len());
        let to = from.saturating_add(most as usize).min(bytes.len());
        Ok(bytes[from..to].to_vec())
    }

    fn write(&self, file: &str, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.state().change(file, Change::Write(at as usize, bytes.to_vec()))
    }

    fn set_length(&self, file: &str, length: u64) -> io::Result<()> {
        self.state().change(file, Change::Length(length as usize))
    }

    fn sync(&self, file: &str) -> io::Result<()> {
        let mut state = self.state();
        state.spend_power()?;
        let body = state.body(file)?;
        let Contents { durable, pending, .. } = &mut state.bodies[body];
        pending.drain(..).for_each(|change| change.apply(durable));
        Ok(())
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let mut state = self.state();
        state.spend_power()?;
        let body = state.body(from)?;
        state.name(Naming::Move(from.to_owned(), to.to_owned(), body));
        Ok(())
    }

    fn remove(&self, file: &str) -> io::Result<()> {
        let mut state = self.state();
        state.spend_power()?;
        state.body(file)?;
        state.name(Naming::Drop(file.to_owned()));
        Ok(())
    }

    fn sync_folder(&self, folder: &str) -> io::Result<()> {
        let mut state = self.state();
        state.spend_power()?;
        let within = |name: &str| name.rsplit_once('/').map_or("", |(parent, _)| parent) == folder;
        let State { renames, durable, .. } = &mut *state;
        renames.retain(|naming| {
            let (Naming::Put(name, _) | Naming::Drop(name) | Naming::Move(name, ..)) = naming;
            if within(name) {
                naming.apply(durable);
            }
            !within(name)
        });
        Ok(())
    }
}
