//! The searches of a household.
//!
//! Contract: one search for one person at a time, shared by all who hold the same [`Hunts`]; who does not has its own. A search is stepped by whoever of it thinks first in a tick, with that one's
//! land and the reports that came since. Its answers depend on who asked what in which tick, on nothing else. The lost one's true place is never asked for: what stands for it in the first moments is
//! where its course would have led, no farther than the first wall.

use super::ground::{Terrain, level_of, point};
use super::settings::HuntConfig;
use super::sieges::Sieges;
use crate::fight::Ring;
use crate::rows::FIGHT;
use crate::villager::steps;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wold_chance::{Seed, Stream};
use wold_guest::known::Known;
use wold_land::Land;
use wold_land::places::{Atlas, Joined, Window};
use wold_land::walkable::Walkable;
use wold_mind::gossip::BeingId;
use wold_senses::search::{
    Coordinator, Event, Leaving, Mode, Phase, Report, Setting, SpotState, Task, Trigger,
};
use wold_space::{DVec2, DVec3, EntityId, Tick};

/// Searches at once; one more is not begun.
const MOST: usize = 16;
/// Metres to each side of the last known place of which areas are known.
const AREAS: f64 = 30.0;
/// Metres between two looks along a course.
const STRIDE: f64 = 0.5;

/// Where somebody was last, and where they were going.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LastSeen {
    pub place: DVec2,
    pub level: u8,
    pub velocity: DVec2,
    pub tick: Tick,
}

impl LastSeen {
    /// Where they are by now if they kept on: no farther than the first thing in the way.
    pub fn reckoned(&self, land: &Land, now: Tick) -> DVec2 {
        let seconds = Tick(now.since(self.tick)).seconds();
        let far = self.velocity.length() * seconds;
        let Some(way) = self.velocity.try_normalize() else { return self.place };
        let steps = (far / STRIDE) as u32;
        let open = (1..=steps).map(|step| self.place + way * STRIDE * f64::from(step));
        open.take_while(|place| land.in_sight(self.place, *place, self.level)).last().unwrap_or(self.place)
    }
}

struct Search {
    name: Option<String>,
    coordinator: Coordinator,
    last_seen: Option<LastSeen>,
    /// Where each was last, and who said so since the last step.
    reports: BTreeMap<EntityId, Report>,
    fresh: BTreeSet<EntityId>,
    /// Areas and chokes about the last known place, as far as the first of them holds the land.
    places: Option<Arc<Joined>>,
    stepped: Option<Tick>,
    touched: Tick,
    /// Up to where each has read the log.
    read: BTreeMap<EntityId, usize>,
}

struct Inner {
    config: HuntConfig,
    seed: Seed,
    searches: BTreeMap<BeingId, Search>,
    begun: u64,
    sieges: Sieges,
    walkable: Walkable,
    atlas: Atlas,
}

/// What a searcher is told.
pub(crate) struct Part {
    pub task: Task,
    pub phase: Phase,
    pub mode: Mode,
    pub estimate: DVec3,
    /// What it did since it was last told.
    pub news: Vec<Event>,
}

/// What those share who search together.
#[derive(Clone)]
pub struct Hunts(Arc<Mutex<Inner>>);

impl Default for Hunts {
    fn default() -> Self {
        Self::new(HuntConfig::default(), Seed(0))
    }
}

impl std::fmt::Debug for Hunts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hunts").finish_non_exhaustive()
    }
}

impl Hunts {
    /// Searches by these settings; the seed decides what chance does.
    #[must_use]
    pub fn new(config: HuntConfig, seed: Seed) -> Self {
        let (walkable, atlas) = (Walkable::default(), Atlas::default());
        Self(Arc::new(Mutex::new(Inner {
            config,
            seed,
            searches: BTreeMap::new(),
            begun: 0,
            sieges: Sieges::default(),
            walkable,
            atlas,
        })))
    }

    /// The same with the places others read, too: what one of them has cut need not be cut again.
    #[must_use]
    pub fn reading(self, atlas: Atlas) -> Self {
        {
            let mut inner = self.open();
            inner.sieges.read(atlas.clone());
            inner.atlas = atlas;
        }
        self
    }

    /// Those whom nobody can get at, with what is known of the ground.
    pub(super) fn open_sieges<T>(&self, ask: impl FnOnce(&mut Sieges, &mut Walkable) -> T) -> T {
        let mut inner = self.open();
        let inner = &mut *inner;
        ask(&mut inner.sieges, &mut inner.walkable)
    }

    fn open(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn config(&self) -> HuntConfig {
        self.open().config
    }

    /// Begins a search, or takes part in the one there is. A search that was cautious gives way to one for somebody. False if there is no room for another.
    pub(crate) fn begin(
        &self,
        (whom, name): (BeingId, Option<&str>),
        trigger: Trigger,
        last_seen: Option<LastSeen>,
        me: Report,
        now: Tick,
    ) -> bool {
        let mut inner = self.open();
        inner.sweep_up(now);
        let hostile = !matches!(trigger, Trigger::Stimulus { hostile: false, .. });
        let is_news = inner.searches.get(&whom).is_none_or(|search| {
            let tame = search.coordinator.mode() == Mode::Cautious && hostile;
            tame || matches!(search.coordinator.phase(), Phase::Over(_))
        });
        if is_news {
            let before = inner.searches.remove(&whom);
            if inner.searches.len() >= MOST {
                return false;
            }
            inner.begun += 1;
            let luck = Stream::named(inner.seed, "hunt", &[whom.0, inner.begun]);
            let mut coordinator = Coordinator::new(inner.config.search, trigger, now, luck);
            let before = before.filter(|search| !matches!(search.coordinator.phase(), Phase::Over(_)));
            let mut read = BTreeMap::new();
            // Those who looked about before now know whom they look for.
            let reports = before.map(|search| search.reports).unwrap_or_default();
            for report in reports.values() {
                coordinator.join(*report, now);
                read.insert(report.who, 0);
            }
            let search = Search {
                name: name.map(str::to_owned),
                coordinator,
                last_seen,
                reports,
                fresh: BTreeSet::new(),
                places: None,
                stepped: None,
                touched: now,
                read,
            };
            inner.searches.insert(whom, search);
        }
        let Some(search) = inner.searches.get_mut(&whom) else { return false };
        if search.last_seen.is_none_or(|before| last_seen.is_some_and(|seen| seen.tick > before.tick)) {
            search.last_seen = last_seen.or(search.last_seen);
        }
        search.join(me, now)
    }

    /// Takes part in a search that is on. False if there is none.
    pub(crate) fn join(&self, whom: BeingId, me: Report, now: Tick) -> bool {
        self.open().searches.get_mut(&whom).is_some_and(|search| search.join(me, now))
    }

    /// Says where one is, and hears what to do; spots are weighed by what the faction of who steps the search knows of places. Nothing if there is no such search.
    pub(crate) fn take_part(&self, whom: BeingId, known: &Known, me: Report, ring: &Ring) -> Option<Part> {
        let now = known.tick();
        let mut inner = self.open();
        let inner = &mut *inner;
        let search = inner.searches.get_mut(&whom)?;
        search.reports.insert(me.who, me);
        search.fresh.insert(me.who);
        search.touched = now;
        if search.stepped.is_none() {
            let middle = search.coordinator.estimate().truncate();
            search.places = inner.atlas.about(known.land(), Window::around(middle, AREAS));
        }
        if search.stepped != Some(now) {
            search.stepped = Some(now);
            let terrain = Terrain::of(known, &mut inner.walkable).known_to(ring);
            let truth = search
                .last_seen
                .map(|seen| point(known.land(), seen.reckoned(known.land(), now), seen.level));
            let fresh = std::mem::take(&mut search.fresh);
            let reports: Vec<Report> =
                fresh.iter().filter_map(|who| search.reports.get(who).copied()).collect();
            search.coordinator.step(
                now,
                &reports,
                &Setting {
                    ground: &terrain,
                    places: search.places.as_deref().map(|joined| &joined.places),
                    truth,
                },
            );
        }
        let log = search.coordinator.log();
        let read = search.read.insert(me.who, log.len()).unwrap_or(log.len());
        let news = log[read.min(log.len())..].iter().filter(|entry| entry.who == Some(me.who));
        Some(Part {
            task: search.coordinator.task(me.who),
            phase: search.coordinator.phase(),
            mode: search.coordinator.mode(),
            estimate: search.coordinator.estimate(),
            news: news.map(|entry| entry.event.clone()).collect(),
        })
    }

    /// Whether somebody takes part in a search that is not over.
    pub(crate) fn has(&self, whom: BeingId, who: EntityId) -> bool {
        let inner = self.open();
        let search = inner.searches.get(&whom);
        search.is_some_and(|search| search.coordinator.searchers().any(|other| other == who))
    }

    /// Somebody sees who is sought.
    pub(crate) fn found(&self, whom: BeingId, who: EntityId, now: Tick) {
        if let Some(search) = self.open().searches.get_mut(&whom) {
            search.coordinator.found(who, now);
        }
    }

    /// Somebody takes part no longer.
    pub(crate) fn leave(&self, whom: BeingId, who: EntityId, why: Leaving, now: Tick) {
        if let Some(search) = self.open().searches.get_mut(&whom) {
            search.coordinator.leave(who, why, now);
            search.reports.remove(&who);
            search.read.remove(&who);
        }
    }

    /// Somebody left the world: whatever it looked at is free.
    pub fn gone(&self, who: EntityId) {
        let mut inner = self.open();
        inner.sieges.leave(who);
        for search in inner.searches.values_mut() {
            let now = search.touched;
            search.coordinator.leave(who, Leaving::CalledAway, now);
            search.reports.remove(&who);
            search.read.remove(&who);
        }
    }

    /// Time passes, whether anybody searches or not.
    pub(crate) fn pass(&self, now: Tick) {
        let mut inner = self.open();
        if !inner.searches.is_empty() {
            inner.sweep_up(now);
        }
    }

    /// Whether anybody searches or did lately.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.open().searches.is_empty()
    }

    /// All of it, for those who look.
    #[must_use]
    pub fn report(&self) -> Vec<crate::report::searches::SearchReport> {
        let inner = self.open();
        inner.searches.values().map(|search| shown(&search.coordinator, search.name.as_deref())).collect()
    }

    /// The storey of a point.
    pub(crate) fn level(known: &Known, at: DVec3) -> u8 {
        level_of(known.land(), at)
    }
}

impl Search {
    fn join(&mut self, me: Report, now: Tick) -> bool {
        let is_in = self.coordinator.searchers().any(|other| other == me.who);
        let in_now = is_in || self.coordinator.join(me, now);
        if in_now {
            self.read.entry(me.who).or_insert(self.coordinator.log().len());
            self.reports.insert(me.who, me);
            self.touched = now;
        }
        in_now
    }
}

impl Inner {
    /// Forgets what is over.
    fn sweep_up(&mut self, now: Tick) {
        self.searches.retain(|_, search| now.since(search.touched) < steps(FIGHT.search.kept_seconds));
    }
}

fn shown(search: &Coordinator, name: Option<&str>) -> crate::report::searches::SearchReport {
    use crate::report::searches::{SearchReport, SearchSpot, SpotFate};
    let spot = |spot: &wold_senses::search::Spot| {
        let (state, by) = match spot.state {
            SpotState::Unsearched => (SpotFate::Unsearched, None),
            SpotState::InProgress(who) => (SpotFate::InProgress, Some(who.into())),
            SpotState::Searched => (SpotFate::Searched, None),
        };
        SearchSpot { x: spot.at.x, y: spot.at.y, state, by }
    };
    let phase = match search.phase() {
        Phase::Narrow => "narrow",
        Phase::Sweep => "sweep",
        Phase::Over(outcome) => outcome.label(),
    };
    let estimate = search.estimate();
    SearchReport {
        name: name.map(str::to_owned),
        mode: search.mode().label().to_owned(),
        phase: phase.to_owned(),
        last: [estimate.x, estimate.y],
        spots: search.pool().spots().iter().map(spot).collect(),
        searchers: search.searchers().map(Into::into).collect(),
        why: search.log().iter().rev().take(12).map(ToString::to_string).collect(),
    }
}
