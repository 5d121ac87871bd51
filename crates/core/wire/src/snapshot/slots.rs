//! Who has which slot: a small name under which a guest is told of an entity.
//!
//! Whoever leaves the view keeps the slot for a while. The guest keeps card and states with it, so one who comes back (people pass behind a corner and
//! come out again all the time) is told of by an update, at a third of what making their acquaintance costs. At most [`REMEMBERED`] are kept so; then who
//! left first is forgotten, and the slot goes to the next who comes.

use super::accord::Row;
use crate::seq::Seq;
use crate::state::{Card, EntityState};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;
use wold_lore::EntityKind;
use wold_space::{EntityId, Tick};

/// Slots a connection may use: what an honest view can hold.
const MOST_SLOTS: usize = 4096;
/// Slots kept for people who left; things are forgotten at once. More would save little and make every record's slot a longer number.
const REMEMBERED: usize = 64;
/// Things have their slots from here on, as far as people leave them: they hardly ever stir, and between people's slots they would only widen the gaps.
const THINGS_FROM: usize = 128;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Its card is to be told.
    Entering,
    /// The guest has its card.
    Known,
    /// It left, and the guest is to be told so.
    Leaving,
    /// It left, and the guest knows; card and states are kept on both ends.
    Away,
}

pub(super) struct Slot {
    /// Tells this stay in the slot from earlier ones, whose packets may still be on their way.
    pub stay: u32,
    pub card: Arc<Card>,
    pub phase: Phase,
    /// Whether the guest is known to have its card, and with it a state.
    pub known: bool,
    /// The packet that told of it last, while its fate is open.
    pub on_the_way: Option<Seq>,
    /// How many had left when it did.
    departure: u32,
}

impl Slot {
    fn new(stay: u32, card: Arc<Card>) -> Self {
        Self { stay, card, phase: Phase::Entering, known: false, on_the_way: None, departure: 0 }
    }
}

/// The part of a slot that every tick reads: kept apart and small, because a crowd has tens of thousands of them.
#[derive(Clone, Copy, Default)]
pub(super) struct Gauge {
    /// As it is.
    pub state: EntityState,
    /// As it was told last, if nothing is lost; means nothing while `told_at` is [`NEVER`].
    pub told: EntityState,
    /// Low bits of the tick it was told at.
    pub told_at: u32,
    /// Low bits of the tick since which it waits to be sent, or [`NEVER`].
    pub queued_at: u32,
    pub distance: f32,
}

/// No tick. The one tick in four billion that ends in these bits is taken for the one before.
pub(super) const NEVER: u32 = u32::MAX;

pub(super) fn low_bits(tick: Tick) -> u32 {
    (tick.0 as u32).min(NEVER - 1)
}

impl Gauge {
    /// Whether the guest would see, within `tolerance`, what is there if it is told nothing now.
    pub fn is_good(&self, now: u32, tolerance: i32) -> bool {
        self.told_at != NEVER
            && self
                .told
                .predicted(u64::from(now.wrapping_sub(self.told_at)))
                .stands_for(&self.state, tolerance)
    }

    pub fn tell(&mut self, told: Option<&Row>) {
        self.told_at = told.map_or(NEVER, |told| told.tick.min(NEVER - 1));
        self.told = told.map_or_else(EntityState::default, |told| told.state);
    }
}

/// All slots of one guest.
#[derive(Default)]
pub(super) struct Slots {
    slots: Vec<Option<Slot>>,
    /// One for each slot.
    pub gauges: Vec<Gauge>,
    /// The lowest is reused first: slots close together have short gaps. People's and things'.
    free: [BinaryHeap<Reverse<u16>>; 2],
    /// People's slots that were ever used, below [`THINGS_FROM`].
    peopled: usize,
    by_id: FxHashMap<EntityId, u16>,
    /// Who left, the first first, with their departure: whoever came back and left again stands further behind, too.
    away: VecDeque<(u16, u32)>,
    stays: u32,
    departures: u32,
}

impl Slots {
    pub fn get(&self, index: u16) -> Option<&Slot> {
        self.slots[usize::from(index)].as_ref()
    }

    pub fn get_mut(&mut self, index: u16) -> Option<&mut Slot> {
        self.slots[usize::from(index)].as_mut()
    }

    pub fn gauge(&mut self, index: u16) -> &mut Gauge {
        &mut self.gauges[usize::from(index)]
    }

    /// A slot and its gauge, for a record.
    pub fn both(&mut self, index: u16) -> Option<(&mut Slot, &mut Gauge)> {
        Some((self.slots[usize::from(index)].as_mut()?, &mut self.gauges[usize::from(index)]))
    }

    /// The slot of somebody in view.
    pub fn of(&self, id: EntityId) -> Option<u16> {
        let index = *self.by_id.get(&id)?;
        let in_view = |slot: &&Slot| matches!(slot.phase, Phase::Entering | Phase::Known);
        self.get(index).filter(in_view).map(|_| index)
    }

    /// Gives somebody who comes into view a slot, the old one if it is kept; `None` if they are in view or it is full.
    pub fn enter(&mut self, card: Arc<Card>, state: EntityState, distance: f64) -> Option<u16> {
        let (index, queued_at) = match self.by_id.get(&card.id) {
            Some(&index) => {
                self.come_back(index, card)?;
                (index, self.gauges[usize::from(index)].queued_at)
            }
            None => (self.take_slot(card)?, NEVER),
        };
        *self.gauge(index) = Gauge {
            state,
            told: EntityState::default(),
            told_at: NEVER,
            queued_at,
            distance: distance as f32,
        };
        Some(index)
    }

    fn come_back(&mut self, index: u16, card: Arc<Card>) -> Option<()> {
        let stay = self.stays.wrapping_add(1);
        let slot = self.get_mut(index)?;
        if matches!(slot.phase, Phase::Entering | Phase::Known) {
            return None;
        }
        if *slot.card != *card {
            // Another card is told like a stranger's.
            *slot = Slot::new(stay, card);
            self.stays = stay;
            return Some(());
        }
        slot.phase = if slot.known { Phase::Known } else { Phase::Entering };
        Some(())
    }

    fn take_slot(&mut self, card: Arc<Card>) -> Option<u16> {
        let person = !matches!(card.kind, EntityKind::Thing(_));
        let index = match self.spare(person) {
            Some(index) => index,
            None => {
                self.forget_one();
                self.spare(person)?
            }
        };
        self.by_id.insert(card.id, index);
        self.stays = self.stays.wrapping_add(1);
        self.slots[usize::from(index)] = Some(Slot::new(self.stays, card));
        Some(index)
    }

    /// A slot nobody has.
    fn spare(&mut self, person: bool) -> Option<u16> {
        if person {
            if let Some(Reverse(index)) = self.free[0].pop() {
                return Some(index);
            }
            if self.peopled < THINGS_FROM {
                self.peopled += 1;
                self.grow_to(self.peopled);
                return Some((self.peopled - 1) as u16);
            }
        }
        if let Some(Reverse(index)) = self.free[1].pop() {
            return Some(index);
        }
        let next = self.slots.len().max(THINGS_FROM);
        (next < MOST_SLOTS).then(|| {
            self.grow_to(next + 1);
            next as u16
        })
    }

    fn grow_to(&mut self, len: usize) {
        // Doubling would leave a crowd's table half empty, once for every guest.
        if len > self.slots.capacity() {
            let more = len - self.slots.len() + len / 8 + 16;
            self.slots.reserve_exact(more);
            self.gauges.reserve_exact(more);
        }
        while self.slots.len() < len {
            self.slots.push(None);
            self.gauges.push(Gauge::default());
        }
    }

    /// Somebody leaves the view: the slot that is to tell it.
    pub fn leave(&mut self, id: EntityId) -> Option<u16> {
        let index = self.of(id)?;
        self.get_mut(index)?.phase = Phase::Leaving;
        Some(index)
    }

    /// The guest knows that somebody left. Things, and those whose card it never had, are forgotten.
    pub fn left(&mut self, index: u16) {
        let departure = self.departures.wrapping_add(1);
        let Some(slot) = self.get_mut(index) else { return };
        if !slot.known || matches!(slot.card.kind, EntityKind::Thing(_)) {
            return self.forget(index);
        }
        (slot.phase, slot.departure) = (Phase::Away, departure);
        self.departures = departure;
        self.away.push_back((index, departure));
        if self.away.len() > REMEMBERED {
            self.forget_one();
        }
    }

    /// The guest is to be told of everybody as of strangers: the slots with something to tell.
    pub fn forget_what_is_known(&mut self) -> Vec<u16> {
        let mut news = Vec::new();
        for (index, slot) in self.slots.iter_mut().enumerate() {
            let Some(slot) = slot else { continue };
            (slot.known, slot.on_the_way) = (false, None);
            match slot.phase {
                Phase::Known | Phase::Entering => slot.phase = Phase::Entering,
                Phase::Leaving => {}
                Phase::Away => continue,
            }
            news.push(index as u16);
        }
        news
    }

    /// Forgets who left first, unless they are back since.
    fn forget_one(&mut self) {
        let Some((index, departure)) = self.away.pop_front() else { return };
        let gone = |slot: &Slot| slot.phase == Phase::Away && slot.departure == departure;
        if self.get(index).is_some_and(gone) {
            self.forget(index);
        }
    }

    fn forget(&mut self, index: u16) {
        if let Some(slot) = self.slots[usize::from(index)].take() {
            self.by_id.remove(&slot.card.id);
            self.free[usize::from(usize::from(index) >= THINGS_FROM)].push(Reverse(index));
        }
    }
}
