//! Messages that must arrive, in order: everything but steering and snapshots.
//!
//! Each reliable frame holds one message: a tag byte, then its fields. [`FromGuest`] goes up, [`FromHost`] comes down.

mod aware;
mod bearing;
mod from_guest;
mod from_host;
mod kin;
mod saw;
mod watching;

pub use aware::Aware;
pub use bearing::Bearing;
pub use from_guest::{FromGuest, Hello, Login, MOST_DROPPED};
pub use from_host::{FromHost, MOST_OFFERS, Outcome, Price, Slot, TurnedAway, Welcome};
pub use saw::Saw;
pub use watching::{MOST_SIGHTS, Watching};

use crate::flight::{Landed, Loosed};
use crate::form::{self, Described as _, PartForm, Sectioned};
use crate::herald::{Extent, Field, Kind, Manifest, Prediction};
use crate::land::ChunkChanges;
use crate::physique::Physique;
use crate::surroundings::Felt;
use std::collections::BTreeSet;
use std::sync::Arc;
use wold_lore::act::{Cost, Done, Hunt, Matter, Meaning, Question, Quip, SpeechAct, Tale};
use wold_lore::land::{Chunk, Door};
use wold_lore::{Craft, Intent, Kin, Owner, Portion, Relative, Shot, Steering, Target};
use wold_space::{DVec2, DVec3};

/// Number of the protocol; raised whenever bytes change that no form describes.
pub const PROTOCOL_VERSION: u16 = 16;

/// Everything described that messages are made of.
#[must_use]
pub fn parts() -> Vec<PartForm> {
    vec![
        Hello::part(),
        Login::part(),
        Intent::part(),
        Target::part(),
        Door::part(),
        SpeechAct::part(),
        Meaning::part(),
        Question::part(),
        Tale::part(),
        Matter::part(),
        Done::part(),
        Hunt::part(),
        Cost::part(),
        Quip::part(),
        Welcome::part(),
        Saw::part(),
        Aware::part(),
        Craft::part(),
        Portion::part(),
        Price::part(),
        Kin::part(),
        Relative::part(),
        Manifest::part(),
        Kind::part(),
        Field::part(),
        Extent::part(),
        Prediction::part(),
        Shot::part(),
        Loosed::part(),
        Landed::part(),
        Watching::part(),
    ]
}

/// What is coded by hand, by its name on the protocol's page, and how its bits lie; what goes as datagrams last.
#[must_use]
pub fn layouts() -> Vec<(&'static str, String)> {
    fn told<T: Sectioned>() -> (&'static str, String) {
        (T::NAME, T::LAYOUT.to_owned())
    }
    vec![
        told::<Steering>(),
        told::<Physique>(),
        told::<Outcome>(),
        told::<[Option<Slot>; BAG_SLOTS]>(),
        told::<Option<u8>>(),
        told::<BTreeSet<Door>>(),
        told::<Option<Owner>>(),
        told::<DVec2>(),
        told::<DVec3>(),
        told::<Felt>(),
        told::<Arc<Chunk>>(),
        told::<ChunkChanges>(),
        ("steering", crate::steering::layout()),
        ("snapshots", crate::snapshot::layout()),
    ]
}

/// What both ends must agree on before they talk: a hash over the version, the forms of messages and of what they are made of, the layout of what is coded by hand, and
/// the meaning of every word, so that two builds that count their words differently refuse each other too.
#[must_use]
pub fn protocol_hash() -> u32 {
    let mut text = format!("{PROTOCOL_VERSION}\n");
    for forms in [FromGuest::forms(), FromHost::forms()] {
        text += &form::spelled(&forms);
    }
    for part in parts() {
        text += &format!("{} {}\n{}", part.name, part.bits, form::spelled(&part.forms));
    }
    for (name, layout) in layouts() {
        text += &format!("{name} {layout}\n");
    }
    text += &wold_lore::tables::meaning();
    // FNV-1a.
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Longest name of a person.
pub const LONGEST_NAME: usize = wold_lore::act::LONGEST_NAME;
/// Longest password taken.
pub const LONGEST_PASSWORD: usize = 128;
/// Longest notice or answer text.
pub const LONGEST_NOTICE: usize = 512;
/// Longest law of a world.
pub const LONGEST_LAW: usize = 16_384;
/// Slots of a bag.
pub const BAG_SLOTS: usize = 8;
