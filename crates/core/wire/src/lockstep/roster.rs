//! Who holds which seat, turn by turn: the same at every peer, since it changes only by what was said.

use super::message::{Order, PeerId};
use super::simulation::Component;
use std::collections::BTreeMap;

/// Somebody at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Holder {
    pub peer: PeerId,
    /// The first turn it plays.
    pub from: u32,
}

/// The seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Roster {
    pub seats: Vec<Option<Holder>>,
}

impl Roster {
    /// Those who are there from a turn on.
    pub fn new(seats: usize, seated: &[Order], from: u32) -> Self {
        let mut roster = Self { seats: vec![None; seats] };
        seated.iter().for_each(|order| {
            roster.give(order, from);
        });
        roster
    }

    /// Gives a free seat to somebody who has none; whether it did.
    pub fn give(&mut self, order: &Order, from: u32) -> bool {
        if self.holds(order.peer).is_some() {
            return false;
        }
        match self.seats.get_mut(order.seat.0 as usize) {
            Some(seat @ None) => {
                *seat = Some(Holder { peer: order.peer, from });
                true
            }
            _ => false,
        }
    }

    /// The seat of a peer.
    pub fn holds(&self, peer: PeerId) -> Option<Holder> {
        self.seats.iter().flatten().find(|holder| holder.peer == peer).copied()
    }

    /// Who plays in a turn.
    pub fn players(&self, turn: u32) -> impl Iterator<Item = Holder> + '_ {
        self.seats.iter().flatten().filter(move |holder| holder.from <= turn).copied()
    }

    /// Frees the seats of those who were given up by a turn. A seat that was given and never begun is freed when it would have begun,
    /// for only then does everybody know.
    pub fn free(&mut self, turn: u32, ends: &BTreeMap<PeerId, u32>) {
        for seat in &mut self.seats {
            let over = |holder: &Holder| {
                holder.from <= turn && ends.get(&holder.peer).is_some_and(|end| *end <= turn)
            };
            if seat.as_ref().is_some_and(over) {
                *seat = None;
            }
        }
    }

    /// As a part of the state.
    pub fn component(&self) -> Component {
        let words =
            self.seats.iter().flat_map(|seat| seat.map_or([-1, -1], |h| [h.peer.0 as i32, h.from as i32]));
        Component { name: "seats", words: words.collect() }
    }
}
