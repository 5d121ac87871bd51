//! What somebody saw another do, and whose things are.

use crate::bits::{BitReader, BitWriter, Malformed};
use crate::state::{STEPS_PER_METRE, metres_to_steps};
use wold_lore::land::ThingKind;
use wold_lore::{Deed, Owner};
use wold_space::{DVec2, EntityId};

/// A deed the guest's character saw, did or suffered: told once the world has done it.
#[derive(Clone, Debug, PartialEq)]
pub struct Saw {
    /// Who did it.
    pub doer: EntityId,
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

impl Saw {
    pub(super) fn write(&self, w: &mut BitWriter) {
        w.number(self.doer.0, 7);
        w.byte(self.deed as u8);
        w.bit(self.object.is_some());
        if let Some(object) = self.object {
            w.number(object.0, 7);
        }
        w.bit(self.thing.is_some());
        if let Some(thing) = self.thing {
            w.bits(thing as u64, 6);
        }
        w.bit(self.whose.is_some());
        if let Some(owner) = self.whose {
            write_owner(w, owner);
        }
        for metres in [self.place.x, self.place.y] {
            w.signed(i64::from(metres_to_steps(metres)), 7);
        }
    }

    pub(super) fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let doer = EntityId(r.number(7)?);
        let number = r.byte()?;
        let deed = Deed::try_from(number)
            .map_err(|_| Malformed::OutOfRange { field: "deed", value: u64::from(number) })?;
        let object = if r.bit()? { Some(EntityId(r.number(7)?)) } else { None };
        let thing = if r.bit()? { Some(ThingKind::try_from(r.bits(6)? as u8)?) } else { None };
        let whose = if r.bit()? { Some(read_owner(r)?) } else { None };
        let mut metres = || {
            let steps = r.signed(7)?;
            let fits = i32::try_from(steps);
            let fits =
                fits.map_err(|_| Malformed::OutOfRange { field: "place", value: steps.unsigned_abs() })?;
            Ok::<f64, Malformed>(f64::from(fits) / STEPS_PER_METRE)
        };
        let place = DVec2::new(metres()?, metres()?);
        Ok(Self { doer, deed, object, thing, whose, place })
    }
}

/// Whose: a bit for the market, or the id of a person.
pub(super) fn write_owner(w: &mut BitWriter, owner: Owner) {
    w.bit(owner == Owner::Market);
    if let Owner::Person(id) = owner {
        w.number(id.0, 7);
    }
}

pub(super) fn read_owner(r: &mut BitReader) -> Result<Owner, Malformed> {
    Ok(if r.bit()? { Owner::Market } else { Owner::Person(EntityId(r.number(7)?)) })
}
