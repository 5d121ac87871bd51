//! Where the land comes from.

use std::sync::Arc;
use wold_lore::land::Chunk;
use wold_space::{ChunkPos, DVec2};

/// Makes chunks: genesis for real worlds, a meadow for tests.
pub trait ChunkSource: Send + Sync {
    /// The chunk at a position; the same one every time.
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk>;

    /// A hint that these will be asked for soon, the soonest first. A source may make them ahead of need, on other threads; what
    /// [`chunk`](Self::chunk) answers is the same either way. By default nothing is done.
    fn expect(&self, _soon: &[ChunkPos]) {}

    /// The middle of the how-manieth town people settle, if the source knows of towns; the first is where the world begins. By default none.
    fn square(&self, _town: u16) -> Option<DVec2> {
        None
    }
}

impl ChunkSource for wold_genesis::Genesis {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        Arc::new(Self::chunk(self, pos))
    }

    fn square(&self, town: u16) -> Option<DVec2> {
        self.settled(usize::from(town) + 1).get(usize::from(town)).copied()
    }
}

/// A flat green plane.
pub struct Meadow;

impl ChunkSource for Meadow {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        Arc::new(Chunk::meadow(pos))
    }
}
