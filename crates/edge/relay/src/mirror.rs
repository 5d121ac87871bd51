//! What a host has told of one viewpoint, ready to be told again.
//!
//! Contract: after each beat every [`Onlooker`](crate::onlooker::Onlooker) reads off a mirror what it does not know yet; what is said once (words, bells, letters of games) is there for that beat alone ([`Mirror::turn_over`]).
//! When the host is lost the mirror stands as it was; a new welcome begins it afresh, except for the land, which is told again only where it is another. Memory is bounded by what a host may tell one guest: land beyond the view is let go.

use bytes::Bytes;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use wold_lore::land::Chunk;
use wold_space::{ChunkPos, EntityId, Tick};
use wold_wire::herald::Hearer;
use wold_wire::message::Watching;
use wold_wire::{Card, ChunkChanges, Down, EntityState, FromHost, OwnState, Snapshot, Surroundings, Welcome};

/// Rings beyond the view after which land is let go.
const SPARE_RINGS: u32 = 2;
/// Things said in one beat; of more the oldest are lost.
const MOST_SAID: usize = 256;

/// Somebody or something in sight.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Its card.
    pub card: Arc<Card>,
    state: EntityState,
    at: Tick,
}

impl Shown {
    /// How it is at a tick, as everybody predicts it who was told the same.
    #[must_use]
    pub fn at(&self, tick: Tick) -> EntityState {
        self.state.predicted(tick.since(self.at))
    }
}

/// A chunk as it is told.
#[derive(Clone, Debug)]
pub struct Sheet {
    land: Arc<Chunk>,
    /// The whole of it, as a message.
    pub whole: Bytes,
    /// What people changed, as a message, for those who hold the land itself.
    pub changed: Bytes,
    /// Since when the land itself is as it is, by the mirror's count.
    pub made: u64,
    /// Since when its changes are.
    pub version: u64,
    /// Which of its doors stand open, as a message; nothing while none was ever told of.
    pub doors: Option<Bytes>,
    /// Since when.
    pub swung: u64,
}

/// What a message did that its relay must know of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heed {
    /// Nothing more.
    Nothing,
    /// It is another world than before, or an older state of it: whoever looks on must come in anew.
    AnotherWorld,
    /// The host does not let the relay look on, or no longer, with its words.
    Ended(String),
}

/// What was told of one viewpoint.
#[derive(Debug, Default)]
pub struct Mirror {
    welcome: Option<Welcome>,
    /// Counts welcomes.
    epoch: u64,
    clock: Option<Bytes>,
    shots: Option<Bytes>,
    watching: Watching,
    surroundings: Surroundings,
    hearer: Hearer,
    own: OwnState,
    tick: Tick,
    entities: BTreeMap<EntityId, Shown>,
    land: BTreeMap<ChunkPos, Sheet>,
    /// Counts everything told of land, and each chunk the viewpoint comes into.
    land_stamp: u64,
    said: VecDeque<Bytes>,
}

fn bytes(message: &FromHost) -> Bytes {
    message.encode().into()
}

impl Mirror {
    /// What the host said first, once it has.
    #[must_use]
    pub fn welcome(&self) -> Option<&Welcome> {
        self.welcome.as_ref()
    }

    /// Counts the welcomes so far.
    #[must_use]
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The world's clock and what can be let fly in it, as messages.
    pub fn greeting(&self) -> impl Iterator<Item = Bytes> + '_ {
        self.clock.iter().chain(&self.shots).cloned()
    }

    /// Where the host looks from for this mirror, and whom it follows.
    #[must_use]
    pub fn watching(&self) -> &Watching {
        &self.watching
    }

    /// What it is like around the viewpoint.
    #[must_use]
    pub fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// What games have told.
    #[must_use]
    pub fn hearer(&self) -> &Hearer {
        &self.hearer
    }

    /// The viewpoint, as snapshots tell it.
    #[must_use]
    pub fn own(&self) -> &OwnState {
        &self.own
    }

    /// The tick of the newest snapshot.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.tick
    }

    /// Everybody and everything in sight.
    #[must_use]
    pub fn entities(&self) -> &BTreeMap<EntityId, Shown> {
        &self.entities
    }

    /// The land around the viewpoint.
    #[must_use]
    pub fn land(&self) -> &BTreeMap<ChunkPos, Sheet> {
        &self.land
    }

    /// While it stays the same nothing has changed about the land, and the viewpoint is in the same chunk.
    #[must_use]
    pub fn land_stamp(&self) -> u64 {
        self.land_stamp
    }

    /// What was said once since the last beat, as messages.
    #[must_use]
    pub fn said(&self) -> &VecDeque<Bytes> {
        &self.said
    }

    /// A beat is over: everybody has heard.
    pub fn turn_over(&mut self) {
        self.said.clear();
    }

    fn pass_on(&mut self, message: Bytes) {
        if self.said.len() == MOST_SAID {
            self.said.pop_front();
        }
        self.said.push_back(message);
    }

    /// Takes what the host says.
    pub fn take(&mut self, down: Down) -> Heed {
        match down {
            Down::Snapshot(snapshot) => self.see(snapshot),
            Down::Message(message) => return self.hear(message),
        }
        Heed::Nothing
    }

    fn see(&mut self, snapshot: Snapshot) {
        let Snapshot { tick, own, left, entered, updated } = snapshot;
        for id in left {
            self.entities.remove(&id);
        }
        for (card, state) in entered {
            self.entities.insert(card.id, Shown { card, state, at: tick });
        }
        for (id, state) in updated {
            if let Some(shown) = self.entities.get_mut(&id) {
                (shown.state, shown.at) = (state, tick);
            }
        }
        if ChunkPos::of(own.place) != ChunkPos::of(self.own.place) {
            self.land_stamp += 1;
        }
        (self.tick, self.own) = (tick, own);
    }

    fn hear(&mut self, message: FromHost) -> Heed {
        match message {
            FromHost::Welcome(welcome) => return self.begin(welcome),
            FromHost::TurnedAway { text, .. } | FromHost::Goodbye(text) => return Heed::Ended(text),
            FromHost::Chunk { land, changes } => self.put(land, changes),
            FromHost::Changed { pos, changes } => self.change(pos, changes),
            FromHost::Doors { pos, .. } => self.swing(pos, bytes(&message)),
            FromHost::Forget(pos) => {
                self.land.remove(&pos);
                self.land_stamp += 1;
            }
            FromHost::Clock { .. } => {
                let clock = bytes(&message);
                self.clock = Some(clock.clone());
                self.pass_on(clock);
            }
            FromHost::Shots { .. } => self.shots = Some(bytes(&message)),
            FromHost::Watching(watching) => self.watching = watching,
            FromHost::Felt(felt) => self.surroundings.apply(&felt),
            // What cannot be read is told to nobody.
            FromHost::Told { ref letter } if self.hearer.take(letter).is_ok() => {
                self.pass_on(bytes(&message));
            }
            FromHost::Heard { .. } | FromHost::Bell { .. } | FromHost::Loosed(_) | FromHost::Landed(_) => {
                self.pass_on(bytes(&message));
            }
            // What is for those who have a body is not told to who looks on, and notices are for the relay itself.
            _ => {}
        }
        Heed::Nothing
    }

    fn begin(&mut self, welcome: Welcome) -> Heed {
        let is_other = |before: &Welcome| {
            before.seed != welcome.seed
                || before.world != welcome.world
                || before.manifest != welcome.manifest
                || welcome.tick < self.tick
        };
        let heed =
            if self.welcome.as_ref().is_some_and(is_other) { Heed::AnotherWorld } else { Heed::Nothing };
        if heed == Heed::AnotherWorld {
            self.land.clear();
        }
        self.epoch += 1;
        self.entities.clear();
        self.said.clear();
        self.surroundings = Surroundings::default();
        self.hearer = Hearer::new(welcome.manifest.as_ref().clone()).unwrap_or_default();
        self.tick = welcome.tick;
        self.welcome = Some(welcome);
        self.land_stamp += 1;
        heed
    }

    fn put(&mut self, land: Arc<Chunk>, changes: ChunkChanges) {
        let pos = land.pos;
        let whole = bytes(&FromHost::Chunk { land: land.clone(), changes: changes.clone() });
        if self.land.get(&pos).is_some_and(|sheet| sheet.whole == whole) {
            // A chunk comes with all its doors shut; those that are open are told next.
            if self.land[&pos].doors.is_some() {
                self.swing(pos, bytes(&FromHost::Doors { pos, open: BTreeSet::new() }));
            }
            return;
        }
        self.land_stamp += 1;
        let now = self.land_stamp;
        let changed = bytes(&FromHost::Changed { pos, changes });
        self.land
            .insert(pos, Sheet { land, whole, changed, made: now, version: now, doors: None, swung: now });
    }

    fn change(&mut self, pos: ChunkPos, changes: ChunkChanges) {
        let Some(sheet) = self.land.get_mut(&pos) else { return };
        self.land_stamp += 1;
        sheet.version = self.land_stamp;
        sheet.whole = bytes(&FromHost::Chunk { land: sheet.land.clone(), changes: changes.clone() });
        sheet.changed = bytes(&FromHost::Changed { pos, changes });
    }

    fn swing(&mut self, pos: ChunkPos, doors: Bytes) {
        let Some(sheet) = self.land.get_mut(&pos) else { return };
        self.land_stamp += 1;
        (sheet.doors, sheet.swung) = (Some(doors), self.land_stamp);
    }

    /// Lets land go that is well out of view, and names it, so that the host sends it again when the viewpoint comes back.
    #[must_use]
    pub fn let_go(&mut self) -> Vec<ChunkPos> {
        let Some(welcome) = &self.welcome else { return Vec::new() };
        let (here, reach) = (ChunkPos::of(self.own.place), u32::from(welcome.view) + SPARE_RINGS);
        let far: Vec<ChunkPos> = self.land.keys().filter(|pos| pos.rings_to(here) > reach).copied().collect();
        for pos in &far {
            self.land.remove(pos);
            self.land_stamp += 1;
        }
        far
    }
}

#[cfg(test)]
#[path = "mirror_tests.rs"]
pub(crate) mod tests;
