//! What a closer look tells of somebody, besides the words.

use crate::bits::{BitReader, BitWriter, Malformed};
use serde::{Deserialize, Serialize};
use wold_space::EntityId;

/// How somebody is spoken of where the one stands who looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Repute {
    #[default]
    None = 0,
    Good = 1,
    Bad = 2,
}

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
        let repute = match r.bits(2)? {
            0 => Repute::None,
            1 => Repute::Good,
            2 => Repute::Bad,
            value => return Err(Malformed::OutOfRange { field: "repute", value }),
        };
        Ok(Self { who, guard, repute })
    }
}
