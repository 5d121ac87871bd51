//! What is in view: who and what was told of last, where to show them, and who is an arm's length off.

use super::Known;
use std::collections::BTreeSet;
use std::sync::Arc;
use wold_lore::land::ThingKind;
use wold_space::{DVec2, EntityId};
use wold_wire::reckoning::{Habit, PositionHistory, Reading, Reckoner, ReckoningConfig, Report};
use wold_wire::{Card, EntityKind, EntityState, Snapshot};

/// Entities remembered: more than an honest host ever shows.
const MOST_ENTITIES: usize = 4096;
/// People whose names are remembered when they are out of view.
const MOST_MET: usize = 1024;
/// Seconds the believed time may run ahead of what is told before it is set back.
const FAR_AHEAD: f64 = 0.25;
/// Bodies farther away than this are not felt within a few steps.
const ELBOW_METRES: f64 = 3.0;
/// Metres beyond the elbows looked at, so that one can walk half of it and look at nobody else.
const STROLL_METRES: f64 = 1.0;

/// Who was an arm's length off, or little more, when one was at a place. They are told apart by what the host said last of them, which changes only when it
/// speaks of them again.
#[derive(Clone, Debug, Default)]
pub(super) struct Beside {
    pub who: BTreeSet<EntityId>,
    here: DVec2,
    level: u8,
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

/// How others are placed between reports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SightConfig {
    /// How paths are predicted and converge. Default: as reckoning's, but reports speak for 1.75 s. Of who moves the host speaks once a second; its word is
    /// under way for a while, and may be lost and told again.
    pub reckoning: ReckoningConfig,
    /// What is made of what is reported. Default: velocities are believed, and who walks goes on straight.
    pub reading: Reading,
}

impl Default for SightConfig {
    fn default() -> Self {
        let reckoning = ReckoningConfig { horizon: 1.75, ..ReckoningConfig::default() };
        Self { reckoning, reading: Reading::default() }
    }
}

impl Known {
    /// Where to show somebody now.
    #[must_use]
    pub fn place_of(&self, sighted: &Sighted) -> DVec2 {
        sighted.track.place(&self.sight.reckoning, self.now)
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
        // It is later there by as long as this was under way.
        let there = told + self.way.seconds();
        if there > self.now || self.now - there > FAR_AHEAD {
            self.now = there;
        } else {
            self.now += (there - self.now) * 0.1;
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
        let (report, habit) = read(&self.sight, &mut sighted.history, told, &state);
        sighted.track.receive(&self.sight.reckoning, self.now, report, habit);
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
        let (report, habit) = read(&self.sight, &mut history, self.tick.seconds(), &state);
        Sighted { card, state, track: Reckoner::new(report, habit), history }
    }
}

fn read(
    sight: &SightConfig,
    history: &mut PositionHistory,
    time: f64,
    state: &EntityState,
) -> (Report, Habit) {
    let told = Report { time, place: state.place(), velocity: state.velocity(), acceleration: DVec2::ZERO };
    sight.reading.read(history, told)
}
