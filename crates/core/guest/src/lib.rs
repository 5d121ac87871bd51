//! The guest's side of a world: what a client knows and predicts, without socket or clock.
//!
//! * [`guest`]: messages go in, messages come out; [`known`]: what it knows; [`recent`]: what came lately.
//! * [`told`]: deeds one was told of, and how much on edge one is; [`ears`]: noises, and what is missing or out of place.
//! * [`turns`]: whose turn it is, in fights and at wells; [`market`]: the world's crafts, and what people sell and buy.
//! * [`footing`]: prediction of one's own steps; others are reckoned by [`wold_wire::reckoning`], as of the host's own time: `way` is how long
//!   its word is under way.
//! * [`pilot`]: programs that steer a guest themselves.
//! * [`remote`]: a guest whose messages travel as frames.
//! * [`fixtures`]: what tests of guests begin with.

pub mod ears;
pub mod fixtures;
pub mod footing;
pub mod guest;
pub mod known;
pub mod market;
pub mod pilot;
pub mod recent;
pub mod remote;
mod ties;
pub mod told;
pub mod turns;
mod way;

pub use footing::Footing;
pub use guest::{Guest, GuestConfig};
pub use known::{Known, Sighted, Standing};
pub use pilot::{Pilot, Recruit};
pub use remote::RemoteGuest;
pub use told::Roused;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
