//! Conduct: how a neighbour treats people, by what it sees them do and by the respect it has for them.
//!
//! It remembers deeds in sight, is frightened or outraged by them, thanks for gifts, deals with customers or refuses to, and has a closer
//! look at strangers: what is said of them around there makes its first impression.

use super::Wish;
use super::around::kind_of;
use super::custom::{decline, food, slot_of};
use super::neighbour::{ACTIONS, Neighbour, SHUN, steps};
use super::talk::Spoken;
use super::window::open;
use super::witness::Seen;
use std::collections::BTreeSet;
use wold_guest::known::{Known, Line, Sighted};
use wold_lore::Deed;
use wold_lore::act::{Decline, MOST_GOODS, Meaning};
use wold_lore::land::ThingKind;
use wold_mind::gossip::{BeingId, Matter, Place};
use wold_mind::living::Need;
use wold_space::EntityId;
use wold_wire::{EntityKind, Intent, Repute, Target};

/// Respect from which somebody is a friend one stands up for, and below which a guard lets others settle it.
const FRIEND: f64 = 0.7;
const PROTECTED: f64 = 0.45;
/// Courage from which one stands up for others.
const BRAVE: f64 = 0.5;
/// Seconds an outrage lasts, and in which a call to stop counts.
const OUTRAGE_SECONDS: f64 = 20.0;
const CALL_SECONDS: f64 = 60.0;
/// Metres at which somebody shunned is told to keep away, and seconds until it is told again.
const KEEP_AWAY: f64 = 3.0;
const TELL_OFF_SECONDS: f64 = 120.0;
/// What being spoken of well or ill does to a first impression.
const REPUTE: f64 = 0.2;
/// Strangers looked at and told off that are remembered; a guard sizes up more.
const MOST_LOOKED_AT: usize = 64;
const MOST_SIZED_UP: usize = 512;
/// Metres from which a guard sizes people up, and wishes beyond which it does so another time.
const LOOK_METRES: f64 = 40.0;
const MOST_WISHES: usize = 3;

/// Whom it looked at, told off and stands against.
#[derive(Default)]
pub(super) struct Conduct {
    looked_at: BTreeSet<EntityId>,
    /// Up to where what its looks told was taken in.
    seen: Option<u64>,
    told_off_at: u64,
    /// Whom it saw to be a guard: looks tell.
    guards: BTreeSet<BeingId>,
    /// Who did something it will not suffer, and when.
    outrage: Option<(BeingId, u64)>,
}

impl Conduct {
    /// Whom it knows for a guard.
    pub fn guards(&self) -> &BTreeSet<BeingId> {
        &self.guards
    }

    /// Who did something lately that it will not suffer.
    pub fn outraged_by(&self, step: u64) -> Option<BeingId> {
        self.outrage.filter(|(_, since)| step < since + steps(OUTRAGE_SECONDS)).map(|(whom, _)| whom)
    }
}

impl Neighbour {
    /// Remembers what people do in sight, and who is there.
    pub(super) fn perceive(&mut self, known: &Known, wishes: &mut Vec<Wish>) {
        let seen = self.witness.look(known, &self.name);
        self.meet(known, wishes);
        for deed in &seen {
            let mine = deed.object.as_deref() == Some(self.name.as_str());
            // What oneself does or suffers is always noticed.
            if mine || deed.subject == self.name || self.stream.chance(self.profile.attention) {
                self.witness_deed(known, deed, mine);
            }
        }
        let bought =
            |deed: &&Seen| deed.deed == Deed::Trade && deed.subject == self.name && !self.trade.sells;
        if let Some(seller) = seen.iter().find(bought).and_then(|deed| deed.object.as_deref()) {
            self.talk.answer(Spoken::to(seller, format!("Thank you, {seller}."), Meaning::Thanks));
        }
        for (from, kind) in self.witness.handed().to_vec() {
            self.receive(known, &from, kind, wishes);
        }
        self.mind_wares(known);
        // Fear fades within half a minute.
        open(&self.inner).needs.serve(Need::Safety, 0.012);
    }

    /// Gets to know who is in sight; strangers who play are looked at more closely, and by a guard everybody near, for it must know its fellows.
    fn meet(&mut self, known: &Known, wishes: &mut Vec<Wish>) {
        let mut inner = open(&self.inner);
        let inner = &mut *inner;
        let mut shunned = BTreeSet::new();
        for sighted in known.entities().values().filter(|sighted| sighted.is_person()) {
            let id = inner.names.learn(&sighted.card.name);
            if inner.memory.acquaintance(id).is_none() {
                inner.memory.meet(id, kind_of(sighted));
                let human = sighted.card.kind == EntityKind::Human;
                if human
                    && self.conduct.looked_at.len() < MOST_LOOKED_AT
                    && self.conduct.looked_at.insert(sighted.card.id)
                {
                    wishes.push(Wish::Do(Intent::Look(Target::Entity(sighted.card.id))));
                }
            }
            if self.trade.name == "guard"
                && wishes.len() < MOST_WISHES
                && known.place_of(sighted).distance(known.place()) < LOOK_METRES
                && self.conduct.looked_at.len() < MOST_SIZED_UP
                && self.conduct.looked_at.insert(sighted.card.id)
            {
                wishes.push(Wish::Do(Intent::Look(Target::Entity(sighted.card.id))));
            }
            if inner.memory.respect(id) < SHUN {
                shunned.insert(sighted.card.id);
            }
        }
        let mark = self.conduct.seen.replace(known.looks().mark()).unwrap_or(u64::MAX);
        for bearing in known.looks().after(mark) {
            let Some(other) = known.entities().get(&bearing.who) else { continue };
            let id = BeingId::named(&other.card.name);
            if bearing.guard {
                self.conduct.guards.insert(id);
            }
            let by = match bearing.repute {
                Repute::Good => REPUTE,
                Repute::Bad => -REPUTE,
                Repute::None => continue,
            };
            let respect = inner.memory.respect(id);
            inner.memory.set_respect(id, respect + by);
        }
        self.body.smalltalk().shun(shunned);
    }

    fn witness_deed(&mut self, known: &Known, deed: &Seen, mine: bool) {
        let account = deed.deed.account();
        let Some(action) = account.action.and_then(|name| ACTIONS.named(name).ok()) else { return };
        let own = deed.subject == self.name;
        let mut inner = open(&self.inner);
        let inner = &mut *inner;
        let subject = inner.names.learn(&deed.subject);
        let object = deed.object.as_deref().map(|name| inner.names.learn(name));
        let at = Place { x: deed.place.x as i32, y: deed.place.y as i32 };
        let before = object.map_or(1.0, |object| inner.memory.respect(object));
        let of_subject = inner.memory.respect(subject);
        let matter = Matter::deed(subject, action, object, self.day);
        // What it did itself it remembers once, so that it does not deny it.
        if own && inner.memory.recall(&matter).is_some() {
            return;
        }
        inner.memory.witness(&ACTIONS, matter, Some(at), inner.now);
        inner.learn(matter, false, None);
        // Who buys what is nobody's news, and nobody boasts.
        if deed.deed == Deed::Trade || own {
            inner.memory.keep_quiet(&matter);
        }
        if own || ACTIONS.row(action).severity >= -0.1 {
            return;
        }
        let violent = account.violent;
        // Blows that fall on somebody one despises frighten nobody.
        if violent && (mine || before >= SHUN) {
            let fright = if mine { 0.9 } else { 0.35 };
            inner.needs.set(Need::Safety, inner.needs.level(Need::Safety).max(fright));
            self.fears = Some((subject, known.step()));
        }
        let guard = self.trade.name == "guard";
        let cares = mine || before >= FRIEND && before > of_subject || guard && before >= PROTECTED;
        if cares
            && (violent || guard)
            && (guard || self.profile.courage >= BRAVE)
            && !is_lawful(known, &deed.subject)
            // Guards do not fall out over who struck first: a fellow's blow is the law's.
            && !(guard && self.conduct.guards.contains(&subject))
        {
            self.conduct.outrage = Some((subject, known.step()));
        }
    }

    /// What it says to one who asks what it sells.
    pub(super) fn offer(&self, known: &Known, to: &str) -> Spoken {
        let goods: Vec<ThingKind> = food(known).map(|(_, kind)| kind).take(MOST_GOODS).collect();
        match goods.as_slice() {
            _ if !self.trade.sells => {
                decline(to, Decline::NoSeller, &format!(" I am a {}.", self.trade.name))
            }
            [] => decline(to, Decline::NothingLeft, ""),
            goods => {
                let labels: Vec<&str> = goods.iter().map(|kind| kind.label()).collect();
                let text = format!("Give me a coin, {to}, and have your pick: {}.", labels.join(", "));
                Spoken::to(to, text, Meaning::Offer(goods.to_vec()))
            }
        }
    }

    /// Somebody gave it something: a customer's coin is answered with goods or handed back, a supplier's goods with a coin, anything else with thanks.
    fn receive(&mut self, known: &Known, from: &str, kind: ThingKind, wishes: &mut Vec<Wish>) {
        let giver = known.entities().values().find(|other| other.card.name == from);
        let Some(to) = giver.map(|other: &Sighted| other.card.id) else { return };
        let respect = open(&self.inner).memory.respect(BeingId::named(from));
        let coin = slot_of(known, ThingKind::Coin);
        let keep = " Keep your coin.";
        let thanks = |text: String| Spoken::to(from, text, Meaning::Thanks);
        let (slot, said) = match kind {
            _ if !self.trade.sells => (None, thanks(format!("Thank you, {from}."))),
            ThingKind::Coin => match food(known).next() {
                _ if respect < SHUN => (coin, decline(from, Decline::NoDealing, keep)),
                None => (coin, decline(from, Decline::NothingLeft, keep)),
                Some((slot, kind)) => {
                    (Some(slot), Spoken::answer(from, format!("Here you are, {from}: {}.", kind.label())))
                }
            },
            kind if kind.nourishment() > 0.0 && respect >= SHUN && coin.is_some() => {
                (coin, thanks(format!("I can use that, {from}. Here is a coin for it.")))
            }
            _ => (None, thanks(format!("Thank you, {from}."))),
        };
        wishes.extend(slot.map(|slot| Wish::Do(Intent::Give { slot, to })));
        self.talk.answer(said);
    }

    /// Tells people it does not want around to keep away.
    pub(super) fn tell_off(&mut self, known: &Known, wishes: &mut Vec<Wish>) {
        if known.step() < self.conduct.told_off_at {
            return;
        }
        let inner = open(&self.inner);
        let here = known.place();
        let unwanted = known.entities().values().find(|other| {
            other.card.kind == EntityKind::Human
                && other.state.level == known.level()
                && other.state.place().distance(here) < KEEP_AWAY
                && inner.memory.respect(BeingId::named(&other.card.name)) < SHUN
        });
        if let Some(other) = unwanted {
            self.conduct.told_off_at = known.step() + steps(TELL_OFF_SECONDS);
            wishes.push(Wish::Face(other.state.place()));
            let text = format!("Keep away from me, {}.", other.card.name);
            wishes.push(Wish::Do(Spoken::answer(&other.card.name, text).intent()));
        }
    }
}

/// Whether somebody was heard to call on another before striking: guards, and those who stand up for friends. That who calls the law is a guard is the world's to see to.
fn is_lawful(known: &Known, name: &str) -> bool {
    let since = known.step().saturating_sub(steps(CALL_SECONDS));
    let calls = |line: &Line| matches!(line.meaning(), Some(Meaning::Law | Meaning::Plea));
    known.lines().iter().any(|line| line.step >= since && line.name == name && calls(line))
}
