//! A bent: what somebody is up to besides its trade, by a state chart. A townsman stands up for friends, a guard keeps the law, a thug settles accounts, an informer notes who comes.
//!
//! The chart says which activity goes on, `activity` what that means for a body, and `wanted` who is to be looked for and where. Senses are computed from what the guest is
//! sent and from the mind's own respects, nothing else.

mod activity;
mod wanted;

use super::beliefs::is_in_plain_sight;
use super::calling::ACTIONS;
use super::diary::{Entry, Ground, What};
use super::fight::{Cause, Counsel, Fighter, Nerve, Ring, Sides};
use super::hide::Hider;
use super::hunt::{Besieger, Hunter, Hunts, Side};
use super::mindset::Mindset;
use super::moment::Ken;
use super::restraint::Restraint;
use super::rows::LAW;
use super::sleuth::Sleuth;
use super::summons::Summons;
use super::villager::steps;
use super::{Walk, Wish};
use activity::Scene;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};
use wold_chance::Seed;
use wold_guest::known::{Known, Sighted};
use wold_lore::Awareness;
use wold_lore::act::{Meaning, SpeechAct};
use wold_mind::chart::{Chart, Context, Environment};
use wold_mind::gossip::{BeingId, Matter, Place};
use wold_mind::living::{BENTS, bent};
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND};
use wold_wire::{EntityKind, Intent, Loudness, Pose};

static CHARTS: LazyLock<BTreeMap<&'static str, Arc<Chart>>> = LazyLock::new(|| {
    let chart = |name| Some((name, Arc::new(bent(name)?)));
    BENTS.into_iter().filter_map(chart).collect()
});

/// People whose last sighting is remembered.
const MOST_SEEN: usize = 64;

/// How bold the law makes one.
fn duty() -> Nerve {
    Nerve { begin: LAW.guards.begin, go_on: LAW.guards.go_on }
}

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
    summons: Summons,
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
            summons: Summons::default(),
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
        self.summons.listen(known, &mind.name);
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
            let disliked = memory.respect(id) < LAW.foes.foe
                && (!keeps_law || wanted::is_culprit(mind, id, stance.sleuth));
            let sought = self.hunter.is_after(id, known.step());
            let unwanted = keeps_law && wanted::is_banished(mind, id, stance.guards, known.banish_days());
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
            true => wanted::wanted(known, mind, stance, self.fighter.ring()),
            false => wanted::rumoured_foe(memory, here, self.fighter.ring()),
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
            ("called", self.summons.is_called(known)),
            ("cornered", self.summons.is_cornered(known)),
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
