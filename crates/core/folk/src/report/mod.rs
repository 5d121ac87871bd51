//! What inhabitants let be seen of themselves, as types: for the operator's page and for tools. Whoever draws it needs to know nothing else of them.
//!
//! * [`mind`]: a mind laid open, and how it learnt of a matter.
//! * [`fights`]: fights, with everything that was thought of, and the nets that hand out what is scarce.
//! * [`searches`]: who looks for whom, and where.

pub mod fights;
pub mod mind;
pub mod searches;

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use wold_space::{EntityId, GuestId};

/// Somebody or something of the world, as a page names it: digits in a string, since a page's numbers do not hold 64 bits.
///
/// ```
/// use wold_folk::report::Key;
/// use wold_space::EntityId;
/// assert_eq!(serde_json::to_string(&Key::from(EntityId(7))).unwrap(), "\"7\"");
/// assert_eq!(serde_json::from_str::<Key>("\"7\"").unwrap().entity(), EntityId(7));
/// assert!(serde_json::from_str::<Key>("\"seven\"").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "typescript", ts(type = "string"))]
pub struct Key(u64);

/// What was to name somebody does not.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no entity")]
pub struct NoKey(String);

impl Key {
    /// As an entity of the world.
    #[must_use]
    pub fn entity(self) -> EntityId {
        EntityId(self.0)
    }
}

impl From<EntityId> for Key {
    fn from(id: EntityId) -> Self {
        Self(id.0)
    }
}

impl From<GuestId> for Key {
    fn from(id: GuestId) -> Self {
        Self(id.0)
    }
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        key.0.to_string()
    }
}

impl TryFrom<String> for Key {
    type Error = NoKey;

    fn try_from(text: String) -> Result<Self, NoKey> {
        text.parse().map(Self).map_err(|_| NoKey(text))
    }
}

/// A place in metres: east and north.
pub type Point = [f64; 2];
