//! What tests of guests begin with.

use std::sync::Arc;
use wold_space::{EntityId, GuestId, Tick};
use wold_wire::{Down, FromHost, Physique, Welcome};

/// A host's welcome for body 1 of world 1.
#[must_use]
pub fn welcome(tick: u64, view: u8) -> Down {
    Down::Message(FromHost::Welcome(Welcome {
        guest: GuestId(1),
        body: EntityId(1),
        seed: 1,
        tick: Tick(tick),
        token: [0; 16],
        operator: false,
        view,
        world: "Meadow".into(),
        physique: Physique::default(),
        decided: 0,
        manifest: Arc::default(),
    }))
}
