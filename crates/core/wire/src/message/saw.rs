//! What somebody saw another do, and whose things are.

use crate::bits::{BitReader, BitWriter, Coded, Malformed, word};
use crate::state::{STEPS_PER_METRE, metres_to_steps};
use wold_lore::land::ThingKind;
use wold_lore::{Deed, Owner};
use wold_space::{DVec2, EntityId};

/// A deed the guest's character saw, did or suffered: told once the world has done it.
#[derive(Clone, Debug, PartialEq)]
pub struct Saw {
    /// Who did it; nobody, if they were not made out.
    pub doer: Option<EntityId>,
    /// What.
    pub deed: Deed,
    /// To whom or what.
    pub object: Option<EntityId>,
    /// With what, or what was taken or given.
    pub thing: Option<ThingKind>,
    /// Whose that was.
    pub whose: Option<Owner>,
    /// Where; rounded to the wire's steps on the way.
    pub place: DVec2,
}

impl Coded for Saw {
    fn write(&self, w: &mut BitWriter) {
        w.bit(self.doer.is_some());
        if let Some(doer) = self.doer {
            w.number(doer.0, 7);
        }
        w.byte(self.deed as u8);
        w.bit(self.object.is_some());
        if let Some(object) = self.object {
            w.number(object.0, 7);
        }
        w.bit(self.thing.is_some());
        if let Some(thing) = self.thing {
            w.bits(thing as u64, 6);
        }
        self.whose.write(w);
        write_place(w, self.place);
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let doer = if r.bit()? { Some(EntityId(r.number(7)?)) } else { None };
        let deed = word(r, 8)?;
        let object = if r.bit()? { Some(EntityId(r.number(7)?)) } else { None };
        let thing = if r.bit()? { Some(word(r, 6)?) } else { None };
        let whose = Option::read(r)?;
        let place = read_place(r)?;
        Ok(Self { doer, deed, object, thing, whose, place })
    }
}

pub(super) fn write_place(w: &mut BitWriter, place: DVec2) {
    for metres in [place.x, place.y] {
        w.signed(i64::from(metres_to_steps(metres)), 7);
    }
}

pub(super) fn read_place(r: &mut BitReader) -> Result<DVec2, Malformed> {
    let mut metres = || {
        let steps = r.signed(7)?;
        let fits = i32::try_from(steps);
        let fits = fits.map_err(|_| Malformed::OutOfRange { field: "place", value: steps.unsigned_abs() })?;
        Ok::<f64, Malformed>(f64::from(fits) / STEPS_PER_METRE)
    };
    Ok(DVec2::new(metres()?, metres()?))
}

/// A bit for whether it is anybody's; then a bit for the market, or the id of a person.
impl Coded for Option<Owner> {
    fn write(&self, w: &mut BitWriter) {
        w.bit(self.is_some());
        let Some(owner) = self else { return };
        w.bit(*owner == Owner::Market);
        if let Owner::Person(id) = owner {
            w.number(id.0, 7);
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        Ok(match r.bit()? {
            false => None,
            true if r.bit()? => Some(Owner::Market),
            true => Some(Owner::Person(EntityId(r.number(7)?))),
        })
    }
}
