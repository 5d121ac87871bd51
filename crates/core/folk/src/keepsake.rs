//! What a neighbour keeps when it is put down: whom it knows, what it remembers, in a form that can be written to disk.
//!
//! Bounded as memory itself is. Deeds are kept by the name of their action, so that another table of actions does not turn gifts into
//! thefts; what the table no longer knows is forgotten.

use super::calling::ACTIONS;
use super::mindset::{Learnt, Mindset};
use serde::{Deserialize, Serialize};
use wold_mind::gossip::Recollection;

/// A mind's memory, written down.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Keepsake {
    name: String,
    /// The actions of the table it was written with, by number.
    actions: Vec<String>,
    names: Vec<String>,
    memory: Recollection,
    learnt: Vec<Learnt>,
}

impl Keepsake {
    /// Whose it is.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
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
        }
    }

    /// Gives a mind back what it kept. Its character is its own, not the keepsake's.
    pub(super) fn restore(self, mind: &mut Mindset) {
        let now: Vec<&str> = ACTIONS.iter().map(|(_, row)| row.name.as_str()).collect();
        if self.name != mind.name || self.actions != now {
            return;
        }
        for name in &self.names {
            mind.names.learn(name);
        }
        mind.memory.recollect(self.memory, &ACTIONS);
        mind.learnt = self.learnt.into();
    }
}
