//! What a guest may want. The world alone decides whether it happens.

mod logged;

use crate::bits::{BitReader, BitWriter, Malformed};
use crate::speech::{read_act, write_act};
use logged::Logged;
use serde::{Deserialize, Serialize};
use wold_lore::SpeechAct;
use wold_lore::land::EdgeSide;
use wold_space::{ChunkPos, EntityId};

/// Longest thing anybody can say at once, in bytes.
pub const LONGEST_SPEECH: usize = 240;
/// Longest payload of a game's own intent, in bytes.
pub const LONGEST_GAME_PAYLOAD: usize = 512;

/// How fast a body means to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Gait {
    #[default]
    Walk = 0,
    Run = 1,
    Sneak = 2,
    Sit = 3,
}

impl Gait {
    fn from_bits(bits: u64) -> Self {
        [Self::Walk, Self::Run, Self::Sneak, Self::Sit][(bits & 3) as usize]
    }
}

/// One step's worth of steering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Steering {
    /// Eastward share of full speed in 1/127.
    pub east: i8,
    /// Northward share of full speed in 1/127.
    pub north: i8,
    /// Direction to face in 1/256 turn.
    pub heading: u8,
    /// How fast.
    pub gait: Gait,
}

impl Steering {
    pub(crate) fn write(&self, w: &mut BitWriter) {
        let still = self.east == 0 && self.north == 0;
        w.bit(still);
        if !still {
            w.signed_bits(i32::from(self.east), 8);
            w.signed_bits(i32::from(self.north), 8);
        }
        w.byte(self.heading);
        w.bits(self.gait as u64, 2);
    }

    pub(crate) fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let (east, north) =
            if r.bit()? { (0, 0) } else { (r.signed_bits(8)? as i8, r.signed_bits(8)? as i8) };
        Ok(Self { east, north, heading: r.byte()?, gait: Gait::from_bits(r.bits(2)?) })
    }
}

/// How far a voice carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Loudness {
    #[default]
    Talk = 0,
    Whisper = 1,
    Shout = 2,
}

impl Loudness {
    pub(crate) fn from_bits(bits: u64) -> Result<Self, Malformed> {
        match bits {
            0 => Ok(Self::Talk),
            1 => Ok(Self::Whisper),
            2 => Ok(Self::Shout),
            value => Err(Malformed::OutOfRange { field: "loudness", value }),
        }
    }

    /// Metres it can be heard in the open.
    #[must_use]
    pub fn reach(self) -> f64 {
        match self {
            Self::Whisper => 2.5,
            Self::Talk => 20.0,
            Self::Shout => 60.0,
        }
    }
}

/// What something is used on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Target {
    /// Nothing in particular: eat it, light it.
    Nothing,
    /// A body or a thing.
    Entity(EntityId),
    /// The `index`-th growth of a chunk.
    Growth {
        /// The chunk.
        chunk: ChunkPos,
        /// Which of its growths.
        index: u16,
    },
    /// The side of a one-metre tile of a chunk: a place to build a wall.
    Edge {
        /// The chunk.
        chunk: ChunkPos,
        /// Tile east of the chunk's corner, below 32.
        x: u8,
        /// Tile north of the chunk's corner, below 32.
        y: u8,
        /// Which side of the tile.
        side: EdgeSide,
    },
}

impl Target {
    fn write(&self, w: &mut BitWriter) {
        match *self {
            Self::Nothing => w.bits(0, 2),
            Self::Entity(id) => {
                w.bits(1, 2);
                w.number(id.0, 7);
            }
            Self::Growth { chunk, index } => {
                w.bits(2, 2);
                write_chunk_pos(w, chunk);
                w.bits(u64::from(index), 16);
            }
            Self::Edge { chunk, x, y, side } => {
                w.bits(3, 2);
                write_chunk_pos(w, chunk);
                w.bits(u64::from(x & 31), 5);
                w.bits(u64::from(y & 31), 5);
                w.bits(side as u64, 1);
            }
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        Ok(match r.bits(2)? {
            0 => Self::Nothing,
            1 => Self::Entity(EntityId(r.number(7)?)),
            2 => Self::Growth { chunk: read_chunk_pos(r)?, index: r.bits(16)? as u16 },
            _ => Self::Edge {
                chunk: read_chunk_pos(r)?,
                x: r.bits(5)? as u8,
                y: r.bits(5)? as u8,
                side: if r.bit()? { EdgeSide::West } else { EdgeSide::South },
            },
        })
    }
}

pub(crate) fn write_chunk_pos(w: &mut BitWriter, pos: ChunkPos) {
    w.signed(i64::from(pos.x), 7);
    w.signed(i64::from(pos.y), 7);
}

pub(crate) fn read_chunk_pos(r: &mut BitReader) -> Result<ChunkPos, Malformed> {
    let mut axis = || {
        let value = r.signed(7)?;
        if value.unsigned_abs() > ChunkPos::LIMIT as u64 {
            return Err(Malformed::OutOfRange { field: "chunk", value: value.unsigned_abs() });
        }
        Ok(value as i32)
    };
    Ok(ChunkPos { x: axis()?, y: axis()? })
}

/// Something a guest wants done.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Logged", into = "Logged")]
pub enum Intent {
    /// Go and face this way until told otherwise.
    Move(Steering),
    /// Look closely at something.
    Look(Target),
    /// Say something aloud.
    Say {
        /// The words.
        text: String,
        /// How far they carry.
        loudness: Loudness,
        /// What is meant by them, for minds. Words of a person without an act are understood by the world.
        act: Option<Box<SpeechAct>>,
    },
    /// Pick a thing up.
    Take(EntityId),
    /// Put down what is in a slot of the bag.
    Drop {
        /// The slot.
        slot: u8,
    },
    /// Use what is in a slot: eat it, light it, heal, cut or build with it.
    Use {
        /// The slot.
        slot: u8,
        /// What to use it on.
        on: Target,
    },
    /// Hand what is in a slot to somebody.
    Give {
        /// The slot.
        slot: u8,
        /// Who gets it.
        to: EntityId,
    },
    /// Hit somebody.
    Strike(EntityId),
    /// Hold what is in a slot; an empty slot empties the hand.
    Hold {
        /// The slot.
        slot: u8,
    },
    /// Something only the running game understands.
    Game {
        /// Which of the game's verbs.
        verb: u16,
        /// Its arguments.
        payload: Vec<u8>,
    },
}

impl Intent {
    /// Words said so that people near by hear them.
    #[must_use]
    pub fn say(text: impl Into<String>, act: Option<SpeechAct>) -> Self {
        Self::Say { text: text.into(), loudness: Loudness::Talk, act: act.map(Box::new) }
    }

    pub(crate) fn write(&self, w: &mut BitWriter) {
        match self {
            Self::Move(steering) => {
                w.bits(0, 4);
                steering.write(w);
            }
            Self::Look(target) => {
                w.bits(1, 4);
                target.write(w);
            }
            Self::Say { text, loudness, act } => {
                w.bits(2, 4);
                w.bits(*loudness as u64, 2);
                w.text(text);
                write_act(w, act.as_deref());
            }
            Self::Take(id) => {
                w.bits(3, 4);
                w.number(id.0, 7);
            }
            Self::Drop { slot } => {
                w.bits(4, 4);
                w.byte(*slot);
            }
            Self::Use { slot, on } => {
                w.bits(5, 4);
                w.byte(*slot);
                on.write(w);
            }
            Self::Give { slot, to } => {
                w.bits(6, 4);
                w.byte(*slot);
                w.number(to.0, 7);
            }
            Self::Strike(id) => {
                w.bits(7, 4);
                w.number(id.0, 7);
            }
            Self::Hold { slot } => {
                w.bits(8, 4);
                w.byte(*slot);
            }
            Self::Game { verb, payload } => {
                w.bits(9, 4);
                w.bits(u64::from(*verb), 16);
                w.blob(payload);
            }
        }
    }

    pub(crate) fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        Ok(match r.bits(4)? {
            0 => Self::Move(Steering::read(r)?),
            1 => Self::Look(Target::read(r)?),
            2 => {
                let loudness = Loudness::from_bits(r.bits(2)?)?;
                let text = r.text("speech", LONGEST_SPEECH)?;
                Self::Say { text, loudness, act: read_act(r)?.map(Box::new) }
            }
            3 => Self::Take(EntityId(r.number(7)?)),
            4 => Self::Drop { slot: r.byte()? },
            5 => Self::Use { slot: r.byte()?, on: Target::read(r)? },
            6 => Self::Give { slot: r.byte()?, to: EntityId(r.number(7)?) },
            7 => Self::Strike(EntityId(r.number(7)?)),
            8 => Self::Hold { slot: r.byte()? },
            9 => Self::Game {
                verb: r.bits(16)? as u16,
                payload: r.blob("game payload", LONGEST_GAME_PAYLOAD)?,
            },
            value => return Err(Malformed::OutOfRange { field: "intent", value }),
        })
    }
}

/// Declares why the world may say no, with stable numbers and the words a person reads.
macro_rules! refusals {
    ($($variant:ident = $number:literal $text:literal),+ $(,)?) => {
        /// Why the world said no.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Refusal { $($variant = $number),+ }

        impl Refusal {
            /// Every reason.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The reason in words.
            #[must_use]
            pub fn text(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            pub(crate) fn from_number(number: u64) -> Result<Self, Malformed> {
                match number { $($number => Ok(Self::$variant),)+ value => Err(Malformed::OutOfRange { field: "refusal", value }) }
            }
        }
    };
}

refusals! {
    TooFar = 0 "too far away", OutOfSight = 1 "you cannot see it from here", NothingThere = 2 "there is nothing there",
    NotYours = 3 "it is not yours", HandsFull = 4 "your bag is full", EmptySlot = 5 "that slot is empty",
    TooTired = 6 "you are too tired", TooOften = 7 "not so fast", Dead = 8 "you are dead",
    NoUse = 9 "that is of no use here", NeedsTool = 10 "you need another tool for that",
    Blocked = 11 "something is in the way", NotAPerson = 12 "that is not a person", TooLong = 13 "too many words",
    UnknownVerb = 14 "this world knows no such deed", Yourself = 15 "not on yourself",
    LongPast = 16 "that was decided long ago",
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back(intent: &Intent) -> Intent {
        let mut w = BitWriter::default();
        intent.write(&mut w);
        let bytes = w.finish();
        let mut r = BitReader::new(&bytes);
        let back = Intent::read(&mut r).expect("our own bytes decode");
        r.end().expect("nothing is left");
        back
    }

    #[test]
    fn every_intent_survives_the_wire() {
        let chunk = ChunkPos { x: -4, y: 70_000 };
        let edge = Target::Edge { chunk, x: 31, y: 0, side: EdgeSide::West };
        for intent in [
            Intent::Move(Steering { east: -127, north: 3, heading: 200, gait: Gait::Run }),
            Intent::Move(Steering::default()),
            Intent::Look(Target::Growth { chunk, index: 65_535 }),
            Intent::Say { text: "Grüß dich".into(), loudness: Loudness::Shout, act: None },
            Intent::say("Grüß dich, Bo", Some(SpeechAct::to("Bo", wold_lore::Meaning::Greeting))),
            Intent::Take(EntityId(u64::MAX)),
            Intent::Drop { slot: 7 },
            Intent::Use { slot: 1, on: edge },
            Intent::Use { slot: 1, on: Target::Nothing },
            Intent::Give { slot: 2, to: EntityId(9) },
            Intent::Strike(EntityId(0)),
            Intent::Hold { slot: 255 },
            Intent::Game { verb: 513, payload: vec![1, 2, 3] },
        ] {
            assert_eq!(there_and_back(&intent), intent);
        }
    }

    #[test]
    fn a_speech_over_the_limit_is_malformed() {
        let mut w = BitWriter::default();
        Intent::say("a".repeat(LONGEST_SPEECH + 1), None).write(&mut w);
        let bytes = w.finish();
        assert!(matches!(
            Intent::read(&mut BitReader::new(&bytes)),
            Err(Malformed::OutOfRange { field: "speech", .. })
        ));
    }
}
