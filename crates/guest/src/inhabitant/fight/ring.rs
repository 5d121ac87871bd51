//! Who stands where about whom, and whose turn it is.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wold_space::{DVec2, EntityId, Tick};
use wold_tactics::stage::{
    Attack, FighterId, KindId, Part, Refusal, StageConfig, StageManager, View, direction,
};

/// What somebody with bare hands weighs in a circle, and a blow among blows: four stand about one, two strike at a time.
const WEIGHT: u32 = 3;
/// A blow: it may take a second and a half, with the step in and out.
pub(super) const BLOW: Attack = Attack { number: 0, weight: 5, ticks: 30, cool: [12, 0, 0] };
/// Ticks a reason is kept for those who ask.
const KEPT: u64 = 200;

/// Why somebody did what it did.
struct Reason {
    since: u64,
    text: String,
    /// The question where to fall back to, if one was asked.
    question: Option<Value>,
}

struct Inner {
    stage: StageManager,
    updated: Option<u64>,
    reasons: BTreeMap<EntityId, Reason>,
}

/// The arbiter of fights, shared by all inhabitants of a process. Its answers depend on who asked what in which tick, on nothing else.
#[derive(Clone)]
pub struct Ring(Arc<Mutex<Inner>>);

impl Default for Ring {
    fn default() -> Self {
        Self::new(StageConfig::default())
    }
}

impl std::fmt::Debug for Ring {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ring").finish_non_exhaustive()
    }
}

fn fighter(id: EntityId) -> FighterId {
    FighterId(id.0)
}

impl Ring {
    /// A ring with other sizes or capacities.
    #[must_use]
    pub fn new(config: StageConfig) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            stage: StageManager::new(config),
            updated: None,
            reasons: BTreeMap::new(),
        })))
    }

    fn open(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody at a place wants to fight somebody at another; `blocked` are slots (bits) nobody can stand in. Returns what to do.
    pub(super) fn ask(
        &self,
        (who, at): (EntityId, DVec2),
        (foe, foe_at): (EntityId, DVec2),
        blocked: u8,
        now: Tick,
    ) -> Option<Part> {
        let mut inner = self.open();
        inner.stage.owner(fighter(foe), foe_at, blocked);
        inner.stage.ask(fighter(who), KindId(0), WEIGHT, fighter(foe), at, now.0);
        if inner.updated != Some(now.0) || inner.stage.part(fighter(who)).is_none() {
            inner.updated = Some(now.0);
            inner.stage.update(now.0);
            inner.reasons.retain(|_, reason| now.0 < reason.since + KEPT);
        }
        inner.stage.part(fighter(who))
    }

    /// Asks for the turn to strike.
    pub(super) fn begin(&self, who: EntityId, now: Tick) -> Result<(), Refusal> {
        self.open().stage.begin(fighter(who), BLOW, now.0)
    }

    /// The blow is done: the turn is free.
    pub(super) fn end(&self, who: EntityId, now: Tick) {
        self.open().stage.end(fighter(who), now.0);
    }

    /// Somebody fell, left or has other things to do.
    pub fn gone(&self, who: EntityId) {
        self.step_out(who);
        self.open().reasons.remove(&who);
    }

    /// Somebody gave up: its slot and turn are free, why is still known.
    pub(super) fn step_out(&self, who: EntityId) {
        self.open().stage.gone(fighter(who));
    }

    /// How many are about somebody, with a slot or waiting for one.
    pub(super) fn about(&self, foe: EntityId) -> Vec<EntityId> {
        let view = self.view(foe);
        let all = view.iter().flat_map(|view| {
            let held = view.slots.iter().flatten().map(|(id, _)| *id);
            held.chain(view.waiting.iter().map(|(id, _)| *id))
        });
        all.map(|id| EntityId(id.0)).collect()
    }

    /// A circle as it stands.
    #[must_use]
    pub fn view(&self, foe: EntityId) -> Option<View> {
        self.open().stage.view(fighter(foe))
    }

    /// All circles somebody stands or waits at, by who is in the middle.
    #[must_use]
    pub fn circles(&self) -> Vec<(EntityId, View)> {
        let inner = self.open();
        let all = inner.stage.targets().filter_map(|id| Some((EntityId(id.0), inner.stage.view(id)?)));
        all.filter(|(_, view)| !view.waiting.is_empty() || view.slots.iter().any(Option::is_some)).collect()
    }

    /// Whether anybody fights or did lately.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.open().reasons.is_empty()
    }

    /// Says why somebody did what it did last; the last question stays until there is another.
    pub(super) fn explain(&self, who: EntityId, now: Tick, text: String, question: Option<Value>) {
        let mut inner = self.open();
        let before = inner.reasons.remove(&who).and_then(|reason| reason.question);
        inner.reasons.insert(who, Reason { since: now.0, text, question: question.or(before) });
    }

    /// Why somebody did what it did last, if it fought lately.
    #[must_use]
    pub fn reason(&self, who: EntityId) -> Option<String> {
        self.open().reasons.get(&who).map(|reason| reason.text.clone())
    }

    /// All of it, for the operator's window: circles with slots, who waits, and everybody's reasons.
    #[must_use]
    pub fn report(&self) -> Value {
        let circles: Vec<Value> = self.circles().iter().map(|(id, view)| circle(*id, view)).collect();
        let inner = self.open();
        let fighters: Vec<Value> = inner
            .reasons
            .iter()
            .map(|(id, reason)| json!({ "id": id.0.to_string(), "why": reason.text, "query": reason.question }))
            .collect();
        json!({ "circles": circles, "fighters": fighters })
    }
}

fn circle(id: EntityId, view: &View) -> Value {
    let slots: Vec<Value> = view
        .slots
        .iter()
        .enumerate()
        .map(|(slot, held)| {
            let at = view.at + direction(slot) * StageConfig::default().approach;
            json!({ "x": at.x, "y": at.y, "by": held.map(|(id, _)| id.0.to_string()), "striking": held.is_some_and(|(_, locked)| locked) })
        })
        .collect();
    let waiting: Vec<Value> =
        view.waiting.iter().map(|(id, at)| json!({ "id": id.0.to_string(), "x": at.x, "y": at.y })).collect();
    json!({
        "id": id.0.to_string(), "x": view.at.x, "y": view.at.y, "outer": StageConfig::default().outer,
        "slots": slots, "waiting": waiting, "grid_left": view.grid_left, "attack_left": view.attack_left,
    })
}
