//! Petri nets: who may have what there is too little of.
//!
//! Places hold tokens, transitions take and give them. A transition is enabled when every place it takes from holds as many as the arc's weight, no
//! place it must find empty holds one, and what it takes has waited long enough. Plain places count tokens; coloured places know whose each
//! token is ([`Colour`], such as an entity) and since when it lies there. Transitions with `on` wait for an event and may have no input (sources); the
//! others fire by themselves until none is enabled, at most [`MOST_FIRINGS`] at a time. Two that want the same token are in conflict: the higher
//! priority wins, then the earlier in the text, or chance if the net says so. Not supported: hierarchical nets, arcs that reset a place.
//!
//! * [`Net`]: a net from text, checked: what was declared to be conserved must be; [`Net::invariants`] finds what else is.
//! * [`Running`]: a net with its tokens.
//! * [`Arbiter`]: one scarce thing handed to the best of those who wait, as a net.

mod arbiter;
mod check;
mod net;
mod parse;
mod run;
mod svg;
#[cfg(test)]
mod tests;

pub use arbiter::Arbiter;
pub use check::{Explored, Invariants};
pub use net::{Colour, Conflict, Invariant, Net, Place, PlaceId, Transition, TransitionId};
pub use parse::NetError;
pub use run::{MOST_FIRINGS, Marks, Running, Settled};
