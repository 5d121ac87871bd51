//! Sending land: each chunk in view once, nearest first, within a budget; later changes as they happen.

use super::shelf::Shelf;
use super::{Out, Reach};
use bytes::Bytes;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wold_lore::land::Chunk;
use wold_space::{ChunkPos, DVec2};
use wold_wire::{ChunkChanges, Down, Frame, FromHost};
use wold_world::Realm;

pub(super) fn encode(land: Arc<Chunk>, changes: ChunkChanges) -> Bytes {
    FromHost::Chunk { land, changes }.encode().into()
}

/// Missing chunks a guest orders at once.
const MOST_ORDERED: usize = 16;
/// Chunks a guest may hold; beyond it the farthest are forgotten.
const MOST_HELD: usize = 2048;

/// What one guest has been sent of the land.
pub(super) struct LandMail {
    view: u8,
    centre: Option<ChunkPos>,
    /// Version of each chunk the guest holds.
    held: BTreeMap<ChunkPos, u32>,
    /// What it still wants, nearest last.
    wanted: Vec<ChunkPos>,
    /// What it may want next, nearest last: made ahead of time, so that the world never waits for land.
    ahead: Vec<ChunkPos>,
}

/// Rings beyond the view that are made ahead of time.
const AHEAD_RINGS: i32 = 2;
/// Chunks asked for ahead of time in one tick.
const AHEAD_AT_ONCE: usize = 4;

impl LandMail {
    pub(super) fn new(view: u8) -> Self {
        Self { view, centre: None, held: BTreeMap::new(), wanted: Vec::new(), ahead: Vec::new() }
    }

    pub(super) fn view(&self) -> u8 {
        self.view
    }

    pub(super) fn set_view(&mut self, rings: u8) {
        self.view = rings;
        self.centre = None;
    }

    pub(super) fn dropped(&mut self, chunks: &[ChunkPos]) {
        for pos in chunks {
            self.held.remove(pos);
        }
        self.centre = None;
    }

    /// Sends what changed in chunks the guest holds, then as many wanted chunks as the budget allows.
    pub(super) fn send(&mut self, round: &LandRound, place: DVec2, reach: Reach, mut put: impl FnMut(Out)) {
        for &pos in round.changed {
            if let (Some(version), Some(changes)) = (self.held.get_mut(&pos), round.realm.changes(pos)) {
                *version = changes.version;
                put(message(FromHost::Changed { pos, changes: changes.clone() }, reach));
            }
        }
        for &pos in round.doors.iter().filter(|pos| self.held.contains_key(pos)) {
            put(message(FromHost::Doors { pos, open: round.realm.open_doors(pos) }, reach));
        }
        let here = ChunkPos::of(place);
        if self.centre != Some(here) {
            self.centre = Some(here);
            self.plan(here, place);
            self.forget_far(here, reach, &mut put);
        }
        let mut left = round.budget;
        let mut later = Vec::new();
        while let Some(pos) = self.wanted.pop() {
            let Some(land) = round.shelf.soon(pos) else {
                later.push(pos);
                if later.len() >= MOST_ORDERED {
                    break;
                }
                continue;
            };
            let changes = round.realm.changes(pos).cloned().unwrap_or_default();
            self.held.insert(pos, changes.version);
            let (out, cost) = chunk_message(round.shelf, land, changes, reach);
            put(out);
            let open = round.realm.open_doors(pos);
            if !open.is_empty() {
                put(message(FromHost::Doors { pos, open }, reach));
            }
            if cost >= left {
                break;
            }
            left -= cost;
        }
        self.wanted.extend(later.into_iter().rev());
        self.look_ahead(round.shelf);
    }

    fn look_ahead(&mut self, shelf: &dyn Shelf) {
        for _ in 0..AHEAD_AT_ONCE {
            let Some(pos) = self.ahead.pop() else { return };
            if !shelf.ahead(pos) {
                self.ahead.push(pos);
                return;
            }
        }
    }

    /// Lists what is in view and not held, and what lies just beyond, nearest last.
    fn plan(&mut self, here: ChunkPos, place: DVec2) {
        let view = i32::from(self.view);
        self.wanted = here.around(view).filter(|pos| !self.held.contains_key(pos)).collect();
        self.ahead = here.around(view + AHEAD_RINGS).filter(|pos| pos.rings_to(here) > view as u32).collect();
        for list in [&mut self.wanted, &mut self.ahead] {
            list.sort_by(|a, b| {
                let distance = |pos: &ChunkPos| pos.centre().distance_squared(place);
                distance(b).total_cmp(&distance(a)).then(a.cmp(b))
            });
        }
    }

    fn forget_far(&mut self, here: ChunkPos, reach: Reach, put: &mut impl FnMut(Out)) {
        if self.held.len() <= MOST_HELD {
            return;
        }
        let mut far: Vec<ChunkPos> = self.held.keys().copied().collect();
        far.sort_by_key(|pos| (pos.rings_to(here), *pos));
        for pos in far.split_off(MOST_HELD) {
            self.held.remove(&pos);
            put(message(FromHost::Forget(pos), reach));
        }
    }
}

/// What all guests share when land is sent.
pub(super) struct LandRound<'a> {
    pub(super) realm: &'a Realm,
    pub(super) shelf: &'a dyn Shelf,
    pub(super) changed: &'a BTreeSet<ChunkPos>,
    /// Chunks of which a door moved.
    pub(super) doors: &'a BTreeSet<ChunkPos>,
    pub(super) budget: usize,
}

/// What a chunk handed over in this process counts against the budget.
const LOCAL_COST: usize = 4096;

fn chunk_message(shelf: &dyn Shelf, land: Arc<Chunk>, changes: ChunkChanges, reach: Reach) -> (Out, usize) {
    match reach {
        Reach::Local => (Out::Typed(Down::Message(FromHost::Chunk { land, changes })), LOCAL_COST),
        Reach::Wire => {
            let bytes = if changes.version == 0 { shelf.frame(&land) } else { encode(land, changes) };
            let cost = bytes.len();
            (Out::Frame(Frame::Reliable(bytes)), cost)
        }
    }
}

fn message(message: FromHost, reach: Reach) -> Out {
    match reach {
        Reach::Local => Out::Typed(Down::Message(message)),
        Reach::Wire => Out::Frame(Frame::Reliable(message.encode().into())),
    }
}
