//! What the host says to its guests.

use super::bearing::Bearing;
use super::form::{
    At, Bit, Bits16, Bits32, Blob, Byte, Codec, Form, Id, Named, Number, Own, Sectioned, Text, Ticks, forms,
};
use super::{Aware, BAG_SLOTS, LONGEST_NAME, LONGEST_NOTICE, Saw};
use crate::bits::{BitReader, BitWriter, Coded, Malformed, word};
use crate::land::{ChunkChanges, read_chunk, write_chunk};
use crate::physique::Physique;
use crate::speech::{read_act, write_act};
use crate::surroundings::Felt;
use std::collections::BTreeSet;
use std::sync::Arc;
use wold_lore::intent::{LONGEST_GAME_PAYLOAD, LONGEST_SPEECH};
use wold_lore::land::{Chunk, Door, ThingKind};
use wold_lore::sense::{Amiss, Sound};
use wold_lore::{Loudness, Owner, Refusal, SpeechAct, vocabulary};
use wold_space::{ChunkPos, EntityId, GuestId, Tick};

/// The first message a guest gets if it is let in.
#[derive(Clone, Debug, PartialEq)]
pub struct Welcome {
    /// The guest's number.
    pub guest: GuestId,
    /// The guest's body.
    pub body: EntityId,
    /// The world's seed.
    pub seed: u64,
    /// Now.
    pub tick: Tick,
    /// Lets the guest back in when its connection breaks.
    pub token: [u8; 16],
    /// Whether the guest may operate the host.
    pub operator: bool,
    /// How far the host lets it see, in rings of chunks.
    pub view: u8,
    /// The world's name.
    pub world: String,
    /// What bodies can do here.
    pub physique: Physique,
    /// The highest number of a wish that was ever decided for this body: new ones count on from it, repeated ones are answered again.
    pub decided: u32,
}

vocabulary! {
    /// Why a guest is not let in.
    TurnedAway, "reason" {
        /// The two ends speak different protocols.
        Protocol = 0 "protocol",
        /// The guest expects another world.
        Seed = 1 "seed",
        /// The name is not allowed.
        BadName = 2 "bad name",
        /// Somebody has that name.
        NameTaken = 3 "name taken",
        /// No such account, or the wrong password.
        BadPassword = 4 "bad password",
        /// The token is unknown or too old.
        BadToken = 5 "bad token",
        /// Too many attempts.
        TooOften = 6 "too often",
        /// No room.
        Full = 7 "full",
        /// The first message was no hello.
        NotAHello = 8 "not a hello",
        /// Whoever bore that name is dead and buried.
        Dead = 9 "dead",
    }
}

/// One kind of thing in a bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it is.
    pub kind: ThingKind,
    /// The thing itself.
    pub id: EntityId,
}

/// What became of a wish.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Outcome {
    /// It is done, and durable if it is of the kind people would miss.
    Done,
    /// It is done, and this is what the guest learns by it.
    Told(String),
    /// It is not done.
    Refused(Refusal),
    /// Somebody was looked at: what is seen in words, and what is known of them by it. Last, because worlds keep outcomes by their number here.
    Seen(String, Bearing),
}

/// A reliable message from the host.
#[derive(Clone, Debug, PartialEq)]
pub enum FromHost {
    /// Come in.
    Welcome(Welcome),
    /// Stay out, with the reason in words.
    TurnedAway {
        /// The reason.
        reason: TurnedAway,
        /// The reason in words.
        text: String,
    },
    /// A chunk, whole.
    Chunk {
        /// The land as genesis made it.
        land: Arc<Chunk>,
        /// What people changed since.
        changes: ChunkChanges,
    },
    /// What people changed in a chunk the guest holds.
    Changed {
        /// Which chunk.
        pos: ChunkPos,
        /// All its changes.
        changes: ChunkChanges,
    },
    /// The host no longer keeps this chunk up to date for the guest.
    Forget(ChunkPos),
    /// Somebody said something the guest's character hears.
    Heard {
        /// Who.
        speaker: EntityId,
        /// By which name.
        name: String,
        /// How loud.
        loudness: Loudness,
        /// The words.
        text: String,
        /// What is meant by them, as far as the world lets the speaker mean it; nothing if not all of it was understood.
        act: Option<Arc<SpeechAct>>,
        /// Whether words are lost.
        muffled: bool,
    },
    /// What became of the guest's wish.
    Answer {
        /// The wish's number.
        number: u32,
        /// What became of it.
        outcome: Outcome,
    },
    /// The guest's bag; the hand holds slot `held`, if any.
    Bag {
        /// Its slots.
        slots: [Option<Slot>; BAG_SLOTS],
        /// The slot whose thing is in the hand.
        held: Option<u8>,
        /// The slot whose thing is worn.
        worn: Option<u8>,
    },
    /// The world's clock.
    Clock {
        /// Now.
        tick: Tick,
        /// Time of day, 0 midnight to 65,535.
        day: u16,
        /// Which day it is since the world began; the first is 1.
        days: u32,
        /// Whether the world stands still.
        paused: bool,
    },
    /// Words from the host itself.
    Notice(String),
    /// The answer to a ping.
    Pong {
        /// The ping's mark.
        mark: u32,
    },
    /// The connection ends; nothing follows.
    Goodbye(String),
    /// Something only the running game understands.
    Game {
        /// Which of the game's messages.
        topic: u16,
        /// Its contents.
        payload: Vec<u8>,
    },
    /// What changed around the guest's character: weather, prices, how it is regarded.
    Felt(Felt),
    /// Somebody did something in the sight of the guest's character, or to it; or it did so itself.
    Saw(Saw),
    /// How nearly the guest's character, who hides, is noticed: the meter of whoever is nearest to it.
    Noticed {
        /// The meter, 255 when it is full.
        meter: u8,
        /// Whether somebody perceives it.
        perceived: bool,
    },
    /// Which doors of a chunk the guest holds stand open; all others are shut. So are all of a chunk that was just sent.
    Doors {
        /// Which chunk.
        pos: ChunkPos,
        /// The open ones.
        open: BTreeSet<Door>,
    },
    /// The guest's character is on edge, or calmer than it was.
    Aware(Aware),
    /// The bell of a town strikes the hour.
    Bell {
        /// How often.
        strokes: u8,
    },
    /// Something in view is somebody's, or no longer anybody's.
    Whose {
        /// What.
        thing: EntityId,
        /// Whose.
        owner: Option<Owner>,
    },
    /// The guest's character hears something whose maker it does not see.
    Noise {
        /// What it sounds like.
        sound: Sound,
        /// Where from, in 1/256 turn anticlockwise from east: where the sound came in by, not where it was made.
        turn: u8,
        /// How many metres off it was made that way, if it was loud enough to tell; else 0.
        metres: u8,
        /// How loud, 255 right beside it.
        loudness: u8,
        /// Whether it came through something shut or over a fence.
        muffled: bool,
    },
    /// The guest's character is the first of its people to notice that something is not as it was left.
    Amiss {
        /// What.
        what: Amiss,
        /// In which chunk.
        chunk: ChunkPos,
        /// Eighths of a metre east of the chunk's corner.
        east: u8,
        /// Eighths of a metre north of it.
        north: u8,
    },
    /// The guest's character no longer hears somebody who was about a moment ago.
    Missed {
        /// Whom.
        who: EntityId,
        /// The chunk they were in last.
        chunk: ChunkPos,
        /// Eighths of a metre east of the chunk's corner.
        east: u8,
        /// Eighths of a metre north of it.
        north: u8,
    },
}

forms! { FromHost;
    0 Welcome(welcome: Own<Welcome>);
    4 Forget(pos: At);
    9 Notice(text: Text<LONGEST_NOTICE>);
    11 Goodbye(text: Text<LONGEST_NOTICE>);
    13 Felt(felt: Own<Felt>);
    14 Saw(saw: Own<Saw>);
    19 Aware(aware: Own<Aware>);
    ;1 TurnedAway { reason: Named<TurnedAway, 8>, text: Text<LONGEST_NOTICE> }
    ;2 Chunk { land: Own<Arc<Chunk>>, changes: Own<ChunkChanges> }
    ;3 Changed { pos: At, changes: Own<ChunkChanges> }
    ;5 Heard {
        speaker: Id,
        name: Text<LONGEST_NAME>,
        loudness: Named<Loudness, 2>,
        text: Text<LONGEST_SPEECH>,
        act: Own<Option<Arc<SpeechAct>>>,
        muffled: Bit,
    }
    ;6 Answer { number: Number, outcome: Own<Outcome> }
    ;7 Bag { slots: Own<[Option<Slot>; BAG_SLOTS]>, held: Own<Option<u8>>, worn: Own<Option<u8>> }
    ;8 Clock { tick: Ticks, day: Bits16, days: Number, paused: Bit }
    ;10 Pong { mark: Bits32 }
    ;12 Game { topic: Bits16, payload: Blob<{ 64 * LONGEST_GAME_PAYLOAD }> }
    ;15 Whose { thing: Id, owner: Own<Option<Owner>> }
    ;16 Bell { strokes: Byte }
    ;17 Noticed { meter: Byte, perceived: Bit }
    ;18 Doors { pos: At, open: Own<BTreeSet<Door>> }
    ;20 Noise { sound: Named<Sound, 5>, turn: Byte, metres: Byte, loudness: Byte, muffled: Bit }
    ;21 Amiss { what: Named<Amiss, 4>, chunk: At, east: Byte, north: Byte }
    ;22 Missed { who: Id, chunk: At, east: Byte, north: Byte }
}

/// Declares the names under which what has a form of its own stands on the protocol's page.
macro_rules! sections {
    ($($type:ty = $name:literal),+ $(,)?) => { $(impl Sectioned for $type { const NAME: &'static str = $name; })+ };
}

sections! {
    Welcome = "[welcome](#coming-in)", Felt = "[surroundings](#surroundings)", Saw = "[deed](#what-is-seen-done)", Aware = "[awareness](#awareness)", Arc<Chunk> = "[land](#land)",
    ChunkChanges = "[changes](#changes)", Option<Arc<SpeechAct>> = "option of an [act](#acts-of-speech)", Outcome = "[outcome](#outcomes)",
    [Option<Slot>; BAG_SLOTS] = "[slots](#bags)", Option<u8> = "[hand](#bags)", BTreeSet<Door> = "[doors](#doors)", Option<Owner> = "option of an [owner](#owners)",
}

impl Coded for Arc<Chunk> {
    fn write(&self, w: &mut BitWriter) {
        write_chunk(w, self);
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        Ok(Self::new(read_chunk(r)?))
    }
}

impl Coded for Option<Arc<SpeechAct>> {
    fn write(&self, w: &mut BitWriter) {
        write_act(w, self.as_deref());
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        Ok(read_act(r)?.map(Arc::new))
    }
}

impl Coded for Outcome {
    fn write(&self, w: &mut BitWriter) {
        match self {
            Self::Done => w.bits(0, 2),
            Self::Told(text) => {
                w.bits(1, 2);
                w.text(text);
            }
            Self::Refused(refusal) => {
                w.bits(2, 2);
                w.byte(*refusal as u8);
            }
            Self::Seen(text, bearing) => {
                w.bits(3, 2);
                w.text(text);
                bearing.write(w);
            }
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        Ok(match r.bits(2)? {
            0 => Self::Done,
            1 => Self::Told(r.text("answer", LONGEST_NOTICE)?),
            2 => Self::Refused(word(r, 8)?),
            _ => Self::Seen(r.text("answer", LONGEST_NOTICE)?, Bearing::read(r)?),
        })
    }
}

impl Coded for [Option<Slot>; BAG_SLOTS] {
    fn write(&self, w: &mut BitWriter) {
        for slot in self {
            w.bit(slot.is_some());
            if let Some(slot) = slot {
                w.bits(slot.kind as u64, 6);
                w.number(slot.id.0, 7);
            }
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let mut slots = [None; BAG_SLOTS];
        for slot in &mut slots {
            if r.bit()? {
                *slot = Some(Slot { kind: word(r, 6)?, id: EntityId(r.number(7)?) });
            }
        }
        Ok(slots)
    }
}

/// The slot in the hand, or the one that is worn.
impl Coded for Option<u8> {
    fn write(&self, w: &mut BitWriter) {
        w.byte(self.unwrap_or(255));
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        Ok(Some(r.byte()?).filter(|&slot| usize::from(slot) < BAG_SLOTS))
    }
}

impl Coded for Welcome {
    fn write(&self, w: &mut BitWriter) {
        w.number(self.guest.0, 7);
        w.number(self.body.0, 7);
        w.bits(self.seed & 0xffff_ffff, 32);
        w.bits(self.seed >> 32, 32);
        w.number(self.tick.0, 7);
        for &byte in &self.token {
            w.byte(byte);
        }
        w.bit(self.operator);
        w.byte(self.view);
        w.text(&self.world);
        self.physique.write(w);
        w.number(u64::from(self.decided), 7);
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let (guest, body) = (GuestId(r.number(7)?), EntityId(r.number(7)?));
        let seed = r.bits(32)? | r.bits(32)? << 32;
        let tick = Tick(r.number(7)?);
        let mut token = [0; 16];
        for byte in &mut token {
            *byte = r.byte()?;
        }
        let operator = r.bit()?;
        let view = r.byte()?;
        let world = r.text("world", LONGEST_NOTICE)?;
        let physique = Physique::read(r)?;
        let decided = r.number_below(7, "decided", 1 << 32)? as u32;
        Ok(Self { guest, body, seed, tick, token, operator, view, world, physique, decided })
    }
}
