//! One who talks: joins a conversation when it is at ease, says its lines, hushes at a noise, goes to look and comes back.
//!
//! Contract: it talks with an inhabitant of its household who stands beside it and is at ease as well ([`Chats`]); whoever is spoken ill of is not talked to. As long as it is in a conversation it stays with
//! it, and does what that has it do; anything that presses (a foe, flight, thirst) comes first and pauses it. Noises whose place it can tell, and the dead it sees, are told to the conversation before anybody acts on them.

use super::chats::Chats;
use super::diary::{Entry, Ground, What};
use super::mindset::Mindset;
use super::moment::Moment;
use super::rows::{COMPANY, Span};
use super::villager::steps;
use super::{Spot, Walk, Wish};
use wold_chance::{Seed, Stream};
use wold_guest::known::{Known, Sighted};
use wold_lore::act::{Meaning, SpeechAct};
use wold_lore::sense::Sound;
use wold_mind::gossip::BeingId;
use wold_mind::living::{Doing, Need};
use wold_senses::group::{Happening, Order};
use wold_space::{DVec2, EntityId};
use wold_wire::{EntityKind, Gait, Intent, Pose};

/// Somebody's part in conversations.
#[derive(Debug)]
pub(super) struct Chat {
    chats: Chats,
    luck: Stream,
    /// From when it would talk again.
    ready: u64,
    /// How many noises it has taken in.
    noises: u64,
    /// Where it looks at something, since when, and from where it went.
    errand: Option<(DVec2, u64, DVec2)>,
}

impl Chat {
    /// One whose moods follow from a seed.
    pub fn new(chats: Chats, own: Seed) -> Self {
        let mut luck = Stream::named(own, "chat", &[]);
        let Span([_, longest]) = COMPANY.chats.pause_seconds;
        let ready = steps(luck.range(COMPANY.chats.first_seconds, longest));
        Self { chats, luck, ready, noises: 0, errand: None }
    }

    /// The same among others.
    pub fn among(self, chats: Chats) -> Self {
        Self { chats, ..self }
    }

    /// It fell, or has no body any more: those it talked with wait for it in vain.
    pub fn fell(&mut self, known: &Known) {
        let Some(own) = own(known).filter(|own| self.chats.is_in(*own)) else { return };
        self.errand = None;
        self.chats.tell(own, Happening::Died(known.place()), known.tick());
    }

    /// What it does for a conversation; nothing if it is in none.
    pub fn act(&mut self, moment: &Moment<'_>, walk: Walk, mind: &mut Mindset) -> Option<Vec<Wish>> {
        let known = moment.known;
        let own = own(known)?;
        if !self.chats.is_in(own) {
            self.noises = known.noises().mark();
            // A look outlives its conversation: who never came back is looked for.
            if self.errand.is_some() {
                return Some(self.look(own, known, walk));
            }
            return self.begin(own, moment, mind);
        }
        if !is_at_ease(moment) {
            self.errand = None;
            self.end(own, known);
            return None;
        }
        self.take_in(own, known);
        let mut wishes = Vec::new();
        for order in self.chats.hear(own, known.tick()) {
            match order {
                Order::Say { line, .. } => {
                    let whom = self.chats.partner(own).and_then(|other| known.name_of(other));
                    let act = whom.map(|whom| SpeechAct::to(whom, Meaning::Remark(None)));
                    wishes.push(Wish::Do(Intent::say(line, act)));
                    mind.needs.serve(Need::Company, COMPANY.chats.comfort);
                }
                Order::Investigate { at, .. } => {
                    let back = self.errand.map_or(known.place(), |(.., back)| back);
                    self.errand = Some((at, known.step(), back));
                    let entry = Entry::new(known.tick(), What::Decided, Ground::Heard).at(at);
                    mind.diary.note(entry.saying("breaks off a talk to look what that was"));
                    let to = Spot { place: at, level: known.level() };
                    wishes.push(Wish::Go { to, gait: Gait::Walk, near: COMPANY.chats.sees_metres * 0.8 });
                }
                Order::Release { .. } => self.end(own, known),
                _ => wishes.push(Wish::Stop),
            }
        }
        if self.errand.is_some() {
            wishes.extend(self.look(own, known, walk));
        } else if wishes.is_empty() && walk == Walk::Going {
            wishes.push(Wish::Stop);
        }
        Some(wishes)
    }

    /// Begins a conversation with somebody beside it.
    fn begin(&mut self, own: EntityId, moment: &Moment<'_>, mind: &mut Mindset) -> Option<Vec<Wish>> {
        let known = moment.known;
        if known.step() < self.ready || !is_at_ease(moment) || !moment.at_post {
            return None;
        }
        let here = known.place();
        let beside = |other: &&Sighted| {
            other.card.kind == EntityKind::INHABITANT
                && other.state.level == known.level()
                && other.state.pose != Pose::Fallen
                && known.place_of(other).distance(here) < COMPANY.chats.beside_metres
                && mind.memory.respect(BeingId::named(&other.card.name)) >= COMPANY.regard.shun
        };
        let beside = known.entities().values().filter(beside).map(|other| other.card.id);
        let (partner, begun) = self.chats.at_ease(own, beside, (known.tick(), mind.day))?;
        let partner = known.entities().get(&partner)?;
        let entry = Entry::new(known.tick(), What::Decided, Ground::Inferred).of(&partner.card.name);
        mind.diary.note(entry.saying(&format!("to talk of {}", begun.topic)));
        Some(vec![Wish::Stop, Wish::Face(known.place_of(partner))])
    }

    /// Tells the conversation of what is heard and seen.
    fn take_in(&mut self, own: EntityId, known: &Known) {
        let mark = std::mem::replace(&mut self.noises, known.noises().mark());
        let odd = |sound: Sound| {
            matches!(sound, Sound::Blow | Sound::Breaking | Sound::CryOfPain | Sound::Fall | Sound::Door)
        };
        let noise = known
            .noises()
            .after(mark)
            .filter(|noise| odd(noise.sound))
            .find_map(wold_guest::ears::Noise::place);
        if let Some(at) = noise {
            self.chats.tell(own, Happening::Minor(at), known.tick());
        }
        if let Some(body) = found(known) {
            self.chats.tell(own, Happening::Body(known.place_of(body)), known.tick());
        }
    }

    /// Goes to look, and back when there was nothing.
    fn look(&mut self, own: EntityId, known: &Known, walk: Walk) -> Vec<Wish> {
        let Some((at, since, back)) = self.errand else { return Vec::new() };
        let there = at.distance(known.place()) <= COMPANY.chats.sees_metres || walk == Walk::Stuck;
        if !there && known.step() < since + steps(COMPANY.chats.look_seconds) {
            return Vec::new();
        }
        self.errand = None;
        self.chats.tell(own, Happening::Returned { found: found(known).is_some() }, known.tick());
        let to = Spot { place: back, level: known.level() };
        vec![Wish::Face(at), Wish::Go { to, gait: Gait::Walk, near: 1.0 }]
    }

    fn end(&mut self, own: EntityId, known: &Known) {
        self.chats.leave(own);
        let Span([least, most]) = COMPANY.chats.pause_seconds;
        self.ready = known.step() + steps(self.luck.range(least, most));
    }
}

fn own(known: &Known) -> Option<EntityId> {
    known.welcome().map(|welcome| welcome.body)
}

/// Whether somebody has nothing better to do than to talk.
fn is_at_ease(moment: &Moment<'_>) -> bool {
    let at_ease = |doing| matches!(doing, Doing::Meet | Doing::Eat | Doing::Rest);
    !moment.asleep && moment.decision.is_some_and(|decision| at_ease(decision.doing))
}

/// Somebody who lies dead near by.
fn found(known: &Known) -> Option<&Sighted> {
    let here = known.place();
    known.entities().values().find(|other| {
        other.is_person()
            && other.state.pose == Pose::Fallen
            && known.place_of(other).distance(here) < COMPANY.chats.finds_metres
    })
}
