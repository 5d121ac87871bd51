//! The areas and chokes of the land that is awake.
//!
//! Contract: what is around a place is read from the world's [`Atlas`], of the land alone that is needed by somebody: which that is follows from where bodies are, and never from what happens to be loaded
//! besides. So the answer is the same on every host and after every restart, and none of this is state.
//!
//! Cost: a chunk is cut once, and again when somebody built or felled there or an earthquake moved it; what was asked for in a tick already is told again. Doors that people open and shut change no area:
//! who asks looks at them then ([`Joined::shut`]).

use crate::clock::Now;
use crate::ground::{AWAKE_RINGS, Ground};
use bevy_ecs::prelude::*;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use wold_land::places::{Atlas, Joined, Piece, Window};
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, TICKS_PER_SECOND, Tick};

/// Ticks between two looks at what nobody needs any more.
const TIDY_TICKS: u64 = 30 * TICKS_PER_SECOND;

/// The places of a world.
#[derive(Resource, Default)]
pub struct Quarters {
    atlas: Atlas,
    /// What was asked for in the tick that is on: land only changes between one tick's questions and the next one's.
    told: BTreeMap<(ChunkPos, i32), Option<Arc<Joined>>>,
    at: Tick,
}

impl Quarters {
    /// The places about one, at least as far as `reach` metres where land is awake there; nothing if they are too many to be told apart.
    fn about(&mut self, ground: &Ground, now: Tick, place: DVec2, reach: f64) -> Option<Arc<Joined>> {
        let rings = libm::ceil(reach / CHUNK_METRES).clamp(1.0, f64::from(AWAKE_RINGS)) as i32;
        let key = (ChunkPos::of(place), rings);
        if self.at != now {
            self.at = now;
            self.told.clear();
            if now.0.is_multiple_of(TIDY_TICKS) {
                self.atlas.drop_all_but(|pos| ground.needed().contains(&pos));
            }
        }
        let atlas = &self.atlas;
        self.told.entry(key).or_insert_with(|| read(atlas, ground, Window::rings(key.0, rings))).clone()
    }

    /// The places of a window of the land that is awake, for who looks on.
    #[must_use]
    pub fn read(&self, ground: &Ground, window: Window) -> Option<Arc<Joined>> {
        read(&self.atlas, ground, window)
    }
}

fn read(atlas: &Atlas, ground: &Ground, window: Window) -> Option<Arc<Joined>> {
    let land = &ground.land;
    let cut = |stale: &[ChunkPos]| stale.par_iter().filter_map(|pos| Piece::cut(land, *pos)).collect();
    atlas.about_held(land, window, |pos| ground.needed().contains(&pos), cut)
}

/// The places about one of a world, at least as far as `reach` metres where land is awake.
pub fn about(world: &mut World, place: DVec2, reach: f64) -> Option<Arc<Joined>> {
    let now = world.resource::<Now>().0;
    world.resource_scope::<Quarters, _>(|world, mut quarters| {
        quarters.about(world.resource::<Ground>(), now, place, reach)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Act, Command, Origin, Realm};
    use wold_space::GuestId;

    #[test]
    fn land_is_cut_once_and_the_same_answer_is_given_until_land_comes_or_goes() {
        let mut realm = Realm::new(Origin::meadow(3));
        let act = Act::Enter { name: "Ann".into(), human: true, look: 0 };
        realm.step(vec![Command { guest: GuestId(1), number: 0, act }]);
        let place = DVec2::new(16.0, 16.0);
        let first = about(realm.ecs_mut(), place, 20.0).expect("a meadow");
        realm.step(Vec::new());
        let again = about(realm.ecs_mut(), place, 20.0).expect("a meadow");
        assert!(Arc::ptr_eq(&first, &again));
        let far = about(realm.ecs_mut(), place, 60.0).expect("a meadow");
        assert!(far.places.areas().len() > first.places.areas().len());
    }
}
