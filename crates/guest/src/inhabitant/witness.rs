//! Seeing deeds: what people do to each other, told from their gestures alone.
//!
//! A guest is sent only what its character sees, so whatever this finds was seen. A blow is a striking arm and somebody flinching
//! beside it; a death is one who falls with it; a gift is a giving hand and who stands before it. Whose a thing is one knows only
//! from having seen who put it down: who takes it then, and is not the one, steals.

use crate::known::{Known, Sighted};
use std::collections::BTreeMap;
use wold_space::{DVec2, EntityId};
use wold_wire::{Gesture, Pose};

/// Metres between two who deal with each other.
const ARMS: f64 = 3.5;
/// Metres from which a thing was put down or taken.
const HAND: f64 = 2.6;
/// Things whose owners are remembered.
const MOST_THINGS: usize = 64;

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
}

/// Remembers how everybody looked, to see what changed.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    looks: BTreeMap<EntityId, Look>,
    /// Who put a thing down, and where it lay.
    owners: BTreeMap<EntityId, (String, DVec2)>,
    things: BTreeMap<EntityId, DVec2>,
    health: u8,
    bag: usize,
}

impl Witness {
    /// Looks around; `own` is the name of the one who looks. Call a few times a second.
    pub fn look(&mut self, known: &Known, own: &str) -> Vec<Seen> {
        let people: Vec<&Sighted> = known.entities().values().filter(|sighted| sighted.is_person()).collect();
        let look = |sighted: &Sighted| Look { gesture: sighted.state.gesture, pose: sighted.state.pose };
        let shows = |sighted: &Sighted, gesture: Gesture| {
            let before = self.looks.get(&sighted.card.id);
            before.is_some_and(|b| b.gesture != sighted.state.gesture)
                && sighted.state.gesture & 15 == gesture as u8
        };
        let (here, hurt) = (known.place(), known.own().health < self.health);
        let bag = known.bag().iter().flatten().count();
        let got = bag > self.bag;
        let mut seen = Vec::new();
        for doer in &people {
            let at = doer.state.place();
            let beside = |wanted: &dyn Fn(&Sighted) -> bool| {
                people
                    .iter()
                    .filter(|other| other.card.id != doer.card.id && wanted(other))
                    .map(|other| (other, other.state.place().distance(at)))
                    .filter(|(_, distance)| *distance < ARMS)
                    .min_by(|a, b| a.1.total_cmp(&b.1))
                    .map(|(other, _)| *other)
            };
            let mut add = |action, object: Option<&str>| {
                let (subject, object) = (doer.card.name.clone(), object.map(str::to_owned));
                seen.push(Seen { subject, action, object, place: at });
            };
            if shows(doer, Gesture::Strike) {
                let falls = |other: &Sighted| {
                    let before = self.looks.get(&other.card.id);
                    other.state.pose == Pose::Fallen && before.is_some_and(|b| b.pose != Pose::Fallen)
                };
                if hurt && at.distance(here) < ARMS {
                    add("hit", Some(own));
                } else if let Some(victim) = beside(&falls) {
                    add("kill", Some(&victim.card.name));
                } else if let Some(victim) = beside(&|other| shows(other, Gesture::Hurt)) {
                    add("hit", Some(&victim.card.name));
                }
            } else if shows(doer, Gesture::Give) {
                if got && at.distance(here) < ARMS {
                    add("give", Some(own));
                } else if let Some(receiver) = beside(&|_| true) {
                    add("give", Some(&receiver.card.name));
                }
            } else if shows(doer, Gesture::Take) {
                let gone = self.owners.iter().find(|(id, (owner, lay))| {
                    !known.entities().contains_key(id) && *owner != doer.card.name && lay.distance(at) < HAND
                });
                if let Some((_, (owner, _))) = gone {
                    add("steal", Some(owner));
                }
            }
        }
        self.learn_owners(known, &people);
        self.looks = people.iter().map(|sighted| (sighted.card.id, look(sighted))).collect();
        (self.health, self.bag) = (known.own().health, bag);
        seen
    }

    /// A thing that appears beside a hand that puts something down belongs to whose hand it is.
    fn learn_owners(&mut self, known: &Known, people: &[&Sighted]) {
        let things: BTreeMap<EntityId, DVec2> = known
            .entities()
            .values()
            .filter(|sighted| sighted.thing().is_some())
            .map(|sighted| (sighted.card.id, sighted.state.place()))
            .collect();
        for (&id, &at) in things.iter().filter(|(id, _)| !self.things.contains_key(id)) {
            let puts_down = |sighted: &&&Sighted| {
                sighted.state.gesture & 15 == Gesture::Drop as u8 && sighted.state.place().distance(at) < HAND
            };
            if let Some(owner) = people.iter().find(puts_down)
                && self.owners.len() < MOST_THINGS
            {
                self.owners.insert(id, (owner.card.name.clone(), at));
            }
        }
        // What is out of sight may still be there; what vanished near by is gone.
        let here = known.place();
        self.owners.retain(|id, (_, at)| things.contains_key(id) || at.distance(here) > 30.0);
        self.things = things;
    }
}
