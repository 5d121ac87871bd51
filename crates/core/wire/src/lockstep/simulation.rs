//! What a game must offer to be played in lockstep.

/// A part of a game's state, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// What it is; the same parts in the same order at every turn.
    pub name: &'static str,
    /// All of it.
    pub words: Vec<i32>,
}

/// A state that is none of this game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{part} cannot be so in this game")]
pub struct Misfit {
    /// The part that does not fit.
    pub part: &'static str,
}

/// A game that is a function of its first state and what is commanded.
///
/// The same state and commands must give the same state on every machine, so numbers are whole. [`components`](Self::components) is the *whole* state: what it
/// leaves out would differ unseen and would be missing for those who come later.
pub trait Simulation: Clone {
    /// How many players there are.
    fn seats(&self) -> usize;

    /// Plays one turn. A seat without a command is nobody's: the game's own bot plays it.
    fn step(&mut self, commands: &[Option<u32>]);

    /// The whole state in named parts.
    fn components(&self) -> Vec<Component>;

    /// Takes over a state as [`components`](Self::components) told it, or stays as it is.
    fn load(&mut self, parts: &[Vec<i32>]) -> Result<(), Misfit>;
}

/// The hash of words, continued from `so_far`. Each step is a bijection of what came before, so one differing word always shows.
#[must_use]
pub fn digest(so_far: u32, words: &[i32]) -> u32 {
    words.iter().fold(so_far ^ words.len() as u32, |hash, &word| {
        let mixed = (hash ^ word as u32).wrapping_mul(0x9E37_79B1);
        mixed ^ (mixed >> 15)
    })
}
