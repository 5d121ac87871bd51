//! Harvest: what was picked grows again.
//!
//! Contract: every awake chunk has its turn once in [`WorldConfig::harvest_minutes`], at a moment of its own. In its turn each spot where food or
//! herbs first lay gets them back, unless something lies there still. What hangs on a plant needs warmth and the plant: nothing ripens in frost, and
//! a felled apple tree bears no more. What lay before a stall when the
//! world began does not come back: stalls are filled by who sells there. Things that do not grow (coins, tools, ore) are found once.

use crate::catalogue::Catalogue;
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::environment::Environment;
use crate::ground::Ground;
use crate::parts::{Lies, Thing};
use crate::realm::spawn;
use bevy_ecs::prelude::*;
use wold_land::Plot;
use wold_lore::land::{GrowthKind, Sprout, ThingKind};
use wold_lore::measure::spot_metres;
use wold_space::{ChunkPos, DVec2, TICKS_PER_SECOND};

/// Metres around a spot within which a thing occupies it.
const SPOT_METRES: f64 = 0.6;
/// Metres from a plant within which its fruit lies.
const BEARING_METRES: f64 = 3.0;
/// Degrees below which nothing ripens.
const FROST: f32 = 2.0;

/// Lets the chunks whose turn it is bear again.
pub(crate) fn ripen(world: &mut World) {
    let minutes = world.resource::<WorldConfig>().harvest_minutes;
    let every = (minutes * 60.0 * TICKS_PER_SECOND as f64) as u64;
    if every == 0 {
        return;
    }
    let now = world.resource::<Now>().0;
    let is_due = |pos: &ChunkPos| now.0 > every && (now.0 + moment(*pos)).is_multiple_of(every);
    let due: Vec<ChunkPos> = world.resource::<Ground>().needed().iter().copied().filter(is_due).collect();
    if due.is_empty() {
        return;
    }
    let catalogue = world.resource::<Catalogue>();
    let lying = due.iter().flat_map(|pos| catalogue.lying_in(*pos)).filter_map(|it| world.get::<Lies>(it));
    let occupied: Vec<DVec2> = lying.filter(|lies| lies.level == 0).map(|lies| lies.place).collect();
    let (ground, environment) = (world.resource::<Ground>(), world.resource::<Environment>());
    let mut ripe = Vec::new();
    for plot in due.iter().filter_map(|pos| ground.land.plot(*pos)) {
        let bears = |sprout: &&Sprout| {
            let spot = spot_of(plot.chunk.pos, sprout);
            let frost = environment.weather(spot).is_some_and(|weather| weather.warmth < FROST);
            comes_back(plot, sprout, frost) && !occupied.iter().any(|at| at.distance(spot) < SPOT_METRES)
        };
        ripe.extend(
            plot.chunk
                .sprouts
                .iter()
                .filter(bears)
                .map(|sprout| (sprout.kind, spot_of(plot.chunk.pos, sprout))),
        );
    }
    for (kind, place) in ripe {
        spawn(world, (Thing { kind, lit: false }, Lies { place, level: 0 }));
    }
}

/// A chunk's own moment: neighbours bear at different times.
fn moment(pos: ChunkPos) -> u64 {
    (i64::from(pos.x) * 7919 + i64::from(pos.y) * 104_729).unsigned_abs()
}

/// Where something sprouts.
pub(crate) fn spot_of(chunk: ChunkPos, sprout: &Sprout) -> DVec2 {
    chunk.origin() + spot_metres(sprout.at).as_dvec2()
}

/// Whether a thing grows again where it first lay.
fn comes_back(plot: &Plot, sprout: &Sprout, frost: bool) -> bool {
    let local = (spot_of(plot.chunk.pos, sprout) - plot.chunk.pos.origin()).as_vec2();
    let growths = || plot.chunk.growths.iter().enumerate();
    let near = |kind: GrowthKind| {
        growths().filter(move |(_, growth)| {
            growth.kind == kind && f64::from(growth.local().distance(local)) < BEARING_METRES
        })
    };
    // Stalls are filled by who sells there.
    if near(GrowthKind::Stall).next().is_some() {
        return false;
    }
    let bearer = match sprout.kind {
        ThingKind::Apple => Some(GrowthKind::AppleTree),
        ThingKind::Berries | ThingKind::Mushroom | ThingKind::Herb => None,
        _ => return false,
    };
    let felled = bearer.is_some_and(|kind| {
        let mut trees = near(kind).peekable();
        trees.peek().is_some() && trees.all(|(index, _)| plot.changes.gone.contains(&(index as u16)))
    });
    !frost && !felled
}

#[cfg(test)]
mod tests {
    use crate::books::LandBook;
    use crate::parts::{Lies, Thing};
    use crate::realm::despawn;
    use crate::source::ChunkSource;
    use crate::{Origin, Realm};
    use std::sync::Arc;
    use wold_lore::land::{Chunk, Growth, GrowthKind, Sprout, ThingKind};
    use wold_space::{ChunkPos, EntityId};

    /// One chunk with an apple tree and its apple, a stall with bread, and a coin.
    struct Orchard;

    impl ChunkSource for Orchard {
        fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
            let mut chunk = Chunk::meadow(pos);
            if pos == (ChunkPos { x: 0, y: 0 }) {
                let growth = |kind, at| Growth { kind, at, size: 128, turn: 0 };
                chunk.growths =
                    vec![growth(GrowthKind::AppleTree, [400, 400]), growth(GrowthKind::Stall, [2000, 2000])];
                let sprout = |kind, at| Sprout { kind, at };
                chunk.sprouts = vec![
                    sprout(ThingKind::Apple, [500, 400]),
                    sprout(ThingKind::Bread, [2100, 2000]),
                    sprout(ThingKind::Coin, [3000, 1000]),
                ];
            }
            Arc::new(chunk)
        }
    }

    fn orchard(minutes: f64) -> Realm {
        let mut origin = Origin::meadow(5);
        origin.source = Arc::new(Orchard);
        origin.config.harvest_minutes = minutes;
        let mut realm = Realm::new(origin);
        realm.step(Vec::new());
        realm
    }

    fn things(realm: &mut Realm) -> Vec<(EntityId, ThingKind)> {
        let world = realm.ecs_mut();
        let mut lying = world.query::<(&crate::parts::Id, &Thing, &Lies)>();
        let mut things: Vec<_> = lying.iter(world).map(|(id, thing, _)| (id.0, thing.kind)).collect();
        things.sort_by_key(|(_, kind)| *kind as u8);
        things
    }

    fn clear(realm: &mut Realm) {
        for (id, _) in things(realm) {
            despawn(realm.ecs_mut(), id);
        }
    }

    fn kinds(realm: &mut Realm) -> Vec<ThingKind> {
        things(realm).into_iter().map(|(_, kind)| kind).collect()
    }

    fn pass_minutes(realm: &mut Realm, minutes: f64) {
        for _ in 0..(minutes * 1200.0) as u32 {
            realm.step(Vec::new());
        }
    }

    #[test]
    fn what_was_picked_grows_again_once_and_coins_do_not() {
        let mut realm = orchard(0.5);
        assert_eq!(kinds(&mut realm), [ThingKind::Apple, ThingKind::Bread, ThingKind::Coin]);
        clear(&mut realm);
        pass_minutes(&mut realm, 2.0);
        assert_eq!(
            kinds(&mut realm),
            [ThingKind::Apple],
            "one, though the time came often; stalls are filled by who sells there"
        );
    }

    #[test]
    fn a_felled_tree_bears_no_more_and_nothing_grows_where_the_settings_say_so() {
        let mut realm = orchard(0.5);
        clear(&mut realm);
        let pos = ChunkPos { x: 0, y: 0 };
        let fell = |changes: &mut wold_wire::ChunkChanges| {
            changes.gone.insert(0);
        };
        crate::deeds::change_land(realm.ecs_mut(), pos, fell);
        assert!(realm.ecs().resource::<LandBook>().changes[&pos].gone.contains(&0));
        pass_minutes(&mut realm, 2.0);
        assert_eq!(kinds(&mut realm), []);
        let mut barren = orchard(0.0);
        clear(&mut barren);
        pass_minutes(&mut barren, 2.0);
        assert_eq!(kinds(&mut barren), []);
    }
}
