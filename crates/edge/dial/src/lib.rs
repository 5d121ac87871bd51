//! The ways a guest gets into a world.
//!
//! * [`transport`]: the way to a host anywhere, by WebTransport or WebSocket.
//! * [`visit`]: one inhabitant at such a host, for bots of one's own; [`swarm`]: many of them, with figures of how they are served.
//! * [`crew`]: guests in the host's own process, in a thread of their own; [`household`]: a crew of inhabitants, with a [`cupboard`] for what they
//!   remember, a [`bookshelf`] for the questions they ask and a [`journal`] for why they did what they did; [`recruits`]: a crew of those a game sends in.

pub mod bookshelf;
pub mod crew;
pub mod cupboard;
pub mod household;
pub mod journal;
pub mod recruits;
mod roster;
pub mod swarm;
pub mod transport;
pub mod visit;

pub use bookshelf::Bookshelf;
pub use crew::{Crew, CrewConfig, LocalDoor, LocalLine, Member};
pub use cupboard::Cupboard;
pub use household::{Household, HouseholdConfig};
pub use journal::Journal;
pub use roster::{Census, Roster};
pub use swarm::{Swarm, SwarmConfig, SwarmReport};

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
