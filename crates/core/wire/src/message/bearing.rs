//! What a closer look tells of somebody, besides the words.

use crate::bits::{BitReader, BitWriter, Malformed, word};
use serde::{Deserialize, Serialize};
use wold_lore::Repute;
use wold_space::EntityId;

/// What is to be known of somebody at a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bearing {
    /// Of whom.
    pub who: EntityId,
    /// Whether they keep the law.
    pub guard: bool,
    /// What is said of them here.
    pub repute: Repute,
}

impl Bearing {
    pub(super) fn write(&self, w: &mut BitWriter) {
        w.number(self.who.0, 7);
        w.bit(self.guard);
        w.bits(self.repute as u64, 2);
    }

    pub(super) fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let (who, guard) = (EntityId(r.number(7)?), r.bit()?);
        let repute = word(r, 2)?;
        Ok(Self { who, guard, repute })
    }
}
