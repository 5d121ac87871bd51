//! What the host says to its guests.

use super::bearing::Bearing;
use super::{Aware, BAG_SLOTS, LONGEST_LAW, LONGEST_NAME, LONGEST_NOTICE, Saw, Watching};
use crate::bits::{BitReader, BitWriter, Coded, Malformed, word};
use crate::flight::{Landed, Loosed};
use crate::form::{
    At, Bit, Bits16, Bits32, Blob, Byte, GuestNumber, Id, List, Maybe, Named, Number, Own, Part, Raw, Shared,
    Text, Ticks, Wide, messages, record, sections,
};
use crate::herald::Manifest;
use crate::herald::crier::LONGEST_LETTER;
use crate::land::ChunkChanges;
use crate::physique::Physique;
use crate::surroundings::Felt;
use std::collections::BTreeSet;
use std::sync::Arc;
use wold_lore::craft::{LONGEST_CRAFT, MOST_CRAFTS, MOST_PORTIONS};
use wold_lore::intent::LONGEST_SPEECH;
use wold_lore::land::{Chunk, Door, ThingKind};
use wold_lore::sense::{Amiss, Sound};
use wold_lore::shot::MOST_SHOTS;
use wold_lore::{
    Bucket, Craft, Kin, Loudness, Owner, Part as InFight, Portion, Refusal, Shot, SpeechAct, Workplace,
    vocabulary,
};
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
    /// What the world's games tell.
    pub manifest: Arc<Manifest>,
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
        /// Nobody may look on here.
        Unwatched = 10 "unwatched",
        /// Here one can only look on.
        OnlyWatched = 11 "only watched",
    }
}

/// One kind of thing in a bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it is.
    pub kind: ThingKind,
    /// The thing itself.
    pub id: EntityId,
    /// How many of them, 1 or more.
    pub count: u32,
}

/// What somebody asks or pays for one of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Of what.
    pub kind: ThingKind,
    /// Coins for one.
    pub coins: u16,
}

/// Offers of one side somebody makes at most.
pub const MOST_OFFERS: usize = 24;

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
    /// What games tell, in the kinds of the welcome's manifest.
    Told {
        /// A letter, as [`crate::herald`] writes it.
        letter: Vec<u8>,
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
    /// By what rules those who are made guards here go; told after the welcome, and whenever they change.
    Law {
        /// Fuzzy rules: from the crime here, the worst around and how long one has been on duty to what to do.
        guards: String,
        /// Days a banishment holds.
        banish_days: u16,
    },
    /// The guest's character has another part in the fight it closed in on.
    Part {
        /// Against whom.
        foe: EntityId,
        /// What it is to do.
        part: InFight,
        /// Where to stand, seen from the foe: the direction in 1/256 turn anticlockwise from east.
        turn: u8,
        /// And how far off, in eighths of a metre.
        eighths: u8,
        /// How many others have a place about the foe.
        others: u8,
        /// Of a turn to strike: the tick at which it ends.
        until: Tick,
    },
    /// It stands otherwise with the guest's character at a well.
    Bucket {
        /// The chunk the well is in.
        chunk: ChunkPos,
        /// Which of its places.
        place: u16,
        /// How.
        turn: Bucket,
    },
    /// The crafts of this world, in the order by which wishes name them.
    Crafts {
        /// All of them.
        crafts: Vec<Craft>,
    },
    /// What somebody near sells and buys, all of it.
    Stand {
        /// Who.
        who: EntityId,
        /// What they ask for what they sell.
        asks: Vec<Price>,
        /// What they pay for what they buy.
        bids: Vec<Price>,
    },
    /// What the guest's character knows of itself and its family: told when it comes and whenever that changes.
    Kin(Kin),
    /// What can be let fly in this world; told after the welcome.
    Shots {
        /// All of it.
        shots: Vec<Shot>,
    },
    /// Something flies in the sight of the guest's character, or it let it fly itself.
    Loosed(Loosed),
    /// What it was told flies does so no more.
    Landed(Landed),
    /// Where the guest, who only looks on, looks from.
    Watching(Watching),
}

messages! { FromHost, "message";
    0 Welcome(welcome: Part<Welcome>);
    4 Forget(pos: At);
    9 Notice(text: Text<LONGEST_NOTICE>);
    11 Goodbye(text: Text<LONGEST_NOTICE>);
    13 Felt(felt: Own<Felt>);
    14 Saw(saw: Part<Saw>);
    19 Aware(aware: Part<Aware>);
    28 Kin(kin: Part<Kin>);
    30 Loosed(loosed: Part<Loosed>);
    31 Landed(landed: Part<Landed>);
    32 Watching(watching: Part<Watching>);
    ;1 TurnedAway { reason: Named<TurnedAway, 8>, text: Text<LONGEST_NOTICE> }
    ;2 Chunk { land: Own<Arc<Chunk>>, changes: Own<ChunkChanges> }
    ;3 Changed { pos: At, changes: Own<ChunkChanges> }
    ;5 Heard {
        speaker: Id,
        name: Text<LONGEST_NAME>,
        loudness: Named<Loudness, 2>,
        text: Text<LONGEST_SPEECH>,
        act: Maybe<Shared<Part<SpeechAct>>>,
        muffled: Bit,
    }
    ;6 Answer { number: Number, outcome: Own<Outcome> }
    ;7 Bag { slots: Own<[Option<Slot>; BAG_SLOTS]>, held: Own<Option<u8>>, worn: Own<Option<u8>> }
    ;8 Clock { tick: Ticks, day: Bits16, days: Number, paused: Bit }
    ;10 Pong { mark: Bits32 }
    ;12 Told { letter: Blob<LONGEST_LETTER> }
    ;15 Whose { thing: Id, owner: Own<Option<Owner>> }
    ;16 Bell { strokes: Byte }
    ;17 Noticed { meter: Byte, perceived: Bit }
    ;18 Doors { pos: At, open: Own<BTreeSet<Door>> }
    ;20 Noise { sound: Named<Sound, 5>, turn: Byte, metres: Byte, loudness: Byte, muffled: Bit }
    ;21 Amiss { what: Named<Amiss, 4>, chunk: At, east: Byte, north: Byte }
    ;22 Missed { who: Id, chunk: At, east: Byte, north: Byte }
    ;23 Law { guards: Text<LONGEST_LAW>, banish_days: Bits16 }
    ;24 Part { foe: Id, part: Named<InFight, 2>, turn: Byte, eighths: Byte, others: Byte, until: Ticks }
    ;25 Bucket { chunk: At, place: Bits16, turn: Named<Bucket, 2> }
    ;26 Crafts { crafts: List<Part<Craft>, MOST_CRAFTS, 32> }
    ;29 Shots { shots: List<Part<Shot>, MOST_SHOTS, 36> }
    ;27 Stand { who: Id, asks: List<Part<Price>, MOST_OFFERS, 22>, bids: List<Part<Price>, MOST_OFFERS, 22> }
}

record! { Portion, "[portion](#crafts)" { kind: Named<ThingKind, 6>, count: Byte } }

record! { Craft, "[craft](#crafts)" {
    name: Text<LONGEST_CRAFT>,
    at: Named<Workplace, 4>,
    takes: List<Part<Portion>, MOST_PORTIONS, 14>,
    gives: List<Part<Portion>, MOST_PORTIONS, 14>,
    minutes: Number,
    tool: Maybe<Named<ThingKind, 6>>,
} }

record! { Price, "[price](#trade)" { kind: Named<ThingKind, 6>, coins: Bits16 } }

record! { Welcome, "[welcome](#coming-in)" {
    guest: GuestNumber,
    body: Id,
    seed: Wide,
    tick: Ticks,
    token: Raw<16>,
    operator: Bit,
    view: Byte,
    world: Text<LONGEST_NOTICE>,
    physique: Own<Physique>,
    decided: Number,
    manifest: Shared<Part<Manifest>>,
} }

sections! {
    Outcome = "[outcome](#outcomes)": "bits2: 0 done; 1 told text; 2 refused refusal byte; 3 seen text, who id, guard bit, repute bits2",
    [Option<Slot>; BAG_SLOTS] = "[slots](#bags)": "each: option of kind bits6, id, count number7",
    Option<u8> = "[hand](#bags)": "byte, 255 for none",
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
                w.number(slot.count.into(), 7);
            }
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let mut slots = [None; BAG_SLOTS];
        for slot in &mut slots {
            if r.bit()? {
                let (kind, id, count) = (word(r, 6)?, EntityId(r.number(7)?), r.number(7)?);
                let count = u32::try_from(count).ok().filter(|count| *count > 0);
                let count = count.ok_or(Malformed::OutOfRange { field: "count", value: 0 })?;
                *slot = Some(Slot { kind, id, count });
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
