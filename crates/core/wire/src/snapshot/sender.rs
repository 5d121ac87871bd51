//! The host's end of one guest's snapshots.

use super::accord::{Accord, Told};
use super::coder::{Coder, Tape, Writing};
use super::contexts::{GAP, MORE};
use super::own::{FARTHEST_ANCHOR, Header, Name, OwnState};
use super::pace::Pace;
use super::record::{self, Kind};
use super::slots::{NEVER, Phase, Slot, Slots, low_bits};
use super::{MTU, WINDOW};
use crate::seq::{Acks, Seq};
use crate::squeeze::range::Encoder;
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
    /// Records of entities that came into view.
    pub enters: u64,
    /// Ticks that records waited for room in a packet, all together.
    pub waited: u64,
    /// Packets the guest never got.
    pub lost: u64,
}

/// What is remembered of a record on its way, besides what it told.
#[derive(Clone, Copy)]
struct Sent {
    told: Told,
    stay: u32,
}

struct Packet {
    header: Header,
    records: Vec<Sent>,
    tape: Tape,
}

/// More than the urgency of anything that is not overdue.
const OVERDUE: f32 = 1e4;
/// Snapshots of a header alone after which all is begun anew: a guest that acknowledges nothing for so long hardly remembers.
const MOST_BARE: u32 = 64;

/// Packs one guest's snapshots.
pub struct Sender {
    config: SenderConfig,
    next: Seq,
    slots: Slots,
    queue: Vec<u16>,
    accord: Accord,
    /// How often all was begun anew, and with which packet last.
    epoch: (u8, Seq),
    in_flight: VecDeque<Packet>,
    /// Snapshots in a row that told of nobody because too much is on its way.
    bare: u32,
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
            accord: Accord::default(),
            epoch: (0, Seq(1)),
            in_flight: VecDeque::new(),
            bare: 0,
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

    #[cfg(test)]
    pub(super) fn accord(&self) -> &Accord {
        &self.accord
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
        // A number we have not sent yet is a lie or a leftover: believe nothing of it. One from before all was begun anew says nothing any more.
        let sent = if self.bare > 0 { self.next.next() } else { self.next };
        if newest.since(sent) >= 0 || newest.since(self.epoch.1) < 0 {
            return;
        }
        while let Some(packet) = self.in_flight.pop_front_if(|packet| !packet.header.seq.is_after(newest)) {
            // A late packet is not taken, so what is not acknowledged with a newer one never will be.
            let got = acks.has(packet.header.seq);
            self.settle(tick, &packet, got);
        }
    }

    fn settle(&mut self, tick: Tick, packet: &Packet, got: bool) {
        let seq = packet.header.seq;
        if got {
            self.got = self.got.max(Some(packet.header.tick));
            self.pace.got();
            self.accord.count_in(packet.header, packet.records.iter().map(|sent| sent.told), &packet.tape);
        } else {
            self.stats.lost += 1;
            self.pace.lost(seq, self.next);
        }
        for &Sent { told, stay } in &packet.records {
            let Some((slot, gauge)) = self.slots.both(told.slot) else { continue };
            // Somebody else may have come into the slot meanwhile.
            if slot.stay != stay {
                continue;
            }
            let was_last = slot.on_the_way.take_if(|sent| *sent == seq).is_some();
            match (got, told.state) {
                (true, None) => match slot.phase {
                    // Who came back and left once more since is gone only when the newer leave has arrived.
                    Phase::Leaving if was_last => self.slots.left(told.slot),
                    // It is back, and the guest has not been told so yet.
                    Phase::Entering | Phase::Known if was_last => self.enqueue(told.slot, tick),
                    _ => {}
                },
                (true, Some(state)) => {
                    slot.known = true;
                    if slot.phase == Phase::Entering {
                        slot.phase = Phase::Known;
                        // It may have changed while its card was on the way.
                        if gauge.state != state {
                            self.enqueue(told.slot, tick);
                        }
                    }
                }
                (false, _) => {
                    if was_last {
                        gauge.tell(self.accord.row(told.slot).filter(|_| slot.known));
                    }
                    self.enqueue(told.slot, tick);
                }
            }
        }
    }

    /// Forgets what the guest may have got: it is told everything as if it had just come.
    fn begin_anew(&mut self, tick: Tick) {
        self.epoch = (self.epoch.0.wrapping_add(1), self.next);
        self.accord = Accord::default();
        let lost = std::mem::take(&mut self.in_flight);
        self.stats.lost += lost.len() as u64;
        for index in self.slots.forget_what_is_known() {
            self.enqueue(index, tick);
        }
    }

    /// Packs this tick's snapshot: the most urgent records that fit, in the order of their slots.
    pub fn pack(&mut self, tick: Tick, own: OwnState) -> Vec<u8> {
        let own = own.rounded();
        self.stats.packets += 1;
        if self.in_flight.len() >= WINDOW && self.bare < MOST_BARE {
            self.bare += 1;
            let bytes = self.write_bare(Header { seq: self.next, tick, own });
            self.stats.bytes += bytes.len() as u64;
            return bytes;
        }
        if self.bare > 0 {
            // That number is spent.
            self.next = self.next.next();
        }
        let too_far = |anchor: Header| self.next.since(anchor.seq) > FARTHEST_ANCHOR;
        if self.in_flight.len() >= WINDOW || self.accord.anchor.is_some_and(too_far) {
            self.begin_anew(tick);
        }
        self.bare = 0;
        let seq = self.next;
        self.next = seq.next();
        let header = Header { seq, tick, own };

        let limit = self.pace.budget();
        let mut chosen = self.choose(tick, limit * 8);
        let mut packed = self.write(header, &chosen, limit);
        while packed.bytes.len() > limit && !chosen.is_empty() {
            // What was left out for want of room costs more than was thought.
            self.queue.extend(chosen.drain(chosen.len() / 2..));
            packed = self.write(header, &chosen, limit);
        }
        let Packed { bytes, records, tape, left_out } = packed;
        self.queue.extend(left_out);
        for Sent { told, .. } in &records {
            let Some((slot, gauge)) = self.slots.both(told.slot) else { continue };
            match (told.state, told.entered) {
                (Some(_), true) => self.stats.enters += 1,
                (Some(_), false) => self.stats.updates += 1,
                (None, _) => {}
            }
            slot.on_the_way = Some(seq);
            if gauge.queued_at != NEVER {
                self.stats.waited += u64::from(low_bits(tick).wrapping_sub(gauge.queued_at));
            }
            gauge.queued_at = NEVER;
            gauge.told_at = low_bits(tick);
            gauge.told = gauge.state;
        }
        self.in_flight.push_back(Packet { header, records, tape });
        self.stats.bytes += bytes.len() as u64;
        bytes
    }

    /// Writes a snapshot that tells of those chosen as far as they fit.
    fn write(&self, header: Header, chosen: &[u16], limit: usize) -> Packed {
        let mut c = self.writing();
        let anchor = self.accord.anchor.as_ref();
        let written = match anchor {
            Some(anchor) => {
                let packets = header.seq.since(anchor.seq) as u16;
                Name::code(&mut c, Name::Anchored { packets, low: header.seq.0 as u8 });
                Header::code_against(&mut c, &header, header.seq, anchor)
            }
            None => {
                Name::code(&mut c, Name::Whole { seq: header.seq, epoch: self.epoch.0 });
                Header::code_whole(&mut c, &header, header.seq)
            }
        };
        debug_assert_eq!(written, Ok(header));
        let mut packed = Packed::default();
        // The own state is told in any case.
        let is_room = |c: &Writing, packed: &Packed| c.encoder.len() + 4 < limit || packed.records.is_empty();
        let mut news = chosen.iter().copied().peekable();
        let mut others = Vec::new();
        for (index, row) in self.accord.lively(header.tick) {
            while let Some(other) = news.next_if(|&other| other < index) {
                others.push(other);
            }
            let told = news.next_if_eq(&index).is_some();
            let fits = told && is_room(&c, &packed);
            record::code_told(&mut c, row, header.tick, fits);
            if fits {
                self.write_record(&mut c, index, &header, &mut packed);
            } else if told {
                packed.left_out.push(index);
            }
        }
        others.extend(news);
        let mut last = 0;
        for index in others {
            if !is_room(&c, &packed) {
                packed.left_out.push(index);
                continue;
            }
            c.bit(MORE, true);
            GAP.code(&mut c, u32::from(index - last));
            last = index;
            self.write_record(&mut c, index, &header, &mut packed);
        }
        c.bit(MORE, false);
        packed.bytes = c.encoder.finish();
        packed.tape = c.tape;
        packed
    }

    /// A snapshot of a header alone.
    fn write_bare(&self, header: Header) -> Vec<u8> {
        let mut c = self.writing();
        Name::code(&mut c, Name::Bare { seq: header.seq });
        let written = Header::code_whole(&mut c, &header, header.seq);
        debug_assert_eq!(written, Ok(header));
        c.encoder.finish()
    }

    fn writing(&self) -> Writing<'_> {
        // As many as a snapshot of a busy market takes.
        let (encoder, tape) = (Encoder::with_capacity(64), Tape::with_capacity(256));
        Writing { models: &self.accord.models, encoder, tape }
    }

    fn write_record(&self, c: &mut Writing, index: u16, header: &Header, packed: &mut Packed) {
        let slot = self.slots.get(index).expect("only live slots are queued");
        let state = self.slots.gauges[usize::from(index)].state;
        let mut sent =
            Sent { told: Told { slot: index, state: Some(state), entered: false }, stay: slot.stay };
        match (slot.phase, self.accord.row(index)) {
            (Phase::Leaving | Phase::Away, _) => {
                sent.told.state = None;
                record::code_kind(c, Kind::Leave);
            }
            (Phase::Known, Some(row)) => {
                let moved = record::only_moved(&row.state, &state);
                record::code_kind(c, if moved { Kind::Moved } else { Kind::Changed });
                let mut told = record::code_motion(c, row, header.tick, &state);
                if !moved {
                    record::code_rest(c, &mut told, &state);
                }
                debug_assert_eq!(told, state);
            }
            (Phase::Known | Phase::Entering, _) => {
                sent.told.entered = true;
                record::code_kind(c, Kind::Enter);
                let told = record::code_enter(c, header.own.place, &slot.card, &state);
                debug_assert_eq!(told.map(|(_, told)| told), Ok(state));
            }
        }
        packed.records.push(sent);
    }

    /// Takes from the queue what is worth sending within about `bits`, by slot.
    fn choose(&mut self, tick: Tick, bits: usize) -> Vec<u16> {
        let mut ready = Vec::with_capacity(self.queue.len());
        for index in std::mem::take(&mut self.queue) {
            let Some((slot, gauge)) = self.slots.both(index) else { continue };
            match slot.phase {
                // There is nothing to tell.
                Phase::Away => gauge.queued_at = NEVER,
                // Its card is on the way: nothing can be coded against it yet. Its acknowledgement or loss queues it again.
                Phase::Entering if slot.on_the_way.is_some() => gauge.queued_at = NEVER,
                _ => ready.push(index),
            }
        }
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

/// A snapshot written.
#[derive(Default)]
struct Packed {
    bytes: Vec<u8>,
    records: Vec<Sent>,
    tape: Tape,
    /// Who was chosen and did not fit.
    left_out: Vec<u16>,
}
