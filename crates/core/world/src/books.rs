//! What the world writes down: changes to the land, the mail for its guests, who is who.

use crate::registry::Kept;
use crate::tally::{InParts, Parts};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use wold_lore::land::ThingKind;
use wold_lore::{Deed, Owner};
use wold_space::{ChunkPos, DVec2, EntityId, GuestId, Tick};
use wold_wire::{ChunkChanges, FromHost};

/// Changes people made to the land, and where its things lie about.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LandBook {
    /// Changes by chunk.
    pub changes: BTreeMap<ChunkPos, ChunkChanges>,
    /// Cuts in trees not yet felled.
    pub cuts: BTreeMap<(ChunkPos, u16), u8>,
    /// Chunks whose things have sprouted and lie in the world as entities.
    pub awake: BTreeSet<ChunkPos>,
    /// Chunks changed since the last tick's report.
    #[serde(skip)]
    pub fresh: BTreeSet<ChunkPos>,
}

impl LandBook {
    /// Changes a chunk and stamps it with a new version: the only way to change one, for hash and guests go by the version.
    pub fn change(&mut self, pos: ChunkPos, edit: impl FnOnce(&mut ChunkChanges)) -> &ChunkChanges {
        let changes = self.changes.entry(pos).or_default();
        edit(changes);
        changes.version += 1;
        self.fresh.insert(pos);
        changes
    }
}

impl InParts for LandBook {
    fn parts(&self, parts: &mut Parts<'_>) {
        let write = |bytes: &mut Vec<u8>, value: Result<Vec<u8>, postcard::Error>| {
            bytes.append(&mut value.expect("plain state always encodes"));
        };
        for (pos, changes) in &self.changes {
            let key = [pos.x.to_le_bytes(), pos.y.to_le_bytes()].concat();
            let stamp = Some([changes.version.into(), 0]);
            parts.part(&key, stamp, |bytes| write(bytes, postcard::to_stdvec(changes)));
        }
        parts.part(b"cuts", None, |bytes| write(bytes, postcard::to_stdvec(&self.cuts)));
        parts.part(b"awake", None, |bytes| write(bytes, postcard::to_stdvec(&self.awake)));
    }
}

/// Awake chunks that nobody is near, and since when: they go to sleep before long.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Idle(pub BTreeMap<ChunkPos, Tick>);

/// Of chunks that sleep, which of the things that genesis put there are gone, by their number in the chunk. A chunk as genesis made it is not listed.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picked(pub BTreeMap<ChunkPos, BTreeSet<u16>>);

/// Which body each guest steers.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuestBook(pub BTreeMap<GuestId, EntityId>);

/// The next entity's number.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Serial(pub u64);

impl Kept for LandBook {
    const NAME: &'static str = "land";
}
impl Kept for Idle {
    const NAME: &'static str = "idle land";
}
impl Kept for Picked {
    const NAME: &'static str = "picked";
}
impl Kept for GuestBook {
    const NAME: &'static str = "guests";
}
impl Kept for Serial {
    const NAME: &'static str = "serial";
}

/// A message for one guest.
#[derive(Clone, Debug, PartialEq)]
pub struct Mail {
    /// Who gets it.
    pub to: GuestId,
    /// What it says.
    pub message: FromHost,
    /// Whether it must wait until this tick is on disk: it confirms something a player would miss.
    pub after_durable: bool,
}

/// Mail written during a tick; not state.
#[derive(Resource, Clone, Debug, Default)]
pub struct Post(pub Vec<Mail>);

impl Post {
    /// Sends something at once.
    pub fn send(&mut self, to: GuestId, message: FromHost) {
        self.0.push(Mail { to, message, after_durable: false });
    }
}

/// What was done, by whom and to whom, for whoever cares: witnesses, fields, chroniclers.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Who did it.
    pub doer: EntityId,
    /// What.
    pub kind: Deed,
    /// To whom or what.
    pub object: Option<EntityId>,
    /// With what, or what was taken or given.
    pub thing: Option<ThingKind>,
    /// Whose that was.
    pub owner: Option<Owner>,
    /// Where.
    pub place: DVec2,
    /// Who saw it, by id, of the deeds people talk about.
    pub seen_by: Vec<EntityId>,
    /// Whether none of them made out who did it.
    pub masked: bool,
    /// Of how many pieces of the thing.
    pub pieces: u32,
    /// Whether it was done from afar: whoever suffers it knows who did it only if they see it.
    pub afar: bool,
}

impl Entry {
    /// A deed done to nobody, with nothing.
    #[must_use]
    pub fn new(doer: EntityId, kind: Deed, place: DVec2) -> Self {
        Self {
            doer,
            kind,
            object: None,
            thing: None,
            owner: None,
            place,
            seen_by: Vec::new(),
            masked: false,
            pieces: 1,
            afar: false,
        }
    }

    /// The deed done to somebody or something.
    #[must_use]
    pub fn to(self, object: EntityId) -> Self {
        Self { object: Some(object), ..self }
    }

    /// The deed done with a thing.
    #[must_use]
    pub fn with(self, thing: ThingKind) -> Self {
        Self { thing: Some(thing), ..self }
    }

    /// The deed done with so many pieces of a thing.
    #[must_use]
    pub fn pieces(self, pieces: u32) -> Self {
        Self { pieces, ..self }
    }

    /// The deed done with somebody's thing.
    #[must_use]
    pub fn of(self, owner: Option<Owner>) -> Self {
        Self { owner, ..self }
    }
}

/// The deeds of the current tick; not state.
#[derive(Resource, Clone, Debug, Default)]
pub struct Ledger(pub Vec<Entry>);
