//! Messages that must arrive, in order: everything but steering and snapshots.
//!
//! Each reliable frame holds one message: a tag byte, then its fields. [`FromGuest`] goes up, [`FromHost`] comes down.

mod bearing;
mod from_guest;
mod from_host;
mod saw;

pub use bearing::{Bearing, Repute};
pub use from_guest::{FromGuest, Hello, Login};
pub use from_host::{FromHost, Outcome, Slot, TurnedAway, Welcome};
pub use saw::Saw;

/// Number of the protocol; raised whenever the bytes of any message change.
pub const PROTOCOL_VERSION: u16 = 10;

/// What both ends must agree on before they talk: a hash over the version and the vocabulary's size, so that two builds with
/// different kinds of things refuse each other too.
#[must_use]
pub fn protocol_hash() -> u32 {
    use wold_lore::land::{Ecosystem, GrowthKind, PlaceKind, ThingKind};
    let parts = [
        u32::from(PROTOCOL_VERSION),
        Ecosystem::ALL.len() as u32,
        GrowthKind::ALL.len() as u32,
        PlaceKind::ALL.len() as u32,
        ThingKind::ALL.len() as u32,
        crate::intent::Refusal::ALL.len() as u32,
    ];
    // FNV-1a over the parts' bytes.
    parts
        .iter()
        .flat_map(|p| p.to_le_bytes())
        .fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Longest name of a person.
pub const LONGEST_NAME: usize = wold_lore::act::LONGEST_NAME;
/// Longest password taken.
pub const LONGEST_PASSWORD: usize = 128;
/// Longest notice or answer text.
pub const LONGEST_NOTICE: usize = 512;
/// Slots of a bag.
pub const BAG_SLOTS: usize = 8;
