//! What passes between host and guest, whatever carries it.
//!
//! Over a network these become [`Frame`]s; between parts of one process they are handed over as they are, without encoding.
//! Both ends are written against these types alone, so a guest can move from inside the host to another machine unchanged.

use crate::bits::Malformed;
use crate::frame::Frame;
use crate::message::{FromGuest, FromHost};
use crate::snapshot::{Receiver, Snapshot};
use crate::steering::SteeringPacket;

/// From guest to host.
#[derive(Clone, Debug, PartialEq)]
pub enum Up {
    /// A message that must arrive.
    Message(FromGuest),
    /// This step's steering; a later one makes it old.
    Steering(SteeringPacket),
}

impl Up {
    /// The frame a network carries.
    #[must_use]
    pub fn encode(&self) -> Frame {
        match self {
            Self::Message(message) => Frame::Reliable(message.encode().into()),
            Self::Steering(packet) => Frame::Datagram(packet.encode().into()),
        }
    }

    /// What a frame from a guest means.
    pub fn decode(frame: &Frame) -> Result<Self, Malformed> {
        match frame {
            Frame::Reliable(bytes) => FromGuest::decode(bytes).map(Self::Message),
            Frame::Datagram(bytes) => SteeringPacket::decode(bytes).map(Self::Steering),
        }
    }
}

/// From host to guest.
#[derive(Clone, Debug, PartialEq)]
pub enum Down {
    /// A message that must arrive.
    Message(FromHost),
    /// What the guest perceives; a lost one is made up for by the next.
    Snapshot(Snapshot),
}

impl Down {
    /// What a frame from a host means; `None` for a snapshot that came too late to be news.
    pub fn decode(frame: &Frame, receiver: &mut Receiver) -> Result<Option<Self>, Malformed> {
        match frame {
            Frame::Reliable(bytes) => FromHost::decode(bytes).map(|message| Some(Self::Message(message))),
            Frame::Datagram(bytes) => Ok(receiver.take(bytes)?.map(Self::Snapshot)),
        }
    }
}
