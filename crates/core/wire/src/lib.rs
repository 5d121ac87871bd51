//! The protocol between host and guest, without socket or clock: bytes, ticks and times come in as arguments.
//!
//! * [`form`]: what messages are made of, described once for bytes, pages and the protocol's hash.
//! * [`message`]: reliable messages in both directions, the handshake first.
//! * [`steering`]: the datagram a guest sends every step.
//! * [`state`] and [`snapshot`]: what a guest perceives, as deltas against what it has acknowledged.
//! * [`speech`]: what somebody means, beside the words.
//! * [`physique`]: what bodies can do, for those who predict them.
//! * [`land`]: chunks and what people changed in them.
//! * [`surroundings`]: weather, prices and regard around a character.
//! * [`text`]: lines that cannot be forged.
//! * [`seq`]: wrapping packet numbers and acknowledgements.
//! * [`typed`]: the two directions as one type each, for guests near and far; [`frame`]: what a transport carries.
//! * [`herald`]: what games tell of their own, by a description every guest is given.
//! * [`lockstep`]: games that every peer computes whole, with only commands on the way.
//! * [`network`]: a network in a box, for tests and experiments.
//! * [`reckoning`]: where somebody is between two reports; [`contours`]: how far behind now each thing is shown.
//! * [`flight`]: what flies, told once.
//! * [`parcel`]: several letters in one; [`squeeze`]: fewer bits for the same.
//! * [`relay`]: what is shown before the world has answered; [`scale`]: how many a network carries.
//! * [`bits`]: the bit codec under all of them.
//!
//! The page's TypeScript codec reads the same bytes; the files in `golden/` hold both to it.

pub mod bits;
pub mod contours;
pub mod flight;
pub mod form;
pub mod frame;
pub mod herald;
mod intent;
pub mod land;
pub mod lockstep;
pub mod message;
pub mod network;
pub mod parcel;
pub mod physique;
pub mod reckoning;
pub mod relay;
pub mod scale;
pub mod seq;
pub mod snapshot;
pub mod speech;
pub mod squeeze;
pub mod state;
pub mod steering;
pub mod surroundings;
pub mod text;
pub mod typed;

pub use bits::Malformed;
pub use flight::{Landed, Loosed};
pub use frame::Frame;
pub use land::ChunkChanges;
pub use message::{Bearing, FromGuest, FromHost, Hello, Login, Outcome, Welcome};
pub use physique::Physique;
pub use seq::{Acks, Seq};
pub use snapshot::{OwnState, Receiver, Sender, Snapshot};
pub use state::{Card, EntityState};
pub use steering::SteeringPacket;
pub use surroundings::{Felt, Surroundings};
pub use typed::{Down, Up};

// The words that travel are lore's; whoever speaks the protocol has them at hand.
pub use wold_lore::{EntityKind, Gait, Gesture, Intent, Loudness, Pose, Refusal, Repute, Steering, Target};

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
