//! Turns that the world hands out: whose it is in a fight, and at a well.

use crate::vocabulary;

/// The number of no place: a bucket from there is brought to who cannot go to a well.
pub const BROUGHT: u16 = u16::MAX;

vocabulary! {
    /// Somebody's part in a fight, as the world hands it out.
    Part, "part in a fight" {
        /// There is no place about the foe: wait out there.
        Wait = 0 "waits",
        /// There is none, and it is too near: get out of the others' way.
        Leave = 1 "makes room",
        /// It has a place about the foe: stand there.
        Stand = 2 "stands",
        /// It is its turn: step in and strike.
        Strike = 3 "strikes",
    }
}

vocabulary! {
    /// How it stands with somebody at a well.
    Bucket, "turn at a well" {
        /// Another has the bucket, or it is not decided yet who gets it.
        Waits = 0 "waits",
        /// It draws.
        Draws = 1 "draws",
        /// It has drawn and drinks; the bucket goes on.
        Drinks = 2 "drinks",
    }
}
