//! Keys to hash positions by: the hash of a position is the exclusive or of the keys of all that is in it, so that a
//! move changes it with a few operations and taking the move back changes it the same way.

use wold_chance::{Seed, Stream};

/// One key for each thing that may be in a position.
#[derive(Clone, Debug)]
pub struct Zobrist {
    keys: Stream,
    things: u64,
}

impl Zobrist {
    /// Keys for `things` things of a game; the same on every machine.
    #[must_use]
    pub fn new(game: &str, things: usize) -> Self {
        Self { keys: Stream::named(Seed(0), game, &[]), things: things as u64 }
    }

    /// The key of one thing.
    #[must_use]
    pub fn key(&self, thing: usize) -> u64 {
        self.keys.nth(thing as u64)
    }

    /// The key that is in a position when the second side moves.
    #[must_use]
    pub fn side_to_move(&self) -> u64 {
        self.keys.nth(self.things)
    }
}
