//! Snapshots: what a guest's character perceives, many times a second, over a channel that may lose packets.
//!
//! A [`Sender`] and its [`Receiver`] keep an accord: the last state of each entity of which both know that it arrived, and how likely things are to change how. A
//! record is coded against that, so a straight walker costs nothing and a turning one two or three bytes. Whatever a lost packet held is sent again,
//! coded afresh: there is no retransmission of old news.
//!
//! Entities are named by small slot numbers within a connection. Entering and leaving travel in the same packets and are
//! repeated until acknowledged, so there is no order to keep between this channel and the reliable one. Whoever left keeps slot, card and
//! states for a while on both ends: an update brings them back.

mod accord;
mod coder;
mod contexts;
mod models;
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

/// Bytes a datagram may have so that it crosses every common path unfragmented.
pub const MTU: usize = 1200;

/// Packets that may be on their way: acknowledgements reach back 32.
const WINDOW: usize = 31;

/// How a snapshot's bits lie, in words, for the protocol's hash: whoever changes the coding changes this with it.
pub(crate) fn layout() -> String {
    format!(
        "{}; {}; names {}; {}; at rest after {} ticks; predicted for at most {} ticks",
        own::layout(),
        record::layout(),
        name::layout(),
        models::layout(),
        accord::RESTLESS,
        crate::state::PREDICTION_LIMIT,
    )
}

#[cfg(test)]
mod tests;
