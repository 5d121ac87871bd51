//! The host's end of one guest's snapshots.

use super::pace::Pace;
use super::record::{self, Tag};
use super::{Baseline, GAP_RICE_BITS, Header, MTU, OwnState, RING, ring_index};
use crate::bits::BitWriter;
use crate::seq::{Acks, Seq};
use crate::state::{Card, EntityState};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::Arc;
use wold_space::{EntityId, Tick};

/// How a [`Sender`] spends its packets.
#[derive(Clone, Copy, Debug)]
pub struct SenderConfig {
    /// Bytes a snapshot may have on a path that loses nothing; less where packets are lost. Default: [`MTU`] less 60 for the
    /// transport's own headers.
    pub budget: usize,
    /// Error in wire steps that nobody sees up close. Default 1, not quite a centimetre.
    pub tolerance: i32,
    /// Metres of distance that add one more step of tolerance. Default 40.
    pub tolerance_metres: f64,
}

impl Default for SenderConfig {
    fn default() -> Self {
        Self { budget: MTU - 60, tolerance: 1, tolerance_metres: 40.0 }
    }
}

/// What a sender has sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SenderStats {
    /// Snapshots.
    pub packets: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Records of entities that moved or changed.
    pub updates: u64,
    /// Their bits, slots and tags included.
    pub update_bits: u64,
    /// Records of entities that came into view.
    pub enters: u64,
    /// Packets the guest never got.
    pub lost: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Entering,
    Known,
    Leaving,
}

struct Slot {
    /// Tells this stay in the slot from earlier ones, whose packets may still be on their way.
    stay: u32,
    card: Arc<Card>,
    phase: Phase,
    acked: Option<Baseline>,
    /// A state newer than `acked` was sent and given up: the guest may hold it all the same.
    in_doubt: bool,
    /// The packet that told of it last, while its fate is open.
    on_the_way: Option<Seq>,
}

/// The part of a slot that every tick reads: kept apart and small, because a crowd has tens of thousands of them.
#[derive(Clone, Copy, Default)]
struct Gauge {
    /// As it is.
    state: EntityState,
    /// As it was told last, if nothing is lost; means nothing while `told_at` is [`NEVER`].
    told: EntityState,
    /// Low bits of the tick it was told at.
    told_at: u32,
    /// Low bits of the tick since which it waits to be sent, or [`NEVER`].
    queued_at: u32,
    distance: f32,
}

/// No tick. The one tick in four billion that ends in these bits is taken for the one before.
const NEVER: u32 = u32::MAX;

fn low_bits(tick: Tick) -> u32 {
    (tick.0 as u32).min(NEVER - 1)
}

impl Gauge {
    /// Whether the guest would see, within `tolerance`, what is there if it is told nothing now.
    fn is_good(&self, now: u32, tolerance: i32) -> bool {
        self.told_at != NEVER
            && self
                .told
                .predicted(u64::from(now.wrapping_sub(self.told_at)))
                .stands_for(&self.state, tolerance)
    }

    fn tell(&mut self, told: Option<&Baseline>) {
        self.told_at = told.map_or(NEVER, |told| low_bits(told.tick));
        self.told = told.map_or_else(EntityState::default, |told| told.state);
    }
}

struct Sent {
    slot: u16,
    stay: u32,
    tag: Tag,
    state: EntityState,
}

/// What became of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Got,
    Lost,
    GivenUp,
}

struct Packet {
    seq: Seq,
    tick: Tick,
    records: Vec<Sent>,
}

/// Packets in flight are given up after this many: an older one's states may be overwritten in the guest's ring.
const MOST_IN_FLIGHT: usize = RING - 1;
/// Slots a connection may use: what an honest view can hold.
const MOST_SLOTS: usize = 4096;

/// Packs one guest's snapshots.
pub struct Sender {
    config: SenderConfig,
    next: Seq,
    slots: Vec<Option<Slot>>,
    /// One for each slot.
    gauges: Vec<Gauge>,
    /// The lowest is reused first: slots close together have short gaps.
    free: BinaryHeap<Reverse<u16>>,
    by_id: FxHashMap<EntityId, u16>,
    queue: Vec<u16>,
    stays: u32,
    headers: [Option<Header>; RING],
    anchor: Option<Header>,
    in_flight: VecDeque<Packet>,
    pace: Pace,
    stats: SenderStats,
}

impl Sender {
    /// A sender that knows of nothing yet.
    #[must_use]
    pub fn new(config: SenderConfig) -> Self {
        Self {
            config,
            next: Seq(1),
            slots: Vec::new(),
            gauges: Vec::new(),
            free: BinaryHeap::new(),
            by_id: FxHashMap::default(),
            queue: Vec::new(),
            stays: 0,
            headers: [None; RING],
            anchor: None,
            in_flight: VecDeque::new(),
            pace: Pace::new(config.budget),
            stats: SenderStats::default(),
        }
    }

    /// What has been sent so far.
    #[must_use]
    pub fn stats(&self) -> SenderStats {
        self.stats
    }

    /// Packets whose fate is not known yet.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.in_flight.len()
    }

    /// Whether the guest is being told of an entity.
    #[must_use]
    pub fn tells_of(&self, id: EntityId) -> bool {
        self.by_id.contains_key(&id)
    }

    /// An entity comes into view. Does nothing if it is in view already or the view is full.
    pub fn enter(&mut self, tick: Tick, card: Arc<Card>, state: EntityState, distance: f64) {
        if self.by_id.contains_key(&card.id) {
            return;
        }
        let slot = match self.free.pop() {
            Some(Reverse(slot)) => slot,
            None if self.slots.len() < MOST_SLOTS => {
                // Doubling would leave a crowd's table half empty, once for every guest.
                if self.slots.len() == self.slots.capacity() {
                    self.slots.reserve_exact(self.slots.len() / 8 + 16);
                    self.gauges.reserve_exact(self.slots.len() / 8 + 16);
                }
                self.slots.push(None);
                self.gauges.push(Gauge::default());
                (self.slots.len() - 1) as u16
            }
            None => return,
        };
        self.by_id.insert(card.id, slot);
        self.stays = self.stays.wrapping_add(1);
        self.slots[usize::from(slot)] = Some(Slot {
            stay: self.stays,
            card,
            phase: Phase::Entering,
            acked: None,
            in_doubt: false,
            on_the_way: None,
        });
        self.gauges[usize::from(slot)] = Gauge {
            state: state.tidied(),
            told_at: NEVER,
            queued_at: NEVER,
            distance: distance as f32,
            ..Gauge::default()
        };
        self.enqueue(slot, tick);
    }

    /// An entity leaves the view.
    pub fn leave(&mut self, tick: Tick, id: EntityId) {
        let Some(index) = self.by_id.remove(&id) else { return };
        if let Some(slot) = &mut self.slots[usize::from(index)] {
            slot.phase = Phase::Leaving;
        }
        self.enqueue(index, tick);
    }

    /// The entity's state now; sent only if the guest's prediction is off by more than it would notice.
    pub fn offer(&mut self, tick: Tick, id: EntityId, state: EntityState, distance: f64) {
        let Some(&index) = self.by_id.get(&id) else { return };
        let gauge = &mut self.gauges[usize::from(index)];
        gauge.state = state.tidied();
        gauge.distance = distance as f32;
        let tolerance = self.config.tolerance + (distance / self.config.tolerance_metres) as i32;
        if gauge.queued_at == NEVER && !gauge.is_good(low_bits(tick), tolerance) {
            self.enqueue(index, tick);
        }
    }

    fn enqueue(&mut self, index: u16, tick: Tick) {
        let gauge = &mut self.gauges[usize::from(index)];
        if gauge.queued_at == NEVER {
            gauge.queued_at = low_bits(tick);
            self.queue.push(index);
        }
    }

    /// Takes the guest's word on what it has got: acknowledged states become baselines, lost ones are queued again.
    pub fn acknowledged(&mut self, tick: Tick, acks: &Acks) {
        let Some(newest) = acks.newest else { return };
        // A number we have not sent yet is a lie or a leftover: believe nothing of it.
        if newest.since(self.next) >= 0 {
            return;
        }
        while let Some(packet) = self.in_flight.front() {
            if packet.seq.is_after(newest) {
                break;
            }
            // A late packet is not taken, so what is not acknowledged with a newer one never will be.
            let fate = if acks.has(packet.seq) { Fate::Got } else { Fate::Lost };
            let packet = self.in_flight.pop_front().expect("the front was just seen");
            self.settle(tick, packet, fate);
        }
        if self.anchor.is_none_or(|anchor| newest.is_after(anchor.seq)) {
            self.anchor = self.headers[ring_index(newest)].filter(|header| header.seq == newest);
        }
    }

    fn settle(&mut self, tick: Tick, packet: Packet, fate: Fate) {
        self.stats.lost += u64::from(fate != Fate::Got);
        match fate {
            Fate::Got => self.pace.got(),
            Fate::Lost | Fate::GivenUp => self.pace.lost(packet.seq, self.next),
        }
        for record in packet.records {
            let Some(slot) = &mut self.slots[usize::from(record.slot)] else { continue };
            // A farewell may be on its way twice; the second must not put out who came after.
            if slot.stay != record.stay {
                continue;
            }
            match (fate, record.tag) {
                (Fate::Got, Tag::Leave) => {
                    self.slots[usize::from(record.slot)] = None;
                    self.free.push(Reverse(record.slot));
                }
                (Fate::Got, _) => {
                    slot.acked = Some(Baseline { seq: packet.seq, tick: packet.tick, state: record.state });
                    slot.on_the_way.take_if(|sent| *sent == packet.seq);
                    slot.in_doubt = false;
                    if slot.phase == Phase::Entering {
                        slot.phase = Phase::Known;
                        // It may have changed while its card was on the way.
                        if self.gauges[usize::from(record.slot)].state != record.state {
                            self.enqueue(record.slot, tick);
                        }
                    }
                }
                (Fate::Lost | Fate::GivenUp, _) => {
                    slot.in_doubt |= fate == Fate::GivenUp;
                    if slot.on_the_way.take_if(|sent| *sent == packet.seq).is_some() {
                        self.gauges[usize::from(record.slot)].tell(slot.acked.as_ref());
                    }
                    self.enqueue(record.slot, tick);
                }
            }
        }
    }

    /// Packs this tick's snapshot: the most urgent records that fit, in the order of their slots.
    pub fn pack(&mut self, tick: Tick, own: OwnState) -> Vec<u8> {
        if self.in_flight.len() >= MOST_IN_FLIGHT {
            let oldest = self.in_flight.pop_front().expect("the queue is full");
            self.settle(tick, oldest, Fate::GivenUp);
        }
        let seq = self.next;
        self.next = seq.next();
        let own = own.rounded();
        let mut w = BitWriter::with_capacity(self.config.budget);
        let header = Header { seq, tick, own };
        let anchor = self.anchor.filter(|anchor| anchor.can_anchor(seq));
        header.write(&mut w, anchor.as_ref());
        self.headers[ring_index(seq)] = Some(header);

        // The own state is told in any case.
        let limit = (self.pace.budget() * 8 - 8).max(w.len());
        let chosen = self.choose(tick, seq, limit - w.len());
        let mut records = Vec::with_capacity(chosen.len());
        let gap_rice = gap_rice(&chosen);
        w.bits(u64::from(gap_rice), GAP_RICE_BITS);
        let mut last_slot = 0;
        for index in chosen {
            let slot = self.slots[usize::from(index)].as_mut().expect("only live slots are queued");
            let gauge = &mut self.gauges[usize::from(index)];
            let mark = w.mark();
            let start = w.len();
            w.bit(true);
            w.rice(u32::from(index - last_slot), gap_rice);
            let tag = write_slot(&mut w, slot, &gauge.state, &header, anchor.is_some());
            if w.len() > limit {
                w.rewind(mark);
                self.queue.push(index);
                continue;
            }
            last_slot = index;
            match tag {
                Tag::Moved | Tag::Changed => {
                    self.stats.updates += 1;
                    self.stats.update_bits += (w.len() - start) as u64;
                }
                Tag::Enter => self.stats.enters += 1,
                Tag::Leave => {}
            }
            slot.on_the_way = Some(seq);
            gauge.queued_at = NEVER;
            gauge.told_at = low_bits(tick);
            gauge.told = gauge.state;
            records.push(Sent { slot: index, stay: slot.stay, tag, state: gauge.state });
        }
        w.bit(false);
        self.in_flight.push_back(Packet { seq, tick, records });
        let bytes = w.finish();
        self.stats.packets += 1;
        self.stats.bytes += bytes.len() as u64;
        bytes
    }

    /// Takes from the queue what is worth sending in packet `seq` within about `bits`, by slot.
    fn choose(&mut self, tick: Tick, seq: Seq, bits: usize) -> Vec<u16> {
        let mut ready = Vec::with_capacity(self.queue.len());
        let mut later = Vec::new();
        for index in std::mem::take(&mut self.queue) {
            let Some(slot) = &mut self.slots[usize::from(index)] else { continue };
            let in_flight = slot.on_the_way.is_some();
            let wait = match slot.phase {
                // Its card is on the way: nothing can be coded against it yet.
                Phase::Entering => in_flight,
                // This packet's number would overwrite the baseline the guest holds.
                Phase::Known => slot.acked.is_some_and(|b| ring_index(b.seq) == ring_index(seq)),
                Phase::Leaving => false,
            };
            if !wait {
                ready.push(index);
            } else if slot.phase == Phase::Entering {
                // Its acknowledgement or loss queues it again.
                self.gauges[usize::from(index)].queued_at = NEVER;
            } else {
                later.push(index);
            }
        }
        self.queue = later;
        let estimate = |slot: &Slot| match slot.phase {
            Phase::Entering => 200 + slot.card.name.len() * 8,
            Phase::Known => 32,
            Phase::Leaving => 8,
        };
        let total: usize =
            ready.iter().filter_map(|&i| self.slots[usize::from(i)].as_ref()).map(estimate).sum();
        if total > bits {
            // Urgency: how long it has waited over how far away it is. Ties by slot, so the order is total.
            let urgency = |index: u16| {
                let gauge = &self.gauges[usize::from(index)];
                // Who came into a slot that was still queued may not wait itself.
                let since = if gauge.queued_at == NEVER { low_bits(tick) } else { gauge.queued_at };
                let waited = low_bits(tick).wrapping_sub(since) as f32 + 1.0;
                waited / (gauge.distance + 4.0)
            };
            ready.sort_by(|&a, &b| urgency(b).total_cmp(&urgency(a)).then(a.cmp(&b)));
            let mut spent = 0;
            let fitting = ready
                .iter()
                .take_while(|&&i| {
                    spent += self.slots[usize::from(i)].as_ref().map_or(0, estimate);
                    spent <= bits
                })
                .count()
                .max(1);
            self.queue.extend(ready.drain(fitting..));
        }
        ready.sort_unstable();
        // Who came into a slot that was still queued is queued twice.
        ready.dedup();
        ready
    }
}

/// The parameter that codes these slots' gaps best: half the mean gap, in bits.
fn gap_rice(slots: &[u16]) -> u32 {
    let reach = slots.last().map_or(0, |&last| usize::from(last) + 1);
    let half_gap = reach / (2 * slots.len()).max(1);
    (half_gap.max(1).ilog2() + u32::from(half_gap > 0)).min((1 << GAP_RICE_BITS) - 1)
}

fn write_slot(w: &mut BitWriter, slot: &Slot, state: &EntityState, header: &Header, anchored: bool) -> Tag {
    let base = match (slot.phase, slot.acked) {
        (Phase::Leaving, _) => {
            Tag::Leave.write(w);
            return Tag::Leave;
        }
        (Phase::Known, Some(base)) => base,
        _ => {
            Tag::Enter.write(w);
            record::write_enter(w, header.own.place, &slot.card, state);
            return Tag::Enter;
        }
    };
    let guess = base.state.predicted(header.tick.since(base.tick));
    // With an anchor the guest knows what we know it holds, unless a packet's fate is in doubt.
    let expected = anchored && !slot.in_doubt;
    if expected && record::only_moved(&guess, state) {
        Tag::Moved.write(w);
        record::write_motion(w, &guess, state);
        return Tag::Moved;
    }
    Tag::Changed.write(w);
    record::write_baseline(w, (!expected).then_some(base.seq));
    record::write_motion(w, &guess, state);
    record::write_rest(w, &guess, state);
    Tag::Changed
}
