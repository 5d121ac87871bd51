//! Where a steward gets the land it tells guests of.
//!
//! Contract of every [`Shelf`]: what it answers is its source's own chunk, always; it only decides when and where the chunk is made.

use crate::land_mail::encode;
use bytes::Bytes;
use quick_cache::sync::Cache;
use std::sync::Arc;
use wold_lore::land::Chunk;
use wold_space::{ChunkPos, DVec2};
use wold_wire::ChunkChanges;
use wold_world::ChunkSource;

/// Chunks made so far, shared by the world and all guests.
pub trait Shelf: ChunkSource {
    /// The chunk if it is there; otherwise it will be before long.
    fn soon(&self, pos: ChunkPos) -> Option<Arc<Chunk>>;

    /// Has a chunk made when nothing else is to do; false if too many wait already.
    fn ahead(&self, pos: ChunkPos) -> bool;

    /// The frame for a chunk nobody has changed, encoded once for all guests.
    fn frame(&self, land: &Arc<Chunk>) -> Bytes;
}

/// A shelf that makes every chunk when it is asked for, so that a run is the same every time.
///
/// At most [`Stock::SIZE`] chunks are kept, those asked for lately and often before others (S3-FIFO, by `quick_cache`); which are kept never
/// changes a result.
pub struct Stock {
    source: Arc<dyn ChunkSource>,
    chunks: Cache<ChunkPos, Arc<Chunk>>,
    frames: Cache<ChunkPos, Bytes>,
}

impl Stock {
    /// Chunks kept.
    pub const SIZE: usize = 8192;

    /// An empty one.
    #[must_use]
    pub fn new(source: Arc<dyn ChunkSource>) -> Arc<Self> {
        Arc::new(Self { source, chunks: Cache::new(Self::SIZE), frames: Cache::new(Self::SIZE) })
    }

    /// The chunk, if it has been made.
    #[must_use]
    pub fn made(&self, pos: ChunkPos) -> Option<Arc<Chunk>> {
        self.chunks.get(&pos)
    }

    /// Whether a chunk has been made and kept.
    #[must_use]
    pub fn has(&self, pos: ChunkPos) -> bool {
        self.chunks.contains_key(&pos)
    }
}

impl ChunkSource for Stock {
    /// Made by this thread, or waited for if another is making it.
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let make = || Ok::<_, std::convert::Infallible>(self.source.chunk(pos));
        match self.chunks.get_or_insert_with(&pos, make) {
            Ok(chunk) => chunk,
            Err(never) => match never {},
        }
    }

    fn square(&self, town: u16) -> Option<DVec2> {
        self.source.square(town)
    }
}

impl Shelf for Stock {
    fn soon(&self, pos: ChunkPos) -> Option<Arc<Chunk>> {
        Some(self.chunk(pos))
    }

    fn ahead(&self, _: ChunkPos) -> bool {
        true
    }

    fn frame(&self, land: &Arc<Chunk>) -> Bytes {
        if let Some(frame) = self.frames.get(&land.pos) {
            return frame;
        }
        let bytes = encode(land.clone(), ChunkChanges::default());
        self.frames.insert(land.pos, bytes.clone());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_world::Meadow;

    #[test]
    fn a_full_shelf_lets_go_of_some_and_never_of_all() {
        let stock = Stock::new(Arc::new(Meadow));
        let all: Vec<ChunkPos> = (0..Stock::SIZE as i32 + 1_000).map(|x| ChunkPos { x, y: 0 }).collect();
        for &pos in &all {
            stock.chunk(pos);
        }
        let kept = all.iter().filter(|pos| stock.has(**pos)).count();
        assert!(kept <= Stock::SIZE && kept > Stock::SIZE / 2, "{kept} kept");
    }
}
