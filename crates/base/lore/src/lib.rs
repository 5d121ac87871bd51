//! The vocabulary of the world, stated once: what a thing, a deed, a word *is*.
//!
//! * [`land`]: what a chunk holds: heights, water, plants, houses.
//! * [`body`]: how bodies hold themselves, what they are seen doing, what they are.
//! * [`being`]: people, and the animals of the land with their nature.
//! * [`intent`]: what somebody may want, and why the world may refuse.
//! * [`deed`]: what people do, as the world's ledger calls it, and all that is said of it.
//! * [`craft`]: work that makes things out of things.
//! * [`shot`]: what can be let fly, and how it flies; [`owner`]: whose things are.
//! * [`kin`]: what people are to each other, and how far in life they are.
//! * [`act`]: what people mean by what they say; [`words`]: a person's words understood.
//! * [`awareness`]: how much on edge somebody is, and what puts them there.
//! * [`felt`]: what is felt of a place, and what has a price there.
//! * [`sense`]: what is heard, smelt and found out of place.
//! * [`measure`]: how far an arm goes, and what a chunk's small numbers stand for.
//! * [`turn`]: turns that the world hands out, in fights and at wells.
//! * [`vocabulary`]: how words are declared; [`tables`]: all of them as tables, for other languages and for the page of the protocol.

pub mod act;
pub mod awareness;
pub mod being;
pub mod body;
pub mod craft;
pub mod deed;
pub mod felt;
pub mod intent;
pub mod kin;
pub mod land;
pub mod measure;
pub mod owner;
pub mod sense;
pub mod shot;
pub mod tables;
pub mod turn;
pub mod vocabulary;
pub mod words;

pub use act::{Meaning, SpeechAct};
pub use awareness::{Awareness, Rouse};
pub use being::Being;
pub use body::{EntityKind, Gesture, Guise, Pose, Repute};
pub use craft::{Craft, Portion, Workplace};
pub use deed::Deed;
pub use felt::{Channel, Good};
pub use intent::{Gait, Intent, Loudness, Refusal, Steering, Target};
pub use kin::{Kin, Kinship, Relative, Stage};
pub use owner::Owner;
pub use shot::Shot;
pub use turn::{Bucket, Part};

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
