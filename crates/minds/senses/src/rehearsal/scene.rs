//! What a scene consists of.

use crate::awareness::Awareness;
use crate::changed::Condition;
use crate::light::{Lamp, Sky};
use crate::settings::{SettingsError, wrong};
use crate::vision::{Motion, Ray, Rays, Sight, Stance};
use glam::{DVec2, DVec3};
use std::collections::BTreeSet;
use wold_space::EntityId;

/// A piece of wall, upright.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// One end.
    pub from: DVec2,
    /// The other.
    pub to: DVec2,
    /// Where it begins above the ground.
    pub bottom: f64,
    /// Where it ends.
    pub top: f64,
}

impl Wall {
    /// Whether it stands in the way.
    #[must_use]
    pub fn blocks(&self, ray: Ray) -> bool {
        let (way, along) = ((ray.to - ray.from).truncate(), self.to - self.from);
        let cross = way.perp_dot(along);
        if cross.abs() < 1e-12 {
            return false;
        }
        let off = self.from - ray.from.truncate();
        let (share, place) = (off.perp_dot(along) / cross, off.perp_dot(way) / cross);
        let z = ray.from.z + (ray.to.z - ray.from.z) * share;
        (0.0..=1.0).contains(&share) && (0.0..=1.0).contains(&place) && (self.bottom..=self.top).contains(&z)
    }
}

/// Who looks, and stands still.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// Who.
    pub id: EntityId,
    /// As the file calls them.
    pub name: String,
    /// Where the eyes are.
    pub eyes: DVec3,
    /// Where they look.
    pub facing: DVec2,
    /// How they are at first.
    pub state: Awareness,
    /// Whom no guise hides from them.
    pub knows: BTreeSet<EntityId>,
}

/// A stop on a way.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// When they are there.
    pub second: f64,
    /// Where.
    pub at: DVec3,
    /// How they hold themselves from there on.
    pub stance: Stance,
    /// Whether they press themselves against cover from there on.
    pub in_cover: bool,
    /// What kind of area it is.
    pub area: String,
    /// Whether watchers could walk there.
    pub reachable: bool,
}

/// Where somebody is on their way.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment<'s> {
    /// Where the feet are.
    pub place: DVec3,
    /// Where they face.
    pub facing: DVec2,
    /// How fast they go.
    pub motion: Motion,
    /// The stop they come from.
    pub stop: &'s Stop,
}

/// Who would not be seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Prowler {
    /// Who.
    pub id: EntityId,
    /// As the file calls them.
    pub name: String,
    /// How tall.
    pub height: f64,
    /// What they wear.
    pub guise: Option<String>,
    /// Their way, in the order of time; never empty.
    pub path: Vec<Stop>,
}

/// Slower than this one stands.
const STANDS: f64 = 0.2;
/// Faster than this one runs.
const RUNS: f64 = 2.5;

impl Prowler {
    /// Where they are at a time; before the first stop at the first, after the last at the last.
    #[must_use]
    pub fn at(&self, second: f64) -> Moment<'_> {
        let next = self.path.partition_point(|stop| stop.second <= second);
        let stop = &self.path[next.max(1) - 1];
        // Whoever stands looks on where they were going.
        let mut legs = self.path.windows(2).take(next.max(1)).rev();
        let facing = legs.find_map(|leg| (leg[1].at - leg[0].at).truncate().try_normalize());
        let facing = facing.unwrap_or(DVec2::X);
        let Some(ahead) = self.path.get(next).filter(|_| next > 0) else {
            return Moment { place: stop.at, facing, motion: Motion::Still, stop };
        };
        let seconds = ahead.second - stop.second;
        let speed = stop.at.distance(ahead.at) / seconds;
        let motion = match speed {
            speed if speed < STANDS => Motion::Still,
            speed if speed <= RUNS => Motion::Walking,
            _ => Motion::Running,
        };
        Moment { place: stop.at.lerp(ahead.at, (second - stop.second) / seconds), facing, motion, stop }
    }
}

/// A thing that can be changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// As the file calls it.
    pub name: String,
    /// What it is: the topic of what is said about it.
    pub kind: String,
    /// Where.
    pub at: DVec3,
    /// The lamp it is, if it is one.
    pub lamp: Option<usize>,
}

/// Something that happens at a time.
#[derive(Clone, Debug, PartialEq)]
pub enum Occasion {
    /// A watcher hears something.
    Sound {
        /// Who.
        who: EntityId,
        /// How much it matters.
        priority: u8,
        /// Where it came from.
        at: DVec2,
    },
    /// A watcher is told.
    Told(EntityId),
    /// A thing is changed, perhaps by a watcher.
    Change {
        /// Which, by its number.
        thing: usize,
        /// How it is from then on.
        to: Condition,
        /// By whom, if by a watcher.
        by: Option<EntityId>,
    },
    /// Watchers begin to talk.
    Talk(Vec<EntityId>),
    /// A watcher dies without a sound.
    Death(EntityId),
}

/// A scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Its name.
    pub name: String,
    /// How long it lasts.
    pub seconds: f64,
    /// The sky.
    pub sky: Sky,
    /// How much of the sky's light comes in.
    pub open: f64,
    /// Rays a tick.
    pub rays: usize,
    /// For what is said.
    pub seed: u64,
    /// How far people hear each other, in metres.
    pub earshot: f64,
    /// The walls.
    pub walls: Vec<Wall>,
    /// The lamps.
    pub lamps: Vec<Lamp>,
    /// The watchers.
    pub guards: Vec<Guard>,
    /// The targets.
    pub prowlers: Vec<Prowler>,
    /// Things that can be changed.
    pub things: Vec<Thing>,
    /// What happens, in the order of time.
    pub occasions: Vec<(f64, Occasion)>,
}

impl Rays for Scene {
    fn is_clear(&self, ray: Ray) -> bool {
        !self.walls.iter().any(|wall| wall.blocks(ray))
    }
}

impl Scene {
    /// Whether there is everything somebody wears.
    pub fn suits(&self, sight: &Sight) -> Result<(), SettingsError> {
        let unknown =
            |prowler: &&Prowler| prowler.guise.as_ref().is_some_and(|name| sight.guise_named(name).is_none());
        let Some(prowler) = self.prowlers.iter().find(unknown) else { return Ok(()) };
        let guise = prowler.guise.as_deref().unwrap_or_default();
        let known: Vec<String> = sight.guise.iter().map(|guise| format!("{:?}", guise.name)).collect();
        let reason = format!("there is no guise {guise:?}; there are {}", known.join(", "));
        wrong(format!("target {:?}", prowler.name), reason)
    }

    /// The corners of all there is, south-west and north-east.
    #[must_use]
    pub fn bounds(&self) -> (DVec2, DVec2) {
        let walls = self.walls.iter().flat_map(|wall| [wall.from, wall.to]);
        let guards = self.guards.iter().map(|guard| guard.eyes.truncate());
        let stops = self.prowlers.iter().flat_map(|p| p.path.iter().map(|stop| stop.at.truncate()));
        let lamps = self.lamps.iter().map(|lamp| lamp.at.truncate());
        let all = walls.chain(guards).chain(stops).chain(lamps);
        all.fold((DVec2::MAX, DVec2::MIN), |(low, high), at| (low.min(at), high.max(at)))
    }

    /// What somebody is called.
    #[must_use]
    pub fn name_of(&self, id: EntityId) -> &str {
        let guards = self.guards.iter().map(|guard| (guard.id, &guard.name));
        let all = guards.chain(self.prowlers.iter().map(|prowler| (prowler.id, &prowler.name)));
        all.into_iter().find(|(who, _)| *who == id).map_or("somebody", |(_, name)| name.as_str())
    }
}
