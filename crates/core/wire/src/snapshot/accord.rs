//! What both ends know that the guest was told.
//!
//! Host and guest each keep an [`Accord`]: of every slot the state that was told last in a packet of which both know that it arrived, and the [`Models`] by which
//! snapshots are coded. The host knows of a packet when it is acknowledged, the guest when a header is coded against it or a newer one (its *anchor*): from
//! then on both count it in, in the order of packets. So whatever a packet is coded against, its reader has the same, to the bit, and nothing need be said of
//! which state is meant.

use super::coder::Tape;
use super::models::Models;
use super::own::Header;
use crate::state::EntityState;
use wold_space::Tick;

/// Ticks after which who stands still is at rest.
pub(super) const RESTLESS: u32 = 24;

/// What a slot was told last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Low bits of the tick of that packet.
    pub tick: u32,
    pub state: EntityState,
    /// Whether it is in view.
    pub here: bool,
    /// In which of the last packets it was told of: the lowest bit is the newest.
    pub stir: u8,
    /// By how much heading, course and speed differed from what was told before.
    pub trend: [i8; 3],
}

impl Row {
    fn told(tick: Tick, state: EntityState, before: Option<&Self>) -> Self {
        let (was, stir) = before.map_or((state, 0), |row| (row.state, row.stir));
        let step = |now: u8, was: u8| now.wrapping_sub(was) as i8;
        let trend =
            [step(state.heading, was.heading), step(state.course, was.course), step(state.speed, was.speed)];
        Self { tick: tick.0 as u32, state, here: true, stir: stir | 1, trend }
    }

    /// Whether it may well be told of: whoever is in view and moves, or did lately.
    pub fn is_lively(&self, now: Tick) -> bool {
        self.here && (self.state.speed > 0 || self.age(now) < RESTLESS)
    }

    /// Whether it was told of in the last packet.
    pub fn is_fresh(&self) -> bool {
        self.stir & 1 == 1
    }

    /// Ticks since it was told.
    pub fn age(&self, now: Tick) -> u32 {
        (now.0 as u32).wrapping_sub(self.tick)
    }
}

/// What a packet told of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub slot: u16,
    /// How it is, or `None` if it left.
    pub state: Option<EntityState>,
    /// Whether it was told as a stranger's, with its card.
    pub entered: bool,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Accord {
    /// The header of the packet counted in last: the anchor.
    pub anchor: Option<Header>,
    rows: Vec<Option<Row>>,
    pub models: Models,
}

impl Accord {
    pub fn row(&self, slot: u16) -> Option<&Row> {
        self.rows.get(usize::from(slot))?.as_ref()
    }

    /// Those in view who are not at rest, by slot.
    pub fn lively(&self, now: Tick) -> impl Iterator<Item = (u16, &Row)> {
        let rows = self.rows.iter().enumerate();
        rows.filter_map(move |(slot, row)| {
            Some((slot as u16, row.as_ref().filter(|row| row.is_lively(now))?))
        })
    }

    /// Counts a packet in; `told` is by slot.
    pub fn count_in(&mut self, header: Header, told: impl Iterator<Item = Told>, tape: &Tape) {
        self.anchor = Some(header);
        tape.bits().for_each(|(at, bit)| self.models.learn(at, bit));
        for row in self.rows.iter_mut().flatten() {
            row.stir <<= 1;
        }
        for Told { slot, state, .. } in told {
            let slot = usize::from(slot);
            let Some(state) = state else {
                if let Some(Some(row)) = self.rows.get_mut(slot) {
                    row.here = false;
                }
                continue;
            };
            if slot >= self.rows.len() {
                self.rows.resize(slot + 1, None);
            }
            let before = self.rows[slot];
            self.rows[slot] = Some(Row::told(header.tick, state, before.as_ref()));
        }
    }
}
