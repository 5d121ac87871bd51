//! Snapshots: what a guest's character perceives, many times a second, over a channel that may lose packets.
//!
//! A [`Sender`] keeps, per guest, the last state of each entity the guest has acknowledged. A record is coded against
//! that baseline *as predicted to now* ([`crate::state::EntityState::predicted`]), so a straight walker costs nothing
//! and a turning one a few bytes. Whatever a lost packet held is sent again, coded afresh: there is no retransmission
//! of old news. A [`Receiver`] keeps the last states it was sent to find the baseline: unless a record says otherwise, it is the last one
//! told up to the packet the header is coded against, which both ends know to have arrived.
//!
//! Entities are named by small slot numbers within a connection. Entering and leaving travel in the same packets and are
//! repeated until acknowledged, so there is no order to keep between this channel and the reliable one. Whoever left keeps slot, card and
//! states for a while on both ends: an update brings them back.

mod name;
mod own;
mod pace;
mod receiver;
mod record;
mod sender;
mod slots;

pub use own::OwnState;
pub use receiver::{Receiver, Snapshot};
pub use sender::{Patience, Sender, SenderConfig, SenderStats};

use crate::seq::Seq;
use own::Header;
use wold_space::Tick;

/// Bytes a datagram may have so that it crosses every common path unfragmented.
pub const MTU: usize = 1200;

/// How a snapshot's bits lie, in words, for the protocol's hash: whoever changes the coding changes this with it.
pub(crate) fn layout() -> String {
    format!(
        "{}; gaps bits{GAP_RICE_BITS}; {}; names {}; baselines modulo {RING}; predicted for at most {} ticks",
        own::layout(),
        record::layout(),
        name::layout(),
        crate::state::PREDICTION_LIMIT,
    )
}

/// A state that was sent in a packet, valid at a tick: something a later record can be coded against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Baseline {
    seq: Seq,
    tick: Tick,
    state: crate::state::EntityState,
}

/// Slots are Rice-coded gaps; the parameter, of so many bits, follows the header.
const GAP_RICE_BITS: u32 = 3;

/// Baselines are named by packet number modulo this.
const RING: usize = 32;

fn ring_index(seq: Seq) -> usize {
    usize::from(seq.0) % RING
}

#[cfg(test)]
mod tests;
