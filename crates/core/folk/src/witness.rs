//! Seeing deeds: what people do to each other, told from their gestures alone.
//!
//! A guest is sent only what its character sees, so whatever this finds was seen. A blow is a striking arm and somebody flinching
//! beside it; a death is one who falls with it; who strikes somebody that was striking another helps that other. A gift is a giving hand
//! and one that takes, unless something is given back at once: then they trade. Whose a thing is one knows only from having
//! seen who put it down: who takes it then, and is not the one, steals; what lies before a stall is the market's as long as somebody keeps it;
//! who picks up a coin or ore that was nobody's has found a treasure.

use super::villager::{KEPT_METRES, STALL_METRES};
use std::collections::{BTreeMap, VecDeque};
use wold_guest::known::{Known, Sighted};
use wold_space::land::{GrowthKind, ThingKind};
use wold_space::{ChunkPos, DVec2, EntityId, TICKS_PER_SECOND};
use wold_wire::message::BAG_SLOTS;
use wold_wire::{Gesture, Pose};

/// Metres between two who deal with each other.
const ARMS: f64 = 3.5;
/// Metres from which a thing was put down or taken.
const HAND: f64 = 2.6;
/// Whose wares are of which nobody saw who laid them out. Not whoever stands nearest: everybody would name another.
const MARKET: &str = "the market";
/// Things whose owners are remembered.
const MOST_THINGS: usize = 64;
/// Steps within which something given back makes a trade, and a blow is answered for another.
const DEAL: u64 = 4 * TICKS_PER_SECOND;
const RESCUE: u64 = 10 * TICKS_PER_SECOND;
/// Steps within which two things happen at once.
const AT_ONCE: u64 = TICKS_PER_SECOND;
/// Gifts and blows remembered that long.
const MOST_RECENT: usize = 16;

/// A deed that was seen: names, and the action's.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Who did it.
    pub subject: String,
    /// What, as the table of actions calls it.
    pub action: &'static str,
    /// To whom.
    pub object: Option<String>,
    /// Where.
    pub place: DVec2,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Look {
    gesture: u8,
    pose: Pose,
    health: u8,
    /// Trees felled around, for whoever swings an axe.
    stumps: usize,
}

/// Something one did to another a moment ago.
#[derive(Clone, Debug)]
struct Recent {
    from: String,
    to: String,
    place: DVec2,
    step: u64,
}

/// Remembers how everybody looked, to see what changed.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    looks: BTreeMap<EntityId, Look>,
    /// Who put a thing down, and where it lay.
    owners: BTreeMap<EntityId, (String, DVec2)>,
    things: BTreeMap<EntityId, (ThingKind, DVec2)>,
    health: u8,
    bag: [Option<ThingKind>; BAG_SLOTS],
    gifts: VecDeque<Recent>,
    blows: VecDeque<Recent>,
    /// A hand held out close by: to oneself, if something is in the bag at the same time, else to whoever else it names.
    offer: Option<Recent>,
    got: Option<(ThingKind, u64)>,
    handed: Option<(String, ThingKind)>,
}

impl Witness {
    /// Looks around; `own` is the name of the one who looks. Call a few times a second.
    pub fn look(&mut self, known: &Known, own: &str) -> Vec<Seen> {
        let people: Vec<&Sighted> = known.entities().values().filter(|sighted| sighted.is_person()).collect();
        let bag = known.bag().map(|slot| slot.map(|slot| slot.kind));
        let got = (0..BAG_SLOTS).filter(|&at| self.bag[at] != bag[at]).find_map(|at| bag[at]);
        let fresh = |step: u64| known.step() < step + AT_ONCE;
        self.got = got.map(|kind| (kind, known.step())).or(self.got.filter(|(_, step)| fresh(*step)));
        let mut seen = Vec::new();
        for doer in &people {
            self.watch(known, own, &people, doer, &mut seen);
        }
        self.see_offer(known, own, &mut seen);
        let gone = |gift: &Recent| known.step() >= gift.step + DEAL;
        while let Some(gift) = self.gifts.pop_front_if(|gift| gone(gift)) {
            let Recent { from: subject, to, place, .. } = gift;
            seen.push(Seen { subject, action: "give", object: Some(to), place });
        }
        self.learn_owners(known, own, &people, bag);
        let look = |sighted: &&Sighted| {
            let state = &sighted.state;
            let stumps = if shows(state.gesture, Gesture::Chop) { stumps(known, state.place()) } else { 0 };
            (sighted.card.id, Look { gesture: state.gesture, pose: state.pose, health: state.health, stumps })
        };
        self.looks = people.iter().map(look).collect();
        (self.health, self.bag) = (known.own().health, bag);
        seen
    }

    /// What somebody handed to oneself just now.
    #[must_use]
    pub fn handed(&self) -> Option<(&str, ThingKind)> {
        self.handed.as_ref().map(|(from, kind)| (from.as_str(), *kind))
    }

    /// The things in sight of which one knows whose they are.
    pub fn owned(&self) -> impl Iterator<Item = (EntityId, &str)> {
        self.owners.iter().map(|(id, (owner, _))| (*id, owner.as_str()))
    }

    /// Notes what oneself gives, for it is not seen.
    pub fn gave(&mut self, known: &Known, own: &str, to: &str, seen: &mut Vec<Seen>) {
        self.note_gift(own, to, known.place(), known.step(), seen);
    }

    fn note_gift(&mut self, from: &str, to: &str, place: DVec2, step: u64, seen: &mut Vec<Seen>) {
        let before = self.gifts.iter().position(|gift| gift.from == to && gift.to == from);
        if let Some(Recent { from, to, place, .. }) = before.and_then(|at| self.gifts.remove(at)) {
            seen.push(Seen { subject: from, action: "trade", object: Some(to), place });
            return;
        }
        remember(&mut self.gifts, Recent { from: from.to_owned(), to: to.to_owned(), place, step });
    }

    /// What one of them did since the last look.
    fn watch(&mut self, known: &Known, own: &str, people: &[&Sighted], doer: &Sighted, seen: &mut Vec<Seen>) {
        let (here, at, step) = (known.place(), doer.state.place(), known.step());
        let before = |sighted: &Sighted| self.looks.get(&sighted.card.id).copied();
        let now_shows = |sighted: &Sighted, gesture: Gesture| {
            before(sighted).is_some_and(|before| before.gesture != sighted.state.gesture)
                && shows(sighted.state.gesture, gesture)
        };
        let beside = |wanted: &dyn Fn(&Sighted) -> bool| {
            people
                .iter()
                .filter(|other| other.card.id != doer.card.id && wanted(other))
                .map(|other| (other, other.state.place().distance(at)))
                .filter(|(_, distance)| *distance < ARMS)
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .map(|(other, _)| other.card.name.clone())
        };
        let at_hand = at.distance(here) < ARMS;
        let mut add = |action, object: Option<String>| {
            seen.push(Seen { subject: doer.card.name.clone(), action, object, place: at });
        };
        if now_shows(doer, Gesture::Strike) {
            let falls = |other: &Sighted| {
                let fell = |before: Look| before.pose != Pose::Fallen;
                other.state.pose == Pose::Fallen && before(other).is_some_and(fell)
            };
            let (action, victim) = if known.own().health < self.health && at_hand {
                ("hit", Some(own.to_owned()))
            } else if let Some(victim) = beside(&falls) {
                ("kill", Some(victim))
            } else {
                ("hit", beside(&|other| now_shows(other, Gesture::Hurt)))
            };
            let Some(victim) = victim else { return };
            let rescued = |blow: &&Recent| {
                blow.from == victim && blow.to != doer.card.name && step < blow.step + RESCUE
            };
            let helped = self.blows.iter().rev().find(rescued).map(|blow| blow.to.clone());
            add(action, Some(victim.clone()));
            helped.into_iter().for_each(|whom| add("help", Some(whom)));
            remember(&mut self.blows, Recent { from: doer.card.name.clone(), to: victim, place: at, step });
        } else if now_shows(doer, Gesture::Give) {
            // Both hands are seen, or it is not known who got it.
            let other = beside(&|other| now_shows(other, Gesture::Take));
            if at_hand {
                let to = other.unwrap_or_default();
                self.offer = Some(Recent { from: doer.card.name.clone(), to, place: at, step });
            } else if let Some(receiver) = other {
                self.note_gift(&doer.card.name, &receiver, at, step, seen);
            }
        } else if now_shows(doer, Gesture::Heal) {
            let mends = |other: &Sighted| before(other).is_some_and(|b| b.health < other.state.health);
            let me = known.own().health > self.health && at_hand;
            let patient = if me { Some(own.to_owned()) } else { beside(&mends) };
            patient.into_iter().for_each(|whom| add("heal", Some(whom)));
        } else if now_shows(doer, Gesture::Take) {
            let gone =
                |id: &EntityId, lay: &DVec2| !known.entities().contains_key(id) && lay.distance(at) < HAND;
            let stolen = self.owners.iter().find(|(id, (_, lay))| gone(id, lay)).map(|(_, (owner, _))| owner);
            let kept = || {
                let mut wares = self.things.iter().filter(|(id, (_, lay))| gone(id, lay));
                wares.any(|(_, (_, lay))| is_at_stall(known, *lay) && has_keeper(known, people, doer, *lay))
            };
            let treasure = |kind: ThingKind| matches!(kind, ThingKind::Coin | ThingKind::Ore);
            if let Some(owner) = stolen {
                if *owner != doer.card.name {
                    add("steal", Some(owner.clone()));
                }
            } else if kept() {
                add("steal", Some(MARKET.to_owned()));
            } else if self.things.iter().any(|(id, (kind, lay))| treasure(*kind) && gone(id, lay)) {
                add("find", None);
            }
        } else if shows(doer.state.gesture, Gesture::Chop)
            && before(doer).is_some_and(|b| shows(b.gesture, Gesture::Chop) && b.stumps < stumps(known, at))
        {
            add("fell", None);
        }
    }

    /// Whose the hand held out close by was meant for. What is seen and what comes into the bag may arrive one after the other.
    fn see_offer(&mut self, known: &Known, own: &str, seen: &mut Vec<Seen>) {
        self.handed = None;
        let Some(offer) = self.offer.take() else { return };
        if let Some((kind, _)) = self.got.take() {
            self.note_gift(&offer.from, own, offer.place, offer.step, seen);
            self.handed = Some((offer.from, kind));
        } else if known.step() < offer.step + AT_ONCE {
            self.offer = Some(offer);
        } else if !offer.to.is_empty() {
            self.note_gift(&offer.from, &offer.to, offer.place, offer.step, seen);
        }
    }

    /// A thing that appears beside a hand that puts something down belongs to whose hand it is; one's own hand is known by what left the bag.
    fn learn_owners(
        &mut self,
        known: &Known,
        own: &str,
        people: &[&Sighted],
        bag: [Option<ThingKind>; BAG_SLOTS],
    ) {
        let things: BTreeMap<EntityId, (ThingKind, DVec2)> = known
            .entities()
            .values()
            .filter_map(|sighted| Some((sighted.card.id, (sighted.thing()?, sighted.state.place()))))
            .collect();
        let here = known.place();
        for (&id, &(kind, at)) in things.iter().filter(|(id, _)| !self.things.contains_key(id)) {
            let puts_down = |sighted: &&&Sighted| {
                shows(sighted.state.gesture, Gesture::Drop) && sighted.state.place().distance(at) < HAND
            };
            let mine = at.distance(here) < HAND
                && (0..BAG_SLOTS).any(|slot| self.bag[slot] == Some(kind) && bag[slot] != Some(kind));
            let owner = match people.iter().find(puts_down) {
                _ if mine => own,
                Some(other) => &other.card.name,
                None => continue,
            };
            if self.owners.len() < MOST_THINGS {
                self.owners.insert(id, (owner.to_owned(), at));
            }
        }
        // What is out of sight may still be there; what vanished near by is gone.
        self.owners.retain(|id, (_, at)| things.contains_key(id) || at.distance(here) > 30.0);
        self.things = things;
    }
}

/// Whether something lies before a stall.
pub(super) fn is_at_stall(known: &Known, at: DVec2) -> bool {
    known.land().stands_near(GrowthKind::Stall, at, STALL_METRES)
}

/// Whether somebody but the doer keeps a stall before which something lies: whoever is near enough, oneself among them.
fn has_keeper(known: &Known, people: &[&Sighted], doer: &Sighted, at: DVec2) -> bool {
    let near = |place: DVec2| place.distance(at) < KEPT_METRES;
    let keeps = |other: &&&Sighted| other.card.id != doer.card.id && other.state.pose != Pose::Fallen;
    near(known.place()) || people.iter().filter(keeps).any(|other| near(other.state.place()))
}

fn shows(gesture: u8, wanted: Gesture) -> bool {
    gesture & 15 == wanted as u8
}

fn remember(recent: &mut VecDeque<Recent>, what: Recent) {
    if recent.len() >= MOST_RECENT {
        recent.pop_front();
    }
    recent.push_back(what);
}

/// Trees felled in the land within an arm's reach of a place.
fn stumps(known: &Known, at: DVec2) -> usize {
    let corners = [(-HAND, -HAND), (-HAND, HAND), (HAND, -HAND), (HAND, HAND)];
    let mut chunks = corners.map(|(x, y)| ChunkPos::of(at + DVec2::new(x, y))).to_vec();
    chunks.sort_unstable();
    chunks.dedup();
    chunks.iter().filter_map(|pos| known.land().plot(*pos)).map(|plot| plot.changes.gone.len()).sum()
}
