//! What leaves the steward.

use wold_space::GuestId;
use wold_wire::{Down, Frame};

/// Something for one guest.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// Who gets it.
    pub to: GuestId,
    /// What.
    pub out: Out,
}

/// In the shape the guest's connection takes.
#[derive(Clone, Debug, PartialEq)]
pub enum Out {
    /// Bytes for a network.
    Frame(Frame),
    /// The message itself, for a guest in this process.
    Typed(Down),
}
