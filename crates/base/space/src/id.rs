//! Names for things, unique across every host of a world.

use serde::{Deserialize, Serialize};

/// A part of the plane that one host simulates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ZoneId(pub u16);

/// Whoever holds a connection: a human or an inhabitant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GuestId(pub u64);

/// A body, a thing or a door: anything that has a state of its own.
///
/// The zone that made it is part of the name, so two hosts never give the same one.
///
/// ```
/// use wold_space::{EntityId, ZoneId};
/// let id = EntityId::new(ZoneId(3), 77);
/// assert_eq!((id.zone(), id.serial()), (ZoneId(3), 77));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EntityId(pub u64);

impl EntityId {
    const SERIAL_BITS: u32 = 48;

    /// The `serial`-th entity made by `zone`. Serials have 48 bits.
    #[must_use]
    pub fn new(zone: ZoneId, serial: u64) -> Self {
        debug_assert!(serial >> Self::SERIAL_BITS == 0, "entity serials have 48 bits");
        Self((u64::from(zone.0) << Self::SERIAL_BITS) | serial)
    }

    /// The zone that made it (not the one it is in now).
    #[must_use]
    pub fn zone(self) -> ZoneId {
        ZoneId((self.0 >> Self::SERIAL_BITS) as u16)
    }

    /// Its number within that zone.
    #[must_use]
    pub fn serial(self) -> u64 {
        self.0 & ((1 << Self::SERIAL_BITS) - 1)
    }
}

impl std::fmt::Display for EntityId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.zone().0, self.serial())
    }
}
