//! Whose a thing is.

use serde::{Deserialize, Serialize};
use wold_space::EntityId;

/// Who owns a thing that is not nobody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Owner {
    /// Somebody.
    Person(EntityId),
    /// Whoever keeps a stall: its wares are nobody's own, and not for the taking.
    Market,
}

impl Owner {
    /// The person, if it is one.
    #[must_use]
    pub fn person(self) -> Option<EntityId> {
        match self {
            Self::Person(id) => Some(id),
            Self::Market => None,
        }
    }
}
