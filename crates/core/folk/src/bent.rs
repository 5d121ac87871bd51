//! What people are up to besides their trade, by state charts: townsmen who stand up for friends, guards, thugs, informers.
//!
//! The chart says which activity goes on; this file says what an activity means for a body. Senses are computed from what the guest is
//! sent and from the mind's own respects, nothing else.

use super::calling::ACTIONS;
use super::fight::{Cause, Fighter, Nerve, Ring, Sides};
use super::mindset::Mindset;
use super::{Spot, Walk, Wish};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};
use wold_guest::known::{Known, Sighted};
use wold_land::measures::TOUCHING_METRES;
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

/// Respect below which somebody is a foe.
const FOE: f64 = 0.3;
/// Respect below which it is worth telling where a local was seen; of strangers it always is.
const WARY: f64 = 0.45;
/// Respect from which somebody is counted on in a fight.
const DEAR: f64 = 0.7;
/// Metres within which foes are minded.
const SIGHT: f64 = 15.0;
/// Health, of 255, below which one is badly hurt.
const HURT: u8 = 90;
/// Steps after which somebody counts as not seen for a while.
const A_WHILE: u64 = 60 * TICKS_PER_SECOND;
/// Steps for which a foe that went out of sight is still minded.
const LOST: u64 = 4 * TICKS_PER_SECOND;
/// How bold the law makes one.
const DUTY: Nerve = Nerve { begin: 0.25, go_on: 0.15 };
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
    /// Who just did something it will not suffer.
    pub outrage: Option<BeingId>,
    /// Whom it knows to keep the law: no guard is a foe to another.
    pub guards: &'a BTreeSet<BeingId>,
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
}

impl Bent {
    /// The bent of that name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let (name, chart) = CHARTS.get_key_value(name)?;
        Some(Self {
            name,
            context: Context::new(chart.clone()),
            started: false,
            seen: BTreeMap::new(),
            spotted: BTreeMap::new(),
            thought: 0,
            fighter: Fighter::default(),
        })
    }

    /// The chart's name.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// The same, minding a ring it shares with others.
    pub(super) fn minding(mut self, ring: Ring) -> Self {
        let nerve = if self.name == "guard" { DUTY } else { Nerve::default() };
        self.fighter = Fighter::new(ring, nerve);
        self
    }

    /// It fell: whatever turn it had is free.
    pub(super) fn fell(&mut self, known: &Known) {
        self.fighter.fell(known);
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
        let sees = |foe: &Sighted| known.land().in_sight(known.place(), known.place_of(foe), known.level());
        let seen: Vec<EntityId> = foes.iter().filter(|foe| sees(foe)).map(|foe| foe.card.id).collect();
        self.spotted.extend(seen.iter().map(|id| (*id, step)));
        self.spotted.retain(|_, since| step < *since + LOST);
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
        Stance { outrage, guards }: Stance<'_>,
    ) -> Option<Vec<Wish>> {
        let memory = &mind.memory;
        let here = known.place();
        let others: Vec<(&Sighted, f64)> = known
            .entities()
            .values()
            .filter(|other| other.is_person() && other.state.level == known.level())
            .map(|other| (other, other.state.place().distance(here)))
            .collect();
        let keeps_law = self.name == "guard";
        let is_foe = |other: &Sighted| {
            let id = BeingId::named(&other.card.name);
            let disliked = memory.respect(id) < FOE && (!keeps_law || is_culprit(memory, id));
            (outrage == Some(id) || disliked) && !(keeps_law && guards.contains(&id))
        };
        let is_down = |other: &Sighted| other.state.pose == Pose::Fallen;
        let near = others.iter().filter(|(_, distance)| *distance < SIGHT).map(|(other, _)| *other);
        let (down, up): (Vec<&Sighted>, Vec<&Sighted>) =
            near.clone().filter(|other| is_foe(other)).partition(|other| is_down(other));
        let dear: Vec<&Sighted> =
            near.filter(|other| memory.respect(BeingId::named(&other.card.name)) >= DEAR).collect();
        let (foes, is_seen) = self.spot(known, up);
        let sides = Sides::of(known, self.fighter.ring(), foes, &dear);
        let foe = sides.foes.first().copied();
        let newcomer = others
            .iter()
            .map(|(other, _)| *other)
            .find(|other| self.seen.get(&other.card.id).is_none_or(|since| known.step() >= since + A_WHILE));
        let rumoured = rumoured_foe(memory, here);
        let mut stage = Stage::default();
        stage.senses.extend([
            ("foe", foe.is_some()),
            ("outrage", sides.foes.iter().any(|foe| outrage == Some(BeingId::named(&foe.card.name)))),
            ("foe_down", !down.is_empty() && foe.is_none()),
            ("hurt", known.own().health < HURT),
            ("hidden", !is_seen && self.fighter.is_settled(known)),
            ("newcomer", newcomer.is_some()),
            ("rumoured", rumoured.is_some()),
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
        let mut wishes: Vec<Wish> = Vec::new();
        if let (Some(shout), Some(foe)) = (&stage.shout, foe) {
            // All about are to know that it is the law that strikes, other guards above all.
            let (words, loudness, meaning) = match shout.as_str() {
                "call" => ("Stop in the name of the law", Loudness::Shout, Meaning::Law),
                _ => ("Leave them alone", Loudness::Talk, Meaning::Plea),
            };
            let text = format!("{words}, {}!", foe.card.name);
            let act = Some(Box::new(SpeechAct::to(&foe.card.name, meaning)));
            wishes.push(Wish::Do(Intent::Say { text, loudness, act }));
        }
        let go = |to: DVec2, gait, near| Wish::Go { to: Spot::ground(to), gait, near };
        if !["attack", "flee", "heal"].contains(&stage.activity.as_str()) {
            self.fighter.leave(known);
        }
        match stage.activity.as_str() {
            "attack" => {
                foe?;
                wishes.extend(self.fighter.act(known, walk, &sides)?);
                Some(wishes)
            }
            "flee" => {
                foe?;
                Some(self.fighter.fall_back(known, walk, &sides, Cause::Hurt))
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
            "seek" => rumoured.map(|to| vec![go(to, Gait::Walk, 4.0)]),
            "note" => {
                self.note(newcomer?, known.step(), mind);
                None
            }
            _ => None,
        }
    }

    /// Remembers where somebody was seen.
    fn note(&mut self, other: &Sighted, step: u64, mind: &mut Mindset) {
        if self.seen.len() >= MOST_SEEN {
            self.seen.retain(|_, since| step < *since + A_WHILE);
        }
        if self.seen.len() < MOST_SEEN {
            self.seen.insert(other.card.id, step);
        }
        let at = other.state.place();
        let is_worth_it = other.card.kind == EntityKind::Human || mind.respect(&other.card.name) < WARY;
        if let Some(action) = ACTIONS.named("seen").ok().filter(|_| is_worth_it) {
            let place = Place { x: at.x as i32, y: at.y as i32 };
            let sighting = Matter::sighting(BeingId::named(&other.card.name), action, place);
            mind.memory.witness(&ACTIONS, sighting, None, mind.now);
        }
    }
}

/// Whether somebody is believed to have done something bad.
fn is_culprit(memory: &Memory, whom: BeingId) -> bool {
    let bad = |rumour: &Rumour| ACTIONS.row(rumour.matter.action).severity < -0.1;
    memory.rumours().iter().any(|rumour| rumour.matter.subject == whom && !rumour.denied && bad(rumour))
}

/// The nearest place where somebody disrespected is said to be, unless one stands there.
fn rumoured_foe(memory: &Memory, here: DVec2) -> Option<DVec2> {
    let action = ACTIONS.named("seen").ok()?;
    memory
        .rumours()
        .iter()
        .filter(|rumour| rumour.matter.action == action && !rumour.denied)
        .filter(|rumour| memory.respect(rumour.matter.subject) < FOE)
        .filter_map(|rumour| rumour.matter.place)
        .map(|place| DVec2::new(f64::from(place.x), f64::from(place.y)))
        .filter(|place| place.distance(here) > 6.0)
        .min_by(|a, b| a.distance(here).total_cmp(&b.distance(here)))
}
