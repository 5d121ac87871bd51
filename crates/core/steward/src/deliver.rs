//! What leaves the steward, and when: nobody is shown a deed that a crash could still undo.

use std::collections::VecDeque;
use wold_space::{GuestId, Tick};
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

/// Ticks' deliveries in their order. A tick with a deed that people would miss goes out when it is on disk, and what comes after it no
/// earlier; all others go out at once.
#[derive(Debug, Default)]
pub(super) struct Held {
    durable: Tick,
    ticks: VecDeque<HeldTick>,
}

#[derive(Debug)]
struct HeldTick {
    tick: Tick,
    matters: bool,
    deliveries: Vec<Delivery>,
}

impl Held {
    /// Takes a tick's deliveries; gives what may go out now.
    pub fn push(&mut self, tick: Tick, matters: bool, deliveries: Vec<Delivery>) -> Vec<Delivery> {
        self.ticks.push_back(HeldTick { tick, matters, deliveries });
        self.release()
    }

    /// Everything up to `tick` is on disk; gives what may go out now.
    pub fn durable(&mut self, tick: Tick) -> Vec<Delivery> {
        self.durable = self.durable.max(tick);
        self.release()
    }

    /// How many ticks wait.
    pub fn len(&self) -> usize {
        self.ticks.len()
    }

    fn release(&mut self) -> Vec<Delivery> {
        let mut out = Vec::new();
        while let Some(next) = self.ticks.pop_front_if(|next| !next.matters || next.tick <= self.durable) {
            out.extend(next.deliveries);
        }
        out
    }
}
