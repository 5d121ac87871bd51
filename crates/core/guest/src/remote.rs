//! A guest at the far end of a network: [`Guest`] with frames instead of messages.

use crate::guest::Guest;
use wold_wire::{Down, Frame, FromHost, Malformed, Receiver, Snapshot, Up};

/// What a frame brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// A snapshot.
    Snapshot {
        /// Entities it told the state of.
        records: usize,
        /// Entities that went on as both ends predict, so that nothing had to be told.
        predicted: usize,
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
        let (told, told_moving) = match &down {
            Down::Snapshot(Snapshot { updated, entered, .. }) => {
                let moving = updated.iter().filter(|(_, state)| state.speed > 0).count();
                (updated.len() + entered.len(), moving + entered.iter().filter(|(_, s)| s.speed > 0).count())
            }
            Down::Message(FromHost::Pong { mark }) => {
                let mark = *mark;
                self.guest.answered(mark);
                self.guest.take(down);
                return Ok(News::Pong(mark));
            }
            Down::Message(_) => {
                self.guest.take(down);
                return Ok(News::Message);
            }
        };
        self.guest.take(down);
        let moving = self.guest.known().entities().values().filter(|other| other.state.speed > 0).count();
        Ok(News::Snapshot { records: told, predicted: moving.saturating_sub(told_moving) })
    }

    /// One step of 1/20 s: what to tell the host.
    pub fn step(&mut self) -> Vec<Up> {
        self.guest.acknowledge(self.receiver.acks());
        self.guest.step()
    }
}
