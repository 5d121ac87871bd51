//! A guest at the far end of a network: [`Guest`] with frames instead of messages.

use crate::guest::Guest;
use wold_wire::{Down, Frame, FromHost, Malformed, Receiver, Snapshot, Up};

/// What a frame brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// A snapshot.
    Snapshot {
        /// Entities it told the state of: those that moved, changed or came into view.
        records: usize,
    },
    /// The answer to the ping with that mark.
    Pong(u32),
    /// Some other message.
    Message,
    /// Nothing new: a snapshot that was overtaken.
    Stale,
}

/// A guest and the unpacking of its snapshots.
pub struct RemoteGuest {
    guest: Guest,
    receiver: Receiver,
}

impl RemoteGuest {
    /// A guest whose frames are to be carried.
    #[must_use]
    pub fn new(guest: Guest) -> Self {
        Self { guest, receiver: Receiver::default() }
    }

    /// The guest.
    #[must_use]
    pub fn guest(&self) -> &Guest {
        &self.guest
    }

    /// The guest, to steer it and to wish through it.
    pub fn guest_mut(&mut self) -> &mut Guest {
        &mut self.guest
    }

    /// Takes a frame. A malformed one changes nothing.
    pub fn take(&mut self, frame: &Frame) -> Result<News, Malformed> {
        let Some(down) = Down::decode(frame, &mut self.receiver)? else { return Ok(News::Stale) };
        let news = match &down {
            Down::Snapshot(Snapshot { updated, entered, .. }) => {
                News::Snapshot { records: updated.len() + entered.len() }
            }
            Down::Message(FromHost::Pong { mark }) => News::Pong(*mark),
            Down::Message(_) => News::Message,
        };
        self.guest.take(down);
        Ok(news)
    }

    /// One step of 1/20 s: what to tell the host.
    pub fn step(&mut self) -> Vec<Up> {
        self.guest.acknowledge(self.receiver.acks());
        self.guest.step()
    }
}
