//! The host's end of one guest's snapshots.

use super::pace::Pace;
use super::record::{self, Tag};
use super::slots::{NEVER, Phase, Slot, Slots, low_bits};
use super::{Baseline, GAP_RICE_BITS, Header, MTU, OwnState, RING, ring_index};
use crate::bits::BitWriter;
use crate::seq::{Acks, Seq};
use crate::state::{Card, EntityState};
use std::collections::VecDeque;
use std::sync::Arc;
use wold_lore::EntityKind;
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
    /// How long news may wait for room in a packet before it goes first.
    pub patience: Patience,
}

/// Ticks news may wait for room in a packet while nearer news goes before it; who waited longer than that goes before all who did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// News of people. Default 10: half a second.
    pub people: u32,
    /// News of animals. Default 20.
    pub animals: u32,
    /// News of things. Default 40: they lie.
    pub things: u32,
}

impl Default for Patience {
    fn default() -> Self {
        Self { people: 10, animals: 20, things: 40 }
    }
}

impl Patience {
    fn with(&self, kind: EntityKind) -> u32 {
        match kind {
            EntityKind::Thing(_) => self.things,
            kind if kind.is_person() => self.people,
            EntityKind::Being(_) => self.animals,
        }
    }
}

impl Default for SenderConfig {
    fn default() -> Self {
        Self { budget: MTU - 60, tolerance: 1, tolerance_metres: 40.0, patience: Patience::default() }
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
    /// Ticks that records waited for room in a packet, all together.
    pub waited: u64,
    /// Packets the guest never got.
    pub lost: u64,
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

/// More than the urgency of anything that is not overdue.
const OVERDUE: f32 = 1e4;
/// Packets in flight are given up after this many: an older one's states may be overwritten in the guest's ring.
const MOST_IN_FLIGHT: usize = RING - 1;

/// Packs one guest's snapshots.
pub struct Sender {
    config: SenderConfig,
    next: Seq,
    slots: Slots,
    queue: Vec<u16>,
    headers: [Option<Header>; RING],
    anchor: Option<Header>,
    in_flight: VecDeque<Packet>,
    pace: Pace,
    stats: SenderStats,
    got: Option<Tick>,
}

impl Sender {
    /// A sender that knows of nothing yet.
    #[must_use]
    pub fn new(config: SenderConfig) -> Self {
        Self {
            config,
            next: Seq(1),
            slots: Slots::default(),
            queue: Vec::new(),
            headers: [None; RING],
            anchor: None,
            in_flight: VecDeque::new(),
            pace: Pace::new(config.budget),
            stats: SenderStats::default(),
            got: None,
        }
    }

    /// The tick of the newest snapshot the guest is known to have got: its eyes show nothing much older.
    #[must_use]
    pub fn got(&self) -> Option<Tick> {
        self.got
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
        self.slots.of(id).is_some()
    }

    /// An entity comes into view. Does nothing if it is in view already or the view is full.
    pub fn enter(&mut self, tick: Tick, card: Arc<Card>, state: EntityState, distance: f64) {
        if let Some(slot) = self.slots.enter(card, state.tidied(), distance) {
            self.enqueue(slot, tick);
        }
    }

    /// An entity leaves the view.
    pub fn leave(&mut self, tick: Tick, id: EntityId) {
        if let Some(slot) = self.slots.leave(id) {
            self.enqueue(slot, tick);
        }
    }

    /// The entity's state now; sent only if the guest's prediction is off by more than it would notice.
    pub fn offer(&mut self, tick: Tick, id: EntityId, state: EntityState, distance: f64) {
        let Some(index) = self.slots.of(id) else { return };
        let gauge = self.slots.gauge(index);
        gauge.state = state.tidied();
        gauge.distance = distance as f32;
        let tolerance = self.config.tolerance + (distance / self.config.tolerance_metres) as i32;
        if gauge.queued_at == NEVER && !gauge.is_good(low_bits(tick), tolerance) {
            self.enqueue(index, tick);
        }
    }

    fn enqueue(&mut self, index: u16, tick: Tick) {
        let gauge = self.slots.gauge(index);
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
            if fate == Fate::Got {
                self.got = self.got.max(Some(packet.tick));
            }
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
            let Some((slot, gauge)) = self.slots.both(record.slot) else { continue };
            // Somebody else may have come into the slot meanwhile.
            if slot.stay != record.stay {
                continue;
            }
            let was_last = slot.on_the_way.take_if(|sent| *sent == packet.seq).is_some();
            match (fate, record.tag) {
                (Fate::Got, Tag::Leave) => match slot.phase {
                    // Who came back and left once more since is gone only when the newer leave has arrived.
                    Phase::Leaving if was_last => self.slots.left(record.slot),
                    // It is back, and the guest has not been told so yet.
                    Phase::Entering | Phase::Known if was_last => self.enqueue(record.slot, tick),
                    _ => {}
                },
                (Fate::Got, _) => {
                    slot.acked = Some(Baseline { seq: packet.seq, tick: packet.tick, state: record.state });
                    slot.in_doubt = false;
                    if slot.phase == Phase::Entering {
                        slot.phase = Phase::Known;
                        // It may have changed while its card was on the way.
                        if gauge.state != record.state {
                            self.enqueue(record.slot, tick);
                        }
                    }
                }
                (Fate::Lost | Fate::GivenUp, _) => {
                    slot.in_doubt |= fate == Fate::GivenUp && record.tag != Tag::Leave;
                    if was_last {
                        gauge.tell(slot.acked.as_ref());
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
        let limit = (self.pace.budget() * 8 - 16).max(w.len());
        let chosen = self.choose(tick, seq, limit - w.len());
        let mut records = Vec::with_capacity(chosen.len());
        let gap_rice = gap_rice(&chosen);
        w.bits(u64::from(gap_rice), GAP_RICE_BITS);
        let mut last_slot = 0;
        for index in chosen {
            let (slot, gauge) = self.slots.both(index).expect("only live slots are queued");
            let mark = w.mark();
            let start = w.len();
            let gap = Gap { slots: u32::from(index - last_slot), rice: gap_rice };
            let tag = write_slot(&mut w, slot, gap, &gauge.state, &header, anchor.is_some());
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
            if gauge.queued_at != NEVER {
                self.stats.waited += u64::from(low_bits(tick).wrapping_sub(gauge.queued_at));
            }
            gauge.queued_at = NEVER;
            gauge.told_at = low_bits(tick);
            gauge.told = gauge.state;
            records.push(Sent { slot: index, stay: slot.stay, tag, state: gauge.state });
        }
        Tag::write_end(&mut w);
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
            let Some((slot, gauge)) = self.slots.both(index) else { continue };
            let in_flight = slot.on_the_way.is_some();
            let wait = match slot.phase {
                // Its card is on the way: nothing can be coded against it yet.
                Phase::Entering => in_flight,
                // This packet's number would overwrite the baseline the guest holds.
                Phase::Known => slot.acked.is_some_and(|b| ring_index(b.seq) == ring_index(seq)),
                Phase::Leaving | Phase::Away => false,
            };
            match slot.phase {
                // There is nothing to tell.
                Phase::Away => gauge.queued_at = NEVER,
                _ if !wait => ready.push(index),
                // Its acknowledgement or loss queues it again.
                Phase::Entering => gauge.queued_at = NEVER,
                _ => later.push(index),
            }
        }
        self.queue = later;
        let estimate = |slot: &Slot| match slot.phase {
            Phase::Entering => 200 + slot.card.name.len() * 8,
            Phase::Known => 32,
            Phase::Leaving | Phase::Away => 8,
        };
        let total: usize = ready.iter().filter_map(|&i| self.slots.get(i)).map(estimate).sum();
        if total > bits {
            // Urgency: how long it has waited over how far away it is, and beyond patience by how much longer than that. Ties by slot, so the order is total.
            let urgency = |index: u16| {
                let gauge = &self.slots.gauges[usize::from(index)];
                // Who came into a slot that was still queued may not wait itself.
                let since = if gauge.queued_at == NEVER { low_bits(tick) } else { gauge.queued_at };
                let waited = low_bits(tick).wrapping_sub(since) as f32 + 1.0;
                let kind = self.slots.get(index).map_or(EntityKind::INHABITANT, |slot| slot.card.kind);
                let late = waited / self.config.patience.with(kind).max(1) as f32;
                if late > 1.0 { OVERDUE * late } else { waited / (gauge.distance + 4.0) }
            };
            ready.sort_by(|&a, &b| urgency(b).total_cmp(&urgency(a)).then(a.cmp(&b)));
            let mut spent = 0;
            let fitting = ready
                .iter()
                .take_while(|&&i| {
                    spent += self.slots.get(i).map_or(0, estimate);
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

/// How far a slot is from the one before it, and how that is coded.
#[derive(Clone, Copy)]
struct Gap {
    slots: u32,
    rice: u32,
}

fn write_slot(
    w: &mut BitWriter,
    slot: &Slot,
    gap: Gap,
    state: &EntityState,
    header: &Header,
    anchored: bool,
) -> Tag {
    let begin = |w: &mut BitWriter, tag: Tag| {
        tag.write(w);
        w.rice(gap.slots, gap.rice);
        tag
    };
    let base = match (slot.phase, slot.acked) {
        (Phase::Leaving, _) => return begin(w, Tag::Leave),
        (Phase::Known, Some(base)) => base,
        _ => {
            begin(w, Tag::Enter);
            record::write_enter(w, header.own.place, &slot.card, state);
            return Tag::Enter;
        }
    };
    let guess = base.state.predicted(header.tick.since(base.tick));
    // With an anchor the guest knows what we know it holds, unless a packet's fate is in doubt.
    let expected = anchored && !slot.in_doubt;
    if expected && record::only_moved(&guess, state) {
        begin(w, Tag::Moved);
        record::write_motion(w, &guess, state);
        return Tag::Moved;
    }
    begin(w, Tag::Changed);
    record::write_baseline(w, (!expected).then_some(base.seq));
    record::write_motion(w, &guess, state);
    record::write_rest(w, &guess, state);
    Tag::Changed
}
