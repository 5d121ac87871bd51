//! What a mind holds: whom it knows, what it remembers, needs, has learnt and made of what it heard.
//!
//! A mind owns this outright. Its parts are lent it for a thought; lookers-in read a copy ([`Window`](super::Window)).

use super::annals::Annals;
use super::beliefs::{Beliefs, Correction, Fault, What};
use super::calling::ACTIONS;
use super::carter::Trips;
use super::courtship::Sparks;
use super::diary::{self, Diary, Entry, Ground};
use super::rows::TOWN;
use super::talk::Names;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use wold_guest::known::Known;
use wold_lore::Channel;
use wold_mind::gossip::{BeingId, Matter, Memory, Place, Temper, Verdict};
use wold_mind::living::{Need, Needs};
use wold_space::{DVec2, Tick};

/// Verdicts and lessons kept for those who ask why.
const MOST_VERDICTS: usize = 16;
const MOST_LEARNT: usize = 128;
/// Hours of the day's clock between two rounds of forgetting.
const FORGET_HOURS: f64 = 2.0;

/// What a mind holds.
#[derive(Clone, Debug)]
pub struct Mindset {
    /// Whose mind it is.
    pub name: String,
    /// Where its body is.
    pub place: DVec2,
    /// The world's time as it knows it, in hours since the midnight before the world began.
    pub now: f64,
    /// The day it is; the world's first is 1.
    pub day: u32,
    /// The world's tick as it was last told.
    pub tick: Tick,
    /// What it remembers and whom it respects.
    pub memory: Memory,
    /// What it needs.
    pub needs: Needs,
    /// The middle of the town it lives in, once it has settled.
    pub town: Option<DVec2>,
    /// What it did with the last tales it heard, newest last.
    pub verdicts: Vec<(String, Verdict)>,
    /// The names it has heard.
    pub names: Names,
    /// How it has lived.
    pub annals: Annals,
    /// When and where it learnt what, oldest first.
    pub learnt: VecDeque<Learnt>,
    /// Where it thinks others are, and what they carry.
    pub beliefs: Beliefs,
    /// What it noticed, concluded and decided, and why.
    pub diary: Diary,
    /// What it remembers of prices, and what it carries from where.
    pub trips: Trips,
    /// What it feels for those it might marry.
    pub(super) sparks: Sparks,
    forget_at: f64,
}

/// How a mind came to know of a matter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learnt {
    /// Of what.
    pub matter: Matter,
    /// Whether it is that it is not so.
    pub denied: bool,
    /// Who said so; nobody if it was seen.
    pub from: Option<BeingId>,
    /// Where the one who learnt it stood.
    pub at: Place,
    /// When, in hours since the midnight before the world began.
    pub hour: f64,
}

impl Mindset {
    pub(super) fn new(name: &str, temper: Temper) -> Self {
        let mut names = Names::default();
        let own = names.learn(name);
        Self {
            name: name.to_owned(),
            place: DVec2::ZERO,
            now: 0.0,
            day: 1,
            tick: Tick(0),
            memory: Memory::new(own, temper),
            needs: Needs::default(),
            town: None,
            verdicts: Vec::new(),
            names,
            annals: Annals::default(),
            learnt: VecDeque::new(),
            beliefs: Beliefs::default(),
            diary: Diary::default(),
            trips: Trips::default(),
            sparks: Sparks::new(),
            forget_at: 0.0,
        }
    }

    /// Lets the world's time pass: needs grow, the one that is being served shrinks, old things are forgotten.
    pub(super) fn pass_time(&mut self, known: &Known, served: Option<Need>) {
        self.day = known.day_number();
        self.tick = known.tick();
        let passed = (known.hours() - self.now).clamp(0.0, 1.0);
        self.now = known.hours();
        self.place = known.place();
        let asleep = served == Some(Need::Sleep);
        self.needs.pass(if asleep { passed * TOWN.needs.asleep } else { passed });
        self.needs.set(Need::Hunger, f64::from(known.own().hunger) / 255.0);
        let warmth = cold(known, self.needs.level(Need::Warmth), passed);
        self.needs.set(Need::Warmth, warmth);
        if let Some(need) = served {
            self.needs.serve(need, TOWN.needs.served_an_hour * passed);
        }
        if self.now >= self.forget_at {
            self.forget_at = self.now + FORGET_HOURS;
            self.memory.decay(self.now);
        }
    }

    /// The respect for whoever is called so.
    #[must_use]
    pub fn respect(&self, name: &str) -> f64 {
        self.memory.respect(BeingId::named(name))
    }

    /// Notes what it did with a tale.
    pub(super) fn judge(&mut self, said: &str, verdict: Verdict) {
        if self.verdicts.len() >= MOST_VERDICTS {
            self.verdicts.remove(0);
        }
        self.verdicts.push((said.to_owned(), verdict));
    }

    /// Sees or does something, and notes that it learnt it here and now.
    pub(super) fn witness(&mut self, matter: Matter, at: Option<Place>) {
        self.memory.witness(&ACTIONS, matter, at, self.now);
        self.learn(matter, false, None);
    }

    /// Writes down that it was wrong.
    pub(super) fn stand_corrected(&mut self, known: &Known, wrong: &Correction) {
        let whom = self.names.of(wrong.before.about);
        let more = match wrong.fault {
            Fault::Elsewhere => "they are elsewhere",
            Fault::NotThere => "they are not there",
            Fault::GivenAway => "they have it no longer",
        };
        let entry = Entry::new(known.tick(), diary::What::Corrected, Ground::Seen).of(whom).saying(more);
        self.diary.note(match wrong.before.what {
            What::At { place, .. } => entry.at(place),
            What::Has(_) => entry,
        });
    }

    /// Notes that it learnt something here and now.
    pub(super) fn learn(&mut self, matter: Matter, denied: bool, from: Option<BeingId>) {
        if ACTIONS.row(matter.action).everyday {
            self.memory.keep_quiet(&matter);
        }
        let known = |learnt: &Learnt| learnt.matter == matter && learnt.denied == denied;
        if self.learnt.iter().any(known) {
            return;
        }
        if self.learnt.len() >= MOST_LEARNT {
            self.learnt.pop_front();
        }
        let at = Place { x: self.place.x as i32, y: self.place.y as i32 };
        self.learnt.push_back(Learnt { matter, denied, from, at, hour: self.now });
    }
}

/// How much one wants to be warm after some hours: it grows in cold and wet, and goes under a roof.
fn cold(known: &Known, before: f64, hours: f64) -> f64 {
    let Some(around) = known.surroundings() else { return 0.0 };
    let frost = ((TOWN.needs.mild - f64::from(around.here.celsius())) / TOWN.needs.bitter).clamp(0.0, 1.0);
    let middle = wold_wire::surroundings::SIDE / 2;
    let wet = around.value(Channel::Falling, middle, middle).map_or(0.0, |falling| f64::from(falling) * 0.2);
    let outdoors = known.level() == 0 && known.land().house_at(known.place(), 0).is_none();
    let target = if outdoors { (frost + wet).min(1.0) } else { 0.0 };
    // Half the way within an hour.
    before + (target - before) * (0.5 * hours).min(1.0)
}
