//! Intents as logs keep them: by their number here, which never changes. What comes later stands at the end, so that worlds of every version can be read.

use super::{Intent, Loudness, Steering, Target};
use crate::SpeechAct;
use crate::land::{Door, ThingKind};
use serde::{Deserialize, Serialize};
use wold_space::{ChunkPos, EntityId, Tick};

#[derive(Serialize, Deserialize)]
pub(super) enum Logged {
    Move(Steering),
    Look(Target),
    /// Words alone.
    Say {
        text: String,
        loudness: Loudness,
    },
    Take(EntityId),
    Drop {
        slot: u8,
    },
    Use {
        slot: u8,
        on: Target,
    },
    Give {
        slot: u8,
        to: EntityId,
    },
    Strike(EntityId),
    Hold {
        slot: u8,
    },
    Game {
        verb: u16,
        payload: Vec<u8>,
    },
    /// Words with what is meant by them.
    Mean {
        text: String,
        loudness: Loudness,
        act: Box<SpeechAct>,
    },
    Door {
        chunk: ChunkPos,
        door: Door,
    },
    Close {
        foe: EntityId,
    },
    Draw {
        chunk: ChunkPos,
        place: u16,
    },
    Work {
        craft: u8,
    },
    Offer {
        thing: ThingKind,
        coins: u16,
        buys: bool,
    },
    Deal {
        with: EntityId,
        thing: ThingKind,
        count: u8,
        coins: u16,
        buys: bool,
    },
    Shun {
        who: EntityId,
        shuns: bool,
    },
    Shoot {
        at: Target,
        seen: Tick,
    },
}

impl From<Intent> for Logged {
    fn from(intent: Intent) -> Self {
        match intent {
            Intent::Say { text, loudness, act: None } => Self::Say { text, loudness },
            Intent::Say { text, loudness, act: Some(act) } => Self::Mean { text, loudness, act },
            Intent::Move(steering) => Self::Move(steering),
            Intent::Look(target) => Self::Look(target),
            Intent::Take(id) => Self::Take(id),
            Intent::Drop { slot } => Self::Drop { slot },
            Intent::Use { slot, on } => Self::Use { slot, on },
            Intent::Give { slot, to } => Self::Give { slot, to },
            Intent::Strike(id) => Self::Strike(id),
            Intent::Hold { slot } => Self::Hold { slot },
            Intent::Game { verb, payload } => Self::Game { verb, payload },
            Intent::Door { chunk, door } => Self::Door { chunk, door },
            Intent::Close { foe } => Self::Close { foe },
            Intent::Draw { chunk, place } => Self::Draw { chunk, place },
            Intent::Work { craft } => Self::Work { craft },
            Intent::Shun { who, shuns } => Self::Shun { who, shuns },
            Intent::Shoot { at, seen } => Self::Shoot { at, seen },
            Intent::Offer { thing, coins, buys } => Self::Offer { thing, coins, buys },
            Intent::Deal { with, thing, count, coins, buys } => {
                Self::Deal { with, thing, count, coins, buys }
            }
        }
    }
}

impl From<Logged> for Intent {
    fn from(logged: Logged) -> Self {
        match logged {
            Logged::Say { text, loudness } => Self::Say { text, loudness, act: None },
            Logged::Mean { text, loudness, act } => Self::Say { text, loudness, act: Some(act) },
            Logged::Move(steering) => Self::Move(steering),
            Logged::Look(target) => Self::Look(target),
            Logged::Take(id) => Self::Take(id),
            Logged::Drop { slot } => Self::Drop { slot },
            Logged::Use { slot, on } => Self::Use { slot, on },
            Logged::Give { slot, to } => Self::Give { slot, to },
            Logged::Strike(id) => Self::Strike(id),
            Logged::Hold { slot } => Self::Hold { slot },
            Logged::Game { verb, payload } => Self::Game { verb, payload },
            Logged::Door { chunk, door } => Self::Door { chunk, door },
            Logged::Close { foe } => Self::Close { foe },
            Logged::Draw { chunk, place } => Self::Draw { chunk, place },
            Logged::Work { craft } => Self::Work { craft },
            Logged::Shun { who, shuns } => Self::Shun { who, shuns },
            Logged::Shoot { at, seen } => Self::Shoot { at, seen },
            Logged::Offer { thing, coins, buys } => Self::Offer { thing, coins, buys },
            Logged::Deal { with, thing, count, coins, buys } => {
                Self::Deal { with, thing, count, coins, buys }
            }
        }
    }
}
