//! What a guest knows: everything it was told and has not forgotten, typed.

use crate::ears::{Ears, Misplaced, Missed, Noise};
use crate::footing::Footing;
use crate::recent::Recent;
use crate::reckoning::{HistoryConfig, PositionHistory, Reckoner, ReckoningConfig, Report};
use crate::ties::Ties;
use crate::told::{Roused, Seen};
use crate::turns::Turns;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use wold_land::{Land, Physique};
use wold_lore::land::ThingKind;
use wold_lore::{Meaning, Owner, SpeechAct};
use wold_space::time::STEP_SECONDS;
use wold_space::{DVec2, EntityId, Tick};
use wold_wire::message::{BAG_SLOTS, Slot, TurnedAway};
use wold_wire::{
    Bearing, Card, EntityKind, EntityState, FromHost, Loudness, Outcome, OwnState, Pose, Snapshot,
    Surroundings, Welcome,
};

/// News of games that wait to be asked for; the oldest are forgotten first.
const MOST_GAME_NEWS: usize = 256;
/// Answers remembered.
const MOST_ANSWERS: usize = 128;
/// Entities remembered: more than an honest host ever shows.
const MOST_ENTITIES: usize = 4096;
/// People whose names are remembered when they are out of view, and things of which one was told whose they are.
const MOST_MET: usize = 1024;
const MOST_OWNED: usize = 512;
/// Seconds the believed time may run ahead of what is told before it is set back.
const FAR_AHEAD: f64 = 0.25;
/// Bodies farther away than this are not felt within a few steps.
const ELBOW_METRES: f64 = 3.0;
/// Metres beyond the elbows looked at, so that one can walk half of it and look at nobody else.
const STROLL_METRES: f64 = 1.0;

/// Who was an arm's length off, or little more, when one was at a place. They are told apart by what the host said last of them, which changes only when it
/// speaks of them again.
#[derive(Clone, Debug, Default)]
struct Beside {
    who: BTreeSet<EntityId>,
    here: DVec2,
    level: u8,
}

/// Where a guest stands with its host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// Not let in yet.
    #[default]
    Waiting,
    /// In the world.
    Inside,
    /// Not let in.
    TurnedAway {
        /// The reason.
        reason: TurnedAway,
        /// The reason in words.
        text: String,
    },
    /// The host said goodbye.
    Ended(String),
}

/// Somebody or something in view.
#[derive(Clone, Debug)]
pub struct Sighted {
    /// Who or what.
    pub card: Arc<Card>,
    /// The state last told.
    pub state: EntityState,
    track: Reckoner,
    history: PositionHistory,
}

impl Sighted {
    /// Whether it is somebody.
    #[must_use]
    pub fn is_person(&self) -> bool {
        self.card.kind.is_person()
    }

    /// What it is, if it is a thing.
    #[must_use]
    pub fn thing(&self) -> Option<ThingKind> {
        match self.card.kind {
            EntityKind::Thing(kind) => Some(kind),
            EntityKind::Being(_) => None,
        }
    }
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When it was heard, in the guest's steps.
    pub step: u64,
    /// Who said it.
    pub speaker: EntityId,
    /// By which name.
    pub name: String,
    /// How loud.
    pub loudness: Loudness,
    /// The words.
    pub text: String,
    /// What is meant by them.
    pub act: Option<Arc<SpeechAct>>,
    /// Whether words are lost.
    pub muffled: bool,
}

impl Line {
    /// What is meant, if that is known.
    #[must_use]
    pub fn meaning(&self) -> Option<&Meaning> {
        self.act.as_ref().map(|act| &act.meaning)
    }
}

/// How others are placed between reports.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SightConfig {
    /// How paths are predicted and converge.
    pub reckoning: ReckoningConfig,
    /// If given, reported velocities are ignored and the last three places tell the motion.
    pub history: Option<HistoryConfig>,
}

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
    game_news: VecDeque<(u16, Vec<u8>)>,
    surroundings: Option<Surroundings>,
    ears: Ears,
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
            game_news: VecDeque::new(),
            surroundings: None,
            ears: Ears::default(),
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

    /// Where to show somebody now.
    #[must_use]
    pub fn place_of(&self, sighted: &Sighted) -> DVec2 {
        sighted.track.place(&self.sight.reckoning, self.now)
    }

    /// Weather, prices and how one is regarded, around where one is; none before the host told.
    #[must_use]
    pub fn surroundings(&self) -> Option<&Surroundings> {
        self.surroundings.as_ref()
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

    /// The world's time in seconds as believed, running on between snapshots.
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

    /// What a game said under a topic since this was last asked, oldest first.
    pub(crate) fn take_game_news(&mut self, topic: u16) -> Vec<Vec<u8>> {
        let news = std::mem::take(&mut self.game_news);
        let mut asked = Vec::new();
        for (other, payload) in news {
            if other == topic {
                asked.push(payload);
            } else {
                self.game_news.push_back((other, payload));
            }
        }
        asked
    }

    /// One step of time passes.
    pub(crate) fn pass(&mut self) {
        self.step += 1;
        self.now += STEP_SECONDS;
    }

    /// Places of people so near that they may be bumped into.
    pub(crate) fn elbows(&self) -> Vec<DVec2> {
        self.company().map(|other| self.place_of(other)).collect()
    }

    /// The people so near that one may bump into them.
    pub fn company(&self) -> impl Iterator<Item = &Sighted> {
        let near = self.within(ELBOW_METRES);
        self.beside.who.iter().filter_map(|id| self.entities.get(id)).filter(move |other| near(other))
    }

    fn within(&self, reach: f64) -> impl Fn(&Sighted) -> bool + use<> {
        let (here, level) = (self.place(), self.level());
        move |other| {
            other.state.level == level
                && other.is_person()
                && other.state.place().distance_squared(here) < reach * reach
        }
    }

    /// Hundreds may be in view, and a guest asks for its company several times a step: all are gone through only after some steps, else those who were told of.
    fn look_beside(&mut self, told: &[EntityId]) {
        let (here, level) = (self.place(), self.level());
        let near = self.within(ELBOW_METRES + STROLL_METRES);
        if self.beside.level != level
            || self.beside.here.distance_squared(here) > STROLL_METRES * STROLL_METRES / 4.0
        {
            let who = self.entities.iter().filter(|(_, other)| near(other)).map(|(id, _)| *id).collect();
            self.beside = Beside { who, here, level };
            return;
        }
        let came = told.iter().filter(|id| self.entities.get(id).is_some_and(&near));
        self.beside.who.extend(came);
    }

    pub(crate) fn take_snapshot(&mut self, snapshot: Snapshot) {
        let told = snapshot.tick.seconds();
        if told > self.now || self.now - told > FAR_AHEAD {
            self.now = told;
        } else {
            self.now += (told - self.now) * 0.1;
        }
        self.tick = snapshot.tick;
        for id in snapshot.left {
            self.entities.remove(&id);
            self.beside.who.remove(&id);
            self.owners.remove(&id);
        }
        let entered = snapshot.entered.iter().map(|(card, _)| card.id);
        let spoken_of: Vec<EntityId> = entered.chain(snapshot.updated.iter().map(|(id, _)| *id)).collect();
        for (card, state) in snapshot.entered {
            // A card is repeated until it is acknowledged; the repeat is an update. Who changed clothes has another.
            let is_other = self.entities.get(&card.id).is_some_and(|sighted| *sighted.card != *card);
            if is_other {
                self.entities.remove(&card.id);
            }
            if !self.update(card.id, told, state) && self.entities.len() < MOST_ENTITIES {
                self.meet(&card);
                self.entities.insert(card.id, self.sighting(card, state));
            }
        }
        for (id, state) in snapshot.updated {
            self.update(id, told, state);
        }
        self.own = snapshot.own;
        self.look_beside(&spoken_of);
        let elbows = self.elbows();
        self.footing.settle(&self.land, &self.own, &elbows);
    }

    fn update(&mut self, id: EntityId, told: f64, state: EntityState) -> bool {
        let Some(sighted) = self.entities.get_mut(&id) else { return false };
        sighted.state = state;
        let report = report(&self.sight, &mut sighted.history, told, &state);
        sighted.track.receive(&self.sight.reckoning, self.now, report);
        true
    }

    /// Learns somebody's name; whoever has been in the world longest makes room.
    fn meet(&mut self, card: &Arc<Card>) {
        if !card.kind.is_person() {
            return;
        }
        self.met.insert(card.id, card.clone());
        if self.met.len() > MOST_MET {
            self.met.pop_first();
        }
    }

    fn sighting(&self, card: Arc<Card>, state: EntityState) -> Sighted {
        let mut history = PositionHistory::default();
        let track = Reckoner::new(report(&self.sight, &mut history, self.tick.seconds(), &state));
        Sighted { card, state, track, history }
    }

    pub(crate) fn take_message(&mut self, message: FromHost) {
        match message {
            FromHost::Welcome(welcome) => {
                self.standing = Standing::Inside;
                self.surroundings = None;
                self.tick = welcome.tick;
                self.now = welcome.tick.seconds();
                self.footing = Footing::new(welcome.physique);
                self.welcome = Some(welcome);
            }
            FromHost::TurnedAway { reason, text } => self.standing = Standing::TurnedAway { reason, text },
            FromHost::Goodbye(text) => self.standing = Standing::Ended(text),
            FromHost::Chunk { land, changes } => self.land.put(land, changes),
            FromHost::Changed { pos, changes } => self.land.change(pos, changes),
            FromHost::Doors { pos, open } => self.land.set_doors(pos, open),
            FromHost::Forget(pos) => self.land.forget(pos),
            FromHost::Heard { speaker, name, loudness, text, act, muffled } => {
                let line = Line { step: self.step, speaker, name, loudness, text, act, muffled };
                self.lines.push(line);
            }
            FromHost::Aware(aware) => self.roused = Some(Roused { step: self.step, aware }),
            FromHost::Part { .. } | FromHost::Bucket { .. } => self.turns.take(&message, self.step),
            FromHost::Noise { .. } | FromHost::Amiss { .. } | FromHost::Missed { .. } => {
                let here = self.place();
                self.ears.take(&message, self.step, here);
            }
            FromHost::Saw(saw) => self.deeds.push(Seen { step: self.step, saw }),
            FromHost::Whose { thing, owner } => {
                match owner {
                    Some(owner) => self.owners.insert(thing, owner),
                    None => self.owners.remove(&thing),
                };
                if self.owners.len() > MOST_OWNED {
                    self.owners.pop_first();
                }
            }
            FromHost::Crafts { .. } | FromHost::Stand { .. } | FromHost::Law { .. } | FromHost::Kin(_) => {
                self.ties.take(message, self.step);
            }
            FromHost::Notice(text) => self.notices.push(text),
            FromHost::Answer { number, outcome } => {
                match &outcome {
                    Outcome::Told(text) => self.told.push(text.clone()),
                    Outcome::Seen(text, bearing) => {
                        self.told.push(text.clone());
                        self.looks.push(*bearing);
                    }
                    Outcome::Done | Outcome::Refused(_) => {}
                }
                if self.answers.len() >= MOST_ANSWERS {
                    self.answers.pop_first();
                }
                self.answers.insert(number, outcome);
            }
            FromHost::Bag { slots, held, .. } => (self.slots, self.held) = (slots, held),
            FromHost::Clock { day, days, .. } => (self.day, self.days) = (day, days),
            FromHost::Felt(felt) => self.surroundings.get_or_insert_default().apply(&felt),
            FromHost::Game { topic, payload } => {
                if self.game_news.len() >= MOST_GAME_NEWS {
                    self.game_news.pop_front();
                }
                self.game_news.push_back((topic, payload));
            }
            // What is for people's eyes and ears, or for measuring the line, is nothing to know.
            _ => {}
        }
    }
}

fn report(sight: &SightConfig, history: &mut PositionHistory, time: f64, state: &EntityState) -> Report {
    let (place, velocity) = (state.place(), state.velocity());
    if let Some(config) = &sight.history {
        history.note(time, place);
        if let Some((report, _)) = history.report(config) {
            return report;
        }
    }
    Report { time, place, velocity, acceleration: DVec2::ZERO }
}
