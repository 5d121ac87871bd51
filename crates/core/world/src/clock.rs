//! Day and night, and the bells that tell the hour.

use crate::books::Post;
use crate::config::WorldConfig;
use crate::crowd::{self, Crowd};
use crate::ground::Ground;
use crate::noise::Noises;
use crate::parts::{Body, SteeredBy};
use crate::registry::Kept;
use crate::watching::{Agora, Aloud};
use bevy_ecs::prelude::{Resource, World};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wold_lore::land::PlaceKind;
use wold_lore::sense::Sound;
use wold_space::{DVec2, GuestId, Tick};
use wold_wire::FromHost;

/// The world's clock.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Now(pub Tick);

impl Kept for Now {
    const NAME: &'static str = "now";
}

/// A tick passes; on the hour the bells strike.
pub(crate) fn advance(world: &mut World) {
    let before = world.resource::<Now>().0;
    let now = before.next();
    world.resource_mut::<Now>().0 = now;
    let config = world.resource::<WorldConfig>();
    let hours = |tick| (days(config, tick) * 24.0).floor();
    if hours(now) > hours(before) {
        let hour = hours(now) as u64 % 12;
        toll(world, if hour == 0 { 12 } else { hour as u8 });
    }
}

/// Tells whoever is near the middle of a town how often its bell strikes.
pub(crate) fn toll(world: &mut World, strokes: u8) {
    let ground = world.resource::<Ground>();
    let plots = ground.needed().iter().filter_map(|pos| ground.land.plot(*pos));
    let places = plots.flat_map(|plot| &plot.chunk.places);
    let belfries: Vec<DVec2> =
        places.filter(|place| place.kind == PlaceKind::Town).map(|place| place.at).collect();
    let heard = world.resource::<Noises>().radius(Sound::Bell);
    world.resource_mut::<Crowd>().stir();
    let mut listeners: BTreeSet<GuestId> = BTreeSet::new();
    for bell in belfries {
        let aloud = Aloud { place: bell, reach: heard, message: FromHost::Bell { strokes } };
        world.resource_mut::<Agora>().0.push(aloud);
        let near = crowd::near(world, bell, heard).into_iter().map(|entity| world.entity(entity));
        let hears = |body: &Body| body.0.place.distance(bell) < heard;
        let near = near.filter(|entity| entity.get::<Body>().is_some_and(hears));
        listeners.extend(near.filter_map(|entity| Some(entity.get::<SteeredBy>()?.0)));
    }
    for guest in listeners {
        world.resource_mut::<Post>().send(guest, FromHost::Bell { strokes });
    }
}

/// Time of day at a tick: 0 midnight, 0.5 noon, below 1.
///
/// ```
/// use wold_space::Tick;
/// use wold_world::{WorldConfig, clock::time_of_day};
/// let config = WorldConfig::default();
/// assert_eq!(time_of_day(&config, Tick(0)), 9.0 / 24.0);
/// let a_day = (config.day_minutes * 60.0 * 20.0) as u64;
/// assert_eq!(time_of_day(&config, Tick(a_day)), 9.0 / 24.0);
/// ```
#[must_use]
pub fn time_of_day(config: &WorldConfig, tick: Tick) -> f64 {
    let days = days(config, tick);
    days - days.floor()
}

/// Which day it is at a tick; the one on which the world began is the first.
///
/// ```
/// use wold_space::Tick;
/// use wold_world::{WorldConfig, clock::day_number};
/// let config = WorldConfig { day_minutes: 24.0, first_hour: 9.0, ..Default::default() };
/// let hours = |hours: u64| Tick(hours * 60 * 20);
/// assert_eq!([0, 14, 15, 39].map(|h| day_number(&config, hours(h))), [1, 1, 2, 3]);
/// ```
#[must_use]
pub fn day_number(config: &WorldConfig, tick: Tick) -> u32 {
    1 + days(config, tick).floor() as u32
}

/// Days since the midnight before the world began.
pub(crate) fn days(config: &WorldConfig, tick: Tick) -> f64 {
    tick.seconds() / (config.day_minutes.max(0.1) * 60.0) + config.first_hour / 24.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::ChunkSource;
    use crate::{Act, Command, Origin, Realm};
    use std::sync::Arc;
    use wold_lore::land::{Chunk, Place};
    use wold_space::ChunkPos;

    /// A town in the first chunk.
    struct Hamlet;

    impl ChunkSource for Hamlet {
        fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
            let mut chunk = Chunk::meadow(pos);
            if pos == (ChunkPos { x: 0, y: 0 }) {
                let at = DVec2::new(16.0, 16.0);
                chunk.places.push(Place { kind: PlaceKind::Town, name: "Ham".into(), at });
            }
            Arc::new(chunk)
        }
    }

    fn strokes(source: Arc<dyn ChunkSource>) -> Vec<u8> {
        let mut origin = Origin::meadow(1);
        origin.source = source;
        (origin.config.day_minutes, origin.config.first_hour) = (2.4, 10.5);
        let mut realm = Realm::new(origin);
        let act = Act::Enter { name: "Ann".into(), human: true, look: 0 };
        realm.step(vec![Command { guest: GuestId(1), number: 0, act }]);
        let mail = (0..400).flat_map(|_| realm.step(Vec::new()).mail);
        let heard = mail.filter_map(|mail| match mail.message {
            FromHost::Bell { strokes } => Some(strokes),
            _ => None,
        });
        heard.collect()
    }

    #[test]
    fn the_bell_of_a_town_strikes_every_hour_and_elsewhere_there_is_none() {
        // An hour is six seconds here: eleven, noon, one, two.
        assert_eq!(strokes(Arc::new(Hamlet))[..3], [11, 12, 1]);
        assert!(strokes(Arc::new(crate::source::Meadow)).is_empty());
    }
}
