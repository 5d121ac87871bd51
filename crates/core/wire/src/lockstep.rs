//! Synchronised simulation: every peer computes the whole game, and only what people do travels.
//!
//! * [`simulation`]: what a game must offer: a step, its state in named parts, and a way back into a state.
//! * [`message`]: what peers tell each other, and its bytes.
//! * [`stream`]: what one player said, turn by turn.
//! * [`history`]: states of the last turns, and the [`Divergence`] of two peers that differ.
//! * [`peer`]: one peer, without socket or clock; [`Config`] sets delay and foresight.
//! * [`party`]: many peers over a [network in a box](crate::network), in virtual time.
//!
//! A command of turn `t` is said `delay` turns before `t` is played, so that it is everywhere in time. A turn is confirmed when the commands of all seats
//! are there; with foresight a peer shows turns before that, guessing that everybody goes on as before, and computes them again when the guess was wrong.
//! Seats that nobody holds are played by the game's own bots, which are part of the simulation and need no message. Who comes takes a state from somebody
//! who is there and a seat by an order in a player's stream, so that all seat it at the same turn. Who leaves is given up at the first turn nobody holds a
//! command for. Hashes of every turn are compared; who differs from most takes the state of one of them and plays on from there.
//!
//! The page plays by the same messages and the same rules (`web/src/parlour/lockstep`).

pub mod history;
pub mod message;
pub mod party;
pub mod peer;
mod roster;
pub mod simulation;
pub mod stream;

pub use history::Divergence;
pub use message::{Message, Order, Packet, PeerId, Piece, Said, Seat, State};
pub use party::{Party, PartyConfig};
pub use peer::{Advance, Config, Peer};
pub use simulation::{Component, Misfit, Simulation, digest};
