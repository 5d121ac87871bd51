//! What rouses somebody who keeps an eye on things: the one place where what is heard and seen becomes a reason to go and look.
//!
//! Contract: each reason is given once. Calls are what people shout to each other; odd things are what one sees and does not understand, such as somebody lying there; noises are those of blows, falls and things that break,
//! as far as one can tell where they came from; what one glimpses and does not make out counts as much, and so does what is not as it was left; somebody is missed who was within hearing and is heard no more. Whoever hears of an alert decides what to make of it ([`crate::hunt`]).

use super::diary::Ground;
use super::hunt::calls::{self, Heard};
use super::rows::WITS;
use std::collections::BTreeSet;
use wold_guest::known::Known;
use wold_lore::Rouse;
use wold_lore::sense::Sound;
use wold_space::{DVec2, EntityId};
use wold_wire::Pose;

/// Odd things remembered.
const MOST: usize = 64;

/// A reason to go and look.
pub(crate) enum Alert<'a> {
    /// Somebody called something out.
    Called(Heard<'a>),
    /// Something is not as it should be.
    Odd {
        /// Who lies there.
        whom: &'a str,
        /// Where.
        at: DVec2,
        /// On which storey.
        level: u8,
    },
    /// Something was heard, glimpsed or found amiss, or somebody is heard no more.
    Noise {
        /// In a word or two.
        what: &'static str,
        /// About where.
        at: DVec2,
        /// By what sense.
        ground: Ground,
    },
}

/// What somebody has taken in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alertness {
    mark: Option<u64>,
    /// Up to where noises, the missed and things amiss were taken in.
    ears: Option<[u64; 3]>,
    /// When its eyes last put it on edge, of what was taken in.
    roused: u64,
    lying: BTreeSet<EntityId>,
}

impl Alertness {
    /// What is new since it was last asked; nothing of what was said before.
    pub fn news<'a>(&mut self, known: &'a Known, own: &str) -> Vec<Alert<'a>> {
        let mark = self.mark.replace(known.lines().mark()).unwrap_or(u64::MAX);
        let lines = known.lines().after(mark).filter(|line| line.name != own);
        let mut news: Vec<Alert<'a>> = lines.filter_map(calls::heard).map(Alert::Called).collect();
        news.extend(self.listen(known));
        news.extend(self.glimpse(known));
        let here = known.place();
        self.lying
            .retain(|id| known.entities().get(id).is_some_and(|other| other.state.pose == Pose::Fallen));
        for (id, other) in known.entities() {
            if other.is_person()
                && other.state.pose == Pose::Fallen
                && known.place_of(other).distance(here) < WITS.alarm.body_metres
                && self.lying.len() < MOST
                && self.lying.insert(*id)
            {
                let at = known.place_of(other);
                news.push(Alert::Odd { whom: &other.card.name, at, level: other.state.level });
            }
        }
        news
    }

    /// What one saw move and did not make out.
    fn glimpse<'a>(&mut self, known: &'a Known) -> Option<Alert<'a>> {
        let roused = known.awareness().filter(|roused| roused.step > self.roused)?;
        self.roused = roused.step;
        let at = roused.aware.place.filter(|_| roused.aware.cause == Rouse::SawSomething)?;
        Some(Alert::Noise { what: "something that moved", at, ground: Ground::Seen })
    }

    fn listen<'a>(&mut self, known: &'a Known) -> Vec<Alert<'a>> {
        let marks = [known.noises().mark(), known.missed().mark(), known.amiss().mark()];
        let [noises, missed, amiss] = self.ears.replace(marks).unwrap_or([u64::MAX; 3]);
        let grave =
            |sound: Sound| matches!(sound, Sound::Blow | Sound::Breaking | Sound::CryOfPain | Sound::Fall);
        let noises = known.noises().after(noises).filter(|noise| grave(noise.sound));
        let noises = noises.filter_map(|noise| {
            Some(Alert::Noise { what: noise.sound.label(), at: noise.place()?, ground: Ground::Heard })
        });
        let missed = known.missed().after(missed).map(|one| Alert::Noise {
            what: "silence",
            at: one.place,
            ground: Ground::Heard,
        });
        let amiss = known.amiss().after(amiss).map(|one| Alert::Noise {
            what: one.what.label(),
            at: one.place,
            ground: Ground::Seen,
        });
        noises.chain(missed).chain(amiss).collect()
    }
}
