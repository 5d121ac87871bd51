//! One who hunts: notices that somebody is lost, says so, does its part of the search, and gives up.
//!
//! Contract: somebody it was after is lost when they are out of plain sight for a moment; then it begins a search with all who share its [`Hunts`] and hear of it. It takes part until the lost one
//! is seen, the search lets it go, or it has something else to do. What others of the search found counts for it only when it was called out within its hearing: until then it goes on
//! with what it does. Everything it learns and decides is in its diary.

use super::calls::{self, Heard};
use super::ground::point;
use super::hunts::{Hunts, LastSeen};
use super::settings::HuntConfig;
use crate::alert::{Alert, Alertness};
use crate::beliefs::{Basis, Belief, What as Believed, is_in_plain_sight};
use crate::diary::{Entry, Ground, What};
use crate::fight::Ring;
use crate::mindset::Mindset;
use crate::rows::FIGHT;
use crate::villager::steps;
use crate::{Walk, Wish};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::f64::consts::TAU;
use wold_guest::known::{Known, Sighted};
use wold_lore::act::Call;
use wold_mind::gossip::BeingId;
use wold_senses::search::{Leaving, Outcome, Phase, Report, Task, Trigger};
use wold_space::{DVec2, DVec3, EntityId};
use wold_wire::{Gait, Pose};

/// Calls waiting to be said.
const MOST_CALLS: usize = 3;

/// Who takes part in what.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    /// Whether it keeps the law, and so comes when an alarm is raised.
    pub keeps_law: bool,
    /// Whether it helps others to search.
    pub joins: bool,
    /// Whom it knows to keep the law.
    pub guards: &'a BTreeSet<BeingId>,
}

/// Somebody it was after when it last saw them.
#[derive(Clone, Debug)]
pub(super) struct Chase {
    id: EntityId,
    whom: BeingId,
    name: String,
    last: LastSeen,
    step: u64,
}

/// The search it takes part in.
#[derive(Clone, Debug)]
pub(super) struct On {
    pub(super) whom: BeingId,
    pub(super) name: Option<String>,
    pub(super) task: Task,
    /// Whether it knows that nobody is at the last known place.
    pub(super) told: bool,
    pub(super) going: Option<(DVec3, Gait)>,
    /// Until when it goes on though the search is over, for nobody told it.
    pub(super) unaware_until: Option<u64>,
}

/// One who hunts.
#[derive(Clone, Debug)]
pub(crate) struct Hunter {
    pub(super) hunts: Hunts,
    pub(super) config: HuntConfig,
    alertness: Alertness,
    pub(super) chase: Option<Chase>,
    pub(super) on: Option<On>,
    /// Whom it is after, until when.
    pub(super) after: Option<(BeingId, u64)>,
    pub(super) rested: BTreeMap<BeingId, u64>,
    calls: VecDeque<Wish>,
}

impl Hunter {
    /// One who shares its searches with others.
    pub fn new(hunts: Hunts) -> Self {
        Self {
            config: hunts.config(),
            hunts,
            alertness: Alertness::default(),
            chase: None,
            on: None,
            after: None,
            rested: BTreeMap::new(),
            calls: VecDeque::new(),
        }
    }

    /// What it shares with those it searches with.
    pub fn hunts(&self) -> &Hunts {
        &self.hunts
    }

    /// Whether it takes part in a search.
    pub fn is_on(&self) -> bool {
        self.on.is_some()
    }

    /// Whom it looks for, and where it thinks they were last; for those who look into its mind.
    pub fn quarry(&self) -> Option<(BeingId, Task)> {
        self.on.as_ref().map(|on| (on.whom, on.task))
    }

    /// Whether it is after somebody: it looks for them, or did a moment ago.
    pub fn is_after(&self, whom: BeingId, step: u64) -> bool {
        let sought = self.on.as_ref().is_some_and(|on| on.whom == whom && on.name.is_some());
        let chased = self.chase.as_ref().is_some_and(|chase| chase.whom == whom);
        sought || chased || self.after.is_some_and(|(who, until)| who == whom && step < until)
    }

    /// Whether it has somebody before it whom it goes for.
    pub fn is_chasing(&self) -> bool {
        self.chase.is_some()
    }

    /// Whether it is after anybody.
    pub fn is_after_anybody(&self, step: u64) -> bool {
        self.on.is_some() || self.chase.is_some() || self.after.is_some_and(|(_, until)| step < until)
    }

    /// Seconds after which somebody out of plain sight is lost.
    pub fn lost_seconds(&self) -> f64 {
        self.config.lost_seconds
    }

    /// Lets somebody go: it is enough.
    pub fn let_go(&mut self, whom: BeingId) {
        self.chase.take_if(|chase| chase.whom == whom);
        self.after.take_if(|(who, _)| *who == whom);
    }

    /// It goes for somebody now.
    pub fn chase(&mut self, known: &Known, foe: &Sighted) {
        if self.chase.as_ref().is_none_or(|chase| chase.id != foe.card.id) && is_in_plain_sight(known, foe) {
            self.chase = Some(chase_of(known, foe));
        }
    }

    /// It does neither chase nor search: whatever spot it had is free.
    pub fn stop(&mut self, known: &Known, still_chasing: bool) {
        if !still_chasing {
            self.chase = None;
        }
        if let (Some(on), Some(me)) = (self.on.take(), own(known)) {
            self.hunts.leave(on.whom, me, Leaving::CalledAway, known.tick());
        }
    }

    /// Takes in what was called out and what is odd; may begin or join a search.
    pub fn rouse(&mut self, known: &Known, mind: &mut Mindset, side: Side<'_>) {
        self.hunts.pass(known.tick());
        for alert in self.alertness.news(known, &mind.name) {
            match alert {
                Alert::Called(heard) => self.hear(known, mind, side, &heard),
                Alert::Noise { what, at, ground } => {
                    if side.keeps_law && self.on.is_none() && self.chase.is_none() {
                        let sort = if ground == Ground::Seen { What::Noticed } else { What::Heard };
                        let entry = Entry::new(known.tick(), sort, ground).at(at).saying(what);
                        mind.diary.note(entry);
                        let at = point(known.land(), at, known.level());
                        let trigger = Trigger::Stimulus { at, hostile: false };
                        self.begin(known, mind, (BeingId::named(what), None), trigger, None);
                    }
                }
                Alert::Odd { whom, at, level } => {
                    let minds = side.keeps_law && self.on.is_none() && self.chase.is_none();
                    if minds
                        && mind.respect(whom) >= 0.3
                        && !self.is_after(BeingId::named(whom), known.step())
                    {
                        let trigger =
                            Trigger::Stimulus { at: point(known.land(), at, level), hostile: false };
                        let key = BeingId::named(&format!("what happened to {whom}"));
                        self.begin(known, mind, (key, None), trigger, None);
                    }
                }
            }
        }
    }

    fn hear(&mut self, known: &Known, mind: &mut Mindset, side: Side<'_>, heard: &Heard<'_>) {
        let Some(name) = heard.whom.filter(|name| *name != mind.name) else { return };
        let (whom, by) = (mind.names.learn(name), mind.names.learn(heard.by));
        let respect = mind.memory.respect(by);
        if let Some(place) = heard.place {
            let what = Believed::At { place, level: known.level() };
            let sure = (respect * FIGHT.search.word).clamp(0.0, FIGHT.search.word);
            mind.beliefs.take(Belief {
                about: whom,
                what,
                basis: Basis::Told(by),
                since: known.tick(),
                sure,
            });
        }
        let entry = Entry::new(known.tick(), What::Heard, Ground::Told(heard.by.to_owned())).of(name);
        let entry = entry.saying(heard.call.said());
        mind.diary.note(match heard.place {
            Some(place) => entry.at(place),
            None => entry,
        });
        let fellow = match side.keeps_law {
            true => side.guards.contains(&by),
            false => respect >= self.config.helped,
        };
        let on_it = self.on.as_ref().is_some_and(|on| on.whom == whom);
        match heard.call {
            Call::Clear if on_it && fellow => {
                self.on.iter_mut().for_each(|on| on.told = true);
            }
            Call::Found if on_it && fellow => {
                let at = heard.place.map(|place| point(known.land(), place, known.level()));
                let until = known.step() + steps(self.config.unaware_seconds);
                if let (Some(on), Some(to)) = (&mut self.on, at) {
                    on.task = Task::Investigate { to, run: true };
                    on.unaware_until = Some(until);
                }
                self.after = Some((whom, known.step() + steps(self.config.after_seconds)));
            }
            Call::Alarm
                if side.keeps_law
                    && !side.guards.contains(&whom)
                    && (respect >= self.config.believed || side.guards.contains(&by)) =>
            {
                self.rested.remove(&whom);
                self.answer(known, mind, name, heard.place);
            }
            Call::Lost | Call::Look
                if side.joins
                    && fellow
                    && !side.guards.contains(&whom)
                    && self.rested.get(&whom).is_none_or(|until| known.step() >= *until) =>
            {
                self.answer(known, mind, name, heard.place);
            }
            _ => {}
        }
    }

    /// Comes to a call: joins the search there is, or begins one where it is said to be.
    fn answer(&mut self, known: &Known, mind: &mut Mindset, name: &str, place: Option<DVec2>) {
        let whom = BeingId::named(name);
        if self.on.is_some() || self.chase.is_some() {
            return;
        }
        let place = place.or_else(|| mind.beliefs.place_of(whom).and_then(Belief::place).map(|(at, _)| at));
        let Some(me) = report(known) else { return };
        if self.hunts.join(whom, me, known.tick()) {
            self.take_up(known, mind, whom, Some(name), "joins the others");
        } else if let Some(place) = place {
            let at = point(known.land(), place, known.level());
            let trigger = Trigger::Stimulus { at, hostile: true };
            self.begin(known, mind, (whom, Some(name)), trigger, None);
        }
    }

    fn begin(
        &mut self,
        known: &Known,
        mind: &mut Mindset,
        (whom, name): (BeingId, Option<&str>),
        trigger: Trigger,
        last: Option<LastSeen>,
    ) {
        let Some(me) = report(known) else { return };
        if self.hunts.begin((whom, name), trigger, last, me, known.tick()) {
            let more = match trigger {
                Trigger::Stimulus { hostile: false, .. } => "something is odd",
                Trigger::Stimulus { hostile: true, .. } => "was called",
                Trigger::Lost { .. } => "lost sight",
            };
            self.take_up(known, mind, whom, name, more);
        }
    }

    fn take_up(&mut self, known: &Known, mind: &mut Mindset, whom: BeingId, name: Option<&str>, more: &str) {
        let before = self.on.replace(On {
            whom,
            name: name.map(str::to_owned),
            task: Task::Wait,
            told: false,
            going: None,
            unaware_until: None,
        });
        if let (Some(before), Some(me)) = (before.filter(|before| before.whom != whom), own(known)) {
            self.hunts.leave(before.whom, me, Leaving::CalledAway, known.tick());
        }
        let entry = Entry::new(known.tick(), What::Searches, Ground::Inferred).saying(more);
        mind.diary.note(match name {
            Some(name) => entry.of(name),
            None => entry,
        });
    }

    /// Keeps an eye on whom it is after: sees them again, or loses them. Returns whom it lost.
    pub fn track(&mut self, known: &Known, mind: &mut Mindset) -> Option<EntityId> {
        if let Some(on) = &self.on
            && let Some(name) = on.name.clone()
            && let Some(other) = in_plain_sight(known, &name)
        {
            self.find(known, mind, &name, other);
        }
        let chase = self.chase.as_mut()?;
        let other = known.entities().get(&chase.id);
        if other.is_some_and(|other| other.state.pose == Pose::Fallen) {
            self.chase = None;
            return None;
        }
        if let Some(other) = other.filter(|other| is_in_plain_sight(known, other)) {
            *chase = chase_of(known, other);
        } else if known.step() >= chase.step + steps(self.config.lost_seconds)
            && let Some(chase) = self.chase.take()
        {
            self.lose(known, mind, &chase);
            return Some(chase.id);
        }
        None
    }

    fn find(&mut self, known: &Known, mind: &mut Mindset, name: &str, other: &Sighted) {
        let whom = BeingId::named(name);
        let at = known.place_of(other);
        if let Some(me) = own(known) {
            self.hunts.found(whom, me, known.tick());
        }
        self.on = None;
        self.after = Some((whom, known.step() + steps(self.config.after_seconds)));
        self.chase = Some(chase_of(known, other));
        mind.diary.note(Entry::new(known.tick(), What::Found, Ground::Seen).of(name).at(at));
        self.say(calls::call(Call::Found, Some(name), Some(at), None));
    }

    fn lose(&mut self, known: &Known, mind: &mut Mindset, chase: &Chase) {
        let (name, last) = (&chase.name, chase.last);
        let entry = Entry::new(known.tick(), What::LostSight, Ground::Seen).of(name).at(last.place);
        mind.diary.note(entry.saying("out of plain sight"));
        let trigger = Trigger::Lost { at: point(known.land(), last.place, last.level) };
        self.begin(known, mind, (BeingId::named(name), Some(name)), trigger, Some(last));
        self.say(calls::call(Call::Lost, Some(name), Some(last.place), None));
    }

    pub(super) fn say(&mut self, call: Wish) {
        if self.calls.len() < MOST_CALLS {
            self.calls.push_back(call);
        }
    }

    /// What it has to call out now.
    pub fn call(&mut self) -> Option<Wish> {
        self.calls.pop_front()
    }

    /// Does its part; nothing if it goes on with what it did.
    pub fn act(&mut self, known: &Known, walk: Walk, mind: &mut Mindset, ring: &Ring) -> Option<Vec<Wish>> {
        let me = report(known)?;
        let on = self.on.as_ref()?;
        if let Some(until) = on.unaware_until {
            if known.step() >= until {
                self.on = None;
                return None;
            }
            let task = on.task;
            return self.carry_out(known, walk, task);
        }
        let whom = on.whom;
        let Some(part) = self.hunts.take_part(whom, known, me, ring) else {
            self.on = None;
            return None;
        };
        self.take_in(known, mind, &part);
        let on = self.on.as_mut()?;
        if let Phase::Over(outcome) = part.phase {
            // Whom nobody told goes on for a moment.
            match outcome {
                Outcome::Found(_) => {
                    on.unaware_until = Some(known.step() + steps(self.config.unaware_seconds));
                    let task = on.task;
                    return self.carry_out(known, walk, task);
                }
                _ => {
                    self.give_up(known, mind, outcome.label());
                    return None;
                }
            }
        }
        on.told |= part.phase == Phase::Narrow && matches!(part.task, Task::LookAround);
        on.told |= me.at.distance(part.estimate) < FIGHT.search.there_metres && part.phase == Phase::Sweep;
        if part.phase == Phase::Narrow || on.told {
            on.task = part.task;
        }
        if !self.hunts.has(whom, me.who) {
            self.give_up(known, mind, "it is no use");
            return None;
        }
        let task = self.on.as_ref()?.task;
        self.carry_out(known, walk, task)
    }
}

fn own(known: &Known) -> Option<EntityId> {
    known.welcome().map(|welcome| welcome.body)
}

fn chase_of(known: &Known, foe: &Sighted) -> Chase {
    let last = LastSeen {
        place: known.place_of(foe),
        level: foe.state.level,
        velocity: foe.state.velocity(),
        tick: known.tick(),
    };
    let name = foe.card.name.clone();
    Chase { id: foe.card.id, whom: BeingId::named(&name), name, last, step: known.step() }
}

fn in_plain_sight<'a>(known: &'a Known, name: &str) -> Option<&'a Sighted> {
    let people = known.entities().values().filter(|other| other.is_person() && other.card.name == name);
    people.into_iter().find(|other| other.state.pose != Pose::Fallen && is_in_plain_sight(known, other))
}

/// Where one is and where one looks.
fn report(known: &Known) -> Option<Report> {
    let motion = known.footing().motion();
    let angle = f64::from(motion.heading) / 256.0 * TAU;
    Some(Report {
        who: own(known)?,
        at: point(known.land(), known.place(), known.level()),
        facing: DVec2::new(libm::cos(angle), libm::sin(angle)),
    })
}
