//! Playing a scene, tick by tick.
//!
//! In each tick, in this order: what is due happens; light falls on targets; everybody looks; things that were changed are noticed; who is missing is missed; groups go on; the
//! quiet calm down. Whatever befalls a watcher is told to their group first.

use super::scene::{Guard, Occasion, Scene};
use super::timeline::{Entry, Sample, Timeline, What};
use crate::awareness::{Cause, Nerves, Stimulus, Wits};
use crate::barks::{Barks, Said, Voice};
use crate::changed::{Changes, Condition, Heed, HouseholdId, Reaction, ThingId};
use crate::detect::Notice;
use crate::group::{Customs, Groups, Happening, Order, Setting};
use crate::light::{Lighting, light_at};
use crate::settings::ticks;
use crate::vanished::{Absence, Earshot, Vanished};
use crate::vision::{Budget, Change, Lookout, Ray, Rays, Sight, Target, Watcher};
use glam::{DVec2, DVec3};
use std::collections::{BTreeMap, BTreeSet};
use wold_chance::{Seed, Stream};
use wold_space::{EntityId, Tick};

/// All settings of this room that a scene is played with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tuning {
    /// How soon somebody is noticed.
    pub sight: Sight,
    /// How people get on edge and calm down.
    pub nerves: Nerves,
    /// What shines and dims.
    pub lighting: Lighting,
    /// What changed things do to people.
    pub heed: Heed,
    /// When somebody is missed.
    pub absence: Absence,
    /// What groups do.
    pub customs: Customs,
    /// What is said.
    pub barks: Barks,
}

/// The household of all watchers.
const HOUSE: HouseholdId = HouseholdId(1);
/// Sounds below this are minor: a group may talk them away.
const MINOR: u8 = 6;
/// Seconds until who was sent is done: looking, throwing, running for cover.
const LOOKING: f64 = 6.0;
const THROWING: f64 = 2.0;
const RUNNING: f64 = 4.0;
/// Samples of meters that are kept, about.
const MOST_SAMPLES: u64 = 100_000;
/// Ticks between samples at least.
const BETWEEN: u64 = 10;

/// Plays a scene from its first tick to its last.
///
/// ```
/// use wold_senses::detect::Notice;
/// use wold_senses::rehearsal::{Scene, Tuning, What, play};
/// let scene = Scene::parse(
///     "seconds = 5\nhour = 12\n[[watcher]]\nname = 'Asa'\nat = [0, 0]\n[[target]]\nname = 'Wil'\npath = [{ second = 0, at = [8, 0] }]",
/// )?;
/// let timeline = play(&scene, &Tuning::default());
/// assert!(timeline.entries.iter().any(|entry| matches!(&entry.what, What::Meter(change) if change.to == Notice::Perceived)));
/// # Ok::<(), wold_senses::SettingsError>(())
/// ```
#[must_use]
pub fn play(scene: &Scene, tuning: &Tuning) -> Timeline {
    let mut stage = Stage::new(scene, tuning);
    let last = ticks(scene.seconds);
    let pairs = (scene.guards.len() * scene.prowlers.len()) as u64;
    let between = BETWEEN.max((last * pairs).div_ceil(MOST_SAMPLES));
    for t in 0..=last {
        stage.tick(Tick(t));
        if t % between == 0 {
            stage.sample(Tick(t));
        }
    }
    let end = stage.alive().map(|guard| (guard.id, stage.wits[&guard.id].state())).collect();
    Timeline { end, ..stage.told }
}

struct Stage<'s> {
    scene: &'s Scene,
    tuning: &'s Tuning,
    lookout: Lookout,
    wits: BTreeMap<EntityId, Wits>,
    dead: BTreeSet<EntityId>,
    changes: Changes,
    conditions: Vec<Condition>,
    vanished: Vanished,
    groups: Groups,
    voice: Voice,
    /// What people who were sent somewhere will report, and when.
    errands: Vec<(Tick, EntityId, Happening)>,
    /// The next occasion.
    next: usize,
    told: Timeline,
}

impl<'s> Stage<'s> {
    fn new(scene: &'s Scene, tuning: &'s Tuning) -> Self {
        let mut changes = Changes::default();
        (0..scene.things.len()).for_each(|i| changes.know(HOUSE, ThingId(i as u64), Condition(0)));
        Self {
            scene,
            tuning,
            lookout: Lookout::default(),
            wits: scene.guards.iter().map(|guard| (guard.id, Wits::new(guard.state, Tick(0)))).collect(),
            dead: BTreeSet::new(),
            changes,
            conditions: vec![Condition(0); scene.things.len()],
            vanished: Vanished::default(),
            groups: Groups::default(),
            voice: Voice::new(Stream::named(Seed(scene.seed), "barks", &[])),
            errands: Vec::new(),
            next: 0,
            told: Timeline::default(),
        }
    }

    fn tick(&mut self, now: Tick) {
        self.occasions(now);
        self.reports(now);
        let watchers = self.watchers();
        let targets = self.targets(now);
        let budget = Budget::new(self.scene.rays);
        let seen = self.lookout.tick(now, &self.tuning.sight, &watchers, &targets, self.scene, budget);
        self.told.rays += self.lookout.rays() as u64;
        self.told.most_rays = self.told.most_rays.max(self.lookout.rays());
        for change in &seen {
            self.seen(now, change);
        }
        self.in_view(now);
        self.things(now, &watchers);
        self.missing(now);
        let orders = self.groups.tick(now);
        self.obey(now, orders);
        for guard in &self.scene.guards {
            let shift = self.wits.get_mut(&guard.id).filter(|_| !self.dead.contains(&guard.id));
            if let Some(shift) = shift.and_then(|wits| wits.tick(&self.tuning.nerves, now)) {
                self.tell(now, guard.id, What::Awareness(shift));
            }
        }
    }

    fn tell(&mut self, tick: Tick, who: EntityId, what: What) {
        self.told.entries.push(Entry { tick, who, what });
    }

    fn alive(&self) -> impl Iterator<Item = &'s Guard> {
        let dead = self.dead.clone();
        self.scene.guards.iter().filter(move |guard| !dead.contains(&guard.id))
    }

    fn watchers(&self) -> Vec<Watcher> {
        let watcher = |guard: &Guard| Watcher {
            id: guard.id,
            eyes: guard.eyes,
            facing: guard.facing,
            state: self.wits[&guard.id].state(),
            knows: guard.knows.clone(),
        };
        self.alive().map(watcher).collect()
    }

    /// The light at a place; lamps that are out or behind walls give none.
    fn light(&self, place: DVec3) -> f64 {
        let scene = self.scene;
        let out: BTreeSet<usize> = (scene.things.iter().zip(&self.conditions))
            .filter_map(|(thing, condition)| thing.lamp.filter(|_| *condition != Condition(0)))
            .collect();
        let lit = scene.lamps.iter().enumerate().filter(|(i, lamp)| {
            !out.contains(i)
                && lamp.at.distance(place) < lamp.reach
                && scene.is_clear(Ray { from: lamp.at, to: place })
        });
        light_at(place, scene.open, &scene.sky, lit.map(|(_, lamp)| lamp), &self.tuning.lighting)
    }

    fn targets(&self, now: Tick) -> Vec<Target> {
        let target = |prowler: &super::Prowler| {
            let moment = prowler.at(now.seconds());
            let stance = moment.stop.stance;
            Target {
                id: prowler.id,
                place: moment.place,
                height: prowler.height,
                facing: moment.facing,
                stance,
                motion: moment.motion,
                in_cover: moment.stop.in_cover,
                guise: prowler.guise.as_ref().and_then(|name| self.tuning.sight.guise_named(name)),
                light: self.light(stance.middle(moment.place, prowler.height)),
            }
        };
        self.scene.prowlers.iter().map(target).collect()
    }

    fn occasions(&mut self, now: Tick) {
        let scene = self.scene;
        while let Some((_, occasion)) =
            scene.occasions.get(self.next).filter(|(second, _)| ticks(*second) <= now.0)
        {
            self.next += 1;
            match occasion {
                Occasion::Sound { who, priority, at } => {
                    let cause = Cause { stimulus: Stimulus::Heard(*priority), about: None, why: None };
                    let minor = (*priority < MINOR).then_some(Happening::Minor(*at));
                    self.befall(now, *who, minor, cause, Some("heard"));
                }
                Occasion::Told(who) => {
                    let cause = Cause { stimulus: Stimulus::Told, about: None, why: None };
                    self.befall(now, *who, None, cause, None);
                }
                Occasion::Change { thing, to, by } => {
                    self.conditions[*thing] = *to;
                    let (heed, id) = (&self.tuning.heed, ThingId(*thing as u64));
                    self.changes.change(heed, id, *to, by.map(|_| HOUSE), now);
                }
                Occasion::Talk(members) => {
                    let free: Vec<EntityId> =
                        members.iter().copied().filter(|who| !self.dead.contains(who)).collect();
                    if let Some(talk) = self.tuning.customs.talk.first() {
                        // People who talk already do not begin anew.
                        let _ = self.groups.talk(talk, &free, now);
                    }
                }
                Occasion::Death(who) => self.dies(now, *who),
            }
        }
    }

    fn dies(&mut self, now: Tick, who: EntityId) {
        if !self.dead.insert(who) {
            return;
        }
        self.tell(now, who, What::Died);
        self.lookout.forget(who);
        self.errands.retain(|(_, other, _)| *other != who);
        let at =
            self.scene.guards.iter().find(|guard| guard.id == who).map_or(DVec2::ZERO, |g| g.eyes.truncate());
        let (customs, setting) = (&self.tuning.customs, Setting::default());
        let answer = self.groups.tell(customs, who, Happening::Died(at), &setting, &[], now);
        self.obey(now, answer.orders);
    }

    /// Something befalls a watcher: their group first, then themselves.
    fn befall(
        &mut self,
        now: Tick,
        who: EntityId,
        what: Option<Happening>,
        cause: Cause,
        topic: Option<&str>,
    ) {
        if self.dead.contains(&who) {
            return;
        }
        if let Some(what) = what {
            let company: Vec<EntityId> = self.alive().map(|guard| guard.id).collect();
            let setting = self.setting(now, what);
            let answer = self.groups.tell(&self.tuning.customs, who, what, &setting, &company, now);
            if let Some(means) = answer.meaning {
                self.tell(now, who, What::Meaning(means));
            }
            let handled = !answer.passed;
            self.obey(now, answer.orders);
            if handled {
                // A foe in sight alarms whatever the group does and says about it.
                if matches!(what, Happening::Seen(..)) {
                    self.feel(now, who, cause);
                }
                return;
            }
        }
        if let (true, Some(topic)) = (self.feel(now, who, cause), topic) {
            self.bark(now, who, topic);
        }
    }

    /// Whether it changes how they are.
    fn feel(&mut self, now: Tick, who: EntityId, cause: Cause) -> bool {
        let shift = self.wits.get_mut(&who).and_then(|wits| wits.feel(&self.tuning.nerves, now, cause));
        if let Some(shift) = shift {
            self.tell(now, who, What::Awareness(shift));
        }
        shift.is_some()
    }

    fn bark(&mut self, now: Tick, who: EntityId, topic: &str) {
        let Said { tier, line, .. } = self.voice.say(&self.tuning.barks, topic);
        self.tell(now, who, What::Bark { topic: topic.to_owned(), tier, line: line.to_owned() });
    }

    fn setting(&self, now: Tick, what: Happening) -> Setting {
        let Happening::Seen(foe, _) = what else { return Setting::default() };
        let prowler = self.scene.prowlers.iter().find(|prowler| prowler.id == foe);
        prowler.map_or_else(Setting::default, |prowler| {
            let stop = prowler.at(now.seconds()).stop;
            let losses = if stop.reachable { 0 } else { self.dead.len() as u32 };
            Setting { reachable: stop.reachable, area: stop.area.clone(), losses, ..Setting::default() }
        })
    }

    fn seen(&mut self, now: Tick, change: &Change) {
        self.tell(now, change.watcher, What::Meter(*change));
        let Some(stimulus) = Stimulus::of(change) else { return };
        let place = self.scene.prowlers.iter().find(|prowler| prowler.id == change.target);
        let place = place.map_or(DVec2::ZERO, |prowler| prowler.at(now.seconds()).place.truncate());
        let (what, topic) = match stimulus {
            Stimulus::Perceived => (Some(Happening::Seen(change.target, place)), "perceived"),
            Stimulus::SawSomething => (Some(Happening::Minor(place)), "saw_something"),
            _ => (None, "lost_sight"),
        };
        let cause = Cause { stimulus, about: Some(change.target), why: Some(change.why) };
        self.befall(now, change.watcher, what, cause, Some(topic));
    }

    /// Whoever is in view keeps their watchers awake, and groups informed.
    fn in_view(&mut self, now: Tick) {
        let view: Vec<_> = self
            .lookout
            .iter()
            .filter(|(_, _, gaze)| gaze.meter.notice() == Notice::Perceived && gaze.why.seconds.is_some())
            .map(|(watcher, target, gaze)| (watcher, target, gaze.why))
            .collect();
        for (watcher, target, why) in view {
            let cause = Cause { stimulus: Stimulus::Perceived, about: Some(target), why: Some(why) };
            let in_group = self.groups.group_of(watcher).is_some();
            let place = self.scene.prowlers.iter().find(|prowler| prowler.id == target);
            let place = place.map_or(DVec2::ZERO, |prowler| prowler.at(now.seconds()).place.truncate());
            if in_group {
                let seen = Happening::Seen(target, place);
                let setting = self.setting(now, seen);
                let answer = self.groups.tell(&self.tuning.customs, watcher, seen, &setting, &[], now);
                self.obey(now, answer.orders);
            }
            self.feel(now, watcher, cause);
        }
    }

    fn things(&mut self, now: Tick, watchers: &[Watcher]) {
        let scene = self.scene;
        for (i, thing) in scene.things.iter().enumerate() {
            let id = ThingId(i as u64);
            if !self.changes.is_open(HOUSE, id, now) {
                continue;
            }
            // A lamp that is out is noticed for the dark it leaves.
            let light = if thing.lamp.is_some() { 1.0 } else { self.light(thing.at) };
            for watcher in watchers {
                let sight = &self.tuning.sight;
                let looks = sight.notices(watcher, thing.at, light).is_some()
                    && scene.is_clear(Ray { from: watcher.eyes, to: thing.at });
                if !looks {
                    continue;
                }
                let heed = &self.tuning.heed;
                let noticed = self.changes.witness(heed, HOUSE, watcher.id, watcher.state, id, now);
                let Some(noticed) = noticed else { continue };
                let what = What::Noticed { thing: thing.name.clone(), reaction: noticed.reaction };
                self.tell(now, watcher.id, what);
                self.bark(now, watcher.id, &thing.kind);
                if noticed.reaction == Reaction::Investigate {
                    let cause = Cause { stimulus: Stimulus::Changed, about: None, why: None };
                    let minor = Happening::Minor(thing.at.truncate());
                    self.befall(now, watcher.id, Some(minor), cause, None);
                }
            }
        }
    }

    fn missing(&mut self, now: Tick) {
        let mut near = Vec::new();
        for listener in self.alive() {
            for other in self.scene.guards.iter().filter(|other| other.id != listener.id) {
                if listener.eyes.distance(other.eyes) <= self.scene.earshot {
                    let sounds = !self.dead.contains(&other.id);
                    near.push(Earshot { listener: listener.id, other: other.id, sounds });
                }
            }
        }
        for missed in self.vanished.tick(&self.tuning.absence, now, &near) {
            self.tell(now, missed.by, What::Missed(missed.who));
            let at = self.scene.guards.iter().find(|guard| guard.id == missed.who);
            let minor = at.map(|guard| Happening::Minor(guard.eyes.truncate()));
            let cause = Cause { stimulus: Stimulus::Missed, about: Some(missed.who), why: None };
            self.befall(now, missed.by, minor, cause, Some("vanished"));
        }
    }

    /// What those who were sent have to report.
    fn reports(&mut self, now: Tick) {
        let due: Vec<_> = self.errands.iter().filter(|(tick, ..)| *tick <= now).copied().collect();
        self.errands.retain(|(tick, ..)| *tick > now);
        for (_, who, what) in due {
            let (customs, setting) = (&self.tuning.customs, Setting::default());
            let answer = self.groups.tell(customs, who, what, &setting, &[], now);
            self.obey(now, answer.orders);
        }
    }

    fn obey(&mut self, now: Tick, orders: Vec<Order>) {
        for order in orders {
            let (who, errand) = match &order {
                Order::Investigate { who, .. } => {
                    (*who, Some((LOOKING, Happening::Returned { found: false })))
                }
                Order::Throw { who, .. } => (*who, Some((THROWING, Happening::Thrown { hit: false }))),
                Order::FallBack { who } => (*who, Some((RUNNING, Happening::Arrived))),
                Order::Say { who, .. }
                | Order::Wait { who }
                | Order::CallOut { who }
                | Order::Cover { who }
                | Order::Search { who }
                | Order::Release { who } => (*who, None),
            };
            if let Some((seconds, what)) = errand {
                // A new errand takes the place of the old.
                self.errands.retain(|(_, other, _)| *other != who);
                self.errands.push((Tick(now.0 + ticks(seconds)), who, what));
            }
            let sent = matches!(order, Order::Investigate { .. });
            self.tell(now, who, What::Order(order));
            if sent {
                // Who is sent to look has been told that there is something.
                self.feel(now, who, Cause { stimulus: Stimulus::Told, about: None, why: None });
            }
        }
    }

    fn sample(&mut self, now: Tick) {
        for (watcher, target, gaze) in self.lookout.iter() {
            let meter = gaze.meter.value();
            if let Some(state) = self.wits.get(&watcher).map(Wits::state).filter(|_| meter > 0.0) {
                self.told.samples.push(Sample { tick: now, watcher, target, state, meter });
            }
        }
    }
}
