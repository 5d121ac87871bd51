//! Where the land comes from.

use std::sync::Arc;
use wold_lore::land::Chunk;
use wold_space::ChunkPos;

/// Makes chunks: genesis for real worlds, a meadow for tests.
pub trait ChunkSource: Send + Sync {
    /// The chunk at a position; the same one every time.
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk>;

    /// A hint that these will be asked for soon, the soonest first. A source may make them ahead of need, on other threads; what
    /// [`chunk`](Self::chunk) answers is the same either way. By default nothing is done.
    fn expect(&self, _soon: &[ChunkPos]) {}
}

impl ChunkSource for wold_genesis::Genesis {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        Arc::new(Self::chunk(self, pos))
    }
}

/// A flat green plane.
pub struct Meadow;

impl ChunkSource for Meadow {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        Arc::new(Chunk::meadow(pos))
    }
}
