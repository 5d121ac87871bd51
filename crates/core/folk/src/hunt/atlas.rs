//! The areas and chokes of the land searchers know: cut once for all who share it, and again where land changed.
//!
//! Contract: whoever asks gets areas cut from the land it holds, as they are now. The last whole version is read by all ([`Published`]); who finds that land it holds is not in it, or is not as it was
//! when it was cut, cuts that land alone, and publishes the next version. What is put together for a window of land is kept with it. At most [`MOST`] pieces are kept: beyond that only those of
//! the window asked about.

use std::collections::BTreeMap;
use std::sync::Arc;
use wold_land::Land;
use wold_land::places::{Piece, join};
use wold_senses::places::Places;
use wold_space::{ChunkPos, DVec2};
use wold_ways::regions::Published;

/// Pieces kept: a square of twenty chunks' side.
const MOST: usize = 400;

/// A version.
#[derive(Clone, Default)]
struct Cut {
    pieces: BTreeMap<ChunkPos, Arc<Piece>>,
    /// Areas put together for windows of land, by their south-western and north-eastern chunks.
    windows: BTreeMap<(ChunkPos, ChunkPos), Arc<Places>>,
}

/// What all share.
pub(crate) struct Atlas(Published<Cut>);

impl Default for Atlas {
    fn default() -> Self {
        Self(Published::new(0, Cut::default()))
    }
}

impl Atlas {
    /// The areas of the land somebody holds, within some metres of a place; nothing where there are too many to tell apart.
    pub fn about(&self, land: &Land, middle: DVec2, half: f64) -> Option<Arc<Places>> {
        let window = (ChunkPos::of(middle - half), ChunkPos::of(middle + half));
        let (first, last) = window;
        let inside = (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ChunkPos { x, y }));
        let held: Vec<ChunkPos> =
            inside.filter(|pos| Piece::can_be_cut(*pos, |source| land.plot(source).is_some())).collect();
        let (version, cut) = self.0.read();
        let fresh = |pos: &ChunkPos| cut.pieces.get(pos).is_some_and(|piece| piece.is_fresh(land));
        if let Some(places) = cut.windows.get(&window).filter(|_| held.iter().all(fresh)) {
            return Some(places.clone());
        }
        let mut next = (*cut).clone();
        if next.pieces.len() > MOST {
            next.pieces.retain(|pos, _| held.contains(pos));
            next.windows.clear();
        }
        for pos in held.iter().filter(|pos| !fresh(pos)) {
            if let Some(piece) = Piece::cut(land, *pos) {
                next.pieces.insert(*pos, Arc::new(piece));
            }
        }
        // What was put together from land that is cut anew is out of date.
        let touches = |(low, high): &(ChunkPos, ChunkPos)| {
            held.iter()
                .filter(|pos| !fresh(pos))
                .any(|pos| (low.x..=high.x).contains(&pos.x) && (low.y..=high.y).contains(&pos.y))
        };
        next.windows.retain(|other, _| !touches(other));
        let pieces: Vec<&Piece> =
            held.iter().filter_map(|pos| next.pieces.get(pos)).map(Arc::as_ref).collect();
        let places = Arc::new(join(pieces).ok()?.places);
        next.windows.insert(window, places.clone());
        self.0.publish(version + 1, next);
        Some(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_lore::land::Chunk;
    use wold_wire::ChunkChanges;

    fn meadow() -> Land {
        let mut land = Land::default();
        for pos in ChunkPos::default().around(3) {
            land.put(Arc::new(Chunk::meadow(pos)), ChunkChanges::default());
        }
        land
    }

    #[test]
    fn areas_are_cut_once_for_all_and_again_where_land_changed() {
        let (atlas, mut land) = (Atlas::default(), meadow());
        let middle = DVec2::splat(16.0);
        let first = atlas.about(&land, middle, 20.0).expect("a meadow");
        let again = atlas.about(&land, middle + 1.0, 20.0).expect("a meadow");
        assert!(Arc::ptr_eq(&first, &again), "whoever asks next is told the same");
        assert_eq!(atlas.0.read().0, 1);
        land.put(Arc::new(Chunk::meadow(ChunkPos::default())), ChunkChanges::default());
        let anew = atlas.about(&land, middle, 20.0).expect("a meadow");
        assert!(!Arc::ptr_eq(&first, &anew), "the land is another");
        assert_eq!(first.areas().len(), anew.areas().len());
        assert_eq!(atlas.0.read().0, 2, "and all are told");
    }
}
