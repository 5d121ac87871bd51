//! What a neighbour keeps when it is put down: whom it knows, what it remembers, in a form that can be written to disk.
//!
//! Bounded as memory itself is. Deeds are kept by the name of their action, so that another table of actions does not turn gifts into
//! thefts; what the table no longer knows is forgotten.

use super::window::{Inner, Learnt};
use serde::{Deserialize, Serialize};
use wold_mind::gossip::{Actions, Recollection};

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
    pub fn of(inner: &Inner) -> Self {
        let actions = super::neighbour::ACTIONS.iter().map(|(_, row)| row.name.clone()).collect();
        Self {
            name: inner.name.clone(),
            actions,
            names: inner.names.iter().map(str::to_owned).collect(),
            memory: inner.memory.recollection(),
            learnt: inner.learnt.iter().copied().collect(),
        }
    }

    /// Gives a mind back what it kept. Its character is its own, not the keepsake's.
    pub(super) fn restore(self, inner: &mut Inner, actions: &Actions) {
        let now: Vec<&str> = actions.iter().map(|(_, row)| row.name.as_str()).collect();
        if self.name != inner.name || self.actions != now {
            return;
        }
        for name in &self.names {
            inner.names.learn(name);
        }
        inner.memory.recollect(self.memory, actions);
        inner.learnt = self.learnt.into();
    }
}
