//! Inhabitants: programs that live in the world by the same door as everybody.
//!
//! * [`Mind`]: decides a few times a second what to do; [`Villager`] is a simple one, [`Neighbour`] one with trade, memory and opinions.
//! * [`Legs`]: carry the decision out step by step.
//! * `manners`: walking among others without bumping into them.
//! * [`guide`]: ways over the land one holds; [`roads`]: ways from town to town; [`indoors`]: where one can be inside.
//! * `thirst`: finding water, by one's own eyes or by what others say.
//! * `haunts`, `post`: where somebody lives and works, and how it spends a stretch of the day there.
//! * `beat`: what guards among them do about crime.
//! * `flood`: how far it is to walk to everywhere.
//! * [`fight`]: taking turns at a foe, falling back; shared by all of a process.
//! * [`Inhabitant`]: a mind and legs that steer a [`Guest`].
//! * The parts of a neighbour, each with its own state: `calling` (trade and character), [`Mindset`] (what it holds), `day` (what it decides), `conduct` (how it treats people), `converse`
//!   (what it says), `errands` and `counter` (what it buys, begs, gives, steals and sells), `bent` (what it is up to besides); each is handed a `moment`.
//! * What it lives from: `toil` (working at crafts), `till` (what a dealer asks and pays), `dealing` (what one buys and sells, and with whom), `carter` (what one carries to the next town), `haggling` (what is said over it), `livelihood` (which trade one takes up who finds no work).
//! * What it reasons with: [`habits`] (where people are at an hour), [`choice`] (which seller), [`suspicion`] and `sleuth` (who did it, and what to do about it), `restraint` (when it is enough), `summons` (whether the law calls on it).
//! * `kinfolk`: what one's family means; `grudge`: what one says to who killed them; `courtship`: whom one would marry; `liking`: whom one takes to.
//! * `nose`: what it makes of smells.
//! * `want`: what somebody is after, and when it gives that up; [`annals`]: how somebody has lived.
//! * [`Window`]: looking into a mind; [`report`]: what is let be seen of minds and fights, as types; [`portrait`]: a mind laid open; [`layers`]: what each lets be marked on a map;
//!   [`keepsake`]: what it keeps.
//! * [`Chats`], `chat`: conversations that own their members, are interrupted and go on.
//! * `barks`: what it says about what it hears, misses and finds amiss.
//! * What it holds true of others: [`beliefs`] (where they are, what they carry); [`hunt`] (looking for who was lost); `hide` (getting out of sight); `alert` (what rouses it); [`diary`] (what it noticed and
//!   why it did what it did).
//! * [`names`]: what they are called; `smalltalk` and [`lines`]: what they say to pass the time; [`talk`]: tales in words and acts of speech; `voice`: in whose words; [`witness`]: deeds from gestures.

mod alert;
pub mod annals;
mod around;
mod barks;
mod beat;
pub mod beliefs;
mod bent;
mod bowman;
mod calling;
mod carter;
mod chat;
mod chats;
pub mod choice;
mod conduct;
mod converse;
mod counter;
mod courtship;
mod day;
mod dealing;
pub mod diary;
mod errands;
pub mod fight;
mod flood;
mod grudge;
pub mod guide;
pub mod habits;
mod haggling;
mod haunts;
mod hide;
pub mod hunt;
pub mod indoors;
pub mod keepsake;
mod kinfolk;
pub mod layers;
pub mod legs;
mod liking;
pub mod lines;
mod livelihood;
mod manners;
mod mindset;
mod moment;
pub mod names;
mod neighbour;
mod nose;
pub mod portrait;
mod post;
mod provide;
pub mod report;
mod restraint;
pub mod roads;
mod rows;
#[cfg(test)]
mod scene;
mod sleuth;
mod smalltalk;
mod stalk;
mod summons;
pub mod suspicion;
pub mod talk;
mod thirst;
mod till;
mod toil;
mod villager;
mod voice;
mod want;
mod window;
pub mod witness;
mod wording;

pub use annals::Annals;
pub use carter::Trips;
pub use chats::Chats;
pub use guide::Spot;
pub use keepsake::Keepsake;
pub use legs::{Legs, Walk};
pub use mindset::{Learnt, Mindset};
pub use neighbour::Neighbour;
pub use roads::RoadMap;
pub use villager::{SharedMap, Villager, VillagerConfig};
pub use window::{Glimpse, Window};

use wold_guest::guest::Guest;
use wold_guest::known::{Known, Standing};
use wold_land::places::Atlas;
use wold_space::DVec2;
use wold_wire::{Gait, Intent};

/// What a mind wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// Walk there; a new one replaces the old.
    Go {
        /// Where to.
        to: Spot,
        /// How fast.
        gait: Gait,
        /// Metres that are near enough.
        near: f64,
    },
    /// Walk along corners one has thought of oneself, the goal last.
    Follow {
        /// Where to turn.
        corners: Vec<DVec2>,
        /// On which storey all of them are.
        level: u8,
        /// How fast.
        gait: Gait,
        /// Metres from the goal that are near enough.
        near: f64,
    },
    /// Stand still.
    Stop,
    /// Sit down where one is.
    Sit,
    /// Stand still and duck, so as not to be seen.
    Lurk,
    /// Turn towards a place while standing or sitting.
    Face(DVec2),
    /// Do something.
    Do(Intent),
}

/// The deciding part of an inhabitant.
pub trait Mind: Send {
    /// What to do now, given what is known and how walking goes.
    fn think(&mut self, known: &Known, walk: Walk) -> Vec<Wish>;

    /// What it would keep if it were put down now; nothing unless it says otherwise.
    fn keepsake(&self) -> Option<Keepsake> {
        None
    }
}

/// A mind that wants nothing: its body stands where it came in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Idler;

impl Mind for Idler {
    fn think(&mut self, _: &Known, _: Walk) -> Vec<Wish> {
        Vec::new()
    }
}

/// Steps between two thoughts: about three a second.
const THINKING_STEPS: u64 = 7;

/// A mind with legs.
pub struct Inhabitant {
    mind: Box<dyn Mind>,
    legs: Legs,
    phase: u64,
}

impl Inhabitant {
    /// An inhabitant. Those of different `number` think at different moments.
    #[must_use]
    pub fn new(mind: impl Mind + 'static, number: u64) -> Self {
        Self { mind: Box::new(mind), legs: Legs::new(number), phase: number }
    }

    /// Walks by the places all of its household read ([`fight::Counsel::atlas`]); otherwise it cuts its own.
    #[must_use]
    pub fn reading(mut self, atlas: Atlas) -> Self {
        self.legs.read(atlas);
        self
    }

    /// What its mind would keep if it were put down now.
    #[must_use]
    pub fn keepsake(&self) -> Option<Keepsake> {
        self.mind.keepsake()
    }

    /// The corners of the way it means to walk, the next one last; none while it rests.
    #[must_use]
    pub fn corners(&self) -> &[DVec2] {
        self.legs.route()
    }

    /// Lives one step: call before each [`Guest::step`].
    pub fn live(&mut self, guest: &mut Guest) {
        if *guest.known().standing() != Standing::Inside || guest.known().land().is_empty() {
            return;
        }
        if (guest.known().step() + self.phase).is_multiple_of(THINKING_STEPS) {
            for wish in self.mind.think(guest.known(), self.legs.walk()) {
                match wish {
                    Wish::Go { to, gait, near } => self.legs.go(guest.known(), to, gait, near),
                    Wish::Follow { corners, level, gait, near } => {
                        self.legs.follow(guest.known(), corners, level, gait, near);
                    }
                    Wish::Stop => self.legs.rest(Gait::Walk),
                    Wish::Sit => self.legs.rest(Gait::Sit),
                    Wish::Lurk => self.legs.rest(Gait::Sneak),
                    Wish::Face(place) => self.legs.face(guest.known(), place),
                    Wish::Do(intent) => {
                        guest.wish(intent);
                    }
                }
            }
        }
        let steering = self.legs.step(guest.known());
        guest.steer(steering);
    }
}

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
