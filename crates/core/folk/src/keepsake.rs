//! What a neighbour keeps when it is put down: whom it knows, what it remembers, what it needs and where it lives, in a form that can be written to disk.
//!
//! Bounded as memory itself is. Deeds are kept by the name of their action, so that another table of actions does not turn gifts into
//! thefts; what the table no longer knows is forgotten.

use super::annals::Annals;
use super::beliefs::{Belief, Beliefs};
use super::calling::ACTIONS;
use super::carter::Trips;
use super::courtship::Sparks;
use super::diary::{Diary, Entry};
use super::mindset::{Learnt, Mindset};
use serde::{Deserialize, Serialize};
use wold_mind::gossip::{Acquaintance, ActionId, BeingId, Matter, Recollection, Rumour};
use wold_mind::living::{Need, Needs};
use wold_space::DVec2;

/// A mind's memory, written down.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Keepsake {
    name: String,
    /// The actions of the table it was written with, by number.
    actions: Vec<String>,
    names: Vec<String>,
    memory: Recollection,
    learnt: Vec<Learnt>,
    /// Older ones have none.
    #[serde(default)]
    beliefs: Vec<Belief>,
    #[serde(default)]
    diary: Vec<Entry>,
    /// How many entries its diary ever had.
    #[serde(default)]
    written: u64,
    #[serde(default)]
    annals: Annals,
    #[serde(default)]
    needs: Needs,
    /// The hour it was written down: no time has passed for who slept through a stop.
    #[serde(default)]
    hour: f64,
    /// The middle of the town it lives in.
    #[serde(default)]
    town: Option<DVec2>,
    #[serde(default)]
    sparks: Sparks,
    #[serde(default)]
    trips: Trips,
}

impl Keepsake {
    /// Whose it is.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many entries its diary ever had.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written
    }

    /// The entries of its diary that were written after so many, as far as they are kept.
    pub fn pages(&self, mark: u64) -> impl Iterator<Item = &Entry> {
        let new = self.written.saturating_sub(mark).min(self.diary.len() as u64);
        self.diary.iter().skip(self.diary.len() - new as usize)
    }

    /// What its owner needs.
    #[must_use]
    pub fn needs(&self) -> &Needs {
        &self.needs
    }

    /// How its owner has lived.
    #[must_use]
    pub fn annals(&self) -> &Annals {
        &self.annals
    }

    /// What it remembers, each with the name of what was done.
    pub fn rumours(&self) -> impl Iterator<Item = (&Rumour, &str)> {
        let named = |rumour: &Rumour| self.actions.get(usize::from(rumour.matter.action.0));
        self.memory.rumours().iter().filter_map(move |rumour| Some((rumour, named(rumour)?.as_str())))
    }

    /// Everybody it knows but itself, with the respect it has for them.
    pub fn acquaintances(&self) -> impl Iterator<Item = &Acquaintance> {
        let own = BeingId::named(&self.name);
        self.memory.people().iter().filter(move |person| person.id != own)
    }

    /// What a mind keeps.
    #[must_use]
    pub fn of(mind: &Mindset) -> Self {
        let actions = ACTIONS.iter().map(|(_, row)| row.name.clone()).collect();
        Self {
            name: mind.name.clone(),
            actions,
            names: mind.names.iter().map(str::to_owned).collect(),
            memory: mind.memory.recollection(),
            learnt: mind.learnt.iter().copied().collect(),
            beliefs: mind.beliefs.iter().copied().collect(),
            diary: mind.diary.entries().cloned().collect(),
            written: mind.diary.mark(),
            annals: mind.annals.clone(),
            needs: mind.needs,
            hour: mind.now,
            town: mind.town,
            sparks: mind.sparks.clone(),
            trips: mind.trips.clone(),
        }
    }

    /// Gives a mind back what it kept. Its character is its own, not the keepsake's.
    pub(super) fn restore(self, mind: &mut Mindset) {
        if self.name != mind.name {
            return;
        }
        let actions = self.actions;
        let renumber = |old: ActionId| ACTIONS.named(actions.get(usize::from(old.0))?).ok();
        for name in &self.names {
            mind.names.learn(name);
        }
        mind.memory.recollect(self.memory.renumbered(renumber), &ACTIONS);
        let renumbered = |learnt: Learnt| {
            let action = renumber(learnt.matter.action)?;
            Some(Learnt { matter: Matter { action, ..learnt.matter }, ..learnt })
        };
        mind.learnt = self.learnt.into_iter().filter_map(renumbered).collect();
        mind.beliefs = Beliefs::kept(self.beliefs);
        mind.diary = Diary::kept(self.diary, self.written);
        mind.annals = self.annals;
        mind.now = if self.hour.is_finite() { self.hour } else { 0.0 };
        // Written by whoever: a level is a level again.
        Need::ALL.into_iter().for_each(|need| mind.needs.set(need, self.needs.level(need)));
        mind.town = self.town.filter(|town| town.is_finite());
        mind.sparks = self.sparks;
        mind.trips = self.trips;
    }
}
