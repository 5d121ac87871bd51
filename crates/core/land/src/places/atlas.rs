//! The places of the land somebody holds: cut once for all who read, and again where land changed.
//!
//! Contract: whoever asks gets the areas and chokes of the land it holds, as that is now; what others hold, or asked before, changes nothing about it. The last whole version is read by all ([`Published`]); who
//! finds that land it holds is not in it, or is not as it was when it was cut, cuts that land alone, and publishes the next version. What is put together for a window of land is kept with it, and told again
//! as long as all of its pieces are as they were.
//!
//! Cost: a question about land that did not change looks at its pieces, and at nothing else. At most [`MOST_PIECES`] pieces and [`MOST_WINDOWS`] windows are kept; beyond that those asked for last.

use super::{Joined, Piece, join};
use crate::Land;
use std::collections::BTreeMap;
use std::sync::Arc;
use wold_space::{ChunkPos, DVec2};
use wold_ways::regions::Published;

/// Pieces kept: sixty-four chunks squared.
const MOST_PIECES: usize = 4096;
/// Windows kept.
const MOST_WINDOWS: usize = 256;

/// A square of chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The south-western one.
    pub first: ChunkPos,
    /// The north-eastern one.
    pub last: ChunkPos,
}

impl Window {
    /// The chunks within some metres of a place, to each side.
    #[must_use]
    pub fn around(middle: DVec2, half: f64) -> Self {
        Self { first: ChunkPos::of(middle - half), last: ChunkPos::of(middle + half) }
    }

    /// So many rings of chunks about one.
    #[must_use]
    pub fn rings(middle: ChunkPos, rings: i32) -> Self {
        let ChunkPos { x, y } = middle;
        Self { first: ChunkPos { x: x - rings, y: y - rings }, last: ChunkPos { x: x + rings, y: y + rings } }
    }

    /// Its chunks, row by row.
    pub fn chunks(self) -> impl Iterator<Item = ChunkPos> {
        let Self { first, last } = self;
        (first.y..=last.y).flat_map(move |y| (first.x..=last.x).map(move |x| ChunkPos { x, y }))
    }
}

#[derive(Clone)]
struct Kept {
    of: Vec<Arc<Piece>>,
    joined: Arc<Joined>,
}

/// A version.
#[derive(Clone, Default)]
struct Cut {
    pieces: BTreeMap<ChunkPos, Arc<Piece>>,
    /// What was put together, by the chunks it is of.
    windows: BTreeMap<Vec<ChunkPos>, Kept>,
}

/// What all who share it know of areas and chokes.
#[derive(Clone)]
pub struct Atlas(Arc<Published<Cut>>);

impl Default for Atlas {
    fn default() -> Self {
        Self(Arc::new(Published::new(0, Cut::default())))
    }
}

impl std::fmt::Debug for Atlas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Atlas").field("version", &self.version()).finish_non_exhaustive()
    }
}

impl Atlas {
    /// How often something was cut or put together.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.0.read().0
    }

    /// The places of a window of the land somebody holds; nothing where there are too many to tell apart.
    #[must_use]
    pub fn about(&self, land: &Land, window: Window) -> Option<Arc<Joined>> {
        let cut = |stale: &[ChunkPos]| stale.iter().filter_map(|pos| Piece::cut(land, *pos)).collect();
        self.about_held(land, window, |pos| land.plot(pos).is_some(), cut)
    }

    /// The same of the land that counts as held, which `cut` cuts as it likes: on several threads, if there are some.
    pub fn about_held(
        &self,
        land: &Land,
        window: Window,
        is_held: impl Fn(ChunkPos) -> bool,
        cut: impl FnOnce(&[ChunkPos]) -> Vec<Piece>,
    ) -> Option<Arc<Joined>> {
        let held: Vec<ChunkPos> = window.chunks().filter(|pos| Piece::can_be_cut(*pos, &is_held)).collect();
        let (version, current) = self.0.read();
        let fresh = |pos: &&ChunkPos| current.pieces.get(pos).is_some_and(|piece| piece.is_fresh(land));
        let stale: Vec<ChunkPos> = held.iter().filter(|pos| !fresh(pos)).copied().collect();
        let is_whole = |kept: &&Kept| {
            let pieces = kept.of.iter().zip(&held);
            pieces.into_iter().all(|(piece, pos)| {
                current.pieces.get(pos).is_some_and(|current| Arc::ptr_eq(current, piece))
            })
        };
        if let Some(kept) = current.windows.get(&held).filter(|kept| stale.is_empty() && is_whole(kept)) {
            return Some(kept.joined.clone());
        }
        let mut next = (*current).clone();
        if next.pieces.len() > MOST_PIECES {
            next.pieces.retain(|pos, _| held.binary_search_by_key(&(pos.y, pos.x), |p| (p.y, p.x)).is_ok());
        }
        if next.windows.len() >= MOST_WINDOWS {
            next.windows.clear();
        }
        for piece in cut(&stale) {
            next.pieces.insert(piece.pos(), Arc::new(piece));
        }
        let of: Vec<Arc<Piece>> = held.iter().filter_map(|pos| next.pieces.get(pos)).cloned().collect();
        let joined = Arc::new(join(of.iter().map(Arc::as_ref)).ok()?);
        next.windows.insert(held, Kept { of, joined: joined.clone() });
        // Whoever published meanwhile did so for land of its own: what is lost is cut again when it is asked for.
        self.0.publish(version + 1, next);
        Some(joined)
    }

    /// Drops what is known of land that is not to be kept.
    pub fn drop_all_but(&self, is_kept: impl Fn(ChunkPos) -> bool) {
        let (version, current) = self.0.read();
        if current.pieces.keys().all(|pos| is_kept(*pos)) {
            return;
        }
        let mut next = (*current).clone();
        next.pieces.retain(|pos, _| is_kept(*pos));
        next.windows.retain(|of, _| of.iter().all(|pos| is_kept(*pos)));
        self.0.publish(version + 1, next);
    }
}

#[cfg(test)]
#[path = "atlas_tests.rs"]
mod tests;
