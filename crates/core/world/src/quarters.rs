//! The areas and chokes of the land that is awake.
//!
//! Contract: what is around a place is put together from the pieces of the chunks near it ([`wold_land::places`]), of those alone whose land is needed by somebody: which these are follows from where
//! bodies are, and never from what happens to be loaded besides. So the answer is the same on every host and after every restart, and none of this is state.
//!
//! Cost: a piece is cut once, and again when an earthquake moved its land; pieces are put together again when one came, went or was cut. Walls people built and doors they shut divide nothing: who
//! asks looks at them then. What nobody asked for in a while is dropped.

use crate::clock::Now;
use crate::ground::Ground;
use bevy_ecs::prelude::*;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wold_land::Land;
use wold_land::places::{Joined, Opening, Piece, join};
use wold_lore::land::Door;
use wold_senses::places::{ChokeId, ChokeKind};
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, TICKS_PER_SECOND, Tick};

/// Rings of chunks around a sound or a search at most: as far as land is awake around everybody.
const MOST_RINGS: i32 = 2;
/// Ticks after which what nobody asked for is dropped.
const KEPT_TICKS: u64 = 30 * TICKS_PER_SECOND;

/// Pieces of land, and what was put together from them.
#[derive(Resource, Default)]
pub struct Quarters {
    pieces: BTreeMap<ChunkPos, Arc<Piece>>,
    around: BTreeMap<(ChunkPos, i32), Kept>,
}

struct Kept {
    of: Vec<Arc<Piece>>,
    here: Arc<Here>,
    /// When it was last asked for, and so looked after.
    asked: Tick,
}

/// The areas about a place.
pub struct Here {
    /// Areas and chokes, and which doors and windows these are.
    pub joined: Joined,
    /// Windows: nobody opens them.
    pub windows: BTreeSet<ChokeId>,
}

impl Here {
    /// What stands shut on some land: windows, and doors that nobody has opened.
    pub(crate) fn shut(&self, land: &Land) -> BTreeSet<ChokeId> {
        let is_shut = |opening: &Opening| {
            let Opening { chunk, house, level, x, y, side } = *opening;
            let door = Door { house, level, x, y, side };
            land.plot(chunk).is_some_and(|plot| {
                !plot.open.contains(&door) && plot.doors().iter().any(|(other, _)| *other == door)
            })
        };
        let doors = self.joined.openings.iter().filter(|(_, opening)| is_shut(opening)).map(|(id, _)| *id);
        self.windows.iter().copied().chain(doors).collect()
    }
}

impl Quarters {
    /// The areas about a place, at least as far as `reach` metres where land is awake there; nothing if they are too many to be told apart.
    pub(crate) fn about(
        &mut self,
        ground: &Ground,
        now: Tick,
        place: DVec2,
        reach: f64,
    ) -> Option<Arc<Here>> {
        let rings = libm::ceil(reach / CHUNK_METRES).clamp(1.0, f64::from(MOST_RINGS)) as i32;
        let key = (ChunkPos::of(place), rings);
        // Land is only loaded, and only shaken, between one tick's questions and the next one's.
        if let Some(kept) = self.around.get(&key).filter(|kept| kept.asked == now) {
            return Some(kept.here.clone());
        }
        let needed = ground.needed();
        let near: Vec<ChunkPos> = key
            .0
            .around(rings)
            .filter(|pos| Piece::can_be_cut(*pos, |source| needed.contains(&source)))
            .collect();
        let stale = |pos: &&ChunkPos| self.pieces.get(pos).is_none_or(|piece| !piece.is_fresh(&ground.land));
        let stale: Vec<ChunkPos> = near.iter().filter(stale).copied().collect();
        let cut: Vec<Piece> = stale.par_iter().filter_map(|pos| Piece::cut(&ground.land, *pos)).collect();
        for piece in cut {
            self.pieces.insert(piece.pos(), Arc::new(piece));
        }
        let of: Vec<Arc<Piece>> = near.iter().filter_map(|pos| self.pieces.get(pos)).cloned().collect();
        let is_same = |kept: &Kept| {
            kept.of.len() == of.len() && kept.of.iter().zip(&of).all(|(one, other)| Arc::ptr_eq(one, other))
        };
        if let Some(kept) = self.around.get_mut(&key).filter(|kept| is_same(kept)) {
            kept.asked = now;
            return Some(kept.here.clone());
        }
        let joined = join(of.iter().map(Arc::as_ref)).ok()?;
        let chokes = (0u32..).map(ChokeId).zip(joined.places.chokes());
        let windows = chokes.filter(|(_, choke)| choke.kind == ChokeKind::Window).map(|(id, _)| id).collect();
        let here = Arc::new(Here { joined, windows });
        self.around.retain(|_, kept| now.since(kept.asked) < KEPT_TICKS);
        self.pieces.retain(|pos, _| needed.contains(pos));
        self.around.insert(key, Kept { of, here: here.clone(), asked: now });
        Some(here)
    }
}

/// The areas about a place of a world, at least as far as `reach` metres where land is awake.
pub fn about(world: &mut World, place: DVec2, reach: f64) -> Option<Arc<Here>> {
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
    fn pieces_are_cut_once_and_the_same_answer_is_given_until_land_comes_or_goes() {
        let mut realm = Realm::new(Origin::meadow(3));
        let act = Act::Enter { name: "Ann".into(), human: true, look: 0 };
        realm.step(vec![Command { guest: GuestId(1), number: 0, act }]);
        let place = DVec2::new(16.0, 16.0);
        let first = about(realm.ecs_mut(), place, 20.0).expect("a meadow");
        realm.step(Vec::new());
        let again = about(realm.ecs_mut(), place, 20.0).expect("a meadow");
        assert!(Arc::ptr_eq(&first, &again));
        let far = about(realm.ecs_mut(), place, 60.0).expect("a meadow");
        assert!(far.joined.places.areas().len() > first.joined.places.areas().len());
        assert_eq!(
            realm.ecs().resource::<Quarters>().pieces.len(),
            16,
            "four by four: houses reach in from the rest"
        );
    }
}
