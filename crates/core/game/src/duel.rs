//! A game between two sides, without a world around it.

use wold_chance::Seed;

/// How two sides play a game to its end. The same sides and the same seed give the same game.
pub trait Duel: Send + Sync {
    /// Sides worth offering, as text.
    fn sides(&self) -> Vec<String>;

    /// Whether a side can play; an error says why not.
    fn check(&self, side: &str) -> Result<(), String>;

    /// What the first side got: more than 0 if it won, less if it lost.
    fn play(&self, sides: [&str; 2], seed: Seed) -> Result<i32, String>;
}
