//! What is heard, smelt and found out of place.

use crate::intent::Loudness;
use crate::vocabulary;

vocabulary! {
    /// A kind of sound; how far each is heard is a row of `senses`.
    Sound, "sound" {
        Step = 0 "step",
        Door = 1 "door",
        ThingFalls = 2 "thing falls",
        Whisper = 3 "whisper",
        Speech = 4 "speech",
        Shout = 5 "shout",
        /// Somebody is struck.
        Blow = 6 "blow",
        /// An axe in wood.
        Felling = 7 "felling",
        /// A wall is torn down.
        Breaking = 8 "breaking",
        CryOfPain = 9 "cry of pain",
        Building = 10 "building",
        /// A body falls.
        Fall = 11 "fall",
        /// An animal takes fright.
        Animal = 12 "animal",
        Bell = 13 "bell",
    }
}

impl Sound {
    /// The sound of words said so loud.
    #[must_use]
    pub fn of(loudness: Loudness) -> Self {
        match loudness {
            Loudness::Whisper => Self::Whisper,
            Loudness::Talk => Self::Speech,
            Loudness::Shout => Self::Shout,
        }
    }
}

vocabulary! {
    /// Something that is not as it was left.
    Amiss, "thing amiss" {
        Door = 0 "door",
        Lamp = 1 "lamp",
        /// A stall that was robbed.
        Stall = 2 "stall",
        Tree = 3 "tree",
        Wall = 4 "wall",
        /// Something of somebody's that lay there.
        Thing = 5 "thing",
    }
}

vocabulary! {
    /// What can be smelt.
    Smell, "smell" {
        /// Of hearths.
        Smoke = 0 "smoke",
        Food = 1 "food",
        Animal = 2 "animals",
        /// Of the dead.
        Carrion = 3 "carrion",
    }
}

impl Smell {
    /// The highest level in which a smell is told.
    pub const STRONGEST: u8 = 3;

    /// How a strength is told: 0 not at all, 1 faint, 2 plain, 3 strong.
    #[must_use]
    pub fn level(strength: f32) -> u8 {
        [0.05, 0.4, 1.5].iter().filter(|least| strength >= **least).count() as u8
    }
}
