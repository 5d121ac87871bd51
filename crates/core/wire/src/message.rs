//! Messages that must arrive, in order: everything but steering and snapshots.
//!
//! Each reliable frame holds one message: a tag byte, then its fields. [`FromGuest`] goes up, [`FromHost`] comes down.

mod aware;
mod bearing;
pub mod form;
mod from_guest;
mod from_host;
mod saw;

pub use aware::Aware;
pub use bearing::Bearing;
pub use from_guest::{FromGuest, Hello, Login};
pub use from_host::{FromHost, Outcome, Slot, TurnedAway, Welcome};
pub use saw::Saw;

/// Number of the protocol; raised whenever bytes change that no form describes.
pub const PROTOCOL_VERSION: u16 = 13;

/// What both ends must agree on before they talk: a hash over the version, the forms of messages and the meaning of every word, so
/// that two builds that count their words differently refuse each other too.
#[must_use]
pub fn protocol_hash() -> u32 {
    let text =
        format!("{PROTOCOL_VERSION}\n{}{}", form::spelled(&FromHost::forms()), wold_lore::tables::meaning());
    // FNV-1a.
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Longest name of a person.
pub const LONGEST_NAME: usize = wold_lore::act::LONGEST_NAME;
/// Longest password taken.
pub const LONGEST_PASSWORD: usize = 128;
/// Longest notice or answer text.
pub const LONGEST_NOTICE: usize = 512;
/// Slots of a bag.
pub const BAG_SLOTS: usize = 8;
