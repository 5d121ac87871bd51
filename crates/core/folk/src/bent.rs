//! What people are up to besides their trade, by state charts: townsmen who stand up for friends, guards, thugs, informers.
//!
//! The chart says which activity goes on; this file says what an activity means for a body. Senses are computed from what the guest is
//! sent and from the mind's own respects, nothing else.

use super::beliefs::{Belief, is_in_plain_sight};
use super::calling::ACTIONS;
use super::diary::{Entry, Ground, What};
use super::fight::{Cause, Counsel, Fighter, Nerve, Ring, Sides};
use super::haunts::Haunts;
use super::hide::Hider;
use super::hunt::{Besieger, Hunter, Hunts, Side, Siege, SiegeMeans};
use super::mindset::Mindset;
use super::moment::Ken;
use super::restraint::{Restraint, is_dangerous};
use super::rows::LAW;
use super::sleuth::Sleuth;
use super::talk::Spoken;
use super::villager::steps;
use super::{Spot, Walk, Wish};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};
use wold_chance::Seed;
use wold_guest::known::{Known, Sighted};
use wold_land::measures::TOUCHING_METRES;
use wold_lore::Awareness;
use wold_lore::act::{Meaning, SpeechAct};
use wold_mind::chart::{Chart, Context, Environment};
use wold_mind::gossip::{BeingId, Matter, Memory, Place, Rumour};
use wold_mind::living::{BENTS, bent};
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND};
use wold_wire::{EntityKind, Gait, Intent, Loudness, Pose};

static CHARTS: LazyLock<BTreeMap<&'static str, Arc<Chart>>> = LazyLock::new(|| {
    let chart = |name| Some((name, Arc::new(bent(name)?)));
    BENTS.into_iter().filter_map(chart).collect()
});

/// How bold the law makes one.
fn duty() -> Nerve {
    Nerve { begin: LAW.guards.begin, go_on: LAW.guards.go_on }
}

/// People whose last sighting is remembered.
const MOST_SEEN: usize = 64;

#[derive(Default)]
struct Stage {
    senses: BTreeMap<&'static str, bool>,
    activity: String,
    shout: Option<String>,
}

impl Environment for Stage {
    fn act(&mut self, deed: &str, _: &[f64]) {
        self.shout = Some(deed.to_owned());
    }

    fn sense(&self, name: &str) -> f64 {
        f64::from(u8::from(self.senses.get(name).copied().unwrap_or(false)))
    }

    fn go_on(&mut self, activity: &str) {
        activity.clone_into(&mut self.activity);
    }
}

/// How somebody stands to others, besides its respects.
#[derive(Clone, Copy)]
pub(super) struct Stance<'a> {
    /// Who just did something it will not suffer, and at which step.
    pub outrage: Option<(BeingId, u64)>,
    /// Whom it knows to keep the law: no guard is a foe to another.
    pub guards: &'a BTreeSet<BeingId>,
    /// Its suspicions: what accounts contradict it does not hold against people.
    pub sleuth: &'a Sleuth,
    /// Its town and its people's ways.
    pub ken: Ken<'a>,
}

/// A running bent.
pub(super) struct Bent {
    name: &'static str,
    context: Context,
    started: bool,
    seen: BTreeMap<EntityId, u64>,
    /// Foes, and when each was last in plain sight.
    spotted: BTreeMap<EntityId, u64>,
    thought: u64,
    fighter: Fighter,
    restraint: Restraint,
    /// Where it looks for somebody.
    sought: Option<DVec2>,
    /// Whether its chart knows of searching, and of hiding.
    hunts: bool,
    hides: bool,
    hunter: Hunter,
    besieger: Besieger,
    hider: Hider,
    /// The chart's states when it last wrote its diary.
    noted: Vec<String>,
}

impl Bent {
    /// The bent of that name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let (name, chart) = CHARTS.get_key_value(name)?;
        let knows = |state: &str| chart.states().any(|other| other == state);
        Some(Self {
            name,
            hunts: knows("searching"),
            hides: knows("hiding"),
            hunter: Hunter::new(Hunts::default()),
            besieger: Besieger::default(),
            hider: Hider::new(Seed(0)),
            noted: Vec::new(),
            context: Context::new(chart.clone()),
            started: false,
            seen: BTreeMap::new(),
            spotted: BTreeMap::new(),
            thought: 0,
            fighter: Fighter::default(),
            restraint: Restraint::default(),
            sought: None,
        })
    }

    /// The chart's name.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// The same, minding a ring it shares with others.
    pub(super) fn minding(mut self, ring: &Ring) -> Self {
        let nerve = if self.name == "guard" { duty() } else { Nerve::default() };
        self.fighter = Fighter::new(ring.of(self.name), nerve);
        self
    }

    /// The same, asking for places by a counsel it shares with others.
    pub(super) fn counselled(mut self, counsel: Counsel) -> Self {
        self.fighter = self.fighter.counselled(counsel);
        self
    }

    /// The same, searching together with others.
    pub(super) fn hunting(mut self, hunts: Hunts) -> Self {
        self.hunter = Hunter::new(hunts);
        self
    }

    /// The same, hiding as the seed says.
    pub(super) fn seeded(mut self, seed: Seed) -> Self {
        self.hider = Hider::new(seed);
        self
    }

    /// Who searches, for those who look into its mind.
    pub(super) fn hunter(&self) -> &Hunter {
        &self.hunter
    }

    /// It fell: whatever turn or spot it had is free.
    pub(super) fn fell(&mut self, known: &Known) {
        self.fighter.fell(known);
        self.besieger.stop(known, self.hunter.hunts());
        self.hunter.stop(known, false);
    }

    /// Whether it is in the middle of a fight it means to win.
    pub(super) fn is_fighting(&self) -> bool {
        self.fighter.is_engaged()
    }

    /// Runs from somebody, to where it is hidden if there is such a place.
    pub(super) fn flee_from(&mut self, known: &Known, walk: Walk, danger: &Sighted) -> Vec<Wish> {
        let sides = Sides::of(known, self.fighter.ring(), vec![danger], &[]);
        self.fighter.fall_back(known, walk, &sides, Cause::Fear)
    }

    /// Those of some foes that are in sight or were just now, and whether any sees oneself.
    fn spot<'a>(&mut self, known: &Known, foes: Vec<&'a Sighted>) -> (Vec<&'a Sighted>, bool) {
        let step = known.step();
        let seen: Vec<EntityId> =
            foes.iter().filter(|foe| is_in_plain_sight(known, foe)).map(|foe| foe.card.id).collect();
        self.spotted.extend(seen.iter().map(|id| (*id, step)));
        // Who searches for the lost does not mind them as if it saw them.
        let lost = if self.hunter.is_chasing() {
            steps(self.hunter.lost_seconds())
        } else {
            steps(LAW.foes.lost_seconds)
        };
        self.spotted.retain(|_, since| step < *since + lost);
        let minded = foes.into_iter().filter(|foe| self.spotted.contains_key(&foe.card.id)).collect();
        (minded, !seen.is_empty())
    }

    /// The chart's current states.
    pub(super) fn current(&self) -> Vec<String> {
        self.context.current().into_iter().map(str::to_owned).collect()
    }

    /// What it does now; nothing if it lives as its trade says.
    pub(super) fn act(
        &mut self,
        (known, walk): (&Known, Walk),
        mind: &mut Mindset,
        stance: Stance<'_>,
    ) -> Option<Vec<Wish>> {
        let keeps_law = self.name == "guard";
        if self.hunts {
            let side = Side { keeps_law, joins: self.name != "townsman", guards: stance.guards };
            self.hunter.rouse(known, mind, side);
            if let Some(lost) = self.hunter.track(known, mind) {
                self.spotted.remove(&lost);
            }
        }
        if self.hides {
            self.hider.look_out(known, mind, stance.guards);
        }
        let memory = &mind.memory;
        let outrage = |id: BeingId| stance.outrage.filter(|(whom, _)| *whom == id).map(|(_, since)| since);
        let here = known.place();
        let others: Vec<(&Sighted, f64)> = known
            .entities()
            .values()
            .filter(|other| other.is_person() && other.state.level.abs_diff(known.level()) <= 1)
            .map(|other| (other, other.state.place().distance(here)))
            .collect();
        let is_foe = |other: &Sighted| {
            let id = BeingId::named(&other.card.name);
            let lets_go = || self.restraint.lets_go(other.card.id, outrage(id), known.step());
            let disliked =
                memory.respect(id) < LAW.foes.foe && (!keeps_law || is_culprit(mind, id, stance.sleuth));
            let sought = self.hunter.is_after(id, known.step());
            let unwanted = keeps_law && is_banished(mind, id, stance.guards);
            let is_one = outrage(id).is_some() || disliked || sought || unwanted;
            is_one && !(keeps_law && (stance.guards.contains(&id) || lets_go()))
        };
        let is_down = |other: &Sighted| other.state.pose == Pose::Fallen;
        // Whom it is after it minds from farther away.
        let sought = |other: &Sighted, metres: f64| {
            metres < LAW.foes.chased_metres
                && self.hunter.is_after(BeingId::named(&other.card.name), known.step())
        };
        let after = self.hunter.is_after_anybody(known.step());
        let near = others
            .iter()
            .filter(|(other, metres)| *metres < LAW.foes.sight_metres || after && sought(other, *metres))
            .map(|(other, _)| *other);
        let (down, up): (Vec<&Sighted>, Vec<&Sighted>) =
            near.clone().filter(|other| is_foe(other)).partition(|other| is_down(other));
        let dear: Vec<&Sighted> =
            near.filter(|other| memory.respect(BeingId::named(&other.card.name)) >= LAW.foes.dear).collect();
        let (foes, is_seen) = self.spot(known, up);
        let hunters = self.hider.minded(known).map(|other| known.place_of(other));
        self.fighter.ring().tread(here, foes.iter().map(|foe| known.place_of(foe)).chain(hunters));
        let sides = Sides::of(known, self.fighter.ring(), foes, &dear);
        let foe = sides.foes.first().copied();
        let newcomer =
            others.iter().map(|(other, _)| *other).filter(|other| other.state.level == known.level()).find(
                |other| {
                    self.seen
                        .get(&other.card.id)
                        .is_none_or(|since| known.step() >= since + steps(LAW.foes.a_while_seconds))
                },
            );
        let rumoured = match keeps_law {
            true => wanted(known, mind, stance, self.fighter.ring()),
            false => rumoured_foe(memory, here, self.fighter.ring()),
        };
        let edge = known.awareness().map_or(Awareness::Unaware, |roused| roused.aware.state);
        let mut stage = Stage::default();
        stage.senses.extend([
            ("foe", foe.is_some()),
            ("outrage", sides.foes.iter().any(|foe| outrage(BeingId::named(&foe.card.name)).is_some())),
            ("foe_down", !down.is_empty() && foe.is_none()),
            ("hurt", known.own().health < LAW.foes.hurt),
            ("hidden", !is_seen && self.fighter.is_settled(known)),
            ("newcomer", newcomer.is_some()),
            ("rumoured", rumoured.is_some()),
            ("quarry", self.hunter.is_on()),
            ("hunted", self.hider.is_hunted(known)),
            ("calm", !self.hider.is_hunted(known)),
            ("suspicious", edge >= Awareness::Suspicious),
            ("searching", edge >= Awareness::Searching),
            ("alert", edge >= Awareness::Alert),
        ]);
        let seconds = (known.step() - self.thought.min(known.step())) as f64 / TICKS_PER_SECOND as f64;
        self.thought = known.step();
        let ran = if std::mem::replace(&mut self.started, true) {
            self.context.advance(seconds.min(2.0), &mut stage)
        } else {
            self.context.start(&mut stage)
        };
        if let Err(runaway) = ran {
            tracing::warn!(%runaway, "a bent was stopped");
            return None;
        }
        self.write_down(known, mind, foe);
        let mut calls: Vec<Wish> = self.hunter.call().into_iter().collect();
        let mut shouted = None;
        if let (Some(shout), Some(foe)) = (&stage.shout, foe) {
            // All about are to know that it is the law that strikes, other guards above all.
            let (words, loudness, meaning) = match shout.as_str() {
                "call" => ("Stop in the name of the law", Loudness::Shout, Meaning::Law),
                _ => ("Leave them alone", Loudness::Talk, Meaning::Plea),
            };
            let text = format!("{words}, {}!", foe.card.name);
            let act = Some(Box::new(SpeechAct::to(&foe.card.name, meaning)));
            shouted = Some(Wish::Do(Intent::Say { text, loudness, act }));
        }
        if !["attack", "flee", "heal"].contains(&stage.activity.as_str()) {
            self.fighter.leave(known);
        }
        if stage.activity != "attack" {
            self.besieger.stop(known, self.hunter.hunts());
        }
        if stage.activity != "hunt" {
            self.hunter.stop(known, stage.activity == "attack");
        }
        let scene = Scene { foe, sides: &sides, newcomer, rumoured };
        let deeds = self.carry_on(&stage.activity, (known, walk), mind, stance, scene);
        let deeds = deeds.map(|deeds| shouted.into_iter().chain(deeds).collect::<Vec<Wish>>());
        if calls.is_empty() {
            return deeds;
        }
        calls.extend(deeds.into_iter().flatten());
        Some(calls)
    }

    /// Does what the chart says; nothing if it lives as its trade says.
    fn carry_on(
        &mut self,
        activity: &str,
        (known, walk): (&Known, Walk),
        mind: &mut Mindset,
        stance: Stance<'_>,
        scene: Scene<'_>,
    ) -> Option<Vec<Wish>> {
        let Scene { foe, sides, newcomer, rumoured } = scene;
        let here = known.place();
        let go = |to: DVec2, gait, near| Wish::Go { to: Spot::ground(to), gait, near };
        match activity {
            "attack" if self.name == "guard" => {
                let foe = foe?;
                let id = BeingId::named(&foe.card.name);
                let since = stance.outrage.filter(|(whom, _)| *whom == id).map(|(_, since)| since);
                if self.restraint.is_enough(foe, since, known.step()) {
                    self.fighter.leave(known);
                    self.hunter.let_go(id);
                    // Whether there is anything to hold them for is for the world to say.
                    let name = &foe.card.name;
                    let said = Spoken::to(
                        name,
                        format!("In the name of the law, {name}: it is enough."),
                        Meaning::Law,
                    );
                    return Some(vec![Wish::Stop, Wish::Face(known.place_of(foe)), Wish::Do(said.intent())]);
                }
                let (hunts, fighter) = (self.hunter.hunts(), &mut self.fighter);
                let means = SiegeMeans { known, walk, hunts, fighter, sides };
                match self.besieger.act(means, mind, foe) {
                    Siege::Open => {}
                    Siege::Stands(wishes) => {
                        self.hunter.chase(known, foe);
                        return Some(wishes);
                    }
                    Siege::GivenUp => {
                        self.restraint.let_be(foe.card.id, known.step());
                        self.hunter.let_go(id);
                        return Some(vec![Wish::Stop]);
                    }
                }
                match is_dangerous(since, known.step()) || self.fighter.has(known, foe) {
                    true => self.go_for(known, walk, foe, sides),
                    // Another has them: one stands by.
                    false => {
                        self.hunter.chase(known, foe);
                        Some(stand_by(known, foe))
                    }
                }
            }
            "attack" => self.go_for(known, walk, foe?, sides),
            "hunt" => self.hunter.act(known, walk, mind, self.fighter.ring()),
            "look" => go_and_look(known, walk),
            "watch" => what_roused(known).map(|at| vec![Wish::Stop, Wish::Face(at)]),
            "hide" => Some(self.hider.act(known, walk, mind, self.fighter.ring())),
            "home" => {
                let home = stance.ken.town.map(Haunts::home)?;
                (walk != Walk::Going && home.distance(here) > 6.0).then(|| vec![go(home, Gait::Walk, 3.0)])
            }
            "flee" => {
                foe?;
                Some(self.fighter.fall_back(known, walk, sides, Cause::Hurt))
            }
            "heal" => {
                self.fighter.rest(known);
                Some(vec![Wish::Sit])
            }
            "loot" => {
                let things = known.entities().values().filter(|other| other.thing().is_some());
                let near = things.map(|thing| (thing, thing.state.place().distance(here)));
                let (thing, distance) = near.filter(|(_, d)| *d < 4.0).min_by(|a, b| a.1.total_cmp(&b.1))?;
                Some(if distance < TOUCHING_METRES {
                    vec![Wish::Stop, Wish::Do(Intent::Take(thing.card.id))]
                } else {
                    vec![go(thing.state.place(), Gait::Walk, TOUCHING_METRES * 0.7)]
                })
            }
            "seek" => {
                let to = rumoured?;
                let goes = walk == Walk::Going && self.sought.is_some_and(|before| before.distance(to) < 1.0);
                self.sought = Some(to);
                Some(if goes { Vec::new() } else { vec![go(to, Gait::Walk, 4.0)] })
            }
            "note" => {
                self.note(newcomer?, known.step(), mind);
                None
            }
            _ => None,
        }
    }

    /// Fights somebody, and will look for them if they get away; not for whom it lies in wait.
    fn go_for(&mut self, known: &Known, walk: Walk, foe: &Sighted, sides: &Sides<'_>) -> Option<Vec<Wish>> {
        let deeds = self.fighter.act(known, walk, sides);
        if self.hunts && self.fighter.is_engaged() {
            self.hunter.chase(known, foe);
        }
        deeds
    }

    /// Writes down what it is up to, when that changes.
    fn write_down(&mut self, known: &Known, mind: &mut Mindset, foe: Option<&Sighted>) {
        let now = self.current();
        if now == self.noted {
            return;
        }
        let first = std::mem::replace(&mut self.noted, now).is_empty();
        if first {
            return;
        }
        let entry = Entry::new(known.tick(), What::Decided, Ground::Inferred).saying(&self.noted.join(", "));
        mind.diary.note(match foe {
            Some(foe) => entry.of(&foe.card.name).at(known.place_of(foe)),
            None => entry,
        });
    }

    /// Remembers where somebody was seen.
    fn note(&mut self, other: &Sighted, step: u64, mind: &mut Mindset) {
        if self.seen.len() >= MOST_SEEN {
            self.seen.retain(|_, since| step < *since + steps(LAW.foes.a_while_seconds));
        }
        if self.seen.len() < MOST_SEEN {
            self.seen.insert(other.card.id, step);
        }
        let at = other.state.place();
        let is_worth_it =
            other.card.kind == EntityKind::HUMAN || mind.respect(&other.card.name) < LAW.foes.wary;
        if let Some(action) = ACTIONS.named("seen").ok().filter(|_| is_worth_it) {
            let place = Place { x: at.x as i32, y: at.y as i32 };
            let sighting = Matter::sighting(BeingId::named(&other.card.name), action, place);
            mind.memory.witness(&ACTIONS, sighting, None, mind.now);
        }
    }
}

/// What a chart's activity is about.
#[derive(Clone, Copy)]
struct Scene<'a> {
    foe: Option<&'a Sighted>,
    sides: &'a Sides<'a>,
    newcomer: Option<&'a Sighted>,
    rumoured: Option<DVec2>,
}

/// Whether somebody is believed to have done something bad, by one's own eyes or by accounts that hold together, and has not been judged since.
fn is_culprit(mind: &Mindset, whom: BeingId, sleuth: &Sleuth) -> bool {
    let judged = ACTIONS.named("convict").ok();
    let judgments = mind.memory.rumours().iter().filter(|rumour| {
        rumour.matter.subject == whom && Some(rumour.matter.action) == judged && !rumour.denied
    });
    let settled = judgments.map(|rumour| rumour.matter.day).max();
    let bad = |rumour: &Rumour| {
        ACTIONS.row(rumour.matter.action).severity < -0.1 && settled.is_none_or(|day| rumour.matter.day > day)
    };
    let holds = |rumour: &Rumour| rumour.is_experience() || !sleuth.doubts(&rumour.matter, mind);
    let of_them =
        mind.memory.rumours().iter().filter(|rumour| rumour.matter.subject == whom && !rumour.denied);
    of_them.into_iter().any(|rumour| bad(rumour) && holds(rumour))
}

/// Whether a guard knows that somebody was sent away more than a day ago, by its own eyes or from a fellow: what is told from other towns is theirs to see to.
fn is_banished(mind: &Mindset, whom: BeingId, guards: &BTreeSet<BeingId>) -> bool {
    let Ok(action) = ACTIONS.named("banish") else { return false };
    let of_them = |rumour: &&Rumour| {
        (rumour.matter.subject, rumour.matter.action) == (whom, action)
            && !rumour.denied
            && rumour.matter.day + 1 < mind.day
    };
    let knows = |rumour: &Rumour| rumour.teller().is_none_or(|teller| guards.contains(&teller));
    mind.memory.rumours().iter().filter(of_them).any(knows)
}

/// The nearest place where a culprit who is out of sight was seen or is usually found at this hour, unless one stands there.
fn wanted(known: &Known, mind: &Mindset, stance: Stance<'_>, ring: &Ring) -> Option<DVec2> {
    let (here, hour) = (known.place(), known.time_of_day() * 24.0);
    let in_sight =
        |id: BeingId| known.entities().values().any(|other| BeingId::named(&other.card.name) == id);
    let seen = ACTIONS.named("seen").ok()?;
    let people = mind.memory.people().iter().filter(|person| person.respect < LAW.foes.foe);
    let culprits = people.filter(|person| {
        !stance.guards.contains(&person.id)
            && is_culprit(mind, person.id, stance.sleuth)
            && !in_sight(person.id)
    });
    let places = culprits.filter_map(|person| {
        let told = mind.memory.rumours().iter().find(|rumour| {
            (rumour.matter.subject, rumour.matter.action) == (person.id, seen) && !rumour.denied
        });
        let told = told.and_then(|rumour| rumour.matter.place);
        let told = told.map(|place| DVec2::new(f64::from(place.x), f64::from(place.y)));
        let believed = mind
            .beliefs
            .place_of(person.id)
            .filter(|belief| belief.sure_at(known.tick()) >= LAW.guards.believed);
        let told = believed.and_then(Belief::place).map(|(place, _)| place).or(told);
        let usual = || stance.ken.habits.forecast(person.id, hour, stance.ken.town?);
        told.or_else(|| {
            usual().filter(|expected| expected.chance >= LAW.guards.usual).map(|expected| expected.at)
        })
    });
    let near = places.filter(|place| (6.0..LAW.guards.wanted_metres).contains(&place.distance(here)));
    // Duty goes anywhere, but last to where it is dangerous.
    let dear = |place: &DVec2| place.distance(here) + LAW.guards.dread_metres * ring.danger(*place);
    near.min_by(|a, b| dear(a).total_cmp(&dear(b)))
}

/// Where what put one on edge is, as far as one was told.
fn what_roused(known: &Known) -> Option<DVec2> {
    known.awareness()?.aware.place
}

/// Goes to what put one on edge, and looks about there; nothing if one does not know where that is.
fn go_and_look(known: &Known, walk: Walk) -> Option<Vec<Wish>> {
    let at = what_roused(known)?;
    if at.distance(known.place()) <= LAW.foes.look_metres {
        return Some(vec![Wish::Stop, Wish::Face(at)]);
    }
    let to = Spot { place: at, level: known.level() };
    Some(if walk == Walk::Going {
        Vec::new()
    } else {
        vec![Wish::Go { to, gait: Gait::Walk, near: LAW.foes.look_metres * 0.8 }]
    })
}

/// Stays near a foe another strikes, and looks on.
fn stand_by(known: &Known, foe: &Sighted) -> Vec<Wish> {
    let at = known.place_of(foe);
    if at.distance(known.place()) > LAW.guards.stand_by_metres {
        return vec![Wish::Go {
            to: Spot { place: at, level: foe.state.level },
            gait: Gait::Run,
            near: LAW.guards.stand_by_metres * 0.8,
        }];
    }
    vec![Wish::Stop, Wish::Face(at)]
}

/// The nearest place where somebody disrespected is said to be, unless one stands there; rather a farther one than one that is dangerous.
fn rumoured_foe(memory: &Memory, here: DVec2, ring: &Ring) -> Option<DVec2> {
    let action = ACTIONS.named("seen").ok()?;
    memory
        .rumours()
        .iter()
        .filter(|rumour| rumour.matter.action == action && !rumour.denied)
        .filter(|rumour| memory.respect(rumour.matter.subject) < LAW.foes.foe)
        .filter_map(|rumour| rumour.matter.place)
        .map(|place| DVec2::new(f64::from(place.x), f64::from(place.y)))
        .filter(|place| place.distance(here) > 6.0 && ring.danger(*place) < LAW.foes.deadly)
        .min_by(|a, b| a.distance(here).total_cmp(&b.distance(here)))
}
