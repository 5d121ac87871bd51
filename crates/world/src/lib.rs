//! The authoritative simulation: a tick is a pure function of the state and its ordered commands.
//!
//! * [`Realm`]: the world as one value; [`Realm::step`] is the only thing that changes it.
//! * [`Command`]: what a tick is made from.
//! * [`parts`]: components of bodies and things; [`registry`]: which of them are state; [`tally`]: its hash.
//! * [`bearer`]: for whom a body is, and what became of the deeds they asked for.
//! * [`movement`] and [`land`]: how bodies move; guests predict themselves with the same code.
//! * [`sight`]: who can see what.
//! * [`walkable`]: where bodies can stand, and the ways between.
//! * [`rules`]: how a game becomes part of the world.
//! * [`replication`]: what each guest's character may know.
//! * [`environment`]: weather, word of mouth, trade and law over the land that is awake.
//! * [`clock`], [`config`], [`books`]: day and night, settings, what is written down.

// Systems take their parameters by value, and queries are long types by nature.
#![allow(clippy::needless_pass_by_value, clippy::type_complexity)]

pub mod bearer;
pub mod books;
pub mod clock;
pub mod command;
pub mod config;
mod crowd;
mod deeds;
pub mod environment;
pub mod ground;
mod harvest;
pub mod land;
mod life;
pub mod movement;
pub mod parts;
mod realm;
pub mod registry;
pub mod replication;
pub mod rules;
pub mod sight;
mod slumber;
pub mod tally;
mod treasury;
pub mod walkable;

pub use command::{Act, Arriving, Command, Decree, decode_commands, encode_commands};
pub use config::{OutOfRange, WorldConfig};
pub use land::{ChunkSource, Land, Meadow};
pub use movement::{Motion, Physique};
pub use realm::{Origin, Phase, Realm, Step, TickReport, despawn, spawn};
pub use registry::{Kept, Registry};
pub use rules::Rules;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
