//! A guest's end of its snapshots.

use super::record::{self, Tag};
use super::{Baseline, GAP_RICE_BITS, Header, OwnState, RING, ring_index};
use crate::bits::{BitReader, Malformed};
use crate::seq::Acks;
use crate::state::{Card, EntityState};
use std::collections::BTreeMap;
use std::sync::Arc;
use wold_space::{EntityId, Tick};

/// What one snapshot told. Take `left` first: whoever went and came back between two packets is in both lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// The tick it shows.
    pub tick: Tick,
    /// The guest's own body.
    pub own: OwnState,
    /// Who is out of view.
    pub left: Vec<EntityId>,
    /// Who came into view.
    pub entered: Vec<(Arc<Card>, EntityState)>,
    /// Who moved or changed.
    pub updated: Vec<(EntityId, EntityState)>,
}

struct Slot {
    card: Arc<Card>,
    /// Whether it is in view. Whoever is not may come back by an update.
    here: bool,
    /// The state told last: nearly always the one that is asked for, and the ring is long and cold.
    last: Baseline,
    ring: [Option<Baseline>; RING],
}

/// Slots a host may use.
const MOST_SLOTS: u64 = 4096;

/// Unpacks one guest's snapshots.
#[derive(Default)]
pub struct Receiver {
    slots: BTreeMap<u16, Slot>,
    by_id: BTreeMap<EntityId, u16>,
    acks: Acks,
    headers: [Option<Header>; RING],
}

impl Receiver {
    /// What to tell the host we have got.
    #[must_use]
    pub fn acks(&self) -> Acks {
        self.acks
    }

    /// Takes a packet. Answers `None` for one that is older than what we have seen: its news is stale.
    ///
    /// A malformed packet changes nothing and is not acknowledged.
    pub fn take(&mut self, bytes: &[u8]) -> Result<Option<Snapshot>, Malformed> {
        let mut r = BitReader::new(bytes);
        let (seq, packets) = Header::read_seq(&mut r, self.acks.newest)?;
        if self.acks.newest.is_some_and(|newest| !seq.is_after(newest)) {
            return Ok(None);
        }
        let (header, anchor) = Header::read_rest(&mut r, (seq, packets), |seq| {
            self.headers[ring_index(seq)].filter(|header| header.seq == seq)
        })?;
        let news = self.read_records(&mut r, &header, anchor.map(|anchor| anchor.tick))?;
        r.end()?;
        self.acks.got(header.seq);
        self.headers[ring_index(seq)] = Some(header);
        Ok(Some(self.apply(&header, news)))
    }

    fn read_records(
        &self,
        r: &mut BitReader,
        header: &Header,
        anchor: Option<Tick>,
    ) -> Result<Vec<(u16, News)>, Malformed> {
        let mut news = Vec::new();
        let gap_rice = r.bits(GAP_RICE_BITS)? as u32;
        let mut slot = 0u64;
        while let Some(tag) = Tag::read(r)? {
            let gap = u64::from(r.rice(gap_rice)?);
            slot += gap;
            // Slots rise: nobody has two records in one packet.
            if slot >= MOST_SLOTS || (gap == 0 && !news.is_empty()) {
                return Err(Malformed::OutOfRange { field: "slot", value: slot });
            }
            let index = slot as u16;
            let item = match tag {
                Tag::Leave => News::Left,
                Tag::Enter => {
                    let (card, state) = record::read_enter(r, header.own.place)?;
                    News::Entered(card, state)
                }
                tag @ (Tag::Moved | Tag::Changed) => {
                    let named = if tag == Tag::Changed { record::read_baseline(r)? } else { None };
                    let base = self.slots.get(&index).and_then(|slot| match named {
                        Some(ring) => slot.ring[ring],
                        None => slot.last_told(anchor?),
                    });
                    let base = base.ok_or(Malformed::UnknownBaseline(index))?;
                    let guess = base.state.predicted(header.tick.since(base.tick));
                    let mut state = record::read_motion(r, &guess)?;
                    if tag == Tag::Changed {
                        record::read_rest(r, &mut state)?;
                    }
                    News::Updated(state)
                }
            };
            news.push((index, item));
        }
        Ok(news)
    }

    fn apply(&mut self, header: &Header, news: Vec<(u16, News)>) -> Snapshot {
        let mut snapshot = Snapshot { tick: header.tick, own: header.own, ..Default::default() };
        for (index, item) in news {
            match item {
                News::Left => self.leave(index, &mut snapshot),
                News::Entered(card, state) => {
                    if self.slots.get(&index).is_some_and(|slot| slot.card.id != card.id) {
                        self.leave(index, &mut snapshot);
                        self.slots.remove(&index);
                    }
                    let card = Arc::new(card);
                    let told = Baseline { seq: header.seq, tick: header.tick, state };
                    let slot = self.slots.entry(index).or_insert_with(|| Slot {
                        card: card.clone(),
                        here: true,
                        last: told,
                        ring: [None; RING],
                    });
                    (slot.here, slot.card) = (true, card.clone());
                    slot.keep(told);
                    self.by_id.insert(card.id, index);
                    snapshot.entered.push((card, state));
                }
                News::Updated(state) => {
                    let slot = self.slots.get_mut(&index).expect("its baseline was found");
                    slot.keep(Baseline { seq: header.seq, tick: header.tick, state });
                    if slot.here {
                        snapshot.updated.push((slot.card.id, state));
                    } else {
                        slot.here = true;
                        self.by_id.insert(slot.card.id, index);
                        snapshot.entered.push((slot.card.clone(), state));
                    }
                }
            }
        }
        snapshot
    }

    fn leave(&mut self, index: u16, snapshot: &mut Snapshot) {
        let Some(slot) = self.slots.get_mut(&index).filter(|slot| slot.here) else { return };
        slot.here = false;
        // If it came back under another slot meanwhile, it has not left.
        if self.by_id.get(&slot.card.id) == Some(&index) {
            self.by_id.remove(&slot.card.id);
            snapshot.left.push(slot.card.id);
        }
    }
}

enum News {
    Entered(Card, EntityState),
    Updated(EntityState),
    Left,
}

impl Slot {
    /// The newest state told up to a tick. Ticks, unlike packet numbers, never wrap, however long somebody stood still.
    fn last_told(&self, until: Tick) -> Option<Baseline> {
        if self.last.tick <= until {
            return Some(self.last);
        }
        self.ring.iter().flatten().filter(|base| base.tick <= until).max_by_key(|base| base.tick).copied()
    }

    fn keep(&mut self, told: Baseline) {
        self.last = told;
        self.ring[ring_index(told.seq)] = Some(told);
    }
}
