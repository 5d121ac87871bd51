//! The guest's side of a world.
//!
//! * [`guest`]: a guest without socket or clock; [`known`]: what it knows; [`recent`]: what came lately.
//! * [`footing`]: prediction of one's own steps; [`reckoning`]: dead reckoning of others.
//! * [`remote`]: a guest whose messages travel as frames; [`transport`]: the way to a host.
//! * [`inhabitant`]: programs that live in the world.
//! * [`visit`]: one of them at a host anywhere, for bots of one's own.
//! * [`swarm`]: many of them against a host anywhere; [`local`]: many of them in the host's own process, with a
//!   [`cupboard`] for what they remember.

pub mod cupboard;
#[cfg(test)]
mod fixtures;
pub mod footing;
pub mod guest;
pub mod inhabitant;
pub mod known;
pub mod local;
pub mod recent;
pub mod reckoning;
pub mod remote;
pub mod swarm;
pub mod transport;
pub mod visit;

pub use footing::Footing;
pub use guest::{Guest, GuestConfig};
pub use inhabitant::{Inhabitant, Mind, Villager, VillagerConfig, Wish};
pub use known::{Known, Sighted, Standing};
pub use local::{Household, HouseholdConfig, LocalDoor, LocalLine};
pub use remote::RemoteGuest;
pub use swarm::{Swarm, SwarmConfig, SwarmReport};

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
