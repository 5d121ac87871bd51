//! A guest's end of its snapshots.

use super::WINDOW;
use super::accord::{Accord, Told};
use super::coder::{Coder, Reading, Tape};
use super::contexts::{GAP, MORE};
use super::own::{Header, Name, OwnState};
use super::record::{self, Kind};
use crate::bits::Malformed;
use crate::seq::{Acks, Seq};
use crate::squeeze::range::Decoder;
use crate::state::{Card, EntityState};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use wold_lore::EntityKind;
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
}

/// A packet that is not known to be acknowledged.
struct Pending {
    header: Header,
    told: Vec<Told>,
    tape: Tape,
}

/// Slots a host may use.
const MOST_SLOTS: u32 = 4096;

/// A snapshot that is not to the bit as it would be written.
const NOT_AS_WRITTEN: Malformed = Malformed::OutOfRange { field: "end of a snapshot", value: 0 };

/// Unpacks one guest's snapshots.
#[derive(Default)]
pub struct Receiver {
    slots: BTreeMap<u16, Slot>,
    by_id: BTreeMap<EntityId, u16>,
    acks: Acks,
    epoch: u8,
    accord: Accord,
    pending: VecDeque<Pending>,
    /// The tick of the newest snapshot.
    tick: Option<Tick>,
}

impl Receiver {
    /// What to tell the host we have got.
    #[must_use]
    pub fn acks(&self) -> Acks {
        self.acks
    }

    /// Takes a packet. Answers `None` for one that is older than what we have seen: its news is stale.
    ///
    /// A malformed packet tells nothing and is not acknowledged.
    pub fn take(&mut self, bytes: &[u8]) -> Result<Option<Snapshot>, Malformed> {
        let models = &self.accord.models;
        let mut c = Reading { models, decoder: Decoder::new(bytes), tape: Tape::default() };
        let name = Name::code(&mut c, Name::Bare { seq: Seq(0) });
        let Reading { decoder, tape, .. } = c;
        let (seq, packets) = match name {
            Name::Bare { seq } => return self.take_bare(seq, decoder),
            Name::Whole { seq, epoch } => {
                if self.is_old(seq) {
                    return Ok(None);
                }
                if epoch != self.epoch {
                    self.epoch = epoch;
                    self.accord = Accord::default();
                    self.pending.clear();
                }
                (seq, 0)
            }
            Name::Anchored { packets, low } => {
                let newest = self.acks.newest.ok_or(Malformed::UnknownAnchor(low.into()))?;
                (Header::number(low, newest), packets)
            }
        };
        if self.is_old(seq) {
            return Ok(None);
        }
        if packets > 0 {
            self.count_in_up_to(Seq(seq.0.wrapping_sub(packets)))?;
        }
        let mut c = Reading { models: &self.accord.models, decoder, tape };
        let header = match &self.accord.anchor {
            Some(anchor) if packets > 0 => Header::code_against(&mut c, &Header::default(), seq, anchor)?,
            None if packets == 0 => Header::code_whole(&mut c, &Header::default(), seq)?,
            _ => return Err(Malformed::UnknownAnchor(seq.0.wrapping_sub(packets))),
        };
        let news = self.read_records(&mut c, &header)?;
        if !c.decoder.is_at_end() {
            return Err(NOT_AS_WRITTEN);
        }
        let tape = c.tape;
        self.acks.got(seq);
        self.tick = Some(header.tick);
        if self.pending.len() >= WINDOW {
            self.pending.pop_front();
        }
        let told = news.iter().map(|(slot, item)| item.told(*slot)).collect();
        self.pending.push_back(Pending { header, told, tape });
        Ok(Some(self.apply(&header, news)))
    }

    #[cfg(test)]
    pub(super) fn accord(&self) -> &Accord {
        &self.accord
    }

    fn is_old(&self, seq: Seq) -> bool {
        self.acks.newest.is_some_and(|newest| !seq.is_after(newest))
    }

    /// Takes a header alone: it is acknowledged, so that the host learns what became of the packets before it.
    fn take_bare(&mut self, seq: Seq, decoder: Decoder) -> Result<Option<Snapshot>, Malformed> {
        let mut c = Reading { models: &self.accord.models, decoder, tape: Tape::default() };
        let Header { tick, own, .. } = Header::code_whole(&mut c, &Header::default(), seq)?;
        if !c.decoder.is_at_end() {
            return Err(NOT_AS_WRITTEN);
        }
        let is_older = self.acks.newest.is_some_and(|newest| newest.is_after(seq));
        if is_older || self.tick.is_some_and(|newest| newest >= tick) {
            return Ok(None);
        }
        self.acks.got(seq);
        self.tick = Some(tick);
        Ok(Some(Snapshot { tick, own, ..Snapshot::default() }))
    }

    /// The host knows that a packet arrived: so both count in all up to it.
    fn count_in_up_to(&mut self, anchor: Seq) -> Result<(), Malformed> {
        if self.accord.anchor.is_some_and(|before| before.seq == anchor) {
            return Ok(());
        }
        if !self.pending.iter().any(|packet| packet.header.seq == anchor) {
            return Err(Malformed::UnknownAnchor(anchor.0));
        }
        while let Some(packet) = self.pending.pop_front_if(|packet| !packet.header.seq.is_after(anchor)) {
            self.accord.count_in(packet.header, packet.told.iter().copied(), &packet.tape);
        }
        Ok(())
    }

    fn read_records(&self, c: &mut Reading, header: &Header) -> Result<Vec<(u16, News)>, Malformed> {
        let mut news = Vec::new();
        for (slot, row) in self.accord.lively(header.tick) {
            if record::code_told(c, row, header.tick, false) {
                news.push((slot, self.read_record(c, slot, header)?));
            }
        }
        let mut slot = 0u32;
        let mut first = true;
        while c.bit(MORE, false) {
            let gap = GAP.code(c, 0);
            slot = slot.saturating_add(gap);
            // Slots rise: nobody has two records in one packet.
            let is_lively = || self.accord.row(slot as u16).is_some_and(|row| row.is_lively(header.tick));
            if slot >= MOST_SLOTS || (gap == 0 && !first) || is_lively() {
                return Err(Malformed::OutOfRange { field: "slot", value: slot.into() });
            }
            first = false;
            news.push((slot as u16, self.read_record(c, slot as u16, header)?));
        }
        Ok(news)
    }

    fn read_record(&self, c: &mut Reading, slot: u16, header: &Header) -> Result<News, Malformed> {
        let nothing = EntityState::default();
        Ok(match record::code_kind(c, Kind::Leave) {
            Kind::Leave => News::Left,
            Kind::Enter => {
                let card = Card { id: EntityId(0), kind: EntityKind::HUMAN, name: String::new(), look: 0 };
                let (card, state) = record::code_enter(c, header.own.place, &card, &nothing)?;
                News::Entered(card, state)
            }
            kind @ (Kind::Moved | Kind::Changed) => {
                let row = self.accord.row(slot).filter(|_| self.slots.contains_key(&slot));
                let row = row.ok_or(Malformed::UnknownBaseline(slot))?;
                let mut state = record::code_motion(c, row, header.tick, &nothing);
                if kind == Kind::Changed {
                    record::code_rest(c, &mut state, &nothing);
                }
                News::Updated(state)
            }
        })
    }

    fn apply(&mut self, header: &Header, news: Vec<(u16, News)>) -> Snapshot {
        let mut snapshot = Snapshot { tick: header.tick, own: header.own, ..Default::default() };
        for (index, item) in news {
            match item {
                News::Left => self.leave(index, &mut snapshot),
                News::Entered(card, state) => {
                    if self.slots.get(&index).is_some_and(|slot| slot.card.id != card.id) {
                        self.leave(index, &mut snapshot);
                    }
                    let card = Arc::new(card);
                    self.by_id.insert(card.id, index);
                    self.slots.insert(index, Slot { card: card.clone(), here: true });
                    snapshot.entered.push((card, state));
                }
                News::Updated(state) => {
                    let slot = self.slots.get_mut(&index).expect("it was looked for");
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

impl News {
    fn told(&self, slot: u16) -> Told {
        match self {
            Self::Entered(_, state) => Told { slot, state: Some(*state), entered: true },
            Self::Updated(state) => Told { slot, state: Some(*state), entered: false },
            Self::Left => Told { slot, state: None, entered: false },
        }
    }
}
