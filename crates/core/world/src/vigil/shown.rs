//! Who looks at whom, to be drawn: shapes with their times, parts of the body seen or not, and why a meter stands where it stands.

use super::{Eyesight, OnEdge, STILL, TALL, Vigil, facing};
use crate::parts::Body;
use crate::realm::Realm;
use crate::registry::Roll;
use wold_senses::awareness::Awareness;
use wold_senses::detect::Notice;
use wold_senses::vision::{Outline, Part, Shape, Stance};
use wold_space::{DVec2, EntityId};

/// One watcher's look at one who hides.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Who looks.
    pub watcher: EntityId,
    /// How much on edge they are.
    pub state: Awareness,
    /// Who hides.
    pub target: EntityId,
    /// Where the two are.
    pub ends: [DVec2; 2],
    /// The meter, 0 to 1, and what the watcher makes of it.
    pub meter: f64,
    /// Whether they saw something or somebody.
    pub notice: Notice,
    /// The shape that counts: its name, its times in seconds at the eyes and at its end, and its rim on the map.
    pub shape: Option<(String, [f64; 2], Vec<DVec2>)>,
    /// Parts of the body, and whether each was in sight at the last look.
    pub parts: Vec<(DVec2, bool)>,
    /// Why the meter stands there.
    pub why: String,
}

/// Points along the curve of a rim.
const CURVE: u32 = 16;

/// All looks there are, by watcher and target.
#[must_use]
pub fn looks(realm: &Realm) -> Vec<Look> {
    let world = realm.ecs();
    let (vigil, sight) = (world.resource::<Vigil>(), &world.resource::<Eyesight>().sight);
    let body = |id: EntityId| Some(world.get::<Body>(*world.resource::<Roll>().0.get(&id)?)?.0);
    let land = &world.resource::<crate::ground::Ground>().land;
    let shown = vigil.lookout.iter().filter_map(|(watcher, target, gaze)| {
        let (from, to) = (body(watcher)?, body(target)?);
        let foot = to.place.extend(f64::from(land.standing_height(to.place, to.level)));
        let places = Stance::from(to.pose).parts(foot, TALL, facing(to.heading));
        let seen = Part::ALL.iter().zip(places).map(|(part, at)| (at.truncate(), gaze.why.parts.has(*part)));
        let shape = gaze.why.shape.and_then(|id| sight.shape.get(usize::from(id.0)));
        let shape = shape.map(|shape| {
            (shape.name.clone(), [shape.least, shape.most], rim(shape, from.place, facing(from.heading)))
        });
        let pace = if to.velocity.length() < STILL { "still" } else { "moving" };
        Some(Look {
            watcher,
            state: world.resource::<OnEdge>().state(watcher),
            target,
            ends: [from.place, to.place],
            meter: gaze.meter.value(),
            notice: gaze.meter.notice(),
            shape,
            parts: seen.collect(),
            why: format!("{}, {pace}", gaze.why.told(sight)),
        })
    });
    shown.collect()
}

/// The rim of a shape on the map, for eyes somewhere that look along a unit vector.
fn rim(shape: &Shape, eyes: DVec2, facing: DVec2) -> Vec<DVec2> {
    let at = |ahead: f64, aside: f64| eyes + facing * ahead + facing.perp() * aside;
    match shape.outline {
        Outline::Cone { degrees } | Outline::Periphery { degrees, .. } => {
            let turn = |step: u32| (f64::from(step) / f64::from(CURVE) - 0.5) * degrees.to_radians();
            let curve = (0..=CURVE).map(turn);
            let curve = curve.map(|turn| at(shape.reach * libm::cos(turn), shape.reach * libm::sin(turn)));
            [eyes].into_iter().chain(curve).collect()
        }
        Outline::Coffin { widest_at, .. } => {
            let ahead = [0.0, widest_at, shape.reach];
            let left = ahead.map(|metres| at(metres, shape.half_width(metres)));
            let right = ahead.map(|metres| at(metres, -shape.half_width(metres)));
            left.into_iter().chain(right.into_iter().rev()).collect()
        }
    }
}
