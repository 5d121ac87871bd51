//! What the host says to its guests.

use super::bearing::Bearing;
use super::saw::{read_owner, write_owner};
use super::{BAG_SLOTS, LONGEST_NAME, LONGEST_NOTICE, Saw};
use crate::bits::{BitReader, BitWriter, Malformed};
use crate::intent::{
    LONGEST_GAME_PAYLOAD, LONGEST_SPEECH, Loudness, Refusal, read_chunk_pos, write_chunk_pos,
};
use crate::land::{ChunkChanges, read_chunk, write_chunk};
use crate::physique::Physique;
use crate::speech::{read_act, write_act};
use crate::surroundings::Felt;
use std::sync::Arc;
use wold_lore::land::{Chunk, ThingKind};
use wold_lore::{Owner, SpeechAct};
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

/// Declares why a guest is not let in, with stable numbers.
macro_rules! turned_away {
    ($($(#[$doc:meta])* $variant:ident = $number:literal),+ $(,)?) => {
        /// Why a guest is not let in.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum TurnedAway { $($(#[$doc])* $variant = $number),+ }

        impl TurnedAway {
            /// Every reason.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn from_number(number: u8) -> Result<Self, Malformed> {
                match number {
                    $($number => Ok(Self::$variant),)+
                    value => Err(Malformed::OutOfRange { field: "reason", value: u64::from(value) }),
                }
            }
        }
    };
}

turned_away! {
    /// The two ends speak different protocols.
    Protocol = 0,
    /// The guest expects another world.
    Seed = 1,
    /// The name is not allowed.
    BadName = 2,
    /// Somebody has that name.
    NameTaken = 3,
    /// No such account, or the wrong password.
    BadPassword = 4,
    /// The token is unknown or too old.
    BadToken = 5,
    /// Too many attempts.
    TooOften = 6,
    /// No room.
    Full = 7,
    /// The first message was no hello.
    NotAHello = 8,
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
        /// What is meant by them, as far as the world lets the speaker mean it.
        act: Option<Arc<SpeechAct>>,
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
    /// Something in view is somebody's.
    Whose {
        /// What.
        thing: EntityId,
        /// Whose.
        owner: Owner,
    },
}

impl FromHost {
    /// The message's bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut w = BitWriter::default();
        match self {
            Self::Welcome(welcome) => {
                w.byte(0);
                welcome.write(&mut w);
            }
            Self::TurnedAway { reason, text } => {
                w.byte(1);
                w.byte(*reason as u8);
                w.text(text);
            }
            Self::Chunk { land, changes } => {
                w.byte(2);
                write_chunk(&mut w, land);
                changes.write(&mut w);
            }
            Self::Changed { pos, changes } => {
                w.byte(3);
                write_chunk_pos(&mut w, *pos);
                changes.write(&mut w);
            }
            Self::Forget(pos) => {
                w.byte(4);
                write_chunk_pos(&mut w, *pos);
            }
            Self::Heard { speaker, name, loudness, text, act } => {
                w.byte(5);
                w.number(speaker.0, 7);
                w.text(name);
                w.bits(*loudness as u64, 2);
                w.text(text);
                write_act(&mut w, act.as_deref());
            }
            Self::Answer { number, outcome } => {
                w.byte(6);
                w.number(u64::from(*number), 7);
                match outcome {
                    Outcome::Done => w.bits(0, 2),
                    Outcome::Told(text) => {
                        w.bits(1, 2);
                        w.text(text);
                    }
                    Outcome::Refused(refusal) => {
                        w.bits(2, 2);
                        w.byte(*refusal as u8);
                    }
                    Outcome::Seen(text, bearing) => {
                        w.bits(3, 2);
                        w.text(text);
                        bearing.write(&mut w);
                    }
                }
            }
            Self::Bag { slots, held } => {
                w.byte(7);
                for slot in slots {
                    w.bit(slot.is_some());
                    if let Some(slot) = slot {
                        w.bits(slot.kind as u64, 6);
                        w.number(slot.id.0, 7);
                    }
                }
                w.byte(held.map_or(255, |slot| slot));
            }
            Self::Clock { tick, day, days, paused } => {
                w.byte(8);
                w.number(tick.0, 7);
                w.bits(u64::from(*day), 16);
                w.number(u64::from(*days), 7);
                w.bit(*paused);
            }
            Self::Notice(text) => {
                w.byte(9);
                w.text(text);
            }
            Self::Pong { mark } => {
                w.byte(10);
                w.bits(u64::from(*mark), 32);
            }
            Self::Goodbye(text) => {
                w.byte(11);
                w.text(text);
            }
            Self::Game { topic, payload } => {
                w.byte(12);
                w.bits(u64::from(*topic), 16);
                w.blob(payload);
            }
            Self::Felt(felt) => {
                w.byte(13);
                felt.write(&mut w);
            }
            Self::Saw(saw) => {
                w.byte(14);
                saw.write(&mut w);
            }
            Self::Whose { thing, owner } => {
                w.byte(15);
                w.number(thing.0, 7);
                write_owner(&mut w, *owner);
            }
        }
        w.finish()
    }

    /// The message in those bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut r = BitReader::new(bytes);
        let r = &mut r;
        let message = match r.byte()? {
            0 => Self::Welcome(Welcome::read(r)?),
            1 => Self::TurnedAway {
                reason: TurnedAway::from_number(r.byte()?)?,
                text: r.text("reason", LONGEST_NOTICE)?,
            },
            2 => Self::Chunk { land: Arc::new(read_chunk(r)?), changes: ChunkChanges::read(r)? },
            3 => Self::Changed { pos: read_chunk_pos(r)?, changes: ChunkChanges::read(r)? },
            4 => Self::Forget(read_chunk_pos(r)?),
            5 => Self::Heard {
                speaker: EntityId(r.number(7)?),
                name: r.text("name", LONGEST_NAME)?,
                loudness: Loudness::from_bits(r.bits(2)?)?,
                text: r.text("speech", LONGEST_SPEECH)?,
                act: read_act(r)?.map(Arc::new),
            },
            6 => Self::Answer {
                number: r.number_below(7, "number", 1 << 32)? as u32,
                outcome: match r.bits(2)? {
                    0 => Outcome::Done,
                    1 => Outcome::Told(r.text("answer", LONGEST_NOTICE)?),
                    2 => Outcome::Refused(Refusal::from_number(u64::from(r.byte()?))?),
                    _ => Outcome::Seen(r.text("answer", LONGEST_NOTICE)?, Bearing::read(r)?),
                },
            },
            7 => {
                let mut slots = [None; BAG_SLOTS];
                for slot in &mut slots {
                    if r.bit()? {
                        let kind = ThingKind::try_from(r.bits(6)? as u8)?;
                        *slot = Some(Slot { kind, id: EntityId(r.number(7)?) });
                    }
                }
                let held = Some(r.byte()?).filter(|&slot| usize::from(slot) < BAG_SLOTS);
                Self::Bag { slots, held }
            }
            8 => {
                let (tick, day) = (Tick(r.number(7)?), r.bits(16)? as u16);
                let days = r.number(7)?;
                let days =
                    u32::try_from(days).map_err(|_| Malformed::OutOfRange { field: "days", value: days })?;
                Self::Clock { tick, day, days, paused: r.bit()? }
            }
            9 => Self::Notice(r.text("notice", LONGEST_NOTICE)?),
            10 => Self::Pong { mark: r.bits(32)? as u32 },
            11 => Self::Goodbye(r.text("goodbye", LONGEST_NOTICE)?),
            12 => Self::Game {
                topic: r.bits(16)? as u16,
                payload: r.blob("game payload", 64 * LONGEST_GAME_PAYLOAD)?,
            },
            13 => Self::Felt(Felt::read(r)?),
            14 => Self::Saw(Saw::read(r)?),
            15 => Self::Whose { thing: EntityId(r.number(7)?), owner: read_owner(r)? },
            value => return Err(Malformed::OutOfRange { field: "message", value: u64::from(value) }),
        };
        r.end()?;
        Ok(message)
    }
}

impl Welcome {
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
