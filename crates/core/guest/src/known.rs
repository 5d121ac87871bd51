//! What a guest knows: everything it was told and has not forgotten, typed.
//!
//! * `view`: who and what is in view, as snapshots tell it. `messages`: what else the host says.

mod messages;
mod view;

pub use messages::{Line, Standing};
pub use view::{SightConfig, Sighted};

use crate::ears::{Ears, Misplaced, Missed, Noise};
use crate::footing::Footing;
use crate::recent::Recent;
use crate::ties::Ties;
use crate::told::{Roused, Seen};
use crate::turns::Turns;
use crate::way::Way;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use view::Beside;
use wold_land::{Land, Physique};
use wold_lore::Owner;
use wold_space::time::STEP_SECONDS;
use wold_space::{DVec2, EntityId, Tick};
use wold_wire::herald::{Call, Hearer};
use wold_wire::message::{BAG_SLOTS, Slot, Watching};
use wold_wire::{Bearing, Card, Outcome, OwnState, Pose, Surroundings, Welcome};

/// What a guest knows.
#[derive(Clone, Debug)]
pub struct Known {
    sight: SightConfig,
    standing: Standing,
    welcome: Option<Welcome>,
    own: OwnState,
    pub(crate) footing: Footing,
    entities: BTreeMap<EntityId, Sighted>,
    beside: Beside,
    pub(crate) land: Land,
    slots: [Option<Slot>; BAG_SLOTS],
    held: Option<u8>,
    day: u16,
    days: u32,
    tick: Tick,
    now: f64,
    pub(crate) way: Way,
    step: u64,
    lines: Recent<Line>,
    deeds: Recent<Seen>,
    roused: Option<Roused>,
    turns: Turns,
    met: BTreeMap<EntityId, Arc<Card>>,
    owners: BTreeMap<EntityId, Owner>,
    pub(crate) ties: Ties,
    notices: Recent<String>,
    answers: BTreeMap<u32, Outcome>,
    told: Recent<String>,
    looks: Recent<Bearing>,
    herald: Hearer,
    calls: VecDeque<Call>,
    surroundings: Option<Surroundings>,
    ears: Ears,
    watching: Option<Watching>,
}

impl Known {
    /// Nothing yet.
    #[must_use]
    pub fn new(sight: SightConfig) -> Self {
        Self {
            sight,
            standing: Standing::Waiting,
            welcome: None,
            own: OwnState::default(),
            footing: Footing::new(Physique::default()),
            entities: BTreeMap::new(),
            beside: Beside::default(),
            land: Land::default(),
            slots: [None; BAG_SLOTS],
            held: None,
            day: 0,
            days: 1,
            tick: Tick(0),
            now: 0.0,
            way: Way::default(),
            step: 0,
            lines: Recent::default(),
            deeds: Recent::default(),
            roused: None,
            turns: Turns::default(),
            met: BTreeMap::new(),
            owners: BTreeMap::new(),
            ties: Ties::default(),
            notices: Recent::default(),
            answers: BTreeMap::new(),
            told: Recent::default(),
            looks: Recent::default(),
            herald: Hearer::default(),
            calls: VecDeque::new(),
            surroundings: None,
            ears: Ears::default(),
            watching: None,
        }
    }

    /// Where the guest stands with its host.
    #[must_use]
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The host's welcome, once it came.
    #[must_use]
    pub fn welcome(&self) -> Option<&Welcome> {
        self.welcome.as_ref()
    }

    /// Where one looks from who only looks on, and how that may be moved; none for who has a body.
    #[must_use]
    pub fn watching(&self) -> Option<&Watching> {
        self.watching.as_ref()
    }

    /// One's own body as last told.
    #[must_use]
    pub fn own(&self) -> &OwnState {
        &self.own
    }

    /// One's own body as predicted.
    #[must_use]
    pub fn footing(&self) -> &Footing {
        &self.footing
    }

    /// One's own place as predicted.
    #[must_use]
    pub fn place(&self) -> DVec2 {
        self.footing.motion().place
    }

    /// One's own storey as predicted.
    #[must_use]
    pub fn level(&self) -> u8 {
        self.footing.motion().level
    }

    /// Whether one lies dead.
    #[must_use]
    pub fn is_fallen(&self) -> bool {
        self.own.pose == Pose::Fallen || self.own.health == 0
    }

    /// Everybody and everything in view, by id; oneself is not among them.
    #[must_use]
    pub fn entities(&self) -> &BTreeMap<EntityId, Sighted> {
        &self.entities
    }

    /// Weather, prices and how one is regarded, around where one is; none before the host told.
    #[must_use]
    pub fn surroundings(&self) -> Option<&Surroundings> {
        self.surroundings.as_ref()
    }

    /// What the world's games told of their own.
    #[must_use]
    pub fn herald(&self) -> &Hearer {
        &self.herald
    }

    /// The land held.
    #[must_use]
    pub fn land(&self) -> &Land {
        &self.land
    }

    /// What one carries, by slot.
    #[must_use]
    pub fn bag(&self) -> &[Option<Slot>; BAG_SLOTS] {
        &self.slots
    }

    /// The slot whose thing is in the hand.
    #[must_use]
    pub fn held(&self) -> Option<u8> {
        self.held
    }

    /// Time of day as last told, 0 midnight to below 1.
    #[must_use]
    pub fn time_of_day(&self) -> f64 {
        f64::from(self.day) / 65_536.0
    }

    /// Which day it is in the world, as last told; the first is 1.
    #[must_use]
    pub fn day_number(&self) -> u32 {
        self.days
    }

    /// Hours since the midnight before the world began, by the world's own clock.
    #[must_use]
    pub fn hours(&self) -> f64 {
        (f64::from(self.days) - 1.0 + self.time_of_day()) * 24.0
    }

    /// The tick of the newest snapshot.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.tick
    }

    /// The world's time in seconds as believed, running on between snapshots: what was told, and as long as it was under way.
    #[must_use]
    pub fn now(&self) -> f64 {
        self.now
    }

    /// Steps this guest has taken.
    #[must_use]
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The last things heard, oldest first.
    #[must_use]
    pub fn lines(&self) -> &Recent<Line> {
        &self.lines
    }

    /// Whose turn it is, in a fight and at a well, as one was last told.
    #[must_use]
    pub fn turns(&self) -> &Turns {
        &self.turns
    }

    /// How much on edge one is since the last change of it, and why; nothing before the first.
    #[must_use]
    pub fn awareness(&self) -> Option<&Roused> {
        self.roused.as_ref()
    }

    /// The last noises heard whose maker was not seen, oldest first.
    #[must_use]
    pub fn noises(&self) -> &Recent<Noise> {
        &self.ears.noises
    }

    /// What one was lately the first to notice, oldest first.
    #[must_use]
    pub fn amiss(&self) -> &Recent<Misplaced> {
        &self.ears.amiss
    }

    /// Whom one lately missed, oldest first.
    #[must_use]
    pub fn missed(&self) -> &Recent<Missed> {
        &self.ears.missed
    }

    /// The last deeds seen, done or suffered, oldest first.
    #[must_use]
    pub fn deeds(&self) -> &Recent<Seen> {
        &self.deeds
    }

    /// What people call somebody one has met, in view or not.
    #[must_use]
    pub fn name_of(&self, id: EntityId) -> Option<&str> {
        self.met.get(&id).map(|card| card.name.as_str())
    }

    /// Whose the things in view are that are somebody's, as far as one was told.
    #[must_use]
    pub fn owners(&self) -> &BTreeMap<EntityId, Owner> {
        &self.owners
    }

    /// The last words from the host itself, oldest first.
    #[must_use]
    pub fn notices(&self) -> &Recent<String> {
        &self.notices
    }

    /// What became of a wish, if the answer has come and is not long ago.
    #[must_use]
    pub fn answer(&self, number: u32) -> Option<&Outcome> {
        self.answers.get(&number)
    }

    /// The newest answer to a wish, and the wish's number.
    #[must_use]
    pub fn last_answer(&self) -> Option<(u32, &Outcome)> {
        self.answers.last_key_value().map(|(number, outcome)| (*number, outcome))
    }

    /// What closer looks at people lately told of them, oldest first.
    #[must_use]
    pub fn looks(&self) -> &Recent<Bearing> {
        &self.looks
    }

    /// What closer looks lately told, oldest first.
    #[must_use]
    pub fn told(&self) -> &Recent<String> {
        &self.told
    }

    /// One step of time passes.
    pub(crate) fn pass(&mut self) {
        self.step += 1;
        self.now += STEP_SECONDS;
    }
}
