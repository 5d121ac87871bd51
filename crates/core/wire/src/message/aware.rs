//! How much on edge a guest's character is.

use crate::bits::{BitReader, BitWriter, Coded, Malformed, word};
use crate::message::saw::{read_place, write_place};
use wold_lore::{Awareness, Rouse};
use wold_space::{DVec2, EntityId};

/// The guest's character is on edge, or calmer than it was: told when it changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aware {
    /// How much on edge it is now.
    pub state: Awareness,
    /// Why.
    pub cause: Rouse,
    /// Of whom, as far as the character knows.
    pub about: Option<EntityId>,
    /// Where; rounded to the wire's steps on the way.
    pub place: Option<DVec2>,
}

impl Coded for Aware {
    fn write(&self, w: &mut BitWriter) {
        w.bits(self.state as u64, 2);
        w.bits(self.cause as u64, 4);
        w.bit(self.about.is_some());
        if let Some(about) = self.about {
            w.number(about.0, 7);
        }
        w.bit(self.place.is_some());
        if let Some(place) = self.place {
            write_place(w, place);
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let (state, cause) = (word(r, 2)?, word(r, 4)?);
        let about = if r.bit()? { Some(EntityId(r.number(7)?)) } else { None };
        let place = if r.bit()? { Some(read_place(r)?) } else { None };
        Ok(Self { state, cause, about, place })
    }
}
