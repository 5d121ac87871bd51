//! What somebody may want. The world alone decides whether it happens.

mod logged;

use crate::land::{Door, EdgeSide, ThingKind};
use crate::{SpeechAct, vocabulary};
use logged::Logged;
use serde::{Deserialize, Serialize};
use wold_space::{ChunkPos, EntityId, Tick};

/// Longest thing anybody can say at once, in bytes.
pub const LONGEST_SPEECH: usize = 240;
/// Longest payload of a game's own intent, in bytes.
pub const LONGEST_GAME_PAYLOAD: usize = 512;

vocabulary! {
    /// How fast a body means to go.
    #[derive(Default)]
    Gait, "gait" {
        #[default]
        Walk = 0 "walk",
        Run = 1 "run",
        Sneak = 2 "sneak",
        Sit = 3 "sit",
    }
}

vocabulary! {
    /// How far a voice carries.
    #[derive(Default)]
    Loudness, "loudness" {
        #[default]
        Talk = 0 "talk",
        Whisper = 1 "whisper",
        Shout = 2 "shout",
    }
}

impl Loudness {
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

vocabulary! {
    /// Why the world said no; the label is for the one who is refused.
    Refusal, "refusal" {
        TooFar = 0 "too far away", OutOfSight = 1 "you cannot see it from here", NothingThere = 2 "there is nothing there",
        NotYours = 3 "it is not yours", HandsFull = 4 "your bag is full", EmptySlot = 5 "that slot is empty",
        TooTired = 6 "you are too tired", TooOften = 7 "not so fast", Dead = 8 "you are dead",
        NoUse = 9 "that is of no use here", NeedsTool = 10 "you need another tool for that",
        Blocked = 11 "something is in the way", NotAPerson = 12 "that is not a person", TooLong = 13 "too many words",
        UnknownVerb = 14 "this world knows no such deed", Yourself = 15 "not on yourself",
        LongPast = 16 "that was decided long ago", NotYourTurn = 17 "it is not your turn",
        Held = 18 "the law holds you", NoSuchOffer = 19 "nobody offers that", TooDear = 20 "there are not coins enough",
        NoWorkplace = 21 "this is no place for that work", Lacking = 22 "something is lacking for it",
        NoDealing = 23 "they have no dealings with you",
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
    /// Let fly what is in the hand, or what the bow in the hand lets fly ([`crate::shot`]).
    Shoot {
        /// At whom; at nothing, straight ahead.
        at: Target,
        /// The tick of the world that one's eyes showed: what is aimed at is where it was then, within bounds.
        seen: Tick,
    },
    /// Hold what is in a slot; an empty slot empties the hand.
    Hold {
        /// The slot.
        slot: u8,
    },
    /// Open a door and leave it open, or shut it.
    Door {
        /// The chunk its house stands in.
        chunk: ChunkPos,
        /// Which door.
        door: Door,
    },
    /// Take part in a fight against somebody: to be said again every second or two, as long as one means it.
    Close {
        /// Against whom.
        foe: EntityId,
    },
    /// Draw water at a well, when the bucket is free: to be said again every second or two, as long as one means it.
    Draw {
        /// The chunk the well is in.
        chunk: ChunkPos,
        /// Which of its places.
        place: u16,
    },
    /// Work at a craft, by its number in the world's list: to be said again every second or two, as long as one means it.
    Work {
        /// Which craft.
        craft: u8,
    },
    /// Let people near know what one sells or buys a thing for, until one says otherwise.
    Offer {
        /// What.
        thing: ThingKind,
        /// Coins for one of them; 0 takes the offer back.
        coins: u16,
        /// Whether one would buy it; else one sells.
        buys: bool,
    },
    /// Take somebody up on an offer.
    Deal {
        /// Whose.
        with: EntityId,
        /// What changes hands.
        thing: ThingKind,
        /// How many, at most.
        count: u8,
        /// Coins for one of them, as offered.
        coins: u16,
        /// Whether one buys from them; else one sells to them.
        buys: bool,
    },
    /// Have no dealings with somebody, or have them again.
    Shun {
        /// With whom.
        who: EntityId,
        /// Whether none.
        shuns: bool,
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
}
