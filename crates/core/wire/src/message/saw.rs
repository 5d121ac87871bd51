//! What somebody saw another do, and whose things are.

use crate::bits::{BitReader, BitWriter, Coded, Malformed};
use crate::form::{Id, Maybe, Named, Own, record, sections};
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

record! { Saw, "[deed](#what-is-seen-done)" {
    doer: Maybe<Id>,
    deed: Named<Deed, 8>,
    object: Maybe<Id>,
    thing: Maybe<Named<ThingKind, 6>>,
    whose: Own<Option<Owner>>,
    place: Own<DVec2>,
} }

sections! {
    DVec2 = "`signed(7)` × 2 in 1/128 m": "signed7 east, signed7 north, in 1/128 m",
    Option<Owner> = "option of an [owner](#owners)": "bit; if it is set: market bit; unless it is set: person id",
}

/// A place, rounded to the wire's steps.
impl Coded for DVec2 {
    fn write(&self, w: &mut BitWriter) {
        for metres in [self.x, self.y] {
            w.signed(i64::from(metres_to_steps(metres)), 7);
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let mut metres = || {
            let steps = r.signed(7)?;
            let fits = i32::try_from(steps);
            let fits =
                fits.map_err(|_| Malformed::OutOfRange { field: "place", value: steps.unsigned_abs() })?;
            Ok::<f64, Malformed>(f64::from(fits) / STEPS_PER_METRE)
        };
        Ok(Self::new(metres()?, metres()?))
    }
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
