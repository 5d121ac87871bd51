//! The authoritative simulation: a tick is a pure function of the state and its ordered commands.
//!
//! * [`Realm`]: the world as one value; [`Realm::step`] is the only thing that changes it.
//! * [`Command`]: what a tick is made from.
//! * [`parts`]: components of bodies and things; [`registry`]: which of them are state; [`tally`]: its hash.
//! * [`owners`]: whose things are.
//! * [`bearer`]: for whom a body is, and what became of the deeds they asked for.
//! * [`source`]: where the land comes from; what bodies do on it is in [`wold_land`], which guests use as well.
//! * [`doors`]: what is open and shut; [`changed`]: what somebody left otherwise than it was.
//! * [`noise`]: what is heard by who does not see it; [`quarters`]: the areas and chokes sounds go through.
//! * [`amiss`]: what is not as it was left; `company`: who is missed.
//! * `crowd`, `catalogue`: who is where, and what lies where and is whose, found without a walk over everything.
//! * [`turns`]: whose turn it is, in fights and at wells.
//! * [`work`]: crafts that make things; [`crops`]: what grows again where it was sown; [`stacks`]: many things in one slot; [`stand`]: offers and deals; `commons`: wages and alms.
//! * [`fauna`]: animals, wild and kept; [`nature`]: what each kind is like.
//! * [`shots`]: bows and thrown stones, decided by what the one who shot saw.
//! * [`treasury`]: the town's money and offices; [`justice`]: what the law knows and does; [`graves`]: where the dead lie.
//! * [`register`]: who lives here, their families, and the course of their lives.
//! * [`rules`]: how a game becomes part of the world.
//! * [`replication`]: what each guest's character may know; [`watching`]: what those may who have none.
//! * [`herald`]: what games have told of their own.
//! * [`environment`]: weather, word of mouth, trade and law over the land that is awake.
//! * [`clock`], [`config`], [`books`]: day and night, settings, what is written down.

// Systems take their parameters by value, and queries are long types by nature.
#![allow(clippy::needless_pass_by_value, clippy::type_complexity)]

pub mod amiss;
pub mod bearer;
pub mod books;
mod catalogue;
pub mod changed;
pub mod clock;
pub mod command;
mod commons;
mod company;
pub mod config;
pub mod crops;
mod crowd;
mod dealings;
mod deeds;
pub mod doors;
pub mod environment;
pub mod fauna;
pub mod graves;
pub mod ground;
mod guise;
#[cfg(test)]
mod hamlet;
mod harvest;
pub mod herald;
pub mod justice;
mod life;
pub mod nature;
pub mod noise;
pub mod owners;
pub mod parts;
pub mod quarters;
mod realm;
pub mod register;
pub mod registry;
pub mod replication;
pub mod rules;
pub mod shots;
mod slumber;
pub mod source;
pub mod stacks;
pub mod stand;
pub mod tally;
pub mod treasury;
pub mod turns;
pub mod vigil;
pub mod watching;
mod witness;
pub mod work;

pub use command::{Act, Arriving, Command, Decree, decode_commands, encode_commands};
pub use config::{OutOfRange, WorldConfig};
pub use realm::{Origin, Phase, Realm, Step, TickReport, despawn, spawn};
pub use registry::{Kept, Registry};
pub use rules::Rules;
pub use source::{ChunkSource, Meadow};

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
