//! Things that fly by themselves: told once, and where they are ever after is a sum.
//!
//! A thing goes straight over the ground at an even speed, and falls faster and faster. World and page reckon its way with [`Loosed::at`] from the same rounded numbers; what stops it the world
//! tells ([`Landed`]). When it is shown is for [`crate::contours`] to say.

use crate::bits::{BitReader, BitWriter, Coded, Malformed};
use crate::form::{Bits16, Byte, Id, Maybe, Named, Own, Ticks, record, sections};
use crate::state::{STEPS_PER_METRE, metres_to_steps};
use serde::{Deserialize, Serialize};
use wold_lore::Shot;
use wold_lore::land::ThingKind;
use wold_space::time::STEP_SECONDS;
use wold_space::{DVec2, DVec3, EntityId, Tick};

/// Something was let fly.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Loosed {
    /// What flies.
    pub id: EntityId,
    /// What it is.
    pub thing: ThingKind,
    /// By whom.
    pub by: EntityId,
    /// At whom, if at anybody.
    pub at: Option<EntityId>,
    /// The tick at which it is at its start.
    pub since: Tick,
    /// Where it began: east, north and height in metres.
    pub start: DVec3,
    /// Its velocity there, in metres a second.
    pub velocity: DVec3,
    /// How fast it falls faster, in metres a second each second.
    pub fall: u8,
}

/// What flew has come to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landed {
    /// What flew.
    pub id: EntityId,
    /// Thousandths of a second it flew.
    pub after: u16,
    /// Whom it hit, if anybody.
    pub hit: Option<EntityId>,
    /// Where: east, north and height in metres.
    pub end: DVec3,
}

record! { Loosed, "[flight](#what-flies)" {
    id: Id,
    thing: Named<ThingKind, 6>,
    by: Id,
    at: Maybe<Id>,
    since: Ticks,
    start: Own<DVec3>,
    velocity: Own<DVec3>,
    fall: Byte,
} }

record! { Landed, "[landing](#what-flies)" { id: Id, after: Bits16, hit: Maybe<Id>, end: Own<DVec3> } }

record! { Shot, "[shot](#what-flies)" {
    with: Named<ThingKind, 6>,
    of: Named<ThingKind, 6>,
    speed: Byte,
    fall: Byte,
    reach: Byte,
} }

sections! { DVec3 = "`signed(7)` × 3 in 1/128 m": "signed7 east, signed7 north, signed7 up, in 1/128 m" }

/// A place or a velocity, rounded to the wire's steps.
impl Coded for DVec3 {
    fn write(&self, w: &mut BitWriter) {
        for metres in self.to_array() {
            w.signed(i64::from(metres_to_steps(metres)), 7);
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let mut metres = || {
            let steps = r.signed(7)?;
            let fits = i32::try_from(steps)
                .map_err(|_| Malformed::OutOfRange { field: "place", value: steps.unsigned_abs() })?;
            Ok::<f64, Malformed>(f64::from(fits) / STEPS_PER_METRE)
        };
        Ok(Self::new(metres()?, metres()?, metres()?))
    }
}

/// As the other end will have it.
fn rounded(it: DVec3) -> DVec3 {
    DVec3::from_array(it.to_array().map(|axis| f64::from(metres_to_steps(axis)) / STEPS_PER_METRE))
}

/// The velocity with which a shot is at `end` when it has gone that far over the ground.
///
/// ```
/// use wold_lore::{Shot, land::ThingKind};
/// use wold_space::DVec3;
/// let bow = Shot { with: ThingKind::Bow, of: ThingKind::Arrow, speed: 30, fall: 10, reach: 50 };
/// let velocity = wold_wire::flight::aimed(&bow, DVec3::ZERO, DVec3::new(30.0, 0.0, 0.0));
/// assert_eq!(velocity, DVec3::new(30.0, 0.0, 5.0));
/// ```
#[must_use]
pub fn aimed(shot: &Shot, start: DVec3, end: DVec3) -> DVec3 {
    let way = end - start;
    let speed = f64::from(shot.speed);
    // Who aims at its own feet lets go of the thing.
    let seconds = (way.truncate().length() / speed).max(STEP_SECONDS);
    (way.truncate() / seconds).extend(way.z / seconds + 0.5 * f64::from(shot.fall) * seconds)
}

impl Loosed {
    /// Rounds where it begins and how fast it is, so that both ends reckon with the same numbers.
    #[must_use]
    pub fn rounded(self) -> Self {
        Self { start: rounded(self.start), velocity: rounded(self.velocity), ..self }
    }

    /// Where it is so many seconds after it was let fly, if nothing stops it.
    #[must_use]
    pub fn at(&self, seconds: f64) -> DVec3 {
        let fallen = 0.5 * f64::from(self.fall) * seconds * seconds;
        self.start + self.velocity * seconds - DVec3::Z * fallen
    }

    /// Seconds from its start to a tick.
    #[must_use]
    pub fn seconds(&self, tick: Tick) -> f64 {
        tick.since(self.since) as f64 * STEP_SECONDS
    }

    /// Its velocity over the ground.
    #[must_use]
    pub fn pace(&self) -> DVec2 {
        self.velocity.truncate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loosed() -> Loosed {
        let bow = Shot { with: ThingKind::Bow, of: ThingKind::Arrow, speed: 32, fall: 10, reach: 50 };
        let (start, end) = (DVec3::new(3.1, -4.7, 101.62), DVec3::new(33.0, 8.0, 99.9));
        Loosed {
            id: EntityId(900),
            thing: ThingKind::Arrow,
            by: EntityId(7),
            at: Some(EntityId(8)),
            since: Tick(1000),
            start,
            velocity: aimed(&bow, start, end),
            fall: bow.fall,
        }
    }

    #[test]
    fn what_is_aimed_arrives_and_both_ends_reckon_the_same_way() {
        let here = loosed().rounded();
        let mut w = BitWriter::default();
        here.write(&mut w);
        let bytes = w.finish();
        let there = Loosed::read(&mut BitReader::new(&bytes)).expect("our own bytes");
        assert_eq!(there, here);
        let seconds = DVec2::new(29.9, 12.7).length() / 32.0;
        assert!(here.at(seconds).distance(DVec3::new(33.0, 8.0, 99.9)) < 0.03, "{:?}", here.at(seconds));
        assert!(here.at(seconds / 2.0).z > 101.0, "it flies in a bow");
        assert_eq!(there.seconds(Tick(1020)), 1.0);
    }
}
